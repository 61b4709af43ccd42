"""The program in Japanese, as the system wants it or as the user has chosen."""

from support import clipboard
from support.command import run
from support.preferences import PreferencesSheet
from support.screen import Node
from support.testcase import AcceptanceTest
from support.waiting import wait_for_equal, wait_until

WEIGHTS = "Name\tWeight\nAnn\t61.5\nBob\t80.25\n"
JAPANESE = 2


class Japanese(AcceptanceTest):
    """A session in Japanese."""

    def speak_japanese(self) -> None:
        """As on a system that is set to Japanese."""
        self.home.environment["LANGUAGE"] = "ja"

    def test_session(self) -> None:
        """What is done in the window is told in Japanese, numbers in sentences included."""
        self.speak_japanese()
        program = self.start(self.write("weights.tsv", WEIGHTS))
        screen, window = program.screen, program.window("weights")
        table = screen.table("カード", window)
        screen.find("label", "2 件 · 保存済み", window)
        program.keyboard.press("shift+ctrl+c")
        screen.find("label", "2 件のレコードをクリップボードにコピーしました。", window)
        self.assertEqual(clipboard.read(), WEIGHTS)

        table.grab_focus()
        program.keyboard.press("ctrl+Home", "Right")
        program.keyboard.type("heavy")
        program.keyboard.press("Return")
        screen.find("push button", "要修正 1 件", window)
        program.keyboard.press("ctrl+z")
        screen.wait_until_gone("push button", "要修正 1 件", window)
        wait_for_equal("the cell", lambda: table.cell(0, 1).name, "61.5")

    def test_reports(self) -> None:
        """What developers are told stays English."""
        self.speak_japanese()
        self.home.preferences.parent.mkdir(parents=True, exist_ok=True)
        self.home.preferences.write_text("none")
        times = self.home.directory / "nowhere" / "times.tsv"
        times.parent.write_text("a file")
        program = self.start(f"--times={times}", self.write("weights.tsv", WEIGHTS))
        program.screen.table("カード", program.window("weights"))
        program.quit()
        reports = [line for line in program.log.splitlines() if " ERROR:" in line]
        for code in ("KRK_PR_LD", "KRK_APP_TIMES"):
            self.assertEqual(len([line for line in reports if f" ERROR:{code}:" in line]), 1, program.log)
        self.assertTrue(all(line.isascii() for line in reports), program.log)

    def test_menus_have_keys_of_their_own(self) -> None:
        """What can be chosen from the menu is in Japanese, and its letter for Alt is not shown as a sign."""
        self.speak_japanese()
        program = self.start(self.write("weights.tsv", WEIGHTS))
        screen, window = program.screen, program.window("weights")
        screen.table("カード", window)
        program.keyboard.press("F10")

        def names() -> list[str]:
            return [node.name for node in window.descendants() if "設定" in node.name]

        wait_until("the menu has the preferences", names, describe=screen.dump)
        self.assertEqual(names(), ["設定(C)"])
        program.keyboard.press("Escape")

    def test_preference_in_a_plain_locale(self) -> None:
        """Japanese can be chosen where the system knows no language at all, and back again."""
        self.home.environment |= {"LC_ALL": "C", "LANG": "C"}
        window = self.open(self.write("weights.tsv", WEIGHTS))
        sheet = PreferencesSheet(window)
        sheet.control("combo box", "Language").choose(JAPANESE)
        dialog: Node = window.screen.find("dialog", "設定", window.window)
        wait_until("the sheet is in Japanese", lambda: window.screen.look(
            "push button", lambda name: name == "既定値に戻す: 言語", dialog))
        window.screen.find("push button", "OK(O)", dialog).press()
        window.screen.wait_until_gone("dialog", "設定", window.window)
        window.screen.table("カード", window.window)
        window.program.quit()

        again = self.start(window.document.path)
        again.screen.table("カード", again.window("weights"))


class JapaneseInTheTerminal(AcceptanceTest):
    """The commands."""

    def test_help_and_errors(self) -> None:
        """Both are in Japanese, and columns are straight."""
        self.home.environment["LANGUAGE"] = "ja"
        self.assertIn("レコードの表を、ウィンドウや端末のコマンドで管理します。", run(self.home, "--help").lines)
        told = run(self.home, "find", self.write("weights.tsv", WEIGHTS), "Height > 3")
        self.assertEqual((told.status, told.output), (2, b""))
        self.assertEqual(told.errors, "kiroku: 条件「Height > 3」: 1 文字目: フィールド「Height」はありません。"
                                      "空白を含む名前は引用符で囲みます。\n")
        info = run(self.home, "info", self.home.directory / "files/weights.tsv")
        self.assertIn("形式:        タブ区切りのテキスト (UTF-8)", info.lines)
