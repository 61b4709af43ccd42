"""The way to the sheet for importing."""

from pathlib import Path

from .cards import CardsWindow
from .sheet import Sheet


def choose_import(window: CardsWindow, file: Path) -> Sheet:
    """Chooses a file in the desktop's dialog; the sheet that opens then."""
    window.keyboard.press("ctrl+i")
    chooser = window.screen.window("Import")
    window.keyboard.activate("Import")
    # GTK 3.24.38 itself complains when its dialog hands the key on to an entry that is not there yet.
    window.program.known_complaints.append("gtk_widget_event: assertion 'WIDGET_REALIZED_FOR_EVENT")
    window.keyboard.press("ctrl+l")
    window.screen.find("text", "", chooser).set_text(str(file))
    window.screen.find("push button", "Import", chooser).press()
    return Sheet(window, "Import")
