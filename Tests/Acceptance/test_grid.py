"""Sorting, selecting and quick entry in the grid."""

from support import mouse
from support.cards import CardsWindow
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

TOWNS = "Town\tVisits\tSeen\nOslo\t3\ttrue\nBern\t1\tfalse\nRiga\t2\t\nBern\t9\ttrue\n"
TOWN, VISITS, SEEN = range(3)


class GridTest(AcceptanceTest):
    """A test with a window that shows four towns."""

    def open_towns(self) -> CardsWindow:
        """The window, saved and ready."""
        window = self.open(self.write("towns.tsv", TOWNS))
        window.wait_until_saved(4)
        return window

    def wait_for_column(self, window: CardsWindow, column: int, expected: list[str]) -> None:
        """Waits until a column shows this, from top to bottom."""
        wait_for_equal(
            f"column {column}",
            lambda: [window.cell(row, column).name for row in range(window.table.row_count)], expected)

    def selected(self, window: CardsWindow) -> list[tuple[int, int]]:
        """The cells that are selected."""
        return [
            (row, column) for row in range(window.table.row_count) for column in range(window.table.column_count)
            if "selected" in window.cell(row, column).states]


class Sorting(GridTest):
    """The order of the records."""

    def test_header_click(self) -> None:
        """Up, down, and as in the file; the records themselves stay where they are."""
        window = self.open_towns()
        header = window.table.heading(VISITS)
        mouse.click(header)
        self.wait_for_column(window, VISITS, ["1", "2", "3", "9"])
        wait_for_equal("the header's description", lambda: header.description, "Whole number, sorted ascending, 1")
        mouse.click(header)
        self.wait_for_column(window, VISITS, ["9", "3", "2", "1"])
        self.assertEqual(window.document.column("Visits"), [3, 1, 2, 9])
        mouse.click(header)
        self.wait_for_column(window, VISITS, ["3", "1", "2", "9"])

    def test_second_field(self) -> None:
        """Shift and a click add a field."""
        window = self.open_towns()
        mouse.click(window.table.heading(TOWN))
        mouse.click(window.table.heading(VISITS), holding="shift")
        mouse.click(window.table.heading(VISITS), holding="shift")
        self.wait_for_column(window, VISITS, ["9", "1", "3", "2"])
        wait_for_equal(
            "the header's description", lambda: window.table.heading(VISITS).description, "Whole number, sorted descending, 2")

    def test_menu_by_keyboard(self) -> None:
        """Alt+Down opens the field's menu."""
        window = self.open_towns()
        window.go_to(0, VISITS)
        window.keyboard.press("alt+Down")
        window.screen.find("check menu item", "Sort Descending")
        window.keyboard.press("d")
        self.wait_for_column(window, VISITS, ["9", "3", "2", "1"])

    def test_edited_records_stay(self) -> None:
        """What is typed goes to the record that is seen, and that stays in its row."""
        window = self.open_towns()
        mouse.click(window.table.heading(VISITS))
        self.wait_for_column(window, VISITS, ["1", "2", "3", "9"])
        window.enter(0, VISITS, "50")
        self.wait_for_column(window, VISITS, ["50", "2", "3", "9"])
        window.wait_until_saved(4)
        self.assertEqual(window.document.column("Visits"), [3, 50, 2, 9])

    def test_kept_in_the_document(self) -> None:
        """It is sorted the same way when it is opened again."""
        window = self.open_towns()
        mouse.click(window.table.heading(VISITS))
        self.wait_for_column(window, VISITS, ["1", "2", "3", "9"])
        window.wait_until_saved(4)
        window.program.quit()
        again = CardsWindow(self.start(window.document.path), "towns")
        self.wait_for_column(again, VISITS, ["1", "2", "3", "9"])


class Fields(GridTest):
    """What is done to fields by their headers."""

    def test_drag_moves(self) -> None:
        """A header dragged to the end of the last one comes behind it, and undo brings it back."""
        window = self.open_towns()
        mouse.drag(window.table.heading(TOWN), window.table.heading(SEEN))
        wait_for_equal("the fields", lambda: window.table.headings, ["Visits", "Seen", "Town"])
        window.keyboard.press("ctrl+z")
        wait_for_equal("the fields", lambda: window.table.headings, ["Town", "Visits", "Seen"])

    def test_rename(self) -> None:
        """From the menu, in the header itself."""
        window = self.open_towns()
        window.go_to(0, TOWN)
        window.keyboard.press("alt+Down")
        window.screen.find("menu item", "Rename…")
        window.keyboard.press("n")
        window.screen.find("text", "Name of the field", window.window)
        window.keyboard.type("City")
        window.keyboard.press("Return")
        wait_for_equal("the fields", lambda: window.table.headings, ["City", "Visits", "Seen"])
        window.wait_until_saved(4)
        self.assertEqual(window.document.fields()[0], "City")


