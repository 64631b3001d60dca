"""Values of which "there is X with …" may be true: they are proposed here, and nothing here is trusted.

LXR = C       has a solution if and only if L⁺CR⁺ is one (Penrose 1955)
linear in X   X = Σ cᵢWᵢ for words Wᵢ of the statement's letters, by linear equations for the numbers cᵢ
other         words of the statement's letters, one after the other
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, islice
from typing import Any

import sympy as sp

from pcaproofs.kernel import KernelError, Letter, Monomial, Polynomial
from pcaproofs.language.conclusions import equal
from pcaproofs.language.nodes import InverseOf, pinv
from pcaproofs.language.reader import read
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.exact.linear_algebra import solutions
from pcaproofs.prover.search.context import Contradiction, ProofContext
from pcaproofs.prover.search.problem import Problem

Sides = tuple[Any, Any]
Values = tuple[tuple[Any, Any], ...]  # letters, each with its value
MAX_WORDS = 40  # in a sum with unknown numbers
MAX_FACTORS = 3  # of a word
UNKNOWN = "unknown"  # how the names of these numbers begin
_LETTERS = (sp.MatrixSymbol, InverseOf, sp.OneMatrix)
_PRODUCTS = (sp.MatMul, sp.MatAdd, sp.MatPow)


# ----------------------------------------------------------------------------------------------- one equation LXR = C
def one_term(left: Any, right: Any, x: Any) -> tuple[Any, Any, Any] | None:
    """(L, C, R) of an equation of the form LXR = C or LXᵀR = C, either way round; L or R is I where nothing stands."""
    if x in right.free_symbols:
        left, right = right, left
    if x in right.free_symbols or not hasattr(x, "shape") or not hasattr(left, "shape"):
        return None
    c, factors = left.as_coeff_matrices() if isinstance(left, sp.MatMul) else (sp.Integer(1), [left])
    places = [k for k, f in enumerate(factors) if x in f.free_symbols]
    if len(places) != 1 or not c.is_Rational:
        return None
    k = places[0]
    before, middle, after = list(factors[:k]), factors[k], list(factors[k + 1 :])
    if isinstance(middle, sp.Transpose):
        before, middle, after = (
            [sp.Transpose(f) for f in after[::-1]],
            middle.args[0],
            [sp.Transpose(f) for f in before[::-1]],
        )
        right = sp.Transpose(right)
    if middle != x:
        return None
    return product([sp.Identity(x.shape[0]), *before]), right / c, product([*after, sp.Identity(x.shape[1])])


def penrose(solved: tuple[Any, Any, Any]) -> Any:
    """L⁺CR⁺."""
    left, c, right = solved
    return product([_pinv(left), c, _pinv(right)])


def by_equations(equations: Iterable[Sides], x: Any) -> Iterator[Any]:
    """L⁺CR⁺ of each equation LXR = C, and Y + Z − L⁺LZRR⁺ for two of these, which solves both if anything does."""
    solved = [found for sides in equations if (found := one_term(*sides, x)) is not None]
    for one in solved:
        yield penrose(one)
    for one in solved:
        left, _, right = one
        for other in solved:
            if other != one:
                y, z = penrose(one), penrose(other)
                yield y + z - product([_pinv(left), left, z, right, _pinv(right)])


def _pinv(e: Any) -> Any:
    return e if isinstance(e, sp.Identity) else pinv(e)


def product(factors: Iterable[Any]) -> Any:
    """The product of matrices, without factors I."""
    factors = list(factors)
    kept = [f for f in factors if not isinstance(f, sp.Identity)] or factors[:1]
    out = kept[0]
    for f in kept[1:]:
        out = out * f
    return out


# ------------------------------------------------------------------------------------------------------------- words
def words(written: Iterable[Any], x: Any, letters: Sequence[Any]) -> list[Any]:
    """Values of the letter x made of what is written without any of the letters: those of few factors first."""
    parts = (e for whole in written for e in sp.preorder_traversal(whole))
    pieces = dict.fromkeys(e for e in parts if _is_free_of(e, letters))
    if not hasattr(x, "shape"):
        return _numbers(list(pieces))
    letters = [e for e in pieces if isinstance(e, _LETTERS + _PRODUCTS) and not isinstance(e, sp.Inverse)]
    inverted = [pinv(e) for e in letters if not isinstance(e, InverseOf | sp.OneMatrix)]
    atoms = list(dict.fromkeys(e for one in (*letters, *inverted) for e in (one, one.T)))
    rows, cols = x.shape
    found = [sp.Identity(rows)] if rows == cols else []
    for length in range(1, MAX_FACTORS + 1):
        found += islice((product(chain) for chain in _chains(atoms, rows, cols, length)), MAX_WORDS)
    return sorted(dict.fromkeys(found), key=lambda e: len(list(sp.preorder_traversal(e))))[:MAX_WORDS]


def _is_free_of(e: Any, letters: Sequence[Any]) -> bool:
    return isinstance(e, sp.Basic) and not e.free_symbols & {*letters} and not e.atoms(sp.Dummy)


def _chains(atoms: Sequence[Any], rows: Any, cols: Any, length: int) -> Iterator[tuple[Any, ...]]:
    """Products of so many atoms, of this shape."""
    for a in atoms:
        if a.shape[0] == rows and length == 1 and a.shape[1] == cols:
            yield (a,)
        elif a.shape[0] == rows and length > 1:
            yield from ((a, *rest) for rest in _chains(atoms, a.shape[1], cols, length - 1))


def _numbers(pieces: Sequence[Any]) -> list[Any]:
    """1, numbers that are written, the traces of letters, these plus 1, and products of two."""
    found = [e for e in pieces if isinstance(e, sp.Expr) and not isinstance(e, sp.MatrixExpr | sp.Number)]
    found += [sp.Trace(e) for e in pieces if isinstance(e, sp.MatrixSymbol) and e.shape[0] == e.shape[1]]
    found = [e for e in dict.fromkeys(found) if not e.is_integer]
    return [
        sp.Integer(1),
        *found,
        *(1 + a for a in found),
        *(a * b for a, b in combinations_with_replacement(found, 2)),
    ][:MAX_WORDS]


# -------------------------------------------------------------------------------------------------------------- sums
def by_sum(
    equations: Sequence[Sides], assuming: Sequence[Any], found: Mapping[Any, Sequence[Any]], deadline: Deadline
) -> Values | None:
    """Sums Σ cᵢWᵢ of the words found for each letter for which the normal form of each equation vanishes, or None."""
    places = [(x, w) for x, ws in found.items() for w in ws]
    if not equations or not all(found.values()):
        return None
    unknowns = [sp.Symbol(f"{UNKNOWN}{k}", real=True) for k in range(len(places))]
    change = {
        x: (sp.MatAdd if hasattr(x, "shape") else sp.Add)(
            *(c * w for c, (y, w) in zip(unknowns, places, strict=True) if y == x)
        )
        for x in found
    }
    rows: dict[tuple[int, Monomial], dict[int, Fraction]] = {}
    for number, (left, right) in enumerate(equations):
        try:
            reading = read(equal(left.xreplace(change), right.xreplace(change)), assuming)
            (goal,) = Problem(reading.statement).goals
            rest, _ = ProofContext(goal[3], deadline).reduce(goal[2])
        except (KernelError, Contradiction):
            return None
        if not _collect(rest, number, rows):
            return None
    width = len(places)
    space = solutions(
        [[Fraction(row.get(k, 0)) for k in range(width)] + [-row.get(-1, Fraction(0))] for row in rows.values()], width
    )
    if space is None:
        return None
    values = []
    for x in found:
        terms = [
            sp.Rational(*Fraction(c).as_integer_ratio()) * w
            for c, (y, w) in zip(space[0], places, strict=True)
            if c and y == x
        ]
        zero = sp.ZeroMatrix(*x.shape) if hasattr(x, "shape") else sp.Integer(0)
        values.append((x, sum(terms[1:], terms[0]) if terms else zero))
    return tuple(values)


def _collect(rest: Polynomial, number: int, rows: dict[tuple[int, Monomial], dict[int, Fraction]]) -> bool:
    """Adds the equations by which a polynomial vanishes, a row for each monomial; False if they are not linear.

    A row has the coefficient of each unknown number under its place, and the rest under −1.
    """
    for (scalars, word), coefficient in rest.terms.items():
        unknown = [(place, k) for atom, k in scalars if (place := _unknown(atom)) is not None]
        if len(unknown) > 1 or any(k != 1 for _, k in unknown):
            return False
        others = tuple([pair for pair in scalars if _unknown(pair[0]) is None])
        row = rows.setdefault((number, (others, word)), {})
        place = unknown[0][0] if unknown else -1
        row[place] = row.get(place, Fraction(0)) + Fraction(coefficient)
    return True


def _unknown(atom: Any) -> int | None:
    """Which unknown number an atom is, or None."""
    match atom:
        case (Letter(name=name),) if name.startswith(UNKNOWN) and name.removeprefix(UNKNOWN).isdecimal():
            return int(name.removeprefix(UNKNOWN))
    return None
