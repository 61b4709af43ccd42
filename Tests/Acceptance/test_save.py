"""Every edit is kept."""

from pathlib import Path

from support.cards import CardsWindow
from support.document import Document
from support.sheet import Sheet
from support.small_disk import fill, small_disk
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

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

    def test_full_disk(self) -> None:
        """Edits are kept while the disk is full, and saved as soon as there is room again."""
        made = self.open(self.write("people.tsv", PEOPLE))
        made.wait_until_saved(3)
        made.program.quit()
        with small_disk(self.home.directory / "disk", 1024 * 1024) as disk:
            path = disk / "people.kiroku"
            path.write_bytes(made.document.path.read_bytes())
            window = self.open(path)
            window.wait_until_saved(3)
            filler = fill(disk)
            long = "A" * 2_000
            window.go_to(0, 0)
            window.keyboard.press("F2", "ctrl+a")
            window.editor("Name").set_text(long * 10)
            window.keyboard.press("Return")
            window.wait_for_subtitle("3 records · Not saved")
            filler.unlink()
            window.wait_for_message("All edits are saved now.")
            self.assertEqual(Document(path).column("Name")[0], long * 10)
            window.program.quit()

    def test_edit_is_in_the_document_soon(self) -> None:
        """Another program reads the edit, with nothing done to save it."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.enter(0, 0, "Soon")
        wait_for_equal("the name in the document", lambda: window.document.column("Name")[0], "Soon")

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


class ChangedElsewhere(AcceptanceTest):
    """When another program has changed the records that are edited here."""

    def test_load_again(self) -> None:
        """The window says so, and after a question shows what is in the file; editing goes on there."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.document.query("DELETE FROM records WHERE id = (SELECT min(id) FROM records)")
        window.enter(0, 0, "Nobody")
        window.press("Load again…")
        sheet = Sheet(window, "Load the document again?")
        sheet.control("push button", "Load again").press()
        window.screen.wait_until_gone("dialog", sheet.name, window.window)
        window.screen.wait_until_gone("push button", "Load again…", window.window)
        loaded = CardsWindow(window.program, "people")
        loaded.wait_for_rows([["Bob", "45"], ["Cy", "7"]])
        loaded.enter(0, 0, "Robert")
        loaded.wait_until_saved(2)
        self.assertEqual(loaded.document.column("Name"), ["Robert", "Cy"])

    def test_not_now(self) -> None:
        """Cancel leaves the edit where it is, and the way is still open."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.document.query("DELETE FROM records WHERE id = (SELECT min(id) FROM records)")
        window.enter(0, 0, "Nobody")
        window.press("Load again…")
        sheet = Sheet(window, "Load the document again?")
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("dialog", sheet.name, window.window)
        window.wait_for_cell(0, 0, "Nobody")
        window.button("Load again…")
        window.keyboard.press("ctrl+w")
        question = Sheet(window, "The last edits are not saved")
        question.control("push button", "Close and lose the last edits").press()
        window.program.wait_for_end()


class Identifiers(AcceptanceTest):
    """Documents whose records or fields have numbers at or beyond the end of the range."""

    def test_last_record(self) -> None:
        """A record can be added behind one that has the last number of all, and the document opens again."""
        path = self._document("UPDATE records SET id = 4611686018427387904 WHERE f1 = 'Cy'")
        window = self.open(path)
        window.wait_until_saved(3)
        window.press("Add record")
        window.wait_until_saved(4)
        window.program.quit()
        again = self.open(path)
        again.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", "7"], ["", ""]])

    def test_out_of_range(self) -> None:
        """That is said on opening, the file is left as it is until the first edit, and is good then."""
        path = self._document("UPDATE records SET id = 9223372036854775807 WHERE f1 = 'Cy';"
                              "UPDATE records SET id = -5 WHERE f1 = 'Ann';"
                              "UPDATE properties SET value = 2147483649 WHERE name = 'next field id'")
        before = path.read_bytes()
        news = "Some records or fields had numbers out of range and got new ones, which are saved with your first edit."
        window = self.open(path)
        window.wait_for_message(news)
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", "7"]])
        self.assertEqual(path.read_bytes(), before)
        window.enter(0, 0, "Anna")
        window.wait_for_cell(0, 0, "Anna")
        window.wait_until_saved(3)
        window.program.quit()
        self.assertEqual(Document(path).query("SELECT count(*) AS n FROM records WHERE id BETWEEN 1 AND 1 << 62"),
                         [{"n": 3}])
        again = self.open(path)
        again.wait_for_rows([["Anna", "31"], ["Bob", "45"], ["Cy", "7"]])
        self.assertIsNone(again.screen.look("label", lambda text: text == news, again.window))

    def _document(self, statement: str) -> Path:
        made = self.open(self.write("people.tsv", PEOPLE))
        made.wait_until_saved(3)
        made.program.quit()
        made.document.query(statement)
        return made.document.path


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
            said: list[str] = []

            def has_given_up() -> bool:
                said.append(window.subtitle)
                return said[-1] in window.screen.words.spoken("3 records · Not saved")

            wait_until("the document cannot be written", has_given_up, describe=lambda: said[-1])
            self.assertFalse([subtitle for subtitle in said if "· Saved" in subtitle])
            self.assertEqual(window.document.column("Name"), ["Ann", "Bob", "Cy"])
            window.wait_for_cell(0, 0, "Kept")
        window.wait_until_saved(3)
        self.assertEqual(window.document.column("Name"), ["Kept", "Too", "Cy"])


class History(AcceptanceTest):
    """Steps that can be taken back after the program was ended."""

    def test_undo_in_another_run(self) -> None:
        """Each step is named, undone and done again, as if nothing had happened in between."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.enter(0, 0, "Anna")
        window.wait_for_cell(0, 0, "Anna")
        window.go_to(2, 0)
        window.keyboard.press("ctrl+Delete")
        window.wait_for_rows([["Anna", "31"], ["Bob", "45"]])
        window.wait_until_saved(2)
        window.program.quit()

        again = self.open(window.document.path)
        again.wait_for_rows([["Anna", "31"], ["Bob", "45"]])
        self._wait_for_undo(again, "Undo Delete Record (Ctrl+Z)")
        again.keyboard.press("ctrl+z")
        again.wait_for_rows([["Anna", "31"], ["Bob", "45"], ["Cy", "7"]])
        self._wait_for_undo(again, "Undo Edit Cell (Ctrl+Z)")
        again.keyboard.press("ctrl+z")
        again.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", "7"]])
        again.wait_until_saved(3)
        again.program.kill()

        third = self.open(window.document.path)
        third.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", "7"]])
        third.keyboard.press("ctrl+y", "ctrl+shift+z")
        third.wait_for_rows([["Anna", "31"], ["Bob", "45"]])
        wait_for_equal("the records", third.document.records, [["Anna", 31], ["Bob", 45]])

    def _wait_for_undo(self, window: CardsWindow, expected: str) -> None:
        wait_for_equal("what undo says", lambda: window.button("Undo").description, expected)
