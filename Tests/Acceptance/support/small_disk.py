"""A disk that is soon full."""

import contextlib
import subprocess
import unittest
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def small_disk(place: Path, size: int) -> Iterator[Path]:
    """Mounts a disk of so many bytes, in memory, at a place; skips the test where only root may do that."""
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "kiroku-test", str(place)],
                             capture_output=True, text=True)
    if mounted.returncode != 0:
        raise unittest.SkipTest(f"no disk can be mounted here: {mounted.stderr.strip()}")
    try:
        yield place
    finally:
        # The program may still have a file open there.
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Leaves no room on a disk; returns the file that takes it, which can be removed."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    return filler
