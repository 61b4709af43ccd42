"""The preferences: their effect at once, OK and Cancel, and what becomes of a file that cannot be read."""

import plistlib
from pathlib import Path

from support import clipboard
from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.preferences import PreferencesSheet, kept
from support.sheet import Sheet as PlacedSheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

WEIGHTS = "Name\tWeight\nAnn\t61.5\nBob\t80.25\n"
LANGUAGE, THEME = 0, 1
POINT, COMMA = 1, 2


class Sheet(AcceptanceTest):
    """The sheet as somebody uses it."""

    def test_ok_keeps(self) -> None:
        """What was changed is in the file, and there again at the next start."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        sheet = PreferencesSheet(window)
        sheet.control("combo box", "Decimal sign").choose(COMMA)
        sheet.control("toggle button", "Include field names").press()
        sheet.control("spin button", "Number of backups to keep").set_value(25)
        self.assertEqual(kept(self.home), {})
        sheet.ok()
        wait_until("the preferences are kept", lambda: kept(self.home))
        values = kept(self.home)
        self.assertEqual(values["decimal sign"], "comma")
        self.assertIs(values["copies header"], False)
        self.assertEqual(values["backups kept"], 25)

        window.program.quit()
        again = self.open(window.document.path)
        again.choose("Records", "Copy Table")
        again.wait_for_message("Copied 2 records to the clipboard.")
        self.assertEqual(clipboard.read(), "Ann\t61,5\nBob\t80,25\n")

    def test_edges(self) -> None:
        """Lists and numbers have one width, and end where the switches end."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        window.keyboard.press("ctrl+comma")
        sheet = PlacedSheet(window, "Preferences")
        sheet.wait_until_still()
        nodes = [node for node in sheet.dialog.descendants()
                 if node.role in ("combo box", "spin button") or node.role == "toggle button" and node.name]
        boxes = [node.box for node in nodes if node.role != "toggle button"]
        self.assertGreater(len(boxes), 3)
        self.assertEqual(len({(box.x, box.width) for box in boxes}), 1)
        self.assertEqual(len({node.box.x + node.box.width for node in nodes}), 1)
        title, frame = sheet.control("heading", "Appearance").box, sheet.control("label", "Language").box
        self.assertEqual(frame.x - title.x, 13)
        window.keyboard.press("Escape")
        sheet.wait_until_gone()

    def test_truth_words(self) -> None:
        """True and false are copied in the words that were chosen, as HTML too, and that is kept."""
        window = self.open(self.write("members.tsv", "Name\tMember\nAnn\ttrue\nBob\tfalse\nCy\t\n"))
        for place, (yes, no) in ((4, ("はい", "いいえ")), (2, ("yes", "no")), (3, ("1", "0")), (1, ("TRUE", "FALSE"))):
            sheet = PreferencesSheet(window)
            sheet.control("combo box", "True and false").choose(place)
            sheet.ok()
            window.choose("Records", "Copy Table")
            window.wait_for_message("Copied 3 records to the clipboard.")
            self.assertEqual(clipboard.read(), f"Name\tMember\nAnn\t{yes}\nBob\t{no}\nCy\t\n")
            html = clipboard.read("text/html")
            self.assertIn(f">{yes}</td>", html)
            self.assertIn(f">{no}</td>", html)
        self.assertEqual(kept(self.home)["truth words"], "TRUE")

    def test_cancel_puts_everything_back(self) -> None:
        """Cancel and Esc leave no trace, not in the file either."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        for leave in ("cancel", "escape"):
            sheet = PreferencesSheet(window)
            sheet.control("combo box", "Decimal sign").choose(COMMA)
            wait_until("the mark is there", lambda: sheet.is_marked("Decimal sign"))
            if leave == "cancel":
                sheet.cancel()
            else:
                sheet.keyboard.press("Escape")
                sheet.wait_until_gone()
            window.choose("Records", "Copy Table")
            window.wait_for_message("Copied 2 records to the clipboard.")
            self.assertEqual(clipboard.read(), WEIGHTS, leave)
        self.assertEqual(kept(self.home), {})

    def test_sample(self) -> None:
        """It shows the first record as it lands in a spreadsheet."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        sheet = PreferencesSheet(window)
        wait_for_equal("the sample", sheet.sample, ["Name", "Weight", "Ann", "61.5"])
        sheet.control("combo box", "Decimal sign").choose(COMMA)
        wait_for_equal("the sample", sheet.sample, ["Name", "Weight", "Ann", "61,5"])
        sheet.control("toggle button", "Include field names").press()
        wait_for_equal("the sample", sheet.sample, ["Ann", "61,5"])
        sheet.cancel()

    def test_reset(self) -> None:
        """Each preference that differs is marked, and has a way back of its own."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        sheet = PreferencesSheet(window)
        self.assertFalse(sheet.is_marked("Theme"))
        sheet.control("combo box", "Theme").choose(2)
        sheet.control("combo box", "Decimal sign").choose(COMMA)
        sheet.control("push button", "Reset to default: Theme").press()
        wait_until("the mark is gone", lambda: not sheet.is_marked("Theme"))
        self.assertTrue(sheet.is_marked("Decimal sign"))
        sheet.ok()
        wait_until("the preferences are kept", lambda: kept(self.home))
        self.assertEqual(kept(self.home)["theme"], "system")
        self.assertEqual(kept(self.home)["decimal sign"], "comma")

    def test_another_language(self) -> None:
        """The window behind the sheet and the sheet itself are made anew; the document stays."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        window.enter(0, 0, "Anna")
        window.wait_until_saved(2)
        sheet = PreferencesSheet(window)
        sheet.control("combo box", "Language").choose(1)
        wait_until("the mark is there", lambda: sheet.is_marked("Language"))
        sheet.ok()
        window.table = window.screen.table("Cards", window.window)
        window.wait_for_cell(0, 0, "Anna")
        window.keyboard.press("ctrl+z")
        window.wait_for_cell(0, 0, "Ann")

    def test_text_size(self) -> None:
        """The grid's text grows at once, behind the sheet."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        height = window.cell(0, 0).height
        sheet = PreferencesSheet(window)
        sheet.control("spin button", "Text size in the grid").set_value(200)
        wait_until("the rows are higher", lambda: window.cell(0, 0).height > height * 1.3)
        sheet.cancel()
        wait_for_equal("the height of a row", lambda: window.cell(0, 0).height, height)

    def test_number_out_of_range(self) -> None:
        """It is refused with a word and leaves the sheet open; the number before stays."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        sheet = PreferencesSheet(window)
        for name, typed, before, told in (
                ("Animation duration", "9", "0.2", "From 0.1 to 5 seconds."),
                ("Number of backups to keep", "2000", "10", "From 1 to 1,000."),
                ("Text size in the grid", "7", "100", "From 50 to 300.")):
            sheet.control("spin button", name).grab_focus()
            sheet.keyboard.press("ctrl+a")
            sheet.keyboard.type(typed)
            sheet.keyboard.press("Return")
            sheet.screen.find("label", told, sheet.dialog)
            self.assertEqual(sheet.control("spin button", name).text, before)
        sheet.ok()
        wait_until("the preferences are kept", lambda: kept(self.home))
        self.assertEqual((kept(self.home)["slide time"], kept(self.home)["backups kept"]), (0.2, 10))

    def test_layout_of_dialogs(self) -> None:
        """The sheet shows its own layout while that is chosen."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        sheet = PreferencesSheet(window)
        wait_for_equal("the button's width", lambda: sheet.control("push button", "OK").width, 140)
        sheet.control("combo box", "Button size").choose(0)
        wait_for_equal("the button's width", lambda: sheet.control("push button", "OK").width, 120)
        sheet.cancel()
        sheet = PreferencesSheet(window)
        wait_for_equal("the button's width", lambda: sheet.control("push button", "OK").width, 140)
        sheet.cancel()

    def test_closing_the_window_keeps_nothing(self) -> None:
        """A window that goes with the open sheet in it puts back what was changed."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        sheet = PreferencesSheet(window)
        sheet.control("combo box", "Decimal sign").choose(COMMA)
        wait_until("the mark is there", lambda: sheet.is_marked("Decimal sign"))
        window.keyboard.close_window()
        window.program.wait_for_end()
        self.assertEqual(kept(self.home), {})


