"""The first evening of somebody who has forty books."""

import subprocess
from pathlib import Path

from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.document import Document
from support.picture_file import png
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until
from support.xdotool import xdotool

COUNT = 40
TITLE, COVER, YEAR, RATING = 0, 2, 3, 8
TOWNS = ("Kyoto", "Nara", "Uji", "Otsu", "Kobe")
KEYS_AFTER_CELLS = ("Tab", "Tab Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Return")
"""After title, author (the cover comes later), year, publisher, genre, pages, whether it was read, and rating."""
MOST_KEYS = 11
"""For a book, besides the letters of its cells."""


def book(number: int) -> list[str]:
    """What is typed for a book; some texts begin like an earlier one."""
    town = TOWNS[number % len(TOWNS)]
    return [
        f"Walks in {town} {number}", "Aiko Mori" if number % 2 else "Aiko Mori II", str(1960 + number), f"{town} Press",
        "Travel" if number % 4 else "Tra", str(100 + number), "y" if number % 2 else "n", str(number % 6)]


class Books(AcceptanceTest):
    """A template, entry, covers, a search, an order, a print and an export."""

    def test_forty(self) -> None:
        """No key is lost, and it takes hardly more than a key for each cell."""
        books = [book(number) for number in range(COUNT)]
        folder = self.home.directory / "files" / "Covers"
        folder.mkdir(parents=True)
        for number in range(COUNT):
            (folder / f"cover{number:02}.png").write_bytes(png(60 + number, 90))
        window = self._new_document()
        keys = self._type(window, books) + self._choose_covers(window)
        self.assertLessEqual(keys, MOST_KEYS * COUNT)

        expected = [[title, author, f"cover{number:02}.png", int(year), publisher, genre, int(pages), int(read == "y"),
                     int(rating), None]
                    for number, (title, author, year, publisher, genre, pages, read, rating) in enumerate(books)]
        document = Document(self.home.directory / "Books.kiroku")
        wait_for_equal("the records", lambda: [record[:COVER] + [Path(record[COVER] or "").name] + record[YEAR:]
                                               for record in document.records()], expected)
        self._sort(window, expected)
        self._find(window)
        self._print(window)
        self._export(window)

    def _new_document(self) -> CardsWindow:
        first = self.open(self.write("Covers.tsv", "Name\n"))
        first.keyboard.press("ctrl+shift+n")
        sheet = Sheet(first, "New Document")
        sheet.control("radio button", "Books").press()
        sheet.wait_for_text("The books you have, with their covers, and what you thought of them.")
        first.keyboard.press("ctrl+Return")
        FileChooser(first.program, "New Document").save(self.home.directory / "Books")
        window = CardsWindow(first.program, "Books")
        window.wait_until_saved(0)
        window.keyboard.activate("Books")
        return window

    def _type(self, window: CardsWindow, books: list[list[str]]) -> int:
        """Types all books without a pause; returns the number of keys besides the letters."""
        texts = [text for cells in books for text in cells]
        keys = [after.split() for after in KEYS_AFTER_CELLS * len(books)]
        keys[-1] = ["Tab"]  # Enter would begin another book
        window.keyboard.reach()
        xdotool(*(word for text, after in zip(texts, keys, strict=True)
                  for word in ("type", "--delay", 8, "--args", 1, text, "key", "--delay", 8, *after)))
        # The last record is there, and saved, long before its last cell.
        window.wait_for_cell(COUNT - 1, RATING, texts[-1])
        window.wait_until_saved(COUNT)
        return sum(map(len, keys))

    def _choose_covers(self, window: CardsWindow) -> int:
        """Registers a picture for each book, Enter after Enter; returns the number of keys."""
        window.go_to(0, COVER)
        window.keyboard.press("ctrl+shift+i")
        pictures = window.screen.table("Pictures")
        wait_for_equal("the pictures", lambda: len(pictures.rows()), COUNT)
        pictures.cell(0, 0).grab_focus()
        window.keyboard.press(*["Return"] * (2 * COUNT - 1))
        window.wait_for_cell(COUNT - 1, COVER, f"cover{COUNT - 1:02}.png")
        return 2 * COUNT

    def _sort(self, window: CardsWindow, expected: list[list[object]]) -> None:
        window.go_to(0, YEAR)
        window.keyboard.press("alt+Down")
        window.screen.find("check menu item", "Sort Descending")
        window.keyboard.press("d")
        window.wait_for_cell(0, TITLE, str(expected[-1][TITLE]))

    def _find(self, window: CardsWindow) -> None:
        window.keyboard.press("ctrl+f")
        window.screen.find("text", "Find in all fields")
        window.keyboard.type("walks in nara")
        window.screen.find("label", f"Found {COUNT // len(TOWNS)} of {COUNT} records", window.window)
        window.keyboard.press("Escape")
        wait_for_equal("all rows", lambda: window.table.row_count, COUNT)

    def _print(self, window: CardsWindow) -> None:
        window.table.grab_focus()
        window.keyboard.press("ctrl+p")
        sheet = Sheet(window, "Print")
        sheet.press("Save as PDF…")
        path = self.home.directory / "books.pdf"
        FileChooser(window.program, "Save as PDF").save(path)
        sheet.wait_until_gone()
        text = subprocess.run(["pdftotext", path, "-"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(text.count("Walks in"), COUNT)

    def _export(self, window: CardsWindow) -> None:
        window.table.grab_focus()
        window.keyboard.press("ctrl+shift+e")
        sheet = Sheet(window, "Export")
        sheet.press("Export…")
        path = self.home.directory / "books.tsv"
        FileChooser(window.program, "Export").save(path)
        wait_until("the table is exported", path.exists)
        sheet.wait_until_gone()
        self.assertEqual(len(path.read_text().splitlines()), COUNT + 1)
