"""Backups of shared documents."""

from pathlib import Path

from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.sheet import Sheet
from support.waiting import wait_until
from test_backups import show_backups
from test_sharing import SharingCase

CONFIRM = "Restore for All"


class PutBack(SharingCase):
    """Putting back a backup of a document that is shared."""

    def setUp(self) -> None:
        """Shares the document, and makes a copy."""
        super().setUp()
        self.done("share", self.mine, self.address)
        self.done("join", self.address, self.theirs)

    def visits(self) -> str:
        """The numbers on the server."""
        return self.sql("""SELECT string_agg("Place" || coalesce("Visits", 0), ' ' ORDER BY kiroku_record) FROM "Sights" """)

    def back_up(self, window: CardsWindow) -> Path:
        """Backs everything up."""
        stick = self.home.directory / "stick"
        stick.mkdir()
        sheet = show_backups(window)
        sheet.press("Back Up Everything Now…")
        FileChooser(window.program, "Back Up Everything").open(stick)
        sheet.wait_for_text("Everything has been backed up.")
        sheet.leave_by("Cancel")
        return next(stick.iterdir())

    def begin(self, window: CardsWindow, backup: Path) -> Sheet:
        """Has the sheet say what changes in the shared document."""
        show_backups(window).press("Restore…")
        FileChooser(window.program, "Restore").open(backup)
        sheet = Sheet(window, "Restore")
        sheet.control("check box", "sights").press()
        sheet.press("Restore")
        return sheet

    def test_for_everybody(self) -> None:
        """What changes is said first; then it is an edit that everybody gets, and that undo takes back for everybody."""
        window = self.open(self.mine)
        window.wait_for_subtitle("3 records · Saved for all")
        backup = self.back_up(window)
        self.changed(self.theirs, "Place\tVisits\nHimeji\t30\nIse\t1\n", "--key", "Place")
        self.done("sync", self.theirs)
        window.wait_for_rows([["Himeji", "30"], ["Kinkaku-ji", "5"], ["奈良", ""], ["Ise", "1"]])
        sheet = self.begin(window, backup)
        sheet.wait_for_text("“sights” is shared: 1 record changes, 1 record is deleted. "
                            "Everyone who shares this document receives this change.")
        # Nothing has happened yet, and whoever ticks something else is asked again.
        self.assertEqual(self.visits(), "Himeji30 Kinkaku-ji5 奈良0 Ise1")
        sheet.control("check box", "Positions and sizes of windows").press()
        sheet.control("push button", "Restore")
        sheet.control("check box", "Positions and sizes of windows").press()
        sheet.press("Restore")
        sheet.control("push button", CONFIRM)
        sheet.leave_by(CONFIRM)
        window.wait_for_rows([["Himeji", "3"], ["Kinkaku-ji", "5"], ["奈良", ""]])
        wait_until("the server has it", lambda: self.visits() == "Himeji3 Kinkaku-ji5 奈良0")
        window.wait_for_subtitle("3 records · Saved for all")
        self.done("sync", self.theirs)
        self.assertEqual(self.table(self.theirs), [["Himeji", "3"], ["Kinkaku-ji", "5"], ["奈良", ""]])
        window.keyboard.press("ctrl+z")
        wait_until("the server has it", lambda: self.visits() == "Himeji30 Kinkaku-ji5 奈良0 Ise1")

    def test_not_open(self) -> None:
        """In a document that is not open, the edit waits to be sent."""
        window = self.open(self.mine)
        window.wait_for_subtitle("3 records · Saved for all")
        backup = self.back_up(window)
        other = self.write("own.tsv", "A\n1\n")
        window.keyboard.press("ctrl+o")
        FileChooser(window.program, "Open").open(other)
        own = CardsWindow(window.program, "own")
        own.wait_until_saved(1)
        window.enter(0, 1, "30")
        wait_until("it is sent", lambda: self.visits() == "Himeji30 Kinkaku-ji5 奈良0")
        window.wait_for_subtitle("3 records · Saved for all")
        window.keyboard.press("ctrl+w")
        own.screen.wait_until_gone("frame", "sights")
        sheet = self.begin(own, backup)
        sheet.wait_for_text("“sights” is shared: 1 record changes.")
        sheet.leave_by(CONFIRM)
        wait_until("it is restored", lambda: self.table(self.mine)[0] == ["Himeji", "3"])
        self.assertEqual(self.visits(), "Himeji30 Kinkaku-ji5 奈良0")
        self.assertEqual(self.done("sync", self.mine), "sights.kiroku: 1 sent, 0 received\n")
        self.assertEqual(self.visits(), "Himeji3 Kinkaku-ji5 奈良0")


class Copies(SharingCase):
    """Copies of a document that is shared."""

    def setUp(self) -> None:
        """Shares the document."""
        super().setUp()
        self.done("share", self.mine, self.address)

    def save_copy(self, window: CardsWindow, answer: str, path: Path) -> None:
        """Saves a copy, and answers whether it is shared."""
        window.keyboard.press("ctrl+shift+s")
        Sheet(window, "Should the copy be shared as well?").leave_by(answer)
        FileChooser(window.program, "Save a Copy").save(path)
        window.wait_for_message(f"Saved a copy as “{path.name}”.")

    def test_saved(self) -> None:
        """Whether one is shared as well is asked; Enter means that it is not."""
        window = self.open(self.mine)
        window.wait_for_subtitle("3 records · Saved for all")
        own, shared = (self.home.directory / f"{name}.kiroku" for name in ("own", "shared"))
        self.save_copy(window, "Not Shared", own)
        self.save_copy(window, "Shared", shared)
        self.assertNotIn("Shared:", self.done("info", own))
        self.assertIn("Shared:", self.done("info", shared))
        self.assertEqual(self.table(own), self.table(self.mine))
        window.enter(0, 1, "30")
        window.wait_for_subtitle("3 records · Saved for all")

    def test_of_a_backup(self) -> None:
        """It is not shared, and the sheet says so: the server would bring it up to date at once."""
        window = self.open(self.mine)
        window.wait_for_subtitle("3 records · Saved for all")
        window.enter(0, 1, "30")
        wait_until("there is a backup", lambda: list((self.home.kept / "backups").glob("*/*.kiroku")))
        sheet = show_backups(window)
        sheet.wait_for_text("The copy is not shared.")
        sheet.press("Open")
        copy = wait_until("there is a copy", lambda: next(self.home.documents.glob("sights, *.kiroku"), None))
        CardsWindow(window.program, copy.stem)
        self.assertNotIn("Shared:", self.done("info", copy))
