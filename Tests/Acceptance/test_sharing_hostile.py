"""Shared documents whose server is another one than it was: it does not behave, or does not let anybody in."""

import socket
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from urllib.parse import parse_qs, urlparse

from support import command
from support.database import READY, error, hostile_server, message
from test_sharing import SIGHTS, SharingCase


class HostileSharing(SharingCase):
    """A sentence, memory with a limit, and an edit that still waits."""

    def setUp(self) -> None:
        """Shares the document through a service, so that the file need not be touched to send it elsewhere."""
        super().setUp()
        self.services = self.home.directory / "services"
        self.serve(host=self.server.socket, port=self.server.port, user="kiroku")
        status, said, _ = self.run_kiroku("share", self.mine, "postgresql:///sharing?service=test&table=Sights")
        self.assertEqual(status, 0, said)
        self.changed(self.mine, SIGHTS.replace("奈良", "Nara"))
        self.waiting = self.count()
        self.assertGreater(self.waiting, 0)

    def serve(self, **parameters: object) -> None:
        """Says where the service is."""
        lines = [f"{name}={value}" for name, value in parameters.items()]
        self.services.write_text("\n".join(["[test]", *lines]) + "\n", encoding="utf-8")

    def run_kiroku(self, *arguments: object) -> tuple[int, str, int]:
        """Its exit status, what it said, and the most memory that it took, in megabytes."""
        return command.measured(self.home, *arguments, PGSERVICEFILE=str(self.services))

    def count(self) -> int:
        """How many edits wait."""
        with closing(sqlite3.connect(self.mine)) as connection:
            return connection.execute("SELECT count(*) FROM journal WHERE accepted = 0").fetchone()[0]

    def assert_kept(self, *words: str) -> None:
        """Nothing is sent; one line says why, and nothing else."""
        status, said, memory = self.run_kiroku("sync", self.mine)
        self.assertEqual(status, 2, said)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertFalse(any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in said.rstrip("\n")), repr(said))
        self.assertLess(len(said), 3_000)
        self.assertLess(memory, 400)
        for word in words:
            self.assertIn(word, said)
        self.assertEqual(self.count(), self.waiting)

    def assert_sent(self) -> None:
        """With the real server, everything goes on."""
        self.serve(host=self.server.socket, port=self.server.port, user="kiroku")
        status, said, _ = self.run_kiroku("sync", self.mine)
        self.assertEqual((status, self.count()), (0, 0), said)
        self.assertEqual(self.sql("""SELECT count(*) FROM "Sights" WHERE "Place" = 'Nara'"""), "1")

    def assert_refused(self, version: str, answer: Callable[[socket.socket], None], *words: str) -> None:
        """A server that answers so."""
        with hostile_server(version, answer) as address:
            self.serve(host=parse_qs(urlparse(address).query)["host"][0], port=5432, user="kiroku")
            self.assert_kept(*words)

    def test_answers(self) -> None:
        """Servers that answer anything."""
        def rows(client: socket.socket) -> None:
            client.sendall(message(b"1", b"") + message(b"2", b"") + message(b"T", struct.pack("!h", 0)))
            while True:
                client.sendall(message(b"D", struct.pack("!h", 0)) * 10_000)

        def remarks(client: socket.socket) -> None:
            while True:
                client.sendall(message(b"N", b"SNOTICE\0Mhello\0\0") * 10_000)

        def notifications(client: socket.socket) -> None:
            while True:
                client.sendall(message(b"A", struct.pack("!i", 1) + b"kiroku\0\0") * 10_000)

        text = b"\x1b[2J\x1b]0;x\x07 \xff\xfe \r\n\xe2\x80\xae" + b"very " * 2_000_000
        self.assert_refused("12.5", lambda client: None, "12.5", "13")
        self.assert_refused("15.1", lambda client: client.sendall(error("XX000", text) + READY), "very")
        self.assert_refused("15.1", lambda client: client.sendall(error("42501", text) + READY), "very")
        self.assert_refused("15.1", rows)
        self.assert_refused("15.1", remarks)
        self.assert_refused("15.1", notifications)
        self.assert_refused("15.1", lambda client: client.sendall(b"\xff" * 1_000))
        self.assert_refused("15.1", lambda client: None, "lost")
        self.assert_sent()

    def test_admission(self) -> None:
        """Servers that let nobody in, or are not the right ones."""
        self.sql("""DO $$ BEGIN CREATE ROLE guarded LOGIN PASSWORD 'right-secret';
                    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$""")
        place = {"host": self.server.socket, "port": self.server.port}
        self.serve(**place, user="guarded", password="wrong-secret")
        self.assert_kept("password")
        self.serve(**place, user="nobody_of_this_name")
        self.assert_kept("nobody_of_this_name")
        self.serve(host="localhost", port=self.server.port, user="kiroku")
        self.assert_kept("certificate")
        self.serve(host="localhost", port=self.server.port, user="kiroku", sslrootcert=self.server.folder / "other.crt")
        self.assert_kept("certificate")
        self.serve(host="127.0.0.1", port=self.server.port, user="kiroku", sslrootcert=self.server.folder / "ca.crt")
        self.assert_kept("127.0.0.1")
        self.serve(host="/nowhere", user="kiroku")
        self.assert_kept("/nowhere")
        self.sql("ALTER DATABASE sharing RENAME TO elsewhere", database="postgres")
        try:
            self.serve(**place, user="kiroku")
            self.assert_kept("sharing")
        finally:
            self.sql("ALTER DATABASE elsewhere RENAME TO sharing", database="postgres")
        self.assert_sent()
