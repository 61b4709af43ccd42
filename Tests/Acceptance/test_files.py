"""The file of an open document is moved, removed, replaced or damaged by other programs."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.document import Document
from support.freezable_disk import freezable_disk
from support.sheet import Sheet
from support.small_disk import fill, small_disk
from support.testcase import AcceptanceTest
from support.waiting import PATIENCE, wait_for_equal, wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\nCy\t7\n"
GONE = ("The file “people.kiroku” is missing. "
        "Your records are kept in this window. Kiroku saves them when the file is usable again.")
COPY = "people (conflicted copy 2024-01-01 120000).kiroku"
SHORT = "people (conflicted c…1-01 120000).kiroku"
"""The same, as messages name it."""


class FileTest(AcceptanceTest):
    """A document in a folder of its own, in a window."""

    def people(self, folder: Path | None = None) -> CardsWindow:
        """The window with it; in a folder that is there already, or in a new one."""
        made = self.open(self.write("people.tsv", PEOPLE))
        made.wait_until_saved(3)
        made.program.quit()
        if folder is None:
            folder = self.home.directory / "Team"
            folder.mkdir()
        self.path = folder / "people.kiroku"
        self.path.write_bytes(made.document.path.read_bytes())
        window = self.open(self.path)
        window.wait_until_saved(3)
        return window

    def wait_for_names(self, path: Path, *names: str) -> None:
        """Waits until the document at a path has these."""
        wait_for_equal("the names", lambda: path.exists() and Document(path).column("Name"), list(names))

    def wait_for_text(self, window: CardsWindow, beginning: str, frame: str | None = None) -> None:
        """Waits until a text in the window begins so."""
        frame_node = window.program.window(frame) if frame else window.window
        wait_until(f"“{beginning}…”", lambda: window.screen.look(
            "label", lambda text: text.startswith(beginning), frame_node), describe=window.screen.dump)


class Moved(FileTest):
    """When the file, or its folder, is moved or renamed."""

    def test_renamed(self) -> None:
        """The window has the new name and says where the document is; edits are in the file, wherever it is."""
        window = self.people()
        new = self.path.with_name("persons.kiroku")
        self.path.rename(new)
        self.wait_for_text(window, f"The document was moved; it is now “persons.kiroku” in ", "persons")
        window = CardsWindow(window.program, "persons")
        window.enter(0, 0, "Anna")
        window.wait_until_saved(3)
        self.wait_for_names(new, "Anna", "Bob", "Cy")
        self.path.write_bytes(b"something else")
        window.enter(1, 0, "Bobby")
        window.wait_until_saved(3)
        self.wait_for_names(new, "Anna", "Bobby", "Cy")
        self.assertEqual(self.path.read_bytes(), b"something else")
        window.program.quit()
        again = CardsWindow(self.start(), "persons")
        again.wait_for_rows([["Anna", "31"], ["Bobby", "45"], ["Cy", "7"]])

    def test_folder_renamed(self) -> None:
        """The same holds for the folder that it is in."""
        window = self.people()
        new = self.path.parent.rename(self.path.parent.with_name("Club")) / "people.kiroku"
        self.wait_for_text(window, "The document was moved; it is now “people.kiroku” in ~/Club.")
        window.enter(0, 0, "Anna")
        self.wait_for_names(new, "Anna", "Bob", "Cy")
        self.assertFalse(self.path.parent.exists())


class Removed(FileTest):
    """When the file is removed."""

    def test_comes_back(self) -> None:
        """It is said, edits are kept meanwhile, and saved when the file is there again, with nothing done for it."""
        window = self.people()
        aside = self.home.directory / ".Trash" / "people.kiroku"
        aside.parent.mkdir()
        self.path.rename(aside)
        window.wait_for_message(GONE)
        window.wait_for_subtitle("3 records · Not saved")
        window.enter(0, 0, "Anna")
        window.wait_for_cell(0, 0, "Anna")
        self.assertFalse(self.path.exists())
        aside.rename(self.path)
        window.wait_until_saved(3)
        window.wait_for_message("All edits are saved now.")
        self.wait_for_names(self.path, "Anna", "Bob", "Cy")

    def test_save_a_copy(self) -> None:
        """The records can be saved as a copy, with which the window goes on."""
        window = self.people()
        self.path.unlink()
        window.wait_for_message(GONE)
        window.enter(0, 0, "Anna")
        window.press("Save a Copy…")
        copy = self.home.directory / "copy.kiroku"
        FileChooser(window.program, "Save a Copy").save(copy)
        self.wait_for_text(window, "The copy is saved and is now the document in this window.", "copy")
        last = Document(copy).query("SELECT person, change FROM journal ORDER BY number DESC LIMIT 1")
        self.assertEqual(last, [{"person": "", "change": "[]"}])
        window = CardsWindow(window.program, "copy")
        window.enter(1, 0, "Bobby")
        window.wait_until_saved(3)
        self.wait_for_names(copy, "Anna", "Bobby", "Cy")
        self.assertFalse(self.path.exists())

    def test_closing(self) -> None:
        """Closing asks, though every edit had been saved; without a copy the window closes."""
        window = self.people()
        self.path.unlink()
        window.wait_for_message(GONE)
        window.keyboard.press("ctrl+w")
        sheet = Sheet(window, "The records are not in the file")
        sheet.press("Keep Open")
        sheet.wait_until_gone()
        window.keyboard.press("ctrl+w")
        sheet = Sheet(window, "The records are not in the file")
        sheet.press("Close Without a Copy")
        window.program.wait_for_end()


class Replaced(FileTest):
    """When another file is put in its place."""

    def test_moved_over(self) -> None:
        """A file of another kind that is moved into its place is said to be one, and the edits wait for the right one."""
        self._replace(self._move_over)

    def test_copied_over(self) -> None:
        """So is one that is copied over it."""
        self._replace(self._copy_over)

    def _replace(self, replace: Callable[[bytes], None]) -> None:
        window = self.people()
        right = self.path.read_bytes()
        replace(b"a text")
        window.wait_for_message("“people.kiroku” is not a Kiroku document. Your records are kept "
                                "in this window. Kiroku saves them when the file is usable again.")
        window.enter(0, 0, "Anna")
        window.wait_for_cell(0, 0, "Anna")
        self.assertEqual(self.path.read_bytes(), b"a text")
        replace(right)
        window.wait_until_saved(3)
        self.wait_for_names(self.path, "Anna", "Bob", "Cy")

    def _move_over(self, contents: bytes) -> None:
        new = self.path.with_name("new")
        new.write_bytes(contents)
        new.rename(self.path)

    def _copy_over(self, contents: bytes) -> None:
        self.path.write_bytes(contents)


class Show(FileTest):
    """The button beside what others have changed."""

    def test_next(self) -> None:
        """Each press goes to the next changed record; what is said of cells meanwhile leaves the news alone."""
        window = self.people()
        Document(self.path).query("UPDATE records SET f2 = f2 + 1 WHERE f1 <> 'Bob'")
        window.wait_for_rows([["Ann", "32"], ["Bob", "45"], ["Cy", "8"]])
        self.wait_for_text(window, "2 records changed by another program, ")
        window.enter(1, 1, "many")
        window.go_to(1, 0)
        window.press("Show")
        window.wait_for_cursor(2, 1)
        window.press("Show")
        window.wait_for_cursor(0, 1)
        self.wait_for_text(window, "2 records changed by another program, ")


class Copies(FileTest):
    """What programs that keep folders in step leave beside a document."""

    def test_merge(self) -> None:
        """A copy that comes while the document is open is offered; merged, it is one step, and goes to the trash."""
        window = self.people()
        window.enter(0, 0, "Anna")
        window.wait_until_saved(3)
        copy = self._copy(window, "INSERT INTO records(f1, f2) VALUES('Di', 5)")
        self.wait_for_text(window, f"There is another copy of this document: “{SHORT}”.")
        window.press("Merge…")
        sheet = Sheet(window, "Merge a Copy")
        sheet.wait_for_text("It adds: 1 new record.")
        sheet.press("Merge")
        sheet.wait_until_gone()
        window.wait_for_rows([["Anna", "31"], ["Bob", "45"], ["Cy", "7"], ["Di", "5"]])
        window.wait_for_message(f"“{SHORT}” has been merged. You can undo this.")
        wait_until("the copy is in the trash", lambda: not copy.exists())
        window.screen.wait_until_gone("push button", "Merge…", window.window)
        window.keyboard.press("ctrl+z")
        window.wait_for_rows([["Anna", "31"], ["Bob", "45"], ["Cy", "7"]])

    def test_both_from_kiroku(self) -> None:
        """Of two copies that Kiroku has edited, the changes of each are made; where both have changed a cell, ours stays."""
        window = self.people()
        window.enter(2, 1, "8")
        window.wait_until_saved(3)
        window.program.quit()
        copy = self.path.with_name("people.sync-conflict-20240101-120000-ABCDEFG.kiroku")
        copy.write_bytes(self.path.read_bytes())
        other = self.open(copy)
        other.enter(1, 0, "Bobby")
        other.enter(0, 0, "Theirs")
        other.wait_until_saved(3)
        other.program.quit()
        window = self.open(self.path)
        window.enter(0, 0, "Ours")
        window.wait_until_saved(3)
        window.press("Merge…")
        sheet = Sheet(window, "Merge a Copy")
        sheet.wait_for_text("It adds: 1 changed value. 1 value was changed in both copies and stays as it is here. "
                            "The values of the copy will be listed as conflicts.")
        sheet.control("check box", "Move the copy to the trash afterwards").press()
        sheet.press("Merge")
        sheet.wait_until_gone()
        window.wait_for_rows([["Ours", "31"], ["Bobby", "45"], ["Cy", "8"]])
        window.button("Resolve Conflicts…")
        self.assertTrue(copy.exists())

    def test_not_now(self) -> None:
        """A copy that is left alone is offered again the next time; a damaged one is said to be."""
        window = self.people()
        copy = self._copy(window)
        copy.write_bytes(b"a text")
        window.press("Merge…")
        sheet = Sheet(window, "Merge a Copy")
        sheet.wait_for_text(f"“{SHORT}” is not a Kiroku document.")
        window.keyboard.press("Escape")
        sheet.wait_until_gone()
        window.press("Not Now")
        window.screen.wait_until_gone("push button", "Merge…", window.window)
        window.program.quit()
        self.assertEqual(copy.read_bytes(), b"a text")
        again = self.open(self.path)
        again.button("Merge…")

    def _copy(self, window: CardsWindow, statement: str = "") -> Path:
        # The program puts it in place when it is complete.
        made = self.home.directory / "made.kiroku"
        made.write_bytes(self.path.read_bytes())
        if statement:
            Document(made).query(statement)
        copy = self.path.with_name(COPY)
        made.rename(copy)
        return copy


class Damaged(FileTest):
    """What another program does to the file while it is open, and takes back again."""

    def test_of_the_tables(self) -> None:
        """Tables and columns that are missing, and another version, are said; edits wait until they are mended."""
        for name, damage, mend, told in [
            ("column", "DROP VIEW cards; ALTER TABLE records DROP COLUMN f2", "",
             "“people.kiroku” is damaged: no such column: "),
            ("fields", "ALTER TABLE fields RENAME TO elsewhere", "ALTER TABLE elsewhere RENAME TO fields",
             "“people.kiroku” is damaged: no such table: fields"),
            ("records", "ALTER TABLE records RENAME TO elsewhere", "ALTER TABLE elsewhere RENAME TO records",
             "“people.kiroku” is damaged: no such table: records"),
            ("later", "PRAGMA user_version = 99", f"PRAGMA user_version = {self.version()}",
             "“people.kiroku” was created by a later version of Kiroku. "),
            ("earlier", "PRAGMA user_version = 3", f"PRAGMA user_version = {self.version()}",
             "“people.kiroku” was created by a version of Kiroku before the first release. "),
        ]:
            with self.subTest(name):
                window = self.people_again()
                Document(self.path).query(damage)
                self.wait_for_text(window, told)
                window.enter(0, 0, name)
                window.wait_for_cell(0, 0, name)
                if mend:
                    Document(self.path).query(mend)
                else:
                    self.path.write_bytes(self.good)
                window.wait_until_saved(3)
                self.wait_for_names(self.path, name, "Bob", "Cy")
                window.program.quit()

    def test_of_the_bytes(self) -> None:
        """So are a file that was cut to nothing, one cut in the middle, and one with garbage in it."""
        for name, contents in [("nothing", lambda good: b""), ("half", lambda good: good[:len(good) // 2]),
                               ("garbage", lambda good: good[:4096] + b"\xa5" * (len(good) - 4096))]:
            with self.subTest(name):
                window = self.people_again()
                good = self.path.read_bytes()
                bad = contents(good)
                self.path.write_bytes(bad)
                window.wait_for_subtitle("3 records · Not saved")
                window.enter(0, 0, name)
                window.wait_for_cell(0, 0, name)
                self.assertEqual(self.path.read_bytes(), bad)
                self.path.write_bytes(good)
                window.wait_until_saved(3)
                self.wait_for_names(self.path, name, "Bob", "Cy")
                window.program.quit()

    def test_of_cells(self) -> None:
        """A value of another type is shown to be fixed; binary data is refused until it is gone."""
        window = self.people_again()
        Document(self.path).query("UPDATE records SET f2 = 'many' WHERE f1 = 'Ann'")
        window.wait_for_cell(0, 1, "many")
        Document(self.path).query("UPDATE records SET f1 = x'00ff' WHERE f1 = 'Bob'")
        window.wait_for_subtitle("3 records · Not saved")
        window.enter(2, 0, "Cyd")
        window.wait_for_cell(2, 0, "Cyd")
        Document(self.path).query("UPDATE records SET f1 = 'Bea' WHERE typeof(f1) = 'blob'")
        window.wait_for_rows([["Ann", "many"], ["Bea", "45"], ["Cyd", "7"]])
        window.wait_until_saved(3)
        self.wait_for_names(self.path, "Ann", "Bea", "Cyd")

    def test_no_lock_while_idle(self) -> None:
        """A window that saves nothing keeps nobody out: `sqlite3` has the document for itself at once, without waiting."""
        window = self.people()
        window.enter(0, 0, "Anna")
        window.wait_until_saved(3)
        done = subprocess.run(
            ["sqlite3", "-batch", "-bail", str(self.path), ".timeout 0", "BEGIN EXCLUSIVE", "SELECT count(*) FROM cards",
             "COMMIT"], capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "3\n", ""))
        window.enter(1, 0, "Bobby")
        window.wait_until_saved(3)

    def test_locked(self) -> None:
        """While another program keeps everybody out, the window stays usable, and says which program it waits for."""
        window = self.people_again()
        with Document(self.path).locked(how="EXCLUSIVE"):
            window.enter(0, 0, "Anna")
            window.enter(1, 0, "Bobby")
            window.wait_for_rows([["Anna", "31"], ["Bobby", "45"], ["Cy", "7"]])
            # Where the system tells who it is, it is said.
            said = [f"“people.kiroku” is in use by {who}. " for who in ("sqlite3", "another program")]
            wait_until("it says who", lambda: window.screen.look(
                "label", lambda text: any(one in text for one in said), window.window), window.screen.dump)
            window.keyboard.press("ctrl+z")
            window.wait_for_rows([["Anna", "31"], ["Bob", "45"], ["Cy", "7"]])
        window.wait_until_saved(3)
        self.wait_for_names(self.path, "Anna", "Bob", "Cy")

    def people_again(self) -> CardsWindow:
        """The window with the document, which is made the first time."""
        if not hasattr(self, "good"):
            window = self.people()
            window.program.quit()
            self.good = self.path.read_bytes()
        self.path.write_bytes(self.good)
        window = self.open(self.path)
        window.wait_until_saved(3)
        return window

    def version(self) -> int:
        """The version of the format that documents have."""
        self.people_again().program.quit()
        return Document(self.path).query("PRAGMA user_version")[0]["user_version"]


class OtherDisk(FileTest):
    """When the disk with the document is full, or gone."""

    def test_full_for_the_other_one(self) -> None:
        """What another program could not write for want of room is not there, and nothing is lost here."""
        with small_disk(self.home.directory / "Team", 1024 * 1024) as disk:
            window = self.people(disk)
            filler = fill(disk)
            done = subprocess.run(["sqlite3", str(self.path), "UPDATE records SET f1 = hex(zeroblob(99999))"],
                                  capture_output=True, text=True)
            self.assertNotEqual(done.returncode, 0)
            filler.unlink()
            window.enter(0, 0, "Anna")
            window.wait_until_saved(3)
            self.wait_for_names(self.path, "Anna", "Bob", "Cy")
            window.program.quit()

    def test_taken_away(self) -> None:
        """A disk that is taken away and put back takes the edits that were made meanwhile."""
        image = self.home.directory / "disk.img"
        with freezable_disk(self.home.directory / "disk") as disk:
            window = self.people(disk)
            subprocess.run(["umount", "--lazy", str(disk)], check=True)
            window.enter(0, 0, "Anna")
            window.wait_for_cell(0, 0, "Anna")
            window.wait_for_message(GONE)
            subprocess.run(["mount", "-o", "loop", str(image), str(disk)], check=True)
            window.wait_until_saved(3)
            self.wait_for_names(self.path, "Anna", "Bob", "Cy")
            window.program.quit()
