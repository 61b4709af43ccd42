"""Runs the acceptance tests, on the display and the buses of the environment or on desktops of their own.

    Tests/Desktop/with-desktop /usr/bin/python3 -B Tests/Acceptance [-q] [-f] [TEST...]
    /usr/bin/python3 -B Tests/Acceptance --jobs N [-q] [-f] [TEST...]

TEST is a module, a class or a test: test_edit, test_edit.Typing, test_edit.Typing.test_enter_commits. KIROKU_PROGRAM
names the program (default: the release build), KIROKU_PICTURES a directory for pictures of what failed.
"""

import argparse
import os
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path

from support import worker
from support.team import Team


def main() -> int:
    """Runs the tests; returns the exit status: 0 if there were some and all passed."""
    parser = argparse.ArgumentParser(prog="Tests/Acceptance", description="Operates the real program from outside.")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not name each test")
    parser.add_argument("-f", "--failfast", action="store_true", help="stop at the first failure")
    parser.add_argument("-j", "--jobs", type=int, metavar="N", help="so many at a time, each on a desktop of its own")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("tests", nargs="*", metavar="TEST", help="only these")
    options = parser.parse_args()

    if options.jobs is not None:
        if options.jobs < 1:
            parser.error("at least one at a time")
        tests = list(single(load(options.tests)))
        return status(Team(tests, options.tests, options.jobs, options.quiet, options.failfast).run())
    for variable in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS"):
        if not os.environ.get(variable):
            parser.error(f"{variable} is not set: run this inside Tests/Desktop/with-desktop, or with --jobs")
    suite = load(options.tests)
    if options.worker:
        worker.work(list(single(suite)))
        return 0
    runner = unittest.TextTestRunner(verbosity=1 if options.quiet else 2, failfast=options.failfast)
    return status(runner.run(suite))


def load(names: list[str]) -> unittest.TestSuite:
    """The tests with these names; all without any."""
    loader = unittest.TestLoader()
    return loader.loadTestsFromNames(names) if names else loader.discover(str(Path(__file__).parent))


def single(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    """The tests one by one, in the order in which they run."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from single(test)
        else:
            yield test


def status(result: unittest.TestResult) -> int:
    """The exit status."""
    if result.testsRun == 0:
        print("There were no tests to run.", file=sys.stderr)
        return 1
    return 0 if result.wasSuccessful() else 1


sys.exit(main())
