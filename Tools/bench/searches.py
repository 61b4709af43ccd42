"""Measures finding records in a document from the command line, from the start of the program to its end."""
import os
import shutil
import subprocess
import time

from contestants import run

# For each work: the condition for Kiroku, and for SQLite.
CONDITIONS = {
    "search a document": ("Number < 500", "Number < 500"),
    "search a document for text": ("Name contains 'o H M'", "instr(Name, 'o H M')"),
}
TENFOLD = "search ten times the records"


class Search:
    """A program that is asked for the records of a document, with all their fields, in order."""

    def __init__(self, name, documents):
        """`documents` are the paths of the usual one, and of one with ten times the records."""
        self.name, self.documents = name, documents

    def measure(self, runs):
        for work, conditions in CONDITIONS.items():
            yield work, self.times(self.documents[0], conditions, runs)
        yield TENFOLD, self.times(self.documents[1], CONDITIONS["search a document"], runs)

    def times(self, document, conditions, runs):
        return [self.time(self.command(document, *conditions)) for _ in range(runs)]

    def time(self, command):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return (time.perf_counter() - start) * 1e3

    def count(self, work):
        """How many records it finds, to see that all find the same."""
        return run(*self.command(self.documents[0], *CONDITIONS[work])).count("\n")


class KirokuSearch(Search):
    def __init__(self, program, documents):
        super().__init__("kiroku", documents)
        self.program = program

    def command(self, document, ours, _):
        return [self.program, "find", "--no-header", document, ours]


class SQLiteSearch(Search):
    def __init__(self, documents):
        super().__init__("sqlite3", documents)

    def command(self, document, _, theirs):
        return ["sqlite3", document, f"SELECT * FROM cards WHERE {theirs}"]


def contestants(program, folder, cards):
    """Those who search documents that are made of these tables.

    `cards` are the paths of the tables, the second with ten times the records.
    """
    documents = []
    for table in cards:
        document = os.path.join(folder, os.path.basename(table).replace(".tsv", "-search.kiroku"))
        if not os.path.exists(document):
            run(program, "import", "--quiet", table, "--into", document)
        documents.append(document)
    programs = [KirokuSearch(program, documents)] + [SQLiteSearch(documents)] * bool(shutil.which("sqlite3"))
    for work in CONDITIONS:
        if len({search.count(work) for search in programs}) > 1:
            raise ValueError(f"{work}: the programs do not find the same records")
    return programs
