"""The base of all acceptance tests."""

import functools
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from . import failure
from .cards import CardsWindow
from .program import Home, Program


class AcceptanceTest(unittest.TestCase):
    """A test that operates Kiroku from outside, in a home of its own.

    A test that passes ends by quitting what it has started: in order, and without a complaint in the log. One that
    fails leaves what was on the screen.
    """

    def setUp(self) -> None:
        """Makes the home."""
        directory = tempfile.TemporaryDirectory(prefix="kiroku-test-")
        self.addCleanup(directory.cleanup)
        self.home = Home(Path(directory.name))
        self.programs: list[Program] = []
        self.addCleanup(self._kill_all)

    def run(self, result: unittest.TestResult | None = None) -> unittest.TestResult | None:
        """Runs the test, and reports what was there if it fails."""
        method = getattr(self, self._testMethodName)

        @functools.wraps(method)
        def observed() -> Any:
            try:
                method()
                self._quit_all()
            except unittest.SkipTest:
                raise
            except Exception:
                self._report()
                raise

        setattr(self, self._testMethodName, observed)
        return super().run(result)

    def start(self, *files: Path | str, name: str = "kiroku") -> Program:
        """Starts Kiroku with files, or another program that was built with it."""
        program = Program(self.home, files, name)
        self.programs.append(program)
        return program

    def open(self, file: Path) -> CardsWindow:
        """Starts Kiroku with one file, and waits for its window."""
        return CardsWindow(self.start(file), file.stem)

    def write(self, name: str, text: str) -> Path:
        """Writes a text file into the home, outside Kiroku's own directories."""
        path = self.home.directory / "files" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
        return path

    def _quit_all(self) -> None:
        for program in self.programs:
            if program.is_running:
                program.quit()
            else:
                program.check_log()

    def _kill_all(self) -> None:
        for program in self.programs:
            program.kill()

    def _report(self) -> None:
        folder = failure.keep(self.id(), self.programs)
        print(f"\n--- {self.id()}\nScreen, tree and log are in {folder}.", file=sys.stderr)
        for file in sorted(folder.glob("*.txt")):
            print(f"{file.name}:", file.read_text(), sep="\n", file=sys.stderr)
