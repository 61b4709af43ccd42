"""A machine that is many times slower than this one."""

import signal
import threading
import time
from types import TracebackType

from .program import Program

_RUN = 0.001
"""Seconds that the program goes on at a time."""

_LONGEST_PAUSE = 0.5
"""Seconds; it is still to answer who asks."""


class Slowness:
    """Has a program go on for only one part of so many of the time, so that what takes its time takes longer."""

    def __init__(self, program: Program, times: int) -> None:
        self._program = program
        self._times = times
        self._end = threading.Event()
        self._may_run = threading.Event()
        self._may_run.set()
        self._thread = threading.Thread(target=self._hold_up)

    def __enter__(self) -> "Slowness":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._end.set()
        self._may_run.set()
        self._thread.join()

    def stand_still(self) -> None:
        """Has it not go on at all, so that nothing is missed by who takes his time."""
        self._may_run.clear()

    def go_on(self) -> None:
        """Has it go on as before."""
        self._may_run.set()

    def _hold_up(self) -> None:
        ran = _RUN
        while not self._end.is_set():
            self._program.process.send_signal(signal.SIGSTOP)
            self._end.wait(min(ran * (self._times - 1), _LONGEST_PAUSE))
            self._may_run.wait()
            self._program.process.send_signal(signal.SIGCONT)
            start = time.monotonic()
            self._end.wait(_RUN)
            # On a busy machine, longer than it was to.
            ran = time.monotonic() - start
