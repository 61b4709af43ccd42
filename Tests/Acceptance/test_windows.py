"""Windows that come back, and the documents that were used last."""

import subprocess
import xml.etree.ElementTree as ElementTree

from support import mouse
from support.cards import CardsWindow
from support.desktop_dialog import FileChooser
from support.program import Program, executable
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import PATIENCE, wait_for_equal, wait_until
from support.xdotool import xdotool

LONG = "Number\tWord\n" + "".join(f"{number}\tword {number}\n" for number in range(1, 301))


def size(window: CardsWindow) -> tuple[int, int]:
    """The size of the window that has the keyboard, in pixels."""
    window.keyboard.activate(window.title)
    shell = xdotool("getactivewindow", "getwindowgeometry", "--shell")
    values = dict(line.split("=") for line in shell.splitlines())
    return int(values["WIDTH"]), int(values["HEIGHT"])


class ComingBack(AcceptanceTest):
    """The next start goes on where the last one ended."""

    def test_place_in_the_table(self) -> None:
        """The cursor is on the record that it was on, and that is in sight."""
        first = self.open(self.write("long.tsv", LONG))
        first.wait_until_saved(300)
        first.table.grab_focus()
        first.keyboard.press("ctrl+End")
        first.wait_for_cursor(299, 1)
        first.keyboard.press(*["Up"] * 5)
        first.wait_for_cursor(294, 1)
        first.program.quit()

        second = CardsWindow(self.start(), "long")
        second.wait_for_cursor(294, 1)
        wait_until("the last record is in sight", lambda: "showing" in second.cell(299, 1).states)
        self.assertNotIn("showing", second.cell(0, 1).states)

    def test_size(self) -> None:
        """The window is as large as it was left."""
        first = self.open(self.write("long.tsv", LONG))
        first.wait_until_saved(300)
        first.keyboard.reach()
        xdotool("getactivewindow", "windowsize", 777, 555)
        wait_for_equal("the size", lambda: size(first), (777, 555))
        first.program.quit()
        second = CardsWindow(self.start(), "long")
        wait_for_equal("the size", lambda: size(second), (777, 555))

    def test_maximized(self) -> None:
        """A window that filled the screen does so again, and has its old size behind that."""
        first = self.open(self.write("long.tsv", LONG))
        first.wait_until_saved(300)
        before = size(first)
        self._double_click_title(first)
        wait_until("it fills the screen", lambda: size(first) > before)
        large = size(first)
        first.program.quit()
        second = CardsWindow(self.start(), "long")
        wait_for_equal("the size", lambda: size(second), large)
        self._double_click_title(second)
        wait_for_equal("the size", lambda: size(second), before)

    def test_all_windows_of_the_end(self) -> None:
        """Quitting with two windows brings both back; closing one before brings back the other alone."""
        files = [self.write(f"{name}.tsv", f"Word\n{name}\n") for name in ("first", "second")]
        program = self._open_both(self.start(*files))
        program.quit()

        program = self._open_both(self.start())
        program.keyboard.activate("second")
        program.keyboard.press("ctrl+w")
        wait_until("one window", lambda: len(program.screen.windows()) == 1, describe=program.screen.dump)
        program.quit()

        program = self.start()
        CardsWindow(program, "first").wait_for_rows([["first"]])
        self.assertEqual(len(program.screen.windows()), 1)

    def test_nothing_is_lost_by_a_crash(self) -> None:
        """A program that was killed comes back with its windows, too."""
        program = self._open_both(
            self.start(*(self.write(f"{name}.tsv", f"Word\n{name}\n") for name in ("first", "second"))))
        remembered = self.home.directory / ".local/state/kiroku/windows.plist"
        wait_until(
            "both are remembered",
            lambda: remembered.exists() and remembered.read_text().split("places")[0].count(".kiroku") == 2)
        program.kill()
        self._open_both(self.start())

    def test_a_document_that_has_gone_is_left_out(self) -> None:
        """The others come back without it."""
        program = self._open_both(
            self.start(*(self.write(f"{name}.tsv", f"Word\n{name}\n") for name in ("first", "second"))))
        program.quit()
        (self.home.documents / "second.kiroku").unlink()
        program = self.start()
        CardsWindow(program, "first").wait_for_rows([["first"]])
        self.assertEqual(len(program.screen.windows()), 1)

    def _double_click_title(self, window: CardsWindow) -> None:
        mouse.click(window.screen.find("label", window.title, window.window), times=2)

    def _open_both(self, program: Program) -> Program:
        for name in ("first", "second"):
            CardsWindow(program, name).wait_for_rows([[name]])
        return program


