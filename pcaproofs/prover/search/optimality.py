"""The proofs of an optimum's equations, derived from the proof that no choice is better.

That proof says gap = Σ weight·‖M‖² + Σ cofactors. Where the gap is zero, every M with a positive weight is zero, which
may prove the equations. Where the equations hold and every M follows from them, the gap is zero.
"""

from __future__ import annotations

from pcaproofs.goals import OPTIMAL, GoalKind, is_about_the_optimum, parse
from pcaproofs.kernel import Cofactor, Expression, Goal, Known, Lemma, Polynomial, Proof, Scope, weigh
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import Contradiction, ProofContext
from pcaproofs.prover.search.numbering import apart
from pcaproofs.prover.search.tactics import by_reduction
from pcaproofs.terms import from_polynomial, is_positive

SQUARES = "squares"  # the name of the lemma that they are zero, until lemmas are numbered
ONE: Expression = ("number", "1")
GAP = Cofactor(OPTIMAL, False, ONE, ONE)


def read_off(better: Proof, goal: Goal, scope: Scope, deadline: Deadline) -> Proof | None:
    """The proof of a goal EXACTLY or ENOUGH by the squares of the proof of BETTER; None if they are not sufficient."""
    name, _, polynomial, known = goal
    kind = parse(name).kind
    if not better.squares or kind not in (GoalKind.EXACTLY, GoalKind.ENOUGH):
        return None
    if any(m[0] == "tensor" or any(x not in known for x, _ in powers) for (_, powers), m in better.squares):
        return None
    if kind is GoalKind.ENOUGH:
        return _enough(better, known, scope, deadline)
    positive = {k for k, (weight, _) in enumerate(better.squares) if is_positive(weight, known)}
    if any(m != ONE for k, (_, m) in enumerate(better.squares) if k not in positive) or not positive:
        return None
    zero: Known = {f"{SQUARES}.{k}": ("=", scope.expand(better.squares[k][1])) for k in positive}
    found = _reduced(polynomial, zero, {k: v for k, v in known.items() if k != OPTIMAL}, deadline)
    if found is None:
        return None
    inner = apart(found, "then")
    vanish = Lemma(SQUARES, (GAP, *(negative(c, scope) for c in better.cofactors)), squares=better.squares)
    return Proof(inner.cofactors, (), (*better.lemmas, vanish, *inner.lemmas))


def _enough(better: Proof, known: Known, scope: Scope, deadline: Deadline) -> Proof | None:
    """The gap is zero since every M of its squares is, by the equations."""
    equations = {k: v for k, v in known.items() if is_about_the_optimum(k)}
    others = {k: v for k, v in known.items() if k not in equations}
    lemmas, cofactors = [*better.lemmas], [*better.cofactors]
    for k, (weight, m) in enumerate(better.squares):
        name, p = f"{SQUARES} {k}", scope.expand(m)
        found = _reduced(p, equations, others, deadline)
        if found is None:
            return None
        inner = apart(found, name)
        lemmas += [*inner.lemmas, Lemma(name, inner.cofactors, m)]
        outer = from_polynomial(weigh(weight, known, (">=", ">")))
        cofactors.append(Cofactor(name, False, ("t", m), ("eye", p.cols), outer))
    return Proof(tuple(cofactors), (), tuple(lemmas))


def _reduced(p: Polynomial, first: Known, others: Known, deadline: Deadline) -> Proof | None:
    """A proof of p = 0 by rewriting, from the first facts alone if they do, or else from all."""
    for known in (first, {**others, **first}):
        try:
            if found := by_reduction(ProofContext(known, deadline), p, deadline):
                return found
        except Contradiction:
            return None
    return None


def negative(c: Cofactor, scope: Scope) -> Cofactor:
    """The cofactor that adds the opposite."""
    if c.outer is not None:
        outer = from_polynomial(scope.expand(c.outer).scaled(-1))
        return Cofactor(c.fact, c.transposed, c.left, c.right, outer)
    return Cofactor(c.fact, c.transposed, from_polynomial(scope.expand(c.left).scaled(-1)), c.right)
