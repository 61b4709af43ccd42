"""Going round a window with Tab, and hearing where the focus is as a screen reader does."""

from collections.abc import Iterator

from gi.repository import Atspi

from .bus_events import BusEvents
from .cards import CardsWindow
from .screen import Node
from .waiting import wait_until

_MOST = 100
"""No window has that many controls."""

_LEFT_TO_OTHER_KEYS = {"split pane", "scroll pane"}
"""What can have the focus and is none of the controls that Tab goes to."""


class FocusRing:
    """The controls that a key goes to one after the other."""

    def __init__(self, window: CardsWindow) -> None:
        self.window = window
        self._events = BusEvents(window.program.process.pid, "object:state-changed:focused")
        self._last: Atspi.Accessible | None = None

    def close(self) -> None:
        """Listens no longer."""
        self._events.close()

    def walk(self, key: str, until: str = "") -> list[str]:
        """Presses a key until the control comes again that the first press led to, or the one that is named.

        Returns what had the focus on the way.
        """
        names: list[str] = []
        for node in self.steps(key):
            if until and until == described(node):
                break
            names.append(described(node))
        return names

    def steps(self, key: str) -> Iterator[Node]:
        """Presses a key, and returns what has the focus then, until what the first press led to has it again."""
        # It may be told only now, and would be taken for where the first press leads. A second walk begins where the first
        # one has ended: the states that are known here may lag behind what was told.
        if self._last is None:
            self._last = next(
                (node.accessible for node in self.window.window.descendants() if "focused" in node.states), None)
        _ = self.window.window.centre  # what the program has told before it answers this has come
        first = None
        passed: list[str] = []
        while len(passed) < _MOST:
            last = self._go_on(key)
            if last == first:
                return
            first = first or last
            passed.append(described(Node(last)))
            yield Node(last)
        raise AssertionError(f"{key} does not come round: {passed}")

    def missing_from(self, names: list[str], within: Node) -> list[str]:
        """The controls that can have the focus and are not among those that had it.

        Of radio buttons Tab goes to the one that is chosen; the arrow keys go to the others.
        """
        return [str(node) for node in within.descendants()
                if {"focusable", "sensitive"} <= node.states and node.role not in _LEFT_TO_OTHER_KEYS
                and (node.role != "radio button" or "checked" in node.states) and str(node) not in names]

    def _go_on(self, key: str) -> Atspi.Accessible:
        """Presses the key, waits until something else has the focus, and returns that.

        The cells of a table have it beside the table and are left out: Tab may lead to the cell of before.
        """
        self._events.forget()
        self.window.keyboard.press(key)
        last = self._last

        def other() -> Atspi.Accessible | None:
            self._events.take_in()
            return next((told.source for told in self._events.told
                         if told.detail and told.role != "table cell" and told.source != last), None)

        place = described(Node(last)) if last else "where it was"
        self._last = wait_until(f"{key} leads on from {place}", other, describe=self.window.screen.dump)
        return self._last


def described(node: Node) -> str:
    """Role and name; of a combo box it is a button without a name that has the focus, as screen readers know."""
    if node.name:
        return str(node)
    parent = node.accessible.get_parent()
    while parent is not None and parent.get_role_name() != "combo box":
        parent = parent.get_parent()
    return str(Node(parent)) if parent is not None else str(node)
