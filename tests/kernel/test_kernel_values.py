"""Canonical forms: what the kernel takes for equal is equal, at sizes 1 too, and what is plainly equal it sees."""

from fractions import Fraction
from random import Random

import pytest
from kernel_notation import ONE, add, eye, mul, neg, num, over, power, sq, sub, t, tr, x
from kernel_random import DIMENSIONS, SHAPES, STATEMENT, expression, point, rewritten
from kernel_values import Point, evaluate, is_zero, minus, plus, scale, slope, value_of

from pcaproofs.kernel import Expression, Polynomial, Scope

SCOPE = Scope(STATEMENT)


@pytest.mark.parametrize("block", range(24))
def test_a_polynomial_has_the_value_of_its_expression(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        rng = Random(seed)
        e = expression(rng, rng.choice(DIMENSIONS), rng.choice(DIMENSIONS), rng.randint(2, 5))
        at = point(rng)
        assert value_of(SCOPE.expand(e), at) == evaluate(e, at), (seed, e)


def test_sizes_of_one_are_among_those_tried() -> None:
    sizes = {tuple(sorted(point(Random(seed)).sizes.items())) for seed in range(100)}
    assert {(("n", i), ("p", j)) for i in (1, 2, 3) for j in (1, 2, 3)} == sizes


@pytest.mark.parametrize("block", range(6))
def test_rewriting_leaves_the_polynomial(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        rng = Random(seed)
        e = expression(rng, rng.choice(DIMENSIONS), rng.choice(DIMENSIONS), 4)
        again = rewritten(e, rng)
        assert SCOPE.expand(e) == SCOPE.expand(again), (seed, e, again)


@pytest.mark.parametrize("block", range(6))
def test_traces_rotate_and_scalars_commute(block: int) -> None:
    for seed in range(50 * block, 50 * block + 50):
        rng = Random(seed)
        m, k = rng.choice(DIMENSIONS), rng.choice(DIMENSIONS)
        a, b = expression(rng, m, k, 2), expression(rng, k, m, 2)
        assert SCOPE.expand(tr(mul(a, b))) == SCOPE.expand(tr(mul(t(a), t(b)))), (seed, a, b)
        r, s = expression(rng, 1, 1, 2), expression(rng, 1, 1, 2)
        products = [
            SCOPE.expand(mul(*order)) for order in ((r, s, a), (s, r, a), (a, r, s), (r, a, s), (t(r), a, t(s)))
        ]
        assert all(p == products[0] for p in products), (seed, a, r, s)


A, C, D, S = x("A"), x("C"), x("D"), x("S")
a, b, c, s, u, v, F, z = (x(name) for name in "abcsuvFz")
EQUAL: dict[str, tuple[Expression, Expression]] = {
    "tr of a product rotates": (tr(mul(A, D, t(A))), tr(mul(t(A), A, D))),
    "tr of a transpose": (tr(mul(C, C, t(C))), tr(mul(C, t(C), t(C)))),
    "tr I": (tr(eye("n")), ("size", "n")),
    "tr I of a fixed size": (tr(eye(2)), num(2)),
    "tr of a scalar": (tr(mul(t(a), b)), mul(t(b), a)),
    "a scalar moves": (mul(a, t(a), b), mul(t(b), a, a)),
    "inside a trace": (tr(mul(a, t(a), b, t(b))), power(mul(t(a), b), 2)),
    "of a 1×1 letter": (mul(a, s, t(s)), mul(s, s, a)),
    "fractions": (mul(over("u", 3), power(u, 2), over("n"), ("size", "n")), over("u")),
    "power 0": (power(C, 0), eye("n")),
    "power of I": (power(mul(num(2), eye("n")), 3), mul(num(8), eye("n"))),
    "nothing": (mul(("zero", "n", "p"), D), ("zero", "n", "p")),
    "slope of a fraction": (("derivative", over("u", 2), "u", s), mul(num(-2), over("u", 3), s)),
    "gradient of a fraction": (("gradient", mul(over("u"), sq(a)), "u"), mul(num(-1), over("u", 2), sq(a))),
    "gradient of a square under a trace": (("gradient", tr(mul(D, D)), "D"), mul(num(2), t(D))),
    "gradient of a fourth power": (("gradient", power(sq(a), 2), "a"), mul(num(4), sq(a), a)),
    "gradient of what is constant": (("gradient", tr(D), "a"), ("zero", "n", 1)),
    "a direction that moves": (("derivative", mul(D, D), "D", mul(D, S)), add(mul(D, S, D), mul(D, D, S))),
    "product rule": (
        ("derivative", mul(t(a), C, a, t(A)), "a", b),
        add(mul(t(b), C, a, t(A)), mul(t(a), C, b, t(A))),
    ),
}
UNEQUAL: dict[str, tuple[Expression, Expression]] = {
    "a product does not commute": (mul(C, t(C)), mul(t(C), C)),
    "a trace does not commute inside": (tr(mul(F, x("G"), F, t(x("G")))), tr(mul(F, F, x("G"), t(x("G"))))),
    "outer is not inner": (mul(a, t(b)), mul(b, t(a))),
    "n is not p": (tr(eye("n")), tr(eye("p"))),
    "n is not 1": (tr(eye("n")), ONE),
    "a matrix is not its transpose": (C, t(C)),
    "the trace of a product": (tr(mul(D, S)), mul(tr(D), tr(S))),
    "the gradient of a quadratic form": (("gradient", mul(t(a), C, a), "a"), mul(num(2), C, a)),
    "a sum of squares": (power(add(s, u), 2), add(power(s, 2), power(u, 2))),
    "1ᵀ1 is n only by a fact": (sq(x("1[n]")), ("size", "n")),
}


@pytest.mark.parametrize("row", EQUAL)
def test_equal_expressions_have_equal_polynomials(row: str) -> None:
    left, right = EQUAL[row]
    assert SCOPE.expand(left) == SCOPE.expand(right)
    assert not SCOPE.difference(left, right).terms


@pytest.mark.parametrize("row", UNEQUAL)
def test_unequal_expressions_have_unequal_polynomials(row: str) -> None:
    left, right = UNEQUAL[row]
    assert SCOPE.expand(left) != SCOPE.expand(right)
    points = [point(Random(seed)) for seed in range(20)]
    assert any(not is_zero(minus(evaluate(left, at), evaluate(right, at))) for at in points)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_slope_of_a_fraction_is_the_limit_of_its_differences(k: int) -> None:
    """(f(u + t) - f(u))/t for f = u⁻ᵏ differs from the derivative by less than a constant times t."""
    at = Point({"n": 1, "p": 1}, {"u": ((Fraction(3),),)})
    formal = value_of(SCOPE.expand(("derivative", over("u", k), "u", ONE)), at)[0][0]
    for step in (Fraction(1, 100), Fraction(1, 10000)):
        moved = evaluate(over("u", k), at.having("u", ((3 + step,),)))
        quotient = minus(moved, evaluate(over("u", k), at))[0][0] / step
        assert abs(quotient - formal) < k * step


def test_the_second_opinion_finds_slopes() -> None:
    """A cubic known by heart: the slope of x³ at 2 in direction 5 is 60."""
    at = Point({}, {"s": ((Fraction(2),),)})
    assert slope(power(s, 3), "s", ((Fraction(5),),), at) == ((60,),)


@pytest.mark.parametrize("block", range(4))
def test_substitution_is_evaluation_at_the_moved_point(block: int) -> None:
    for seed in range(50 * block, 50 * block + 50):
        rng = Random(seed)
        e = expression(rng, rng.choice(DIMENSIONS), rng.choice(DIMENSIONS), 3)
        moved = {name: expression(rng, *SHAPES[name], 2) for name in rng.sample(["A", "C", "a", "s", "F", "r"], 3)}
        at = point(rng)
        there = at
        for name, value in moved.items():
            there = there.having(name, evaluate(value, at))
        p = SCOPE.expand(e).substitute({name: SCOPE.expand(value) for name, value in moved.items()})
        assert value_of(p, at) == evaluate(e, there), (seed, e, moved)


def test_polynomials_add_subtract_and_scale() -> None:
    rng = Random(1)
    for _ in range(50):
        e, f = expression(rng, "n", 2, 3), expression(rng, "n", 2, 3)
        at = point(rng)
        p, q = SCOPE.expand(e), SCOPE.expand(f)
        left, right = evaluate(e, at), evaluate(f, at)
        assert value_of(p + q.scaled(Fraction(-3, 2)), at) == plus(left, scale(Fraction(-3, 2), right))
        assert not (p - p).terms
        assert p.norm2() == SCOPE.expand(tr(sq(e)))
        assert p != Polynomial(2, "n", p.terms.items())  # of the same terms, but of another shape
    assert SCOPE.expand(sub(A, A)) == SCOPE.expand(neg(("zero", "n", "p")))
