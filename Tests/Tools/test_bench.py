"""What the benchmark keeps when some of those that it measures fail."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "Tools/bench"
sys.path.insert(0, str(TOOL))

import searches  # noqa: E402
import works  # noqa: E402
from contestants import measured  # noqa: E402
from gathering import Gathered  # noqa: E402
from report import Report  # noqa: E402

PATIENCE = 600


def program(script):
    return lambda: measured("/bin/sh", "-c", script)


class Failing(unittest.TestCase):
    """Contestants that do not get to the end."""

    def setUp(self):
        self.gathered = Gathered(PATIENCE)

    def test_all_figures_of_the_others_are_kept(self):
        self.gathered.take("C", "works", program("printf 'find int\\t1 2\\n'"))
        self.gathered.take("polars", "works", program("exit 3"))
        self.gathered.take("kiroku", "works", program("printf 'find int\\t3\\n'"))
        self.assertEqual(self.gathered.figures["C"], {"find int": [1, 2]})
        self.assertEqual(self.gathered.figures["kiroku"], {"find int": [3]})
        self.assertIn("status 3", self.gathered.failures["polars, works"])

    def test_what_came_before_a_failure_is_kept_and_half_a_line_is_not(self):
        self.gathered.take("C", "works", program("printf 'find int\\t1\\nfind float\\t2 3'; kill -9 $$"))
        self.assertEqual(self.gathered.figures["C"], {"find int": [1]})
        self.assertIn("signal 9", self.gathered.failures["C, works"])

    def test_who_does_not_end_is_ended(self):
        self.gathered.patience = 1
        self.gathered.take("C", "works", program("printf 'find int\\t1\\n'; exec sleep 1000"))
        self.assertIn("no end after 1 s", self.gathered.failures["C, works"])

    def test_who_failed_is_not_asked_again_for_the_same(self):
        asked = []

        def fail():
            asked.append(1)
            raise OSError("no such program")

        for works in ("works", "works", "pictures"):
            self.gathered.take("kiroku", works, fail)
        self.assertEqual(len(asked), 2)

    def test_figures_that_are_none_are_a_failure(self):
        self.gathered.take("C", "works", program("echo 'Segmentation fault'"))
        self.assertIn("C, works", self.gathered.failures)


class Searching(unittest.TestCase):
    """Searches of documents, in which two programs take turns."""

    def test_numbers_and_texts_are_searched_in_both_documents_and_held_against_sqlite(self):
        lines = {work.name: work for work in works.WORKS}
        asked = {(place, conditions) for place, conditions in searches.WORKS.values()}
        self.assertLessEqual({(place, asked) for place in (0, 1) for asked in (searches.NUMBER, searches.TEXT)}, asked)
        for work in searches.WORKS:
            self.assertEqual((lines[work].rivals, lines[work].aim), (("sqlite3",), 1))

    def test_a_measurement_is_one_run_of_the_program(self):
        class Echo(searches.Search):
            def command(self, document, ours, theirs):
                return ["/bin/echo", document, ours, theirs]

        program = Echo("echo", ["one", "ten"])
        for work in searches.WORKS:
            [(measured_work, figures)] = program.measure(work)
            self.assertEqual((measured_work, len(figures)), (work, 1))
            self.assertEqual(program.count(work), 1)


class Reporting(unittest.TestCase):
    """The table of what there is."""

    def test_ours_may_be_missing(self):
        report = Report({"kiroku": {"find float": [2.0]}, "C": {"find int": [1.0], "find float": [4.0]}}, {})
        self.assertIn("find int", report.text())
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "bench.json")
            report.write_json(path)
            rows = {row["work"]: row for row in json.loads(path.read_text(encoding="utf-8"))}
        self.assertEqual(rows["find int"], {
            "work": "find int", "ours": None, "unit": "ms", "peers": {"C": 1.0}, "ratio": None})
        self.assertEqual(rows["find float"]["ratio"], 2.0)

    def test_there_may_be_nothing_of_ours(self):
        self.assertIn("find int", Report({"C": {"find int": [1.0]}}, {"find int": [0.1]}).text())


if __name__ == "__main__":
    unittest.main()
