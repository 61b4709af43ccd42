"""A window with record cards, in the words of a person who works with it."""

import re

from .document import Document
from .program import Program
from .screen import Node, Table
from .waiting import wait_for_equal, wait_until
from .xdotool import xdotool

_SUBTITLE = re.compile(r"[\d,]+ (records?|件) · ")


class CardsWindow:
    """The window of one document."""

    def __init__(self, program: Program, title: str) -> None:
        self.program = program
        self.title = title
        self.screen = program.screen
        self.keyboard = program.keyboard
        self.window = program.window(title)
        self.table: Table = self.screen.table("Cards", self.window)

    @property
    def document(self) -> Document:
        """The document, if it is one that Kiroku has made from a text file or from its sample."""
        home, name = self.program.home, f"{self.title}.kiroku"
        sample = home.kept / name
        return Document(sample if sample.exists() else home.documents / name)

    # What it says

    @property
    def subtitle(self) -> str:
        """The line below the title: "1,234 records · Saved"."""
        label = self.screen.look("label", _SUBTITLE.match, self.window)
        return label.name if label else ""

    def wait_for_subtitle(self, expected: str) -> None:
        """Waits until the line below the title is this."""
        subtitles = self.screen.words.spoken(expected)
        wait_until(f"the subtitle “{expected}”", lambda: self.subtitle in subtitles, describe=lambda: self.subtitle)

    def wait_until_saved(self, records: int) -> None:
        """Waits until it says that so many records are saved."""
        self.wait_for_subtitle(f"{records:,} {'record' if records == 1 else 'records'} · Saved")

    def wait_for_message(self, expected: str) -> None:
        """Waits until the message line says this."""
        self.screen.find("label", expected, self.window)

    def close_find(self) -> None:
        """Closes the find bar with Escape, which first ends a search that still goes on."""

        def is_closed() -> bool:
            if self.screen.look_named("text", "Find in all fields", self.window) is None:
                return True
            self.keyboard.press("Escape")
            return False

        wait_until("the find bar is closed", is_closed, describe=self.screen.dump)

    # Its size

    def resize(self, width: int, height: int) -> None:
        """Gives it this size, as dragging its corner does; it may need more."""
        self.keyboard.reach()
        xdotool("getactivewindow", "windowsize", "--sync", width, height)

    # Buttons

    def button(self, name: str) -> Node:
        """A button, by its name."""
        return self.screen.find("push button", name, self.window)

    def press(self, button: str) -> None:
        """Presses a button, once it can be pressed."""
        self.button(button).press()

    # The menu

    def menu_item(self, *path: str) -> Node:
        """An item of the menu, by the items that lead to it; the menu is open then."""
        self.screen.wait_until_gone("panel", "Menu", self.window)  # one that is closing does not open again
        self.keyboard.press("F10")
        for name in path[:-1]:
            self._shown_item(name).press()
        return self._shown_item(path[-1])

    def choose(self, *path: str) -> None:
        """Chooses a command of the menu, by the items that lead to it."""
        self.menu_item(*path).press()

    def menu_lines(self) -> list[str]:
        """What the menu shows, once it is open; it is closed again."""
        menu = self.screen.find("panel", "Menu", self.window)
        lines = [node.name for node in menu.descendants() if node.role == "push button"]
        self.keyboard.press("Escape")
        self.screen.wait_until_gone("panel", "Menu", self.window)  # one that is closing does not open again
        return lines

    def _shown_item(self, name: str) -> Node:
        """An item of the open menu."""
        return self.screen.find("push button", name, self.screen.find("panel", "Menu", self.window))

    # The table

    def cell(self, row: int, column: int) -> Node:
        """One cell."""
        return self.table.cell(row, column)

    def wait_for_cell(self, row: int, column: int, expected: str) -> None:
        """Waits until a cell shows this text."""
        wait_for_equal(f"the cell in row {row}, column {column}", lambda: self.cell(row, column).name, expected)

    def wait_for_check(self, row: int, column: int, expected: bool | None) -> None:
        """Waits until a check box is set, not set, or (None) empty."""

        def read() -> bool | None:
            states = self.cell(row, column).states
            return None if "indeterminate" in states else "checked" in states

        wait_for_equal(f"the check box in row {row}, column {column}", read, expected)

    def wait_for_cursor(self, row: int, column: int) -> None:
        """Waits until the cursor is on a cell."""
        wait_until(f"the cursor is in row {row}, column {column}", lambda: "focused" in self.cell(row, column).states,
                   describe=self._where_cursor_is)

    def _where_cursor_is(self) -> str:
        for row in range(min(self.table.row_count, 20)):
            for column in range(self.table.column_count):
                if "focused" in self.cell(row, column).states:
                    return f"it is in row {row}, column {column}"
        return f"it is nowhere in the first rows\n{self.screen.dump()}"

    def wait_for_rows(self, expected: list[list[str]]) -> None:
        """Waits until the whole (small) table shows this."""
        wait_for_equal("the table", self.table.rows, expected)

    def go_to(self, row: int, column: int) -> None:
        """Moves the cursor to a cell with the keyboard, from the end of the table that is nearer."""
        self.table.grab_focus()
        last = self.table.row_count - 1
        if row <= last // 2:
            self.keyboard.press("ctrl+Home", *["Down"] * row, *["Right"] * column)
        else:
            self.keyboard.press("ctrl+End", *["Up"] * (last - row),
                                *["Left"] * (self.table.column_count - 1 - column))
        self.wait_for_cursor(row, column)

    # Editing

    def editor(self, field: str) -> Node:
        """Waits for the entry that a cell of a field is edited in."""
        return self.screen.find("text", field, self.window)

    def wait_until_not_editing(self, field: str) -> None:
        """Waits until no cell of the field is edited any more."""
        self.screen.wait_until_gone("text", field, self.window)

    def enter(self, row: int, column: int, text: str) -> None:
        """Goes to a cell, types a new text into it, and ends with Enter; waits until the table has it."""
        self.go_to(row, column)
        self.keyboard.type(text)
        field = self.table.headings[column]
        self.wait_for_typed(field, text)
        self.keyboard.press("Return")
        self.wait_until_not_editing(field)

    def wait_for_typed(self, field: str, text: str) -> None:
        """Waits until what is being typed into a cell of the field is this."""
        wait_for_equal(f"the text in the entry “{field}”", lambda: self.editor(field).text, text)
