"""The program as it is installed, away from its sources."""

import os
import subprocess
from pathlib import Path

from support.cards import CardsWindow
from support.program import executable
from support.testcase import AcceptanceTest
from support.waiting import PATIENCE

_PROJECT = Path(__file__).resolve().parents[2]
_ID = "io.github.kiroku.Kiroku"


class Installed(AcceptanceTest):
    """What make install does, in a prefix of its own."""

    def tool(self, action: str, prefix: Path, destination: str = "") -> None:
        """Installs or uninstalls."""
        done = subprocess.run([_PROJECT / "Tools/install", action, prefix, destination], capture_output=True, text=True,
                              timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)

    def files(self, folder: Path) -> set[str]:
        """All files and folders below one."""
        return {str(path.relative_to(folder)) for path in folder.rglob("*")}

    def test_uninstall_leaves_nothing(self) -> None:
        """What was there before is there afterwards, and nothing else."""
        prefix = self.home.directory / "prefix"
        (prefix / "share/man").mkdir(parents=True)
        (prefix / "share/man/other.1").write_text("")
        before = self.files(prefix)
        for _ in range(2):
            self.tool("install", prefix)
        self.assertIn(f"share/applications/{_ID}.desktop", self.files(prefix))
        self.tool("uninstall", prefix)
        self.assertEqual(self.files(prefix), before)

    def test_staged(self) -> None:
        """With DESTDIR, files say where they will be, and lie elsewhere."""
        staged = self.home.directory / "staged"
        self.tool("install", Path("/opt/cards"), str(staged))
        service = staged / f"opt/cards/share/dbus-1/services/{_ID}.service"
        self.assertIn("Exec=/opt/cards/bin/kiroku --gapplication-service", service.read_text())
        self.assertTrue(os.access(staged / "opt/cards/bin/kiroku", os.X_OK))
        self.tool("uninstall", Path("/opt/cards"), str(staged))
        self.assertEqual([name for name in self.files(staged) if not (staged / name).is_dir()], [])

    def test_runs_from_there(self) -> None:
        """The installed program finds its own sample, and its documents have a type."""
        prefix = self.home.directory / "prefix"
        self.tool("install", prefix)
        os.environ["KIROKU_PROGRAM"], program = str(prefix / "bin/kiroku"), executable()
        self.addCleanup(os.environ.__setitem__, "KIROKU_PROGRAM", str(program))
        window = CardsWindow(self.start(), "Sights of Japan")
        window.wait_until_saved(15)
        told = subprocess.run(["gio", "info", "-a", "standard::content-type", window.document.path], check=True,
                              capture_output=True, text=True, timeout=PATIENCE,
                              env=os.environ | {"XDG_DATA_DIRS": f"{prefix}/share:/usr/share"})
        self.assertIn("application/x-kiroku", told.stdout)
