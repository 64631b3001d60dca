"""Ridge regression: b = (XᵀX + λI)⁻¹Xᵀy, for every number of samples and features and every λ > 0."""

import numpy as np
from hypothesis import strategies as st
from sympy import Identity, MatrixSymbol, Symbol, Trace, Transpose, ZeroMatrix, sqrt, symbols

from pcaproofs import (
    Implementation,
    at_least,
    book,
    claim,
    equal,
    expectation,
    given,
    gradient,
    inner,
    inverse,
    matrix,
    minimises,
    orthonormal,
    other_sense,
    right_times,
    sqnorm,
    swap,
    under_test,
    vector,
    without,
    without_equation,
    without_last,
)

HOERL = book("Hoerl and Kennard, Ridge Regression: Biased Estimation for Nonorthogonal Problems, 1970")
ESL = book("Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2nd edition, section 3.4.1")
KERNELS = book("Murphy, Machine Learning: A Probabilistic Perspective, section 14.4.3")

n, p, m = symbols("n p m", positive=True, integer=True)
lam = Symbol("lambda", positive=True)
sigma = Symbol("sigma", nonnegative=True)
X = MatrixSymbol("X", n, p)
y, u, e = (MatrixSymbol(name, n, 1) for name in "yue")
b, c, v, beta = (MatrixSymbol(name, p, 1) for name in ("b", "c", "v", "beta"))
s = Symbol("s", nonnegative=True)

A = X.T * X + lam * Identity(p)
G = X * X.T + lam * Identity(n)
ridge = inverse(A) * X.T * y
hat = X * inverse(A) * X.T


def loss(b, penalty=lam):
    """The penalised sum of squares that ridge regression minimises."""
    return sqnorm(y - X * b) + penalty * sqnorm(b)


class Ridge(Implementation):
    """The implementation under test."""

    def fit(self, X, y, penalty):
        """The coefficients, (p,), of data X n×p, responses y (n,) and penalty λ > 0."""
        return np.linalg.solve(X.T @ X + penalty * np.eye(X.shape[1]), X.T @ y)

    def hat(self, X, penalty):
        """The hat matrix, n×n, which takes responses to fitted values."""
        return np.stack([X @ self.fit(X, unit, penalty) for unit in np.eye(len(X))], axis=1)


class NoPenalty(Ridge):
    """Least squares of least norm: the penalty is forgotten."""

    def fit(self, X, y, penalty):
        return np.linalg.pinv(X) @ y


class PenaltyTimesSamples(Ridge):
    """The penalty of a mean of squares, used with a sum of squares."""

    def fit(self, X, y, penalty):
        return super().fit(X, y, len(X) * penalty)


class PenaltyOnSingularValues(Ridge):
    """The penalty is added to the singular values instead of to their squares."""

    def fit(self, X, y, penalty):
        U, values, Vt = np.linalg.svd(X, full_matrices=False)
        return Vt.T @ ((U.T @ y) / (values + penalty))


RIDGE = under_test(
    Ridge,
    wrong={
        "no penalty": NoPenalty,
        "penalty times the number of samples": PenaltyTimesSamples,
        "penalty on the singular values": PenaltyOnSingularValues,
    },
    letters={
        "X": lambda size: matrix(size.n, size.p, ("whole",)),
        "y": lambda size: vector(size.n, ("whole",)),
        "penalty": lambda size: st.integers(1, 32).map(lambda k: k / 4),
    },
    sizes=[{"n": 1, "p": 1}, {"n": 5, "p": 2}, {"n": 4, "p": 4}, {"n": 2, "p": 6}],
)


def limits(case, tested, scale=1.0):
    """Rounding of a solution of the normal equations: steps of the products, and the condition of XᵀX + λI."""
    condition = (tested.norm(case.X) ** 2 + case.penalty) / case.penalty
    return {
        "steps": 8 * tested.product(case.n, case.p, case.p) * condition,
        "scale": scale * (1 + tested.norm(case.y)) * (1 + tested.norm(case.X)) / min(case.penalty, 1.0),
    }


def _normal_equations(case, tested):
    found = tested.fit(case.X, case.y, case.penalty)
    residual = case.y - case.X @ found
    tested.same(case.X.T @ residual, case.penalty * found, **limits(case, tested, 1 + tested.norm(case.X)))


normal_equations = claim(
    "ridge.normal-equations",
    show=lambda: [
        equal(X.T * (y - X * ridge), lam * ridge),
        equal(gradient(loss(b), b), 2 * (A * b - X.T * y)),
    ],
    prose="The residuals of the ridge solution, multiplied by Xᵀ, give λ times the solution.",
    sources=[HOERL, ESL],
    numeric=_normal_equations,
    under_test=RIDGE,
    wrong=["no penalty", "penalty times the number of samples", "penalty on the singular values"],
    mutants=lambda: [right_times(-1), swap(lam, 2 * lam, right=True), swap(y, 2 * y, right=True)],
)


