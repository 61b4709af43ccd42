"""Editing cells and records with the keyboard."""

from support import mouse
from support.cards import CardsWindow
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal

PEOPLE = "Name\tAge\tMember\nAnn\t31\ttrue\nBob\t45\tfalse\nCy\t7\t\n"
NAME, AGE, MEMBER = range(3)


class EditingTest(AcceptanceTest):
    """A test with a window that shows three people."""

    def open_people(self) -> CardsWindow:
        """The window, saved and ready."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(3)
        return window


class Moving(EditingTest):
    """Where the cursor goes."""

    def test_arrows(self) -> None:
        """One cell in each direction."""
        window = self.open_people()
        window.go_to(0, NAME)
        for key, row, column in (("Down", 1, 0), ("Right", 1, 1), ("Up", 0, 1), ("Left", 0, 0)):
            window.keyboard.press(key)
            window.wait_for_cursor(row, column)

    def test_first_and_last_cell(self) -> None:
        """Ctrl+End and Ctrl+Home."""
        window = self.open_people()
        window.table.grab_focus()
        window.keyboard.press("ctrl+End")
        window.wait_for_cursor(2, MEMBER)
        window.keyboard.press("ctrl+Home")
        window.wait_for_cursor(0, NAME)

    def test_mouse(self) -> None:
        """A click takes the cursor along."""
        window = self.open_people()
        mouse.click(window.cell(1, AGE))
        window.wait_for_cursor(1, AGE)
        self.assertIn("selected", window.cell(1, AGE).states)


class Typing(EditingTest):
    """Changing the text of a cell."""

    def test_typing_replaces_and_enter_commits(self) -> None:
        """The new text takes the place of the old one, and the cursor moves down."""
        window = self.open_people()
        window.enter(0, NAME, "Anna Lee")
        window.wait_for_cell(0, NAME, "Anna Lee")
        window.wait_for_cursor(1, NAME)
        window.wait_until_saved(3)
        self.assertEqual(window.document.column("Name"), ["Anna Lee", "Bob", "Cy"])

    def test_numbers_stay_numbers(self) -> None:
        """A number typed into a number field is held as a number."""
        window = self.open_people()
        window.enter(1, AGE, "46")
        window.wait_for_cell(1, AGE, "46")
        window.wait_until_saved(3)
        self.assertEqual(window.document.column("Age"), [31, 46, 7])

    def test_f2_keeps_the_text(self) -> None:
        """F2 goes on with what is there."""
        window = self.open_people()
        window.go_to(1, NAME)
        window.keyboard.press("F2")
        window.wait_for_typed("Name", "Bob")
        window.keyboard.press("End")
        window.keyboard.type("by")
        window.wait_for_typed("Name", "Bobby")
        window.keyboard.press("Return")
        window.wait_for_cell(1, NAME, "Bobby")

    def test_tab_commits_and_moves_right(self) -> None:
        """A record can be filled in without leaving the row."""
        window = self.open_people()
        window.go_to(0, NAME)
        window.keyboard.type("Eve")
        window.wait_for_typed("Name", "Eve")
        window.keyboard.press("Tab")
        window.wait_for_cell(0, NAME, "Eve")
        window.wait_for_cursor(0, AGE)

    def test_esc_takes_back(self) -> None:
        """What was there stays, and the cursor does too."""
        window = self.open_people()
        window.go_to(0, NAME)
        window.keyboard.type("Nobody")
        window.wait_for_typed("Name", "Nobody")
        window.keyboard.press("Escape")
        window.wait_until_not_editing("Name")
        window.wait_for_cell(0, NAME, "Ann")
        window.wait_for_cursor(0, NAME)
        self.assertEqual(window.document.column("Name"), ["Ann", "Bob", "Cy"])

    def test_click_elsewhere_commits(self) -> None:
        """Losing the focus to another cell keeps what was typed."""
        window = self.open_people()
        window.go_to(0, NAME)
        window.keyboard.type("Clicked")
        window.wait_for_typed("Name", "Clicked")
        mouse.click(window.cell(2, AGE))
        window.wait_for_cell(0, NAME, "Clicked")
        window.wait_for_cursor(2, AGE)

    def test_other_window_commits(self) -> None:
        """Losing the focus to another window keeps what was typed."""
        people, other = self.write("people.tsv", PEOPLE), self.write("other.tsv", "Word\nother\n")
        program = self.start(people, other)
        window = CardsWindow(program, "people")
        CardsWindow(program, "other")
        window.keyboard.activate("people")
        window.go_to(0, NAME)
        window.keyboard.type("Left")
        window.wait_for_typed("Name", "Left")
        window.keyboard.activate("other")
        window.wait_for_cell(0, NAME, "Left")
        window.wait_until_saved(3)
        self.assertEqual(window.document.column("Name"), ["Left", "Bob", "Cy"])

    def test_button_commits(self) -> None:
        """A button that is clicked while a cell is edited works with what was typed."""
        window = self.open_people()
        window.go_to(0, NAME)
        window.keyboard.type("Clicked")
        window.wait_for_typed("Name", "Clicked")
        mouse.click(window.button("Add record"))
        window.wait_for_cell(0, NAME, "Clicked")
        window.wait_until_saved(4)

    def test_space_goes_round_the_states_of_a_check_box(self) -> None:
        """Empty, true, false, and empty again."""
        window = self.open_people()
        window.go_to(2, MEMBER)
        window.wait_for_check(2, MEMBER, None)
        for state in (True, False, None):
            window.keyboard.press("space")
            window.wait_for_check(2, MEMBER, state)
        window.keyboard.press("space")
        window.wait_for_check(2, MEMBER, True)
        window.wait_until_saved(3)
        self.assertEqual(window.document.column("Member"), [1, 0, 1])

    def test_letters_in_a_check_box(self) -> None:
        """The first letters of the words, and x, as people put it into boxes on paper."""
        window = self.open_people()
        for mark, state in (("y", True), ("n", False), ("t", True), ("f", False), ("N", False), ("x", True)):
            window.enter(2, MEMBER, mark)
            window.wait_for_check(2, MEMBER, state)
        wait_for_equal("the members", lambda: window.document.column("Member"), [1, 0, 1])


class UnfitText(EditingTest):
    """What does not fit the type of its field."""

    def test_stays_and_is_marked(self) -> None:
        """It is kept, marked, explained, counted and saved as it was typed."""
        window = self.open_people()
        window.enter(0, AGE, "abc")
        window.wait_for_cell(0, AGE, "abc")
        window.wait_for_message("“abc” is not a whole number.")
        self.assertIn("invalid-entry", window.cell(0, AGE).states)
        self.assertEqual(window.cell(0, AGE).description, "“abc” is not a whole number.")
        self.assertNotIn("invalid-entry", window.cell(1, AGE).states)
        window.button("1 to fix")
        window.wait_until_saved(3)
        self.assertEqual(window.document.column("Age"), ["abc", 45, 7])

    def test_is_mended(self) -> None:
        """With a fitting value the mark and the count go."""
        window = self.open_people()
        window.enter(0, AGE, "abc")
        window.button("1 to fix")
        window.enter(0, AGE, "32")
        window.screen.wait_until_gone("push button", "1 to fix", window.window)
        self.assertNotIn("invalid-entry", window.cell(0, AGE).states)
        window.wait_until_saved(3)
        self.assertEqual(window.document.column("Age"), [32, 45, 7])

    def test_button_goes_from_one_to_the_next(self) -> None:
        """Pressing it moves the cursor to each in turn, and round."""
        window = self.open_people()
        window.enter(0, AGE, "abc")
        window.enter(2, AGE, "xyz")
        window.button("2 to fix")
        window.go_to(0, NAME)
        for row in (0, 2, 0):
            window.press("2 to fix")
            window.wait_for_cursor(row, AGE)

    def test_is_still_marked_after_opening_again(self) -> None:
        """The document remembers it as what it is."""
        window = self.open_people()
        window.enter(1, AGE, "abc")
        window.button("1 to fix")
        window.wait_until_saved(3)
        window.program.quit()
        window = self.open(window.document.path)
        window.button("1 to fix")
        window.wait_for_cell(1, AGE, "abc")
        self.assertIn("invalid-entry", window.cell(1, AGE).states)


class Records(EditingTest):
    """Adding and deleting records."""

    def test_add(self) -> None:
        """The new record is the last one, empty, and the cursor is on its first cell."""
        window = self.open_people()
        window.press("Add record")
        window.wait_until_saved(4)
        window.wait_for_cursor(3, NAME)
        self.assertEqual(window.table.row(3), ["", "", ""])
        self.assertEqual(window.document.records()[3], [None, None, None])

    def test_add_and_type(self) -> None:
        """What is typed right after adding goes into the new record; Enter goes on to the next one, and Esc takes that back."""
        window = self.open_people()
        window.keyboard.press("ctrl+n")
        window.wait_for_cursor(3, NAME)
        window.keyboard.type("Dee")
        window.wait_for_typed("Name", "Dee")
        window.keyboard.press("Tab")
        window.wait_for_cursor(3, AGE)
        window.keyboard.type("20")
        window.wait_for_typed("Age", "20")
        window.keyboard.press("Return")
        window.wait_for_cell(3, AGE, "20")
        window.wait_for_cursor(4, NAME)
        window.wait_until_saved(5)
        window.keyboard.press("Escape")
        window.wait_for_message("The empty record was removed.")
        window.wait_until_saved(4)
        self.assertEqual(window.document.records()[3], ["Dee", 20, None])

    def test_down_to_a_new_one(self) -> None:
        """Down on the last record goes to the row that adds one; nothing else happens there until something is typed."""
        window = self.open_people()
        window.go_to(2, AGE)
        window.keyboard.press("Down")
        window.wait_for_cursor(3, NAME)
        self.assertEqual(window.cell(3, NAME).name, "New Record")
        window.keyboard.press("Delete", "ctrl+Delete", "Down")
        window.wait_for_cursor(3, NAME)
        window.keyboard.press("Up")
        window.wait_for_cursor(2, AGE)
        window.keyboard.press("Down")
        window.wait_for_cursor(3, NAME)
        window.keyboard.type("20")
        window.wait_for_typed("Age", "20")
        window.keyboard.press("Down")
        window.wait_for_cursor(4, NAME)
        window.keyboard.press("Return")
        window.wait_for_cursor(4, AGE)
        window.wait_until_saved(5)
        self.assertEqual(
            window.document.records(),
            [["Ann", 31, 1], ["Bob", 45, 0], ["Cy", 7, None], [None, 20, None], [None, None, None]])

    def test_delete(self) -> None:
        """The record of the cursor goes, and undo brings it back to its place."""
        window = self.open_people()
        window.go_to(1, AGE)
        window.keyboard.press("ctrl+Delete")
        window.wait_until_saved(2)
        window.wait_for_rows([["Ann", "31", "true"], ["Cy", "7", ""]])
        self.assertEqual(window.document.column("Name"), ["Ann", "Cy"])
        window.press("Undo")
        window.wait_until_saved(3)
        window.wait_for_rows([["Ann", "31", "true"], ["Bob", "45", "false"], ["Cy", "7", ""]])
        self.assertEqual(window.document.column("Name"), ["Ann", "Bob", "Cy"])

    def test_delete_key(self) -> None:
        """Ctrl+Delete does the same."""
        window = self.open_people()
        window.go_to(2, NAME)
        window.keyboard.press("ctrl+Delete")
        window.wait_until_saved(2)
        window.wait_for_rows([["Ann", "31", "true"], ["Bob", "45", "false"]])

    def test_delete_all_and_start_again(self) -> None:
        """An empty table can be filled."""
        window = self.open_people()
        window.go_to(0, NAME)
        for left in (2, 1, 0):
            window.keyboard.press("ctrl+Delete")
            window.wait_until_saved(left)
        window.keyboard.press("ctrl+n")
        window.wait_until_saved(1)
        window.enter(0, NAME, "New")
        window.wait_for_cell(0, NAME, "New")


class UndoAndRedo(EditingTest):
    """Taking changes back."""

    def test_keys(self) -> None:
        """Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y go back and forth, in the document too."""
        window = self.open_people()
        window.enter(0, NAME, "One")
        window.enter(0, NAME, "Two")
        window.wait_for_cell(0, NAME, "Two")
        for key, expected in (("ctrl+z", "One"), ("ctrl+z", "Ann"), ("ctrl+shift+z", "One"), ("ctrl+y", "Two")):
            window.keyboard.press(key)
            window.wait_for_cell(0, NAME, expected)
            wait_for_equal("the name in the document", lambda: window.document.column("Name")[0], expected)
        window.wait_until_saved(3)

    def test_buttons(self) -> None:
        """The buttons do what the keys do."""
        window = self.open_people()
        window.enter(1, AGE, "50")
        window.wait_for_cell(1, AGE, "50")
        window.press("Undo")
        window.wait_for_cell(1, AGE, "45")
        window.press("Redo")
        window.wait_for_cell(1, AGE, "50")

    def test_added_record(self) -> None:
        """Undo takes an added record away, redo brings it back."""
        window = self.open_people()
        window.press("Add record")
        window.wait_until_saved(4)
        window.press("Undo")
        window.wait_until_saved(3)
        window.press("Redo")
        window.wait_until_saved(4)

    def test_unfit_text(self) -> None:
        """Undo brings the fitting value back, and the count goes."""
        window = self.open_people()
        window.enter(0, AGE, "abc")
        window.button("1 to fix")
        window.press("Undo")
        window.wait_for_cell(0, AGE, "31")
        window.screen.wait_until_gone("push button", "1 to fix", window.window)
