"""Commands in the terminal, which need no display."""

import csv
import json
import os
import plistlib
import shutil
import signal
import subprocess
from pathlib import Path

from support import command
from support.command import Answer
from support.document import Document
from support.program import executable
from support.testcase import AcceptanceTest
from support.waiting import PATIENCE

SIGHTS = (
    "Place\tVisits\tRating\tSeen\tRoom\n"
    "Himeji\t1827\t4.7\ttrue\t007\n"
    "Kinkaku-ji\t3642\t4.4\tfalse\t12\n"
    "\"Mount\nKoya\"\t903\t4.8\t\t3\n"
    "奈良\t\t4.7\ttrue\t\n"
)


class CommandTest(AcceptanceTest):
    """What the tests of commands share."""

    def kiroku(self, *arguments: str | Path, feed: bytes | None = None) -> Answer:
        """Runs a command."""
        return command.run(self.home, *arguments, feed=feed)

    def assert_told(self, answer: Answer, status: int, *words: str) -> None:
        """The command failed with this status and one line that has these words in it, and wrote nothing."""
        self.assertEqual((answer.status, answer.output), (status, b""), answer.errors)
        self.assertEqual(answer.errors.count("\n"), 1, answer.errors)
        self.assertTrue(answer.errors.startswith("kiroku: ") and answer.errors.endswith("\n"), answer.errors)
        for word in words:
            self.assertIn(word, answer.errors)

    def interrupt_while_it_writes(self, folder: Path, *arguments: str | Path) -> None:
        """Runs a command, and presses Ctrl+C as soon as there is another file in its folder."""
        before = len(os.listdir(folder))
        process = command.start(self.home, *arguments)
        while len(os.listdir(folder)) == before:  # without a pause: writing does not take long
            self.assertIsNone(process.poll(), "it ended without writing anything")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), -signal.SIGINT)

    def long_file(self) -> Path:
        """A text that takes a while to be written again."""
        lines = (f"{number}\tthis is the text of the record with the number {number}\n" for number in range(500_000))
        return self.write("long.tsv", "A\tB\n" + "".join(lines))

    def sights(self) -> Path:
        """A text file."""
        return self.write("sights.tsv", SIGHTS)

    def document(self, text: str = SIGHTS) -> Document:
        """A document with what is in a text."""
        path = self.home.directory / "sights.kiroku"
        answer = self.kiroku("import", self.write("made.tsv", text), "--into", path)
        self.assertEqual(answer.status, 0, answer.errors)
        return Document(path)


class Patterns(CommandTest):
    """Regular expressions that take too long."""

    def test_given_up(self) -> None:
        """What can be found is found, and standard error says what was given up."""
        path = self.write("texts.tsv", "Name\n" + "a" * 40 + "!\naaa\nAnn\n")
        answer = self.kiroku("find", "--no-header", path, "Name =~ /(a+)+$/")
        self.assertEqual((answer.status, answer.text), (0, "aaa\n"), answer.errors)
        self.assertEqual(
            answer.errors,
            "kiroku: The regular expression took too long for 1 record, which was not searched.\n")

    def test_interrupted(self) -> None:
        """Ctrl+C ends it, whatever it is at."""
        path = self.write("texts.tsv", "Name\n" + ("a" * 40 + "!\n") * 100_000)
        process = command.start(self.home, "find", "--count", path, "Name =~ /(a+)+$/")
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(3)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), -signal.SIGINT)


