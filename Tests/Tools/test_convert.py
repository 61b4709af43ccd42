"""What becomes of a document of format 3 when it is converted."""

import base64
import importlib.machinery
import importlib.util
import json
import os
import re
import sqlite3
import struct
import subprocess
import tempfile
import unittest
from contextlib import closing
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
TOOL = PROJECT / "Tools/convert-document"
FORMAT = PROJECT / "Sources/KirokuFile/CardFile/CardFileFormat.swift"

DOCUMENT = """
PRAGMA application_id = 0x4b524b55;
PRAGMA user_version = 3;
CREATE TABLE records(id INTEGER PRIMARY KEY, after INTEGER, step INTEGER, f1, f2);
CREATE TABLE fields(id INTEGER PRIMARY KEY, "table" INTEGER NOT NULL DEFAULT 1, place INTEGER NOT NULL, name TEXT NOT NULL, \
type TEXT NOT NULL, initial);
CREATE TABLE widths(field INTEGER PRIMARY KEY, width INTEGER NOT NULL);
CREATE TABLE properties(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE undo(step INTEGER PRIMARY KEY, change TEXT NOT NULL);
CREATE INDEX records_places ON records(after, step) WHERE after IS NOT NULL;
CREATE TABLE tables(id INTEGER PRIMARY KEY, records TEXT NOT NULL);
INSERT INTO tables(id, records) VALUES(1, 'records');
CREATE TABLE desks(desk INTEGER PRIMARY KEY, since TEXT NOT NULL);
CREATE TABLE log(number INTEGER PRIMARY KEY, mark TEXT NOT NULL, step INTEGER NOT NULL, at TEXT NOT NULL, person TEXT NOT NULL, \
program TEXT NOT NULL, what TEXT NOT NULL, count INTEGER NOT NULL, size INTEGER NOT NULL, change);
CREATE VIEW history AS SELECT l.step FROM log l;
CREATE VIEW cards AS SELECT f1 AS "Name", f2 AS "Pages" FROM records;
INSERT INTO fields(id, place, name, type) VALUES(1, 0, 'Name', 'string'), (2, 1, 'Pages', 'int');
INSERT INTO records(id, f1, f2) VALUES(1, 'Kokoro', 378), (2, 'Sanshiro', 320);
INSERT INTO properties VALUES('next field id', 3), ('view 1: zoom', '125'), ('last commit', '9 1');
"""
"""A document of the old format as Kiroku has made it, with two records and nothing in the log."""

SHARED = """
CREATE TABLE queue(number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, accepted INTEGER NOT NULL, \
at REAL NOT NULL, person TEXT NOT NULL, program TEXT NOT NULL, picture TEXT, change TEXT NOT NULL, place TEXT, seal TEXT);
CREATE TABLE wanted(name TEXT PRIMARY KEY, hash TEXT NOT NULL, size INTEGER NOT NULL);
CREATE TABLE keys(record INTEGER PRIMARY KEY, bucket INTEGER NOT NULL, key TEXT NOT NULL, mark INTEGER NOT NULL);
CREATE TABLE originals(id INTEGER PRIMARY KEY, present INTEGER NOT NULL, after, step, f1, f2);
CREATE TRIGGER "kiroku originals insert" BEFORE INSERT ON records BEGIN SELECT 1; END;
CREATE TRIGGER "kiroku originals updated" AFTER UPDATE ON records BEGIN SELECT 1; END;
INSERT INTO queue(id, accepted, at, person, program, change) VALUES('a', 1, 0, '', '', '[]'), ('b', 0, 0, '', '', '[]'), \
('c', 0, 0, '', '', '[]');
INSERT INTO properties VALUES('shared', '{}'), ('queued', '9'), ('queued seal', 'x'), ('queued fields', '[]');
"""
"""What a shared document has besides."""

NAMES = '"names":{"f1":"Name","f2":"Pages"},"types":{"f1":"string","f2":"int"}'
KOKORO = '[1,null,{"f1":"Kokoro","f2":378}]'
LAYOUTS = [f'{{"fields":[{{"id":1,"name":"{name}","type":"string"}}],"next":2}}' for name in ("Name", "Title")]
PAGES = '{"field":{"id":2,"name":"Pages","type":"int"},"records":[[1,2]],"cells":[378,320]}'

Parts = list[tuple[str, str | None]]


def cell(old: str, new: str, record: int = 1) -> Parts:
    """An edit of a cell."""
    return [("set", f'{{"names":{{"f1":"Name"}},"types":{{"f1":"string"}},"cells":{{"f1":[[{record},"{old}","{new}"]]}}}}')]


def fields(base: str, schema: str, removed: str = "", inserted: str = "", replaced: str = "") -> Parts:
    """An edit of fields."""
    return [("fields", f'{{"base":{base},"schema":{schema},"removed":[{removed}],"inserted":[{inserted}],"replaced":[{replaced}]}}')]


ADDITION: Parts = [("add", f'{{{NAMES},"records":[{KOKORO}]}}')]
DELETION: Parts = [("delete", f'{{{NAMES},"records":[{KOKORO}]}}')]
SHORT_DELETION: Parts = [("delete", '{"records":[[1,1]]}')]
WIDER = LAYOUTS[0].replace("}]", '},{"id":2,"name":"Pages","type":"int"}]')

