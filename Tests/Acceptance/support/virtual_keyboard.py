"""A keyboard of a Wayland desktop that stays there, as one that is plugged in does.

Debian's wtype plugs in a new one for each text; the window then loses the focus for a moment, which ends editing a cell.
"""

import array
import os
import socket
import struct
import time
from collections.abc import Sequence

from .waiting import PATIENCE

_PAIRS = ("`~", "1!", "2@", "3#", "4$", "5%", "6^", "7&", "8*", "9(", "0)", "-_", "=+", "[{", "]}", "\\|", ";:", "'\"",
          ",<", ".>", "/?", *(letter + letter.upper() for letter in "abcdefghijklmnopqrstuvwxyz"))
"""What each key types by itself, and with Shift."""

_NAMES = {"semicolon": ";", "colon": ":", "apostrophe": "'", "comma": ",", "question": "?", "plus": "+", "minus": "-"}
"""Signs that X has a name for."""

_OTHERS = ("space", "Return", "Tab", "Escape", "BackSpace", "Delete", "Insert", "Home", "End", "Page_Up", "Page_Down",
           "Left", "Right", "Up", "Down", "Menu", *(f"F{number}" for number in range(1, 13)))
"""Keys that type nothing, and the space bar, by their X names."""

_MODIFIERS = {"shift": ("Shift_L", "Shift", 1), "ctrl": ("Control_L", "Control", 4), "alt": ("Alt_L", "Mod1", 8)}
"""The key, what it stands for, and the bit of that."""

_FIRST_CODE = 9
"""The lowest code of a key in a layout; programs are sent one that is 8 less."""


class Layout:
    """An American keyboard, and a key for each of some other letters."""

    def __init__(self, letters: str = "") -> None:
        self.letters = letters
        symbols = [[_symbol(sign) for sign in pair] for pair in _PAIRS] + [[name] for name in _OTHERS]
        symbols += [[_symbol(letter)] for letter in letters]
        # At the end, since GTK looks for no shortcuts on the last key.
        symbols += [[key] for key, _, _ in _MODIFIERS.values()]
        self._places = {symbol: (code, level) for code, levels in enumerate(symbols, _FIRST_CODE)
                        for level, symbol in enumerate(levels)}
        codes = "".join(f"<K{code}> = {code}; " for code, _ in enumerate(symbols, _FIRST_CODE))
        keys = "".join(
            f"key <K{code}> {{ [{', '.join(levels)}] }}; " for code, levels in enumerate(symbols, _FIRST_CODE))
        maps = "".join(f"modifier_map {name} {{ {key} }}; " for key, name, _ in _MODIFIERS.values())
        self.text = (f'xkb_keymap {{ xkb_keycodes "test" {{ {codes} }}; xkb_types {{ include "complete" }}; '
                     f'xkb_compatibility {{ include "complete" }}; xkb_symbols "test" {{ {keys}{maps} }}; }};')

    def place(self, key: str) -> tuple[int, bool]:
        """The code that programs are sent for a sign or a key with an X name, and whether it needs Shift."""
        code, level = self._places[key if key in _OTHERS else _symbol(_NAMES.get(key, key))]
        return code - 8, level == 1

    def lacks(self, text: str) -> str:
        """The letters of a text that it has no keys for."""
        return "".join(sorted({letter for letter in text if _symbol(letter) not in self._places}))


def _symbol(letter: str) -> str:
    """What a letter or sign is called in a layout."""
    return letter if letter.isascii() and letter.isalnum() else "space" if letter == " " else f"U{ord(letter):04X}"


