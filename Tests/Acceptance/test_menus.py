"""Menus and lists that open over the window."""

from support.complaints import REFUSED_MENU
from support.grabbing import DisplayGrab
from support.preferences import PreferencesSheet
from support.testcase import AcceptanceTest
from support.waiting import wait_until

CARDS = "Name\tWeight\nAnn\t61.5\n"


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
