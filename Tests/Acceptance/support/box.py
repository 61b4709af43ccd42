"""Rectangles of the screen."""

from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle of the screen, in pixels."""

    x: int
    y: int
    width: int
    height: int

    def intersected(self, other: "Box") -> "Box":
        """What both have in common; without width or height where that is nothing."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Box(left, top, max(right - left, 0), max(bottom - top, 0))

    def shrunk(self, across: int, upright: int) -> "Box":
        """Without so many pixels at each side."""
        return Box(self.x + across, self.y + upright, max(self.width - 2 * across, 0), max(self.height - 2 * upright, 0))
