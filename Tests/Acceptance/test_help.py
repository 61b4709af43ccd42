"""The manual, where the desktop shows web pages."""

from pathlib import Path

from support.testcase import AcceptanceTest
from support.waiting import wait_until

PEOPLE = "Name\tAge\nAnn\t31\n"
DESKTOP = """[Desktop Entry]
Type=Application
Name=Reader
Exec={program} %f
MimeType=text/html;
"""


class Manual(AcceptanceTest):
    """F1 and Help in the menu."""

    def test_key(self) -> None:
        """F1 shows the first page."""
        self.assertEqual(self._page("en"), "Kiroku: the manual")

    def test_japanese(self) -> None:
        """It is in the language of the program."""
        self.home.environment["LANGUAGE"] = "ja"
        self.assertEqual(self._page("ja"), "Kiroku マニュアル")

    def test_no_program(self) -> None:
        """Where nothing shows web pages, it is told where the manual is."""
        share = self.home.directory / "share"
        share.mkdir()
        for name in ("mime", "icons", "themes", "glib-2.0", "fonts"):
            (share / name).symlink_to(Path("/usr/share") / name)
        self.home.environment["XDG_DATA_DIRS"] = str(share)
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(1)
        window.keyboard.press("F1")
        told = "The manual cannot be shown, because no web browser is installed. It is in “/"
        wait_until(
            "the message", lambda: window.screen.look("label", lambda text: text.startswith(told), window.window))

    def _page(self, language: str) -> str:
        """Presses F1; the title of the page that the desktop was to show."""
        shown = self.home.directory / "shown"
        program = self.home.directory / "reader"
        program.write_text(f"#!/bin/sh\nprintf %s \"$1\" >'{shown}.new' && mv '{shown}.new' '{shown}'\n")
        program.chmod(0o755)
        entry = self.home.data / "applications/reader.desktop"
        entry.parent.mkdir(parents=True)
        entry.write_text(DESKTOP.format(program=program))
        choice = self.home.directory / ".config/mimeapps.list"
        choice.parent.mkdir(exist_ok=True)
        choice.write_text("[Default Applications]\ntext/html=reader.desktop\n")
        window = self.open(self.write("people.tsv", PEOPLE))
        window.wait_until_saved(1)
        window.keyboard.press("F1")
        wait_until("the page is shown", shown.exists)
        page = Path(shown.read_text())
        self.assertEqual(page.parts[-3:], ("manual", language, "index.html"))
        return page.read_text().partition("<title>")[2].partition("</title>")[0]
