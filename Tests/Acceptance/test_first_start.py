"""What Kiroku shows before there is a document of one's own: its sample, or a page that offers documents."""

from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.program import Program
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

SAMPLE = "This is a sample document. To start your own, select New."
DOCUMENTS = ("first", "second", "third", "fourth")


class Sample(AcceptanceTest):
    """The document of the first start."""

    def test_shows_what_there_is(self) -> None:
        """Places with pictures, choices, stars, dates and amounts, and no scroll bar across at 1024 pixels."""
        window = self._start()
        window.wait_until_saved(15)
        self.assertEqual(
            window.table.row(0)[:-1],
            ["Himeji Castle", "himeji.jpg", "Castle", "Spring", "5", "2024-04-03", "¥1,000"])
        wait_for_equal("the pictures", lambda: window.document.query("SELECT count(*) AS n FROM pictures")[0]["n"], 15)
        window.resize(1024, 700)
        wait_until("no scroll bar across", lambda: not self._scroll_bars(window), describe=window.screen.dump)
        window.resize(600, 700)
        wait_until("a scroll bar across", lambda: self._scroll_bars(window), describe=window.screen.dump)

    def test_in_japanese(self) -> None:
        """Its texts are in the user's language."""
        self.home.environment["LANGUAGE"] = "ja"
        window = CardsWindow(self.start(), "日本の名所")
        window.wait_for_cell(0, 0, "姫路城")
        window.wait_for_cell(0, 2, "城")

    def test_says_so_until_closed(self) -> None:
        """The bar offers a new document and files, comes again with the next start, and stays away once it is closed."""
        window = self._start()
        bar = window.screen.find("info bar", SAMPLE, window.window)
        self._button(bar, "New Document…").press()
        sheet = Sheet(window, "New Document")
        sheet.leave_by("Cancel")
        self._button(bar, "Open a File…").press()
        FileChooser(window.program, "Open").cancel()
        window.program.quit()
        window = self._start()
        bar = window.screen.find("info bar", SAMPLE, window.window)
        self._button(bar, "Close the bar").press()
        window.screen.wait_until_gone("info bar", SAMPLE, window.window)
        window.wait_for_cursor(0, 0)
        window.program.quit()
        window = self._start()
        window.wait_until_saved(15)
        self.assertIsNone(window.screen.look_named("info bar", SAMPLE, window.window))

    def test_other_documents_are_none(self) -> None:
        """The bar is above the sample only."""
        window = self._start()
        window.screen.find("info bar", SAMPLE, window.window)
        window.program.quit()
        other = self.open(self.write("people.tsv", "Name\nAnn\n"))
        other.wait_until_saved(1)
        self.assertIsNone(other.screen.look_named("info bar", SAMPLE, other.window))

    def _start(self) -> CardsWindow:
        return CardsWindow(self.start(), "Sights of Japan")

    def _button(self, bar: Node, name: str) -> Node:
        return wait_until(f"“{name}”", lambda: next(
            (node for node in bar.descendants() if node.role == "push button" and node.name == name), None))

    def _scroll_bars(self, window: CardsWindow) -> list[Node]:
        return [node for node in window.window.descendants()
                if node.role == "scroll bar" and {"horizontal", "showing"} <= node.states]


class Vacant(AcceptanceTest):
    """A window without a document."""

    def test_recent_documents(self) -> None:
        """The last three are offered, the last one first, and no button that can do nothing."""
        program = self.start(*(self.write(f"{name}.tsv", f"Word\n{name}\n") for name in DOCUMENTS))
        for name in DOCUMENTS:
            CardsWindow(program, name).wait_until_saved(1)
        program.quit()
        program = self._vacant()
        window = program.window("Kiroku")
        program.screen.find("heading", "No document open", window)
        offered = wait_until("recent documents", lambda: self._offered(window))
        self.assertEqual(len(offered), 3)
        self.assertTrue(all(node.name.endswith(".kiroku") for node in offered), offered)
        for name in ("Undo", "Redo", "Add record", "Find", "Copy Table"):
            self.assertIsNone(program.screen.look_named("push button", name, window), name)
        program.screen.find("push button", "From a Server…", window)
        offered[0].press()
        shown = CardsWindow(program, offered[0].name.removesuffix(".kiroku"))
        shown.wait_until_saved(1)
        self.assertIsNone(program.screen.look_named("heading", "No document open", shown.window))
        program.screen.find("push button", "Undo", shown.window)

    def test_one_that_has_gone(self) -> None:
        """A document that is gone when it is chosen is said to be, and the page stays."""
        first = self.open(self.write("first.tsv", "Word\nfirst\n"))
        first.wait_until_saved(1)
        first.program.quit()
        program = self._vacant()
        window = program.window("Kiroku")
        offered = wait_until("recent documents", lambda: self._offered(window))
        (self.home.documents / "first.kiroku").unlink()
        offered[0].press()
        program.screen.find("label", "“first.kiroku” does not exist.", window)
        program.screen.find("heading", "No document open", window)

    def _vacant(self) -> Program:
        program = self.start(self.home.directory / "nothing.tsv")
        program.screen.find("label", "“nothing.tsv” does not exist.")
        return program

    def _offered(self, window: Node) -> list[Node]:
        return [node for node in window.scrolled_descendants()
                if node.role == "push button" and node.name.endswith((".kiroku", ".tsv"))]
