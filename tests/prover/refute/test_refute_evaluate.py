"""Expressions evaluated here and by SymPy agree, derivatives included."""

from __future__ import annotations

import pytest
import sympy as sp
from by_sympy import World
from hypothesis import given, settings
from hypothesis import strategies as st
from refute_statements import T, eye, mul, neg, num, one, over, power, size, sub, tr

from pcaproofs.kernel import Expression
from pcaproofs.prover.exact.linear_algebra import (
    determinant,
    interpolated,
    inverse,
    rational_roots,
    root,
    shortest,
    solutions,
)
from pcaproofs.prover.refute import Point, evaluate
from pcaproofs.prover.refute.orthogonal import frames

N = 2
entries = st.fractions(min_value=-3, max_value=3, max_denominator=3)
square = st.lists(st.lists(entries, min_size=N, max_size=N), min_size=N, max_size=N).map(lambda m: tuple(map(tuple, m)))


def _grown(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.one_of(
        st.tuples(st.just("add"), inner, inner),
        st.tuples(st.just("mul"), inner, inner),
        st.tuples(st.just("t"), inner),
        st.tuples(st.just("pow"), inner, st.integers(0, 2)),
        inner.map(lambda e: mul(tr(e), eye("n"))),
        inner.map(lambda e: mul(over("n"), e)),
    )


matrices = st.recursive(
    st.sampled_from([("letter", "A"), ("letter", "B"), eye("n"), mul(one("n"), T(one("n"))), mul(size("n"), eye("n"))]),
    _grown,
    max_leaves=5,
)


@settings(max_examples=40, deadline=None)
@given(matrices, square, square)
def test_same_value_as_sympy(e: Expression, a: tuple, b: tuple) -> None:  # type: ignore[type-arg]
    for whole in (e, ("gradient", tr(e), "A"), ("derivative", e, "A", ("letter", "B"))):
        ours = evaluate(whole, Point({"n": N}, {"A": a, "B": b}))
        theirs = World({"n": N}, {"A": a, "B": b}).value(whole).applyfunc(sp.expand)
        assert sp.Matrix([[sp.Rational(str(x)) for x in row] for row in ours]) == theirs


def test_a_second_derivative_does_not_mix_with_the_first() -> None:
    x, h = ("letter", "x"), ("letter", "h")
    cube = power(x, 3)
    twice = ("derivative", ("derivative", cube, "x", h), "x", x)  # d/ds 3(x + sx)²h = 6x²h
    point = Point({}, {"x": ((2,),), "h": ((5,),)})
    assert evaluate(twice, point) == ((120,),)
    inner_uses_outer = ("derivative", mul(x, ("derivative", mul(x, x), "x", num(1))), "x", num(1))
    assert evaluate(inner_uses_outer, point) == ((8,),)


def test_derivative_of_a_reciprocal() -> None:
    e = ("derivative", ("inverse", "x", 2), "x", num(1))
    assert evaluate(e, Point({}, {"x": ((2,),)})) == evaluate(num("-1/4"), Point())


@pytest.mark.parametrize("e", [mul(one("n"), one("n")), tr(one("n")), sub(one("n"), eye("n")), ("sine", num(1))])
def test_operands_that_do_not_fit_are_refused(e: Expression) -> None:
    with pytest.raises(ValueError, match="got"):
        evaluate(e, Point({"n": 2}, {}))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_frames_are_orthogonal_and_different(n: int) -> None:
    made = frames(n)
    assert len(set(made)) == len(made) >= 2
    for q in made:
        assert sp.Matrix(q).applyfunc(lambda x: sp.Rational(str(x))) ** -1 == sp.Matrix(q).T.applyfunc(
            lambda x: sp.Rational(str(x))
        )


@settings(max_examples=40, deadline=None)
@given(square)
def test_inverses_and_determinants_are_exact(a: tuple) -> None:  # type: ignore[type-arg]
    exact = World({}, {"A": a}).letters["A"]
    assert sp.Rational(str(determinant(a))) == exact.det()
    below = inverse(a)
    assert (below is None) == (exact.det() == 0)
    if below is not None:
        assert World({}, {"A": below}).letters["A"] == exact.inv()


def test_linear_systems_are_solved_exactly() -> None:
    space = solutions([[1, 1, 2], [2, 2, 4]], 2)
    assert space == ([2, 0], [[-1, 1]])
    assert shortest(space) == [1, 1]
    assert solutions([[1, 1, 2], [2, 2, 5]], 2) is None


def test_rational_roots_are_found() -> None:
    assert root(sp.Rational(9, 4)) == sp.Rational(3, 2)
    assert root(2) is None
    assert root(-4) is None
    values = [(x - 2) * (2 * x + 1) * x for x in range(4)]
    assert rational_roots(interpolated(values)) == [0, -num_half(), 2]


def num_half() -> object:
    from fractions import Fraction

    return Fraction(1, 2)


def test_negated_expression_is_the_negative() -> None:
    point = Point({}, {"A": ((1, 2), (3, 4))})
    assert evaluate(neg(("letter", "A")), point) == ((-1, -2), (-3, -4))
