"""New documents, from a template or not."""

from pathlib import Path

from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.document import Document
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"
BOOKS, SCORES, ACCESS_LOG = "Books", "Event scores", "Access log"
WHOLE_NUMBER = 1
COLLECTION = (
    ("Title", "", (), "", "string"),
    ("Number", "w", (), "", "int"),
    ("Width", "n", (), "", "float"),
    ("Price", "e", (), "EUR", "decimal"),
    ("Owned", "c", (), "", "bool"),
    ("Bought", "d", (), "", "date"),
    ("At", "t", (), "", "time"),
    ("Seen", "dd", (), "", "datetime"),
    ("State", "cc", ("new", "used", "torn"), "", "choice"),
    ("Themes", "s", ("birds", "ships", "towns"), "", "choices"),
    ("Rank", "r", (), "", "rating"),
    ("Front", "p", (), "", "string"),
)
"""Each field of a collection: its name, the letters that choose its type, its choices, its unit, and the type."""
MOST_KEYS = 70
"""For these fields, without the letters that are typed."""
PURPOSES = {
    "Empty": "Start with a single field and add the ones you need.",
    BOOKS: "The books you have, with their covers, and what you thought of them.",
    "Films": "Films you have seen or want to see.",
    "Inventory": "What you own, where it is, and what it is worth.",
    "Addresses": "People, and how to reach them.",
    "Plants": "Plants in house and garden, and what they need.",
    "Log": "What happened when, for a diary or a logbook.",
    "Collection": "What you collect, with a picture, where it comes from and what it cost.",
    SCORES: "Who takes part in an event, and the points of each round.",
    ACCESS_LOG: "Who came when, to what, and how long it took.",
}


