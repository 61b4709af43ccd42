"""The same tests once more, under other circumstances."""

import unittest
from collections.abc import Callable

from .testcase import AcceptanceTest

Paths = list[tuple[type[AcceptanceTest], list[str]]]
"""Tests, by the class that they are from."""


def variants(module: str, paths: Paths, prepare: Callable[[AcceptanceTest], object]) -> unittest.TestSuite:
    """The tests as those of a module; each is prepared before it runs, when its home is there."""
    suite = unittest.TestSuite()
    for tested, names in paths:
        variant = _variant(module, tested, prepare)
        suite.addTests(variant(name) for name in names)
    return suite


def _variant(
    module: str, tested: type[AcceptanceTest], prepare: Callable[[AcceptanceTest], object]
) -> type[AcceptanceTest]:

    class Variant(tested):  # type: ignore[misc, valid-type]
        def setUp(self) -> None:
            super().setUp()
            prepare(self)

    Variant.__name__ = Variant.__qualname__ = f"{tested.__module__.removeprefix('test_')}_{tested.__name__}"
    Variant.__module__ = module
    return Variant
