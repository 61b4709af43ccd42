"""What comes from spreadsheets and web pages, by way of the clipboard."""

import os
import shutil
import signal
import subprocess
from pathlib import Path
from unittest import skipUnless

from support import clipboard
from support.cards import CardsWindow
from support.command import run
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import PATIENCE, wait_until
from support.xdotool import xdotool

EMPTY = "Name\tValue\nx\t1.5\n"
SHEET = 'Name,Value\n"one\ntwo",3.14159265358979\nmoney,"$1,234.50"\nshare,12.50%\nbig,9007199254740991\n'
VALUES = [["one\ntwo", 3.14159265358979], ["money", 1234.5], ["share", 0.125], ["big", 9007199254740991.0]]


class NewDocument(AcceptanceTest):
    """A document of a copied table."""

    def test_key(self) -> None:
        """Fields and types as an import sees them; the first line names the fields."""
        window = self.open(self.write("values.tsv", EMPTY))
        window.wait_until_saved(1)
        clipboard.put("Town\tVisits\nOslo\t3\nBern\t1\n")
        window.keyboard.press("ctrl+shift+v")
        Sheet(window, "Import").leave_by("Import")
        new = CardsWindow(window.program, "Clipboard")
        new.wait_for_rows([["Oslo", "3"], ["Bern", "1"]])
        self.assertEqual(new.table.heading(1).name.split()[0], "Visits")
        self.assertEqual(window.document.count(), 1)

    def test_formats(self) -> None:
        """Currency, percent and decimals stay as the sheet shows them, and the values as it holds them."""
        window = self.open(self.write("values.tsv", EMPTY))
        window.wait_until_saved(1)
        clipboard.put(
            "<table><tr><td>Item</td><td>Price</td><td>Share</td></tr>"
            '<tr><td>Tea</td><td sdval="1299" sdnum="1033;0;[$€-407]#,##0.00">€1,299.00</td><td sdval="0.33333">33.3%</td></tr>'
            '<tr><td>Cake</td><td sdval="2.5">€2.50</td><td sdval="0.5">50.0%</td></tr></table>', "text/html")
        window.keyboard.press("ctrl+shift+v")
        Sheet(window, "Import").leave_by("Import")
        new = CardsWindow(window.program, "Clipboard")
        new.wait_for_rows([["Tea", "€1,299.00", "33.3%"], ["Cake", "€2.50", "50.0%"]])
        new.wait_until_saved(2)
        self.assertEqual(new.document.column("Share"), [0.33333, 0.5])

    def test_cancel(self) -> None:
        """Nothing is made, and nothing is left behind."""
        window = self.open(self.write("values.tsv", EMPTY))
        window.wait_until_saved(1)
        clipboard.put("Town\tVisits\nOslo\t3\n")
        window.keyboard.press("ctrl+shift+v")
        Sheet(window, "Import").leave_by("Cancel")
        self.assertEqual(list(self.home.directory.rglob("Clipboard*")), [])


class Copies(AcceptanceTest):
    """What is copied arrives as it is."""

    @skipUnless(shutil.which("soffice"), "LibreOffice Calc is not installed")
    def test_calc(self) -> None:
        """The real one keeps blanks wherever they are, and gets numbers in the format of their field."""
        window = self.open(self.write("blanks.tsv", '"Name"\tPrice\n  two  blanks \t12.50\n"a b\n c"\t3.00\n'))
        window.wait_until_saved(2)
        window.keyboard.press("ctrl+shift+c")
        wait_until("the table is copied", lambda: "text/html" in clipboard.targets())
        page = self.write("page.html", clipboard.read("text/html"))
        self.assertEqual(
            self._in_calc(page),
            '"Name"\t"Price"\n"  two  blanks "\t12.50\n"a b\n c"\t3.00\n')

    @skipUnless(shutil.which("soffice"), "LibreOffice Calc is not installed")
    def test_exact_numbers_in_calc(self) -> None:
        """The real one shows the zeros at the end of exact numbers."""
        path = self.home.directory / "prices.kiroku"
        text = self.write("prices.csv", "Name,Price\nTea,10.90\nCake,5\nBread,0.50\n")
        done = run(self.home, "import", text, "--into", path, "--types=Price=decimal")
        self.assertEqual(done.status, 0, done.errors)
        window = self.open(path)
        window.keyboard.press("ctrl+shift+c")
        wait_until("the table is copied", lambda: "text/html" in clipboard.targets())
        page = self.write("page.html", clipboard.read("text/html"))
        self.assertEqual(self._in_calc(page), '"Name"\t"Price"\n"Tea"\t10.90\n"Cake"\t5\n"Bread"\t0.50\n')

    def _in_calc(self, page: Path) -> str:
        """What Calc shows of a page: tabs, quotes around texts alone, and numbers as they are shown."""
        form = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,true,true"
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{self.home.directory}/office", "--headless",
             "--infilter=HTML (StarCalc)", "--convert-to", form, "--outdir", page.parent, page],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
        return page.with_suffix(".csv").read_text()