class FromElsewhere(AcceptanceTest):
    """Files for a program that runs already."""

    def test_where_there_is_no_display(self) -> None:
        """They are opened in the running program, as from a terminal of another machine."""
        window = self.open(self.write("first.tsv", "Word\nfirst\n"))
        window.wait_until_saved(1)
        file = self.write("second.tsv", "Word\nsecond\n")
        environment = {name: value for name, value in self.home.environment.items() if name != "DISPLAY"}
        done = subprocess.run([executable(), file], env=environment, capture_output=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        CardsWindow(window.program, "second").wait_for_rows([["second"]])


class Recent(AcceptanceTest):
    """The button beside Open."""

    def test_by_keyboard(self) -> None:
        """Ctrl+Shift+O, Down, Enter: the other document is there."""
        window = self._three()
        window.keyboard.activate("c")
        window.keyboard.press("ctrl+shift+o")
        wait_until("the first line has the focus", lambda: self._focused(window), describe=window.screen.dump)
        seen = [self._focused(window)]
        while seen[-1] != "a.kiroku":
            window.keyboard.press("Down")
            wait_until("the next line has the focus", lambda: self._focused(window) not in (*seen, ""))
            seen.append(self._focused(window))
        window.keyboard.press("Return")
        CardsWindow(window.program, "a").wait_for_rows([["a"]])

    def test_what_was_opened(self) -> None:
        """Documents and texts that were opened, with their suffixes and folders; nothing that was only written."""
        window = self._three()
        written = self.home.directory / "written.csv"
        window.keyboard.activate("c")
        window.keyboard.press("ctrl+shift+e")
        sheet = Sheet(window, "Export")
        sheet.press("Export…")
        FileChooser(window.program, "Export").save(written)
        sheet.wait_until_gone()
        listed = self.home.data / "recently-used.xbel"
        wait_until("GTK lists it, too", lambda: "written.csv" in listed.read_text())
        window.keyboard.activate("c")
        window.keyboard.press("ctrl+shift+o")
        wait_until("the first line has the focus", lambda: self._focused(window), describe=window.screen.dump)

        def lines() -> set[str]:
            return {node.name for node in window.window.scrolled_descendants()
                    if node.role == "push button" and node.name.endswith((".kiroku", ".tsv", ".csv"))}

        wait_for_equal("the lines", lines, {"a.kiroku", "a.tsv", "b.kiroku", "b.tsv", "c.tsv"})

    def test_esc(self) -> None:
        """Esc closes the list, and the keys go on to the table."""
        window = self._three()
        window.keyboard.activate("c")
        window.table.grab_focus()
        window.keyboard.press("ctrl+shift+o")
        wait_until("the first line has the focus", lambda: self._focused(window), describe=window.screen.dump)
        window.keyboard.press("Escape")
        window.wait_for_cursor(0, 0)

    def test_one_that_has_gone(self) -> None:
        """What was deleted is not offered; what is deleted while the list is open says so."""
        window = self._three()
        (self.home.documents / "a.kiroku").unlink()
        window.keyboard.activate("c")
        window.keyboard.press("ctrl+shift+o")
        line = window.screen.find("push button", "b.kiroku", window.window)
        self.assertIsNone(window.screen.look("push button", lambda name: name == "a.kiroku", window.window))
        (self.home.documents / "b.kiroku").unlink()
        line.press()
        window.wait_for_message("“b.kiroku” does not exist.")
        self.assertEqual(len(window.screen.windows()), 1)

    def test_list_of_the_desktop(self) -> None:
        """Other programs find the documents in the desktop's list, by their type."""
        self._three()
        listed = self.home.data / "recently-used.xbel"
        for bookmark in ElementTree.parse(listed).getroot().iter("bookmark"):
            types = [node.get("type") for node in bookmark.iter() if node.tag.endswith("}mime-type")]
            is_document = str(bookmark.get("href")).endswith(".kiroku")
            self.assertEqual(types, ["application/x-kiroku" if is_document else "text/plain"])

    def _three(self) -> CardsWindow:
        """A window of "c", after "a" and "b" were open."""
        for name in ("a", "b"):
            window = self.open(self.write(f"{name}.tsv", f"Word\n{name}\n"))
            window.wait_until_saved(1)
            window.program.quit()
        window = self.open(self.write("c.tsv", "Word\nc\n"))
        window.wait_until_saved(1)
        listed = self.home.data / "recently-used.xbel"
        wait_until("all are listed", lambda: listed.exists() and listed.read_text().count("<bookmark ") == 6)
        return window

    def _focused(self, window: CardsWindow) -> str:
        def is_focused(node: Node) -> bool:
            return node.role == "push button" and "focused" in node.states

        return next((node.name for node in window.window.descendants() if is_focused(node)), "")
