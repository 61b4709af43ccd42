"""A document as other programs see it: through SQLite alone."""

import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from patience import PATIENCE


@dataclass(frozen=True)
class Document:
    """All that a document shows. A field is called by its initial value, which is given once and for all."""
    fields: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    """The records in their order: identity and cells."""

    @classmethod
    def of_desk(cls, table: dict) -> "Document":
        """What a desk says that it shows."""
        return cls(tuple(table["fields"]), tuple(table["names"]),
                   tuple((row["id"], tuple(row["cells"])) for row in table["rows"]))

    def texts(self) -> dict[tuple[int, str], str]:
        """The text of each cell, by record and field; the names of the fields as those of record 0."""
        texts = {(0, field): name for field, name in zip(self.fields, self.names)}
        for record, cells in self.rows:
            texts |= {(record, field): cell for field, cell in zip(self.fields, cells)}
        return texts


def connect(path: Path, access: str) -> sqlite3.Connection:
    """A connection that waits for others as long as a test may take; access is `ro` or `rw`."""
    return sqlite3.connect(f"file:{path}?mode={access}", uri=True, timeout=PATIENCE, isolation_level=None)


def read(path: Path) -> Document:
    """What is in the file."""
    connection = connect(path, "ro")
    try:
        connection.execute("BEGIN")
        return contents(connection)
    finally:
        connection.close()


def contents(connection: sqlite3.Connection) -> Document:
    """What is in the file as of the transaction that is under way."""
    fields = connection.execute("SELECT id, name, initial FROM fields ORDER BY place").fetchall()
    columns = "".join(f", f{number}" for number, _, _ in fields)
    rows = connection.execute(
        f"SELECT id{columns} FROM records ORDER BY coalesce(after, id), coalesce(step, 0), id").fetchall()
    return Document(tuple(shown(initial) for _, _, initial in fields), tuple(name for _, name, _ in fields),
                    tuple((row[0], tuple(map(shown, row[1:]))) for row in rows))


def pictures(path: Path) -> dict[str, bytes]:
    """The pictures in the file, by name."""
    connection = connect(path, "ro")
    try:
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'pictures'").fetchone():
            return {}
        return dict(connection.execute("SELECT name, bytes FROM pictures"))
    finally:
        connection.close()


def past(path: Path) -> set[str]:
    """The texts that the history names: those of cells, as its view shows them, and those of fields that were changed."""
    connection = connect(path, "ro")
    try:
        texts = {shown(text) for row in connection.execute("SELECT old, new FROM history") for text in row}
        for change, in connection.execute("SELECT change FROM journal WHERE change LIKE '%\"fields\"%'"):
            texts |= set(re.findall(r"text \w+\.\d+", change))
        return texts
    finally:
        connection.close()


def damage(path: Path) -> str | None:
    """What SQLite finds wrong with the file."""
    connection = connect(path, "ro")
    try:
        found = connection.execute("PRAGMA integrity_check").fetchone()[0]
        return None if found == "ok" else found
    finally:
        connection.close()


def shown(value: object) -> str:
    """The text of a cell; empty for an empty one."""
    return "" if value is None else str(value)
