"""Finding records, and replacing texts, with the keyboard."""

from support import clipboard
from support.cards import CardsWindow
from support.screen import Node
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tAge\tTown\nAnn\t31\tTokyo\nBob\t45\tKyoto\nCy\t7\tTokyo\nDan\t31\tOsaka\n"
NAME, AGE, TOWN = range(3)


class FindTest(AcceptanceTest):
    """A test with a window that shows four people."""

    def open_people(self) -> CardsWindow:
        """The window, saved and ready."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(4)
        return window

    def open_bar(self, window: CardsWindow) -> Node:
        """Opens the find bar; its first entry has the keys."""
        window.table.grab_focus()
        window.keyboard.press("ctrl+f")
        return self.wait_for_keys(window, "Find in all fields")

    def open_pattern(self, window: CardsWindow) -> Node:
        """Opens the find bar with a condition that compares by a regular expression; its entry has the keys."""
        self.open_bar(window)
        window.keyboard.press("alt+c")
        self.wait_for_keys(window, "Compared with")
        window.keyboard.press("shift+Tab")
        window.keyboard.press(*["Down"] * 3)
        window.keyboard.press("Tab")
        return self.wait_for_keys(window, "Compared with")

    def wait_for_keys(self, window: CardsWindow, entry: str) -> Node:
        """Waits until an entry has the keys."""
        node = window.screen.find("text", entry, window.window)
        wait_until(f"the entry “{entry}” has the keys", lambda: "focused" in node.states)
        return node

    def wait_for_names(self, window: CardsWindow, *names: str) -> None:
        """Waits until these people are shown."""

        def read() -> list[str] | None:
            try:
                return [row[NAME] for row in window.table.rows()]
            except AssertionError:
                return None  # The rows have become others while they were read.

        wait_for_equal("the people", read, list(names))

    def wait_until_selected(self, window: CardsWindow, row: int, column: int) -> None:
        """Waits until the grid's cursor is on a cell, wherever the keys go."""
        wait_until(f"the cell in row {row}, column {column} is selected",
                   lambda: "selected" in window.cell(row, column).states)

    def wait_until_found(self, window: CardsWindow, text: str) -> None:
        """Waits until the bar says how many were found."""
        window.screen.find("label", text, window.window)


