"""The accessibility bus without the news that nobody wants to hear.

libatspi hears of everything that changes in any program, for a cache that these tests do without: what they read is to be
what is there now. A sheet that is filled tells ten thousand things; each answer would be looked for behind all of them.
"""

import ctypes

from gi.repository import Atspi

_CHANGES = (
    ("org.a11y.atspi.Cache", "AddAccessible"), ("org.a11y.atspi.Cache", "RemoveAccessible"),
    ("org.a11y.atspi.Event.Object", "ChildrenChanged"), ("org.a11y.atspi.Event.Object", "PropertyChange"),
    ("org.a11y.atspi.Event.Object", "StateChanged"))
"""What libatspi asks for when it begins. Who listens to some of it asks for that once more."""


def connect() -> None:
    """Connects to the bus, and asks to be left alone; there is no bus where the tests are only handed out."""
    Atspi.init()
    libatspi, libdbus = ctypes.CDLL("libatspi.so.0"), ctypes.CDLL("libdbus-1.so.3")
    libatspi.atspi_get_a11y_bus.restype = ctypes.c_void_p
    bus = ctypes.c_void_p(libatspi.atspi_get_a11y_bus())
    if not bus:
        return
    for interface, member in _CHANGES:
        rule = f"type='signal',interface='{interface}',member='{member}'"
        libdbus.dbus_bus_remove_match(bus, rule.encode(), None)
