"""A virtual display beside the test's own, which can go before the program does."""

import contextlib
import os
import subprocess
from collections.abc import Iterator

from .program import Home
from .waiting import wait_until
from .xdotool import xdotool


@contextlib.contextmanager
def second_display(home: Home) -> Iterator[subprocess.Popen[str]]:
    """Has programs of the home start there, and the test's keyboard type there; gives the X server's process."""
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    before = os.environ["DISPLAY"]
    os.environ["DISPLAY"] = home.environment["DISPLAY"] = f":{server.stdout.readline().strip()}"
    manager = subprocess.Popen(["openbox", "--sm-disable"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        # It answers only where there is a window manager.
        wait_until("windows are managed", lambda: xdotool("get_desktop", may_fail=True))
        yield server
    finally:
        os.environ["DISPLAY"] = home.environment["DISPLAY"] = before
        for process in (manager, server):
            process.kill()
            process.wait()
        server.stdout.close()
