"""Every edit is kept."""

import time

from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\nCy\t7\n"


class Autosave(AcceptanceTest):
    """Edits reach the document by themselves."""

    def test_power_cut_after_saved(self) -> None:
        """What was shown as saved is there after the process was killed, and Kiroku opens it again."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.enter(0, 0, "Anna")
        window.wait_for_cell(0, 0, "Anna")
        window.wait_until_saved(3)
        window.press("Add record")
        window.wait_until_saved(4)
        window.program.kill()

        expected = [["Anna", 31], ["Bob", 45], ["Cy", 7], [None, None]]
        again = self.open(window.document.path)
        again.wait_until_saved(4)
        again.wait_for_rows([["Anna", "31"], ["Bob", "45"], ["Cy", "7"], ["", ""]])
        self.assertEqual(again.document.records(), expected)
        self.assertEqual(again.document.query("PRAGMA integrity_check"), [{"integrity_check": "ok"}])

    def test_edit_is_in_the_document_soon(self) -> None:
        """Another program reads the edit well within a second, with nothing done to save it."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.enter(0, 0, "Soon")
        started = time.monotonic()
        wait_for_equal("the name in the document", lambda: window.document.column("Name")[0], "Soon")
        self.assertLess(time.monotonic() - started, 1.0)

    def test_quitting_while_typing_commits(self) -> None:
        """Ctrl+Q in the middle of a cell keeps what was typed."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.go_to(0, 0)
        window.keyboard.type("Quit")
        window.wait_for_typed("Name", "Quit")
        window.program.quit()
        self.assertEqual(window.document.column("Name"), ["Quit", "Bob", "Cy"])

    def test_closing_while_typing_commits(self) -> None:
        """Ctrl+W in the middle of a cell does so too."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.go_to(0, 0)
        window.keyboard.type("Close")
        window.wait_for_typed("Name", "Close")
        window.keyboard.press("ctrl+w")
        window.program.wait_for_end()
        self.assertEqual(window.document.column("Name"), ["Close", "Bob", "Cy"])

    def test_many_edits_in_a_row(self) -> None:
        """Edits that come faster than the disk are all there, in the end."""
        window = self.open(self.write("many.tsv", "Number\tWord\n" + "".join(f"{n}\told\n" for n in range(30))))
        window.wait_until_saved(30)
        window.go_to(0, 1)
        window.keyboard.type_lines(*(f"new{number}" for number in range(30)))
        window.wait_for_cell(29, 1, "new29")
        window.wait_until_saved(30)
        self.assertEqual(window.document.column("Word"), [f"new{number}" for number in range(30)])


class FailedCommit(AcceptanceTest):
    """When the document cannot be written."""

    def test_locked_document(self) -> None:
        """It does not say "Saved", keeps the edit, and saves it as soon as that works."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        with window.document.locked():
            window.enter(0, 0, "Kept")
            window.wait_for_cell(0, 0, "Kept")
            window.enter(1, 0, "Too")
            window.wait_for_cell(1, 0, "Too")
            watched_until = time.monotonic() + 1.5  # longer than any commit takes
            while time.monotonic() < watched_until:
                self.assertNotIn("· Saved", window.subtitle)
                time.sleep(0.05)
            self.assertEqual(window.document.column("Name"), ["Ann", "Bob", "Cy"])
            window.wait_for_cell(0, 0, "Kept")
        window.wait_until_saved(3)
        self.assertEqual(window.document.column("Name"), ["Kept", "Too", "Cy"])
