"""The modules of search that prove a goal, one by one: a test's name says which one is broken."""

from __future__ import annotations

from typing import Any

import pytest
from letters import A, B, C, I, P, Q, S, T, U, V, lam, t, w, x, y
from search_problems import context, polynomial, problem, shown
from sympy import Rational, Trace

from pcaproofs.kernel import Certificate, Proof, SameOptimisers, check
from pcaproofs.language.conclusions import at_least, equal, minimises, same_optimisers
from pcaproofs.language.hypotheses import nonzero, orthonormal, positive, projector, psd, symmetric, unit
from pcaproofs.language.nodes import sqnorm
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search import tactics
from pcaproofs.prover.search.conjectures import add_conjectures
from pcaproofs.prover.search.context import Contradiction, divide_exactly
from pcaproofs.prover.search.inconsistency import contradiction
from pcaproofs.prover.search.let_products import certify_products
from pcaproofs.prover.search.lets import avoiding, is_huge, names_for
from pcaproofs.prover.search.membership import MAX_ROWS, combine, span_of
from pcaproofs.prover.search.numbering import numbered
from pcaproofs.prover.search.reformulations import equivalents, theorems_between
from pcaproofs.prover.search.saturation import saturate
from pcaproofs.prover.search.strategy import certify
from pcaproofs.prover.search.transforms import find_transform
from pcaproofs.prover.search.unproved import Unproved

SOON = 1.0


def test_context_derives_facts_with_their_proofs() -> None:
    found = context(equal(A, B), equal(B, C))
    rest, cofactors = found.reduce(polynomial(A - C))
    assert not rest.terms
    assert found.proof(cofactors, rest.shape).cofactors
    name, _ = found.derive(polynomial(A - C), cofactors)
    assert found.closure({name}) >= cofactors.facts() | {name}


def test_context_notices_that_a_number_is_zero() -> None:
    with pytest.raises(Contradiction, match="1 = 0 follows from"):
        context(equal(sqnorm(x), 1), equal(sqnorm(x), 2))


def test_context_divides_exactly() -> None:
    found = context()
    f, g = polynomial((lam + 1) * Trace(A)), polynomial(lam + 1)
    quotient = divide_exactly(f, g, found.order)
    assert quotient is not None
    assert shown(quotient) == "tr(A)"
    assert divide_exactly(polynomial(Trace(A)), g, found.order) is None


def test_problem_is_read_once() -> None:
    found = problem(equal(P * P, P), projector(P))
    assert found.goals is found.goals
    assert found.scope is found.scope
    assert found.known.keys() == found.goals[0][3].keys()
    assert [goal[0] for goal in found.goals] == ["main"]


MEMBERS = [
    (A * P - P * A, [equal(A * P, P * A)], True),
    (Trace(A * B), [equal(A * B, -B * A)], True),  # rewriting takes a wrong turn
    (A * P * P - P * A, [equal(A * P, P * A), projector(P)], True),
    (A * B - B * A, [], False),
    (A - B, [equal(A, C)], False),
]


@pytest.mark.parametrize(("goal", "assuming", "is_member"), MEMBERS, ids=[str(g) for g, *_ in MEMBERS])
def test_membership_finds_cofactors(goal: Any, assuming: list[Any], is_member: bool) -> None:
    found = context(*assuming)
    cofactors = combine(found, polynomial(goal), Deadline(SOON))
    assert (cofactors is not None) == is_member
    if cofactors is not None:
        assert cofactors.facts() <= found.polynomials.keys()


def test_membership_span_reduces_equal_polynomials_to_one() -> None:
    matrix = span_of(context(equal(A * B, B * A)), polynomial(Trace(A * B * C)), Deadline(SOON))
    one, other = polynomial(Trace(A * B * C)), polynomial(Trace(B * A * C))
    assert matrix.rest(one.terms) == matrix.rest(other.terms) != {}
    assert matrix.combination((one - other).terms) is not None
    assert matrix.combination(one.terms) is None
    assert 0 < matrix.size < MAX_ROWS


