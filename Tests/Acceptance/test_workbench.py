"""The workbench: each press of a slot runs its next step."""

from support.program import Program
from support.screen import Node
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until


class Workbench(AcceptanceTest):
    """The board as a developer works with it."""

    def board(self) -> Node:
        """Starts the workbench, and waits for its board."""
        self.program: Program = self.start(name="kiroku-workbench")
        window = self.program.window("Kiroku workbench")
        self.screen = self.program.screen
        return window

    def press(self, title: str, step: str) -> None:
        """Presses a slot, and waits until the board says that this step ran."""
        slot = self.slot(title)
        slot.press()
        wait_for_equal(f"the step of {title}", lambda: slot.description, step)

    def slot(self, title: str) -> Node:
        """The button of a slot."""
        return wait_until(
            f"slot “{title}”", lambda: self.screen.look("push button", lambda name: name.endswith(": " + title)),
            describe=self.screen.dump)

    def wait_for_log(self, text: str) -> None:
        """Waits until the log on the board shows this."""
        wait_until(f"“{text}” in the log", lambda: text in self.screen.find("text", "Log").text,
                   describe=self.screen.dump)

    def test_forty_slots(self) -> None:
        """There are forty slots; an empty one says so when it is pressed."""
        self.board()
        names = [node.name for node in self.screen.windows()[0].descendants() if node.name.startswith("Slot ")]
        self.assertEqual(len(names), 40)
        self.assertEqual(names[0], "Slot 1: Record table")
        self.assertEqual(names[39], "Slot 40")
        self.screen.find("push button", "Slot 40").press()
        self.screen.find("label", "Slot 40 is empty. Experiments.swift fills it.")

    def test_bar_chart_step_by_step(self) -> None:
        """Create, normal 1…n, errors 101…, clear 999: the board says which ran, the log what was expected."""
        self.board()
        self.press("Bar chart", "create")
        self.press("Bar chart", "1")
        self.screen.find("label", "Bar chart, step 1: five bars")
        chart = self.screen.table("Bar chart")
        self.assertEqual(chart.headings, ["Label", "Value"])
        self.assertEqual(
            chart.rows(),
            [["Monday", "12"], ["Tuesday", "30"], ["Wednesday", "21"], ["Thursday", "8"], ["Friday", "26"]])
        for step in range(2, 11):
            self.press("Bar chart", str(step))
        for step in range(101, 106):
            self.press("Bar chart", str(step))
        self.wait_for_log("----------TEST-ERROR-1: appearance 9 is out of range\n")
        self.wait_for_log(" ERROR:KRK_BC_SA:appearance number out of range: 9\n")
        self.press("Bar chart", "ready")
        self.screen.wait_until_gone("table", "Bar chart")
        self.press("Bar chart", "create")
        # The same lines are in the system's log.
        log = self.program.log
        self.assertLess(log.index("TEST-ERROR-1"), log.index("ERROR:KRK_BC_SA:"))

    def test_clock_panel(self) -> None:
        """Hours, a button, and the date and time that come of it."""
        self.board()
        self.press("Clock panel", "create")
        field = self.screen.find("text", "Hours")
        field.grab_focus()
        self.program.keyboard.press("ctrl+a")
        self.program.keyboard.type("many")
        wait_for_equal("what is typed", lambda: field.text, "many")
        self.screen.find("push button", "Shift").press()
        self.screen.find("label", "“many” is not a number.")
        field.grab_focus()
        self.program.keyboard.press("ctrl+a")
        self.program.keyboard.type("876000")
        wait_for_equal("what is typed", lambda: field.text, "876000")
        self.screen.find("push button", "Shift").press()
        self.screen.wait_until_gone("label", "“many” is not a number.")
        year = wait_until(
            "a year to come",
            lambda: self.screen.look("label", lambda name: name.startswith("21") and name.count("/") == 2),
            describe=self.screen.dump)
        self.assertRegex(year.name, r"^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d$")

    def test_modal_sheet_is_operated_by_hand(self) -> None:
        """A slot's view works like the real one, and the board goes on beside it."""
        self.board()
        self.press("Modal sheet", "create")
        self.press("Modal sheet", "1")
        self.screen.find("dialog", "Try the sheet")
        self.press("Bar chart", "create")
        self.press("Modal sheet", "2")
        self.program.keyboard.press("Escape")
        self.screen.wait_until_gone("dialog", "Try the sheet")

    def test_run_all(self) -> None:
        """Every step of every slot goes as expected, one after the other."""
        self.board()
        self.screen.find("push button", "Run all").press()
        self.screen.find("label", "All steps went as expected.")
        for node in self.screen.windows()[0].descendants():
            if node.name.startswith("Slot ") and ":" in node.name:
                self.assertEqual(node.description, "ready", node.name)
