"""What differs between two tables, told in the terminal."""

import json
import shutil

from support.command import Answer, run
from support.document import Document
from support.testcase import AcceptanceTest

ONE = "Name\tAge\tTown\nAnn\t31\tUji\nBob\t45\tNara\nCy\t\tUji\n"
TWO = "Name\tAge\tTown\nCy\t\tKyoto\nAnn\t32\tUji\nDee\t45\tNara\n"


class Compare(AcceptanceTest):
    """`kiroku compare`."""

    def compare(self, *arguments: str) -> Answer:
        """Runs it in the folder of the files."""
        return run(self.home, "compare", *arguments)

    def test_texts(self) -> None:
        """Records are found by the first field, wherever they are; the exit status is that of diff."""
        one, two = self.write("one.tsv", ONE), self.write("two.tsv", TWO)
        answer = self.compare(one, two)
        self.assertEqual(answer.lines, [
            "| 1: Ann · Age: 31 → 32", "< 2: Bob · 45 · Nara", "| 3: Cy · Town: Uji → Kyoto", "> 3: Dee · 45 · Nara",
            "1 only in the first, 1 only in the second, 2 different, 0 the same"])
        self.assertEqual(answer.status, 1)
        same = self.compare(one, one)
        self.assertEqual((same.status, same.text, same.errors), (0, "", ""))
        quiet = self.compare(one, two, "--quiet")
        self.assertEqual((quiet.status, quiet.text, quiet.errors), (1, "", ""))
        by_town = self.compare(one, two, "--key", "Town")
        self.assertIn("| 2: Bob · Name: Bob → Dee", by_town.lines)

    def test_documents(self) -> None:
        """A copy is compared by identity, wherever its records are."""
        path = self.home.documents / "one.kiroku"
        path.parent.mkdir(parents=True, exist_ok=True)
        run(self.home, "import", self.write("one.tsv", ONE), "--into", path)
        copy = path.with_name("copy.kiroku")
        shutil.copy(path, copy)
        self.assertEqual(self.compare(path, copy).status, 0)
        run(self.home, "import", self.write("new.tsv", "Name\tAge\nAnn\t33\nEve\t1\n"), "--into", copy, "--key", "Name")
        answer = self.compare(path, copy)
        self.assertEqual(answer.lines, [
            "| 1: Ann · Age: 31 → 33", "> 4: Eve · 1",
            "0 only in the first, 1 only in the second, 1 different, 2 the same"])
        self.assertEqual(Document(path).count(), 3)

    def test_as_a_table(self) -> None:
        """Each cell that differs is a record of the table that is written."""
        one, two = self.write("one.tsv", ONE), self.write("two.tsv", TWO)
        found = json.loads(self.compare(one, two, "--format=json").text)
        self.assertEqual(found[0], {"change": "changed", "record": 1, "other": 2, "field": "Age", "before": "31",
                                    "after": "32"})
        self.assertEqual({record["change"] for record in found}, {"changed", "removed", "added"})
        lines = self.compare(one, two, "--format=csv", "--no-header").lines
        self.assertEqual(lines[0], "changed,1,2,Age,31,32")

    def test_mistakes(self) -> None:
        """One line says what is wrong, with status 2."""
        one = self.write("one.tsv", ONE)
        for arguments in ((one,), (one, "nowhere.tsv"), (one, one, one), (one, one, "--key", "Country")):
            answer = self.compare(*arguments)
            self.assertEqual((answer.status, answer.text, len(answer.errors.splitlines())), (2, "", 1), answer.errors)
