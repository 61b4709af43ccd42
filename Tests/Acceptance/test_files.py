"""The file of an open document is moved, removed, replaced or damaged by other programs."""

from collections.abc import Callable
from pathlib import Path

from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.document import Document
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\nCy\t7\n"
GONE = ("The file “people.kiroku” is gone. "
        "Your records are here, and Kiroku goes on with the file when it is in order again.")


class FileTest(AcceptanceTest):
    """A document in a folder of its own, in a window."""

    def people(self) -> CardsWindow:
        """The window with it."""
        made = self.open(self.write("people.tsv", PEOPLE))
        made.wait_until_saved(3)
        made.program.quit()
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
        self.wait_for_text(window, "The copy is saved, and is now the document in this window.", "copy")
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
        window.wait_for_message("“people.kiroku” is not a Kiroku document. Your records are here, "
                                "and Kiroku goes on with the file when it is in order again.")
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
