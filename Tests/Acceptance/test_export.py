"""The sheet that writes a document's records for other programs."""

import json
import plistlib
from pathlib import Path

from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.sheet import Sheet
from support.small_disk import small_disk
from support.testcase import AcceptanceTest
from support.waiting import wait_until

PEOPLE = "Name\tWeight\nAnn\t61.5\nBob\t80.25\nCy\t\n"
TSV, CSV, JSON, PLIST = 0, 1, 2, 3
ALL, SHOWN, SELECTED = 0, 1, 2
COMMA = 2
UTF_8_WITH_MARK, SHIFT_JIS = 1, 3


class Export(AcceptanceTest):
    """Files as other programs find them."""

    def test_formats(self) -> None:
        """Each format has all records."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        texts = {}
        for place, suffix in ((TSV, "tsv"), (CSV, "csv"), (JSON, "json"), (PLIST, "plist")):
            sheet = self._open(window)
            sheet.control("combo box", "Format").choose(place)
            texts[suffix] = self._save(window, sheet, f"out.{suffix}", "Exported 3 records to {file}.")
        self.assertEqual(texts["tsv"], PEOPLE)
        self.assertEqual(texts["csv"], "Name,Weight\nAnn,61.5\nBob,80.25\nCy,\n")
        self.assertEqual(json.loads(texts["json"])[1], {"Name": "Bob", "Weight": 80.25})
        self.assertEqual(len(plistlib.loads(texts["plist"].encode())), 3)

    def test_folder(self) -> None:
        """The dialog begins beside the text that the document was made from, then where the last file went."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        self._accept(window, CSV, self.home.directory / "files" / "people.csv")
        other = self.home.directory / "other"
        other.mkdir()
        sheet = self._open(window)
        sheet.press("Export…")
        FileChooser(window.program, "Export").save(other / "out.tsv")
        sheet.wait_until_gone()
        self._accept(window, JSON, other / "people.json")
        document = window.document.path
        window.program.quit()
        self._accept(self.open(document), CSV, other / "people.csv")

    def test_part(self) -> None:
        """Only the selected record, without the names, one field, a decimal comma."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.go_to(1, 0)
        sheet = self._open(window)
        sheet.control("combo box", "Records").choose(SELECTED)
        sheet.control("combo box", "Decimal sign").choose(COMMA)
        sheet.control("check box", "Field names in the first line").press()
        sheet.control("check box", "Name").press()
        text = self._save(window, sheet, "out.tsv", "Exported 1 record to {file}.")
        self.assertEqual(text, "80,25\n")

    def test_encodings(self) -> None:
        """Text for programs that do not take it in UTF-8; what an encoding lacks is told, and nothing is written."""
        text = "Name\tWeight\n山田\t61.5\nÄrger\t80.25\n"
        window = self.open(self.write("people.tsv", text))
        window.wait_until_saved(2)
        sheet = self._open(window)
        sheet.control("combo box", "Encoding").choose(SHIFT_JIS)
        sheet.press("Export…")
        path = window.program.home.documents.parent / "out.tsv"
        FileChooser(window.program, "Export").save(path)
        sheet.wait_for_text(
            "“out.tsv” cannot be saved. The character at line 3, column 1 cannot be written in Shift_JIS. Choose UTF-8.")
        self.assertFalse(path.exists())
        sheet.control("combo box", "Encoding").choose(UTF_8_WITH_MARK)
        self._save(window, sheet, "out.tsv", "Exported 2 records to {file}.")
        self.assertEqual(path.read_bytes(), b"\xef\xbb\xbf" + text.encode())

    def test_formulas(self) -> None:
        """The encoding for Excel keeps texts from being read as formulas, which can be chosen otherwise; the sheet says how."""
        window = self.open(self.write("people.tsv", "Name\tWeight\n=1+1\t61.5\nBob\t-2\n"))
        window.wait_until_saved(2)
        sheet = self._open(window)
        sheet.wait_for_text("Adds an apostrophe before texts that begin with =, +, - or @. "
                            "Turn this off if you will open the file in Kiroku again.")
        sheet.control("combo box", "Encoding").choose(UTF_8_WITH_MARK)
        self.assertEqual(self._save(window, sheet, "out.tsv", "Exported 2 records to {file}."),
                         "\ufeffName\tWeight\n'=1+1\t61.5\nBob\t-2\n")
        sheet = self._open(window)
        sheet.control("combo box", "Encoding").choose(UTF_8_WITH_MARK)
        sheet.control("check box", "Prevent spreadsheets from treating text as formulas").press()
        self.assertEqual(self._save(window, sheet, "again.tsv", "Exported 2 records to {file}."),
                         "\ufeffName\tWeight\n=1+1\t61.5\nBob\t-2\n")

    def test_no_field(self) -> None:
        """Without any field nothing is written, and the sheet says why."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        sheet = self._open(window)
        for name in ("Name", "Weight"):
            sheet.control("check box", name).press()
        sheet.press("Export…")
        sheet.wait_for_text("Select at least one field.")
        sheet.leave_by("Cancel")

    def test_place_that_refuses(self) -> None:
        """A file that cannot be written is told, and the sheet stays for another place."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        sheet = self._open(window)
        sheet.press("Export…")
        FileChooser(window.program, "Export").save(Path("/proc/out.tsv"))
        sheet.wait_for_text("“out.tsv” cannot be saved")
        self._save(window, sheet, "out.tsv", "Exported 3 records to {file}.")

    def test_full_disk(self) -> None:
        """It is told; the file that was there stays, nothing else is left, and another place will do."""
        text = "Name\tWeight\n" + "".join(f"{number:0200d}\t{number}.5\n" for number in range(5_000))
        window = self.open(self.write("people.tsv", text))
        window.wait_until_saved(5_000)
        with small_disk(self.home.directory / "disk", 512 * 1024) as disk:
            out = disk / "out.tsv"
            out.write_text("what was there")
            sheet = self._open(window)
            sheet.press("Export…")
            FileChooser(window.program, "Export").save(out)
            sheet.wait_for_text("“out.tsv” cannot be saved: the disk is full.")
            self.assertEqual(out.read_text(), "what was there")
            self.assertEqual([file.name for file in disk.iterdir()], ["out.tsv"])
            written = self._save(window, sheet, "out.tsv", "Exported 5,000 records to {file}.")
        self.assertEqual(len(written), len(text))

    def _open(self, window: CardsWindow) -> Sheet:
        window.keyboard.press("ctrl+shift+e")
        return Sheet(window, "Export")

    def _accept(self, window: CardsWindow, form: int, path: Path) -> None:
        """Exports to the file that the dialog offers, which is this."""
        sheet = self._open(window)
        sheet.control("combo box", "Format").choose(form)
        sheet.press("Export…")
        FileChooser(window.program, "Export").accept()
        sheet.wait_until_gone()
        window.wait_for_message(f"Exported 3 records to {path}.")
        wait_until("the file is there", path.exists)

    def _save(self, window: CardsWindow, sheet: Sheet, name: str, news: str) -> str:
        path = window.program.home.documents.parent / name
        sheet.press("Export…")
        FileChooser(window.program, "Export").save(path)
        sheet.wait_until_gone()
        window.wait_for_message(news.replace("{file}", str(path)))
        wait_until("the file is there", path.exists)
        return path.read_text()
