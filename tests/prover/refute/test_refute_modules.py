"""The modules of the refuter, one by one: a test's name says which one is broken."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from letters import A, B, P, S, lam, mu, w, x
from sympy import Eq, MatMul, MatrixSymbol, Symbol

from pcaproofs.goals import BETTER, MAIN
from pcaproofs.kernel import Compare
from pcaproofs.language.conclusions import equal, minimises, same_optimisers
from pcaproofs.language.hypotheses import projector, symmetric, unit
from pcaproofs.language.nodes import sqnorm
from pcaproofs.language.reader import read
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.refute.candidates import fill
from pcaproofs.prover.refute.choices import NUMBERS, Choices
from pcaproofs.prover.refute.counterexample import Counterexample, weight, written
from pcaproofs.prover.refute.dual import Dual, reciprocal, slope
from pcaproofs.prover.refute.evaluate import Point, evaluate
from pcaproofs.prover.refute.feasible import feasible
from pcaproofs.prover.refute.generators import families
from pcaproofs.prover.refute.optimisers import Apart, is_sum_of_squares
from pcaproofs.prover.refute.oracle import PointOracle, fails
from pcaproofs.prover.refute.orthogonal import frames
from pcaproofs.prover.refute.orthogonal import projector as onto
from pcaproofs.prover.refute.orthonormal import orthonormal as found_orthonormal
from pcaproofs.prover.refute.plan import plan
from pcaproofs.prover.refute.problem import Problem, all_sizes, variants
from pcaproofs.prover.refute.relation import Relation, related
from pcaproofs.prover.refute.sampler import Sampler
from pcaproofs.prover.refute.scalars import scalar_points
from pcaproofs.prover.refute.search import refute
from pcaproofs.prover.refute.shrink import FoundPoint, simplest
from pcaproofs.prover.refute.support import support

LETTER_A, LETTER_X = ("letter", "A"), ("letter", "x")


def statement(conclusion: Any, *assuming: Any) -> Any:
    return read(conclusion, assuming).statement


def relations(*assuming: Any) -> tuple[dict[str, Any], list[Relation]]:
    """The shapes of the letters of some hypotheses, and the hypotheses ready to be evaluated."""
    s = statement(equal(0, 0), *assuming)
    return {name: (rows, cols) for name, rows, cols in s.letters}, [Relation(h, name) for name, h in s.hypotheses]


def test_choices_are_replayed_and_then_simplest() -> None:
    first = Choices(Random(1), width=5)
    made = [first.pick(5) for _ in range(4)]
    again = Choices(None, made)
    assert [again.pick(5) for _ in range(4)] == made
    assert not again.over
    assert again.pick(5) == 0
    assert again.over
    assert Choices(None).number() == NUMBERS[0]


def test_dual_numbers_differentiate() -> None:
    t = Dual(1, Fraction(3), 1)
    assert slope(t * t + t, 1) == 7
    assert slope(reciprocal(t), 1) == Fraction(-1, 9)


EVALUATED = [
    (("mul", LETTER_A, LETTER_X), ((3,), (7,))),
    (("tr", LETTER_A), ((5,),)),
    (("pow", LETTER_A, 2), ((7, 10), (15, 22))),
    (("t", LETTER_X), ((1, 1),)),
    (("gradient", ("mul", ("t", LETTER_X), LETTER_X), "x"), ((2,), (2,))),
    (("size", "n"), ((2,),)),
]


@pytest.mark.parametrize(("e", "value"), EVALUATED, ids=[str(e[0]) for e, _ in EVALUATED])
def test_expressions_are_evaluated_at_points(e: Any, value: Any) -> None:
    point = Point({"n": 2}, {"A": ((1, 2), (3, 4)), "x": ((1,), (1,))})
    assert evaluate(e, point) == mx.exact(value)


SUPPORTS = [
    (("add", LETTER_A, LETTER_X), {("A",), ("x",)}),
    (("mul", LETTER_A, LETTER_X), {("A", "x")}),
    (("pow", LETTER_A, 5), {("A", "A")}),
    (("derivative", ("mul", LETTER_A, LETTER_X), "x", ("letter", "h")), {("A", "h")}),
    (("number", "1"), {()}),
]


@pytest.mark.parametrize(("e", "monomials"), SUPPORTS, ids=[str(e[0]) for e, _ in SUPPORTS])
def test_support_lists_the_monomials(e: Any, monomials: Any) -> None:
    assert support(e) == monomials


def test_relation_degree_and_definition() -> None:
    square, linear = Relation(Compare(("pow", LETTER_A, 2), "=", LETTER_A)), Relation(Compare(LETTER_A, "=", LETTER_X))
    assert (square.degree({"A"}), linear.degree({"A", "x"}), linear.degree({"B"})) == (2, 1, 0)
    assert linear.defines() == "A"
    assert related(((1,),), ">=", ((1,),))
    assert not related(((1,),), ">", ((1,),))


PLANS = [
    ([equal(A, B * B)], {"pool": {"B"}, "define": {"A"}}),
    ([equal(lam**2 + mu**2, 1)], {"orthonormal": {"lambda", "mu"}}),
    ([equal(A * x, x)], {"pool": {"A", "x"}}),
    ([equal(A + B, S)], {"solve": {"A", "B", "S"}}),
    ([equal(S * w, lam * w), equal(S, B * B.T)], {"eigen": {"w", "lambda"}}),
]


@pytest.mark.parametrize(("assuming", "kinds"), PLANS, ids=[str(list(kinds)) for _, kinds in PLANS])
def test_plans_order_the_letters(assuming: list[Any], kinds: dict[str, set[str]]) -> None:
    shapes, given = relations(*assuming)
    stages = plan(shapes, given)
    assert [name for stage in stages for name in stage.letters] == list(
        dict.fromkeys(name for stage in stages for name in stage.letters)
    )
    assert {name for stage in stages for name in stage.letters} == set(shapes)
    for kind, letters in kinds.items():
        assert {name for stage in stages if stage.kind == kind for name in stage.letters} & letters, stages


def test_generators_make_matrices_of_their_shape_and_remember_them() -> None:
    for family in families(2, 3):
        first = family.slice(0, 3)
        assert all(mx.shape(m) == (2, 3) for m, _ in first)
        assert family.slice(0, 3) == first


def test_candidates_satisfy_what_is_said() -> None:
    _, given = relations(projector(P))
    pool = fill("P", (2, 2), given, {"p": 2}, 24, list)
    assert pool.all
    for m in pool.all:
        assert mx.mul(m, m) == m == mx.transpose(m)
    assert pool.options(None) == pool.all


def test_frames_are_orthogonal() -> None:
    for q in frames(3):
        assert mx.mul(mx.transpose(q), q) == mx.eye(3)
    assert onto(((1,), (1,))) == mx.exact(((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2))))
    assert onto(((0,), (0,))) is None


def test_orthonormal_letters_are_found_together() -> None:
    shapes, given = relations(equal(lam**2 + mu**2, 1))
    (vectors,) = found_orthonormal(given, shapes)
    assert set(vectors.letters) == {"lambda", "mu"}


SAMPLED = [[projector(P)], [unit(x)], [symmetric(S)], [equal(A, B * B)], [unit(w), equal(lam * lam, 1)]]


@pytest.mark.parametrize("assuming", SAMPLED, ids=[str(a[0]) for a in SAMPLED])
def test_sampler_makes_points_where_everything_holds(assuming: list[Any]) -> None:
    shapes, given = relations(*assuming)
    sampler = Sampler(shapes, given, {"p": 2}, 24)
    assert sampler.possible()
    stages, random = plan(shapes, given), Random(1)
    points = [sampler.point(stages, Choices(random)) for _ in range(20)]
    assert any(points)
    for letters in filter(None, points):
        assert all(r.holds({"p": 2}, letters) for r in given)


def test_scalars_goes_back_where_a_value_fails() -> None:
    shapes, given = relations(equal(lam * lam + mu * mu, 1), Eq(lam, 3 * mu / 4, evaluate=False))
    letters = next(scalar_points(shapes, given, {}, Random(5)))
    assert letters["lambda"][0][0] ** 2 == Fraction(9, 25)
    assert list(scalar_points({"A": (2, 2)}, [], {}, Random(5))) == []


def test_problem_sizes_and_variants() -> None:
    s = statement(minimises(sqnorm(x - w), {w: x}))
    assert all_sizes(s, (1, 2)) == [{"p": 1}, {"p": 2}]
    assert len(list(variants(s, ()))) == 2
    problem = Problem(s)
    assert problem.plan(0) == problem.plan(0)


def test_many_sizes_are_not_all_tried() -> None:
    n = [Symbol(f"n{k}", integer=True, positive=True) for k in range(25)]
    factors = [MatrixSymbol(f"A{k}", n[k], n[k + 1]) for k in range(24)]
    found = all_sizes(statement(equal(MatMul(*factors), 2 * MatMul(*factors))), (1, 2, 3))
    assert len(found) < 30_000
    assert {frozenset(x.values()) for x in found} >= {frozenset({1}), frozenset({2}), frozenset({1, 3})}


ORACLE = [
    (equal(A * B, B * A), {"A": ((1, 1), (0, 1)), "B": ((1, 0), (1, 1))}, MAIN),
    (equal(A * B, B * A), {"A": ((1, 0), (0, 1)), "B": ((1, 0), (1, 1))}, None),
    (minimises(sqnorm(x - w), {w: 2 * x}), {"x": ((1,), (0,)), "w": ((1,), (0,))}, BETTER),
]


@pytest.mark.parametrize(("conclusion", "letters", "goal"), ORACLE)
def test_oracle_says_which_goal_fails(conclusion: Any, letters: Any, goal: Any) -> None:
    s = statement(conclusion)
    failure = PointOracle(s)({"p": 2}, letters)
    assert (failure and failure[0]) == goal
    found = fails(s, Point({"p": 2}, letters))
    assert (found and found.goal) == goal


def test_optimisers_are_told_apart() -> None:
    s = statement(same_optimisers([w], ("min", sqnorm(w)), ("min", sqnorm(w - x))))
    sampler = Sampler({"w": ("p", 1), "x": ("p", 1)}, [], {"p": 1})
    found = Apart(s)(sampler, {"w": ((0,),), "x": ((1,),)})
    assert found is not None
    assert found.goal.subject == "first"
    assert found.text().startswith("p = 1, w = 0, x = 1, w' = ")
    assert ": w is best for the first problem, but the objective of the second problem is 1 there, " in found.text()
    assert f"and better at w', where it is {found.right[0][0]}" in found.text()
    assert is_sum_of_squares(("pow", LETTER_X, 2))
    assert not is_sum_of_squares(LETTER_X)


def test_feasible_knows_the_points_of_a_small_sphere() -> None:
    known = feasible(statement(same_optimisers([w], ("min", w.T * S * w), ("max", w.T * S * w)), unit(w)))
    assert known is not None
    assert known.cover({"p": 1}) is not None


def test_shrink_makes_a_counterexample_smaller() -> None:
    s = statement(equal(A * B, B * A))
    problem, judge, random = Problem(s), PointOracle(s), Random(3)
    sampler, stages = problem.sampler({"p": 2}, 12), problem.plan(0)
    choices = Choices(random, width=9)
    letters = sampler.point(stages, choices)
    while letters is None or judge({"p": 2}, letters) is None:
        choices = Choices(random, width=9)
        letters = sampler.point(stages, choices)
    smaller = simplest(FoundPoint(sampler, stages, choices, letters), judge, MAIN)
    assert weight(smaller) <= weight(letters)
    assert judge({"p": 2}, smaller) is not None


def test_counterexample_is_written_out() -> None:
    found = Counterexample({"p": 1}, {"x": ((Fraction(1, 2),),)}, MAIN, ((1,),), ((2,),))
    assert found.text() == "p = 1, x = 1/2: left = 1, right = 2"
    assert written(((1, 2), (3, 4))) == "[[1, 2], [3, 4]]"
    assert weight({"x": ((0, 3),)}) < weight({"x": ((1, 3),)})


def test_search_finds_the_smallest_first() -> None:
    found = refute(statement(equal(A * B, B * A)))
    assert found is not None
    assert found.dimensions == {"p": 2}
    assert refute(statement(equal(A + B, B + A)), seconds=0.05) is None
