"""Those who edit a document at the same time, each a process of its own with a log."""

import json
import queue
import random
import signal
import subprocess
import threading
from pathlib import Path

import document
from document import Document
from users import User


class Desk:
    """A `kiroku-desk`, and all that it has told."""

    def __init__(self, program: Path, path: Path, name: str, seed: int, edits: int, user: User,
                 news: "queue.Queue[Desk]", *options: str) -> None:
        self.name = name
        self.events: list[dict] = []
        self.edits = edits
        self.edit_count = 0
        self.is_done = False
        self.shown: Document | None = None
        """What it shows, once it was asked."""
        self.process = subprocess.Popen(
            [*user.command, program, path, name, str(seed), str(edits), *options], text=True,
            env=user.environment(path.parent), stdin=subprocess.PIPE, stdout=subprocess.PIPE, **user.options)
        self._news = news
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            # The last line of one that was killed may be half a line.
            if line.endswith("\n"):
                self._take(json.loads(line))
        self._news.put(self)

    def _take(self, event: dict) -> None:
        match event["event"]:
            case "edit": self.edit_count += 1
            case "done": self.is_done = True
            case "table": self.shown = Document.of_desk(event["table"])
        if event["event"] != "table":
            self.events.append(event)
        self._news.put(self)

    def ask(self, word: str) -> None:
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """Ends it without warning, and returns when all is read that it has told before."""
        self.process.send_signal(signal.SIGKILL)
        self.end()

    def end(self) -> int:
        """Returns its exit status when it has ended."""
        status = self.process.wait()
        self._reader.join()
        self.process.stdin.close()
        self.process.stdout.close()
        return status

    @property
    def has_ended(self) -> bool:
        return not self._reader.is_alive()

class Script:
    """Another program, which changes the document with SQL as `sqlite3` would: once for each call."""

    def __init__(self, path: Path, seed: int) -> None:
        self.name = "sql"
        self.events: list[dict] = []
        self._path = path
        self._random = random.Random(seed)

    def write(self) -> None:
        """Changes a cell, and adds a record or deletes one; notes what that was when it is saved."""
        number = len(self.events) // 2 + 1
        connection = document.connect(self._path, "rw")
        try:
            connection.execute("BEGIN IMMEDIATE")
            before = document.contents(connection)
            self._change_cell(connection, before, f"text sql.{number}")
            chance = self._random.random()
            if chance < 0.3:
                connection.execute("INSERT INTO records(id, f1) VALUES(?, ?)",
                                   (self._random.randrange(1 << 20, 1 << 40), f"record sql.{number}"))
            elif chance < 0.5 and len(before.rows) > 6:
                connection.execute("DELETE FROM records WHERE id = ?", (self._random.choice(before.rows)[0],))
            after = document.contents(connection)
            connection.execute("COMMIT")
        finally:
            connection.close()
        (old, new) = (before.texts(), after.texts())
        cells = [{"record": cell[0], "field": cell[1], "from": old.get(cell), "to": new.get(cell)}
                 for cell in old.keys() | new.keys() if old.get(cell) != new.get(cell)]
        self.events += [{"event": "edit", "number": number, "cells": cells}, {"event": "saved", "number": number}]

    def _change_cell(self, connection, now: Document, text: str) -> None:
        columns = [f"f{number}" for number, in connection.execute("SELECT id FROM fields ORDER BY place")]
        if len(columns) > 1:
            record = self._random.choice(now.rows[:4])[0]
            connection.execute(
                f"UPDATE records SET {self._random.choice(columns[1:])} = ? WHERE id = ?", (text, record))


class Import:
    """A `kiroku import` that adds two records; it tells nothing, and is known by the texts of these."""

    def __init__(self, program: Path, path: Path, number: int, user: User) -> None:
        self.name = f"import {number}"
        self.records = [f"record import {number}.{record}" for record in (1, 2)]
        source = path.with_name(f"import-{number}.tsv")
        source.write_text("\n".join(["Record", *self.records]) + "\n", encoding="utf-8")
        self.process = subprocess.Popen(
            [*user.command, program, "import", source, "--into", path, "--quiet"], stderr=subprocess.PIPE, text=True,
            env=user.environment(path.parent), **user.options)

    def end(self) -> tuple[int, str]:
        """Its exit status, and what it has complained of."""
        _, complaint = self.process.communicate()
        return self.process.returncode, complaint

    def events(self, texts: dict[tuple[int, str], str]) -> list[dict]:
        """Its log, given all cells that anybody has seen."""
        cells = [{"record": record, "field": name, "from": None, "to": value}
                 for (record, name), value in texts.items() if value in self.records]
        events = [{"event": "edit", "number": 1, "cells": cells}]
        return events + [{"event": "saved", "number": 1}] if self.process.returncode == 0 else events
