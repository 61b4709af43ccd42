"""The desktop's session manager, as GNOME has it, for programs on the test's session bus."""

from __future__ import annotations

import threading
from types import TracebackType

from gi.repository import Gio, GLib

from .waiting import wait_until

_NAME = "org.gnome.SessionManager"
_MANAGER = """<node><interface name="org.gnome.SessionManager">
  <method name="RegisterClient"><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="o" direction="out"/></method>
  <method name="UnregisterClient"><arg type="o" direction="in"/></method>
</interface></node>"""
_CLIENT = """<node><interface name="org.gnome.SessionManager.ClientPrivate">
  <method name="EndSessionResponse"><arg type="b" direction="in"/><arg type="s" direction="in"/></method>
  <signal name="QueryEndSession"><arg type="u"/></signal>
  <signal name="EndSession"><arg type="u"/></signal>
</interface></node>"""
_CLIENT_PATH = "/org/gnome/SessionManager/Client1"


class SessionManager:
    """Knows the one program that registers, and can end its session."""

    def __init__(self) -> None:
        self._context = GLib.MainContext()
        self._loop = GLib.MainLoop(self._context)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._answers = 0
        self._is_registered = False

    def __enter__(self) -> SessionManager:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._loop.quit()
        self._thread.join()

    def end_session(self) -> None:
        """Asks the program whether the session may end, and when it has agreed, ends it."""
        wait_until("the program has registered", lambda: self._is_registered)
        self._tell("QueryEndSession")
        wait_until("the program agrees", lambda: self._answers > 0)
        self._tell("EndSession")

    def _run(self) -> None:
        self._context.push_thread_default()
        address = Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self._bus = Gio.DBusConnection.new_for_address_sync(address, flags)
        for path, description in (("/org/gnome/SessionManager", _MANAGER), (_CLIENT_PATH, _CLIENT)):
            interface = Gio.DBusNodeInfo.new_for_xml(description).interfaces[0]
            self._bus.register_object(path, interface, self._call, None, None)
        self._bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", (_NAME, 0)), None, Gio.DBusCallFlags.NONE, -1)
        self._ready.set()
        self._loop.run()
        self._bus.close_sync()

    def _call(self, _bus: Gio.DBusConnection, _sender: str, _path: str, _interface: str, method: str,
              _arguments: GLib.Variant, invocation: Gio.DBusMethodInvocation) -> None:
        if method == "RegisterClient":
            self._is_registered = True
            return invocation.return_value(GLib.Variant("(o)", (_CLIENT_PATH,)))
        if method == "EndSessionResponse":
            self._answers += 1
        invocation.return_value(None)

    def _tell(self, signal: str) -> None:
        self._bus.emit_signal(None, _CLIENT_PATH, _NAME + ".ClientPrivate", signal, GLib.Variant("(u)", (0,)))
