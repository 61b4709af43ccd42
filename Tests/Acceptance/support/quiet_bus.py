"""The accessibility bus without the news that nobody wants to hear.

libatspi subscribes to every change in every program, for a cache that these tests do without: what they read must be
what is there now. Filling a sheet sends ten thousand signals, and each answer would queue behind all of them.
"""

import ctypes

from gi.repository import Atspi

_CHANGES = (
    ("org.a11y.atspi.Cache", "AddAccessible"), ("org.a11y.atspi.Cache", "RemoveAccessible"),
    ("org.a11y.atspi.Event.Object", "ChildrenChanged"), ("org.a11y.atspi.Event.Object", "PropertyChange"),
    ("org.a11y.atspi.Event.Object", "StateChanged"))
"""What libatspi asks for when it begins. Who listens to some of it asks for that once more."""


def connect() -> None:
    """Connects to the bus, and unsubscribes; the process that only hands out tests has no bus."""
    Atspi.init()
    libatspi, libdbus = ctypes.CDLL("libatspi.so.0"), ctypes.CDLL("libdbus-1.so.3")
    libatspi.atspi_get_a11y_bus.restype = ctypes.c_void_p
    bus = ctypes.c_void_p(libatspi.atspi_get_a11y_bus())
    if not bus:
        return
    for interface, member in _CHANGES:
        rule = f"type='signal',interface='{interface}',member='{member}'"
        libdbus.dbus_bus_remove_match(bus, rule.encode(), None)
