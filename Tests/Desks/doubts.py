"""What the logs of several desks tell only together: which field a name belongs to, and what need not have been made."""

from itertools import permutations

from edits import Cell, Edit, Fate, overtake, text


def follow_fields(by_cell: dict[Cell, list[Edit]], last: dict[Cell, str]) -> dict[Cell, set[Cell]]:
    """Puts new names of a field that somebody else has given another type meanwhile to what is in its place.

    That is another field. The name is there if it is known of it, and nobody of those who have seen it has given it.
    Returns the fields that have come in the place of each.
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
    return places


def comes_along(
        cell: Cell, value: str, first: dict[Cell, str], by_cell: dict[Cell, list[Edit]], places: dict[Cell, set[Cell]]) -> bool:
    """Whether a cell of a record that was to go may have got a value from the field in whose place its own has come.

    Whoever has given the field another type has not seen the record any more, and says nothing of its cells.
    """
    record, name = cell
    sources = [(record, old[1]) for old, later in places.items() if (0, name) in later]
    return any(
        value in (source[1], first.get(source), *(edit.after for edit in by_cell.get(source, ()))) for source in sources)


def is_brought_back(edit: Edit, edits: list[Edit]) -> bool:
    """Whether its author had taken the same away before."""
    return any(
        other.author == edit.author and other.number < edit.number and other.before == edit.after for other in edits)


def overtake_copies(by_cell: dict[Cell, list[Edit]]) -> None:
    """A record that somebody else has deleted meanwhile brings nothing along into a field that is retyped."""
    taken = {(edit.author, edit.number, edit.cell[0], edit.before): edit.cell
             for edits in by_cell.values() for edit in edits if edit.cell[0] and not edit.after}
    for copy in [edit for edits in by_cell.values() for edit in edits if not edit.before and not edit.is_typed]:
        source = taken.get((copy.author, copy.number, copy.cell[0], copy.after))
        if source and any(other.author != copy.author and other.before == copy.after and not other.after
                          for other in by_cell[source]):
            overtake([copy], {Fate.SAVED})


def overtake_doubles(by_cell: dict[Cell, list[Edit]]) -> None:
    """Where two have left out the same text, one may have brought it back, and the other have taken over that conflict."""
    for edits in by_cell.values():
        left = [edit for edit in edits if edit.fate is Fate.LEFT_OUT]
        overtake([edit for edit in left if any(other.author != edit.author and other.after == edit.after for other in left)],
                 {Fate.LEFT_OUT})
