"""Keeps the figures of those who are measured, whatever becomes of the others."""
import contextlib
import signal
import subprocess


class Gathered:
    """The figures of all contestants so far, and what has failed.

    `patience` is how many seconds one of them may take at a time.
    """

    def __init__(self, patience):
        self.patience, self.figures, self.failures = patience, {}, {}

    def take(self, name, works, measure):
        """Takes the pairs of a work and its figures that `measure()` gives, as they come.

        What has come before it fails, or before patience ends, is kept. Who has failed at these works, whatever they are
        called, is not asked for them again.
        """
        figures = self.figures.setdefault(name, {})

        def keep():
            for work, runs in measure():
                figures.setdefault(work, []).extend(runs)

        if f"{name}, {works}" not in self.failures:
            self.attempt(f"{name}, {works}", keep)

    def attempt(self, what, body):
        """What `body()` gives; if it fails or takes too long, nothing, and the failure is kept."""
        try:
            with time_limit(self.patience):
                return body()
        except Exception as error:
            self.failures[what] = said(error)
            return None


@contextlib.contextmanager
def time_limit(seconds):
    """Raises TimeoutError in what is done inside, if that takes longer."""
    def end(*_):
        raise TimeoutError(f"no end after {seconds} s")

    earlier = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, earlier)


def said(error):
    """What has failed, in one line."""
    if isinstance(error, subprocess.CalledProcessError):
        how = f"by signal {-error.returncode}" if error.returncode < 0 else f"with status {error.returncode}"
        return f"{' '.join(map(str, error.cmd))} ended {how}"
    return f"{type(error).__name__}: {error}".splitlines()[0]
