"""Facts made sharper one by one: without factors that are not zero, and vanishing sums of squares taken apart."""

from __future__ import annotations

from fractions import Fraction

from pcaproofs.kernel import Polynomial
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import Facts
from pcaproofs.prover.search.rewriting.rewriter import Steps
from pcaproofs.prover.search.sos.squares import find_squares


def sharpen(facts: Facts, deadline: Deadline, *, wide: bool = False) -> None:
    """New facts from single ones: without nonzero factors, and the squares of a vanishing sum of squares.

    wide: squares are also looked for among what the facts hide.
    """
    for name, p in list(facts.polynomials.items()):
        if deadline.passed():
            return
        cancelled = facts.cancelled(p)
        if cancelled is not None and cancelled[0].terms != p.terms:
            q, factor = cancelled
            facts.derive(q, citing(name, p), factor)
        if (
            p.shape == (1, 1)
            and facts.owner.get(name) is None
            and not name.startswith("ones ")
            and (name, wide) not in facts.split
        ):
            facts.split.add((name, wide))
            _split_squares(facts, name, p, deadline, wide)


def citing(name: str, p: Polynomial) -> Steps:
    """p = 0 because it is the fact itself."""
    steps = Steps()
    steps.cite(name, p)
    return steps


def _split_squares(facts: Facts, name: str, p: Polynomial, deadline: Deadline, wide: bool) -> None:
    """From Σ weight·‖M‖² = 0 with positive weights: every M = 0."""
    others = facts.without(name, deadline)
    for sign in (1, -1):
        q = p.scaled(sign)
        found = find_squares(others, q, deadline.within(0.3), strict=True, wide=wide, likely=facts.likely)
        if found is not None and found[0]:
            squares, steps = found
            # q = Σ squares + Σ steps and q = sign × fact, so Σ squares = sign × fact - Σ steps
            total = citing(name, p)
            combined = Steps()
            combined.merge(total, Fraction(sign))
            combined.merge(steps, -1)
            facts.adopt(others, steps.facts())
            facts.derive_squares(squares, combined)
            return