class AnotherComputer(AcceptanceTest):
    """Preferences in a file."""

    def test_there_and_back(self) -> None:
        """All but folders are in the file; importing it has its effect at once, and OK keeps it."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        file = self.home.directory / "mine.plist"
        sheet = PreferencesSheet(window)
        sheet.control("combo box", "Decimal sign").choose(COMMA)
        sheet.control("push button", "Export…").press()
        FileChooser(window.program, "Export the Preferences").save(file)
        sheet.screen.find("label", "Exported the preferences to “mine.plist”.", sheet.dialog)
        sheet.cancel()
        with file.open("rb") as opened:
            contents = plistlib.load(opened)
        self.assertEqual(contents["values"]["decimal sign"], "comma")
        self.assertNotIn("picture folders", contents["values"])

        contents["values"] |= {"picture folders": "/nowhere", "of a later version": 7}
        with file.open("wb") as opened:
            plistlib.dump(contents, opened)
        for leave in ("Cancel", "OK"):
            sheet = PreferencesSheet(window)
            self._import(sheet, window, file)
            sheet.screen.find("label", "The imported preferences are in effect. Select OK to keep them.", sheet.dialog)
            self.assertTrue(sheet.is_marked("Decimal sign"))
            if leave == "Cancel":
                sheet.cancel()
                self.assertEqual(kept(self.home), {})
        sheet.ok()
        wait_until("the preferences are kept", lambda: kept(self.home))
        self.assertEqual(kept(self.home)["decimal sign"], "comma")
        self.assertEqual(kept(self.home)["picture folders"], "")
        self.assertEqual(kept(self.home)["of a later version"], 7)

    def test_bad_files(self) -> None:
        """They are refused with the reason, and nothing changes."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        sheet = PreferencesSheet(window)
        file = self.home.directory / "bad.plist"
        for contents, reason in (
                (b"no list", "It is not a property list."),
                (plistlib.dumps({"a": 1}), "It does not contain Kiroku’s preferences."),
                (plistlib.dumps({"version": 99, "values": {}}), "It contains preferences of another version of Kiroku."),
                (plistlib.dumps({"version": 1, "values": {"theme": "dark", "backups kept": "many"}}),
                 "It does not contain Kiroku’s preferences.")):
            file.write_bytes(contents)
            self._import(sheet, window, file)
            sheet.screen.find("label", f"“bad.plist” cannot be read. {reason}", sheet.dialog)
            self.assertFalse(sheet.is_marked("Theme"))
        sheet.cancel()

    def _import(self, sheet: PreferencesSheet, window: CardsWindow, file: Path) -> None:
        sheet.control("push button", "Import…").press()
        FileChooser(window.program, "Import Preferences").open(file)


