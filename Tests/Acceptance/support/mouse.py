"""The mouse."""

from .screen import Node
from .xdotool import xdotool


def click(node: Node, button: int = 1, times: int = 1) -> None:
    """Clicks in the middle of something: button 1 is the left one; `times=2` is a double click."""
    x, y = node.centre
    xdotool("mousemove", "--sync", x, y)
    xdotool("click", "--repeat", times, "--delay", 40, button)
