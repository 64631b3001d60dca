"""Probabilistic PCA: the model x = Wz + noise, its covariance and posterior, and where the likelihood is stationary."""

from sympy import Identity, MatrixSymbol, Symbol, Trace, Transpose, ZeroMatrix, symbols

from pcaproofs import (
    at_least,
    book,
    claim,
    equal,
    inner,
    inverse,
    orthogonal,
    orthonormal,
    other_sense,
    right_times,
    sqnorm,
    swap,
    symmetric,
    without,
    without_equation,
    without_last,
)

BISHOP = book("Bishop, Pattern Recognition and Machine Learning, section 12.2")
NONE = "there is no program to test"

p, d = symbols("p d", positive=True, integer=True)
s = Symbol("s", positive=True)  # the variance of the noise
W, U = MatrixSymbol("W", p, d), MatrixSymbol("U", p, d)
R, L, D = (MatrixSymbol(name, d, d) for name in "RLD")
S = MatrixSymbol("S", p, p)
x, v = MatrixSymbol("x", p, 1), MatrixSymbol("v", p, 1)
covariance = W * W.T + s * Identity(p)
small = W.T * W + s * Identity(d)

small_inverse = claim(
    "probabilistic.small-inverse",
    show=lambda: equal(inverse(covariance), (Identity(p) - W * inverse(small) * W.T) / s),
    prose="The inverse of the covariance WWᵀ + sI needs an inverse of the size of the latent space only.",
    sources=[BISHOP],
    numeric=NONE,
    mutants=lambda: [
        right_times(2),
        swap(Identity(p) - W * inverse(small) * W.T, Identity(p) + W * inverse(small) * W.T),
    ],
)

pushed_through = claim(
    "probabilistic.pushed-through",
    show=lambda: equal(covariance * W, W * small),
    prose="The covariance times W is W times the small matrix WᵀW + sI.",
    sources=[BISHOP],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(s * Identity(d), Identity(d), right=True)],
)

posterior_mean = claim(
    "probabilistic.posterior-mean",
    show=lambda: equal(W.T * inverse(covariance) * x, inverse(small) * W.T * x),
    prose="The mean of the latent variable given x, with either inverse.",
    sources=[BISHOP],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(inverse(small), small)],
)

posterior_covariance = claim(
    "probabilistic.posterior-covariance",
    show=lambda: equal(Identity(d) - W.T * inverse(covariance) * W, s * inverse(small)),
    prose="The covariance of the latent variable given x does not depend on x and is s(WᵀW + sI)⁻¹.",
    sources=[BISHOP],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(s * inverse(small), inverse(small))],
)

rotation = claim(
    "probabilistic.rotation",
    show=lambda: equal(W * R * Transpose(W * R) + s * Identity(p), covariance),
    assuming=[orthogonal(R)],
    prose="A rotation of the latent space changes W and leaves the model as it is.",
    sources=[BISHOP],
    numeric=NONE,
    mutants=lambda: [right_times(2), without("orthogonal")],
)

least_variance = claim(
    "probabilistic.least-variance",
    show=lambda: at_least(inner(x, covariance * x), s * sqnorm(x)),
    prose="In every direction the variance is at least that of the noise.",
    sources=[BISHOP],
    numeric=NONE,
    mutants=lambda: [other_sense()],
)

noise_only = claim(
    "probabilistic.noise-only",
    show=lambda: equal(covariance * v, s * v),
    assuming=[equal(W.T * v, ZeroMatrix(d, 1))],
    prose="A direction orthogonal to the columns of W is an eigenvector with the variance of the noise.",
    sources=[BISHOP],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_last()],
)

axes = claim(
    "probabilistic.axes",
    show=lambda: equal(covariance * U, U * (L * L.T + s * Identity(d))),
    assuming=[equal(W, U * L), orthonormal(U)],
    prose="If W = UL with orthonormal U, the span of U is invariant under the covariance.",
    sources=[BISHOP],
    numeric=NONE,
    mutants=lambda: [right_times(2), without("orthonormal")],
)

stationary = claim(
    "probabilistic.stationary",
    show=lambda: equal(S * inverse(covariance) * W, W),
    assuming=[
        equal(W, U * L),
        orthonormal(U),
        symmetric(L),
        equal(S * U, U * D),
        equal(D, L * L + s * Identity(d)),
    ],
    prose="The likelihood is stationary, SC⁻¹W = W, at W = U(D − sI)^(1/2) for eigenvectors U of the covariance S.",
    sources=[BISHOP],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_equation(equal(S * U, U * D))],
)

total_variance = claim(
    "probabilistic.total-variance",
    show=lambda: equal(Trace(covariance), sqnorm(W) + p * s),
    prose="The total variance is that of the latent part plus p times that of the noise.",
    sources=[BISHOP],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(sqnorm(W), 2 * sqnorm(W))],
)
