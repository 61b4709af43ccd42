"""The clipboard, as another program uses it."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from .swaymsg import is_wayland
from .waiting import PATIENCE, NotThere, wait_for_equal

_XCLIP = ("xclip", "-selection", "clipboard")


def targets(within: float = PATIENCE) -> list[str]:
    """The kinds in which what is on the clipboard is offered; none if it is empty."""
    done = _ask("TARGETS", within)
    return done.stdout.decode().split("\n")[:-1] if done.returncode == 0 else []


def read(target: str = "UTF8_STRING", within: float = PATIENCE) -> str:
    """What is on the clipboard, in one kind, with its line ends as they are."""
    done = _ask(target, within)
    if done.returncode != 0:
        raise NotThere(f"the clipboard has no {target}: {done.stderr.decode().strip()}")
    return done.stdout.decode()


def _ask(target: str, within: float) -> "subprocess.CompletedProcess[bytes]":
    """What the program that owns the clipboard gives to another one; it has so many seconds to answer."""
    command = [*_XCLIP, "-o", "-t", target]
    if is_wayland():
        command = ["wl-paste", "--no-newline", *(["--list-types"] if target == "TARGETS" else ["--type", target])]
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=within)
    except subprocess.TimeoutExpired as error:
        raise NotThere(f"the owner of the clipboard does not answer for {target}") from error


def put(text: str, target: str = "UTF8_STRING") -> None:
    """Puts a text on the clipboard. A process stays in the background to hand it out."""
    command = ["wl-copy", "--type", target] if is_wayland() else [*_XCLIP, "-i", "-t", target]
    subprocess.run(command, input=text.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE,
                   check=True)
    if is_wayland():  # wl-copy may end before the desktop has heard of it
        wait_for_equal("the clipboard", lambda: read(target), text)


@contextmanager
def manager() -> Iterator[None]:
    """Has a clipboard manager running for a while."""
    script = Path(__file__).with_name("clipboard_manager.py")
    process = subprocess.Popen([sys.executable, "-B", str(script)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n", "the clipboard manager did not start"
        yield
        assert process.poll() is None, "the clipboard manager ended by itself"
    finally:
        process.kill()
        process.communicate()


@contextmanager
def hanging(text: str) -> Iterator[Callable[[], None]]:
    """Puts a text on the clipboard whose owner does not answer until what is given is called."""
    process = subprocess.Popen([*_XCLIP, "-i", "-quiet"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        assert process.stdin is not None
        process.stdin.write(text.encode())
        process.stdin.close()
        wait_for_equal("the clipboard", read, text)
        process.send_signal(signal.SIGSTOP)
        yield lambda: process.send_signal(signal.SIGCONT)
    finally:
        process.kill()
        process.wait()
