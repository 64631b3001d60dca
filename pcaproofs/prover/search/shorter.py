"""Shorter proofs: an equation that is proved by many facts or by lemmas is proved again from few facts.

The first proof that a search finds uses whatever was rewritten first. Here each fact alone is tried, then each pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from pcaproofs.goals import BETTER
from pcaproofs.kernel import Certificate, Goal, KernelError, Known, Monomial, Proof, Statement, check
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import Contradiction, ProofContext
from pcaproofs.prover.search.numbering import numbered
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.tactics import by_reduction

SECONDS = 0.5  # seconds' worth of steps for one goal
MOST = 3  # facts that are tried together
PAIRS = 14  # facts of which pairs are tried


def shorter(statement: Statement, certificate: Certificate) -> Certificate:
    """The certificate with proofs of equations from fewer facts, where there are some; the kernel has checked it."""
    if certificate.lets:
        return certificate
    problem = Problem(statement, certificate.transform)
    goals = {goal[0]: goal for goal in problem.goals}
    better = dict(certificate.proofs).get(str(BETTER))
    proofs = []
    for name, proof in certificate.proofs:
        kept = goals[name][1] == ">=" or (better is not None and _rests_on(proof, better))
        proofs.append((name, proof if kept else from_few(goals[name], proof)))
    made = numbered(replace(certificate, proofs=tuple(proofs)))
    if made == certificate:
        return certificate
    try:
        check(statement, made)
    except KernelError:
        return certificate
    return made


def _rests_on(proof: Proof, better: Proof) -> bool:
    """Whether a proof uses the squares of the proof that nothing is better."""
    inside = [m for _, m in better.squares]
    return any(lemma.squares == better.squares or lemma.value in inside for lemma in proof.lemmas) and bool(inside)


def from_few(goal: Goal, proof: Proof) -> Proof:
    """A proof of an equation from as few facts as any that is found; `proof`, if it is one of these."""
    used = {c.fact for c in proof.cofactors} | {c.fact for lemma in proof.lemmas for c in lemma.cofactors}
    if not proof.lemmas and len(used) <= 1:
        return proof
    _, _, polynomial, known = goal
    deadline = Deadline(SECONDS)
    found = [proof]
    inside = {_letters(m) for m in polynomial.terms}
    for facts in _few({k: v for k, v in known.items() if v[0] == "="}, len(used), with_lemmas=bool(proof.lemmas)):
        if deadline.passed():
            break
        if not _may_prove([{_letters(m) for m in p.terms} for _, p in facts.values()], inside):
            continue
        others = {k: v for k, v in known.items() if v[0] != "="}
        try:
            again = by_reduction(ProofContext({**facts, **others}, deadline), polynomial, deadline)
        except Contradiction:
            continue
        if again is not None:
            found.append(again)
            break
    return min(found, key=_size)


def _few(equations: Known, used: int, *, with_lemmas: bool) -> Iterator[Known]:
    """Each fact alone, then pairs and so on, fewer than the proof uses, or as many if it uses lemmas."""
    for k in range(1, MOST + 1):
        if k >= used + with_lemmas or (k > 1 and len(equations) > PAIRS):
            return
        for names in combinations(equations, k):
            yield {name: equations[name] for name in names}


def _letters(monomial: Monomial) -> frozenset[str]:
    scalars, word = monomial
    return frozenset([x.name for part in (word, *(a for a, _ in scalars if not isinstance(a, str))) for x in part])


def _may_prove(facts: Sequence[set[frozenset[str]]], goal: set[frozenset[str]]) -> bool:
    """Whether facts may rewrite a goal to zero, by the letters of their monomials alone, which costs little.

    The goal is Σ a·f·b then: each of its monomials contains one of a fact. And one fact after the other can be applied.
    """
    if not all(any(m <= n for fact in facts for m in fact) for n in goal):
        return False
    return _in_some_order(facts, goal)


def _in_some_order(facts: Sequence[set[frozenset[str]]], reached: set[frozenset[str]]) -> bool:
    """Whether each fact has a monomial inside of what is reached: the goal's first, then with letters of facts."""
    return not facts or any(
        any(m and m <= n for m in fact for n in reached)
        and _in_some_order([*facts[:k], *facts[k + 1 :]], {n.union(*fact) for n in reached})
        for k, fact in enumerate(facts)
    )


def _size(proof: Proof) -> tuple[int, int]:
    return len(proof.lemmas), len(proof.cofactors)
