"""The window in a browser, where there is no display."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import unittest
import urllib.request
from http.cookiejar import CookieJar
from collections.abc import Iterator
from pathlib import Path

from gi.repository import Gio
from support import browser
from support.cards import CardsWindow
from support.complaints import FILE_CHOOSER
from support.program import Home, Program, executable
from support.testcase import AcceptanceTest
from support.waiting import PATIENCE, wait_until

_PROJECT = Path(__file__).resolve().parents[2]
_ADDRESS = re.compile(r"Open (http://127\.0\.0\.1:(\d+)/\?key=[0-9a-f]{64}) in a browser to use Kiroku\.$", re.M)


class InBrowser(Program):
    """A process of Kiroku whose windows are in a browser."""

    def __init__(self, home: Home, *arguments: Path | str) -> None:
        super().__init__(home, ["--browser", *arguments])
        self.address, self.port = self._wait_for_address()
        self.server = server_below(self.process.pid)

    def _wait_for_address(self) -> tuple[str, int]:
        def look() -> re.Match[str] | None:
            assert self.is_running, f"{self.ending}\n{self.log}"
            return _ADDRESS.search(self.log)

        found = wait_until("the address", look, describe=lambda: self.log)
        return found[1], int(found[2])

    def quit(self) -> None:
        """Quits it as the menu does, and waits until it has ended."""
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        name = "io.github.kiroku.Kiroku.Browser"
        Gio.DBusActionGroup.get(bus, name, "/" + name.replace(".", "/")).activate_action("quit")
        bus.flush_sync()
        self.wait_for_end()


def server_below(process: int) -> int:
    """The broadwayd that a process has started."""
    children = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(FileNotFoundError):  # the thread has ended
            children += [int(word) for word in path.read_text().split()]
    servers = [child for child in children if Path(f"/proc/{child}/comm").read_text() == "broadwayd\n"]
    assert len(servers) == 1, f"process {process} has {len(servers)} of them"
    return servers[0]


def has_ended(process: int) -> bool:
    """Whether a process is gone, or waits for nothing but being taken note of."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return True


def listening_at(process: int) -> list[str]:
    """The addresses of the network at which a process listens, as the kernel writes them: "0100007F:1F95"."""
    sockets = set()
    for path in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # it has been closed
            sockets.add(os.readlink(path).removeprefix("socket:[").removesuffix("]"))
    rows = [row.split() for table in ("tcp", "tcp6")
            for row in Path(f"/proc/{process}/net/{table}").read_text().splitlines()[1:]]
    return [row[1] for row in rows if row[3] == "0A" and row[9] in sockets]


def page_at(address: str) -> bytes:
    """The page that a browser shows which opens the address: the first one only leads on to it, with a cookie."""
    browser_like = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with browser_like.open(address, timeout=PATIENCE) as first:
        assert b'content="0; url=/"' in first.read(), "the first page leads elsewhere"
    with browser_like.open(address.partition("?")[0], timeout=PATIENCE) as page:
        return bytes(page.read())


def take_port(server: socket.socket) -> int:
    """Has a socket listen at the port that Kiroku would take now."""
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    for port in range(8085, 8105):
        try:
            server.bind(("127.0.0.1", port))
            server.listen()
        except OSError:
            continue
        return port
    raise AssertionError("all ports are taken")


class BrowserTest(AcceptanceTest):
    """A machine without a display."""

    def setUp(self) -> None:
        """Takes the display away."""
        super().setUp()
        del self.home.environment["DISPLAY"]

    def start(self, *files: Path | str) -> InBrowser:
        """Starts Kiroku for a browser."""
        program = InBrowser(self.home, *files)
        self.programs.append(program)
        return program

    def words(self) -> Path:
        """A text file."""
        return self.write("words.tsv", "Word\tNumber\none\t1\ntwo\t2\n")


