"""Sharing a document, and opening one that is shared, in the window."""

import sqlite3
from contextlib import closing
from pathlib import Path

from support.cards import CardsWindow
from support.comparing import Comparison
from support.complaints import PRINTERS
from support.desktop_dialog import FileChooser
from support.picture_file import png
from support.sheet import Sheet, VacantWindow
from support.waiting import wait_until
from test_print import pages_of
from test_sharing import SharingCase

ROWS = [["Himeji", "3"], ["Kinkaku-ji", "5"], ["奈良", ""]]


def choose(window: CardsWindow, command: str) -> None:
    """Chooses a command of the menu for servers."""
    window.choose("New" if command == "Open from a Server…" else "Document", command)


class SheetsCase(SharingCase):
    """What the tests have in common: a role with a password, and what is entered of the server."""

    def setUp(self) -> None:
        """Makes the role."""
        super().setUp()
        self.server.sql("DROP ROLE IF EXISTS guarded; CREATE ROLE guarded LOGIN PASSWORD 'right-secret'; "
                        "GRANT CREATE ON DATABASE sharing TO guarded")
        self.addCleanup(self.server.sql, "DROP DATABASE sharing WITH (FORCE); DROP ROLE guarded")
        self.sql("GRANT CREATE ON SCHEMA public TO guarded")

    def enter(self, sheet: Sheet, user: str = "kiroku") -> None:
        """Enters the parts of the address."""
        for name, text in {"Server": f"{self.server.socket}:{self.server.port}", "Database": "sharing", "User": user}.items():
            sheet.control("text", name).set_text(text)

    def begin_joining(self) -> tuple[CardsWindow, Sheet]:
        """The sheet “Open from a Server”, over a document of its own."""
        window = self.open(self.write("own.tsv", "A\n1\n"))
        window.wait_until_saved(1)
        choose(window, "Open from a Server…")
        return window, Sheet(window, "Open from a Server")


