"""That everything can be read: in light, dark and high-contrast themes, measured on what is painted."""

import shutil

from support import clipboard
from support.box import Box
from support.cards import CardsWindow
from support.comparing import Comparison
from support.complaints import PRINTERS
from support.contrast import hard_to_read
from support.focus_frame import contrast_of_frame
from support.focus_ring import FocusRing, described
from support.importing import choose_import
from support.picture_file import png
from support.pixels import Picture
from support.screen import Node
from support.sheet import Sheet, VacantWindow
from support.testcase import AcceptanceTest
from support.waiting import wait_until
from test_looking import LookingCase
from test_sharing_sheets import choose

PEOPLE = "Name\tAge\tMember\tNote\nAnn\t31\ttrue\tLikes\nBob\t45\tfalse\t\nCy\t\t\tLives\n"


class Themed(AcceptanceTest):
    """Looks at what is painted in the light theme."""

    LEAST = 4.5
    """The contrast that all text has."""

    maxDiff = None
    """All that was found is printed."""

    LEAST_OF_FRAMES = 3.0
    """The contrast of the frame around what has the focus to what is there otherwise."""

    def setUp(self) -> None:
        """Chooses the theme."""
        super().setUp()
        self.hard_to_read: dict[str, list[str]] = {}
        self.choose_theme()
        folders = self.home.directory / ".config/user-dirs.dirs"
        with folders.open("a", encoding="utf-8") as file:
            file.write('XDG_PICTURES_DIR="$HOME/Pictures"\n')

    def tearDown(self) -> None:
        """Fails with all that was found, wherever that was."""
        self.assertEqual(self.hard_to_read, {})

    def choose_theme(self) -> None:
        """Leaves it as it is."""

    def _check_sheet(self, window: CardsWindow, name: str) -> None:
        sheet = Sheet(window, name)
        sheet.wait_until_still()
        self._check(window.window, name)
        window.keyboard.press("Escape")
        sheet.wait_until_gone()

    def _check(self, part: Node, what: str) -> None:
        if found := hard_to_read(part, self.LEAST):
            self.hard_to_read[what] = found


