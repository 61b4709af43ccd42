"""The mouse.

The display takes what xdotool sends in order. `mousemove --sync` would wait 15 s where the pointer is there already.
"""

from .screen import Node
from .xdotool import xdotool


def click(node: Node, button: int = 1, times: int = 1, holding: str = "") -> None:
    """Clicks in the middle of something: button 1 is the left one; `times=2` is a double click; `holding` a key."""
    x, y = node.centre
    xdotool("mousemove", x, y)
    click = ("click", "--repeat", times, "--delay", 40, button)
    xdotool(*(("keydown", holding, *click, "keyup", holding) if holding else click))


def drag(start: Node, end: Node, steps: int = 5) -> None:
    """Presses the button in the middle of something, and lets it go in the right half of something else.

    In one step it is as fast as a person's on a busy machine.
    """
    (left, top), (x, y) = start.centre, end.centre
    x += end.width // 4  # what comes before and what behind parts in the middle
    xdotool("mousemove", left, top, "mousedown", 1)
    for step in range(1, steps + 1):
        xdotool("mousemove", left + (x - left) * step // steps, top + (y - top) * step // steps)
    xdotool("mouseup", 1)
