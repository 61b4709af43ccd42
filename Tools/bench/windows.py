"""Measures programs in a window of their own, as a person meets them.

    windows.py NAME FOLDER RUNS [PROGRAM]     a line for each figure as it comes: work, tab, figure

Runs on a desktop that nobody else uses (Tests/Desktop/with-desktop). NAME is one of those in `CONTESTANTS`; PROGRAM is
where Kiroku is. FOLDER holds cards.tsv, cards.kiroku and cards.db, the same records three times.

A program is started, watched until it is quiet, and then operated by keys and pointer. What counts as its time is that
of all processes it has started. What fails, or is not done within `LIMIT` seconds, costs what that start has not told
yet, and is told itself in a line that begins with a tab; what took too long is not tried again.
"""
import contextlib
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from gathering import time_limit

TICK = os.sysconf("SC_CLK_TCK")
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
LIMIT = 300
QUIET = 1.5
PAGES = 40
EMPTY_STARTS = 3
KEYS_A_SECOND = 30


class Failure(Exception):
    """Something could not be measured; the text says why."""


class Session:
    """A program and all that it starts, in a session of their own."""

    def __init__(self, command, window_class, home):
        self.window_class = window_class
        environment = os.environ | {"HOME": home}
        for name in ("DATA", "CONFIG", "STATE", "CACHE"):
            environment[f"XDG_{name}_HOME"] = f"{home}/{name.lower()}"
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            command, env=environment, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    def processes(self):
        """The numbers that /proc tells of each process of the session, from the state on."""
        for entry in os.scandir("/proc"):
            if entry.name.isdigit():
                try:
                    with open(f"/proc/{entry.name}/stat", encoding="utf-8", errors="replace") as file:
                        numbers = file.read().rpartition(")")[2].split()
                except OSError:
                    continue  # it has ended meanwhile
                if int(numbers[3]) == self.process.pid:
                    yield int(entry.name), numbers

    def processor(self):
        """Milliseconds of all processors so far."""
        return sum(int(numbers[11]) + int(numbers[12]) for _, numbers in self.processes()) / TICK * 1e3

    def memory(self):
        """Megabytes of the largest process."""
        return max((int(numbers[21]) * PAGE_SIZE / 1e6 for _, numbers in self.processes()), default=0)

    def window(self):
        """Waits for the window; when it came, in seconds after the start."""
        self.wait_for_windows()
        return time.monotonic() - self.start

    def wait_for_windows(self):
        """Those that can be seen, as soon as there is one."""
        while not (found := self.windows()):
            if self.process.poll() is not None:
                raise Failure("it ended without a window")
            time.sleep(0.005)
        return found

    def windows(self):
        """Those that can be seen now; the first one may be another than that with the table."""
        return subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--class", self.window_class], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, check=False).stdout.split()

    def settle(self):
        """Waits until it is quiet; until when it was busy, in seconds after the start."""
        busy, last = time.monotonic(), self.processor()
        while time.monotonic() - busy < QUIET:
            if all(numbers[0] == "Z" for _, numbers in self.processes()):
                raise Failure("it has ended by itself")
            time.sleep(0.1)
            now = self.processor()
            if now - last >= 20:
                busy = time.monotonic()
            last = now
        return busy - self.start

    def place(self):
        """Left, top, width and height of the largest window; there may be none for a moment."""
        while True:
            places = [place for window in self.wait_for_windows() if (place := self.place_of(window))]
            if places:
                return max(places, key=lambda place: place[2] * place[3])

    @staticmethod
    def place_of(window):
        """`None` if it has gone meanwhile."""
        shell = subprocess.run(
            ["xdotool", "getwindowgeometry", "--shell", window], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, check=False).stdout
        values = dict(line.split("=") for line in shell.splitlines())
        try:
            return tuple(int(values[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))
        except KeyError:
            return None

    def close(self):
        """Ends all of it: asked first, and then not asked."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            for pid, _ in self.processes():
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    pass
            deadline = time.monotonic() + 3
            while any(True for _ in self.processes()) and time.monotonic() < deadline:
                self.process.poll()
                time.sleep(0.05)


def xdotool(*words):
    subprocess.run(["xdotool", *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def hold(key, count):
    """Presses a key as often as the keyboard repeats one that is held."""
    xdotool("key", "--delay", round(1000 / KEYS_A_SECOND), *[key] * count)


def click(session, across, down):
    """Clicks into the window, at shares of its width and height."""
    left, top, width, height = session.place()
    xdotool("mousemove", left + round(width * across), top + round(height * down), "click", 1)


class Figures:
    """Tells the figures of each start as soon as they are there, or why there are none."""

    def __init__(self):
        self.is_counting, self.given_up = True, set()

    def take(self, what, measure):
        """Measures, within `LIMIT`; `what` is what is started, and `measure` gives works with their figures."""
        if what in self.given_up:
            return
        try:
            with time_limit(LIMIT):
                for work, figure in measure():
                    if self.is_counting:
                        tell(work, figure)
        except (Failure, OSError, subprocess.SubprocessError) as failure:
            if isinstance(failure, TimeoutError):
                self.given_up.add(what)
            tell("", f"{what}: {failure}")


def tell(*words):
    print(*words, sep="\t", flush=True)


class Peer:
    """Somebody else's program."""

    def __init__(self, command, window_class, table=None, empty=True):
        self.command, self.window_class, self.table, self.empty = command, window_class, table, empty
        self.home = None

    def is_there(self):
        return shutil.which(self.command[0]) is not None

    def measure(self, folder, runs):
        figures = Figures()
        self.home = f"{folder}/home"
        shutil.rmtree(self.home, ignore_errors=True)
        for run in range(runs + 1):  # the first one makes profiles, and warms up what is read from the disk
            figures.is_counting = run > 0
            for _ in range(EMPTY_STARTS if self.empty else 0):
                figures.take("empty start", self.start_empty)
            for lock in glob.glob(f"{folder}/.~lock.*"):
                os.remove(lock)  # Calc leaves one when it is ended, and then asks what to do
            if self.table:
                figures.take(self.table[0], lambda: self.open(folder))

    def start_empty(self):
        with self.session(self.command) as session:
            yield "empty start", session.window() * 1e3
            session.settle()

    def open(self, folder):
        work, suffix, options = self.table
        with self.session([*self.command, *options, f"{folder}/cards.{suffix}"]) as session:
            session.window()
            yield work, session.settle() * 1e3
            yield "memory, " + work, session.memory()
            yield "page down", self.page(session)

    def session(self, command):
        return contextlib.closing(Session(command, self.window_class, self.home))

    def page(self, session):
        """Milliseconds of a processor for a page."""
        xdotool("key", "Escape")
        click(session, 0.25, 0.5)
        session.settle()
        before = session.processor()
        hold("Next", PAGES)
        session.settle()
        return (session.processor() - before) / PAGES


class Kiroku:
    """The program itself, which tells by `--times` how long it was busy at a time."""

    window_class = "kiroku"

    def __init__(self, program):
        self.program = program
        self.home = None

    def is_there(self):
        return os.path.exists(self.program)

    def measure(self, folder, runs):
        figures = Figures()
        self.home = f"{folder}/home"
        self.make_small_document(folder)
        for run in range(runs + 1):
            figures.is_counting = run > 0
            for _ in range(EMPTY_STARTS):
                figures.take("empty start", lambda: self.start(f"{folder}/few.kiroku", "empty start"))
            figures.take("text in sight", lambda: self.start(f"{folder}/cards.tsv", "text in sight"))
            # Each time as it came: what is sorted, or left further down, comes back so.
            shutil.copyfile(f"{folder}/cards.kiroku", f"{folder}/copy.kiroku")
            figures.take("document in sight", lambda: self.start(f"{folder}/copy.kiroku", "document in sight"))

    def make_small_document(self, folder):
        with open(f"{folder}/few.tsv", "w", encoding="utf-8") as few:
            few.write("Name\tNumber\nA\t1\nB\t2\n")
        document = f"{folder}/few.kiroku"
        if not os.path.exists(document):
            subprocess.run([self.program, "import", "--quiet", f"{folder}/few.tsv", "--into", document], check=True)

    def start(self, path, work):
        times = tempfile.mktemp(prefix="bench-times-")
        shutil.rmtree(self.home, ignore_errors=True)  # else it comes back as it was left
        phases = {}
        command = [self.program, f"--times={times}", path]
        with contextlib.closing(Session(command, self.window_class, self.home)) as session:
            window = session.window() * 1e3
            if work == "empty start":
                yield work, window
            settled = session.settle() * 1e3
            phases["loading"] = (session.start + window / 1e3, time.monotonic())
            if work != "empty start":
                yield work + ", all of it", settled
                yield "memory, " + work, session.memory()
            if work == "document in sight":
                yield "page down", self.operate(session, phases)
            xdotool("key", "ctrl+q")
            session.process.wait(30)
        if work == "empty start":
            os.remove(times)
            return
        entries = self.entries(times)
        seen = [start for start, _, _, moment in entries if moment]
        if not seen:
            raise Failure("it told of no records in sight")
        yield work, (seen[0] - session.start) * 1e3
        for phase, (begin, end) in phases.items():
            pauses = [processor for start, _, processor, moment in entries if not moment and begin <= start < end]
            name = f"pause, {phase}" if work == "document in sight" else f"pause, {phase} text"
            yield name, max(pauses, default=0)

    def operate(self, session, phases):
        """Does what the table is there for, and notes when; milliseconds of a processor for a page."""
        left, top, width, height = session.place()

        def phase(name, work):
            begin = time.monotonic()
            work()
            session.settle()
            phases[name] = (begin, time.monotonic())

        click(session, 0.25, 0.5)
        session.settle()
        before = session.processor()
        phase("Page Down held", lambda: hold("Next", PAGES))
        page = (session.processor() - before) / PAGES
        phase("typing", lambda: (xdotool("type", "--delay", 40, "1234"), xdotool("key", "Return")))
        phase("scroll bar dragged", lambda: self.drag(left + width - 6, top + 110, top + height - 60))
        phase("sorting", lambda: xdotool("mousemove", left + 150, top + 75, "click", 1))
        phase("values of a field", lambda: xdotool("key", "ctrl+shift+l"))
        phase("search among values", lambda: xdotool("type", "--delay", 200, "12"))
        xdotool("key", "Escape")
        return page

    @staticmethod
    def drag(x, top, bottom):
        xdotool("mousemove", x, top, "mousedown", 1)
        for step in range(60):
            xdotool("mousemove", x, top + (bottom - top) * step // 60)
        xdotool("mouseup", 1)

    @staticmethod
    def entries(path):
        with open(path, encoding="utf-8") as lines:
            next(lines)
            rows = [line.rstrip("\n").split("\t") for line in lines]
        os.remove(path)
        return [(float(start), float(wall), float(processor), moment) for start, wall, processor, moment in rows]


CALC = ["soffice", "--calc", "--nologo", "--norestore", "--nofirststartwizard"]


def contestants(folder, program):
    """All of them by name."""
    return {
        "kiroku": Kiroku(program),
        "least GTK": Peer([f"{folder}/floor"], "floor", ("text in sight", "tsv", [])),
        "gedit": Peer(["gedit"], "gedit"),
        "sqlitebrowser": Peer(
            ["sqlitebrowser"], "sqlite", ("document in sight", "db", ["--read-only", "--table", "cards"])),
        "calc": Peer(CALC, "libreoffice", ("text in sight", "tsv", ["--infilter=CSV:9,34,76,1"])),
        "gnumeric": Peer(["gnumeric", "--no-splash"], "gnumeric", ("text in sight", "tsv", [])),
    }


def main():
    name, folder, runs, program = (sys.argv + [""])[1:5]
    contestant = contestants(folder, program)[name]
    if not contestant.is_there():
        sys.exit(3)
    contestant.measure(folder, int(runs))


if __name__ == "__main__":
    main()
