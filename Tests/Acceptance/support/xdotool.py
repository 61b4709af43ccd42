"""Runs xdotool, which acts on the display as keyboard, mouse and window list do."""

import subprocess

from .waiting import PATIENCE


def xdotool(*arguments: object, may_fail: bool = False) -> str:
    """Runs one xdotool command and returns what it prints; with `may_fail`, nothing when it fails."""
    done = subprocess.run(
        ["xdotool", *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=PATIENCE)
    if done.returncode != 0:
        if may_fail:
            return ""
        raise AssertionError(f"xdotool {' '.join(map(str, arguments))}: {done.stderr.strip()}")
    return done.stdout.strip()
