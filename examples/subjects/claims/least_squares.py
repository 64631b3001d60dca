"""Least squares: b = (XᵀX)⁻¹Xᵀy for independent columns, the hat matrix, weights, restrictions, and Gauss–Markov."""

from sympy import Identity, MatrixSymbol, Symbol, Trace, Transpose, ZeroMatrix, symbols

from pcaproofs import (
    at_least,
    book,
    claim,
    equal,
    expectation,
    gradient,
    inner,
    inverse,
    minimises,
    other_sense,
    psd,
    right_times,
    sqnorm,
    swap,
    without,
    without_equation,
    without_last,
)

SEBER = book("Seber and Lee, Linear Regression Analysis, 2nd edition, chapter 3")
NONE = "there is no program to test"

n, p, q = symbols("n p q", positive=True, integer=True)
X = MatrixSymbol("X", n, p)
y, u, e = (MatrixSymbol(name, n, 1) for name in "yue")
b, c, beta = (MatrixSymbol(name, p, 1) for name in ("b", "c", "beta"))
L = MatrixSymbol("L", p, n)
W = MatrixSymbol("W", n, n)
R, d = MatrixSymbol("R", q, p), MatrixSymbol("d", q, 1)
sigma = Symbol("sigma", nonnegative=True)
wide = {"n < p": "more coefficients than samples: XᵀX has no inverse"}

gram = X.T * X
solution = inverse(gram) * X.T * y
hat = X * inverse(gram) * X.T

gradient_of_loss = claim(
    "least-squares.gradient",
    show=lambda: equal(gradient(sqnorm(y - X * b), b), -2 * X.T * (y - X * b)),
    prose="The gradient of the sum of squared residuals is −2Xᵀ(y − Xb).",
    sources=[SEBER],
    numeric=NONE,
    mutants=lambda: [right_times(-1), swap(y - X * b, y + X * b, right=True)],
)

solution_of_normal_equations = claim(
    "least-squares.normal-equations",
    show=lambda: equal(b, solution),
    assuming=[equal(X.T * X * b, X.T * y)],
    prose="If the columns of X are independent, the normal equations XᵀXb = Xᵀy have one solution.",
    sources=[SEBER],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_last()],
    excludes=wide,
)

minimiser = claim(
    "least-squares.minimiser",
    show=lambda: minimises(sqnorm(y - X * b), {b: solution}, exactly=[equal(b, solution)]),
    prose="The solution of the normal equations, and nothing else, minimises the sum of squared residuals.",
    sources=[SEBER],
    numeric=NONE,
    mutants=lambda: [other_sense(), swap(solution, 2 * solution)],
    excludes=wide,
)

orthogonal_residuals = claim(
    "least-squares.orthogonal-residuals",
    show=lambda: [
        equal(X.T * (y - X * solution), ZeroMatrix(p, 1)),
        equal(inner(X * solution, y - X * solution), 0),
    ],
    prose="The residuals are orthogonal to every column of X and to the fitted values.",
    sources=[SEBER],
    numeric=NONE,
    mutants=lambda: [swap(y - X * solution, y + X * solution)],
    excludes=wide,
)

hat_matrix = claim(
    "least-squares.hat-matrix",
    show=lambda: [equal(hat * X, X), equal(Trace(hat), p)],
    prose="The hat matrix X(XᵀX)⁻¹Xᵀ leaves the columns of X as they are, and its trace is p.",
    sources=[SEBER],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(inverse(gram), Identity(p))],
    excludes=wide,
)

analysis_of_variance = claim(
    "least-squares.sum-of-squares",
    show=lambda: equal(sqnorm(y), sqnorm(hat * y) + sqnorm(y - hat * y)),
    prose="The sum of squares of the responses is that of the fitted values plus that of the residuals.",
    sources=[SEBER],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(sqnorm(hat * y), sqnorm(y), right=True)],
    excludes=wide,
)

weighted = claim(
    "least-squares.weighted",
    show=lambda: minimises(
        inner(y - X * b, W * (y - X * b)),
        {b: inverse(X.T * W * X) * X.T * W * y},
    ),
    assuming=[psd(W)],
    prose="With a positive semidefinite matrix W of weights the solution is (XᵀWX)⁻¹XᵀWy.",
    sources=[SEBER],
    numeric=NONE,
    mutants=lambda: [other_sense(), without("psd")],
    excludes=wide,
)

noise = equal(expectation(e, e), ZeroMatrix(n, 1))
estimate = inverse(gram) * X.T * (X * beta + e)
unbiased = claim(
    "least-squares.unbiased",
    show=lambda: equal(expectation(estimate, e), beta),
    assuming=[noise],
    prose="If y = Xβ + e and the noise has mean zero, the mean of the solution is β.",
    sources=[SEBER],
    numeric="it speaks of a random vector; the SymPy layer adds up its outcomes",
    mutants=lambda: [right_times(2), without_last()],
    excludes=wide,
)

linear_unbiased = equal(L * X, Identity(p))
gauss_markov = claim(
    "least-squares.gauss-markov",
    show=lambda: [
        equal(L * L.T, inverse(gram) + (L - inverse(gram) * X.T) * Transpose(L - inverse(gram) * X.T)),
        at_least(inner(c, L * L.T * c), inner(c, inverse(gram) * c)),
    ],
    assuming=[linear_unbiased],
    prose=(
        "The Gauss–Markov theorem: of linear unbiased estimates Ly (LX = I) least squares has the least covariance. "
        "LLᵀ is (XᵀX)⁻¹ plus a positive semidefinite matrix."
    ),
    sources=[SEBER],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_equation(linear_unbiased), other_sense()],
    excludes=wide,
)

restricted = solution - inverse(gram) * R.T * inverse(R * inverse(gram) * R.T) * (R * solution - d)
restriction = claim(
    "least-squares.restricted",
    show=lambda: minimises(sqnorm(y - X * b), {b: restricted}),
    assuming=[equal(R * b, d)],
    prose="Under the restriction Rb = d the solution is moved by (XᵀX)⁻¹Rᵀ(R(XᵀX)⁻¹Rᵀ)⁻¹ times what Rb lacks of d.",
    sources=[SEBER],
    numeric=NONE,
    mutants=lambda: [other_sense(), without_last()],
    excludes=wide,
)
