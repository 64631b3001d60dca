"""Saturation of single facts: division by factors that are not zero, and splitting of vanishing sums of squares."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from pcaproofs.kernel import Polynomial
from pcaproofs.prover.effort import Deadline, Fruitless
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.sos.squares import find_squares

# Statements of one text have hypotheses in common, and few of them are sums of squares: in notes a third of the time
# went into looking for the same squares again.
_NO_SQUARES = Fruitless(4096)


def saturate(context: ProofContext, deadline: Deadline, *, with_expansions: bool = False) -> None:
    """Adds the consequences of each fact by itself: s·M = 0 gives M = 0 for s ≠ 0, and Σ ‖M‖² = 0 every M = 0.

    with_expansions: whether to look for squares also after one use of another fact in place of a monomial.
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
    """Adds M = 0 for every square of Σ weight·‖M‖² = 0 with positive weights."""
    key = _all_that_counts(context, name, p, with_expansions)
    if (lemmas := _NO_SQUARES.known(key, deadline)) is not None:
        context.skip(lemmas)
        return
    search, ended = _NO_SQUARES.search(key), True
    others = context.without(name, deadline)
    for sign in (1, -1):
        q, until = p.scaled(sign), deadline.within(0.3)
        found = find_squares(others, q, until, positive_weights=True, with_expansions=with_expansions)
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
        ended = ended and not until.passed()
    if ended:
        search.was_fruitless(len(others.lemmas))


def _all_that_counts(context: ProofContext, name: str, p: Polynomial, with_expansions: bool) -> Hashable:
    """What `_split_squares` depends on, in its order: the other facts, the words of the statement, the polynomial."""
    others = tuple((fact, relation, _frozen(q)) for fact, (relation, q) in context.known.items() if fact != name)
    return others, tuple(map(_frozen, context.statement_words)), _frozen(p), with_expansions


def _frozen(p: Polynomial) -> Hashable:
    return p.shape, tuple(p.terms.items())