class Values(AcceptanceTest):
    """Values arrive, whatever the sheet shows of them."""

    def test_calc(self) -> None:
        """Calc writes the values beside what it shows."""
        window = self._window()
        clipboard.put(
            '<html><body><table><tr><td>one<br>two</td><td sdval="3.14159265358979" sdnum="1033;0;0.00">3.14</td></tr>'
            '<tr><td>share</td><td sdval="0.125" sdnum="1033;0;0.00%">12.50%</td></tr></table></body></html>', "text/html")
        self._paste(window)
        window.wait_for_message("Pasted 4 cells. Overwrites 1 record. 1 record is new.")
        window.wait_until_saved(2)
        self.assertEqual(window.document.records(), [["one\ntwo", 3.14159265358979], ["share", 0.125]])

    def test_text(self) -> None:
        """Where there is only text, its signs are understood, and that is said."""
        window = self._window()
        clipboard.put("money\t$1,234.50\nless\t(7)\n")
        self._paste(window)
        window.wait_for_message(
            "Pasted 4 cells. Overwrites 1 record. 1 record is new. "
            "Converted 2 numbers written as text, such as “$1,234.50”.")
        window.wait_until_saved(2)
        self.assertEqual(window.document.records(), [["money", 1234.5], ["less", -7.0]])

    @skipUnless(shutil.which("gnumeric"), "Gnumeric is not installed")
    def test_gnumeric(self) -> None:
        """The real one, with a cell of two lines and a header."""
        self._from("gnumeric", "application/x-gnumeric")

    @skipUnless(shutil.which("localc"), "LibreOffice Calc is not installed")
    def test_real_calc(self) -> None:
        """The real one."""
        self._from("localc", "text/html", "--norestore", "--nologo", "--infilter=CSV:44,34,76,1,,1033,false,true")

    def test_format_of_a_field(self) -> None:
        """A field without numbers of its own shows those that are pasted as they were, in one step with them."""
        window = self.open(self.write("values.tsv", "Name\tValue\tRest\nx\t1.5\t2\n"))
        window.wait_until_saved(1)
        window.go_to(0, 0)
        clipboard.put("Tea\t€1,299.00\nCake\t€2.50\n")
        self._paste(window)
        window.wait_for_message(
            "Pasted 4 cells. Overwrites 1 record. 1 record is new. Converted 2 numbers written as text, such as “€1,299.00”. "
            "1 field uses the number format of the pasted cells.")
        window.wait_for_cell(1, 1, "€2.50")
        window.keyboard.press("ctrl+z")
        window.wait_for_cell(0, 1, "1.5")

    def _from(self, program: str, target: str, *options: str) -> None:
        window = self._window()
        sheet = self.write("sheet.csv", SHEET)
        process = subprocess.Popen([program, *options, sheet], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        self.addCleanup(self._end, process)
        self._copy_all(sheet, target)
        self._paste(window)
        window.wait_until_saved(4)
        self.assertEqual(window.document.records(), VALUES)

    def _copy_all(self, sheet: Path, target: str) -> None:
        """Selects everything there is in the sheet and copies it.

        A program that copies once more while it is asked may never answer what it was asked before: ask again soon.
        """

        def is_copied() -> bool:
            windows = xdotool("search", "--onlyvisible", "--name", sheet.name, may_fail=True).split()
            if not windows:
                return False
            xdotool("windowactivate", "--sync", windows[-1], may_fail=True)
            xdotool("key", "--delay", 50, "Escape", "ctrl+Home", "ctrl+shift+End", "ctrl+c", may_fail=True)
            return target in clipboard.targets(within=10) and "9007199254740991" in clipboard.read(target, within=10)

        wait_until(f"{sheet.name} is copied", is_copied)

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        os.killpg(process.pid, signal.SIGKILL)  # localc is a script that starts others
        process.wait()

    def _window(self) -> CardsWindow:
        window = self.open(self.write("values.tsv", EMPTY))
        window.wait_until_saved(1)
        return window

    def _paste(self, window: CardsWindow) -> None:
        window.go_to(0, 0)
        window.keyboard.press("ctrl+v")
        window.press("Overwrite")
