"""A disk on which writing can be held up, as on one that is asleep or behind a slow network."""

import contextlib
import subprocess
import unittest
from collections.abc import Iterator
from pathlib import Path

SIZE = 16 * 1024 * 1024


@contextlib.contextmanager
def freezable_disk(place: Path) -> Iterator[Path]:
    """Mounts a disk of 16 MB at a place; skips the test where only root may do that."""
    place.mkdir()
    image = place.with_suffix(".img")
    with image.open("wb") as file:
        file.truncate(SIZE)
    for command in (["mkfs.ext4", "-q", str(image)], ["mount", "-o", "loop,noatime", str(image), str(place)]):
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise unittest.SkipTest(f"no disk can be mounted here: {error}") from None
    try:
        yield place
    finally:
        # The program may still have a file open there.
        subprocess.run(["umount", "--lazy", str(place)], check=True)


@contextlib.contextmanager
def frozen(disk: Path) -> Iterator[None]:
    """Has everybody wait who writes to the disk."""
    subprocess.run(["fsfreeze", "--freeze", str(disk)], check=True)
    try:
        yield
    finally:
        subprocess.run(["fsfreeze", "--unfreeze", str(disk)], check=True)
