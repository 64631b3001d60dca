"""Completing the square: f = c‖Y‖² + ⟨Y, L⟩ + r is c‖Y + L/(2c)‖² + r − ‖L‖²/(4c), for a letter Y that L and r lack.

With a free variable Y this is the step from the minimum over all variables to that over the others. What is left has
fewer words, so that its squares may be found where those of f are too many.
"""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.kernel import Letter, Monomial, Polynomial, Scalars, flip, letter
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import AnySquares, ProofContext
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.sos.squares import find_squares
from pcaproofs.terms import Rational, over

MAX_LINEAR = 8  # terms of L, the square of which is multiplied out


def squares_after_completing(
    context: ProofContext, f: Polynomial, deadline: Deadline
) -> tuple[AnySquares, Cofactors] | None:
    """Squares and cofactors with f = Σ squares + Σ cofactors, one of them for each completed letter; else None."""
    rest, cofactors = context.reduce(f)
    squares: AnySquares = ()
    completed = set[Letter]()  # the facts may bring a letter back; it is completed once
    while (found := next((x for x in _completed(rest) if x[0] not in completed), None)) is not None:
        if deadline.passed():
            return None
        y, c, m = found
        completed.add(y)
        rest, more = context.reduce(rest - m.norm2().scaled(c))
        cofactors.merge(more, 1)
        squares = (*squares, ((str(c), ()), m))
    if not squares or deadline.passed():
        return None
    if (others := find_squares(context, rest, deadline)) is None:
        return None
    cofactors.merge(others[1], 1)
    return (*squares, *others[0]), cofactors


def _completed(f: Polynomial) -> Iterator[tuple[Letter, Rational, Polynomial]]:
    """Y, c and M = Y + L/(2c) for each letter Y that f has as c‖Y‖² + ⟨Y, L⟩ with c > 0 and L ≠ 0, and nowhere else.

    The last letters of the alphabet come first: ‖x − a‖² reads better than ‖a − x‖².
    """
    squares = [(scalars, c) for (scalars, word), c in f.terms.items() if not word and len(scalars) == 1 and c > 0]
    for scalars, c in sorted(squares, key=lambda x: str(x[0]), reverse=True):
        match scalars:
            case (((Letter() as a, Letter() as b), 1),) if a.T is b:
                y = letter(a.name, *((a.rows, a.cols) if a.spelling == a.name else (a.cols, a.rows)))
                if (linear := _linear(f, y, scalars)) is not None and 0 < len(linear.terms) <= MAX_LINEAR:
                    yield y, c, Polynomial(y.rows, y.cols, [(((), (y,)), 1)]) + linear.scaled(over(1, 2 * c))


def _linear(f: Polynomial, y: Letter, square: Scalars) -> Polynomial | None:
    """L, if f has Y in ‖Y‖² and ⟨Y, L⟩ only."""
    parts: list[tuple[Monomial, Rational]] = []
    for (scalars, word), c in f.terms.items():
        if scalars == square:
            continue
        holding = [(atom, k) for atom, k in scalars if not isinstance(atom, str) and {y, y.T} & {*atom}]
        if not holding:
            continue
        if len(holding) > 1 or word or holding[0][1] != 1:
            return None
        atom = holding[0][0]
        if sum(x in (y, y.T) for x in atom) != 1:
            return None
        k = next(i for i, x in enumerate(atom) if x in (y, y.T))
        around = (*atom[k + 1 :], *atom[:k])  # tr(Yᵀ·around), or tr(Y·around)
        others = tuple((a, n) for a, n in scalars if a != atom)
        parts.append(((others, around if atom[k] is y.T else flip(around)), c))
    return Polynomial(y.rows, y.cols, parts)
