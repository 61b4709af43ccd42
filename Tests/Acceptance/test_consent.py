"""A document connects to the server that its file names only when the user has allowed that."""

import os
import pty
import shutil
import socket
import sqlite3
import ssl
import subprocess
import tempfile
import threading
import unittest
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from support import command
from support.cards import CardsWindow
from support.database import message
from support.sheet import Sheet, VacantWindow
from support.waiting import wait_until
from test_sharing import read_all
from test_sharing_sheets import SheetsCase, choose

QUESTION = "Connect to the Server?"


STRANGER = """
import socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1] + "/.s.PGSQL.5432")
listener.listen()
with open(sys.argv[1] + "/heard", "wb", buffering=0) as heard:
    while True:
        client, _ = listener.accept()
        with client:
            heard.write(client.recv(10_000))
            try:
                client.sendall(bytes([82, 0, 0, 0, 8, 0, 0, 0, 3]))
                while said := client.recv(10_000):
                    heard.write(said)
            except OSError:
                pass
"""


class Listener:
    """A server that anybody could have put up: it notes what it is sent, and wants the password in clear text."""

    def __init__(self, wrap: Callable[[socket.socket], socket.socket] | None = None) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.connections = 0
        self.heard: list[bytes] = []
        self.wrap = wrap
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        """Talks to one after another."""
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            with client:
                try:
                    self.talk(client)
                except OSError:
                    pass  # the other side has had enough

    def talk(self, client: socket.socket) -> None:
        """Asks for a password, and listens until the other side hangs up."""
        if self.wrap:
            client.recv(8)
            client.sendall(b"S")
            client = self.wrap(client)
        self.heard.append(client.recv(10_000))
        client.sendall(message(b"R", (3).to_bytes(4, "big")))
        while said := client.recv(10_000):
            self.heard.append(said)

    def close(self) -> None:
        """Listens no more."""
        self.listener.close()


