"""Judges by their own logs whether all who have edited a document at the same time have been treated fairly.

Each edit says of each cell what it held and what it holds then, and every text is written once only. So the edits of a
cell that count must form one chain, from what the cell held at first to what it holds at the end: where two have written
over the same value without having seen each other, there is none. Each edit that was shown as saved must be in the chain,
and none that was left out, as a conflict of its author.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby, permutations

Cell = tuple[int, str]
"""A record and a field; record 0 for the name of the field."""

UNSEEN = "a value was overwritten by somebody who had not seen it"
LOST = "an edit that was shown as saved is not there"


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


@dataclass
class Verdict:
    """The edits of all authors, and what is wrong."""
    edits: list[Edit] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def take(self, author: str, events: list[dict]) -> None:
        """Reads the log of an author."""
        pending: list[Edit] = []
        known: set[str] = set()
        texts: set[str] = set()
        for event in events:
            match event["event"]:
                case "open":
                    known |= {own for conflict in event["conflicts"] for own in own_texts(conflict)}
                case "edit":
                    for change in event["cells"]:
                        cell = (change["record"], change["field"])
                        before, after = text(change.get("from"), cell), text(change.get("to"), cell)
                        pending.append(Edit(author, event["number"], cell, before, after, after not in texts))
                        texts.add(after)
                case "conflicts":
                    leave_out(event["conflicts"], pending, known)
                    known |= {own for conflict in event["conflicts"] for own in own_texts(conflict)}
                case "saved":
                    for edit in pending:
                        if edit.fate is Fate.UNKNOWN:
                            edit.fate = Fate.SAVED
                    self.edits += merged(pending)
                    pending = []
        # These were never shown as saved, whatever has become of them.
        overtake(pending, {Fate.UNKNOWN, Fate.LEFT_OUT})
        self.edits += pending

    def judge(self, first: dict[Cell, str], last: dict[Cell, str]) -> None:
        """Compares with what the document held at first and holds at the end."""
        by_cell: defaultdict[Cell, list[Edit]] = defaultdict(list)
        for edit in self.edits:
            by_cell[edit.cell].append(edit)
        follow_fields(by_cell, last)
        overtake_copies(by_cell)
        for cell in by_cell.keys() | first.keys() | last.keys():
            start, end = text(first.get(cell), cell), text(last.get(cell), cell)
            edits = [edit for edit in by_cell[cell] if edit.fate is not Fate.LEFT_OUT and edit.before != edit.after]
            if not is_chain(edits, start, end):
                told = "".join(f"\n        {edit}" for edit in by_cell[cell])
                self.complaints.append(f"{problem_of(edits, start)}: {cell}, from “{start}” to “{end}”:{told}")
        names = Counter(value for (record, name), value in last.items() if record and name == "field Record")
        self.complaints += [f"an edit took effect twice: “{name}”" for name, count in names.items() if count > 1]


def text(value: str | None, cell: Cell) -> str:
    """A text for comparison: a cell that is not there, is empty, or holds what new records start with, holds nothing.

    Of two fields with one name, that of the second one has got a number.
    """
    record, name = cell
    if value is None or record and value == name:
        return ""
    return value if record else re.sub(r" \d+$", "", value)


def follow_fields(by_cell: dict[Cell, list[Edit]], last: dict[Cell, str]) -> None:
    """Puts new names of a field that somebody else has given another type meanwhile to what is in its place.

    That is another field. The name is there if it is known of it, and nobody of those who have seen it has given it.
    """
    fields = [cell for cell in by_cell if not cell[0]]
    places: dict[Cell, set[Cell]] = {}
    """The fields that have come, one after another, in the place of each."""
    for old, new in permutations(fields, 2):
        retyped = {(edit.author, edit.number, edit.before) for edit in by_cell[old] if not edit.after}
        if any(not edit.before and (edit.author, edit.number, edit.after) in retyped for edit in by_cell[new]):
            places.setdefault(old, set()).add(new)
    for _ in places:
        for later in places.values():
            later |= {last for new in later for last in places.get(new, ())}
    for old, new in ((old, new) for old, later in places.items() for new in later if new != old):
        known = {text(last.get(new), new), *(edit.before for edit in by_cell[new])}
        given = {edit.after for edit in by_cell[new] if not is_brought_back(edit, by_cell[new])}
        unseen = {edit.before for edit in by_cell[old] if not edit.after}
        for edit in by_cell[old][:]:
            # Of those that give the same name, it is the one that was made beside the retyping, not before it.
            same = [other for other in by_cell[old] if other.after == edit.after and other.before in unseen]
            if edit.before and edit.after and edit.after in known - given and (not same or edit in same):
                moved = [other for other in edit.group or [edit] if other in by_cell[old] and other.after]
                by_cell[old] = [other for other in by_cell[old] if other not in moved]
                by_cell[new] += moved


def is_brought_back(edit: Edit, edits: list[Edit]) -> bool:
    """Whether its author had taken the same away before."""
    return any(
        other.author == edit.author and other.number < edit.number and other.before == edit.after for other in edits)


def overtake_copies(by_cell: dict[Cell, list[Edit]]) -> None:
    """Nothing comes along into a field with another type of a record that somebody else has deleted meanwhile."""
    taken = {(edit.author, edit.number, edit.cell[0], edit.before): edit.cell
             for edits in by_cell.values() for edit in edits if edit.cell[0] and not edit.after}
    for copy in [edit for edits in by_cell.values() for edit in edits if not edit.before and not edit.is_typed]:
        source = taken.get((copy.author, copy.number, copy.cell[0], copy.after))
        if source and any(other.author != copy.author and other.before == copy.after and not other.after
                          for other in by_cell[source]):
            overtake([copy], {Fate.SAVED})


def own_texts(conflict: dict) -> dict[str, Cell]:
    """The texts that a conflict keeps, and the cells in which they were to be."""
    texts = {conflict["own"]: (conflict.get("record", 0), conflict.get("field", ""))}
    return texts | {cell["to"]: (cell["record"], cell["field"]) for cell in conflict.get("lost", []) if cell.get("to")}


def leave_out(conflicts: list[dict], pending: list[Edit], known: set[str]) -> None:
    """Finds the edits that are left out: the last one of its cell, of those that were not shown as saved.

    A record that is gone is kept whole, with what had been saved of it; and undo shows a conflict again whose value
    (`known`) was entered after all meanwhile. So it cannot be told of these whether they were made.
    """
    latest = {edit.cell: edit for edit in pending}
    for conflict in conflicts:
        record, name = conflict.get("record"), conflict.get("field")
        for own, cell in own_texts(conflict).items():
            edit = latest.get(cell)
            if not record and own and conflict["reason"] == "fieldChanged":
                # It names the field that is in the place of the one that was edited, if that has another type by now.
                edit = next((other for other in latest.values() if not other.cell[0] and other.after == own), edit)
            if edit and (own or record) and edit.after == text(own, edit.cell):
                edits = [other for other in pending if other.cell == edit.cell]
                if own in known or conflict.get("lost"):
                    overtake(edits)
                else:
                    end(edits)
        if not record:
            for edit in latest.values():
                # What is to take the place of the field is not there either.
                if edit.cell[1] == name or any(other.cell == (0, edit.cell[1]) and not other.before for other in pending):
                    overtake(other for other in pending if other.cell == edit.cell)
        elif not name:
            for edit in latest.values():
                if edit.cell[0] == record and not edit.after:
                    overtake(other for other in pending if other.cell == edit.cell)


def overtake(edits: Iterable[Edit], fates: Iterable[Fate] = (Fate.UNKNOWN,)) -> None:
    """Whether these were made cannot be told."""
    for edit in edits:
        if edit.fate in fates:
            edit.fate = Fate.OVERTAKEN


def end(edits: list[Edit]) -> None:
    """The last of these is left out, and with it what its author has overwritten himself."""
    if edits[-1].fate is Fate.UNKNOWN:
        is_unique = edits[-1].after and sum(edit.after == edits[-1].after for edit in edits) == 1
        edits[-1].fate = Fate.LEFT_OUT if is_unique else Fate.OVERTAKEN
    overtake(edits[:-1])


def merged(edits: list[Edit]) -> list[Edit]:
    """Edits that were shown as saved together; those of a cell that follow each other may have been saved as one."""
    groups: dict[Cell, list[Edit]] = {}
    for edit in edits:
        groups.setdefault(edit.cell, []).append(edit)
    for group in groups.values():
        for edit in group:
            edit.group = group
    return edits


def is_chain(edits: list[Edit], start: str, end: str) -> bool:
    """Whether these edits lead from one text to the other, each made once, except those that need not have been."""
    seen: set[tuple[str, frozenset[int]]] = set()
    left = [(start, frozenset())]
    while left:
        now, made = left.pop()
        if now == end and all(is_moot(run, edits, made, end) for run in runs(edits, made)):
            return True
        if (now, made) in seen:
            continue
        seen.add((now, made))
        left += [(edit.after, made | {number}) for number, edit in enumerate(edits)
                 if number not in made and edit.before == now]
    return False


def runs(edits: list[Edit], made: frozenset[int]) -> Iterator[list[Edit]]:
    """The edits that must have been made and are not among these; together, those that were shown as saved together."""
    done = [edits[number] for number in made]
    groups = {id(edit.group): edit.group for edit in edits if edit.fate is Fate.SAVED}
    for group in groups.values():
        for is_missing, run in groupby(group, lambda edit: edit.fate is Fate.SAVED and edit in edits and edit not in done):
            if is_missing:
                yield [*run]


def is_moot(run: list[Edit], edits: list[Edit], made: frozenset[int], end: str) -> bool:
    """Whether edits that were saved together come to nothing, or somebody else has done the same.

    Two may remove the same record or field, and undo may bring it back for two. What only came along with a record or
    field is gone with it.
    """
    before, after = run[0].before, run[-1].after
    return before == after or not end and not run[-1].is_typed or any(
        edits[number].after == after and (not after or edits[number].before == before) for number in made)


def problem_of(edits: list[Edit], start: str) -> str:
    """Tells edits over the same value from edits that are missing."""
    saved = [edit for edit in edits if edit.fate is Fate.SAVED]
    over = Counter(edit.before for edit in saved)
    written = Counter(edit.after for edit in edits)
    written[start] += 1
    return UNSEEN if any(count > written[value] for value, count in over.items()) else LOST