@pytest.mark.parametrize("c", [Rational(3, 7), 10**30, Rational(1, 2**62 - 57)], ids=["small", "large", "prime"])
def test_cofactors_are_lifted_from_residues_and_compared(c: Any) -> None:
    """A coefficient that its residue does not determine is computed in rationals, or the goal is not proved."""
    found = context(equal(A * B, B * A), equal(C, A))
    cofactors = combine(found, polynomial(c * Trace(A * B * C) - c * Trace(B * A * A)), Deadline(SOON))
    assert cofactors is None if c == Rational(1, 2**62 - 57) else cofactors is not None


TACTICS = [
    (tactics.by_reduction, P * P * P - P, [projector(P)]),
    (tactics.by_saturation, A, [equal(sqnorm(A), 0)]),
    (tactics.by_its_square, A, [equal(sqnorm(A), 0)]),
    (tactics.by_cancellation, A - B, [nonzero(t), equal(t * A, t * B)]),
    (tactics.by_membership, Trace(A * B), [equal(A * B, -B * A)]),
    (tactics.by_conjectures, T * T.T - U * U.T, [orthonormal(T), orthonormal(U), equal(T * T.T * U, U)]),
    (tactics.by_completion, B - C, [equal(A * B, I), equal(C * A, I)]),
    (tactics.by_wide_membership, Trace(A * B), [equal(A * B, -B * A)]),
]


@pytest.mark.parametrize(("tactic", "goal", "assuming"), TACTICS, ids=[t.__name__ for t, *_ in TACTICS])
def test_tactics_prove_their_goals(tactic: tactics.Tactic, goal: Any, assuming: list[Any]) -> None:
    found = context(*assuming)
    assert isinstance(tactic(found, polynomial(goal), Deadline(SOON)), Proof)
    assert tactic(context(), polynomial(A * B - C), Deadline(0.1)) is None


def test_tactics_are_tried_in_their_order() -> None:
    tried = []

    def failing(*args: Any) -> None:
        tried.append("failing")

    found = context(projector(P))
    proof = tactics.first_proof([failing, tactics.by_reduction, failing], found, polynomial(P * P - P), Deadline(SOON))
    assert proof is not None
    assert tried == ["failing"]


CONJECTURES = [
    (V * V.T - I, [orthonormal(V)]),  # a square matrix with orthonormal columns has orthonormal rows
    (B * A - I, [equal(A * B, I)]),
    (T * T.T - U * U.T, [orthonormal(T), orthonormal(U), equal(T * T.T * U, U)]),
]


@pytest.mark.parametrize(("equation", "assuming"), CONJECTURES, ids=[str(e) for e, _ in CONJECTURES])
def test_conjectures_are_found_and_verified(equation: Any, assuming: list[Any]) -> None:
    found = context(*assuming)
    goal = polynomial(equation)
    add_conjectures(found)
    assert not found.reduce(goal)[0].terms
    assert not add_conjectures(context(projector(P)))


SATURATED = [
    (A, [equal(sqnorm(A), 0)]),
    (A - B, [equal(sqnorm(A - B), 0)]),
    (Trace(A), [nonzero(t), equal(t * Trace(A), 0)]),
    (x, [equal(sqnorm(x) + sqnorm(A), 0)]),
]


@pytest.mark.parametrize(("equation", "assuming"), SATURATED, ids=[str(e) for e, _ in SATURATED])
def test_saturation_divides_by_nonzero_factors(equation: Any, assuming: list[Any]) -> None:
    found = context(*assuming)
    assert found.reduce(polynomial(equation))[0].terms
    saturate(found, Deadline(SOON))
    assert not found.reduce(polynomial(equation))[0].terms


INCONSISTENT = [
    ([equal(sqnorm(x), -1)], "follows from"),
    ([unit(x), equal(x, 0 * x)], "1 = 0 follows from"),
    ([positive(lam), at_least(-lam, 1)], "follows from"),
    ([unit(x), unit(y), equal(x, 2 * y)], "follows from"),
    ([unit(x)], None),
    ([positive(lam)], None),
]


@pytest.mark.parametrize(("assuming", "reason"), INCONSISTENT)
def test_contradictions_are_found(assuming: list[Any], reason: str | None) -> None:
    found = contradiction(problem(equal(0, 0), *assuming), SOON)
    assert found is None if reason is None else reason in str(found)


