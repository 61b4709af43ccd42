"""What a failed test leaves for whoever looks into it: in .build/failures/TEST."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from .program import Program
from .swaymsg import is_wayland
from .waiting import PATIENCE

FOLDER = Path(__file__).resolve().parents[3] / ".build/failures"

_TAKE_PICTURE = """
import sys
import gi
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk
screen = Gdk.get_default_root_window()
Gdk.pixbuf_get_from_window(screen, 0, 0, screen.get_width(), screen.get_height()).savev(sys.argv[1], "png", [], [])
"""


def forget() -> None:
    """Removes what earlier runs have left; other tests may be running and have folders of their own."""
    for folder in FOLDER.glob("test_*"):
        shutil.rmtree(folder, ignore_errors=True)


def keep(test: str, programs: Sequence[Program]) -> Path:
    """Keeps the screen, and the accessible tree and the log of each program; returns the folder with them."""
    folder = FOLDER / test
    folder.mkdir(parents=True, exist_ok=True)
    # In another process: it must not end this one if the display has gone.
    command = ["grim"] if is_wayland() else [sys.executable, "-B", "-c", _TAKE_PICTURE]
    subprocess.run([*command, folder / "screen.png"], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    for number, program in enumerate(programs, 1):
        (folder / f"tree-{number}.txt").write_text(program.screen.dump() if program.is_running else program.ending)
        (folder / f"log-{number}.txt").write_text(program.log)
    return folder
