"""Menus and lists that open over the window."""

from support.complaints import REFUSED_MENU
from support.grabbing import DisplayGrab
from support.preferences import PreferencesSheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

CARDS = "Name\tWeight\nAnn\t61.5\n"


class MainMenu(AcceptanceTest):
    """The window's menu."""

    def test_keys(self) -> None:
        """Each line that has a key shows it, those of further menus, too."""
        window = self.open(self.write("weights.tsv", CARDS))
        window.wait_until_saved(1)
        for path, key in ((("Fields…",), "F4"), (("Import…",), "Ctrl+I"), (("Print…",), "Ctrl+P"),
                          (("Export…",), "Ctrl+Shift+E"), (("Document", "Backups…"), ""),
                          (("Records", "Delete Records"), "Ctrl+Delete")):
            node = window.menu_item(*path)
            wait_for_equal(f"the key of {path[-1]}", lambda: node.description, key)
            window.keyboard.press("Escape")
            window.screen.wait_until_gone("push button", path[-1], window.window)

    def test_a_dozen_lines(self) -> None:
        """All else is in further menus."""
        window = self.open(self.write("weights.tsv", CARDS))
        window.wait_until_saved(1)
        window.menu_item("Preferences")
        lines = window.menu_lines()
        self.assertEqual(len(lines), 12, lines)

    def test_every_command_is_there(self) -> None:
        """Also those that have a key."""
        window = self.open(self.write("weights.tsv", CARDS))
        window.wait_until_saved(1)
        for menu, commands in (
            ("New", ("New Document…", "New from Clipboard…", "Open from a Server…")),
            ("Document", ("Rename…", "Move…", "Save a Copy…", "Show in Files", "Backups…", "Compare with…",
                          "Share This Document…", "Connection…", "Keep a Copy Here…", "Keep a Part Here…", "Reload")),
            ("Records", ("New Record", "Insert Above", "Insert Below", "Duplicate Records", "Delete Records",
                         "Copy Table", "Choose Picture…", "Remove Picture")),
            ("Help", ("Manual", "Keyboard Shortcuts", "About Kiroku")),
        ):
            window.menu_item(menu, commands[0])
            lines = window.menu_lines()
            for command in commands:
                self.assertIn(command, lines)

    def test_delete_records(self) -> None:
        """The records of the selected cells go, as with the key."""
        window = self.open(self.write("weights.tsv", CARDS))
        window.wait_until_saved(1)
        window.go_to(0, 0)
        window.choose("Records", "Delete Records")
        window.wait_until_saved(0)


class Grabs(AcceptanceTest):
    """Menus while another program has pointer and keyboard."""

    def test_a_list_that_cannot_be_shown(self) -> None:
        """It takes nothing away: the keys go where they went before, once the other program is done."""
        window = self.open(self.write("weights.tsv", CARDS))
        window.program.known_complaints += REFUSED_MENU
        sheet = PreferencesSheet(window)
        with DisplayGrab():
            sheet.control("combo box", "Theme").press()
            wait_until("the list is refused", lambda: REFUSED_MENU[0] in window.program.log)
        sheet.keyboard.press("Escape")
        sheet.wait_until_gone()
