"""Another program, which has pointer and keyboard for itself for a while, as a window manager may."""

from .other_program import OtherProgram

_SOURCE = """
import gi
gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk

window = Gtk.Window(type=Gtk.WindowType.POPUP)
window.set_default_size(1, 1)
window.show_all()


def grab():
    seat = window.get_display().get_default_seat()
    status = seat.grab(window.get_window(), Gdk.SeatCapabilities.ALL, True, None, None, None)
    if status == Gdk.GrabStatus.SUCCESS:
        print("grabbed", flush=True)
    return status != Gdk.GrabStatus.SUCCESS


GLib.timeout_add(20, grab)
Gtk.main()
"""


class DisplayGrab(OtherProgram):
    """No other program gets keys or clicks, nor can it take them for a menu, within this context."""

    def __init__(self) -> None:
        super().__init__(_SOURCE)
