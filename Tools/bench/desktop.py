"""Programs that are measured in their windows, on a desktop that nobody else uses."""
import os
import shutil
import sqlite3
import subprocess
import sys

from contestants import HERE, run
from windows import contestants

WITH_DESKTOP = os.path.join(HERE, "..", "..", "Tests", "Desktop", "with-desktop")


class Desktop:
    """Makes what they open, and runs them one after the other."""

    def __init__(self, program, folder, cards):
        self.program, self.folder, self.missing = os.path.abspath(program), folder, []
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        os.link(cards, os.path.join(folder, "cards.tsv"))
        run(self.program, "import", "--quiet", cards, "--into", os.path.join(folder, "cards.kiroku"))
        self.make_database()
        self.make_floor()

    @property
    def names(self):
        return list(contestants(self.folder, self.program))

    def measure(self, name, runs, tell):
        """The works of one of them with their figures, each told as it comes; what is missing or failed is noted."""
        script = [sys.executable, "-B", os.path.join(HERE, "windows.py"), name, self.folder, str(runs), self.program]
        with subprocess.Popen(
                [WITH_DESKTOP, "--size", "1600x1000", *script], stdout=subprocess.PIPE, text=True) as program:
            try:
                for line in program.stdout:
                    work, _, rest = line.rstrip("\n").partition("\t")
                    if work:
                        tell(f"  {work}: {float(rest):,.1f}")
                        yield work, [float(rest)]
                    else:
                        self.miss(f"{name}, {rest}", tell)
            except BaseException:
                program.terminate()
                raise
        if program.returncode:
            self.miss(f"{name}: it is not there" if program.returncode == 3 else f"{name}: it failed", tell)

    def miss(self, sentence, tell):
        if sentence not in self.missing:
            self.missing.append(sentence)
        tell(f"  {sentence}")

    def make_database(self):
        """The same records for a program that shows databases of SQLite."""
        database = sqlite3.connect(os.path.join(self.folder, "cards.db"))
        database.execute("ATTACH ? AS document", (os.path.join(self.folder, "cards.kiroku"),))
        columns = "f1 AS Number, f2 AS Rate, f3 AS SpMember, f4 AS Name, f5 AS Place"
        database.execute(f"CREATE TABLE cards AS SELECT {columns} FROM document.records ORDER BY id")
        database.commit()
        database.close()

    def make_floor(self):
        try:
            flags = run("pkg-config", "--cflags", "--libs", "gtk+-3.0").split()
            run("cc", "-O2", "-o", os.path.join(self.folder, "floor"), os.path.join(HERE, "floor.c"), *flags)
        except (OSError, subprocess.CalledProcessError):
            pass  # it is told of as missing
