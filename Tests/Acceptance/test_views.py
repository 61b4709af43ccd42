"""Saved views, with the keyboard."""

from support.cards import CardsWindow
from support.command import run
from support.sheet import Sheet
from test_find import AGE, NAME, PEOPLE, FindTest


class Views(FindTest):
    """What is shown, stored under a name and shown again."""

    def test_over_a_restart(self) -> None:
        """A search becomes a view, and its key shows it in the next window."""
        window = self.open_people()
        self._search(window, "kyoto")
        window.keyboard.press("alt+k")
        self._save_as(window, "In Kyoto")
        window.wait_for_message("Saved the view “In Kyoto”.")
        window.button("View “In Kyoto”")
        document = window.document.path
        window.program.quit()

        window = self.open(document)
        window.wait_until_saved(4)
        window.table.grab_focus()
        window.keyboard.press("alt+2")
        window.wait_for_message("There is no view number 2.")
        window.keyboard.press("alt+1")
        self.wait_for_names(window, "Bob")
        window.button("View “In Kyoto”")

    def test_in_the_terminal(self) -> None:
        """The commands write the records of a view in its order, and list the views of a document."""
        window = self.open_people()
        window.go_to(0, AGE)
        window.keyboard.press("alt+Down", "d")
        self.wait_for_names(window, "Bob", "Ann", "Dan", "Cy")
        self._search(window, "o")
        window.keyboard.press("alt+k")
        sheet = Sheet(window, "Save as View")
        self.assertIn("checked", sheet.control("check box", "Order").states)
        self._save_as(window, "Oldest first")
        window.wait_until_saved(4)
        document = window.document.path
        window.program.quit()

        rows = ["Name\tAge\tTown", "Bob\t45\tKyoto", "Ann\t31\tTokyo", "Dan\t31\tOsaka", "Cy\t7\tTokyo"]
        self.assertEqual(run(self.home, "export", document, "--view", "Oldest first").lines, rows)
        found = run(self.home, "find", document, "Age = 31", "--view=Oldest first", "--sort=-Name", "-f", "tsv")
        self.assertEqual(found.lines, [rows[0], rows[3], rows[2]])
        self.assertRegex(run(self.home, "info", document).text, r"View: +Oldest first")
        unknown = run(self.home, "find", document, "--view", "Youngest first")
        self.assertEqual(unknown.status, 2)
        self.assertIn("has no view “Youngest first”. Its views: “Oldest first”.", unknown.errors)
        text = run(self.home, "export", self.write("other.tsv", PEOPLE), "--view", "x")
        self.assertEqual(text.status, 2)
        self.assertIn("Only documents have views.", text.errors)

    def test_order_and_search(self) -> None:
        """Two views are switched by keys: each changes only what it remembers, and a point says that more has changed."""
        window = self.open_people()
        self._search(window, "o")
        window.keyboard.press("alt+k")
        self._save_as(window, "With an o")
        window.keyboard.press("Escape")
        self.wait_for_names(window, "Ann", "Bob", "Cy", "Dan")
        window.button("View “With an o”, changed")
        window.go_to(0, NAME)
        self._menu(window, "s")
        sheet = Sheet(window, "Save as View")
        sheet.control("check box", "Records shown").press()
        sheet.control("check box", "Order").press()
        window.keyboard.type("By file")
        window.keyboard.press("Return")
        sheet.wait_until_gone()
        window.button("View “By file”")
        window.keyboard.press("alt+1")
        self.wait_for_names(window, "Ann", "Bob", "Cy", "Dan")  # each has an o in a field
        window.button("View “With an o”")

    def test_removed_and_restored(self) -> None:
        """What the list removes comes back by the button beside the message; a name that is empty is refused."""
        window = self.open_people()
        self._menu(window, "s")
        sheet = Sheet(window, "Save as View")
        window.keyboard.press("Return")
        sheet.wait_for_text("Enter a name.")
        window.keyboard.type("Plain")
        window.keyboard.press("Return")
        sheet.wait_until_gone()
        window.button("View “Plain”")
        self._menu(window, "m")
        window.wait_for_message("Removed the view “Plain”.")
        window.screen.wait_until_gone("push button", "View “Plain”", window.window)
        window.button("Restore “Plain”").press()
        window.button("View “Plain”")
        self._menu(window, "r")
        sheet = Sheet(window, "Rename the View")
        window.keyboard.type("Simple")
        window.keyboard.press("Return")
        sheet.wait_until_gone()
        window.button("View “Simple”")

    def test_kept_and_back(self) -> None:
        """Going back shows what the view says; keeping makes it say what is shown."""
        window = self.open_people()
        self._search(window, "kyoto")
        window.keyboard.press("alt+k")
        self._save_as(window, "Town")
        self._search(window, "osaka")
        self.wait_for_names(window, "Dan")
        window.button("View “Town”, changed")
        self._menu(window, "b")
        self.wait_for_names(window, "Bob")
        window.button("View “Town”")
        self._search(window, "osaka")
        self.wait_for_names(window, "Dan")
        self._menu(window, "k")
        window.button("View “Town”")
        window.keyboard.press("Escape")
        self.wait_for_names(window, "Ann", "Bob", "Cy", "Dan")
        window.keyboard.press("alt+1")
        self.wait_for_names(window, "Dan")

    def _search(self, window: CardsWindow, text: str) -> None:
        self.open_bar(window)
        window.keyboard.type(text)

    def _save_as(self, window: CardsWindow, name: str) -> None:
        sheet = Sheet(window, "Save as View")
        window.keyboard.type(name)
        window.keyboard.press("Return")
        sheet.wait_until_gone()

    def _menu(self, window: CardsWindow, key: str) -> None:
        """Opens the list of views, and chooses what has this letter."""
        window.keyboard.press("alt+0", key)
