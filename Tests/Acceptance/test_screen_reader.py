"""What a screen reader is told without asking: messages, cells, and boxes that are ticked."""

from support.bus_events import ANNOUNCED, SHOWING, BusEvents
from support.cards import CardsWindow
from support.testcase import AcceptanceTest
from support.waiting import wait_until

PEOPLE = "Name\tMember\nAnn\ttrue\nBob\tfalse\n"
FOCUSED = "object:state-changed:focused"
CHECKED = "object:state-changed:checked"
RENAMED = "object:property-change:accessible-name"
CELL_CHANGED = "object:active-descendant-changed"
VALUE_CHANGED = "object:property-change:accessible-value"


class Told(AcceptanceTest):
    """Events on the accessibility bus."""

    def listen(self, *kinds: str) -> tuple[CardsWindow, BusEvents]:
        """The people in a window, and what is told from now on."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        window.go_to(0, 0)
        events = BusEvents(window.program.process.pid, *kinds)
        self.addCleanup(events.close)
        _ = window.window.centre  # what was told before it answers this has come
        events.forget()
        return window, events

    def test_cell_under_the_cursor(self) -> None:
        """Each cell that the cursor comes to, with its text."""
        window, events = self.listen(FOCUSED, CELL_CHANGED)
        window.keyboard.press("Down")
        events.wait_for(CELL_CHANGED, "table", "Cards")
        events.wait_for(FOCUSED, "table cell", "Bob", 1)

    def test_cell_when_the_grid_has_the_keys_again(self) -> None:
        """After a sheet and after the card, though the cursor has not moved."""
        window, events = self.listen(FOCUSED)
        window.keyboard.press("ctrl+comma")
        window.screen.find("dialog", "Preferences", window.window)
        events.forget()
        window.keyboard.press("Escape")
        events.wait_for(FOCUSED, "table cell", "Ann", 1)
        window.keyboard.press("F7")
        window.screen.find("push button", "Next Record", window.window)
        wait_until("the card has the keys", lambda: "focused" in window.editor("Name").states)
        events.forget()
        window.keyboard.press("F7")
        events.wait_for(FOCUSED, "table cell", "Ann", 1)

    def test_box_that_is_ticked(self) -> None:
        """By the space bar, on and off."""
        window, events = self.listen(CHECKED)
        window.go_to(1, 1)
        window.keyboard.press("space")
        window.wait_for_check(1, 1, None)
        window.keyboard.press("space")
        window.wait_for_check(1, 1, True)  # what it is called changes with it
        told = events.wait_for(CHECKED, "table cell", window.cell(1, 1).name, 1)
        self.assertIn("checked", {state.value_nick for state in told.source.get_state_set().get_states()})
        window.keyboard.press("space")
        window.wait_for_check(1, 1, False)
        events.wait_for(CHECKED, "table cell", window.cell(1, 1).name, 0)

    def test_contents_of_cells(self) -> None:
        """Each that changes, by typing and by undo; and which step was undone, or which record is new."""
        window, events = self.listen(RENAMED, ANNOUNCED, SHOWING)
        window.enter(0, 0, "Anna")
        events.wait_for(RENAMED, "table cell", "Anna")
        events.forget()
        window.keyboard.press("ctrl+z")
        events.wait_for(RENAMED, "table cell", "Ann")
        events.wait_for_message("Undone: Edit Cell")
        events.forget()
        window.keyboard.press("ctrl+n")
        events.wait_for_message("New record, 3 of 3")

    def test_editing(self) -> None:
        """F2 tells that the cell can be edited now; typing speaks for itself."""
        window, events = self.listen(FOCUSED)
        window.keyboard.press("F2")
        told = events.wait_for(FOCUSED, "text", "Name", 1)
        self.assertEqual(told.source.get_description(), "editing")
        window.keyboard.press("Escape")
        events.wait_for(FOCUSED, "table cell", "Ann", 1)
        events.forget()
        window.keyboard.type("B")
        told = events.wait_for(FOCUSED, "text", "Name", 1)
        wait_until("typing completes the name", lambda: "Bob" in told.source.get_description())
        self.assertNotIn("editing", told.source.get_description())

    def test_progress_that_nobody_sees(self) -> None:
        """A search that is over at once is not told in percent."""
        window, events = self.listen(VALUE_CHANGED)
        window.keyboard.press("ctrl+f")
        window.keyboard.type("Ann")
        window.screen.find("label", "Found 1 of 2 records", window.window)
        events.take_in()
        self.assertEqual([str(told) for told in events.told if told.role == "progress bar"], [])

    def test_messages(self) -> None:
        """As an announcement, or as a notification that comes up for screen readers of before there were these."""
        window, events = self.listen(ANNOUNCED, SHOWING)
        window.keyboard.press("ctrl+shift+c")
        text = "Copied 2 records to the clipboard."
        window.wait_for_message(text)
        events.wait_for_message(text)
