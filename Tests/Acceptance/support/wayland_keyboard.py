"""The keyboard of a Wayland desktop, as far as one program is concerned."""

from typing import Any

from .keyboard import Keyboard
from .swaymsg import swaymsg, windows
from .virtual_keyboard import VirtualKeyboard
from .waiting import wait_until
from .words import Words


class WaylandKeyboard(Keyboard):
    """Types into the focused window of a process. Letters of all scripts will do."""

    def __init__(self, keyboard: VirtualKeyboard, process: int, words: Words | None = None) -> None:
        super().__init__(process, words)
        self._keyboard = keyboard

    def send(self, *keys: str) -> None:
        self._keyboard.press(keys)

    def type(self, text: str) -> None:
        self.reach()
        self._keyboard.type(text)

    def type_lines(self, *lines: str) -> None:
        self.type("".join(line + "\n" for line in lines))

    def reach(self) -> None:
        def has_keyboard() -> bool:
            if any(window["focused"] for window in self._own()):
                return True
            swaymsg(f"[pid={self.process}] focus", may_fail=True)
            return False

        wait_until(f"a window of process {self.process} is focused", has_keyboard)

    def activate(self, title: str) -> None:
        titles = self.words.spoken(title)

        def is_active() -> bool:
            found = [window for window in self._own() if window["name"] in titles]
            if any(window["focused"] for window in found):
                return True
            for window in found:
                swaymsg(f"[con_id={window['id']}] focus", may_fail=True)
            return False

        wait_until(f"the window “{title}” is focused", is_active)

    def close_window(self) -> None:
        self.reach()
        swaymsg("kill")

    def windows(self) -> list[str]:
        return [str(window["id"]) for window in self._own()]

    def shows(self, window: str) -> bool:
        return window in self.windows()

    def active_window(self) -> str:
        return next((str(window["id"]) for window in windows() if window["focused"]), "")

    def _own(self) -> list[dict[str, Any]]:
        return [window for window in windows() if window["pid"] == self.process]
