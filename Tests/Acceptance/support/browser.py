"""Debian's Chromium with one page, operated through its DevTools: keyboard, mouse, and a picture of what it shows."""

import base64
import json
import os
import select
import shutil
import subprocess
from pathlib import Path
from typing import Any

from .waiting import PATIENCE

PROGRAM = shutil.which("chromium")
"""The browser; None where it is not installed."""

_KEYS = {"Return": ("Enter", 13), "Escape": ("Escape", 27), "Tab": ("Tab", 9), "Down": ("ArrowDown", 40)}
"""How the page knows keys that type nothing: name and code."""


class Browser:
    """A browser without a window of its own; it has ended when the `with` block is left."""

    def __init__(self, home: Path, size: tuple[int, int] = (1100, 760)) -> None:
        assert PROGRAM, "Chromium is not installed"
        to_browser, self._commands = os.pipe()
        self._answers, from_browser = os.pipe()
        where_it_looks = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        self._process = subprocess.Popen(
            ["bash", "-c", where_it_looks, "bash", PROGRAM, "--headless=new", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
             f"--window-size={size[0]},{size[1]}", f"--user-data-dir={home / 'chromium'}"],
            env=os.environ | {"HOME": str(home)}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, pass_fds=(to_browser, from_browser))
        os.close(to_browser)
        os.close(from_browser)
        self._received = b""
        self._count = 0
        self._session: str | None = None

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._commands)
        os.close(self._answers)

    def open(self, address: str) -> None:
        """Shows a page in a new tab."""
        target = self._do("Target.createTarget", url=address)["targetId"]
        self._session = self._do("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def ask(self, expression: str) -> Any:
        """What a piece of JavaScript comes to in the page; None between two pages, of which one leads to the other."""
        answer = self._ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "Cannot find default execution context" in answer.get("error", {}).get("message", ""):
            return None
        return self._result("Runtime.evaluate", answer)["result"].get("value")

    def click(self, x: int, y: int, times: int = 1) -> None:
        """Clicks into the page, in pixels from its upper left corner."""
        self._do("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for count in range(1, times + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self._do("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=count)

    def type(self, text: str) -> None:
        """Types characters that are on an American keyboard."""
        for letter in text:
            self._key(letter, ord(letter.upper()), letter)

    def press(self, key: str) -> None:
        """Presses a key that types nothing, named as on the X display."""
        name, code = _KEYS[key]
        self._key(name, code, "\r" if key == "Return" else "")

    def save_picture(self, path: Path) -> None:
        """Keeps what the page shows as PNG."""
        path.write_bytes(base64.b64decode(self._do("Page.captureScreenshot")["data"]))

    def _key(self, name: str, code: int, text: str) -> None:
        for kind in ("keyDown", "keyUp"):
            typed = {"text": text} if kind == "keyDown" and text else {}
            self._do("Input.dispatchKeyEvent", type=kind, key=name, windowsVirtualKeyCode=code, **typed)

    def _do(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Has the browser do something, and returns its result."""
        return self._result(method, self._ask(method, **parameters))

    @staticmethod
    def _result(method: str, answer: dict[str, Any]) -> dict[str, Any]:
        assert "result" in answer, f"{method}: {answer}"
        result: dict[str, Any] = answer["result"]
        return result

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Has the browser do something, and returns its answer, which may be an error."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while (answer := self._receive()).get("id") != self._count:
            pass  # events
        return answer

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._received:
            assert select.select([self._answers], [], [], PATIENCE)[0], f"Chromium says nothing for {PATIENCE:g} s"
            more = os.read(self._answers, 1 << 16)
            assert more, f"Chromium ended with status {self._process.wait()}"
            self._received += more
        message, _, self._received = self._received.partition(b"\0")
        parsed: dict[str, Any] = json.loads(message)
        return parsed
