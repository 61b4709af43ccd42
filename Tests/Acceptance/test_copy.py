"""The table on the clipboard."""

from support import clipboard
from support.testcase import AcceptanceTest

PEOPLE = "Name\tAge\tMember\nAnn\t31\ttrue\nBob\t45\tfalse\nCy\t\t\n"
KINDS = ("UTF8_STRING", "text/plain;charset=utf-8", "text/tab-separated-values")


class CopyTable(AcceptanceTest):
    """Copy table, as another program sees it."""

    def test_button(self) -> None:
        """The whole table with its header, in each kind, and the message says how many records."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.choose("Records", "Copy Table")
        window.wait_for_message("Copied 3 records to the clipboard.")
        self.assertLessEqual(set(KINDS), set(clipboard.targets()))
        for kind in KINDS:
            self.assertEqual(clipboard.read(kind), PEOPLE, kind)

    def test_key(self) -> None:
        """Ctrl+Shift+C does the same; one record is called a record."""
        window = self.open(self.write("one.tsv", "Word\tCount\nonly\t1\n"))
        window.wait_until_saved(1)
        window.keyboard.press("ctrl+shift+c")
        window.wait_for_message("Copied 1 record to the clipboard.")
        self.assertEqual(clipboard.read(), "Word\tCount\nonly\t1\n")

    def test_takes_the_place_of_what_was_there(self) -> None:
        """What another program had copied before is gone."""
        clipboard.put("something else")
        window = self.open(self.write("people.tsv", PEOPLE))
        self.assertEqual(clipboard.read(), "something else")
        window.choose("Records", "Copy Table")
        window.wait_for_message("Copied 3 records to the clipboard.")
        self.assertEqual(clipboard.read(), PEOPLE)

    def test_edits_are_in_it(self) -> None:
        """It is the table as it is now: with what was typed, unfit or not."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.enter(1, 0, "Bill")
        window.enter(2, 1, "abc")
        window.wait_for_cell(2, 1, "abc")
        window.keyboard.press("ctrl+shift+c")
        window.wait_for_message("Copied 3 records to the clipboard.")
        self.assertEqual(clipboard.read(), "Name\tAge\tMember\nAnn\t31\ttrue\nBill\t45\tfalse\nCy\tabc\t\n")

    def test_stays_as_it_was_copied(self) -> None:
        """An edit after copying does not reach what another program pastes later."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.choose("Records", "Copy Table")
        window.wait_for_message("Copied 3 records to the clipboard.")
        window.enter(0, 0, "Later")
        window.wait_for_cell(0, 0, "Later")
        self.assertEqual(clipboard.read(), PEOPLE)

    def test_quotes_tabs_and_line_breaks(self) -> None:
        """They are written the way spreadsheets do."""
        text = 'Word\tCount\n"a\tb"\t1\n"two\nlines"\t2\n"say ""so"""\t3\nplain, text\t4\n'
        window = self.open(self.write("odd.tsv", text))
        window.wait_until_saved(4)
        window.choose("Records", "Copy Table")
        window.wait_for_message("Copied 4 records to the clipboard.")
        self.assertEqual(clipboard.read(), text)

    def test_other_scripts(self) -> None:
        """Letters of any script arrive."""
        text = "名前\tStadt\n東京 太郎\tKöln\n😀\tŁódź\n"
        window = self.open(self.write("scripts.tsv", text))
        window.wait_until_saved(2)
        window.choose("Records", "Copy Table")
        window.wait_for_message("Copied 2 records to the clipboard.")
        self.assertEqual(clipboard.read(), text)

    def test_thousands(self) -> None:
        """A table of more than what fits into one piece of the clipboard's protocol; its count is readable."""
        text = "Number\tWord\n" + "".join(f"{number}\tword {number:040}\n" for number in range(20_000))
        window = self.open(self.write("long.tsv", text))
        window.wait_until_saved(20_000)
        window.choose("Records", "Copy Table")
        window.wait_for_message("Copied 20,000 records to the clipboard.")
        for kind in KINDS:
            self.assertEqual(clipboard.read(kind), text, kind)


class ClipboardManager(AcceptanceTest):
    """With a clipboard manager, what was copied outlives Kiroku."""

    def test_still_there_after_quitting(self) -> None:
        """Each kind is still offered, and complete."""
        text = "Number\tWord\n" + "".join(f"{number}\tword {number:040}\n" for number in range(20_000))
        with clipboard.manager():
            window = self.open(self.write("long.tsv", text))
            window.wait_until_saved(20_000)
            window.choose("Records", "Copy Table")
            window.wait_for_message("Copied 20,000 records to the clipboard.")
            window.program.quit()
            for kind in KINDS:
                self.assertEqual(clipboard.read(kind), text, kind)

    def test_still_there_after_closing_the_window(self) -> None:
        """Closing the last window is quitting."""
        with clipboard.manager():
            window = self.open(self.write("people.tsv", PEOPLE))
            window.choose("Records", "Copy Table")
            window.wait_for_message("Copied 3 records to the clipboard.")
            window.keyboard.press("ctrl+w")
            window.program.wait_for_end()
            self.assertEqual(clipboard.read("text/tab-separated-values"), PEOPLE)
