"""Fields of durations."""

from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

TALKS = "Talk\tLasts\nOne\t1:30\nTwo\t\nThree\t25 hours\n"
DURATION = 8


class Durations(AcceptanceTest):
    """Typed as people write them, kept as seconds, summed up beyond a day."""

    def test_typed(self) -> None:
        """Text becomes durations; what is typed is shown in one form, keys change it, and the sum is told."""
        window = self.open(self.write("talks.tsv", TALKS))
        window.wait_until_saved(3)
        window.keyboard.press("F4")
        sheet = Sheet(window, "Fields")
        sheet.control("combo box", "Type of field 2").choose(DURATION)
        sheet.leave_by("OK")
        window.wait_for_cell(2, 1, "25:00")
        window.go_to(1, 1)
        window.keyboard.type("90 min")
        window.keyboard.press("Return")
        window.wait_for_cell(1, 1, "1:30")
        window.go_to(1, 1)
        window.keyboard.press("alt+Up")
        window.wait_for_cell(1, 1, "1:31")
        window.keyboard.press("ctrl+space")
        window.screen.find("label", "3 cells · Sum 28:01 · Mean 9:20:20 · Min 1:30 · Max 25:00", window.window)
        window.keyboard.press("F9")
        window.screen.find("label", "Sum: 28:01", window.window)
        wait_for_equal("the seconds", lambda: window.document.column("Lasts"), [5400, 5460, 90000])
        window.go_to(1, 1)
        window.keyboard.press("F2", "ctrl+a")
        window.keyboard.type("90")
        window.keyboard.press("Return")
        window.wait_for_message("“90” is not a duration. Write 1:30 for hours and minutes, or 90 min.")
        window.wait_for_cell(1, 1, "90")
