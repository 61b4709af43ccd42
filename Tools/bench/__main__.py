"""Measures Kiroku beside the peers found on this machine, in one run (`make bench`).

    python3 Tools/bench PROGRAM FOLDER [--window WINDOW] [--rows 1000000] [--runs 5] [--rounds 2] [--python python3]

PROGRAM is kiroku-bench, WINDOW is kiroku. Table, documents and `bench.json` go to FOLDER. Each contestant runs in a
process of its own, in every round, on two processors at most; each figure is the median of the runs of all rounds.
With `--window`, commands and windows of programs are measured, too, these on a desktop of their own; with
`--only-windows`, nothing but the windows. If a contestant fails or does not end, all other figures are printed and kept; the program then ends with 1.
"""
import argparse
import os
import sys

import pictures
import searches
from contestants import Kiroku, peers
from desktop import Desktop
from gathering import Gathered
from report import Report

PROCESSORS = 2
TENTH = "a tenth of the records"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5, help="in each round, at least five")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--python", default=sys.executable, help="the one that has polars, duckdb and pandas")
    parser.add_argument("--window", help="the program itself, to be measured in its window")
    parser.add_argument("--window-runs", type=int, default=3)
    parser.add_argument("--patience", type=int, default=1200, help="seconds that a contestant may take at a time")
    parser.add_argument("--only-windows", action="store_true")
    return parser.parse_args()


class Benchmark:
    """Asks one contestant after the other, and keeps what there is when some of them fail."""

    def __init__(self, options):
        self.options = options
        self.ours = Kiroku(options.program, options.folder)
        self.cards = self.ours.cards(options.rows)
        self.gathered = Gathered(options.patience)
        self.contestants, self.missing = [], []

    def measure(self):
        if not self.options.only_windows:
            self.measure_works()
            self.measure_pictures()
            if self.options.window:
                self.measure_searches()
        if self.options.window:
            self.measure_windows()

    def measure_works(self):
        others, missing = peers(self.options.folder, self.options.python)
        self.note(others, missing)
        for round_number in range(self.options.rounds):
            for contestant in [self.ours, *others]:
                tell(f"round {round_number + 1} of {self.options.rounds}: {contestant.name}")
                self.gathered.take(
                    contestant.name, "works", lambda: contestant.measure(self.cards, self.options.runs))
        tell(TENTH)
        self.gathered.take(
            TENTH, "works",
            lambda: self.ours.measure_work(self.ours.cards(self.options.rows // 10), self.options.runs))

    def measure_pictures(self):
        options = self.options
        thumbnailers, missing = self.gathered.attempt(
            "photographs", lambda: pictures.contestants(options.program, options.folder, options.python)) or ([], [])
        self.note(thumbnailers[1:], missing)
        for round_number in range(options.rounds):
            for contestant in thumbnailers:
                tell(f"pictures, round {round_number + 1} of {options.rounds}: {contestant.name}")
                self.gathered.take(contestant.name, "pictures", lambda: contestant.measure(options.runs).items())

    def measure_searches(self):
        options = self.options
        tables = [self.cards, self.ours.cards(options.rows * 10)]
        programs = self.gathered.attempt(
            "searches", lambda: searches.contestants(options.window, options.folder, tables)) or []
        # They take turns after each run, as the file and the machine are the same for both then.
        for work in searches.WORKS if programs else ():
            tell(work)
            for _ in range(options.runs * options.rounds):
                for program in programs:
                    self.gathered.take(program.name, "searches", lambda: program.measure(work))

    def measure_windows(self):
        options = self.options
        desktop = self.gathered.attempt(
            "desktop", lambda: Desktop(options.window, os.path.join(options.folder, "windows"), self.cards))
        if not desktop:
            return
        for name in desktop.names:
            tell(f"windows: {name}")
            self.gathered.take(name, "windows", lambda: desktop.measure(name, options.window_runs, tell))
        self.missing += desktop.missing

    def note(self, contestants, missing):
        self.contestants += contestants
        self.missing += missing

    def show(self):
        options, figures = self.options, dict(self.gathered.figures)
        report = Report(figures, growth=figures.pop(TENTH, {}))
        runs = [f"{options.runs * options.rounds} runs or more"] * (not options.only_windows)
        runs += [f"{options.window_runs} in windows"] * bool(options.window)
        print(f"\n{options.rows:,} records of 5 fields; medians of {', '.join(runs)}; "
              f"{PROCESSORS} processors. A ratio is the best peer's figure by ours: more is better.\n")
        print(report.text() + "\n")
        print("\n".join(f"{contestant.name}: {contestant.version()}" for contestant in self.contestants))
        for sentence in self.missing:
            print("missing, so not measured: " + sentence)
        path = os.path.join(options.folder, "bench.json")
        report.write_json(path)
        print("\nthe same for programs: " + path)
        for what, reason in self.gathered.failures.items():
            print(f"failed: {what}: {reason}")


def tell(sentence):
    print(sentence, file=sys.stderr, flush=True)


def main():
    options = arguments()
    os.makedirs(options.folder, exist_ok=True)
    os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:PROCESSORS]))
    benchmark = Benchmark(options)
    try:
        benchmark.measure()
    except KeyboardInterrupt:
        tell("stopped; what there is so far:")
    benchmark.show()
    sys.exit(1 if benchmark.gathered.failures else 0)


if __name__ == "__main__":
    main()
