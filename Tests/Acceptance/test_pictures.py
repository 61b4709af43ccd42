"""Pictures: the screen with them, and the sheet in which a record gets one."""

import os
import subprocess
import time
from pathlib import Path

from support.cards import CardsWindow
from support.complaints import PRINTERS
from support.desktop_dialog import FileChooser
from support.dragging import DragSource
from support.importing import choose_import
from support.mouse import click
from support.picture_file import png
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until
from support.xdotool import xdotool

SIGHTS = "Sight\tPicture\nKyoto\t\nNara\t\nUji\t\n"


USED_LAST = """<?xml version="1.0" encoding="UTF-8"?>
<xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
      xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
  <bookmark href="{uri}" added="{time}" modified="{time}" visited="{time}">
    <info><metadata owner="http://freedesktop.org">
      <mime:mime-type type="image/png"/>
      <bookmark:applications>
        <bookmark:application name="viewer" exec="viewer %u" modified="{time}" count="1"/>
      </bookmark:applications>
    </metadata></info>
  </bookmark>
</xbel>
"""
"""What the desktop keeps of the files that were used last: one picture. What is a month old is forgotten."""


class Pictures(AcceptanceTest):
    """The screen with all pictures."""

    def test_albums_without_what_they_have_in_common(self) -> None:
        """The whole name of the one that is shown stands above them."""
        for album in ("2023 Uji", "2024 Kyoto"):
            self._put(f"Trips/{album}", "a.png", png(30, 20))
        window = self._show()
        albums = window.screen.table("Albums", window.window)
        wait_for_equal("the albums", albums.rows, [["2023 Uji"], ["2024 Kyoto"]])
        window.screen.find("label", "files/Trips/2023 Uji", window.window)

    def test_handles_between_the_blocks(self) -> None:
        """They move by key and by pointer, and are where they were left at the next start."""
        self._put("Trips", "a.png", png(30, 20))
        window = self._show()
        pictures = window.screen.table("Pictures", window.window)
        handle = window.screen.find("separator", "Width of the pictures", window.window)
        wait_until("it is laid out", lambda: pictures.width > 1)
        before = pictures.width
        handle.grab_focus()
        window.keyboard.press(*["Right"] * 5)
        wait_for_equal("the width", lambda: pictures.width, before + 50)
        x, y = handle.centre
        xdotool("mousemove", x, y, "mousedown", 1, "mousemove", x + 20, y, "mousemove", x + 40, y, "mouseup", 1)
        wait_for_equal("the width", lambda: pictures.width, before + 90)
        window.program.quit()
        again = CardsWindow(self.start(), "sights")
        again.keyboard.press("ctrl+3")
        pictures = again.screen.table("Pictures", again.window)
        wait_for_equal("the width", lambda: pictures.width, before + 90)

    def test_size_of_the_pictures(self) -> None:
        """The slider, Ctrl with + and −, and the wheel with Ctrl set it."""
        for number in range(4):
            self._put("Trips", f"{number}.png", png(30, 20))
        window = self._show()
        pictures = window.screen.table("Pictures", window.window)
        wait_for_equal("the pictures", lambda: pictures.row_count, 4)
        slider = window.screen.find("slider", "Size of the pictures", window.window)
        wait_for_equal("two beside each other", lambda: pictures.cell(1, 0).box.y, pictures.cell(0, 0).box.y)
        slider.set_value(2)
        wait_until("one below the other", lambda: pictures.cell(1, 0).box.y > pictures.cell(0, 0).box.y)
        pictures.grab_focus()
        window.keyboard.press("ctrl+minus")
        wait_for_equal("the slider", lambda: slider.value, 1)
        xdotool("mousemove", *pictures.cell(0, 0).centre, "keydown", "ctrl", "click", 4, "keyup", "ctrl")
        wait_for_equal("the slider", lambda: slider.value, 2)

    def test_no_pictures_yet(self) -> None:
        """A folder can be added at once."""
        (self.home.directory / "Pictures").mkdir()
        folders = self.home.directory / ".config/user-dirs.dirs"
        with folders.open("a", encoding="utf-8") as file:
            file.write('XDG_PICTURES_DIR="$HOME/Pictures"\n')
        window = self._show()
        window.screen.find("heading", "No pictures yet", window.window)
        self.assertIsNone(window.screen.look("table", lambda name: name in ("Albums", "Preview"), window.window))
        window.press("Add a Folder…")
        folder = self.home.directory / "files" / "Scans"
        folder.mkdir()
        (folder / "a.png").write_bytes(png(30, 20))
        FileChooser(window.program, "Add a Folder of Pictures").open(folder)
        albums = window.screen.table("Albums", window.window)
        wait_for_equal("the albums", albums.rows, [["Scans"]])
        window.screen.wait_until_gone("push button", "Add a Folder…", window.window)

    def _show(self) -> CardsWindow:
        window = self.open(self.write("sights.tsv", SIGHTS))
        window.wait_until_saved(3)
        window.keyboard.press("ctrl+3")
        return window

    def test_a_picture_is_shown_with_its_size(self) -> None:
        """Ctrl+3 shows the albums; a picture is found by typing its name."""
        folder = self._put("Trips", "kyoto.png", png(300, 200))
        (folder / "broken.png").write_text("no picture")
        window = self.open(self.write("sights.tsv", SIGHTS))
        window.wait_until_saved(3)
        window.keyboard.press("ctrl+3")
        albums = window.screen.table("Albums", window.window)
        wait_until("the album is listed", lambda: any("Trips" in name for [name] in albums.rows()))
        pictures = window.screen.table("Pictures", window.window)
        wait_for_equal("the pictures", pictures.rows, [["broken.png"], ["kyoto.png"]])
        pictures.grab_focus()
        window.keyboard.type("kyo")
        wait_until("the size is told", lambda: window.screen.look(
            "label", lambda text: text.startswith("300 × 200"), window.window))
        window.keyboard.press("Left")
        window.wait_for_message("This is not a picture, or not in a supported format.")

    def test_the_next_start_goes_on_with_album_and_order(self) -> None:
        """And with the thumbnails that were kept for all programs."""
        self._put("Trips", "a.png", png(30, 20))
        folder = self._put("Work", "small.png", png(30, 20))
        self._put("Work", "wide.png", png(900, 700))
        text = self.write("sights.tsv", SIGHTS)
        window = self.open(text)
        window.wait_until_saved(3)
        window.keyboard.press("ctrl+3")
        albums = window.screen.table("Albums", window.window)
        wait_for_equal("the albums", albums.rows, [["Trips"], ["Work"]])
        albums.cell(1, 0).grab_focus()
        pictures = window.screen.table("Pictures", window.window)
        wait_for_equal("the pictures", pictures.rows, [["small.png"], ["wide.png"]])
        window.screen.find("combo box", "Sort by", window.window).choose(2)
        wait_for_equal("the pictures by size", pictures.rows, [["wide.png"], ["small.png"]])
        kept = self.home.directory / ".cache/thumbnails"
        name = (folder / "wide.png").as_uri().encode()
        wait_until("the thumbnail is kept", lambda: any(
            b"Thumb::URI\0" + name in path.read_bytes() for path in kept.glob("[nl]*/*.png")))
        document = window.document.path
        self.programs.pop().quit()
        window = self.open(document)
        window.wait_until_saved(3)
        window.keyboard.press("ctrl+3")
        albums = window.screen.table("Albums", window.window)
        pictures = window.screen.table("Pictures", window.window)
        wait_for_equal("the same album in the same order", pictures.rows, [["wide.png"], ["small.png"]])
        self.assertIn("selected", albums.cell(1, 0).states)

    def _put(self, album: str, name: str, content: bytes) -> Path:
        folder = self.home.directory / "files" / album
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        return folder


