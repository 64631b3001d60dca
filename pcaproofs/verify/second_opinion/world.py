"""A world: numbers for dimensions and matrices for letters; and the exact zero and sign of what comes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

Outcomes = tuple[tuple[sp.Rational, sp.Matrix], ...]  # weights that sum to 1, and a column for each


class Meaningless(ValueError):  # noqa: N818
    """An expression that is no matrix at any point of this size: shapes that clash, or a node that is not known."""


class Undefined(ValueError):  # noqa: N818
    """An expression that is no matrix at this point, although it may be at others: 1/0, a singular inverse."""


@dataclass(frozen=True)
class World:
    """A number for every dimension, a matrix for every letter, a place for every index, outcomes for random columns."""

    sizes: Mapping[Any, int] = field(default_factory=dict)
    letters: Mapping[Any, sp.Matrix] = field(default_factory=dict)
    places: Mapping[Any, int] = field(default_factory=dict)
    outcomes: Mapping[Any, Outcomes] = field(default_factory=dict)
    running: frozenset[Any] = frozenset()  # indices of the sums around

    def put(self, letters: Mapping[Any, sp.Matrix]) -> World:
        """The same but for these letters."""
        return replace(self, letters={**self.letters, **letters})

    def without(self, letters: Iterable[Any]) -> World:
        """The same, these letters being unknown."""
        gone = set(letters)
        return replace(self, letters={x: m for x, m in self.letters.items() if x not in gone})

    def at(self, index: Any, place: int) -> World:
        """The same with a running index at a place."""
        return replace(self, places={**self.places, index: place}, running=self.running | {index})

    def integer(self, e: Any) -> int:
        """A dimension or an index."""
        e = sp.sympify(e)
        if not e.is_Integer:
            known = {s: self.places.get(s, self.places.get(s.name, self.sizes.get(s))) for s in e.free_symbols}
            e = e.xreplace({s: sp.Integer(k) for s, k in known.items() if k is not None})
        if not e.is_Integer:
            raise Meaningless(f"got {e}, but should be a dimension or an index")
        return int(e)


def is_zero(x: Any) -> bool:
    """Whether a scalar is exactly 0: as a rational function of its symbols, or as an algebraic number."""
    x = sp.sympify(x)
    if x.is_Rational:
        return bool(x == 0)
    x = sp.expand(x)
    if x == 0 or x.is_Rational:
        return bool(x == 0)
    if x.free_symbols:
        return bool(sp.expand(sp.fraction(sp.together(x))[0]) == 0)
    return bool(x.equals(0))


def sign(x: Any) -> int:
    """-1, 0 or 1 of an exact real number."""
    if is_zero(x):
        return 0
    if sp.im(x) != 0:
        raise Undefined(f"got {x}, but should be real")
    return 1 if sp.re(x) > 0 else -1