class Contrast(Themed):
    """What is shown of documents here, in the light theme."""

    def test_first_start(self) -> None:
        """The sample with its bar, and a window without a document."""
        window = CardsWindow(self.start(), "Sights of Japan")
        window.screen.find("info bar", "This is a sample document. To start your own, select New.", window.window)
        self._check(window.window, "the sample")
        window.program.quit()
        vacant = VacantWindow(self.start(self.home.directory / "nothing.tsv"))
        vacant.screen.find("push button", "Sights of Japan.kiroku", vacant.window)
        self._check(vacant.window, "a window without a document")

    def test_cards(self) -> None:
        """The table with all kinds of cells, an open cell, the find bar, the card and the summary."""
        window = self._open()
        window.enter(1, 1, "about 45")
        window.go_to(0, 1)
        self._check(window.window, "the cell of a field")
        window.keyboard.press("shift+Right", "shift+Down")
        self._check(window.window, "selected cells")
        window.go_to(2, 3)
        window.keyboard.type("L")
        window.wait_for_typed("Note", "L")
        self._check(window.window, "a cell that is edited, and how it might go on")
        window.keyboard.press("Escape", "ctrl+h", "alt+c")
        window.screen.find("text", "Compared with", window.window)
        self._check(window.window, "the find bar")
        window.keyboard.press("Escape", "ctrl+shift+l")
        window.screen.find("check box", "Likes: 1", window.window)
        self._check(window.screen.find("panel", "Values of “Note”", window.window), "the values of a field")
        window.keyboard.press("Escape", "F9")
        window.screen.find("label", "Different values", window.window)
        self._check(window.window, "the summary")
        window.keyboard.press("F9", "F7")
        window.screen.find("label", "Record 3 of 3", window.window)
        self._check(window.window, "the card")
        window.keyboard.press("F7", "ctrl+Home", "F6", "Down")
        window.screen.find("push button", "Revert", window.window)
        self._check(window.window, "the history")

    def test_conflicts(self) -> None:
        """Cells that two have changed, a record that is deleted elsewhere, the bar, the card, and the list."""
        window = self._open()
        window.go_to(0, 0)
        window.keyboard.type("Anna")
        window.wait_for_typed("Name", "Anna")
        window.document.query("UPDATE records SET f1 = 'Anne' WHERE f1 = 'Ann'")
        wait_until("the news", lambda: window.screen.look_named("push button", "Show", window.window))
        window.keyboard.press("Return")
        window.go_to(0, 0)
        window.button("Keep Mine")
        self._check(window.window, "the bar")
        window.go_to(1, 0)
        window.keyboard.press("F2")
        window.editor("Name")
        window.document.query("DELETE FROM records WHERE f1 = 'Bob'")
        window.button("Restore")
        window.keyboard.press("Escape", "F7")
        self._check(window.window, "a record that is gone")
        window.press("Resolve Conflicts…")
        self._check_sheet(window, "Conflicting Edits")

    def test_focus(self) -> None:
        """The frame of what has the focus: buttons, lists of choices and entries, in the bars of the window and in a sheet."""
        window = self._open()
        window.keyboard.press("ctrl+f", "alt+c")
        window.screen.find("text", "Compared with", window.window)
        self._check_frames(window, "the find bar", "ctrl+Tab")
        window.keyboard.press("Escape", "F4")
        sheet = Sheet(window, "Fields")
        sheet.wait_until_still()
        self._check_frames(window, "Fields", "Tab")
        sheet.leave_by("Cancel")

    def test_focus_in_preferences(self) -> None:
        """That of switches, check boxes, numbers and sliders."""
        window = self._open()
        window.keyboard.press("ctrl+comma")
        sheet = Sheet(window, "Preferences")
        sheet.wait_until_still()
        self._check_frames(window, "Preferences", "Tab")
        sheet.leave_by("Cancel")

    def test_focus_in_lists(self) -> None:
        """That of a cell, and of a line in the list of a field's values."""
        window = self._open()
        window.go_to(0, 0)
        before = Picture.settled()
        window.go_to(1, 0)
        self._check_frame(before, Picture.settled(), window.table.cell(1, 0).box, "a cell")
        window.keyboard.press("ctrl+shift+l")
        line = window.screen.find("check box", "Ann: 1", window.window)
        before = Picture.settled()
        window.keyboard.press("Down")
        wait_until("the line has the focus", lambda: "focused" in line.states)
        self._check_frame(before, Picture.settled(), line.box, "a line of a list")

    def _check_frames(self, window: CardsWindow, what: str, key: str) -> None:
        ring = FocusRing(window)
        self.addCleanup(ring.close)
        last, before, waits = None, Picture.settled(), False
        for node in ring.steps(key):
            (box, after), place = (node.box, Picture.settled()), f"{what}: {described(node)}"
            has_scrolled = last is not None and last[0].box != last[1]
            # What came with scrolling is measured as its frame goes.
            if last and waits and not has_scrolled:
                self._check_frame(before, after, last[1], last[2])
            waits = has_scrolled
            if not has_scrolled and node.role != "table":  # where the frame is that of a cell
                self._check_frame(before, after, box, place)
            last, before = (node, box, place), after

    def _check_frame(self, before: Picture, after: Picture, box: Box, what: str) -> None:
        if (found := contrast_of_frame(before, after, box)) < self.LEAST_OF_FRAMES:
            self.hard_to_read[what] = [f"{found:.1f}"]

    def test_empty_table(self) -> None:
        """What is said where there are no records."""
        window = self.open(self.write("empty.tsv", "Name\tAge\n"))
        window.wait_until_saved(0)
        self._check(window.window, "a table without records")

    def test_other_screens(self) -> None:
        """The dialog's screen, and the pictures with and without a picture chosen."""
        self._put_pictures()
        window = self._open()
        window.keyboard.press("ctrl+2")
        window.screen.find("slider", "Button size", window.window)
        self._check(window.window, "the dialog's screen")
        window.keyboard.press("ctrl+3")
        albums = window.screen.table("Albums", window.window)
        wait_until("the albums are there", lambda: albums.row_count >= 1)
        self._check(window.window, "the pictures")
        window.screen.table("Pictures", window.window).grab_focus()
        window.keyboard.press("Home")
        wait_until("the size is told", lambda: window.screen.look(
            "label", lambda text: text.startswith("30 "), window.window))
        self._check(window.window, "a picture")

    def test_sheets_with_keys(self) -> None:
        """Those that a key opens."""
        self._put_pictures()
        window = self._open()
        window.program.known_complaints += PRINTERS
        for keys, name in (("ctrl+comma", "Preferences"), ("F4", "Fields"), ("ctrl+shift+n", "New Document"),
                           ("ctrl+shift+e", "Export"), ("ctrl+p", "Print"), ("ctrl+shift+i", "Which field gets the picture?")):
            window.keyboard.press(keys)
            self._check_sheet(window, name)
        window.keyboard.press("ctrl+shift+i")
        window.screen.find("dialog", "Which field gets the picture?")
        window.keyboard.press("Return")
        self._check_sheet(window, "Choose a Picture")

    def test_sheets_of_the_menu(self) -> None:
        """Those without a key, and the list of recent documents."""
        window = self._open()
        for menu, item, name in (("Document", "Backups…", "Backups"), ("Help", "About Kiroku", "About Kiroku")):
            window.choose(menu, item)
            self._check_sheet(window, name)
        window.keyboard.press("ctrl+shift+o")
        line = window.screen.find("push button", "people.tsv", window.window)
        self._check(line, "a recent document")
        window.keyboard.press("Escape")

    def test_sheets_that_ask(self) -> None:
        """What is asked before values that do not fit are pasted, a file is imported, edits are lost, and a copy is merged."""
        window = self._open()
        clipboard.put("1\nabc\ndef\n")
        window.go_to(0, 1)
        window.keyboard.press("ctrl+v")
        self._check_sheet(window, "Paste")
        window.enter(1, 0, "ann")
        window.go_to(0, 0)
        window.keyboard.press("ctrl+shift+d")
        sheet = Sheet(window, "Find Duplicates")
        sheet.wait_until_still()
        self._check(window.window, "Find Duplicates")
        sheet.leave_by("Find")
        window.screen.table("Duplicates", window.window).grab_focus()
        self._check_sheet(window, "Duplicates")
        choose_import(window, self.write("more.csv", "Name,Age,Town\nAnn,32,Uji\nDee,old,Nara\n"))
        self._check_sheet(window, "Import")
        with window.document.locked():
            window.enter(0, 0, "Kept")
            window.keyboard.press("ctrl+w")
            self._check_sheet(window, "The last edits are not saved")
        window.wait_until_saved(3)
        copy = window.document.path.with_name("people (conflicted).kiroku")
        copy.write_bytes(window.document.path.read_bytes())
        window.press("Merge…")
        self._check_sheet(window, "Merge a Copy")

    def test_comparison(self) -> None:
        """What differs, in two colours, with signs and corners."""
        window = self._open()
        other = self.write("other.tsv", "Name\tAge\tPhone\nAnn\t32\t1\nBob\told\t\nDee\t7\t2\n")
        sheet = Comparison(window)
        sheet.choose_file(other)
        sheet.wait_for_text("Only here 1 · only there 1 · different 2 · the same 0")
        self._check_sheet(window, "Compare with")

    def _open(self) -> CardsWindow:
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.resize(1180, 800)
        return window

    def _put_pictures(self) -> None:
        folder = self.home.directory / "Pictures" / "Trips"
        folder.mkdir(parents=True)
        for name in ("uji.png", "nara.png"):
            (folder / name).write_bytes(png(30, 20, b"\0\xff"))


