"""The keyboard, as far as one program is concerned: it is typed on only while a window of that program is active."""

from .waiting import wait_until
from .words import Words
from .xdotool import xdotool

_DELAY = 8
"""Milliseconds between two keys: a fast typist is slower."""

_TYPE = ("type", "--clearmodifiers", "--delay", str(_DELAY))


class Keyboard:
    """Types into the active window of a process."""

    def __init__(self, process: int, words: Words | None = None) -> None:
        self.process = process
        self.words = words or Words()

    def press(self, *keys: str) -> None:
        """Presses keys one after the other, by their X names: `press("ctrl+Home", "Down", "F2")`."""
        self.reach()
        self.send(*keys)

    def send(self, *keys: str) -> None:
        """Presses keys for whatever window is active."""
        xdotool("key", "--clearmodifiers", "--delay", _DELAY, *keys)

    def type(self, text: str) -> None:
        """Types a text in one line (ASCII: for anything else xdotool changes the keyboard layout under way)."""
        self.reach()
        xdotool(*_TYPE, "--", text)

    def type_lines(self, *lines: str) -> None:
        """Types texts with Enter after each, without a pause in between."""
        self.reach()
        commands = ([*_TYPE, "--args", "1", line, "key", "Return"] for line in lines)
        xdotool(*(word for command in commands for word in command))

    def reach(self) -> None:
        """Makes sure that a window of the process has the keyboard; a dialog that has it keeps it."""

        def has_keyboard() -> bool:
            if self._is_active():
                return True
            if windows := self.windows():
                xdotool("windowactivate", windows[-1], may_fail=True)
            return False

        wait_until(f"a window of process {self.process} is active", has_keyboard)

    def activate(self, title: str) -> None:
        """Goes to the window with this title, as the window list does."""

        titles = self.words.spoken(title)

        def is_active() -> bool:
            if self._is_active() and xdotool("getactivewindow", "getwindowname", may_fail=True) in titles:
                return True
            for window in self.windows():
                if xdotool("getwindowname", window, may_fail=True) in titles:
                    xdotool("windowactivate", window, may_fail=True)
            return False

        wait_until(f"the window “{title}” is active", is_active)

    def close_window(self) -> None:
        """Has the window manager close the active window, as its close button does."""
        self.reach()
        self.press("alt+F4")

    def windows(self) -> list[str]:
        """The windows of the process that show, as the display knows them."""
        return xdotool("search", "--onlyvisible", "--pid", self.process, may_fail=True).split()

    def shows(self, window: str) -> bool:
        """Whether a window of the process still shows."""
        windows = self.windows()
        # None can be told when one goes while they are counted.
        return window in windows or not windows and bool(xdotool("getwindowname", window, may_fail=True))

    def active_window(self) -> str:
        """The window that keys go to, of whatever process; nothing if there is none."""
        return xdotool("getactivewindow", may_fail=True)

    def _is_active(self) -> bool:
        return xdotool("getactivewindow", "getwindowpid", may_fail=True) == str(self.process)
