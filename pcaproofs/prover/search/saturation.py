"""Saturation: single facts without the factors that are not zero, and vanishing sums of squares taken apart."""

from __future__ import annotations

from fractions import Fraction

from pcaproofs.kernel import Polynomial
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.sos.squares import find_squares


def saturate(context: ProofContext, deadline: Deadline, *, with_expansions: bool = False) -> None:
    """Adds what single facts give: without nonzero factors, and the squares of a vanishing sum of squares.

    with_expansions: squares are also looked for among what one use of another fact puts in the place of a monomial.
    """
    for name, p in list(context.polynomials.items()):
        if deadline.passed():
            return
        cancelled = context.cancelled(p)
        if cancelled is not None and cancelled[0].terms != p.terms:
            q, factor = cancelled
            context.derive(q, Cofactors.of_fact(name, p), factor)
        if (
            p.shape == (1, 1)
            and context.owner.get(name) is None
            and not name.startswith("ones ")
            and (name, with_expansions) not in context.split
        ):
            context.split.add((name, with_expansions))
            _split_squares(context, name, p, deadline, with_expansions)


def _split_squares(context: ProofContext, name: str, p: Polynomial, deadline: Deadline, with_expansions: bool) -> None:
    """From Σ weight·‖M‖² = 0 with positive weights: every M = 0."""
    others = context.without(name, deadline)
    for sign in (1, -1):
        q = p.scaled(sign)
        found = find_squares(others, q, deadline.within(0.3), positive_weights=True, with_expansions=with_expansions)
        if found is not None and found[0]:
            squares, cofactors = found
            # q = Σ squares + Σ steps and q = sign × fact, so Σ squares = sign × fact - Σ steps
            total = Cofactors.of_fact(name, p)
            combined = Cofactors()
            combined.merge(total, Fraction(sign))
            combined.merge(cofactors, -1)
            context.adopt(others, cofactors.facts())
            context.derive_squares(squares, combined)
            return
