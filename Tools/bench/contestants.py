"""Those who are measured. Each run is a process of its own that prints its figures."""
import os
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = ("polars", "duckdb", "pandas", "sqlite3")
DURABLE_IMPORTS = 2


class Missing(Exception):
    """A peer is not on this machine; the text says what is missing."""


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def figures(text):
    """The lines "work, tab, figures" of a program."""
    return dict(map(work_and_figures, text.splitlines()))


def work_and_figures(line):
    work, runs = line.split("\t")
    return work, [float(figure) for figure in runs.split()]


def measured(*command):
    """The same lines, each as soon as a program has printed it; what it has not finished is left out."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield from (work_and_figures(line) for line in process.stdout if line.endswith("\n"))
            process.wait()
        finally:
            process.kill()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


class Kiroku:
    name = "kiroku"

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def version(self):
        return "this one"

    def cards(self, rows):
        path = os.path.join(self.folder, f"cards-{rows}.tsv")
        if not os.path.exists(path):
            run(self.program, "cards", str(rows), path + ".part")
            os.rename(path + ".part", path)
        return path

    def measure(self, cards, runs):
        yield from self.measure_work(cards, runs)
        yield from measured(self.program, "memory", cards)
        yield from measured(self.program, "undo", cards)

    def measure_work(self, cards, runs):
        return measured(self.program, "work", cards, self.folder, str(runs))


class PlainC:
    name = "C"

    def __init__(self, folder):
        self.folder = folder
        if not shutil.which("cc"):
            raise Missing("C: no C compiler (cc)")
        self.compile("plain")
        try:
            self.compile("steps", "-lsqlite3")
        except subprocess.CalledProcessError:
            raise Missing("C: SQLite's header and library are not there") from None

    def compile(self, name, *libraries):
        source = os.path.join(HERE, name + ".c")
        run("cc", "-O2", "-o", os.path.join(self.folder, name), source, *libraries)

    def version(self):
        return "gcc -O2 " + run("cc", "-dumpfullversion").strip()

    def measure(self, cards, runs):
        plain, steps = (os.path.join(self.folder, name) for name in ("plain", "steps"))
        yield from measured(plain, "work", cards, str(runs))
        yield from measured(plain, "memory", cards)
        yield from measured(steps, os.path.join(self.folder, "cards.kiroku"), str(runs))


class Library:
    """A library of the Python that the measuring is done with."""

    def __init__(self, name, python):
        self.name, self.python = name, python
        try:
            module = "import {0}; print({0}.sqlite_version if '{0}' == 'sqlite3' else {0}.__version__)"
            self.found = run(python, "-c", module.format(name), stderr=subprocess.DEVNULL).strip()
        except subprocess.CalledProcessError:
            raise Missing(f"{name}: {python} does not have it") from None

    def version(self):
        return self.found

    def measure(self, cards, runs):
        program = [self.python, "-B", os.path.join(HERE, "peers.py"), self.name]
        yield from measured(*program, "work", cards, str(runs))
        yield from measured(*program, "memory", cards)


class SQLite(Library):
    """The library in memory, and the tool `sqlite3` for what is durable."""

    def __init__(self, folder, python):
        super().__init__("sqlite3", python)
        self.database = os.path.join(folder, "import.db")
        if not shutil.which("sqlite3"):
            raise Missing("sqlite3: the command line tool is not there")

    def measure(self, cards, runs):
        yield from super().measure(cards, runs)
        yield "import", [self.import_once(cards) for _ in range(DURABLE_IMPORTS)]

    def import_once(self, cards):
        self.remove()
        fields = "Number INTEGER, Rate REAL, SpMember INTEGER, Name TEXT, Place TEXT"
        start = time.perf_counter()
        run("sqlite3", self.database, f"CREATE TABLE cards({fields})", ".mode tabs", f".import --skip 1 '{cards}' cards")
        took = (time.perf_counter() - start) * 1e3
        self.remove()
        return took

    def remove(self):
        for path in (self.database, self.database + "-journal"):
            if os.path.exists(path):
                os.remove(path)


def peers(folder, python):
    """The peers that are there, and a sentence for each that is not."""
    makers = [lambda: PlainC(folder)] + [
        lambda name=name: SQLite(folder, python) if name == "sqlite3" else Library(name, python) for name in LIBRARIES]
    found, missing = [], []
    for make in makers:
        try:
            found.append(make())
        except Missing as reason:
            missing.append(str(reason))
    return found, missing
