"""Cells that are copied, cut and pasted."""

from support import clipboard
from support.desktop_dialog import FileChooser
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\nCy\t\n"


class Copy(AcceptanceTest):
    """The selected cells, as another program sees them."""

    def test_selection(self) -> None:
        """Ctrl+C copies what is selected, under the names of the fields."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.go_to(1, 0)
        window.keyboard.press("shift+Right", "shift+Down", "ctrl+c")
        window.wait_for_message("Copied 4 cells to the clipboard.")
        self.assertEqual(clipboard.read(), "Name\tAge\nBob\t45\nCy\t\n")
        self.assertLessEqual({"text/html", "application/x-gnumeric"}, set(clipboard.targets()))
        self.assertIn("Bob", clipboard.read("text/html"))

    def test_cut(self) -> None:
        """Ctrl+X empties the cells, which is one step to take back."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.go_to(0, 0)
        window.keyboard.press("shift+Right", "ctrl+x")
        window.wait_for_rows([["", ""], ["Bob", "45"], ["Cy", ""]])
        self.assertEqual(clipboard.read(), "Name\tAge\nAnn\t31\n")
        window.keyboard.press("ctrl+z")
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", ""]])


class CopyAndPaste(AcceptanceTest):
    """What was copied here, pasted here."""

    def test_into_another_field(self) -> None:
        """Only the cells come, though spreadsheets get the name of their field, too."""
        window = self.open(self.write("people.tsv", "Name\tNote\nAnn\t\nBob\t\nCy\t\n"))
        window.go_to(0, 0)
        window.keyboard.press("shift+Down", "ctrl+c")
        window.wait_for_message("Copied 2 cells to the clipboard.")
        self.assertEqual(clipboard.read(), "Name\nAnn\nBob\n")
        window.go_to(1, 1)
        window.keyboard.press("ctrl+v")
        window.wait_for_message("Pasted 2 cells.")
        window.wait_for_rows([["Ann", ""], ["Bob", "Ann"], ["Cy", "Bob"]])

    def test_same_text_from_elsewhere(self) -> None:
        """What another program has put on the clipboard is pasted as it is."""
        window = self.open(self.write("people.tsv", "Name\tNote\nAnn\t\nBob\t\n"))
        window.go_to(0, 0)
        window.keyboard.press("ctrl+c")
        window.wait_for_message("Copied 1 cell to the clipboard.")
        clipboard.put("Name\nAnn\n")
        window.go_to(0, 1)
        window.keyboard.press("ctrl+v")
        window.wait_for_rows([["Ann", "Name"], ["Bob", "Ann"]])


class Paste(AcceptanceTest):
    """What another program has copied."""

    def test_over_and_beyond(self) -> None:
        """It goes over cells, and on into new records; all of it is one step."""
        window = self.open(self.write("people.tsv", PEOPLE))
        clipboard.put("Dan\t20\nEve\t21\n")
        window.go_to(2, 0)
        window.keyboard.press("ctrl+v")
        window.press("Overwrite")
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Dan", "20"], ["Eve", "21"]])
        window.wait_for_message("Pasted 4 cells. Overwrites 1 record. 1 record is new.")
        window.wait_until_saved(4)
        window.keyboard.press("ctrl+z")
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", ""]])

    def test_below_the_last_record(self) -> None:
        """Where a block would begin on the last record, it can begin below it."""
        window = self.open(self.write("people.tsv", PEOPLE))
        clipboard.put("Dan\t20\nEve\t21\n")
        window.go_to(2, 0)
        window.keyboard.press("ctrl+v")
        window.screen.find("dialog", "Overwrite the last record, or paste below it?")
        window.keyboard.press("Return")
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", ""], ["Dan", "20"], ["Eve", "21"]])
        window.wait_for_message("Pasted 4 cells. 2 records are new.")
        window.wait_until_saved(5)

    def test_text_stays_text(self) -> None:
        """Nothing is taken for a number in a field of texts."""
        window = self.open(self.write("people.tsv", PEOPLE))
        clipboard.put('007\n1e5\n"two\nlines"\n')
        window.go_to(0, 0)
        window.keyboard.press("ctrl+v")
        window.wait_for_message("Pasted 3 cells. Overwrites 3 records.")
        window.wait_until_saved(3)
        self.assertEqual(window.document.column("Name"), ["007", "1e5", "two\nlines"])

    def test_header_says_which_fields(self) -> None:
        """Names of fields in the first line are not pasted as cells."""
        window = self.open(self.write("people.tsv", PEOPLE))
        clipboard.put("Age\tName\n7\tZoe\n")
        window.go_to(0, 0)
        window.keyboard.press("ctrl+v")
        window.wait_for_rows([["Zoe", "7"], ["Bob", "45"], ["Cy", ""]])

    def test_what_does_not_fit_can_be_corrected(self) -> None:
        """A sheet lists it, before anything is changed."""
        window = self.open(self.write("people.tsv", PEOPLE))
        clipboard.put("x\ny\n")
        window.go_to(0, 1)
        window.keyboard.press("ctrl+v")
        entry = window.screen.find("text", "Record 1, Age", window.window)
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", ""]])
        entry.grab_focus()
        window.keyboard.press("ctrl+a")
        window.keyboard.type("12")
        wait_for_equal("the entry", lambda: entry.text, "12")
        window.press("Paste")
        window.wait_for_rows([["Ann", "12"], ["Bob", "y"], ["Cy", ""]])
        window.screen.find("push button", "1 to fix", window.window)

    def test_paste_can_be_given_up(self) -> None:
        """Cancel leaves the table as it was."""
        window = self.open(self.write("people.tsv", PEOPLE))
        clipboard.put("x\n")
        window.go_to(0, 1)
        window.keyboard.press("ctrl+v")
        window.screen.find("text", "Record 1, Age", window.window)
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("text", "Record 1, Age", window.window)
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", ""]])


class LateAnswers(AcceptanceTest):
    """What another program hands over only when nobody waits for it any more."""

    def test_closed_file_chooser(self) -> None:
        """GTK asks for a path where one is pasted into the list of files, and does not look whether that is still there."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.go_to(0, 0)
        with clipboard.hanging("Dora") as answer:
            for _ in range(5):
                window.keyboard.press("ctrl+o")
                dialog = FileChooser(window.program, "Open")
                window.keyboard.press("ctrl+v")
                dialog.cancel()
                window.keyboard.activate("people")
            answer()
            self.assertEqual(clipboard.read(), "Dora")
            window.keyboard.press("ctrl+v")
            window.wait_for_cell(0, 0, "Dora")
