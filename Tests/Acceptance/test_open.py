"""Opening documents and text files."""

import sqlite3
from contextlib import closing

from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.document import Document
from support.program import Program
from support.sheet import Sheet, VacantWindow
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tAge\tHeight\tMember\tRoom\nAnn\t31\t1.68\ttrue\t007\nBob\t45\t1.8\tfalse\t12\nCy\t\t\t\t3\n"


class TextFiles(AcceptanceTest):
    """A text file becomes a new document."""

    def test_tab_separated(self) -> None:
        """Title, subtitle, header and cells are there, and the text file stays as it is."""
        file = self.write("people.tsv", PEOPLE)
        written = file.stat().st_mtime_ns
        window = self.open(file)
        window.wait_until_saved(3)
        self.assertEqual(window.table.headings, ["Name", "Age", "Height", "Member", "Room"])
        window.wait_for_rows([
            ["Ann", "31", "1.68", "true", "007"],
            ["Bob", "45", "1.8", "false", "12"],
            ["Cy", "", "", "", "3"],
        ])
        self.assertEqual(file.read_text(), PEOPLE)
        self.assertEqual(file.stat().st_mtime_ns, written)

    def test_types_are_guessed_from_all_values(self) -> None:
        """Numbers are held as numbers; a leading zero makes a field text; what is not there is empty."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        document = window.document
        self.assertEqual(document.fields(), ["Name", "Age", "Height", "Member", "Room"])
        self.assertEqual(document.kinds("Name"), ["text"] * 3)
        self.assertEqual(document.kinds("Age"), ["integer", "integer", "null"])
        self.assertEqual(document.kinds("Height"), ["real", "real", "null"])
        self.assertEqual(document.column("Room"), ["007", "12", "3"])

    def test_one_odd_value_at_the_end_makes_a_field_text(self) -> None:
        """Not the first values decide, but all of them."""
        lines = [f"{number}\t{number}" for number in range(500)]
        window = self.open(self.write("long.tsv", "\n".join(["Odd\tEven", *lines, "last\t500", ""])))
        window.wait_until_saved(501)
        self.assertEqual(set(window.document.kinds("Odd")), {"text"})
        self.assertEqual(set(window.document.kinds("Even")), {"integer"})

    def test_first_line_the_other_way(self) -> None:
        """The message tells what the first line was taken for, and the button takes it the other way, until an edit."""
        window = self.open(self.write("states.csv", "state,2018\nOhio,11689442\nUtah,3161105\nIowa,3156145\n"))
        window.wait_until_saved(3)
        path = window.document.path
        self.assertEqual(window.table.headings, ["state", "2018"])
        window.wait_for_message("Imported 3 records from states.csv. "
                                "The first line contains the field names.")
        window.press("First Line Is Data")
        window.wait_until_saved(4)
        window = CardsWindow(window.program, "states")  # the table is another one
        window.wait_for_rows([["state", "2018"], ["Ohio", "11689442"], ["Utah", "3161105"], ["Iowa", "3156145"]])
        self.assertEqual([file.name for file in path.parent.glob("*.kiroku")], [path.name])
        self.assertEqual(window.document.column("Field 1")[0], "state")

    def test_numbers_the_other_way(self) -> None:
        """How unclear numbers were read is told, and the button reads them the other way, until an edit."""
        window = self.open(self.write("stock.csv", 'Item,Weight\nTea,"1,234"\nCake,"22,500"\n'))
        window.wait_for_rows([["Tea", "1,234"], ["Cake", "22,500"]])
        window.wait_for_message("Imported 2 records from stock.csv. In “Weight”, the decimal sign is unclear: "
                                "1,234; 22,500. The numbers were read like 1,234.50. "
                                "The first line contains the field names.")
        window.wait_until_saved(2)
        self.assertEqual(window.document.column("Weight"), [1234, 22500])
        window.press("Read Numbers Like 1.234,50")
        window = CardsWindow(window.program, "stock")  # the table is another one
        window.wait_for_rows([["Tea", "1.234"], ["Cake", "22.500"]])
        window.wait_until_saved(2)
        self.assertEqual(window.document.column("Weight"), [1.234, 22.5])
        window.button("Read Numbers Like 1,234.50")
        window.enter(0, 0, "Coffee")
        window.screen.wait_until_gone("push button", "Read Numbers Like 1,234.50", window.window)

    def test_prices(self) -> None:
        """A European price list has prices, and F8 goes to the one that is written in another way."""
        lines = [f"Nr. {number};{number}.234,50 €" for number in range(1, 30)]
        window = self.open(self.write("preise.csv", "\n".join(["Artikel;Preis", *lines, "Rest;12.50 €", ""])))
        window.wait_until_saved(30)
        window.wait_for_cell(0, 1, "1,234.50 €")
        window.wait_for_message("Imported 30 records from preise.csv. In “Preis”, 1 of 30 numbers is written "
                                "differently and is kept as text to fix: 12.50 €. "
                                "The first line contains the field names.")
        self.assertEqual(window.document.column("Preis")[:2], [1234.5, 2234.5])
        window.keyboard.press("F8")
        window.keyboard.type("12.5")
        window.keyboard.press("Return")
        window.wait_for_cell(29, 1, "12.50 €")
    def test_title_comments_and_total(self) -> None:
        """What stands above and below the table is told, and one press takes it otherwise."""
        window = self.open(self.write("sales.csv", "# of the shop\nSales 2024,,\nRegion,Product,Sum\nNorth,Pen,12\n"
                                      "South,Ink,7\nTotal,,19\n"))
        window.wait_until_saved(3)
        self.assertEqual(window.table.headings, ["Region", "Product", "Sum"])
        window.wait_for_message(
            "Imported 3 records from sales.csv. Skipped 1 title line above the table (line 2). Skipped 1 "
            "comment line that begins with # (line 1). The first line contains the field names. The last line contains "
            "totals and was read as data.")
        window.screen.find("toggle button", "Read It Differently", window.window)
        window.press("Skip the Total")
        window.wait_until_saved(2)
        window = CardsWindow(window.program, "sales")
        window.wait_for_rows([["North", "Pen", "12"], ["South", "Ink", "7"]])
        window.press("Keep Skipped Lines")
        window.wait_until_saved(6)
        window = CardsWindow(window.program, "sales")
        self.assertEqual(window.document.column("Field 1")[:3], ["# of the shop", "Sales 2024", "Region"])

    def test_first_line_after_an_edit(self) -> None:
        """Once the document was edited, it is not made again."""
        window = self.open(self.write("states.csv", "state,2018\nOhio,11689442\nUtah,3161105\nIowa,3156145\n"))
        window.wait_until_saved(3)
        window.button("First Line Is Data")
        window.enter(0, 0, "Oregon")
        window.screen.wait_until_gone("push button", "First Line Is Data", window.window)

    def test_first_line_of_a_text_that_has_gone(self) -> None:
        """The document that was made from it stays, and the message says why."""
        text = self.write("states.csv", "state,2018\nOhio,11689442\nUtah,3161105\nIowa,3156145\n")
        window = self.open(text)
        window.wait_until_saved(3)
        text.unlink()
        window.press("First Line Is Data")
        window.wait_for_message("“states.csv” does not exist.")
        window.wait_for_rows([["Ohio", "11689442"], ["Utah", "3161105"], ["Iowa", "3156145"]])
        self.assertEqual(window.document.column("state"), ["Ohio", "Utah", "Iowa"])

    def test_check_boxes(self) -> None:
        """true, false and empty are three different things."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_for_check(0, 3, True)
        window.wait_for_check(1, 3, False)
        window.wait_for_check(2, 3, None)

    def test_comma_separated(self) -> None:
        """Quoted commas, line breaks and quotes are part of the value."""
        window = self.open(self.write("quotes.csv", 'Word,Count\r\n"a,b",1\r\n"two\nlines",2\r\n"say ""so""",3\r\n'))
        window.wait_until_saved(3)
        self.assertEqual(window.document.records(), [["a,b", 1], ["two\nlines", 2], ['say "so"', 3]])

    def test_without_a_header_line(self) -> None:
        """A first line that is data is a record."""
        window = self.open(self.write("numbers.tsv", "1\t2.5\n3\t4.5\n"))
        window.wait_until_saved(2)
        window.wait_for_rows([["1", "2.5"], ["3", "4.5"]])

    def test_same_file_again_takes_nothing_away(self) -> None:
        """What was typed into the document of the first time is still in a document after the second."""
        file = self.write("people.tsv", PEOPLE)
        window = self.open(file)
        window.enter(0, 0, "Typed")
        window.wait_until_saved(3)
        window.program.quit()

        program = self.start(file)
        Sheet(VacantWindow(program), "Open the document made from “people.tsv”?").press("New Document")
        wait_until("its records", lambda: program.screen.look("table", lambda name: name == "Cards"))
        names = [name for path in self.home.documents.glob("*.kiroku") for name in Document(path).column("Name")]
        self.assertIn("Typed", names)

    def test_several_files(self) -> None:
        """Each file gets a window."""
        program = self.start(self.write("first.tsv", "Word\nfirst\n"), self.write("second.tsv", "Word\nsecond\n"))
        for title in ("first", "second"):
            CardsWindow(program, title).wait_for_rows([[title]])

    def test_a_file_that_is_not_there(self) -> None:
        """The window says which file it is, instead of staying away."""
        program = self.start(self.home.directory / "nowhere.tsv")
        wait_until(
            "a message about nowhere.tsv", lambda: program.screen.look("label", lambda name: "nowhere.tsv" in name),
            describe=program.screen.dump)


