"""Tries that several processes can edit one document at the same time, and nothing of anybody's is lost unseen.

    /usr/bin/python3 -B Tests/Desks DESK KIROKU [--seeds N] [--from N] [--jobs N] [--blind]

DESK is `kiroku-desk`, and KIROKU the program. For each seed, two or eight desks edit a document; some are killed with
SIGKILL, and a script and `kiroku import` write as well. What each says of itself is then judged (`oracle.py`). A seed
gives the same edits in each run, and not the same order: which process comes first is left to the machine.

First comes the same with desks that overwrite whatever others have written: the judge must notice that, or it is no judge.
With --blind, that alone. What a failure leaves is in .build/failures/desks-SEED.

As root, the first seeds are also played by two users whose common group may write to the document; with --users, all are,
and nothing else.
"""

import argparse
import os
import resource
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Desktop"))

from oracle import UNSEEN  # noqa: E402
from play import Play, Programs  # noqa: E402
from users import TWO_USERS, User, obstacle  # noqa: E402

BLIND_SEEDS = range(1, 7)
USERS_SEEDS = 4


def main() -> int:
    """Plays; returns the exit status: 0 if all is well."""
    parser = argparse.ArgumentParser(prog="Tests/Desks", description="Tries several processes on one document.")
    parser.add_argument("desk", type=Path)
    parser.add_argument("kiroku", type=Path)
    parser.add_argument("--seeds", type=int, default=20, metavar="N", help="play so many times")
    parser.add_argument("--from", type=int, default=1, metavar="N", dest="first", help="the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="so many plays at a time")
    parser.add_argument("--blind", action="store_true", help="only try that the judge notices what is lost")
    parser.add_argument("--users", action="store_true", help="only play as two users, which only root can")
    options = parser.parse_args()
    programs = Programs(options.desk.absolute(), options.kiroku.absolute())

    if not any(UNSEEN in complaint for seed in BLIND_SEEDS for complaint in play(seed, programs, is_blind=True)):
        print("Desks that see nothing of each other overwrite nothing, or the judge does not notice.", flush=True)
        return 1
    if options.blind:
        return 0
    seeds = range(options.first, options.first + options.seeds)
    plays = [] if options.users else [(seed, (User(),)) for seed in seeds]
    if reason := obstacle([programs.desk, programs.kiroku]):
        print(f"Two users at a document: skipped, {reason}.", flush=True)
    else:
        plays += [(seed, TWO_USERS) for seed in (seeds if options.users else seeds[:USERS_SEEDS])]
    with ThreadPoolExecutor(options.jobs) as pool:
        failed = [complaints for complaints in pool.map(lambda play: tell(*play, programs), plays) if complaints]
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    time = sum(usage.ru_utime + usage.ru_stime for usage in (own, others))
    print(f"Several desks at a document: {len(plays)} plays, {len(failed)} failed, {time:.0f} s of processor time.", flush=True)
    return 1 if failed else 0


def tell(seed: int, users: tuple[User, ...], programs: Programs) -> list[str]:
    """Plays a seed, and says what is wrong as soon as that is known."""
    complaints = play(seed, programs, users=users)
    if complaints:
        again = f"/usr/bin/python3 -B Tests/Desks {programs.desk} {programs.kiroku} --from {seed} --seeds 1"
        again += " --users" * (len(users) > 1)
        print(f"Seed {seed} has failed ({again}):", *complaints, sep="\n    ", flush=True)
    elif seed % 100 == 0 and len(users) == 1:
        print(f"Seed {seed} is done.", flush=True)
    return complaints


def play(
        seed: int, programs: Programs, is_blind: bool = False, users: tuple[User, ...] = (User(),)) -> list[str]:
    """Plays a seed in a folder of its own, which is kept if anything is wrong."""
    folder = Path(tempfile.mkdtemp(prefix="kiroku-desks-"))
    try:
        complaints = Play(seed, programs, folder, is_blind, users).run()
        if complaints and not is_blind:
            kept = ROOT / f".build/failures/desks-{seed}{'-users' * (len(users) > 1)}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            (kept / "complaints").write_text("\n".join(complaints) + "\n", encoding="utf-8")
        return complaints
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
