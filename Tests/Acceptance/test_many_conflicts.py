"""Commands in a document with very many conflicts: each takes a step for each of them, and not for each pair."""

from support import command
from support.document import Document
from support.open_edits import leave_open
from support.testcase import AcceptanceTest

COUNT = 100_000


class Many(AcceptanceTest):
    """A document of three records, in which there are a hundred thousand conflicts."""

    def test_commands(self) -> None:
        """They count, import and merge, which resolves those of the cells that change and leaves the others."""
        path = self.home.directory / "sights.kiroku"
        base, other = path.with_name("base.kiroku"), path.with_name("other.kiroku")
        self._import(self.write("sights.tsv", "Sight\tVisits\nUji\t1\nNara\t2\nKobe\t3\n"), path)
        for copy in (base, other):
            copy.write_bytes(path.read_bytes())
        leave_open(path, [f"mine {number}" for number in range(COUNT)], [1, 2], (1, "Sight"))
        self.assertEqual(self._to_fix(path), "100,000")

        self._import(self.write("more.tsv", "Visits\tSight\n1\tUji Bridge\n4\tOsaka\n"), path, "--key", "Visits")
        self._import(self.write("changed.tsv", "Visits\tSight\n2\tNara Park\n"), other, "--key", "Visits")
        done = command.run(self.home, "merge", path, other, "--base", base)
        self.assertEqual((done.status, done.errors), (0, ""))
        self.assertEqual(self._to_fix(path), "0")
        document = Document(path)
        self.assertEqual(document.column("Sight"), ["Uji Bridge", "Nara Park", "Kobe", "Osaka"])
        given_up = document.query(
            "SELECT json_extract(change, '$[0][1]') AS count FROM journal "
            "WHERE json_extract(change, '$[0][0]') = 'typed over' ORDER BY number")
        self.assertEqual([row["count"] for row in given_up], [COUNT // 2, COUNT // 2])

    def _import(self, text: object, *arguments: object) -> None:
        path, *options = arguments
        done = command.run(self.home, "import", "--quiet", str(text), "--into", str(path), *map(str, options))
        self.assertEqual(done.status, 0, done.errors)

    def _to_fix(self, path: object) -> str:
        lines = command.run(self.home, "info", str(path)).lines
        return next((line.split()[-1] for line in lines if line.startswith("To fix:")), "0")