class OpenedAgain(AcceptanceTest):
    """A text that a document was made from is opened again."""

    FRUIT = "Name\tPrice\nApple\t1\nPear\t2\n"

    def open_again(self, changed: str | None = None) -> tuple[Program, Sheet]:
        """The program in another start, with the question."""
        window = self.open(self.write("fruit.tsv", self.FRUIT))
        window.wait_until_saved(2)
        window.program.quit()
        file = self.write("fruit.tsv", changed or self.FRUIT) if changed else self.home.directory / "files" / "fruit.tsv"
        program = self.start(file)
        return program, Sheet(VacantWindow(program), "Open the document made from “fruit.tsv”?")

    def test_update(self) -> None:
        """The changed text goes into the document by an import that shows what it will do."""
        program, sheet = self.open_again(self.FRUIT + "Plum\t3\n")
        sheet.wait_for_text("“fruit.tsv” has changed since then.")
        sheet.keyboard.press("Return")
        sheet = Sheet(CardsWindow(program, "fruit"), "Import")
        sheet.wait_for_text("1 record is new. 0 records change. 2 records stay the same.")
        sheet.leave_by("Import")
        window = CardsWindow(program, "fruit")
        window.wait_for_message("1 record imported.")
        self.assertEqual([file.name for file in window.document.path.parent.glob("*.kiroku")], ["fruit.kiroku"])

    def test_open(self) -> None:
        """Of a text that has not changed, the document is opened by Enter."""
        program, sheet = self.open_again()
        sheet.wait_for_text("“fruit.tsv” has not changed since then.")
        sheet.keyboard.press("Return")
        window = CardsWindow(program, "fruit")
        window.wait_for_rows([["Apple", "1"], ["Pear", "2"]])
        self.assertEqual([file.name for file in window.document.path.parent.glob("*.kiroku")], ["fruit.kiroku"])

    def test_new_document(self) -> None:
        """A second document is made where that is wanted."""
        program, sheet = self.open_again()
        sheet.press("New Document")
        window = CardsWindow(program, "fruit 2")
        window.wait_until_saved(2)

    def test_cancel(self) -> None:
        """Nothing is made, and a document that has been deleted is not offered."""
        program, sheet = self.open_again()
        sheet.leave_by("Cancel")
        documents = list(self.home.directory.rglob("*.kiroku"))
        self.assertEqual([file.name for file in documents], ["fruit.kiroku"])
        program.quit()
        documents[0].unlink()
        window = self.open(self.home.directory / "files" / "fruit.tsv")
        window.wait_until_saved(2)


