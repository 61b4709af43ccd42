"""Files that a killed run has not finished."""

import signal
import subprocess
from pathlib import Path

from support.command import start
from support.document import Document
from support.testcase import AcceptanceTest
from support.waiting import PATIENCE, wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"
COUNT = 2_000_000
"""So many records take seconds to write: enough to stop who does it, also where a busy machine lets the test wait."""


def many() -> str:
    """A text of so many records."""
    return "Number\tWord\n" + "".join(f"{number}\tword {number}\n" for number in range(COUNT))


def hidden(folder: Path) -> list[str]:
    """What is not finished in a folder."""
    return [path.name for path in folder.glob(".kiroku-*")]


class Leftovers(AcceptanceTest):
    """They are cleared away as soon as that is safe."""

    def test_killed_import(self) -> None:
        """A text that was being made a document: the next start leaves the folder clean."""
        program = self.start(self.write("many.tsv", many()))
        wait_until("the document is being made", lambda: hidden(self.home.documents))
        program.kill()
        self.assertTrue(hidden(self.home.documents))
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        wait_until("nothing is left", lambda: not hidden(self.home.documents))

    def test_killed_import_and_deleted_document(self) -> None:
        """What lies beside a document goes when that is opened; the journal of one that is gone goes with it."""
        people = self._document("people.kiroku", PEOPLE)
        folder = people.path.parent
        text = self.write("many.tsv", many())
        killed = self._held(folder, "import", text, "--into", folder / "many.kiroku")
        killed.kill()
        killed.wait()
        self.assertTrue(hidden(folder))
        journal = folder / "gone.kiroku-journal"
        journal.touch()
        window = self.open(people.path)
        window.wait_until_saved(2)
        wait_until("nothing is left", lambda: not hidden(folder) and not journal.exists())
        self.assertFalse((folder / "many.kiroku").exists())

    def test_other_process(self) -> None:
        """What another process is making stays, and is finished."""
        people = self._document("people.kiroku", PEOPLE)
        folder = people.path.parent
        dead = self._held(folder, "import", self.write("many.tsv", many()), "--into", folder / "dead.kiroku")
        [left] = hidden(folder)
        dead.kill()
        dead.wait()
        alive = start(self.home, "import", self.write("many.tsv", many()), "--into", folder / "alive.kiroku")
        making = wait_until("it is being made", lambda: [name for name in hidden(folder) if name != left])
        alive.send_signal(signal.SIGSTOP)
        window = self.open(people.path)
        window.wait_until_saved(2)
        wait_until("the other one is gone", lambda: left not in hidden(folder))
        self.assertEqual(hidden(folder), making)
        alive.send_signal(signal.SIGCONT)
        self.assertEqual(alive.wait(PATIENCE), 0)
        self.assertEqual(Document(folder / "alive.kiroku").count(), COUNT)
        self.assertEqual(hidden(folder), [])

    def _document(self, name: str, text: str) -> Document:
        source = self.write(name + ".tsv", text)
        path = source.parent / name
        self.assertEqual(start(self.home, "import", source, "--into", path).wait(PATIENCE), 0)
        return Document(path)

    def _held(self, folder: Path, *arguments: str | Path) -> subprocess.Popen[bytes]:
        """Starts a command, and stops it while it makes a file in the folder."""
        process = start(self.home, *arguments)
        wait_until("a file is being made", lambda: hidden(folder))
        process.send_signal(signal.SIGSTOP)
        return process
