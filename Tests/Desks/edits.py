"""What a desk says of one cell that it has edited, and what must have become of that."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

Cell = tuple[int, str]
"""A record and a field; record 0 for the name of the field."""


class Fate(Enum):
    """What must have become of an edit."""
    UNKNOWN = "nothing is known"
    OVERTAKEN = "not shown as saved, or overtaken by a conflict of its author"
    SAVED = "shown as saved"
    LEFT_OUT = "left out as a conflict"


@dataclass(eq=False)
class Edit:
    """What an edit has done to a cell."""
    author: str
    number: int
    cell: Cell
    before: str
    after: str
    is_first: bool = True
    """Whether its author has written the text for the first time."""
    fate: Fate = Fate.UNKNOWN
    group: list["Edit"] = field(default_factory=list)
    """Those of the cell that were shown as saved together, in their order."""

    @property
    def is_typed(self) -> bool:
        """Whether its author has thought of the text, unlike one that is copied or brought back."""
        return f" {self.author}." in self.after and self.is_first

    def __str__(self) -> str:
        return f"{self.author} #{self.number}: “{self.before}” → “{self.after}” ({self.fate.value})"


def text(value: str | None, cell: Cell) -> str:
    """A text for comparison: a cell that is not there, is empty, or holds what new records start with, holds nothing.

    Of two fields with one name, that of the second one has got a number.
    """
    record, name = cell
    if value is None or record and value == name:
        return ""
    return value if record else re.sub(r" \d+$", "", value)


def overtake(edits: Iterable[Edit], fates: Iterable[Fate] = (Fate.UNKNOWN,)) -> None:
    """Whether these were made cannot be told."""
    for edit in edits:
        if edit.fate in fates:
            edit.fate = Fate.OVERTAKEN