class OldFile(AcceptanceTest):
    """A file that is damaged, or of another version."""

    def test_damaged(self) -> None:
        """The defaults are used, the file is kept beside, and the user is told once."""
        self.home.preferences.parent.mkdir(parents=True)
        self.home.preferences.write_text("this is no property list")
        window = self.open(self.write("weights.tsv", WEIGHTS))
        window.wait_for_message(
            "The preferences are damaged and have been reset. The old ones are in “preferences.plist.bak”.")
        beside = self.home.preferences.with_name("preferences.plist.bak")
        self.assertEqual(beside.read_text(), "this is no property list")
        sheet = PreferencesSheet(window)
        sheet.control("combo box", "Decimal sign").choose(COMMA)
        sheet.ok()
        wait_until("the preferences are kept", lambda: kept(self.home))
        self.assertEqual(kept(self.home)["decimal sign"], "comma")
        self.assertEqual(beside.read_text(), "this is no property list")

    def test_other_version(self) -> None:
        """What a later program has written is not overwritten."""
        self.home.preferences.parent.mkdir(parents=True)
        with self.home.preferences.open("wb") as file:
            plistlib.dump({"version": 99, "values": {"theme": "purple"}}, file)
        window = self.open(self.write("weights.tsv", WEIGHTS))
        window.wait_for_message(
            "The preferences are from another version of Kiroku and have been reset. The old ones are in "
            "“preferences.plist.bak”.")
        with self.home.preferences.with_name("preferences.plist.bak").open("rb") as file:
            self.assertEqual(plistlib.load(file)["version"], 99)

    def test_values_that_mean_nothing(self) -> None:
        """They count as the defaults."""
        self.home.preferences.parent.mkdir(parents=True)
        with self.home.preferences.open("wb") as file:
            plistlib.dump(
                {"version": 1, "values": {"theme": "purple", "dialog size": 77, "slide time": 1e9,
                                          "grid text size": -5, "backups kept": 0, "backup interval": 3}}, file)
        window = self.open(self.write("weights.tsv", WEIGHTS))
        sheet = PreferencesSheet(window)
        wait_for_equal("the button's width", lambda: sheet.control("push button", "OK").width, 140)
        sheet.cancel()
        window.enter(0, 0, "Anna")
        window.wait_until_saved(2)


class Backups(AcceptanceTest):
    """Backups of what is edited."""

    def test_first_change_is_followed_by_a_backup(self) -> None:
        """There is one beside the documents, with what was saved."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        window.enter(0, 0, "Anna")
        window.wait_until_saved(2)
        folder = self.home.kept / "backups"
        wait_until("there is a backup", lambda: list(folder.glob("*/*.kiroku")))

    def test_never(self) -> None:
        """Nobody who wants none gets one."""
        window = self.open(self.write("weights.tsv", WEIGHTS))
        sheet = PreferencesSheet(window)
        sheet.control("combo box", "Back up").choose(0)
        sheet.ok()
        window.enter(0, 0, "Anna")
        window.wait_until_saved(2)
        window.program.quit()
        self.assertFalse((self.home.kept / "backups").exists())