class Values(FindTest):
    """What is chosen at a header, and at a cell."""

    def test_by_keyboard(self) -> None:
        """Values are ticked and unticked; the bar shows the condition, and the list shows it again."""
        window = self.open_people()
        self.open_values(window, TOWN)
        self.wait_for_ticks(window, {"Kyoto: 1": True, "Osaka: 1": True, "Tokyo: 2": True})
        window.keyboard.press("Down", "space")
        self.wait_for_names(window, "Ann", "Cy", "Dan")
        self.wait_until_found(window, "Found 3 of 4 records")
        window.keyboard.press("alt+n")
        self.wait_for_ticks(window, {"Kyoto: 1": False, "Osaka: 1": False, "Tokyo: 2": False})
        self.tick(window, "Osaka: 1")
        self.wait_for_names(window, "Dan")
        window.keyboard.press("Escape")
        self.wait_for_focus(window)
        window.screen.find("push button", "Values: Osaka", window.window)
        self.open_values(window, TOWN)
        self.wait_for_ticks(window, {"Kyoto: 1": False, "Osaka: 1": True, "Tokyo: 2": False})
        window.keyboard.press("alt+a")
        self.wait_for_names(window, "Ann", "Bob", "Cy", "Dan")
        window.keyboard.press("Escape")

    def test_search(self) -> None:
        """What is typed is searched for among the values, and Enter shows only these."""
        window = self.open_people()
        self.open_values(window, TOWN)
        self.wait_for_ticks(window, {"Kyoto: 1": True, "Osaka: 1": True, "Tokyo: 2": True})
        window.keyboard.type("KYO")
        self.wait_for_ticks(window, {"Kyoto: 1": True, "Tokyo: 2": True})
        window.keyboard.press("Return")
        self.wait_for_names(window, "Ann", "Bob", "Cy")
        self.wait_for_focus(window)
        self.open_values(window, AGE)
        self.wait_for_ticks(window, {"7: 1": True, "31: 1": True, "45: 1": True})

    def test_range(self) -> None:
        """Numbers lie in a range; what is no number is said."""
        window = self.open_people()
        self.open_values(window, AGE)
        self.wait_for_ticks(window, {"7: 1": True, "31: 2": True, "45: 1": True})
        window.screen.find("text", "From", window.window).grab_focus()
        window.keyboard.type("30")
        self.wait_for_names(window, "Ann", "Bob", "Dan")
        self.wait_for_ticks(window, {"31: 2": True, "45: 1": True})
        window.keyboard.press("Tab")
        window.keyboard.type("x")
        window.screen.find("label", "“x” is not a whole number.", window.window)
        window.keyboard.press("BackSpace")
        window.keyboard.type("40")
        self.wait_for_names(window, "Ann", "Dan")
        window.keyboard.press("Return")
        self.wait_for_focus(window)

    def test_cell(self) -> None:
        """The menu of a cell shows only its value, or hides it; empty cells, too."""
        window = self.open(self.write("people.tsv", PEOPLE + "Eve\t\tTokyo\n"))
        window.wait_until_saved(5)
        window.go_to(0, TOWN)
        self.choose_in_menu(window, "Show Only This Value")
        self.wait_for_names(window, "Ann", "Cy", "Eve")
        window.go_to(0, AGE)
        self.choose_in_menu(window, "Hide This Value")
        self.wait_for_names(window, "Cy", "Eve")
        window.go_to(1, AGE)
        self.choose_in_menu(window, "Hide This Value")
        self.wait_for_names(window, "Cy")
        window.screen.find("push button", "Values: 31 · Empty", window.window)

    def test_header_menu(self) -> None:
        """The menu of a header opens the values; only the records that the other conditions leave count."""
        window = self.open_people()
        self.open_bar(window)
        window.keyboard.type("tokyo")
        self.wait_for_names(window, "Ann", "Cy")
        window.go_to(0, AGE)
        window.keyboard.press("alt+Down")
        window.screen.find("menu item", "Filter by Values…")
        window.keyboard.press("v")
        self.wait_for_keys(window, "Search the values")
        self.wait_for_ticks(window, {"7: 1": True, "31: 1": True})
        window.screen.find("combo box", "Order of the values", window.window)
        window.keyboard.press("Escape")

    def open_values(self, window: CardsWindow, column: int) -> None:
        """Opens the values of a field; the entry to search them has the keys."""
        window.go_to(0, column)
        window.keyboard.press("ctrl+shift+l")
        self.wait_for_keys(window, "Search the values")

    def ticks(self, window: CardsWindow) -> dict[str, bool]:
        """The values that are listed, and whether they are ticked."""
        return {node.name: "checked" in node.states for node in window.window.scrolled_descendants()
                if node.role == "check box" and ": " in node.name}

    def wait_for_ticks(self, window: CardsWindow, expected: dict[str, bool]) -> None:
        """Waits until these values are listed, ticked or not."""
        wait_for_equal("the values", lambda: self.ticks(window), expected)

    def tick(self, window: CardsWindow, name: str) -> None:
        """Ticks a value with the keyboard."""
        window.screen.find("check box", name, window.window).grab_focus()
        window.keyboard.press("space")

    def choose_in_menu(self, window: CardsWindow, item: str) -> None:
        """Chooses an item of the cell's menu."""
        window.keyboard.press("Menu")
        window.screen.find("menu item", item).press()

    def wait_for_focus(self, window: CardsWindow) -> None:
        """Waits until the table has the keys again."""
        window.screen.wait_until_gone("text", "Search the values", window.window)


