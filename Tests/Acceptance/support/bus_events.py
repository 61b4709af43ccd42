"""What a program tells on the accessibility bus by itself: what a screen reader hears without asking."""

from dataclasses import dataclass

from gi.repository import Atspi, GLib

from .waiting import wait_until

ANNOUNCED = "object:announcement"
SHOWING = "object:state-changed:showing"


@dataclass(frozen=True)
class Told:
    """One event: its kind, its number (1 or 0 where a state comes or goes), and what it is about."""

    kind: str
    detail: int
    source: Atspi.Accessible
    role: str
    name: str
    text: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.detail} {self.role} “{self.name}”"


class BusEvents:
    """Listens to one process."""

    def __init__(self, process: int, *kinds: str) -> None:
        self.told: list[Told] = []
        self._process = process
        self._kinds = kinds
        self._listener = Atspi.EventListener.new(self._hear)
        for kind in kinds:
            self._listener.register(kind)

    def close(self) -> None:
        """Listens no longer."""
        for kind in self._kinds:
            self._listener.deregister(kind)

    def forget(self) -> None:
        """Forgets what has been told up to now."""
        self.take_in()
        self.told.clear()

    def take_in(self) -> None:
        """Hears what has come."""
        while GLib.MainContext.default().iteration(False):
            pass

    def wait_for(self, kind: str, role: str, name: str, detail: int | None = None) -> Told:
        """Waits until this has been told."""

        def look() -> Told | None:
            self.take_in()
            return next((told for told in self.told
                         if (told.kind, told.role, told.name) == (kind, role, name) and detail in (None, told.detail)),
                        None)

        return wait_until(f"{kind} of {role} “{name}”", look, describe=lambda: "\n".join(map(str, self.told)))

    def wait_for_message(self, text: str) -> None:
        """Waits until a message was told, which may have passed since; for those who hear ANNOUNCED and SHOWING.

        It comes as an announcement, or as a notification that comes up for screen readers of before there were these.
        """

        def is_told() -> bool:
            self.take_in()
            return any((told.kind.startswith(ANNOUNCED) and told.text == text)
                       or (told.role, told.name, told.detail) == ("notification", text, 1) for told in self.told)

        wait_until(f"the message “{text}” is told", is_told, describe=lambda: "\n".join(map(str, self.told)))

    def _hear(self, event: Atspi.Event) -> None:
        try:
            if event.source.get_process_id() == self._process:
                text = event.any_data if isinstance(event.any_data, str) else ""
                self.told.append(Told(event.type, event.detail1, event.source, event.source.get_role_name() or "",
                                      event.source.get_name() or "", text))
        except GLib.Error:
            pass  # it has gone since
