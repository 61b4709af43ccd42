"""What a program tells screen readers by itself, without being asked: it cannot be missed, however short it lasts."""

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402  (the version comes first)

from .program import Program  # noqa: E402
from .waiting import PATIENCE, wait_until  # noqa: E402

_SHOWING = "object:state-changed:showing"


class Hearing:
    """Listens to what comes into sight in a program, from when it is made until it is closed."""

    def __init__(self, program: Program) -> None:
        self._process = program.process.pid
        self._words = program.screen.words
        self._shown: list[tuple[str, str]] = []
        self._listener = Atspi.EventListener.new(self._take)
        self._listener.register(_SHOWING)

    def __enter__(self) -> "Hearing":
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.deregister(_SHOWING)

    def wait_until_shown(self, role: str, name: str, timeout: float = PATIENCE) -> None:
        """Waits until something of this role and name has come into sight, be it gone again by now."""
        names = self._words.spoken(name)

        def is_heard() -> bool:
            while GLib.MainContext.default().iteration(False):
                pass
            return any(shown == (role, name) for name in names for shown in self._shown)

        wait_until(f"{role} “{name}” has come into sight", is_heard, timeout,
                   describe=lambda: f"shown were {self._shown}")

    def _take(self, event: Atspi.Event) -> None:
        try:
            if event.detail1 and event.source.get_process_id() == self._process:
                self._shown.append((event.source.get_role_name(), event.source.get_name()))
        except GLib.Error:
            pass  # It has gone in the meantime.
