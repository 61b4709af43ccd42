"""Measures Kiroku beside the peers found on this machine, in one run (`make bench`).

    python3 Tools/bench PROGRAM FOLDER [--window WINDOW] [--rows 1000000] [--runs 5] [--rounds 2] [--python python3]

PROGRAM is kiroku-bench, WINDOW is kiroku. Table, documents and `bench.json` go to FOLDER. Each contestant runs in a
process of its own, in every round, on two processors at most; each figure is the median of the runs of all rounds.
With `--window`, programs are measured in their windows, too, on a desktop of their own; with `--only-windows`, nothing
else.
"""
import argparse
import os
import sys

import pictures
from contestants import Kiroku, peers
from desktop import Desktop
from report import Report

PROCESSORS = 2


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
    parser.add_argument("--only-windows", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    os.makedirs(options.folder, exist_ok=True)
    os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:PROCESSORS]))
    ours = Kiroku(options.program, options.folder)
    cards = ours.cards(options.rows)
    found, growth, contestants, missing = {}, {}, [ours], []
    if not options.only_windows:
        others, missing = peers(options.folder, options.python)
        contestants += others
        for round_number in range(options.rounds):
            for contestant in contestants:
                tell(f"round {round_number + 1} of {options.rounds}: {contestant.name}")
                for work, figures in contestant.measure(cards, options.runs).items():
                    found.setdefault(contestant.name, {}).setdefault(work, []).extend(figures)
        thumbnailers, without = pictures.contestants(options.program, options.folder, options.python)
        for round_number in range(options.rounds):
            for contestant in thumbnailers:
                tell(f"pictures, round {round_number + 1} of {options.rounds}: {contestant.name}")
                for work, figures in contestant.measure(options.runs).items():
                    found.setdefault(contestant.name, {}).setdefault(work, []).extend(figures)
        contestants += thumbnailers[1:]
        missing += without
        tell("a tenth of the records")
        growth = ours.measure_work(ours.cards(options.rows // 10), options.runs)
    if options.window:
        desktop = Desktop(options.window, os.path.join(options.folder, "windows"), cards)
        for name in desktop.names:
            tell(f"windows: {name}")
            found.setdefault(name, {}).update(desktop.measure(name, options.window_runs))
        missing += desktop.missing
    show(Report(found, growth), contestants, missing, options)


def tell(sentence):
    print(sentence, file=sys.stderr, flush=True)


def show(report, contestants, missing, options):
    print(f"\n{options.rows:,} records of 5 fields; medians of {options.runs * options.rounds} runs or more; "
          f"{PROCESSORS} processors. A ratio is the best peer's figure by ours: more is better.\n")
    print(report.text() + "\n")
    print("\n".join(f"{contestant.name}: {contestant.version()}" for contestant in contestants[1:]))
    for sentence in missing:
        print("missing, so not measured: " + sentence)
    path = os.path.join(options.folder, "bench.json")
    report.write_json(path)
    print("\nthe same for programs: " + path)


if __name__ == "__main__":
    main()
