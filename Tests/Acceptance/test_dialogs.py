"""What the program asks and tells in sheets: unsaved edits, backups, what it is."""

from pathlib import Path

from support.cards import CardsWindow
from support.command import run
from support.desktop_dialog import FileChooser
from support.document import Document
from support.freezable_disk import freezable_disk, frozen
from support.screen import Node
from support.testcase import AcceptanceTest
from support.waiting import wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"


class Unsaved(AcceptanceTest):
    """Closing a window whose last edits cannot be saved."""

    def test_keep_open(self) -> None:
        """Nothing is lost, and nothing is in the way when saving works again."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        with window.document.locked():
            question = self._close_with_an_edit(window)
            window.screen.find("push button", "Keep open", question).press()
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
            window.screen.find("push button", "Close and lose the last edits", question).press()
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
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        with freezable_disk(self.home.directory / "disk") as disk:
            with window.document.locked():
                question = self._close_with_an_edit(window)
                with frozen(disk):
                    self._ask_for_copy(window, question, disk / "copy.kiroku")
                    window.screen.find("progress bar", "Progress of the copy", question)
                    window.screen.find("push button", "Keep open", question).press()
                    window.screen.wait_until_gone("dialog", question.name, window.window)
            window.wait_until_saved(2)
            self.assertEqual(list(disk.glob("*.kiroku*")), [])
        self.assertEqual(window.document.column("Name"), ["Kept", "Bob"])

    def _ask_for_copy(self, window: CardsWindow, question: Node, path: Path) -> None:
        window.screen.find("push button", "Save a copy…", question).press()
        FileChooser(window.program, "Save a copy").save(path)

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
        window.keyboard.press("F10")
        window.screen.find("push button", "About Kiroku", window.window).press()
        dialog = window.screen.find("dialog", "About Kiroku", window.window)
        version = run(self.home, "--version").lines[0].split()[-1]
        window.screen.find("label", f"Version {version}", dialog)
        window.screen.find("push button", "Website of Kiroku", dialog)
        window.keyboard.press("Return")
        window.screen.wait_until_gone("dialog", "About Kiroku", window.window)
        window.wait_for_cursor(1, 0)
