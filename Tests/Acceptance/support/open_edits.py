"""Open edits, as the journal of a document keeps them: any number of them, as a file from elsewhere may have."""

import json
import uuid
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

_NAMES = uuid.UUID("0a4d7e6c-0f0a-4f6e-9f0e-5d2f3d0c7a11")


def leave_open(path: Path, texts: list[str], records: list[int], field: tuple[int, str]) -> None:
    """Adds an open edit of a text field to a document for each text, one record after the other."""
    number, name = field
    column = f"f{number}"
    rows = []
    for index, text in enumerate(texts, 1):
        cells = {"names": {column: name}, "types": {column: "string"},
                 "cells": {column: [[records[index % len(records)], None, text]]}}
        wanted = json.dumps([["set", 1, cells]])
        rows.append((str(uuid.uuid5(_NAMES, str(index))), len(wanted), wanted))
    with closing(connect(path)) as connection, connection:
        last = connection.execute("SELECT max(counter), max(at) FROM journal").fetchone()
        connection.executemany(
            "INSERT INTO journal(id, counter, at, person, program, size, change, open, state) "
            "VALUES(?, ?, ?, 'Ann', 'Kiroku', ?, '[]', ?, 'open')", [(name, *last, *rest) for name, *rest in rows])
