"""Conclusions that are several statements: lists, and named properties such as `symmetric(A*A.T)` or `psd(A + B)`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, count
from typing import Any

from sympy import Eq, MatrixSymbol

from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.kronecker import column, is_one, penrose
from pcaproofs.language.names import Unreadable
from pcaproofs.language.nodes import PseudoInverse
from pcaproofs.language.reader import expressions_in
from pcaproofs.prover.result import Result

# a verdict is that of all parts, if no part has a later one
WEAKEST = ("proved", "undecided", "unsupported", "ill-typed", "refuted")
COLUMNS = ("x", "y", "z", "u", "v", "w", "h")  # names for the column that psd is about


def parts_of(conclusion: Any, assuming: Iterable[Any]) -> list[Any] | None:
    """The statements that a conclusion is made of; None if it is a single one. Raises Unreadable or IllTyped.

    psd(M) says that M is symmetric and that xᵀMx ≥ 0 for every column x; any other name says its equations, and
    pinv(A⊗B) = R the four that make R the pseudo-inverse.
    """
    if isinstance(conclusion, list | tuple):
        nested = [parts_of(part, assuming) or [part] for part in conclusion]
        return [part for parts in nested for part in parts]
    if isinstance(conclusion, Eq) and isinstance(conclusion.lhs, PseudoInverse) and is_one(conclusion.lhs):
        return [equal(left, right) for left, right in penrose(conclusion.lhs.args[0], conclusion.rhs)]
    if not isinstance(conclusion, Named):
        return None
    equations = conclusion.equations()
    if conclusion.kind == "psd":
        (m,) = conclusion.args
        x = _new_column(m, (conclusion, *assuming))
        return [equal(m.T, m), at_least(x.T * m * x)]
    for _, relation, _ in equations:
        if relation not in ("=", ">="):
            raise Unreadable(f"got {conclusion} as a conclusion, which says {relation}, but should be equations or ≥")
    return [equal(left, right) if relation == "=" else at_least(left, right) for left, relation, right in equations]


def _new_column(m: Any, written: Iterable[Any]) -> Any:
    """A column that a square matrix may be multiplied by and that nothing else mentions."""
    taken = {str(getattr(s, "name", s)) for e in expressions_in(written) for s in e.free_symbols}
    numbered = (f"{COLUMNS[0]}{k}" for k in count(1))
    name = next(name for name in chain(COLUMNS, numbered) if name not in taken)
    return column(m, name) if is_one(m) else MatrixSymbol(name, m.shape[0], 1)


def together(parts: list[Result]) -> Result:
    """One result for statements that are claimed together: proved if each is, refuted if one is."""
    if len(parts) == 1:
        return parts[0]
    worst = max(parts, key=lambda part: WEAKEST.index(part.verdict))
    assumed = tuple(dict.fromkeys(x for part in parts for x in part.assumed))
    if worst.verdict == "proved":
        notes = [part.note for part in parts if part.note]
        return Result("proved", assumed=assumed, note=notes[0] if notes else "", parts=tuple(parts))
    place = f"part {1 + parts.index(worst)} of {len(parts)}"
    return Result(
        worst.verdict,
        f"{place}: {worst.reason}" if worst.reason else place,
        worst.statement,
        counterexample=worst.counterexample,
        needs=worst.needs,
        assumed=assumed,
        note=worst.note,
        parts=tuple(parts),
    )
