"""Linear discriminants: scatter within and between classes, Fisher's criterion, and two classes."""

from sympy import Identity, MatrixSymbol, Symbol, Trace, Transpose, ZeroMatrix, symbols

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
    psd,
    right_times,
    swap,
    symmetric,
    without,
    without_equation,
    without_last,
)

HASTIE = book("Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, section 4.3")
NONE = "there is no program to test"

n, p, g = symbols("n p g", positive=True, integer=True)
X, Z = MatrixSymbol("X", n, p), MatrixSymbol("Z", n, g)
A, B, C, L, W = (MatrixSymbol(name, p, p) for name in "ABCLW")
d, u, v, w = (MatrixSymbol(name, p, 1) for name in "duvw")
lam, mu, c = Symbol("lambda", real=True), Symbol("mu", real=True), Symbol("c", real=True)

means = Z * inverse(Z.T * Z) * Z.T  # maps each sample to the mean of its class
within = X.T * (Identity(n) - means) * X
between = X.T * means * X

scatters_add_up = claim(
    "discriminants.total-scatter",
    show=lambda: equal(X.T * X, within + between),
    prose="The scatter of all samples is that within classes plus that between them.",
    sources=[HASTIE],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(between, 2 * between)],
)

residuals = claim(
    "discriminants.residuals",
    show=lambda: equal(Z.T * (X - means * X), ZeroMatrix(g, p)),
    prose="In each class the deviations from its mean sum to zero.",
    sources=[HASTIE],
    numeric=NONE,
    mutants=lambda: [swap(X - means * X, X + means * X)],
)

within_as_square = claim(
    "discriminants.within",
    show=lambda: [
        equal(within, Transpose(X - means * X) * (X - means * X)),
        at_least(inner(w, within * w), 0),
    ],
    prose="The scatter within classes is a sum of squares of deviations, so no direction has a negative one.",
    sources=[HASTIE],
    numeric=NONE,
    mutants=lambda: [right_times(2), other_sense(), swap(within, between)],
)

total_criterion = claim(
    "discriminants.total-criterion",
    show=lambda: equal((W + B) * v, (1 + lam) * W * v),
    assuming=[equal(B * v, lam * W * v)],
    prose="Discriminants of the scatter within are discriminants of the total scatter, with 1 + λ for λ.",
    sources=[HASTIE],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_last()],
)

stationary = claim(
    "discriminants.stationary",
    show=lambda: equal(gradient(inner(v, B * v) - lam * (inner(v, W * v) - 1), v), 2 * (B * v - lam * W * v)),
    assuming=[symmetric(B), symmetric(W)],
    prose="The Lagrangian of Fisher's criterion is stationary where Bv = λWv.",
    sources=[HASTIE],
    numeric=NONE,
    mutants=lambda: [right_times(2), without("symmetric")],
)

orthogonal = claim(
    "discriminants.orthogonal",
    show=lambda: equal(inner(u, W * v), 0),
    assuming=[
        symmetric(B),
        symmetric(W),
        equal(B * v, lam * W * v),
        equal(B * u, mu * W * u),
        nonzero(lam - mu),
    ],
    prose="Discriminants with different λ are uncorrelated within classes.",
    sources=[HASTIE],
    numeric=NONE,
    mutants=lambda: [without("symmetric"), without_last()],
)

whitened = claim(
    "discriminants.whitened",
    show=lambda: equal(C * B * C.T * (L.T * v), lam * (L.T * v)),
    assuming=[equal(W, L * L.T), equal(C * L, Identity(p)), equal(B * v, lam * W * v)],
    prose="After whitening by the scatter within classes the discriminants are eigenvectors.",
    sources=[HASTIE],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_equation(equal(W, L * L.T))],
)

two_classes = claim(
    "discriminants.two-classes",
    show=lambda: equal(B * (inverse(W) * d), c * inner(d, inverse(W) * d) * (W * (inverse(W) * d))),
    assuming=[equal(B, c * d * d.T)],
    prose="With two classes W⁻¹d is the discriminant, d being the difference of the means.",
    sources=[HASTIE],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_last()],
)

best_for_two = claim(
    "discriminants.best",
    show=lambda: at_least(inner(w, W * w) * inner(d, inverse(W) * d), inner(w, d) ** 2),
    assuming=[psd(W)],
    prose="No direction has a larger ratio of (wᵀd)² to wᵀWw than dᵀW⁻¹d, which W⁻¹d has.",
    sources=[HASTIE],
    numeric=NONE,
    mutants=lambda: [other_sense(), without("psd")],
)

invariant = claim(
    "discriminants.invariant",
    show=lambda: equal(A.T * B * A * (inverse(A) * v), lam * A.T * W * A * (inverse(A) * v)),
    assuming=[equal(B * v, lam * W * v)],
    prose="If the features are mixed by an invertible A, the discriminants are mixed by A⁻¹ and λ stays.",
    sources=[HASTIE],
    numeric=NONE,
    mutants=lambda: [right_times(2), without_last()],
)

trace_criterion = claim(
    "discriminants.trace",
    show=lambda: equal(Trace(inverse(W) * (W + B)), p + Trace(inverse(W) * B)),
    prose="The traces of W⁻¹(W + B) and W⁻¹B differ by the number of features only, so they rank features alike.",
    sources=[HASTIE],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(p, 2 * p)],
)