class OfServers(Themed, LookingCase):
    """What is shown of tables on servers, in the light theme."""

    def test_looked_at(self) -> None:
        """The table that is looked at, the conditions, the card, and what is asked before."""
        window = self.look()
        window.resize(1180, 800)
        window.go_to(0, 1)
        self._check(window.window, "a table that is looked at")
        window.keyboard.press("ctrl+f")
        window.screen.find("text", "Compared with", window.window)
        self._check(window.window, "the conditions")
        window.keyboard.press("Escape", "F7")
        window.screen.find("label", "Record 1 of ≈ 30,000", window.window)
        self._check(window.window, "the card")

    def test_consent(self) -> None:
        """The questions about a document that came from elsewhere, and about the edits in it."""
        self.done("share", self.mine, self.address)
        mailed = self.home.directory / "mailed.kiroku"
        shutil.copyfile(self.mine, mailed)
        self.changed(mailed, "Place\tVisits\nHimeji\t66\n", "--key", "Place")
        for key in self.home.directory.rglob("kiroku/seal"):
            key.unlink()
        window = self.open(mailed)
        for name, answer in [("Connect to the Server?", "Connect"), ("Edits Made Elsewhere", "Decide Later"),
                             ("Connection to the Server", "Keep Connecting")]:
            if name.startswith("Edits"):
                window.press("Edits Made Elsewhere…")
            if name.startswith("Connection"):
                choose(window, "Connection…")
            sheet = Sheet(window, name)
            sheet.wait_until_still()
            self._check(window.window, name)
            sheet.leave_by(answer)

    def test_joining(self) -> None:
        """What of a table is kept here."""
        window = VacantWindow(self.start(self.address.replace("Sights", "big")))
        sheet = Sheet(window, "Open from a Server")
        sheet.wait_for_text("Connect only if you trust the server.")
        sheet.wait_until_still()
        self._check(window.window, "what is said before")
        sheet.press("Connect…")
        ways = sheet.control("combo box", "Records")
        sheet.wait_until_still()
        self._check(window.window, "all of it")
        ways.choose(1)
        sheet.control("text", "Only records where").set_text("visits = 7")
        sheet.wait_for_text(" of ≈ 30,000 records")
        self._check(window.window, "a part")
        sheet.control("text", "Only records where").set_text("visits =")
        sheet.wait_for_text("Condition “visits =”")
        self._check(window.window, "an invalid condition")
        ways.choose(2)
        sheet.wait_for_text(
            "Nothing is copied: records are loaded from the server as you view them, and cannot be edited.")
        self._check(window.window, "none of it")
        sheet.leave_by("Cancel")


class DarkTheme(Themed):
    """In the dark theme."""

    def choose_theme(self) -> None:
        """Has GTK use it."""
        self.home.environment["GTK_THEME"] = "Adwaita:dark"


class Dark(DarkTheme, Contrast):
    """What is shown of documents here."""


class DarkOfServers(DarkTheme, OfServers):
    """What is shown of tables on servers."""


class HighTheme(Themed):
    """In high contrast."""

    LEAST = 7.0

    def choose_theme(self) -> None:
        """Has GTK use it, as the desktop's settings do."""
        self.home.use_high_contrast()


class High(HighTheme, Contrast):
    """What is shown of documents here."""


class HighOfServers(HighTheme, OfServers):
    """What is shown of tables on servers."""
