"""Fields of stars."""

from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

BOOKS = "Title\tStars\nOne\t3\nTwo\t\nThree\t7\n"
RATING = 11


class Ratings(AcceptanceTest):
    """Set by a key, and kept as numbers."""

    def test_keys(self) -> None:
        """A digit sets it, Alt with the arrows changes it; more stars than there are stay and are marked."""
        window = self.open(self.write("books.tsv", BOOKS))
        window.wait_until_saved(3)
        window.keyboard.press("F4")
        sheet = Sheet(window, "Fields")
        sheet.control("combo box", "Type of field 2").choose(RATING)
        sheet.leave_by("OK")
        window.button("1 to fix")
        window.go_to(1, 1)
        window.keyboard.press("4")
        window.wait_for_cell(1, 1, "4")
        window.keyboard.press("alt+Up")
        window.wait_for_cell(1, 1, "5")
        window.keyboard.press("Down", "2")
        window.wait_for_cell(2, 1, "2")
        window.screen.wait_until_gone("push button", "1 to fix", window.window)
        window.keyboard.press("F2")
        window.keyboard.press("ctrl+a")
        window.keyboard.type("***")
        window.keyboard.press("Return")
        window.wait_for_cell(2, 1, "3")
        window.go_to(0, 1)
        window.keyboard.press("F2", "ctrl+a")
        window.keyboard.type("12")
        window.keyboard.press("Return")
        window.wait_for_message("“12” is not a number of stars from 0 to 10.")
        wait_for_equal("the stars", lambda: window.document.column("Stars"), ["12", 5, 3])
