"""A table that is looked at in its server, in the window."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support import clipboard, mouse
from support.cards import CardsWindow
from support.complaints import PRINTERS
from support.desktop_dialog import FileChooser
from support.program import Program
from support.sheet import Sheet, VacantWindow
from support.waiting import wait_until
from test_print import pages_of
from test_sharing import SharingCase

COUNT = 30_000
LOOKED_AT = "On the server, read-only · "


class LookingCase(SharingCase):
    """A table of another program, and a window in which it is looked at."""

    def setUp(self) -> None:
        """Makes the table."""
        super().setUp()
        self.sql(f"""
            CREATE TABLE big (id integer PRIMARY KEY, name text, visits integer, "done" boolean);
            INSERT INTO big SELECT i, 'Sight ' || lpad((i * 7 % {COUNT})::text, 5, '0'), nullif(i % 100, 0), i % 2 = 0
            FROM generate_series(1, {COUNT}) AS i;
            CREATE INDEX ON big (name, id); ANALYZE big""")
        self.addCleanup(self.server.sql, "ALTER DATABASE sharing ALLOW_CONNECTIONS true")

    def begin(self, table: str = "big") -> tuple[Program, Sheet]:
        """Opens the table from the command line, which any program could do: so it is asked first."""
        program = self.start(self.address.replace("Sights", table))
        sheet = Sheet(VacantWindow(program), "Open from a Server")
        sheet.wait_for_text(
            "This address came from the command line or another program. Connect only if you trust the server.")
        sheet.press("Connect…")
        return program, sheet

    def look(self, table: str = "big", count: str = "30,000 records") -> CardsWindow:
        """Opens the table from the command line, and chooses to look at it."""
        program, sheet = self.begin(table)
        sheet.control("combo box", "Records").choose(2)
        sheet.wait_for_text(
            "Nothing is copied: records are loaded from the server as you view them, and cannot be edited.")
        sheet.press("Open")
        window = CardsWindow(program, table)
        self.wait_for_subtitle(window, count)
        return window

    def press_header(self, window: CardsWindow, column: int) -> None:
        """Sorts by a field; while the number of records becomes known, the headers are other ones now and then."""
        wait_until("the header is there", lambda: window.table.heading(column)).press()

    def wait_for_subtitle(self, window: CardsWindow, count: str) -> None:
        """Waits until the line below the title says so, the number guessed or not."""
        texts = window.screen.words.spoken(LOOKED_AT + count) | window.screen.words.spoken(f"{LOOKED_AT}≈ {count}")

        def is_said() -> bool:
            self.go_on_if_asked(window)
            return any(node.role == "label" and node.name in texts for node in window.window.scrolled_descendants())

        wait_until(f"the subtitle says {count}", is_said, describe=window.screen.dump)

    def wait_for_cell(self, window: CardsWindow, row: int, column: int, text: str) -> None:
        """Waits until a cell shows this."""

        def is_shown() -> bool:
            self.go_on_if_asked(window)
            return window.cell(row, column).name == text

        wait_until(f"row {row} shows {text}", is_shown, describe=window.screen.dump)

    def go_on_if_asked(self, window: CardsWindow) -> None:
        """Goes on with what takes long: on a busy machine, that is anything that the server does."""
        if go_on := window.screen.look_named("push button", "Continue", window.window):
            go_on.press()


class Looking(LookingCase):
    """Open from a Server…, Look at it in the server."""

    def wait_for_first(self, window: CardsWindow, text: str) -> None:
        """Waits until the first row has this name."""
        self.wait_for_cell(window, 0, 1, text)

    def test_scrolling(self) -> None:
        """Records come as they are looked at: the first, the last, and those in between."""
        window = self.look()
        window.wait_for_cell(0, 0, "1")
        window.table.grab_focus()
        window.keyboard.press("ctrl+End")
        wait_until("the last record is here", lambda: window.cell(window.table.row_count - 1, 0).name == str(COUNT))
        window.keyboard.press("Prior", "Prior", "Prior")
        window.keyboard.press("ctrl+Home")
        window.wait_for_cell(0, 0, "1")
        window.keyboard.press(*["Next"] * 20)
        wait_until("what is in sight is here", lambda: window.cell(400, 0).name == "401")
        window.keyboard.press("x")
        window.wait_for_message("You are viewing this table on the server. To edit records, keep a part of it here. Nothing was changed.")

    def test_values_of_cells(self) -> None:
        """The menu of a cell has the server search for its value, or leave it out; so the bar says."""
        window = self.look()
        window.wait_for_cell(1, 2, "2")
        window.go_to(1, 2)
        window.keyboard.press("Menu")
        window.screen.find("menu item", "Show Only This Value").press()
        window.screen.find("push button", "Values: 2", window.window)
        self.wait_for_cell(window, 1, 0, "102")
        window.go_to(1, 1)
        window.keyboard.press("Menu")
        window.screen.find("menu item", "Hide This Value").press()
        self.wait_for_cell(window, 1, 0, "202")
        window.screen.find("push button", "Values: Sight 00714", window.window)

    def test_values_of_fields(self) -> None:
        """The values of a field cannot be listed, as most are on the server; the menu of a header and the key say why."""
        window = self.look()
        window.wait_for_cell(1, 2, "2")
        window.go_to(1, 2)
        reason = "This needs all records, but only the visible ones are loaded. "
        window.keyboard.press("ctrl+shift+l")
        window.wait_for_message(reason + "Choose Document → Keep a Part Here… first.")
        window.keyboard.press("alt+Down")
        item = window.screen.find("menu item", "Filter by Values…")
        self.assertNotIn("sensitive", item.states)
        self.assertIn(reason, item.description)
        window.keyboard.press("Escape")

    def test_order_and_search(self) -> None:
        """A header sorts by an index; a condition is answered by the server, and what it cannot answer is said."""
        window = self.look()
        self.press_header(window, 1)
        self.wait_for_first(window, "Sight 00000")
        self.press_header(window, 1)
        self.wait_for_first(window, "Sight 29999")
        window.table.grab_focus()
        window.keyboard.press("ctrl+f")
        entry = window.screen.find("text", "Compared with", window.window)
        entry.set_text("Sight 0001")
        window.press("Search")
        self.wait_for_subtitle(window, "10 found")
        self.wait_for_first(window, "Sight 00019")
        entry.set_text("")
        window.press("Show All")
        self.wait_for_subtitle(window, "30,000 records")

    def test_impatience(self) -> None:
        """A second click before the first order has come turns it round, and a search goes on from what was asked for."""
        window = self.look()
        window.wait_for_cell(0, 0, "1")
        with self.locked():
            self.press_header(window, 1)
            self.wait_for_waiting()
            self.press_header(window, 1)
            self.wait_for_waiting()
        self.wait_for_first(window, "Sight 29999")
        with self.locked():
            self.press_header(window, 2)
            self.wait_for_waiting()
            window.table.grab_focus()
            window.keyboard.press("ctrl+f")
            window.screen.find("text", "Compared with", window.window).set_text("Sight 0001")
            window.press("Search")
            self.wait_for_waiting()
        self.wait_for_subtitle(window, "10 found")
        rows = [window.cell(row, 2).name for row in range(10)]
        self.assertEqual(rows, sorted(rows, key=int))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lets nobody read the table meanwhile."""
        psql = [self.server.programs / "psql", "-X", "-q", "-h", self.server.socket, "-p", str(self.server.port), "-U", "kiroku",
                "sharing"]
        with subprocess.Popen(psql, stdin=subprocess.PIPE, text=True) as other:
            assert other.stdin
            other.stdin.write("BEGIN; LOCK TABLE big IN ACCESS EXCLUSIVE MODE;\n")
            other.stdin.flush()
            wait_until("nobody can read it", lambda: self.sql(
                "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'big'::regclass AND granted") == "1")
            yield
            other.stdin.close()

    def wait_for_waiting(self) -> None:
        """Waits until the window waits for the table."""
        wait_until("the window waits", lambda: self.sql("SELECT count(*) FROM pg_locks WHERE NOT granted") != "0")

    def test_several_fields(self) -> None:
        """Shift and a click add a field to the order, each in a direction of its own."""
        window = self.look()
        self.press_header(window, 3)
        self.wait_for_cell(window, 1, 0, "3")
        mouse.click(window.table.heading(2), holding="shift")
        self.wait_for_cell(window, 1, 0, "101")
        mouse.click(window.table.heading(2), holding="shift")
        self.wait_for_cell(window, 0, 0, "29999")
        self.wait_for_cell(window, 1, 0, "29899")
        window.table.grab_focus()
        window.keyboard.press("ctrl+End")
        wait_until("the last record is here", lambda: window.cell(window.table.row_count - 1, 0).name == "100")

    def test_without_key(self) -> None:
        """What has no key is looked at all the same, and it is said what that means."""
        self.sql("CREATE TABLE pile AS SELECT id / 2 AS id, name FROM big; ANALYZE pile")
        window = self.look("pile")
        window.wait_for_message(
            "You are viewing this table on the server. To edit records, keep a part of it here. This table has "
            "no key. Records appear in the server’s order and may move when they change.")
        window.table.grab_focus()
        window.keyboard.press("ctrl+End")
        wait_until("the last record is here", lambda: window.cell(window.table.row_count - 1, 0).name == "15000")

    def test_view_without_key(self) -> None:
        """Of a view, records that are equal are shown as often as they are there."""
        self.sql("CREATE VIEW named AS SELECT name FROM big UNION ALL SELECT 'Same' FROM generate_series(1, 300)")
        window = self.look("named", "30,300 records")
        window.wait_for_cell(1, 0, "Same")
        window.table.grab_focus()
        window.keyboard.press(*["Next"] * 20)
        wait_until("what is in sight is here", lambda: window.cell(300, 0).name == "Sight 00000")
        self.assertEqual(window.cell(299, 0).name, "Same")

    def test_slow_order(self) -> None:
        """What takes the server long is asked about before, and nothing is done if it is declined."""
        self.sql("UPDATE pg_class SET reltuples = 50000000 WHERE relname IN ('big', 'big_pkey', 'big_name_id_idx')")
        program, sheet = self.begin()
        sheet.press("Open")  # there are said to be too many to be kept
        window = CardsWindow(program, "big")
        window.wait_for_cell(0, 2, "1")
        question = "This takes the server a long time. Continue?"
        self.press_header(window, 2)
        Sheet(window, question).leave_by("Cancel")
        window.wait_for_cell(0, 0, "1")
        self.press_header(window, 2)
        Sheet(window, question).leave_by("Continue")
        window.wait_for_cell(1, 0, "101")

    def test_copying(self) -> None:
        """Selected records are copied, those between that were never in sight included."""
        window = self.look()
        window.wait_for_cell(0, 0, "1")
        window.table.grab_focus()
        window.keyboard.press("ctrl+Home", "ctrl+shift+End", "ctrl+c")
        window.wait_for_message(f"Copied {COUNT * 4:,} cells to the clipboard.")
        lines = clipboard.read().splitlines()
        self.assertEqual(len(lines), COUNT + 1)  # the names of the fields as well
        self.assertTrue(lines[-1].startswith(f"{COUNT}\t"))

    def test_what_does_not_work(self) -> None:
        """Whoever tries what takes records that are here is told why it does not work, and what to do."""
        window = self.look()
        for key, text in (
                ("F9", "This needs all records, but only the visible ones are loaded. "
                 "Choose Document → Keep a Part Here… first."),
                ("ctrl+h", "Records on the server cannot be edited. "
                 "To edit some of them, choose Document → Keep a Part Here…."),
                ("F6", "A table from another program has no history here.")):
            window.keyboard.press(key)
            window.wait_for_message(text)

    def test_printing(self) -> None:
        """What is found is printed, also what was never in sight; the form is remembered as long as the window is open."""
        window = self.look()
        window.program.known_complaints += PRINTERS
        window.keyboard.press("ctrl+f")
        window.screen.find("text", "Compared with", window.window).set_text("Sight 001")
        window.press("Search")
        self.wait_for_subtitle(window, "100 found")
        window.table.grab_focus()
        for chooses in (True, False):
            window.keyboard.press("ctrl+p")
            sheet = Sheet(window, "Print")
            self.assertIn(sheet.control("combo box", "Records").chosen, window.screen.words.spoken("100 records"))
            layout = sheet.control("combo box", "Layout")
            if chooses:
                layout.choose(1)
            self.assertIn(layout.chosen, window.screen.words.spoken("Cards"))
            path = self.home.directory / f"found {chooses}.pdf"
            sheet.press("Save as PDF…")
            FileChooser(window.program, "Save as PDF").save(path)
            sheet.wait_until_gone()
            text = "".join(pages_of(path))
            for number in range(100, 200):
                self.assertIn(f"Sight 00{number}", text)

    def test_export(self) -> None:
        """All that is found is exported, what was never in sight included."""
        window = self.look()
        window.keyboard.press("ctrl+shift+e")
        sheet = Sheet(window, "Export")
        self.assertIn("30,000 records", sheet.control("combo box", "Records").chosen)
        path = self.export(window, sheet, "all.tsv")
        window.wait_for_message(f"Exported 30,000 records to {path}.")
        lines = path.read_text().splitlines()
        self.assertEqual([lines[0], lines[1], lines[-1]],
                         ["id\tname\tvisits\tdone", "1\tSight 00007\t1\tfalse", "30000\tSight 00000\t\ttrue"])
        self.assertEqual(len(lines), COUNT + 1)
        window.keyboard.press("ctrl+f")
        window.screen.find("text", "Compared with", window.window).set_text("Sight 0001")
        window.press("Search")
        self.wait_for_subtitle(window, "10 found")
        window.keyboard.press("ctrl+shift+e")
        sheet = Sheet(window, "Export")
        sheet.control("combo box", "Format").choose(2)
        path = self.export(window, sheet, "found.json")
        window.wait_for_message(f"Exported 10 records to {path}.")
        self.assertEqual({record["name"] for record in json.loads(path.read_text())},
                         {f"Sight 000{number}" for number in range(10, 20)})

    def export(self, window: CardsWindow, sheet: Sheet, name: str) -> Path:
        """Exports to a file; returns its path."""
        path = self.home.directory / name
        sheet.press("Export…")
        FileChooser(window.program, "Export").save(path)
        sheet.wait_until_gone()
        return path

    def test_server_lost(self) -> None:
        """What was read stays; the window says what is wrong, and goes on when the server is there again."""
        window = self.look()
        window.wait_for_cell(0, 0, "1")
        self.sql("ALTER DATABASE sharing ALLOW_CONNECTIONS false", database="postgres")
        self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'sharing'", database="postgres")
        window.table.grab_focus()
        window.keyboard.press("ctrl+End")
        wait_until("Try Again is there", lambda: "showing" in window.button("Try Again").states)
        self.sql("ALTER DATABASE sharing ALLOW_CONNECTIONS true", database="postgres")

        def goes_on() -> bool:
            """Whether the last record is here; the first attempt may still meet the old connection."""
            button = window.screen.look("push button", "Try Again".__eq__, window.window)
            if button and "showing" in button.states:
                button.press()
            return window.cell(window.table.row_count - 1, 0).name == str(COUNT)

        wait_until("it goes on", goes_on)
        window.keyboard.press("ctrl+Home")
        window.wait_for_cell(0, 0, "1")

    def test_reloading(self) -> None:
        """F5 shows what others have changed."""
        window = self.look()
        self.wait_for_first(window, "Sight 00007")
        self.sql("UPDATE big SET name = 'Himeji' WHERE id = 1")
        window.table.grab_focus()
        window.keyboard.press("F5")
        self.wait_for_first(window, "Himeji")

    def test_keeping_a_part(self) -> None:
        """A part of the table becomes a copy here, by a condition."""
        window = self.look()
        window.choose("Document", "Keep a Part Here…")
        sheet = Sheet(window, "Open from a Server")
        sheet.control("text", "Only records where").set_text("visits = 7 and id < 1000")
        sheet.press("Open")
        wait_until("the copy is there", lambda: (self.home.documents / "big.kiroku").exists())
        copy = CardsWindow(window.program, "big")
        standings = window.screen.words.spoken("10 records · Saved for all")
        wait_until("it has its records", lambda: any(text in window.screen.dump() for text in standings),
                   describe=window.screen.dump)
        self.assertIsNotNone(copy)

    def test_too_large_to_keep(self) -> None:
        """Beyond the limit, looking at it is what is proposed."""
        self.sql("UPDATE pg_class SET reltuples = 6000000 WHERE relname = 'big'")
        program, sheet = self.begin()
        sheet.wait_for_text("A table from another program with about 6,000,000 records.")
        sheet.wait_for_text("the limit is 5,000,000 records or 1 GB")
        self.assertEqual(sheet.control("combo box", "Records").chosen, "View it on the server")
        sheet.leave_by("Cancel")