class Sharing(SheetsCase):
    """Share This Document…"""

    def test_with_password(self) -> None:
        """A password is asked for when the server does; nothing is made before the SQL was shown; then the window goes on."""
        window = self.open(self.mine)
        window.wait_until_saved(3)
        choose(window, "Share This Document…")
        sheet = Sheet(window, "Share This Document")
        self.enter(sheet, user="guarded")
        sheet.press("Connect…")
        sheet.wait_for_text(f"The server at {self.server.socket} asks for a password.")
        password = sheet.control("password text", "Password")
        password.set_text("wrong-secret")
        sheet.press("Connect…")
        sheet.wait_for_text(f"The server at {self.server.socket} does not accept the password.")
        password.set_text("right-secret")
        sheet.press("Connect…")
        sheet.control("text", "Table").set_text("My sights")
        text = sheet.control("text", "The SQL")
        wait_until("the SQL is shown", lambda: 'CREATE TABLE "public"."My sights"' in text.text)
        self.assertEqual(self.sql("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'kiroku%'"), "0")
        shown = text.text.split("\n", 1)[0].removeprefix("CREATE SCHEMA ").rstrip(";")
        sheet.press("Share")
        sheet.wait_until_gone()
        window.wait_for_subtitle("3 records · Saved for all")
        self.assertEqual(self.sql("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kiroku%'"), shown)
        window.enter(2, 1, "7")
        wait_until("the edit is on the server", lambda: self.sql('SELECT sum("Visits") FROM "My sights"') == "15")
        window.wait_for_subtitle("3 records · Saved for all")
        self.assertNotIn(b"right-secret", self.mine.read_bytes())

    def test_refused(self) -> None:
        """What the server refuses is told; what was entered stays, and the document is as before."""
        self.sql("REVOKE CREATE ON SCHEMA public FROM PUBLIC, guarded; CREATE TABLE \"Sights\" (a integer)")
        window = self.open(self.mine)
        window.wait_until_saved(3)
        choose(window, "Share This Document…")
        sheet = Sheet(window, "Share This Document")
        sheet.control("text", "Server").set_text(f"postgresql://kiroku@/nowhere?host={self.server.socket}&port={self.server.port}")
        sheet.press("Connect…")
        sheet.wait_for_text("The server has no database “nowhere”.")
        self.assertEqual(sheet.control("text", "Server").text, f"{self.server.socket}:{self.server.port}")
        sheet.control("text", "Database").set_text("sharing")
        sheet.press("Connect…")
        table = sheet.control("text", "Table")
        wait_until("a name is proposed", lambda: table.text == "sights")
        table.set_text("Sights")
        sheet.press("Share")
        sheet.wait_for_text("The database already has a table “Sights”. Choose another name.")
        self.assertEqual(table.text, "Sights")
        sheet.leave_by("Cancel")
        window.wait_until_saved(3)
        self.assertEqual(self.sql("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'kiroku%'"), "0")

    def test_roles(self) -> None:
        """Those who are ticked may use the table."""
        window = self.open(self.mine)
        window.wait_until_saved(3)
        choose(window, "Share This Document…")
        sheet = Sheet(window, "Share This Document")
        self.enter(sheet)
        sheet.press("Connect…")
        sheet.control("check box", "guarded").press()
        sheet.press("Share")
        sheet.wait_until_gone()
        window.wait_for_subtitle("3 records · Saved for all")
        self.assertEqual(self.sql("""SELECT has_table_privilege('guarded', 'sights', 'UPDATE')"""), "t")

    def test_keep_here(self) -> None:
        """The document becomes one of its own again; what was not sent is asked about."""
        self.done("share", self.mine, self.address)
        window = self.open(self.mine)
        window.wait_for_subtitle("3 records · Saved for all")
        self.sql("ALTER DATABASE sharing WITH ALLOW_CONNECTIONS false", database="postgres")
        self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'sharing'", database="postgres")
        wait_until("it is offline", lambda: "3 records · Offline since " in window.subtitle)
        window.enter(0, 1, "30")
        wait_until("an edit waits", lambda: window.subtitle.endswith(", 1 to send"))
        choose(window, "Keep a Copy Here…")
        sheet = Sheet(window, "Keep a copy here and stop sharing it?")
        sheet.wait_for_text("1 edit has not been sent.")
        sheet.leave_by("Keep Sharing")
        self.assertIn("Shared:", self.done("info", self.mine))
        choose(window, "Keep a Copy Here…")
        Sheet(window, "Keep a copy here and stop sharing it?").leave_by("Stop Without Sending")
        window.wait_until_saved(3)
        self.assertNotIn("Shared:", self.done("info", self.mine))
        window.wait_for_rows([["Himeji", "30"], *ROWS[1:]])


