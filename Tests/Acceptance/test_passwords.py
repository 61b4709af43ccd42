"""Passwords of servers, which the desktop keeps for its user."""

import os
import time
from pathlib import Path

from support import command
from support.cards import CardsWindow
from support.command import Answer
from support.secret_service import SecretService
from support.sheet import Sheet
from support.waiting import PATIENCE, wait_until
from test_sharing_sheets import SheetsCase

SECRET = "right-secret"


class Passwords(SheetsCase):
    """A document that is shared by a role whose password the server asks for."""

    def setUp(self) -> None:
        """Shares the document, with the password in a file that is taken away."""
        super().setUp()
        passwords = Path(self.write("passwords", f"*:*:*:guarded:{SECRET}\n"))
        passwords.chmod(0o600)
        self.home.environment["PGPASSFILE"] = str(passwords)
        self.done("share", self.mine, self.address.replace("user=kiroku", "user=guarded"))
        passwords.unlink()

    def kiroku(self, *arguments: object) -> Answer:
        """Runs a command that finds the desktop's services."""
        return command.run(self.home, *map(str, arguments), bus=os.environ["DBUS_SESSION_BUS_ADDRESS"])

    def account(self) -> dict[str, str]:
        """By what the service knows the password."""
        return {"server": str(self.server.socket), "port": str(self.server.port), "database": "sharing", "user": "guarded"}

    def ask(self, window: CardsWindow) -> Sheet:
        """Waits until the window says that a password is asked for, and goes there."""
        wait_until("it is offline", lambda: "3 records · Offline since " in window.subtitle)
        window.press("Password…")
        sheet = Sheet(window, "Password")
        sheet.control("password text", "Password")
        shown = [node.name for node in sheet.dialog.scrolled_descendants() if node.role == "text"]
        self.assertEqual(shown, [], "nothing else is asked for")
        return sheet

    def enter_password(self, sheet: Sheet, password: str, caption: str = "Connect", remembers: bool = True) -> None:
        """Enters a password where the sheet asks for one, and goes on."""
        sheet.control("password text", "Password").set_text(password)
        if remembers:
            sheet.control("check box", "Remember the password").press()
        sheet.press(caption)

    def test_remembered(self) -> None:
        """The window asks, has the password remembered, and finds it the next time, as does the command."""
        with SecretService() as service:
            window = self.open(self.mine)
            sheet = self.ask(window)
            self.enter_password(sheet, SECRET)
            sheet.wait_until_gone()
            window.wait_for_subtitle("3 records · Saved for all")
            self.assertEqual(service.passwords(), [(self.account(), SECRET)])
            window.program.quit()
            window = self.open(self.mine)
            window.wait_for_subtitle("3 records · Saved for all")
            window.program.quit()
            self.assertEqual(self.done("sync", self.mine), "sights.kiroku: 0 sent, 0 received\n")
        for path in self.home.directory.rglob("*"):
            if path.is_file():
                self.assertNotIn(SECRET.encode(), path.read_bytes(), path)

    def test_not_remembered(self) -> None:
        """A password that is not to be remembered is kept until the program ends."""
        with SecretService() as service:
            window = self.open(self.mine)
            sheet = self.ask(window)
            self.enter_password(sheet, SECRET, remembers=False)
            sheet.wait_until_gone()
            window.wait_for_subtitle("3 records · Saved for all")
            self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guarded'")
            window.enter(0, 1, "30")
            wait_until("it connects again", lambda: self.sql('SELECT max("Visits") FROM "Sights"') == "30")
            self.assertEqual(service.passwords(), [])

    def test_wrong(self) -> None:
        """A remembered password that is not the right one is said to be so, and asked for again."""
        with SecretService() as service:
            window = self.open(self.mine)
            sheet = self.ask(window)
            self.enter_password(sheet, SECRET)
            sheet.wait_until_gone()
            window.program.quit()
            self.server.sql("ALTER ROLE guarded PASSWORD 'new-secret'")
            answer = self.kiroku("sync", self.mine)
            self.assertEqual(answer.status, 2)
            self.assertIn("does not accept the saved password", answer.errors)
            window = self.open(self.mine)
            sheet = self.ask(window)
            self.enter_password(sheet, "new-secret")
            sheet.wait_until_gone()
            window.wait_for_subtitle("3 records · Saved for all")
            self.assertEqual(service.passwords(), [(self.account(), "new-secret")])

    def test_locked(self) -> None:
        """Where the user does not unlock the desktop's passwords, the sheet asks, and says that none is remembered."""
        with SecretService(is_locked=True) as service:
            window = self.open(self.mine)
            sheet = self.ask(window)
            self.enter_password(sheet, SECRET)
            sheet.wait_until_gone()
            window.wait_for_message("The desktop’s password storage is locked. Kiroku remembers the password only until you quit.")
            window.wait_for_subtitle("3 records · Saved for all")
            self.assertEqual((service.passwords(), service.calls.count("Prompt")), ([], 1))
            window.program.quit()
            # What was remembered before it was locked.
            service.is_locked = False
            window = self.open(self.mine)
            sheet = self.ask(window)
            self.enter_password(sheet, SECRET)
            sheet.wait_until_gone()
            window.wait_for_subtitle("3 records · Saved for all")
            window.program.quit()
            service.is_locked = True
            service.calls.clear()
            answer = self.kiroku("sync", self.mine)
            self.assertIn("asks for a password. Put it in ~/.pgpass.", answer.errors)
            self.assertNotIn("Prompt", service.calls, "nobody waits for a command who could unlock it")
            window, sheet = self.begin_joining()
            self.enter(sheet, user="guarded")
            sheet.press("Connect…")
            sheet.wait_for_text(f"The server at {self.server.socket} asks for a password.")
            self.assertEqual(service.calls.count("Prompt"), 1)
            self.enter_password(sheet, SECRET, "Connect…")
            sheet.wait_for_text("The desktop’s password storage is locked")
            sheet.press("Open")
            # The copy that is here already.
            CardsWindow(window.program, "sights").wait_for_subtitle("3 records · Saved for all")

    def test_no_service(self) -> None:
        """Where nobody keeps passwords, or does not answer, nothing hangs; what cannot be remembered is told."""
        for answer in (self.kiroku("sync", self.mine), super().kiroku("sync", self.mine)):
            self.assertEqual(answer.status, 2)
            self.assertIn("asks for a password. Put it in ~/.pgpass.", answer.errors)
        (self.home.directory / "libsecret-1.so.0").write_text("no library")
        self.home.environment["LD_LIBRARY_PATH"] = str(self.home.directory)
        with SecretService() as service:
            answer = self.kiroku("sync", self.mine)
            self.assertIn("asks for a password. Put it in ~/.pgpass.", answer.errors)
            self.assertEqual(service.calls, [])
        del self.home.environment["LD_LIBRARY_PATH"]
        with SecretService(is_mute=True) as service:
            began = time.monotonic()
            answer = self.kiroku("sync", self.mine)
            self.assertLess(time.monotonic() - began, PATIENCE / 5)
            self.assertIn("asks for a password. Put it in ~/.pgpass.", answer.errors)
            self.assertTrue(service.calls)
        window, sheet = self.begin_joining()
        self.enter(sheet, user="guarded")
        sheet.press("Connect…")
        self.enter_password(sheet, SECRET, "Connect…")
        sheet.wait_for_text("The password cannot be saved")
        sheet.press("Open")
        CardsWindow(window.program, "Sights").wait_for_subtitle("3 records · Saved for all")
