"""Mutants: changes of SymPy statements that make them false; a change that applies nowhere has no effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import sympy as sp

from pcaproofs.language import nodes
from pcaproofs.language.conclusions import SymbolicComparison, SymbolicOptimum, SymbolicSameOptimisers, equal
from pcaproofs.language.hypotheses import KINDS, Named
from pcaproofs.verify.claim import Mutant, Part

Change = Callable[[Any], Any]
_SHAPED = (sp.MatrixSymbol, sp.Identity, sp.OneMatrix, sp.ZeroMatrix, nodes.Basis)  # their arguments are lengths


def _on_the_right(conclusion: Any, change: Change) -> Any:
    """The conclusion with its right side, its value or its second objective changed."""
    if isinstance(conclusion, sp.Eq):
        return equal(conclusion.lhs, change(conclusion.rhs))
    if isinstance(conclusion, SymbolicComparison):
        return replace(conclusion, right=change(conclusion.right))
    if isinstance(conclusion, SymbolicSameOptimisers):
        return replace(conclusion, second=(conclusion.second[0], change(conclusion.second[1])))
    if isinstance(conclusion, SymbolicOptimum) and conclusion.value is not None:
        return replace(conclusion, value=change(sp.sympify(conclusion.value)))
    return conclusion


def _everywhere(conclusion: Any, change: Change) -> Any:
    """The conclusion with each of its expressions changed."""
    if isinstance(conclusion, SymbolicComparison):
        return replace(conclusion, left=change(conclusion.left), right=change(conclusion.right))
    if isinstance(conclusion, SymbolicOptimum):
        at = tuple((x, change(sp.sympify(value))) for x, value in conclusion.at)
        exactly = tuple(_everywhere(e, change) for e in conclusion.exactly)
        value = None if conclusion.value is None else change(sp.sympify(conclusion.value))
        return SymbolicOptimum(conclusion.sense, change(conclusion.objective), at, value, exactly)
    if isinstance(conclusion, SymbolicSameOptimisers):
        first, second = ((sense, change(f)) for sense, f in (conclusion.first, conclusion.second))
        return SymbolicSameOptimisers(conclusion.variables, first, second)
    if isinstance(conclusion, sp.Eq):
        return equal(change(conclusion.lhs), change(conclusion.rhs))
    return conclusion.func(change(conclusion.lhs), change(conclusion.rhs), evaluate=False)


def swap(old: Any, new: Any, *, right: bool = False) -> Mutant:
    """Every `old` in the conclusion (right: on its right side) becomes `new`: a wrong constant, letter or sign.

    A dimension is replaced as a number; the shapes of matrices and the ranges of sums keep it.
    """
    old, new = sp.sympify(old), sp.sympify(new)
    where = _on_the_right if right else _everywhere
    replaced = _as_number if old.is_Symbol and old.is_integer and old.is_positive else sp.Basic.xreplace

    def change(part: Part) -> Part | None:
        changed = where(part.conclusion, lambda e: replaced(e, {old: new}))
        return None if _same(changed, part.conclusion) else replace(part, conclusion=changed)

    return Mutant(f"{old} becomes {new}" + (" on the right" if right else ""), change)


def _as_number(e: Any, replacement: dict[Any, Any]) -> Any:
    """An expression with a dimension replaced where it stands as a number."""
    if e in replacement:
        return replacement[e]
    if not e.args or isinstance(e, _SHAPED):
        return e
    kept = 1 if isinstance(e, nodes.ScalarSum | nodes.MatrixSum) else len(e.args)
    return e.func(*(_as_number(x, replacement) for x in e.args[:kept]), *e.args[kept:])


def untransposed(x: Any) -> Mutant:
    """Every Xᵀ in the conclusion becomes X."""
    return replace(swap(x.T, x), name=f"{x} is not transposed")


def flip_sign(term: Any) -> Mutant:
    """Every `term` in the conclusion becomes -term."""
    return replace(swap(term, -sp.sympify(term)), name=f"{term} has the other sign")


def right_times(c: Any) -> Mutant:
    """The right side of an equality, the value or the second objective is multiplied by c."""

    def change(part: Part) -> Part | None:
        changed = _on_the_right(part.conclusion, lambda e: c * e)
        return None if _same(changed, part.conclusion) else replace(part, conclusion=changed)

    return Mutant(f"the right side times {c}", change)


def other_sense() -> Mutant:
    """The least becomes the greatest, and >= becomes <=."""
    turned = {"min": "max", "max": "min"}

    def change(part: Part) -> Part | None:
        e = part.conclusion
        if isinstance(e, SymbolicOptimum):
            return replace(part, conclusion=replace(e, sense=turned[e.sense]))
        if isinstance(e, SymbolicSameOptimisers):
            return replace(part, conclusion=replace(e, second=(turned[e.second[0]], e.second[1])))
        if isinstance(e, SymbolicComparison):
            return replace(part, conclusion=replace(e, left=e.right, right=e.left))
        return None

    return Mutant("the other sense", change)


def without(kind: str) -> Mutant:
    """A named hypothesis of this kind is dropped, wherever it is assumed; raises ValueError for another kind."""
    if kind not in KINDS:
        raise ValueError(f"got the hypothesis {kind}, but should be one of {', '.join(KINDS)}")

    def change(part: Part) -> Part | None:
        rest = tuple(h for h in part.assuming if not (isinstance(h, Named) and h.kind == kind))
        return None if len(rest) == len(part.assuming) else replace(part, assuming=rest)

    return Mutant(f"without {kind}", change)


def without_equation(equation: Any) -> Mutant:
    """An assumed equation is dropped."""

    def change(part: Part) -> Part | None:
        rest = tuple(h for h in part.assuming if h is not equation and h != equation)
        return None if len(rest) == len(part.assuming) else replace(part, assuming=rest)

    return Mutant(f"without {equation}", change)


def without_last() -> Mutant:
    """The last assumption of each part that makes any is dropped."""

    def change(part: Part) -> Part | None:
        return replace(part, assuming=part.assuming[:-1]) if part.assuming else None

    return Mutant("without the last assumption", change)


def citing(*facts: Any) -> Mutant:
    """The certificates of a claim about certificates may cite these assumptions only, which are too few."""
    words = " and ".join(map(str, facts)) or "nothing"
    return Mutant(f"citing {words}", lambda part: None if part.citing is None else replace(part, citing=facts))


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, sp.Basic) and isinstance(b, sp.Basic):
        return bool(a.lhs == b.lhs and a.rhs == b.rhs)
    return bool(a == b)
