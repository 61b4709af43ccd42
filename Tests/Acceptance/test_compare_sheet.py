"""Comparing the document in the window with another table, and taking over what is there."""

import shutil
from pathlib import Path

from support.command import run
from support.comparing import Comparison
from support.document import Document
from support.picture_file import png
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tAge\tTown\nAnn\t31\tUji\nBob\t45\tNara\nCy\t\tUji\nDee\t7\tKobe\n"
OTHERS = "Name\tAge\tTown\nCy\t\tKyoto\nAnn\t32\tUji\nEve\t70\tOtsu\nBob\t45\tNara\n"
RECORDS = [["Ann", 31, "Uji"], ["Bob", 45, "Nara"], ["Cy", None, "Uji"], ["Dee", 7, "Kobe"]]
OTHER_RECORDS = [["Ann", 32, "Uji"], ["Bob", 45, "Nara"], ["Cy", None, "Kyoto"], ["Eve", 70, "Otsu"]]
DIFFERENCES = [
    ["Ann", "31", "Uji"], ["Ann", "32", "Uji"], ["Cy", "", "Uji"], ["Cy", "", "Kyoto"], ["Dee", "7", "Kobe"],
    ["Eve", "70", "Otsu"]]


class OfTexts(AcceptanceTest):
    """With a text file, whose records are found by a field."""

    def setUp(self) -> None:
        """A document, and a text that differs."""
        super().setUp()
        self.window = self.open(self.write("people.tsv", PEOPLE))
        self.window.wait_until_saved(4)
        self.other = self.write("others.tsv", OTHERS)

    def compare(self) -> Comparison:
        """Compares both."""
        sheet = Comparison(self.window)
        sheet.choose_file(self.other)
        sheet.wait_for_rows(DIFFERENCES)
        return sheet

    def wait_for_records(self, expected: list[list[object]]) -> None:
        """Waits until the document's file has these."""
        wait_for_equal("the records", self.window.document.records, expected)

    def test_by_keyboard(self) -> None:
        """What differs is told and walked through; a cell, and then a record, is taken over, and each taken back."""
        sheet = self.compare()
        sheet.wait_for_text("Only here 1 · only there 1 · different 2 · the same 1")
        sheet.keyboard.press("F8")
        sheet.wait_for_cursor(0, 1)
        sheet.keyboard.press("F8")
        sheet.wait_for_cursor(2, 2)
        sheet.keyboard.press("shift+F8")
        sheet.wait_for_cursor(0, 1)
        sheet.keyboard.press("ctrl+Return")
        sheet.wait_for_text("Copied 1 value. You can undo this.")
        sheet.wait_for_rows(DIFFERENCES[2:])
        self.wait_for_records([["Ann", 32, "Uji"], *RECORDS[1:]])
        sheet.keyboard.press("ctrl+z")
        sheet.wait_for_text("Undone: Copy Cell")
        sheet.wait_for_rows(DIFFERENCES)
        sheet.select_record(5)
        sheet.keyboard.press("ctrl+Return")
        sheet.wait_for_rows(DIFFERENCES[:5])
        self.wait_for_records([*RECORDS, ["Eve", 70, "Otsu"]])
        sheet.select_record(4)
        sheet.keyboard.press("ctrl+Return")
        sheet.wait_for_text("Deleted 1 record. You can undo this.")
        sheet.wait_for_rows(DIFFERENCES[:4])
        sheet.keyboard.press("Escape")
        sheet.wait_until_gone()
        self.window.keyboard.press("ctrl+z", "ctrl+z")
        self.wait_for_records(RECORDS)

    def test_all(self) -> None:
        """All of it is one step; then nothing differs."""
        sheet = self.compare()
        sheet.keyboard.press("alt+a")
        sheet.wait_for_text("Copied 2 values. Added 1 record. Deleted 1 record. You can undo this.")
        sheet.wait_for_text("Only here 0 · only there 0 · different 0 · the same 4")
        self.wait_for_records(OTHER_RECORDS)
        sheet.keyboard.press("ctrl+z")
        self.wait_for_records(RECORDS)
        sheet.wait_for_rows(DIFFERENCES)
        sheet.keyboard.press("ctrl+y")
        self.wait_for_records(OTHER_RECORDS)
        sheet.leave_by("Close")

    def test_told_to_screen_readers(self) -> None:
        """Rows and cells that differ say so, with the value of the other side; no colour is needed."""
        sheet = self.compare()
        told = {place: sheet.differences.cell(*place).description
                for place in ((0, 1), (1, 1), (0, 0), (4, 0), (5, 0))}
        self.assertEqual(told, {
            (0, 1): "here, differs, there “32”", (1, 1): "there, differs, here “31”", (0, 0): "here",
            (4, 0): "only here", (5, 0): "only there"})
        sheet.leave_by("Close")

    def test_one_sort(self) -> None:
        """Only what is wanted is shown, and taken over."""
        sheet = self.compare()
        show = sheet.control("combo box", "Show")
        for place, rows in ((1, DIFFERENCES[4:5]), (2, DIFFERENCES[5:]), (3, DIFFERENCES[:4]),
                            (4, [["Bob", "45", "Nara"]]), (2, DIFFERENCES[5:])):
            show.choose(place)
            sheet.wait_for_rows(rows)
        sheet.keyboard.press("alt+a")
        self.wait_for_records([*RECORDS, ["Eve", 70, "Otsu"]])
        sheet.leave_by("Close")

    def test_other_ways(self) -> None:
        """By another field, and by the place."""
        sheet = self.compare()
        records = sheet.control("combo box", "Records")
        records.choose(2)
        sheet.wait_for_text("Only here 2 · only there 2 · different 1 · the same 1")
        records.choose(3)
        sheet.wait_for_text("Only here 0 · only there 0 · different 4 · the same 0")
        sheet.leave_by("Close")

    def test_fields(self) -> None:
        """Fields that only one has are named; one that is only there comes with its values."""
        self.other.write_text("Name\tPhone\nAnn\t123\nBob\t\nCy\t5\nDee\t\n")
        sheet = Comparison(self.window)
        sheet.choose_file(self.other)
        sheet.wait_for_text("Fields only here: Age, Town. Fields only there: Phone.")
        sheet.keyboard.press("alt+a")
        sheet.wait_for_text("Added 1 field. You can undo this.")
        wait_for_equal("the fields", self.window.document.fields, ["Name", "Age", "Town", "Phone"])
        self.assertEqual(self.window.document.column("Phone"), [123, None, 5, None])
        sheet.leave_by("Close")

    def test_others_edit_meanwhile(self) -> None:
        """The comparison follows."""
        sheet = self.compare()
        run(self.home, "import", self.write("new.tsv", "Name\tAge\nAnn\t32\n"), "--into", self.window.document.path,
            "--key", "Name")
        sheet.wait_for_rows(DIFFERENCES[2:])
        sheet.leave_by("Close")

    def test_what_cannot_be_compared(self) -> None:
        """A sentence says why, and what was compared before stays."""
        sheet = self.compare()
        damaged = self.home.directory / "damaged.kiroku"
        content = bytearray(self.window.document.path.read_bytes())
        content[4096:] = b"\xff" * (len(content) - 4096)
        damaged.write_bytes(content)
        picture = self.home.directory / "picture.tsv"
        picture.write_bytes(png(4, 4))
        for file, told in ((damaged, "“damaged.kiroku” is damaged"), (picture, "picture"),
                           (self.window.document.path, "This is the document itself.")):
            sheet.choose_file(file)
            sheet.wait_for_text(told)
        sheet.wait_for_rows(DIFFERENCES)
        sheet.choose_file(self.write("empty.tsv", "Name\tAge\n"))
        sheet.wait_for_text("Only here 4 · only there 0 · different 0 · the same 0")
        sheet.leave_by("Close")

    def test_nothing_chosen(self) -> None:
        """A sentence says what to do, only what can be used is shown, and nothing can be taken over."""
        sheet = Comparison(self.window)
        sheet.wait_for_text("Choose a backup or another file.")
        self.assertNotIn("sensitive", sheet.control("push button", "Copy to This Document").states)
        names = {node.name for node in sheet.dialog.descendants() if node.role == "combo box"}
        self.assertEqual(names - {"Other table"}, set())
        sheet.keyboard.press("ctrl+Return")
        sheet.leave_by("Close")


