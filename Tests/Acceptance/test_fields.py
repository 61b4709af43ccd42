"""The sheet with the fields of a document."""

from support.cards import CardsWindow
from support.mouse import drag
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tAge\tPlace\nAnn\t31\t12\nBob\t45\tOsaka\nCy\t\t7\n"
INT, CHOICE = 1, 9


class Fields(AcceptanceTest):
    """Fields, changed as a person does it."""

    def test_one_step(self) -> None:
        """What was renamed, retyped, moved, removed and added comes at once, and goes at once with undo."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        sheet = self._open(window)
        sheet.control("text", "Name of field 1").set_text("Who")
        sheet.control("combo box", "Type of field 3").choose(INT)
        sheet.wait_for_text("2 values fit.")
        sheet.wait_for_text("1 value doesn’t fit and is kept as text to fix:")
        sheet.wait_for_text("Record 2: Osaka")
        sheet.choose("Menu of field 2", "Remove field 2")
        sheet.wait_for_text("2 values will be removed with the field. Undo restores them.")
        sheet.choose("Menu of field 3", "Move field 3 up")
        sheet.press("Add a Field")
        sheet.control("text", "Name of field 4").set_text("Note")
        sheet.control("text", "Default value of field 4").set_text("none")
        self.assertEqual(window.document.fields(), ["Name", "Age", "Place"])
        sheet.leave_by("OK")
        window.wait_for_message("The fields have been changed. You can undo this.")
        wait_for_equal("the fields", window.document.fields, ["Who", "Place", "Note"])
        window.wait_for_cell(1, 1, "Osaka")
        wait_for_equal("the places", lambda: window.document.column("Place"), [12, "Osaka", 7])
        window.keyboard.press("ctrl+z")
        wait_for_equal("the fields", window.document.fields, ["Name", "Age", "Place"])
        window.wait_for_rows([["Ann", "31", "12"], ["Bob", "45", "Osaka"], ["Cy", "", "7"]])

    def test_cancel(self) -> None:
        """Cancel and Esc change nothing; they ask where something would be lost."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        for leave in ("Cancel", "Escape"):
            sheet = self._open(window)
            sheet.control("text", "Name of field 1").set_text("Who")
            sheet.choose("Menu of field 2", "Remove field 2")
            if leave == "Cancel":
                sheet.press("Cancel")
            else:
                sheet.keyboard.press("Escape")
            question = Sheet(window, "Apply the changes?")
            question.keyboard.press("Escape")
            question.wait_until_gone()
            sheet.keyboard.press("Escape")
            Sheet(window, "Apply the changes?").press("Discard Changes")
            sheet.wait_until_gone()
            self.assertEqual(window.table.headings[0], "Name")
        self.assertEqual(window.document.fields(), ["Name", "Age", "Place"])
        sheet = self._open(window)
        sheet.keyboard.press("Escape")
        sheet.wait_until_gone()

    def test_letters(self) -> None:
        """Letters choose the type; pictures are among the types."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        sheet = self._open(window)
        types = sheet.control("combo box", "Type of field 3")
        sheet.control("text", "Name of field 3").grab_focus()
        sheet.keyboard.press("Tab", "r")
        wait_for_equal("the type", lambda: types.chosen, "Rating")
        sheet.keyboard.press("p")
        wait_for_equal("the type", lambda: types.chosen, "Picture")
        sheet.leave_by("OK")
        window.wait_for_message("The fields have been changed. You can undo this.")
        sheet = self._open(window)
        self.assertEqual(sheet.control("combo box", "Type of field 3").chosen, "Picture")
        sheet.keyboard.press("Escape")
        sheet.wait_until_gone()

    def test_letters_in_the_open_list(self) -> None:
        """A letter goes to the next type that begins with it, also while the list is open; Enter takes it."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        sheet = self._open(window)
        types = sheet.control("combo box", "Type of field 3")
        sheet.control("text", "Name of field 3").grab_focus()
        sheet.keyboard.press("Tab", "space")
        # Space opens the list a moment later.
        wait_until("the list is open", lambda: any(
            top.role == "window" and "showing" in top.states for top in window.screen.windows()))
        sheet.keyboard.press("d", "d", "Return")
        wait_for_equal("the type", lambda: types.chosen, "Date and time")
        sheet.leave_by("OK")

    def test_problems(self) -> None:
        """An empty name, a repeated one and an initial value that does not fit are told, and the sheet stays."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        sheet = self._open(window)
        name = sheet.control("text", "Name of field 2")
        for text, problem in (("", "A field needs a name."),
                              ("Name", "There is already a field “Name”. Choose another name.")):
            name.set_text(text)
            sheet.press("OK")
            sheet.wait_for_text(problem)
        name.set_text("Age")
        sheet.control("text", "Default value of field 2").set_text("old")
        sheet.press("OK")
        sheet.wait_for_text("The value does not fit the field “Age”; its type is Whole number.")
        self.assertEqual(window.document.fields(), ["Name", "Age", "Place"])
        sheet.control("text", "Default value of field 2").set_text("18")
        sheet.leave_by("OK")
        window.keyboard.press("ctrl+n")
        window.wait_for_cell(3, 1, "18")

    def test_keyboard(self) -> None:
        """Alt+Up moves the field whose name is being written."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        sheet = self._open(window)
        sheet.control("text", "Name of field 3").grab_focus()
        sheet.keyboard.press("alt+Up", "alt+Up")
        wait_for_equal("the first field", lambda: sheet.control("text", "Name of field 1").text, "Place")
        sheet.keyboard.press("ctrl+Return")
        sheet.wait_until_gone()
        wait_for_equal("the fields", window.document.fields, ["Place", "Name", "Age"])

    def test_handle(self) -> None:
        """A field is dragged by its handle, slowly and fast."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        sheet = self._open(window)
        sheet.wait_until_still()

        def names() -> list[str]:
            return [sheet.control("text", f"Name of field {number}").text for number in (1, 2, 3)]

        def handle(field: int) -> Node:
            handles = [node for node in sheet.dialog.descendants()
                       if node.role == "icon" and node.name == "Drag to reorder"]
            self.assertEqual(len(handles), 3)
            wait_until("the rows stand in their order",
                       lambda: [node.centre[1] for node in handles] == sorted(node.centre[1] for node in handles))
            return handles[field]

        drag(handle(0), handle(2))
        wait_for_equal("the fields", names, ["Age", "Place", "Name"])
        drag(handle(2), handle(0), steps=1)
        wait_for_equal("the fields", names, ["Name", "Age", "Place"])
        drag(handle(0), handle(2), steps=1)
        wait_for_equal("the fields", names, ["Age", "Place", "Name"])
        sheet.leave_by("OK")
        wait_for_equal("the fields", window.document.fields, ["Age", "Place", "Name"])
        window.wait_for_rows([["31", "12", "Ann"], ["45", "Osaka", "Bob"], ["", "7", "Cy"]])

    def test_columns(self) -> None:
        """Each column has one place, whatever kind a field has; without much room, a field has two lines."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        window.resize(1034, 710)
        sheet = self._open(window)
        sheet.control("combo box", "Type of field 3").choose(CHOICE)
        sheet.wait_until_still()
        columns = {("text", "Name of field {}"), ("combo box", "Type of field {}"), ("text", "Default value of field {}"),
                   ("toggle button", "Rules of field {}"), ("toggle button", "Menu of field {}")}

        def edges(role: str, name: str) -> set[tuple[int, int]]:
            boxes = [sheet.control(role, name.format(number)).box for number in (1, 2, 3)]
            return {(box.x, box.width) for box in boxes}

        for role, name in columns:
            wait_until(f"{name} is in line", lambda role=role, name=name: len(edges(role, name)) == 1)
        for heading, (role, name) in {"Name": ("text", "Name of field 1"), "Type": ("combo box", "Type of field 1"),
                                      "Default value": ("text", "Default value of field 1"),
                                      "Format or choices": ("toggle button", "Number format of field 2"),
                                      "Rules": ("toggle button", "Rules of field 1")}.items():
            wait_for_equal(f"where “{heading}” is", lambda heading=heading: sheet.control("label", heading).box.x,
                           sheet.control(role, name).box.x)
        sheet.keyboard.press("Escape")
        Sheet(window, "Apply the changes?").press("Discard Changes")
        sheet.wait_until_gone()
        window.resize(710, 600)
        sheet = self._open(window)
        name, initial = sheet.control("text", "Name of field 1"), sheet.control("text", "Default value of field 1")
        wait_until("there are two lines", lambda: initial.box.y >= name.box.y + name.box.height)
        self.assertIsNone(window.screen.look("label", lambda text: text == "Default value", sheet.dialog))
        sheet.keyboard.press("Escape")
        sheet.wait_until_gone()

    def test_many_that_do_not_fit(self) -> None:
        """Three are listed, and a line opens the others."""
        window = self.open(self.write("names.tsv", "Name\n" + "".join(f"x{number}\n" for number in range(41))))
        window.wait_until_saved(41)
        sheet = self._open(window)
        sheet.control("combo box", "Type of field 1").choose(INT)
        sheet.wait_for_text("Record 3: x2")
        more = sheet.control("toggle button", "and 38 more")
        sheet.wait_until_still()
        height = more.box.height
        more.press()
        wait_until("the others are in sight", lambda: more.box.height > 10 * height)
        sheet.wait_for_text("Record 41: x40")
        sheet.keyboard.press("Escape")
        Sheet(window, "Apply the changes?").press("Discard Changes")
        sheet.wait_until_gone()

    def _open(self, window: CardsWindow) -> Sheet:
        window.keyboard.press("F4")
        return Sheet(window, "Fields")
