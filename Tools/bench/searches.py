"""Measures finding records in a document from the command line, from the start of the program to its end."""
import os
import shutil
import subprocess
import time

from contestants import run

NUMBER = ("Number < 500", "Number < 500")
TEXT = ("Name contains 'o H M'", "instr(Name, 'o H M')")
FOLDED = ("Name contains 'O h m'i", "Name LIKE '%O h m%'")

# For each work: which document is searched, and the condition for Kiroku and for SQLite.
WORKS = {
    "search a document": (0, NUMBER),
    "search a document for text": (0, TEXT),
    "search a document, ignoring case": (0, FOLDED),
    "search ten times the records": (1, NUMBER),
    "search ten times the records for text": (1, TEXT),
}


class Search:
    """A program that is asked for the records of a document, with all their fields, in order."""

    def __init__(self, name, documents):
        """`documents` are the paths of the usual one, and of one with ten times the records."""
        self.name, self.documents = name, documents

    def measure(self, work):
        """One run, as a work and its figures."""
        start = time.perf_counter()
        subprocess.run(self.asking(work), check=True, stdout=subprocess.DEVNULL)
        yield work, [(time.perf_counter() - start) * 1e3]

    def count(self, work):
        """How many records it finds, to see that all find the same."""
        return run(*self.asking(work)).count("\n")

    def asking(self, work):
        place, conditions = WORKS[work]
        return self.command(self.documents[place], *conditions)


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
    for work in WORKS:
        if len({search.count(work) for search in programs}) > 1:
            raise ValueError(f"{work}: the programs do not find the same records")
    return programs
