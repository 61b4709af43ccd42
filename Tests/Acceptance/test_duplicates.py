"""Records that are alike: found, looked at side by side, and merged."""

from random import Random

from support.cards import CardsWindow
from support.screen import Table
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PEOPLE = [
    ["Bob Lee", "Paris", "", "first"], ["ＢＯＢ　ＬＥＥ", "Paris", "55", "second"], ["Solo", "Rome", "1", ""],
    ["ｶﾞﾗｽ店", "大阪", "", ""], ["ガラス店", "大阪", "06", ""], ["Katharina Schmidt", "Berlin", "", ""],
    ["Catharina Schmidt", "Berlin", "030", ""],
]
NAME, CITY, PHONE, NOTE = range(4)
SIMILAR = 2


class Duplicates(AcceptanceTest):
    """Find ▸ Find Duplicates…"""

    def test_merged(self) -> None:
        """What stays is chosen by keys, the group merged, the next one follows, and undo brings the records back."""
        window = self._open()
        sheet, table = self._find(window)
        sheet.wait_for_text("2 groups of similar records, 4 records in total.")
        self.assertEqual(table.rows(), [PEOPLE[0], PEOPLE[1], PEOPLE[3], PEOPLE[4]])
        self._wait_for_mark(window, table, 0, NAME, "record to remove", "will be lost")
        self._wait_for_mark(window, table, 0, CITY, "record to remove")
        self._wait_for_mark(window, table, 1, NAME, "record to keep")
        window.keyboard.press("space")
        self._wait_for_mark(window, table, 0, NAME, "record to remove", "is kept")
        self._wait_for_mark(window, table, 1, NAME, "record to keep", "will be lost")
        window.keyboard.press("Right", "Right", "Right", "plus")
        self._wait_for_mark(window, table, 0, NOTE, "record to remove", "is kept")
        window.keyboard.press("ctrl+Return")
        sheet.wait_for_text("Merged 2 records into one.")
        sheet.wait_for_text("Group 2 of 2: 2 records, different in Name.")
        merged = ["Bob Lee", "Paris", "55", "second\nfirst"]
        wait_for_equal("the cards", lambda: self._cards(window)[:2], [merged, PEOPLE[2]])
        window.keyboard.press("ctrl+z")
        sheet.wait_for_text("Group 1 of 2: 2 records, different in Name.")
        wait_for_equal("the cards", lambda: self._cards(window), PEOPLE)
        window.keyboard.press("ctrl+Return")
        sheet.wait_for_text("1 group is merged.")
        sheet.leave_by("Close")
        window.wait_until_saved(6)
        window.wait_for_rows([merged[:3] + ["second\nfirst"], *PEOPLE[2:]])
        window.table.grab_focus()
        window.keyboard.press("ctrl+z")
        window.wait_for_rows(PEOPLE)

    def test_all(self) -> None:
        """Groups in which nothing would be lost are merged in one step; the others stay, and can be left out."""
        window = self._open()
        sheet, table = self._find(window)
        sheet.press("Merge All")
        sheet.wait_for_text("1 group was merged. 1 group was skipped, because merging would lose values.")
        wait_for_equal("the rows", table.rows, [PEOPLE[0], PEOPLE[1], PEOPLE[4]])
        self.assertIn("merged", table.cell(2, NAME).description)
        table.grab_focus()
        window.keyboard.press("ctrl+Home", "Delete")
        sheet.wait_for_text("1 group is merged. 1 group is marked as no duplicates.")
        window.keyboard.press("ctrl+Down")
        sheet.wait_for_text("You have decided on all groups.")
        sheet.leave_by("Close")
        window.keyboard.press("ctrl+shift+d")
        questions = Sheet(window, "Find Duplicates")
        questions.press("Find")
        questions.wait_for_text("There are no duplicates apart from the groups that you marked as no duplicates.")
        questions.leave_by("Cancel")
        window.wait_until_saved(6)

    def test_taken_back(self) -> None:
        """Decisions are taken back one after the other, whatever they were."""
        window = self._open()
        sheet, table = self._find(window)
        sheet.press("Merge All")
        sheet.wait_for_text("1 group was merged.")
        table.grab_focus()
        window.keyboard.press("ctrl+Home", "Delete")
        sheet.wait_for_text("1 group is merged. 1 group is marked as no duplicates.")
        sheet.press("Undo")
        sheet.wait_for_text("Group 1 of 2: 2 records, different in Name, Note.")
        sheet.press("Undo")
        wait_for_equal("the rows", table.rows, [PEOPLE[0], PEOPLE[1], PEOPLE[3], PEOPLE[4]])
        sheet.leave_by("Close")
        window.wait_until_saved(7)

    def test_similar(self) -> None:
        """Longer texts may differ in a letter or two; the record that stays can be another one."""
        window = self._open()
        sheet, table = self._find(window, SIMILAR)
        sheet.wait_for_text("3 groups")
        window.keyboard.press("ctrl+Down", "ctrl+Down")
        sheet.wait_for_text("Group 3 of 3: 2 records, different in Name.")
        self.assertIn("record to keep", table.cell(5, NAME).description)
        window.keyboard.press("shift+space")
        wait_for_equal("the mark", lambda: "record to keep" in table.cell(4, NAME).description, True)
        self.assertIn("is kept", table.cell(5, PHONE).description)
        window.keyboard.press("ctrl+Return")
        sheet.wait_for_text("Merged 2 records into one.")
        sheet.leave_by("Close")
        window.wait_for_cell(5, PHONE, "030")

    def test_none(self) -> None:
        """Without duplicates, the questions stay, and say so; so they do without a field."""
        window = self._open()
        window.go_to(0, PHONE)
        window.keyboard.press("ctrl+shift+d")
        sheet = Sheet(window, "Find Duplicates")
        self.assertIn("checked", sheet.control("check box", "Phone").states)
        window.keyboard.press("Return")
        sheet.wait_for_text("There are no duplicates: no two records match in these fields.")
        window.keyboard.press("space")
        window.keyboard.press("Return")
        sheet.wait_for_text("Select at least one field.")
        sheet.leave_by("Cancel")

    def test_stopped(self) -> None:
        """A search that takes long shows how far it is, and can be stopped; nothing has changed then."""
        random = Random(3)
        texts = ("https://example.org/" * 3 + "".join(random.choices("ab", k=40)) for _ in range(60_000))
        window = self.open(self.write("many.tsv", "Text\n" + "".join(text + "\n" for text in texts)))
        window.wait_until_saved(60_000)
        window.keyboard.press("ctrl+shift+d")
        sheet = Sheet(window, "Find Duplicates")
        sheet.control("combo box", "Treat as duplicates").choose(SIMILAR)
        sheet.press("Find")
        sheet.control("progress bar", "Progress")
        sheet.press("Cancel")
        sheet.wait_for_text("The search was stopped.")
        window.keyboard.press("Escape")
        sheet.wait_until_gone()
        window.wait_until_saved(60_000)

    def test_changed_by_others(self) -> None:
        """A group that another program has changed is shown as it is now, and not merged before that was seen."""
        window = self._open()
        sheet, table = self._find(window)
        window.document.query("UPDATE records SET f4 = 'third' WHERE f1 = 'Bob Lee'")
        wait_for_equal("the cell", lambda: table.cell(0, NOTE).name, "third")
        window.keyboard.press("ctrl+Return")
        sheet.wait_for_text("Another program has changed records of this group in the meantime.")
        window.keyboard.press("ctrl+Return")
        sheet.wait_for_text("Merged 2 records into one.")
        sheet.leave_by("Close")
        window.wait_until_saved(6)

    def _open(self) -> CardsWindow:
        rows = [["Name", "City", "Phone", "Note"], *PEOPLE]
        window = self.open(self.write("people.tsv", "".join("\t".join(row) + "\n" for row in rows)))
        window.wait_until_saved(7)
        return window

    @staticmethod
    def _find(window: CardsWindow, likeness: int = 0) -> tuple[Sheet, Table]:
        window.keyboard.press("ctrl+shift+d")
        sheet = Sheet(window, "Find Duplicates")
        if likeness:
            sheet.control("combo box", "Treat as duplicates").choose(likeness)
        sheet.press("Find")
        found = Sheet(window, "Duplicates")
        table = window.screen.table("Duplicates", window.window)
        table.grab_focus()
        return found, table

    @staticmethod
    def _wait_for_mark(window: CardsWindow, table: Table, row: int, column: int, *marks: str) -> None:
        """Waits until a cell is described by these marks and no others."""
        everyone = ("record to remove", "record to keep", "is kept", "will be lost")
        spoken = {mark: window.screen.words.spoken(f"group 1, {mark}" if "record" in mark else mark) for mark in everyone}

        def read() -> set[str]:
            description = table.cell(row, column).description
            return {mark for mark in everyone if any(text in description for text in spoken[mark])}

        wait_for_equal(f"what is said of row {row}, column {column}", read, set(marks))

    @staticmethod
    def _cards(window: CardsWindow) -> list[list[str]]:
        return [[cell or "" for cell in row.values()]
                for row in window.document.query('SELECT "Name", "City", "Phone", "Note" FROM cards')]
