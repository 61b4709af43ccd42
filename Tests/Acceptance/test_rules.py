"""What the values of a field should be like: what breaks a rule is kept, and marked."""

from support import clipboard
from support.cards import CardsWindow
from support.command import run
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PARTS = "Number\tTitle\tPrice\n14\tOne\t5\n15\tTwo\t50\n14\t\t500\n16\tFour\t\n"
NUMBER, TITLE, PRICE = 0, 1, 2


class Rules(AcceptanceTest):
    """Set in the list of fields, and seen everywhere else."""

    def test_set_and_seen(self) -> None:
        """They are rehearsed, mark what breaks them, follow each edit, and stay in the document."""
        window = self._open_parts()
        sheet = self._fields(window)
        self._check(sheet, 1, "Values must be unique")
        sheet.wait_for_text("2 records meet the rules.")
        sheet.wait_for_text("2 don’t and are flagged for fixing:")
        sheet.wait_for_text("Record 1: 1 other record has this value: 3.")
        self._check(sheet, 2, "Every record has a value")
        sheet.wait_for_text("Record 3: A value is required here.")
        self._type(sheet, 3, {"Minimum value": "10", "Maximum value": "100"})
        sheet.wait_for_text("Record 1: “5” is below the minimum, 10.")
        sheet.leave_by("OK")
        window.button("5 to fix")
        for place in ((0, NUMBER), (2, NUMBER), (2, TITLE), (0, PRICE), (2, PRICE)):
            self.assertIn("invalid-entry", window.cell(*place).states, place)
        self.assertNotIn("invalid-entry", window.cell(3, PRICE).states)
        self.assertEqual(window.cell(0, NUMBER).description, "1 other record has this value: 3.")
        window.enter(0, NUMBER, "13")
        window.button("3 to fix")
        window.enter(3, NUMBER, "15")
        window.wait_for_message("1 other record has this value: 2.")
        window.button("5 to fix")
        window.keyboard.press("ctrl+z")
        window.button("3 to fix")
        window.enter(2, TITLE, "Three")
        window.button("2 to fix")
        window.go_to(1, TITLE)
        for row in (2, 0):
            window.press("2 to fix")
            window.wait_for_cursor(row, PRICE)
        window.wait_until_saved(4)
        path = window.document.path
        window.program.quit()
        window = self.open(path)
        window.button("2 to fix")
        window.keyboard.press("shift+F8")
        window.wait_for_rows([["13", "One", "5"], ["14", "Three", "500"]])

    def test_together(self) -> None:
        """A number may occur again with another title."""
        window = self._open_parts()
        sheet = self._fields(window)
        self._check(sheet, 1, "Values must be unique", "Title")
        sheet.wait_for_text("4 records meet the rules.")
        sheet.leave_by("OK")
        window.enter(2, TITLE, "One")
        window.button("2 to fix")
        window.enter(2, TITLE, "Three")
        window.screen.wait_until_gone("push button", "2 to fix", window.window)

    def test_impossible(self) -> None:
        """Rules that contradict each other, and a pattern that is none, are told."""
        window = self._open_parts()
        sheet = self._fields(window)
        self._type(sheet, 3, {"Minimum value": "10", "Maximum value": "1"})
        sheet.wait_for_text("The minimum is greater than the maximum.")
        sheet.press("OK")
        sheet.wait_for_text("Rules of the field “Price”: The minimum is greater than the maximum.")
        self._type(sheet, 3, {"Maximum value": "many"})
        sheet.wait_for_text("“many” is not a value of the field.")
        self._type(sheet, 3, {"Minimum value": "", "Maximum value": ""})
        self._type(sheet, 2, {"Regular expression that the whole text must match": "("})
        sheet.press("OK")
        sheet.wait_for_text("Rules of the field “Title”: ")
        sheet.press("Cancel")
        Sheet(window, "Apply the changes?").press("Discard Changes")
        sheet.wait_until_gone()
        self.assertEqual(window.document.query("SELECT value FROM properties WHERE name = 'rules'"), [])

    def test_texts(self) -> None:
        """Lengths count characters, and a pattern is for the whole text; one that takes too long says so."""
        window = self._open_parts()
        sheet = self._fields(window)
        self._type(sheet, 2, {"Maximum length": "3", "Regular expression that the whole text must match": "[A-Z].*"})
        sheet.wait_for_text("Record 4: “Four” has more than 3 characters.")
        sheet.leave_by("OK")
        window.button("1 to fix")
        window.enter(0, TITLE, "one")
        window.wait_for_message("“one” does not match the field’s pattern, [A-Z].*.")
        window.button("2 to fix")

    def test_paste_and_import(self) -> None:
        """Both list what would break a rule; --strict writes nothing then."""
        window = self._open_parts()
        sheet = self._fields(window)
        self._check(sheet, 1, "Values must be unique")
        sheet.wait_for_text("2 records meet the rules.")
        sheet.leave_by("OK")
        window.button("2 to fix")
        clipboard.put("16\tTwo\n16\tThree\n")
        window.go_to(1, NUMBER)
        window.keyboard.press("ctrl+v")
        review = Sheet(window, "Paste")
        review.wait_for_text("2 cells break rules of their fields and are flagged for fixing.")
        review.wait_for_text("Record 2, Number: 2 other records have this value: 3, 4.")
        review.leave_by("Cancel")
        window.wait_until_saved(4)
        path = window.document.path
        window.program.quit()
        more = self.write("more.csv", "Number,Title\n20,New\n16,Again\n")
        answer = run(self.home, "import", more, "--into", path, "--strict")
        self.assertEqual((answer.status, answer.errors.splitlines()[-1]), (
            1, "kiroku: 2 cells break rules of their fields. "
            "Record 4, Number: 1 other record has this value: 6. Nothing was imported."))
        answer = run(self.home, "import", more, "--into", path)
        self.assertEqual((answer.status, answer.errors.splitlines()[-1]), (
            0, "kiroku: 2 added, 0 changed, 0 unchanged, 2 to fix"))
        answer = run(self.home, "find", path, "Number is to fix")
        self.assertEqual(answer.output.decode().splitlines()[1:], ["14\tOne\t5", "14\t\t500", "16\tFour\t", "16\tAgain\t"])
        answer = run(self.home, "info", path)
        self.assertIn("To fix:   4\n", answer.output.decode())

    def _open_parts(self) -> CardsWindow:
        window = self.open(self.write("parts.tsv", PARTS))
        window.wait_until_saved(4)
        return window

    def _fields(self, window: CardsWindow) -> Sheet:
        window.keyboard.press("F4")
        return Sheet(window, "Fields")

    def _check(self, sheet: Sheet, field: int, *rules: str) -> None:
        self._open_rules(sheet, field)
        for rule in rules:
            sheet.screen.find("check box", rule, sheet.window).press()
        self._close_rules(sheet, field)

    def _type(self, sheet: Sheet, field: int, texts: dict[str, str]) -> None:
        self._open_rules(sheet, field)
        for name, text in texts.items():
            sheet.screen.find("text", name, sheet.window).set_text(text)
        self._close_rules(sheet, field)

    def _open_rules(self, sheet: Sheet, field: int) -> None:
        sheet.control("toggle button", f"Rules of field {field}").press()
        sheet.screen.find("check box", "Every record has a value", sheet.window)

    def _close_rules(self, sheet: Sheet, field: int) -> None:
        sheet.control("toggle button", f"Rules of field {field}").press()
        sheet.screen.wait_until_gone("check box", "Every record has a value", sheet.window)
