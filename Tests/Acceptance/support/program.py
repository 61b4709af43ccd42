"""The program itself: starting it, ending it, and what it says on the way."""

import os
import re
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from .keyboard import Keyboard
from .screen import Node, Screen
from .waiting import PATIENCE, wait_until
from .words import Words

_PROJECT = Path(__file__).resolve().parents[3]

_COMPLAINT = re.compile(r"\b(WARNING|CRITICAL|ERROR) \*\*")
"""How GLib marks what a program should not have done."""


def executable(name: str = "kiroku") -> Path:
    """A program under test: $KIROKU_PROGRAM or what is beside it, or else the release build of this project."""
    path = Path(os.environ.get("KIROKU_PROGRAM") or _PROJECT / ".build/release/kiroku").with_name(name)
    assert path.exists(), f"{path} is not built"
    return path.absolute()


def memory(process: int) -> float:
    """Megabytes that a process has for itself; 0 if it is gone."""
    try:
        found = re.search(r"RssAnon:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(encoding="ascii"))
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(found[1]) / 1024 if found else 0


class Home:
    """A home directory with nothing in it, for one test."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.data = directory / ".local/share"
        self.make_keyboard: Callable[[int, Words], Keyboard] = Keyboard
        self.environment = os.environ | {
            "HOME": str(directory),
            "XDG_DATA_HOME": str(self.data),
            "XDG_CONFIG_HOME": str(directory / ".config"),
            "XDG_CACHE_HOME": str(directory / ".cache"),
            "XDG_STATE_HOME": str(directory / ".local/state"),
        }
        directory.mkdir(parents=True, exist_ok=True)
        folders = directory / ".config/user-dirs.dirs"
        if not folders.exists():
            folders.parent.mkdir(parents=True, exist_ok=True)
            folders.write_text('XDG_DOCUMENTS_DIR="$HOME/Documents"\n')
        # As every desktop has made it.
        self.documents.mkdir(exist_ok=True)

    def use_high_contrast(self) -> None:
        """Has the desktop's theme be the one with high contrast."""
        settings = self.directory / ".config/gtk-3.0/settings.ini"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("[Settings]\ngtk-theme-name=HighContrast\n")

    @property
    def language(self) -> str:
        """The language that Kiroku speaks here: "en", or "ja" for Japanese."""
        return "ja" if self.environment.get("LANGUAGE") == "ja" else "en"

    @property
    def preferences(self) -> Path:
        """Where Kiroku keeps the preferences."""
        return self.directory / ".config/kiroku/preferences.plist"

    @property
    def documents(self) -> Path:
        """Where Kiroku puts the documents that it makes of texts."""
        return self.directory / "Documents"

    @property
    def kept(self) -> Path:
        """Where Kiroku keeps what nobody has asked for: the sample, and what was there before a backup was put back."""
        return self.data / "kiroku"


class Program:
    """One process of Kiroku, or of the workbench."""

    def __init__(self, home: Home, files: Sequence[Path | str] = (), name: str = "kiroku") -> None:
        self.home = home
        self.log_path = home.directory / "kiroku.log"
        with self.log_path.open("ab") as log:
            self._start_of_log = log.tell()
            self.process = subprocess.Popen(
                [executable(name), *map(str, files)], env=home.environment, cwd=home.directory, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log)
        words = Words(home.language)
        self.screen = Screen(self.process.pid, words)
        self.keyboard = home.make_keyboard(self.process.pid, words)
        self.known_complaints: list[str] = []

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        return self.process.poll() is None

    @property
    def memory(self) -> float:
        """Megabytes that it has for itself."""
        return memory(self.process.pid)

    @property
    def ending(self) -> str:
        """How it has ended."""
        return f"Kiroku ended with status {self.process.returncode}"

    @property
    def log(self) -> str:
        """What this process has printed."""
        with self.log_path.open("rb") as log:
            log.seek(self._start_of_log)
            return log.read().decode(errors="replace")

    def window(self, title: str) -> Node:
        """Waits for a window with this title; says so at once if the program ends instead."""

        titles = self.screen.words.spoken(title)

        def look() -> Node | None:
            assert self.is_running, f"{self.ending}\n{self.log}"
            return next((window for window in self.screen.windows() if window.name in titles), None)

        return wait_until(f"a window “{title}”", look, describe=self.screen.dump)

    def wait_for_end(self) -> None:
        """Waits until it has ended, in order and without a complaint."""
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"Kiroku still runs after {PATIENCE:g} s\n{self.screen.dump()}") from None
        assert self.process.returncode == 0, f"{self.ending}\n{self.log}"
        self.check_log()

    def quit(self) -> None:
        """Quits it as a person does, and waits until it has ended."""
        self.keyboard.press("ctrl+q")
        self.wait_for_end()

    def kill(self) -> None:
        """Ends it as a power cut does: it gets no chance to write anything."""
        if self.is_running:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def check_log(self) -> None:
        """Fails if GTK or GLib found something to complain about."""
        complaints = [
            line for line in self.log.splitlines()
            if _COMPLAINT.search(line) and not any(known in line for known in self.known_complaints)]
        assert not complaints, "Kiroku was told off:\n" + "\n".join(complaints)
