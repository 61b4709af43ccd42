"""Judges by their own logs whether all who have edited a document at the same time have been treated fairly.

Each edit says of each cell what it held and what it holds then, and every text is written once only. So the edits of a
cell that count must form one chain, from what the cell held at first to what it holds at the end: where two have written
over the same value without having seen each other, there is none. Each edit that was shown as saved must be in the chain,
and none that was left out, as a conflict of its author.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from doubts import comes_along, follow_fields, overtake_copies, overtake_doubles
from edits import Cell, Edit, Fate, overtake, text

UNSEEN = "a value was overwritten by somebody who had not seen it"
LOST = "an edit that was shown as saved is not there"


@dataclass
class Verdict:
    """The edits of all authors, and what is wrong."""
    edits: list[Edit] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    kept: set[int] = field(default_factory=set)
    """The records that somebody has deleted and that have stayed, because somebody else had changed them."""

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
                    self.kept |= {conflict["record"] for conflict in event["conflicts"] if conflict["reason"] == "recordChanged"}
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
        places = follow_fields(by_cell, last)
        overtake_copies(by_cell)
        overtake_doubles(by_cell)
        for cell in by_cell.keys() | first.keys() | last.keys():
            start, end = text(first.get(cell), cell), text(last.get(cell), cell)
            if cell[0] in self.kept and not by_cell[cell] and not start and comes_along(cell, end, first, by_cell, places):
                continue
            edits = [edit for edit in by_cell[cell] if edit.fate is not Fate.LEFT_OUT and edit.before != edit.after]
            if not is_chain(edits, start, end):
                told = "".join(f"\n        {edit}" for edit in by_cell[cell])
                self.complaints.append(f"{problem_of(edits, start)}: {cell}, from “{start}” to “{end}”:{told}")
        names = Counter(value for (record, name), value in last.items() if record and name == "field Record")
        self.complaints += [f"an edit took effect twice: “{name}”" for name, count in names.items() if count > 1]


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
