"""Pictures of the screen, for whoever looks into a failure."""

import os
import shutil
import subprocess
from pathlib import Path


def take(name: str) -> Path | None:
    """Saves the screen as NAME.png in the directory KIROKU_PICTURES; None if that is not set or `import` not there."""
    directory = os.environ.get("KIROKU_PICTURES")
    if not directory or not shutil.which("import"):
        return None
    path = Path(directory) / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["import", "-window", "root", str(path)], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=30)
    return path if done.returncode == 0 else None