class VirtualKeyboard:
    """Types into whatever window has the focus. What it was told to press has reached the desktop when it returns."""

    _DISPLAY, _REGISTRY = 1, 2
    """The objects that are always there, and that lists what else there is."""

    def __init__(self, display: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(display)
        self._received = b""
        self._last = self._REGISTRY
        self._send(self._DISPLAY, 1, self._REGISTRY)
        interfaces = self._interfaces()
        seat = self._bind(interfaces, b"wl_seat")
        manager = self._bind(interfaces, b"zwp_virtual_keyboard_manager_v1")
        self._keyboard = self._new()
        self._send(manager, 0, seat, self._keyboard)
        self._layout = Layout()
        self._send_layout()

    def close(self) -> None:
        """Unplugs it."""
        self._socket.close()

    def press(self, keys: Sequence[str]) -> None:
        """Presses keys one after the other, by their X names: "ctrl+Home"."""
        for key in keys:
            *modifiers, name = key.split("+")
            self._press(name, sum(_MODIFIERS[modifier][2] for modifier in modifiers))
        self._round_trip()

    def type(self, text: str) -> None:
        """Types a text; a line break is Enter."""
        if more := self._layout.lacks(text.replace("\n", "")):
            self._layout = Layout(self._layout.letters + more)
            self._send_layout()
        for letter in text:
            self._press("Return" if letter == "\n" else letter, 0)
        self._round_trip()

    def _press(self, name: str, modifiers: int) -> None:
        code, needs_shift = self._layout.place(name)
        if needs_shift:
            modifiers |= _MODIFIERS["shift"][2]
        self._send(self._keyboard, 2, modifiers, 0, 0, 0)
        for state in (1, 0):
            self._send(self._keyboard, 1, time.monotonic_ns() // 1_000_000 & 0xFFFFFFFF, code, state)
        self._send(self._keyboard, 2, 0, 0, 0, 0)

    def _send_layout(self) -> None:
        text = self._layout.text.encode() + b"\0"
        file = os.memfd_create("layout")
        try:
            os.write(file, text)
            self._send(self._keyboard, 0, 1, len(text), file=file)
            self._round_trip()
        finally:
            os.close(file)

    # The protocol: an object, a number of what it is to do and the length, then arguments of 4 bytes.

    def _send(self, target: int, what: int, *arguments: int | bytes, file: int | None = None) -> None:
        body = b"".join(_packed(argument) for argument in arguments)
        message = struct.pack("=II", target, 8 + len(body) << 16 | what) + body
        files = [] if file is None else [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))]
        self._socket.sendmsg([message], files)

    def _new(self) -> int:
        """The number of another object; they follow each other without a gap."""
        self._last += 1
        return self._last

    def _bind(self, interfaces: dict[bytes, int], name: bytes) -> int:
        assert name in interfaces, f"the desktop has no {name.decode()}"
        number = self._new()
        self._send(self._REGISTRY, 0, interfaces[name], name, 1, number)
        return number

    def _round_trip(self) -> list[tuple[int, int, bytes]]:
        """Waits until all that was sent has been done; returns what came meanwhile."""
        callback = self._new()
        self._send(self._DISPLAY, 0, callback)
        came = []
        while (message := self._receive())[:2] != (callback, 0):
            target, what, body = message
            assert (target, what) != (self._DISPLAY, 0), f"the desktop refuses: {body!r}"
            came.append(message)
        return came

    def _receive(self) -> tuple[int, int, bytes]:
        target, word = struct.unpack("=II", self._read(8))
        return target, word & 0xFFFF, self._read((word >> 16) - 8)

    def _read(self, count: int) -> bytes:
        while len(self._received) < count:
            more = self._socket.recv(1 << 16)
            assert more, "the desktop has gone"
            self._received += more
        taken, self._received = self._received[:count], self._received[count:]
        return taken

    def _interfaces(self) -> dict[bytes, int]:
        """The numbers of what the desktop offers."""
        found = {}
        for target, what, body in self._round_trip():
            if (target, what) == (self._REGISTRY, 0):
                number, length = struct.unpack_from("=II", body)
                found[body[8:8 + length - 1]] = number
        return found


def _packed(argument: int | bytes) -> bytes:
    """An argument as it is sent: a number, or a text with its length."""
    if isinstance(argument, int):
        return struct.pack("=I", argument)
    text = argument + b"\0"
    return struct.pack("=I", len(text)) + text + bytes(-len(text) % 4)
