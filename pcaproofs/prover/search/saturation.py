"""Saturation of single facts: division by nonzero factors, splitting of vanishing sums of squares, radicals."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from pcaproofs.kernel import Polynomial
from pcaproofs.prover.effort import Deadline, Fruitless
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.sos.squares import find_squares
from pcaproofs.terms import over

# Statements of one text have hypotheses in common, and few of them are sums of squares: in notes a third of the time
# went into looking for the same squares again.
_NO_SQUARES = Fruitless(4096)


def saturate(context: ProofContext, deadline: Deadline, *, with_expansions: bool = False) -> None:
    """Adds the consequences of each fact by itself: s·M = 0 gives M = 0 for s ≠ 0, and Σ ‖M‖² = 0 every M = 0.

    with_expansions: whether to look for squares also after one use of another fact in place of a monomial, and to take
    the radical of a product of numbers: s³t² = 0 gives st = 0.
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
        if with_expansions and p.shape == (1, 1) and len(p.terms) == 1 and name not in context.with_radical:
            context.with_radical.add(name)
            _take_radical(context, name, p)


def _take_radical(context: ProofContext, name: str, p: Polynomial) -> None:
    """Adds st = 0 for a fact s³t² = 0: s⁴t² = 0 is a square, so that s²t = 0, and s²t² = 0 is one too."""
    ((monomial, c),) = p.terms.items()
    scalars, _ = monomial
    while any(k > 1 for a, k in scalars if not isinstance(a, str)) and all(k > 0 for _, k in scalars):
        root = tuple((a, (k + 1) // 2) for a, k in scalars)
        steps = Cofactors.of_fact(name, p)
        steps.times(tuple((a, 2 * r - k) for (a, k), (_, r) in zip(scalars, root, strict=True) if 2 * r > k))
        steps.scale(over(1, c))
        ((name, p),) = context.derive_squares(((("1", ()), Polynomial(1, 1, [((root, ()), 1)])),), steps)
        scalars, c = root, 1


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