class Joining(SheetsCase):
    """Open from a Server…"""

    def setUp(self) -> None:
        """Shares the document."""
        super().setUp()
        self.done("share", self.mine, self.address)
        self.sql("CREATE TABLE \"An other\" (a integer)")

    def open_copy(self, address: str, table: str) -> CardsWindow:
        """The copy of a table that an address names."""
        window, sheet = self.begin_joining()
        sheet.control("text", "Server").set_text(address)
        sheet.press("Connect…")
        tables = sheet.control("combo box", "Table")
        wait_until("the table of the address is chosen", lambda: tables.chosen == table)
        sheet.press("Open")
        return CardsWindow(window.program, table)

    def test_joining(self) -> None:
        """The tables are listed, and the chosen one opens, from a copy."""
        window, sheet = self.begin_joining()
        self.enter(sheet)
        sheet.press("Connect…")
        tables = sheet.control("combo box", "Table")
        wait_until("the shared table is chosen", lambda: tables.chosen == "Sights")
        sheet.wait_for_text("A shared document with about 3 records.")
        tables.choose(1)
        sheet.wait_for_text("A table from another program.")
        tables.choose(0)
        sheet.press("Open")
        copy = CardsWindow(window.program, "Sights")
        copy.wait_for_subtitle("3 records · Saved for all")
        copy.wait_for_rows(ROWS)
        self.assertTrue((self.home.documents / "Sights.kiroku").exists())

    def test_part(self) -> None:
        """Only a part of a table can be kept, and about how large it is is shown before."""
        self.sql('ANALYZE "Sights"')
        window, sheet = self.begin_joining()
        self.enter(sheet)
        sheet.press("Connect…")
        sheet.control("combo box", "Records").choose(1)
        condition = sheet.control("text", "Only records where")
        condition.set_text("Visits >")
        sheet.wait_for_text("Condition “Visits >”")
        condition.set_text("Visits > 3")
        sheet.wait_for_text(" of ≈ 3 records")
        sheet.press("Open")
        copy = CardsWindow(window.program, "Sights")
        copy.wait_for_subtitle("1 record · Saved for all")
        copy.wait_for_rows([["Kinkaku-ji", "5"]])
        self.sql("""UPDATE "Sights" SET "Visits" = "Visits" + 2""")
        copy.wait_for_rows([["Himeji", "5"], ["Kinkaku-ji", "7"]])

    def test_other_programs_table(self) -> None:
        """A table of another program opens in the same way, and what is edited arrives there."""
        self.sql("DROP TABLE \"An other\"; CREATE TABLE plain (id integer PRIMARY KEY, name text); INSERT INTO plain VALUES (1, 'one')")
        copy = self.open_copy(self.address.replace("Sights", "plain"), "plain")
        copy.wait_for_subtitle("1 record · Saved for all")
        copy.enter(0, 1, "first")
        wait_until("the edit is on the server", lambda: self.sql("SELECT name FROM plain") == "first")

    def test_named_key(self) -> None:
        """A view without a key is edited by the one that its address names, if that tells the records apart."""
        self.sql("CREATE TABLE shelf (place text, pieces integer); INSERT INTO shelf VALUES ('Nara', 3), ('Uji', 3)")
        self.sql("CREATE VIEW stock AS SELECT place, pieces FROM shelf")
        stock = self.address.replace("Sights", "stock")
        self.assertIn("The view does not show the key of a single table.", self.done("info", stock))
        answer = self.done("info", stock + "&key=pieces")
        self.assertIn("The key fields in the address are the same in several records.", answer)
        copy = self.open_copy(stock + "&key=place", "stock")
        copy.wait_for_subtitle("2 records · Saved for all")
        copy.enter(1, 1, "5")
        wait_until("the edit is on the server", lambda: self.sql("SELECT pieces FROM shelf WHERE place = 'Uji'") == "5")

    def test_values_of_another_table(self) -> None:
        """A number that stands for a record of another table is found by the name there."""
        self.sql("CREATE TABLE cities (id integer PRIMARY KEY, name text); INSERT INTO cities VALUES (3, 'Nara'), (12, 'Kyoto')")
        self.sql("CREATE TABLE visits (id integer PRIMARY KEY, city integer REFERENCES cities); INSERT INTO visits VALUES (1, 3)")
        self.done("join", self.address.replace("Sights", "visits"), self.theirs)
        window = self.open(self.theirs)
        window.wait_for_subtitle("1 record · Saved for all")
        window.enter(0, 1, "ky")
        wait_until("the edit is on the server", lambda: self.sql("SELECT city FROM visits") == "12")

    def test_address(self) -> None:
        """An address opens the sheet, filled in; once there is a copy, it opens that."""
        program = self.start(self.address)
        sheet = Sheet(VacantWindow(program), "Open from a Server")
        sheet.press("Connect…")
        sheet.press("Open")
        copy = CardsWindow(program, "Sights")
        copy.wait_for_subtitle("3 records · Saved for all")
        program.quit()
        again = CardsWindow(self.start(self.address), "Sights")
        again.wait_for_subtitle("3 records · Saved for all")
        self.assertEqual([path.name for path in self.home.documents.glob("*.kiroku")], ["Sights.kiroku"])

    def test_address_with_password(self) -> None:
        """A password in an address is warned of, in the terminal and in the window, and kept nowhere."""
        secret = "seen-by-all"
        address = self.address.replace("user=kiroku", f"user=kiroku&password={secret}")
        program = self.start(address)
        sheet = Sheet(VacantWindow(program), "Open from a Server")
        sheet.press("Connect…")
        sheet.wait_for_text("anyone on this computer can see the password")
        sheet.press("Open")
        copy = CardsWindow(program, "Sights")
        copy.wait_for_subtitle("3 records · Saved for all")
        self.assertEqual(program.log.count("anyone on this computer can see the password"), 1)
        self.assertNotIn(secret, program.log)
        self.sql('DROP TABLE "Sights" CASCADE')
        copy.enter(0, 1, "30")
        wait_until("an error is told", lambda: "Offline" in copy.subtitle)
        program.quit()
        self.assertNotIn(secret, program.log)
        for path in self.home.directory.rglob("*"):
            if path.is_file():
                self.assertNotIn(secret.encode(), path.read_bytes(), path)
        for words in (["join", address.replace("Sights", "gone"), "x.kiroku"], ["info", address.replace("Sights", "gone")],
                      [address.replace("table=", "unknown=")]):
            answer = self.kiroku(*words)
            self.assertNotEqual(answer.status, 0)
            self.assertNotIn(secret, answer.errors)


