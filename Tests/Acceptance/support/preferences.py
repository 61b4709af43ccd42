"""The preferences in their sheet, and the file that they are kept in."""

import plistlib
from typing import Any

from .cards import CardsWindow
from .program import Home
from .screen import Node
from .waiting import wait_until


class PreferencesSheet:
    """The sheet, once it is open."""

    def __init__(self, window: CardsWindow) -> None:
        self.screen = window.screen
        self.keyboard = window.keyboard
        self.window = window.window
        window.keyboard.press("ctrl+comma")
        self.dialog = self.screen.find("dialog", "Preferences", self.window)

    def control(self, role: str, name: str) -> Node:
        """One control of the sheet, scrolled into sight or not."""

        def look() -> Node | None:
            nodes = self.dialog.scrolled_descendants()
            return next((node for node in nodes if node.role == role and node.name in self.screen.words.spoken(name)), None)

        return wait_until(f"{role} “{name}”", look, describe=self.screen.dump)

    def ok(self) -> None:
        """Presses OK, and waits until the sheet has gone."""
        self._leave_by("OK")

    def cancel(self) -> None:
        """Presses Cancel, and waits until the sheet has gone."""
        self._leave_by("Cancel")

    def _leave_by(self, button: str) -> None:
        self.control("push button", button).press()
        self.wait_until_gone()

    def wait_until_gone(self) -> None:
        """Waits until it is not on the screen any more."""
        self.screen.wait_until_gone("dialog", "Preferences", self.window)

    def is_marked(self, name: str) -> bool:
        """Whether a preference is marked as other than its default."""
        return self.screen.look("icon", lambda text: text == f"{name} differs from the default", self.dialog) is not None

    def sample(self) -> list[str]:
        """The texts of the sample, row by row, without the spreadsheet's own."""
        grid = self.screen.find("filler", "Sample", self.dialog)
        texts = [node.name for node in grid.descendants() if node.role == "label"]
        return [text for text in texts if not (len(text) == 1 and text in "ABCDEFG12")]


def kept(home: Home) -> dict[str, Any]:
    """The values in the file, by the names of their keys; none as long as there is no file."""
    if not home.preferences.exists():
        return {}
    with home.preferences.open("rb") as file:
        return plistlib.load(file)["values"]
