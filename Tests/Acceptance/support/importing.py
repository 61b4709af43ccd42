"""The way to the sheet for importing."""

from pathlib import Path

from .cards import CardsWindow
from .desktop_dialog import FileChooser
from .sheet import Sheet


def choose_import(window: CardsWindow, file: Path) -> Sheet:
    """Chooses a file in the desktop's dialog; the sheet that opens then."""
    window.keyboard.press("ctrl+i")
    FileChooser(window.program, "Import").open(file)
    return Sheet(window, "Import")