class Presence(SheetsCase):
    """Who else has the document open."""

    def test_two_windows(self) -> None:
        """Each window shows that there is another one, and its cell, until that one closes."""
        self.done("share", self.mine, self.address)
        self.done("join", self.address, self.theirs)
        mine = self.open(self.mine)
        mine.wait_for_subtitle("3 records · Saved for all")
        self.assertNotIn("here", mine.cell(1, 1).description)
        self.start(self.theirs).wait_for_end()  # the program that runs already takes it
        theirs = CardsWindow(mine.program, "copy")
        theirs.wait_for_subtitle("3 records · Saved for all")
        theirs.keyboard.activate("copy")
        theirs.go_to(1, 1)
        wait_until("the other is in the cell", lambda: mine.cell(1, 1).description.endswith(" is here"))
        name = mine.cell(1, 1).description.removesuffix(" is here")

        def tells_name() -> bool:
            """Whether the header bar does: by the name, or where that has no room by a number, with the name beside it."""
            return any(node.role == "label" and node.description == f"Also here:\n{name}"
                       for node in mine.window.scrolled_descendants() if "showing" in node.states)

        wait_until("the header bar tells the name", tells_name)
        theirs.keyboard.press("ctrl+w")
        wait_until("the other has gone", lambda: "here" not in mine.cell(1, 1).description)
        wait_until("the header bar no longer does", lambda: not tells_name())


