"""Every kind of field on every screen: what a kind forgets fails here."""

import re
from typing import NamedTuple

from test_print import pages_of

from support import clipboard
from support.cards import CardsWindow
from support.command import run
from support.complaints import PRINTERS
from support.desktop_dialog import FileChooser
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until


class Kind(NamedTuple):
    """What a kind does with two values and a text that does not fit."""

    values: tuple[str, str]
    typed: str
    """What a person types for the second value."""
    unfit: str
    reason: str
    """Why that does not fit; empty if any text does."""
    figure: str
    """Of the summary of both values."""
    meaning: str = ""
    """What a screen reader says of the first value besides it."""
    paper: tuple[str, str] | None = None
    """The values as they are printed, where that is something else."""


KINDS = {
    "text": Kind(("Ab", "cd"), "cd", "any", "", "Different values: 2"),
    "int": Kind(("-3", "12"), "12", "x", "“x” is not a whole number.", "Sum: 9"),
    "float": Kind(("1.5", "2.25"), " 2.25", "x", "“x” is not a number.", "Sum: 3.75"),
    "decimal": Kind(("0.10", "0.20"), "0.20", "x", "“x” is not a number.", "Sum: 0.30"),
    "bool": Kind(("true", "false"), "no", "-?-", "“-?-” is not true or false.", "Values: 2"),
    "date": Kind(("2024-02-29", "2026-12-24"), "24 dec 26", "2026-02-30",
                 "“2026-02-30” is not a date: February 2026 has 28 days.", "Earliest: 2024-02-29", "Thu 29 Feb 2024"),
    "time": Kind(("09:30", "21:45"), "9:45 pm", "25:00",
                 "“25:00” is not a time: a day has 24 hours, an hour 60 minutes.", "Earliest: 09:30"),
    "datetime": Kind(("2024-02-29 09:30", "2026-12-24 21:45"), "24 dec 26 9:45 pm", "x", "“x” is not a date.",
                     "Earliest: 2024-02-29 09:30", "Thu 29 Feb 2024 09:30"),
    "choice": Kind(("red", "blue"), "bl", "green", "“green” is not among the choices.", "Different values: 2"),
    "choices": Kind(("red; blue", "blue"), "BLUE", "blue; green", "“green” is not among the choices.",
                    "Different values: 2", paper=("red blue", "blue")),
    "rating": Kind(("3", "5"), "5", "7", "“7” is above the maximum, 5.", "Mean: 4.00",
                   paper=("★★★☆☆", "★★★★★")),
    "duration": Kind(("12:30:15", "37:45:10"), "37 h 45 min 10 s", "x",
                     "“x” is not a duration. Write 1:30 for hours and minutes, or 90 min.", "Sum: 50:15:25",
                     "12 h 30 min 15 s"),
}
"""By the word that the command line has for it."""


