"""The words of what people read: texts of the program, manual, man page and documents."""

import re
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Tools/translations"))

from swift_texts import texts_below  # noqa: E402

PAGES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "data/manual/en/*.md", "data/*.in")

BETTER_WORDS = {
    r"tak(?:e|en|es|ing) (?:for|as)|took (?:for|as)": "read as",
    r"(?:tak(?:e|en|es|ing)|took) (?:\w+ )?over": "copy",
    r"(?:tak(?:e|en|es|ing)|took) (?:\w+ )?back": "revert or undo",
    r"(?:put|puts|putting|brings?|brought|bringing) (?:\w+ )?back": "restore",
    r"(?:leaves?|leaving|left) (?:\w+ )?out": "skip",
    r"anew": "again",
    r"by (?:itself|themselves)": "automatically",
    r"in step": "in sync",
    r"(?:looks?|looking|looked) at in": "view on",
    r"letter by letter": "unchanged",
    r"mend(?:ed|s|ing)?": "repair",
    r"(?:lights?|lit) up": "highlight",
    r"for good": "permanently",
    r"(?:is|are) gone": "missing or removed",
    r"told": "shown or reported",
    r"without a word": "without asking",
    r"whoever": "anyone who",
    r"somebody": "someone",
    r"everybody": "everyone",
    r"anybody": "anyone",
    r"Shift\+(?:Ctrl|Alt)": "Ctrl+Shift or Alt+Shift",
}
"""Words that stand for many things, or are not what people say, and the word to use instead."""

_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def faults(text: str) -> list[str]:
    """What a text should say in other words."""
    prose = " ".join(_CODE.sub("", text).split())
    found = []
    for words, better in BETTER_WORDS.items():
        for match in re.finditer(rf"\b(?:{words})\b", prose, re.IGNORECASE):
            around = prose[max(0, match.start() - 30):match.end() + 30]
            found.append(f"“{match[0]}” in “…{around}…”: say “{better}”")
    return found


def texts() -> Iterator[tuple[str, str]]:
    """Where each text is, and the text."""
    localized = frozenset({"Sources/KirokuBase/Language/Localized.swift"})
    for text in texts_below(PROJECT, "Sources", leaving_out=localized):
        yield text.file, text.one
        yield text.file, text.many or ""
    for pattern in PAGES:
        for path in sorted(PROJECT.glob(pattern)):
            yield path.relative_to(PROJECT).as_posix(), path.read_text(encoding="utf-8")


class Words(unittest.TestCase):
    """One word for one thing."""

    def test_texts(self) -> None:
        """No text has a word of the list."""
        found = [f"{place}: {fault}" for place, text in texts() for fault in faults(text)]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_what_is_found(self) -> None:
        """Words are found across lines, in any case, and only as whole words; code is not read."""
        for text in ("Take it\nback.", "Read it anew", "Everybody who", "was left out", "Shift+Ctrl+N", "a file is gone"):
            self.assertEqual(len(faults(text)), 1, text)
        for text in ("Take a step back", "renewed", "`told`", "```\nanew\n```", "Ctrl+Shift+N", "look at the table"):
            self.assertEqual(faults(text), [], text)


if __name__ == "__main__":
    unittest.main()
