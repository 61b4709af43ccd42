"""Keys at random, faster than a person types them, into a program that an assistive program reads along with."""

import random
import re
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Sequence
from pathlib import Path

from Xlib import XK, X, display
from Xlib.ext import xtest

from . import complaints
from .program import Home, executable
from .waiting import wait_until

PLAIN = [*"abcdefgxyz0123456789", "period"]
"""No slash: names that come up in dialogs for files stay in the folder where the dialog is."""

MOVING = ["Up", "Down", "Left", "Right", "Tab", "Return", "Escape", "Home", "End", "Prior", "Next", "space", "Delete",
          "BackSpace", "Menu", "Insert", *(f"F{number}" for number in range(1, 13))]
HELD = (("Control_L",), ("Control_L", "Shift_L"), ("Alt_L",), ("Shift_L",))
ENDING = {(("Control_L",), "q"), (("Control_L",), "w"), (("Alt_L",), "F4"), (("Alt_L",), "space")}
"""Keys that would leave nothing to type into.

The last one is the window manager's: its menu for the window closes that, and it then offers to end a program that has not
answered for three seconds, as one on a busy machine that keys come to faster than from a person.
"""

KNOWN = (*complaints.CLOSED_FILE_CHOOSER, *complaints.EMOJI, *complaints.FILE_CHOOSER, *complaints.FRAME_CLOCK,
         *complaints.PRINT_DIALOG, *complaints.READ_LATE, *complaints.REFUSED_MENU)
"""What is no fault of ours."""

_COMPLAINT = re.compile(r"(?:[\w-]+-)?(?:WARNING|CRITICAL|ERROR) \*\*: (?:[\d:.]+: )?")
_ADDRESS = re.compile(r"0x[0-9a-f]+")


class Keyboard:
    """Presses keys faster than a person does, whoever has them."""

    def __init__(self) -> None:
        self.display = display.Display()

    def press(self, held: tuple[str, ...], key: str) -> None:
        """Presses a key by its X name while others are held."""
        codes = [self.display.keysym_to_keycode(XK.string_to_keysym(name)) for name in (*held, key)]
        for code in codes:
            xtest.fake_input(self.display, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self.display, X.KeyRelease, code)
        self.display.sync()

    def has_window(self) -> bool:
        """Whether the window manager shows any window."""
        found = self.display.screen().root.get_full_property(
            self.display.intern_atom("_NET_CLIENT_LIST"), X.AnyPropertyType)
        return bool(found and len(found.value))


def next_key(source: random.Random) -> tuple[tuple[str, ...], str]:
    """Keys that type, that move, and with others held."""
    while True:
        kind = source.random()
        if kind < 0.3:
            return (), source.choice(PLAIN)
        if kind < 0.7:
            return (), source.choice(MOVING)
        pressed = source.choice(HELD), source.choice([*PLAIN, *"hijklmnopqrstuvw", *MOVING, "comma", "semicolon"])
        if pressed not in ENDING:
            return pressed


class RandomTyping:
    """A program in a home of its own, a reader beside it, and what both lead to."""

    def __init__(self, home: Home, files: Sequence[Path | str], seed: int, reads: bool = True) -> None:
        self.count = 0
        """The keys that were pressed."""
        self.complaints: Counter[str] = Counter()
        """What GLib, GTK or Kiroku complained of and is not known, and how many times."""
        self.keys_before: dict[str, str] = {}
        """The last keys before a complaint first came."""
        self._source = random.Random(seed)
        self._keyboard = Keyboard()
        self._last: deque[str] = deque(maxlen=30)
        self._command = [executable(), *map(str, files)]
        self._home = home
        self._reads = reads
        self._log_path = home.directory / "kiroku.log"
        self._log_path.touch()
        self._log = self._log_path.open(encoding="utf-8", errors="replace")
        self._unfinished = ""
        self._stay_alone()
        self._start()

    def _stay_alone(self) -> None:
        """Keeps F1 and others from starting any program of the desktop."""
        share = self._home.directory / "share"
        share.mkdir()
        for name in ("mime", "icons", "themes", "glib-2.0", "fonts"):
            (share / name).symlink_to(Path("/usr/share") / name)
        self._home.environment["XDG_DATA_DIRS"] = str(share)

    def _start(self) -> None:
        with self._log_path.open("ab") as output:
            self.process = subprocess.Popen(
                self._command, env=self._home.environment, cwd=self._home.directory, stdin=subprocess.DEVNULL,
                stdout=output, stderr=output)
        self._reader = subprocess.Popen(
            [sys.executable, "-B", Path(__file__).with_name("reader.py"), str(self.process.pid)],
            stdin=subprocess.DEVNULL) if self._reads else None
        wait_until("a window", lambda: not self.is_running or self._keyboard.has_window())

    @property
    def is_running(self) -> bool:
        """Whether the program has not ended by a fault."""
        return not self.process.poll()

    @property
    def is_read(self) -> bool:
        """Whether the reader has not ended."""
        return self._reader is not None and self._reader.poll() is None

    @property
    def log(self) -> str:
        """What the program has printed."""
        return self._log_path.read_text(errors="replace")

    @property
    def last_keys(self) -> str:
        """The last keys that were pressed."""
        return " ".join(self._last)

    def press(self) -> None:
        """Presses the next key, and reads what the program says; starts it again where keys have quit it."""
        if self.process.poll() == 0:
            self.end()
            self._start()
        held, key = next_key(self._source)
        self._keyboard.press(held, key)
        self._last.append("+".join((*held, key)))
        self.count += 1
        time.sleep(0.01)
        self._listen()

    def end(self) -> int | None:
        """Ends both; returns the program's status if it has ended before."""
        status = self.process.poll()
        for process in filter(None, (self.process, self._reader)):
            process.kill()
            process.wait()
        self._listen()
        return status

    def _listen(self) -> None:
        lines = (self._unfinished + self._log.read()).split("\n")
        self._unfinished = lines.pop()
        for line in lines:
            if (found := _COMPLAINT.search(line)) and not any(known in line for known in KNOWN):
                text = _ADDRESS.sub("0x…", line[found.start():].replace(found[0], found[0].split(" **")[0] + ": "))
                self.complaints[text] += 1
                self.keys_before.setdefault(text, self.last_keys)