class Kinds(AcceptanceTest):
    """A table with a field of each kind, and a record for each of the values."""

    def open_kinds(self) -> CardsWindow:
        """Makes the document on the command line, and opens it."""
        rows = [KINDS, *([kind.values[place] for kind in KINDS.values()] for place in (0, 1))]
        self.home.documents.mkdir(parents=True, exist_ok=True)
        file = self.write("kinds.tsv", "".join("\t".join(row) + "\n" for row in rows))
        path = self.home.documents / "kinds.kiroku"
        answer = run(self.home, "import", file, "--into", path, "--types", ",".join(f"{kind}={kind}" for kind in KINDS))
        self.assertEqual(answer.status, 0, answer.errors)
        window = self.open(path)
        window.wait_until_saved(2)
        window.resize(1600, 700)
        return window

    def test_all_are_here(self) -> None:
        """The command line names the kinds that there are."""
        answer = run(self.home, "import", self.write("a.tsv", "A\n1\n"), "--into", "a.kiroku", "--types", "A=none")
        window_words = {"whole", "number", "exact", "check"}
        self.assertEqual(set(re.findall(r"NAME=(\w+)", answer.errors)), set(KINDS) | window_words)

    def test_grid(self) -> None:
        """Values are typed, filled down, pasted and copied; what does not fit stays, is marked, and says why."""
        window = self.open_kinds()
        for column, (word, kind) in enumerate(KINDS.items()):
            with self.subTest(kind=word):
                window.wait_for_cell(0, column, kind.values[0])
                if kind.meaning:
                    self.assertEqual(window.cell(0, column).description, kind.meaning)
                window.go_to(0, column)
                window.keyboard.type(kind.typed)
                if word != "rating":  # where a digit is the whole of it
                    window.keyboard.press("Return")
                window.wait_for_cell(0, column, kind.values[1])
                window.keyboard.press("ctrl+z")
                window.wait_for_cell(0, column, kind.values[0])
                window.go_to(1, column)
                window.keyboard.press("ctrl+d")
                window.wait_for_cell(1, column, kind.values[0])
                window.keyboard.press("ctrl+c")
                wait_for_equal("the copy", lambda: clipboard.read().splitlines()[-1:], [kind.values[0]])
                window.keyboard.press("ctrl+z")
                clipboard.put(kind.values[0])
                window.go_to(1, column)
                window.keyboard.press("ctrl+v")
                window.wait_for_cell(1, column, kind.values[0])
                window.keyboard.press("ctrl+z")
                window.wait_for_cell(1, column, kind.values[1])
                window.go_to(1, column)
                window.keyboard.press("F2", "ctrl+a")
                window.keyboard.type(kind.unfit)
                window.keyboard.press("Return")
                window.wait_for_cell(1, column, kind.unfit)
                if kind.reason:
                    window.wait_for_message(kind.reason)
                    wait_for_equal("the reason", lambda: window.cell(1, column).description, kind.reason)
                    self.assertIn("invalid-entry", window.cell(1, column).states)
                    window.button("1 to fix")
                window.keyboard.press("ctrl+z")
                window.wait_for_cell(1, column, kind.values[1])

    def test_card_and_summary(self) -> None:
        """A line of the card shows and takes each; the summary has its figures."""
        window = self.open_kinds()
        window.keyboard.press("F9")
        for column, (word, kind) in enumerate(KINDS.items()):
            with self.subTest(kind=word):
                window.go_to(0, column)
                window.screen.find("label", kind.figure, window.window)
        window.keyboard.press("F9", "F7")
        window.screen.find("label", "Record 1 of 2", window.window)
        for column, (word, kind) in enumerate(KINDS.items()):
            with self.subTest(kind=word):
                if word == "bool":
                    self.assertIn("checked", window.screen.find("check box", word, window.window).states)
                    continue
                entry = window.screen.find("text", word, window.window)
                self.assertEqual(entry.text, kind.values[0])
                entry.grab_focus()
                window.keyboard.press("ctrl+a")
                window.keyboard.type(kind.typed)
                window.keyboard.press("Return")
                window.wait_for_cell(0, column, kind.values[1])

    def test_found(self) -> None:
        """A line of the empty card finds what a person types, and so does the command line."""
        window = self.open_kinds()
        path = window.document.path
        window.keyboard.press("ctrl+f", "alt+e")
        for word, kind in KINDS.items():
            with self.subTest(kind=word):
                # GTK tells nothing of a view as showing that is scrolled on by more than its height; of the entry it does.
                entry = wait_until(f"the entry of {word}", lambda: next((
                    node for node in window.window.scrolled_descendants() if (node.role, node.name) == ("text", word)), None))
                wait_until("it has the keys", lambda: {"focused", "showing"} <= entry.states)
                window.keyboard.type(kind.typed if word != "choice" else kind.values[1])
                count = 2 if word == "choices" else 1
                window.screen.find("label", f"Found {count} of 2 records", window.window)
                window.keyboard.press("ctrl+a", "Delete")
                wait_for_equal("the entry", lambda: entry.text, "")
                window.keyboard.press("Tab")
        window.program.quit()
        for word, kind in KINDS.items():
            with self.subTest(kind=word):
                answer = run(self.home, "find", path, f'{word} = "{kind.values[0]}"', "--count")
                self.assertEqual(answer.text, "1\n", answer.errors)

    def test_paper(self) -> None:
        """Both values are printed."""
        window = self.open_kinds()
        window.program.known_complaints += PRINTERS
        window.table.grab_focus()
        window.keyboard.press("ctrl+p")
        sheet = Sheet(window, "Print")
        sheet.control("combo box", "Layout").choose(1)
        sheet.press("Save as PDF…")
        path = self.home.directory / "kinds.pdf"
        FileChooser(window.program, "Save as PDF").save(path)
        sheet.wait_until_gone()
        wait_until("the file is there", path.exists)
        printed = " ".join(" ".join(pages_of(path)).split())
        for word, kind in KINDS.items():
            with self.subTest(kind=word):
                for value in (kind.paper or kind.values) if word != "bool" else ():  # which is a box, drawn
                    self.assertIn(value, printed)
