"""What loading a submission finds out, and how long it may take."""

import builtins
import os
import signal
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

_LEAST = 1e-3
"""Of a timer that is to run: 0 turns it off."""


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
    """Stops statements that do something, once all of them together took too long; processor time.

    It runs inside of `with`, so what is imported and defined between them takes as long as it may. It stands still
    while a package is imported that is not the student's own.
    """

    def __init__(self, seconds: float | None) -> None:
        self.expired = False
        self.words = f"not run to its end, since the statements up to here took more than {seconds} s"
        self._left = seconds or 0.0
        self._depth = 0
        self._real_import = builtins.__import__
        self._here = os.getcwd()
        if seconds:
            signal.signal(signal.SIGPROF, self._expire)

    def __enter__(self) -> None:
        self._depth += 1
        if self._depth == 1 and self._left and not self.expired:
            self._real_import, builtins.__import__ = builtins.__import__, self._import
            signal.setitimer(signal.ITIMER_PROF, self._left)

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth == 0 and self._left:
            self._left = signal.setitimer(signal.ITIMER_PROF, 0)[0] or _LEAST
            if builtins.__import__ == self._import:
                builtins.__import__ = self._real_import

    def _import(self, name: str, *arguments: Any, **named: Any) -> Any:
        """Import as usual, with the clock stopped where that runs a package's code and not the student's."""
        if name in sys.modules or self._is_own(name.partition(".")[0]):
            return self._real_import(name, *arguments, **named)
        left = signal.setitimer(signal.ITIMER_PROF, 0)[0]
        try:
            return self._real_import(name, *arguments, **named)
        finally:
            if left:  # 0: a package inside of this one
                signal.setitimer(signal.ITIMER_PROF, left)

    def _is_own(self, root: str) -> bool:
        path = os.path.join(self._here, root)
        return not root or os.path.isdir(path) or os.path.isfile(f"{path}.py")

    def _expire(self, number: int, frame: object) -> None:
        if not self.expired:
            self.expired = True
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
