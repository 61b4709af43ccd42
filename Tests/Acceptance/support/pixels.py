"""What is painted on the screen, pixel by pixel."""

import functools
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, GLib  # noqa: E402  (the version comes first)

from .box import Box  # noqa: E402
from .swaymsg import is_wayland
from .waiting import PATIENCE, wait_until

_STILL = 0.25
"""Seconds without a change after which nothing moves: many frames, so that a busy program has painted some."""


class _Camera:
    """A process that takes pictures of the display that the test is on."""

    def __init__(self) -> None:
        self.display = os.environ["DISPLAY"]
        self.process = subprocess.Popen(
            [sys.executable, "-B", Path(__file__).with_name("camera.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    @property
    def works(self) -> bool:
        """Whether it can take the next picture."""
        return self.process.poll() is None and self.display == os.environ["DISPLAY"]

    def picture(self) -> tuple[int, int, int, bytes]:
        """The width and the height, the bytes of a row, and the pixels."""
        asks, answers = self.process.stdin, self.process.stdout
        assert asks is not None and answers is not None
        asks.write(b"\n")
        asks.flush()
        width, height, stride = map(int, answers.readline().split())
        return width, height, stride, answers.read(stride * height)

    def end(self) -> None:
        """Lets it end."""
        self.process.communicate()


_cameras: list[_Camera] = []
"""The one in use, from the first picture on: to start one takes longer than a hundred pictures."""


def _camera() -> _Camera:
    if not (_cameras and _cameras[0].works):
        while _cameras:
            _cameras.pop().end()
        _cameras.append(_Camera())
    return _cameras[0]


@dataclass(frozen=True)
class Picture:
    """The screen at one moment."""

    width: int
    height: int
    stride: int
    """The bytes of a row."""

    pixels: bytes

    @functools.cached_property
    def rows(self) -> list[memoryview]:
        """A number for each pixel, from the top row down."""
        lines = (self.pixels[row * self.stride:row * self.stride + 4 * self.width] for row in range(self.height))
        return [memoryview(line).cast("I") for line in lines]

    @classmethod
    def taken(cls) -> "Picture":
        """The screen as it is now."""
        return cls._taken_by_grim() if is_wayland() else cls(*_camera().picture())

    @classmethod
    def _taken_by_grim(cls) -> "Picture":
        done = subprocess.run(["grim", "-t", "ppm", "-"], stdin=subprocess.DEVNULL, check=True, stdout=subprocess.PIPE,
                              timeout=PATIENCE)
        _, size, _, pixels = done.stdout.split(b"\n", 3)
        width, height = map(int, size.split())
        picture = GdkPixbuf.Pixbuf.new_from_bytes(GLib.Bytes.new(pixels), GdkPixbuf.Colorspace.RGB, False, 8, width,
                                                  height, 3 * width).add_alpha(False, 0, 0, 0)
        return cls(width, height, picture.get_rowstride(), picture.get_pixels())

    @classmethod
    def settled(cls) -> "Picture":
        """The screen when nothing moves any more."""
        last, since = cls.taken(), time.monotonic()

        def is_settled() -> bool:
            nonlocal last, since
            before, last = last, cls.taken()
            if before != last:
                since = time.monotonic()
            return time.monotonic() - since > _STILL

        wait_until("nothing moves on the screen", is_settled)
        return last

    def part(self, box: Box) -> list[memoryview]:
        """What is in a rectangle of the screen."""
        box = box.intersected(Box(0, 0, self.width, self.height))
        return [row[box.x:box.x + box.width] for row in self.rows[box.y:box.y + box.height]]
