"""The current record as a card, beside the grid."""

from support.testcase import AcceptanceTest

PEOPLE = "Name\tAge\tMember\nAnn\t31\ttrue\nBob\t45\tfalse\n"


class Card(AcceptanceTest):
    """A card, filled in by keyboard alone."""

    def test_filling_in(self) -> None:
        """F7 shows it; Enter goes from line to line, and Ctrl+Page Down to the next record."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.go_to(0, 0)
        window.keyboard.press("F7")
        window.screen.find("label", "Record 1 of 2", window.window)
        window.keyboard.press("ctrl+a")
        window.keyboard.type("Anna")
        window.keyboard.press("Return")
        window.wait_for_cell(0, 0, "Anna")
        window.keyboard.press("ctrl+a")
        window.keyboard.type("old")
        window.keyboard.press("Return")
        window.wait_for_cell(0, 1, "old")
        window.wait_for_message("“old” is not a whole number.")
        window.keyboard.press("space")
        window.wait_for_check(0, 2, False)
        window.keyboard.press("ctrl+Page_Down")
        window.screen.find("label", "Record 2 of 2", window.window)

    def test_new_record(self) -> None:
        """Ctrl+N in the card adds a record and goes on in the card."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.go_to(0, 0)
        window.keyboard.press("F7")
        window.screen.find("label", "Record 1 of 2", window.window)
        window.keyboard.press("ctrl+n")
        window.screen.find("label", "Record 3 of 3", window.window)
        window.keyboard.type("Cy")
        window.keyboard.press("Return")
        window.wait_for_cell(2, 0, "Cy")
        window.wait_until_saved(3)

    def test_many_records(self) -> None:
        """Tab and Enter in the last line go on to a new record; Esc takes back the one that is not needed."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.go_to(1, 0)
        window.keyboard.press("F7")
        window.screen.find("label", "Record 2 of 2", window.window)
        for row, key in ((2, "Tab"), (3, "Return")):
            window.keyboard.press("Tab", "Tab", key)
            window.screen.find("label", f"Record {row + 1} of {row + 1}", window.window)
            window.keyboard.type("Cy")
            window.keyboard.press("Tab")
            window.wait_for_cell(row, 0, "Cy")
            window.keyboard.press("shift+Tab")
        window.keyboard.press("Tab", "Tab", "Return")
        window.screen.find("label", "Record 5 of 5", window.window)
        window.keyboard.press("Escape")
        window.wait_for_message("The empty record was removed.")
        window.wait_until_saved(4)
        self.assertEqual(window.document.column("Name"), ["Ann", "Bob", "Cy", "Cy"])

    def test_going_away(self) -> None:
        """F7 once more puts it away, and takes what was typed."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.go_to(1, 0)
        window.keyboard.press("F7")
        window.screen.find("label", "Record 2 of 2", window.window)
        window.keyboard.press("ctrl+a")
        window.keyboard.type("Bill")
        window.keyboard.press("F7")
        window.screen.wait_until_gone("label", "Record 2 of 2", window.window)
        window.wait_for_cell(1, 0, "Bill")
        window.wait_for_cursor(1, 0)
