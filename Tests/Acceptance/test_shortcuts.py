"""The list of all keys."""

from support.testcase import AcceptanceTest
from support.waiting import wait_until


class Shortcuts(AcceptanceTest):
    """The window with the keys, in both languages."""

    def look_at_keys(self, language: str, table: str, expected: str) -> None:
        """Opens the list by key, finds an entry, and leaves by Esc."""
        self.home.environment["LANGUAGE"] = language
        program = self.start(self.write("weights.tsv", "Name\tWeight\nAnn\t61.5\n"))
        window = program.window("weights")
        program.screen.table(table, window).grab_focus()
        program.keyboard.press("ctrl+question")

        def is_listed() -> bool:
            others = [other for other in program.screen.windows() if other.name != "weights"]
            return any(node.name == expected for other in others for node in other.descendants())

        wait_until("the list of keys", is_listed, describe=program.screen.dump)
        program.keyboard.press("Escape")
        wait_until("the list is gone", lambda: len(program.screen.windows()) == 1)
        program.quit()

    def test_english(self) -> None:
        """Ctrl+? opens it, Esc closes it, and the window goes on."""
        self.look_at_keys("en", "Cards", "Open a document or a text file")

    def test_japanese(self) -> None:
        """The same in Japanese."""
        self.look_at_keys("ja", "カード", "ドキュメントやテキストファイルを開く")
