#!/usr/bin/env python3
"""Says what other programs make of the layouts that Kiroku's tests read, as far as this Python has them.

pandas and polars do not decide whether there is a header: they take the first line for names.
"""

import csv
import sys
from pathlib import Path

LAYOUTS = Path(__file__).resolve().parents[2] / "Tests/KirokuCoreTests/Fixtures/Layouts"


def blocks(name: str) -> list[tuple[str, str]]:
    """The layouts of a file, each with its title."""
    parts = (LAYOUTS / name).read_text("utf-8").split("\n== ")[1:]
    return [(title, text + "\n") for title, text in (part.rstrip("\n").split("\n", 1) for part in parts)]


def sniffed(text: str) -> bool:
    """Python's csv.Sniffer."""
    return csv.Sniffer().has_header(text)


def duckdb_sniffed(text: str) -> bool:
    """DuckDB's sniff_csv."""
    import duckdb  # pylint: disable=import-outside-toplevel

    path = Path("/tmp") / f"layout-{id(text)}.csv"
    path.write_text(text, "utf-8")
    try:
        return bool(duckdb.execute(f"SELECT HasHeader FROM sniff_csv('{path}')").fetchall()[0][0])
    finally:
        path.unlink()


def first_line(_text: str) -> bool:
    """pandas and polars, unless told."""
    return True


def main() -> None:
    """Prints a line for each layout that somebody gets wrong, and the sums."""
    programs = {"csv.Sniffer": sniffed, "DuckDB": duckdb_sniffed, "pandas, polars": first_line}
    right = dict.fromkeys(programs, 0)
    layouts = blocks("headers.txt")
    for title, text in layouts:
        wrong = []
        for name, decide in programs.items():
            try:
                answer = decide(text)
            except (csv.Error, ImportError, RuntimeError) as error:
                wrong.append(f"{name}: {type(error).__name__}")
                continue
            if answer == title.startswith("names"):
                right[name] += 1
            else:
                wrong.append(name)
        if wrong:
            print(f"{title:60} wrong: {'; '.join(wrong)}")
    for name, count in right.items():
        print(f"{name:16} {count} of {len(layouts)}")


if __name__ == "__main__":
    sys.exit(main())
