"""Pictures that are dropped beside the fields that hold pictures."""

from pathlib import Path

from support.cards import CardsWindow
from support.dragging import DragSource
from support.picture_file import png
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

SIGHTS = "Sight\tPicture\tMap\nKyoto\t\t\nNara\t\t\n"


class PictureDrops(AcceptanceTest):
    """They go into records all the same, and never through the import of text."""

    def test_the_only_field_of_pictures_gets_them(self) -> None:
        """Of the record that they were dropped on."""
        window = self._with_pictures(1)
        self._drop([self._picture("a.png")], window.cell(1, 0))
        window.wait_for_message("Picture added.")
        window.wait_for_rows([["Kyoto", "trip.png", ""], ["Nara", "a.png", ""]])
        window.wait_for_cursor(1, 1)

    def test_a_picture_is_known_by_its_bytes(self) -> None:
        """Also in the header bar of the window, from where it makes a record."""
        window = self._with_pictures(1)
        self._drop([self._picture("scan")], window.screen.find("push button", "Undo", window.window))
        window.wait_for_message("Picture added.")
        window.wait_for_cell(2, 1, "scan")

    def test_one_of_several_fields_is_asked_for(self) -> None:
        """Once for all pictures; Cancel leaves everything as it was."""
        window = self._with_pictures(2)
        pictures = [self._picture("a.png"), self._picture("b.png")]
        self._drop(pictures, window.cell(1, 0))
        Sheet(window, "Which field gets the pictures?").leave_by("Cancel")
        self._drop(pictures, window.cell(1, 0))
        sheet = Sheet(window, "Which field gets the pictures?")
        sheet.control("combo box", "Field").choose(1)  # the map
        sheet.leave_by("Add Here")
        window.wait_for_message("2 pictures added.")
        window.wait_for_rows(
            [["Kyoto", "trip.png", "trip.png"], ["Nara", "", "a.png"], ["", "", "b.png"]])

    def test_all_kinds_of_files_at_once(self) -> None:
        """Each goes its way, and what there is to say is said in one message."""
        window = self._with_pictures(1)
        text = self.write("more.csv", "Sight,Picture,Map\nUji,,\n")
        self._drop([text, text.parent, self._picture("a.png")], window.cell(1, 0))
        Sheet(window, "Import").leave_by("Import")
        window.wait_for_message("Picture added. “files” is not a file. 1 record imported.")
        window.wait_for_rows([["Kyoto", "trip.png", ""], ["Nara", "a.png", ""], ["Uji", "", ""]])

    def test_a_document_without_pictures(self) -> None:
        """A field is offered for them; Cancel changes nothing, and one undo takes field and pictures away."""
        window = self.open(self.write("sights.tsv", SIGHTS))
        window.wait_until_saved(2)
        pictures = [self._picture("a.png"), self._picture("b.png")]
        self._drop(pictures, window.cell(1, 0))
        Sheet(window, "Add a field for the pictures?").leave_by("Cancel")
        self._drop(pictures, window.cell(1, 0))
        sheet = Sheet(window, "Add a field for the pictures?")
        self.assertEqual(sheet.control("combo box", "Field").chosen, "A new field, “Picture 2”")
        sheet.leave_by("Add Field")
        window.wait_for_message("2 pictures added.")
        window.wait_for_rows([["Kyoto", "", "", ""], ["Nara", "", "", "a.png"], ["", "", "", "b.png"]])
        self.assertEqual(window.table.headings[3].split("\n")[0], "Picture 2")
        window.keyboard.press("ctrl+z")
        window.wait_for_rows([["Kyoto", "", ""], ["Nara", "", ""]])

    def _drop(self, files: list[Path], target: Node) -> None:
        with DragSource(self.home, files) as source:
            source.drag_to(target)

    def _picture(self, name: str) -> Path:
        folder = self.home.directory / "dragged"
        folder.mkdir(exist_ok=True)
        (folder / name).write_bytes(png(60 + len(list(folder.iterdir())), 40))
        return folder / name

    def _with_pictures(self, fields: int) -> CardsWindow:
        """A document whose first record has the same picture in so many fields."""
        folder = self.home.directory / "files" / "Trips"
        folder.mkdir(parents=True)
        (folder / "trip.png").write_bytes(png(101, 50))
        window = self.open(self.write("sights.tsv", SIGHTS))
        window.wait_until_saved(2)
        for field in range(1, fields + 1):
            window.go_to(0, field)
            window.keyboard.press("ctrl+shift+i")
            pictures = window.screen.table("Pictures")
            wait_for_equal("the pictures", pictures.rows, [["trip.png"]])
            pictures.cell(0, 0).grab_focus()
            window.keyboard.press("Return")
            window.wait_for_cell(0, field, "trip.png")
            window.screen.wait_until_gone("dialog", "Choose a Picture")
        return window
