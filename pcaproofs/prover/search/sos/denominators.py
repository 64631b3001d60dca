"""f ≥ 0 because a multiple of f is a sum of squares: f = c·(s·f) for a reciprocal c ≥ 0 of s.

Where f has c beside other terms, squares of f itself would need c in some words and 1 = c·s in others: of
t²/σ + u²/τ − (t + u)²/(σ + τ), multiplied by σ + τ, what is left is (τt − σu)²/(στ). Where f has the letter s, the
squares may need c as a weight, as the multipliers of Lagrange do: ‖x‖² − 2xᵀy + 2‖y‖ − 1 with ‖y‖ ≥ 1 ≥ ‖x‖², times
‖y‖, is ‖‖y‖x − y‖² + ‖y‖(‖y‖ − 1)(1 − ‖x‖²).
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import mul

from pcaproofs.kernel import Atom, Polynomial, Scalars, number, times
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import AnySquares, ProofContext
from pcaproofs.prover.search.inverses import Factor, reciprocals
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.sos.multipliers import joined
from pcaproofs.prover.search.sos.squares import find_squares, squares_of_products
from pcaproofs.prover.search.sos.tensor_squares import find_tensor_squares

MAX_DEPTH = 3  # reciprocals that are cleared one after the other
MAX_TERMS = 40  # of f times a sum
MAX_WORD_TERMS = 6  # of a word that is tried in squares of a multiple of f


def squares_over_denominators(
    context: ProofContext, f: Polynomial, deadline: Deadline, depth: int = MAX_DEPTH
) -> tuple[AnySquares, Cofactors] | None:
    """Squares and cofactors with f = Σ squares + Σ cofactors, every weight with a reciprocal that f has."""
    rest, cofactors = context.reduce(f)
    for factor in reciprocals(context):
        sign = _sign(context, factor)
        holding = [any(atom == factor.c and k > 0 for atom, k in scalars) for scalars, _ in rest.terms]
        if sign is None or not any(holding) or all(holding) or deadline.passed():
            continue
        if len(factor.f.terms) * len(rest.terms) > MAX_TERMS:
            continue
        multiple, steps = context.reduce(factor.f * rest)
        found: tuple[AnySquares, Cofactors] | None = None
        if depth > 1:
            found = squares_over_denominators(context, multiple, deadline, depth - 1)
        found = find_squares(context, multiple, deadline) if found is None else found
        found = find_tensor_squares(context, multiple, deadline) if found is None else found
        if found is None:
            continue
        steps.merge(found[1], 1)
        cofactors.merge(factor.divided(context, rest, steps), 1)
        name, below = sign
        squares = tuple(((str(Fraction(w) * below), joined(names, ((name, 1),))), m) for (w, names), m in found[0])
        return squares, cofactors
    return None


def squares_of_multiple(
    context: ProofContext, f: Polynomial, deadline: Deadline
) -> tuple[AnySquares, Cofactors] | None:
    """Squares and cofactors with f = Σ squares + Σ cofactors, by those of f times its letters that have reciprocals.

    The squares are ‖M‖² and products of known inequalities.
    """
    if not any(r in (">=", ">") and len(p.terms) > 1 and p.names() for r, p in context.signed.values()):
        return None  # there are no products of inequalities
    rest, cofactors = context.reduce(f)
    letters = {s for scalars, _ in rest.terms for s, k in scalars if k > 0 and len(s) == 1 and not isinstance(s, str)}
    divisors = [(x, sign) for x in reciprocals(context) if _atom(x.f) in letters and (sign := _sign(context, x))]
    units = [
        (name, unit)
        for name, (relation, p) in context.signed.items()
        if relation == ">" and (unit := _atom(p)) in context.units & letters
    ]
    scale: Scalars = reduce(times, [((unit, 1),) for _, unit in units], ())
    multiples = [reduce(mul, [x.f for x, _ in divisors[:k]], rest) for k in range(len(divisors) + 1)]
    whole, reduction = context.reduce(_number(scale) * multiples[-1])
    if (not scale and not divisors) or len(whole.terms) > MAX_TERMS:
        return None
    factors = [number(1), *(x.f for x, _ in divisors), *(_number(((unit, 1),)) for _, unit in units)]
    words = [w for w in context.statement_words if len(w.terms) <= MAX_WORD_TERMS]
    found = squares_of_products(context, whole, reduction, words, factors, deadline)
    if found is None:
        return None
    squares, steps = found
    below = tuple((atom, -k) for atom, k in scale)
    steps.times(below)
    squares = tuple(
        ((w, joined(x, tuple((name, 1) for name, _ in units))), _number(below) * m) for (w, x), m in squares
    )
    for multiple, (factor, (name, c)) in zip(multiples[-2::-1], divisors[::-1], strict=True):
        steps = factor.divided(context, multiple, steps)
        squares = tuple(((str(Fraction(w) * c), joined(names, ((name, 1),))), m) for (w, names), m in squares)
    cofactors.merge(steps, 1)
    return squares, cofactors


def _number(scalars: Scalars) -> Polynomial:
    return Polynomial(1, 1, [((scalars, ()), 1)])


def _atom(p: Polynomial) -> Atom:
    """The letter that a scalar is, else ""."""
    one = list(p.terms.items())
    is_letter = len(one) == 1 and one[0][1] == 1 and not one[0][0][1] and len(one[0][0][0]) == 1
    atom, k = one[0][0][0][0] if is_letter else ("", 0)
    return atom if k == 1 and len(atom) == 1 and not isinstance(atom, str) else ""


def _sign(context: ProofContext, factor: Factor) -> tuple[str, Fraction] | None:
    """The fact c ≥ 0 about c with c·s = d, and 1/d, if d > 0."""
    d = -Fraction(factor.p.terms[(), ()]) if factor.p is not None else Fraction(0)
    own = Polynomial(1, 1, [((((factor.c, 1),), ()), 1)])
    for name, (relation, p) in context.signed.items() if d > 0 else ():
        if relation in (">=", ">") and p == own:
            return name, 1 / d
    return None
