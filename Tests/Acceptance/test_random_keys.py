"""Keys at random while an assistive program reads along: the program neither crashes nor is told off by GTK or GLib."""

import time

from support.program import Home
from support.random_typing import RandomTyping
from support.testcase import AcceptanceTest

KEYS = 2_000
SEEDS = (2, 7)
SEED_IN_HIGH_CONTRAST = 3


class RandomKeys(AcceptanceTest):
    """More seeds, and for longer, are tried by `random_keys.py`."""

    def test_seeds(self) -> None:
        """Each seed has a program of its own, which must live as long as its keys."""
        for seed in SEEDS:
            with self.subTest(seed=seed):
                self._type(seed, Home(self.home.directory / str(seed)))

    def test_high_contrast(self) -> None:
        """So with the theme of the desktop that has high contrast."""
        self.home.use_high_contrast()
        self._type(SEED_IN_HIGH_CONTRAST, self.home)

    def _type(self, seed: int, home: Home) -> None:
        """Types the keys of a seed."""
        typing = RandomTyping(home, [], seed)
        try:
            while typing.is_running and typing.count < KEYS:
                typing.press()
            is_read = typing.is_read or typing.process.poll() is not None
        finally:
            status = typing.end()
        told = "\n".join(f"{text}\n    after {typing.keys_before[text]}" for text in typing.complaints)
        self.assertFalse(status, f"ended with status {status} after {typing.last_keys}\n{typing.log}")
        self.assertEqual(told, "")
        self.assertTrue(is_read, "the assistive program has ended before")