class Serving(BrowserTest):
    """That it is there, for this machine alone, and gone with the program."""

    def test_page_and_window(self) -> None:
        """It answers at 127.0.0.1 and nowhere else, says so, and has its window; it ends with the program."""
        program = self.start(self.words())
        self.assertIn(b"broadway.js", page_at(program.address))
        self.assertEqual(listening_at(program.process.pid), [f"0100007F:{program.port:04X}"])
        self.assertEqual(listening_at(program.server), [])
        self.assertIn("There is no display.", program.log)
        self.assertIn(f"ssh -L {program.port}:127.0.0.1:{program.port} HOST\n", program.log)
        CardsWindow(program, "words").wait_until_saved(2)
        program.quit()
        wait_until("broadwayd has ended", lambda: has_ended(program.server))

    def test_killed(self) -> None:
        """broadwayd ends with a program that is killed, too."""
        program = self.start(self.words())
        program.kill()
        wait_until("broadwayd has ended", lambda: has_ended(program.server))

    def test_make_run_and_ctrl_c(self) -> None:
        """`make run` starts it, and Ctrl+C in the terminal ends all of it."""
        log = self.home.directory / "make.log"
        done = [f"--assume-old={step}" for step in ("toolchain", "packages-run", "program")]
        make = ["make", "--no-print-directory", *done, f"PROGRAM={executable()}", f"ARGS={self.words()}", "run"]
        with log.open("wb") as output:
            process = subprocess.Popen(make, cwd=_PROJECT, env=self.home.environment, stdin=subprocess.DEVNULL,
                                       stdout=output, stderr=output, start_new_session=True)
        try:
            address = wait_until("the address", lambda: _ADDRESS.search(log.read_text()), describe=log.read_text)
            self.assertIn(b"broadway.js", page_at(address[1]))
            group = [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/stat")
                     if path.read_text().rpartition(")")[2].split()[2] == str(process.pid)]
            server = next(server_below(member) for member in group
                          if Path(f"/proc/{member}/exe").resolve() == executable("kiroku-window").resolve())
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(PATIENCE)
        wait_until("broadwayd has ended", lambda: has_ended(server))

    def test_port_in_use(self) -> None:
        """What has the port is left alone, and another one is found."""
        with socket.socket() as other:
            taken = take_port(other)
            self.assertNotEqual(self.start(self.words()).port, taken)

    def test_several_at_once(self) -> None:
        """Without a session bus none knows of the others, and each finds a port of its own."""
        del self.home.environment["DBUS_SESSION_BUS_ADDRESS"]
        arguments = [executable(), "--browser", self.words()]
        logs = [self.home.directory / f"{number}.log" for number in range(3)]
        started = []
        for log in logs:
            with log.open("wb") as output:
                started.append(subprocess.Popen(arguments, env=self.home.environment, stdout=output, stderr=output))
        try:
            found = [wait_until("the address", lambda: _ADDRESS.search(log.read_text()), describe=log.read_text)
                     for log in logs]
            self.assertEqual(len({match[2] for match in found}), 3)
            servers = [server_below(process.pid) for process in started]
        finally:
            for process in started:
                process.kill()
                process.wait(PATIENCE)
        wait_until("all have ended", lambda: all(has_ended(server) for server in servers))

    def test_a_second_start(self) -> None:
        """The file goes to the program that is there, and its address is told again."""
        program = self.start(self.words())
        CardsWindow(program, "words").wait_until_saved(2)
        other = self.write("other.tsv", "Word\nother\n")
        arguments = [executable(), "--browser", other]
        done = subprocess.run(
            arguments, env=self.home.environment, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(program.address, done.stdout)
        CardsWindow(program, "other").wait_for_rows([["other"]])

    def test_without_broadwayd(self) -> None:
        """One sentence says what to install."""
        environment = self.home.environment | {"PATH": "/nonexistent"}
        arguments = [executable(), "--browser"]
        done = subprocess.run(arguments, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1))
        self.assertIn("libgtk-3-bin", done.stderr)

    def test_desktop_and_its_windows(self) -> None:
        """That a window fills the page is not remembered for the desktop."""
        program = self.start(self.words())
        window = CardsWindow(program, "words")
        window.wait_until_saved(2)
        program.quit()
        remembered = (self.home.directory / ".local/state/kiroku/windows.plist").read_text()
        self.assertRegex(remembered, r"<key>maximized</key>\s*<false/>")