KINDS: list[tuple[str, Parts, Parts, Parts]] = [
    ("a cell", cell("a", "b"), cell("b", "a"), cell("a", "b")),
    ("cells of two fields",
     [("set", '{"names":{"f1":"N","f2":"P"},"types":{"f1":"string","f2":"int"},'
              '"cells":{"f1":[[1,"a","b"],[2,null,"c"]],"f2":[[1,10.50,null]]}}')],
     [("set", '{"names":{"f2":"P","f1":"N"},"types":{"f2":"int","f1":"string"},'
              '"cells":{"f2":[[1,null,10.50]],"f1":[[2,"c",null],[1,"b","a"]]}}')],
     [("set", '{"names":{"f1":"N","f2":"P"},"types":{"f1":"string","f2":"int"},'
              '"cells":{"f1":[[1,"a","b"],[2,null,"c"]],"f2":[[1,10.50,null]]}}')]),
    ("an addition", ADDITION, DELETION, ADDITION),
    ("a deletion", DELETION, ADDITION, SHORT_DELETION),
    ("a removed field", fields(WIDER, LAYOUTS[0], removed=PAGES), fields(LAYOUTS[0], WIDER.replace('"next":2', '"next":3'), inserted=PAGES),
     fields(WIDER, LAYOUTS[0])),
    ("a renamed field", fields(*LAYOUTS), fields(*reversed(LAYOUTS)), fields(*LAYOUTS)),
    ("a replaced field", fields(*LAYOUTS, replaced="[1,3]"), fields(*reversed(LAYOUTS), replaced="[3,1]"), fields(*LAYOUTS, replaced="[1,3]")),
    ("a place", [("move", '{"places":[[1,[1,0],[2,1]],[2,[2,0],[1,1]]]}')], [("move", '{"places":[[2,[1,1],[2,0]],[1,[2,1],[1,0]]]}')],
     [("move", '{"places":[[1,[1,0],[2,1]],[2,[2,0],[1,1]]]}')]),
    ("several changes", [*cell("a", "b"), *DELETION], [*ADDITION, *cell("b", "a")], [*cell("a", "b"), *SHORT_DELETION]),
    ("a decision that changes nothing", [], [], []),
]
"""Edits of each kind, their undoing, both as the log has them, and the step that does them again, as the undo history has it."""

UNDOING: dict[str, Parts] = {
    "an addition": SHORT_DELETION,
    "a removed field": fields(LAYOUTS[0], WIDER, inserted=PAGES),
}
"""Steps that differ from what the log has of their being made."""


def module() -> Any:
    """The tool, to be looked into."""
    loader = importlib.machinery.SourceFileLoader("convert_document", str(TOOL))
    found = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(found)
    return found


