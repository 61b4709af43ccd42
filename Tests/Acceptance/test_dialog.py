"""The screen on which dialogs are laid out and tried."""

from support.box import Box
from support.cards import CardsWindow
from support.complaints import PRINTERS
from support.pixels import Picture
from support.preferences import PreferencesSheet, kept
from support.screen import Node
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until
from support.xdotool import xdotool

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"


class DialogScreen(AcceptanceTest):
    """The screen "Dialog"."""

    def test_keys_go_from_screen_to_screen(self) -> None:
        """Ctrl+2 shows it, Ctrl+1 the cards again, with the cursor where it was."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.go_to(1, 1)
        self._show(window)
        window.screen.wait_until_gone("table", "Cards", window.window)
        window.keyboard.press("ctrl+1")
        window.screen.wait_until_gone("slider", "Button size", window.window)
        window.wait_for_cursor(1, 1)

    def test_switcher(self) -> None:
        """The buttons in the header do the same."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.screen.find("radio button", "Dialog", window.window).press()
        self._slider(window, "X position")
        self.assertIsNone(window.screen.look("push button", lambda name: name == "Add record", window.window))
        window.screen.find("radio button", "Cards", window.window).press()
        window.screen.table("Cards", window.window)
        window.button("Add record")

    def test_commands_of_the_cards_do_nothing_here(self) -> None:
        """Ctrl+N adds no record to a table that is not to be seen."""
        window = self.open(self.write("people.tsv", PEOPLE))
        self._show(window)
        window.keyboard.press("ctrl+n", "ctrl+Delete", "ctrl+1")
        window.wait_until_saved(2)

    def test_figures(self) -> None:
        """They follow the sliders; what does not fit the window is fitted, and that is said."""
        window = self.open(self.write("people.tsv", PEOPLE))
        # With a frame of 5 pixels around it.
        window.resize(970, 650)
        self._show(window)
        self._wait_for_figures(window, "By default, the buttons align with the edges of the text. In this window of 960 × 640: "
                                       "buttons 140 × 45, text size 15, gap 350, bottom margin 24.")
        self._slider(window, "Button size").set_value(0)
        self._slider(window, "X position").set_value(0)
        self._slider(window, "Y position").set_value(6)
        self._wait_for_figures(window, "In this window of 960 × 640: buttons 120 × 40, text size 16, gap 50, "
                                       "bottom margin 50.")
        self._slider(window, "Button size").set_value(6)
        self._slider(window, "X position").set_value(6)
        self._wait_for_figures(window, "Fitted to this window of 960 × 640: buttons 320 × 80, text size 36, "
                                       "gap 320, bottom margin 50.")

    def test_opened_dialog_looks_like_it(self) -> None:
        """Sizes, captions and the message are those that were chosen."""
        window = self.open(self.write("people.tsv", PEOPLE))
        self._show(window)
        self._slider(window, "Button size").set_value(1)
        window.screen.find("text", "OK button label", window.window).set_text("_Go")
        window.screen.find("text", "Message", window.window).set_text("Something is missing.")
        dialog = self._open(window)
        go = window.screen.find("push button", "Go", dialog)
        self.assertEqual((go.width, go.height), (140, 45))
        go.press()
        window.screen.find("label", "Something is missing.", dialog)
        window.screen.find("push button", "Cancel", dialog).press()
        window.screen.wait_until_gone("dialog", "Test Dialog", window.window)

    def test_use_for_the_dialogs_of_the_program(self) -> None:
        """All dialogs look like it from then on, at the next start as well."""
        window = self.open(self.write("people.tsv", PEOPLE))
        self._show(window)
        use = window.button("Use for Kiroku’s Dialogs")
        self.assertNotIn("sensitive", use.states)
        self._slider(window, "Button size").set_value(2)
        use.press()
        window.wait_for_message("Kiroku’s dialogs now use these settings.")
        wait_until("it is kept", lambda: kept(self.home).get("dialog size") == 2)
        sheet = PreferencesSheet(window)
        wait_for_equal("the button's width", lambda: sheet.control("push button", "OK").width, 160)
        sheet.cancel()

        window.button("Reset").press()
        wait_for_equal("the slider", lambda: self._slider(window, "Button size").value, 1)
        window.button("Use for Kiroku’s Dialogs").press()
        wait_until("it is kept", lambda: kept(self.home).get("dialog size") == 1)

    def test_back_to_default(self) -> None:
        """It is of use once something differs from the default, and puts back all of it, the slide time too."""
        window = self.open(self.write("people.tsv", PEOPLE))
        self._show(window)
        self.assertNotIn("sensitive", window.button("Reset").states)
        time = window.screen.find("spin button", "Animation duration", window.window)
        self.assertEqual(time.value, 0.2)
        time.set_value(1.5)
        self._slider(window, "Button size").set_value(4)
        wait_until("it can be pressed", lambda: "sensitive" in window.button("Reset").states)
        window.button("Reset").press()
        wait_for_equal("the slide time", lambda: time.value, 0.2)
        self.assertEqual(self._slider(window, "Button size").value, 1)
        for name in ("Reset", "Use for Kiroku’s Dialogs"):
            wait_until(name + " is done", lambda name=name: "sensitive" not in window.button(name).states)

    def test_opened_dialog_is_one_of_the_program(self) -> None:
        """It begins where the others begin, covers what is under it, and no second dialog opens over it."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        self._show(window)
        preferences = PreferencesSheet(window)
        title = preferences.control("heading", "Preferences").box.x
        ok = preferences.control("push button", "OK").box
        preferences.cancel()
        dialog = self._open(window)
        sheet = Sheet(window, "Test Dialog")
        sheet.wait_until_still()
        self.assertEqual(sheet.control("heading", "Test Dialog").box.x, title)
        self.assertEqual(window.screen.find("push button", "OK", dialog).box, ok)
        middle = Box(ok.x - 100, ok.y, 60, ok.height)
        self.assertEqual(len({color for row in Picture.settled().part(middle) for color in row}), 1)
        window.keyboard.press("ctrl+comma")
        window.keyboard.press("Escape")
        sheet.wait_until_gone()
        self.assertIsNone(window.screen.look("dialog", lambda name: name == "Preferences", window.window))

    def test_slide_time_out_of_range(self) -> None:
        """It is refused with a word, and the old one stays; the button that ended the typing does nothing else."""
        window = self.open(self.write("people.tsv", PEOPLE))
        self._show(window)
        time = window.screen.find("spin button", "Animation duration", window.window)
        for typed in ("9", "0.01"):
            self._slider(window, "Button size").set_value(2 if typed == "9" else 3)
            window.screen.find("spin button", "Animation duration", window.window).grab_focus()
            window.keyboard.press("ctrl+a")
            window.keyboard.type(typed)
            wait_for_equal("what is typed, as far as there is room", lambda: time.text, typed[:3])
            window.button("Use for Kiroku’s Dialogs").grab_focus()
            window.keyboard.press("space")
            window.wait_for_message("From 0.1 to 5 seconds.")
            self.assertEqual((time.text, time.value), ("0.2", 0.2))
            self.assertNotIn("dialog size", kept(self.home))
        window.keyboard.press("space")
        window.wait_for_message("Kiroku’s dialogs now use these settings.")
        wait_until("it is kept", lambda: kept(self.home).get("dialog size") == 3)
        self.assertEqual(kept(self.home)["slide time"], 0.2)

    def test_dialogs_of_the_program_have_the_same_edges(self) -> None:
        """Title, content and buttons stand in one centred column, and nothing of the table is seen through them."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        window.program.known_complaints += PRINTERS
        for keys, name, widest in (("ctrl+comma", "Preferences", 630), ("F4", "Fields", 960),
                                   ("ctrl+shift+n", "New Document", 960), ("ctrl+shift+e", "Export", 630),
                                   ("ctrl+p", "Print", 960)):
            window.keyboard.press(keys)
            sheet = Sheet(window, name)
            sheet.wait_until_still()
            whole = sheet.dialog.box
            *_, first, second = (node.box for node in sheet.dialog.descendants() if node.role == "push button")
            left, right = first.x - whole.x, whole.x + whole.width - second.x - second.width
            self.assertLessEqual(abs(left - right), 1, name)
            self.assertEqual(second.x + second.width - first.x, min(widest, whole.width - 48), name)
            self.assertEqual(sheet.control("heading", name).box.x, first.x, name)
            self.assertEqual(whole.y + whole.height - first.y - first.height, 24, name)
            between = Box(first.x + first.width, first.y, second.x - first.x - first.width, first.height)
            colors = {color for row in Picture.settled().part(between.shrunk(8, 0)) for color in row}
            self.assertEqual(len(colors), 1, name)
            window.keyboard.press("Escape")
            sheet.wait_until_gone()

    def test_empty_ground_of_a_sheet_moves_the_window(self) -> None:
        """As a header bar does, beside the column and on a title; the sheet stays open."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        window.keyboard.press("ctrl+comma")
        sheet = Sheet(window, "Preferences")
        sheet.wait_until_still()
        title = sheet.control("heading", "Preferences")
        for across in (-40, 40):
            before = sheet.dialog.box
            x, y = title.box.x + across, title.box.y + 5
            xdotool("mousemove", x, y, "mousedown", 1)
            for step in range(1, 6):
                xdotool("mousemove", x + 12 * step, y + 8 * step)
            xdotool("mouseup", 1)
            wait_until("the window has moved", lambda: sheet.dialog.box.x > before.x and sheet.dialog.box.y > before.y)
            self.assertEqual((sheet.dialog.box.width, sheet.dialog.box.height), (before.width, before.height))
        window.keyboard.press("Escape")
        sheet.wait_until_gone()

    def test_message_is_above_the_buttons(self) -> None:
        """It stands in the column, between what it is about and the buttons."""
        window = self.open(self.write("people.tsv", PEOPLE))
        self._show(window)
        dialog = self._open(window)
        ok = window.screen.find("push button", "OK", dialog)
        ok.press()
        message = window.screen.find("label", "This is a message.", dialog)
        cancel = window.screen.find("push button", "Cancel", dialog).box
        wait_for_equal("where it ends", lambda: message.box.y + message.box.height, cancel.y - 12)
        self.assertTrue(cancel.x <= message.box.x < cancel.x + 40)
        window.keyboard.press("Escape")
        window.screen.wait_until_gone("dialog", "Test Dialog", window.window)

    def _show(self, window: CardsWindow) -> None:
        window.keyboard.press("ctrl+2")
        self._slider(window, "Button size")

    def _slider(self, window: CardsWindow, name: str) -> Node:
        return window.screen.find("slider", name, window.window)

    def _open(self, window: CardsWindow) -> Node:
        window.button("Open Dialog").press()
        return window.screen.find("dialog", "Test Dialog", window.window)

    def _wait_for_figures(self, window: CardsWindow, expected: str) -> None:
        window.screen.find("label", expected, window.window)