normal_equations_wrong_sign = claim(
    "ridge.normal-equations-wrong-sign",
    show=lambda: equal(X.T * (y - X * ridge), -lam * ridge),
    prose="With a minus before λ the normal equations are those of a penalty that rewards long solutions.",
    sources=[HOERL],
    numeric="it is false",
    repaired_by=normal_equations,
)


unique = claim(
    "ridge.unique",
    show=lambda: equal(v, ZeroMatrix(p, 1)),
    assuming=[equal(A * v, ZeroMatrix(p, 1))],
    prose="Only the zero vector is taken to zero by XᵀX + λI, so this square matrix has an inverse, whatever the data.",
    sources=[HOERL, ESL],
    numeric="it says that the inverse exists which the other claims take for granted",
    mutants=lambda: [without_last(), swap(v, X.T * u)],
)


def _minimiser(case, tested):
    def loss(b):
        return tested.norm(case.y - case.X @ b) ** 2 + case.penalty * tested.norm(b) ** 2

    found = tested.fit(case.X, case.y, case.penalty)
    for step in (0.5, -0.5, 0.01, -0.01):
        for axis in np.eye(case.p):
            tested.at_least(loss(found + step * axis), loss(found), **limits(case, tested, 1 + tested.norm(case.y)))


minimiser = claim(
    "ridge.minimiser",
    show=lambda: minimises(loss(b), {b: ridge}, value=inner(y, y - X * ridge), exactly=[equal(b, ridge)]),
    prose="The ridge solution minimises the sum of squares plus λ times the squared length, and nothing else does.",
    sources=[HOERL, ESL],
    numeric=_minimiser,
    under_test=RIDGE,
    wrong=["no penalty", "penalty times the number of samples", "penalty on the singular values"],
    mutants=lambda: [
        other_sense(),
        swap(y - X * ridge, y),
        swap(ridge, inverse(X.T * X + 2 * lam * Identity(p)) * X.T * y),
    ],
)


def _left_singular(case, tested):
    U, values, _ = np.linalg.svd(case.X, full_matrices=False)
    shrunk = U * (values**2 / (values**2 + case.penalty))
    tested.same(tested.hat(case.X, case.penalty) @ U, shrunk, **limits(case, tested, 1 + tested.norm(case.X)))


shrinkage = claim(
    "ridge.shrinkage",
    show=lambda: [
        equal(hat * u, s**2 / (s**2 + lam) * u),
        equal(inner(v, ridge), s / (s**2 + lam) * inner(u, y)),
    ],
    assuming=[equal(X * v, s * u), equal(X.T * u, s * v)],
    prose="Along a left singular vector with singular value s the fitted values shrink by the factor s²/(s² + λ).",
    sources=[ESL],
    numeric=_left_singular,
    under_test=RIDGE,
    wrong=["no penalty", "penalty times the number of samples", "penalty on the singular values"],
    mutants=lambda: [
        swap(s**2 + lam, s + lam),
        without_last(),
    ],
)


E1, E2 = MatrixSymbol("E1", m, n), MatrixSymbol("E2", m, p)
stacked, padded = E1 * X + sqrt(lam) * E2, E1 * y


def _augmented(case, tested):
    rows = np.vstack([case.X, np.sqrt(case.penalty) * np.eye(case.p)])
    found = np.linalg.lstsq(rows, np.concatenate([case.y, np.zeros(case.p)]), rcond=None)[0]
    tested.same(tested.fit(case.X, case.y, case.penalty), found, **limits(case, tested))


augmented = claim(
    "ridge.augmented-least-squares",
    show=lambda: [
        equal(sqnorm(padded - stacked * b), loss(b)),
        equal(stacked.T * stacked, A),
        equal(stacked.T * padded, X.T * y),
    ],
    assuming=[orthonormal(E1), orthonormal(E2), equal(E1.T * E2, ZeroMatrix(n, p))],
    prose=(
        "Ridge regression is least squares with the rows of √λ I below X and zeros below y. E₁ and E₂ put the rows in "
        "their places: their columns together are orthonormal."
    ),
    sources=[ESL],
    numeric=_augmented,
    under_test=RIDGE,
    wrong=["no penalty", "penalty on the singular values"],
    mutants=lambda: [
        swap(sqrt(lam), lam),
        without("orthonormal"),
        without_equation(equal(E1.T * E2, ZeroMatrix(n, p))),
    ],
)


def _kernel_form(case, tested):
    dual = np.linalg.solve(case.X @ case.X.T + case.penalty * np.eye(case.n), case.y)
    tested.same(tested.fit(case.X, case.y, case.penalty), case.X.T @ dual, **limits(case, tested))


kernel_form = claim(
    "ridge.kernel-form",
    show=lambda: [
        equal(X.T * inverse(G), inverse(A) * X.T),
        equal(ridge, X.T * inverse(G) * y),
        equal(X * ridge, X * X.T * inverse(G) * y),
    ],
    prose="The p equations for the coefficients can be exchanged for n equations with the Gram matrix XXᵀ.",
    sources=[KERNELS],
    numeric=_kernel_form,
    under_test=RIDGE,
    wrong=["no penalty", "penalty times the number of samples"],
    mutants=lambda: [swap(lam, 2 * lam, right=True), swap(inverse(G), inverse(A)), right_times(-1)],
)


