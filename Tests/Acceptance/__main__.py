"""Runs the acceptance tests, on the display and the buses of the environment or on desktops of their own.

    Tests/Desktop/with-desktop /usr/bin/python3 -B Tests/Acceptance [-q] [-f] [--seed N] [TEST...]
    /usr/bin/python3 -B Tests/Acceptance --jobs N [-q] [-f] [--seed N] [TEST...]

TEST is a module, a class or a test: test_edit, test_edit.Typing, test_edit.Typing.test_enter_commits. They run in
random order, since none may need another one; the seed that is printed brings the same order back. KIROKU_PROGRAM names
the program (default: the release build). What failed leaves a folder in .build/failures.
"""

import argparse
import os
import random
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path

from support import failure, worker
from support.team import Team


def main() -> int:
    """Runs the tests; returns the exit status: 0 if there were some and all passed."""
    parser = argparse.ArgumentParser(prog="Tests/Acceptance", description="Operates the real program from outside.")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not name each test")
    parser.add_argument("-f", "--failfast", action="store_true", help="stop at the first failure")
    parser.add_argument("-j", "--jobs", type=int, metavar="N", help="so many at a time, each on a desktop of its own")
    parser.add_argument("-s", "--seed", type=int, metavar="N", default=random.randrange(1_000_000),
                        help="the order of an earlier run")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("tests", nargs="*", metavar="TEST", help="only these")
    options = parser.parse_args()

    if options.jobs is None:
        for variable in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS"):
            if not os.environ.get(variable):
                parser.error(f"{variable} is not set: run this inside Tests/Desktop/with-desktop, or with --jobs")
    elif options.jobs < 1:
        parser.error("at least one at a time")

    tests = list(single(load(options.tests)))
    if options.worker:
        worker.work(tests)
        return 0
    failure.forget()
    order = random.Random(options.seed).sample(range(len(tests)), len(tests))
    print(f"The order is that of --seed {options.seed}.", file=sys.stderr, flush=True)
    if options.jobs is not None:
        return status(Team(tests, order, options.tests, options.jobs, options.quiet, options.failfast).run())
    runner = unittest.TextTestRunner(verbosity=1 if options.quiet else 2, failfast=options.failfast)
    return status(runner.run(unittest.TestSuite(tests[number] for number in order)))


def load(names: list[str]) -> unittest.TestSuite:
    """The tests with these names; all without any."""
    loader = unittest.TestLoader()
    return loader.loadTestsFromNames(names) if names else loader.discover(str(Path(__file__).parent))


def single(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    """The tests one by one, in the order in which they were loaded."""
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