class Text(FindTest):
    """A text in any field."""

    def test_live(self) -> None:
        """What is typed is found at once; Esc shows all again, with the cursor on its record."""
        window = self.open_people()
        self.open_bar(window)
        window.keyboard.type("tok")
        self.wait_for_names(window, "Ann", "Cy")
        self.wait_until_found(window, "Found 2 of 4 records")
        window.keyboard.press("Down", "Down")
        window.wait_for_cursor(1, NAME)
        window.keyboard.press("ctrl+f")
        self.wait_for_keys(window, "Find in all fields")
        window.keyboard.press("Escape")
        self.wait_for_names(window, "Ann", "Bob", "Cy", "Dan")
        window.wait_for_cursor(2, NAME)
        window.screen.wait_until_gone("text", "Find in all fields", window.window)

    def test_from_one_to_the_next(self) -> None:
        """F3 and Shift+F3, with all records in sight."""
        window = self.open_people()
        self.open_bar(window)
        window.keyboard.press("alt+o")
        window.keyboard.press("ctrl+f")
        self.wait_for_keys(window, "Find in all fields")
        window.keyboard.type("31")
        self.wait_until_found(window, "Found 2 of 4 records")
        self.wait_for_names(window, "Ann", "Bob", "Cy", "Dan")
        wait_for_equal("the mark", lambda: window.cell(3, NAME).description, "match")
        self.assertEqual(window.cell(1, NAME).description, "")
        window.keyboard.press("F3")
        self.wait_until_selected(window, 3, AGE)
        window.keyboard.press("F3")
        self.wait_until_selected(window, 0, AGE)
        window.keyboard.press("shift+F3")
        self.wait_until_selected(window, 3, AGE)

    def test_deleting_a_word_of_what_is_typed(self) -> None:
        """Ctrl+Delete in the bar deletes no record."""
        window = self.open_people()
        self.open_bar(window)
        window.keyboard.type("tok")
        self.wait_for_names(window, "Ann", "Cy")
        window.keyboard.press("ctrl+Delete")
        window.keyboard.press("Escape")
        self.wait_for_names(window, "Ann", "Bob", "Cy", "Dan")


class Conditions(FindTest):
    """Conditions on fields."""

    def test_by_keyboard(self) -> None:
        """Alt+C adds one for the cursor's field; the arrows choose how it is compared."""
        window = self.open_people()
        window.go_to(0, AGE)
        window.keyboard.press("ctrl+f")
        self.wait_for_keys(window, "Find in all fields")
        window.keyboard.press("alt+c")
        self.wait_for_keys(window, "Compared with")
        window.keyboard.press("shift+Tab")
        window.keyboard.press(*["Down"] * 5)
        window.keyboard.press("Tab")
        self.wait_for_keys(window, "Compared with")
        window.keyboard.type("31")
        self.wait_for_names(window, "Ann", "Bob", "Dan")
        window.keyboard.press("alt+n")
        wait_until("an empty condition has the keys", lambda: any(
            node.name == "Compared with" and "focused" in node.states and not node.text
            for node in window.window.descendants()))
        window.keyboard.type("31")
        self.wait_for_names(window, "Ann", "Dan")
        window.keyboard.press("Escape")
        self.wait_for_names(window, "Ann", "Bob", "Cy", "Dan")

    def test_bad_pattern(self) -> None:
        """It is said what is wrong with it, and what was found stays."""
        window = self.open_people()
        self.open_pattern(window)
        window.keyboard.type("n$")
        self.wait_for_names(window, "Ann", "Dan")
        window.keyboard.type("(")
        wait_until("it is said why", lambda: window.screen.look(
            "label", lambda name: "is not a regular expression" in name, window.window))
        self.wait_for_names(window, "Ann", "Dan")

    def test_pattern_that_takes_too_long(self) -> None:
        """Esc stops it at once, and so does what is typed next; the clipboard answers meanwhile and afterwards."""
        text = "a" * 40 + "!"
        window = self.open(self.write("texts.tsv", "Name\n" + f"{text}\n" * 30_000 + "Ann\n"))
        window.wait_until_saved(30_001)
        entry = self.open_pattern(window)
        window.keyboard.type("(a+)+$")
        window.screen.find("progress bar", "Progress of the search", window.window)
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("progress bar", "Progress of the search", window.window)
        self.wait_until_found(window, "Cancelled.")
        entry.grab_focus()
        window.keyboard.press("ctrl+a")
        window.keyboard.type("(a+)+b?$")
        window.screen.find("progress bar", "Progress of the search", window.window)
        window.keyboard.press("ctrl+a")
        window.keyboard.type("nn$")
        self.wait_for_names(window, "Ann")
        self.wait_until_found(window, "Found 1 of 30,001 records")
        window.table.grab_focus()
        window.keyboard.press("ctrl+c")
        wait_until("something is copied", clipboard.targets)
        wait_for_equal("the clipboard", clipboard.read, "Name\nAnn\n")

    def test_pattern_that_takes_too_long_for_one(self) -> None:
        """What can be found is found, and the bar says what was given up."""
        window = self.open(self.write("texts.tsv", "Name\n" + "a" * 40 + "!\naaa\nAnn\n"))
        window.wait_until_saved(3)
        self.open_pattern(window)
        window.keyboard.type("(a+)+$")
        self.wait_for_names(window, "aaa")
        self.wait_until_found(
            window, "The regular expression took too long for 1 record, which was not searched.")

    def test_empty_card(self) -> None:
        """Alt+E gives a line for each field, to be filled in with signs."""
        window = self.open_people()
        self.open_bar(window)
        window.keyboard.press("alt+e")
        self.wait_for_keys(window, "Name")
        window.keyboard.press("Tab")
        self.wait_for_keys(window, "Age")
        window.keyboard.type("7..40")
        self.wait_for_names(window, "Ann", "Cy", "Dan")
        window.keyboard.press("Tab")
        window.keyboard.type("tok*")
        self.wait_for_names(window, "Ann", "Cy")

    def test_order_of_texts(self) -> None:
        """In a field of text, a sign compares by the order in which it is sorted."""
        window = self.open_people()
        self.open_bar(window)
        window.keyboard.press("alt+e")
        self.wait_for_keys(window, "Name")
        window.keyboard.type(">=c")
        self.wait_for_names(window, "Cy", "Dan")

    def test_to_fix(self) -> None:
        """Shift+F8 lists the records with cells to fix."""
        window = self.open_people()
        window.enter(1, AGE, "old")
        window.wait_until_saved(4)
        window.keyboard.press("shift+F8")
        self.wait_for_names(window, "Bob")
        self.wait_until_found(window, "Found 1 of 4 records")


