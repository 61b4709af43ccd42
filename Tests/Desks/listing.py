"""Judges whether every edit that was left out stays listed until somebody decides.

A conflict may only go from the list of a desk after the desk itself has decided it, edited the same cell, record or
field, or gone back in its history; or when what was to be entered is in the document after all. What a desk lists at its
end must be listed by who opens the document afterwards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from edits import Cell
from oracle import own_texts

FORGOTTEN = "an edit that was left out is listed no more, and nobody has decided it"


@dataclass
class Listing:
    """What a desk lists, as its log goes on."""
    author: str
    last: dict[str, Cell] = field(default_factory=dict)
    """The texts of what it lists at the end, as far as that was shown as saved, and the cells in which they were to be."""
    all: set[str] = field(default_factory=set)
    """The texts that it has listed at any time."""
    gone: dict[str, Cell] = field(default_factory=dict)
    """Those that have left the list without a reason in its own log."""

    def take(self, events: Iterable[dict]) -> None:
        """Reads the desk's log."""
        listed: dict[str, Cell] = {}
        left: dict[str, Cell] = {}
        for event in events:
            match event["event"]:
                case "open":
                    listed = texts_of(event["conflicts"])
                    self.last = listed
                case "edit":
                    # The list is told before the edit that has changed it.
                    if event["text"] in ("undo", "redo", "put back", "decide"):
                        left = {}
                    edited = {(change["record"], change["field"]) for change in event["cells"]}
                    left = {text: cell for text, cell in left.items() if not is_touched(cell, edited)}
                    # What it writes over there is in the document after all.
                    for change in event["cells"]:
                        self.gone.pop(change.get("from", ""), None)
                case "conflicts":
                    now = texts_of(event["conflicts"])
                    left |= {text: cell for text, cell in listed.items() if text not in now}
                    listed = now
                    # What was decided may have been saved, even if that was taken back later.
                    self.last = {text: cell for text, cell in self.last.items() if text in now}
                case "saved":
                    self.last = listed
            self.all |= listed.keys()
            if event["event"] != "conflicts":
                self.gone |= left
                left = {}
        self.gone = {text: cell for text, cell in self.gone.items() if text not in listed}


def texts_of(conflicts: list[dict]) -> dict[str, Cell]:
    """The texts that conflicts keep, and the cells in which they were to be; without those of whole records."""
    return {text: cell for conflict in conflicts for text, cell in own_texts(conflict).items() if text}


def seen_texts(author: str, events: list[dict]) -> set[str]:
    """What an author has found in cells and not entered: it was in the document for all to see."""
    return {change["from"] for event in events if event["event"] == "edit" for change in event["cells"]
            if change.get("from") and f" {author}." not in change["from"]}


def is_touched(cell: Cell, edited: set[Cell]) -> bool:
    """Whether edits concern a cell, its record or its field."""
    record, name = cell
    return cell in edited or (0, name) in edited or any(record == other for other, _ in edited)


def complaints(listings: list[Listing], texts: set[str]) -> list[str]:
    """What is wrong at the end.

    - Parameters:
      - listings: those of all desks; the last one was opened when all others had ended.
      - texts: what has been in the document for others to see.
    """
    found = []
    for listing in listings[:-1]:
        # Who opens the document takes over what those before have listed, or comes back to it by undo, and decides it.
        others = {text for other in listings if other is not listing for text in other.all}
        lost = listing.gone | listing.last
        found += [f"{FORGOTTEN}: {listing.author}, {cell}, “{text}”" for text, cell in lost.items()
                  if text not in others | texts]
    return found
