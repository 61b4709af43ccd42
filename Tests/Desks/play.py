"""One play: several processes edit one document by a seed, some are killed, and the end is judged."""

import json
import queue
import random
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import document
import nowhere
import users
from desks import Desk, Import, Script
from edits import Fate
from listing import Listing, seen_texts
from listing import complaints as listing_complaints
from oracle import Verdict, own_texts
from patience import PATIENCE
from users import User


@dataclass(frozen=True)
class Programs:
    """What is tried."""
    desk: Path
    kiroku: Path


@dataclass
class Play:
    """A play by a seed: two desks with many edits, or eight with fewer."""
    seed: int
    programs: Programs
    folder: Path
    """Empty, and for this play alone."""
    is_blind: bool = False
    """Whether the desks see nothing of each other, and overwrite what others have written."""
    users: tuple[User, ...] = (User(),)
    """Who starts the programs, in turn."""
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.path = self.folder / "play.kiroku"
        self.news: queue.Queue[Desk] = queue.Queue()
        self.desks: list[Desk] = []
        self.imports: list[Import] = []
        self.script = Script(self.path, self.seed)

    def run(self) -> list[str]:
        """Plays, and returns what is wrong: nothing, if all is well."""
        if len(self.users) > 1:
            users.share(self.folder)
        first_user = self.users[0]
        subprocess.run([*first_user.command, self.programs.desk, "new", self.path], check=True,
                       env=first_user.environment(self.folder), **first_user.options)
        if len(self.users) > 1:
            self.path.chmod(0o660)
        first = document.read(self.path)
        try:
            self.edit()
            if not self.complaints:
                self.settle()
            self.keep_logs()
            self.judge(first)
        finally:
            for desk in self.alive:
                desk.kill()
        return self.complaints

    @property
    def alive(self) -> list[Desk]:
        return [desk for desk in self.desks if not desk.has_ended]

    # The edits

    def edit(self) -> None:
        """Lets all desks make their edits, with what comes between."""
        count, edits = (2, 24) if self.seed % 2 else (8, 8)
        for _ in range(count):
            self.start(edits)
        kinds = [self.kill] * (1 if count == 2 else 3) + [self.script.write] * 3 + [self.start_import] * 1
        self.random.shuffle(kinds)
        due = sorted(self.random.randrange(1, count * edits) for _ in kinds)
        # Those that were killed may have left some of their edits to nobody.
        while due or not all(desk.is_done for desk in self.alive):
            while due and (self.edit_count >= due[0] or all(desk.is_done for desk in self.alive)):
                due.pop(0)
                kinds.pop()()
            if not all(desk.is_done for desk in self.alive) and not self.wait("make its edits"):
                return
        for work in self.imports:
            status, complaint = work.end()
            if status:
                self.complaints.append(f"{work.name} has failed with {status}: {complaint}")

    @property
    def edit_count(self) -> int:
        return sum(desk.edit_count for desk in self.desks)

    def start(self, edits: int) -> None:
        number = len(self.desks) + 1
        self.desks.append(Desk(self.programs.desk, self.path, f"desk{number}", self.random.getrandbits(60), edits,
                               self.users[number % len(self.users)], self.news, *["--blind"] * self.is_blind))

    def kill(self) -> None:
        """Kills a desk, in the middle of whatever it does, and starts another one for the rest of its edits."""
        desk = self.random.choice(self.alive)
        desk.kill()
        self.start(max(desk.edits - desk.edit_count, 2))

    def start_import(self) -> None:
        number = len(self.imports) + 1
        user = self.users[number % len(self.users)]
        self.imports.append(Import(self.programs.kiroku, self.path, number, user))

    def wait(self, what: str) -> bool:
        """Waits for anything to happen; complains of desks that have ended by themselves, or if nothing does."""
        try:
            desk = self.news.get(timeout=PATIENCE)
        except queue.Empty:
            self.complaints.append(f"nothing happens any more; there is a desk that does not {what}")
            return False
        if desk.has_ended and desk.process.poll() not in (0, -9):
            self.complaints.append(f"{desk.name} has ended with {desk.process.poll()}")
            return False
        return True

    # The end

    def settle(self) -> None:
        """Waits until all desks show what is in the file, and one that opens it at the end."""
        self.start(0)
        while not self.desks[-1].is_done:
            if not self.wait("open the document"):
                return
        for desk in self.alive:
            desk.ask("tell")
        while not self.is_blind and any(desk.shown != document.read(self.path) for desk in self.alive):
            if not self.wait("show what is in the file"):
                last = document.read(self.path)
                for desk in self.alive:
                    if desk.shown != last:
                        self.complaints.append(f"{desk.name} shows {desk.shown} and not {last}")
                return
        last = document.read(self.path)
        for desk in self.alive:
            desk.ask("close")
        for desk in self.alive:
            if status := desk.end():
                self.complaints.append(f"{desk.name} has ended with {status}")
        self.start(0)
        while not self.desks[-1].is_done:
            if not self.wait("open the document"):
                return
        self.desks[-1].ask("close")
        self.desks[-1].end()
        if document.read(self.path) != last:
            self.complaints.append("closing has changed the document")

    def keep_logs(self) -> None:
        for author in [*self.desks, self.script]:
            lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in author.events)
            (self.folder / f"{author.name}.log").write_text(lines, encoding="utf-8")

    def judge(self, first: document.Document) -> None:
        verdict = Verdict()
        last = document.read(self.path).texts()
        for author in [*self.desks, self.script]:
            verdict.take(author.name, author.events)
        seen = last | {edit.cell: edit.before for edit in verdict.edits if edit.before.startswith("record import")}
        for work in self.imports:
            events = work.events(seen)
            if work.process.returncode == 0 and len(events[0]["cells"]) < len(work.records):
                self.complaints.append(f"records of {work.name} are not there")
            verdict.take(work.name, events)
        verdict.judge(first.texts(), last)
        if not self.is_blind and not self.complaints:
            # What was saved was not left out; it may be kept with a record from which something else was.
            saved = {edit.after for edit in verdict.edits if edit.fate is Fate.SAVED}
            self.complaints += self.forgotten({*first.texts().values(), *last.values()} | saved)
            self.complaints += self.vanished({*last.values()})
        self.complaints += verdict.complaints
        if found := document.damage(self.path):
            self.complaints.append(f"the file is damaged: {found}")
        pictures = document.pictures(self.path)
        self.complaints += [f"the picture “{name}” is not there" for name in last.values()
                            if name.endswith(".png") and pictures.get(name) != name.encode()]

    def vanished(self, texts: set[str]) -> list[str]:
        """What was typed and is nowhere any more; given the texts of the document."""
        texts |= document.past(self.path)
        for conflict in self.desks[-1].events[0]["conflicts"]:
            texts |= own_texts(conflict).keys()
        typed = {}
        for desk in self.desks:
            typed |= nowhere.typed_texts(desk.name, desk.events)
        return nowhere.complaints(typed, texts)

    def forgotten(self, texts: set[str]) -> list[str]:
        """The edits that were left out and that nobody lists any more; given the texts of the document."""
        listings = []
        for author in [*self.desks, self.script]:
            texts |= seen_texts(author.name, author.events)
        for desk in self.desks:
            listing = Listing(desk.name)
            listing.take(desk.events)
            listings.append(listing)
        return listing_complaints(listings, texts)
