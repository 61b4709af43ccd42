"""A small clipboard manager: what a program stores in it outlives the program.

Follows the freedesktop.org clipboard manager specification: owns the selection CLIPBOARD_MANAGER, and when a program
asks it to SAVE_TARGETS, fetches these from the owner of CLIPBOARD, owns CLIPBOARD from then on, and only then answers.
Everything else it leaves alone, so what it holds was really stored by the program, not just copied while that ran.

Run as a program it prints "ready" and works until it is ended. Needs Debian's python3-xlib.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from Xlib import X, Xatom, display
from Xlib.protocol import event as events
from Xlib.xobject.drawable import Window

CHUNK = 128 * 1024
"""Bytes per request to the X server, well below what it takes at once."""

GIVEN_BY_OWNER = ("TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE")
"""Targets that are about the selection itself and hold no content."""


@dataclass
class Content:
    """What is held for one target: a property's type, its unit in bits, and its bytes."""

    type: int
    format: int
    data: bytes


class ClipboardManager:
    """Owns CLIPBOARD_MANAGER on the display of the environment."""

    def __init__(self) -> None:
        self.display = display.Display()
        self.window: Window = self.display.screen().root.create_window(
            0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
        self.clipboard = self._atom("CLIPBOARD")
        self.manager = self._atom("CLIPBOARD_MANAGER")
        self.contents: dict[int, Content] = {}
        self.owned_since = X.CurrentTime

    def _atom(self, name: str) -> int:
        return self.display.intern_atom(name)

    def start(self) -> None:
        """Becomes the clipboard manager; raises `RuntimeError` if there is one already."""
        if self.display.get_selection_owner(self.manager) != X.NONE:
            raise RuntimeError("there is a clipboard manager already")
        self.window.set_selection_owner(self.manager, X.CurrentTime)
        self.display.sync()

    def run(self) -> None:
        """Serves other programs until the process is ended."""
        while True:
            self._handle(self.display.next_event())

    def _handle(self, event: Any) -> None:
        if event.type == X.SelectionRequest:
            if event.selection == self.manager:
                self._save(event)
            elif event.selection == self.clipboard:
                self._give(event)
        elif event.type == X.SelectionClear and event.atom == self.clipboard:
            self.contents.clear()

    # Storing

    def _save(self, request: Any) -> None:
        """Fetches what the program wants to be stored, owns it, and says so."""
        if request.target != self._atom("SAVE_TARGETS"):
            return self._answer(request, X.NONE)
        listed = request.requestor.get_full_property(request.property, Xatom.ATOM) if request.property else None
        targets = list(listed.value) if listed else self._targets_of_owner(request.time)
        left_out = {self._atom(name) for name in GIVEN_BY_OWNER}
        fetched: dict[int, Content] = {}
        for target in targets:
            content = self._fetch(target, request.time) if target not in left_out else None
            if content:
                fetched[target] = content
        self.contents = fetched
        self.owned_since = request.time
        self.window.set_selection_owner(self.clipboard, request.time)
        if request.property:
            request.requestor.change_property(request.property, self._atom("NULL"), 32, [])
        self._answer(request, request.property)

    def _targets_of_owner(self, time: int) -> list[int]:
        content = self._fetch(self._atom("TARGETS"), time)
        if not content:
            return []
        return list(memoryview(content.data).cast("I"))

    def _fetch(self, target: int, time: int) -> Content | None:
        """Asks the clipboard's owner for one target; None if it has none of that kind."""
        place = self._atom("KIROKU_FETCHED")
        self.window.delete_property(place)
        self.window.convert_selection(self.clipboard, target, place, time)
        notice = self._wait(lambda event: event.type == X.SelectionNotify and event.target == target)
        if notice.property == X.NONE:
            return None
        first = self._take(place)
        if first is None or first.type != self._atom("INCR"):
            return first
        whole: Content | None = None  # it comes in parts: each is put there once the one before was taken away
        while True:
            self._wait(lambda event: event.type == X.PropertyNotify and event.atom == place
                       and event.state == X.PropertyNewValue)
            part = self._take(place)
            if part is None or not part.data:
                return whole
            whole = Content(part.type, part.format, (whole.data if whole else b"") + part.data)

    def _take(self, place: int) -> Content | None:
        found = self.window.get_full_property(place, X.AnyPropertyType)
        self.window.delete_property(place)
        if found is None:
            return None
        value = found.value
        data = value.tobytes() if hasattr(value, "tobytes") else bytes(value)
        return Content(found.property_type, found.format, data)

    def _wait(self, is_meant: Callable[[Any], bool]) -> Any:
        """Waits for an event; the others are handled meanwhile."""
        while True:
            event = self.display.next_event()
            if is_meant(event):
                return event
            self._handle(event)

    # Giving

    def _give(self, request: Any) -> None:
        """Gives another program what was stored."""
        place = request.property or request.target
        if request.target == self._atom("TARGETS"):
            offered = [self._atom("TARGETS"), self._atom("TIMESTAMP"), *self.contents]
            request.requestor.change_property(place, Xatom.ATOM, 32, offered)
        elif request.target == self._atom("TIMESTAMP"):
            request.requestor.change_property(place, Xatom.INTEGER, 32, [self.owned_since])
        elif content := self.contents.get(request.target):
            self._put(request.requestor, place, content)
        else:
            place = X.NONE
        self._answer(request, place)

    def _put(self, window: Window, place: int, content: Content) -> None:
        data: Any = content.data
        if content.format != 8:
            data = list(memoryview(content.data).cast("I" if content.format == 32 else "H"))
        window.change_property(place, content.type, content.format, data[:CHUNK])
        for start in range(CHUNK, len(data), CHUNK):
            window.change_property(place, content.type, content.format, data[start:start + CHUNK], X.PropModeAppend)

    def _answer(self, request: Any, place: int) -> None:
        request.requestor.send_event(events.SelectionNotify(
            time=request.time, requestor=request.requestor, selection=request.selection, target=request.target,
            property=place))
        self.display.flush()


if __name__ == "__main__":
    clipboard_manager = ClipboardManager()
    clipboard_manager.start()
    print("ready", flush=True)
    clipboard_manager.run()
