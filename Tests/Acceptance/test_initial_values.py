"""What new records start with: today, the next number, or what the record above has."""

import datetime

from support.cards import CardsWindow
from support.command import run
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PARTS = "Number\tPlace\tDay\nA-0001\tOslo\t2026-01-05\nA-0007\tBern\t2026-02-05\n"


class InitialValues(AcceptanceTest):
    """Chosen in the list of fields, and seen in new records."""

    def test_all(self) -> None:
        """Numbers count up, Esc leaves no hole, and the document keeps the choices."""
        window = self._open_parts()
        sheet = self._fields(window)
        sheet.choose("Default options of field 1", "Next Number")
        sheet.control("text", "Default value of field 1").set_text("A-0001")
        sheet.choose("Default options of field 2", "Same as Record Above")
        sheet.choose("Default options of field 3", "Today")
        wait_for_equal("what is shown", lambda: sheet.control("text", "Default value of field 3").text, "Today")
        sheet.leave_by("OK")
        window.wait_for_message("The fields have been changed. You can undo this.")
        window.keyboard.press("ctrl+n")
        window.wait_for_cell(2, 0, "A-0008")
        window.wait_for_cell(2, 1, "Bern")
        window.keyboard.press("Escape")
        wait_for_equal("the records", lambda: len(window.document.column("Number")), 2)
        window.keyboard.press("ctrl+n")
        window.wait_for_cell(2, 0, "A-0008")
        window.keyboard.press("ctrl+n")
        window.wait_for_cell(3, 0, "A-0009")
        today = datetime.date.today().isoformat()
        wait_for_equal("the days", lambda: window.document.column("Day")[2:], [today, today])
        path = window.document.path
        window.program.quit()
        answer = run(self.home, "import", self.write("more.csv", "Place\nRome\nParis\n"), "--into", path)
        self.assertEqual(answer.status, 0, answer)
        window = self.open(path)
        wait_for_equal("the numbers", lambda: window.document.column("Number"),
                       ["A-0001", "A-0007", "A-0008", "A-0009", "A-0010", "A-0011"])
        sheet = self._fields(window)
        self.assertEqual(sheet.control("text", "Default value of field 1").text, "A-0001")
        sheet.choose("Default options of field 3", "Value")
        wait_for_equal("what is typed", lambda: sheet.control("text", "Default value of field 3").text, "")
        sheet.leave_by("OK")
        window.keyboard.press("ctrl+n")
        window.wait_for_cell(6, 0, "A-0012")
        wait_for_equal("the days", lambda: window.document.column("Day")[6], None)

    def test_type(self) -> None:
        """Only what suits the kind of field is offered, and a first number that is none is told."""
        window = self._open_parts()
        sheet = self._fields(window)
        sheet.choose("Default options of field 3", "Today")
        sheet.control("combo box", "Type of field 3").choose(1)
        wait_for_equal("what is typed", lambda: sheet.control("text", "Default value of field 3").text, "")
        sheet.choose("Default options of field 3", "Next Number")
        sheet.control("text", "Default value of field 3").set_text("A-1")
        sheet.press("OK")
        sheet.wait_for_text("The value does not fit the field “Day”; its type is Whole number.")
        sheet.press("Cancel")
        Sheet(window, "Apply the changes?").press("Discard Changes")
        sheet.wait_until_gone()

    def _open_parts(self) -> CardsWindow:
        window = self.open(self.write("parts.tsv", PARTS))
        window.wait_until_saved(2)
        return window

    def _fields(self, window: CardsWindow) -> Sheet:
        window.keyboard.press("F4")
        return Sheet(window, "Fields")
