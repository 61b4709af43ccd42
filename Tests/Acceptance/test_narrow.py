"""Windows in which not all buttons have room in the header bar."""

from collections.abc import Iterable

from support.cards import CardsWindow
from support.screen import Node
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"
HEIGHT = 560


class Narrow(AcceptanceTest):
    """Everything is still there, below the table, and back in the header bar when there is room."""

    def test_switcher_goes_below(self) -> None:
        """First the buttons that switch between the screens."""
        window = self._open(1200)
        self._wait_until_above(window, "radio button", "Pictures")
        window.resize(860, HEIGHT)
        self._wait_until_below(window, "radio button", "Pictures")
        self._wait_until_above(window, "push button", "Undo")
        window.screen.find("radio button", "Dialog", window.window).press()
        window.screen.find("slider", "Button size", window.window)
        window.keyboard.press("ctrl+1")
        window.resize(1200, HEIGHT)
        self._wait_until_above(window, "radio button", "Pictures")

    def test_all_buttons_go_below(self) -> None:
        """They do what they do elsewhere."""
        window = self._open(600)
        for name in ("Undo", "Add record", "Find"):
            self._wait_until_below(window, "push button", name)
        window.press("Add record")
        window.wait_until_saved(3)
        window.press("Undo")
        window.wait_until_saved(2)

    def test_no_more_than_eight_things_in_the_header(self) -> None:
        """At 1024 pixels, those that are joined counted as one, and the window's own buttons not."""
        window = self._open(1024)
        self._wait_until_above(window, "radio button", "Pictures")
        own = {"Minimize", "Maximize", "Close"}
        boxes = sorted(
            node.box for node in window.window.descendants()
            if node.role in ("push button", "toggle button", "radio button") and node.name not in own
            and node.box.y < window.table.box.y)
        joints = [first.x + first.width >= second.x for first, second in zip(boxes, boxes[1:])]
        self.assertLessEqual(len(boxes) - sum(joints), 8, boxes)

    def test_title_is_in_the_middle(self) -> None:
        """On all screens, at 1024 pixels and where the switcher is below."""
        window = self._open(1024)
        for width in (1024, 800):
            window.resize(width, HEIGHT)
            wait_for_equal("the width", lambda: window.window.width, width)
            for key in ("ctrl+2", "ctrl+3", "ctrl+1"):
                window.keyboard.press(key)
                wait_until("the title is in the middle", lambda: abs(self._title_offset(window)) <= 1,
                           describe=lambda: f"{self._title_offset(window)} pixels off at {width} after {key}")

    def _title_offset(self, window: CardsWindow) -> float:
        """How far the title, with the button beside it, is from the middle, in pixels."""
        title = next(node for node in window.window.descendants() if node.role == "label" and node.name == "people").box
        button = next(node for node in window.window.descendants() if node.name == "Document").box
        return (title.x + button.x + button.width) / 2 - window.window.centre[0]

    def test_find_bar_is_one_row(self) -> None:
        """46 pixels high, 40 more for each of the first two conditions, with words in a wide window only."""
        window = self._open(1024)
        window.keyboard.press("ctrl+f")
        bar = window.screen.find("filler", "Find", window.window)
        wait_for_equal("the height", lambda: bar.height, 46)
        button = window.screen.find("toggle button", "Filter", window.window)
        wait_until("it has a word", lambda: button.width > 60, describe=lambda: f"{button.width}")
        window.resize(800, HEIGHT)
        wait_until("it has an icon only", lambda: button.width < 40, describe=lambda: f"{button.width}")
        window.keyboard.press("alt+c")
        wait_for_equal("the height", lambda: bar.height, 86)
        window.keyboard.press("alt+n")
        wait_for_equal("the height with the way of joining", lambda: bar.height, 166)
        window.keyboard.press("alt+n")

        def conditions(nodes: Iterable[Node]) -> list[Node]:
            return [node for node in nodes if node.name == "Compared with"]

        wait_until("there are three conditions", lambda: len(conditions(window.window.scrolled_descendants())) == 3)
        wait_until("the new one is in sight", lambda: any(
            "focused" in node.states for node in conditions(window.window.descendants())))
        wait_for_equal("the height", lambda: bar.height, 166)

    def test_find_bar_leaves_room_for_records(self) -> None:
        """With a condition, ten records are in sight in a window of 800 × 600."""
        window = self.open(self.write("many.tsv", "Name\tAge\n" + "".join(f"{n}\t{n}\n" for n in range(30))))
        window.wait_until_saved(30)
        window.resize(800, 600)
        wait_until("the window is that small", lambda: (window.window.width, window.window.height) == (800, 600))
        window.keyboard.press("ctrl+f", "alt+c")
        window.screen.find("text", "Compared with", window.window)
        window.keyboard.type("e")
        wait_until("ten records are in sight", lambda: self._rows_in_sight(window) >= 10,
                   describe=lambda: f"{self._rows_in_sight(window)}")

    def _rows_in_sight(self, window: CardsWindow) -> int:
        """Those above the row that adds one."""
        cells = [window.cell(row, 0) for row in range(30)]
        table, boxes = window.table.box, [cell.box for cell in cells if "showing" in cell.states]
        return sum(box.y + box.height <= table.y + table.height - boxes[0].height for box in boxes)

    def test_narrowest(self) -> None:
        """A window of 360 pixels has them all, too."""
        window = self._open(360)
        wait_until("the window is 360 pixels wide", lambda: window.window.width == 360)
        for role, name in (("push button", "Open"), ("push button", "Undo"), ("push button", "Find"),
                           ("radio button", "Cards")):
            node = window.screen.find(role, name, window.window)
            left = node.centre[0] - node.width // 2 - self._left(window)
            self.assertGreaterEqual(left, 0, name)
            self.assertLessEqual(left + node.width, 360, name)

    def test_find_bar_and_pictures(self) -> None:
        """Neither the find bar, with all that it has, nor the screen with the pictures makes it wider."""
        window = self._open(360)
        window.go_to(0, 0)
        window.keyboard.press("ctrl+h")
        window.screen.find("toggle button", "Search Options", window.window)
        window.keyboard.press("alt+c")
        condition = window.screen.find("text", "Compared with", window.window)
        wait_until("the condition is laid out", lambda: condition.width > 1)
        self.assertEqual(window.window.width, 360)
        window.keyboard.press("ctrl+3")
        window.button("Add a Folder…")
        wait_until("the window is 360 pixels wide", lambda: window.window.width == 360)

    def test_card_and_summary(self) -> None:
        """The card takes the table's place, and the summary is below the table."""
        window = self._open(500)
        window.keyboard.press("F9")
        title = window.screen.find("label", "Different values", window.window)
        self.assertGreater(title.centre[1], window.cell(1, 0).centre[1])
        window.keyboard.press("F9", "F7")
        window.screen.find("label", "Record 1 of 2", window.window)
        window.screen.wait_until_gone("table", "Cards", window.window)
        window.keyboard.press("F7")
        window.screen.table("Cards", window.window)

    def _open(self, width: int) -> CardsWindow:
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        window.resize(width, HEIGHT)
        return window

    def _left(self, window: CardsWindow) -> int:
        return window.window.centre[0] - window.window.width // 2

    def _wait_until_above(self, window: CardsWindow, role: str, name: str) -> None:
        wait_until(f"{name} is above the table", lambda: self._is_above(window, role, name))

    def _wait_until_below(self, window: CardsWindow, role: str, name: str) -> None:
        wait_until(f"{name} is below the table", lambda: self._is_above(window, role, name) is False)

    def _is_above(self, window: CardsWindow, role: str, name: str) -> bool | None:
        node: Node | None = window.screen.look(role, lambda text: text == name, window.window)
        return None if node is None else node.centre[1] < window.table.centre[1]
