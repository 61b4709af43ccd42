"""Where a document is, and what it is called."""

from pathlib import Path

from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.document import Document
from support.freezable_disk import freezable_disk, frozen
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"


class Place(AcceptanceTest):
    """The button beside the title."""

    def _open(self) -> CardsWindow:
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        return window

    def test_folder(self) -> None:
        """A document that was made from a text is in the folder for documents, and the button says so."""
        window = self._open()
        self.assertTrue((self.home.directory / "Documents/people.kiroku").exists())
        window.screen.find("toggle button", "Document", window.window).press()
        window.screen.find("label", "people.kiroku")
        window.screen.find("label", "~/Documents")

    def test_rename(self) -> None:
        """The file gets the new name at once, and what is typed then is saved there; a name that is taken is refused."""
        window = self._open()
        (self.home.documents / "taken.kiroku").write_text("mine")
        window.screen.find("toggle button", "Document", window.window).press()
        window.screen.find("push button", "Rename…").press()
        sheet = Sheet(window, "Rename the Document")
        name = sheet.control("text", "Name")
        for text in ("taken", "a/b", " "):
            name.set_text(text)
            sheet.press("Rename")
            sheet.wait_for_text("There is already a file “taken.kiroku”. Choose another name." if text == "taken"
                                else "Enter a name without “/” that does not begin with a dot.")
        name.set_text("friends")
        sheet.press("Rename")
        sheet.wait_until_gone()
        wait_until("the file has the name", (self.home.documents / "friends.kiroku").exists)
        self.assertFalse((self.home.documents / "people.kiroku").exists())
        self.assertEqual((self.home.documents / "taken.kiroku").read_text(), "mine")
        window = CardsWindow(window.program, "friends")
        window.enter(0, 1, "32")
        wait_for_equal("the ages", lambda: window.document.column("Age"), [32, 45])

    def test_copy(self) -> None:
        """How far it is is shown, and one that is stopped leaves nothing; the window goes on meanwhile."""
        window = self._open()
        with freezable_disk(self.home.directory / "disk") as disk:
            with frozen(disk):
                window.keyboard.press("ctrl+shift+s")
                FileChooser(window.program, "Save a Copy").save(disk / "first.kiroku")
                window.screen.find("progress bar", "Progress of the copy", window.window)
                window.enter(0, 1, "32")
                window.keyboard.press("ctrl+shift+s")
                window.wait_for_message("A copy of the document is being made.")
                window.press("Cancel")
            window.screen.wait_until_gone("progress bar", "Progress of the copy", window.window)
            window.wait_for_message("Cancelled.")
            self.assertEqual(list(disk.glob("*.kiroku*")), [])
            window.keyboard.press("ctrl+shift+s")
            FileChooser(window.program, "Save a Copy").save(disk / "second.kiroku")
            window.wait_for_message("Saved a copy as “second.kiroku”.")
            copy = Document(disk / "second.kiroku")
            self.assertEqual(copy.column("Age"), [32, 45])
            noted = "SELECT step, person, program, what FROM history ORDER BY step"
            self.assertIn("set", [row["what"] for row in copy.query(noted)])
            self.assertEqual(copy.query(noted), window.document.query(noted))
        self.assertEqual(window.document.column("Age"), [32, 45])

    def test_move_to_another_disk(self) -> None:
        """The same; the document goes on in its old place when it is stopped, and in the new one when it is there."""
        window = self._open()
        with freezable_disk(self.home.directory / "disk") as disk:
            with frozen(disk):
                self._move(window, disk / "first.kiroku")
                window.screen.find("progress bar", "Progress of the copy", window.window)
                window.press("Cancel")
            window.wait_for_message("Cancelled.")
            self.assertEqual(list(disk.glob("*.kiroku*")), [])
            window.enter(0, 1, "32")
            window.wait_until_saved(2)
            self.assertEqual(window.document.column("Age"), [32, 45])
            self._move(window, disk / "second.kiroku")
            moved = CardsWindow(window.program, "second")
            wait_until("it is no longer in the old place", lambda: not window.document.path.exists())
            moved.enter(1, 1, "46")
            moved.wait_until_saved(2)
            self.assertEqual(Document(disk / "second.kiroku").column("Age"), [32, 46])
            window.program.quit()

    def _move(self, window: CardsWindow, path: Path) -> None:
        window.screen.find("toggle button", "Document", window.window).press()
        window.screen.find("push button", "Move…").press()
        FileChooser(window.program, "Move").save(path)

    def test_unreadable(self) -> None:
        """A file that cannot be opened leaves no empty window beside the one that is there."""
        window = self._open()
        bad = self.home.directory / "files/bad.kiroku"
        bad.write_text("no document")
        self.start(bad)
        window.wait_for_message("“bad.kiroku” is not a Kiroku document.")
        wait_for_equal("the windows", lambda: [node.name for node in window.screen.windows()], ["people"])
