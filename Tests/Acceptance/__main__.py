"""Runs the acceptance tests, on the display and the buses of the environment.

    Tests/Desktop/with-desktop /usr/bin/python3 -B Tests/Acceptance [-v] [TEST...]

TEST is a module, a class or a test: test_edit, test_edit.Typing, test_edit.Typing.test_enter_commits. KIROKU_PROGRAM
names the program (default: the release build), KIROKU_PICTURES a directory for pictures of what failed.
"""

import argparse
import os
import sys
import unittest
from pathlib import Path


def main() -> int:
    """Runs the tests; returns the exit status: 0 if there were some and all passed."""
    parser = argparse.ArgumentParser(prog="Tests/Acceptance", description="Operates the real program from outside.")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not name each test")
    parser.add_argument("-f", "--failfast", action="store_true", help="stop at the first failure")
    parser.add_argument("tests", nargs="*", metavar="TEST", help="only these")
    options = parser.parse_args()

    for variable in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS"):
        if not os.environ.get(variable):
            parser.error(f"{variable} is not set: run this inside Tests/Desktop/with-desktop")
    loader = unittest.TestLoader()
    if options.tests:
        suite = loader.loadTestsFromNames(options.tests)
    else:
        suite = loader.discover(str(Path(__file__).parent))
    runner = unittest.TextTestRunner(verbosity=1 if options.quiet else 2, failfast=options.failfast)
    result = runner.run(suite)
    if result.testsRun == 0:
        print("There were no tests to run.", file=sys.stderr)
        return 1
    return 0 if result.wasSuccessful() else 1


sys.exit(main())
