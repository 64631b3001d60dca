"""Dimensions of letters by union-find: declared sizes are rigid, all others are found by how letters are used.

Every union keeps its reason, so that a clash of two rigid sizes can be told as the uses and declarations between them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pcaproofs.notes.text.source import Span


@dataclass(frozen=True, eq=False)
class Unknown:
    """A size that is found by unification. of: the letter whose size it is. plural: it is not the number 1."""

    of: str = ""
    plural: bool = False


Dim = int | str | Unknown  # a number, the name of a size, or a size that is still to be found


@dataclass(frozen=True)
class Reason:
    """Why two sizes are equal. letters: the letters on whose declarations or conventions it rests. says: in words."""

    span: Span
    says: str
    letters: frozenset[str] = frozenset()


class Clash(Exception):  # noqa: N818
    """Two different rigid sizes that have to be equal, with the reasons that lead from one to the other."""

    def __init__(self, first: Dim, second: Dim, reasons: tuple[Reason, ...]):
        super().__init__(f"{first} and {second}")
        self.first, self.second, self.reasons = first, second, reasons

    @property
    def blamed(self) -> frozenset[str]:
        """The letters on whose declarations the clash rests."""
        return frozenset().union(*(reason.letters for reason in self.reasons))


@dataclass
class Dimensions:
    """The sizes of one row: which are equal, and why."""

    parents: dict[Dim, Dim] = field(default_factory=dict)
    links: dict[Dim, list[tuple[Dim, Reason]]] = field(default_factory=dict)
    trail: list[tuple[Dim, Dim]] = field(default_factory=list)

    def find(self, size: Dim) -> Dim:
        """The size that stands for all that are equal to this one; rigid if one of them is."""
        while size in self.parents:
            size = self.parents[size]
        return size

    def same(self, first: Dim, second: Dim) -> bool:
        """Whether two sizes are known to be equal."""
        return self.find(first) == self.find(second)

    def unify(self, first: Dim, second: Dim, reason: Reason) -> None:
        """Make two sizes equal. Raises Clash if they are different rigid ones, after which nothing has changed."""
        a, b = self.find(first), self.find(second)
        if a == b:
            return
        if not isinstance(a, Unknown) or (isinstance(b, Unknown) and a.plural and not b.plural):
            a, b = b, a
        if not isinstance(a, Unknown) or (a.plural and b == 1):
            raise Clash(self.find(first), self.find(second), self._between(first, reason, second))
        self.parents[a] = b
        self.links.setdefault(first, []).append((second, reason))
        self.links.setdefault(second, []).append((first, reason))
        self.trail.append((first, second))

    def suppose(self, first: Dim, second: Dim) -> None:
        """Make two sizes equal that may both be rigid, by an equation that the note supposes; no different numbers."""
        a, b = self.find(first), self.find(second)
        if isinstance(a, int):
            a, b = b, a
        if a != b and not isinstance(a, int):
            self.parents[a] = b

    def _between(self, first: Dim, reason: Reason, second: Dim) -> tuple[Reason, ...]:
        return (*self._path(self.find(first), first), reason, *self._path(second, self.find(second)))

    def _path(self, start: Dim, end: Dim) -> tuple[Reason, ...]:
        """The reasons along a shortest way between two sizes that are equal."""
        before: dict[Dim, tuple[Dim, Reason] | None] = {start: None}
        queue = deque([start])
        while queue and end not in before:
            size = queue.popleft()
            for other, reason in self.links.get(size, []):
                if other not in before:
                    before[other] = (size, reason)
                    queue.append(other)
        out: list[Reason] = []
        step = before.get(end)
        while step is not None:
            out.append(step[1])
            step = before[step[0]]
        return tuple(reversed(out))

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """A context whose unions are undone if it is left by an exception."""
        mark = len(self.trail)
        parents = dict(self.parents)
        try:
            yield
        except BaseException:
            while len(self.trail) > mark:
                first, second = self.trail.pop()
                self.links[first].pop()
                self.links[second].pop()
            self.parents = parents
            raise
