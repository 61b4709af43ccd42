"""Two users of one machine, with a group in common and none of their own rights at each other's files."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

GROUP = 61000
"""Nobody else is in it: the system need not know users and groups to give their numbers to a process."""


@dataclass(frozen=True)
class User:
    """Somebody who starts programs."""
    number: int | None = None
    """`None` for whoever has started the test."""

    @property
    def command(self) -> list[str]:
        """What stands before a command that this user gives."""
        if self.number is None:
            return []
        return ["setpriv", f"--reuid={self.number}", f"--regid={self.number}", f"--groups={GROUP}"]

    @property
    def options(self) -> dict:
        """How Python starts it: what this user makes is for the group as well."""
        return {} if self.number is None else {"umask": 0o007}

    def environment(self, folder: Path) -> Mapping[str, str]:
        """One in which programs keep their files in a folder, and desks know each other's numbers as windows do."""
        home = folder if self.number is None else folder / f"home-{self.number}"
        if self.number is not None and not home.exists():
            home.mkdir()
            os.chown(home, self.number, self.number)
        homes = {name: str(home / name.lower()) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
        return os.environ | homes | {"KIROKU_DESKS": f"{homes['XDG_STATE_HOME']}/kiroku/desks", "LC_ALL": "C.UTF-8"}


TWO_USERS = (User(61001), User(61002))


def share(folder: Path) -> None:
    """Gives a folder to the group, with all that comes into it."""
    os.chown(folder, 0, GROUP)
    folder.chmod(0o2770)


def obstacle(programs: list[Path]) -> str | None:
    """Why two users cannot be tried here; `None` if they can."""
    if os.geteuid() != 0:
        return "only root can become other users"
    if not shutil.which("setpriv"):
        return "there is no setpriv"
    for user in TWO_USERS:
        for program in programs:
            if subprocess.run([*user.command, "test", "-x", program], check=False).returncode:
                return f"others may not start {program}"
    return None
