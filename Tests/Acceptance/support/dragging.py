"""Another program, from which files are dragged."""

from pathlib import Path

from .other_program import OtherProgram
from .program import Home
from .screen import Node
from .xdotool import xdotool

_SOURCE = """
import sys
import gi
gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk

window = Gtk.Window(type=Gtk.WindowType.POPUP)
window.set_default_size(60, 60)
box = Gtk.EventBox()
box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, None, Gdk.DragAction.COPY)
box.drag_source_add_uri_targets()

def tell_when_wanted(box, context):
    # What is under the pointer has looked at the files, and takes them.
    def look():
        if not context.get_selected_action():
            return GLib.SOURCE_CONTINUE
        print("wanted", flush=True)
        return GLib.SOURCE_REMOVE
    GLib.timeout_add(5, look)

box.connect("drag-begin", tell_when_wanted)
box.connect("drag-end", lambda *_: print("ended", flush=True))
box.connect("drag-data-get", lambda widget, context, data, info, time: data.set_uris(sys.argv[1:]))
window.add(box)
window.move(0, 0)
window.show_all()
GLib.idle_add(lambda: print("ready", flush=True))
Gtk.main()
"""


class DragSource(OtherProgram):
    """A small window in the corner of the screen with some files, or what has other URIs, to be dragged."""

    def __init__(self, home: Home, files: list[Path | str]) -> None:
        uris = [file.as_uri() if isinstance(file, Path) else file for file in files]
        super().__init__(_SOURCE, *uris, directory=home.directory)

    def drag_to(self, node: Node, is_taken: bool = True) -> None:
        """Drags all files to the middle of something, on no other way but over that, until they are there or refused.

        A program that is busy takes a drop where it has last heard of the pointer, which may be behind.
        """
        x, y = node.centre
        xdotool("mousemove", 30, 30, "mousedown", 1, "mousemove", 45, 45)
        xdotool("mousemove", x, y)
        if is_taken:
            assert self.read_line() == "wanted\n", "the drag ended too early"
        xdotool("mousemove", x + 1, y, "mouseup", 1)
        assert self.read_line() == "ended\n", "the drag did not end"