class Documents(AcceptanceTest):
    """Documents of one's own."""

    def test_document_anywhere(self) -> None:
        """A .kiroku file is opened where it is, and edited there."""
        first = self.open(self.write("people.tsv", PEOPLE))
        first.wait_until_saved(3)
        first.program.quit()
        path = first.document.path.rename(self.home.directory / "Friends.kiroku")

        window = self.open(path)
        window.wait_until_saved(3)
        window.enter(1, 0, "Bill")
        window.wait_until_saved(3)
        self.assertEqual(Document(path).column("Name"), ["Ann", "Bill", "Cy"])

    def test_by_another_name(self) -> None:
        """A document that is open already is not opened again by the name of a link to it."""
        first = self.open(self.write("people.tsv", PEOPLE))
        first.wait_until_saved(3)
        link = self.home.directory / "files" / "link.kiroku"
        link.symlink_to(first.document.path)
        self.start(link).wait_for_end()
        self.start(self.write("other.tsv", "Word\na\n")).wait_for_end()
        CardsWindow(first.program, "other").wait_until_saved(1)
        wait_for_equal(
            "the windows", lambda: sorted(window.name for window in first.screen.windows()), ["other", "people"])

    def test_one_that_is_locked_holds_up_no_other(self) -> None:
        """While another program keeps one document from being read, the others can be worked with."""
        first = self.open(self.write("people.tsv", PEOPLE))
        first.wait_until_saved(3)
        first.program.quit()
        path = first.document.path.rename(self.home.directory / "Locked.kiroku")
        with closing(sqlite3.connect(path)) as other_program:
            other_program.execute("BEGIN EXCLUSIVE")
            program = self.start(path, self.write("word.tsv", "Word\nfirst\n"))
            window = CardsWindow(program, "word")
            window.enter(0, 0, "typed")
            window.wait_until_saved(1)
            other_program.execute("ROLLBACK")

    def test_next_start_shows_the_document_used_last(self) -> None:
        """Without a file, work goes on where it stopped."""
        first = self.open(self.write("people.tsv", PEOPLE))
        first.wait_until_saved(3)
        first.program.quit()
        CardsWindow(self.start(), "people").wait_until_saved(3)


class OpenDialog(AcceptanceTest):
    """Opening a file from inside Kiroku."""

    def test_button(self) -> None:
        """Press Open, type where the file is, and it is there."""
        window = self.open(self.write("first.tsv", "Word\nfirst\n"))
        window.press("Open")
        self._choose(window, "second")

    def test_key(self) -> None:
        """The same with Ctrl+O."""
        window = self.open(self.write("first.tsv", "Word\nfirst\n"))
        window.keyboard.press("ctrl+o")
        self._choose(window, "second")

    def test_esc_changes_nothing(self) -> None:
        """Leaving the dialog leaves everything as it was."""
        window = self.open(self.write("first.tsv", "Word\nfirst\n"))
        window.press("Open")
        FileChooser(window.program, "Open").cancel()
        window.wait_for_rows([["first"]])

    def _choose(self, window: CardsWindow, title: str) -> None:
        FileChooser(window.program, "Open").open(self.write(f"{title}.tsv", f"Word\n{title}\n"))
        CardsWindow(window.program, title).wait_for_rows([[title]])
