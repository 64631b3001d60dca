"""Valuations: a number for each dimension and a matrix for each letter; exact tests for zero and sign of a scalar."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp
from sympy.polys.rings import PolyRing

Outcomes = tuple[tuple[sp.Rational, sp.Matrix], ...]  # (probability, column) pairs; probabilities sum to 1


class Meaningless(ValueError):  # noqa: N818
    """An expression has no value at any valuation of these sizes: shapes clash, or a node is unknown."""


class Undefined(ValueError):  # noqa: N818
    """An expression has no value at this valuation, but may have one at others: 1/0, a singular inverse."""


@dataclass(frozen=True)
class Valuation:
    """Values of all names in a statement.

    sizes: dimension -> number. letters: letter -> matrix (1×1 for a scalar). indices: index, or name of a basis vector
    -> number from 0. outcomes: random column -> its finite distribution. bound: indices of the enclosing sums.
    """

    sizes: Mapping[Any, int] = field(default_factory=dict)
    letters: Mapping[Any, sp.Matrix] = field(default_factory=dict)
    indices: Mapping[Any, int] = field(default_factory=dict)
    outcomes: Mapping[Any, Outcomes] = field(default_factory=dict)
    bound: frozenset[Any] = frozenset()

    def assign(self, letters: Mapping[Any, sp.Matrix]) -> Valuation:
        """A copy with these letters changed."""
        return replace(self, letters={**self.letters, **letters})

    def without(self, letters: Iterable[Any]) -> Valuation:
        """A copy in which these letters have no value."""
        gone = set(letters)
        return replace(self, letters={x: m for x, m in self.letters.items() if x not in gone})

    def with_index(self, index: Any, number: int) -> Valuation:
        """A copy in which an index is bound to a number."""
        return replace(self, indices={**self.indices, index: number}, bound=self.bound | {index})

    def integer(self, e: Any) -> int:
        """The number that a dimension or an index expression stands for. Raises Meaningless if it is not an integer."""
        e = sp.sympify(e)
        if not e.is_Integer:
            known = {s: self.indices.get(s, self.indices.get(s.name, self.sizes.get(s))) for s in e.free_symbols}
            e = e.xreplace({s: sp.Integer(k) for s, k in known.items() if k is not None})
        if not e.is_Integer:
            raise Meaningless(f"got {e}, but should be a dimension or an index")
        return int(e)


def is_zero(x: Any) -> bool:
    """Whether a scalar is exactly 0, as a rational function of its symbols or as an algebraic number."""
    x = sp.sympify(x)
    if x.is_Rational:
        return bool(x == 0)
    if symbols := x.free_symbols:
        with suppress(ValueError):  # no polynomial over the rationals; of one, this is many times faster than expand
            return not PolyRing(sorted(symbols, key=str), sp.QQ).from_expr(x)
    x = sp.expand(x)
    if x == 0 or x.is_Rational:
        return bool(x == 0)
    if x.free_symbols:
        return bool(sp.expand(sp.fraction(sp.together(x))[0]) == 0)
    return bool(x.equals(0))


def sign(x: Any) -> int:
    """The sign of an exact real number: -1, 0 or 1. Raises Undefined for a number that is not real."""
    if is_zero(x):
        return 0
    if sp.im(x) != 0:
        raise Undefined(f"got {x}, but should be real")
    return 1 if sp.re(x) > 0 else -1
