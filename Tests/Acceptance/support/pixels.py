"""What is painted on the screen, pixel by pixel."""

import subprocess
import sys
from dataclasses import dataclass

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, GLib  # noqa: E402  (the version comes first)

from .screen import Box  # noqa: E402
from .swaymsg import is_wayland
from .waiting import PATIENCE, wait_until

_TAKE_PICTURE = """
import sys
import gi
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk
screen = Gdk.get_default_root_window()
picture = Gdk.pixbuf_get_from_window(screen, 0, 0, screen.get_width(), screen.get_height()).add_alpha(False, 0, 0, 0)
print(picture.get_width(), picture.get_height(), picture.get_rowstride(), flush=True)
sys.stdout.buffer.write(picture.get_pixels())
"""


@dataclass(frozen=True)
class Picture:
    """The screen at one moment."""

    width: int
    height: int
    rows: list[memoryview]
    """A number for each pixel, from the top row down."""

    @classmethod
    def taken(cls) -> "Picture":
        """The screen as it is now. Another process takes it: it must not end this one if the display has gone."""
        if is_wayland():
            return cls._taken_by_grim()
        done = subprocess.run([sys.executable, "-B", "-c", _TAKE_PICTURE], stdin=subprocess.DEVNULL, check=True,
                              stdout=subprocess.PIPE, timeout=PATIENCE)
        head, _, pixels = done.stdout.partition(b"\n")
        return cls._of(*map(int, head.split()), pixels)

    @classmethod
    def _taken_by_grim(cls) -> "Picture":
        done = subprocess.run(["grim", "-t", "ppm", "-"], stdin=subprocess.DEVNULL, check=True, stdout=subprocess.PIPE,
                              timeout=PATIENCE)
        _, size, _, pixels = done.stdout.split(b"\n", 3)
        width, height = map(int, size.split())
        picture = GdkPixbuf.Pixbuf.new_from_bytes(GLib.Bytes.new(pixels), GdkPixbuf.Colorspace.RGB, False, 8, width,
                                                  height, 3 * width).add_alpha(False, 0, 0, 0)
        return cls._of(width, height, picture.get_rowstride(), picture.get_pixels())

    @classmethod
    def _of(cls, width: int, height: int, stride: int, pixels: bytes) -> "Picture":
        lines = (pixels[row * stride:row * stride + 4 * width] for row in range(height))
        return cls(width, height, [memoryview(line).cast("I") for line in lines])

    @classmethod
    def settled(cls) -> "Picture":
        """The screen when nothing moves any more."""
        last = [cls.taken()]

        def is_settled() -> bool:
            before, last[0] = last[0], cls.taken()
            return before == last[0]

        wait_until("nothing moves on the screen", is_settled)
        return last[0]

    def part(self, box: Box) -> list[memoryview]:
        """What is in a rectangle of the screen."""
        box = box.intersected(Box(0, 0, self.width, self.height))
        return [row[box.x:box.x + box.width] for row in self.rows[box.y:box.y + box.height]]
