"""Shorter proofs of what has been proved: from few facts, and an optimum's equations from the squares before."""

from __future__ import annotations

from dataclasses import replace

from letters import P, a, d, p, x, y
from sympy import Identity, MatrixSymbol, Symbol, Trace

from pcaproofs.goals import BETTER, ENOUGH, exactly
from pcaproofs.kernel import check
from pcaproofs.language.conclusions import equal, minimises
from pcaproofs.language.hypotheses import orthonormal, projector
from pcaproofs.language.nodes import sqnorm
from pcaproofs.language.reader import read
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.numbering import numbered
from pcaproofs.prover.search.optimality import read_off
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.shorter import shorter
from pcaproofs.prover.search.strategy import certify

SOON = 5.0
e = Symbol("e", positive=True, integer=True)
B, Q = MatrixSymbol("B", p, d), MatrixSymbol("Q", p, e)


def test_an_equation_is_proved_by_one_fact_if_one_is_enough() -> None:
    """tr BBᵀ = d follows from BᵀB = I; the other facts say p = d + e, by which it follows too."""
    others = [equal(B * B.T + Q * Q.T, Identity(p)), orthonormal(Q)]
    statement = read(equal(Trace(B * B.T), d), [*others, orthonormal(B)]).statement
    long = numbered(certify(Problem(statement), SOON))
    short = shorter(statement, long)
    assert check(statement, short) == "proved"
    ((_, proof),) = short.proofs
    assert (len(proof.lemmas), len({c.fact for c in proof.cofactors})) == (0, 1)
    assert len(long.proofs[0][1].lemmas) > 0


def _nearest() -> tuple[Problem, dict]:
    """Px is the point of the range of P that is nearest to x."""
    conclusion = minimises(sqnorm(x - y), {y: P * x}, exactly=[equal(y, P * x)])
    problem = Problem(read(conclusion, [projector(P), equal(P * y, y)]).statement)
    return problem, {goal[0]: goal for goal in problem.goals}


def test_the_equations_of_an_optimum_follow_from_its_squares() -> None:
    problem, goals = _nearest()
    certificate = certify(problem, SOON)
    better = dict(certificate.proofs)[str(BETTER)]
    for name in (str(exactly(0)), str(ENOUGH)):
        found = read_off(better, goals[name], problem.scope, Deadline(SOON))
        proofs = tuple((k, found if k == name else v) for k, v in certificate.proofs)
        assert check(problem.statement, numbered(replace(certificate, proofs=proofs))) == "proved"
    assert dict(numbered(certificate).proofs)[str(exactly(0))].lemmas[0].squares == better.squares


def test_squares_that_say_nothing_of_an_equation_are_not_used() -> None:
    problem, goals = _nearest()
    better = dict(certify(problem, SOON).proofs)[str(BETTER)]
    name, relation, polynomial, known = goals[str(exactly(0))]
    other = (name, relation, polynomial + problem.scope.expand(("letter", "x")), known)
    assert read_off(better, other, problem.scope, Deadline(SOON)) is None
    assert read_off(replace(better, squares=()), goals[name], problem.scope, Deadline(SOON)) is None
    assert read_off(better, goals[str(BETTER)], problem.scope, Deadline(SOON)) is None


def test_an_optimum_whose_squares_are_not_enough_is_proved_all_the_same() -> None:
    conclusion = minimises(sqnorm(a - y), {y: a}, value=0, exactly=[equal(P * y, P * a), equal(y, a)])
    statement = read(conclusion, []).statement
    assert check(statement, numbered(certify(Problem(statement), SOON))) == "proved"
