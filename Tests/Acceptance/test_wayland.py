"""The program on a Wayland desktop: tests that are run there as well, and what only that desktop has."""

import subprocess
import unittest

import test_copy
import test_edit
import test_fields
import test_find
import test_import
import test_keys
import test_menus
import test_new
import test_open
import test_paste
import test_preferences
import test_save
import test_shortcuts
import test_windows
from support import clipboard
from support.cards import CardsWindow
from support.pixels import Picture
from support.sway import wayland
from support.swaymsg import swaymsg, windows
from support.testcase import AcceptanceTest
from support.variants import Paths, variants
from support.waiting import PATIENCE, wait_until

PEOPLE = "Name\tAge\nAnn\t31\nBob\t45\n"

MAIN_PATHS: Paths = [
    (test_copy.CopyTable, ["test_key", "test_other_scripts"]),
    (test_edit.Typing, ["test_esc_takes_back", "test_f2_keeps_the_text", "test_tab_commits_and_moves_right",
                        "test_space_goes_round_the_states_of_a_check_box"]),
    (test_edit.Records, ["test_add_and_type", "test_delete"]),
    (test_edit.UndoAndRedo, ["test_keys"]),
    (test_fields.Fields, ["test_one_step"]),
    (test_find.Text, ["test_from_one_to_the_next"]),
    (test_find.Replacing, ["test_counted_and_taken_back"]),
    (test_import.Import, ["test_match"]),
    (test_keys.Table, ["test_within_a_record_and_by_pages", "test_emptying", "test_date_and_time",
                       "test_from_one_to_fix_to_the_next"]),
    (test_keys.Card, ["test_values_above", "test_up_and_down", "test_escape_twice", "test_deleting"]),
    (test_menus.MainMenu, ["test_keys", "test_delete_records"]),
    (test_new.New, ["test_enter"]),
    (test_open.OpenDialog, ["test_key"]),
    (test_paste.Copy, ["test_selection", "test_cut"]),
    (test_paste.CopyAndPaste, ["test_into_another_field", "test_same_text_from_elsewhere"]),
    (test_paste.Paste, ["test_over_and_beyond", "test_what_does_not_fit_can_be_corrected"]),
    (test_preferences.Sheet, ["test_ok_keeps"]),
    (test_save.Autosave, ["test_quitting_while_typing_commits", "test_closing_while_typing_commits"]),
    (test_shortcuts.Shortcuts, ["test_english"]),
    (test_windows.Recent, ["test_by_keyboard"]),
]


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    """Those of this module, and those of others."""
    suite = variants(__name__, MAIN_PATHS, set_to_wayland)
    suite.addTests(tests)
    return suite


def set_to_wayland(test: AcceptanceTest) -> subprocess.Popen[bytes]:
    """As in a session of a Wayland desktop; returns the process of that."""
    return test.enterContext(wayland(test.home))


class Wayland(AcceptanceTest):
    """What only this desktop has."""

    def setUp(self) -> None:
        super().setUp()
        self.desktop = set_to_wayland(self)

    def open_people(self) -> CardsWindow:
        """A window, saved and ready."""
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(2)
        return window

    def test_first_frame(self) -> None:
        """The window is one of Wayland's own, known as the program of its desktop entry, and it is painted."""
        ground = set(Picture.taken().rows[0])
        self.assertEqual(len(ground), 1)
        self.open_people()
        self.assertEqual([(window["shell"], window["app_id"], window["name"]) for window in windows()],
                         [("xdg_shell", "kiroku", "people")])
        wait_until("the window is painted", lambda: len(colours(Picture.taken())) > 50)
        self.assertNotIn(ground.pop(), colours(Picture.settled()))

    def test_letters_of_all_scripts(self) -> None:
        """They come as they were typed, and stand in the document."""
        window = self.open_people()
        window.enter(0, 0, "京都の鹿苑寺")
        window.enter(1, 0, "Kyōto – Αθήνα, Москва")
        window.wait_for_rows([["京都の鹿苑寺", "31"], ["Kyōto – Αθήνα, Москва", "45"]])
        window.wait_until_saved(2)
        self.assertEqual(window.document.column("Name"), ["京都の鹿苑寺", "Kyōto – Αθήνα, Москва"])
        window.keyboard.press("ctrl+z", "ctrl+z")
        window.wait_for_rows([["Ann", "31"], ["Bob", "45"]])
        window.keyboard.press("ctrl+shift+z")
        window.wait_for_cell(0, 0, "京都の鹿苑寺")

    def test_table_of_a_page(self) -> None:
        """What a browser has copied is pasted cell by cell."""
        window = self.open_people()
        clipboard.put("<table><tr><td>奈良</td><td>7</td></tr><tr><td>宇治</td><td>8</td></tr></table>", "text/html")
        window.go_to(0, 0)
        window.keyboard.press("ctrl+v")
        window.wait_for_rows([["奈良", "7"], ["宇治", "8"]])

    def test_sharp_on_a_fine_screen(self) -> None:
        """At scale 2 each pixel of the screen is painted by the program, and none by doubling another one."""
        self.open_people()
        wait_until("the window is painted", lambda: len(colours(Picture.taken())) > 50)
        swaymsg("output * scale 2 scale_filter nearest")
        wait_until("the window is sharp", lambda: not is_doubled(Picture.taken()))
        picture = Picture.settled()
        self.assertEqual((picture.width, picture.height), (1280, 900))
        self.assertFalse(is_doubled(picture))

    def test_closed_by_the_desktop(self) -> None:
        """What is being typed is in the document, and the program ends with its last window."""
        window = self.open_people()
        window.go_to(0, 0)
        window.keyboard.type("Eve")
        window.wait_for_typed("Name", "Eve")
        window.keyboard.close_window()
        window.program.wait_for_end()
        self.assertEqual(window.document.column("Name"), ["Eve", "Bob"])

    def test_lost_desktop(self) -> None:
        """What is being typed is in the document when the desktop ends under the program."""
        window = self.open_people()
        window.go_to(0, 0)
        window.keyboard.type("Dark")
        window.wait_for_typed("Name", "Dark")
        self.desktop.terminate()
        window.program.process.wait(PATIENCE)
        self.assertEqual(window.document.column("Name"), ["Dark", "Bob"])
        self.assertEqual(window.document.query("PRAGMA integrity_check"), [{"integrity_check": "ok"}])

    def test_two_windows(self) -> None:
        """A document that is opened from a terminal comes in another window, and keys go to the one that has the focus."""
        window = self.open_people()
        other = self.write("towns.tsv", "Town\nNara\n")
        self.start(other).wait_for_end()
        towns = CardsWindow(window.program, "towns")
        window.keyboard.activate("towns")
        towns.enter(0, 0, "Uji")
        window.keyboard.activate("people")
        window.enter(0, 0, "Eve")
        towns.wait_for_rows([["Uji"]])
        window.wait_for_rows([["Eve", "31"], ["Bob", "45"]])


def colours(picture: Picture) -> set[int]:
    """All that the screen is painted with."""
    return set().union(*picture.rows)


def is_doubled(picture: Picture) -> bool:
    """Whether each pixel is painted four times, as for a program that knows nothing of fine screens."""
    columns = all(row[::2] == row[1::2] for row in picture.rows)
    return columns and picture.rows[::2] == picture.rows[1::2]
