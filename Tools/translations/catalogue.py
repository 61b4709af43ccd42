"""Catalogues of gettext: those that are made from the sources, and what may be wrong with a translation."""

import ast
import re
from dataclasses import dataclass, field

from swift_texts import SourceFault, Text

_NAME = re.compile(r"\{(\w+)\}")
_KEY = re.compile(r"_\w")
_LINE = re.compile(r'(?:(?P<word>msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s+)?(?P<literal>".*")$')
_HEADER = r'''# Texts of Kiroku.
# This file is distributed under the same licence as Kiroku.
#
msgid ""
msgstr ""
"Project-Id-Version: kiroku\n"
"Language: \n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\n"
'''


@dataclass
class Message:
    """An entry: a text, and its translation in each of the language's plural forms."""

    one: str = ""
    many: str | None = None
    translations: list[str] = field(default_factory=list)
    is_fuzzy: bool = False
    is_obsolete: bool = False
    files: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def merged(texts: list[Text]) -> list[Message]:
    """One message for each different text, in the order of the sources."""
    messages: dict[str, Message] = {}
    for text in texts:
        message = messages.setdefault(text.one, Message(text.one))
        if text.many is not None:
            if message.many not in (None, text.many):
                raise SourceFault(f"{text.file}: “{text.one}” has another plural elsewhere")
            message.many = text.many
        if text.file not in message.files:
            message.files.append(text.file)
        if text.remark and text.remark not in message.remarks:
            message.remarks.append(text.remark)
    return list(messages.values())


def template(messages: list[Message]) -> str:
    """The catalogue without translations."""
    entries = [_HEADER]
    for message in messages:
        lines = [f"#. {remark}" for remark in message.remarks]
        lines += [f"#: {file}" for file in message.files]
        lines.append(f"msgid {_quoted(message.one)}")
        if message.many is None:
            lines.append('msgstr ""')
        else:
            lines += [f"msgid_plural {_quoted(message.many)}", 'msgstr[0] ""', 'msgstr[1] ""']
        entries.append("\n".join(lines) + "\n")
    return "\n".join(entries)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("\r", "\\r")
    lines = escaped.split("\n")
    if len(lines) == 1:
        return f'"{lines[0]}"'
    parts = [line + "\\n" for line in lines[:-1]] + [lines[-1]] * bool(lines[-1])
    return "\n".join(['""', *(f'"{part}"' for part in parts)])


def parsed(catalogue: str) -> list[Message]:
    """The messages of a catalogue, without its header; those that are out of use, too."""
    messages = []
    for block in re.split(r"\n\s*\n", catalogue):
        if (message := _message(block)) and message.one:
            messages.append(message)
    return messages


def _message(block: str) -> Message | None:
    message = Message()
    fields: dict[str, str] = {}
    word = ""
    for line in block.splitlines():
        if line.startswith("#~"):
            message.is_obsolete = True
            line = line[2:].lstrip()
        if line.startswith("#"):
            message.is_fuzzy |= line.startswith("#,") and "fuzzy" in line
        elif match := _LINE.match(line):
            word = match["word"] or word
            fields[word] = fields.get(word, "") + ast.literal_eval(match["literal"])
    if "msgid" not in fields:
        return None
    message.one = fields["msgid"]
    message.many = fields.get("msgid_plural")
    message.translations = [fields[name] for name in sorted(fields) if name.startswith("msgstr")]
    return message


def faults(messages: list[Message], catalogue: str) -> list[str]:
    """What is wrong with the translations in a catalogue of what `messages` holds."""
    translated = {message.one: message for message in parsed(catalogue)}
    found = []
    for message in messages:
        translation = translated.pop(message.one, None)
        if translation is None or translation.is_obsolete or not all(translation.translations):
            found.append(f"not translated: “{message.one}”")
        elif translation.is_fuzzy:
            found.append(f"not looked over (fuzzy): “{message.one}”")
        elif translation.many != message.many:
            found.append(f"another plural than in the sources: “{message.one}”")
        else:
            found += (f"{fault}: “{message.one}”" for text in translation.translations
                      for fault in _differences(message.many or message.one, text))
    found += (f"no longer in the sources: “{text}”" for text in translated)
    return found


def _differences(text: str, translation: str) -> list[str]:
    """What a text and its translation must have in common, and have not."""
    found = []
    if set(_NAME.findall(text)) != set(_NAME.findall(translation)):
        found.append("other names in braces than in the original")
    if len(_KEY.findall(text)) != len(_KEY.findall(translation)):
        found.append("the key that is marked with _ is missing, or is too much")
    if text.endswith("…") != translation.endswith("…"):
        found.append("the original and the translation do not both end with …")
    if any(sign.isalpha() for sign in text) and _blanks_around(text) != _blanks_around(translation):
        found.append("other blanks at an end than in the original")
    return found


def _blanks_around(text: str) -> tuple[str, str]:
    return text[:len(text) - len(text.lstrip())], text[len(text.rstrip()):]
