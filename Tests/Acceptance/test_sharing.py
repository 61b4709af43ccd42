"""Documents that several share through a PostgreSQL database, by the commands."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from support import command
from support.cards import CardsWindow
from support.command import Answer
from support.database import shared_server
from support.desktop_dialog import FileChooser
from support.picture_file import png
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

SIGHTS = "Place\tVisits\nHimeji\t3\nKinkaku-ji\t5\n奈良\t\n"


def read_all(terminal: int) -> str:
    """What has been written to a terminal that nobody writes to any more."""
    text = b""
    with closing(os.fdopen(terminal, "rb", buffering=0)) as screen:
        try:
            while piece := screen.read(65_536):
                text += piece
        except OSError:
            # This is how it ends.
            pass
    return text.decode()


class SharingCase(AcceptanceTest):
    """What the tests have in common: a document, and a database for it."""

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

    def sql(self, text: str, host: Path | None = None, database: str = "sharing") -> str:
        """What `psql` writes for statements in the document's database."""
        done = subprocess.run(
            [self.server.programs / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
             "-h", host or self.server.socket, "-p", str(self.server.port), "-U", "kiroku", database],
            input=text, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def table(self, path: Path) -> list[list[str]]:
        """The records of a document."""
        return [line.split("\t") for line in self.done("export", path, "--no-header").splitlines()]

    def count_pictures(self, path: Path) -> int:
        """How many pictures are in a document's file."""
        with closing(sqlite3.connect(path)) as document:
            if not document.execute("SELECT 1 FROM sqlite_schema WHERE name = 'pictures'").fetchone():
                return 0
            return document.execute("SELECT count(*) FROM pictures").fetchone()[0]


class SharingTest(SharingCase):
    """Two who have a copy each."""

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
        self.assertEqual(self.done("sync", self.theirs, status=1), "copy.kiroku: 1 sent, 2 received, 1 conflict\n")
        self.assertEqual(self.done("sync", self.mine, self.theirs),
                         "sights.kiroku: 0 sent, 2 received\ncopy.kiroku: 0 sent, 0 received\n")
        self.assertEqual(self.table(self.mine), [["Himeji", "30"], ["Kinkaku-ji", "50"], ["奈良", "7"], ["Ise", "1"]])
        self.assertEqual(self.table(self.theirs), self.table(self.mine))
        with closing(sqlite3.connect(self.theirs)) as document:
            (kept,) = document.execute("SELECT count(*) FROM journal WHERE state = 'open'").fetchone()
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
        answer = self.kiroku("sync", self.mine, "--allow-connection")
        self.assertEqual((answer.status, answer.output), (2, b""))
        self.assertIn("The server has no database “elsewhere”", answer.errors)
        self.assertEqual(self.kiroku("unshare", self.mine).status, 1)
        self.done("unshare", self.mine, "--force")
        self.assertNotIn("Shared:", self.done("info", self.mine))
        self.assertEqual(self.table(self.mine)[0], ["Himeji", "30"])
        self.assertEqual(self.kiroku("sync", self.mine).status, 2)

    def test_pictures(self) -> None:
        """Pictures are on the server until they are needed; what lacks one is not written."""
        picture = png(8, 6)
        folder = self.home.directory / "photos"
        folder.mkdir()
        (folder / "castle.png").write_bytes(picture)
        (folder / "gate.png").write_bytes(png(6, 8))
        source = self.home.directory / "photos.tsv"
        source.write_text("Place\tPhoto\nHimeji\tcastle.png\nNikko\tgate.png\n", encoding="utf-8")
        shared = self.home.directory / "photos.kiroku"
        self.done("import", source, "--into", shared, "--pictures", folder, "--quiet")
        address = self.address.replace("Sights", "Photos")
        self.done("share", shared, address)
        copies = [self.home.directory / f"copy {number}.kiroku" for number in range(4)]
        self.done("join", address, copies[0], "--with-pictures")
        for copy in copies[1:]:
            self.done("join", address, copy)
        self.assertEqual([self.count_pictures(copy) for copy in copies], [2, 0, 0, 0])
        out = self.home.directory / "out"
        self.done("export", copies[1], "--where", "Place = Himeji", "--pictures", out)
        self.assertEqual((out / "castle.png").read_bytes(), picture)
        self.assertEqual(self.count_pictures(copies[1]), 1)
        self.done("sync", copies[1], "--with-pictures")
        self.assertEqual(self.count_pictures(copies[1]), 2)
        self.done("unshare", copies[1])
        self.assertEqual(self.count_pictures(copies[1]), 2)

        for copy in copies[2:]:
            with closing(sqlite3.connect(copy)) as document, document:
                document.execute("UPDATE properties SET value = replace(value, '/sharing?', '/elsewhere?') WHERE name = 'shared'")
            self.assertEqual(self.kiroku("sync", copy, "--allow-connection").status, 2)
        missing = self.home.directory / "missing"
        answer = self.kiroku("export", copies[2], "--pictures", missing)
        self.assertNotEqual(answer.status, 0)
        self.assertIn("castle.png", answer.errors)
        self.assertEqual((answer.output, missing.exists()), (b"", False))
        answer = self.kiroku("unshare", copies[3])
        self.assertEqual(answer.status, 1)
        self.assertIn("2 pictures are only on the server", answer.errors)
        self.assertIn("Shared:", self.done("info", copies[3]))
        self.done("unshare", copies[3], "--force")

    def test_a_part(self) -> None:
        """A copy may have a part of the document, which is kept in step."""
        self.done("share", self.mine, self.address)
        self.done("join", self.address, self.theirs, "--where", "Visits > 3")
        self.assertEqual(self.table(self.theirs), [["Kinkaku-ji", "5"]])
        self.assertIn("Visits > 3", self.done("info", self.theirs))
        self.changed(self.mine, "Place\tVisits\nHimeji\t30\nKinkaku-ji\t1\n", "--key", "Place")
        self.done("sync", self.mine)
        self.assertEqual(self.done("sync", self.theirs), "copy.kiroku: 0 sent, 2 received\n")
        self.assertEqual(self.table(self.theirs), [["Himeji", "30"]])
        self.sql('ALTER TABLE "Sights" DISABLE TRIGGER USER')
        answer = self.kiroku("sync", self.theirs)
        self.assertIn('ALTER TABLE "public"."Sights" ENABLE TRIGGER USER', answer.errors)
        self.assertEqual(answer.status, 0)

    def test_looking_first(self) -> None:
        """Nothing is made in a database that was not shown, if it is asked for, and nothing that is there is replaced."""
        script = self.done("share", self.mine, self.address, "--print-sql", "--with", "guarded")
        self.assertEqual(self.sql("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'kiroku%'"), "0")
        self.sql("CREATE ROLE guarded_reader; " + script.replace('"guarded"', '"guarded_reader"'))
        self.assertEqual(self.sql("""SELECT has_table_privilege('guarded_reader', '"Sights"', 'UPDATE')"""), "t")
        answer = self.kiroku("share", self.mine, self.address)
        self.assertEqual(answer.status, 1)
        self.assertIn("Sights", answer.errors)
        answer = self.kiroku("join", self.address.replace("Sights", "other"), self.theirs)
        self.assertEqual(answer.status, 1)
        self.assertFalse(self.theirs.exists())

    def test_a_table_of_another_program(self) -> None:
        """It is kept in step, and nothing is made in its database."""
        self.sql("CREATE TABLE visits (place text PRIMARY KEY, visits integer CHECK (visits >= 0), seen timestamp DEFAULT now())")
        self.sql("INSERT INTO visits VALUES ('Himeji', 3, NULL), ('Nikko', 5, NULL)")
        before = self.sql("SELECT count(*) FROM pg_class")
        self.done("join", self.address.replace("Sights", "visits"), self.theirs)
        self.assertEqual(self.table(self.theirs), [["Himeji", "3", ""], ["Nikko", "5", ""]])
        self.changed(self.theirs, "place\tvisits\nHimeji\t30\nNikko\t-1\n", "--key", "place")
        self.sql("INSERT INTO visits (place, visits, seen) VALUES ('Nara', 1, NULL)")
        answer = self.kiroku("sync", self.theirs)
        # One edit that breaks a rule is refused as a whole.
        self.assertEqual(answer.status, 1)
        self.assertEqual(self.table(self.theirs)[-1], ["Nara", "1", ""])
        self.changed(self.theirs, "place\tvisits\nHimeji\t30\n", "--key", "place")
        self.done("sync", self.theirs)
        self.assertEqual(self.sql("SELECT visits FROM visits WHERE place = 'Himeji'"), "30")
        self.assertEqual(self.sql("SELECT count(*) FROM pg_class"), before)

    def test_a_copy_that_is_stopped(self) -> None:
        """What has come of a large table stays when the program is killed or stopped, and a terminal says how far it is."""
        self.sql("CREATE TABLE visits (id integer PRIMARY KEY, note text)")
        self.sql("INSERT INTO visits SELECT n, repeat('x', 600) FROM generate_series(1, 100000) n")
        part = self.home.directory / ".copy.kiroku.unfinished"
        self.home.environment["TERM"] = "xterm"
        shares: list[list[int]] = []
        for number in (signal.SIGKILL, signal.SIGINT):
            size = part.stat().st_size if part.exists() else 0
            screen, terminal = os.openpty()
            with command.start(self.home, "join", self.address.replace("Sights", "visits"), self.theirs, stderr=terminal) as process:
                wait_until("some of it has come", lambda: part.exists() and part.stat().st_size > size + 20_000_000)
                process.send_signal(number)
            self.assertEqual(process.returncode, -number)
            os.close(terminal)
            shares.append([int(found) for found in re.findall(r"(\d+) %", read_all(screen))])
        self.assertFalse(self.theirs.exists())
        # The second one has not begun with nothing.
        self.assertGreater(shares[1][0], 20)
        answer = self.kiroku("join", self.address.replace("Sights", "visits"), self.theirs)
        self.assertEqual((answer.status, answer.errors), (0, ""))
        self.assertEqual(len(self.table(self.theirs)), 100_000)
        self.assertEqual(self.done("sync", self.theirs), "copy.kiroku: 0 sent, 0 received\n")
        self.assertFalse(part.exists())

    def test_sharing_that_is_stopped(self) -> None:
        """It leaves nothing that is in the way of the next attempt: killed, stopped by the user, or without a line."""
        source = self.home.directory / "source.tsv"
        source.write_text("Place\tVisits\n" + "".join(f"Place {n} {'x' * 300}\t{n}\n" for n in range(200_000)), encoding="utf-8")
        self.done("import", source, "--into", self.mine, "--quiet")
        count = str(len(self.table(self.mine)))
        copying = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'COPY \"public\".\"Sights\"%' AND state = 'active'"
        for number in (signal.SIGKILL, signal.SIGINT):
            with command.start(self.home, "share", self.mine, self.address, "--quiet") as process:
                wait_until("records go there", lambda: self.sql(copying) == "1")
                process.send_signal(number)
            self.assertEqual(process.returncode, -number)
            self.assertEqual(self.sql("SELECT to_regclass('\"Sights\"') IS NULL"), "t")
        # Nobody is at the other end, but the server does not know.
        with command.start(self.home, "share", self.mine, self.address, "--quiet") as process:
            wait_until("records go there", lambda: self.sql(copying) == "1")
            process.send_signal(signal.SIGSTOP)
            self.addCleanup(process.kill)
            self.done("share", self.mine, self.address, "--quiet")
            process.kill()
        self.assertEqual(self.sql('SELECT count(*) FROM "Sights"'), count)
        self.assertEqual(self.sql("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'kiroku%'"), "1")
        self.assertEqual(self.done("sync", self.mine), "sights.kiroku: 0 sent, 0 received\n")

    def test_no_password_is_kept(self) -> None:
        """The password of an address is nowhere in the document."""
        self.done("share", self.mine, self.address + "&password=secret-word")
        self.assertNotIn(b"secret-word", self.mine.read_bytes())
        self.assertEqual(self.done("sync", self.mine), "sights.kiroku: 0 sent, 0 received\n")


class SharingHistory(SharingCase):
    """What was done before somebody joined."""

    def test_joined(self) -> None:
        """F6 shows in a copy what was done before the document was shared, and by another copy since; both go back."""
        self.changed(self.mine, "Place\tVisits\nHimeji\t4\n", "--key", "Place")
        self.done("share", self.mine, self.address)
        other = self.home.directory / "other.kiroku"
        self.done("join", self.address, other)
        self.changed(other, "Place\tVisits\nKinkaku-ji\t50\n", "--key", "Place")
        self.done("sync", other)
        self.done("join", self.address, self.theirs)
        with closing(sqlite3.connect(self.theirs)) as document:
            told = document.execute("SELECT count(*) FROM history WHERE what = 'set'").fetchone()
        self.assertEqual(told, (0,), "none of it is in the file")
        window = self.open(self.theirs)
        window.wait_for_subtitle("3 records · Saved for all")
        for row, (before, after) in enumerate((("3", "4"), ("5", "50"))):
            window.go_to(row, 1)
            window.keyboard.press("F6")
            entry = f"Visits: {before} → {after}"
            wait_for_equal("the history", lambda: self.entries(window), [entry])
            window.keyboard.press("Down", "alt+t")
            window.wait_for_cell(row, 1, before)
            wait_for_equal("the history", lambda: self.entries(window), [f"Visits: {after} → {before}", entry])
            window.keyboard.press("Escape")
            window.screen.wait_until_gone("table", "History")
        wait_until("it is on the server", lambda: self.sql('SELECT sum("Visits") FROM "Sights"') == "8")

    def test_away(self) -> None:
        """Without the server, F6 says that there is more, and shows it as soon as it is opened with the server there."""
        self.changed(self.mine, "Place\tVisits\nHimeji\t4\n", "--key", "Place")
        self.done("share", self.mine, self.address)
        self.done("join", self.address, self.theirs)
        self.sql("ALTER DATABASE sharing WITH ALLOW_CONNECTIONS false", database="postgres")
        window = self.open(self.theirs)
        wait_until("it is offline", lambda: "3 records · Offline since " in window.subtitle)
        window.go_to(0, 1)
        window.keyboard.press("F6")
        window.screen.find("label", "Earlier changes are on the server and are shown when it can be reached.")
        self.assertEqual(self.entries(window), [])
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("table", "History")
        self.sql("ALTER DATABASE sharing WITH ALLOW_CONNECTIONS true", database="postgres")
        window.keyboard.press("F6")
        wait_for_equal("the history", lambda: self.entries(window), ["Visits: 3 → 4"])
        wait_until(
            "how far back it goes is told",
            lambda: window.screen.look("label", lambda name: name.startswith("History starts "), window.window))

    def entries(self, window: CardsWindow) -> list[str]:
        """What the list says, the newest first."""
        return [row[0] for row in window.screen.table("History", window.window).rows()]


class SharingWindows(SharingCase):
    """A copy in a window, which is kept in step as long as it is open."""

    def setUp(self) -> None:
        """Shares the document, and makes a copy."""
        super().setUp()
        self.done("share", self.mine, self.address)
        self.done("join", self.address, self.theirs)

    def test_live(self) -> None:
        """What is edited goes to all, and what others send comes, by itself."""
        window = self.open(self.mine)
        window.wait_for_subtitle("3 records · Saved for all")
        self.changed(self.theirs, "Place\tVisits\nKinkaku-ji\t50\n", "--key", "Place")
        self.done("sync", self.theirs)
        window.wait_for_rows([["Himeji", "3"], ["Kinkaku-ji", "50"], ["奈良", ""]])
        window.enter(2, 1, "7")
        wait_until("the edit is on the server", lambda: self.sql('SELECT sum("Visits") FROM "Sights"') == "60")
        window.wait_for_subtitle("3 records · Saved for all")
        self.sql("""UPDATE "Sights" SET "Visits" = 8 WHERE "Visits" = 7""")
        window.wait_for_cell(2, 1, "8")

    def test_offline(self) -> None:
        """Without the server all goes on; when it is back, nothing is overwritten unseen."""
        window = self.open(self.mine)
        window.wait_for_subtitle("3 records · Saved for all")
        away = self.server.socket / "away"
        away.mkdir(exist_ok=True)
        socket = self.server.socket / f".s.PGSQL.{self.server.port}"
        self.addCleanup(lambda: (away / socket.name).exists() and (away / socket.name).rename(socket))
        self.sql("SELECT 1")
        socket.rename(away / socket.name)
        self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kiroku'", away)
        wait_until("it is offline", lambda: "3 records · Offline since " in window.subtitle)
        window.enter(0, 1, "30")
        wait_until("an edit waits", lambda: window.subtitle.endswith(", 1 to send"))
        self.sql("""UPDATE "Sights" SET "Visits" = 31 WHERE "Visits" = 3""", away)
        (away / socket.name).rename(socket)
        window.wait_for_subtitle("3 records · Saved for all · 1 conflict")
        window.wait_for_cell(0, 1, "31")
        self.assertIn("invalid-entry", window.cell(0, 1).states)

    def test_closing(self) -> None:
        """Closing does not wait for the server, and what waits is sent the next time."""
        self.sql("ALTER DATABASE sharing WITH ALLOW_CONNECTIONS false", database="postgres")
        window = self.open(self.mine)
        wait_until("it is offline", lambda: "3 records · Offline since " in window.subtitle)
        window.enter(0, 1, "30")
        wait_until("an edit waits", lambda: window.subtitle.endswith(", 1 to send"))
        window.program.quit()
        self.sql("ALTER DATABASE sharing WITH ALLOW_CONNECTIONS true", database="postgres")
        self.assertEqual(self.done("sync", self.mine), "sights.kiroku: 1 sent, 0 received\n")


class CopiedFile(SharingCase):
    """A copy of a shared document's file, which is open as well."""

    def test_both_in_step(self) -> None:
        """Each gets what the other one edits, and it is said that there are two."""
        self.done("share", self.mine, self.address)
        copied = self.home.directory / "copied.kiroku"
        shutil.copyfile(self.mine, copied)
        window = self.open(self.mine)
        window.wait_for_subtitle("3 records · Saved for all")
        window.keyboard.press("ctrl+o")
        FileChooser(window.program, "Open").open(copied)
        other = CardsWindow(window.program, "copied")
        Sheet(other, "Connect to the Server?").leave_by("Connect")
        other.wait_for_message("Another file on this computer is a copy of this document. Both are kept in sync as "
                               "separate copies.")
        other.wait_for_subtitle("3 records · Saved for all")
        other.enter(0, 1, "30")
        window.wait_for_cell(0, 1, "30")
        window.enter(1, 1, "50")
        other.wait_for_cell(1, 1, "50")
        self.assertEqual(self.sql('SELECT sum("Visits") FROM "Sights"'), "80")
