"""PostgreSQL servers of the tests' own: a real one, and one that does not behave."""

import atexit
import functools
import json
import socket
import struct
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from .waiting import PATIENCE

_PROGRAM = Path(__file__).resolve().parents[2] / "Server/private-server"


@dataclass
class Server:
    """A real server; see `Tests/Server/private-server`."""

    folder: Path
    socket: Path
    port: int
    programs: Path

    def address(self, table: str = "", user: str = "kiroku", **more: str) -> str:
        """The address of a table, through the socket."""
        parameters = {"host": str(self.socket), "port": str(self.port), "user": user, "table": table} | more
        return "postgresql:///postgres?" + "&".join(f"{name}={quote(value)}" for name, value in parameters.items() if value)

    @property
    def psql(self) -> list[str]:
        """The command that carries out statements from its standard input."""
        return [str(self.programs / "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", str(self.socket),
                "-p", str(self.port), "-U", "kiroku", "postgres"]

    def sql(self, text: str) -> str:
        """What `psql` writes for statements."""
        done = subprocess.run(
            self.psql, input=text, capture_output=True, text=True, timeout=PATIENCE, check=True)
        return done.stdout.strip()


@functools.cache
def shared_server() -> Server:
    """The server of this process, with TLS: started when it is wanted first, and ended with the process."""
    process = subprocess.Popen([_PROGRAM, "--tls"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin and process.stdout

    def end() -> None:
        process.stdin.close()
        process.wait(PATIENCE)

    atexit.register(end)
    place = json.loads(process.stdout.readline())
    process.stdout.close()
    return Server(Path(place["folder"]), Path(place["socket"]), place["port"], Path(place["programs"]))


def message(kind: bytes, content: bytes) -> bytes:
    """A message of PostgreSQL's protocol."""
    return kind + struct.pack("!i", len(content) + 4) + content


READY = message(b"Z", b"I")


def error(code: str, text: bytes) -> bytes:
    """What a server answers to what it refuses."""
    return message(b"E", b"SERROR\0VERROR\0C" + code.encode() + b"\0M" + text + b"\0\0")


@contextmanager
def hostile_server(version: str, answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server that lets everybody in, and then answers whatever it is asked as `answer` does; yields an address."""
    with tempfile.TemporaryDirectory(prefix="kiroku-test-") as folder, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"{folder}/.s.PGSQL.5432")
        listener.listen()

        def serve() -> None:
            while True:
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=talk, args=(client,), daemon=True).start()

        def talk(client: socket.socket) -> None:
            with client:
                try:
                    client.recv(10_000)
                    client.sendall(message(b"R", struct.pack("!i", 0)))
                    for name, value in {"server_version": version, "client_encoding": "UTF8"}.items():
                        client.sendall(message(b"S", f"{name}\0{value}\0".encode()))
                    client.sendall(READY)
                    client.recv(10_000)
                    answer(client)
                except OSError:
                    pass  # the other side has had enough

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield f"postgresql:///d?host={quote(folder)}&user=u&table=t"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