class ChoosePicture(AcceptanceTest):
    """The sheet."""

    def test_records_get_pictures_one_after_the_other(self) -> None:
        """Nothing chosen: it says so. The next record is offered the next picture; the originals may go."""
        window, folder = self._open_sheet_with_trips()
        pictures = window.screen.table("Pictures")
        wait_for_equal("the pictures", pictures.rows, [["trip1.png"], ["trip2.png"]])
        wait_until("the first one is chosen", lambda: "selected" in pictures.cell(0, 0).states)
        window.screen.find("push button", "Use Picture").press()
        window.wait_for_message("Picture added.")
        window.wait_for_cell(0, 1, "trip1.png")
        window.wait_for_cursor(1, 1)
        window.screen.wait_until_gone("dialog", "Choose a Picture")
        self._open_sheet(window)
        pictures = window.screen.table("Pictures")
        wait_until("the next picture is chosen", lambda: "selected" in pictures.cell(1, 0).states)
        window.keyboard.press("Return")
        window.wait_for_cell(1, 1, "trip2.png")
        for file in folder.iterdir():
            file.unlink()
        kept = window.document.query("SELECT name FROM pictures WHERE length(bytes) > 50 ORDER BY name")
        self.assertEqual(kept, [{"name": "trip1.png"}, {"name": "trip2.png"}])

    def test_a_run_goes_on_wherever_the_cursor_is(self) -> None:
        """The next picture is offered to whichever record gets the next one."""
        window, _ = self._open_sheet_with_trips()
        wait_for_equal("the pictures", lambda: len(window.screen.table("Pictures").rows()), 2)
        window.screen.table("Pictures").cell(0, 0).grab_focus()
        window.keyboard.press("Return")
        window.wait_for_cell(0, 1, "trip1.png")
        window.screen.wait_until_gone("dialog", "Choose a Picture")
        window.go_to(2, 1)
        self._open_sheet(window)
        pictures = window.screen.table("Pictures")
        wait_until("the next picture is chosen", lambda: "selected" in pictures.cell(1, 0).states)
        window.keyboard.press("Return")
        window.wait_for_cell(2, 1, "trip2.png")

    def test_keys_pressed_ahead_are_kept(self) -> None:
        """Enter after Enter, faster than sheets slide and pictures are listed: each opens a sheet or registers."""
        window, _ = self._open_sheet_with_trips(3)
        wait_for_equal("the pictures", lambda: len(window.screen.table("Pictures").rows()), 3)
        window.screen.table("Pictures").cell(0, 0).grab_focus()
        window.keyboard.press(*["Return"] * 5)
        window.wait_for_rows([["Kyoto", "trip1.png"], ["Nara", "trip2.png"], ["Uji", "trip3.png"]])
        window.screen.wait_until_gone("dialog", "Choose a Picture")

    def test_the_key_acts_on_the_cell_of_the_cursor(self) -> None:
        """An edit in a field that takes no pictures does not keep it from the next one that does."""
        window = self.open(self.write("visits.tsv", "Sight\tVisits\nKyoto\t3\nNara\t4\n"))
        window.wait_until_saved(2)
        window.enter(1, 1, "5")
        window.wait_until_saved(2)
        window.go_to(0, 0)
        window.keyboard.press("ctrl+shift+i")
        window.screen.find("dialog", "Which field gets the picture?")
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("dialog", "Which field gets the picture?")

    def test_a_picture_that_has_gone_bad_is_told(self) -> None:
        """It was good when it was chosen, from those that were used last in any program."""
        file = self.home.directory / ".hidden" / "used.png"
        file.parent.mkdir()
        file.write_bytes(png(101, 50))
        self.home.data.mkdir(parents=True)
        (self.home.data / "recently-used.xbel").write_text(USED_LAST.format(
            uri=file.as_uri(), time=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())))
        window = self.open(self.write("sights.tsv", SIGHTS))
        window.wait_until_saved(3)
        window.go_to(0, 1)
        self._open_sheet(window)
        albums = window.screen.table("Albums")
        wait_for_equal("the albums", albums.rows, [["Recently used"]])
        pictures = window.screen.table("Pictures")
        wait_for_equal("the pictures", pictures.rows, [["used.png"]])
        pictures.cell(0, 0).grab_focus()
        wait_until("the size is told", lambda: window.screen.look(
            "label", lambda text: text.startswith("101 × 50"), window.window))
        file.write_text("no picture")
        os.utime(file, (1_000_000_000, 1_000_000_000))
        window.screen.find("push button", "Use Picture").press()
        window.wait_for_message("The picture could not be read.")
        window.screen.wait_until_gone("dialog", "Choose a Picture")
        window.wait_for_cell(0, 1, "")

    def test_the_sheet_lies_where_it_should(self) -> None:
        """In the column of all sheets, from 24 pixels below the upper edge to 24 above the buttons, which stand at its edges."""
        window = self.open(self.write("sights.tsv", SIGHTS))
        window.wait_until_saved(3)
        window.go_to(0, 1)
        self._open_sheet(window)
        sheet = window.screen.find("dialog", "Choose a Picture")
        frame = xdotool("search", "--name", "^sights$").splitlines()[-1]
        wait_until("the sheet is 1024×768", lambda: self._resize(frame, sheet))
        albums, preview = window.screen.table("Albums", sheet), window.screen.table("Preview", sheet)
        wait_for_equal("the albums", lambda: (albums.place_in(sheet), albums.width), ((32, 24 + 46), 200))
        wait_for_equal("the preview", lambda: (preview.place_in(sheet), preview.width),
                       ((32 + 200 + 7 + 316 + 7, 24 + 46), 960 - 200 - 7 - 316 - 7))
        for name in ("Cancel", "Use Picture"):
            button = window.screen.find("push button", name)
            self.assertEqual(button.place_in(albums)[1], albums.height + 24, name)
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("dialog", "Choose a Picture")

    def _resize(self, frame: str, sheet: Node) -> bool:
        """Makes the window as much larger as the sheet is too small; true when there is nothing to do."""
        size = (sheet.width, sheet.height)
        if size == (1024, 768):
            return True
        found = dict(line.split("=") for line in xdotool("getwindowgeometry", "--shell", frame).splitlines())
        xdotool("windowsize", "--sync", frame, int(found["WIDTH"]) + 1024 - size[0],
                int(found["HEIGHT"]) + 768 - size[1])
        return False

    def test_those_of_the_document_come_first(self) -> None:
        """Then the folders by name."""
        window = self._with_picture("trip.png", album="Album")
        window.keyboard.press("ctrl+3")
        albums = window.screen.table("Albums", window.window)
        wait_until("they are listed", lambda: len(albums.rows()) >= 2)
        self.assertEqual([albums.rows()[0], albums.rows()[-1]], [["In this document"], ["Album"]])

    def test_enter_on_a_picture_opens_the_sheet(self) -> None:
        """Enter and a double click choose; what is typed and F2 are about the text, from which Enter goes on."""
        window = self._with_picture("trip.png")
        window.go_to(0, 1)
        window.keyboard.press("Return")
        window.screen.find("dialog", "Choose a Picture")
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("dialog", "Choose a Picture")
        click(window.cell(0, 1), times=2)
        window.screen.find("dialog", "Choose a Picture")
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("dialog", "Choose a Picture")
        window.enter(0, 1, "other.png")
        window.wait_for_cell(0, 1, "other.png")
        window.wait_for_cursor(1, 1)
        self.assertIsNone(window.screen.look("dialog", "Choose a Picture"))
        window.keyboard.press("Up")
        window.wait_for_message("The picture is not in this document.")

    def test_a_picture_is_removed_and_comes_back(self) -> None:
        """It leaves the card and stays in the document, for undo."""
        window = self._with_picture("trip.png")
        window.go_to(0, 1)
        window.keyboard.press("Menu")
        window.screen.find("menu item", "Remove Picture").press()
        window.wait_for_message(
            "Removed 1 picture from its record. It stays in the document until you delete it under Pictures.")
        window.wait_for_cell(0, 1, "")
        self.assertEqual(window.document.query("SELECT name FROM pictures"), [{"name": "trip.png"}])
        window.keyboard.press("ctrl+z")
        window.wait_for_cell(0, 1, "trip.png")
        wait_for_equal("the description", lambda: window.cell(0, 1).description, "picture")

    def test_dropped_files_are_registered(self) -> None:
        """The first on the cell, the others below; what is no picture is told; it is one step."""
        window = self._with_picture("trip.png")
        folder = self.home.directory / "dragged"
        folder.mkdir()
        for number in (2, 10):
            (folder / f"drop{number}.png").write_bytes(png(60 + number, 40))
        broken = folder / "drop3.png"
        broken.write_text("no picture")
        # One that was just written might be whole soon.
        os.utime(broken, (1_000_000_000, 1_000_000_000))
        with DragSource(self.home, [folder / f"drop{number}.png" for number in (10, 3, 2)]) as source:
            source.drag_to(window.cell(1, 1))
            window.wait_for_message("1 picture could not be added. drop3.png: "
                                    "This is not a picture, or not in a supported format.")
        window.wait_for_rows([["Kyoto", "trip.png"], ["Nara", "drop2.png"], ["Uji", ""], ["", "drop10.png"]])
        window.keyboard.press("ctrl+z")
        window.wait_for_rows([["Kyoto", "trip.png"], ["Nara", ""], ["Uji", ""]])

    def test_pictures_dropped_on_the_last_row_make_records(self) -> None:
        """Each picture is a card of its own."""
        window = self._with_picture("trip.png")
        folder = self.home.directory / "dragged"
        folder.mkdir()
        for number in (1, 2):
            (folder / f"drop{number}.png").write_bytes(png(60 + number, 40))
        with DragSource(self.home, [folder / f"drop{number}.png" for number in (1, 2)]) as source:
            source.drag_to(window.cell(3, 0))
            window.wait_for_message("2 pictures added.")
        window.wait_for_cell(3, 1, "drop1.png")
        window.wait_for_cell(4, 1, "drop2.png")
        window.wait_for_cursor(3, 1)
        window.keyboard.press("ctrl+z")
        window.wait_until_saved(3)

    def test_a_table_dropped_on_a_picture_is_imported(self) -> None:
        """Only pictures are for the cell."""
        window = self._with_picture("trip.png")
        with DragSource(self.home, [self.write("more.tsv", "Sight\tPicture\nKoya\ttrip.png\n")]) as source:
            source.drag_to(window.cell(1, 1))
            sheet = Sheet(window, "Import")
        sheet.wait_for_text("1 record is new. 0 records change. 0 records stay the same.")
        sheet.leave_by("Import")
        window.wait_for_rows([["Kyoto", "trip.png"], ["Nara", ""], ["Uji", ""], ["Koya", "trip.png"]])

    def test_a_picture_that_no_card_shows_is_removed_for_good(self) -> None:
        """Not one that a card shows; Enter keeps it; the Pictures screen asks. The file gets smaller."""
        window = self._with_picture("trip.png", png(101, 50) + bytes(300_000))
        window.keyboard.press("ctrl+3")
        albums = window.screen.table("Albums", window.window)
        wait_for_equal("the albums", lambda: [name for [name] in albums.rows()], ["In this document", "Trips"])
        albums.cell(0, 0).grab_focus()
        pictures = window.screen.table("Pictures", window.window)
        wait_for_equal("the pictures", pictures.rows, [["trip.png"]])
        pictures.cell(0, 0).grab_focus()
        pictures.grab_focus()
        window.keyboard.press("Delete")
        window.wait_for_message("A record uses this picture. Remove it from the record first.")
        window.keyboard.press("ctrl+1")
        window.go_to(0, 1)
        window.keyboard.press("Delete", "ctrl+3")
        window.wait_for_cell(0, 1, "")
        wait_for_equal("the albums", lambda: [name for [name] in albums.rows()],
                       ["In this document", "Not used in any record", "Trips"])
        pictures.cell(0, 0).grab_focus()
        pictures.grab_focus()
        window.keyboard.press("Menu")
        window.screen.find("menu item", "Remove All Unused Pictures…").press()
        window.screen.find("dialog", "Remove “trip.png” permanently?")
        window.screen.find("push button", "Remove Permanently").press()
        window.wait_for_message("Removed 1 picture.")
        self.assertEqual(window.document.query("SELECT name FROM pictures"), [])
        wait_until("the file is smaller", lambda: window.document.path.stat().st_size < 300_000)
        wait_for_equal("the number of albums", lambda: albums.row_count, 1)

    def test_a_pair_of_text_and_pictures_goes_there_and_back(self) -> None:
        """Export writes a folder beside the text, and opening the pair by import brings the pictures along."""
        window = self._with_picture("trip.png")
        target = self.home.directory / "out" / "pair.tsv"
        target.parent.mkdir()
        window.keyboard.press("ctrl+shift+e")
        sheet = Sheet(window, "Export")
        self.assertIn("checked", sheet.control("check box", "Save pictures in a folder next to the file").states)
        sheet.press("Export…")
        FileChooser(window.program, "Export").save(target)
        sheet.wait_until_gone()
        window.wait_for_message(f"Exported 3 records to {target}. 1 picture is in pair-pictures.")
        self.assertEqual((target.parent / "pair-pictures" / "trip.png").read_bytes(), png(101, 50))
        sheet = choose_import(window, target)
        self.assertIn("checked", sheet.control("check box", "Import the pictures in pair-pictures").states)
        sheet.wait_for_text("3 records are new. 0 records change. 0 records stay the same.")
        sheet.leave_by("Import")
        window.wait_for_message("3 records imported.")
        window.wait_for_cell(3, 1, "trip.png")
        self.assertEqual(window.document.query("SELECT count(*) AS n FROM pictures"), [{"n": 1}])

    def test_a_picture_is_printed_on_its_card(self) -> None:
        """A PDF file of the cards has the picture in the size that it has room for, and no larger than it is."""
        window = self._with_picture("trip.png")
        window.program.known_complaints += PRINTERS
        path = self.home.directory / "cards.pdf"
        window.keyboard.press("ctrl+p")
        sheet = Sheet(window, "Print")
        sheet.control("combo box", "Layout").choose(1)
        sheet.press("Save as PDF…")
        FileChooser(window.program, "Save as PDF").save(path)
        sheet.wait_until_gone()
        listed = subprocess.run(["pdfimages", "-list", path], check=True, capture_output=True, text=True).stdout
        images = [line.split()[2:5] for line in listed.splitlines()[2:]]
        self.assertEqual(images, [["image", "101", "50"]])

    def test_fields_that_name_pictures_get_the_mark_with_the_import(self) -> None:
        """It is one step with the records; a picture that cannot be shown is told by name, and kept."""
        window = self.open(self.write("sights.tsv", SIGHTS))
        window.wait_until_saved(3)
        with DragSource(self.home, [self._pair()]) as source:
            source.drag_to(window.cell(1, 0))
            sheet = Sheet(window, "Import")
        sheet.wait_for_text("2 records are new. 0 records change. 0 records stay the same.")
        sheet.leave_by("Import")
        window.wait_for_message("2 records imported. 1 picture cannot be shown. broken.png: "
                                "This is not a picture, or not in a supported format.")
        window.wait_for_cell(4, 1, "broken.png")
        wait_for_equal("the description", lambda: window.cell(3, 1).description, "picture")
        wait_for_equal("the other's", lambda: window.cell(4, 1).description,
                       "This is not a picture, or not in a supported format.")
        wait_for_equal("the pictures", lambda: window.document.query("SELECT name FROM pictures ORDER BY name"),
                       [{"name": "broken.png"}, {"name": "koya.png"}])
        window.keyboard.press("ctrl+z")
        window.wait_until_saved(3)
        marks = window.document.query("SELECT value FROM properties WHERE name = 'picture fields'")
        self.assertNotIn("2", [mark["value"] for mark in marks])

    def test_a_new_document_tells_of_pictures_that_cannot_be_shown(self) -> None:
        """In its window."""
        window = self.open(self.write("sights.tsv", SIGHTS))
        window.wait_until_saved(3)
        with DragSource(self.home, [self._pair()]) as source:
            source.drag_to(window.cell(1, 0))
            sheet = Sheet(window, "Import")
        sheet.control("combo box", "Into").choose(0)
        sheet.leave_by("Import")
        made = CardsWindow(window.program, "pair")
        made.wait_for_message("1 picture cannot be shown. broken.png: "
                              "This is not a picture, or not in a supported format.")

    def _pair(self) -> Path:
        """A text with a folder of pictures, one of which is none."""
        text = self.home.directory / "out" / "pair.tsv"
        folder = text.parent / "pair-pictures"
        folder.mkdir(parents=True)
        text.write_text("Sight\tPicture\nKoya\tkoya.png\nMuro\tbroken.png\n")
        (folder / "koya.png").write_bytes(png(101, 50))
        (folder / "broken.png").write_text("no picture")
        return text

    def test_a_field_with_texts_is_asked_about(self) -> None:
        """Enter takes a new field beside it; the next picture goes there without a question, and undo takes it away."""
        self._put_trips(2)
        before = [["Kyoto", ""], ["Nara", ""], ["Uji", ""]]
        window = self._ask_in_texts()
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("dialog", "Which field gets the picture?")
        window.wait_for_rows(before)
        self._ask_in_texts(window)
        window.keyboard.press("Return")
        pictures = window.screen.table("Pictures")
        wait_for_equal("the pictures", pictures.rows, [["trip1.png"], ["trip2.png"]])
        pictures.cell(0, 0).grab_focus()
        window.keyboard.press("Return", "Return", "Return")
        window.wait_for_rows([["Kyoto", "trip1.png", ""], ["Nara", "trip2.png", ""], ["Uji", "", ""]])
        window.wait_for_cursor(2, 1)
        self.assertEqual(window.table.headings[1].split("\n")[0], "Picture 2")
        window.keyboard.press("ctrl+z")
        window.wait_for_rows([["Kyoto", "trip1.png", ""], ["Nara", "", ""], ["Uji", "", ""]])
        window.keyboard.press("ctrl+z")
        window.wait_for_rows(before)

    def test_a_field_with_texts_can_still_get_them(self) -> None:
        """Where its texts are names of pictures. A field of pictures that exists is offered first."""
        self._put_trips(1)
        window = self._ask_in_texts()
        sheet = Sheet(window, "Which field gets the picture?")
        sheet.wait_for_text("“Sight” contains 3 texts. In a picture field, they would be read as names of pictures.")
        sheet.control("combo box", "Field").choose(1)
        self.assertEqual(sheet.control("combo box", "Field").chosen, "“Sight”, replacing its texts")
        sheet.keyboard.press("alt+h")
        pictures = window.screen.table("Pictures")
        wait_for_equal("the pictures", pictures.rows, [["trip1.png"]])
        pictures.cell(0, 0).grab_focus()
        window.keyboard.press("Return")
        window.wait_for_rows([["trip1.png", ""], ["Nara", ""], ["Uji", ""]])
        window.keyboard.press("ctrl+z")
        window.wait_for_cell(0, 0, "Kyoto")
        window.go_to(0, 1)
        self._open_sheet(window)
        window.screen.table("Pictures").cell(0, 0).grab_focus()
        window.keyboard.press("Return")
        window.wait_for_cell(0, 1, "trip1.png")
        self._ask_in_texts(window)
        self.assertEqual(sheet.screen.find("combo box", "Field").chosen, "Picture")
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("dialog", "Which field gets the picture?")

    def _ask_in_texts(self, window: CardsWindow | None = None) -> CardsWindow:
        """The question about the field that holds names."""
        if window is None:
            window = self.open(self.write("sights.tsv", SIGHTS))
            window.wait_until_saved(3)
        window.go_to(0, 0)
        window.keyboard.press("ctrl+shift+i")
        window.screen.find("dialog", "Which field gets the picture?")
        return window

    def _put_trips(self, count: int) -> Path:
        folder = self.home.directory / "files" / "Trips"
        folder.mkdir(parents=True)
        for number in range(1, count + 1):
            (folder / f"trip{number}.png").write_bytes(png(100 + number, 50))
        return folder

    def test_a_read_only_document_shows_its_pictures(self) -> None:
        """And says why it takes none."""
        window = self._with_picture("trip.png")
        path = window.document.path
        window.wait_until_saved(3)
        self.programs.pop().quit()
        path.chmod(0o444)
        window = self.open(path)
        window.wait_for_subtitle("3 records · Read-only")
        window.go_to(0, 1)
        wait_for_equal("the description", lambda: window.cell(0, 1).description, "picture")
        window.keyboard.press("Return")
        window.wait_for_message("This document is read-only. Nothing was changed.")

    def _with_picture(self, name: str, content: bytes = png(101, 50), album: str = "Trips") -> CardsWindow:
        """A document whose first record has a picture."""
        folder = self.home.directory / "files" / album
        folder.mkdir(parents=True)
        (folder / name).write_bytes(content)
        window = self.open(self.write("sights.tsv", SIGHTS))
        window.wait_until_saved(3)
        window.go_to(0, 1)
        self._open_sheet(window)
        pictures = window.screen.table("Pictures")
        wait_for_equal("the pictures", pictures.rows, [[name]])
        pictures.cell(0, 0).grab_focus()
        window.keyboard.press("Return")
        window.wait_for_message("Picture added.")
        window.screen.wait_until_gone("dialog", "Choose a Picture")
        window.wait_for_cell(0, 1, name)
        return window

    def _open_sheet_with_trips(self, count: int = 2) -> tuple[CardsWindow, Path]:
        """The sheet over a window, for its first record, and the folder of the pictures that are in the sheet."""
        folder = self._put_trips(count)
        window = self.open(self.write("sights.tsv", SIGHTS))
        window.wait_until_saved(3)
        window.go_to(0, 1)
        self._open_sheet(window)
        return window, folder

    def _open_sheet(self, window: CardsWindow) -> None:
        window.keyboard.press("ctrl+shift+i")
        window.screen.find("dialog", "Choose a Picture")
