"""What a screen reader sees of a program: things with a role, a name, states and actions."""

import functools
from collections.abc import Callable, Iterator

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402  (the version comes first)

from . import quiet_bus  # noqa: E402
from .box import Box  # noqa: E402
from .waiting import PATIENCE, NotThere, wait_until  # noqa: E402
from .words import Words

quiet_bus.connect()
Atspi.set_timeout(int(PATIENCE * 1000), int(PATIENCE * 1000))

_CONTAINERS_OF_MANY = {"table", "tree table", "list box", "icon"}
"""Roles that are not searched: they can hold a million things. Tables are read cell by cell."""

_STATES_WORTH_SHOWING = ("focused", "selected", "checked", "indeterminate", "editable", "invalid-entry", "modal")


class Node:
    """One thing on the screen. What it says is asked anew each time, but for its role: that it keeps."""

    def __init__(self, accessible: Atspi.Accessible) -> None:
        self.accessible = accessible

    @property
    def name(self) -> str:
        """What a screen reader calls it."""
        return self.accessible.get_name() or ""

    @functools.cached_property
    def role(self) -> str:
        """What kind of thing it is: "push button", "label", "text", "table"…"""
        return self.accessible.get_role_name() or ""

    @property
    def description(self) -> str:
        """What a screen reader adds to its name."""
        return self.accessible.get_description() or ""

    @property
    def states(self) -> set[str]:
        """Its states by their short names: "focused", "showing", "checked", "invalid-entry"…"""
        return {state.value_nick for state in self.accessible.get_state_set().get_states()}

    @property
    def text(self) -> str:
        """The text in an entry or a label."""
        if "Text" not in self.accessible.get_interfaces():
            return self.name
        return Atspi.Text.get_text(self.accessible, 0, Atspi.Text.get_character_count(self.accessible))

    @property
    def value(self) -> float:
        """The number that a slider, a spin button or a progress bar stands at."""
        return Atspi.Value.get_current_value(self._with("Value"))

    @property
    def box(self) -> Box:
        """Where it is on the screen."""
        box = Atspi.Component.get_extents(self._with("Component"), Atspi.CoordType.SCREEN)
        return Box(box.x, box.y, box.width, box.height)

    @property
    def centre(self) -> tuple[int, int]:
        """The middle of it, in pixels of the screen."""
        box = self.box
        return box.x + box.width // 2, box.y + box.height // 2

    def place_in(self, other: "Node") -> tuple[int, int]:
        """How far its upper left corner is from that of something else, in pixels."""
        own, others = self.box, other.box
        return own.x - others.x, own.y - others.y

    @property
    def width(self) -> int:
        """In pixels."""
        return self.box.width

    @property
    def height(self) -> int:
        """In pixels."""
        return self.box.height

    def press(self) -> None:
        """Does what it does when it is clicked, without the mouse, once it is not greyed out."""
        wait_until(f"{self} can be pressed", lambda: "sensitive" in self.states)
        assert Atspi.Action.do_action(self._with("Action"), 0), f"{self} did not do its action"

    def set_value(self, value: float) -> None:
        """Moves a slider or a spin button to this number."""
        assert Atspi.Value.set_current_value(self._with("Value"), value), f"{self} did not take {value}"

    def set_text(self, text: str) -> None:
        """Puts a text into an entry."""
        assert Atspi.EditableText.set_text_contents(self._with("EditableText"), text), f"{self} did not take {text!r}"

    def choose(self, place: int) -> None:
        """Chooses one of a combo box's choices, counted from 0."""
        assert Atspi.Selection.select_child(self._with("Selection"), place), f"{self} has no choice {place}"

    @property
    def chosen(self) -> str:
        """What is chosen in a combo box; nothing if nothing is."""
        child = Atspi.Selection.get_selected_child(self._with("Selection"), 0)
        return (child.get_name() or "") if child is not None else ""

    def grab_focus(self) -> None:
        """Gives it the keyboard."""
        Atspi.Component.grab_focus(self._with("Component"))
        wait_until(f"{self} has the focus", lambda: "focused" in self.states)

    def children(self) -> Iterator["Node"]:
        """What is in it and is showing."""
        for index in range(self.accessible.get_child_count()):
            child = self.accessible.get_child_at_index(index)
            if child is not None:
                node = Node(child)
                if "showing" in node.states:
                    yield node

    def scrolled_descendants(self) -> Iterator["Node"]:
        """Itself and all in it, also what is scrolled out of sight."""
        yield self
        for index in range(self.accessible.get_child_count()):
            child = self.accessible.get_child_at_index(index)
            if child is not None and "visible" in Node(child).states:
                yield from Node(child).scrolled_descendants()

    def descendants(self) -> Iterator["Node"]:
        """Itself and all that shows in it, but for the contents of tables and lists."""
        yield self
        if self.role not in _CONTAINERS_OF_MANY:
            for child in self.children():
                yield from child.descendants()

    def _with(self, interface: str) -> Atspi.Accessible:
        """The accessible, made sure that it can do what the interface promises."""
        if interface not in self.accessible.get_interfaces():
            raise NotThere(f"{self} has no accessible {interface}")
        return self.accessible

    def __str__(self) -> str:
        return f"{self.role} “{self.name}”"

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The tree below it, one line each, for the report of a failure."""
        states = [state for state in _STATES_WORTH_SHOWING if state in self.states]
        if self.role not in ("application", "frame") and "sensitive" not in self.states:
            states.append("insensitive")
        text = "" if self.text in ("", self.name) else f" = {self.text[:80]!r}"
        yield "  " * depth + str(self) + (f" {states}" if states else "") + text
        if self.role in _CONTAINERS_OF_MANY:
            yield "  " * (depth + 1) + f"({self.accessible.get_child_count()} children)"
        else:
            for child in self.children():
                yield from child.lines(depth + 1)


class Table(Node):
    """A table, whose cells are asked for by row and column, from 0."""

    @property
    def row_count(self) -> int:
        """How many rows there are, in sight or not."""
        return Atspi.Table.get_n_rows(self._table())

    @property
    def column_count(self) -> int:
        """How many columns there are."""
        return Atspi.Table.get_n_columns(self._table())

    @property
    def headings(self) -> list[str]:
        """What the columns are called."""
        table = self._table()
        return [Atspi.Table.get_column_description(table, column) or "" for column in range(self.column_count)]

    def heading(self, column: int) -> Node:
        """The header of one column."""
        header = self.heading_or_none(column)
        if header is None:
            raise NotThere(f"{self} has no header in column {column}")
        return header

    def heading_or_none(self, column: int) -> Node | None:
        """The header of one column, if it has one."""
        header = Atspi.Table.get_column_header(self._table(), column)
        return Node(header) if header else None

    def cell(self, row: int, column: int) -> Node:
        """One cell, in sight or not."""
        accessible = Atspi.Table.get_accessible_at(self._table(), row, column)
        if accessible is None:
            raise NotThere(f"{self} has no cell in row {row}, column {column}")
        return Node(accessible)

    def row(self, row: int) -> list[str]:
        """The texts of a row."""
        return [self.cell(row, column).name for column in range(self.column_count)]

    def rows(self) -> list[list[str]]:
        """The texts of all cells: for small tables."""
        return [self.row(row) for row in range(self.row_count)]

    def _table(self) -> Atspi.Accessible:
        return self._with("Table")


class Screen:
    """All that one program shows, found by role and accessible name."""

    def __init__(self, process: int, words: Words | None = None) -> None:
        self.process = process
        self.words = words or Words()

    def application(self) -> Node | None:
        """The program's root, once it has registered."""
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            accessible = desktop.get_child_at_index(index)
            try:
                if accessible is not None and accessible.get_process_id() == self.process:
                    return Node(accessible)
            except GLib.Error:
                continue  # another program that is just going away
        return None

    def windows(self) -> list[Node]:
        """The windows and dialogs that show."""
        application = self.application()
        return list(application.children()) if application else []

    def window(self, title: str) -> Node:
        """Waits for the window or dialog with this title."""
        return wait_until(
            f"a window “{title}”",
            lambda: next((window for window in self.windows() if window.name in self.words.spoken(title)), None),
            self.dump)

    def look(self, role: str, matches: Callable[[str], object], within: Node | None = None) -> Node | None:
        """What shows now, has this role and a name that matches; None if there is nothing of that kind."""
        for root in [within] if within else self.windows():
            for node in root.descendants():
                if node.role == role and matches(node.name):
                    return node
        return None

    def look_named(self, role: str, name: str, within: Node | None = None) -> Node | None:
        """What shows now, has this role and this name in the program's language; None if there is nothing."""
        names = self.words.spoken(name)
        return self.look(role, lambda text: text in names, within)

    def find(self, role: str, name: str, within: Node | None = None) -> Node:
        """Waits for what has this role and exactly this name."""
        return wait_until(
            f"{role} “{name}”", lambda: self.look_named(role, name, within), self.dump)

    def table(self, name: str, within: Node | None = None) -> Table:
        """Waits for the table with this name."""
        return Table(self.find("table", name, within).accessible)

    def wait_until_gone(self, role: str, name: str, within: Node | None = None) -> None:
        """Waits until nothing of this role and name shows any more."""
        wait_until(
            f"no {role} “{name}” any more", lambda: self.look_named(role, name, within) is None,
            self.dump)

    def dump(self) -> str:
        """All that shows, for the report of a failure."""
        application = self.application()
        if application is None:
            return f"(process {self.process} shows nothing)"
        try:
            return "On the screen:\n" + "\n".join(application.lines(1))
        except GLib.Error as error:
            return f"(process {self.process} does not answer: {error.message})"
