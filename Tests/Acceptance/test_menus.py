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
        window.keyboard.press("F10")
        for line, key in (("Fields…", "F4"), ("Import…", "Ctrl+I"), ("Print…", "Ctrl+P"),
                          ("Export…", "Shift+Ctrl+E"), ("Quit", "Ctrl+Q"), ("Backups…", "")):
            node = window.screen.find("push button", line, window.window)
            wait_for_equal(f"the key of {line}", lambda: node.description, key)
        window.screen.find("push button", "Records", window.window).press()
        node = window.screen.find("push button", "Delete Records", window.window)
        wait_for_equal("the key of a further menu", lambda: node.description, "Ctrl+Delete")
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("push button", "Quit", window.window)

    def test_delete_records(self) -> None:
        """The records of the selected cells go, as with the key."""
        window = self.open(self.write("weights.tsv", CARDS))
        window.wait_until_saved(1)
        window.go_to(0, 0)
        window.keyboard.press("F10")
        window.screen.find("push button", "Records", window.window).press()
        window.screen.find("push button", "Delete Records", window.window).press()
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
