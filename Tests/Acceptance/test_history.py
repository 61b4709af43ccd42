"""What has happened to the records, beside the grid."""

import re

from support import clipboard
from support.cards import CardsWindow
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

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

    def test_changed_again(self) -> None:
        """What has been changed again since is asked about, and goes back with the rest or stays, as one step."""
        window = self.open_people()
        window.go_to(0, 1)
        window.keyboard.press("shift+Down")
        window.keyboard.press("Delete")
        window.wait_for_cell(1, 1, "")
        window.enter(0, 1, "33")
        window.go_to(0, 1)
        window.keyboard.press("F6")
        for button, left in (("Only the Others", "33"), ("Revert All", "31")):
            self.take_back_both(window)
            sheet = Sheet(window, "1 cell has been changed again since.")
            sheet.press(button)
            sheet.wait_until_gone()
            window.wait_for_rows([["Ann", left], ["Bob", "45"], ["Cy", "8"]])
            window.keyboard.press("ctrl+z")
            window.wait_for_rows([["Ann", "33"], ["Bob", ""], ["Cy", "8"]])
        self.take_back_both(window)
        Sheet(window, "1 cell has been changed again since.").leave_by("Cancel")
        window.wait_for_rows([["Ann", "33"], ["Bob", ""], ["Cy", "8"]])

    def take_back_both(self, window: CardsWindow) -> None:
        """Asks for the oldest step, by the menu of the list."""
        window.screen.table("History", window.window).grab_focus()
        wait_until("the history has been read", lambda: self.entries(window))
        window.keyboard.press("End", "Menu")
        window.screen.find("menu item", "Revert the Whole Step").press()

    def test_follows_the_cursor(self) -> None:
        """The list is about the record under the cursor, its field, or all, also of what another program has changed."""
        window = self.open_people()
        window.enter(0, 1, "32")
        window.enter(1, 0, "Bert")
        window.keyboard.press("F6")
        window.go_to(0, 1)
        self.wait_for_entries(window, ["Age: 31 → 32"])
        self.assertIsNotNone(
            window.screen.look("label", lambda name: name.startswith("History starts "), window.window), "how far back it goes")
        window.go_to(1, 1)
        self.wait_for_entries(window, ["Name: Bob → Bert"])
        window.document.query("UPDATE records SET f2 = 50 WHERE id = 2")
        window.wait_for_cell(1, 1, "50")
        self.wait_for_entries(window, ["Age: 45 → 50", "Name: Bob → Bert"])
        window.program.quit()

    def test_as_it_was(self) -> None:
        """Alt+W shows the table as it was before an entry, to find and copy from; the document itself goes on."""
        window = self.open_people()
        window.enter(0, 1, "32")
        window.enter(0, 0, "Anna")
        window.go_to(1, 0)
        window.keyboard.press("ctrl+Delete")
        window.wait_until_saved(2)
        window.go_to(0, 1)
        window.keyboard.press("F6")
        self.wait_for_entries(window, ["Name: Ann → Anna", "Age: 31 → 32"])
        window.keyboard.press("Down", "Down", "alt+w")
        past = CardsWindow(window.program, self.past_title(window))
        wait_until("the subtitle", lambda: past.screen.look(
            "label", lambda text: re.fullmatch(r"As of \d\d:\d\d", text), past.window))
        past.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", "8"]])
        past.keyboard.press("ctrl+Home", "F6")
        past.wait_for_message("This window shows an earlier state of the table. It is not a document.")
        past.keyboard.press("x", "ctrl+Delete")
        past.wait_for_message("This document is read-only. Nothing was changed.")
        past.keyboard.press("ctrl+f")
        past.keyboard.type("bo")
        past.keyboard.press("Return")
        past.screen.find("label", "Found 1 of 3 records", past.window)
        past.close_find()
        past.go_to(1, 0)
        past.keyboard.press("ctrl+c")
        wait_for_equal("the clipboard", clipboard.read, "Name\nBob\n")
        past.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", "8"]])
        past.keyboard.press("ctrl+w")
        window.screen.wait_until_gone("frame", past.title)
        window.enter(1, 1, "9")
        window.wait_for_rows([["Anna", "32"], ["Cy", "9"]])
        window.program.quit()
        again = CardsWindow(self.start(), "people")
        again.wait_until_saved(2)
        self.assertEqual([other.name for other in again.screen.windows()], ["people"], "it does not come back")

    def test_not_known(self) -> None:
        """Where another program has written unseen, the earliest moment that is known is offered, and shown with Enter."""
        window = self.open_people()
        window.enter(0, 1, "32")
        window.wait_until_saved(3)
        window.program.quit()
        window.document.query("UPDATE records SET f2 = 40 WHERE id = 1")
        window = self.open(window.document.path)
        window.enter(0, 1, "41")
        window.go_to(0, 1)
        window.keyboard.press("F6")
        gap = "Another program changed the file: Its changes were not recorded."
        self.wait_for_entries(window, ["Age: 40 → 41", gap, "Age: 31 → 32"])
        window.keyboard.press("End", "alt+w")
        window.screen.find("push button", "Show It", window.window)
        window.keyboard.press("Return")
        past = CardsWindow(window.program, self.past_title(window))
        past.wait_for_rows([["Ann", "40"], ["Bob", "45"], ["Cy", "8"]])

    def past_title(self, window: CardsWindow) -> str:
        """Waits for the window with the table as it was, and returns its title."""
        def titles() -> list[str]:
            names = [other.name for other in window.screen.windows()]
            return [name for name in names if name.startswith("people — as it was on ")]

        wait_until("the table as it was", lambda: len(titles()) == 1, describe=window.screen.dump)
        return titles()[0]