class General(CommandTest):
    """What is true of all commands."""

    def test_version(self) -> None:
        """The version is told."""
        answer = self.kiroku("--version")
        self.assertRegex(answer.text, r"\AKiroku \d+\.\d+\.\d+\n\Z")
        self.assertEqual((answer.status, answer.errors), (0, ""))

    def test_help(self) -> None:
        """Every command has a help, which goes to standard output."""
        for arguments in (["--help"], ["-h"], ["export", "--help"], ["find", "-h"], ["import", "--he"], ["info", "-h"]):
            answer = self.kiroku(*arguments)
            self.assertTrue(answer.text.startswith("Usage: kiroku"), answer.text)
            self.assertEqual((answer.status, answer.errors), (0, ""))

    def test_window_without_display(self) -> None:
        """That there is no display for a window is told in one line, with status 1."""
        for arguments in ([], [self.sights()], ["--display=:none", self.sights()]):
            with self.subTest(arguments=arguments):
                self.assert_told(self.kiroku(*arguments), 1, "display", "kiroku --help")

    def test_mistakes(self) -> None:
        """Wrong arguments are told in one line, with status 2."""
        file = self.sights()
        for arguments, word in [
            (["--foo"], "--foo"), (["export"], "FILE"), (["compare", file, "b", "c"], "“c”"), (["info", "-x", file], "-x"),
            (["find", file], "CONDITION"), (["import", file], "--into"), (["export", file, "--format=xls"], "xls"),
            (["export", file, "-f"], "-f"), (["info", file, "--input-encoding=klingon"], "utf-8"),
            (["find", file, "Rating >="], "Rating"), (["export", file, "-w", "Nowhere = 1"], "Nowhere"),
            (["find", file, "Rating > 1", "--limit=0"], "--limit"), (["export", file, "-l", "ten"], "ten"),
            (["export", file, "-F", "Place,Nowhere"], "Nowhere"), (["-"], "standard input"),
        ]:
            with self.subTest(arguments=arguments):
                self.assert_told(self.kiroku(*arguments), 2, word)

    def test_failures(self) -> None:
        """What cannot be done is told in one line, with status 1; find has another use for that."""
        missing = self.home.directory / "missing.tsv"
        self.assert_told(self.kiroku("export", missing), 1, "missing.tsv")
        self.assert_told(self.kiroku("info", self.home.directory), 1)
        self.assert_told(self.kiroku("find", missing, "a = 1"), 2, "missing.tsv")
        broken = self.home.directory / "broken.kiroku"
        broken.write_bytes(b"no document")
        self.assert_told(self.kiroku("info", broken), 1, "broken.kiroku")
        self.assertEqual(broken.read_bytes(), b"no document")

    def test_full_disk(self) -> None:
        """What cannot be written is a failure."""
        with open("/dev/full", "wb") as full:
            process = command.start(self.home, "export", self.sights(), stdout=full.fileno(), stderr=subprocess.PIPE)
            _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, errors.count(b"\n")), (1, 1))

    def test_broken_pipe_is_quiet(self) -> None:
        """When nobody reads on, the command ends without a word."""
        file = self.write("long.tsv", "Number\n" + "".join(f"{number}\n" for number in range(200_000)))
        process = command.start(self.home, "export", file, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout is not None and process.stderr is not None
        self.assertEqual(process.stdout.readline(), b"Number\n")
        process.stdout.close()
        self.assertEqual(process.wait(PATIENCE), -signal.SIGPIPE)
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()


class Info(CommandTest):
    """kiroku info."""

    def test_text(self) -> None:
        """Kind, records and the fields with their types are told."""
        answer = self.kiroku("info", self.sights())
        self.assertEqual((answer.status, answer.errors), (0, ""))
        facts = dict(line.split(":", 1) for line in answer.lines if ":" in line)
        self.assertEqual(facts["Format"].strip(), "tab-separated text in UTF-8")
        self.assertEqual(facts["Records"].strip(), "4")
        rows = [line.split() for line in answer.lines[-5:]]
        self.assertEqual(rows[1], ["Visits", "whole", "numbers", "3", "1", "0"])
        self.assertEqual(rows[3], ["Seen", "true", "or", "false", "3", "1", "0"])

    def test_document_stays_as_it_is(self) -> None:
        """Looking does not touch the file, nor leave one beside it."""
        document = self.document()
        before = (document.path.read_bytes(), document.path.stat().st_mtime_ns)
        answer = self.kiroku("info", document.path)
        self.assertIn("Kiroku document", answer.text)
        self.assertEqual((document.path.read_bytes(), document.path.stat().st_mtime_ns), before)
        self.assertEqual([path.name for path in document.path.parent.glob("*.kiroku*")], ["sights.kiroku"])

    def test_shift_jis(self) -> None:
        """Text in other encodings is read, guessed or as said."""
        file = self.home.directory / "jis.csv"
        file.write_bytes("場所,数\n奈良,1\n".encode("cp932"))
        self.assertIn("Shift_JIS", self.kiroku("info", file).text)
        self.assertIn("Shift_JIS", self.kiroku("info", "--input-encoding=Shift_JIS", file).text)
        self.assert_told(self.kiroku("info", "--input-encoding=utf-8", file), 1, "UTF-8")


class Export(CommandTest):
    """kiroku export."""

    def test_encodings(self) -> None:
        """Text for other programs; what they cannot read in another encoding stays in UTF-8."""
        file = self.home.directory / "places.tsv"
        file.write_text("場所\t数\n奈良\t1\n", encoding="utf-8")
        out = self.home.directory / "out.csv"
        for name, python_name in (("shift_jis", "cp932"), ("utf-8-bom", "utf-8-sig"), ("utf-16", "utf-16")):
            answer = self.kiroku("export", f"--output-encoding={name}", "--output", out, file)
            self.assertEqual((answer.status, answer.errors), (0, ""))
            self.assertEqual(out.read_bytes(), "場所,数\n奈良,1\n".encode(python_name))
        self.assert_told(self.kiroku("export", "--output-encoding=iso-8859-1", file), 1, "line 1, column 1")
        self.assert_told(self.kiroku("export", "-f", "json", "--output-encoding=utf-16", file), 2, "utf-8")

    def test_round_trip(self) -> None:
        """A document is written as the text that it came from."""
        self.assertEqual(self.kiroku("export", self.document().path).text, SIGHTS)

    def test_standard_input(self) -> None:
        """A hyphen stands for standard input."""
        self.assertEqual(self.kiroku("export", "-", feed=SIGHTS.encode()).text, SIGHTS)
        self.assert_told(self.kiroku("export", "-", feed=self.document().path.read_bytes()), 1)

    def test_formats(self) -> None:
        """The four formats can be read by others."""
        file = self.sights()
        records = json.loads(self.kiroku("export", file, "--format", "json").text)
        self.assertEqual(records[3], {"Place": "奈良", "Visits": None, "Rating": 4.7, "Seen": True, "Room": None})
        lists = plistlib.loads(self.kiroku("export", file, "-fplist").output)
        self.assertEqual(lists[0], ["Himeji", 1827, 4.7, True, "007"])
        self.assertEqual(self.kiroku("export", file, "-f", "csv").lines[1], "Himeji,1827,4.7,true,007")

    def test_conditions_and_fields(self) -> None:
        """Only what is asked for is written, fields in the order asked for."""
        answer = self.kiroku("export", self.sights(), "-w", "Rating >= 4.7", "--where=Seen = true", "-F", "Room,Place")
        self.assertEqual(answer.text, "Room\tPlace\n007\tHimeji\n\t奈良\n")
        self.assertEqual(self.kiroku("export", self.sights(), "-n", "-F", "Place", "-F", "Seen").lines[0], "Himeji\ttrue")

    def test_field_with_a_comma(self) -> None:
        """A whole name goes before several."""
        file = self.write("odd.tsv", "a,b\ta\tb\nx\ty\tz\n")
        self.assertEqual(self.kiroku("export", file, "-nF", "a,b").text, "x\n")
        self.assertEqual(self.kiroku("export", file, "-nF", "b,a").text, "z\ty\n")

    def test_into_a_file(self) -> None:
        """The file's ending decides on the format; another file there is replaced."""
        target = self.home.directory / "out" / "sights.json"
        target.parent.mkdir()
        for _ in range(2):
            answer = self.kiroku("export", self.sights(), "-o", target)
            self.assertEqual((answer.status, answer.output, answer.errors), (0, b"", ""))
            self.assertEqual(len(json.loads(target.read_text())), 4)
        self.assertEqual(self.kiroku("export", self.sights(), "-o", "-").text, SIGHTS)
        self.assertEqual(self.kiroku("export", self.sights(), "-o", "/dev/null").status, 0)
        self.assertEqual([path.name for path in target.parent.iterdir()], ["sights.json"])

    def test_documents_are_not_overwritten(self) -> None:
        """Text never takes the place of a document, whatever it is called."""
        document = self.document()
        renamed = document.path.rename(document.path.with_suffix(".dat"))
        before = renamed.read_bytes()
        self.assert_told(self.kiroku("export", renamed, "-o", renamed), 1, "sights.dat")
        self.assert_told(self.kiroku("export", renamed, "-o", "new.kiroku"), 1, "new.kiroku")
        self.assertEqual(renamed.read_bytes(), before)

    def test_interrupted(self) -> None:
        """Ctrl+C leaves the old file, and nothing half written."""
        file = self.long_file()
        target = self.home.directory / "out" / "long.csv"
        target.parent.mkdir()
        target.write_text("old")
        self.interrupt_while_it_writes(target.parent, "export", file, "-o", target)
        self.assertEqual({path.name: path.read_text() for path in target.parent.iterdir()}, {"long.csv": "old"})


class Find(CommandTest):
    """kiroku find."""

    def test_found(self) -> None:
        """Records that meet all conditions are written; the status says that there are some."""
        answer = self.kiroku("find", self.sights(), "Rating > 4.5", "Place contains 'HIM'i")
        self.assertEqual((answer.status, answer.errors), (0, ""))
        self.assertEqual(answer.lines, [SIGHTS.splitlines()[0], "Himeji\t1827\t4.7\ttrue\t007"])

    def test_nothing_found(self) -> None:
        """Status 1 says that there are none."""
        answer = self.kiroku("find", self.sights(), "Rating > 5", "-n")
        self.assertEqual((answer.status, answer.output, answer.errors), (1, b"", ""))

    def test_count_and_quiet(self) -> None:
        """Only the number, or only the status."""
        document = self.document().path
        self.assertEqual(self.kiroku("find", "-c", document, "Seen = yes").text, "2\n")
        self.assertEqual(self.kiroku("find", "-c", document, "Visits is empty and Seen = no").text, "0\n")
        for condition, status in (("Seen = yes", 0), ("Visits < 0", 1)):
            answer = self.kiroku("find", document, condition, "--quiet")
            self.assertEqual((answer.status, answer.output, answer.errors), (status, b"", ""))


    def test_limit(self) -> None:
        """The first records only, of a document as of text; conditions and fields count as without."""
        document = self.document().path
        for file in (document, self.sights()):
            with self.subTest(file=file):
                answer = self.kiroku("find", file, "Rating > 4", "--limit", "1", "-F", "visits,PLACE")
                self.assertEqual((answer.status, answer.errors), (0, ""))
                self.assertEqual(answer.lines, self.kiroku("find", file, "Rating > 4", "-F", "Visits,Place").lines[:2])
                self.assertEqual(self.kiroku("find", file, "Rating > 4", "-cl1").text, "1\n")
                self.assertEqual(self.kiroku("export", file, "-l2").lines, self.kiroku("export", file).lines[:3])
                self.assertEqual(self.kiroku("find", file, "Rating > 5", "-l1").status, 1)

    def test_reads_what_it_needs(self) -> None:
        """What other programs have put into a field that is not asked about is no hindrance."""
        document = self.document()
        document.query("UPDATE records SET f2 = X'00' WHERE id = 2")
        self.assert_told(self.kiroku("find", document.path, "Visits > 1"), 2, "binary")
        self.assertEqual(self.kiroku("find", document.path, "Place = Himeji", "-n", "-F", "Rating").text, "4.7\n")


class Lists(CommandTest):
    """JSON and property lists, which Kiroku writes and reads."""

    def test_round_trip(self) -> None:
        """What is exported comes back with types and texts to fix; a property list has no names."""
        document = self.document()
        self.kiroku("import", "-q", self.write("odd.csv", "Place,Visits\nIse,many\n"), "-i", document.path)
        for name in ("out.json", "out.plist"):
            with self.subTest(name=name):
                out = self.home.directory / name
                self.assertEqual(self.kiroku("export", document.path, "-o", out).status, 0)
                again = Document(self.home.directory / (name + ".kiroku"))
                answer = self.kiroku("import", out, "--into", again.path)
                self.assertEqual((answer.status, answer.errors),
                                 (0, "kiroku: 5 added, 0 changed, 0 unchanged, 1 to fix\n"))
                self.assertEqual(again.records(), document.records())
                named = document.fields() if name == "out.json" else [f"Field {number}" for number in range(1, 6)]
                self.assertEqual(again.fields(), named)
                self.assertEqual(again.kinds(named[1]), ["integer", "integer", "integer", "null", "text"])
                self.assertIn("whole numbers", self.kiroku("info", out).text)
                more = self.kiroku("import", "-", "--into", again.path, feed=out.read_bytes())
                self.assertEqual((more.status, again.count()), (0, 10))

    def test_commands(self) -> None:
        """All commands read them; a binary property list, too."""
        rows = [["Himeji", 1827, "007"], ["Ise", 5, []]]
        binary = self.home.directory / "rows"
        binary.write_bytes(plistlib.dumps(rows, fmt=plistlib.FMT_BINARY))
        self.assertEqual(self.kiroku("export", binary, "-n").text, "Himeji\t1827\t007\nIse\t5\t\n")
        self.assertIn("property list", self.kiroku("info", binary).text)
        people = self.write("people", '[{"Name": "Ann", "Age": 31}, {"Name": "Bob"}]')
        self.assertEqual(self.kiroku("find", people, "Age > 30", "-F", "Name", "-n").text, "Ann\n")
        self.assertIn("JSON", self.kiroku("info", people).text)
        lists = self.write("lists", '[["Name", "Age"], ["Ann", 31]]')
        self.assertEqual(self.kiroku("export", lists).text, "Name\tAge\nAnn\t31\n")
        self.assertEqual(self.kiroku("export", lists, "--input-header=no", "-n").lines[0], "Name\tAge")

    def test_key(self) -> None:
        """Records with the same key are changed; what is left out is told."""
        document = self.document()
        news = self.write("news.json", '[{"Place": "Himeji", "Visits": 2000, "x": 1}, {"Place": "Ise", "Visits": "few"}]')
        answer = self.kiroku("import", "--key=Place", news, "--into", document.path)
        self.assertEqual((answer.status, len(answer.errors.splitlines())), (0, 2))
        self.assertIn("skipped: x", answer.errors)
        self.assertEqual(document.records()[0], ["Himeji", 2000, 4.7, 1, "007"])
        self.assertEqual(document.records()[4], ["Ise", "few", None, None, None])

    def test_no_table(self) -> None:
        """XML and JSON that hold no table are named, and nothing is written."""
        document = self.document()
        before = document.path.read_bytes()
        for name, text, word in (
            ("a.json", '{"version": 1}', "JSON"), ("b", "[1, 2, 3]", "JSON"), ("c.svg", "<svg><g></g></svg>", "XML"),
            ("d", "<?xml version='1.0'?><x/>", "XML"), ("e.html", "<!DOCTYPE html><p>x", "HTML"),
            ("f.json", '[{"a": 1},', "damaged"), ("g", "<plist><dict/></plist>", "property list"),
        ):
            with self.subTest(name=name):
                file = self.write(name, text)
                self.assert_told(self.kiroku("import", file, "--into", document.path), 1, word)
                self.assert_told(self.kiroku("info", file), 1, word)
                self.assert_told(self.kiroku("find", file, "x = 1"), 2, word)
                self.assert_told(self.kiroku("import", "-", "-i", self.home.directory / "new.kiroku",
                                             feed=text.encode()), 1)
        self.assertEqual(document.path.read_bytes(), before)
        self.assertFalse((self.home.directory / "new.kiroku").exists())


class Import(CommandTest):
    """kiroku import."""

    def test_output_that_makes_no_sense(self) -> None:
        """A file that would be named as a spreadsheet, and a folder that is not there, are refused; nothing is made."""
        file = self.sights()
        self.assert_told(self.kiroku("export", file, "-o", self.home.directory / "out.xlsx"), 2, "out.xlsx", "csv")
        folder = self.home.directory / "nowhere"
        self.assert_told(self.kiroku("export", file, "-o", folder / "out.csv"), 1, "nowhere", "does not exist")
        self.assertFalse(folder.exists() or (self.home.directory / "out.xlsx").exists())
        answer = self.kiroku("export", file, "-o", self.home.directory / "out.xlsx", "--format=csv")
        self.assertEqual((answer.status, answer.errors), (0, ""))

    def test_names_in_any_case(self) -> None:
        """Fields are found whatever the case of their names, unless that leaves a choice."""
        self.assertEqual(self.kiroku("find", self.sights(), "Visits > 3000", "-F", "PLACE,visits").text,
                         "Place\tVisits\nKinkaku-ji\t3642\n")
        file = self.write("twins.csv", "Name,NAME\na,b\n")
        self.assertEqual(self.kiroku("export", file, "-F", "NAME").text, "NAME\nb\n")
        self.assert_told(self.kiroku("export", file, "-F", "name"), 2, "name")
        document = self.document()
        news = self.write("news.tsv", "Place\tVisits\nHimeji\t7\n")
        self.assertEqual(self.kiroku("import", "-q", "--key=place", news, "-i", document.path).status, 0)
        self.assertEqual(document.column("Visits")[0], 7)

    def test_all_text(self) -> None:
        """Every letter stays as it is."""
        text = "A\tB\n1.50\tTRUE\n2\tfalse\n"
        file = self.write("forms.tsv", text)
        self.assertEqual(self.kiroku("export", "--all-text", file).text, text)
        self.assertEqual(self.kiroku("export", file).text, "A\tB\n1.5\ttrue\n2\tfalse\n")

    def test_types(self) -> None:
        """Fields hold what is said; a name may have a comma in it."""
        file = self.write("types.csv", "Zip,\"a,b\",Sold\n1050,1.50,yes\n2,x,no\n")
        answer = self.kiroku("export", "--types", "zip=text,a,b=float", "--types=Sold=bool", "-f", "json", file)
        self.assertEqual(json.loads(answer.text), [{"Zip": "1050", "a,b": 1.5, "Sold": True},
                                                   {"Zip": "2", "a,b": "x", "Sold": False}])
        same = self.kiroku("export", "--types=zip=text,a,b=number,Sold=check", "-f", "json", file)
        self.assertEqual(same.text, answer.text)
        self.assert_told(self.kiroku("info", "--types=Zap=text", file), 1, "Zap")
        for wrong in ("Zip=zip", "Zip", ""):
            self.assert_told(self.kiroku("info", f"--types={wrong}", file), 2, "NAME=text")
        answer = self.kiroku("import", file, "--types=Zip=text", "-i", self.document().path)
        self.assert_told(answer, 2, "--types", "sights.kiroku")
        listed = self.write("list.json", '[{"Zip": 7, "A": "NA"}, {"Zip": "NA", "A": "x"}]')
        answer = self.kiroku("export", "--types=zip=text", "--missing=NA", "-f", "json", listed)
        self.assertEqual(json.loads(answer.text), [{"Zip": "7", "A": None}, {"Zip": None, "A": "x"}])

    def test_unclear_numbers(self) -> None:
        """Unclear numbers are told with the option that reads them the other way."""
        file = self.write("stock.csv", 'Item,Weight\nTea,"1,234"\nCake,"22,500"\n')
        self.assertIn("Use --input-numbers=1.234,50 to read them the other way.", self.kiroku("info", file).text)
        self.assertEqual(self.kiroku("export", file, "--fields=Weight").text, "Weight\n1234\n22500\n")
        comma = self.kiroku("export", "--input-numbers=1.234,50", "--fields=Weight", file)
        self.assertEqual(comma.text, "Weight\n1.234\n22.5\n")
        self.assertIn("--input-numbers=1,234.50", comma.errors)
        self.assert_told(self.kiroku("info", "--input-numbers=comma", file), 2, "1.234,50")
        document = self.home.directory / "stock.kiroku"
        self.kiroku("import", file, "--into", document)
        again = self.kiroku("import", "--input-numbers=1.234,50", file, "--into", document)
        self.assertEqual(self.kiroku("export", document, "--fields=Weight").text.split()[1:3], ["1234", "22500"])
        self.assertIn("2 added", again.errors + again.text)

    def test_lines_and_separators(self) -> None:
        """Any sign separates; titles, comments, empty lines and missing values are left out if they are told to be."""
        for sign in ("|", ":", " ", "\x01"):
            with self.subTest(sign=sign):
                file = self.write("signs.txt", f"a{sign}b\n1{sign}x\n")
                option = [] if sign == "|" else [f"--input-separator={sign}"]
                self.assertEqual(self.kiroku("export", *option, file).text, "a\tb\n1\tx\n")
        self.assertIn("“|”", self.kiroku("info", self.write("bars.txt", "a|b\n1|x\n")).text)
        for wrong in ("a", "5", "''", '"'):
            self.assert_told(self.kiroku("info", f"--input-separator={wrong}", file), 2, "bar")
        self.assertEqual(self.kiroku("export", self.write("sep.csv", "sep=;\na;b\n1;2\n")).text, "a\tb\n1\t2\n")
        text = "Sales, in euros\n\n# \"\nName,Sum\nAnna,NA\n# that is all\nBert,2\n"
        answer = self.kiroku("export", "--input-skip=1", "--input-skip=#", "--missing=NA,n/a", "-", feed=text.encode())
        self.assertEqual(answer.text, "Name\tSum\nAnna\t\nBert\t2\n")
        one = self.write("one.txt", "\nName\n\nAnna\n")
        self.assertEqual(self.kiroku("export", "--input-skip=empty", one).text, "Name\nAnna\n")
        self.assert_told(self.kiroku("info", "--input-skip=x", one), 2, "empty")
        escaped = self.write("escaped.csv", 'a,b\n"say \\"hi\\"",1\n')
        self.assertIn('\\"', self.kiroku("info", escaped).text)

    def test_missing_values(self) -> None:
        """What makes a field text is told, and the option that helps."""
        file = self.write("ages.csv", "Name,Age\nAnn,31\nBob,NA\nCy,NA\n")
        told = self.kiroku("info", file).text
        self.assertRegex(told, r"“NA” \(2 cells\) makes these fields text: Age\..*--missing=NA")
        self.assertRegex(self.kiroku("info", "--why", file).text, r"Name +text .*“Ann” in record 1\nAge +text .*“NA” in record 2\n")
        told = self.kiroku("info", "--why", "--missing=NA", file).text
        self.assertRegex(told, r"Age +whole numbers +1 +2 +0 *\n")
        self.assertNotIn("makes these", told)
        self.assert_told(self.kiroku("info", "--why", self.document().path), 2, "--why")

    def test_numbers(self) -> None:
        """Numbers are written to text as people and spreadsheets read them; JSON keeps whole ones apart."""
        file = self.write("numbers.csv", "A\n2.0\n1e5\n1e-5\n-2.5e-6\n1e-7\n0.001\n1e20\n-3.0\n")
        self.assertEqual(self.kiroku("export", file).text,
                         "A\n2\n100000\n0.00001\n-0.0000025\n1e-7\n0.001\n1e+20\n-3\n")
        self.assertIn('"A": 2.0}', self.kiroku("export", "-f", "json", file).text)
        again = self.write("again.csv", self.kiroku("export", file).text)
        self.assertEqual(self.kiroku("export", "-f", "json", again).text, self.kiroku("export", "-f", "json", file).text)

    def test_formulas(self) -> None:
        """Texts that a spreadsheet would evaluate get an apostrophe if that is wanted; numbers never do."""
        text = '@Name\tSum\n=1+1\t-5\n+81-3\t1\n"\tb""c"\t2\n-\t3\na=b\t4\n'
        file = self.write("formulas.tsv", text)
        self.assertEqual(self.kiroku("export", file).text, text)
        self.assertEqual(self.kiroku("export", "--for-spreadsheets", file).text,
                         "'@Name\tSum\n'=1+1\t-5\n'+81-3\t1\n\"'\tb\"\"c\"\t2\n'-\t3\na=b\t4\n")
        self.assert_told(self.kiroku("export", "--for-spreadsheets", "-f", "json", file), 2, "--format=json")

    def test_guarded_by_encoding(self) -> None:
        """UTF-8 with a mark is for spreadsheets: apostrophes are put in and told, unless that is not wanted."""
        file = self.write("formulas.tsv", "Name\tSum\n=1+1\t-5\na\t1\n")
        answer = self.kiroku("export", "-f", "csv", "--output-encoding=utf-8-bom", file)
        self.assertEqual(answer.text, "\ufeffName,Sum\n'=1+1,-5\na,1\n")
        self.assertRegex(answer.errors, r"^kiroku: 1 text that .* with an apostrophe.*--no-apostrophes.*\n$")
        answer = self.kiroku("export", "--no-apostrophes", "--output-encoding=utf-8-bom", file)
        self.assertEqual((answer.text, answer.errors), ("\ufeffName\tSum\n=1+1\t-5\na\t1\n", ""))
        self.assert_told(self.kiroku("export", "--no-apostrophes", "--for-spreadsheets", file), 2, "--no-apostrophes")

    def test_spreadsheets(self) -> None:
        """What is exported for spreadsheets is evaluated by none of those that are installed."""
        starts = ["=1+1", "+1+1", "-1+1", "@SUM(1,1)", " =1+1", "\t=1+1", "\r=1+1", "\n=1+1", "==1+1", "=-1+1", "'=1+1", '"=1+1',
                  '=HYPERLINK("http://localhost","x")', "+81-3-1234", "-x", "=cmd|' /C calc'!A0", "\u00a0=1+1", "\uff1d1+1"]
        records = [{"Text": text, "Number": -50 - number} for number, text in enumerate(starts)]
        file = self.write("formulas.json", json.dumps(records))
        for name in ("formulas.csv", "formulas.tsv"):
            written = self.home.directory / name
            self.kiroku("export", "--output-encoding=utf-8-bom", "-o", written, file)
            for program, cells in self.opened_by_spreadsheets(written):
                with self.subTest(program=program, file=name):
                    self.assertGreaterEqual(len([cell for cell in cells if "1+1" in cell]), 10, cells)
                    evaluated = [cell for cell in cells if cell in ("2", "0", "x") or cell.startswith(("Err:", "#"))]
                    self.assertEqual(evaluated, [], cells)

    def opened_by_spreadsheets(self, file: Path) -> list[tuple[str, list[str]]]:
        """The cells as spreadsheets show them, by the programs' names."""
        separator = "9" if file.suffix == ".tsv" else "44"
        given = {"ssconvert": lambda out: ["ssconvert", file, out],
                 "libreoffice": lambda out: ["libreoffice", f"-env:UserInstallation=file://{self.home.directory}/office",
                                             "--headless", f"--infilter=CSV:{separator},34,UTF8", "--convert-to", "csv",
                                             "--outdir", out.parent, file]}
        found = []
        for program, line in given.items():
            if not shutil.which(program):
                continue
            out = self.home.directory / program / "formulas.csv"
            out.parent.mkdir(exist_ok=True)
            subprocess.run([str(word) for word in line(out)], env=self.home.environment, capture_output=True,
                           timeout=PATIENCE, check=True)
            with out.open(newline="", encoding="utf-8") as text:
                found.append((program, [cell for row in csv.reader(text) for cell in row]))
        if not found:
            self.skipTest("neither Gnumeric nor LibreOffice Calc is installed")
        return found

    def test_other_files(self) -> None:
        """What holds no text is named; a property list that would be broken is refused."""
        for name, start, told in (("a.csv", b"PK\x03\x04", "This is a zip file"),
                                  ("b.tsv", b"%PDF-1.4\n%\xe2\xe3\n", "This is a PDF file"),
                                  ("c.txt", b"\x89PNG\r\n\x1a\n", "This is a picture (PNG)")):
            with self.subTest(name=name):
                file = self.home.directory / name
                file.write_bytes(start + bytes(100))
                self.assert_told(self.kiroku("info", file), 1, name, told)
                self.assert_told(self.kiroku("info", "-", feed=start + bytes(100)), 1, told)
        controls = self.home.directory / "controls.tsv"
        controls.write_bytes(b"A\tB\nx\x01\t1\n")
        self.assert_told(self.kiroku("export", "-f", "plist", controls), 1, "record 1", "“A”")
        # A pipe that ends within a record, or within quotes, gives what came.
        self.assertEqual(self.kiroku("export", "-", feed=b"A,B\n1,2\n3").text, "A\tB\n1\t2\n3\t\n")
        self.assertRegex(self.kiroku("info", "-", feed=b'A,B\n1,"2\n3,').text, r"quotation mark that is not closed")
        wide = self.write("wide.csv", ",".join(f"F{number}" for number in range(20_000)) + "\n" + "1," * 19_999 + "1\n")
        self.assert_told(self.kiroku("info", wide), 1, "20,000", "1,900", "--fields")

    def test_wide_text(self) -> None:
        """Of text with more columns than a document holds, those that are named are read."""
        names = [f"F{number}" for number in range(6_831)]
        records = [[f"{number}.{record}" for number in range(6_831)] for record in range(3)]
        file = self.write("wide.csv", "".join(",".join(row) + "\n" for row in [names, *records]))
        made = self.home.directory / "wide.kiroku"
        self.assertEqual(self.kiroku("import", file, "--into", made, "--fields", "F6830,f3").status, 0)
        self.assertEqual(Document(made).fields(), ["F6830", "F3"])
        self.assertEqual(Document(made).records(), [[6830 + record / 10, 3 + record / 10] for record in range(3)])
        for source, feed in ((file, None), ("-", file.read_bytes())):
            self.assertEqual(self.kiroku("export", "--fields=F6000,F2", "--where", "F1>=1.1", source, feed=feed).text,
                             "F6000\tF2\n6000.1\t2.1\n6000.2\t2.2\n")
        answer = self.kiroku("import", file, "-i", made, "--fields=F3")
        self.assertIn("3 added", answer.errors)
        self.assertNotIn("skipped", answer.errors)
        self.assertEqual(Document(made).column("F6830")[3:], [None] * 3)
        self.assert_told(self.kiroku("import", file, "-i", made, "--fields=F3,nothing"), 2, "“nothing”")
        self.assert_told(self.kiroku("import", file, "-i", self.home.directory / "new.kiroku", "--fields=nothing"), 2,
                         "“nothing”")

    def test_long_cell(self) -> None:
        """A cell that there is no memory for ends with a sentence, from a file as from a pipe."""
        cell = "x" * 20_000_000
        file = self.write("long.csv", f"A,B\n1,{cell}\n")
        for place in (file, "-"):
            for kilobytes in (300_000, 400_000, 4_000_000):
                with self.subTest(place=place, kilobytes=kilobytes):
                    line = ["bash", "-c", f'ulimit -v {kilobytes}; exec "$@"', "bash", executable(), "info", place]
                    with file.open("rb") as feed:
                        done = subprocess.run(line, env=command.environment(self.home), stdin=feed, capture_output=True,
                                              timeout=PATIENCE, check=False)
                    self.assertIn(done.returncode, (0, 1), done.stderr)
                    if done.returncode:
                        self.assertRegex(done.stderr.decode(), r"^kiroku: .* is too large.*\n$")
                    else:
                        self.assertIn("Records:", done.stdout.decode())

    def test_from_a_pipe(self) -> None:
        """A pipe gives what a file of any name gives."""
        rows = [["Name", "Count", "Price"], ["Anna", "1", "1.5"], ["Bob, Jr", "2", ""], ["Cleo", "-3", "2.25"]]
        for sign in "\t,;|":
            plain = "".join(sign.join(f'"{cell}"' if sign in cell else cell for cell in row) + "\n" for row in rows)
            for text in (plain, "Report of 2024\n\n" + plain, f"sep={sign}\n" + plain, plain.replace("\n", "\r\n"),
                         plain + f'"lone{sign}1\n'):
                piped = self.table("-", text.encode())
                for name in ("table.csv", "table.tsv", "table.tab", "table.txt", "table"):
                    with self.subTest(sign=sign, name=name, text=text):
                        self.assertEqual(self.table(self.write(name, text)), piped)

    def table(self, source: str | Path, feed: bytes | None = None) -> tuple[str, list[str]]:
        """What is read of a text: its records, and what `info` tells but for the file's name."""
        told = self.kiroku("info", source, feed=feed).lines
        return self.kiroku("export", "-f", "json", source, feed=feed).text, [
            " ".join(line.split()) for line in told if not line.startswith("File:")]

    def test_first_line(self) -> None:
        """What the first line was taken for is told, and an option takes it the other way."""
        for text, told, option, other in (
                ("state,2018\nOhio,11689442\nUtah,3161105\nIowa,3156145\n", "as the field names (use --input-header=no",
                 "--input-header=no", 4),
                ("Ohio,11689442\nUtah,3161105\n", "as data (use --input-header=yes", "--input-header=yes", 1)):
            with self.subTest(text=text):
                file = self.write("states.csv", text)
                self.assertIn(told, self.kiroku("info", file).text)
                self.assertIn(told, self.kiroku("import", file, "-i", self.home.directory / f"{option}.kiroku").errors)
                answer = self.kiroku("info", option, file)
                self.assertRegex(answer.text, rf"Records: +{other}\n")
                self.assertNotIn("First line", answer.text)

    def test_new_document(self) -> None:
        """A document that is not there is made."""
        document = self.document()
        self.assertEqual(document.fields(), ["Place", "Visits", "Rating", "Seen", "Room"])
        self.assertEqual(document.kinds("Visits"), ["integer", "integer", "integer", "null"])
        self.assertEqual(document.column("Room"), ["007", "12", "3", None])

    def test_added(self) -> None:
        """Records go to the end, by the names of the fields; what does not fit is kept and told."""
        document = self.document()
        more = self.write("more.csv", "Visits,Place,Room,Extra\n12,Nikko,1.50,x\nmany,Ise,2.0,y\n")
        answer = self.kiroku("import", more, "-i", document.path)
        self.assertEqual((answer.status, answer.output), (0, b""))
        self.assertEqual(len(answer.errors.splitlines()), 3)
        self.assertIn("skipped", answer.errors)
        self.assertIn("read as the field names (use --input-header=no to read it as data)", answer.errors)
        self.assertEqual(document.column("Place")[3:], ["奈良", "Nikko", "Ise"])
        self.assertEqual(document.column("Visits")[3:], [None, 12, "many"])
        self.assertEqual(document.column("Room")[4:], ["1.50", "2.0"])
        self.assertEqual(document.column("Seen")[4:], [None, None])

    def test_without_names(self) -> None:
        """Text without a header goes by the order of its fields."""
        document = self.document()
        answer = self.kiroku("import", "-", "--into", document.path, "--input-header=no", feed=b"Ise\t5\n")
        self.assertEqual((answer.status, answer.errors), (0, "kiroku: 1 added, 0 changed, 0 unchanged, 0 to fix\n"))
        self.assertEqual(document.records()[4], ["Ise", 5, None, None, None])

    def test_key(self) -> None:
        """Records with the same key are changed, others are added; what is empty stays."""
        document = self.document()
        news = self.write("news.tsv", "Place\tVisits\tRating\nHimeji\t2000\t\nIse\t5\t4.1\n")
        answer = self.kiroku("import", "--key", "Place", news, "--into", document.path)
        self.assertEqual(answer.status, 0, answer.errors)
        self.assertIn("1 added, 1 changed, 0 unchanged, 0 to fix\n", answer.errors)
        self.assertEqual(document.records()[0], ["Himeji", 2000, 4.7, 1, "007"])
        self.assertEqual(document.column("Place"), ["Himeji", "Kinkaku-ji", "Mount\nKoya", "奈良", "Ise"])
        self.assert_told(self.kiroku("import", "-k", "Room", news, "-i", document.path, "-q"), 2, "Room")

    def test_repeated_keys(self) -> None:
        """Of records with one key the last one counts, which is told with the key."""
        document = self.document()
        news = self.write("news.tsv", "Place\tVisits\nIse\t5\nIse\t6\nHimeji\t1827\nNikko\tmany\n")
        answer = self.kiroku("import", "--key", "Place", news, "--into", document.path)
        self.assertEqual(answer.status, 0, answer.errors)
        self.assertIn("1 record has a key that occurs more than once; the last one is used: Ise\n", answer.errors)
        self.assertIn("2 added, 0 changed, 1 unchanged, 1 to fix\n", answer.errors)
        self.assertEqual(document.records()[4][:2], ["Ise", 6])

    def test_digits(self) -> None:
        """What would lose digits stays as text to fix, and --strict imports nothing then."""
        document = self.document("Name\tNumber\tRate\na\t1\t1.5\n")
        before = document.path.read_bytes()
        news = self.write("news.tsv", "Name\tNumber\tRate\nb\t007\t9007199254740993\nc\t7\t2\n")
        self.assert_told(self.kiroku("import", "--strict", "-q", news, "-i", document.path), 1, "2 cells", "“007”")
        self.assertEqual(document.path.read_bytes(), before)
        answer = self.kiroku("import", news, "-i", document.path)
        self.assertIn("2 added, 0 changed, 0 unchanged, 2 to fix\n", answer.errors)
        self.assertEqual(document.records()[1:], [["b", "007", "9007199254740993"], ["c", 7, 2.0]])

    def test_encodings(self) -> None:
        """An encoding that was guessed is told by every command, and an option takes another."""
        file = self.home.directory / "care.csv"
        file.write_bytes(b"Name,Cost\nAlzheimer\x92s,about 5 \x80\n")
        told = "Read as Windows-1252. Use --input-encoding=NAME to choose another encoding."
        self.assertIn(told, self.kiroku("info", file).text)
        for arguments in (["export", file], ["find", file, "Cost = 'about 5 €'"],
                          ["import", file, "-i", self.home.directory / "care.kiroku"]):
            with self.subTest(arguments=arguments):
                self.assertIn(told, self.kiroku(*arguments).errors)
        self.assertEqual(self.kiroku("export", file).text, "Name\tCost\nAlzheimer’s\tabout 5 €\n")
        answer = self.kiroku("export", file, "--input-encoding=windows-1251")
        self.assertEqual((answer.text, answer.errors), ("Name\tCost\nAlzheimer’s\tabout 5 Ђ\n", ""))
        broken = self.home.directory / "broken.csv"
        broken.write_bytes("é".encode() * 9 + b"\xff\n")
        self.assert_told(self.kiroku("info", broken), 1, "--input-encoding")

    def test_quiet(self) -> None:
        """With --quiet, only errors are told."""
        document = self.document()
        more = self.write("more.csv", "Place,Visits,Extra\nIse,many,y\n")
        answer = self.kiroku("import", "-q", more, "-i", document.path)
        self.assertEqual((answer.status, answer.output, answer.errors), (0, b"", ""))
        self.assertEqual(document.column("Visits")[4], "many")

    def test_from_a_document(self) -> None:
        """The records can come from another document."""
        document = self.document()
        copy = self.home.directory / "copy.kiroku"
        for count in (4, 8):
            self.assertEqual(self.kiroku("import", document.path, "--into", copy).status, 0)
            self.assertEqual(Document(copy).count(), count)

    def test_refused(self) -> None:
        """What cannot be imported leaves the document as it is."""
        document = self.document()
        before = document.path.read_bytes()
        strange = self.write("strange.tsv", "X\tY\n1\t2\n")
        self.assert_told(self.kiroku("import", strange, "-i", document.path, "--input-header=yes"), 1)
        self.assert_told(self.kiroku("import", "missing.tsv", "-i", document.path), 1, "missing.tsv")
        self.assert_told(self.kiroku("import", strange, "-i", strange), 1, "strange.tsv")
        self.assertEqual(document.path.read_bytes(), before)
        document.path.chmod(0o444)
        self.assert_told(self.kiroku("import", self.sights(), "-i", document.path), 1, "sights.kiroku")
        self.assertEqual(document.path.read_bytes(), before)
        self.assertEqual(list(document.path.parent.glob("*.kiroku-*")), [])

    def test_interrupted_while_it_is_made(self) -> None:
        """Ctrl+C leaves no document, and nothing hidden in its folder."""
        file = self.long_file()
        folder = self.home.directory / "out"
        folder.mkdir()
        self.interrupt_while_it_writes(folder, "import", file, "--into", folder / "long.kiroku")
        self.assertEqual(os.listdir(folder), [])


class Pictures(CommandTest):
    """Pictures beside a text, there and back."""

    def test_a_pair_goes_there_and_back(self) -> None:
        """A document is made of text and folder, written as both, and taken into another document."""
        folder = self.home.directory / "in"
        folder.mkdir()
        (folder / "kyoto.png").write_bytes(b"picture 1")
        text = self.write("trip.tsv", "Sight\tPicture\nKyoto\tkyoto.png\nNara\t../trip.tsv\n")
        document = Document(self.home.directory / "trip.kiroku")
        answer = self.kiroku("import", text, "--into", document.path, "--pictures", folder)
        self.assertEqual((answer.status, answer.output), (0, b""), answer.errors)
        self.assertIn("../trip.tsv", answer.errors)
        self.assertIn("1 picture cannot be shown. kyoto.png: This is not a picture, or not in a supported format.",
                      answer.errors)
        self.assertEqual(document.query("SELECT name, length(bytes) AS size FROM pictures"),
                         [{"name": "kyoto.png", "size": 9}])
        out = self.home.directory / "out"
        answer = self.kiroku("export", document.path, "--pictures", out, "--output", self.home.directory / "out.tsv")
        self.assertEqual((answer.status, answer.errors), (0, ""))
        self.assertEqual([(path.name, path.read_bytes()) for path in out.iterdir()], [("kyoto.png", b"picture 1")])
        (out / "kyoto.png").write_bytes(b"picture 2")
        answer = self.kiroku("import", self.home.directory / "out.tsv", "--into", document.path, "-p", out)
        self.assertEqual(answer.status, 0, answer.errors)
        self.assertEqual([row["Picture"] for row in document.query("SELECT Picture FROM cards")],
                         ["kyoto.png", "../trip.tsv", "kyoto 2.png", "../trip.tsv"])
        self.assert_told(self.kiroku("export", text, "--pictures", out), 2, "Only documents have pictures.")
        answer = self.kiroku("export", document.path, "--pictures", text)
        self.assertEqual(answer.status, 1)
