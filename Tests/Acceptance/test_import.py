"""The sheet that takes the records of a text file in."""

from support.cards import CardsWindow
from support.importing import choose_import
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"
NEWS = "Name,Age,Town\nBob,46,Osaka\nCy,old,Nara\nAnn,31,Kyoto\n"
NEW, APPEND, MATCH = 0, 1, 2
NAMES, RECORD = 1, 2
SEMICOLON = 3
DAY_FIRST = 1
COMMA = 2
TEXT, WHOLE_NUMBER, LEFT_OUT = 1, 2, 13


class Import(AcceptanceTest):
    """Imports as a person does them."""

    def test_match(self) -> None:
        """What changes is shown before, taken as one step, and taken back as one."""
        window, sheet = self._open(NEWS)
        sheet.control("combo box", "Into").choose(MATCH)
        sheet.wait_for_text("1 record is new. 1 record changes. 1 record stays the same.")
        sheet.wait_for_text("Record 2 · Age: 45 → 46")
        sheet.wait_for_text("1 cell does not fit its field and is kept as text to fix.")
        sheet.wait_for_text("1 field is not in this document and was skipped: Town")
        self.assertEqual(window.document.records(), [["Ann", 31], ["Bob", 45]])
        sheet.leave_by("Import")
        window.wait_for_message("2 records imported.")
        wait_for_equal("the records", window.document.records, [["Ann", 31], ["Bob", 46], ["Cy", "old"]])
        window.keyboard.press("ctrl+z")
        wait_for_equal("the records", window.document.records, [["Ann", 31], ["Bob", 45]])

    def test_append(self) -> None:
        """All records are added; Cancel adds none."""
        window, sheet = self._open(NEWS)
        sheet.wait_for_text("3 records are new. 0 records change. 0 records stay the same.")
        sheet.leave_by("Cancel")
        self.assertEqual(window.document.count(), 2)
        sheet = self._choose(window)
        sheet.wait_for_text("3 records are new. 0 records change. 0 records stay the same.")
        sheet.leave_by("Import")
        wait_for_equal("the number of records", window.document.count, 5)

    def test_header_of_the_document(self) -> None:
        """A first line of texts over texts holds names if the document has fields of these names."""
        window, sheet = self._open("Name\tNick\nCy\tNick\nDi\tD\n", "news.tsv")
        sheet.wait_for_text("2 records are new. 0 records change. 0 records stay the same.")
        sheet.wait_for_text("The first line contains the field names.")
        sheet.leave_by("Import")
        wait_for_equal("the records", window.document.records, [["Ann", 31], ["Bob", 45], ["Cy", None], ["Di", None]])

    def test_key_is_missing(self) -> None:
        """Records cannot be matched by a field that the file does not have, and none is added instead."""
        window, sheet = self._open("Age\tTown\n46\tOsaka\n", "news.tsv")
        sheet.control("combo box", "Into").choose(MATCH)
        sheet.wait_for_text("The key “Name” must be a field of both the document and the file.")
        sheet.leave_by("Cancel")
        self.assertEqual(window.document.count(), 2)

    def test_how_it_is_read(self) -> None:
        """Separator and first line are as they were chosen, and the preview shows them so."""
        window, sheet = self._open("Dan;1,5\nEve;2,5\n", "news.csv")
        sheet.control("combo box", "Separator").choose(SEMICOLON)
        sheet.control("combo box", "First line").choose(NAMES)
        sheet.wait_for_text("1 record is new. 0 records change. 0 records stay the same.")
        sheet.control("combo box", "First line").choose(RECORD)
        sheet.wait_for_text("2 records are new. 0 records change. 0 records stay the same.")
        sheet.wait_for_text("1,5")
        sheet.leave_by("Cancel")

    def test_title_lines(self) -> None:
        """Lines before the table and comments are left out; a line that names the separator is told."""
        window, sheet = self._open("Of 2024\nby hand\nsep=|\nName|Age\n# Dan|1\nEve|2\n", "news.txt")
        sheet.control("spin button", "Lines to skip at the top").set_value(2)
        sheet.wait_for_text("The line “sep=|” sets the separator.")
        sheet.wait_for_text("2 records are new. 0 records change. 0 records stay the same.")
        sheet.control("combo box", "Comments").choose(1)
        sheet.wait_for_text("1 record is new. 0 records change. 0 records stay the same.")
        sheet.leave_by("Import")
        wait_for_equal("the records", window.document.records, [["Ann", 31], ["Bob", 45], ["Eve", 2]])

    def test_comments(self) -> None:
        """Comments that were found are told, where nobody has asked for them; a sign that was chosen is no news."""
        window, sheet = self._open("# by hand\nName,Age\nDan,1\n# the last\n", "news.csv")
        sheet.control("combo box", "Into").choose(NEW)
        sheet.wait_for_text("Lines that begin with # are comments and are skipped.")
        sheet.control("combo box", "Comments").choose(1)
        sheet.wait_for_text_gone("Lines that begin with # are comments and are skipped.")
        sheet.leave_by("Cancel")
        self.assertEqual(window.document.count(), 2)

    def test_unclear_dates(self) -> None:
        """Where day and month could be either way round in all dates, the sheet asks, with samples."""
        window, sheet = self._open("Name\tBorn\nDan\t4/5/1998\nEve\t6/7/2001\n", "news.tsv")
        sheet.control("combo box", "Into").choose(NEW)
        sheet.wait_for_text("In “Born”, the order of day and month is unclear: 4/5/1998, 6/7/2001.")
        sheet.control("combo box", "Dates").choose(DAY_FIRST)
        sheet.leave_by("Import")
        made = CardsWindow(window.program, "news")
        wait_for_equal("the dates", lambda: made.document.column("Born"), ["1998-05-04", "2001-07-06"])
        made.wait_for_rows([["Dan", "1998-05-04"], ["Eve", "2001-07-06"]])

    def test_unclear_numbers(self) -> None:
        """Where numbers could have either decimal sign, the sheet says how they are read, and asks."""
        window, sheet = self._open('Name\tAge\nDan\t1,234\nEve\t22,500\n', "news.tsv")
        sheet.wait_for_text("In “Age”, the decimal sign is unclear: 1,234; 22,500. The numbers were read like 1,234.50.")
        sheet.leave_by("Import")
        wait_for_equal("the ages", lambda: window.document.column("Age")[-2:], [1234, 22500])

    def test_numbers_with_a_comma(self) -> None:
        """The chosen sign counts for a new document."""
        window, sheet = self._open('Name\tWeight\nDan\t1,234\nEve\t22,500\n', "news.tsv")
        sheet.control("combo box", "Into").choose(NEW)
        sheet.wait_for_text("In “Weight”, the decimal sign is unclear")
        sheet.control("combo box", "Numbers").choose(COMMA)
        sheet.wait_for_text("The numbers were read like 1.234,50.")
        sheet.leave_by("Import")
        made = CardsWindow(window.program, "news")
        made.wait_for_rows([["Dan", "1.234"], ["Eve", "22.500"]])

    def test_too_many_columns(self) -> None:
        """More columns than a document holds are refused with the way to import some of them."""
        names = [f"F{number}" for number in range(1, 2001)]
        window, sheet = self._open(",".join(names) + "\n" + ",".join(["1"] * 2000) + "\n")
        sheet.wait_for_text("It has 2,000 fields; a table can have at most 1,900.")
        sheet.wait_for_text("--fields")
        sheet.leave_by("Cancel")
        self.assertEqual(window.document.count(), 2)

    def test_chosen_fields(self) -> None:
        """A column goes to the field that was chosen for it; each field takes one column."""
        window, sheet = self._open(NEWS)
        sheet.wait_for_text("1 field is not in this document and was skipped: Town")
        sheet.control("combo box", "Field for “Town”").choose(1)
        sheet.wait_for_text("3 records are new. 0 records change. 0 records stay the same.")
        sheet.control("combo box", "Field for “Age”").choose(0)
        sheet.leave_by("Import")
        wait_for_equal("the records", window.document.records,
                       [["Ann", 31], ["Bob", 45], ["Osaka", None], ["Nara", None], ["Kyoto", None]])

    def test_chosen_types(self) -> None:
        """A new document has the types that were chosen, and none of the columns that were left out."""
        window, sheet = self._open(NEWS)
        sheet.control("combo box", "Into").choose(NEW)
        sheet.control("combo box", "Type of “Age”").choose(WHOLE_NUMBER)
        sheet.control("combo box", "Type of “Town”").choose(LEFT_OUT)
        window.screen.wait_until_gone("progress bar", "Progress", window.window)
        sheet.leave_by("Import")
        made = CardsWindow(window.program, "news")
        made.wait_for_rows([["Bob", "46"], ["Cy", "old"], ["Ann", "31"]])
        made.wait_until_saved(3)
        self.assertEqual(made.document.fields(), ["Name", "Age"])
        self.assertEqual(made.document.kinds("Age"), ["integer", "text", "integer"])

    def test_missing_values(self) -> None:
        """A word that alone keeps a field from being numbers can be treated as empty."""
        window, sheet = self._open("Name,Age\nDan,NA\nEve,7\nFay,NA\n", "news.csv")
        box = sheet.control("check box", "“NA”, 2 times: treat as empty")
        sheet.wait_for_text("2 cells do not fit their fields and are kept as text to fix.")
        box.press()
        sheet.wait_for_text("3 records are new. 0 records change. 0 records stay the same.")
        sheet.control("combo box", "Into").choose(NEW)
        window.screen.wait_until_gone("progress bar", "Progress", window.window)
        sheet.leave_by("Import")
        made = CardsWindow(window.program, "news")
        made.wait_until_saved(3)
        self.assertEqual(made.document.records(), [["Dan", None], ["Eve", 7], ["Fay", None]])

    def test_many_columns(self) -> None:
        """Each has its choices, twenty at a time; what was chosen for those out of sight stays."""
        names = [f"F{number}" for number in range(1, 46)]
        window, sheet = self._open("\t".join(names) + "\n" + "\t".join(["1"] * 45) + "\n", "news.tsv")
        sheet.control("combo box", "Into").choose(NEW)
        sheet.wait_for_text("Columns 1 to 20 of 45")
        sheet.control("combo box", "Type of “F2”").choose(LEFT_OUT)
        for last in (40, 45):
            sheet.press("Next Columns")
            sheet.wait_for_text(f"Columns {last - (last - 1) % 20} to {last} of 45")
        sheet.control("combo box", "Type of “F45”").choose(TEXT)
        sheet.press("Previous Columns")
        sheet.press("Previous Columns")
        sheet.wait_for_text("Columns 1 to 20 of 45")
        window.screen.wait_until_gone("progress bar", "Progress", window.window)
        sheet.leave_by("Import")
        made = CardsWindow(window.program, "news")
        made.wait_until_saved(1)
        self.assertEqual(made.document.fields(), [name for name in names if name != "F2"])
        self.assertEqual(made.document.kinds("F44") + made.document.kinds("F45"), ["integer", "text"])

    def test_new_document(self) -> None:
        """The records become a document of their own."""
        window, sheet = self._open(NEWS)
        sheet.control("combo box", "Into").choose(NEW)
        sheet.leave_by("Import")
        made = CardsWindow(window.program, "news")
        made.wait_for_rows([["Bob", "46", "Osaka"], ["Cy", "old", "Nara"], ["Ann", "31", "Kyoto"]])
        self.assertEqual(window.document.count(), 2)

    def test_json(self) -> None:
        """JSON is shown, matched and taken in as separated text is."""
        window, sheet = self._open('[{"Name": "Bob", "Age": 46}, {"Name": "Cy", "Age": "old", "Town": "Nara"}]', "n.json")
        sheet.control("combo box", "Into").choose(MATCH)
        sheet.wait_for_text("1 record is new. 1 record changes. 0 records stay the same.")
        sheet.wait_for_text("1 field is not in this document and was skipped: Town")
        sheet.leave_by("Import")
        wait_for_equal("the records", window.document.records, [["Ann", 31], ["Bob", 46], ["Cy", "old"]])

    def test_no_table(self) -> None:
        """A file that holds no table is named as what it is, and nothing comes of it."""
        window, sheet = self._open("<?xml version='1.0'?>\n<svg/>\n", "picture.svg")
        sheet.wait_for_text("“picture.svg” cannot be read. This is an XML file, but not a table that Kiroku can read.")
        sheet.leave_by("Cancel")
        self.assertEqual(window.document.count(), 2)

    def _open(self, news: str, name: str = "news.csv") -> tuple[CardsWindow, Sheet]:
        self.news = self.write(name, news)
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        return window, self._choose(window)

    def _choose(self, window: CardsWindow) -> Sheet:
        return choose_import(window, self.news)
