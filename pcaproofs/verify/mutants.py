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
    """The mutant that replaces every `old` in the conclusion by `new`.

    It makes a constant, letter or sign wrong. A dimension is replaced only as a number, not in shapes and ranges.

    Args:
        old: the expression to be replaced.
        new: what is put for it.
        right: whether it is replaced on the right side alone.
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
    """The mutant that replaces every Xᵀ in the conclusion by X."""
    return replace(swap(x.T, x), name=f"{x} is not transposed")


def flip_sign(term: Any) -> Mutant:
    """The mutant that replaces every `term` in the conclusion by -term."""
    return replace(swap(term, -sp.sympify(term)), name=f"{term} has the other sign")


def right_times(c: Any) -> Mutant:
    """The mutant that multiplies the right side of an equality, the value or the second objective by c."""

    def change(part: Part) -> Part | None:
        changed = _on_the_right(part.conclusion, lambda e: c * e)
        return None if _same(changed, part.conclusion) else replace(part, conclusion=changed)

    return Mutant(f"the right side times {c}", change)


def other_sense() -> Mutant:
    """The mutant that exchanges least and greatest, and >= and <=."""
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
    """The mutant that drops each named hypothesis of this kind; raises ValueError for an unknown kind."""
    if kind not in KINDS:
        raise ValueError(f"got the hypothesis {kind}, but should be one of {', '.join(KINDS)}")

    def change(part: Part) -> Part | None:
        rest = tuple(h for h in part.assuming if not (isinstance(h, Named) and h.kind == kind))
        return None if len(rest) == len(part.assuming) else replace(part, assuming=rest)

    return Mutant(f"without {kind}", change)


def without_equation(equation: Any) -> Mutant:
    """The mutant that drops an assumed equation."""

    def change(part: Part) -> Part | None:
        rest = tuple(h for h in part.assuming if h is not equation and h != equation)
        return None if len(rest) == len(part.assuming) else replace(part, assuming=rest)

    return Mutant(f"without {equation}", change)


def without_last() -> Mutant:
    """The mutant that drops the last assumption of each part with assumptions."""

    def change(part: Part) -> Part | None:
        return replace(part, assuming=part.assuming[:-1]) if part.assuming else None

    return Mutant("without the last assumption", change)


def citing(*facts: Any) -> Mutant:
    """The mutant of a claim about certificates that allows only these assumptions, which are too few."""
    words = " and ".join(map(str, facts)) or "nothing"
    return Mutant(f"citing {words}", lambda part: None if part.citing is None else replace(part, citing=facts))


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, sp.Basic) and isinstance(b, sp.Basic):
        return bool(a.lhs == b.lhs and a.rhs == b.rhs)
    return bool(a == b)
