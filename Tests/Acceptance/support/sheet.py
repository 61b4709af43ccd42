"""A sheet over a window, by the names of what is in it."""

from typing import Protocol

from .keyboard import Keyboard
from .program import Program
from .screen import Node, Screen
from .waiting import wait_until


class SheetWindow(Protocol):
    """A window that a sheet can be over, with a document or without."""

    screen: Screen
    keyboard: Keyboard
    window: Node


class VacantWindow:
    """A window without a document."""

    def __init__(self, program: Program) -> None:
        self.screen, self.keyboard = program.screen, program.keyboard
        self.window = program.window("Kiroku")


class Sheet:
    """A sheet that is open, or about to be."""

    def __init__(self, window: SheetWindow, name: str) -> None:
        self.name = name
        self.screen = window.screen
        self.keyboard = window.keyboard
        self.window = window.window
        self.dialog = self.screen.find("dialog", name, self.window)

    def control(self, role: str, name: str) -> Node:
        """One control of the sheet, scrolled into sight or not."""

        names = self.screen.words.spoken(name)

        def look() -> Node | None:
            nodes = self.dialog.scrolled_descendants()
            return next((node for node in nodes if node.role == role and node.name in names), None)

        return wait_until(f"{role} “{name}”", look, describe=self.screen.dump)

    def wait_for_text(self, text: str) -> None:
        """Waits until some label says this, or has it among its lines."""

        texts = self.screen.words.spoken(text)

        def look() -> bool:
            labels = (node.name for node in self.dialog.scrolled_descendants() if node.role == "label")
            return any(text in label for label in labels for text in texts)

        wait_until(f"the text “{text}”", look, describe=self.screen.dump)

    def wait_for_text_gone(self, text: str) -> None:
        """Waits until no label in sight says this any more."""
        texts = self.screen.words.spoken(text)

        def look() -> bool:
            labels = [node.name for node in self.dialog.scrolled_descendants() if node.role == "label"]
            return not any(text in label for label in labels for text in texts)

        wait_until(f"the text “{text}” has gone", look, describe=self.screen.dump)

    def wait_until_still(self) -> None:
        """Waits until it has slid to its place, for what is done with the mouse."""
        seen: list[tuple[int, int]] = []

        def is_still() -> bool:
            seen.append(self.dialog.centre)
            return seen[-5:] == [seen[-1]] * 5

        wait_until("the sheet stands still", is_still)

    def press(self, button: str) -> None:
        """Presses one of its buttons."""
        self.control("push button", button).press()

    def choose(self, menu: str, command: str) -> None:
        """Opens one of its menus, and presses what is in it."""
        self.control("toggle button", menu).press()
        self.screen.find("push button", command, self.window).press()

    def leave_by(self, button: str) -> None:
        """Presses a button, and waits until the sheet has gone."""
        self.press(button)
        self.wait_until_gone()

    def wait_until_gone(self) -> None:
        """Waits until it is not on the screen any more."""
        self.screen.wait_until_gone("dialog", self.name, self.window)
