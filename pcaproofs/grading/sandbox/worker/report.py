"""What loading a submission reports, and the limit on its time."""

import builtins
import os
import signal
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

_LEAST = 1e-3
"""Shortest time of a running timer in seconds: 0 would stop it."""


ELSEWHERE = "it is elsewhere: "
"""Begins what the message of an undefined name says of where a submission defines it."""


class LeftOut(NamedTuple):
    """A statement, or a part of one, that was left out."""

    number: int
    """Number of the statement in its file; -1 for what each process has to find out again."""
    line: int
    what: str
    kind: str
    message: str
    file: str
    """Empty for the submission's main file."""


class Skip(NamedTuple):
    """The error that a statement raised in an earlier process."""

    kind: str
    message: str


class AddedImport(NamedTuple):
    """An import that was added because the file uses the name without importing it."""

    line: int
    name: str
    module: str
    file: str


class Clock:
    """A limit on the total processor time of statements other than imports and definitions.

    It runs inside `with`, so imports and definitions are not limited. It pauses while a package is imported that is not
    part of the submission.
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
        """Import as usual; pauses the clock while a package outside the submission is loaded."""
        if name in sys.modules or self._is_own(name.partition(".")[0]):
            return self._real_import(name, *arguments, **named)
        left = signal.setitimer(signal.ITIMER_PROF, 0)[0]
        try:
            return self._real_import(name, *arguments, **named)
        finally:
            if left:  # 0: the clock is already paused by an outer import
                signal.setitimer(signal.ITIMER_PROF, left)

    def _is_own(self, root: str) -> bool:
        path = os.path.join(self._here, root)
        return not root or os.path.isdir(path) or os.path.isfile(f"{path}.py")

    def _expire(self, number: int, frame: object) -> None:
        if not self.expired:
            self.expired = True
            raise TooLongError(self.words)

    def stop(self) -> None:
        """Remove the limit."""
        if signal.getsignal(signal.SIGPROF) == self._expire:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)


class TooLongError(BaseException):
    """The top-level statements took too long."""


class LoadReport:
    """What loading all files of a submission reports."""

    def __init__(self) -> None:
        self.drops: list[LeftOut] = []
        self.supplied: list[AddedImport] = []
        self.errors: dict[str, tuple[str, int, str]] = {}
        """By unbound name: class, line and message of the error that prevented its binding."""
        self.hints: dict[str, str] = {}
        """By unbound name: an explanation for the error message of its use."""


class Hints(dict[str, str]):
    """Hints, with a default for all other names."""

    def __init__(self, known: Mapping[str, str], other: str) -> None:
        super().__init__(known)
        self._other = other

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> str:
        return self._other
