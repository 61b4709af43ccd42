"""Why buttons and menu items are grey."""

from support.cards import CardsWindow
from support.screen import Node
from support.waiting import wait_until
from test_looking import LookingCase
from test_sharing import SharingCase

LOOKED_AT = ("Records on the server cannot be edited. "
             "To edit some of them, choose Document → Keep a Part Here….")
NEEDS_ALL = ("This needs all records, but only the visible ones are loaded. "
             "Choose Document → Keep a Part Here… first.")
NO_KEY = "It is read-only, because the table has no key. Its owner can add a primary key."


def wait_for_reason(window: CardsWindow, node: Node, reason: str) -> None:
    """Waits until something is grey, and says why to screen readers."""
    reasons = window.screen.words.spoken(reason)
    wait_until(f"{node} says: {reason}",
               lambda: "sensitive" not in node.states and any(text in node.description for text in reasons),
               describe=lambda: f"{node.states}, {node.description!r}")


def leave(window: CardsWindow, node: Node) -> None:
    """Closes the menu that an item is in, and waits until it has gone: one that is closing does not open again."""
    role, name = node.role, node.name
    window.keyboard.press("Escape")
    window.screen.wait_until_gone(role, name)


def check_and_leave(window: CardsWindow, node: Node, reason: str) -> None:
    """Waits until a menu item says why it is grey, and closes its menu."""
    wait_for_reason(window, node, reason)
    leave(window, node)


def context_item(window: CardsWindow, name: str) -> Node:
    """An item of the menu that the Menu key opens."""
    window.keyboard.press("Menu")
    return window.screen.find("menu item", name)


class LookedAt(LookingCase):
    """A table that is looked at in its server."""

    def test_window(self) -> None:
        """The buttons of the header bar, and the menus."""
        window = self.look()
        window.wait_for_cell(0, 0, "1")
        for name, reason in (("Add record", LOOKED_AT), ("Undo", LOOKED_AT)):
            wait_for_reason(window, window.button(name), reason)
        check_and_leave(window, window.menu_item("Records", "Copy Table"), NEEDS_ALL)
        check_and_leave(window, window.menu_item("View", "Field Summary"), NEEDS_ALL)
        check_and_leave(window, window.menu_item("Document", "Share This Document…"), "This document is already shared.")
        window.go_to(1, 1)
        check_and_leave(window, context_item(window, "Delete Records"),
                        "You are viewing this table on the server. To edit records, keep a part of it here.")


class TablesOfOthers(SharingCase):
    """A document whose records are another program's."""

    def test_without_key(self) -> None:
        """What cannot be edited says why, by button, menu and key; what can be done is not grey."""
        self.sql("CREATE TABLE pile (name text, visits integer); INSERT INTO pile VALUES ('Himeji', 3), ('Nikko', 5)")
        self.done("join", self.address.replace("Sights", "pile"), self.theirs)
        window = self.open(self.theirs)
        window.wait_for_subtitle("2 records · Saved for all")
        window.go_to(0, 0)
        wait_for_reason(window, window.button("Add record"), NO_KEY)
        window.keyboard.press("ctrl+n")
        window.wait_for_message(f"{NO_KEY} Nothing was changed.")
        self.assertIn("sensitive", window.menu_item("Fields…").states)
        window.keyboard.press("Escape")
        check_and_leave(window, window.menu_item("Records", "Delete Records"), NO_KEY)
        for name in ("Edit Cell", "New Record"):
            check_and_leave(window, context_item(window, name), NO_KEY)

    def test_a_column_that_the_server_fills_in(self) -> None:
        """Only its own cells are grey, and they say so as soon as the cursor is there."""
        self.sql("CREATE TABLE visits (id integer PRIMARY KEY, name text, twice text GENERATED ALWAYS AS (name || name) STORED)")
        self.sql("INSERT INTO visits VALUES (1, 'Himeji')")
        self.done("join", self.address.replace("Sights", "visits"), self.theirs)
        window = self.open(self.theirs)
        window.wait_for_subtitle("1 record · Saved for all")
        window.go_to(0, 2)
        reason = "“twice” cannot be edited. The server fills it in."
        check_and_leave(window, context_item(window, "Edit Cell"), reason)
        check_and_leave(window, window.menu_item("Records", "Choose Picture…"), reason)
        window.go_to(0, 1)
        node = context_item(window, "Edit Cell")
        self.assertIn("sensitive", node.states)
        leave(window, node)
        node = window.menu_item("Records", "Choose Picture…")
        wait_until("it can be chosen again", lambda: "sensitive" in node.states and node.description == "Ctrl+Shift+I")
        leave(window, node)


class Shared(SharingCase):
    """A document that several share."""

    def test_sharing(self) -> None:
        """What is only for other documents."""
        self.done("share", self.mine, self.address)
        window = self.open(self.mine)
        window.wait_for_subtitle("3 records · Saved for all")
        for name, reason in (("Share This Document…", "This document is already shared."),
                             ("Keep a Part Here…", "Only available for tables viewed on a server."),
                             ("Reload", "Only available for tables viewed on a server.")):
            check_and_leave(window, window.menu_item("Document", name), reason)

    def test_read_only(self) -> None:
        """A document that cannot be written."""
        self.mine.chmod(0o444)
        window = self.open(self.mine)
        reason = "This document is read-only."
        wait_for_reason(window, window.button("Add record"), reason)
        window.keyboard.press("F4")
        window.wait_for_message(f"{reason} Nothing was changed.")
        check_and_leave(window, window.menu_item("Fields…"), reason)
        window.keyboard.press("F7")
        wait_for_reason(window, window.button("New Record"), reason)