class ConversionTest(unittest.TestCase):
    """An old document in a folder of its own."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory(prefix="kiroku-convert-")
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name)
        self.old, self.new = self.folder / "old.kiroku", self.folder / "new.kiroku"
        self.counter = 9
        self.write(DOCUMENT)

    def write(self, script: str) -> None:
        """Has SQL run in the old document."""
        with closing(sqlite3.connect(self.old)) as db:
            db.executescript(script)

    def log(self, parts: Parts, mark: str | None = None, person: str = "sōseki", program: str = "Kiroku") -> None:
        """Adds an edit to the log, in a commit of its own unless it has a mark."""
        self.counter += 1
        with closing(sqlite3.connect(self.old)) as db, db:
            step = db.execute("SELECT coalesce(max(number), 0) + 1 FROM log").fetchone()[0]
            for what, text in parts or [("nothing", None)]:
                db.execute("INSERT INTO log(mark, step, at, person, program, what, count, size, change) "
                           "VALUES(?, ?, '2026-11-27 08:00:00.123', ?, ?, ?, 1, 0, ?)",
                           (f"{self.counter} 77" if mark is None else mark, step, person, program, what, text))

    def step(self, number: int, parts: Parts, name: str, decided: str = "[]") -> None:
        """Adds a step to the undo history."""
        change = ",".join(f'["{what}",{text or "null"}]' for what, text in parts or [("nothing", None)])
        with closing(sqlite3.connect(self.old)) as db, db:
            db.execute("INSERT INTO undo VALUES(?, ?)",
                       (number, f'{{"title":[21,0,"{name}"],"change":[{change}],"decided":{decided}}}'))

    def run_tool(self, *arguments: Path | str) -> subprocess.CompletedProcess[str]:
        """Runs the tool."""
        return subprocess.run([TOOL, *(arguments or (self.old, self.new))], capture_output=True, text=True)

    def convert(self) -> str:
        """Makes the new document; returns what is said of it."""
        before = self.old.read_bytes()
        done = self.run_tool()
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertEqual(self.old.read_bytes(), before)
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"old.kiroku", "new.kiroku"})
        self.assertEqual(self.query("PRAGMA integrity_check"), [("ok",)])
        return done.stderr

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        """What a query finds in the new document."""
        with closing(sqlite3.connect(self.new)) as db:
            return db.execute(statement).fetchall()

    def history(self) -> tuple[list[str], list[str]]:
        """The titles of what can be undone and redone in the new document, as Kiroku takes it from the journal.

        What comes next is the last.
        """
        undoable: list[tuple[str, str]] = []
        redoable: list[tuple[str, str]] = []
        persons = set()
        for name, undoes, title, person, change in self.query(
                "SELECT id, undoes, title, person, change FROM journal WHERE desk IS NOT NULL ORDER BY number"):
            persons.add(person)
            self.assertNotIn(None, [text for _, _, text in json.loads(change)])
            step = (name, json.loads(title)[2])
            if undoes is None:
                undoable.append(step)
                redoable = []
            elif undoes in dict(undoable):
                undoable = [other for other in undoable if other[0] != undoes]
                redoable.append(step)
            else:
                self.assertIn(undoes, dict(redoable))
                redoable = [other for other in redoable if other[0] != undoes]
                undoable.append(step)
        self.assertLessEqual(len(persons), 1)
        return [title for _, title in undoable], [title for _, title in redoable]


class Journal(ConversionTest):
    """What becomes of the log."""

    def test_each_edit_becomes_a_row(self) -> None:
        self.log([])
        self.log([*cell("a", "é"), ("typed over", "{}"), *SHORT_DELETION], mark="12 345")
        self.log(cell("é", "c"), mark="12 345", person="tarō", program="kiroku import")
        self.assertEqual(self.convert(), "")
        set_text, again = cell("a", "é")[0][1], cell("é", "c")[0][1]
        deleted = SHORT_DELETION[0][1]
        self.assertEqual(
            self.query("SELECT number, counter, since, at, person, program, size, change FROM journal WHERE number < 4"), [
                (1, 10, None, "2026-11-27 08:00:00.123", "sōseki", "Kiroku", 0, "[]"),
                (2, 12, None, "2026-11-27 08:00:00.123", "sōseki", "Kiroku",
                 sum(len(text.encode()) for text in (set_text, "{}", deleted)),
                 f'[["set",1,{set_text}],["typed over",1,{{}}],["delete",1,{deleted}]]'),
                (3, 12, None, "2026-11-27 08:00:00.123", "tarō", "kiroku import", len(again.encode()), f'[["set",1,{again}]]')])
        self.assertEqual(len(self.query("SELECT DISTINCT id FROM journal WHERE length(id) = 36")), 4)

    def test_what_other_programs_have_written_stays_theirs(self) -> None:
        self.log(cell("a", "b"), mark="15 from 12", person="somebody")
        self.log(cell("b", "c"), mark="4 from 4294967290")
        self.convert()
        self.assertEqual(self.query("SELECT counter, since, person, program FROM journal LIMIT 2"),
                         [(15, 12, "", ""), (4, 4294967290, "", "")])

    def test_rows_that_make_no_sense_are_left_out(self) -> None:
        for mark in ("", "12", "x 1", "-1 1", "4294967296 1", "12 to 3", "70000 from 1", "12 from x"):
            self.log(cell("a", "b"), mark=mark)
        self.convert()
        self.assertEqual(self.query("SELECT count(*) FROM journal"), [(1,)])

    def test_texts_that_make_no_sense_are_not_known(self) -> None:
        deep = "[" * 100_000
        for text in ("{", "[1]", "NaN", '{"a":NaN}', f'{{"a":{deep}', None, b"\x08\x01"):
            self.log([("set", text)])
        self.log([("burn", "{}")])
        self.convert()
        self.assertEqual({change for change, in self.query("SELECT change FROM journal")},
                         {'[["set",1,null]]', '[["unknown",1,null]]', "[]"})

    def test_the_view_shows_it(self) -> None:
        self.log(cell("a", "b"))
        self.log(DELETION)
        self.log([("set", None)])
        self.convert()
        self.assertEqual(
            self.query("SELECT step, person, program, what, field, record, old, new, count FROM history"), [
                (3, "sōseki", "Kiroku", "set", None, None, None, None, 1),
                (2, "sōseki", "Kiroku", "delete", "Name", 1, "Kokoro", None, 1),
                (2, "sōseki", "Kiroku", "delete", "Pages", 1, 378, None, 1),
                (1, "sōseki", "Kiroku", "set", "Name", 1, "a", "b", 1)])

    def test_the_last_row_is_that_of_the_last_commit(self) -> None:
        self.log(cell("a", "b"))
        self.convert()
        header = self.new.read_bytes()[:100]
        self.assertEqual(header[24:28], (int.from_bytes(self.old.read_bytes()[24:28], "big") + 1).to_bytes(4, "big"))
        self.assertEqual(
            self.query("SELECT counter, person, program, size, change FROM journal ORDER BY number DESC LIMIT 1"),
            [(int.from_bytes(header[24:28], "big"), "", "", 0, "[]")])
        self.assertEqual(header[60:64], (1).to_bytes(4, "big"))

    def test_copies_have_the_same_edits(self) -> None:
        self.log(cell("a", "b"))
        self.log(cell("b", "c"), mark="12 from 11")
        copy = self.folder / "copy.kiroku"
        self.convert()
        self.assertEqual(self.run_tool(self.old, copy).returncode, 0)
        with closing(sqlite3.connect(copy)) as db:
            names = db.execute("SELECT id FROM journal ORDER BY number").fetchall()
        self.assertEqual(names[:2], self.query("SELECT id FROM journal ORDER BY number LIMIT 2"))
        self.assertNotIn(names[2], self.query("SELECT id FROM journal"))

    def test_the_statements_are_those_of_the_program(self) -> None:
        declared = re.findall(r'static let (\w+) =\s*(?:"""\n(.*?)\n *"""|"([^"\n]*)")', FORMAT.read_text(), re.DOTALL)
        texts = {name: re.sub(r"\\\n *", "", lines) or line for name, lines, line in declared}

        def text(name: str) -> str:
            return " ".join(re.sub(r"\\\((\w+)\)", lambda found: text(found[1]), texts[name]).split())
        tool = module()
        self.assertEqual(text("journalCreation"), "; ".join((tool.JOURNAL, *tool.INDEX, tool.HISTORY)))


class Undo(ConversionTest):
    """What becomes of the undo history."""

    def test_edits_of_each_kind_can_be_undone(self) -> None:
        for kind, edit, undoing, _ in KINDS:
            with self.subTest(kind):
                self.new.unlink(missing_ok=True)
                self.write("DELETE FROM log; DELETE FROM undo")
                self.log(cell("x", "y"))
                self.log(edit)
                self.step(1, cell("y", "x"), "first")
                self.step(2, UNDOING.get(kind, undoing), kind)
                self.assertEqual(self.convert(), "")
                self.assertEqual(self.history(), (["first", kind], []))

    def test_edits_of_each_kind_can_be_redone(self) -> None:
        for kind, edit, undoing, again in KINDS:
            with self.subTest(kind):
                self.new.unlink(missing_ok=True)
                self.write("DELETE FROM log; DELETE FROM undo")
                self.log(cell("x", "y"))
                self.log(edit)
                self.log(undoing)
                self.step(1, cell("y", "x"), "first")
                self.step(-1, again, kind)
                self.assertEqual(self.convert(), "")
                self.assertEqual(self.history(), (["first"], [kind]))

    def test_what_is_similar_is_not_taken_for_the_same(self) -> None:
        for edit, undoing in [
                (cell("a", "b"), cell("b", "c")), (cell("a", "b"), cell("b", "a", record=2)),
                (cell("1", "2"), [(what, (text or "").replace('"1"', "1")) for what, text in cell("2", "1")]),
                (ADDITION, [("delete", '{"records":[[1,2]]}')]),
                (DELETION, [("add", f'{{{NAMES},"records":[[1,null,{{"f1":"Kokoro"}}]]}}')]),
                (DELETION, [("add", f'{{{NAMES},"records":[{KOKORO.replace("null", "[0,1]")}]}}')]),
                (SHORT_DELETION, ADDITION),
                (fields(WIDER, LAYOUTS[0]), fields(LAYOUTS[0], WIDER, inserted=PAGES)),
                ([("set", None)], [("set", None)]), ([("typed over", cell("a", "b")[0][1])], cell("b", "a")),
                ([*cell("a", "b"), *cell("c", "d")], [*cell("b", "a"), *cell("d", "c")])]:
            with self.subTest(edit=edit, undoing=undoing):
                self.new.unlink(missing_ok=True)
                self.write("DELETE FROM log; DELETE FROM undo")
                self.log(edit)
                self.step(1, undoing, "no")
                self.assertIn("1 step of 1 ", self.convert())
                self.assertEqual(self.history(), ([], []))

    def test_undoing_and_redoing_come_in_order(self) -> None:
        self.log(cell("a", "b"))
        self.log(cell("b", "c"))
        self.log(cell("c", "d"))
        self.log(cell("d", "c"))
        self.log(cell("c", "b"))
        self.log(cell("b", "a"))
        self.log(cell("a", "b"))
        self.step(1, cell("b", "a"), "one")
        self.step(-1, cell("c", "d"), "three")
        self.step(-2, cell("b", "c"), "two")
        self.assertEqual(self.convert(), "")
        self.assertEqual(self.history(), (["one"], ["three", "two"]))

    def test_the_same_edit_made_again_and_again(self) -> None:
        for _ in range(3):
            self.log(cell("a", "b"))
            self.log(cell("b", "a"))
        self.log(cell("a", "b"))
        for number in range(1, 8):
            self.step(number, cell("b", "a") if number % 2 else cell("a", "b"), str(number))
        self.assertEqual(self.convert(), "")
        self.assertEqual(self.history(), (list("1234567"), []))

    def test_what_was_redone_can_be_undone_though_the_log_does_not_go_back_further(self) -> None:
        self.log(cell("b", "c"))
        self.log(cell("c", "b"))
        self.log(cell("b", "a"))
        self.log(cell("a", "b"))
        self.step(1, cell("b", "a"), "one")
        self.step(-1, cell("b", "c"), "two")
        self.assertIn("1 step of 2 ", self.convert())
        self.assertEqual(self.history(), (["one"], []))

    def test_what_is_not_in_the_log_ends_it(self) -> None:
        self.log(cell("a", "b"))
        self.log([("set", None)])
        self.log(cell("c", "d"))
        for number, parts in enumerate([cell("b", "a"), cell("c", "b"), cell("d", "c")], start=1):
            self.step(number, parts, str(number))
        self.assertEqual(self.convert(), "convert-document: 2 steps of 3 in the undo history cannot be taken along: "
                                         "the log does not have what they take back.\n")
        self.assertEqual(self.history(), (["3"], []))

    def test_steps_of_an_earlier_form_are_left_out(self) -> None:
        self.log(cell("a", "b"))
        self.write("DROP TABLE undo; CREATE TABLE undo(step INTEGER PRIMARY KEY, change BLOB NOT NULL); "
                   "INSERT INTO undo VALUES(1, x'0801')")
        self.assertIn("1 step of 1 ", self.convert())

    def test_only_own_edits_can_be_undone(self) -> None:
        self.log(cell("a", "b"))
        self.log(cell("a", "b"), person="tarō")
        self.log(cell("a", "b"), mark="12 from 12")
        self.log(cell("b", "c"))
        self.step(1, cell("b", "a"), "one")
        self.step(2, cell("c", "b"), "two")
        self.assertEqual(self.convert(), "")
        self.assertEqual(self.history(), (["one", "two"], []))
        self.assertEqual(self.query("SELECT DISTINCT person FROM journal WHERE desk IS NOT NULL"), [("sōseki",)])

    def test_the_steps_are_those_of_who_wrote_last(self) -> None:
        for person in ("tarō", "sōseki", "tarō"):
            self.log(cell("a", "b"), person=person)
        self.step(1, cell("b", "a"), "one")
        self.assertEqual(self.convert(), "")
        self.assertEqual(self.query("SELECT number, person FROM journal WHERE desk IS NOT NULL"), [(3, "tarō")])

    def test_many_steps(self) -> None:
        for number in range(60):
            self.log(cell(str(number), str(number + 1)))
        for number in reversed(range(30, 60)):
            self.log(cell(str(number + 1), str(number)))
        for number in range(30):
            self.step(number + 1, cell(str(number + 1), str(number)), f"undo {number}")
            self.step(number - 30, cell(str(30 + number), str(31 + number)), f"redo {number}")
        self.assertEqual(self.convert(), "")
        self.assertEqual(self.history(), ([f"undo {number}" for number in range(30)],
                                          [f"redo {number}" for number in reversed(range(30))]))


OWN = {"type": "string", "text": "é"}
CELL = {"id": 7, "reason": "cellChanged", "record": 1, "field": 1, "fieldName": "Title", "person": "tarō", "program": "Kiroku",
        "time": 785000000.1, "own": OWN, "theirs": {"type": "string", "text": "x"}, "base": {"type": "string", "text": "Kokoro"}}
"""An open edit of a cell, as a document of the old format kept it."""

LOST = {"id": 8, "reason": "recordGone", "record": 3, "fieldName": "",
        "lost": f'{{{NAMES},"records":[[3,[1,2],{{"f1":"Mon","f2":"many"}}]]}}'}
TITLE = {"id": 1, "name": "Name", "type": "string", "isPicture": False}
FIELD = {"id": 9, "reason": "fieldChanged", "field": 1, "fieldName": "Name", "fieldBefore": TITLE,
         "fieldWanted": TITLE | {"name": "Title", "rules": "required"}}


def cell_of(name: str, kind: str, old: Any, new: Any, field: int = 1) -> list[Any]:
    """The change of a cell of the first record, as the journal has it."""
    column = f"f{field}"
    return [["set", 1, {"names": {column: name}, "types": {column: kind}, "cells": {column: [[1, old, new]]}}]]


def schema(*definitions: dict[str, Any]) -> dict[str, Any]:
    """Fields as the journal has them."""
    return {"fields": list(definitions), "next": max((field["id"] for field in definitions), default=0) + 1}


class OldBytes(bytearray):
    """Bytes as earlier versions of the old format wrote them."""

    def number(self, number: int) -> "OldBytes":
        """A number that is not negative."""
        while number >= 0x80:
            self.append(number & 0x7F | 0x80)
            number >>= 7
        self.append(number)
        return self

    def signed(self, number: int) -> "OldBytes":
        """A number that may be negative."""
        return self.number(number << 1 if number >= 0 else -number * 2 - 1)

    def text(self, text: str) -> "OldBytes":
        """A text."""
        self.number(len(text.encode())).extend(text.encode())
        return self

    def value(self, *value: Any) -> "OldBytes":
        """The tag and the contents of a value, none of an empty cell."""
        tag, contents = (*value, None)[:2] if value else (0, None)
        self.append(tag)
        if tag == 2:
            self.extend(struct.pack("<d", contents))
        elif tag in (5, 6, 11, 12):
            self.text(contents)
        elif tag in (7, 8, 9):
            self.number(contents)
        elif tag in (1, 13):
            self.signed(contents)
        elif tag == 10:
            places, coefficient = contents
            bits = coefficient << 1 if coefficient >= 0 else -coefficient * 2 - 1
            self.number(places).number(bits % (1 << 64)).number(bits >> 64)
        return self

    def fields(self, *definitions: tuple[int, str, str], extras: tuple[str, ...] = ("- -", "", "", "")) -> "OldBytes":
        """A schema."""
        self.number(1 << 31).number(len(definitions))
        for number, name, kind in definitions:
            self.number(number).text(name).text(kind).value()
            self.append(0)
            for extra in extras:
                self.text(extra)
        return self


def old_values(own: tuple[Any, ...] = (), base: tuple[Any, ...] = (), more: bytes = b"", version: int = 8) -> str:
    """The member `values` of an open edit that an earlier version kept."""
    values = OldBytes([version, 5]).number(2 if more else 1)
    values.extend([0, 2])
    for value in (own, base):
        values.signed(1 if value is own else 0).number(1).value(5, "theirs").value(*value)
    return base64.b64encode(values + more).decode()


class Open(ConversionTest):
    """What becomes of edits that were not made because others had changed the same."""

    def keep(self, *kept: Any) -> None:
        """Has the old document keep these."""
        with closing(sqlite3.connect(self.old)) as db, db:
            for edit in kept:
                db.execute("INSERT INTO properties VALUES(?, ?)", (f"view 1: note left out {edit['id']}", json.dumps(edit)))

    def wanted(self) -> list[Any]:
        """What the edits would have changed that are open in the new document."""
        return [json.loads(text) for text, in self.query("SELECT open FROM journal WHERE state = 'open' ORDER BY number")]

    def become(self, *pairs: tuple[Any, Any]) -> None:
        """Has the old document keep the first of each pair, and expects the second in the new one."""
        self.keep(*(kept | {"id": 100 + number} for number, (kept, _) in enumerate(pairs)))
        self.assertEqual(self.convert(), "")
        found = self.wanted()
        self.assertEqual(len(found), len(pairs))
        for wanted, (kept, expected) in zip(found, pairs):
            with self.subTest(kept):
                # 1, 1.0 and true are equal in Python.
                self.assertEqual(json.dumps(wanted, sort_keys=True), json.dumps(expected, sort_keys=True))

    def test_each_becomes_a_row(self) -> None:
        self.log(cell("a", "b"))
        self.keep(LOST | {"id": 10}, FIELD, CELL | {"sentence": "Only editors may."})
        self.assertEqual(self.convert(), "")
        rows = self.query("SELECT person, program, desk, title, undoes, resolved, accepted, change, state, sentence, open, size, "
                          "counter FROM journal WHERE open IS NOT NULL ORDER BY number")
        self.assertEqual([row[:9] for row in rows], [("", "", None, None, None, None, None, "[]", "open")] * 3)
        self.assertEqual([row[9] for row in rows], ["Only editors may.", None, None])
        self.assertEqual([json.loads(row[10])[0][0] for row in rows], ["set", "fields", "add"])
        self.assertEqual(
            rows[0][10], '[["set",1,{"names":{"f1":"Name"},"types":{"f1":"string"},"cells":{"f1":[[1,"Kokoro","é"]]}}]]')
        self.assertEqual([row[11] for row in rows], [len(row[10].encode()) for row in rows])
        counter = int.from_bytes(self.new.read_bytes()[24:28], "big")
        self.assertEqual({row[12] for row in rows}, {counter})
        self.assertEqual(self.query("SELECT open FROM journal ORDER BY number DESC LIMIT 1"), [(None,)])
        self.assertEqual(self.query("SELECT name FROM properties"), [("next field id",), ("view 1: zoom",)])
        self.assertEqual(self.query("SELECT DISTINCT step FROM history"), [(1,)])

    def test_cells(self) -> None:
        values = [
            ("int", "-5", -5), ("int", "9" * 19, "9" * 19), ("int", "07", "07"), ("int", "x", "x"),
            ("float", "1.50", 1.5), ("float", "2.0", 2.0), ("float", "1e-07", 1e-7), ("float", "1e999", "1e999"),
            ("float", "nan", "nan"), ("float", "9" * 500, "9" * 500), ("decimal", "1.50", "1.50"),
            ("bool", "true", True), ("bool", "false", False), ("bool", "yes", "yes"),
            ("date", "1914-04", "1914-04"), ("time", "09:30", "09:30"), ("datetime", "1914-04-20 09:30", "1914-04-20 09:30"),
            ("choice", "red", "red"), ("choices", "a; b", "a; b"), ("choices", "", None),
            ("rating", "3", 3), ("rating", "11", "11"), ("string", "\t\0\"5", "\t\0\"5"), ("string", "", "")]
        kept = CELL | {"field": 5, "base": None}
        self.become(
            (kept | {"own": None}, cell_of("Title", "string", None, None, field=5)),
            (kept | {"own": {"text": "5"}}, cell_of("Title", "string", None, "5", field=5)),
            (kept | {"own": {"type": "tune", "text": "la"}}, cell_of("Title", "string", None, "la", field=5)),
            *((kept | {"own": {"type": kind, "text": text}}, cell_of("Title", kind, None, value, field=5))
              for kind, text, value in values))

    def test_the_field_is_what_it_is_now_if_it_takes_the_value(self) -> None:
        number, text, unfit = {"type": "int", "text": "5"}, {"type": "string", "text": "x"}, {"text": "?"}
        pairs = []
        for reason in ("cellChanged", "fieldGone", "recordGone"):
            kept = CELL | {"reason": reason, "field": 2}
            pairs += [
                (kept | {"own": number, "base": number}, cell_of("Pages", "int", 5, 5, field=2)),
                (kept | {"own": unfit, "base": text}, cell_of("Pages", "int", None, "?", field=2)),
                (kept | {"own": None, "base": unfit}, cell_of("Pages", "int", "?", None, field=2)),
                (kept | {"own": text, "base": number}, cell_of("Title", "string", None, "x", field=2)),
                (kept | {"field": 1, "own": unfit, "base": number}, cell_of("Title", "int", 5, "?"))]
        self.become(*pairs)

    def test_records_that_are_gone(self) -> None:
        record = json.loads(LOST["lost"])
        numbers = '{"names":{"f3":"N"},"types":{"f3":"float"},"records":[[3,null,{"f3":2.0}]]}'
        self.become(
            (LOST, [["add", 1, record]]),
            (LOST | {"field": 2, "own": {"type": "int", "text": "9"}},
             [["add", 1, record | {"records": [[3, [1, 2], {"f1": "Mon", "f2": 9}]]}]]),
            (LOST | {"field": 2, "own": None}, [["add", 1, record | {"records": [[3, [1, 2], {"f1": "Mon"}]]}]]),
            (LOST | {"field": 2, "own": OWN}, [["add", 1, record]]),
            (LOST | {"lost": numbers}, [["add", 1, json.loads(numbers)]]))

    def test_deletions(self) -> None:
        self.become(({"id": 4, "reason": "recordChanged", "record": 1, "fieldName": ""}, [["delete", 1, {"records": [[1, 1]]}]]))

    def test_fields(self) -> None:
        wanted = {"id": 1, "isPicture": False, "name": "Title", "rules": "required", "type": "string"}
        whole = {"base": schema(TITLE), "schema": schema(wanted), "removed": [], "inserted": [], "replaced": []}
        self.become(
            (FIELD, [["fields", 1, whole]]),
            (FIELD | {"field": 4, "fieldWanted": None}, [["fields", 1, whole | {"schema": schema(), "replaced": [[1, 4]]}]]),
            (FIELD | {"fieldBefore": None}, [["fields", 1, whole | {"base": schema(), "schema": schema()}]]))

    def test_what_earlier_versions_have_kept(self) -> None:
        noon, day = 43_200_000_000 << 1, 1914 << 9 | 4 << 5 | 20
        values = [
            ((), "string", None), ((1, -5), "int", -5), ((2, 0.1), "float", 0.1), ((3,), "bool", False), ((4,), "bool", True),
            ((5, "é"), "string", "é"), ((6, "?"), "string", "?"), ((7, 1914 << 9), "date", "1914"), ((7, day), "date", "1914-04-20"),
            ((8, noon), "time", "12:00"), ((8, noon + (15_250_000 << 1) + 1), "time", "12:00:15.25"),
            ((9, day << 38), "datetime", "1914-04-20"), ((9, day << 38 | noon + 1), "datetime", "1914-04-20 12:00"),
            ((10, (2, -5)), "decimal", "-0.05"), ((10, (0, 10 ** 37)), "decimal", "1" + "0" * 37), ((11, "red"), "choice", "red"),
            ((12, "a; b"), "choices", "a; b"), ((13, 4), "rating", 4)]
        old = {name: value for name, value in CELL.items() if name not in ("own", "theirs", "base")}
        pairs = [(old | {"field": 5, "values": old_values(value)}, cell_of("Title", kind, None, new, field=5))
                 for value, kind, new in values]
        pairs.append((old | {"values": old_values((5, "b"), (5, "a"), version=2)}, cell_of("Name", "string", "a", "b")))
        record = OldBytes([1]).fields((1, "Name", "string"), (2, "Pages", "int"))
        record.number(1).signed(3).number(1).number(0).signed(-1).number(2).value(5, "Mon").value()
        pairs.append(({"reason": "recordGone", "record": 3, "fieldName": "", "values": old_values(more=record)},
                      [["add", 1, json.loads(f'{{{NAMES},"records":[[3,[-1,2],{{"f1":"Mon"}}]]}}')]]))
        for version, extras in [(2, ()), (5, ("0 -", "", "required")), (8, ("0 -", "", "", ""))]:
            fields = OldBytes([7]).fields((1, "Name", "string"), extras=extras).fields(extras=extras).number(0).number(0).number(0)
            named = zip(("format", "source", "rules", "options"), extras)
            base = schema(TITLE | {name: text for name, text in named if text})
            pairs.append(({"reason": "fieldChanged", "field": 1, "fieldName": "", "values": old_values(more=fields, version=version)},
                          [["fields", 1, {"base": base, "schema": schema(), "removed": [], "inserted": [], "replaced": []}]]))
        self.become(*pairs)

    def test_what_makes_no_sense_is_counted(self) -> None:
        record = json.loads(LOST["lost"])
        whole = base64.b64decode(old_values((5, "b")))
        kept = [
            CELL | {"reason": "burnt"}, CELL | {"record": 0}, CELL | {"record": True}, CELL | {"record": None}, CELL | {"field": None},
            CELL | {"field": 1 << 31}, CELL | {"own": "x"}, CELL | {"own": {"type": "string"}}, CELL | {"own": {"text": "\ud800"}},
            CELL | {"sentence": 5}, CELL | {"reason": "recordGone", "field": None}, CELL | {"fieldName": 1, "field": 5},
            FIELD | {"fieldBefore": TITLE | {"type": "tune"}}, FIELD | {"fieldBefore": TITLE | {"name": ""}},
            FIELD | {"fieldWanted": TITLE | {"rules": []}}, FIELD | {"fieldWanted": []}, FIELD | {"field": 0},
            *(LOST | {"lost": lost if isinstance(lost, str) else json.dumps(lost)} for lost in [
                "", "[]", "[" * 100_000, [], {}, record | {"records": []}, record | {"records": record["records"] * 2},
                record | {"records": [[4, None, {}]]}, record | {"records": [[3, [1], {}]]}, record | {"records": [[3, [1, -1], {}]]},
                record | {"records": [[3, None, {"f3": 1}]]}, record | {"records": [[3, None, {"f1": 1}]]},
                record | {"records": [[3, None, {"f2": 1 << 63}]]}, record | {"records": [[3, None, {"f2": 1.5}]]},
                record | {"records": [[3, None, []]]}, record | {"names": {"f1": "Name"}}, record | {"names": {"f1": "N", "f2": "N"}},
                record | {"types": {"f1": "string", "f2": "tune"}}, record | {"more": 1},
                {"names": {"f01": "N"}, "types": {"f01": "int"}, "records": [[3, None, {}]]}]),
            *(CELL | {"values": values if isinstance(values, str) else base64.b64encode(values).decode()} for values in [
                "", "?", *(whole[:end] for end in range(len(whole))), whole + b"\0", b"\x09" + whole[1:],
                whole[:2] + b"\3" + whole[3:],
                whole[:2] + b"\2" + whole[3:] + b"\1" + b"\xff" * 9 + b"\1"]), CELL | {"values": 5}]
        for number, edit in enumerate(kept, start=100):
            self.keep(edit | {"id": number})
        for name, value in [("7", json.dumps(CELL | {"id": 6})), ("0", json.dumps(CELL | {"id": 0})), ("8", "["), ("9", b"{}"),
                            ("", ""), ("5 5", "null")]:
            with closing(sqlite3.connect(self.old)) as db, db:
                db.execute("INSERT INTO properties VALUES(?, ?)", (f"view 1: note left out {name}", value))
        self.assertEqual(self.convert(), f"convert-document: {len(kept) + 6} open edits cannot be taken along: they make no sense, "
                                         "or there are too many.\n")
        self.assertEqual(self.wanted(), [])
        self.assertEqual(self.query("SELECT name FROM properties"), [("next field id",), ("view 1: zoom",)])

    def test_what_is_too_large_or_too_much(self) -> None:
        self.keep(CELL | {"own": {"type": "string", "text": "x" * 2_000}}, *(CELL | {"id": number} for number in range(8, 13)))
        tool = module()
        tool.LARGEST_OPEN, tool.MOST_OPEN = 1_000, 3
        self.assertIn("3 open edits cannot be taken along", tool.make(self.old, self.new)[0])
        self.assertEqual(len(self.wanted()), 3)

    def test_steps_name_what_they_have_resolved(self) -> None:
        for parts in (cell("a", "b"), cell("b", "c"), cell("c", "b")):
            self.log(parts)
        self.keep(CELL)
        gone = LOST | {"id": 8, "sentence": "No."}
        self.step(1, cell("b", "a"), "one", json.dumps([gone, FIELD, {"id": 3}]))
        self.step(-1, cell("b", "c"), "two", json.dumps([CELL, gone]))
        self.assertIn("1 open edit cannot be taken along: it makes no sense", self.convert())
        self.assertEqual(self.history(), (["one"], ["two"]))
        rows = self.query("SELECT id, state, sentence, json_extract(open, '$[0][0]') FROM journal WHERE state IS NOT NULL "
                          "ORDER BY number")
        self.assertEqual([row[1:] for row in rows], [
            ("open", None, "set"), ("resolved", "No.", "add"), ("resolved", None, "fields")])
        left, lost, field = (row[0] for row in rows)
        named = self.query("SELECT resolved FROM journal WHERE desk IS NOT NULL ORDER BY number")
        self.assertEqual([json.loads(names) for names, in named], [
            {"resolved": [lost, field], "opened": []}, {"resolved": [left, lost], "opened": []},
            {"resolved": [], "opened": [left, lost]}])

    def test_steps_that_have_resolved_nothing_name_nothing(self) -> None:
        self.log(cell("a", "b"))
        for decided in ("[]", "{}", "null"):
            self.new.unlink(missing_ok=True)
            self.write("DELETE FROM undo")
            self.step(1, cell("b", "a"), "one", decided)
            self.assertEqual(self.convert(), "")
            self.assertEqual(self.query("SELECT resolved FROM journal WHERE desk IS NOT NULL"), [(None,)])

    def test_copies_have_the_same_names(self) -> None:
        self.log(cell("a", "b"))
        self.keep(CELL, LOST)
        self.step(1, cell("b", "a"), "one", json.dumps([FIELD]))
        copy = self.folder / "copy.kiroku"
        self.convert()
        self.assertEqual(self.run_tool(self.old, copy).returncode, 0)
        with closing(sqlite3.connect(copy)) as db:
            names = db.execute("SELECT id FROM journal WHERE state IS NOT NULL ORDER BY number").fetchall()
        self.assertEqual(len(names), 3)
        self.assertEqual(names, self.query("SELECT id FROM journal WHERE state IS NOT NULL ORDER BY number"))


class Contents(ConversionTest):
    """What stays, and what goes."""

    def names(self) -> set[str]:
        """What is in the schema of the new document."""
        return {name for name, in self.query("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")}

    def test_only_what_is_new_differs(self) -> None:
        self.write("CREATE TABLE pictures(name TEXT PRIMARY KEY, hash TEXT, bytes BLOB); CREATE TABLE theirs(a); "
                   "CREATE TRIGGER theirs_too AFTER INSERT ON theirs BEGIN SELECT 1; END;"
                   "INSERT INTO pictures VALUES('a.png', 'x', x'00ff'); INSERT INTO theirs VALUES(1)")
        self.convert()
        self.assertEqual(self.names(), {
            "records", "fields", "widths", "properties", "records_places", "tables", "desks", "cards", "pictures", "theirs",
            "theirs_too", "journal", "journal_open", "history"})
        self.assertEqual(self.query("SELECT * FROM cards"), [("Kokoro", 378), ("Sanshiro", 320)])
        self.assertEqual(self.query("SELECT * FROM pictures"), [("a.png", "x", b"\0\xff")])
        self.assertEqual(self.query("SELECT * FROM properties"), [("next field id", 3), ("view 1: zoom", "125")])

    def test_a_shared_document_becomes_one_of_its_own(self) -> None:
        self.write(SHARED + "INSERT INTO wanted VALUES('a.png', 'x', 1)")
        self.assertEqual(self.convert().splitlines(), [
            "convert-document: The new document is not shared.",
            "convert-document: 2 edits were not sent to the server; the new document has them.",
            "convert-document: 1 picture was not fetched from the server, and is missing."])
        self.assertEqual(self.names(), {"records", "fields", "widths", "properties", "records_places", "tables", "desks", "cards",
                                        "journal", "journal_open", "history"})
        self.assertEqual(self.query("SELECT name FROM properties"), [("next field id",), ("view 1: zoom",)])

    def test_tables_of_other_programs_stay(self) -> None:
        self.write("DROP VIEW history; DROP TABLE log; CREATE TABLE log(line); CREATE TABLE queue(a); CREATE TABLE originals(a); "
                   "CREATE TABLE journal(day); CREATE TABLE \"journal 1\"(day); INSERT INTO journal VALUES('Monday')")
        self.assertIn("is called “journal 2” now", self.convert())
        self.assertLessEqual({"log", "queue", "originals", "journal 1", "journal 2"}, self.names())
        self.assertEqual(self.query('SELECT * FROM "journal 2"'), [("Monday",)])
        self.assertEqual(self.query("SELECT count(*) FROM journal"), [(1,)])

    def test_the_file_keeps_its_permissions(self) -> None:
        self.old.chmod(0o640)
        self.convert()
        self.assertEqual(self.new.stat().st_mode & 0o777, 0o640)


class Refusing(ConversionTest):
    """What is not converted."""

    def refuse(self, words: str, *arguments: Path | str, leaves: tuple[str, ...] = ("old.kiroku",)) -> None:
        """Runs the tool in vain."""
        done = self.run_tool(*arguments)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertRegex(done.stderr, r"\Aconvert-document: [^\n]+\.\n\Z")
        self.assertIn(words, done.stderr)
        self.assertEqual({path.name for path in self.folder.iterdir()}, set(leaves))

    def test_other_formats(self) -> None:
        for version in (0, 1, 2, 4):
            self.write(f"PRAGMA user_version = {version}")
            self.refuse(f"has format {version}")

    def test_other_files(self) -> None:
        self.write("PRAGMA application_id = 1")
        self.refuse("is not a Kiroku document")
        for contents in (b"", b"Name\tPages\n", os.urandom(5_000)):
            self.old.write_bytes(contents)
            self.refuse("is not a Kiroku document")
        self.old.unlink()
        self.refuse("No such file", leaves=())
        self.old.mkdir()
        self.refuse("is not a file")
        self.old.rmdir()
        os.mkfifo(self.old)
        self.refuse("is not a file")

    def test_what_is_there_already_stays(self) -> None:
        self.new.write_text("mine")
        self.refuse("is already there", leaves=("old.kiroku", "new.kiroku"))
        self.assertEqual(self.new.read_text(), "mine")
        self.refuse("is already there", self.old, self.old, leaves=("old.kiroku", "new.kiroku"))
        self.new.unlink()
        self.new.symlink_to("nowhere")
        self.refuse("is already there", leaves=("old.kiroku", "new.kiroku"))

    def test_a_folder_that_is_missing(self) -> None:
        self.refuse("No such file", self.old, self.folder / "missing/new.kiroku")

    def test_a_damaged_file(self) -> None:
        self.log(cell("a", "b"))
        with self.old.open("r+b") as file:
            file.seek(100)
            file.write(b"\xff" * 3_000)
        self.refuse("malformed")

    def test_write_ahead_logging(self) -> None:
        self.write("PRAGMA journal_mode = WAL")
        self.refuse("write-ahead")

    def test_what_another_program_is_writing(self) -> None:
        with closing(sqlite3.connect(self.old, isolation_level=None)) as db:
            db.execute("BEGIN EXCLUSIVE")
            self.refuse("another program is using it")

    def test_what_was_being_written_when_the_power_failed(self) -> None:
        before = self.old.read_bytes()
        with closing(sqlite3.connect(self.old, isolation_level=None)) as db:
            db.execute("PRAGMA cache_size = 1")
            db.execute("BEGIN")
            db.execute("CREATE TABLE large(a)")
            db.executemany("INSERT INTO large VALUES(?)", [("x" * 1_000,)] * 1_000)
            torn = self.old.read_bytes(), Path(f"{self.old}-journal").read_bytes()
            db.execute("ROLLBACK")
        self.assertNotEqual(torn[0], before)
        self.old.write_bytes(torn[0])
        Path(f"{self.old}-journal").write_bytes(torn[1])
        self.refuse("was not closed properly", leaves=("old.kiroku", "old.kiroku-journal"))
        self.assertEqual((self.old.read_bytes(), Path(f"{self.old}-journal").read_bytes()), torn)

    def test_triggers_on_own_tables(self) -> None:
        self.write("CREATE TRIGGER t AFTER DELETE ON properties BEGIN DELETE FROM records; END")
        self.refuse("has triggers")

    def test_wrong_usage(self) -> None:
        done = self.run_tool(self.old)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("usage: convert-document", done.stderr)


if __name__ == "__main__":
    unittest.main()
