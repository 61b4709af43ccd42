"""Documents and texts that take their time to be opened."""

import subprocess
from pathlib import Path

from support.cards import CardsWindow
from support.program import executable
from support.testcase import AcceptanceTest
from support.waiting import wait_until

RECORDS = 150_000


class LargeTest(AcceptanceTest):
    """A test with a large text, or a document of it."""

    def make_text(self) -> str:
        """Numbers, and words that hold them."""
        return "Number\tWord\n" + "".join(f"{number}\tword {number}\n" for number in range(RECORDS))

    def make_document(self) -> Path:
        """The same as a document."""
        text = self.write("large.tsv", self.make_text())
        path = text.with_suffix(".kiroku")
        subprocess.run(
            [executable(), "import", "--quiet", text, "--into", path], env=self.home.environment, check=True)
        wait_until("the document", path.exists)
        return path


class Opening(LargeTest):
    """They are in sight before they are there, and whole in the end."""

    def test_document(self) -> None:
        """All records come, and the cursor that was put among the first ones stays."""
        path = self.make_document()
        program = self.start(path)
        window = CardsWindow(program, "large")
        window.wait_until_saved(RECORDS)
        self.assertEqual(window.table.row_count, RECORDS)
        window.wait_for_cell(RECORDS - 1, 1, f"word {RECORDS - 1}")
        window.keyboard.press("ctrl+End")
        window.wait_for_cursor(RECORDS - 1, 1)
        window.enter(0, 1, "new")
        window.wait_until_saved(RECORDS)

    def test_text(self) -> None:
        """A text is as good as its document when that is written."""
        window = self.open(self.write("long.tsv", self.make_text()))
        window.wait_until_saved(RECORDS)
        window.wait_for_message(f"Imported {RECORDS:,} records from long.tsv. "
                                "The first line contains the field names.")
        window.enter(0, 1, "new")
        window.wait_until_saved(RECORDS)
        self.assertEqual(len(window.document.column("Word")), RECORDS)

    def test_two_at_once(self) -> None:
        """A second document is opened while the first is still on its way, and the same one only once."""
        first, second = (self.write(name, self.make_text()) for name in ("first.tsv", "second.tsv"))
        program = self.start(first, second, first)
        for title in ("first", "second"):
            CardsWindow(program, title).wait_until_saved(RECORDS)
        self.assertEqual(len(program.screen.windows()), 2)

    def test_closing_meanwhile(self) -> None:
        """A window that is closed before all is there leaves nothing half made behind."""
        program = self.start(self.write("long.tsv", self.make_text()))
        wait_until("a window", program.screen.windows, describe=program.screen.dump)
        program.keyboard.press("ctrl+w")
        program.wait_for_end()
        names = [path.name for path in self.home.documents.glob("*")] if self.home.documents.exists() else []
        self.assertLessEqual(set(names), {"long.kiroku"})

    def test_times(self) -> None:
        """Who measures is told how long the program was busy at a time, and when the records were in sight."""
        times = self.home.directory / "times.tsv"
        window = CardsWindow(self.start(f"--times={times}", self.make_document()), "large")
        window.wait_until_saved(RECORDS)
        window.program.quit()
        lines = [line.split("\t") for line in times.read_text(encoding="utf-8").splitlines()]
        self.assertEqual(lines[0], ["start", "ms", "processor ms", "moment"])
        moments = [moment for _, _, _, moment in lines[1:] if moment]
        self.assertEqual(moments[-1], "all records")
        self.assertTrue(all(float(ms) >= 2 for _, ms, _, moment in lines[1:] if not moment))

    def test_left_further_down(self) -> None:
        """What was in sight is so again, with the cursor where it was."""
        path = self.make_document()
        row = RECORDS - 40
        for is_first in (True, False):
            window = CardsWindow(self.start(path), "large")
            window.wait_until_saved(RECORDS)
            if is_first:
                window.go_to(row, 1)
            window.wait_for_cursor(row, 1)
            self.assertIn("showing", window.cell(row, 1).states)
            window.program.quit()


class Memory(LargeTest):
    """What a window takes is bounded, whatever is done in it."""

    ROUNDS, LIMIT = 12, 330
    """A step takes some 40 MB here, the steps to undo up to 128 MB, and one that is being made as much again."""

    def test_everything_again_and_again(self) -> None:
        """All records get the texts of the first one, twelve times; the last time is undone."""
        window = CardsWindow(self.start(self.make_document()), "large")
        window.wait_until_saved(RECORDS)
        opened = window.program.memory
        for number in range(self.ROUNDS):
            text = f"the text of round {number}, of some length"
            window.enter(0, 1, text)
            window.keyboard.press("ctrl+a", "ctrl+d")
            window.wait_for_cell(RECORDS - 1, 1, text)
            window.wait_until_saved(RECORDS)
        self.assertLess(window.program.memory, opened + self.LIMIT)
        window.keyboard.press("ctrl+z")
        window.wait_for_cell(RECORDS - 1, 1, f"the text of round {self.ROUNDS - 2}, of some length")
        window.wait_until_saved(RECORDS)
