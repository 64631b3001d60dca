"""Bounds that expressions carry: never below the true rounding error, which fractions tell, and not far above it."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pcaproofs.sampling import cases, factored, near, norm, rounded, same
from pcaproofs.sampling.tolerance import EPS, Disagreement

rng = np.random.default_rng(17)

# expressions in A (n×p), B (p×n), x (p,) and a number c; read twice, in floats with bounds and in fractions
EXPRESSIONS = {
    "product": lambda A, B, x, c: A @ B,
    "chain": lambda A, B, x, c: A @ B @ A @ x,
    "gram": lambda A, B, x, c: (A @ x) @ (A @ x),
    "difference": lambda A, B, x, c: A @ B - B.T @ A.T,
    "scaled": lambda A, B, x, c: (c * A + B.T) / 3,
    "product and sum": lambda A, B, x, c: A.T @ (A - B.T) + c * (B @ B.T),
    "cancelling": lambda A, B, x, c: (A + c * 10**6) @ x - A @ x,
    "cancelling on the right": lambda A, B, x, c: A @ ((B + c * 10**6) - c * 10**6),
    "cancelling on the left": lambda A, B, x, c: ((A + c * 10**6) - c * 10**6) @ B,
    "negative": lambda A, B, x, c: c - (-A) * B.T,
    "sum": lambda A, B, x, c: (A * A).sum(axis=0) + A.sum(axis=0) * c,
    "trace": lambda A, B, x, c: (A @ B).trace(),
}


def fractions(A):
    return np.vectorize(lambda x: Fraction(float(x)), otypes=[object])(A)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_the_bound_is_never_below_the_true_error(name):
    expression = EXPRESSIONS[name]
    nearest = 0.0
    for _ in range(60):
        n, p = rng.integers(1, 7, size=2)
        A, B, x = rng.normal(size=(n, p)), rng.normal(size=(p, n)), rng.normal(size=p)
        A = A * 10.0 ** rng.integers(-3, 4, size=(n, p))
        c = int(rng.integers(-2048, 2048)) / 1024  # so that c·10⁶ is exact in floats too
        got = expression(rounded(A), rounded(B), rounded(x), c)
        exact = expression(fractions(A), fractions(B), fractions(x), Fraction(c))
        error = np.asarray(np.abs(fractions(got.value) - exact), dtype=float)
        assert got.bound.shape == got.value.shape
        assert np.all(error <= got.bound)
        nearest = max(nearest, float(np.max(error / np.maximum(got.bound, 1e-300))))
    assert nearest > 1e-3  # a bound a thousand times too wide would hide mistakes


@settings(max_examples=60, deadline=None, derandomize=True)
@given(cases())
def test_identities_hold_within_the_bounds_of_their_sides(case):
    X, w, S = rounded(case.X), rounded(case.w), rounded(case.S)
    same((X @ w) @ (X @ w), w @ (X.T @ X) @ w)
    same((X.T @ X).trace(), X.sqnorm())
    same(w @ S @ X.T, X @ (S @ w))
    same(X - X.mean(axis=0), X - np.ones((case.n, 1)) @ (np.ones((1, case.n)) @ X) / case.n)
    B = near(case.B, factored(case.p, case.d))
    same(B @ (B.T @ B), B)
    same((B @ B.T).trace(), float(case.d))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(cases(), st.integers(0, 10**6))
def test_an_error_just_above_the_bound_is_caught(case, place):
    X = rounded(case.X)
    exact = X.T @ X @ rounded(case.x) + 1.0
    other = exact.value.copy()
    j = place % case.p
    allowed = exact.bound[j]
    other[j] = exact.value[j] + 0.9 * allowed
    same(exact, other)
    # Half a spacing of the sum may be rounded off again.
    other[j] = exact.value[j] + 1.2 * allowed + 2 * EPS * abs(exact.value[j])
    with pytest.raises(Disagreement, match=rf"but should be .* \[entry {j}\] \(off by"):
        same(exact, other)


FALSE = [
    lambda X, w: ((X @ w) @ (X @ w), w @ (X.T @ X) @ w + 1e-9),
    lambda X, w: (X.T @ X, X.T @ X * (1 + 1e-12)),
    lambda X, w: (X, X.T),
    lambda X, w: (X * float("nan"), X),
    lambda X, w: (X, X + float("inf")),
]


@pytest.mark.parametrize("sides", FALSE)
def test_false_statements_are_caught(sides):
    X, w = np.array([[1.0, 2.0], [0.0, 3.0], [4.0, 1.0]]), np.array([0.6, 0.8])
    with pytest.raises(Disagreement, match="but should be"):
        same(*sides(rounded(X), rounded(w)))


def test_arrays_and_numbers_that_meet_it_are_exact():
    A = np.array([[1.0, 2.0], [3.0, 4.0]])
    for got in (A @ rounded(A), rounded(A) @ A, A + rounded(A), 2 * rounded(A), A - rounded(A), 1 - rounded(A)):
        assert got.bound.shape == (2, 2)
        assert got.bound.max() < 1e-13
    assert norm(rounded(A).bound) == 0.0
    assert same(rounded(A), A).error == 0.0


BAD = [
    (lambda: same(1.0, 1.0), ValueError, "steps: got None, but should be a number unless a side is Rounded"),
    (lambda: same(rounded(1.0), 1.0, steps=3), ValueError, "steps: got a number, but should be left out"),
    (lambda: rounded([1j]), TypeError, "rounded: got complex numbers, but should be real numbers"),
    (lambda: near([1.0], -1), ValueError, "steps: got -1, but should be at least 0"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_arguments_are_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()
