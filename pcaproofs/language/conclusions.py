"""Conclusions that are more than Eq, Ge and Le: optimisers and problems with the same optimisers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Eq, sympify


@dataclass(frozen=True)
class Best:
    """A witness that no feasible choice of the variables beats; see minimises."""

    sense: str
    objective: Any
    at: tuple[tuple[Any, Any], ...]
    value: Any = None
    exactly: tuple[Any, ...] = ()


@dataclass(frozen=True)
class SameBest:
    """Two objectives over one feasible set with the same optimisers; see same_optimisers."""

    variables: tuple[Any, ...]
    first: tuple[str, Any]
    second: tuple[str, Any]


@dataclass(frozen=True)
class AtLeast:
    """left >= right, of scalars that SymPy's >= refuses to compare."""

    left: Any
    right: Any


def equal(left: Any, right: Any) -> Any:
    """left = right as SymPy's Eq, but never evaluated to True or False."""
    return Eq(sympify(left), sympify(right), evaluate=False)


def at_least(left: Any, right: Any = 0) -> AtLeast:
    """left >= right, for scalars and 1×1 products."""
    return AtLeast(sympify(left), sympify(right))


def minimises(objective: Any, at: Mapping[Any, Any], *, value: Any = None, exactly: Sequence[Any] = ()) -> Best:
    """`at` (variable -> its value) minimises the objective over what the assumptions allow the variables.

    value: the least value, if stated. exactly: equations that hold for a feasible choice if and only if it is optimal.
    """
    return Best("min", sympify(objective), _sympified(at), value, tuple(exactly))


def maximises(objective: Any, at: Mapping[Any, Any], *, value: Any = None, exactly: Sequence[Any] = ()) -> Best:
    """As minimises, for the greatest value."""
    return Best("max", sympify(objective), _sympified(at), value, tuple(exactly))


def same_optimisers(variables: Sequence[Any], first: tuple[str, Any], second: tuple[str, Any]) -> SameBest:
    """("min" | "max", f) and ("min" | "max", g) have the same optimisers over one feasible set."""
    return SameBest(tuple(variables), first, second)


def _sympified(at: Mapping[Any, Any]) -> tuple[tuple[Any, Any], ...]:
    return tuple((x, sympify(value)) for x, value in at.items())