class Guarding(BrowserTest):
    """That nobody gets the windows but who has opened the address."""

    def setUp(self) -> None:
        """Starts the program."""
        super().setUp()
        self.program = self.start(self.words())
        self.host = f"127.0.0.1:{self.program.port}"

    def ask(self, path: str, cookie: str = "", **fields: str) -> tuple[int, str, bytes]:
        """What is answered to a request: number, head and the rest; of a line that stays open, what comes first."""
        lines = {"Host": self.host} | {name.replace("_", "-"): value for name, value in fields.items()}
        if cookie:
            lines["Cookie"] = cookie
        head = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items()), "", ""]
        with socket.create_connection(("127.0.0.1", self.program.port), PATIENCE) as line:
            line.sendall("\r\n".join(head).encode())
            answer = b""
            while b"\r\n\r\n" not in answer or not answer.startswith(b"HTTP/1.1 101"):
                part = line.recv(1 << 16)
                if not part:
                    break
                answer += part
        told, _, rest = answer.partition(b"\r\n\r\n")
        return int(told.split()[1]), told.decode(), rest

    def line(self, cookie: str, origin: str, **fields: str) -> int:
        """What is answered to a page that asks for the pictures and keys."""
        asked = {"Origin": origin, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                 "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "broadway"}
        return self.ask("/socket", cookie, **asked | fields)[0]

    def cookie(self) -> str:
        """The cookie that the address brings."""
        status, head, _ = self.ask("/?" + self.program.address.partition("?")[2])
        self.assertEqual(status, 200)
        found = re.search(r"^Set-Cookie: (\S+); Path=/; HttpOnly; SameSite=Strict\r?$", head, re.M)
        assert found, head
        return found[1]

    def test_without_the_key(self) -> None:
        """Nothing is there without the key, or with another one, and a sentence says what to open."""
        key = self.program.address.partition("key=")[2]
        for path in ("/", "/client.html", "/broadway.js", "/socket", "/?key=", f"/?key={key[:-1]}",
                     f"/?key={key[:-1]}{'0' if key[-1] != '0' else '1'}"):
            with self.subTest(path):
                status, _, text = self.ask(path)
                self.assertEqual(status, 403)
                self.assertIn(b"Open the address that Kiroku has printed in the terminal.", text)
        self.assertEqual(self.line("", f"http://{self.host}"), 403)
        self.assertEqual(self.line(f"kiroku-{self.program.port}=0", f"http://{self.host}"), 403)

    def test_other_pages(self) -> None:
        """A page from elsewhere gets no line, even with the browser's cookie, nor does one whose name leads here."""
        cookie = self.cookie()
        self.assertEqual(self.line(cookie, f"http://{self.host}"), 101)
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1", f"https://{self.host}",
                       f"http://localhost:{self.program.port}"):
            with self.subTest(origin):
                self.assertEqual(self.line(cookie, origin), 403)
        name = f"evil.example:{self.program.port}"
        self.assertEqual(self.line(cookie, f"http://{name}", Host=name), 403)
        self.assertEqual(self.ask("/", cookie, Host=name)[0], 403)

    def test_the_page(self) -> None:
        """With the cookie, page and line are there, also by another name of the machine and through another port."""
        cookie = self.cookie()
        for path in ("/", "/client.html", "/broadway.js"):
            status, head, _ = self.ask(path, cookie)
            self.assertEqual((status, "X-Frame-Options: DENY" in head), (200, True))
        self.assertEqual(self.ask("/else", cookie)[0], 404)
        self.assertEqual(self.line(cookie, "http://localhost:9000", Host="localhost:9000"), 101)

    def test_rubbish(self) -> None:
        """What is no request is refused, however long it is, and the program goes on."""
        for request in (b"\r\n\r\n", b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                        b"GET / HTTP/1.1\nHost: 127.0.0.1\n\n\r\n\r\n",
                        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", self.program.port), PATIENCE) as line:
                line.sendall(request)
                self.assertIn(b"HTTP/1.1 400", line.recv(1 << 16))
        with socket.create_connection(("127.0.0.1", self.program.port), PATIENCE) as line, contextlib.suppress(OSError):
            line.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * (1 << 20))
            self.assertEqual(line.recv(1 << 16), b"")
        self.assertIn(b"broadway.js", page_at(self.program.address))


@unittest.skipUnless(browser.PROGRAM, "Debian's chromium is not installed")
class Typing(BrowserTest):
    """What a person does in the page."""

    @contextlib.contextmanager
    def page(self) -> Iterator[tuple[InBrowser, CardsWindow, browser.Browser]]:
        """A browser whose page is filled by a window with the text file."""
        program = self.start(self.words())
        window = CardsWindow(program, "words")
        window.wait_until_saved(2)
        with browser.Browser(self.home.directory) as page:
            page.open(program.address)
            width = wait_until("the page", lambda: page.ask("document.querySelector('img, canvas') && innerWidth"))
            wait_until("the window fills the page", lambda: window.window.width == width, describe=window.screen.dump)
            yield program, window, page

    def test_edit_a_cell(self) -> None:
        """A text typed into a cell through the page is in the document."""
        with self.page() as (_, window, page):
            page.click(*window.cell(1, 0).centre)
            window.wait_for_cursor(1, 0)
            page.type("zwei 2")
            window.wait_for_typed("Word", "zwei 2")
            page.press("Return")
            window.wait_for_cell(1, 0, "zwei 2")
        window.wait_until_saved(2)
        self.assertEqual(window.document.column("Word"), ["one", "zwei 2"])

    def test_choose_a_file(self) -> None:
        """GTK's dialog for files fits into the page, and Esc leads back to the grid."""
        with self.page() as (program, window, page):
            program.known_complaints += FILE_CHOOSER
            page.click(*window.button("Open").centre)
            dialog = program.screen.window("Open")
            width, height = page.ask("[innerWidth, innerHeight]")
            wait_until("the dialog fits", lambda: 0 < dialog.height <= height and 0 < dialog.width <= width)
            page.press("Escape")
            wait_until("it is gone", lambda: len(program.screen.windows()) == 1)
            wait_until("the grid has the keys", lambda: "active" in window.window.states)
