"""What becomes of .build in a tree that was copied or moved."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "Tools/renew-build"


class Renewing(unittest.TestCase):
    """A tree with the tool, and something that was built."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="kiroku-tree-")
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name).resolve()
        self.tree = self.folder / "one"
        (self.tree / "Tools").mkdir(parents=True)
        shutil.copy(TOOL, self.tree / "Tools")

    def renew(self, tree):
        """Runs the tool in a tree; returns what it says."""
        return subprocess.run([tree / "Tools/renew-build"], check=True, capture_output=True, text=True).stdout

    def build(self, tree):
        """Has something built in a tree; returns its file."""
        built = tree / ".build/debug/kiroku"
        built.parent.mkdir(parents=True)
        built.touch()
        return built

    def test_what_was_built_here_stays(self):
        self.assertEqual(self.renew(self.tree), "")
        built = self.build(self.tree)
        self.assertEqual(self.renew(self.tree), "")
        self.assertTrue(built.exists())

    def test_a_copy_begins_anew_and_the_original_stays(self):
        self.renew(self.tree)
        built = self.build(self.tree)
        copy = self.folder / "two words"
        shutil.copytree(self.tree, copy)
        self.assertIn(f"from {self.tree}:", self.renew(copy))
        self.assertFalse((copy / ".build/debug").exists())
        self.assertTrue(built.exists())
        self.build(copy)
        self.assertEqual(self.renew(copy), "")

    def test_what_was_moved_begins_anew(self):
        self.renew(self.tree)
        self.build(self.tree)
        moved = self.tree.rename(self.folder / "two")
        self.assertIn(f"from {self.tree}:", self.renew(moved))
        self.assertFalse((moved / ".build/debug").exists())

    def test_what_was_built_without_make_is_known_by_the_list_of_swift(self):
        for place, stays in ((self.tree, True), (self.folder / "elsewhere", False)):
            with self.subTest(place=place):
                shutil.rmtree(self.tree / ".build", ignore_errors=True)
                built = self.build(self.tree)
                manifest = f'"{place}/Sources/Kiroku/","{place}/Package.swift","{place}/Package.resolved"'
                (self.tree / ".build/debug.yaml").write_text(f"    inputs: [{manifest}]\n")
                self.renew(self.tree)
                self.assertEqual(built.exists(), stays)
