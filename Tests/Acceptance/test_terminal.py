"""Commands for people who come from other tools of the terminal."""

import gzip
import json
import os
import pty
import select
import shutil
import subprocess
from pathlib import Path

from support.command import environment
from support.program import executable
from support.waiting import PATIENCE
from test_commands import CommandTest

PRICES = "Name,Price,Note\nPen,2,a\nInk,7,b\nPad,2,a\nPen,2,a\n"


class Terminal(CommandTest):
    """Sorting, choosing and writing."""

    def prices(self) -> Path:
        """A text file."""
        return self.write("prices.csv", PRICES)

    def lines(self, *arguments: str | Path) -> list[str]:
        """What a command writes, which succeeds and says nothing else."""
        answer = self.kiroku(*arguments)
        self.assertEqual((answer.status, answer.errors), (0, ""))
        return answer.output.decode().splitlines()

    def test_sorted_and_unique(self) -> None:
        """The greatest price first, then by name; the limit counts in that order; records written once."""
        self.assertEqual(self.lines("export", self.prices(), "--sort=-Price,Name", "--fields=Name", "--limit=3"),
                         ["Name", "Ink", "Pad", "Pen"])
        self.assertEqual(self.lines("export", self.prices(), "--unique", "--fields=Price,Note"),
                         ["Price\tNote", "2\ta", "7\tb"])
        self.assertEqual(self.lines("find", self.prices(), "Price = 2", "--unique", "--count"), ["2"])
        self.assert_told(self.kiroku("export", self.prices(), "--sort=Cost"), 2, "“Cost”")
        document = self.home.directory / "prices.kiroku"
        self.lines("import", self.prices(), "--into", document, "--quiet")
        self.assertEqual(self.lines("find", document, "Price < 1,000", "--sort=-Name", "--fields=Price"),
                         ["Price", "2", "2", "2", "7"])

    def test_fields_by_number(self) -> None:
        """Numbers stand for fields where no name is a number; all but some."""
        self.assertEqual(self.lines("export", self.prices(), "--fields=3,1", "--limit=1"), ["Note\tName", "a\tPen"])
        self.assertEqual(self.lines("export", self.prices(), "--fields=2-", "--limit=1"), ["Price\tNote", "2\ta"])
        self.assertEqual(self.lines("export", self.prices(), "--except=Price", "--limit=1"), ["Name\tNote", "Pen\ta"])
        self.assert_told(self.kiroku("export", self.prices(), "--fields=4"), 2, "“4”")

    def test_formats(self) -> None:
        """JSON Lines come back; Markdown; another separator; a name that promises something else is refused."""
        path = self.home.directory / "prices.jsonl"
        self.lines("export", self.prices(), "--output", path, "--limit=2")
        self.assertEqual([json.loads(line)["Price"] for line in path.read_text().splitlines()], [2, 7])
        self.assertEqual(self.lines("export", path, "--output-separator=semicolon"),
                         ["Name;Price;Note", "Pen;2;a", "Ink;7;b"])
        self.assertEqual(self.lines("export", path, "--format=md"),
                         ["| Name | Price | Note |", "| --- | ---: | --- |", "| Pen | 2 | a |", "| Ink | 7 | b |"])
        self.assertEqual(self.lines("export", path, "--format=table"),
                         ["Name  Price  Note", "────  ─────  ────", "Pen       2  a", "Ink       7  b"])
        for name in ("list.db", "list.xlsx"):
            self.assert_told(self.kiroku("export", path, "--output", self.home.directory / name), 2, name)
            self.assertFalse((self.home.directory / name).exists())

    def test_pipe(self) -> None:
        """What is piped in needs no name, and an endless pipe ends at the limit."""
        answer = self.kiroku("find", "Price > 5", "--fields=Name", feed=PRICES.encode())
        self.assertEqual((answer.status, answer.output), (0, b"Name\nInk\n"))
        endless = subprocess.Popen(["yes", "1,2"], stdout=subprocess.PIPE)
        try:
            answer = subprocess.run([executable(), "export", "--limit=2"], stdin=endless.stdout, timeout=PATIENCE,
                                    capture_output=True, env=environment(self.home), check=False)
        finally:
            endless.kill()
            endless.wait()
        self.assertEqual(answer.stdout.splitlines()[-2:], [b"1\t2", b"1\t2"])

    def test_limit(self) -> None:
        """A search in an endless pipe ends with the last record that is wanted; a file is read no further either."""
        endless = subprocess.Popen(["sh", "-c", "echo Name,Price; yes 'Pen,2\nInk,7'"], stdout=subprocess.PIPE)
        try:
            answer = subprocess.run([executable(), "find", "-", "Name = Ink", "--limit=2"], stdin=endless.stdout,
                                    timeout=PATIENCE, capture_output=True, env=environment(self.home), check=False)
        finally:
            endless.kill()
            endless.wait()
        self.assertEqual(answer.stdout.splitlines(), [b"Name\tPrice", b"Ink\t7", b"Ink\t7"])
        self.assertEqual(answer.returncode, 0)
        # Far behind the limit, a text makes the field text, and the last line sums up.
        lines = "".join(f"{number},x{number % 50_000}\n" for number in range(100_000))
        long = self.write("long.csv", f"Number,Name\n{lines}soon,y\nTotal,\n")
        self.assertEqual(self.lines("export", long, "--limit=1", "--format=json"),
                         ["[", '{"Number": 0, "Name": "x0"}', "]"])
        self.assertEqual(self.lines("find", long, "Number > 5", "--limit=1"), ["Number\tName", "6\tx6"])
        # What is found only at the end, and what only the types of all records allow.
        self.assertEqual(self.lines("find", long, "Name = y", "--limit=1"), ["Number\tName", "soon\ty"])
        self.assertEqual(self.lines("find", long, "Number contains 9999", "--limit=1"), ["Number\tName", "9999\tx9999"])
        self.assertEqual(self.lines("find", long, "Name = x7", "--limit=5", "--count"), ["2"])
        self.assertEqual(self.lines("export", long, "--unique", "--fields=Name", "--limit=49999")[-1], "x49998")
        self.assert_told(self.kiroku("find", long, "Nummer > 5", "--limit=1"), 2, "“Nummer”")

    def test_excel(self) -> None:
        """A CSV for Excel has the signs of the region, and comes back with the same values."""
        text = self.write("sales.tsv", "Name\tPrice\tDay\tAt\nA;B\t1234.5\t2026-04-05\t2026-04-05 09:30\n=1\t0.25\t2026-12-06\t\n")
        variables = environment(self.home) | self.region("de_DE")
        def run(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
            return subprocess.run([executable(), *map(str, arguments)], env=variables, cwd=self.home.directory,
                                  capture_output=True, timeout=PATIENCE, check=False)
        answer = run("export", text, "--format=excel-csv", "--no-apostrophes")
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))
        self.assertEqual(answer.stdout.decode(), "\ufeffName;Price;Day;At\n\"A;B\";1234,5;05.04.2026;05.04.2026 09:30\n"
                         "=1;0,25;06.12.2026;\n")
        back = self.home.directory / "back.csv"
        back.write_bytes(answer.stdout)
        for where in (self.lines("export", back), run("export", back).stdout.decode().splitlines()):
            self.assertEqual(where, text.read_text().splitlines())
        answer = run("find", text, "Price > 1", "--format=excel-csv", "--fields=Price")
        self.assertEqual(answer.stdout.decode(), "\ufeffPrice\n1234,5\n")
        self.assertIn("'=1", run("export", text, "--format=excel-csv").stdout.decode())
        self.assertEqual(self.kiroku("export", text, "--format=excel-csv", "--no-apostrophes").text.splitlines()[1],
                         "A;B,1234.5,2026-04-05,2026-04-05 09:30")

    def files(self, texts: dict[str, str]) -> None:
        """Writes files into the folder in which commands run."""
        for name, text in texts.items():
            (self.home.directory / name).write_bytes(text.encode())

    def test_several_files(self) -> None:
        """Several files are one table, whatever their forms; what distinguishes them is told."""
        self.files({"a.csv": "Name,Price\nPen,2\n", "b.csv": 'Price;Name;Note\n7,5;Ink;"x;y"\n',
                    "c.json": '[{"Name": "007", "Price": 3}]\n'})
        answer = self.kiroku("export", "a.csv", "b.csv", "c.json", "--source-field")
        self.assertEqual(answer.lines, ["File\tName\tPrice\tNote", "a.csv\tPen\t2\t", "b.csv\tInk\t7.5\tx;y",
                                        "c.json\t007\t3\t"])
        self.assertIn("2 files have no field “Note”, such as a.csv", answer.errors)
        self.assertEqual(self.kiroku("export", "a.csv", "b.csv", "--quiet").errors, "")
        # The shell has not replaced a pattern; conditions begin where no more files are.
        answer = self.kiroku("find", "[ab].csv", "c.json", "Price > 2.5", "Name != Pen", "--fields=Name", "--source-field=Of")
        self.assertEqual(answer.lines, ["Name", "Ink", "007"])
        self.assertEqual(self.kiroku("find", "*.csv", "Of = b.csv", "--source-field=Of", "--count").lines, ["1"])
        self.assert_told(self.kiroku("export", "*.tsv"), 2, "“*.tsv”")
        self.assert_told(self.kiroku("export", "a.csv", "--source-field=Name"), 2, "“Name”", "--source-field=NAME")
        self.assert_told(self.kiroku("find", "a.csv", "none.csv", "Price > 1"), 2, "“none.csv”", "There is no file with this name either.")
        answer = self.kiroku("export", "a.csv", "none.csv", "--output", "all.csv")
        self.assert_told(answer, 1, "none.csv")
        self.assertFalse((self.home.directory / "all.csv").exists())
        answer = self.kiroku("info", "a.csv", "b.csv")
        self.assertIn("2 files as one table", answer.text)
        self.assertEqual(self.lines("export", "a.csv", "--source-field=Of", "--limit=1"), ["Of\tName\tPrice", "a.csv\tPen\t2"])

    def test_several_files_into_a_document(self) -> None:
        """Several files become a document, or are added to one; a document is one of several files, too."""
        self.files({"a.csv": "Name,Price\nPen,2\n", "b.csv": "Price,Name\n7.5,Ink\n"})
        document = self.home.directory / "all.kiroku"
        self.lines("import", "a.csv", "b.csv", "--into", document, "--source-field", "--quiet")
        rows = ["File\tName\tPrice", "a.csv\tPen\t2", "b.csv\tInk\t7.5"]
        self.assertEqual(self.lines("export", document), rows)
        self.files({"more.csv": "Name,Price\nPad,1\nCap,\n"})
        answer = self.kiroku("import", "b.csv", "more.csv", "--into", document, "--source-field", "--key=Name")
        self.assertEqual((answer.status, answer.errors), (0, "kiroku: 2 added, 0 changed, 1 unchanged, 0 to fix\n"))
        self.assertEqual(self.lines("export", document), rows + ["more.csv\tPad\t1", "more.csv\tCap\t"])
        answer = self.kiroku("export", document, "more.csv", "--fields=Name,Price", "--unique")
        self.assertEqual(answer.lines, ["Name\tPrice", "Pen\t2", "Ink\t7.5", "Pad\t1", "Cap\t"])

    def test_very_many_files(self) -> None:
        """Files are not all open at the same time, and may be more than a command line holds."""
        folder = self.home.directory / "parts"
        folder.mkdir()
        for number in range(1_500):
            (folder / f"{number:05}.csv").write_text(f"Number,Text\n{number},x\n")
        answer = subprocess.run(
            ["sh", "-c", 'ulimit -n 100; exec "$0" "$@"', executable(), "find", "parts/*.csv", "Number >= 1498",
             "--source-field"], env=environment(self.home), cwd=self.home.directory, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))
        self.assertEqual(answer.stdout.decode().splitlines(),
                         ["File\tNumber\tText", "01498.csv\t1498\tx", "01499.csv\t1499\tx"])

    def test_statistics(self) -> None:
        """What each field holds, for people and for programs."""
        text = self.write("sales.csv", "Name,Price,Day\nPen,2,2026-01-05\nInk,7.5,\nPen,,2025-12-31\n")
        answer = self.kiroku("info", text, "--stats")
        self.assertRegex(answer.text, r"Price +2 +2 +7\.5 +4\.75 +9\.5\n")
        self.assertRegex(answer.text, r"Name +2 +Ink +Pen +Pen +2\n")
        told = json.loads(self.kiroku("info", text, "--stats", "--format=json").output)
        self.assertEqual((told["records"], told["kind"], told["separator"], told["encoding"]), (3, "text", ",", "utf-8"))
        self.assertEqual([field["type"] for field in told["fields"]], ["text", "float", "date"])
        self.assertEqual(told["fields"][1], {
            "name": "Price", "type": "float", "values": 2, "empty": 1, "toFix": 0, "different": 2, "least": 2,
            "greatest": 7.5, "mean": 4.75, "sum": 9.5, "mostFrequent": None})
        self.assertEqual(told["fields"][0]["mostFrequent"], {"value": "Pen", "count": 2})
        self.assertEqual(told["fields"][2]["least"], "2025-12-31")
        self.assertNotIn("sum", json.loads(self.kiroku("info", text, "-f", "json").output)["fields"][1])
        why = json.loads(self.kiroku("info", self.write("why.csv", "A,B\n1,2\nx,3\n"), "--why", "-f", "json").output)
        self.assertEqual(why["fields"][0]["textBecauseOf"], {"text": "x", "record": 2})
        document = self.home.directory / "sales.kiroku"
        self.lines("import", text, "--into", document, "--quiet")
        told = json.loads(self.kiroku("info", document, "--stats", "-f", "json").output)
        self.assertEqual((told["kind"], told["readOnly"], told["fields"][1]["sum"]), ("document", False, 9.5))

    def test_order_of_texts(self) -> None:
        """Texts are compared in the order in which they are sorted, and choices in the order of the choices."""
        text = self.write("people.csv", "Name,Size\nAda,small\nBob,large\nCy,medium\n")
        self.assertEqual(self.lines("find", text, "Name >= Bob", "--fields=Name"), ["Name", "Bob", "Cy"])
        self.assertEqual(self.lines("find", text, 'Name < "bob"i', "--fields=Name"), ["Name", "Ada"])
        document = self.home.directory / "people.kiroku"
        self.lines("import", text, "--into", document, "--types=Size=choice", "--quiet")
        shown = self.lines("find", document, "Size is not empty", "--sort=Size", "--fields=Size")[1:]
        for place, size in enumerate(shown):
            self.assertEqual(self.lines("find", document, f"Size <= {size}", "--count"), [str(place + 1)])

    def region(self, name: str) -> dict[str, str]:
        """The variables for a region whose locale is made of the sources that the C library comes with."""
        if shutil.which("localedef") is None or not Path("/usr/share/i18n/locales", name).exists():
            self.skipTest(f"the sources of the locale {name} are not installed")
        folder = self.home.directory / "locales"
        folder.mkdir()
        subprocess.run(["localedef", "--no-archive", "-i", name, "-f", "UTF-8", folder / f"{name}.UTF-8"], check=False,
                       capture_output=True, timeout=PATIENCE)
        return {"LOCPATH": str(folder), "LC_ALL": f"{name}.UTF-8", "LANGUAGE": "en"}

    def test_compressed(self) -> None:
        """What gzip has compressed is read, from a file and from a pipe, in several parts; what is cut off is refused."""
        whole = gzip.compress(PRICES[:20].encode()) + gzip.compress(PRICES[20:].encode())
        path = self.home.directory / "prices.csv.gz"
        path.write_bytes(whole)
        self.assertEqual(self.lines("find", path, "Price = 7", "--fields=Name"), ["Name", "Ink"])
        self.assertEqual(self.kiroku("export", "-", "--fields=Name", feed=whole).output.split(), b"Name Pen Ink Pad Pen".split())
        self.lines("import", path, "--into", self.home.directory / "prices.kiroku", "--quiet")
        path.write_bytes(whole[:-9])
        self.assert_told(self.kiroku("export", path), 1, "prices.csv.gz", "compressed")
        path.write_bytes(gzip.compress(self.document_bytes()))
        self.assertEqual(self.kiroku("export", path).status, 1)

    def document_bytes(self) -> bytes:
        """A document."""
        document = self.home.directory / "a.kiroku"
        self.lines("import", self.prices(), "--into", document, "--quiet")
        return document.read_bytes()

    def test_at_a_terminal(self) -> None:
        """Columns are aligned in a terminal, and a pager shows what is longer than its screen."""
        numbers = self.write("numbers.tsv", "Number\n" + "".join(f"{number}\n" for number in range(1_000)))
        self.assertIn("Name  Price  Note\r\n", self.shown("export", self.prices()))
        self.assertIn("999", self.shown("export", numbers, pager="tail -n 1"))
        self.assertNotIn("500", self.shown("export", numbers, pager="tail -n 1"))

    def shown(self, *arguments: str | Path, pager: str = "") -> str:
        """What a terminal shows of a command."""
        mine, its = pty.openpty()
        process = subprocess.Popen([executable(), *map(str, arguments)], stdout=its, stdin=subprocess.DEVNULL,
                                   env=environment(self.home) | {"PAGER": pager, "TERM": "xterm"})
        os.close(its)
        text = b""
        while select.select([mine], [], [], PATIENCE)[0]:
            try:
                piece = os.read(mine, 65_536)
            except OSError:  # the other side is closed
                break
            if not piece:
                break
            text += piece
        os.close(mine)
        self.assertEqual(process.wait(PATIENCE), 0)
        return text.decode()

    def test_how_a_text_was_read(self) -> None:
        """Export and find say what import and info say, unless they are to be quiet."""
        text = self.write("odd.csv", "# made by x\n2024,1\n2025,2,3\n2026\n")
        answer = self.kiroku("export", text)
        for word in ("comment", "too many", "too few", "First line"):
            self.assertIn(word, answer.errors)
        self.assertEqual(self.kiroku("export", text, "--quiet").errors, "")
        self.assertIn("comment", self.kiroku("find", text, "1 = 2").errors if answer.status else answer.errors)
