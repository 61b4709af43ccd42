"""Printing, and PDF files."""

import re
import subprocess
from pathlib import Path

from support.cards import CardsWindow
from support.complaints import PRINT_DIALOG, PRINTERS
from support.desktop_dialog import DesktopDialog, FileChooser
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_until

TREES = "Name\tHeight\tEvergreen\n" + "".join(
    f"木{number}号\t{number}.5\t{'true' if number % 2 else 'false'}\n" for number in range(1, 101))

CARDS = 1
SELECTED = 2


def pages_of(file: Path) -> list[str]:
    """The texts of a PDF file's pages, as another program reads them."""
    done = subprocess.run(["pdftotext", "-layout", file, "-"], check=True, capture_output=True, text=True)
    return done.stdout.split("\f")[:-1]


def heights_in(file: Path) -> dict[str, float]:
    """The heights of the words of a PDF file."""
    done = subprocess.run(["pdftotext", "-bbox", file, "-"], check=True, capture_output=True, text=True)
    words = re.findall(r'yMin="([0-9.]+)" xMax="[0-9.]+" yMax="([0-9.]+)">([^<]+)<', done.stdout)
    return {text: float(bottom) - float(top) for top, bottom, text in words}


class Printing(AcceptanceTest):
    """The sheet that Ctrl+P opens."""

    def open_sheet(self) -> tuple[CardsWindow, Sheet]:
        """The trees and the sheet over them."""
        window = self.open(self.write("Trees.tsv", TREES))
        window.wait_until_saved(100)
        return window, self.print(window)

    def print(self, window: CardsWindow) -> Sheet:
        """The sheet, by its key."""
        window.program.known_complaints += PRINTERS
        window.table.grab_focus()
        window.keyboard.press("ctrl+p")
        return Sheet(window, "Print")

    def save(self, window: CardsWindow, sheet: Sheet, name: str) -> Path:
        """Presses “Save as PDF…”, answers where, and waits for the end."""
        path = self.home.directory / name
        sheet.press("Save as PDF…")
        FileChooser(window.program, "Save as PDF").save(path)
        sheet.wait_until_gone()
        return path

    def test_table_as_pdf(self) -> None:
        """All records are there, under the names of the fields on each page, and the window says so."""
        window, sheet = self.open_sheet()
        path = self.save(window, sheet, "trees.pdf")
        pages = pages_of(path)
        window.wait_for_message(f"Saved {len(pages)} pages to {path}.")
        self.assertGreater(len(pages), 1)
        for number, page in enumerate(pages, 1):
            for expected in ("Trees", "Name", "Height", "Evergreen", f"Page {number} of {len(pages)}"):
                self.assertTrue(any(text in page for text in window.screen.words.spoken(expected)), page)
        lines = [line.split() for page in pages for line in page.splitlines()]
        self.assertEqual(
            [line[:3] for line in lines if "号" in "".join(line)],
            [[str(number), f"木{number}号", f"{number}.5"] for number in range(1, 101)])

    def test_form_is_remembered(self) -> None:
        """What was chosen for the document is chosen the next time, in another start."""
        window, sheet = self.open_sheet()
        sheet.control("combo box", "Layout").choose(CARDS)
        self.assertEqual(len(pages_of(self.save(window, sheet, "cards.pdf"))), 25)
        window.program.quit()
        window = CardsWindow(self.start(), "Trees")
        sheet = self.print(window)
        sheet.control("combo box", "Cards on a page")
        sheet.wait_for_text("Page 1 of 25")
        sheet.leave_by("Cancel")

    def test_text_of_cards(self) -> None:
        """Cards fill their places, with a large title; the size can be chosen, and is remembered."""
        window, sheet = self.open_sheet()
        sheet.control("combo box", "Layout").choose(CARDS)
        filling = heights_in(self.save(window, sheet, "filling.pdf"))
        title = next(height for word, height in filling.items() if "号" in word)
        self.assertGreater(title, 1.1 * filling["1.5"])
        sheet = self.print(window)
        sheet.control("combo box", "Text size").choose(1)
        small = heights_in(self.save(window, sheet, "small.pdf"))
        self.assertGreater(filling["1.5"], 1.2 * small["1.5"])
        sheet = self.print(window)
        again = heights_in(self.save(window, sheet, "again.pdf"))
        self.assertEqual(again, small)

    def test_preview(self) -> None:
        """The preview goes from page to page, by button and by key."""
        window, sheet = self.open_sheet()
        sheet.control("combo box", "Layout").choose(CARDS)
        sheet.wait_for_text("Page 1 of 25")
        sheet.press("Next Page")
        sheet.wait_for_text("Page 2 of 25")
        preview = window.screen.table("Preview", sheet.dialog)
        preview.grab_focus()
        window.keyboard.press("Page_Down")
        sheet.wait_for_text("Page 3 of 25")
        self.assertIn(preview.cell(0, 0).name, window.screen.words.spoken("Page 3 of 25"))
        window.keyboard.press("End")
        sheet.wait_for_text("Page 25 of 25")
        wait_until("no next page", lambda: "sensitive" not in sheet.control("push button", "Next Page").states)
        window.keyboard.press("Escape")
        sheet.wait_until_gone()
        window.wait_for_cursor(0, 0)

    def test_selected_records(self) -> None:
        """Selected records are printed whole, though only some of their cells were selected."""
        window = self.open(self.write("Trees.tsv", TREES))
        window.wait_until_saved(100)
        window.go_to(1, 0)
        window.keyboard.press("shift+Down")
        sheet = self.print(window)
        sheet.control("combo box", "Records").choose(SELECTED)
        pages = pages_of(self.save(window, sheet, "two.pdf"))
        self.assertEqual(len(pages), 1)
        self.assertIn("3.5", pages[0])
        self.assertNotIn("4.5", pages[0])

    def test_fields(self) -> None:
        """Only the fields that are ticked are printed, in another start as well; without any, it is said."""
        window, sheet = self.open_sheet()
        sheet.control("check box", "Height").press()
        pages = pages_of(self.save(window, sheet, "without.pdf"))
        self.assertNotIn("Height", "".join(pages))
        self.assertIn("木1号", pages[0])
        window.program.quit()
        window = CardsWindow(self.start(), "Trees")
        sheet = self.print(window)
        wait_until("it is not ticked", lambda: "checked" not in sheet.control("check box", "Height").states)
        for name in ("Name", "Evergreen"):
            sheet.control("check box", name).press()
        sheet.press("Save as PDF…")
        FileChooser(window.program, "Save as PDF").save(self.home.directory / "nothing.pdf")
        sheet.wait_for_text("Select at least one field.")
        sheet.leave_by("Cancel")

    def test_long_texts(self) -> None:
        """They take several lines of a table, and the preview says on how many pages."""
        note = " ".join(f"word{number}" for number in range(150))
        lines = [f"{number}\t{note if number % 10 == 0 else 'short'}" for number in range(1, 41)]
        window = self.open(self.write("Notes.tsv", "\n".join(["Number\tNote", *lines, ""])))
        window.wait_until_saved(40)
        sheet = self.print(window)
        sheet.wait_for_text("Page 1 of 4")
        pages = pages_of(self.save(window, sheet, "notes.pdf"))
        self.assertEqual(len(pages), 4)
        self.assertEqual(sum(page.count("word149") for page in pages), 4)

    def test_more_fields_than_room(self) -> None:
        """A card that needs more than its place takes several, and why is said."""
        names = [f"Field {number}" for number in range(1, 41)]
        text = "\t".join(names) + "\n" + "\t".join(f"value{number}" for number in range(1, 41)) + "\n"
        window = self.open(self.write("Wide.tsv", text))
        window.wait_until_saved(1)
        sheet = self.print(window)
        sheet.control("combo box", "Layout").choose(CARDS)
        sheet.control("combo box", "Cards on a page").choose(4)
        sheet.wait_for_text("A card has too many fields for its space on the page, so it fills ")
        sheet.control("combo box", "Cards on a page").choose(0)
        sheet.wait_for_text_gone("A card has too many fields for its space on the page, so it fills ")
        sheet.leave_by("Cancel")

    def test_place_that_refuses(self) -> None:
        """A file that cannot be written is told, and the sheet stays."""
        window, sheet = self.open_sheet()
        sheet.press("Save as PDF…")
        FileChooser(window.program, "Save as PDF").save(Path("/proc/trees.pdf"))
        sheet.wait_for_text("“trees.pdf” cannot be saved")
        sheet.leave_by("Cancel")

    def test_desktop_dialog(self) -> None:
        """OK leads to the desktop's own dialog; leaving that leaves the sheet as it is."""
        window, sheet = self.open_sheet()
        window.keyboard.press("alt+p")
        DesktopDialog(window.program, "Print", PRINT_DIALOG).cancel()
        sheet.leave_by("Cancel")
        window.wait_for_cursor(0, 0)
