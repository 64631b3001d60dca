"""Tolerances from both sides: an error just above is caught, rounding never is."""

import re

import numpy as np
import pytest

from pcaproofs.sampling import at_least, factored, norm, product, same, size, subspace
from pcaproofs.sampling.tolerance import EPS, Disagreement

rng = np.random.default_rng(7)
SCALES = [1e-300, 1e-150, 1.0, 1e150, 1e300]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("steps", [1, 10, 1000])
def test_just_above_is_caught_and_just_below_is_not(steps, scale):
    expected = np.array([[3.0, 0.0], [0.0, 4.0]]) / 5 * scale  # of norm 1·scale
    error = np.zeros((2, 2))
    error[0, 1] = steps * EPS * scale
    assert same(expected + 0.98 * error, expected, steps=steps).error <= steps
    with pytest.raises(Disagreement, match="but should be 0"):
        same(expected + 1.02 * error, expected, steps=steps)
    below = expected - 0.98 * error
    at_least(below, expected, steps=steps)
    at_least(expected + 1e6 * error, expected, steps=steps)
    with pytest.raises(Disagreement, match="at least 0"):
        at_least(expected - 1.02 * error, expected, steps=steps)


def exact_product(A, B):
    """The product in long double, where its rounding is 2000 times smaller."""
    return np.asarray(A.astype(np.longdouble) @ B.astype(np.longdouble), dtype=np.float64)


def fresh(*shape):
    """Entries of unlike sizes and of both signs, so that sums cancel."""
    return rng.normal(size=shape) * 10.0 ** rng.integers(-3, 4, size=shape)


def products():
    n, m, p = rng.integers(1, 40, size=3)
    A, B = fresh(n, m), fresh(m, p)
    return A @ B, exact_product(A, B), product(m), size(A, B)


def chains():
    n, m, p, q = rng.integers(1, 12, size=4)
    A, B, C = fresh(n, m), fresh(m, p), fresh(p, q)
    return (A @ B) @ C, A @ (B @ C), product(m, p), size(A, B, C)


def means():
    n, p = rng.integers(1, 60, size=2)
    A = fresh(n, p)
    return A.mean(axis=0), A.astype(np.longdouble).mean(axis=0).astype(float), product(n), norm(A)


def eigenvalues():
    p = int(rng.integers(1, 12))
    Q = np.linalg.qr(rng.normal(size=(p, p)))[0]
    lam = np.sort(rng.choice([1.0, 1e-3, 1e-9, 0.0, -1.0], size=p))
    return np.linalg.eigvalsh((Q * lam) @ Q.T), lam, factored(p, p), max(norm(lam), EPS)


def singular_values():
    n, p = (int(k) for k in rng.integers(1, 12, size=2))
    A = fresh(n, p)
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    return (U * s) @ Vt, A, factored(n, p), norm(A)


def frames():
    n, p = (int(k) for k in rng.integers(1, 12, size=2))
    Q, _ = np.linalg.qr(fresh(n, p))
    return Q.T @ Q, np.eye(min(n, p)), factored(n, p), 1.0


def subspaces():
    p = int(rng.integers(2, 10))
    d = int(rng.integers(1, p))
    gap = 10.0 ** -rng.integers(0, 9)
    Q = np.linalg.qr(rng.normal(size=(p, p)))[0]
    lam = np.concatenate([np.full(d, 1.0), np.full(p - d, 1.0 - gap)])
    V = np.linalg.eigh((Q * lam) @ Q.T)[1][:, p - d :]
    return V @ V.T, Q[:, :d] @ Q[:, :d].T, subspace(factored(p, p), gap / norm(lam)), 1.0


RULES = [products, chains, means, eigenvalues, singular_values, frames, subspaces]


@pytest.mark.parametrize("rule", RULES)
def test_rounding_is_never_caught(rule):
    most = 0.0
    for _ in range(1000):
        got, expected, steps, scale = rule()
        most = max(most, same(got, expected, steps=steps, scale=scale).error / steps)
    # The allowance is above rounding, but by less than two digits.
    assert 1e-2 < most <= 1


@pytest.mark.parametrize("scale", [1e-160, 1e-250, 1e-320])
def test_underflow_is_not_taken_for_an_error(scale):
    A = rng.normal(size=(5, 5)) * scale
    B = rng.normal(size=(5, 5)) * 1e-100
    C = rng.normal(size=(5, 5)) * 1e100
    same((A @ B) @ C, A @ (B @ C), steps=1e101, scale=size(A, B, C))
    same(A @ B, exact_product(A, B), steps=product(5), scale=size(A, B))


BAD = [
    (
        lambda: same(3, 4, steps=1),
        Disagreement,
        "got 3.0, but should be 4.0 (off by 1.13e+15 ε‖·‖, allowed 1 ε‖·‖)",
    ),
    (
        lambda: same([1.0, 5.0], [1.0, 4.0], steps=2, scale=1.0),
        Disagreement,
        "got 5.0, but should be 4.0 [entry 1] (off by 4.5e+15 ε‖·‖, allowed 2 ε‖·‖)",
    ),
    (
        lambda: same([[0.0, np.nan]], [[0.0, 1.0]], steps=1),
        Disagreement,
        "got nan, but should be 1.0 [entry 0, 1] (off by inf ε‖·‖, allowed 1 ε‖·‖)",
    ),
    (
        lambda: at_least(0.5, 1.0, steps=1),
        Disagreement,
        "got 0.5, but should be at least 1.0 (off by 2.25e+15 ε‖·‖, allowed 1 ε‖·‖)",
    ),
    (lambda: same(np.zeros(3), np.zeros((3, 1)), steps=1), Disagreement, "got shape (3,), but should be (3, 1)"),
    (lambda: at_least(np.zeros(3), 0.0, steps=1), Disagreement, "got shape (3,), but should be ()"),
    (lambda: same(0.0, 1e-300, steps=3), Disagreement, "got 0.0, but should be 1e-300"),
    (lambda: same(np.inf, 1.0, steps=3), Disagreement, "got inf, but should be 1.0"),
    (lambda: same(1.0, np.nan, steps=3, scale=1.0), Disagreement, "got 1.0, but should be nan"),
    (lambda: same(1j, 1.0, steps=3), TypeError, "got: got entries of dtype complex128, but should be real numbers"),
    (lambda: same(1.0, 1.0, steps=-1), ValueError, "steps: got -1, but should be finite and at least 0"),
    (lambda: same(1.0, 1.0, steps=1, scale=np.inf), ValueError, "scale: got inf, but should be finite and at least 0"),
    (lambda: subspace(10, 0.0), ValueError, "gap: got 0.0, but should be positive (a tie leaves its axes free)"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD, ids=[row[2][:30] for row in BAD])
def test_a_wrong_argument_is_reported_in_one_line(call, error, message):
    with pytest.raises(error, match=re.escape(message)):
        call()


def test_equal_results_are_off_by_nothing():
    result = same([1, True], [1.0, 1.0], steps=0)
    assert (result.error, bool(result)) == (0.0, True)
    assert same(np.zeros((2, 0)), np.zeros((2, 0)), steps=0).error == 0.0
    assert same([np.inf, 1.0], [np.inf, 1.0], steps=0, scale=1.0).error == 0.0


@pytest.mark.parametrize("scale", SCALES)
def test_norm_neither_overflows_nor_underflows(scale):
    assert norm(np.array([3.0, -4.0]) * scale) == pytest.approx(5 * scale, rel=1e-15)
    assert norm([]) == 0.0
    assert norm([np.inf, 1.0]) == np.inf
