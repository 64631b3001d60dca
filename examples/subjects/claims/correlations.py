"""Canonical correlations: the pairs of directions, what is invariant, and the form with projections."""

from sympy import MatrixSymbol, Symbol, Transpose, symbols

from pcaproofs import (
    at_least,
    book,
    claim,
    equal,
    gradient,
    inner,
    inverse,
    nonzero,
    other_sense,
    projector,
    right_times,
    sqnorm,
    swap,
    symmetric,
    without,
    without_equation,
    without_last,
)

ANDERSON = book("Anderson, An Introduction to Multivariate Statistical Analysis, chapter 12")
NONE = "there is no program to test"

n, p, q = symbols("n p q", positive=True, integer=True)
S, A = MatrixSymbol("S", p, p), MatrixSymbol("A", p, p)  # covariances of x, and a change of its coordinates
T = MatrixSymbol("T", q, q)  # covariances of y
R = MatrixSymbol("R", p, q)  # covariances of x with y
X, Y = MatrixSymbol("X", n, p), MatrixSymbol("Y", n, q)
P = MatrixSymbol("P", n, n)
a, c = MatrixSymbol("a", p, 1), MatrixSymbol("c", p, 1)
b, d = MatrixSymbol("b", q, 1), MatrixSymbol("d", q, 1)
u = MatrixSymbol("u", n, 1)
rho, sigma = Symbol("rho", real=True), Symbol("sigma", real=True)
pair = [equal(R * b, rho * S * a), equal(R.T * a, rho * T * b)]
other = [equal(R * d, sigma * S * c), equal(R.T * c, sigma * T * d)]
covariances = [symmetric(S), symmetric(T)]

eigenvector = claim(
    "correlations.eigenvector",
    show=lambda: equal(inverse(S) * R * inverse(T) * R.T * a, rho**2 * a),
    assuming=pair,
    prose="A canonical direction a is an eigenvector, with the squared correlation as eigenvalue.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(rho**2, rho), without_last()],
)

same_scale = claim(
    "correlations.same-scale",
    show=lambda: equal(inner(a, S * a), inner(b, T * b)),
    assuming=[*pair, *covariances, nonzero(rho)],
    prose="If the correlation is not zero, the two variates of a pair have the same variance.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), without("nonzero")],
)

correlation = claim(
    "correlations.correlation",
    show=lambda: equal(inner(a, R * b), rho),
    assuming=[*pair, equal(inner(a, S * a), 1)],
    prose="For variates of variance one, ρ is their covariance, which is their correlation.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_last()],
)

uncorrelated = claim(
    "correlations.uncorrelated",
    show=lambda: [equal(inner(a, S * c), 0), equal(inner(b, T * d), 0)],
    assuming=[*pair, *other, *covariances, nonzero(rho**2 - sigma**2)],
    prose="Variates of pairs with different squared correlations are uncorrelated.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [without("nonzero")],
)

invariant = claim(
    "correlations.invariant",
    show=lambda: [
        equal(A * R * b, rho * (A * S * A.T) * (Transpose(inverse(A)) * a)),
        equal(Transpose(A * R) * (Transpose(inverse(A)) * a), rho * T * b),
    ],
    assuming=pair,
    prose="A change of coordinates of x changes a with them and keeps b and the correlation.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_equation(pair[0]), without_equation(pair[1])],
)

stationary = claim(
    "correlations.stationary",
    show=lambda: equal(
        gradient(inner(a, R * b) - rho / 2 * (inner(a, S * a) - 1) - rho / 2 * (inner(b, T * b) - 1), a),
        R * b - rho * S * a,
    ),
    assuming=covariances,
    prose="The Lagrangian of the correlation is stationary in a where Rb = ρSa.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), without("symmetric")],
)

distance = claim(
    "correlations.distance",
    show=lambda: equal(sqnorm(X * a - Y * b), 2 - 2 * inner(X * a, Y * b)),
    assuming=[equal(sqnorm(X * a), 1), equal(sqnorm(Y * b), 1)],
    prose="For variates of length one the largest correlation is the smallest distance.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_last()],
)

projections = claim(
    "correlations.projections",
    show=lambda: equal(X * inverse(X.T * X) * X.T * Y * b, rho * X * a),
    assuming=[equal(X.T * Y * b, rho * X.T * X * a)],
    prose="The projection of one variate to the other data is ρ times its partner.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_last()],
    excludes={"n < p": "XᵀX, p×p, has an inverse only where p ≤ n"},
)

at_most_one = claim(
    "correlations.at-most-one",
    show=lambda: at_least(sqnorm(u), inner(u, P * u)),
    assuming=[projector(P)],
    prose="A projection makes no column longer, so that no squared correlation is larger than one.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [other_sense(), without("projector")],
)

signs = claim(
    "correlations.signs",
    show=lambda: [equal(R * (-b), (-rho) * S * a), equal(R.T * a, (-rho) * T * (-b))],
    assuming=pair,
    prose="With a and b to ρ belong a and −b to −ρ.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_equation(pair[0]), without_equation(pair[1])],
)
