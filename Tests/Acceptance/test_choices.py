"""Fields with choices: one of them, or several."""

from support.cards import CardsWindow
from support.command import run
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

TASKS = 'Task\tState\tTags\nRoof\topen\thouse; money\nDoor\tdone\thouse\nTax\tOpen\tmoney\nTrip\topen \t\nBook\tperhaps\tfun;house\n'
TASK, STATE, TAGS = 0, 1, 2
CHOICE, CHOICES = 9, 10


class Choices(AcceptanceTest):
    """Made of what is there, typed, and kept."""

    def test_from_the_values(self) -> None:
        """What differs only in case and blanks is joined; all of it is one step."""
        window = self._open()
        self._make_choices(window)
        wait_for_equal("the states", lambda: window.document.column("State"), ["open", "done", "open", "open", "perhaps"])
        wait_for_equal("the tags", lambda: window.document.column("Tags"),
                       ["house; money", "house", "money", None, "fun; house"])
        window.keyboard.press("ctrl+z")
        wait_for_equal("the states", lambda: window.document.column("State"), ["open", "done", "Open", "open ", "perhaps"])
        window.keyboard.press("ctrl+shift+z")
        wait_for_equal("the states", lambda: window.document.column("State"), ["open", "done", "open", "open", "perhaps"])

    def test_typing(self) -> None:
        """Letters find a choice, Enter takes it; what is none stays and is marked, and Ctrl+Enter makes it one."""
        window = self._open()
        self._make_choices(window)
        window.go_to(1, STATE)
        window.keyboard.type("o")
        window.keyboard.press("Return")
        window.wait_for_cell(1, STATE, "open")
        window.wait_for_cursor(2, STATE)
        window.keyboard.type("DONE")
        window.keyboard.press("Return")
        window.wait_for_cell(2, STATE, "done")
        window.keyboard.type("never")
        window.keyboard.press("Return")
        window.wait_for_message("“never” is not among the choices.")
        window.button("1 to fix")
        self.assertIn("invalid-entry", window.cell(3, STATE).states)
        window.go_to(3, STATE)
        window.keyboard.press("ctrl+Return")
        window.wait_for_message("Added “never” to the choices.")
        window.screen.wait_until_gone("push button", "1 to fix", window.window)
        window.go_to(0, TAGS)
        window.keyboard.type("mo; new")
        window.keyboard.press("ctrl+Return")
        window.wait_for_cell(0, TAGS, "money; new")
        window.wait_for_cursor(1, TAGS)
        window.keyboard.type("house; mo")
        window.keyboard.press("Return")
        window.wait_for_cell(1, TAGS, "house; money")
        window.wait_until_saved(5)
        path = window.document.path
        window.program.quit()
        answer = run(self.home, "find", path, 'Tags has all of "house; money"')
        self.assertEqual(answer.output.decode().splitlines()[1:], ["Door\topen\thouse; money"])
        answer = run(self.home, "find", path, 'Tags has none of "house; new"')
        self.assertEqual(answer.output.decode().splitlines()[1:], ["Tax\tdone\tmoney", "Trip\tnever\t"])

    def test_list(self) -> None:
        """Letters within a choice filter the list below the cell, too; Down chooses from it, and so does a click."""
        window = self._open()
        self._make_choices(window)
        window.go_to(4, STATE)
        window.keyboard.type("e")
        for choice in ("open", "done", "perhaps"):
            window.screen.find("push button", choice, window.window)
        window.keyboard.press("Down", "Return")
        window.wait_for_cell(4, STATE, "open")
        window.screen.wait_until_gone("push button", "done", window.window)
        window.go_to(3, STATE)
        window.keyboard.type("e")
        window.screen.find("push button", "perhaps", window.window).press()
        wait_for_equal("the text", lambda: window.editor("State").text, "perhaps")
        window.keyboard.press("Return")
        window.wait_for_cell(3, STATE, "perhaps")
        window.go_to(2, STATE)
        window.keyboard.type("e")
        window.screen.find("push button", "perhaps", window.window)
        window.keyboard.press("Return")
        window.wait_for_message("“e” is not among the choices.")

    def test_menu(self) -> None:
        """Alt+Down opens the choices; of several, each is turned on and off."""
        window = self._open()
        self._make_choices(window)
        window.go_to(1, STATE)
        window.keyboard.press("alt+Down")
        window.screen.find("check menu item", "perhaps").press()
        window.wait_for_cell(1, STATE, "perhaps")
        window.go_to(0, TAGS)
        window.keyboard.press("alt+Down")
        window.screen.find("check menu item", "house").press()
        window.wait_for_cell(0, TAGS, "money")
        window.keyboard.press("alt+Down")
        window.screen.find("check menu item", "fun").press()
        window.wait_for_cell(0, TAGS, "money; fun")

    def test_order_and_names(self) -> None:
        """The order of the choices is the order when sorting; renaming one renames the cells."""
        window = self._open()
        self._make_choices(window)
        window.keyboard.press("F4")
        sheet = Sheet(window, "Fields")
        sheet.control("toggle button", "Choices of field 2").press()
        window.screen.find("text", "Choice 1", window.window).set_text("to do")
        window.screen.find("combo box", "Color of choice 1", window.window).choose(1)
        window.screen.find("push button", "Move choice 1 down", window.window).press()
        wait_for_equal("the second choice", lambda: window.screen.find("text", "Choice 2", window.window).text, "to do")
        sheet.control("toggle button", "Choices of field 2").press()
        window.screen.wait_until_gone("text", "Choice 2", window.window)
        sheet.leave_by("OK")
        wait_for_equal("the states", lambda: window.document.column("State"),
                       ["to do", "done", "to do", "to do", "perhaps"])
        window.table.heading(STATE).press()
        window.wait_for_rows([["Door", "done", "house"], ["Roof", "to do", "house; money"], ["Tax", "to do", "money"],
                              ["Trip", "to do", ""], ["Book", "perhaps", "fun; house"]])

    def _open(self) -> CardsWindow:
        window = self.open(self.write("tasks.tsv", TASKS))
        window.wait_until_saved(5)
        return window

    def _make_choices(self, window: CardsWindow) -> None:
        window.keyboard.press("F4")
        sheet = Sheet(window, "Fields")
        for number, kind in ((2, CHOICE), (3, CHOICES)):
            sheet.control("combo box", f"Type of field {number}").choose(kind)
            sheet.control("toggle button", f"Choices of field {number}").press()
            window.screen.find("push button", "From the Values", window.window).press()
            window.screen.find("text", "Choice 3", window.window)
            sheet.control("toggle button", f"Choices of field {number}").press()
            window.screen.wait_until_gone("text", "Choice 3", window.window)
        sheet.leave_by("OK")
