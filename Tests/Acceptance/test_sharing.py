"""Documents that several share through a PostgreSQL database, by the commands."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from support import command
from support.command import Answer
from support.database import shared_server
from support.testcase import AcceptanceTest

SIGHTS = "Place\tVisits\nHimeji\t3\nKinkaku-ji\t5\n奈良\t\n"


class SharingTest(AcceptanceTest):
    """Two who have a copy each."""

    def setUp(self) -> None:
        """Makes the document, and a database for it."""
        super().setUp()
        self.server = shared_server()
        name = "sharing"
        self.server.sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        self.server.sql(f"CREATE DATABASE {name}")
        self.address = self.server.address("Sights").replace("///postgres?", f"///{name}?")
        self.mine, self.theirs = self.home.directory / "sights.kiroku", self.home.directory / "copy.kiroku"
        self.changed(self.mine, SIGHTS, "--quiet")

    def kiroku(self, *arguments: object) -> Answer:
        """Runs a command."""
        return command.run(self.home, *map(str, arguments))

    def done(self, *arguments: object, status: int = 0) -> str:
        """Runs a command that ends with this status; returns what it has written."""
        answer = self.kiroku(*arguments)
        self.assertEqual(answer.status, status, answer.errors)
        return answer.output.decode()

    def changed(self, path: Path, text: str, *options: str) -> None:
        """Imports a text into a document."""
        source = self.home.directory / "source.tsv"
        source.write_text(text, encoding="utf-8")
        self.done("import", source, "--into", path, "--quiet", *[option for option in options if option != "--quiet"])

    def sql(self, text: str) -> str:
        """What `psql` writes for statements in the document's database."""
        done = subprocess.run(
            [self.server.programs / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.server.socket,
             "-p", str(self.server.port), "-U", "kiroku", "sharing"],
            input=text, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def table(self, path: Path) -> list[list[str]]:
        """The records of a document."""
        return [line.split("\t") for line in self.done("export", path, "--no-header").splitlines()]

    def test_two_copies_of_a_document(self) -> None:
        """Both edit, both send, and nothing is overwritten unseen."""
        self.done("share", self.mine, self.address)
        self.assertEqual(self.sql('SELECT "Place", "Visits" FROM "Sights" ORDER BY kiroku_record'),
                         "Himeji|3\nKinkaku-ji|5\n奈良|")
        self.done("join", self.address, self.theirs)
        self.assertEqual(self.table(self.theirs), self.table(self.mine))
        self.assertIn("Shared:", self.done("info", self.theirs))

        self.changed(self.mine, "Place\tVisits\nHimeji\t30\n奈良\t7\n", "--key", "Place")
        self.changed(self.theirs, "Place\tVisits\nHimeji\t31\nKinkaku-ji\t50\nIse\t1\n", "--key", "Place")
        self.assertIn("To send:", self.done("info", self.mine))
        self.assertEqual(self.done("sync", self.mine), "sights.kiroku: 1 sent, 0 received\n")
        self.assertEqual(self.done("sync", self.theirs, status=1), "copy.kiroku: 1 sent, 2 received, 1 to decide\n")
        self.assertEqual(self.done("sync", self.mine, self.theirs),
                         "sights.kiroku: 0 sent, 2 received\ncopy.kiroku: 0 sent, 0 received\n")
        self.assertEqual(self.table(self.mine), [["Himeji", "30"], ["Kinkaku-ji", "50"], ["奈良", "7"], ["Ise", "1"]])
        self.assertEqual(self.table(self.theirs), self.table(self.mine))
        with closing(sqlite3.connect(self.theirs)) as document:
            (kept,) = document.execute("SELECT count(*) FROM properties WHERE name LIKE '%left out%'").fetchone()
        self.assertEqual(kept, 1)

    def test_what_other_programs_write(self) -> None:
        """The table is one like any other, and so is the document's file."""
        self.done("share", self.mine, self.address)
        self.sql("""INSERT INTO "Sights" ("Place", "Visits") VALUES ('Nikko', 9); DELETE FROM "Sights" WHERE "Visits" = 5""")
        self.assertEqual(self.done("sync", self.mine), "sights.kiroku: 0 sent, 2 received\n")
        with closing(sqlite3.connect(self.mine)) as document, document:
            document.execute("UPDATE records SET f2 = 4 WHERE f1 = 'Himeji'")
        self.assertEqual(self.done("sync", self.mine), "sights.kiroku: 1 sent, 0 received\n")
        self.assertEqual(self.sql("""SELECT string_agg("Place" || "Visits", ' ' ORDER BY "Place") FROM "Sights" """), "Himeji4 Nikko9")

    def test_no_server(self) -> None:
        """Without the server all goes on, and nothing is lost."""
        self.done("share", self.mine, self.address)
        with closing(sqlite3.connect(self.mine)) as document, document:
            document.execute("UPDATE properties SET value = replace(value, '/sharing?', '/elsewhere?') WHERE name = 'shared'")
        self.changed(self.mine, "Place\tVisits\nHimeji\t30\n", "--key", "Place")
        answer = self.kiroku("sync", self.mine)
        self.assertEqual((answer.status, answer.output), (2, b""))
        self.assertIn("elsewhere", answer.errors)
        self.assertEqual(self.kiroku("unshare", self.mine).status, 1)
        self.done("unshare", self.mine, "--force")
        self.assertNotIn("Shared:", self.done("info", self.mine))
        self.assertEqual(self.table(self.mine)[0], ["Himeji", "30"])
        self.assertEqual(self.kiroku("sync", self.mine).status, 2)

    def test_looking_first(self) -> None:
        """Nothing is made in a database that was not shown, if it is asked for, and nothing that is there is replaced."""
        script = self.done("share", self.mine, self.address, "--print-sql", "--with", "guarded")
        self.assertEqual(self.sql("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'kiroku%'"), "0")
        self.sql("CREATE ROLE guarded_reader; " + script.replace('"guarded"', '"guarded_reader"'))
        self.assertEqual(self.sql("""SELECT has_table_privilege('guarded_reader', '"Sights"', 'UPDATE')"""), "t")
        answer = self.kiroku("share", self.mine, self.address)
        self.assertEqual(answer.status, 1)
        self.assertIn("Sights", answer.errors)
        self.sql("CREATE TABLE other (a integer)")
        answer = self.kiroku("join", self.address.replace("Sights", "other"), self.theirs)
        self.assertEqual(answer.status, 1)
        self.assertFalse(self.theirs.exists())

    def test_no_password_is_kept(self) -> None:
        """The password of an address is nowhere in the document."""
        self.done("share", self.mine, self.address + "&password=secret-word")
        self.assertNotIn(b"secret-word", self.mine.read_bytes())
        self.assertEqual(self.done("sync", self.mine), "sights.kiroku: 0 sent, 0 received\n")