def _hat_matrix(case, tested):
    hat = tested.hat(case.X, case.penalty)
    tested.same(hat, hat.T, **limits(case, tested, 1 + tested.norm(case.X)))
    values = np.linalg.svd(case.X, compute_uv=False)
    freedom = (values**2 / (values**2 + case.penalty)).sum()
    tested.same(np.trace(hat), freedom, **limits(case, tested, case.n * (1 + tested.norm(case.X))))


hat_matrix = claim(
    "ridge.hat-matrix",
    show=lambda: [
        equal(Transpose(hat), hat),
        equal(Identity(n) - hat, lam * inverse(G)),
        equal(Trace(hat), p - lam * Trace(inverse(A))),
        at_least(p, Trace(hat)),
        at_least(inner(u, hat * u), 0),
        at_least(inner(u, u), inner(u, hat * u)),
    ],
    prose="The hat matrix is symmetric, lies between 0 and I, and its trace, the degrees of freedom, is at most p.",
    sources=[ESL],
    numeric=_hat_matrix,
    under_test=RIDGE,
    wrong=["no penalty", "penalty times the number of samples", "penalty on the singular values"],
    mutants=lambda: [
        swap(hat, X * inverse(A) * inverse(A) * X.T, right=True),
        swap(p - lam * Trace(inverse(A)), p - Trace(inverse(A))),
        swap(lam, 2 * lam, right=True),
        other_sense(),
        swap(Transpose(hat), X * X.T),
    ],
)


hat_matrix_as_projector = claim(
    "ridge.hat-matrix-as-projector",
    show=lambda: equal(hat * hat, hat),
    prose="The hat matrix of least squares is a projector; that of ridge regression is not, since it shrinks.",
    sources=[ESL],
    numeric="it is false",
    repaired_by=hat_matrix,
)


no_bias = equal(expectation(e, e), ZeroMatrix(n, 1))
estimate = inverse(A) * X.T * (X * beta + e)
mean = expectation(estimate, e)
moment = expectation(e * e.T, e)
C = MatrixSymbol("C", n, n)

bias = claim(
    "ridge.bias",
    show=lambda: equal(mean - beta, -lam * inverse(A) * beta),
    assuming=[no_bias],
    prose="If y = Xβ + e with noise of mean zero, the ridge solution is biased, by −λ(XᵀX + λI)⁻¹β.",
    sources=[HOERL],
    numeric="it speaks of a random vector; the SymPy layer adds up its outcomes",
    mutants=lambda: [right_times(-1), swap(lam, 2 * lam, right=True), without_last()],
)


variance = claim(
    "ridge.variance",
    show=lambda: [
        given(
            equal(
                expectation((estimate - mean) * Transpose(estimate - mean), e),
                inverse(A) * X.T * moment * X * inverse(A),
            ),
            no_bias,
        ),
        given(
            equal(
                expectation(sqnorm(estimate - beta), e),
                lam**2 * sqnorm(inverse(A) * beta) + Trace(inverse(A) * X.T * moment * X * inverse(A)),
            ),
            no_bias,
        ),
        given(
            equal(inverse(A) * X.T * C * X * inverse(A), sigma**2 * inverse(A) * X.T * X * inverse(A)),
            equal(C, sigma**2 * Identity(n)),
        ),
    ],
    prose=(
        "The covariance of the solution is (XᵀX + λI)⁻¹XᵀCX(XᵀX + λI)⁻¹ for noise of covariance C, such as σ²I, and "
        "its mean squared error is the squared bias plus the trace of the covariance."
    ),
    sources=[HOERL],
    numeric="it speaks of a random vector; the SymPy layer adds up its outcomes",
    mutants=lambda: [right_times(2), swap(lam, 2 * lam, right=True), without_last(), swap(sigma, 2 * sigma)],
)


def _shorter(case, tested):
    plain = np.linalg.pinv(case.X) @ case.y
    found = tested.fit(case.X, case.y, case.penalty)
    limit = limits(case, tested, 1 + tested.norm(plain))
    tested.at_least(tested.norm(plain) ** 2, tested.norm(found) ** 2, **limit)
    tested.same(
        case.y @ (case.X @ found),
        tested.norm(case.X @ found) ** 2 + case.penalty * tested.norm(found) ** 2,
        **limit,
    )


shorter = claim(
    "ridge.shorter",
    show=lambda: [
        at_least(sqnorm(c), sqnorm(ridge)),
        at_least(sqnorm(y - X * ridge), sqnorm(y - X * c)),
    ],
    assuming=[equal(X.T * X * c, X.T * y)],
    prose="The ridge solution is no longer than any least-squares solution, and its residuals are no shorter.",
    sources=[HOERL],
    numeric=_shorter,
    under_test=RIDGE,
    wrong=["no penalty", "penalty on the singular values"],
    mutants=lambda: [other_sense(), without_last(), swap(sqnorm(c), sqnorm(c) - 1)],
)
