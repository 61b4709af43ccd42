"""Judges whether everything that was typed and shown as saved can still be found: in the document, its history or a list.

Two edits of a cell in a row may leave no trace of the first one in the chain that the oracle follows, if somebody else has
changed the cell between: the first one was left out, and its author has typed over it, or given it up. The history must say so.
"""

from edits import Cell, text

TYPING = ("set", "picture")
"""What goes over a cell; all else that takes a text away is a step back, or takes away a record or a field."""
NOWHERE = "what was typed and shown as saved is neither in the document nor in its history nor listed"


def typed_texts(author: str, events: list[dict]) -> dict[str, Cell]:
    """The texts that an author has typed into cells and that were shown as saved, by an edit or as a conflict, and the
    cells; without those that the author has taken back before they were saved."""
    pending: dict[str, Cell] = {}
    typed: dict[str, Cell] = {}
    for event in events:
        match event["event"]:
            case "edit":
                if event["text"] not in TYPING:
                    for change in event["cells"]:
                        pending.pop(change.get("from"), None)
                for change in event["cells"]:
                    cell = (change["record"], change["field"])
                    if cell[0] and f" {author}." in (typed_text := text(change.get("to"), cell)):
                        pending[typed_text] = cell
            case "saved":
                typed |= pending
                pending = {}
    return typed


def complaints(typed: dict[str, Cell], found: set[str]) -> list[str]:
    """What is wrong, given what was typed, and all texts that can be found."""
    return [f"{NOWHERE}: {cell}, “{value}”" for value, cell in typed.items() if value not in found]
