"""Another program on the same desktop, written in Python."""

import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self


class OtherProgram:
    """Runs within its context, which begins when it has printed its first line."""

    def __init__(self, source: str, *arguments: str, directory: Path | None = None) -> None:
        self._command = [sys.executable, "-B", "-c", source, *arguments]
        self._directory = directory
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        """Starts it."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True, cwd=self._directory)
        self.read_line()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        """Ends it."""
        assert self._process and self._process.stdout
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def read_line(self) -> str:
        """Waits for the next line that it prints."""
        assert self._process and self._process.stdout
        return self._process.stdout.readline()
