"""Waiting for things instead of for a time."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from gi.repository import GLib

sys.path.append(str(Path(__file__).resolve().parents[2] / "Desktop"))
from patience import PATIENCE  # noqa: E402  (the place comes first)

Value = TypeVar("Value")

_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.02, 0.2
"""Between two looks: longer and longer, since looking itself keeps the machine from what is waited for."""


class TookTooLong(AssertionError):
    """What a test waited for did not come."""


class NotThere(AssertionError):
    """What was looked for is not there, or not yet."""


def wait_until(
    what: str,
    probe: Callable[[], Value | None],
    describe: Callable[[], str] | None = None,
) -> Value:
    """Calls `probe` until it returns something true, and returns that.

    `what` says in the failure what was waited for, `describe` what was there instead. Things that are not there
    yet, or go away while they are looked at, are looked for again, and so is a place in a list that is still too short.
    """
    deadline = time.monotonic() + PATIENCE
    pause = _SHORTEST_PAUSE
    problem = ""
    while True:
        try:
            if value := probe():
                return value
            problem = ""
        except (GLib.Error, NotThere, IndexError) as error:
            problem = f"\n{error}"
        if time.monotonic() > deadline:
            there = f"\n{describe()}" if describe else ""
            raise TookTooLong(f"after {PATIENCE:g} s, still not there: {what}{problem}{there}")
        time.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)


def wait_for_equal(what: str, read: Callable[[], Value], expected: Value) -> None:
    """Calls `read` until it returns `expected`; the failure shows what it returned instead."""
    last: list[Value] = []

    def is_equal() -> bool:
        last[:] = [read()]
        return last[0] == expected

    def difference() -> str:
        return f"expected: {expected!r}\n     got: {last[0]!r}" if last else "nothing could be read"

    wait_until(what, is_equal, difference)
