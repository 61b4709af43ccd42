"""The manual: its pages, what they link to, and the keys that they name."""

import re
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
MANUAL = PROJECT / "data/manual"
LANGUAGES = {folder.name: folder for folder in MANUAL.iterdir() if folder.is_dir()}
COMMANDS = PROJECT / "Sources/Kiroku/Window/Command.swift"

_LINK = re.compile(r"!?\[[^]]*\]\(([^)]+)\)")
_KEY_OF_COMMAND = re.compile(r'"((?:<\w+>)*\w+)"')
_MODIFIERS = {"<Primary>": "ctrl", "<Shift>": "shift", "<Alt>": "alt"}
_NAMES = {"comma": ",", "question": "?", "delete": "delete"}


def headings(text: str) -> list[str]:
    """The headings of a text, as links name them."""
    return [line[3:].lower().replace(" ", "-") for line in text.splitlines() if line.startswith("## ")]


def shape(text: str) -> list[str]:
    """What a text is made of, whatever the language: headings, rows of tables, items of lists, pictures."""
    found = re.findall(r"^(?:#+ |\| ?|- |\d\. |!\[[^]]*\]\(.*)", text, re.MULTILINE)
    return [re.sub(r"\[.*\]", "", mark) for mark in found]


def key_of_command(spelling: str) -> frozenset[str]:
    """A key in GTK's spelling, as the set of what is pressed."""
    modifiers = [_MODIFIERS[name] for name in re.findall(r"<\w+>", spelling)]
    name = re.sub(r"<\w+>", "", spelling).lower()
    return frozenset([*modifiers, _NAMES.get(name, name)])


def keys_named(text: str) -> set[frozenset[str]]:
    """The keys in the first column of a text's tables."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    words = [word for cell in cells for word in re.split(r" · |(?<!\+), |、|\s", cell) if word]
    return {frozenset(part.lower() for part in word.split("+")) for word in words}


class Manual(unittest.TestCase):
    """Every language has the same pages, and all of them lead somewhere."""

    def test_languages(self) -> None:
        """The pages of all languages have the same parts in the same order."""
        self.assertEqual(set(LANGUAGES), {"en", "ja"})
        for page in (MANUAL / "en").glob("*.md"):
            for folder in LANGUAGES.values():
                self.assertEqual(shape((folder / page.name).read_text()), shape(page.read_text()), f"{folder}/{page.name}")
        names = {language: {path.name for path in folder.iterdir()} for language, folder in LANGUAGES.items()}
        self.assertEqual(names["ja"], names["en"])

    def test_links(self) -> None:
        """Pages, headings and pictures that are linked to are there."""
        for page in MANUAL.glob("*/*.md"):
            for target in _LINK.findall(page.read_text()):
                if target.startswith("https:"):
                    continue
                path, _, heading = target.partition("#")
                linked = page.parent / path
                self.assertTrue(linked.is_file(), f"{page}: {target}")
                if heading:
                    self.assertIn(heading, headings(linked.read_text()), f"{page}: {target}")

    def test_keys(self) -> None:
        """The list of keys has those of every command."""
        keys = COMMANDS.read_text().partition("var keys")[2]
        commands = {key_of_command(spelling) for spelling in _KEY_OF_COMMAND.findall(keys)}
        self.assertGreater(len(commands), 20)
        for language, folder in LANGUAGES.items():
            missing = commands - keys_named((folder / "keys.md").read_text())
            self.assertEqual(missing, set(), language)


if __name__ == "__main__":
    unittest.main()
