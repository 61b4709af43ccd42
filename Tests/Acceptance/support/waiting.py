"""Waiting for things instead of for a time."""

import time
from collections.abc import Callable
from typing import TypeVar

from gi.repository import GLib

Value = TypeVar("Value")

PATIENCE = 10.0
"""How many seconds something may take. Only a test that fails ever waits that long."""

_PAUSE = 0.02


class TookTooLong(AssertionError):
    """What a test waited for did not come."""


def wait_until(
    what: str,
    probe: Callable[[], Value | None],
    timeout: float = PATIENCE,
    describe: Callable[[], str] | None = None,
) -> Value:
    """Calls `probe` until it returns something true, and returns that.

    `what` says in the failure what was waited for, `describe` what was there instead. Things that go away while they
    are looked at are looked for again.
    """
    deadline = time.monotonic() + timeout
    problem = ""
    while True:
        try:
            if value := probe():
                return value
            problem = ""
        except GLib.Error as error:
            problem = f"\n{error.message}"
        if time.monotonic() > deadline:
            there = f"\n{describe()}" if describe else ""
            raise TookTooLong(f"after {timeout:g} s, still not there: {what}{problem}{there}")
        time.sleep(_PAUSE)


def wait_for_equal(what: str, read: Callable[[], Value], expected: Value, timeout: float = PATIENCE) -> None:
    """Calls `read` until it returns `expected`; the failure shows what it returned instead."""
    last: list[Value] = []

    def is_equal() -> bool:
        last[:] = [read()]
        return last[0] == expected

    def difference() -> str:
        return f"expected: {expected!r}\n     got: {last[0]!r}" if last else "nothing could be read"

    wait_until(what, is_equal, timeout, difference)