class Consent(SheetsCase):
    """Documents of others, and addresses that others have given."""

    def setUp(self) -> None:
        """Shares the document, and makes a copy of its file, as it comes by mail."""
        super().setUp()
        self.done("share", self.mine, self.address)
        self.mailed = self.home.directory / "mailed.kiroku"
        shutil.copyfile(self.mine, self.mailed)

    def edit_elsewhere(self) -> None:
        """An edit waits in the document that came by mail, and another installation has made it."""
        self.changed(self.mailed, "Place\tVisits\nHimeji\t66\n", "--key", "Place")
        keys = list(self.home.directory.rglob("kiroku/seal"))
        self.assertEqual(len(keys), 1)
        keys[0].unlink()

    def test_edits_of_others(self) -> None:
        """What others have edited in the file is asked about before it is sent with the user's rights."""
        self.edit_elsewhere()
        window = self.open(self.mailed)
        sheet = Sheet(window, QUESTION)
        sheet.wait_for_text("1 edit made elsewhere has not been sent.")
        sheet.leave_by("Connect")
        window.enter(1, 1, "7")
        wait_until("the own edit is sent", lambda: self.sql('SELECT max("Visits") FROM "Sights"') == "7")
        window.wait_for_subtitle("3 records · 1 to send")
        window.press("Edits Made Elsewhere…")
        sheet = Sheet(window, "Edits Made Elsewhere")
        text = sheet.control("text", "Edits Made Elsewhere")
        wait_until("it is listed", lambda: "Record 1, “Visits”: “3” → “66”" in text.text)
        sheet.leave_by("Decide Later")
        self.assertEqual(self.sql('SELECT max("Visits") FROM "Sights"'), "7")
        window.press("Edits Made Elsewhere…")
        Sheet(window, "Edits Made Elsewhere").leave_by("Send with My Permissions")
        wait_until("it is sent", lambda: self.sql('SELECT max("Visits") FROM "Sights"') == "66")
        window.wait_for_subtitle("3 records · Saved for all")

    def test_discarding(self) -> None:
        """What is not wanted is not made, is listed as a conflict, and never sent."""
        self.edit_elsewhere()
        window = self.open(self.mailed)
        Sheet(window, QUESTION).leave_by("Connect")
        window.press("Edits Made Elsewhere…")
        Sheet(window, "Edits Made Elsewhere").leave_by("Discard")
        window.wait_for_rows([["Himeji", "3"], ["Kinkaku-ji", "5"], ["奈良", ""]])
        wait_until("it is a conflict", lambda: window.subtitle == "3 records · Saved for all · 1 conflict")
        window.press("Resolve Conflicts…")
        sheet = Sheet(window, "Conflicting Edits")
        sheet.wait_for_text("Not sent: “66”")
        sheet.leave_by("Close")
        self.assertEqual(self.sql('SELECT max("Visits") FROM "Sights"'), "5")

    def test_edits_of_others_by_command(self) -> None:
        """The command leaves them waiting, says so, and sends them if that is asked for."""
        self.edit_elsewhere()
        answer = self.kiroku("sync", self.mailed, "--allow-connection")
        self.assertEqual((answer.status, answer.text), (1, "mailed.kiroku: 0 sent, 0 received, 1 waiting\n"))
        self.assertIn("1 edit made elsewhere has not been sent", answer.errors)
        self.assertEqual(self.done("sync", self.mailed, "--send-others"), "mailed.kiroku: 1 sent, 0 received\n")
        self.assertEqual(self.sql('SELECT max("Visits") FROM "Sights"'), "66")

    def lead_to(self, path: Path, address: str) -> None:
        """Writes another address into a document, as a stranger can."""
        with closing(sqlite3.connect(path)) as document, document:
            document.execute("UPDATE properties SET value = json_set(value, '$.address', ?) WHERE name = 'shared'", [address])

    def connections(self) -> int:
        """How many connections of Kiroku the server has."""
        return int(self.sql("SELECT count(*) FROM pg_stat_activity WHERE datname = 'sharing' AND application_name = 'kiroku'"))

    def test_window(self) -> None:
        """It is asked when the document is opened, and works offline until then; the answer is remembered, and can be taken back."""
        window = self.open(self.mailed)
        sheet = Sheet(window, QUESTION)
        sheet.wait_for_text(f"{self.server.socket}:{self.server.port} as kiroku")
        sheet.keyboard.press("Return")
        sheet.wait_until_gone()
        wait_until("it is offline", lambda: "3 records · Offline since " in window.subtitle)
        window.enter(0, 1, "30")
        wait_until("an edit waits", lambda: window.subtitle.endswith(", 1 to send"))
        self.assertEqual(self.connections(), 0)
        for key in ("alt+n", "alt+c"):
            window.press("Connect…")
            sheet = Sheet(window, QUESTION)
            sheet.wait_until_still()
            sheet.keyboard.press(key)
            sheet.wait_until_gone()
        window.wait_for_subtitle("3 records · Saved for all")
        wait_until("the edit is on the server", lambda: self.sql('SELECT max("Visits") FROM "Sights"') == "30")
        window.program.quit()

        window = self.open(self.mailed)
        window.wait_for_subtitle("3 records · Saved for all")
        choose(window, "Connection…")
        sheet = Sheet(window, "Connection to the Server")
        sheet.wait_for_text(f"{self.server.socket}:{self.server.port} as kiroku")
        sheet.leave_by("Keep Connecting")
        choose(window, "Connection…")
        Sheet(window, "Connection to the Server").leave_by("Stop Connecting")
        wait_until("it is offline", lambda: "3 records · Offline since " in window.subtitle)
        wait_until("nothing is connected", lambda: self.connections() == 0)
        window.program.quit()
        window = self.open(self.mailed)
        Sheet(window, QUESTION).leave_by("Connect")
        window.wait_for_subtitle("3 records · Saved for all")

    def test_stranger(self) -> None:
        """Another server in the file gets no connection, and after the question no password that it could read."""
        stranger = Listener()
        self.addCleanup(stranger.close)
        passwords = Path(self.write("passwords", "*:*:*:me:right-secret\n"))
        passwords.chmod(0o600)
        self.home.environment["PGPASSFILE"] = str(passwords)
        self.lead_to(self.mine, f"postgresql://me@127.0.0.1:{stranger.port}/d?hostaddr=127.0.0.1&sslmode=require"
                     "&sslrootcert=/nonexistent&table=Sights")
        answer = self.kiroku("sync", self.mine)
        self.assertEqual((answer.status, answer.output), (2, b""))
        self.assertIn("which you have not allowed yet", answer.errors)
        self.assertIn("Connection: not allowed yet", " ".join(self.done("info", self.mine).split()))
        window = self.open(self.mine)
        sheet = Sheet(window, QUESTION)
        sheet.wait_for_text("hostaddr, sslmode, sslrootcert, which are not used")
        sheet.leave_by("Not Now")
        window.program.quit()
        self.assertEqual(stranger.connections, 0)
        self.assertEqual(self.kiroku("sync", self.mine, "--allow-connection").status, 2)
        self.assertGreater(stranger.connections, 0)
        self.assertFalse([said for said in stranger.heard if b"secret" in said], stranger.heard)

    def test_clear_text(self) -> None:
        """A password in clear text goes to a server with a certificate for its name alone, even if the user has entered the address."""
        certificate, key = self.home.directory / "server.crt", self.home.directory / "server.key"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost", "-out", certificate, "-keyout", key],
                       check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.home.environment["PGPASSWORD"] = "right-secret"
        for host, mode, is_told in [("127.0.0.1", "verify-ca", False), ("localhost", "require", False),
                                    ("localhost", "verify-full", True)]:
            server = Listener(lambda client: context.wrap_socket(client, server_side=True))
            self.addCleanup(server.close)
            answer = self.kiroku("info", f"postgresql://me@{host}:{server.port}/d?sslmode={mode}&sslrootcert={certificate}&table=t")
            self.assertEqual(answer.status, 1)
            self.assertEqual(any(b"right-secret" in said for said in server.heard), is_told, (host, mode, server.heard))
            if not is_told:
                self.assertIn("its identity is not verified, so no password was sent", answer.errors)

    @unittest.skipUnless(os.geteuid() == 0, "takes root, to listen as another user")
    def test_socket_of_another_user(self) -> None:
        """A program of another user that listens on this computer gets no password."""
        # Where the other user can get to, other than to the folders of this test.
        heard = Path(tempfile.mkdtemp(prefix="kiroku-test-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, heard)
        heard.chmod(0o777)
        listening = subprocess.Popen(["/usr/bin/python3", "-c", STRANGER, heard], user="nobody", group="nogroup", extra_groups=[])
        self.addCleanup(listening.wait)
        self.addCleanup(listening.kill)
        wait_until("it listens", (heard / ".s.PGSQL.5432").exists)
        self.home.environment["PGPASSWORD"] = "right-secret"
        answer = self.kiroku("info", f"postgresql://me@/d?host={heard}&table=t")
        self.assertEqual(answer.status, 1)
        self.assertIn("belongs to another user, so no password was sent", answer.errors)
        self.assertNotIn(b"secret", (heard / "heard").read_bytes())

    def test_commands(self) -> None:
        """A command does not connect by itself; an option, or an answer at a terminal, allows it from then on."""
        answer = self.kiroku("sync", self.mailed)
        self.assertEqual((answer.status, answer.output), (2, b""))
        self.assertIn("kiroku sync --allow-connection", answer.errors)
        for text, status, said in [("n\n", 2, "which you have not allowed yet"), ("y\n", 0, "0 sent, 0 received")]:
            screen, terminal = pty.openpty()
            process = command.start(self.home, "sync", self.mailed, stdin=terminal, stdout=terminal, stderr=terminal)
            os.write(screen, text.encode())
            self.assertEqual(process.wait(), status)
            os.close(terminal)
            told = read_all(screen)
            self.assertIn("Connect? [y/N]", told)
            self.assertIn(said, told)
        self.assertEqual(self.done("sync", self.mailed), "mailed.kiroku: 0 sent, 0 received\n")
        other = self.home.directory / "other.kiroku"
        shutil.copyfile(self.mailed, other)
        self.assertEqual(self.kiroku("sync", other).status, 2)
        self.assertEqual(self.done("sync", other, "--allow-connection"), "other.kiroku: 0 sent, 0 received\n")
        self.assertEqual(self.done("sync", other), "other.kiroku: 0 sent, 0 received\n")

    def test_address_from_outside(self) -> None:
        """An address with which the program is started, or which another one sends, is only filled in."""
        stranger = Listener()
        self.addCleanup(stranger.close)
        program = self.start(f"postgresql://me@127.0.0.1:{stranger.port}/d?sslmode=require&table=Sights")
        sheet = Sheet(VacantWindow(program), "Open from a Server")
        sheet.wait_for_text("Connect only if you trust the server. sslmode is not used")
        self.assertEqual(sheet.control("text", "Server").text, f"127.0.0.1:{stranger.port}")
        sheet.leave_by("Cancel")
        self.assertEqual(stranger.connections, 0)
