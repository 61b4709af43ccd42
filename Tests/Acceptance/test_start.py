"""Two programs that are one: `kiroku`, which runs commands, and the one with the toolkit, as which it goes on for a window."""

import re
import shutil
import signal
import subprocess
from pathlib import Path

from gi.repository import Gio, GLib
from support import command
from support.cards import CardsWindow
from support.program import Program, executable
from support.testcase import AcceptanceTest
from support.waiting import PATIENCE

_ID = "io.github.kiroku.Kiroku"
_OF_SERVERS = {"libpq.so.5", "libssl.so.3"}
_OF_PASSWORDS = {"libsecret-1.so.0", "libgio-2.0.so.0"}


class Commands(AcceptanceTest):
    """They have no window, and none of what belongs to one."""

    def loaded(self, *arguments: str | Path, status: int = 0) -> set[str]:
        """The libraries that a command loads until its end, as the loader tells them."""
        log = self.home.directory / "loader"
        self.home.environment |= {"LD_DEBUG": "files", "LD_DEBUG_OUTPUT": str(log)}
        answer = command.run(self.home, *arguments)
        self.assertEqual(answer.status, status, answer.errors)
        (told,) = self.home.directory.glob("loader.*")
        names = set(re.findall(r"\bfile=(\S+) \[0\];  generating", told.read_text(errors="replace")))
        told.unlink()
        self.assertIn("libc.so.6", names)
        return names

    def test_without_toolkit(self) -> None:
        """GTK is not even loaded."""
        document = self.home.directory / "words.kiroku"
        text = self.write("words.tsv", "Word\none\ntwo\n")
        for arguments in (["import", text, "--into", document], ["info", document], ["export", document],
                          ["find", document, "Word = one"], ["--version"], ["--help"], ["info", "--help"]):
            with self.subTest(arguments=arguments):
                parts = ("libgtk-", "libgdk-", "libhandy-", "libcairo.", "libpango-")
                self.assertEqual([name for name in self.loaded(*arguments) if name.startswith(parts)], [])


    def test_without_server(self) -> None:
        """What talks to PostgreSQL is loaded by those that are given a server, and what keeps passwords when one is asked for."""
        document = self.home.directory / "words.kiroku"
        text = self.write("words.tsv", "Word\none\ntwo\n")
        for arguments in (["import", text, "--into", document], ["find", document, "Word = one"], ["share", "--help"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.loaded(*arguments) & (_OF_SERVERS | _OF_PASSWORDS), set())
        loaded = self.loaded("info", "postgresql:///x?host=/nowhere&table=x", status=1)
        self.assertEqual(loaded & (_OF_SERVERS | _OF_PASSWORDS), _OF_SERVERS)

    def test_without_library(self) -> None:
        """Where it is missing or broken, one sentence names the package; documents are searched as ever."""
        document = self.home.directory / "words.kiroku"
        command.run(self.home, "import", self.write("words.tsv", "Word\none\ntwo\n"), "--into", document)
        (self.home.directory / "libpq.so.5").write_text("no library")
        self.home.environment["LD_LIBRARY_PATH"] = str(self.home.directory)
        for arguments in (["info", "postgresql:///x?table=x"], ["postgresql:///x?table=x"], ["share", document, "postgresql:///x"]):
            answer = command.run(self.home, *arguments)
            self.assertNotEqual(answer.status, 0)
            self.assertRegex(answer.errors, r"^kiroku: .*To use a server, Kiroku needs the package libpq5, .*libpq\.so\.5.*\n$")
        self.assertEqual(command.run(self.home, "find", document, "Word = one", "--count").text, "1\n")


class Windows(AcceptanceTest):
    """The other program takes over."""

    def check(self, program: Program) -> None:
        """The process that was started is the one that shows the window, and has its name, as for `killall`."""
        self.assertEqual(Path(f"/proc/{program.process.pid}/comm").read_text(), f"{executable().name}\n")
        self.assertEqual(Path(f"/proc/{program.process.pid}/exe").resolve(), executable("kiroku-window").resolve())
        self.assertIn("/libgtk-3.so", Path(f"/proc/{program.process.pid}/maps").read_text())

    def test_without_arguments(self) -> None:
        """The sample is there."""
        program = self.start()
        CardsWindow(program, "Sights of Japan").wait_until_saved(15)
        self.check(program)

    def test_files(self) -> None:
        """Each has its window."""
        program = self.start(*(self.write(f"{name}.tsv", f"Word\n{name}\n") for name in ("one", "two")), "--times=t")
        for name in ("one", "two"):
            CardsWindow(program, name).wait_for_rows([[name]])
        self.check(program)
        program.quit()
        self.assertTrue((self.home.directory / "t").read_text().startswith("start\t"))

    def test_service(self) -> None:
        """The desktop starts it without a window, and then sends it a file."""
        program = self.start("--gapplication-service")
        file = self.write("words.tsv", "Word\none\n")
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        found = GLib.MainLoop()
        watch = Gio.bus_watch_name_on_connection(bus, _ID, Gio.BusNameWatcherFlags.NONE, lambda *_: found.quit(), None)
        GLib.timeout_add(int(PATIENCE * 1000), found.quit)
        found.run()
        Gio.bus_unwatch_name(watch)
        bus.call_sync(_ID, "/" + _ID.replace(".", "/"), "org.freedesktop.Application", "Open",
                      GLib.Variant("(asa{sv})", ([file.as_uri()], {})), None, Gio.DBusCallFlags.NONE, -1)
        CardsWindow(program, "words").wait_for_rows([["one"]])
        self.check(program)


class OtherProgram(AcceptanceTest):
    """What is installed as the program for windows, in place of the real one."""

    def setUp(self) -> None:
        """Installs only what users call."""
        super().setUp()
        self.program = self.home.directory / "prefix/bin/kiroku"
        self.program.parent.mkdir(parents=True)
        shutil.copy(executable(), self.program)
        self.other = self.home.directory / "prefix/libexec/kiroku/kiroku-window"
        self.other.parent.mkdir(parents=True)

    def run_it(self, *arguments: str | bytes, **more: object) -> subprocess.CompletedProcess[bytes]:
        """Runs it to its end."""
        return subprocess.run([self.program, *arguments], env=self.home.environment, capture_output=True,
                              timeout=PATIENCE, check=False, **more)

    def test_all_is_passed_on(self) -> None:
        """Arguments byte by byte, the process, its folder, variables, ignored signals and the exit status."""
        self.other.write_text('#!/bin/sh\ngrep SigIgn /proc/$$/status >&2; pwd; echo "$$ $MARK"; printf "%s|" "$@"; exit 7\n')
        self.other.chmod(0o755)
        folder = self.home.directory / "folder"
        folder.mkdir()
        self.home.environment["MARK"] = "a mark"
        words = [b"--browser", b"--times=t", b"a b", b"\xff\xfe.tsv", b"", b"--", b"-x"]
        ignore = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
        process = subprocess.Popen([self.program, *words], env=self.home.environment, cwd=folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, preexec_fn=ignore)
        output, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(output, b"%s\n%d a mark\n%s" % (
            bytes(folder.resolve()), process.pid, b"".join(word + b"|" for word in words)))
        self.assertTrue(int(errors.split()[1], 16) & 1 << signal.SIGHUP - 1, errors)
        self.assertEqual(process.returncode, 7)

    def test_missing_or_broken(self) -> None:
        """One sentence names the file; commands need it for nothing."""
        for contents, reason in ((None, "No such file or directory"), (b"\x7fELF", "Exec format error")):
            with self.subTest(reason=reason):
                if contents is not None:
                    self.other.write_bytes(contents)
                    self.other.chmod(0o755)
                for arguments in ([], ["a.tsv"], ["--gapplication-service"], ["--browser"]):
                    done = self.run_it(*arguments)
                    self.assertEqual((done.returncode, done.stdout), (1, b""))
                    self.assertEqual(
                        done.stderr.decode(), f"kiroku: The window cannot be opened, because the program “{self.other}” "
                        f"cannot be started: {reason}. Install Kiroku again.\n")
                self.assertEqual(self.run_it("--version").returncode, 0)
