#!/usr/bin/python3 -B
"""Types at random into Kiroku while an assistive program reads along: a way to look for faults.

    Tests/Desktop/with-desktop /usr/bin/python3 -B Tests/Acceptance/random_keys.py \\
        [--seed N] [--seconds S] [--alone] [--high-contrast] [FILE...]

The same seed gives the same keys. Says how much memory the program took, and what GLib, GTK or Kiroku itself have
complained of that is not known to be a fault of GTK's, with the last keys before it; ends with status 1 if there was
any, or the program has crashed. KIROKU_PROGRAM names the program (default: the release build). Needs Debian's python3-xlib.
"""

import argparse
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from support.program import Home, memory
from support.random_typing import RandomTyping


def main() -> int:
    """Types; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--alone", action="store_true", help="no assistive program reads along")
    parser.add_argument("--high-contrast", action="store_true", help="as the desktop shows it to weak eyes")
    parser.add_argument("files", nargs="*", metavar="FILE", help="copies of these are opened (default: the sample)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kiroku-keys-") as folder:
        home = Home(Path(folder))
        if options.high_contrast:
            home.use_high_contrast()
        typing = RandomTyping(home, [shutil.copy(file, folder) for file in options.files], options.seed,
                              reads=not options.alone)
        before, after, looked = memory(typing.process.pid), 0.0, 0.0
        end = time.monotonic() + options.seconds
        while typing.is_running and time.monotonic() < end:
            typing.press()
            if time.monotonic() > looked + 60:
                looked = time.monotonic()
                after = memory(typing.process.pid)
                print(f"{typing.count} keys: {after:.0f} MB", flush=True)
        after = memory(typing.process.pid) or after
        if typing.is_running and not options.alone and not typing.is_read:
            print("The assistive program has ended before.")
        status = typing.end()
    print(f"seed {options.seed}: {typing.count} keys, {before:.0f} MB, then {after:.0f} MB"
          + (f", ended with status {status} after\n    {typing.last_keys}" if status is not None else ""))
    for text, times in typing.complaints.most_common():
        print(f"{times} × {text}\n    {typing.keys_before[text]}")
    return 1 if status or typing.complaints else 0


sys.exit(main())
