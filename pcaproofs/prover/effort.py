"""The budget of the search, counted in steps and not in time, so that every machine gives the same answer.

A step is about a microsecond on a usual machine. The expensive operations call `spend` with an estimate of their cost;
cheap ones are not counted.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import local
from typing import Generic, TypeVar

STEPS = 1_000_000  # in a second


class _Spent(local):
    """The steps of one thread."""

    steps = 0


_spent = _Spent()


def spend(steps: int) -> None:
    """Charges steps for work."""
    _spent.steps += steps


def spent() -> int:
    """The steps charged in this thread so far."""
    return _spent.steps


@contextmanager
def once_for_all() -> Iterator[None]:
    """A context in which work is not counted, because its result is cached for later statements.

    If it were counted, the answer to a statement would depend on the statements before it.
    """
    before = _spent.steps
    try:
        yield
    finally:
        _spent.steps = before


@contextmanager
def counted(times: int, undone: type[Exception]) -> Iterator[None]:
    """A context in which work counts several times, as if repeated; it counts nothing if `undone` is raised."""
    before = _spent.steps
    try:
        yield
    except undone:
        _spent.steps = before
        raise
    _spent.steps = before + times * (_spent.steps - before)


@contextmanager
def uncollected() -> Iterator[None]:
    """A context without the collection of cycles, which goes through all objects of SymPy; a search makes few."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


T = TypeVar("T")


class Remembered(Generic[T]):
    """A cache of results that depend only on their key; a cached result costs the steps of its computation again."""

    def __init__(self, most: int):
        self._most = most
        self._known: dict[Hashable, tuple[T, int]] = {}

    def __call__(self, key: Hashable, work: Callable[[], T]) -> T:
        return self.with_steps(key, work)[0]

    def with_steps(self, key: Hashable, work: Callable[[], T]) -> tuple[T, int]:
        """The result and the steps of its computation."""
        if (known := self._known.get(key)) is not None:
            spend(known[1])
            return known
        before = _spent.steps
        result = work()
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[key] = known = result, _spent.steps - before
        return known


class Deadline:
    """The number of steps at which searching stops; made with seconds, each of which is worth STEPS."""

    def __init__(self, seconds: float):
        self._end = _spent.steps + round(seconds * STEPS)

    def within(self, seconds: float) -> Deadline:
        """The earlier one of this deadline and the one in that many seconds."""
        return Deadline(min(seconds, self.left()))

    def left(self) -> float:
        """The seconds left."""
        return max(0, self._end - _spent.steps) / STEPS

    def passed(self) -> bool:
        """Whether its steps are used up."""
        return _spent.steps > self._end

    def covers(self, steps: int) -> bool:
        """Whether that many steps are left."""
        return _spent.steps + steps <= self._end


class Fruitless:
    """A cache of searches that found nothing before they ran out of steps; with at least these steps they fail again.

    A cached search costs its steps again, so the answer to a statement does not depend on earlier statements.
    """

    def __init__(self, most: int):
        self._most = most
        self._known: dict[Hashable, tuple[int, int]] = {}

    def known(self, key: Hashable, deadline: Deadline) -> int | None:
        """The number stored with a search, if the search is known and enough steps are left; charges these steps."""
        if (found := self._known.get(key)) is None or not deadline.covers(found[0]):
            return None
        spend(found[0])
        return found[1]

    def search(self, key: Hashable) -> _Search:
        """Call this at the start of a search."""
        return _Search(self, key, _spent.steps)

    def remember(self, key: Hashable, steps: int, number: int) -> None:
        """Stores the cost of a search; clears the cache if it is full."""
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[key] = steps, number


class _Search:
    """A running search."""

    def __init__(self, kept: Fruitless, key: Hashable, begun: int):
        self._kept, self._key, self._begun = kept, key, begun

    def was_fruitless(self, number: int) -> None:
        """Call this if the search ended before its deadline and found nothing."""
        self._kept.remember(self._key, _spent.steps - self._begun, number)
