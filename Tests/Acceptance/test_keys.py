"""The keys that people know from spreadsheets, in the table and in the card."""

from datetime import datetime, timedelta

from support.cards import CardsWindow
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

TOWNS = "Town\tVisits\tSeen\tDay\n" + "".join(
    f"Town {number}\t{number}\t{'true' if number % 2 else 'false'}\tnever\n" for number in range(60))
TOWN, VISITS, SEEN, DAY = range(4)


class KeyTest(AcceptanceTest):
    """A test with a window that shows sixty towns."""

    def open_towns(self) -> CardsWindow:
        """The window, saved and ready."""
        window = self.open(self.write("towns.tsv", TOWNS))
        window.wait_until_saved(60)
        return window

    def enter_moment(self, window: CardsWindow, row: int, key: str, form: str) -> None:
        """Presses a key that puts the moment into the day of a record, and waits until it is there in this form."""
        before = datetime.now().replace(microsecond=0)
        window.keyboard.press(key)

        def is_between() -> bool:
            seconds = int((datetime.now() - before).total_seconds())
            moments = (before + timedelta(seconds=second) for second in range(seconds + 1))
            return window.cell(row, DAY).name in {moment.strftime(form) for moment in moments}

        wait_until("the moment", is_between, describe=lambda: f"there is “{window.cell(row, DAY).name}”")

    def enter_date_and_time(self, window: CardsWindow, row: int) -> None:
        """Ctrl+; and Ctrl+: in the day of a record."""
        self.enter_moment(window, row, "ctrl+semicolon", "%Y/%m/%d")
        self.enter_moment(window, row, "ctrl+colon", "%H:%M:%S")


class Table(KeyTest):
    """Keys in the table."""

    def test_within_a_record_and_by_pages(self) -> None:
        """Home and End, Page Up and Page Down."""
        window = self.open_towns()
        window.go_to(0, VISITS)
        window.keyboard.press("End")
        window.wait_for_cursor(0, DAY)
        window.keyboard.press("Home")
        window.wait_for_cursor(0, TOWN)
        window.keyboard.press("Page_Down", "Page_Down", "Page_Down", "Page_Down", "Page_Down", "Page_Down")
        window.wait_for_cursor(59, TOWN)
        window.keyboard.press("Page_Up")
        wait_until("the cursor is a page above", lambda: "focused" not in window.cell(59, TOWN).states)
        window.keyboard.press("Page_Down")
        window.wait_for_cursor(59, TOWN)

    def test_emptying(self) -> None:
        """Delete empties all selected cells, as one step."""
        window = self.open_towns()
        window.go_to(0, TOWN)
        window.keyboard.press("shift+Down", "shift+Right", "Delete")
        wait_for_equal("the rows", lambda: [window.table.row(row)[:2] for row in range(3)],
                       [["", ""], ["", ""], ["Town 2", "2"]])
        window.keyboard.press("ctrl+z")
        wait_for_equal("the first row", lambda: window.table.row(0)[:2], ["Town 0", "0"])

    def test_out_of_the_last_cell(self) -> None:
        """Tab adds a record there."""
        window = self.open_towns()
        window.go_to(59, DAY)
        window.keyboard.press("Tab")
        window.wait_for_cursor(60, TOWN)
        window.keyboard.type("Uji")
        window.keyboard.press("Return")
        window.wait_until_saved(61)
        self.assertEqual(window.document.column("Town")[-1], "Uji")

    def test_date_and_time(self) -> None:
        """Ctrl+; and Ctrl+: put them into the cell."""
        window = self.open_towns()
        window.go_to(3, DAY)
        self.enter_date_and_time(window, 3)

    def test_from_one_to_fix_to_the_next(self) -> None:
        """F8, and round."""
        window = self.open_towns()
        for row in (2, 5):
            window.enter(row, VISITS, "many")
        window.table.grab_focus()
        window.keyboard.press("F8")
        window.wait_for_cursor(2, VISITS)
        window.keyboard.press("F8")
        window.wait_for_cursor(5, VISITS)
        window.wait_for_message("“many” is not a whole number.")


class Card(KeyTest):
    """The same in the card."""

    def open_card(self, field: int) -> CardsWindow:
        """The card of the third record, with the keys in a field."""
        window = self.open_towns()
        window.go_to(2, field)
        window.keyboard.press("F7")
        window.screen.find("label", "Record 3 of 60", window.window)
        name = window.table.headings[field]
        wait_until("the keys go to the card", lambda: any(
            node.role == "text" and node.name == name and "focused" in node.states
            for node in window.window.descendants()))
        return window

    def test_values_above(self) -> None:
        """Ctrl+' and Ctrl+D take them from the record above."""
        window = self.open_card(TOWN)
        window.keyboard.press("ctrl+apostrophe")
        window.wait_for_cell(2, TOWN, "Town 1")
        window.keyboard.press("Down", "ctrl+d")
        window.wait_for_cell(2, VISITS, "1")
        window.keyboard.press("ctrl+z", "ctrl+z")
        window.wait_for_cell(2, TOWN, "Town 2")
        window.wait_for_cell(2, VISITS, "2")

    def test_date_and_time(self) -> None:
        """Ctrl+; and Ctrl+: put them into the field."""
        window = self.open_card(DAY)
        self.enter_date_and_time(window, 2)

    def test_up_and_down(self) -> None:
        """The arrows go from line to line, Ctrl+Page Up to the record above."""
        window = self.open_card(TOWN)
        window.keyboard.press("Down", "ctrl+a")
        window.keyboard.type("77")
        window.keyboard.press("Up", "ctrl+a")
        window.wait_for_cell(2, VISITS, "77")
        window.keyboard.type("Uji")
        window.keyboard.press("ctrl+Page_Up")
        window.screen.find("label", "Record 2 of 60", window.window)
        window.wait_for_cell(2, TOWN, "Uji")

    def test_escape_twice(self) -> None:
        """Once what is typed, twice what was done to the record."""
        window = self.open_card(TOWN)
        window.keyboard.press("ctrl+a")
        window.keyboard.type("Uji")
        window.keyboard.press("Return", "ctrl+a")
        window.wait_for_cell(2, TOWN, "Uji")
        window.keyboard.type("99")
        window.keyboard.press("Escape", "Escape")
        window.wait_for_message("The changes to the record were undone. Undo restores them.")
        self.assertEqual(window.table.row(2)[:2], ["Town 2", "2"])
        window.keyboard.press("ctrl+z")
        window.wait_for_cell(2, TOWN, "Uji")

    def test_deleting(self) -> None:
        """Ctrl+Delete deletes the record that the card shows, and undo brings it back."""
        window = self.open_card(TOWN)
        window.keyboard.press("ctrl+Delete")
        window.wait_for_cell(2, TOWN, "Town 3")
        window.screen.find("label", "Record 3 of 59", window.window)
        window.keyboard.press("ctrl+z")
        window.screen.find("label", "Record 3 of 60", window.window)
        window.wait_for_cell(2, TOWN, "Town 2")
