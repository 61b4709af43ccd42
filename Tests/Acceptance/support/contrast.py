"""How well the texts on the screen can be read: contrasts as WCAG 2 has them, from 1 to 21, of painted pixels."""

import functools
from collections import Counter
from collections.abc import Iterator, Sequence

from .box import Box
from .pixels import Picture
from .screen import Node, Table
from .waiting import wait_until

_TEXTS = {
    "label", "heading", "push button", "radio button", "check box", "text", "spin button", "combo box",
    "link", "table cell", "table column header", "menu item", "list item",
}
"""The roles of what shows text itself. Toggle buttons are not among them: they may be switches, which show none."""

_LEAST_HEIGHT, _LEAST_WIDTH = 5, 4
"""Of a word, in pixels: what is thinner is a line or a border."""

_GAP = 14
"""Pixels without anything that part two texts beside each other."""

_EDGE = 3
"""Pixels around what can be operated that hold its border."""

_ROWS = 8
"""Of a table; those below look alike."""


def hard_to_read(root: Node, least: float) -> list[str]:
    """The texts in a window, or in part of it, of less contrast than that.

    They are looked for when two looks in a row have seen the same: a window that changes between its picture and its
    tree shows texts beside their places.
    """
    seen: list[tuple[Picture, list[tuple[str, Box]]]] = []

    def is_steady() -> bool:
        seen.append((Picture.settled(), list(_places(root, root.box))))
        return seen[-2:-1] == seen[-1:]

    wait_until("a window that stays as it is", is_steady)
    picture, places = seen[-1]
    found: list[str] = []
    for name, box in places:
        found += [f"{name} at {box}: {text}" for text in _texts_below(least, picture.part(box))]
    return sorted(set(found))


def _texts_below(least: float, rows: Sequence[memoryview]) -> Iterator[str]:
    """The contrast and the two colours of each text that has less."""
    for color, ground in _contrasts(rows):
        if contrast(color, ground) < least:
            yield f"{contrast(color, ground):.1f} (#{color & 0xFFFFFF:06x} on #{ground & 0xFFFFFF:06x}, blue first)"


def _places(node: Node, visible: Box) -> Iterator[tuple[str, Box]]:
    """What shows text in sight, by its name, and where."""
    if node.role == "table":
        yield from _places_in_table(Table(node.accessible), node.box.intersected(visible))
        return
    if node.role in ("viewport", "scroll pane"):
        visible = node.box.intersected(visible)
    shows_nothing = node.role == "label" and not node.name
    if node.role in _TEXTS and "sensitive" in node.states and not shows_nothing:
        box = node.box if node.role in ("label", "heading") else node.box.shrunk(2 * _EDGE, _EDGE)
        yield str(node), box.intersected(visible)
    for child in node.children():
        yield from _places(child, visible)


def _places_in_table(table: Table, visible: Box) -> Iterator[tuple[str, Box]]:
    """The headers, the cells, and what is written before each row; all of it where there are no cells."""
    if "sensitive" not in table.states:
        return
    if table.row_count == 0:
        yield str(table), visible
        return
    for column in range(table.column_count):
        header = table.heading_or_none(column)
        if header:
            yield str(header), header.box.shrunk(_EDGE, 1).intersected(visible)
        for row in range(min(table.row_count, _ROWS)):
            cell = table.cell(row, column)
            if "showing" in cell.states:
                yield f"{cell} in row {row}", cell.box.shrunk(_EDGE, _EDGE).intersected(visible)
                if column == 0:
                    before = Box(visible.x, cell.box.y, max(cell.box.x - visible.x, 0), cell.box.height)
                    yield f"before row {row} of {table}", before.shrunk(_EDGE, _EDGE)


def _contrasts(rows: Sequence[memoryview]) -> Iterator[tuple[int, int]]:
    """The strongest pixel of each text in a rectangle, and the most frequent one around it."""
    for band in _bands(rows):
        ground = _most_frequent(band)
        columns = [any(_stands_out(color, ground) for color in set(column)) for column in zip(*band)]
        for start, end in _runs(columns, _GAP):
            word = [row[start:end] for row in band]
            inked = [row for row in word if any(_stands_out(color, ground) for color in set(row))]
            if end - start >= _LEAST_WIDTH and len(inked) >= _LEAST_HEIGHT:
                colors = {color for row in inked for color in set(row)}
                yield max(colors, key=lambda color: contrast(color, ground)), ground


def _bands(rows: Sequence[memoryview]) -> Iterator[Sequence[memoryview]]:
    """The lines of text in a rectangle."""
    if not rows or not len(rows[0]):
        return
    ground = _most_frequent(rows)
    inked = [any(_stands_out(color, ground) for color in set(row)) for row in rows]
    for start, end in _runs(inked, 1):
        if end - start >= _LEAST_HEIGHT:
            yield rows[start:end]


def _runs(flags: Sequence[bool], gap: int) -> Iterator[tuple[int, int]]:
    """Where flags are set, from … to before …, with no more than so many others between them."""
    start = end = None
    for place, flag in enumerate(flags):
        if not flag:
            continue
        if start is None or end is None or place - end >= gap:
            if start is not None and end is not None:
                yield start, end
            start = place
        end = place + 1
    if start is not None and end is not None:
        yield start, end


def _most_frequent(rows: Sequence[memoryview]) -> int:
    counts: Counter[int] = Counter()
    for row in rows:
        counts.update(row)
    return counts.most_common(1)[0][0]


def _stands_out(color: int, ground: int) -> bool:
    return color != ground and contrast(color, ground) > 1.3


@functools.lru_cache(maxsize=100_000)
def contrast(one: int, other: int) -> float:
    """Between two colours of a picture."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@functools.lru_cache(maxsize=100_000)
def _luminance(color: int) -> float:
    red, green, blue = (_linear((color >> shift & 0xFF) / 255) for shift in (0, 8, 16))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
