"""Texts of several lines: the rows that show them, and the editor that grows with them."""

from support.cards import CardsWindow
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

NOTES = "Title\tNote\nOne\t\"First line\nsecond\nthird\"\nTwo\tshort\nThree\tlast\n"


class Rows(AcceptanceTest):
    """A grid with a text of three lines."""

    def test_lines_are_typed(self) -> None:
        """Alt+Enter breaks the line in an open cell, the arrows go through the lines, and Enter takes them all."""
        window = self._open()
        window.go_to(1, 1)
        window.keyboard.press("F2", "alt+Return")
        window.keyboard.type("more")
        wait_for_equal("the text", lambda: window.editor("Note").text, "short\nmore")
        window.keyboard.press("Up", "Home")
        window.keyboard.type("very ")
        window.keyboard.press("Return")
        wait_for_equal("the notes", lambda: window.document.column("Note"),
                       ["First line\nsecond\nthird", "very short\nmore", "last"])
        window.keyboard.press("ctrl+z")
        wait_for_equal("the notes", lambda: window.document.column("Note")[1], "short")

    def test_record_is_shown_whole(self) -> None:
        """Alt+Enter makes the row as high as its text, until the cursor leaves it."""
        window = self._open()
        window.go_to(0, 1)
        low = self._height(window, 0)
        window.keyboard.press("alt+Return")
        wait_until("the row is higher", lambda: self._height(window, 0) > 2 * low)
        self.assertEqual(self._height(window, 1), low)
        window.keyboard.press("Down")
        wait_for_equal("the height", lambda: self._height(window, 0), low)

    def test_height_is_kept(self) -> None:
        """The menu makes all rows higher, and the document keeps it."""
        window = self._open()
        low = self._height(window, 0)
        window.menu_item("View", "Row Height").press()
        window.screen.find("radio button", "3 lines", window.window).press()
        wait_until("the rows are higher", lambda: self._height(window, 1) > 2 * low)
        path, high = window.document.path, self._height(window, 1)
        window.program.quit()
        window = self.open(path)
        wait_for_equal("the height", lambda: self._height(window, 1), high)

    def _open(self) -> CardsWindow:
        window = self.open(self.write("notes.tsv", NOTES))
        window.wait_until_saved(3)
        return window

    def _height(self, window: CardsWindow, row: int) -> int:
        return window.table.cell(row, 0).box.height
