"""Backups of one document, and of everything."""

import contextlib
import plistlib
import sqlite3
from pathlib import Path

from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.document import Document
from support.preferences import PreferencesSheet, kept
from support.sheet import Sheet
from support.small_disk import small_disk
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"
TOWNS = "Town\nNara\n"
COMMA = 2
NEVER = 0


class OfTheDocument(AcceptanceTest):
    """Opening a backup."""

    def test_copy_is_opened(self) -> None:
        """It has what was saved when it was made; the document and the backup stay as they are."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.enter(0, 0, "Anna")
        window.wait_until_saved(2)
        wait_until("there is a backup", lambda: list((self.home.kept / "backups").glob("*/*.kiroku")))
        window.enter(1, 0, "Bobby")
        window.wait_until_saved(2)
        show_backups(window).press("Open")
        wait_until("there is a copy", lambda: list(self.home.documents.glob("people, *.kiroku")))
        copy = next(self.home.documents.glob("people, *.kiroku"))
        opened = CardsWindow(window.program, copy.stem)
        opened.wait_for_rows([["Anna", "31"], ["Bob", "45"]])
        self.assertEqual(window.document.column("Name"), ["Anna", "Bobby"])

    def test_none_yet(self) -> None:
        """That is said, and OK closes the sheet."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        sheet = show_backups(window)
        sheet.wait_for_text("There are no backups of this document yet. Kiroku makes them as you edit.")
        sheet.leave_by("OK")


