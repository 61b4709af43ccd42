"""Each screen and sheet in Japanese: the tests of its main path, met with the texts of the translation."""

import unittest

import test_backups
import test_card
import test_compare_sheet
import test_conflicts
import test_copy
import test_dialog
import test_dialogs
import test_duplicates
import test_edit
import test_export
import test_fields
import test_files
import test_find
import test_history
import test_import
import test_looking
import test_new
import test_open
import test_paste
import test_pictures
import test_preferences
import test_print
import test_reasons
import test_save
import test_summary
import test_windows
from support.testcase import AcceptanceTest
from support.variants import Paths, variants

MAIN_PATHS: Paths = [
    (test_new.New, ["test_enter", "test_discard"]),
    (test_open.TextFiles, ["test_tab_separated"]),
    (test_open.OpenDialog, ["test_key"]),
    (test_windows.Recent, ["test_one_that_has_gone"]),
    (test_edit.Typing, ["test_typing_replaces_and_enter_commits"]),
    (test_edit.UnfitText, ["test_button_goes_from_one_to_the_next"]),
    (test_edit.Records, ["test_delete"]),
    (test_edit.UndoAndRedo, ["test_buttons"]),
    (test_card.Card, ["test_filling_in"]),
    (test_conflicts.Conflicts, ["test_resolving"]),
    (test_copy.CopyTable, ["test_button"]),
    (test_paste.Paste, ["test_what_does_not_fit_can_be_corrected"]),
    (test_find.Text, ["test_live"]),
    (test_find.Values, ["test_by_keyboard", "test_cell"]),
    (test_find.Replacing, ["test_counted_and_taken_back"]),
    (test_duplicates.Duplicates, ["test_merged"]),
    (test_fields.Fields, ["test_one_step", "test_problems"]),
    (test_import.Import, ["test_match"]),
    (test_export.Export, ["test_part", "test_no_field"]),
    (test_print.Printing, ["test_table_as_pdf", "test_preview"]),
    (test_preferences.Sheet, ["test_ok_keeps"]),
    (test_dialog.DialogScreen, ["test_figures", "test_use_for_the_dialogs_of_the_program"]),
    (test_save.ChangedElsewhere, ["test_copied_over", "test_damaged"]),
    (test_files.Removed, ["test_closing"]),
    (test_files.Copies, ["test_not_now"]),
    (test_dialogs.Unsaved, ["test_keep_open"]),
    (test_backups.OfTheDocument, ["test_none_yet"]),
    (test_dialogs.About, ["test_about"]),
    (test_compare_sheet.OfTexts, ["test_all"]),
    (test_pictures.Pictures, ["test_a_picture_is_shown_with_its_size"]),
    (test_history.History, ["test_taken_back"]),
    (test_looking.Looking, ["test_order_and_search", "test_slow_order", "test_keeping_a_part", "test_what_does_not_work"]),
    (test_looking.Slow, ["test_order"]),
    (test_reasons.LookedAt, ["test_window"]),
    (test_reasons.TablesOfOthers, ["test_without_key"]),
    (test_summary.Summary, ["test_field_under_the_cursor"]),
]


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    """Only these tests, and not the ones that were imported."""
    return variants(__name__, MAIN_PATHS, set_to_japanese)


def set_to_japanese(test: AcceptanceTest) -> None:
    """As on a system that is set to Japanese."""
    test.home.environment["LANGUAGE"] = "ja"
