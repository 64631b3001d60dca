"""Sums of squares modulo the facts, by linear algebra and a linear program: f = Σ c·‖M‖² after several uses of facts.

Every product of facts that f leads to is a row. Every monomial that occurs and is a square is a column.
"""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.kernel import Monomial, Polynomial, Scalars, Word, flip
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.exact.simplex import nonnegative_combination
from pcaproofs.prover.search.context import ProofContext, Squares
from pcaproofs.prover.search.membership import span_of
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.sos.multipliers import Multiplier, multipliers

MAX_MULTIPLIERS_TRIED = 12


def squares_modulo_facts(
    context: ProofContext, f: Polynomial, deadline: Deadline, *, positive_weights: bool = False
) -> tuple[Squares, Cofactors] | None:
    """Squares and steps with f = Σ squares + Σ steps, as find_squares, each square a monomial by itself."""
    if not f.terms:
        return (), Cofactors()
    span = span_of(context, f, deadline)
    if deadline.passed():
        return None
    found: list[tuple[Multiplier, Polynomial, Polynomial]] = []
    for multiplier in multipliers(context, f, positive_weights=positive_weights)[:MAX_MULTIPLIERS_TRIED]:
        if len(multiplier.polynomial.terms) > 1:
            continue
        for monomial in span.monomials:
            for quotient in multiplier.quotients(context, [monomial]):
                root = _root(quotient)
                if root is not None:
                    (sign,) = multiplier.polynomial.terms.values()
                    found.append((multiplier, root, Polynomial(1, 1, [(monomial, sign)])))
    columns = [span.rest(square.terms) for _, _, square in found]
    combination = nonnegative_combination(columns, span.rest(f.terms), deadline.passed)
    if not combination:
        return None
    squares = tuple(((str(c), found[k][0].weight[1]), found[k][1]) for k, c in combination.items())
    left = f
    for k, c in combination.items():
        left = left - found[k][2].scaled(c)
    cofactors = span.combination(left.terms)
    return None if cofactors is None else (squares, cofactors)


def _root(monomial: Monomial) -> Polynomial | None:
    """M, if the monomial is ‖M‖²."""
    half: list[tuple[object, int]] = []
    word: Word | None = None
    for atom, k in monomial[0]:
        if k % 2 == 0:
            half.append((atom, k // 2))
        elif isinstance(atom, str) or k < 0 or word is not None:
            return None
        else:
            word = next((u for u in halves_of(atom)), ())
            if not word:
                return None
            if k > 1:
                half.append((atom, k // 2))
    scalars: Scalars = tuple(half)  # type: ignore[arg-type]
    if not word:
        return Polynomial(1, 1, [((scalars, ()), 1)])
    return Polynomial(word[0].rows, word[-1].cols, [((scalars, word), 1)])


def halves_of(closed: Word) -> Iterator[Word]:
    """u, where a closed word is tr(uᵀu)."""
    if len(closed) % 2 == 0:
        h = len(closed) // 2
        for i in range(len(closed) if closed[0].rows != 1 else 1):
            turned = closed[i:] + closed[:i]
            if turned[:h] == flip(turned[h:]):
                yield turned[h:]
