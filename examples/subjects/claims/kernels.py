"""Kernel PCA: everything that is computed from the kernel matrix K = ΦΦᵀ in place of the features Φ."""

from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, Trace, Transpose, ZeroMatrix, symbols

from pcaproofs import (
    at_least,
    basis,
    book,
    claim,
    eigenpair,
    equal,
    inner,
    orthonormal,
    other_sense,
    right_times,
    sqnorm,
    swap,
    without,
    without_equation,
    without_last,
)

SCHOELKOPF = book("Schölkopf and Smola, Learning with Kernels, chapter 14")
NONE = "there is no program to test"

n, q, r = symbols("n q r", positive=True, integer=True)
F = MatrixSymbol("F", n, q)  # Φ, a row of features for each sample
K = MatrixSymbol("K", n, n)
A = MatrixSymbol("A", n, r)
a, b, x = (MatrixSymbol(name, n, 1) for name in "abx")
lam, mu = Symbol("lambda", real=True), Symbol("mu", real=True)
one = OneMatrix(n, 1)
H = Identity(n) - one * one.T / n
i, j = basis(n, "i"), basis(n, "j")
kernel = equal(K, F * F.T)

centred = claim(
    "kernels.centred",
    show=lambda: equal(H * F * Transpose(H * F), H * K * H),
    assuming=[kernel],
    prose="The kernel matrix of centred features is HKH, which needs no features.",
    sources=[SCHOELKOPF],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_last()],
)

double_centring = claim(
    "kernels.double-centring",
    show=lambda: equal(
        H * K * H, K - one * one.T * K / n - K * one * one.T / n + inner(one, K * one) * one * one.T / n**2
    ),
    prose="Centring a kernel matrix takes the means of rows and columns away and adds the mean of all entries.",
    sources=[SCHOELKOPF],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(inner(one, K * one), Trace(K))],
)

rows_sum_to_zero = claim(
    "kernels.rows",
    show=lambda: equal(H * K * H * one, ZeroMatrix(n, 1)),
    prose="The rows of a centred kernel matrix sum to zero.",
    sources=[SCHOELKOPF],
    numeric=NONE,
    mutants=lambda: [swap(one, x)],
)

semidefinite = claim(
    "kernels.semidefinite",
    show=lambda: at_least(inner(x, K * x), 0),
    assuming=[kernel],
    prose="A kernel matrix is positive semidefinite.",
    sources=[SCHOELKOPF],
    numeric=NONE,
    mutants=lambda: [other_sense(), without_last()],
)

axis = claim(
    "kernels.axis",
    show=lambda: equal(F.T * F * (F.T * a), lam * (F.T * a)),
    assuming=[kernel, eigenpair(K, a, lam)],
    prose="An eigenvector α of K gives the principal axis Φᵀα, with the same eigenvalue.",
    sources=[SCHOELKOPF],
    numeric=NONE,
    mutants=lambda: [right_times(2), without("eigenpair")],
)

length_of_axis = claim(
    "kernels.length",
    show=lambda: equal(sqnorm(F.T * a), lam * sqnorm(a)),
    assuming=[kernel, eigenpair(K, a, lam)],
    prose="The squared length of the axis Φᵀα is the eigenvalue times that of α, by which it is scaled to one.",
    sources=[SCHOELKOPF],
    numeric=NONE,
    mutants=lambda: [right_times(2), without("eigenpair")],
)

scores = claim(
    "kernels.scores",
    show=lambda: equal(F * (F.T * a), lam * a),
    assuming=[kernel, eigenpair(K, a, lam)],
    prose="The scores of the samples on the axis of α are λα.",
    sources=[SCHOELKOPF],
    numeric=NONE,
    mutants=lambda: [right_times(2), without("eigenpair")],
)

orthogonal_axes = claim(
    "kernels.orthogonal-axes",
    show=lambda: equal(inner(F.T * a, F.T * b), 0),
    assuming=[kernel, eigenpair(K, b, mu), equal(inner(a, b), 0)],
    prose="Orthogonal eigenvectors of K give orthogonal axes.",
    sources=[SCHOELKOPF],
    numeric=NONE,
    mutants=lambda: [without_last(), without("eigenpair")],
)

distance = claim(
    "kernels.distance",
    show=lambda: equal(sqnorm(F.T * i - F.T * j), inner(i, K * i) + inner(j, K * j) - 2 * inner(i, K * j)),
    assuming=[kernel],
    prose="The squared distance of two samples in feature space is Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ.",
    sources=[SCHOELKOPF],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(inner(i, K * j), inner(j, K * j)), without_last()],
)

variance = claim(
    "kernels.variance",
    show=lambda: equal(Trace(H * K * H), Trace(K) - inner(one, K * one) / n),
    prose="The total variance in feature space, from the trace of K and the sum of its entries.",
    sources=[SCHOELKOPF],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(inner(one, K * one), Trace(K))],
)

error = claim(
    "kernels.error",
    show=lambda: equal(sqnorm(F - A * A.T * F), Trace(K) - Trace(A.T * K * A)),
    assuming=[kernel, orthonormal(A)],
    prose="What is lost by keeping the components of orthonormal eigenvectors is the trace that they leave over.",
    sources=[SCHOELKOPF],
    numeric=NONE,
    mutants=lambda: [right_times(2), without("orthonormal"), without_equation(kernel)],
)
