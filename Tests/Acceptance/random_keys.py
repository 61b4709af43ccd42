#!/usr/bin/python3 -B
"""Types at random into Kiroku, and says what came of it and how much memory it took: a way to look for faults, not a test.

    Tests/Desktop/with-desktop /usr/bin/python3 -B Tests/Acceptance/random_keys.py [--seed N] [--seconds S] [FILE...]

The same seed gives the same keys. Ends with status 1 if the program has crashed, or GLib, GTK or Kiroku itself have
complained of something that is not known to be a fault of GTK's; the last keys before that stand in front of it.
KIROKU_PROGRAM names the program (default: the release build). Needs Debian's python3-xlib.
"""

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

from Xlib import XK, X, display
from Xlib.ext import xtest

from support import complaints
from support.program import Home, executable

PLAIN = [*"abcdefgxyz0123456789", "period", "slash"]
MOVING = ["Up", "Down", "Left", "Right", "Tab", "Return", "Escape", "Home", "End", "Prior", "Next", "space", "Delete",
          "BackSpace", "Menu", "Insert", *(f"F{number}" for number in range(1, 13))]
HELD = (("Control_L",), ("Control_L", "Shift_L"), ("Alt_L",), ("Shift_L",))
ENDING = {(("Control_L",), "q"), (("Control_L",), "w"), (("Alt_L",), "F4")}
"""Keys that would leave nothing to type into."""

KNOWN = (*complaints.CLOSED_FILE_CHOOSER, *complaints.FILE_CHOOSER, *complaints.PRINT_DIALOG, *complaints.REFUSED_MENU)
"""What is no fault of ours."""

COMPLAINT = re.compile(r"(WARNING|CRITICAL|ERROR) \*\*")


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


def memory(process: int) -> float:
    """Megabytes that the process has for itself; 0 if it is gone."""
    try:
        found = re.search(r"RssAnon:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(encoding="ascii"))
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(found[1]) / 1024 if found else 0


def main() -> int:
    """Types; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("files", nargs="*", metavar="FILE", help="copies of these are opened (default: the sample)")
    options = parser.parse_args()
    source = random.Random(options.seed)
    keyboard = Keyboard()
    last: deque[str] = deque(maxlen=30)
    with tempfile.TemporaryDirectory(prefix="kiroku-keys-") as folder:
        home = Home(Path(folder))
        files = [shutil.copy(file, folder) for file in options.files]
        log = Path(folder) / "kiroku.log"
        with log.open("wb") as output:
            program = subprocess.Popen([executable(), *files], env=home.environment, cwd=folder,
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        while program.poll() is None and not keyboard.has_window():
            time.sleep(0.05)
        end, count, told = time.monotonic() + options.seconds, 0, list[str]()
        before, looked = memory(program.pid), 0.0
        while program.poll() is None and not told and time.monotonic() < end:
            held, key = next_key(source)
            keyboard.press(held, key)
            last.append("+".join((*held, key)))
            count += 1
            time.sleep(0.01)
            if time.monotonic() > looked + 60:
                looked = time.monotonic()
                print(f"{count} keys: {memory(program.pid):.0f} MB", flush=True)
            told = [line for line in log.read_text(errors="replace").splitlines()
                    if COMPLAINT.search(line) and not any(known in line for known in KNOWN)]
        status, after = program.poll(), memory(program.pid)
        program.kill()
        program.wait()
    print(f"seed {options.seed}: {count} keys, {before:.0f} MB, then {after:.0f} MB" + (f", ended with status {status}" if status is not None else ""))
    if not told and not status:
        return 0
    print(" ".join(last), *told, sep="\n")
    return 1


sys.exit(main())
