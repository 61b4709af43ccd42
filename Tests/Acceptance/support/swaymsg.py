"""Asks sway, which shows the windows of a Wayland desktop, and tells it what to do."""

import json
import os
import subprocess
from collections.abc import Iterator
from typing import Any

from .waiting import PATIENCE


def is_wayland() -> bool:
    """Whether the test is on a Wayland desktop."""
    return "WAYLAND_DISPLAY" in os.environ


def swaymsg(*arguments: object, may_fail: bool = False) -> str:
    """Sends a command or a question to sway; returns the answer as JSON, or nothing where it fails and may."""
    done = subprocess.run(["swaymsg", "--raw", *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=PATIENCE)
    if done.returncode != 0:
        if may_fail:
            return ""
        raise AssertionError(f"swaymsg {' '.join(map(str, arguments))}: {done.stdout}{done.stderr}")
    return done.stdout


def windows() -> list[dict[str, Any]]:
    """The windows that sway shows, as it describes them."""

    def below(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if "pid" in node:
            yield node
        for child in node["nodes"] + node["floating_nodes"]:
            yield from below(child)

    return list(below(json.loads(swaymsg("--type", "get_tree"))))
