#!/usr/bin/python3 -B
"""An assistive program that reads along whatever a program shows, as fast as it gets answers.

    reader.py PROCESS

It hears all events, asks what each is about, and meanwhile walks through all windows again and again, asking every
interface of everything that it meets, as a screen reader, a magnifier and a braille display together would. What goes
away while it is asked is passed over. It ends when the program does.
"""

import random
import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402  (the version comes first)

Answer = TypeVar("Answer")

KINDS = ("object:", "window:", "focus:", "document:")
CELLS = 40
"""Of a table, so many cells are read in each round, and so many children of what has more."""


class Reader:
    """Reads one process."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._random = random.Random(process)
        self._heard: deque[Atspi.Accessible] = deque(maxlen=20)
        self._listener = Atspi.EventListener.new(self._hear)
        for kind in KINDS:
            self._listener.register(kind)

    def read(self) -> None:
        """Reads until the program has gone."""
        while Path(f"/proc/{self._process}").exists():
            root = self._application()
            for accessible in self._walk(root) if root else ():
                ask(accessible)
                self._take_in()
            self._take_in()

    def _hear(self, event: Atspi.Event) -> None:
        self._heard.append(event.source)

    def _take_in(self) -> None:
        """Hears what has come, and asks what it is about."""
        while GLib.MainContext.default().iteration(False):
            pass
        while self._heard:
            accessible = self._heard.popleft()
            if answered(accessible.get_process_id) != self._process:
                continue
            while accessible is not None and answered(accessible.get_role) != Atspi.Role.APPLICATION:
                ask(accessible)
                accessible = answered(accessible.get_parent)

    def _application(self) -> Atspi.Accessible | None:
        """The program's root."""
        desktop = Atspi.get_desktop(0)
        for index in range(answered(desktop.get_child_count) or 0):
            found = answered(lambda index=index: desktop.get_child_at_index(index))
            if found is not None and answered(found.get_process_id) == self._process:
                found.set_cache_mask(Atspi.Cache.NONE)  # it asks each time
                return found
        return None

    def _walk(self, accessible: Atspi.Accessible) -> Iterator[Atspi.Accessible]:
        """It and what is in it; of what has many children, some that are drawn by lot."""
        yield accessible
        count = answered(accessible.get_child_count) or 0
        places = range(count) if count <= CELLS else self._random.sample(range(count), CELLS)
        for place in places:
            child = answered(lambda place=place: accessible.get_child_at_index(place))
            if child is not None:
                yield from self._walk(child)


def answered(question: Callable[[], Answer]) -> Answer | None:
    """The answer; None from what has gone meanwhile, or cannot tell."""
    try:
        return question()
    except GLib.Error:
        return None


def ask(accessible: Atspi.Accessible) -> None:
    """Asks all that it can tell of itself."""
    for question in (
            accessible.get_name, accessible.get_description, accessible.get_role_name, accessible.get_state_set,
            accessible.get_attributes, accessible.get_relation_set, accessible.get_index_in_parent,
            accessible.get_parent, accessible.get_child_count):
        answered(question)
    for interface in answered(accessible.get_interfaces) or ():
        for question in QUESTIONS.get(interface, ()):
            answered(lambda question=question: question(accessible))


def ask_about_text(text: Atspi.Accessible) -> None:
    """Asks for the text around the caret, as a braille display does, and where it stands."""
    count, caret = Atspi.Text.get_character_count(text), Atspi.Text.get_caret_offset(text)
    Atspi.Text.get_text(text, 0, min(count, 1000))
    for offset in {0, max(caret, 0), count}:
        for granularity in (Atspi.TextGranularity.CHAR, Atspi.TextGranularity.WORD, Atspi.TextGranularity.LINE):
            Atspi.Text.get_string_at_offset(text, offset, granularity)
        Atspi.Text.get_character_extents(text, offset, Atspi.CoordType.SCREEN)
        Atspi.Text.get_attribute_run(text, offset, True)
    for number in range(Atspi.Text.get_n_selections(text)):
        Atspi.Text.get_selection(text, number)


def ask_about_table(table: Atspi.Accessible) -> None:
    """Asks for the headings, and for what is selected."""
    Atspi.Table.get_caption(table)
    rows, columns = Atspi.Table.get_n_rows(table), Atspi.Table.get_n_columns(table)
    Atspi.Table.get_selected_rows(table) if rows <= 10_000 else None
    for column in range(min(columns, CELLS)):
        Atspi.Table.get_column_header(table, column)
        Atspi.Table.get_column_description(table, column)
        for row in {0, rows - 1} if rows else ():
            cell = Atspi.Table.get_accessible_at(table, row, column)
            if cell is not None:
                ask(cell)


def ask_about_selection(selection: Atspi.Accessible) -> None:
    """Asks for what is chosen."""
    for number in range(min(Atspi.Selection.get_n_selected_children(selection), CELLS)):
        Atspi.Selection.get_selected_child(selection, number)


def ask_about_actions(actions: Atspi.Accessible) -> None:
    """Asks what can be done, without doing it."""
    for number in range(Atspi.Action.get_n_actions(actions)):
        Atspi.Action.get_localized_name(actions, number)
        Atspi.Action.get_key_binding(actions, number)


def ask_about_place(component: Atspi.Accessible) -> None:
    """Asks where it is, and what is in its middle."""
    box = Atspi.Component.get_extents(component, Atspi.CoordType.SCREEN)
    Atspi.Component.get_layer(component)
    Atspi.Component.get_accessible_at_point(
        component, box.x + box.width // 2, box.y + box.height // 2, Atspi.CoordType.SCREEN)


QUESTIONS: dict[str, tuple[Callable[[Atspi.Accessible], object], ...]] = {
    "Action": (ask_about_actions,),
    "Component": (ask_about_place,),
    "Image": (Atspi.Image.get_image_description, Atspi.Image.get_image_size),
    "Selection": (ask_about_selection,),
    "Table": (ask_about_table,),
    "TableCell": (Atspi.TableCell.get_position, Atspi.TableCell.get_table),
    "Text": (ask_about_text,),
    "Value": (Atspi.Value.get_current_value, Atspi.Value.get_minimum_value, Atspi.Value.get_maximum_value),
}


if __name__ == "__main__":
    Atspi.init()
    Atspi.set_timeout(5_000, 5_000)
    Reader(int(sys.argv[1])).read()