class Everything(AcceptanceTest):
    """All documents, the preferences, and what is remembered, in one folder."""

    def test_there_and_back(self) -> None:
        """All of it is copied; what is ticked comes back at once, and what was there before is kept."""
        window = self._open_two()
        self._choose_comma(window)
        backup = self._back_up(window)
        self.assertEqual(sorted(path.name for path in (backup / "documents").iterdir()),
                         ["people.kiroku", "towns.kiroku"])
        self.assertEqual(Document(backup / "documents/people.kiroku").column("Name"), ["Ann", "Bob"])
        with (backup / "settings/preferences.plist").open("rb") as file:
            self.assertEqual(plistlib.load(file)["values"]["decimal sign"], "comma")
        self.assertTrue((backup / "settings/windows.plist").exists())

        window.enter(0, 0, "Anna")
        window.wait_until_saved(2)
        preferences = PreferencesSheet(window)
        preferences.control("push button", "Reset to default: Decimal sign").press()
        preferences.ok()
        sheet = self._choose_backup(window, backup)
        sheet.control("check box", "people").press()
        sheet.control("check box", "Preferences").press()
        sheet.leave_by("Restore")
        before = next((self.home.kept / "backups").glob("Kiroku backup *"))
        window.wait_for_message(f"Restored 2 items. The previous files are in “{before.name}”.")
        window.table = window.screen.table("Cards", window.window)
        window.wait_for_cell(0, 0, "Ann")
        self.assertEqual(kept(self.home)["decimal sign"], "comma")
        preferences = PreferencesSheet(window)
        self.assertTrue(preferences.is_marked("Decimal sign"))
        preferences.cancel()
        self.assertEqual(Document(before / "documents/people.kiroku").column("Name"), ["Anna", "Bob"])
        # It is the same document as ever.
        window.enter(1, 0, "Bobby")
        window.wait_until_saved(2)
        self.assertEqual(window.document.column("Name"), ["Ann", "Bobby"])

    def test_what_cannot_be_copied(self) -> None:
        """It is told by name, and all the rest is there."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        (self.home.documents / "broken.kiroku").write_text("no document")
        backup = self._back_up(window, "Not everything could be backed up.")
        sheet = Sheet(window, "Backups")
        sheet.wait_for_text("broken.kiroku: “broken.kiroku” is not a Kiroku document.")
        sheet.leave_by("Cancel")
        self.assertEqual([path.name for path in (backup / "documents").iterdir()], ["people.kiroku"])

    def test_full_disk(self) -> None:
        """That is said, and nothing is left on it."""
        window = self.open(self.write("people.tsv", "Name\n" + "".join(f"{number:0>400}\n" for number in range(2000))))
        window.wait_until_saved(2000)
        with small_disk(self.home.directory / "stick", 1 << 18) as stick:
            sheet = show_backups(window)
            sheet.press("Back Up Everything Now…")
            FileChooser(window.program, "Back Up Everything").open(stick)
            sheet.wait_for_text("cannot be saved: the disk is full. Free some space.")
            self.assertEqual(list(stick.iterdir()), [])
            sheet.leave_by("Cancel")

    def test_folder_that_is_no_backup(self) -> None:
        """It is refused with a word, and so is a damaged one."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        folder = self.home.directory / "folder"
        folder.mkdir()
        sheet = show_backups(window)
        sheet.press("Restore…")
        FileChooser(window.program, "Restore").open(folder)
        sheet.wait_for_text("“folder” was not created by Back Up Everything.")
        (folder / "contents.plist").write_text("no list")
        sheet.press("Restore…")
        FileChooser(window.program, "Restore").open(folder)
        sheet.wait_for_text("“contents.plist” cannot be read. It is not a property list.")
        sheet.leave_by("Cancel")

    def test_damaged_copy(self) -> None:
        """It takes the place of nothing, and the sheet says which it is."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        backup = self._back_up(window)
        (backup / "documents/people.kiroku").write_text("no document")
        sheet = self._choose_backup(window, backup)
        sheet.press("Restore")
        sheet.wait_for_text("Select what to restore.")
        sheet.control("check box", "people").press()
        sheet.press("Restore")
        sheet.wait_for_text("people.kiroku: “people.kiroku” is not a Kiroku document.")
        sheet.leave_by("Cancel")
        window.table = window.screen.table("Cards", window.window)
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"]])

    def _open_two(self) -> CardsWindow:
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        # Closed again: it was only used lately.
        towns = self.home.directory / "towns.tsv"
        towns.write_text(TOWNS)
        window.keyboard.press("ctrl+o")
        FileChooser(window.program, "Open").open(towns)
        other = CardsWindow(window.program, "towns")
        other.wait_until_saved(1)
        other.keyboard.press("ctrl+w")
        window.screen.wait_until_gone("frame", "towns")
        return window

    def _choose_comma(self, window: CardsWindow) -> None:
        sheet = PreferencesSheet(window)
        sheet.control("combo box", "Decimal sign").choose(COMMA)
        sheet.control("combo box", "Back up").choose(NEVER)
        sheet.ok()
        wait_for_equal("the decimal sign", lambda: kept(self.home).get("decimal sign"), "comma")

    def _back_up(self, window: CardsWindow, told: str = "Everything has been backed up.") -> Path:
        stick = self.home.directory / "stick"
        stick.mkdir()
        sheet = show_backups(window)
        sheet.press("Back Up Everything Now…")
        FileChooser(window.program, "Back Up Everything").open(stick)
        sheet.wait_for_text(told)
        made = list(stick.iterdir())
        self.assertEqual(len(made), 1)
        self.assertTrue(made[0].name.startswith("Kiroku backup "))
        if told == "Everything has been backed up.":
            sheet.leave_by("Cancel")
        return made[0]

    def _choose_backup(self, window: CardsWindow, backup: Path) -> Sheet:
        show_backups(window).press("Restore…")
        FileChooser(window.program, "Restore").open(backup)
        return Sheet(window, "Restore")


class SecondCopy(AcceptanceTest):
    """A copy in another folder that follows the document."""

    def test_follows(self) -> None:
        """It is there as soon as the folder is chosen, follows what is saved, and has the last edit after closing."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        stick = self._choose_folder(window)
        copy = stick / "people.kiroku"
        wait_until("there is a copy", copy.exists)
        window.enter(0, 0, "Anna")
        wait_for_equal("the copy", lambda: Document(copy).column("Name"), ["Anna", "Bob"])
        window.enter(1, 0, "Bobby")
        window.wait_until_saved(2)
        window.program.quit()
        self.assertEqual(Document(copy).column("Name"), ["Anna", "Bobby"])
        self.assertEqual(documents(stick), ["people.kiroku"])

    def test_stick_comes_and_goes(self) -> None:
        """Both are said; nothing else changes, and the copy goes on by itself."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        stick = self._choose_folder(window)
        wait_until("there is a copy", (stick / "people.kiroku").exists)
        away = stick.with_name("away")
        stick.rename(away)
        window.enter(0, 0, "Anna")
        window.wait_for_message(
            "The folder for second copies, “stick”, is missing. Copying resumes when it is available again.")
        window.wait_until_saved(2)
        self.assertFalse(stick.exists())
        away.rename(stick)
        window.wait_for_message("Copying to “stick” has resumed.")
        wait_for_equal("the copy", lambda: Document(stick / "people.kiroku").column("Name"), ["Anna", "Bob"])

    def test_edited_elsewhere(self) -> None:
        """What somebody has done to the copy is kept beside it, and told."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        stick = self._choose_folder(window)
        copy = stick / "people.kiroku"
        wait_until("there is a copy", copy.exists)
        with contextlib.closing(sqlite3.connect(copy)) as other, other:
            other.execute("UPDATE records SET f1 = 'Elsewhere' WHERE f1 = 'Bob'")
        window.enter(0, 0, "Anna")
        wait_until("another file is there", lambda: len(list(stick.glob("*.kiroku"))) == 2)
        beside = next(stick.glob("people, *.kiroku"))
        window.wait_for_message(f"“people.kiroku” in “stick” was changed by someone else. It was renamed to “{beside.name}”.")
        self.assertEqual(Document(beside).column("Name"), ["Ann", "Elsewhere"])
        self.assertEqual(Document(copy).column("Name"), ["Anna", "Bob"])

    def test_full_stick(self) -> None:
        """That is said; the document is saved even so."""
        window = self.open(self.write("people.tsv", "Name\n" + "".join(f"{number:0>400}\n" for number in range(2000))))
        window.wait_until_saved(2000)
        with small_disk(self.home.directory / "stick", 1 << 18) as stick:
            self._choose_folder(window, stick)
            window.wait_for_message(
                "No second copy in “stick”: “people.kiroku” cannot be saved: the disk is full. Free some space.")
            self.assertEqual(documents(stick), [], "left by a copy that has failed")
            window.enter(0, 0, "Anna")
            window.wait_until_saved(2000)

    def _choose_folder(self, window: CardsWindow, stick: Path | None = None) -> Path:
        if stick is None:
            stick = self.home.directory / "stick"
            stick.mkdir()
        sheet = PreferencesSheet(window)
        sheet.control("push button", "Choose a Folder…").press()
        FileChooser(window.program, "Choose a Folder for Second Copies").open(stick)
        sheet.control("label", str(stick))
        sheet.ok()
        return stick


def documents(folder: Path) -> list[str]:
    """What is in a folder for second copies, beside the settings of the program."""
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("Kiroku settings of "))


def show_backups(window: CardsWindow) -> Sheet:
    """The sheet with the backups, by the menu."""
    window.choose("Document", "Backups…")
    return Sheet(window, "Backups")