class Selecting(GridTest):
    """Ranges, fields, records and everything."""

    def test_summary(self) -> None:
        """The status line sums up what is selected."""
        window = self.open_towns()
        window.go_to(0, VISITS)
        window.keyboard.press("shift+Down", "shift+Down")
        figures = window.screen.find("label", "3 cells · Sum 6 · Mean 2 · Min 1 · Max 3", window.window)
        # The text is cut where the label is narrower.
        wait_until("they have the room of the line", lambda: figures.box.width > window.window.box.width // 2)
        self.assertEqual(self.selected(window), [(0, VISITS), (1, VISITS), (2, VISITS)])

    def test_field_record_all(self) -> None:
        """Ctrl+Space, Shift+Space, Ctrl+A."""
        window = self.open_towns()
        window.go_to(1, VISITS)
        window.keyboard.press("ctrl+space")
        wait_for_equal("the selection", lambda: self.selected(window), [(row, VISITS) for row in range(4)])
        window.keyboard.press("Escape", "shift+space")
        wait_for_equal("the selection", lambda: self.selected(window), [(1, field) for field in range(3)])
        window.keyboard.press("ctrl+a")
        wait_until("everything is selected", lambda: len(self.selected(window)) == 12)

    def test_header_takes_the_field(self) -> None:
        """With Ctrl nothing is sorted."""
        window = self.open_towns()
        mouse.click(window.table.heading(VISITS), holding="ctrl")
        wait_for_equal("the selection", lambda: self.selected(window), [(row, VISITS) for row in range(4)])
        self.wait_for_column(window, VISITS, ["3", "1", "2", "9"])


class Entering(GridTest):
    """Quick entry."""

    def test_fill_down(self) -> None:
        """The first of the selected rows goes on in the others, as one step."""
        window = self.open_towns()
        window.go_to(0, TOWN)
        window.keyboard.press("shift+Down", "shift+Down", "ctrl+d")
        self.wait_for_column(window, TOWN, ["Oslo", "Oslo", "Oslo", "Bern"])
        window.keyboard.press("ctrl+z")
        self.wait_for_column(window, TOWN, ["Oslo", "Bern", "Riga", "Bern"])

    def test_repeat_above(self) -> None:
        """Ctrl+' takes the value of the cell above."""
        window = self.open_towns()
        window.go_to(2, TOWN)
        window.keyboard.press("ctrl+apostrophe")
        window.wait_for_cell(2, TOWN, "Bern")

    def test_pinned_field(self) -> None:
        """The next record starts with its value, the cursor on the first field that is open."""
        window = self.open_towns()
        window.go_to(3, TOWN)
        window.keyboard.press("ctrl+shift+p", "ctrl+n")
        window.wait_for_cursor(4, VISITS)
        window.wait_for_cell(4, TOWN, "Bern")
        window.wait_until_saved(5)
        self.assertEqual(window.document.column("Town")[-1], "Bern")

    def test_escape_twice(self) -> None:
        """Once the cell, twice the record."""
        window = self.open_towns()
        window.go_to(1, TOWN)
        window.keyboard.type("Basel")
        window.keyboard.press("Tab")
        window.wait_for_cell(1, TOWN, "Basel")
        window.keyboard.type("77")
        window.wait_for_typed("Visits", "77")
        window.keyboard.press("Escape")
        window.wait_for_cell(1, VISITS, "1")
        window.wait_for_cell(1, TOWN, "Basel")
        window.keyboard.press("Escape")
        window.wait_for_cell(1, TOWN, "Bern")

    def test_completion(self) -> None:
        """It is only shown; Enter keeps what was typed, End takes it over."""
        window = self.open_towns()
        window.go_to(3, TOWN)
        window.keyboard.type("Os")
        window.wait_for_typed("Town", "Os")
        window.keyboard.press("Return")
        window.wait_for_cell(3, TOWN, "Os")
        window.go_to(3, TOWN)
        window.keyboard.type("Ri")
        window.wait_for_typed("Town", "Ri")
        window.keyboard.press("End")
        window.wait_for_typed("Town", "Riga")
        window.keyboard.press("Return")
        window.wait_for_cell(3, TOWN, "Riga")

    def test_input_method(self) -> None:
        """It composes from the first key on a selected cell: here a^ becomes â, as one of GTK's own methods has it."""
        self.home.environment["GTK_IM_MODULE"] = "viqr"
        window = self.open_towns()
        window.go_to(0, TOWN)
        window.keyboard.type("a^b")
        window.wait_for_typed("Town", "âb")
        window.keyboard.press("Return")
        window.wait_for_cell(0, TOWN, "âb")
