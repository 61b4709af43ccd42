"""Documents that an earlier version of Kiroku has made."""

import shutil
from pathlib import Path

from support import command
from support.document import Document
from support.freezable_disk import freezable_disk, frozen
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

FIXTURES = Path(__file__).parents[1] / "KirokuCoreTests/Fixtures/Version1"
CONVERTED = ("The document has been converted for this version of Kiroku. "
             "A backup of the original has been made.")


class Version1(AcceptanceTest):
    """They are opened as they are, and converted with the first edit."""

    def test_first_edit(self) -> None:
        """It converts the document, with its history, and a backup is as it was before."""
        path = self._copy("history")
        before = path.read_bytes()
        window = self.open(path)
        window.wait_for_cell(1, 0, "3")
        self.assertEqual(path.read_bytes(), before)
        window.enter(1, 0, "33")
        window.wait_for_message(CONVERTED)
        self.assertEqual(self._version(path), 3)
        self.assertEqual(Document(path).column("N")[:3], [None, 33, 4])
        [backup] = self._backups()
        self.assertEqual(self._version(backup), 1)
        self.assertEqual(Document(backup).column("N")[:3], [None, 3, 4])
        window.keyboard.press("ctrl+z")
        window.wait_for_cell(1, 0, "3")
        # Once more: the step that the earlier version has kept, which made a field of text one of numbers.
        window.keyboard.press("ctrl+z")
        wait_for_equal("the type of the field", lambda: self._types(path)[1], "string")
        window.program.quit()
        self.assertEqual(self._backups(), [backup])

    def test_cancel(self) -> None:
        """While it takes its time it can be cancelled; nothing is written then, and the edit is saved when it is wanted."""
        path = self._copy("history")
        before = path.read_bytes()
        with freezable_disk(self.home.directory / "disk") as disk:
            self.home.kept.mkdir(parents=True, exist_ok=True)
            (self.home.kept / "backups").symlink_to(disk)
            window = self.open(path)
            window.wait_for_cell(1, 0, "3")
            with frozen(disk):
                window.enter(1, 0, "33")
                window.screen.find("progress bar", "Progress of the conversion", window.window)
                window.press("Cancel")
            window.wait_for_message("“history.kiroku” was made by an earlier version of Kiroku and has not been converted. "
                                    "Your edits are kept here.")
            window.wait_for_cell(1, 0, "33")
            self.assertEqual(path.read_bytes(), before)
            window.press("Try Again")
            window.wait_for_message(CONVERTED)
            self.assertEqual(Document(path).column("N")[:3], [None, 33, 4])
            window.program.quit()

    def test_commands(self) -> None:
        """`info` tells that it will be converted; `import` does so, after a backup, and says where that is."""
        path = self._copy("history")
        before = path.read_bytes()
        told = command.run(self.home, "info", path)
        self.assertIn("earlier version", told.text)
        self.assertEqual(path.read_bytes(), before)
        answer = command.run(self.home, "import", self.write("more.tsv", "N\tS\n8\t9\n"), "--into", path)
        self.assertEqual(answer.status, 0)
        [backup] = self._backups()
        self.assertIn(f"“history.kiroku” has been converted for this version of Kiroku. "
                      f"The original is kept as a backup: {backup}\n", answer.errors)
        self.assertEqual((self._version(path), self._version(backup)), (3, 1))
        self.assertEqual(Document(path).column("N"), Document(backup).column("N") + [8])
        self.assertNotIn("earlier version", command.run(self.home, "info", path).text)

    def _copy(self, name: str) -> Path:
        path = self.home.directory / f"{name}.kiroku"
        shutil.copy(FIXTURES / path.name, path)
        return path

    def _version(self, path: Path) -> int:
        return Document(path).query("PRAGMA user_version")[0]["user_version"]

    def _types(self, path: Path) -> list[str]:
        return [row["type"] for row in Document(path).query("SELECT type FROM fields ORDER BY place")]

    def _backups(self) -> list[Path]:
        return list((self.home.kept / "backups").glob("*/*.kiroku"))