class Replacing(FindTest):
    """Replacing texts."""

    def test_counted_and_taken_back(self) -> None:
        """The button says what it will do; one undo takes all of it back."""
        window = self.open_people()
        window.table.grab_focus()
        window.keyboard.press("ctrl+h")
        self.wait_for_keys(window, "Text to replace")
        window.keyboard.type("kyo")
        window.keyboard.press("Tab")
        self.wait_for_keys(window, "Replace with")
        window.keyboard.type("-")
        self._wait_for_replacement(window, "-")
        button = window.button("Replace 3 Texts in 3 Records")
        wait_until("the button can be pressed", lambda: "sensitive" in button.states)
        button.press()
        window.wait_for_message("Replaced 3 texts. You can undo this.")
        wait_for_equal("the towns", lambda: [row[TOWN] for row in window.table.rows()],
                       ["To-", "-to", "To-", "Osaka"])
        window.keyboard.press("ctrl+z")
        wait_for_equal("the towns", lambda: [row[TOWN] for row in window.table.rows()],
                       ["Tokyo", "Kyoto", "Tokyo", "Osaka"])

    def test_regular_expression(self) -> None:
        """What its groups have matched comes back in the new text; one that is none is said to be so."""
        window = self.open_people()
        window.table.grab_focus()
        window.keyboard.press("ctrl+h")
        self.wait_for_keys(window, "Text to replace")
        window.screen.find("check box", "Regular expression", window.window).press()
        window.screen.find("text", "Text to replace", window.window).grab_focus()
        window.keyboard.type("^(..)k(.)")
        window.keyboard.press("Tab")
        self.wait_for_keys(window, "Replace with")
        window.keyboard.type("\\2k\\1")
        self._wait_for_replacement(window, "\\2k\\1")
        button = window.button("Replace 2 Texts in 2 Records")
        wait_until("the button can be pressed", lambda: "sensitive" in button.states)
        button.press()
        wait_for_equal("the towns", lambda: [row[TOWN] for row in window.table.rows()],
                       ["ykToo", "Kyoto", "ykToo", "Osaka"])
        window.screen.find("text", "Text to replace", window.window).grab_focus()
        window.keyboard.press("ctrl+a")
        window.keyboard.type("(")
        wait_until("it is said to be no expression", lambda: any(
            node.role == "label" and "(" in node.name and "expression" in node.name
            for node in window.window.scrolled_descendants()), describe=window.screen.dump)

    def _wait_for_replacement(self, window: CardsWindow, text: str) -> None:
        """Keys go another way than presses of a button, which says the same whatever the new text is."""
        entry = window.screen.find("text", "Replace with", window.window)
        wait_for_equal("the new text", lambda: entry.text, text)
