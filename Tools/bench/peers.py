"""Measures what a Python library needs for the same work on the same table.

    peers.py LIBRARY work FILE RUNS      a line for each piece of work: name, tab, milliseconds of each run
    peers.py LIBRARY memory FILE         what the table takes

LIBRARY is polars, duckdb, pandas or sqlite3. Ends with 3 if this Python does not have it. The result of finding is the
list of places of the records found; that of ordering is the permutation, stable, texts by code point.
"""
import csv
import datetime
import decimal
import gc
import importlib.util
import os
import sys
import tempfile
import time

THREADS = 2
DAYS = 60_000


class Library:
    def prepare(self):
        """Makes of the cards what else its works need."""


class Polars(Library):
    def __init__(self):
        os.environ["POLARS_MAX_THREADS"] = str(THREADS)
        import polars
        self.polars = polars

    def read(self, path):
        self.table = self.polars.read_csv(path, separator="\t")

    def prepare(self):
        polars = self.polars
        first = datetime.date(1900, 1, 1)
        days = polars.duration(days=(polars.col("Number") - 1) % DAYS)
        self.dates = self.table.select((polars.lit(first) + days).alias("Day"))
        self.dates_text = self.dates.write_csv(separator="\t").encode()
        self.decimal = polars.Decimal(38, 2)
        cents = polars.col("Number") * 7919 % 1_000_000
        texts = (cents // 100).cast(polars.String) + "." + (cents % 100).cast(polars.String).str.zfill(2)
        self.prices = self.table.select(texts.cast(self.decimal).alias("Price"))
        self.prices_text = self.prices.write_csv(separator="\t").encode()

    def works(self):
        table = self.table
        return {
            "write text": lambda: table.write_csv(separator="\t"),
            "find int": lambda: (table["Number"] < 500).arg_true(),
            "find float": lambda: (table["Rate"] > 500).arg_true(),
            "find date": lambda: (self.dates["Day"] < datetime.date(1901, 1, 1)).arg_true(),
            "order by date": lambda: self.dates.select(self.polars.arg_sort_by("Day", maintain_order=True)),
            "read dates": lambda: self.polars.read_csv(self.dates_text, separator="\t", try_parse_dates=True),
            "find decimal": lambda: (self.prices["Price"] < decimal.Decimal(5)).arg_true(),
            "order by decimal": lambda: self.prices.select(self.polars.arg_sort_by("Price", maintain_order=True)),
            "read decimals": lambda: self.polars.read_csv(
                self.prices_text, separator="\t", schema_overrides={"Price": self.decimal}),
            "find prefix": lambda: table["Name"].str.starts_with("C").arg_true(),
            "find contains": lambda: table["Name"].str.contains("g", literal=True).arg_true(),
            "order by int": lambda: self.order("Number"),
            "order by string": lambda: self.order("Name"),
            "find duplicates": self.duplicates,
        }

    def duplicates(self):
        places = self.polars.int_range(self.polars.len()).alias("place")
        groups = self.table.select("Name", places).group_by("Name").agg("place")
        return groups.filter(self.polars.col("place").list.len() > 1)

    def order(self, field):
        return self.table.select(self.polars.arg_sort_by(field, maintain_order=True))


class Duckdb(Library):
    def __init__(self):
        import duckdb
        self.database = duckdb.connect(config={"threads": THREADS})

    def read(self, path):
        self.database.execute(
            "CREATE OR REPLACE TABLE cards AS SELECT * FROM "
            f"read_csv('{path}', delim='\t', header=true, quote='\"', escape='\"')")

    def prepare(self):
        self.database.execute(
            "CREATE OR REPLACE TABLE dates AS "
            f"SELECT DATE '1900-01-01' + CAST((Number - 1) % {DAYS} AS INTEGER) AS Day FROM cards")
        self.database.execute(
            "CREATE OR REPLACE TABLE prices AS SELECT CAST("
            "CAST(Number * 7919 % 1000000 AS DECIMAL(18,0)) * 0.01 AS DECIMAL(38,2)) AS Price FROM cards")
        self.dates_file = self.written("dates")
        self.prices_file = self.written("prices")

    def written(self, table):
        file = tempfile.NamedTemporaryFile(suffix=".tsv")
        self.database.execute(f"COPY {table} TO '{file.name}' (FORMAT csv, DELIMITER '\t', HEADER)")
        return file

    def works(self):
        return {
            "write text": self.write,
            "find date": lambda: self.places("WHERE Day < DATE '1901-01-01'", "dates"),
            "order by date": lambda: self.places("ORDER BY Day, rowid", "dates"),
            "read dates": lambda: self.read_again(self.dates_file, ""),
            "find decimal": lambda: self.places("WHERE Price < 5", "prices"),
            "order by decimal": lambda: self.places("ORDER BY Price, rowid", "prices"),
            "read decimals": lambda: self.read_again(self.prices_file, ", types={'Price': 'DECIMAL(38,2)'}"),
            "find int": lambda: self.places("WHERE Number < 500"),
            "find float": lambda: self.places("WHERE Rate > 500"),
            "find prefix": lambda: self.places("WHERE starts_with(Name, 'C')"),
            "find contains": lambda: self.places("WHERE contains(Name, 'g')"),
            "order by int": lambda: self.places("ORDER BY Number, rowid"),
            "order by string": lambda: self.places("ORDER BY Name, rowid"),
            "find duplicates": lambda: self.database.execute(
                "CREATE OR REPLACE TABLE found AS "
                "SELECT list(rowid) FROM cards GROUP BY Name HAVING count(*) > 1"),
        }

    def places(self, rest, table="cards"):
        return self.database.execute(f"SELECT rowid FROM {table} " + rest).fetchnumpy()["rowid"]

    def read_again(self, file, options):
        self.database.execute(
            f"CREATE OR REPLACE TABLE read AS SELECT * FROM read_csv('{file.name}', delim='\t', header=true{options})")

    def write(self):
        """It writes to files only, so this one is in memory."""
        file = os.memfd_create("text")
        self.database.execute(
            f"COPY cards TO '/proc/self/fd/{file}' (FORMAT csv, DELIMITER '\t', HEADER, USE_TMP_FILE false)")
        with open(file, "rb") as text:
            text.seek(0)
            return text.read()


class Pandas(Library):
    def __init__(self):
        import numpy
        import pandas
        self.numpy, self.pandas = numpy, pandas

    def read(self, path):
        self.table = self.pandas.read_csv(path, sep="\t", keep_default_na=False)

    def works(self):
        table, found = self.table, self.numpy.flatnonzero
        return {
            "write text": lambda: table.to_csv(sep="\t", index=False, lineterminator="\n"),
            "find int": lambda: found(table["Number"] < 500),
            "find float": lambda: found(table["Rate"] > 500),
            "find prefix": lambda: found(table["Name"].str.startswith("C")),
            "find contains": lambda: found(table["Name"].str.contains("g", regex=False)),
            "order by int": lambda: table["Number"].array.argsort(kind="stable"),
            "order by string": lambda: table["Name"].array.argsort(kind="stable"),
        }


class Sqlite3(Library):
    def __init__(self):
        import sqlite3
        self.sqlite3 = sqlite3

    def read(self, path):
        """Through Python's csv module: it has no reading of its own, so this is not measured."""
        self.database = self.sqlite3.connect(":memory:", isolation_level=None)
        self.database.execute(
            "CREATE TABLE cards(Number INTEGER, Rate REAL, SpMember INTEGER, Name TEXT, Place TEXT)")
        with open(path, newline="", encoding="utf-8") as text:
            rows = csv.reader(text, delimiter="\t")
            next(rows)
            cards = ((int(a), float(b), c == "true", d, e) for a, b, c, d, e in rows)
            self.database.executemany("INSERT INTO cards VALUES(?, ?, ?, ?, ?)", cards)

    def works(self):
        return {
            "find int": lambda: self.places("WHERE Number < 500"),
            "find float": lambda: self.places("WHERE Rate > 500"),
            "find prefix": lambda: self.places("WHERE Name GLOB 'C*'"),
            "find contains": lambda: self.places("WHERE instr(Name, 'g')"),
            "order by int": lambda: self.places("ORDER BY Number, rowid"),
            "order by string": lambda: self.places("ORDER BY Name, rowid"),
            "find duplicates": lambda: self.database.execute(
                "SELECT group_concat(rowid) FROM cards GROUP BY Name HAVING count(*) > 1").fetchall(),
        }

    def places(self, rest):
        return [place - 1 for place, in self.database.execute("SELECT rowid FROM cards " + rest)]


LIBRARIES = {"polars": Polars, "duckdb": Duckdb, "pandas": Pandas, "sqlite3": Sqlite3}


def measure(work, runs, body):
    """Work that takes less than 10 ms is run again until it has taken 100 ms in all."""
    figures = []
    while len(figures) < runs or (min(figures) < 10 and sum(figures) < 100):
        result = None  # given back before the next run begins
        start = time.perf_counter()
        result = body()
        figures.append((time.perf_counter() - start) * 1e3)
    show(work, figures)


def show(work, figures):
    print(work, " ".join(map(str, figures)), sep="\t", flush=True)


def status(name):
    with open("/proc/self/status", encoding="ascii") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def warm_up(library, path):
    """Starts the library's threads, with the first thousand lines."""
    with tempfile.NamedTemporaryFile(suffix=".tsv") as head:
        with open(path, "rb") as text:
            head.writelines(line for line, _ in zip(text, range(1000)))
        head.flush()
        library.read(head.name)


def measure_memory(library, path):
    gc.collect()
    before = status("VmRSS")
    library.read(path)
    gc.collect()
    with open(path, "rb") as text:
        count = sum(1 for _ in text) - 1
    show("memory per record", [(status("VmRSS") - before) / count])
    show("peak memory, reading", [status("VmHWM") / 1e6])


def main():
    name, task, path = sys.argv[1:4]
    if importlib.util.find_spec(name) is None:
        sys.exit(3)
    library = LIBRARIES[name]()
    warm_up(library, path)
    if task == "memory":
        return measure_memory(library, path)
    runs = int(sys.argv[4])
    library.read(path)
    if name != "sqlite3":
        measure("read text", runs, lambda: library.read(path))
    library.prepare()
    for work, body in library.works().items():
        measure(work, runs, body)


if __name__ == "__main__":
    main()