class New(AcceptanceTest):
    """Documents that begin with nothing but fields."""

    def test_empty(self) -> None:
        """By keyboard alone: the key, Ctrl+Enter, Enter, and the first card is typed."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        sheet = self._open(window)
        sheet.keyboard.press("ctrl+Return")
        FileChooser(window.program, "New Document").accept()
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
        document = Document(self.home.documents / "Untitled.kiroku")
        wait_for_equal("the records", document.records, [["Cy"], ["Dee"]])
        self.assertEqual(window.document.count(), 2)

    def test_enter(self) -> None:
        """Enter goes from field to field and adds one after the last; in an empty one it goes on to the button."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        window.press("New")
        sheet = Sheet(window, "New Document")
        for number, name in enumerate(("Title", "Author", "Year"), start=1):
            self._wait_for_focus(sheet, "text", f"Name of field {number}")
            sheet.keyboard.press("ctrl+a")
            sheet.keyboard.type(name)
            sheet.keyboard.press("Return")
        self._wait_for_focus(sheet, "text", "Name of field 4")
        sheet.control("combo box", "Type of field 3").choose(WHOLE_NUMBER)
        sheet.control("text", "Name of field 4").grab_focus()
        sheet.keyboard.press("Return")
        self._wait_for_focus(sheet, "push button", "Create…")
        sheet.keyboard.press("Return")
        FileChooser(window.program, "New Document").save(self.home.directory / "books")
        CardsWindow(window.program, "books").wait_until_saved(0)
        document = Document(self.home.directory / "books.kiroku")
        self.assertEqual(document.fields(), ["Title", "Author", "Year"])
        types = [row["type"] for row in document.query("SELECT type FROM fields ORDER BY place")]
        self.assertEqual(types, ["string", "string", "int"])

    def test_collector(self) -> None:
        """A document with twelve fields of eleven types, choices and a format takes few keys besides letters."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        self._collect(window)

    def test_collector_in_a_small_window(self) -> None:
        """As few keys where the fields scroll, and have two lines each."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        window.resize(800, 600)
        self._collect(window)

    def _collect(self, window: CardsWindow) -> None:
        keys: list[str] = []

        def press(*pressed: str) -> None:
            window.keyboard.press(*pressed)
            keys.extend(pressed)

        def wait_for_focus_over_sheet(role: str, name: str) -> None:
            wait_until(f"the focus is on “{name}”", lambda: "focused" in window.screen.find(
                role, name, window.window).states, describe=window.screen.dump)

        press("ctrl+shift+n")
        sheet = Sheet(window, "New Document")
        for number, (name, letters, choices, unit, _) in enumerate(COLLECTION, start=1):
            self._wait_for_focus(sheet, "text", f"Name of field {number}")
            sheet.keyboard.type(name)
            if letters:
                press("Tab")
                sheet.keyboard.press(*letters)
            if unit:
                press("Tab", "Tab", "Tab", "space")
                wait_for_focus_over_sheet("text", "Unit or currency")
                sheet.keyboard.type(unit)
                press("Return")
                self._wait_for_focus(sheet, "toggle button", f"Number format of field {number}")
                press("shift+Tab", "shift+Tab")
            press("Return")
            for place, choice in enumerate(choices, start=1):
                wait_for_focus_over_sheet("text", f"Choice {place}")
                sheet.keyboard.type(choice)
                press("Return")
            if choices:
                wait_for_focus_over_sheet("text", f"Choice {len(choices) + 1}")
                press("Return")
        self._wait_for_focus(sheet, "text", f"Name of field {len(COLLECTION) + 1}")
        press("ctrl+Return")
        FileChooser(window.program, "New Document").save(self.home.directory / "stamps")
        keys.append("Return")  # in the dialog for the file
        CardsWindow(window.program, "stamps").wait_until_saved(0)
        document = Document(self.home.directory / "stamps.kiroku")
        fields = [(row["name"], row["type"]) for row in document.query("SELECT name, type FROM fields ORDER BY place")]
        self.assertEqual(fields, [(name, kind) for name, _, _, _, kind in COLLECTION])
        self.assertLessEqual(len(keys), MOST_KEYS, keys)

    def test_discard(self) -> None:
        """Neither Esc nor closing the window throws away what was typed unasked; where nothing was, Esc just closes."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        sheet = self._open(window)
        self._choose(sheet, BOOKS)
        sheet.control("text", "Name of field 10")
        sheet.keyboard.press("Escape")
        sheet.wait_until_gone()
        sheet = self._open(window)
        name = sheet.control("text", "Name of field 1")
        name.set_text("Title")
        for leave in (lambda: sheet.keyboard.press("Escape"), lambda: sheet.press("Cancel"),
                      sheet.keyboard.close_window):
            leave()
            question = Sheet(window, "Discard the fields of the new document?")
            question.keyboard.press("Escape")
            question.wait_until_gone()
            self.assertEqual(name.text, "Title")
        sheet.press("Cancel")
        Sheet(window, "Discard the fields of the new document?").press("Discard the Fields")
        sheet.wait_until_gone()
        self.assertEqual([path.name for path in self.home.documents.glob("*.kiroku")], ["people.kiroku"])

    def test_template(self) -> None:
        """A template's fields, one of them changed before, are those of the document."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        sheet = self._open(window)
        self._choose(sheet, SCORES)
        sheet.wait_for_text(PURPOSES[SCORES])
        sheet.choose("Menu of field 6", "Remove field 6")
        wait_for_equal("field 6", lambda: sheet.control("text", "Name of field 6").text, "Total")
        sheet.control("text", "Name of field 3").set_text("Club")
        self._choose(sheet, ACCESS_LOG)
        sheet.wait_for_text(PURPOSES[ACCESS_LOG])
        self._choose(sheet, SCORES)
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
        sheet.wait_for_text("There is already a file “books.kiroku”. Choose another name.")
        self.assertEqual(taken.read_text(), "something else")
        sheet.leave_by("Cancel")

    def test_without_a_document(self) -> None:
        """The window that has nothing in it offers it, too, and shows the new document."""
        program = self.start(self.home.directory / "nothing.tsv")
        program.screen.find("label", "“nothing.tsv” does not exist.")
        window = program.window("Kiroku")
        program.screen.find("push button", "New Document…", window).press()
        program.screen.find("dialog", "New Document", window)
        program.keyboard.press("ctrl+Return")
        FileChooser(program, "New Document").accept()
        CardsWindow(program, "Untitled").wait_until_saved(0)
        self.assertEqual([window.name for window in program.screen.windows()], ["Untitled"])

    def test_purposes(self) -> None:
        """A template per purpose, with its fields; one is taken as it is."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        sheet = self._open(window)
        for template, purpose in reversed(PURPOSES.items()):
            self._choose(sheet, template)
            sheet.wait_for_text(purpose)
        self._choose(sheet, BOOKS)
        sheet.wait_for_text(PURPOSES[BOOKS])
        self._create(window, sheet, "mine").wait_until_saved(0)
        self.assertEqual(
            Document(self.home.directory / "mine.kiroku").fields(),
            ["Title", "Author", "Cover", "Year", "Publisher", "Genre", "Pages", "Read", "Rating", "Notes"])

    def _wait_for_focus(self, sheet: Sheet, role: str, name: str) -> None:
        wait_until(f"the focus is on “{name}”", lambda: "focused" in sheet.control(role, name).states,
                   describe=sheet.screen.dump)

    def test_tiles(self) -> None:
        """The arrow keys go from template to template; a tile says which fields and choices there are."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        sheet = self._open(window)
        self.assertIn("checked", sheet.control("radio button", "Empty").states)
        sheet.control("radio button", "Empty").grab_focus()
        sheet.keyboard.press("Right")
        sheet.wait_for_text(PURPOSES[BOOKS])
        self.assertIn("checked", sheet.control("radio button", BOOKS).states)
        self.assertIn("Cover: Picture", sheet.control("radio button", BOOKS).description)
        self.assertIn("Light: Choice (Full sun; ", sheet.control("radio button", "Plants").description)
        sheet.keyboard.press("Left")
        sheet.wait_for_text(PURPOSES["Empty"])
        sheet.leave_by("Cancel")

    def _choose(self, sheet: Sheet, template: str) -> None:
        """Templates are in the order of their tiles; their names are in the language of the program, and in no catalogue."""
        place = list(PURPOSES).index(template)

        def tiles() -> list[Node]:
            return [node for node in sheet.dialog.scrolled_descendants() if node.role == "radio button"]

        wait_until("the tiles", lambda: len(tiles()) == len(PURPOSES), describe=sheet.screen.dump)
        tiles()[place].press()

    def _open(self, window: CardsWindow) -> Sheet:
        window.keyboard.press("ctrl+shift+n")
        return Sheet(window, "New Document")

    def _create(self, window: CardsWindow, sheet: Sheet, name: str) -> CardsWindow:
        self._answer(window, sheet, self.home.directory / name)
        return CardsWindow(window.program, name)

    def _answer(self, window: CardsWindow, sheet: Sheet, path: Path) -> None:
        sheet.press("Create…")
        FileChooser(window.program, "New Document").save(path)
