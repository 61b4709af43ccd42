"""The texts that Swift sources give to `localized`."""

import re
from dataclasses import dataclass
from pathlib import Path

KEYWORD = "localized"
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "'": "'", "\\": "\\"}
_WORD = re.compile(r"[^\W\d]\w*")
_OPENING = re.compile(r'(?P<hashes>#*)(?P<quotes>"""|")')
_REMARK = re.compile(r"Translators: (.*)")


class SourceFault(Exception):
    """A source that cannot be read, or a text that cannot be translated."""


@dataclass(frozen=True)
class Text:
    """A text, as it is known to gettext; `many` is the form for several, if there is one."""

    one: str
    many: str | None
    file: str
    remark: str = ""


@dataclass(frozen=True)
class _Token:
    """A word, a string (its value is None if something is put into it), a remark for translators, or a sign."""

    kind: str
    value: str | None
    place: int


class _Scanner:
    """Takes Swift apart as far as is needed to find calls: words, strings, signs; comments are left out."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.tokens: list[_Token] = []

    def fail(self, place: int, what: str) -> SourceFault:
        return SourceFault(f"{self.text.count(chr(10), 0, place) + 1}: {what}")

    def scan(self, until_parenthesis: bool = False) -> None:
        """Reads on to the end, or to the parenthesis that closes what is put into a string."""
        depth = 0
        while self.place < len(self.text):
            start = self.place
            sign = self.text[start]
            if sign.isspace():
                self.place += 1
            elif self.text.startswith("//", start):
                self.skip_line()
            elif self.text.startswith("/*", start):
                self.skip_comment()
            elif opening := _OPENING.match(self.text, start):
                self.read_string(opening)
            elif word := _WORD.match(self.text, start):
                self.place = word.end()
                self.tokens.append(_Token("word", word[0], start))
            else:
                self.place += 1
                depth += (sign == "(") - (sign == ")")
                if until_parenthesis and depth < 0:
                    return
                self.tokens.append(_Token("sign", sign, start))
        if until_parenthesis:
            raise self.fail(len(self.text) - 1, "a string is not closed")

    def skip_line(self) -> None:
        start = self.place
        end = self.text.find("\n", start)
        self.place = len(self.text) if end < 0 else end
        if remark := _REMARK.match(self.text[start:self.place].lstrip("/ ")):
            self.tokens.append(_Token("remark", remark[1], start))

    def skip_comment(self) -> None:
        start, depth = self.place, 0
        for mark in re.compile(r"/\*|\*/").finditer(self.text, start):
            depth += 1 if mark[0] == "/*" else -1
            if depth == 0:
                self.place = mark.end()
                return
        raise self.fail(start, "a comment is not closed")

    def read_string(self, opening: re.Match[str]) -> None:
        """Adds the string, and after it what is found in its interpolations."""
        start, hashes, quotes = self.place, opening["hashes"], opening["quotes"]
        escape = "\\" + hashes
        at = len(self.tokens)
        self.place = opening.end()
        parts: list[str] = []
        is_plain = True
        while not self.text.startswith(quotes + hashes, self.place):
            if self.place >= len(self.text) or (quotes == '"' and self.text[self.place] == "\n"):
                raise self.fail(start, "a string is not closed")
            if not self.text.startswith(escape, self.place):
                parts.append(self.text[self.place])
                self.place += 1
            elif self.text.startswith("(", self.place + len(escape)):
                self.place += len(escape) + 1
                self.scan(until_parenthesis=True)
                is_plain = False
            else:
                self.place += len(escape)
                parts.append(self.read_escape())
        self.place += len(quotes + hashes)
        value = "".join(parts)
        if quotes == '"""':
            value = _without_indentation(value)
        self.tokens.insert(at, _Token("string", value if is_plain else None, start))

    def read_escape(self) -> str:
        if character := re.compile(r"u\{([0-9A-Fa-f]{1,8})\}").match(self.text, self.place):
            self.place = character.end()
            return chr(int(character[1], 16))
        if line_end := re.compile(r"[ \t]*\n").match(self.text, self.place):
            self.place = line_end.end()
            # What follows is indented like any line, and is to be joined to the one before.
            return "\0join"
        sign = self.text[self.place:self.place + 1]
        if sign not in _ESCAPES:
            raise self.fail(self.place, f"there is no escape \\{sign}")
        self.place += 1
        return _ESCAPES[sign]


def _without_indentation(value: str) -> str:
    """What a string of several lines means: the last line's indentation is taken from each."""
    lines = value.replace("\0join", "\0join\n").split("\n")
    indentation = lines[-1]
    return "\n".join(line.removeprefix(indentation) for line in lines[1:-1]).replace("\0join\n", "")


class _Calls:
    """The calls of `localized` among the tokens of a file."""

    def __init__(self, scanner: _Scanner, file: str) -> None:
        self.scanner = scanner
        self.file = file
        self.tokens = scanner.tokens

    def is_sign(self, at: int, signs: str) -> bool:
        return at < len(self.tokens) and self.tokens[at].kind == "sign" and self.tokens[at].value in signs

    def texts(self) -> list[Text]:
        found = []
        remark: _Token | None = None
        for at, token in enumerate(self.tokens):
            if token.kind == "remark":
                remark = token
            is_call = token.kind == "word" and token.value == KEYWORD and self.is_sign(at + 1, "(")
            if is_call and not (at and self.tokens[at - 1].value == "func"):
                found.append(self.read(at, remark))
                remark = None
        return found

    def read(self, at: int, remark: _Token | None) -> Text:
        call = self.tokens[at].place
        one, at = self.literal(at + 2, call)
        many = None
        if self.is_sign(at, ",") and at + 1 < len(self.tokens) and self.tokens[at + 1].kind == "string":
            many, at = self.literal(at + 1, call)
        if not self.is_sign(at, ",)"):
            raise self.scanner.fail(call, "the text must be a literal and nothing else")
        return Text(one, many, self.file, remark.value or "" if remark else "")

    def literal(self, at: int, call: int) -> tuple[str, int]:
        """The literal from a token on, which may be joined from several; and the token after it."""
        parts = []
        while True:
            if at >= len(self.tokens) or self.tokens[at].kind != "string":
                raise self.scanner.fail(call, "the text must be a literal, so that it can be found")
            if self.tokens[at].value is None:
                raise self.scanner.fail(call, "values are put in by names in braces, not with \\()")
            parts.append(self.tokens[at].value)
            at += 1
            if not self.is_sign(at, "+"):
                break
            at += 1
        if not (text := "".join(parts)):
            raise self.scanner.fail(call, "an empty text cannot be translated")
        return text, at


def texts_in(source: str, file: str = "") -> list[Text]:
    """The texts in a source, in order; a fault begins with the number of its line."""
    scanner = _Scanner(source)
    scanner.scan()
    return _Calls(scanner, file).texts()


def texts_below(root: Path, folder: str, leaving_out: frozenset[str]) -> list[Text]:
    """The texts in all sources in a folder below `root`, by file; `leaving_out` names files."""
    found = []
    for path in sorted((root / folder).rglob("*.swift")):
        file = path.relative_to(root).as_posix()
        if file in leaving_out:
            continue
        try:
            found += texts_in(path.read_text(encoding="utf-8"), file)
        except SourceFault as fault:
            raise SourceFault(f"{file}:{fault}") from None
    return found
