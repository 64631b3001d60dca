"""Recorded choices that lead to a point; they can be replayed and simplified."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

from pcaproofs.prover.effort import spend
from pcaproofs.prover.exact.linear_algebra import Space, Vector, tidy

T = TypeVar("T")

# Simplest first: replacing a choice by an earlier one makes a point easier to check by hand.
_HALF, _THIRD = Fraction(1, 2), Fraction(1, 3)
NUMBERS: tuple[Any, ...] = (0, 1, -1, 2, -2, 3, _HALF, -3, -_HALF, 4, 5, _THIRD)


class Choices:
    """Choices from a recorded script; after its end from `random`, or the simplest ones without `random`."""

    def __init__(self, random: Random | None, script: Sequence[int] = (), width: int = 4, aligned: int = 0):
        self.random, self.script, self.width, self.aligned = random, script, width, aligned
        self.made: list[int] = []

    def pick(self, n: int) -> int:
        """An index below n; 0 is the simplest."""
        spend(3)
        at = len(self.made)
        if at < len(self.script):
            choice = min(self.script[at], n - 1)
        else:
            choice = self.random.randrange(n) if self.random and n > 1 else 0
        self.made.append(choice)
        return choice

    @property
    def over(self) -> bool:
        """Whether a replay has reached the end of its script; all further choices would be the simplest."""
        return self.random is None and len(self.made) > len(self.script)

    def of(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.pick(len(options))]

    def number(self) -> Any:
        """A small number, among the `width` simplest."""
        return self.of(NUMBERS[: self.width])

    def solution(self, space: Space) -> Vector:
        """A member of a solution space, with small free coordinates."""
        x, basis = list(space[0]), space[1]
        for direction in basis:
            if c := self.number():
                x = [a + c * b if b else a for a, b in zip(x, direction, strict=True)]
        return [tidy(a) for a in x]
