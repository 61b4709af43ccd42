"""Notes of conflicts, as a document keeps them: any number of them, as a file from elsewhere may have."""

import base64
import json
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

_DESK = 7 << 40
"""The identities begin here, as those of another desk."""


def leave_out(path: Path, texts: list[str], records: list[int], field: tuple[int, str]) -> None:
    """Adds an edit of a text field to the conflicts of a document for each text, one record after the other."""
    number, name = field
    notes = []
    for index, text in enumerate(texts, 1):
        note = {"field": number, "fieldName": name, "id": _DESK + index, "reason": "cellChanged",
                "record": records[index % len(records)], "values": base64.b64encode(_values(text)).decode()}
        notes.append((f"view 1: note left out {_DESK + index}", json.dumps(note, sort_keys=True)))
    with closing(connect(path)) as connection, connection:
        connection.executemany("INSERT INTO properties(name, value) VALUES(?, ?)", notes)


def _values(text: str) -> bytes:
    """A step of the history: from an empty cell to what was left out, and to what was there before."""
    own = text.encode()
    assert len(own) < 128, "the length is one byte"
    cells = bytes([0, 2, 2, 1, 0, 5, len(own), *own, 0, 1, 0, 0])
    return bytes([2, 5, 1]) + cells
