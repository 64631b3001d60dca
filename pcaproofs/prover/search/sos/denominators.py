"""f ≥ 0 where f has a reciprocal c ≥ 0 of a sum s beside other terms: s·f is a sum of squares, and f = c·(s·f).

Squares of f itself would need c in some words and 1 = c·s in others: of t²/σ + u²/τ − (t + u)²/(σ + τ), multiplied by
σ + τ, what is left is (τt − σu)²/(στ).
"""

from __future__ import annotations

from fractions import Fraction

from pcaproofs.kernel import Polynomial
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import AnySquares, ProofContext
from pcaproofs.prover.search.inverses import Factor, reciprocals
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.sos.multipliers import joined
from pcaproofs.prover.search.sos.squares import find_squares
from pcaproofs.prover.search.sos.tensor_squares import find_tensor_squares

MAX_DEPTH = 3  # reciprocals that are cleared one after the other
MAX_TERMS = 40  # of f times a sum


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


def _sign(context: ProofContext, factor: Factor) -> tuple[str, Fraction] | None:
    """The fact c ≥ 0 about c with c·s = d, and 1/d, if d > 0."""
    d = -Fraction(factor.p.terms[(), ()]) if factor.p is not None else Fraction(0)
    own = Polynomial(1, 1, [((((factor.c, 1),), ()), 1)])
    for name, (relation, p) in context.signed.items() if d > 0 else ():
        if relation in (">=", ">") and p == own:
            return name, 1 / d
    return None
