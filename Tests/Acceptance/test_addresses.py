"""Web and mail addresses in cells, opened by the desktop's programs."""

from support.cards import CardsWindow
from support.mouse import click
from support.sheet import Sheet
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

LINKS = ("Title\tLink\nOne\tSee https://example.org/a?b=c.\nTwo\thttps://a.example and aiko@example.org\n"
         "Three\tfile:///etc/passwd\n")
DESKTOP = """[Desktop Entry]
Type=Application
Name=Browser
Exec={program} %u
MimeType=x-scheme-handler/https;x-scheme-handler/mailto;
"""


class Addresses(AcceptanceTest):
    """Ctrl+Enter and Ctrl+click."""

    def test_opened(self) -> None:
        """It is shown where the address leads; Esc opens nothing."""
        window = self._open()
        window.go_to(0, 1)
        window.keyboard.press("ctrl+Return")
        sheet = Sheet(window, "Open this address?")
        sheet.wait_for_text("https://example.org/a?b=c")
        sheet.keyboard.press("Escape")
        sheet.wait_until_gone()
        self.assertFalse(self.shown.exists())
        window.keyboard.press("ctrl+Return")
        Sheet(window, "Open this address?").leave_by("Open")
        wait_until("the page is opened", self.shown.exists)
        self.assertEqual(self.shown.read_text(), "https://example.org/a?b=c")

    def test_several(self) -> None:
        """One of them is chosen."""
        window = self._open()
        click(window.table.cell(1, 1), holding="ctrl")
        sheet = Sheet(window, "Open which of these addresses?")
        sheet.control("combo box", "Address").choose(1)
        sheet.leave_by("Open")
        wait_until("the mail is opened", self.shown.exists)
        self.assertEqual(self.shown.read_text(), "mailto:aiko@example.org")

    def test_none(self) -> None:
        """Other addresses are not opened."""
        window = self._open()
        window.go_to(2, 1)
        window.keyboard.press("ctrl+Return")
        window.wait_for_message("There is no web or mail address in this cell.")
        wait_for_equal("the links", lambda: window.document.column("Link")[2], "file:///etc/passwd")

    def _open(self) -> CardsWindow:
        self.shown = self.home.directory / "shown"
        program = self.home.directory / "browser"
        program.write_text(f"#!/bin/sh\nprintf %s \"$1\" >'{self.shown}.new' && mv '{self.shown}.new' '{self.shown}'\n")
        program.chmod(0o755)
        entry = self.home.data / "applications/browser.desktop"
        entry.parent.mkdir(parents=True)
        entry.write_text(DESKTOP.format(program=program))
        choice = self.home.directory / ".config/mimeapps.list"
        choice.parent.mkdir(exist_ok=True)
        choice.write_text("[Default Applications]\nx-scheme-handler/https=browser.desktop\n"
                          "x-scheme-handler/mailto=browser.desktop\n")
        window = self.open(self.write("links.tsv", LINKS))
        window.wait_until_saved(3)
        return window
