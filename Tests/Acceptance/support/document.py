"""A document, as anybody can read it with the sqlite3 tool."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .waiting import PATIENCE

_WAITING = ("-cmd", f".timeout {PATIENCE * 1000:.0f}")
"""Has sqlite3 wait for whoever writes to the document."""


class Document:
    """A .kiroku file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def query(self, statement: str) -> list[dict[str, Any]]:
        """The rows of an SQL query, each a dictionary by column name."""
        assert self.path.exists(), f"there is no document {self.path}"
        done = subprocess.run(
            ["sqlite3", "-batch", "-bail", "-json", *_WAITING, str(self.path), statement],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, f"sqlite3 {self.path.name}: {done.stderr.strip()}"
        return json.loads(done.stdout) if done.stdout.strip() else []

    def count(self) -> int:
        """How many records it holds."""
        return self.query("SELECT count(*) AS n FROM cards")[0]["n"]

    def fields(self) -> list[str]:
        """The names of the fields, in order."""
        return [row["name"] for row in self.query("SELECT name FROM pragma_table_info('cards')")]

    def records(self) -> list[list[Any]]:
        """The values of all records, in order."""
        return [list(row.values()) for row in self.query("SELECT * FROM cards")]

    def column(self, field: str) -> list[Any]:
        """The values of one field, in record order."""
        return [row["value"] for row in self.query(f'SELECT "{field}" AS value FROM cards')]

    def kinds(self, field: str) -> list[str]:
        """How SQLite holds the values of one field: "integer", "real", "text" or "null"."""
        return [row["kind"] for row in self.query(f'SELECT typeof("{field}") AS kind FROM cards')]

    @contextmanager
    def locked(self, ending: str = "ROLLBACK;", how: str = "IMMEDIATE") -> Iterator[None]:
        """Keeps everybody else from writing to it for a while; `ending` is what is done then, in that transaction.

        With `how="EXCLUSIVE"`, nobody can read it either.
        """
        process = subprocess.Popen(["sqlite3", "-batch", "-bail", *_WAITING, str(self.path)],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(f"BEGIN {how};\nSELECT 'locked';\n")
            process.stdin.flush()
            assert process.stdout.readline() == "locked\n", "the document could not be locked"
            yield
        finally:
            process.communicate(f"{ending}\n", timeout=PATIENCE)
