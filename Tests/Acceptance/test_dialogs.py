"""What the program asks and tells in sheets: unsaved edits, backups, what it is."""

import plistlib
from pathlib import Path

from support.cards import CardsWindow
from support.command import run
from support.desktop_dialog import FileChooser
from support.document import Document
from support.freezable_disk import freezable_disk, frozen
from support.picture_file import png
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"


class Unsaved(AcceptanceTest):
    """Closing a window whose last edits cannot be saved."""

    def test_keep_open(self) -> None:
        """Nothing is lost, and nothing is in the way when saving works again."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        with window.document.locked():
            question = self._close_with_an_edit(window)
            window.screen.find("push button", "Keep Open", question).press()
            window.screen.wait_until_gone("dialog", question.name, window.window)
            window.wait_for_cell(0, 0, "Kept")
        window.wait_until_saved(2)
        self.assertEqual(window.document.column("Name"), ["Kept", "Bob"])

    def test_saved_meanwhile(self) -> None:
        """The question goes by itself when the edits are saved after all."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        with window.document.locked():
            question = self._close_with_an_edit(window)
        window.screen.wait_until_gone("dialog", question.name, window.window)
        window.wait_until_saved(2)

    def test_lose_them(self) -> None:
        """The window closes, and the document is as it was."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        with window.document.locked():
            question = self._close_with_an_edit(window)
            window.screen.find("push button", "Close Without Saving Recent Edits", question).press()
            window.program.wait_for_end()
        self.assertEqual(window.document.column("Name"), ["Ann", "Bob"])

    def test_copy(self) -> None:
        """The copy has the edit; a copy that is stopped on its way leaves nothing, and another can be asked for."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        with freezable_disk(self.home.directory / "disk") as disk, window.document.locked():
            question = self._close_with_an_edit(window)
            with frozen(disk):
                self._ask_for_copy(window, question, disk / "first.kiroku")
                window.screen.find("progress bar", "Progress of the copy", question)
                window.screen.find("push button", "Cancel", question).press()
            window.screen.wait_until_gone("progress bar", "Progress of the copy", question)
            self._ask_for_copy(window, question, disk / "second.kiroku")
            window.program.wait_for_end()
            self.assertEqual([path.name for path in disk.glob("*.kiroku*")], ["second.kiroku"])
            self.assertEqual(Document(disk / "second.kiroku").column("Name"), ["Kept", "Bob"])
        self.assertEqual(window.document.column("Name"), ["Ann", "Bob"])

    def test_keep_open_while_copying(self) -> None:
        """The copy is given up, and the document goes on in its old place."""
        self._keep_open_over_a_copy(until_gone=True)

    def test_keep_open_as_the_copy_ends(self) -> None:
        """It counts when it is pressed, also if the copy could be made before the sheet has slid away."""
        self._have_sheets_slide_slowly()
        self._keep_open_over_a_copy(until_gone=False)

    def test_key_while_a_sheet_slides_out(self) -> None:
        """The window can be operated as soon as the sheet is closed, and opens the next one."""
        self._have_sheets_slide_slowly()
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        window.keyboard.press("ctrl+comma")
        window.screen.find("dialog", "Preferences")
        window.keyboard.press("Escape", "ctrl+p")
        window.screen.find("dialog", "Print")
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("dialog", "Print")

    def test_copy_without_pictures(self) -> None:
        """The window stays, says so, and goes on in the copy: title, edits, backups and new pictures."""
        made = self.open(self.write("people.tsv", PEOPLE))
        made.wait_until_saved(2)
        made.program.quit()
        self._forget_pictures(made.document)
        window = self.open(made.document.path)
        window.wait_until_saved(2)
        path = self.home.directory / "files" / "copy.kiroku"
        with window.document.locked():
            self._ask_for_copy(window, self._close_with_an_edit(window), path)
            copied = CardsWindow(window.program, "copy")
        copied.wait_for_message("The copy is saved, without the pictures that can no longer be read.")
        copied.wait_until_saved(2)
        copied.enter(1, 0, "Bobby")
        copied.wait_until_saved(2)
        self.assertEqual(Document(path).column("Name"), ["Kept", "Bobby"])
        self.assertEqual(window.document.column("Name"), ["Ann", "Bob"])
        wait_until("there is a backup", lambda: list((self.home.kept / "backups").glob("copy-*/*.kiroku")))
        self._register_picture(copied)
        self.assertEqual(Document(path).query("SELECT name FROM pictures"), [{"name": "grey.png"}])
        copied.program.quit()
        again = CardsWindow(self.start(), "copy")
        again.wait_until_saved(2)

    def _have_sheets_slide_slowly(self) -> None:
        self.home.preferences.parent.mkdir(parents=True)
        with self.home.preferences.open("wb") as file:
            plistlib.dump({"version": 1, "values": {"slide time": 5.0}}, file)

    def _forget_pictures(self, document: Document) -> None:
        """Has the document hold a picture that cannot be read."""
        document.query("CREATE TABLE pictures(name TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, gone)")
        document.query("INSERT INTO pictures VALUES('lost.png', 'x', x'00')")

    def _register_picture(self, window: CardsWindow) -> None:
        folder = self.home.directory / "files" / "Trips"
        folder.mkdir(parents=True)
        (folder / "grey.png").write_bytes(png(30, 20))
        window.go_to(0, 0)
        window.keyboard.press("ctrl+shift+i")
        question = Sheet(window, "Which field gets the picture?")
        question.control("combo box", "Field").choose(1)  # the one with the names
        question.leave_by("Choose")
        window.screen.find("dialog", "Choose a Picture")
        pictures = window.screen.table("Pictures")
        wait_for_equal("the pictures", pictures.rows, [["grey.png"]])
        pictures.cell(0, 0).grab_focus()
        window.keyboard.press("Return")
        window.wait_for_message("Picture added.")

    def _ask_for_copy(self, window: CardsWindow, question: Node, path: Path) -> None:
        window.screen.find("push button", "Save a Copy…", question).press()
        FileChooser(window.program, "Save a Copy").save(path)

    def _keep_open_over_a_copy(self, *, until_gone: bool) -> None:
        """Keeps the window open while a copy is held up, until the question has gone or only until it is answered."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        with freezable_disk(self.home.directory / "disk") as disk:
            with window.document.locked():
                question = self._close_with_an_edit(window)
                with frozen(disk):
                    self._ask_for_copy(window, question, disk / "copy.kiroku")
                    window.screen.find("progress bar", "Progress of the copy", question)
                    window.screen.find("push button", "Keep Open", question).press()
                    if until_gone:
                        window.screen.wait_until_gone("dialog", question.name, window.window)
                window.screen.wait_until_gone("dialog", question.name, window.window)
            window.wait_until_saved(2)
            self.assertEqual(list(disk.glob("*.kiroku*")), [])
        self.assertEqual(window.document.column("Name"), ["Kept", "Bob"])

    def _close_with_an_edit(self, window: CardsWindow) -> Node:
        window.enter(0, 0, "Kept")
        window.wait_for_cell(0, 0, "Kept")
        window.keyboard.press("ctrl+w")
        return window.screen.find("dialog", "The last edits are not saved", window.window)


class About(AcceptanceTest):
    """What the program says of itself."""

    def test_about(self) -> None:
        """It is in the menu; Enter closes it, and the keys go on to the cards."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.go_to(1, 0)
        window.choose("Help", "About Kiroku")
        dialog = window.screen.find("dialog", "About Kiroku", window.window)
        version = run(self.home, "--version").lines[0].split()[-1]
        window.screen.find("label", f"Version {version}", dialog)
        window.screen.find("push button", "Website of Kiroku", dialog)
        window.keyboard.press("Return")
        window.screen.wait_until_gone("dialog", "About Kiroku", window.window)
        window.wait_for_cursor(1, 0)
