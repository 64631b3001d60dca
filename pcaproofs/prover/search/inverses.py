"""Equations with an inverse: B = W is proved from A·W = I, as A·(B − W) = 0 says the same for an invertible A."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pcaproofs.kernel import Letter, Polynomial, Proof
from pcaproofs.language.rationals import over
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.matches import Match
from pcaproofs.prover.search.rewriting.rules import Rule

MAX_TERMS = 40  # of a goal, and of its product with A


def by_inverses(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """M = 0 because A·M or M·A reduces to 0, where BA = I or AB = I is a hypothesis about a letter B."""
    if 1 in goal.shape or len(goal.terms) > MAX_TERMS:
        return None
    found = [x for name, (relation, p) in context.known.items() if relation == "=" for x in inverses_in(name, p)]
    for inverse in found:
        side, a = inverse.side, inverse.a
        if goal.shape[side] != a.cols or len(a.terms) * len(goal.terms) > MAX_TERMS:
            continue
        multiple = goal * a if side else a * goal
        left, c = multiple, goal.terms.get(((), (inverse.b,)), 0)
        other = next((x for x in found if (x.side, x.b, x.a) == (1 - side, inverse.b, a)), None)
        if c and other is not None:  # rewriting does not find AB where A is a sum, or xyᵀ
            left = multiple - other.p.scaled(c)
        rest, cofactors = context.reduce(left)
        if multiple.terms and not rest.terms:
            if c and other is not None:
                cofactors.merge(Cofactors.of_fact(other.fact, other.p), c)
            fact, _ = context.derive(multiple, cofactors)
            return context.proof(_without_factor(goal, inverse, fact, multiple), goal.shape)
    return None


@dataclass(frozen=True)
class Inverted:
    """A fact p = 0 with p = BA + d·I (side 0) or p = AB + d·I (side 1), where B is a letter."""

    fact: str
    p: Polynomial
    side: int
    b: Letter
    a: Polynomial


def inverses_in(name: str, p: Polynomial) -> Iterator[Inverted]:
    """The ways to read a fact as BA + d·I or AB + d·I."""
    words = [word for _, word in p.terms if word]
    if p.rows != p.cols or p.rows == 1 or ((), ()) not in p.terms or len(words) != len(p.terms) - 1:
        return
    for side, end in ((0, 0), (1, -1)):
        b = words[0][end]
        if b.rows == b.cols and all(word[end] is b for word in words):
            parts = [((s, word[:-1] if side else word[1:]), c) for (s, word), c in p.terms.items() if word]
            a = Polynomial(p.rows, p.cols, parts)
            if b.name not in a.names():
                yield Inverted(name, p, side, b, a)


def _without_factor(goal: Polynomial, inverse: Inverted, fact: str, multiple: Polynomial) -> Cofactors:
    """The goal M as (p·M − B·A·M)/d, for a fact A·M = 0; for side 1 with M at the left."""
    d, b, right = inverse.p.terms[(), ()], (inverse.b,), bool(inverse.side)
    out, rule = Cofactors(), Rule(inverse.fact, False, inverse.p, (), (), 1)
    for (scalars, word), c in goal.terms.items():
        out.add(Match(rule, scalars, word if right else (), () if right else word), over(c, d))
    out.merge(Cofactors.of_product(fact, multiple, () if right else b, b if right else ()), over(-1, d))
    return out
