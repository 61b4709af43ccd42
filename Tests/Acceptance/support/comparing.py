"""The sheet that compares a document with another table."""

from pathlib import Path

from .cards import CardsWindow
from .desktop_dialog import FileChooser
from .screen import Table
from .sheet import Sheet
from .waiting import wait_for_equal, wait_until


class Comparison(Sheet):
    """The sheet, by its keys."""

    def __init__(self, window: CardsWindow) -> None:
        window.keyboard.press("ctrl+shift+m")
        super().__init__(window, "Compare with")
        self.program = window.program

    @property
    def differences(self) -> Table:
        """The rows."""
        return self.screen.table("Differences", self.dialog)

    def choose_file(self, file: Path, key: str = "alt+f") -> None:
        """Chooses a file in the desktop's dialog."""
        self.keyboard.press(key)
        FileChooser(self.program, "Compare with").open(file)

    def wait_for_rows(self, expected: list[list[str]]) -> None:
        """Waits until the differences are these."""
        wait_for_equal("the differences", lambda: self.differences.rows(), expected)

    def wait_for_cursor(self, row: int, column: int) -> None:
        """Waits until the cursor is on this cell."""
        wait_until(f"the cursor is on row {row}, column {column}",
                   lambda: "focused" in self.differences.cell(row, column).states)

    def select_record(self, row: int) -> None:
        """Selects the whole record of a row, by the keyboard."""
        self.differences.grab_focus()
        self.keyboard.press("ctrl+Home", *["Down"] * row, "shift+space")
        wait_until("it is selected", lambda: "selected" in self.differences.cell(row, 0).states)
