"""The program's texts in the language that it is to speak, from the translations themselves.

Tests name things in English. In another language the same test meets the translations: `words.spoken("Find")` is what
may stand on the screen for it.
"""

import ast
import functools
import re
from pathlib import Path

_PO = Path(__file__).resolve().parents[3] / "data/po"

_PLACE = re.compile(r"\\\{(\w+)\\\}")
"""A name in braces, after the text around it was made a pattern."""

_SENTENCES = "{sentence} {next}"
"""How the program puts sentences together, which is no pattern for other texts with a blank."""

_Pattern = tuple[re.Pattern[str], str]


class Words:
    """What English texts are called in one language; English itself has none but its own."""

    def __init__(self, language: str = "en") -> None:
        self._texts, self._patterns = ({}, []) if language == "en" else _catalogue(language)

    def spoken(self, english: str) -> set[str]:
        """All that may stand for a text, itself included: a test's own data is in no language."""
        found = self._whole(english)
        if ". " in english:
            between = _filled(self._text(_SENTENCES), {"sentence": "", "next": ""})
            sentences = re.split(r"(?<=\.) ", english)
            # A text of the program may have several sentences, so each number of them may be the first text.
            for count in range(1, len(sentences)):
                rest = self.spoken(" ".join(sentences[count:]))
                found |= {text + between + more for text in self._whole(" ".join(sentences[:count])) for more in rest}
        return found

    def _whole(self, english: str) -> set[str]:
        """All that may stand for what is one text of the program, or several with dots between them."""
        found = {english} | self._texts.get(english, set())
        for pattern, template in self._patterns:
            if match := pattern.fullmatch(english):
                given = match.groupdict()
                # A value may be a test's own data, or a text of the program's.
                for values in (given, {name: self._text(value) for name, value in given.items()}):
                    found.add(_filled(template, values))
        if " · " in english:
            found |= self._joined(english.split(" · "), " · ")
        return found

    def _text(self, english: str) -> str:
        return min(self._texts.get(english, {english}))

    def _joined(self, parts: list[str], sign: str) -> set[str]:
        joined = {""}
        for place, part in enumerate(parts):
            joined = {text + (sign if place else "") + word for text in joined for word in self.spoken(part)}
        return joined


@functools.cache
def _catalogue(language: str) -> tuple[dict[str, set[str]], list[_Pattern]]:
    texts: dict[str, set[str]] = {}
    patterns: list[_Pattern] = []
    for originals, translation in _entries((_PO / f"{language}.po").read_text()):
        for original in originals:
            # An underscore marks the letter for Alt, and is not shown.
            english, spoken = original.replace("_", ""), translation.replace("_", "")
            if "{" in english and english != _SENTENCES:
                patterns.append((_pattern(english), spoken))
            else:
                texts.setdefault(english, set()).add(spoken)
    return texts, patterns


def _filled(template: str, values: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda place: values[place[1]], template)


def _pattern(english: str) -> re.Pattern[str]:
    """Matches the text with any values; a name that comes twice has the same value twice."""
    seen: set[str] = set()

    def place(match: re.Match[str]) -> str:
        name = match[1]
        if name in seen:
            return f"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>.+?)"

    return re.compile(_PLACE.sub(place, re.escape(english)), re.DOTALL)


def _entries(catalogue: str) -> list[tuple[list[str], str]]:
    """The originals of each entry, both forms where it has two, and its translation."""
    entries = []
    for block in re.split(r"\n\s*\n", catalogue):
        strings: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if match := re.match(r'(msgid|msgid_plural|msgstr|msgstr\[0\]) (".*")$', line):
                name = match[1].removesuffix("[0]")
                strings[name] = ast.literal_eval(match[2])
            elif line.startswith('"') and name:
                strings[name] += ast.literal_eval(line)
        if strings.get("msgid") and strings.get("msgstr"):
            originals = [strings["msgid"]] + ([strings["msgid_plural"]] if "msgid_plural" in strings else [])
            entries.append((originals, strings["msgstr"]))
    return entries
