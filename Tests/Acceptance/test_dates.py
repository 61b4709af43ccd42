"""Fields of dates and times: typed, stepped, chosen, found, shown."""

from datetime import date, timedelta

from support import clipboard
from support.cards import CardsWindow
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tBorn\tAt\nAnna\t1998-05-20\t09:30\nBen\t1998\t10:15\nCem\t2001-02-03\t21:05\nDee\t\t\n"


class Dates(AcceptanceTest):
    """As a person enters them."""

    def open_people(self) -> CardsWindow:
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(4)
        return window

    def test_typed(self) -> None:
        """What is meant is told before Enter, and kept in the form of ISO 8601; what is no date stays with its reason."""
        window = self.open_people()
        window.go_to(3, 1)
        window.keyboard.type("24 dec 26")
        editor = window.editor("Born")
        wait_for_equal("the meaning", lambda: editor.description, "Thu 24 Dec 2026")
        window.keyboard.press("Return")
        window.wait_for_cell(3, 1, "2026-12-24")
        window.enter(3, 1, "R8.12.25")
        window.wait_for_cell(3, 1, "2026-12-25")
        window.enter(3, 2, "9:45 pm")
        window.wait_for_cell(3, 2, "21:45")
        wait_for_equal("the file", lambda: window.document.column("Born")[3], "2026-12-25")
        window.enter(3, 1, "2026-02-30")
        window.wait_for_message("“2026-02-30” is not a date: February 2026 has 28 days.")
        wait_for_equal("the file", lambda: window.document.column("Born")[3], "2026-02-30")

    def test_relative(self) -> None:
        """Today and what is counted from it."""
        window = self.open_people()
        before = date.today()
        window.enter(3, 1, "+3")
        wait_until("there is a date", lambda: window.cell(3, 1).name not in ("", "+3"))
        days = [str(day + timedelta(days=3)) for day in (before, date.today())]
        self.assertIn(window.cell(3, 1).name, days)

    def test_steps(self) -> None:
        """Alt with Up and Down, while typing and before; with Page Up and Page Down months and hours."""
        window = self.open_people()
        window.go_to(0, 1)
        window.keyboard.press("alt+Up")
        window.wait_for_cell(0, 1, "1998-05-21")
        window.keyboard.press("alt+Next")
        window.wait_for_cell(0, 1, "1998-04-21")
        window.keyboard.press("F2")
        window.wait_for_typed("Born", "1998-04-21")
        window.keyboard.press("alt+Down")
        window.wait_for_typed("Born", "1998-04-20")
        window.keyboard.press("Return")
        window.wait_for_cell(0, 1, "1998-04-20")
        window.go_to(2, 2)
        window.keyboard.press("alt+Prior")
        window.wait_for_cell(2, 2, "22:05")
        window.keyboard.press("ctrl+z")
        window.wait_for_cell(2, 2, "21:05")

    def test_calendar(self) -> None:
        """Alt+Down in an empty cell opens it; the arrow keys and Enter choose a day."""
        window = self.open_people()
        window.go_to(3, 1)
        before = date.today()
        window.keyboard.press("alt+Down")
        window.screen.find("calendar", "Calendar", window.window)
        window.keyboard.press("Return")
        wait_until("there is a date", lambda: window.cell(3, 1).name != "")
        self.assertIn(window.cell(3, 1).name, [str(before), str(date.today())])
        window.wait_for_cursor(3, 1)

    def test_found(self) -> None:
        """A year stands for all of its days, and a range may be open."""
        window = self.open_people()
        window.table.grab_focus()
        window.keyboard.press("ctrl+f")
        self._wait_for_keys(window, "Find in all fields")
        window.keyboard.press("alt+e")
        self._wait_for_keys(window, "Name")
        window.keyboard.press("Tab")
        self._wait_for_keys(window, "Born")
        for text, names in [("1998", ["Anna", "Ben"]), ("1999..", ["Cem"]), ("..1998", ["Anna", "Ben"])]:
            window.keyboard.press("ctrl+a")
            window.keyboard.type(text)
            wait_for_equal("the people", lambda: self._names(window), names)

    def _names(self, window: CardsWindow) -> list[str] | None:
        try:
            return [row[0] for row in window.table.rows()]
        except AssertionError:
            return None  # The rows have become others while they were read.

    def _wait_for_keys(self, window: CardsWindow, entry: str) -> None:
        node = window.screen.find("text", entry, window.window)
        wait_until(f"the entry “{entry}” has the keys", lambda: "focused" in node.states)

    def test_copied(self) -> None:
        """A spreadsheet gets real dates, and text the form of ISO 8601."""
        window = self.open_people()
        window.keyboard.press("ctrl+shift+c")
        window.wait_for_message("Copied 4 records to the clipboard.")
        self.assertEqual(clipboard.read(), PEOPLE)
        html = clipboard.read("text/html")
        self.assertIn('<td sdval="35935" sdnum="1033;1033;yyyy-mm-dd">1998-05-20</td>', html)
        self.assertIn('<td sdnum="1033;0;@">1998</td>', html)
        self.assertIn('sdnum="1033;1033;hh:mm">09:30</td>', html)
