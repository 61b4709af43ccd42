"""The part of a process that runs some of the tests, one at a time as it is told.

It reads a line for each test, its number among all, and answers with a line of JSON. See `team`.
"""

import json
import os
import sys
import tempfile
import time
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

READY = "ready"
"""What a worker says first."""


def work(tests: list[unittest.TestCase]) -> None:
    """Runs those of the tests that standard input asks for, until it ends."""
    with os.fdopen(os.dup(0)) as orders, os.fdopen(os.dup(1), "w") as answers:
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)  # what a test starts must not take the orders
        print(READY, file=answers, flush=True)
        for line in orders:
            print(json.dumps(run(tests[int(line)])), file=answers, flush=True)


def run(test: unittest.TestCase) -> dict[str, object]:
    """Runs a test, and returns what became of it."""
    result = unittest.TestResult()
    began = time.monotonic()
    with tempfile.TemporaryFile() as file:
        with all_output_in(file):
            test(result)
        file.seek(0)
        output = file.read().decode(errors="replace")
    return {
        "seconds": time.monotonic() - began,
        "failures": [text for _, text in result.failures],
        "errors": [text for _, text in result.errors],
        "skipped": [reason for _, reason in result.skipped],
        "output": output,
    }


@contextmanager
def all_output_in(file: BinaryIO) -> Iterator[None]:
    """Has all that this process and those that it starts print go into a file."""
    kept = {number: os.dup(number) for number in (1, 2)}
    for number in kept:
        os.dup2(file.fileno(), number)
    try:
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for number, copy in kept.items():
            os.dup2(copy, number)
            os.close(copy)
