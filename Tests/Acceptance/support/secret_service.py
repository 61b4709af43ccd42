"""A small Secret Service, as a desktop has one for passwords: on the test's session bus, in memory, without encryption."""

import threading
from types import TracebackType
from typing import Any

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402  (the version comes first)

from .waiting import wait_until  # noqa: E402

_NAME = "org.freedesktop.secrets"
_ROOT = "/org/freedesktop/secrets"
_COLLECTION = f"{_ROOT}/collection/login"
_DEFAULT = f"{_ROOT}/aliases/default"
_SESSION = f"{_ROOT}/session/s1"
_PROMPT = f"{_ROOT}/prompt/p1"
_INTERFACES = """
<node>
 <interface name="org.freedesktop.Secret.Service">
  <method name="OpenSession"><arg type="s" direction="in"/><arg type="v" direction="in"/>
   <arg type="v" direction="out"/><arg type="o" direction="out"/></method>
  <method name="SearchItems"><arg type="a{ss}" direction="in"/>
   <arg type="ao" direction="out"/><arg type="ao" direction="out"/></method>
  <method name="Unlock"><arg type="ao" direction="in"/><arg type="ao" direction="out"/><arg type="o" direction="out"/></method>
  <method name="GetSecrets"><arg type="ao" direction="in"/><arg type="o" direction="in"/>
   <arg type="a{o(oayays)}" direction="out"/></method>
  <method name="ReadAlias"><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
  <property name="Collections" type="ao" access="read"/>
 </interface>
 <interface name="org.freedesktop.Secret.Collection">
  <method name="CreateItem"><arg type="a{sv}" direction="in"/><arg type="(oayays)" direction="in"/>
   <arg type="b" direction="in"/><arg type="o" direction="out"/><arg type="o" direction="out"/></method>
  <property name="Items" type="ao" access="read"/>
  <property name="Label" type="s" access="read"/>
  <property name="Locked" type="b" access="read"/>
 </interface>
 <interface name="org.freedesktop.Secret.Item">
  <property name="Attributes" type="a{ss}" access="read"/>
  <property name="Label" type="s" access="read"/>
  <property name="Locked" type="b" access="read"/>
  <property name="Created" type="t" access="read"/>
  <property name="Modified" type="t" access="read"/>
 </interface>
 <interface name="org.freedesktop.Secret.Prompt">
  <method name="Prompt"><arg type="s" direction="in"/></method>
  <method name="Dismiss"/>
  <signal name="Completed"><arg type="b"/><arg type="v"/></signal>
 </interface>
 <interface name="org.freedesktop.Secret.Session"/>
</node>
"""


class SecretService:
    """The service, while the `with` lasts.

    With `is_mute`, it takes the calls and never answers. With `is_locked`, it hands nothing out and takes nothing in, and the
    user dismisses the question that unlocks it.
    """

    def __init__(self, *, is_mute: bool = False, is_locked: bool = False) -> None:
        self.is_mute = is_mute
        self.is_locked = is_locked
        self.items: dict[str, tuple[dict[str, str], bytes]] = {}
        self.calls: list[str] = []
        self._context = GLib.MainContext()
        self._loop = GLib.MainLoop(self._context)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._is_ready = threading.Event()

    def passwords(self) -> list[tuple[dict[str, str], str]]:
        """What is kept: the attributes, and the password."""
        return [({name: value for name, value in attributes.items() if name != "xdg:schema"}, secret.decode())
                for attributes, secret in self.items.values()]

    def __enter__(self) -> "SecretService":
        self._thread.start()
        wait_until("the service has its name", self._is_ready.is_set)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._loop.quit()
        self._thread.join()

    def _run(self) -> None:
        self._context.push_thread_default()
        address = Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION, None)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self._bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        self._interfaces = Gio.DBusNodeInfo.new_for_xml(_INTERFACES)
        self._add(_ROOT, "Service")
        self._add(_COLLECTION, "Collection")
        self._add(_DEFAULT, "Collection")
        self._add(_SESSION, "Session")
        self._add(_PROMPT, "Prompt")
        name = Gio.bus_own_name_on_connection(
            self._bus, _NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: self._is_ready.set(), None)
        self._loop.run()
        Gio.bus_unown_name(name)
        self._bus.close_sync(None)
        self._context.pop_thread_default()

    def _add(self, path: str, interface: str) -> None:
        info = self._interfaces.lookup_interface(f"org.freedesktop.Secret.{interface}")
        self._bus.register_object(path, info, self._call, self._get, None)

    def _call(self, _bus: Any, _sender: str, path: str, _interface: str, method: str, arguments: Any, call: Any) -> None:
        self.calls.append(method)
        if self.is_mute:
            return
        if method == "OpenSession" and arguments[0] != "plain":
            call.return_dbus_error("org.freedesktop.DBus.Error.NotSupported", "only plain")
            return
        if method == "CreateItem" and self.is_locked:
            call.return_dbus_error("org.freedesktop.Secret.Error.IsLocked", "it is locked")
            return
        if method in ("Prompt", "Dismiss"):
            call.return_value(None)
            dismissed = GLib.Variant("(bv)", (True, GLib.Variant("ao", [])))
            self._bus.emit_signal(None, _PROMPT, "org.freedesktop.Secret.Prompt", "Completed", dismissed)
            return
        call.return_value(self._answer(method, arguments))

    def _answer(self, method: str, arguments: Any) -> Any:
        match method:
            case "OpenSession":
                return GLib.Variant("(vo)", (GLib.Variant("s", ""), _SESSION))
            case "SearchItems":
                wanted = arguments[0].items()
                found = [path for path, (attributes, _) in self.items.items() if wanted <= attributes.items()]
                return GLib.Variant("(aoao)", ([], found) if self.is_locked else (found, []))
            case "Unlock":
                return GLib.Variant("(aoo)", ([], _PROMPT) if self.is_locked else (arguments[0], "/"))
            case "GetSecrets":
                secrets = {path: (_SESSION, b"", self.items[path][1], "text/plain") for path in arguments[0]}
                return GLib.Variant("(a{o(oayays)})", (secrets,))
            case "ReadAlias":
                return GLib.Variant("(o)", (_COLLECTION,))
            case _:  # CreateItem
                attributes = arguments[0]["org.freedesktop.Secret.Item.Attributes"]
                same = [path for path, (known, _) in self.items.items() if known == attributes]
                path = same[0] if same else f"{_COLLECTION}/{len(self.items) + 1}"
                if not same:
                    self._add(path, "Item")
                self.items[path] = (attributes, bytes(arguments[1][2]))
                return GLib.Variant("(oo)", (path, "/"))

    def _get(self, _bus: Any, _sender: str, path: str, _interface: str, name: str) -> Any:
        match name:
            case "Collections":
                return GLib.Variant("ao", [_COLLECTION])
            case "Items":
                return GLib.Variant("ao", list(self.items))
            case "Attributes":
                return GLib.Variant("a{ss}", self.items[path][0])
            case "Locked":
                return GLib.Variant("b", self.is_locked)
            case "Created" | "Modified":
                return GLib.Variant("t", 0)
            case _:
                return GLib.Variant("s", "")
