"""What is in a field, in figures and as a chart."""

from support.cards import CardsWindow
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\nAnn\t8\n"


class Summary(AcceptanceTest):
    """The summary beside the grid."""

    def open_people(self) -> CardsWindow:
        """Opens three people, and waits until they are saved."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        return window

    def test_field_under_the_cursor(self) -> None:
        """F9 shows the figures of the field, which follow the cursor and the edits; F9 again takes them away."""
        window = self.open_people()
        window.go_to(0, 1)
        window.keyboard.press("F9")
        for figure in ["Values: 3", "Empty: 0", "To fix: 0", "Minimum: 8", "Maximum: 45", "Mean: 28", "Sum: 84"]:
            window.screen.find("label", figure)
        chart = window.screen.table("Distribution of Values")
        self.assertEqual(sum(int(count) for _, count in chart.rows()), 3)

        window.enter(2, 1, "many")
        window.screen.find("label", "To fix: 1")
        window.screen.find("label", "Mean: 38")

        window.go_to(0, 0)
        window.screen.find("label", "Different values: 2")
        chart = window.screen.table("Most Frequent Values")
        wait_for_equal("the bars", chart.rows, [["Ann", "2"], ["Bob", "1"]])

        window.keyboard.press("F9")
        window.screen.wait_until_gone("table", "Most Frequent Values")
