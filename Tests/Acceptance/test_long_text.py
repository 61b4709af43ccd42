"""Long texts: the sheet that opens a cell large, and the card, whose lines are as high as their texts."""

from support.cards import CardsWindow
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

NOTES = ("Title\tNote\nOne\t\"Uji is a town.\nTea grows near Uji,\nand the river is the Uji, too.\"\n"
         "Two\tSee https://example.org/tea for more\n")


class Large(AcceptanceTest):
    """Shift+F2 opens the cell under the cursor in a sheet."""

    def test_edit(self) -> None:
        """Enter breaks lines there, Ctrl+Z takes words back, Ctrl+Enter keeps the text as one step."""
        window = self._open()
        window.go_to(1, 1)
        sheet, text = self._edit(window)
        window.keyboard.press("ctrl+End", "Return")
        window.keyboard.type("and a walk")
        wait_for_equal("the text", lambda: text.text, "See https://example.org/tea for more\nand a walk")
        window.keyboard.press("ctrl+z")
        wait_for_equal("the text", lambda: text.text, "See https://example.org/tea for more\nand a ")
        window.keyboard.press("ctrl+shift+z")
        wait_for_equal("the text", lambda: text.text, "See https://example.org/tea for more\nand a walk")
        window.keyboard.press("ctrl+Return")
        sheet.wait_until_gone()
        wait_for_equal("the note", lambda: window.document.column("Note")[1],
                       "See https://example.org/tea for more\nand a walk")
        window.keyboard.press("ctrl+z")
        wait_for_equal("the note", lambda: window.document.column("Note")[1], "See https://example.org/tea for more")

    def test_cancel_asks(self) -> None:
        """Esc leaves an unchanged text at once, and asks before it gives changes up."""
        window = self._open()
        window.go_to(1, 1)
        sheet, text = self._edit(window)
        window.keyboard.press("Escape")
        sheet.wait_until_gone()
        sheet, text = self._edit(window)
        window.keyboard.type("Do ")
        wait_until("it is typed", lambda: text.text.startswith("Do See"))
        window.keyboard.press("Escape")
        question = Sheet(window, "Keep the changes to this text?")
        window.keyboard.press("Escape")
        question.wait_until_gone()
        window.keyboard.press("Escape")
        Sheet(window, "Keep the changes to this text?").press("Discard Changes")
        sheet.wait_until_gone()
        self.assertEqual(window.document.column("Note")[1], "See https://example.org/tea for more")
        sheet, text = self._edit(window)
        window.keyboard.type("Do ")
        wait_until("it is typed", lambda: text.text.startswith("Do See"))
        window.keyboard.press("Escape")
        Sheet(window, "Keep the changes to this text?").press("Keep Changes")
        sheet.wait_until_gone()
        wait_for_equal("the note", lambda: window.document.column("Note")[1],
                       "Do See https://example.org/tea for more")

    def test_find(self) -> None:
        """Ctrl+F finds in the text, whatever the case; F3 goes on, around its end."""
        window = self._open()
        window.go_to(0, 1)
        sheet, text = self._edit(window)
        window.keyboard.press("ctrl+f")
        window.keyboard.type("uji")
        sheet.wait_for_text("1 of 3")
        for place in ("2 of 3", "3 of 3", "1 of 3"):
            window.keyboard.press("F3")
            sheet.wait_for_text(place)
        window.keyboard.press("shift+F3")
        sheet.wait_for_text("3 of 3")
        window.keyboard.press("ctrl+a")
        window.keyboard.type("Nara")
        sheet.wait_for_text("Not found")
        window.keyboard.press("Escape")
        sheet.wait_until_gone()

    def test_megabytes_in_one_line(self) -> None:
        """A text of 4 MB without a line end is opened by F2 as well, and stays as it is except for what is typed."""
        whole = "word " * 800_000
        window = self.open(self.write("long.tsv", f"Title\tNote\nOne\t{whole}end\n"))
        window.wait_until_saved(1)
        window.go_to(0, 1)
        window.keyboard.press("F2")
        sheet = Sheet(window, "Note")
        window.keyboard.press("ctrl+f")
        window.keyboard.type("END")
        sheet.wait_for_text("1 of 1")
        sheet.control("text", "Note").grab_focus()
        window.keyboard.press("ctrl+End")
        window.keyboard.type("ing")
        window.keyboard.press("ctrl+Return")
        sheet.wait_until_gone()
        wait_until("the text is kept", lambda: window.document.column("Note")[0] == whole + "ending")

    def _edit(self, window: CardsWindow, field: str = "Note") -> tuple[Sheet, Node]:
        window.keyboard.press("shift+F2")
        sheet = Sheet(window, field)
        return sheet, sheet.control("text", field)

    def _open(self) -> CardsWindow:
        window = self.open(self.write("notes.tsv", NOTES))
        window.wait_until_saved(2)
        return window


class InCard(AcceptanceTest):
    """The lines of a card."""

    def test_height(self) -> None:
        """A line is as high as its text, grows with Alt+Enter, and the arrows go through the text before they leave."""
        window = self.open(self.write("notes.tsv", NOTES))
        window.wait_until_saved(2)
        window.resize(1100, 700)
        window.go_to(0, 1)
        window.keyboard.press("F7")
        window.screen.find("label", "Record 1 of 2", window.window)
        title = window.screen.find("text", "Title", window.window)
        note = window.screen.find("text", "Note", window.window)
        wait_until("the note is higher", lambda: note.box.height > 2 * title.box.height)
        window.keyboard.press("ctrl+Home", "Down", "Down")
        self.assertIn("focused", note.states)
        window.keyboard.press("ctrl+End", "alt+Return")
        window.keyboard.type("End.")
        window.keyboard.press("Return")
        wait_until("it is saved", lambda: window.document.column("Note")[0].endswith("too.\nEnd."))

    def test_addresses(self) -> None:
        """Ctrl+Enter, and a button that is there only then, ask before an address is opened."""
        window = self.open(self.write("notes.tsv", NOTES))
        window.wait_until_saved(2)
        window.resize(1100, 700)
        window.go_to(0, 1)
        window.keyboard.press("F7")
        window.screen.find("label", "Record 1 of 2", window.window)
        self.assertIsNone(window.screen.look_named("push button", "Open an address in Note", window.window))
        window.keyboard.press("ctrl+Page_Down")
        window.screen.find("push button", "Open an address in Note", window.window)
        window.keyboard.press("ctrl+Return")
        sheet = Sheet(window, "Open this address?")
        sheet.wait_for_text("https://example.org/tea")
        sheet.leave_by("Cancel")
