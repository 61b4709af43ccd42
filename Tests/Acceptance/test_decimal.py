"""Exact numbers."""

import sqlite3

from support import command
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

ITEMS = "Item\tPrice\nTea\t\nCake\t\n"
EXACT_NUMBER = 3


class Decimal(AcceptanceTest):
    """A field of exact numbers, made and filled as a person does it."""

    def test_tenths(self) -> None:
        """0.1 and 0.2 are 0.3 in the summary, and the file has what was typed."""
        window = self.open(self.write("items.tsv", ITEMS))
        window.wait_until_saved(2)
        window.keyboard.press("F4")
        sheet = Sheet(window, "Fields")
        sheet.control("combo box", "Type of field 2").choose(EXACT_NUMBER)
        sheet.leave_by("OK")
        window.enter(0, 1, "0.1")
        window.enter(1, 1, "0.2")
        window.wait_for_rows([["Tea", "0.1"], ["Cake", "0.2"]])
        window.keyboard.press("F9")
        for figure in ["Values: 2", "Minimum: 0.1", "Maximum: 0.2", "Mean: 0.15", "Sum: 0.3"]:
            window.screen.find("label", figure)
        window.enter(1, 1, "1" + "0" * 38)
        window.wait_for_message("“1" + "0" * 38 + "” has more than 38 digits.")
        window.keyboard.press("ctrl+z")
        window.wait_for_cell(1, 1, "0.2")
        wait_for_equal("the values", lambda: window.document.column("Price"), ["0.1", "0.2"])
        with sqlite3.connect(f"file:{window.document.path}?mode=ro", uri=True) as file:
            self.assertEqual(file.execute("SELECT type FROM fields WHERE name = 'Price'").fetchall(), [("decimal",)])
        window.program.quit()

    def test_commands(self) -> None:
        """A text is imported as exact numbers, found by number and written again digit by digit."""
        path = self.write("items.tsv", "Item\tPrice\nTea\t12.50\nCake\t0.3000000000000000000000000001\n")
        document = path.with_name("items.kiroku")
        command.run(self.home, "import", path, "--into", document, "--types=Price=decimal")
        self.assertIn("exact numbers", command.run(self.home, "info", document).text)
        for condition, items in (("Price = 12.5", ["Tea"]), ("Price > 0.3", ["Tea", "Cake"]), ("Price <= 0.3", [])):
            found = command.run(self.home, "find", document, condition, "--fields=Item").lines
            self.assertEqual(found, ["Item"] + items)
        for form in ("tsv", "json"):
            written = command.run(self.home, "export", document, "--format=" + form).text
            self.assertIn("0.3000000000000000000000000001", written)
            self.assertIn("12.50", written)
