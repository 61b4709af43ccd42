"""A Wayland desktop beside the X one that every test has: Debian's sway, which shows its screen to nobody.

Once it runs, the environment names it, and keyboard, clipboard and pictures are those of this desktop.
"""

import contextlib
import functools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO
from unittest import mock

from .program import Home
from .swaymsg import swaymsg
from .virtual_keyboard import VirtualKeyboard
from .waiting import wait_until
from .wayland_keyboard import WaylandKeyboard

_SETTINGS = """\
xwayland disable
default_border none
default_floating_border none
focus_follows_mouse no
output * resolution 1280x900
# No key repeats itself because the machine was too busy to let it go in time.
input * repeat_rate 0
"""

_HEADLESS = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
"""No graphics card, no keyboard and no mouse of the machine's."""

_RUN = 'sway --config "$0/config" & trap "kill $!" TERM; wait; wait; rm -rf "$0"'
"""Has sway clean up after itself, however the test ends."""


@contextlib.contextmanager
def wayland(home: Home) -> Iterator[subprocess.Popen[bytes]]:
    """Has programs of the home start there, and the test's keyboard, clipboard and pictures be those of this desktop.

    Gives the desktop's process, which ends it when it is terminated.
    """
    # Not among the files of the test, which another user cannot reach.
    directory = Path(tempfile.mkdtemp(prefix="kiroku-sway-", dir="/tmp"))
    (directory / "config").write_text(_SETTINGS)
    with tempfile.TemporaryFile() as log, mock.patch.dict(os.environ, SWAYSOCK=str(directory / "sway.sock")):
        process = _start(directory, log)
        try:
            os.environ["WAYLAND_DISPLAY"] = str(wait_until("sway", lambda: _display_of(process, directory, log)))
            # A program that sees its first keyboard with its first keys would miss these.
            with contextlib.closing(VirtualKeyboard(os.environ["WAYLAND_DISPLAY"])) as keyboard:
                home.make_keyboard = functools.partial(WaylandKeyboard, keyboard)
                home.environment |= {"GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": os.environ["WAYLAND_DISPLAY"]}
                # Those of the X desktop.
                for name in ("DISPLAY", "GTK_IM_MODULE"):
                    home.environment.pop(name, None)
                yield process
        finally:
            process.terminate()
            process.wait()


def _start(directory: Path, log: BinaryIO) -> subprocess.Popen[bytes]:
    """Starts sway, which does not run as root."""
    other_user: dict[str, Any] = {}
    if os.geteuid() == 0:
        other_user = {"user": "nobody", "group": "nogroup", "extra_groups": []}
        shutil.chown(directory, other_user["user"])
    environment = os.environ | _HEADLESS | {"XDG_RUNTIME_DIR": str(directory)}
    environment.pop("DISPLAY", None)
    return subprocess.Popen(["sh", "-c", _RUN, directory], env=environment, cwd="/", stdin=subprocess.DEVNULL,
                            stdout=log, stderr=log, **other_user)


def _display_of(process: subprocess.Popen[bytes], directory: Path, log: BinaryIO) -> Path | None:
    """Where programs find sway, once it is ready for them."""
    if process.poll() is not None:
        log.seek(0)
        raise AssertionError(f"sway ended\n{log.read().decode(errors='replace')}")
    if not swaymsg("--type", "get_outputs", may_fail=True):
        return None
    return next(path for path in directory.glob("wayland-*") if path.suffix != ".lock")
