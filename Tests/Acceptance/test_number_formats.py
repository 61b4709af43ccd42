"""How the numbers of a field are shown."""

import re

from support import clipboard
from support.cards import CardsWindow
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PRICES = "Item\tPrice\nTea\t1234.5\nCake\t1.239\nFree\t0\nTiny\t1e-7\n"
SHOWN = [["Tea", "1,234.50 €"], ["Cake", "1.24 €"], ["Free", "0.00 €"], ["Tiny", "0.00 €"]]
TYPED = [["Tea", "1234.5"], ["Cake", "1.239"], ["Free", "0"], ["Tiny", "1e-7"]]
VALUES = [1234.5, 1.239, 0, 1e-7]
TWO_PLACES = 3


class NumberFormats(AcceptanceTest):
    """Formats, chosen and seen as a person does it."""

    def test_format(self) -> None:
        """It is chosen in the list of fields, seen in the table, taken back at once, and there again after opening."""
        path = self.write("prices.tsv", PRICES)
        window = self.open(path)
        window.wait_until_saved(4)
        window.wait_for_rows(TYPED)
        self._choose_euros(window)
        window.wait_for_rows(SHOWN)
        window.keyboard.press("ctrl+z")
        window.wait_for_rows(TYPED)
        window.keyboard.press("ctrl+shift+z")
        window.wait_for_rows(SHOWN)
        window.wait_until_saved(4)
        wait_for_equal("the values", lambda: window.document.column("Price"), VALUES)
        document = window.document.path
        window.program.quit()
        again = self.open(document)
        again.wait_for_rows(SHOWN)

    def test_editing(self) -> None:
        """The cell that is edited shows all digits, and nothing else."""
        window = self.open(self.write("prices.tsv", PRICES))
        window.wait_until_saved(4)
        self._choose_euros(window)
        window.wait_for_rows(SHOWN)
        window.go_to(1, 1)
        window.keyboard.press("F2")
        window.wait_for_typed("Price", "1.239")
        window.keyboard.type("1")
        window.keyboard.press("Return")
        window.wait_for_cell(1, 1, "1.24 €")
        wait_for_equal("the values", lambda: window.document.column("Price"), [1234.5, 1.2391, 0, 1e-7])

    def test_copy(self) -> None:
        """Text has the values; spreadsheets get them with the format."""
        window = self.open(self.write("prices.tsv", PRICES))
        window.wait_until_saved(4)
        self._choose_euros(window)
        window.wait_for_rows(SHOWN)
        window.keyboard.press("ctrl+shift+c")
        window.wait_for_message("Copied 4 records to the clipboard.")
        self.assertEqual(clipboard.read(), PRICES)
        self.assertIn('<td sdval="1234.5" sdnum="1033;0;#,##0.00&quot; €&quot;" style="mso-number-format:', clipboard.read("text/html"))
        self.assertIn(">1,234.50 €</td>", clipboard.read("text/html"))
        gnumeric = clipboard.read("application/x-gnumeric")
        self.assertTrue(re.search(r'ValueFormat="#,##0.00&quot; €&quot;">1.239</gnm:Cell>', gnumeric), gnumeric)

    def test_import(self) -> None:
        """Prices in a text keep their places, and other numbers are shown as typed."""
        window = self.open(self.write("menu.tsv", "Item\tPrice\tWeight\nTea\t12.50\t100.0\nCake\t3.00\t1.5\n"))
        window.wait_for_rows([["Tea", "12.50", "100"], ["Cake", "3.00", "1.5"]])

    def test_offer(self) -> None:
        """A typed zero at the end is offered to be shown."""
        window = self.open(self.write("menu.tsv", "Item\tPrice\nTea\t1.5\nCake\t2.25\n"))
        window.wait_until_saved(2)
        window.enter(0, 1, "12.50")
        window.wait_for_cell(0, 1, "12.5")
        window.press("Show 2 Decimal Places in Price")
        window.wait_for_rows([["Tea", "12.50"], ["Cake", "2.25"]])
        window.screen.wait_until_gone("push button", "Show 2 Decimal Places in Price", window.window)
        window.enter(1, 1, "3.10")
        window.wait_for_cell(1, 1, "3.10")
        window.keyboard.press("ctrl+z", "ctrl+z")
        window.wait_for_rows([["Tea", "12.5"], ["Cake", "2.25"]])

    def test_percent(self) -> None:
        """A percentage from a text is shown, opened, typed and found as one."""
        window = self.open(self.write("shares.tsv", "Item\tShare\nTea\t12.5 %\nCake\t7 %\n"))
        window.wait_until_saved(2)
        window.wait_for_rows([["Tea", "12.5 %"], ["Cake", "7 %"]])
        self.assertEqual(window.document.column("Share"), [0.125, 0.07])
        window.go_to(0, 1)
        window.keyboard.press("F2")
        window.wait_for_typed("Share", "12.5%")
        window.keyboard.press("ctrl+a")
        window.keyboard.type("5 %")
        window.keyboard.press("Return")
        window.wait_for_cell(0, 1, "5 %")
        wait_for_equal("the values", lambda: window.document.column("Share"), [0.05, 0.07])

    def test_percent_format(self) -> None:
        """Percent is chosen in the list of fields, and goes to spreadsheets."""
        window = self.open(self.write("prices.tsv", PRICES))
        window.wait_until_saved(4)
        window.keyboard.press("F4")
        sheet = Sheet(window, "Fields")
        sheet.control("toggle button", "Number format of field 2").press()
        window.screen.find("check box", "As percent: 0.05 is 5%", window.window).press()
        window.screen.find("label", "Example: 12.5%", window.window)
        sheet.keyboard.press("Escape")
        sheet.leave_by("OK")
        window.wait_for_rows([["Tea", "123450%"], ["Cake", "123.9%"], ["Free", "0%"], ["Tiny", "1e-5%"]])
        window.keyboard.press("ctrl+shift+c")
        window.wait_for_message("Copied 4 records to the clipboard.")
        self.assertIn('<td sdval="1.239" sdnum="1033;0;0.00%" style=', clipboard.read("text/html"))

    def test_menu(self) -> None:
        """The menu of a header leads to the format of its field."""
        window = self.open(self.write("prices.tsv", PRICES))
        window.wait_until_saved(4)
        window.go_to(0, 1)
        window.keyboard.press("alt+Down")
        window.screen.find("menu item", "Number Format…").press()
        sheet = Sheet(window, "Fields")
        window.screen.find("combo box", "Decimal places", window.window).choose(TWO_PLACES)
        sheet.keyboard.press("Escape")
        sheet.leave_by("OK")
        window.wait_for_cell(0, 1, "1234.50")

    def _choose_euros(self, window: CardsWindow) -> None:
        window.keyboard.press("F4")
        sheet = Sheet(window, "Fields")
        sheet.control("toggle button", "Number format of field 2").press()
        find = window.screen.find
        find("combo box", "Decimal places", window.window).choose(TWO_PLACES)
        find("check box", "Thousands separators", window.window).press()
        find("text", "Unit or currency", window.window).set_text(" €")
        find("label", "Example: 1,234.50 €", window.window)
        sheet.keyboard.press("Escape")
        sheet.leave_by("OK")
