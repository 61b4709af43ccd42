"""How texts are found in the sources, and what is said of their translations."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "Tools/translations"
sys.path.insert(0, str(TOOL))

import catalogue  # noqa: E402
from swift_texts import SourceFault, Text, texts_in  # noqa: E402

HEADER = r'''msgid ""
msgstr ""
"Project-Id-Version: kiroku\n"
"PO-Revision-Date: 2026-01-01 00:00+0000\n"
"Last-Translator: Nobody\n"
"Language-Team: Japanese\n"
"Language: ja\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=1; plural=0;\n"
'''


class Finding(unittest.TestCase):
    """Texts in Swift."""

    def ones(self, source: str) -> list[str]:
        """The texts, without their forms for several."""
        return [text.one for text in texts_in(source)]

    def test_forms_of_calls(self) -> None:
        """One line or several, with values, with two forms, one call within another."""
        self.assertEqual(texts_in('localized("Open")'), [Text("Open", None, "")])
        self.assertEqual(self.ones('x(localized(\n    "{file} is empty.",\n    ["file": localized("It")]))'),
                         ["{file} is empty.", "It"])
        self.assertEqual(texts_in('localized(\n  "{count} cell", "{count} cells", count: n)'),
                         [Text("{count} cell", "{count} cells", "")])
        self.assertEqual(self.ones('localized("one " +\n    "sentence")'), ["one sentence"])
        self.assertEqual(self.ones('isNew ? localized("New") : localized("Old")'), ["New", "Old"])

    def test_literals(self) -> None:
        """Escapes, raw strings, strings of several lines."""
        self.assertEqual(self.ones(r'localized("a\"b\\c\n\t\u{2026}")'), ['a"b\\c\n\t…'])
        self.assertEqual(self.ones('localized(#"a"\\b"#)'), ['a"\\b'])
        self.assertEqual(self.ones('localized("""\n    two\n      lines\n    """)'), ["two\n  lines"])
        self.assertEqual(self.ones('localized("""\n    one \\\n    line\n    """)'), ["one line"])

    def test_what_is_no_call(self) -> None:
        """Comments, other strings and the function itself are passed over; what is put into a string is not."""
        self.assertEqual(self.ones('// localized("a")\n/* /* localized("b") */ localized("c") */ let d = "localized(\\"e\\")"'),
                         [])
        self.assertEqual(self.ones('func localized(_ text: String) {}\nunlocalized("a"); localizedNumber(1)'), [])
        self.assertEqual(self.ones(r'"\(f(localized("a"), ")")) and \(localized("b"))"; localized("c")'), ["a", "b", "c"])

    def test_remarks(self) -> None:
        """A remark goes with the next text only."""
        found = texts_in('// Translators: a key\nlocalized("Up")\nlocalized("Down")')
        self.assertEqual([text.remark for text in found], ["a key", ""])

    def test_what_cannot_be_translated(self) -> None:
        """It is said with the line."""
        for source, fault in {
            "\nlocalized(name)": "2: the text must be a literal, so",
            r'localized("a \(b)")': "1: values are put in by names",
            'localized(a ? "b" : "c")': "1: the text must be a literal, so",
            'localized("a" ?? b)': "1: the text must be a literal and",
            'localized("")': "1: an empty text",
            '\n\n"a': "3: a string is not closed",
            "/* /* */": "1: a comment is not closed",
        }.items():
            with self.subTest(source), self.assertRaisesRegex(SourceFault, "^" + fault):
                texts_in(source)

    def test_merging(self) -> None:
        """A text that is there twice is one message; two different plurals of it cannot be."""
        messages = catalogue.merged([Text("a", None, "x"), Text("a", "as", "y")])
        self.assertEqual([(message.many, message.files) for message in messages], [("as", ["x", "y"])])
        with self.assertRaises(SourceFault):
            catalogue.merged([Text("a", "as", "x"), Text("a", "aa", "y")])


class Checking(unittest.TestCase):
    """A project with one source and one translation."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.translation = self.root / "data/po/ja.po"
        self.translation.parent.mkdir(parents=True)
        (self.root / "Sources").mkdir()

    def run_tool(self, command: str) -> subprocess.CompletedProcess[str]:
        """Runs the tool as the Makefile does."""
        return subprocess.run([sys.executable, "-B", TOOL, command, "--root", self.root], capture_output=True, text=True,
                              check=False)

    def check(self, source: str, translation: str, *expected: str) -> None:
        """Fails unless the tool says all of this, or nothing if there is nothing to be said."""
        (self.root / "Sources/A.swift").write_text(source, encoding="utf-8")
        self.translation.write_text(f"{HEADER}\n{translation}", encoding="utf-8")
        told = self.run_tool("check")
        self.assertEqual(told.returncode, 1 if expected else 0, told.stderr)
        for fault in expected:
            self.assertIn(fault, told.stderr)
        if not expected:
            self.assertEqual(told.stderr, "")

    def test_good(self) -> None:
        """Nothing is said."""
        self.check('localized("_Open {file}…"); localized("{count} a", "{count} b", count: 1)',
                   'msgid "_Open {file}…"\nmsgstr "{file} を開く(_O)…"\n\n'
                   'msgid "{count} a"\nmsgid_plural "{count} b"\nmsgstr[0] "{count} 件"\n')

    def test_faults(self) -> None:
        """Each fault is found."""
        for translation, fault in {
            "": "not translated: “_Open {file}…”",
            'msgid "_Open {file}…"\nmsgstr ""\n': "not translated",
            '#, fuzzy\nmsgid "_Open {file}…"\nmsgstr "{file} (_O)…"\n': "not looked over",
            '#~ msgid "_Open {file}…"\n#~ msgstr "{file} (_O)…"\n': "not translated",
            'msgid "_Open {file}…"\nmsgid_plural "b"\nmsgstr[0] "{file} (_O)…"\n': "another plural",
            'msgid "_Open {file}…"\nmsgstr "{fil} (_O)…"\n': "other names in braces",
            'msgid "_Open {file}…"\nmsgstr "{file}…"\n': "the key that is marked",
            'msgid "_Open {file}…"\nmsgstr "{file} (_O)"\n': "do not both end with …",
            'msgid "_Open {file}…"\nmsgstr " {file} (_O)…"\n': "other blanks",
            'msgid "_Open {file}…"\nmsgstr "{file} (_O)…"\n\nmsgid "b"\nmsgstr "c"\n': "no longer in the sources: “b”",
            'msgid "_Open {file}…"\nmsgstr "{file} (_O)…\n': "msgfmt has failed",
        }.items():
            with self.subTest(fault):
                self.check('localized("_Open {file}…")', translation, fault)

    def test_text_that_cannot_be_found(self) -> None:
        """File and line are named."""
        self.check("localized(name)", "", "Sources/A.swift:1: ")

    def test_no_translation_at_all(self) -> None:
        """A check of nothing fails."""
        self.assertEqual(self.run_tool("check").returncode, 1)

    def test_update(self) -> None:
        """New texts come in without translation, old ones go; what is translated stays."""
        self.check('localized("a \\"b\\"\\n")', 'msgid "a \\"b\\"\\n"\nmsgstr "c\\n"\n')
        (self.root / "Sources/A.swift").write_text(
            'localized("a \\"b\\"\\n"); localized("{count} cell", "{count} cells", count: 1)')
        self.assertEqual(self.run_tool("update").returncode, 0)
        updated = self.translation.read_text(encoding="utf-8")
        self.assertIn('msgstr "c\\n"\n', updated)
        told = self.run_tool("check").stderr
        self.assertIn("not translated: “{count} cell”", told)
        self.assertEqual(told.count(": not"), 1)
        (self.root / "Sources/A.swift").write_text('localized("{count} cell", "{count} cells", count: 1)')
        self.run_tool("update")
        self.assertNotIn('a \\"b\\"', self.translation.read_text(encoding="utf-8"))
        self.assertNotIn("no longer", self.run_tool("check").stderr)


if __name__ == "__main__":
    unittest.main()
