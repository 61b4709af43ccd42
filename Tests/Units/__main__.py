"""Runs the unit tests that `swift build --build-tests --scratch-path FOLDER` has built.

    /usr/bin/python3 -B Tests/Units FOLDER [--jobs N] [--seed N]

XCTest runs all tests of a process in an order of its own, and so does Swift Testing if it runs them one after another. So
that none comes to need another one, they are dealt out among processes, each on a desktop of its own: which ones run
before a test is never the same. The seed that is printed deals them out as in that run. All tests of Swift Testing at a
time would take three times as long: those that wait for a state take the processors from the others. They are dealt out
in more portions than run at a time, because some suites take a minute and others no time: who has ended takes the next.

What a process that failed has said is kept in .build/failures/units; what failed is said once more at the very end, where
somebody who has only the end of a long output still sees it.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

DESKTOP = Path(__file__).resolve().parents[1] / "Desktop/with-desktop"
FAILURES = Path(__file__).resolve().parents[2] / ".build/failures/units"
COMPLAINT = re.compile(r": error: |Fatal error|^✘ Test ")
SWIFT_TESTING = ("--testing-library", "swift-testing")
PORTIONS = 4
"""So many portions of Swift Testing for each process that runs at a time."""
ENVIRONMENT = os.environ | {"KIROKU_REQUIRE_DISPLAY": "1", "NO_COLOR": "1"}


def main() -> int:
    """Runs the tests; returns the exit status: 0 if all passed."""
    parser = argparse.ArgumentParser(prog="Tests/Units", description="Runs the unit tests.")
    parser.add_argument("-j", "--jobs", type=int, metavar="N", default=os.cpu_count(), help="so many processes at a time")
    parser.add_argument("-s", "--seed", type=int, metavar="N", default=random.randrange(1_000_000),
                        help="deal the tests out as in an earlier run")
    parser.add_argument("folder", help="what was built")
    options = parser.parse_args()
    [bundle] = Path(options.folder, "debug").absolute().glob("*PackageTests.xctest")

    print(f"The tests are dealt out as of --seed {options.seed} --jobs {options.jobs}.", flush=True)
    order = random.Random(options.seed)
    commands = []
    for number, dealt in dealt_out(listed(bundle), options.jobs, order):
        commands.append((f"XCTest-{number}", bundle, ",".join(dealt)))
    suites = sorted({line.split("/")[0] for line in listed(bundle, *SWIFT_TESTING)})
    for number, dealt in dealt_out(suites, PORTIONS * options.jobs, order):
        names = "|".join(map(re.escape, dealt))
        commands.append((f"Swift-Testing-{number}", bundle, *SWIFT_TESTING, "--no-parallel", "--filter", f"^({names})/"))
    shutil.rmtree(FAILURES, ignore_errors=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        complaints = [*pool.map(lambda command: run(*command), commands)]
    if not any(complaints):
        return 0
    print("", "What failed:", *(line for lines in complaints for line in lines), sep="\n", flush=True)
    return 1


def listed(bundle: Path, *options: str) -> list[str]:
    """The names of all tests, with a slash before the last part."""
    done = subprocess.run([bundle, *options, "--list-tests"], check=True, capture_output=True, text=True)
    names = [line for line in done.stdout.splitlines() if "/" in line]
    if not names:
        sys.exit(f"{bundle} lists no tests")
    return names


def dealt_out(tests: list[str], hands: int, order: random.Random) -> list[tuple[int, list[str]]]:
    """Deals out the tests at random; each hand has a number, and at least one test."""
    order.shuffle(tests)
    return [(number + 1, tests[number::hands]) for number in range(min(hands, len(tests)))]


def run(name: str, *command: str | Path) -> list[str]:
    """Runs tests in one process; prints how many there were. Returns what failed, a line for each complaint."""
    done = subprocess.run([DESKTOP, *command], env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    lines = done.stdout.splitlines()
    print(*[line.strip() for line in lines if line.startswith(("\t Executed", "✔ Test run", "✘ Test run"))][-1:],
          sep="\n", flush=True)
    if done.returncode == 0:
        return []
    folder = FAILURES / name
    folder.mkdir(parents=True)
    (folder / "log.txt").write_text(done.stdout, encoding="utf-8")
    failures = [line for line in lines if COMPLAINT.search(line)]
    return [*(failures or lines[-20:]), f"{name} ended with status {done.returncode}; see {folder}/log.txt."]


sys.exit(main())
