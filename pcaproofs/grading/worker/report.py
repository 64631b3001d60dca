"""What loading a submission finds out, and how long it may take."""

import signal
from collections.abc import Mapping
from typing import NamedTuple


class Drop(NamedTuple):
    """A statement, or a part of one, that was left out."""

    number: int
    """Of the statement in its file; -1 for what has to be found out again in each process."""
    line: int
    what: str
    kind: str
    message: str
    file: str
    """Empty for the submission's own file."""


class Skip(NamedTuple):
    """What was learned of a statement in an earlier process."""

    kind: str
    message: str


class Supplied(NamedTuple):
    """A usual import that a file lacks."""

    line: int
    name: str
    module: str
    file: str


class Clock:
    """Stops statements that do something, once all of them together took too long; processor time."""

    def __init__(self, seconds: float | None) -> None:
        self.expired = False
        self.armed = False
        self.words = f"not run to its end, since the statements up to here took more than {seconds} s"
        if seconds:
            signal.signal(signal.SIGPROF, self._expire)
            signal.setitimer(signal.ITIMER_PROF, seconds)

    def _expire(self, number: int, frame: object) -> None:
        self.expired = True
        if self.armed:
            self.armed = False
            raise TooLongError(self.words)

    def stop(self) -> None:
        """Let what comes now take as long as it may."""
        if signal.getsignal(signal.SIGPROF) == self._expire:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)


class TooLongError(BaseException):
    """A statement at the top level took too long."""


class Report:
    """What loading a submission found out, in all its files."""

    def __init__(self) -> None:
        self.drops: list[Drop] = []
        self.supplied: list[Supplied] = []
        self.errors: dict[str, tuple[str, int, str]] = {}
        """By a name that is not bound: kind, line and message of what kept it from being bound."""
        self.hints: dict[str, str] = {}
        """By a name that is not bound: what to say to who uses it."""


class Hints(dict[str, str]):
    """Hints, with one for every other name."""

    def __init__(self, known: Mapping[str, str], other: str) -> None:
        super().__init__(known)
        self._other = other

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> str:
        return self._other
