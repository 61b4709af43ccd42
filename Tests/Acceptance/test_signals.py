"""The program is ended from outside, without being asked."""

import signal
from pathlib import Path

from support.cards import CardsWindow
from support.document import Document
from support.program import Program
from support.second_display import second_display
from support.session_manager import SessionManager
from support.sheet import Sheet
from support.small_disk import fill, small_disk
from support.testcase import AcceptanceTest
from support.waiting import PATIENCE, wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\nCy\t7\n"


class Signals(AcceptanceTest):
    """What is being typed is in the document."""

    def test_cell(self) -> None:
        """Whichever signal it is; the document is in order afterwards, and comes back."""
        for number, text in ((signal.SIGTERM, "Term"), (signal.SIGHUP, "Hup"), (signal.SIGINT, "Int")):
            with self.subTest(signal=number):
                window = self._opened()
                window.go_to(0, 0)
                window.keyboard.type(text)
                window.wait_for_typed("Name", text)
                self._end(window.program, number)
                self.assertEqual(window.document.column("Name"), [text, "Bob", "Cy"])
                self.assertEqual(window.document.query("PRAGMA integrity_check"), [{"integrity_check": "ok"}])
                self.assertEqual([path.name for path in self.home.documents.glob("*-journal")], [])
                again = CardsWindow(self.start(), "people")
                again.wait_for_rows([[text, "31"], ["Bob", "45"], ["Cy", "7"]])
                again.keyboard.press("ctrl+z")
                again.wait_for_cell(0, 0, "Ann")
                again.wait_until_saved(3)
                again.program.quit()

    def test_large_text(self) -> None:
        """So is what is typed into the sheet that Shift+F2 opens."""
        window = self._opened()
        window.go_to(1, 0)
        window.keyboard.press("shift+F2")
        text = Sheet(window, "Name").control("text", "Name")
        window.keyboard.press("ctrl+End")
        window.keyboard.type("by")
        wait_until("it is typed", lambda: text.text == "Bobby")
        self._end(window.program, signal.SIGTERM)
        self.assertEqual(window.document.column("Name"), ["Ann", "Bobby", "Cy"])

    def test_card(self) -> None:
        """So is what is typed into an entry of a card."""
        window = self._opened()
        window.go_to(1, 0)
        window.keyboard.press("F7")
        window.screen.find("label", "Record 2 of 3", window.window)
        window.keyboard.press("ctrl+a")
        window.keyboard.type("Robert")
        window.wait_for_typed("Name", "Robert")
        self._end(window.program, signal.SIGTERM)
        self.assertEqual(window.document.column("Name"), ["Ann", "Robert", "Cy"])

    def test_field_name(self) -> None:
        """And a field's new name."""
        window = self._opened()
        window.go_to(0, 0)
        window.keyboard.press("alt+Down")
        window.screen.find("menu item", "Rename…")
        window.keyboard.press("n")
        window.screen.find("text", "Name of the field", window.window)
        window.keyboard.type("Person")
        window.wait_for_typed("Name of the field", "Person")
        self._end(window.program, signal.SIGTERM)
        self.assertEqual(window.document.fields(), ["Person", "Age"])

    def test_other_document_cannot_be_saved(self) -> None:
        """The disk of one is full: the other one is saved all the same, and the program ends."""
        made = self._opened()
        made.program.quit()
        with small_disk(self.home.directory / "disk", 1024 * 1024) as disk:
            full = disk / "full.kiroku"
            full.write_bytes(made.document.path.read_bytes())
            program = self.start(full, made.document.path)
            window = CardsWindow(program, "full")
            window.wait_until_saved(3)
            fill(disk)
            window.go_to(0, 0)
            window.keyboard.press("F2", "ctrl+a")
            window.editor("Name").set_text("A" * 20_000)
            window.keyboard.press("Return")
            window.wait_for_subtitle("3 records · Not saved")
            other = CardsWindow(program, "people")
            other.go_to(2, 0)
            other.keyboard.type("Cyril")
            other.wait_for_typed("Name", "Cyril")
            self._end(program, signal.SIGTERM)
            self.assertEqual(Document(full).column("Name"), ["Ann", "Bob", "Cy"])
        self.assertEqual(made.document.column("Name"), ["Ann", "Bob", "Cyril"])

    def test_second_signal(self) -> None:
        """While saving takes its time, another one ends the program at once."""
        window = self._opened()
        window.go_to(0, 0)
        window.keyboard.type("Late")
        window.wait_for_typed("Name", "Late")
        with window.document.locked():
            window.program.process.send_signal(signal.SIGTERM)
            wait_until("the next signal ends it", lambda: not self._catches(window.program, signal.SIGHUP))
            self._end(window.program, signal.SIGHUP)
        self.assertEqual(window.document.column("Name"), ["Ann", "Bob", "Cy"])

    def _opened(self) -> CardsWindow:
        path = self.home.documents / "people.kiroku"
        window = self.open(path if path.exists() else self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        return window

    def _catches(self, program: Program, number: signal.Signals) -> bool:
        """Whether the program does something of its own with a signal."""
        lines = Path(f"/proc/{program.process.pid}/status").read_text().splitlines()
        mask = next(line.split()[1] for line in lines if line.startswith("SigCgt:"))
        return bool(int(mask, 16) >> (number - 1) & 1)

    def _end(self, program: Program, number: signal.Signals) -> None:
        program.process.send_signal(number)
        self.assertEqual(program.process.wait(PATIENCE), -number)


class EndOfSession(AcceptanceTest):
    """The user logs out."""

    def test_log_out(self) -> None:
        """What is being typed is in the document when the session manager is told that it may end."""
        with SessionManager() as manager:
            window = self.open(self.write("people.tsv", PEOPLE))
            window.wait_until_saved(3)
            window.go_to(0, 0)
            window.keyboard.type("Bye")
            window.wait_for_typed("Name", "Bye")
            manager.end_session()
            window.program.wait_for_end()
        self.assertEqual(window.document.column("Name"), ["Bye", "Bob", "Cy"])

    def test_lost_display(self) -> None:
        """A session without a manager ends with its X server; nothing else tells the program."""
        with second_display(self.home) as server:
            window = self.open(self.write("people.tsv", PEOPLE))
            window.wait_until_saved(3)
            window.go_to(0, 0)
            window.keyboard.type("Dark")
            window.wait_for_typed("Name", "Dark")
            server.terminate()
            window.program.process.wait(PATIENCE)
        self.assertEqual(window.document.column("Name"), ["Dark", "Bob", "Cy"])
        self.assertEqual(window.document.query("PRAGMA integrity_check"), [{"integrity_check": "ok"}])
