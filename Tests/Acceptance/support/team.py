"""Tests that run beside each other, each in a process with a desktop of its own."""

import json
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

from .worker import READY

_TESTS = Path(__file__).resolve().parents[1]
_DESKTOP = _TESTS.parent / "Desktop/with-desktop"


class Team:
    """Workers that take the next test as soon as they are done with one.

    What they tell is printed as unittest does it: a line for each test, then the failures, then how many there were.
    """

    def __init__(
        self, tests: list[unittest.TestCase], order: list[int], names: list[str], size: int, is_quiet: bool,
        fails_fast: bool
    ) -> None:
        self.tests = tests
        self.order = order
        self.names = names
        self.size = min(size, len(tests))
        self.is_quiet = is_quiet
        self.fails_fast = fails_fast
        self.result = unittest.TestResult()
        self._next = 0
        self._lock = threading.Lock()
        self._processes: list[subprocess.Popen[str]] = []

    def run(self) -> unittest.TestResult:
        """Runs all tests."""
        began = time.monotonic()
        threads = [threading.Thread(target=self._have_them_run) for _ in range(self.size)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        except KeyboardInterrupt:
            self._stop()
            raise
        self._sum_up(time.monotonic() - began)
        return self.result

    def _stop(self) -> None:
        """Has no more tests begin, and ends those that run; desktops clean up after themselves."""
        with self._lock:
            self._next = len(self.tests)
            for process in self._processes:
                process.terminate()

    # One worker

    def _have_them_run(self) -> None:
        """Gives tests to a worker, and to another one if it should get lost."""
        process = None
        while (number := self._take_next()) is not None:
            if process is None:
                process = self._start()
            if process is None:
                return self._note(number, {"errors": ["The desktop for it did not start."]})
            answer = self._ask(process, number)
            if answer is None:
                self._note(number, {"errors": [f"The process that ran it ended with status {process.wait()}."]})
                process = None
            else:
                self._note(number, answer)
        if process is not None:
            self._end(process)

    def _start(self) -> "subprocess.Popen[str] | None":
        """A worker that is ready."""
        process = subprocess.Popen(
            [_DESKTOP, "/usr/bin/python3", "-B", _TESTS, "--worker", *self.names], text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        with self._lock:
            self._processes.append(process)
        assert process.stdout is not None
        return process if process.stdout.readline().strip() == READY else None

    def _ask(self, process: "subprocess.Popen[str]", number: int) -> dict[str, object] | None:
        """Has a worker run a test; None if it has not come back from that."""
        assert process.stdin is not None and process.stdout is not None
        try:
            print(number, file=process.stdin, flush=True)
            return json.loads(process.stdout.readline())
        except (BrokenPipeError, json.JSONDecodeError):
            return None

    def _end(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdin is not None
        process.stdin.close()
        process.wait()

    # All of them

    def _take_next(self) -> int | None:
        with self._lock:
            if self._next >= len(self.tests):
                return None
            self._next += 1
            return self.order[self._next - 1]

    def _note(self, number: int, answer: dict[str, object]) -> None:
        """Keeps and prints what became of a test."""
        test = self.tests[number]
        with self._lock:
            self.result.testsRun += 1
            for list_name in ("failures", "errors", "skipped"):
                getattr(self.result, list_name).extend((test, text) for text in answer.get(list_name, []))
            word = self._word(answer)
            has_failed = word in ("FAIL", "ERROR")
            if has_failed and self.fails_fast:
                self._next = len(self.tests)
            if has_failed:
                print(answer.get("output", ""), end="", file=sys.stderr)
            if has_failed or not self.is_quiet:
                seconds = f" ({answer['seconds']:.1f} s)" if "seconds" in answer else ""
                print(f"{self.result.testsRun}/{len(self.tests)} {described(test)} ... {word}{seconds}",
                      file=sys.stderr, flush=True)

    @staticmethod
    def _word(answer: dict[str, object]) -> str:
        if answer.get("errors"):
            return "ERROR"
        if answer.get("failures"):
            return "FAIL"
        return f"skipped {answer['skipped'][0]!r}" if answer["skipped"] else "ok"

    def _sum_up(self, seconds: float) -> None:
        result = self.result
        for word, failed in (("ERROR", result.errors), ("FAIL", result.failures)):
            for test, text in failed:
                print("=" * 70, f"{word}: {described(test)}", "-" * 70, text, sep="\n", file=sys.stderr)
        print("-" * 70, f"Ran {result.testsRun} tests in {seconds:.1f} s, {self.size} at a time", "", sep="\n",
              file=sys.stderr)
        counts = ", ".join(f"{name}={len(found)}" for name, found in (
            ("failures", result.failures), ("errors", result.errors), ("skipped", result.skipped)) if found)
        word = "OK" if result.wasSuccessful() else "FAILED"
        print(f"{word} ({counts})" if counts else word, file=sys.stderr)


def described(test: unittest.TestCase) -> str:
    """A test's name and what it shows, in one line."""
    return " – ".join(filter(None, [test.id(), test.shortDescription()]))
