"""What differs between two tables, and how copies become one again, in the terminal."""

import json
import shutil
import subprocess
from pathlib import Path

from support.command import Answer, environment, run
from support.document import Document
from support.picture_file import png
from support.program import executable
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
        self.assertEqual(self.compare(one, two, "--format=text").text, self.compare(one, two).text)
        lines = self.compare(one, two, "--format=csv", "--no-header").lines
        self.assertEqual(lines[0], "changed,1,2,Age,31,32")

    def test_mistakes(self) -> None:
        """One line says what is wrong, with status 2."""
        one = self.write("one.tsv", ONE)
        for arguments in ((one,), (one, "nowhere.tsv"), (one, one, one), (one, one, "--key", "Country")):
            answer = self.compare(*arguments)
            self.assertEqual((answer.status, answer.text, len(answer.errors.splitlines())), (2, "", 1), answer.errors)


class Merge(AcceptanceTest):
    """`kiroku merge`."""

    def setUp(self) -> None:
        """A document and two copies."""
        super().setUp()
        self.home.documents.mkdir(parents=True, exist_ok=True)
        self.base, self.mine, self.theirs = (
            self.home.documents / f"{name}.kiroku" for name in ("base", "mine", "theirs"))
        run(self.home, "import", self.write("one.tsv", ONE), "--into", self.base)
        for copy in (self.mine, self.theirs):
            shutil.copy(self.base, copy)

    def change(self, path: Path, text: str) -> None:
        """Another edit than the window's, with its own identities for new records."""
        run(self.home, "import", self.write("change.tsv", text), "--into", path, "--key", "Name")

    def test_both_sides(self) -> None:
        """What only one has changed is merged; what both have changed stays, and is listed."""
        self.change(self.mine, "Name\tAge\nAnn\t32\nBob\t46\nDee\t1\n")
        self.change(self.theirs, "Name\tAge\tTown\nBob\t47\t\nCy\t8\tKyoto\nEve\t2\t\n")
        answer = run(self.home, "merge", self.mine, self.theirs, "--base", self.base)
        self.assertEqual((answer.status, answer.lines, answer.errors),
                         (1, ["Record 2, “Age”: here “46”, there “47”"], ""))
        self.assertEqual(Document(self.mine).records(), [
            ["Ann", 32, "Uji"], ["Bob", 46, "Nara"], ["Cy", 8, "Kyoto"], ["Dee", 1, None], ["Eve", 2, None]])
        self.assertEqual(Document(self.theirs).count(), 4)
        again = run(self.home, "merge", self.mine, self.theirs, "--base", self.theirs)
        self.assertEqual((again.status, again.text), (0, ""))
        window = self.open(self.mine)
        window.wait_until_saved(5)
        window.keyboard.press("ctrl+z")
        window.wait_for_rows([["Ann", "32", "Uji"], ["Bob", "46", "Nara"], ["Cy", "", "Uji"], ["Dee", "1", ""]])

    def test_pictures(self) -> None:
        """Those that only the other document has come along; another one of the same name is told."""
        for number, name in enumerate(("ann", "bob", "cy")):
            folder = self.home.directory / name
            folder.mkdir()
            (folder / f"{'bob' if name == 'cy' else name}.png").write_bytes(png(10 + number, 10))

        def take(document: Path, person: str, folder: str) -> None:
            text = self.write("people.tsv", f"Name\tPhoto\n{person}\n")
            answer = run(self.home, "import", text, "--into", document, "--pictures", self.home.directory / folder)
            self.assertEqual(answer.status, 0, answer.errors)

        base, mine, theirs = (self.home.documents / f"{name}s.kiroku" for name in ("base", "mine", "their"))
        take(base, "Ann\tann.png", "ann")
        for copy in (mine, theirs):
            shutil.copy(base, copy)
        take(theirs, "Bob\tbob.png", "bob")
        answer = run(self.home, "merge", mine, theirs, "--base", base)
        self.assertEqual((answer.status, answer.text, answer.errors), (0, "", ""))
        out = self.home.directory / "out"
        run(self.home, "export", mine, "--pictures", out)
        self.assertEqual((out / "bob.png").read_bytes(), png(11, 10))
        shutil.copy(base, mine)
        take(mine, "Cy\tbob.png", "cy")
        answer = run(self.home, "merge", mine, theirs, "--base", base)
        self.assertEqual((answer.status, answer.lines), (1, ["The other document has a different picture “bob.png”."]))

    def test_git(self) -> None:
        """As git's merge driver, it merges branches of a document."""
        if not shutil.which("git"):
            self.skipTest("needs git")
        folder = self.home.directory / "repository"
        folder.mkdir()
        driver = f"{executable()} merge %A %B --base=%O"
        settings = {"user.name": "A", "user.email": "a@example.org", "merge.kiroku.driver": driver}
        (folder / ".gitattributes").write_text("*.kiroku merge=kiroku\n")
        document = folder / "people.kiroku"

        def git(*arguments: str) -> None:
            options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
            done = subprocess.run(["git", *options, *arguments], cwd=folder, env=environment(self.home),
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr + done.stdout)

        def commit(path: Path) -> None:
            shutil.copy(path, document)
            git("add", "-A")
            git("commit", "-qm", path.name)

        git("init", "-q", "-b", "main")
        commit(self.base)
        git("checkout", "-qb", "other")
        self.change(self.theirs, "Name\tAge\nCy\t8\nEve\t2\n")
        commit(self.theirs)
        git("checkout", "-q", "main")
        self.change(self.mine, "Name\tAge\nAnn\t32\n")
        commit(self.mine)
        git("merge", "-q", "-m", "both", "other")
        self.assertEqual(Document(document).records(), [
            ["Ann", 32, "Uji"], ["Bob", 45, "Nara"], ["Cy", 8, "Uji"], ["Eve", 2, None]])

    def test_mistakes(self) -> None:
        """One line says what is wrong, with status 2, and nothing is changed."""
        before = self.mine.read_bytes()
        text = self.write("text.tsv", ONE)
        for arguments in ((self.mine,), (self.mine, "nowhere.kiroku"), (self.mine, text),
                          (self.mine, self.theirs, "--base", text)):
            answer = run(self.home, "merge", *arguments)
            self.assertEqual((answer.status, answer.text, len(answer.errors.splitlines())), (2, "", 1), answer.errors)
        self.assertEqual(self.mine.read_bytes(), before)