class OfDocuments(AcceptanceTest):
    """With copies, whose records are known by their identities."""

    def setUp(self) -> None:
        """A document and two copies."""
        super().setUp()
        self.home.documents.mkdir(parents=True, exist_ok=True)
        self.mine, self.theirs, self.old = (
            self.home.documents / f"{name}.kiroku" for name in ("people", "theirs", "old"))
        run(self.home, "import", self.write("people.tsv", PEOPLE), "--into", self.mine)
        for copy in (self.theirs, self.old):
            shutil.copy(self.mine, copy)

    def change(self, path: Path, text: str) -> None:
        """Another edit than the window's."""
        answer = run(self.home, "import", self.write("change.tsv", text), "--into", path, "--key", "Name")
        self.assertEqual(answer.status, 0, answer.errors)

    def test_backup(self) -> None:
        """The document's backups are offered; a value comes back from one."""
        window = self.open(self.mine)
        window.enter(0, 0, "Anna")
        wait_until("there is a backup", lambda: list((self.home.kept / "backups").glob("*/*.kiroku")))
        window.enter(1, 2, "Kobe")
        window.wait_until_saved(4)
        sheet = Comparison(window)
        sheet.control("combo box", "Other table").choose(0)
        sheet.wait_for_rows([["Bob", "45", "Kobe"], ["Bob", "45", "Nara"]])
        sheet.keyboard.press("alt+a")
        wait_for_equal("the records", window.document.records, [["Anna", 31, "Uji"], *RECORDS[1:]])
        sheet.leave_by("Close")

    def test_three_way(self) -> None:
        """With an older copy, what only the other one has changed is taken over, and what both have is told."""
        self.change(self.mine, "Name\tAge\nAnn\t33\nBob\t46\n")
        self.change(self.theirs, "Name\tAge\tTown\nBob\t47\tNara\nCy\t8\tUji\nEve\t70\tOtsu\n")
        window = self.open(self.mine)
        sheet = Comparison(window)
        sheet.choose_file(self.theirs)
        sheet.wait_for_text("Only here 0 · only there 1 · different 3 · the same 1")
        sheet.choose_file(self.old, "alt+o")
        show = sheet.control("combo box", "Show")
        sheet.control("push button", "Copy All Their Changes")
        show.choose(7)
        sheet.wait_for_rows([["Bob", "46", "Nara"], ["Bob", "47", "Nara"]])
        self.assertEqual(sheet.differences.cell(0, 1).description,
                         "here, differs, there “47”, changed in both")
        show.choose(5)
        sheet.wait_for_rows([["Cy", "", "Uji"], ["Cy", "8", "Uji"], ["Eve", "70", "Otsu"]])
        sheet.keyboard.press("alt+h")
        sheet.wait_for_text("1 change was not copied, because both copies changed the same thing.")
        merged = [["Ann", 33, "Uji"], ["Bob", 46, "Nara"], ["Cy", 8, "Uji"], ["Dee", 7, "Kobe"], ["Eve", 70, "Otsu"]]
        wait_for_equal("the records", window.document.records, merged)
        sheet.keyboard.press("ctrl+z")
        wait_for_equal("the records", lambda: len(window.document.records()), 4)
        sheet.leave_by("Close")

    def test_known_ancestor(self) -> None:
        """What both have had in common is known, and proposed as the older copy; another can be chosen, or none."""
        self.change(self.mine, "Name\tAge\nAnn\t33\n")
        self.change(self.theirs, "Name\tAge\tTown\nCy\t8\tUji\n")
        window = self.open(self.mine)
        sheet = Comparison(window)
        sheet.choose_file(self.theirs)
        sheet.control("push button", "Copy All Their Changes")
        older = sheet.control("combo box", "Common ancestor")
        self.assertTrue(older.chosen.startswith("Last common state, "), older.chosen)
        sheet.control("combo box", "Show").choose(5)
        sheet.wait_for_rows([["Cy", "", "Uji"], ["Cy", "8", "Uji"]])
        older.choose(0)
        sheet.screen.wait_until_gone("push button", "Copy All Their Changes", sheet.window)
        sheet.wait_for_rows([["Ann", "33", "Uji"], ["Ann", "31", "Uji"], ["Cy", "", "Uji"], ["Cy", "8", "Uji"]])
        older.choose(1)
        sheet.control("push button", "Copy All Their Changes")
        sheet.keyboard.press("alt+h")
        sheet.wait_for_text("Copied their changes.")
        merged = [["Ann", 33, "Uji"], ["Bob", 45, "Nara"], ["Cy", 8, "Uji"], ["Dee", 7, "Kobe"]]
        wait_for_equal("the records", window.document.records, merged)
        sheet.leave_by("Close")

    def test_older_copy_that_is_a_text(self) -> None:
        """It must be a document."""
        window = self.open(self.mine)
        sheet = Comparison(window)
        sheet.choose_file(self.theirs)
        sheet.wait_for_text("Only here 0 · only there 0 · different 0 · the same 4")
        sheet.choose_file(self.write("text.tsv", PEOPLE), "alt+o")
        sheet.wait_for_text("“text.tsv” is not a Kiroku document.")
        sheet.leave_by("Close")

    def test_pictures(self) -> None:
        """Those of the cells that are taken over come along, under another name if theirs is taken."""
        for person, number in (("Ann", 10), ("Bob", 11)):
            folder = self.home.directory / person
            folder.mkdir()
            (folder / "face.png").write_bytes(png(number, 10))
        for path, person in ((self.mine, "Ann"), (self.theirs, "Bob")):
            path.unlink()
            text = self.write("faces.tsv", f"Name\tPhoto\n{person}\tface.png\n")
            answer = run(self.home, "import", text, "--into", path, "--pictures", self.home.directory / person)
            self.assertEqual(answer.status, 0, answer.errors)
        window = self.open(self.mine)
        sheet = Comparison(window)
        sheet.choose_file(self.theirs)
        sheet.wait_for_rows([["Ann", "face.png"], ["Bob", "face.png"]])
        sheet.control("combo box", "Records").choose(1)
        sheet.wait_for_text("Only here 1 · only there 1 · different 0 · the same 0")
        sheet.select_record(1)
        sheet.keyboard.press("ctrl+Return")
        wait_for_equal("the records", window.document.records, [["Ann", "face.png"], ["Bob", "face 2.png"]])
        out = self.home.directory / "out"
        run(self.home, "export", self.mine, "--pictures", out)
        self.assertEqual((out / "face 2.png").read_bytes(), png(11, 10))
        sheet.leave_by("Close")

    def test_read_only(self) -> None:
        """A document that cannot be edited can be looked at."""
        self.change(self.theirs, "Name\tAge\nAnn\t33\n")
        self.mine.chmod(0o444)
        window = self.open(self.mine)
        sheet = Comparison(window)
        sheet.choose_file(self.theirs)
        sheet.wait_for_rows([["Ann", "31", "Uji"], ["Ann", "33", "Uji"]])
        self.assertNotIn("sensitive", sheet.control("push button", "Copy All").states)
        sheet.keyboard.press("ctrl+Return")
        sheet.wait_for_text("This document is read-only. Nothing was changed.")
        self.assertEqual(Document(self.mine).records(), RECORDS)
        sheet.leave_by("Close")
