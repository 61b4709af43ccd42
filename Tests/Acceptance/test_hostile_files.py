"""Documents that come from elsewhere and bring something along."""

import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from support.waiting import wait_until

from test_commands import CommandTest

_MARK = bytes.fromhex("d9d505f920a163d7")


def strange_journal(document: Path, named: Path) -> bytes:
    """A rollback journal that changes nothing, and after which SQLite deletes a file."""
    pages = document.read_bytes()[28:32]
    head = _MARK + struct.pack(">II", 0, 1) + pages + struct.pack(">II", 512, 4096)
    name = str(named).encode()
    end = struct.pack(">I", (1 << 30) // 4096 + 1) + name + struct.pack(">II", len(name), sum(name)) + _MARK
    return head.ljust(512, b"\0") + end


class Commands(CommandTest):
    """What each command that reads a document does with it."""

    def setUp(self) -> None:
        """A good document, and a copy of it for what is to be changed."""
        super().setUp()
        self.good = self.document().path
        self.bad = self.home.directory / "bad.kiroku"
        shutil.copy(self.good, self.bad)

    def commands(self) -> Iterator[list[str | Path]]:
        """All that read the document."""
        text = self.write("more.tsv", "Place\nNara\n")
        output = self.home.directory / "out.tsv"
        yield from (["info", self.bad], ["find", self.bad, "Place = Himeji"], ["export", self.bad, "--output", output],
                    ["merge", self.good, self.bad], ["merge", self.bad, self.good], ["compare", self.good, self.bad],
                    ["compare", self.bad, self.good], ["import", text, "--into", self.bad])

    def test_journal(self) -> None:
        """A journal that would have a file deleted is refused, and the file stays."""
        letter = self.write("letter.txt", "Dear all")
        journal = self.bad.with_name(self.bad.name + "-journal")
        journal.write_bytes(strange_journal(self.bad, letter))
        for command in self.commands():
            with self.subTest(command[0]):
                answer = self.kiroku(*command)
                self.assertNotEqual(answer.status, 0)
                self.assertIn("The journal “bad.kiroku-journal” next to it was not written by Kiroku", answer.errors)
                self.assertTrue(letter.exists())
        # SQLite itself does what the journal says.
        with closing(sqlite3.connect(self.bad)) as other:
            other.execute("SELECT count(*) FROM records").fetchone()
        self.assertFalse(letter.exists())

    def test_endless_views(self) -> None:
        """Nothing goes on for ever, whichever table is a view that does."""
        for table in ("journal", "wanted", "keys", "pictures", "properties", "records"):
            shutil.copy(self.good, self.bad)
            with closing(sqlite3.connect(self.bad)) as other:
                other.executescript(f"""DROP TABLE IF EXISTS {table};
                    CREATE VIEW {table} AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c)
                    SELECT i AS id, i AS number, i AS step, i AS name, i AS value, i AS record, i AS mark FROM c""")
            for command in self.commands():
                with self.subTest(f"{table}, {command[0]}"):
                    answer = self.kiroku(*command)
                    self.assertNotEqual(answer.status, 0)
                    self.assertIn(
                        f"“bad.kiroku” is damaged: The table “{table}” has been replaced by something else.",
                        answer.errors)


class Windows(CommandTest):
    """What a window does with it."""

    def test_hidden_damage(self) -> None:
        """A document that is opened here for the first time is looked through as a whole, and the damage is told."""
        document = self.document()
        with closing(sqlite3.connect(document.path)) as other:
            other.execute("CREATE TABLE theirs AS SELECT hex(randomblob(2000)) AS x")
            other.commit()
            root, = other.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'theirs'").fetchone()
        with document.path.open("r+b") as file:
            file.seek((root - 1) * 4096)
            file.write(b"\xff" * 8)
        window = self.open(document.path)
        told = "“sights.kiroku” is damaged: "
        wait_until("the damage is told", lambda: window.screen.look(
            "label", lambda name: name.startswith(told), window.window), window.screen.dump)
