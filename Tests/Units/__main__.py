"""Runs the unit tests that `swift build --build-tests --scratch-path FOLDER` has built.

    /usr/bin/python3 -B Tests/Units FOLDER [--jobs N] [--seed N]

XCTest runs all tests of a process in an order of its own. So that none comes to need another one, they are dealt out
among processes, each on a desktop of its own: which ones run before a test is never the same. The seed that is printed
deals them out as in that run. Swift Testing runs its tests in random order by itself.

What a process that failed has said is kept in .build/failures; what failed is said once more at the very end, where
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
FAILURES = Path(__file__).resolve().parents[2] / ".build/failures"
COMPLAINT = re.compile(r": error: |Fatal error|^✘ Test ")
ENVIRONMENT = os.environ | {"KIROKU_REQUIRE_DISPLAY": "1"}


def main() -> int:
    """Runs the tests; returns the exit status: 0 if all passed."""
    parser = argparse.ArgumentParser(prog="Tests/Units", description="Runs the unit tests.")
    parser.add_argument("-j", "--jobs", type=int, metavar="N", default=os.cpu_count(), help="so many processes at a time")
    parser.add_argument("-s", "--seed", type=int, metavar="N", default=random.randrange(1_000_000),
                        help="deal the tests out as in an earlier run")
    parser.add_argument("folder", help="what was built")
    options = parser.parse_args()
    [bundle] = Path(options.folder, "debug").glob("*PackageTests.xctest")

    tests = [line for line in output_of(bundle, "--list-tests").splitlines() if "/" in line]
    random.Random(options.seed).shuffle(tests)
    print(f"The tests of XCTest are dealt out as of --seed {options.seed} --jobs {options.jobs}.", flush=True)
    shutil.rmtree(FAILURES, ignore_errors=True)
    with ThreadPoolExecutor() as pool:
        hands = [hand for number in range(options.jobs) if (hand := tests[number::options.jobs])]
        complaints = [*pool.map(lambda dealt: run(f"XCTest-{dealt[0]}", bundle.absolute(), ",".join(dealt[1])),
                                enumerate(hands, 1))]
    complaints.append(run("Swift-Testing", "swift", "test", "--skip-build", "--scratch-path", options.folder,
                          "--disable-xctest"))
    if not any(complaints):
        return 0
    print("", "What failed:", *(line for lines in complaints for line in lines), sep="\n", flush=True)
    return 1


def output_of(*command: str | Path) -> str:
    """What a program prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


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
