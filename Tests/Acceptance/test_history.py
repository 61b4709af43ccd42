"""What has happened to the records, beside the grid."""

from support.cards import CardsWindow
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\nCy\t8\n"


class History(AcceptanceTest):
    """The history of the record, the field or the document."""

    def open_people(self) -> CardsWindow:
        """Opens three people, and waits until they are saved."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        return window

    def entries(self, window: CardsWindow) -> list[str]:
        """What the list says, the newest first."""
        return [row[0] for row in window.screen.table("History", window.window).rows()]

    def wait_for_entries(self, window: CardsWindow, expected: list[str]) -> None:
        """Waits until the list says this."""
        wait_for_equal("the history", lambda: self.entries(window), expected)

    def test_taken_back(self) -> None:
        """F6 shows what was changed in the record; Alt+T takes the chosen entry back, and Ctrl+Z makes it again."""
        window = self.open_people()
        window.enter(0, 1, "32")
        window.enter(0, 0, "Anna")
        window.enter(1, 1, "46")
        window.go_to(0, 1)
        window.keyboard.press("F6")
        self.wait_for_entries(window, ["Name: Ann → Anna", "Age: 31 → 32"])
        window.keyboard.press("Down", "Down", "alt+t")
        window.wait_for_cell(0, 1, "31")
        self.wait_for_entries(window, ["Age: 32 → 31", "Name: Ann → Anna", "Age: 31 → 32"])
        window.keyboard.press("ctrl+z")
        window.wait_for_cell(0, 1, "32")
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("table", "History")
        window.wait_for_cursor(0, 1)

    def test_follows_the_cursor(self) -> None:
        """The list is about the record under the cursor, its field, or all, also of what another program has changed."""
        window = self.open_people()
        window.enter(0, 1, "32")
        window.enter(1, 0, "Bert")
        window.keyboard.press("F6")
        window.go_to(0, 1)
        self.wait_for_entries(window, ["Age: 31 → 32"])
        self.assertIsNotNone(
            window.screen.look("label", lambda name: name.startswith("Back to "), window.window), "how far back it goes")
        window.go_to(1, 1)
        self.wait_for_entries(window, ["Name: Bob → Bert"])
        window.document.query("UPDATE records SET f2 = 50 WHERE id = 2")
        window.wait_for_cell(1, 1, "50")
        self.wait_for_entries(window, ["Age: 45 → 50", "Name: Bob → Bert"])
        window.program.quit()
