"""The desktop's own dialogs, by keyboard alone.

What is in them is GTK's: it is not looked into, and what GTK complains of there is known (`complaints`).
"""

import time
from collections.abc import Sequence
from pathlib import Path

from .complaints import FILE_CHOOSER
from .program import Program
from .waiting import wait_until

_LOOKS, _PAUSE = 100, 0.1
"""How often, and how many seconds apart, it is looked whether Enter was taken, before it is pressed again.

So long that a busy machine has taken it: the second Enter would go to what is behind the dialog.
"""
_READING = 0.5
"""How many seconds the dialog gets to read the folder that was typed: until then Enter only ends its completing of the name.

It shows no state for that. Where it takes longer, Enter is pressed again.
"""


class DesktopDialog:
    """A dialog that is about to open; ready once it has the keyboard."""

    def __init__(self, program: Program, title: str, known: Sequence[str]) -> None:
        program.known_complaints += known
        self.keyboard = program.keyboard
        self.keyboard.activate(title)
        self.window = self.keyboard.active_window()
        self._others = set(self.keyboard.windows()) - {self.window}

    def cancel(self) -> None:
        """Presses Esc, and waits until it has gone."""
        self.keyboard.press("Escape")
        wait_until("the dialog has gone", self._has_gone)

    def _has_gone(self) -> bool:
        return not self.keyboard.shows(self.window)


class FileChooser(DesktopDialog):
    """The dialog that asks for a file."""

    def __init__(self, program: Program, title: str) -> None:
        super().__init__(program, title, FILE_CHOOSER)
        self.home = program.home.directory

    def open(self, file: Path) -> None:
        """Types where a file is that is there, and chooses that."""
        self.keyboard.press("ctrl+l")  # makes the dialog ask for a place by name
        self.save(file)

    def save(self, file: Path) -> None:
        """Types where a file is to be, and chooses that."""

        def has_taken() -> bool:
            if self._has_keyboard():
                self.keyboard.press("ctrl+a")
                self.keyboard.type(self._typed(file))
                time.sleep(_READING)
            # The first Enter may close the list of names that begin like the one that was typed.
            return self._enter() or self._enter()

        wait_until("the dialog takes the file", has_taken)

    def _typed(self, file: Path) -> str:
        """As a person types it: the dialog looks what may come next after each letter, and the home has a long name."""
        return f"~/{file.relative_to(self.home)}" if file.is_relative_to(self.home) else str(file)

    def accept(self) -> None:
        """Takes the file that is offered."""
        wait_until("the dialog takes its file", self._enter)

    def _enter(self) -> bool:
        """Presses Enter, and looks whether it has gone; before it replaces a file, it asks in one more window."""
        if self._has_keyboard():
            self.keyboard.send("Return")
        for _ in range(_LOOKS):  # once it has the key, no other is sent after it: that would go to the next window
            if self._has_gone():
                return True
            time.sleep(_PAUSE)
        return False

    def _has_keyboard(self) -> bool:
        """Whether this dialog, or one that it has opened, is active."""
        return self.keyboard.active_window() not in self._others
