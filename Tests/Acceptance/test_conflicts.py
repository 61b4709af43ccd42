"""Cells, fields and records that two have changed: the marks, the bar below the grid, and how they are resolved."""

from support import clipboard
from support.cards import CardsWindow
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\nCy\t7\n"
THEIRS = [["Theirs", "31"], ["Bob", "45"], ["Cy", "7"]]
OURS = [["Ours", "31"], ["Bob", "45"], ["Cy", "7"]]


class Conflicts(AcceptanceTest):
    """When another program changes what is being typed into."""

    def test_mark(self) -> None:
        """The cell is marked and said to be to fix, the bar has both values, who it was and what was there before."""
        window = self._conflict()
        text = self._bar_text(window)
        self.assertTrue(text.startswith("Yours: “Ours” · Theirs (another program, "), text)
        self.assertTrue(text.endswith("): “Theirs” · Before: “Ann”"), text)
        window.wait_for_rows(THEIRS)
        cell = window.cell(0, 0)
        self.assertIn("invalid-entry", cell.states)
        self.assertTrue(cell.description.startswith("Conflicting edit: “Ours”. This cell was also changed by"),
                        cell.description)
        self._wait_for_fix_button(window, "1 to fix")
        window.go_to(1, 0)
        self._wait_until_no_bar(window)
        window.go_to(2, 1)
        window.keyboard.press("F8")
        window.wait_for_cursor(0, 0)
        self._bar_text(window)

    def test_resolving(self) -> None:
        """Each choice is made by keyboard, undone, and made again."""
        window = self._conflict()
        for key, decided in [("alt+m", OURS), ("alt+h", THEIRS), ("alt+b", [THEIRS[0], OURS[0], *THEIRS[1:]])]:
            with self.subTest(key):
                window.go_to(0, 0)
                self._bar_text(window)
                window.keyboard.press(key)
                self._wait_until_no_bar(window)
                window.wait_for_rows(decided)
                self._wait_for_names(window, decided)
                window.keyboard.press("ctrl+z")
                window.wait_for_rows(THEIRS)
                window.go_to(0, 0)
                self._bar_text(window)
                window.keyboard.press("ctrl+shift+z")
                window.wait_for_rows(decided)
                self._wait_for_names(window, decided)
                window.keyboard.press("ctrl+z")
                window.wait_for_rows(THEIRS)

    def test_next_time(self) -> None:
        """What is left for later is there next time; how it was resolved can be undone after that."""
        window = self._conflict()
        window.wait_until_saved(3)
        window.program.quit()
        window = self.open(window.document.path)
        window.wait_for_rows(THEIRS)
        window.go_to(0, 0)
        self._press(window, "Keep Mine")
        window.wait_for_rows(OURS)
        self._wait_for_names(window, OURS)
        window.program.quit()
        window = self.open(window.document.path)
        window.wait_for_rows(OURS)
        window.keyboard.press("ctrl+z")
        window.wait_for_rows(THEIRS)
        window.go_to(0, 0)
        self._bar_text(window)
        self._wait_for_names(window, THEIRS)

    def test_unsaved(self) -> None:
        """An edit that could not be saved before another program changed the same cell is a conflict, too."""
        window = self._people()
        with window.document.locked("UPDATE records SET f1 = 'Theirs' WHERE f1 = 'Ann'; COMMIT;"):
            window.enter(0, 0, "Ours")
            window.wait_for_cell(0, 0, "Ours")
        window.wait_for_rows(THEIRS)
        window.go_to(0, 0)
        self._press(window, "Keep Mine")
        window.wait_for_rows(OURS)
        self._wait_for_names(window, OURS)

    def test_show_records_to_fix(self) -> None:
        """Shift+F8 shows the records that have a conflict."""
        window = self._conflict()
        window.keyboard.press("shift+F8")
        window.wait_for_rows(THEIRS[:1])

    def test_list(self) -> None:
        """All of them are listed, can be copied, and resolved one by one or together."""
        window = self._conflict()
        sheet = self._list(window)
        sheet.press("Copy the List")
        sheet.wait_for_text("The list is on the clipboard.")
        self.assertEqual(clipboard.read(), "Record\tField\tHere\tThere\n1\tName\tOurs\tTheirs\n")
        sheet.press("Keep Mine")
        sheet.wait_for_text("All conflicts are resolved.")
        sheet.leave_by("OK")
        window.wait_for_rows(OURS)
        window.screen.wait_until_gone("push button", "Resolve Conflicts…", window.window)
        window.keyboard.press("ctrl+z")
        window.wait_for_rows(THEIRS)
        sheet = self._list(window)
        sheet.press("Keep Theirs for All")
        sheet.wait_until_gone()
        window.screen.wait_until_gone("push button", "Resolve Conflicts…", window.window)
        window.wait_for_rows(THEIRS)

    def test_card(self) -> None:
        """What is typed into a line of the card is not lost, and the line of the card says so."""
        window = self._people()
        window.go_to(0, 0)
        window.keyboard.press("F7")
        window.screen.find("text", "Name", window.window).grab_focus()
        window.keyboard.press("ctrl+a")
        window.keyboard.type("Ours")
        window.wait_for_typed("Name", "Ours")
        self._write(window, "UPDATE records SET f1 = 'Theirs' WHERE f1 = 'Ann'")
        window.keyboard.press("Return")
        window.wait_for_rows(THEIRS)
        window.keyboard.press("shift+Return")
        self._bar_text(window)
        wait_until("the card says why", lambda: window.screen.look(
            "label", lambda text: text.startswith("Conflicting edit: “Ours”."), window.window),
            describe=window.screen.dump)

    def test_restore(self) -> None:
        """A record that is deleted while it is typed into stays where it was, out of the file, and comes back whole."""
        window = self._lost()
        window.keyboard.type("by")
        window.keyboard.press("Return")
        window.wait_for_rows([["Ann", "31"], ["Bobby", "45"], ["Cy", "7"]])
        self.assertEqual(window.document.column("Name"), ["Ann", "Cy"])
        self._wait_for_fix_button(window, "1 to fix")
        window.go_to(0, 0)
        self._wait_until_no_bar(window)
        window.keyboard.press("F8")
        window.wait_for_cursor(1, 0)
        self.assertTrue(window.cell(1, 1).description.startswith("This record was deleted by another program"),
                        window.cell(1, 1).description)
        self._press(window, "Restore")
        self._wait_until_no_bar(window)
        wait_for_equal("the file", lambda: window.document.records(), [["Ann", 31], ["Bobby", 45], ["Cy", 7]])
        window.wait_for_rows([["Ann", "31"], ["Bobby", "45"], ["Cy", "7"]])
        window.keyboard.press("ctrl+z")
        wait_for_equal("the file", lambda: window.document.column("Name"), ["Ann", "Cy"])
        window.wait_for_rows([["Ann", "31"], ["Bobby", "45"], ["Cy", "7"]])

    def test_card_of_deleted_record(self) -> None:
        """The card has what was kept of it, to be read only, and follows when it is brought back."""
        window = self._people()
        window.go_to(1, 0)
        window.keyboard.press("F7")
        name = window.screen.find("text", "Name", window.window)
        name.grab_focus()
        window.keyboard.press("ctrl+a")
        window.keyboard.type("Bobby")
        window.wait_for_typed("Name", "Bobby")
        window.document.query("DELETE FROM records WHERE f1 = 'Bob'")
        self._bar_text(window)
        window.screen.find("label", "Deleted elsewhere", window.window)
        self.assertEqual(name.text, "Bobby")
        self.assertNotIn("editable", name.states)
        window.keyboard.press("ctrl+Next")
        window.screen.find("label", "Record 3 of 3", window.window)
        window.keyboard.press("ctrl+Prior")
        window.screen.find("label", "Deleted elsewhere", window.window)
        window.keyboard.press("alt+o")
        window.screen.find("label", "Record 2 of 3", window.window)
        wait_until("it can be edited again", lambda: "editable" in window.screen.find(
            "text", "Name", window.window).states)
        wait_for_equal("the names", lambda: window.document.column("Name"), ["Ann", "Bobby", "Cy"])
        window.keyboard.press("ctrl+z")
        window.screen.find("label", "Deleted elsewhere", window.window)
        window.keyboard.press("alt+d")
        window.wait_for_rows([["Ann", "31"], ["Cy", "7"]])
        window.screen.find("label", "Record 2 of 2", window.window)

    def test_field(self) -> None:
        """A field that both have renamed has the sign, and either name is taken."""
        window = self._people()
        renamed = ("UPDATE fields SET name = 'Label' WHERE id = 1; DROP VIEW cards;"
                   "CREATE VIEW cards AS SELECT f1 AS Label, f2 AS Age FROM records ORDER BY id; COMMIT;")
        with window.document.locked(renamed):
            window.keyboard.press("F4")
            sheet = Sheet(window, "Fields")
            sheet.control("text", "Name of field 1").set_text("Title")
            sheet.leave_by("OK")
            wait_for_equal("the fields", lambda: window.table.headings, ["Title", "Age"])
        wait_for_equal("the fields", lambda: window.table.headings, ["Label", "Age"])
        window.go_to(1, 0)
        text = self._bar_text(window)
        self.assertTrue(text.startswith("Field “Label” · Yours: Name → Title · Theirs (another program, "), text)
        self.assertTrue(text.endswith("): Name → Label"), text)
        self._wait_for_fix_button(window, "1 to fix")
        window.go_to(2, 1)
        self._wait_until_no_bar(window)
        window.keyboard.press("F8")
        window.wait_for_cursor(0, 0)
        self._press(window, "Keep Mine")
        self._wait_until_no_bar(window)
        wait_for_equal("the fields", lambda: window.table.headings, ["Title", "Age"])
        wait_for_equal("the fields", window.document.fields, ["Title", "Age"])
        window.keyboard.press("ctrl+z")
        wait_for_equal("the fields", lambda: window.table.headings, ["Label", "Age"])
        window.go_to(0, 0)
        self._press(window, "Keep Theirs")
        self._wait_until_no_bar(window)
        wait_for_equal("the fields", window.document.fields, ["Label", "Age"])

    def test_discard(self) -> None:
        """It can be discarded; undo shows it again, also next time."""
        window = self._lost()
        window.keyboard.press("Escape")
        self._press(window, "Discard")
        window.wait_for_rows([["Ann", "31"], ["Cy", "7"]])
        window.keyboard.press("ctrl+z")
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", "7"]])
        window.wait_until_saved(2)
        window.program.quit()
        window = self.open(window.document.path)
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"], ["Cy", "7"]])
        self.assertEqual(window.document.column("Name"), ["Ann", "Cy"])

    def test_field_gone(self) -> None:
        """What was typed into a field that is removed meanwhile can be put into another one."""
        window = self._people()
        window.go_to(1, 1)
        window.keyboard.type("99")
        window.editor("Age")
        window.document.query("BEGIN; DROP VIEW cards; DELETE FROM fields WHERE id = 2;"
                              "ALTER TABLE records DROP COLUMN f2;"
                              "CREATE VIEW cards AS SELECT f1 AS Name FROM records ORDER BY id; COMMIT")
        window.wait_for_rows([["Ann"], ["Bob"], ["Cy"]])
        window.go_to(1, 0)
        text = self._bar_text(window)
        self.assertTrue(text.startswith("Yours: “99” · The field “Age” was removed (another program, "), text)
        self._press(window, "Copy")
        window.wait_for_message("The text is on the clipboard.")
        self.assertEqual(clipboard.read(), "99")
        self._press(window, "Put into “Name”")
        self._wait_until_no_bar(window)
        wait_for_equal("the names", lambda: window.document.column("Name"), ["Ann", "Bob\n99", "Cy"])

    def _people(self) -> CardsWindow:
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        return window

    def _write(self, window: CardsWindow, statement: str) -> None:
        window.document.query(statement)
        window.button("Show")

    def _conflict(self) -> CardsWindow:
        """“Ours” is typed over “Ann”, which another program changes to “Theirs” meanwhile."""
        window = self._people()
        window.go_to(0, 0)
        window.keyboard.type("Ours")
        window.editor("Name")
        window.wait_for_typed("Name", "Ours")
        self._write(window, "UPDATE records SET f1 = 'Theirs' WHERE f1 = 'Ann'")
        window.keyboard.press("Return")
        window.wait_for_rows(THEIRS)
        window.go_to(0, 0)
        return window

    def _lost(self) -> CardsWindow:
        """The record “Bob”, which is deleted while an entry is open in it."""
        window = self._people()
        window.go_to(1, 0)
        window.keyboard.press("F2")
        window.editor("Name")
        window.document.query("DELETE FROM records WHERE f1 = 'Bob'")
        self._bar_text(window)
        return window

    def _list(self, window: CardsWindow) -> Sheet:
        window.press("Resolve Conflicts…")
        return Sheet(window, "Conflicting Edits")

    def _bar(self, window: CardsWindow) -> Node | None:
        return window.screen.look_named("filler", "Conflict", window.window) or \
            window.screen.look_named("panel", "Conflict", window.window)

    def _bar_text(self, window: CardsWindow) -> str:
        wait_until("the bar", lambda: self._bar(window), describe=window.screen.dump)
        bar = self._bar(window)
        assert bar is not None
        return next(node.name for node in bar.descendants() if node.role == "label")

    def _wait_until_no_bar(self, window: CardsWindow) -> None:
        wait_until("no bar", lambda: self._bar(window) is None, describe=window.screen.dump)

    def _press(self, window: CardsWindow, button: str) -> None:
        self._bar_text(window)
        window.press(button)

    def _wait_for_fix_button(self, window: CardsWindow, caption: str) -> None:
        window.screen.find("push button", caption, window.window)

    def _wait_for_names(self, window: CardsWindow, rows: list[list[str]]) -> None:
        wait_for_equal("the names", lambda: window.document.column("Name"), [row[0] for row in rows])
