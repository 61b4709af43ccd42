"""Measures Kiroku beside the peers found on this machine, in one run (`make bench`).

    python3 Tools/bench PROGRAM FOLDER [--rows 1000000] [--runs 5] [--rounds 2] [--python python3]

PROGRAM is kiroku-bench. Table, documents and `bench.json` go to FOLDER. Each contestant runs in a process of its own,
in every round, on two processors at most; each figure is the median of the runs of all rounds.
"""
import argparse
import os
import sys

from contestants import Kiroku, peers
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
    return parser.parse_args()


def main():
    options = arguments()
    os.makedirs(options.folder, exist_ok=True)
    os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:PROCESSORS]))
    ours = Kiroku(options.program, options.folder)
    others, missing = peers(options.folder, options.python)
    found = {}
    cards = ours.cards(options.rows)
    for round_number in range(options.rounds):
        for contestant in (ours, *others):
            tell(f"round {round_number + 1} of {options.rounds}: {contestant.name}")
            for work, figures in contestant.measure(cards, options.runs).items():
                found.setdefault(contestant.name, {}).setdefault(work, []).extend(figures)
    tell("a tenth of the records")
    report = Report(found, ours.measure_work(ours.cards(options.rows // 10), options.runs))
    show(report, [ours, *others], missing, options)


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
