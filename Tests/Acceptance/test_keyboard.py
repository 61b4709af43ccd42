"""Every control of every screen and sheet with Tab alone: nothing is left out, nothing holds the keys."""

from support import clipboard
from support.cards import CardsWindow
from support.focus_ring import FocusRing
from support.importing import choose_import
from support.picture_file import png
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_until

PEOPLE = "Name\tAge\tMember\nAnn\t31\ttrue\nBob\t45\tfalse\nCy\t50\t\n"


class Round(AcceptanceTest):
    """What the tests share."""

    def opened(self) -> CardsWindow:
        """The people, with one cell to fix, so that the button for that is there."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.enter(2, 1, "fifty")
        window.button("1 to fix")
        window.wait_until_saved(3)
        window.go_to(0, 0)
        return window

    def ring(self, window: CardsWindow) -> FocusRing:
        """What listens to where the focus is."""
        ring = FocusRing(window)
        self.addCleanup(ring.close)
        return ring

    def go_round(self, window: CardsWindow, within: Node, key: str = "Tab", back: str = "shift+Tab") -> list[str]:
        """All that has the focus on the way round; the way back is the same, and nothing is left out."""
        ring = self.ring(window)
        there = ring.walk(key)
        self.assertEqual(len(there), len(set(there)), f"some have the same name: {there}")
        back_again = ring.walk(back)
        start = there.index(back_again[0])
        self.assertEqual(back_again[::-1], there[start + 1:] + there[:start + 1])
        self.assertEqual(ring.missing_from(there, within), [])
        return there


class Screens(Round):
    """The screens of a window, where Ctrl+Tab leaves a table."""

    def test_cards(self) -> None:
        """The table, the bar above it and what is below."""
        window = self.opened()
        names = self.go_round(window, window.window, "ctrl+Tab", "ctrl+shift+Tab")
        for name in ("table “Cards”", "push button “Open”", "toggle button “Menu”", "push button “1 to fix”"):
            self.assertIn(name, names)

    def test_narrow(self) -> None:
        """The buttons that have gone below the table, too."""
        window = self.opened()
        window.resize(360, 500)
        wait_until("the window is narrow", lambda: window.window.width < 400)
        self.go_round(window, window.window, "ctrl+Tab", "ctrl+shift+Tab")

    def test_card_and_summary(self) -> None:
        """Ctrl+Tab goes to the card, too, from line to line of which Tab goes; with the summary they are pages."""
        window = self.opened()
        window.keyboard.press("F9")
        window.screen.table("Most Frequent Values", window.window)
        window.keyboard.press("F7")
        window.screen.find("push button", "Previous Record", window.window)
        window.screen.wait_until_gone("table", "Most Frequent Values", window.window)
        window.go_to(1, 0)
        lines = {"text “Name”", "text “Age”", "check box “Member”"}
        ring = self.ring(window)
        there, back = ring.walk("ctrl+Tab"), ring.walk("ctrl+shift+Tab")
        self.assertEqual(set(there) - lines, set(back) - lines)
        self.assertLessEqual(set(ring.missing_from(there, window.window)), lines)
        for name in ("push button “Next Record”", "table “Cards”"):
            self.assertIn(name, there)
        self.assertTrue(lines & set(there), there)
        window.keyboard.press("F9")
        window.screen.table("Most Frequent Values", window.window).grab_focus()
        window.screen.find("radio button", "Card", window.window).press()
        window.screen.find("push button", "Next Record", window.window)
        window.keyboard.press("F7")
        window.screen.table("Most Frequent Values", window.window)

    def test_find_bar(self) -> None:
        """With a condition and what is for replacing; from its last control the focus goes to the table."""
        window = self.opened()
        window.keyboard.press("ctrl+h")
        window.screen.find("toggle button", "Filter", window.window).press()
        window.screen.find("push button", "Add Condition", window.window)
        ring = self.ring(window)
        bar = window.screen.find("text", "Find in all fields", window.window)
        bar.grab_focus()
        names = ring.walk("Tab", until="table “Cards”")
        for name in ("toggle button “Search Options”", "push button “Add Condition”", "text “Replace with”"):
            self.assertIn(name, names)
        self.assertLessEqual(set(ring.missing_from(names, self.find_bar(window))), {str(bar)})

    def find_bar(self, window: CardsWindow) -> Node:
        """What holds its controls."""
        return next(node for node in window.window.descendants() if node.name == "Find" and node.role == "filler")

    def test_dialog(self) -> None:
        """The screen on which dialogs are laid out."""
        window = self.opened()
        window.keyboard.press("ctrl+2")
        window.screen.find("slider", "Button size", window.window)
        self.go_round(window, window.window)

    def test_pictures(self) -> None:
        """The screen with the pictures."""
        self.put_pictures()
        window = self.opened()
        window.keyboard.press("ctrl+3")
        pictures = window.screen.table("Pictures", window.window)
        wait_until("the pictures are there", lambda: pictures.row_count == 2)
        names = self.go_round(window, window.window)
        for name in ("table “Albums”", "table “Pictures”", "table “Preview”"):
            self.assertIn(name, names)

    def put_pictures(self) -> None:
        """An album."""
        folder = self.home.directory / "files" / "Trips"
        folder.mkdir(parents=True)
        for name in ("a.png", "b.png"):
            (folder / name).write_bytes(png(100, 50))


class Sheets(Round):
    """The sheets, in which Tab stays."""

    def round_of(self, window: CardsWindow, name: str, *expected: str) -> None:
        """Goes round in a sheet that is about to open, and leaves it by Esc."""
        sheet = Sheet(window, name)
        sheet.wait_until_still()
        names = self.go_round(window, sheet.dialog)
        for control in expected:
            self.assertIn(control, names)
        window.keyboard.press("Escape")
        sheet.wait_until_gone()
        window.wait_for_cursor(0, 0)

    def by_key(self, key: str, name: str, *expected: str) -> None:
        """The sheet that a key opens."""
        window = self.opened()
        window.keyboard.press(key)
        self.round_of(window, name, *expected)

    def by_menu(self, menu: str, item: str, name: str, *expected: str) -> None:
        """The sheet that the menu opens."""
        window = self.opened()
        window.choose(menu, item)
        self.round_of(window, name, *expected)

    def test_export(self) -> None:
        """Ctrl+Shift+E."""
        self.by_key("ctrl+shift+e", "Export", "combo box “Format”", "check box “Age”", "push button “Export…”")

    def test_fields(self) -> None:
        """F4."""
        self.by_key("F4", "Fields", "combo box “Type of field 2”", "toggle button “Menu of field 3”", "push button “OK”")

    def test_preferences(self) -> None:
        """Ctrl+comma; what is scrolled out of sight comes when it gets the focus."""
        self.by_key("ctrl+comma", "Preferences", "combo box “Theme”", "spin button “Number of backups to keep”", "push button “OK”")

    def test_print(self) -> None:
        """Ctrl+P."""
        self.by_key("ctrl+p", "Print", "combo box “Records”", "table “Preview”", "push button “Print…”")

    def test_new(self) -> None:
        """Ctrl+Shift+N."""
        self.by_key("ctrl+shift+n", "New Document", "radio button “Empty”", "push button “Create…”")

    def test_backups(self) -> None:
        """The list of them."""
        self.by_menu("Document", "Backups…", "Backups", "push button “Open”")

    def test_about(self) -> None:
        """With the link."""
        self.by_menu("Help", "About Kiroku", "About Kiroku", "push button “Website of Kiroku”")

    def test_import(self) -> None:
        """The columns of a text, their fields and types."""
        window = self.opened()
        file = self.write("news.csv", "Name,Age,More\nDan,7,x\nEve,old,y\n")
        choose_import(window, file)
        self.round_of(window, "Import", "combo box “Separator”", "push button “Import”")

    def test_paste(self) -> None:
        """What does not fit, an entry each."""
        window = self.opened()
        clipboard.put("Dan\tlots\tmaybe\nEve\tmany\ttrue\n")
        window.keyboard.press("ctrl+v")
        self.round_of(window, "Paste", "text “Record 1, Age”", "text “Record 2, Age”", "push button “Paste”")

    def test_choosing_a_picture(self) -> None:
        """Albums, pictures, preview and the entry for a name."""
        folder = self.home.directory / "files" / "Trips"
        folder.mkdir(parents=True)
        (folder / "a.png").write_bytes(png(100, 50))
        window = self.opened()
        window.keyboard.press("ctrl+shift+i")
        self.round_of(window, "Which field gets the picture?", "combo box “Field”", "push button “Choose”")
        window.keyboard.press("ctrl+shift+i")
        window.screen.find("dialog", "Which field gets the picture?")
        window.keyboard.press("Return")
        pictures = window.screen.table("Pictures")
        wait_until("the picture is there", lambda: pictures.row_count == 1)
        self.round_of(window, "Choose a Picture", "table “Albums”", "push button “Use Picture”")