def test_lets_name_the_sums_of_large_products() -> None:
    small, large = problem(equal((A + B) ** 2, A)), problem(equal((A + B) ** 8, A))
    assert names_for(small.statement) == ()
    assert len(names_for(large.statement)) == 1
    assert not is_huge(large.statement)
    assert is_huge(problem(equal((A + B) ** 12, A)).statement)
    plain = Certificate((("main", Proof()),))
    assert avoiding(plain) == plain


def test_let_products_are_not_multiplied_out() -> None:
    found = problem(equal((P + Q) ** 9, P + Q), projector(P), projector(Q), equal(P * Q, 0 * P), equal(Q * P, 0 * P))
    certificate = certify_products(found, Deadline(SOON))
    assert certificate is not None
    assert check(found.statement, certificate) == "proved"
    assert certify_products(problem(equal(P * P, P), projector(P)), Deadline(SOON)) is None


def test_reformulations_are_equivalent_statements() -> None:
    swapped = problem(same_optimisers([w], ("min", sqnorm(w)), ("max", -sqnorm(w)))).statement
    (other,) = equivalents(swapped)
    assert isinstance(other.conclusion, SameOptimisers)
    assert isinstance(swapped.conclusion, SameOptimisers)
    assert other.conclusion.first == swapped.conclusion.second
    (wider,) = equivalents(problem(at_least(sqnorm(w) + 1, 0), positive(sqnorm(x))).statement)
    assert len(wider.letters) == len(problem(at_least(sqnorm(w) + 1, 0), positive(sqnorm(x))).statement.letters) + 1
    assert list(equivalents(problem(equal(A, A)).statement)) == []


def test_the_root_of_a_matrix_commutes_only_with_what_the_matrix_commutes_with() -> None:
    given = problem(equal(A, P), psd(A), equal(A * P * Q, P * Q * A)).statement
    (other,) = equivalents(given)
    assert [name for name, _ in other.hypotheses[-2:]] == ["√Aᵀ = √A", "√A P Q = P Q √A"]
    assert theorems_between(given, other)
    assert not theorems_between(given, given)
    assert list(equivalents(problem(equal(A, P), psd(A), equal(A * P * Q, Q * A * P)).statement)) == []
    assert list(equivalents(problem(equal(A, P), symmetric(A), equal(A * P, P * A)).statement)) == []


def test_transforms_between_objectives_are_found() -> None:
    weight, constant, power, _ = find_transform(
        problem(same_optimisers([w], ("min", sqnorm(w)), ("max", 3 - 2 * sqnorm(w))))
    )
    assert (weight, power) == (("2", ()), 1)
    assert constant == ("number", "3")
    with pytest.raises(Unproved, match="neither objective"):
        find_transform(problem(same_optimisers([w], ("min", sqnorm(w)), ("max", sqnorm(w)))))


PROVED = [
    (equal(P * P * P, P), [projector(P)]),
    (at_least(sqnorm(x - y), 0), []),
    (minimises(sqnorm(x - w), {w: x}, value=0), []),
    (same_optimisers([w], ("min", sqnorm(w)), ("max", 3 - 2 * sqnorm(w))), []),
    (equal(Trace(A * B), Trace(B * A)), []),
]


@pytest.mark.parametrize(
    ("conclusion", "assuming"), PROVED, ids=[type(c).__name__ + str(k) for k, (c, _) in enumerate(PROVED)]
)
def test_strategy_certifies_every_kind_of_conclusion(conclusion: Any, assuming: list[Any]) -> None:
    found = problem(conclusion, *assuming)
    assert check(found.statement, certify(found, SOON)) == "proved"


def test_strategy_says_which_goal_is_left() -> None:
    with pytest.raises(Unproved, match="main: left with A - B = 0"):
        certify(problem(equal(A, B)), 0.1)
    with pytest.raises(Unproved, match="main: no sum of squares found for"):
        certify(problem(at_least(Trace(A), 0)), 0.1)


def test_numbering_counts_lemmas_from_one() -> None:
    found = problem(equal(A, B), symmetric(S), equal(sqnorm(A - B), 0))
    certificate = numbered(certify(found, SOON))
    ((_, proof),) = certificate.proofs
    assert [lemma.name for lemma in proof.lemmas] == [f"lemma {k}" for k in range(1, len(proof.lemmas) + 1)]
    assert proof.lemmas
    assert check(found.statement, certificate) == "proved"
