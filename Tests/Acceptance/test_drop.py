"""Files that are dragged from a file manager onto a window."""

from pathlib import Path

from support.cards import CardsWindow
from support.dragging import DragSource
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"
NEWS = "Name,Age\nCy,52\n"


class Drop(AcceptanceTest):
    """What becomes of files by their kind."""

    def test_text(self) -> None:
        """A text file is imported, after a look at it."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        self._drop([self.write("news.csv", NEWS)], window.table)
        sheet = Sheet(window, "Import")
        sheet.wait_for_text("1 record is new. 0 records change. 0 records stay the same.")
        sheet.leave_by("Import")
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", "52"]])

    def test_property_list(self) -> None:
        """So is a property list."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        row = "<array><string>Cy</string><integer>52</integer></array>"
        self._drop([self.write("news.plist", f"<plist><array>{row}</array></plist>")], window.table)
        sheet = Sheet(window, "Import")
        sheet.wait_for_text("1 record is new. 0 records change. 0 records stay the same.")
        sheet.leave_by("Import")
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", "52"]])

    def test_document(self) -> None:
        """A document is opened in a window of its own."""
        document = self._document("other.tsv", "Name\tAge\nCy\t52\n")
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        self._drop([document], window.table)
        CardsWindow(window.program, "other").wait_for_rows([["Cy", "52"]])
        self.assertEqual(window.document.count(), 2)

    def test_several(self) -> None:
        """Of several files each goes its way, and the text files come one after the other."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        self._drop([self.write("a.csv", NEWS), self.write("b.csv", "Name,Age\nDee,28\n")], window.table)
        Sheet(window, "Import").control("heading", "Import a.csv")
        Sheet(window, "Import").press("Import")
        window.screen.find("heading", "Import b.csv", window.window)
        sheet = Sheet(window, "Import")
        sheet.leave_by("Cancel")
        wait_for_equal("the records", window.document.records, [["Ann", 31], ["Bob", 45], ["Cy", 52]])

    def test_refused(self) -> None:
        """What is no file, or not on this computer, is told and changes nothing."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        self._drop([self.home.directory / "files"], window.table)
        window.wait_for_message("“files” is not a file.")
        self._drop(["https://example.org/people.tsv"], window.table)
        window.wait_for_message("Only files that are on this computer can be dropped here.")
        self.assertEqual(window.document.count(), 2)

    def test_sheet_keeps_files_away(self) -> None:
        """While a sheet is open, nothing can be dropped."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        window.keyboard.press("F4")
        sheet = Sheet(window, "Fields")
        self._drop([self.write("news.csv", NEWS)], sheet.dialog, is_taken=False)
        sheet.leave_by("Cancel")
        self.assertEqual(window.document.count(), 2)
        self.assertIsNone(window.screen.look("dialog", lambda name: name == "Import", window.window))

    def _drop(self, files: list[Path | str], target: Node, is_taken: bool = True) -> None:
        with DragSource(self.home, files) as source:
            source.drag_to(target, is_taken)

    def _document(self, name: str, text: str) -> Path:
        """A document outside of the program's own folder."""
        program = self.start(self.write(name, text))
        window = CardsWindow(program, name.removesuffix(".tsv"))
        window.wait_for_rows([["Cy", "52"]])
        program.quit()
        return window.document.path.rename(self.home.directory / "files" / window.document.path.name)
