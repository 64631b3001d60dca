"""Translation of conclusions into statements of the kernel: lists, `psd(A + B)`, `f > g`, "if and only if".

The kernel proves only = and ≥. Other conclusions become several such statements, some with an additional assumption:

  f ≠ g           r = 0, if r²f = r²g for a new number r; for matrices, if rF = rG
  f > g           f ≥ g and f ≠ g
  invertible(M)   x = 0, if Mx = 0 for a new column x
  M > 0           Mᵀ = M, xᵀMx ≥ 0 for a new column x, and x = 0 if xᵀMx = 0
  M diagonal      M diag(x) = diag(x) M for a new column x
  P iff Q         Q, if P; and P, if Q

M⁺ = X is unfolded into the four equations of Penrose where it is not proved as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Any

import sympy as sp
from sympy.assumptions import AppliedPredicate

from pcaproofs.language.conclusions import SymbolicComparison, SymbolicIff, at_least, equal
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.kronecker import column, is_one, penrose
from pcaproofs.language.nodes import Diagonal, InverseOf, PseudoInverse
from pcaproofs.language.predicates import predicate, simplified
from pcaproofs.language.refusals import Unreadable, no_statement
from pcaproofs.language.shapes import check_equal
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.language.symbols import kernel_name
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.refute.evaluate import Point, evaluate
from pcaproofs.prover.result import Result
from pcaproofs.terms import letters_in

# the verdict on several parts is the last one in this list that a part has
WEAKEST = ("proved", "undecided", "unsupported", "refuted", "ill-typed")
COLUMNS = ("x", "y", "z", "u", "v", "w", "h")  # names for the column that psd is about
NUMBERS = ("r", "s", "t", "c")  # names for the number that f ≠ g is about


@dataclass(frozen=True)
class ConclusionPart:
    """A statement that is part of a conclusion.

    given: assumptions besides those of the conclusion. says: the purpose of the statement, in words.
    apart: the number r, if the statement says that two sides differ. sides: these, if it says nothing else.
    """

    conclusion: Any
    given: tuple[Any, ...] = ()
    says: str = ""
    apart: sp.Symbol | None = None
    sides: tuple[Any, Any] | None = None


def parts_of(conclusion: Any, assuming: Iterable[Any]) -> list[ConclusionPart] | None:
    """The statements that a conclusion consists of; None for a single one. Raises Unreadable or IllTyped."""
    assuming = tuple(assuming)
    if isinstance(conclusion, list | tuple | sp.And):
        items = conclusion.args if isinstance(conclusion, sp.And) else conclusion
        if not items:
            raise Unreadable("got an empty list, but should be conclusions")
        return [part for item in items for part in _parts(item, assuming)]
    if isinstance(conclusion, sp.Equivalent) and len(conclusion.args) == 2:
        return parts_of(SymbolicIff(*conclusion.args), assuming)
    if isinstance(conclusion, SymbolicIff):
        return [
            *_under(conclusion.first, conclusion.second, assuming, "only if"),
            *_under(conclusion.second, conclusion.first, assuming, "if"),
        ]
    if isinstance(conclusion, sp.Implies):
        given, concluded = conclusion.args
        return _under(given, concluded, assuming, "")
    if isinstance(conclusion, sp.Equivalent | sp.Or | sp.Xor | sp.ITE | sp.Not):
        raise Unreadable(no_statement(conclusion))
    if isinstance(conclusion, sp.Eq) and isinstance(conclusion.lhs, PseudoInverse) and is_one(conclusion.lhs):
        return [ConclusionPart(equal(left, right)) for left, right in penrose(conclusion.lhs.args[0], conclusion.rhs)]
    if isinstance(conclusion, AppliedPredicate):
        items = predicate(conclusion)
        if not items:  # all letters are real, and a shape is read before anything is shown
            raise Unreadable(f"got {conclusion} as a conclusion, but it says nothing of letters that could be shown")
        return [part for item in items for part in _parts(item, assuming)]
    if isinstance(conclusion, Diagonal) and conclusion.args[0].shape[1] != 1:
        conclusion = Named("diagonal_matrix", conclusion.args)
    if (strict := _strict(conclusion)) is not None:
        return _of_strict(*strict, (conclusion, *assuming))
    return _of_named(conclusion, assuming) if isinstance(conclusion, Named) else None


def unfolded(conclusion: Any) -> list[ConclusionPart] | None:
    """The four equations of Penrose that say pinv(M) = X, either way round; None for any other conclusion."""
    if not isinstance(conclusion, sp.Eq):
        return None
    for m, x in (conclusion.args, conclusion.args[::-1]):
        if isinstance(m, PseudoInverse) and not isinstance(x, PseudoInverse):
            return [ConclusionPart(equal(left, right)) for left, right in penrose(m.args[0], x)]
    return None


def _parts(conclusion: Any, assuming: tuple[Any, ...]) -> list[ConclusionPart]:
    found = parts_of(conclusion, assuming)
    return [ConclusionPart(conclusion)] if found is None else found


def _under(given: Any, conclusion: Any, assuming: tuple[Any, ...], says: str) -> list[ConclusionPart]:
    """The parts of a conclusion under one more assumption."""
    more = tuple(simplified(given))
    found = _parts(conclusion, (*assuming, *more))
    return [
        replace(part, given=(*more, *part.given), says=", ".join(filter(None, (says, part.says)))) for part in found
    ]


def _strict(item: Any) -> tuple[Any, str, Any] | None:
    """(f, ">" or "!=", g) of a strict inequality or of ≠; None for anything else."""
    if isinstance(item, SymbolicComparison) and item.relation != ">=":
        return item.left, item.relation, item.right
    if isinstance(item, sp.Gt | sp.Ne):
        return item.lhs, ">" if isinstance(item, sp.Gt) else "!=", item.rhs
    return (item.rhs, ">", item.lhs) if isinstance(item, sp.Lt) else None


def _of_strict(left: Any, relation: str, right: Any, written: Iterable[Any]) -> list[ConclusionPart]:
    """f ≥ g and f ≠ g for f > g; only f ≠ g for f ≠ g."""
    r = sp.Symbol(_new_name(NUMBERS, written))
    shapes = [getattr(x, "shape", (1, 1)) for x in (left, right)]
    is_number = all(tuple(shape) == (1, 1) for shape in shapes)
    if relation == ">":
        for side, shape in zip((left, right), shapes, strict=True):
            check_equal(side, tuple(shape), 0, (1, 1), ">")
    if not is_number:
        left, right = (sp.ZeroMatrix(*shapes[1 - k]) if x == 0 else x for k, x in enumerate((left, right)))
    same = equal(r**2 * left, r**2 * right) if is_number else equal(r * left, r * right)
    apart = ConclusionPart(equal(r, 0), (same,), "the two sides are different", r)
    return [replace(apart, sides=(left, right))] if relation == "!=" else [ConclusionPart(at_least(left, right)), apart]


def _of_named(conclusion: Named, assuming: tuple[Any, ...]) -> list[ConclusionPart]:
    """The parts of a named property: its equations, but for those of which it is a letter that exists."""
    written = (conclusion, *assuming)
    if conclusion.entries() is not None:
        raise Unreadable(f"got {conclusion} as a conclusion, but no equation says it of the entries; state equations")
    conclusion.equations()  # which checks the shapes
    if (special := _SPECIAL.get(conclusion.kind)) is not None:
        return list(special(*conclusion.args, written))
    parts = conclusion.parts()
    if parts != [conclusion]:
        named = [Named("invertible", item.args) if isinstance(item, InverseOf) else item for item in parts]
        return [part for item in named for part in _parts(item, assuming)]
    found = [
        equal(left, right) if relation == "=" else SymbolicComparison(left, right, relation)
        for left, relation, right in conclusion.equations()
    ]
    return [part for item in found for part in _parts(item, assuming)]


def _psd(m: Any, written: Iterable[Any]) -> Iterator[ConclusionPart]:
    x = _new_column(m, written)
    yield ConclusionPart(equal(m.T, m))
    yield ConclusionPart(at_least(x.T * m * x))


def _positive_definite(m: Any, written: Iterable[Any]) -> Iterator[ConclusionPart]:
    x = _new_column(m, written)
    yield from _psd(m, written)
    yield ConclusionPart(
        equal(x, sp.ZeroMatrix(*x.shape)), (equal(x.T * m * x, 0),), f"{x}ᵀ·{_factor(m)}·{x} = 0 only for {x} = 0"
    )


def _invertible(m: Any, written: Iterable[Any]) -> Iterator[ConclusionPart]:
    x = _new_column(m, written)
    zero = sp.ZeroMatrix(*x.shape)
    yield ConclusionPart(equal(x, zero), (equal(m * x, zero),), f"{_factor(m)}·{x} = 0 only for {x} = 0")


def _diagonal(m: Any, written: Iterable[Any]) -> Iterator[ConclusionPart]:
    x = _new_column(m, written)
    yield ConclusionPart(
        equal(m * Diagonal(x), Diagonal(x) * m), (), "what commutes with every diagonal matrix is diagonal"
    )


_SPECIAL: dict[str, Callable[..., Iterator[ConclusionPart]]] = {
    "psd": _psd,
    "positive_definite": _positive_definite,
    "invertible": _invertible,
    "diagonal_matrix": _diagonal,
}


def _factor(m: Any) -> str:
    return str(m) if isinstance(m, sp.MatrixSymbol) else f"({m})"


def _new_name(names: Iterable[str], written: Iterable[Any]) -> str:
    """A new name."""
    first = next(iter(names))
    taken = {str(getattr(s, "name", s)) for e in expressions_in(written) for s in e.free_symbols}
    return next(name for name in chain(names, (f"{first}{k}" for k in count(1))) if name not in taken)


def _new_column(m: Any, written: Iterable[Any]) -> Any:
    """A new column that a square matrix may be multiplied by."""
    name = _new_name(COLUMNS, written)
    return column(m, name) if is_one(m) else sp.MatrixSymbol(name, m.shape[0], 1)


def explained(result: Result, part: ConclusionPart) -> Result:
    """The result for a part, with the purpose of the part, and with both sides if these should differ."""
    says = part.says if result.verdict in ("refuted", "undecided") else ""
    reason = ": ".join(filter(None, (says, result.reason)))
    example, statement = result.counterexample, result.statement
    if part.apart is None or example is None or statement is None:
        return replace(result, reason=reason)
    r = kernel_name(part.apart)
    letters = {**example.letters, r: mx.exact(((1,),))}  # both sides are equal, so their multiples are for any r
    (same,) = [h for _, h in statement.hypotheses if r in letters_in(h.left, h.right)]
    left, right = (evaluate(side, Point(example.dimensions, letters)) for side in (same.left, same.right))
    del letters[r]
    if part.sides is not None:
        from pcaproofs.formula.from_sympy import FromSymPy
        from pcaproofs.formula.text import text

        reason = f"{' ≠ '.join(text(FromSymPy().form(side)) for side in part.sides)} is false"
    return replace(result, reason=reason, counterexample=replace(example, letters=letters, left=left, right=right))


def weakest(parts: list[Result]) -> int:
    """The place of the first of the results with the weakest verdict."""
    return max(range(len(parts)), key=lambda k: WEAKEST.index(parts[k].verdict))


def _is_list(result: Result) -> bool:
    """Whether a result only has the proofs of several statements."""
    return result.statement is None and result.induction is None and bool(result.parts)


def together(parts: list[Result]) -> Result:
    """One result for statements that are claimed together.

    Proved if each is; refuted if one is, and ill-typed if one has no meaning.
    """
    if len(parts) == 1:
        return parts[0]
    worst = parts[weakest(parts)]
    assumed = tuple(dict.fromkeys(x for part in parts for x in part.assumed))
    if worst.verdict == "proved":
        notes = [part.note for part in parts if part.note]
        proofs = [one for part in parts for one in (part.parts if _is_list(part) else (part,))]
        return Result("proved", assumed=assumed, note=notes[0] if notes else "", parts=tuple(proofs))
    place = f"part {1 + weakest(parts)} of {len(parts)}"
    return Result(
        worst.verdict,
        f"{place}: {worst.reason}" if worst.reason else place,
        worst.statement,
        counterexample=worst.counterexample,
        assumed=assumed,
        note=worst.note,
        parts=tuple(parts),
    )
