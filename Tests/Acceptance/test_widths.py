"""How wide fields and the entries over their cells are."""

from support.screen import Node
from support.testcase import AcceptanceTest
from support.waiting import wait_until
from support.xdotool import xdotool

TOWNS = "Town\tVisits\tSeen\nOslo\t3\ttrue\nBern\t1\tfalse\n"
LONG = "A town with a name of many letters, on a river"


class Widths(AcceptanceTest):
    """Of a field whose width nobody has set."""

    def test_the_entry_grows_and_the_field_follows(self) -> None:
        """While it is typed, over the neighbour; the field when it is entered. Nothing of that is an edit."""
        window = self.open(self.write("towns.tsv", TOWNS))
        window.wait_until_saved(2)
        narrow = window.cell(0, 0).width
        window.go_to(0, 0)
        window.keyboard.type(LONG)
        entry = window.screen.find("text", "Town", window.window)
        wait_until("the entry is over the neighbour", lambda: entry.width > narrow)
        self.assertEqual(window.cell(0, 0).width, narrow)
        window.keyboard.press("Return")
        window.wait_for_cell(0, 0, LONG)
        wait_until("the field has become wider", lambda: window.cell(0, 0).width > narrow)
        window.keyboard.press("ctrl+z")
        window.wait_for_cell(0, 0, "Oslo")
        window.wait_until_saved(2)

    def test_a_double_click_on_the_corner_fits_all(self) -> None:
        """Also a field that was made narrower by hand."""
        window = self.open(self.write("towns.tsv", TOWNS + f"{LONG}\t2\ttrue\n"))
        window.wait_until_saved(3)
        fitting = window.cell(0, 0).width
        window.go_to(0, 0)
        window.keyboard.press("alt+Left", "alt+Left")
        wait_until("it is narrower", lambda: window.cell(0, 0).width < fitting)
        self._double_click_left_of(window.table.heading(0))
        wait_until("all fits again", lambda: window.cell(0, 0).width >= fitting)

    def _double_click_left_of(self, heading: Node) -> None:
        x, y = heading.centre
        xdotool("mousemove", x - heading.width // 2 - 20, y, "click", "--repeat", 2, "--delay", 40, 1)
