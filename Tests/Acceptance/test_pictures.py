"""Pictures: the screen with them, and the sheet in which a record gets one."""

import struct
import zlib
from pathlib import Path

from support.cards import CardsWindow
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

SIGHTS = "Sight\tPicture\nKyoto\t\nNara\t\nUji\t\n"


def png(width: int, height: int) -> bytes:
    """A grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


class Pictures(AcceptanceTest):
    """The screen with all pictures."""

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
            "label", lambda text: text.startswith("300 x 200"), window.window))
        window.keyboard.press("Left")
        window.wait_for_message("This is no picture, or of a kind that cannot be shown here.")

    def _put(self, album: str, name: str, content: bytes) -> Path:
        folder = self.home.directory / "files" / album
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        return folder


class ChoosePicture(AcceptanceTest):
    """The sheet."""

    def test_records_get_pictures_one_after_the_other(self) -> None:
        """Nothing chosen: it says so. The next record is offered the next picture; the originals may go."""
        folder = self.home.directory / "files" / "Trips"
        folder.mkdir(parents=True)
        for number in (1, 2):
            (folder / f"trip{number}.png").write_bytes(png(100 + number, 50))
        window = self.open(self.write("sights.tsv", SIGHTS))
        window.wait_until_saved(3)
        window.go_to(0, 1)
        self._open_sheet(window)
        window.screen.find("push button", "Register").press()
        window.wait_for_message("Select a picture.")
        pictures = window.screen.table("Pictures")
        wait_for_equal("the pictures", pictures.rows, [["trip1.png"], ["trip2.png"]])
        pictures.cell(0, 0).grab_focus()
        window.screen.find("push button", "Register").press()
        window.wait_for_message("Picture registered.")
        window.wait_for_cell(0, 1, "trip1.png")
        window.wait_for_cursor(1, 1)
        window.screen.wait_until_gone("dialog", "Choose a picture")
        self._open_sheet(window)
        pictures = window.screen.table("Pictures")
        wait_until("the next picture is chosen", lambda: "selected" in pictures.cell(1, 0).states)
        window.keyboard.press("Return")
        window.wait_for_cell(1, 1, "trip2.png")
        for file in folder.iterdir():
            file.unlink()
        kept = window.document.query("SELECT name FROM pictures WHERE length(bytes) > 50 ORDER BY name")
        self.assertEqual(kept, [{"name": "trip1.png"}, {"name": "trip2.png"}])

    def _open_sheet(self, window: CardsWindow) -> None:
        window.keyboard.press("ctrl+shift+i")
        window.screen.find("dialog", "Choose a picture")