class Pictures(SheetsCase):
    """Pictures that are on the server alone, where they are needed."""

    def setUp(self) -> None:
        """Shares a document with two pictures, and makes a copy that has none of them yet."""
        super().setUp()
        folder = self.home.directory / "photos"
        folder.mkdir()
        (folder / "castle.png").write_bytes(png(8, 6))
        (folder / "gate.png").write_bytes(png(6, 8))
        source = self.write("photos.tsv", "Place\tPhoto\nHimeji\tcastle.png\nNikko\tgate.png\n")
        shared = self.home.directory / "photos.kiroku"
        self.done("import", source, "--into", shared, "--pictures", folder, "--quiet")
        address = self.address.replace("Sights", "Photos")
        self.done("share", shared, address)
        self.done("join", address, self.theirs)

    def go_away(self) -> None:
        """Has the copy look for its server where there is none."""
        with closing(sqlite3.connect(self.theirs)) as document, document:
            document.execute("UPDATE properties SET value = replace(value, '/sharing?', '/elsewhere?') WHERE name = 'shared'")
        self.assertEqual(self.kiroku("sync", self.theirs, "--allow-connection").status, 2)

    def print_cards(self, window: CardsWindow) -> tuple[Sheet, Path]:
        """Saves the records as cards in a PDF file."""
        window.program.known_complaints += PRINTERS
        window.table.grab_focus()
        window.keyboard.press("ctrl+p")
        sheet = Sheet(window, "Print")
        sheet.control("combo box", "Layout").choose(1)
        path = self.home.directory / "cards.pdf"
        sheet.press("Save as PDF…")
        FileChooser(window.program, "Save as PDF").save(path)
        return sheet, path

    def test_printing(self) -> None:
        """They are fetched, and nothing is said of it."""
        window = self.open(self.theirs)
        window.wait_for_subtitle("2 records · Saved for all")
        sheet, path = self.print_cards(window)
        sheet.wait_until_gone()
        window.wait_for_message(f"Saved 1 page to {path}.")
        self.assertNotIn("castle.png", pages_of(path)[0])
        self.assertEqual(self.count_pictures(self.theirs), 2)

    def test_printing_without_server(self) -> None:
        """It is said how many do not come; who wants it so gets pages that say where they are missing."""
        self.go_away()
        window = self.open(self.theirs)
        wait_until("it is offline", lambda: "Offline" in window.subtitle)
        sheet, path = self.print_cards(window)
        sheet.wait_for_text("The picture “castle.png” and 1 other are on the server, which cannot be reached at the moment.")
        self.assertFalse(path.exists())
        sheet.press("Continue Without These Pictures")
        sheet.wait_until_gone()
        window.wait_for_message(f"Saved 1 page to {path}. 2 pictures are not on this computer and are printed as frames.")
        for name in ("castle.png", "gate.png"):
            self.assertIn(f"“{name}” is missing.", pages_of(path)[0])

    def keep_here(self, window: CardsWindow) -> Sheet:
        """Ends the sharing, as far as the pictures let it."""
        choose(window, "Keep a Copy Here…")
        sheet = Sheet(window, "Keep a copy here and stop sharing it?")
        sheet.press("Keep a Copy")
        return sheet

    def test_keep_here(self) -> None:
        """They are fetched before the sharing ends."""
        window = self.open(self.theirs)
        window.wait_for_subtitle("2 records · Saved for all")
        self.keep_here(window).wait_until_gone()
        window.wait_for_message("The document is no longer shared. It exists only on this computer now.")
        self.assertEqual(self.count_pictures(self.theirs), 2)
        self.assertNotIn("Shared:", self.done("info", self.theirs))

    def test_keep_here_without_server(self) -> None:
        """It is said how many do not come, and the document stays shared, unless that is wanted without them."""
        self.go_away()
        window = self.open(self.theirs)
        wait_until("it is offline", lambda: "Offline" in window.subtitle)
        sheet = self.keep_here(window)
        sheet.wait_for_text("The picture “castle.png” and 1 other are on the server, which cannot be reached at the moment.")
        sheet.leave_by("Cancel")
        self.assertIn("Shared:", self.done("info", self.theirs))
        sheet = self.keep_here(window)
        sheet.press("Stop Without These Pictures")
        sheet.wait_until_gone()
        window.wait_for_message("The document is no longer shared. It exists only on this computer now.")
        window.wait_for_rows([["Himeji", "castle.png"], ["Nikko", "gate.png"]])

    def compare(self) -> tuple[CardsWindow, Comparison]:
        """Compares a document of one's own with the copy."""
        own, folder = self.home.directory / "own.kiroku", self.home.directory / "own photos"
        folder.mkdir()
        (folder / "deer.png").write_bytes(png(7, 7))
        self.done("import", self.write("own.tsv", "Place\tPhoto\nNara\tdeer.png\n"), "--into", own, "--pictures", folder, "--quiet")
        window = self.open(own)
        window.wait_until_saved(1)
        sheet = Comparison(window)
        sheet.choose_file(self.theirs)
        wait_until("the differences are shown", lambda: sheet.differences.row_count > 0)
        return window, sheet

    def test_comparing(self) -> None:
        """Those that are taken over are fetched, and come along."""
        window, sheet = self.compare()
        sheet.press("Copy All")
        sheet.wait_for_text("You can undo this.")
        sheet.leave_by("Close")
        window.wait_until_saved(2)
        window.wait_for_cell(1, 1, "gate.png")
        self.assertEqual(self.count_pictures(self.home.directory / "own.kiroku"), 3)

    def test_comparing_without_server(self) -> None:
        """It is said how many do not come, and nothing is taken over."""
        self.go_away()
        window, sheet = self.compare()
        sheet.press("Copy All")
        sheet.wait_for_text("The picture “castle.png” and 1 other are on the server, which cannot be reached at the moment.")
        sheet.leave_by("Close")
        self.assertEqual(self.table(self.home.directory / "own.kiroku"), [["Nara", "deer.png"]])