class Slow(LookingCase):
    """What takes the server so long that it is given up: the window stays usable, and the server stops."""

    def setUp(self) -> None:
        """Makes a view of the table in which each value of a column takes its time."""
        super().setUp()
        self.sql("""
            CREATE FUNCTION slowly(value integer) RETURNS integer STABLE LANGUAGE plpgsql
            AS 'BEGIN PERFORM pg_sleep(0.002); RETURN value; END';
            CREATE VIEW slow AS SELECT id, name, slowly(visits) AS visits FROM big""")

    def working(self) -> int:
        """How many statements the server is at for the window."""
        return int(self.sql("""
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = 'sharing' AND state = 'active' AND query LIKE '%looked%' AND pid <> pg_backend_pid()"""))

    def give_up(self, window: CardsWindow) -> None:
        """Presses Cancel while the server works, after what is here has been used, and waits until the server stops."""
        cancel = wait_until("Cancel is there", lambda: window.screen.look_named("push button", "Cancel", window.window))
        wait_until("the server is at it", lambda: self.working() == 1)
        window.go_to(2, 0)
        window.keyboard.press("Down")
        window.wait_for_cursor(3, 0)
        self.assertEqual(self.working(), 1)
        cancel.press()
        window.wait_for_message("Stopped. The previous records are still shown.")
        wait_until("the server has stopped", lambda: self.working() == 0)
        window.screen.wait_until_gone("push button", "Cancel", window.window)

    def test_order(self) -> None:
        """A sort that takes a minute; the present order stays."""
        window = self.look("slow")
        window.wait_for_cell(1, 0, "2")
        self.press_header(window, 2)
        self.give_up(window)
        for row in range(3):
            window.wait_for_cell(row, 0, str(row + 1))
        self.press_header(window, 1)
        window.wait_for_cell(0, 1, "Sight 00000")

    def test_export(self) -> None:
        """An export that is given up leaves no file."""
        window = self.look("slow")
        window.keyboard.press("ctrl+shift+e")
        sheet = Sheet(window, "Export")
        path = self.home.directory / "slow.tsv"
        sheet.press("Export…")
        FileChooser(window.program, "Export").save(path)
        wait_until("the server is at it", lambda: self.working() == 1)
        sheet.leave_by("Cancel")
        wait_until("the server has stopped", lambda: self.working() == 0)
        self.assertFalse(path.exists())
        self.press_header(window, 1)
        window.wait_for_cell(0, 1, "Sight 00000")

    def test_printing(self) -> None:
        """Records that are fetched to be printed."""
        window = self.look("slow")
        window.wait_for_cell(1, 0, "2")
        window.keyboard.press("ctrl+p")
        self.give_up(window)

    def test_search(self) -> None:
        """A search of which nothing comes for a minute; what was found before stays."""
        window = self.look("slow")
        window.wait_for_cell(1, 0, "2")
        window.keyboard.press("ctrl+f")
        window.screen.find("combo box", "Field", window.window).choose(2)
        entry = window.screen.find("text", "Compared with", window.window)
        entry.set_text("1000")
        window.press("Search")
        self.give_up(window)
        self.wait_for_subtitle(window, "30,000 records")
        for row in range(3):
            window.wait_for_cell(row, 0, str(row + 1))
