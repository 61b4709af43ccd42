"""New documents, from a template or not."""

from pathlib import Path

from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.document import Document
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"
EMPTY, COLLECTION, SCORES, LOG = 0, 1, 2, 3


class New(AcceptanceTest):
    """Documents that begin with nothing but fields."""

    def test_empty(self) -> None:
        """By keyboard alone: the key, two times Enter, and the first card is typed."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        sheet = self._open(window)
        sheet.keyboard.press("Return")
        FileChooser(window.program, "New document").accept()
        made = CardsWindow(window.program, "Untitled")
        made.wait_until_saved(0)
        window.keyboard.activate("Untitled")
        made.keyboard.type("Cy")
        made.wait_for_typed("Name", "Cy")
        made.keyboard.press("Return")
        made.wait_for_cursor(1, 0)
        made.keyboard.type("Dee")
        made.wait_for_typed("Name", "Dee")
        made.keyboard.press("Return")
        made.wait_for_cursor(2, 0)
        made.keyboard.press("Escape")
        document = Document(self.home.directory / "Untitled.kiroku")
        wait_for_equal("the records", document.records, [["Cy"], ["Dee"]])
        self.assertEqual(window.document.count(), 2)

    def test_template(self) -> None:
        """A template's fields, one of them changed before, are those of the document."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        sheet = self._open(window)
        sheet.control("combo box", "Template").choose(SCORES)
        sheet.wait_for_text("Who takes part in an event, and the points of each round.")
        sheet.press("Remove field 6")
        wait_for_equal("field 6", lambda: sheet.control("text", "Name of field 6").text, "Total")
        sheet.control("text", "Name of field 3").set_text("Club")
        sheet.control("combo box", "Template").choose(LOG)
        sheet.wait_for_text("Who came when, to what, and how long it took.")
        sheet.control("combo box", "Template").choose(SCORES)
        made = self._create(window, sheet, "Spring race")
        made.wait_until_saved(0)
        fields = ["Number", "Name", "Club", "Round 1", "Round 2", "Total", "Qualified", "Notes"]
        self.assertEqual(Document(self.home.directory / "Spring race.kiroku").fields(), fields)

    def test_wrong_fields(self) -> None:
        """Fields that cannot be are told before anybody is asked for a name."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        sheet = self._open(window)
        sheet.control("text", "Name of field 1").set_text("")
        sheet.press("Create…")
        sheet.wait_for_text("A field needs a name.")
        sheet.control("text", "Name of field 1").set_text("Title")
        self._create(window, sheet, "books").wait_until_saved(0)

    def test_taken_name(self) -> None:
        """A file that is there is never replaced."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        taken = self.home.directory / "books.kiroku"
        taken.write_text("something else")
        sheet = self._open(window)
        self._answer(window, sheet, taken)
        sheet.wait_for_text("There is a file “books.kiroku” already. Choose another name.")
        self.assertEqual(taken.read_text(), "something else")
        sheet.leave_by("Cancel")

    def test_without_a_document(self) -> None:
        """The window that has nothing in it offers it, too, and shows the new document."""
        program = self.start(self.home.directory / "nothing.tsv")
        program.screen.find("label", "“nothing.tsv” does not exist.")
        window = program.window("Kiroku")
        program.screen.find("push button", "New document…", window).press()
        program.screen.find("dialog", "New document", window)
        program.keyboard.press("Return")
        FileChooser(program, "New document").accept()
        CardsWindow(program, "Untitled").wait_until_saved(0)
        self.assertEqual([window.name for window in program.screen.windows()], ["Untitled"])

    def _open(self, window: CardsWindow) -> Sheet:
        window.keyboard.press("ctrl+shift+n")
        return Sheet(window, "New document")

    def _create(self, window: CardsWindow, sheet: Sheet, name: str) -> CardsWindow:
        self._answer(window, sheet, self.home.directory / name)
        return CardsWindow(window.program, name)

    def _answer(self, window: CardsWindow, sheet: Sheet, path: Path) -> None:
        sheet.press("Create…")
        FileChooser(window.program, "New document").save(path)
