"""Takes pictures of the X display, in a process of its own: one that uses the display ends when the display goes.

    /usr/bin/python3 -B camera.py

For each line that it reads, it writes a line with the width, the height, and the bytes of a row, and then the pixels.
"""

import sys

import gi

gi.require_version("Gdk", "3.0")
from gi.repository import Gdk  # noqa: E402  (the version comes first)

screen = Gdk.get_default_root_window()
for _ in sys.stdin.buffer:
    picture = Gdk.pixbuf_get_from_window(screen, 0, 0, screen.get_width(), screen.get_height()).add_alpha(False, 0, 0, 0)
    head = f"{picture.get_width()} {picture.get_height()} {picture.get_rowstride()}\n"
    sys.stdout.buffer.write(head.encode() + picture.get_pixels())
    sys.stdout.buffer.flush()
