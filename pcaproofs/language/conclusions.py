"""Conclusions for which SymPy has no relation, as people write them.

`language.reader` reads them into the kernel's Optimum, SameOptimisers and Compare; the prefix Symbolic says that the
parts are SymPy expressions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Eq, sympify

from pcaproofs.language.annotations import ConclusionLike, ScalarLike, TermLike


@dataclass(frozen=True)
class SymbolicOptimum:
    """Values `at` of the variables that are optimal among all feasible choices; `minimises` describes the fields."""

    sense: str
    objective: Any
    at: tuple[tuple[Any, Any], ...]
    value: Any = None
    exactly: tuple[Any, ...] = ()


@dataclass(frozen=True)
class SymbolicSameOptimisers:
    """Two objectives (sense, expression) that have the same optimisers over one feasible set."""

    variables: tuple[Any, ...]
    first: tuple[str, Any]
    second: tuple[str, Any]


@dataclass(frozen=True)
class ForAll:
    """A hypothesis: an equation, or a ForAll, for every index k of a family of that length."""

    index: Any
    length: Any
    relation: Any


@dataclass(frozen=True)
class SymbolicComparison:
    """left ≥, > or ≠ right, also for 1×1 products, which SymPy's Ge refuses; the relation is ">=", ">" or "!="."""

    left: Any
    right: Any
    relation: str = ">="


@dataclass(frozen=True)
class SymbolicIff:
    """Two statements that imply each other; `iff` describes the fields."""

    first: Any
    second: Any


@dataclass(frozen=True)
class SymbolicExistence:
    """A statement that holds for some values of letters; `exists` describes it."""

    letters: tuple[Any, ...]
    statement: Any


def equal(left: TermLike, right: TermLike) -> Any:
    """SymPy's Eq(left, right), never evaluated to True or False."""
    return Eq(sympify(left), sympify(right), evaluate=False)


def at_least(left: TermLike, right: TermLike = 0) -> SymbolicComparison:
    """left ≥ right, for scalars and 1×1 products."""
    return SymbolicComparison(sympify(left), sympify(right))


def more_than(left: TermLike, right: TermLike = 0) -> SymbolicComparison:
    """left > right, for scalars and 1×1 products."""
    return SymbolicComparison(sympify(left), sympify(right), ">")


def unequal(left: TermLike, right: TermLike = 0) -> SymbolicComparison:
    """left ≠ right, for scalars and matrices; SymPy's Ne, never evaluated to True or False."""
    return SymbolicComparison(sympify(left), sympify(right), "!=")


def iff(first: ConclusionLike, second: ConclusionLike) -> SymbolicIff:
    """The first holds if and only if the second does; each is a conclusion or a list of conclusions."""
    return SymbolicIff(first, second)


def exists(letters: TermLike | Sequence[TermLike], statement: ConclusionLike) -> SymbolicExistence:
    """There are values of a letter, or of several, for which the statement, a conclusion or a list of these, holds."""
    return SymbolicExistence(tuple(letters) if isinstance(letters, list | tuple) else (letters,), statement)


def minimises(
    objective: ScalarLike,
    at: Mapping[TermLike, TermLike],
    *,
    value: ScalarLike | None = None,
    exactly: Sequence[ConclusionLike] = (),
) -> SymbolicOptimum:
    """The claim that `at` (variable -> its value) minimises the objective over the feasible set of the hypotheses.

    Args:
        objective: a scalar.
        at: each variable -> its value.
        value: the least value, if it is claimed.
        exactly: equations that a feasible choice satisfies if and only if it is optimal.
    """
    return SymbolicOptimum("min", sympify(objective), _sympified(at), value, tuple(exactly))


def maximises(
    objective: ScalarLike,
    at: Mapping[TermLike, TermLike],
    *,
    value: ScalarLike | None = None,
    exactly: Sequence[ConclusionLike] = (),
) -> SymbolicOptimum:
    """The claim that `at` (variable -> its value) maximises the objective over the feasible set of the hypotheses.

    Args:
        objective: a scalar.
        at: each variable -> its value.
        value: the greatest value, if it is claimed.
        exactly: equations that a feasible choice satisfies if and only if it is optimal.
    """
    return SymbolicOptimum("max", sympify(objective), _sympified(at), value, tuple(exactly))


def same_optimisers(
    variables: Sequence[TermLike], first: tuple[str, ScalarLike], second: tuple[str, ScalarLike]
) -> SymbolicSameOptimisers:
    """("min" | "max", f) and ("min" | "max", g) have the same optimisers over one feasible set."""
    return SymbolicSameOptimisers(tuple(variables), first, second)


def _sympified(at: Mapping[Any, Any]) -> tuple[tuple[Any, Any], ...]:
    return tuple((x, sympify(value)) for x, value in at.items())
