"""Kiroku's commands in a terminal that has no display."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .program import Home, executable
from .waiting import PATIENCE

_DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")


@dataclass
class Answer:
    """What came of a command."""

    status: int
    output: bytes
    errors: str

    @property
    def text(self) -> str:
        """What it wrote, as text."""
        return self.output.decode()

    @property
    def lines(self) -> list[str]:
        """What it wrote, line by line."""
        return self.text.splitlines()


def environment(home: Home) -> dict[str, str]:
    """What a command finds: the home, and no display."""
    return {name: value for name, value in home.environment.items() if name not in _DISPLAY}


def start(home: Home, *arguments: str | Path, **more: int) -> subprocess.Popen[bytes]:
    """Starts a command that is still to be talked to."""
    return subprocess.Popen([executable(), *map(str, arguments)], env=environment(home), cwd=home.directory, **more)


def run(home: Home, *arguments: str | Path, feed: bytes | None = None, bus: str | None = None) -> Answer:
    """Runs `kiroku ARGUMENT...` in the home directory, to its end.

    `feed` is its standard input, and `bus` the address of the session's bus, if it is to find one.
    """
    given = {"input": feed} if feed is not None else {"stdin": subprocess.DEVNULL}
    variables = environment(home) | ({"DBUS_SESSION_BUS_ADDRESS": bus} if bus else {})
    done = subprocess.run([executable(), *map(str, arguments)], env=variables, cwd=home.directory,
                          capture_output=True, timeout=PATIENCE, **given)
    return Answer(done.returncode, done.stdout, done.stderr.decode())


def measured(home: Home, *arguments: object, **variables: str) -> tuple[int, str, int]:
    """Runs a command; returns its exit status, what it complained of, and the most memory that it took, in megabytes."""
    process = subprocess.Popen([executable(), *map(str, arguments)], env=environment(home) | variables,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    said = process.stderr.read()
    process.stderr.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, said, usage.ru_maxrss // 1024
