"""True statements of statistics, least squares and PCA, all of them proved, by name."""

from __future__ import annotations

from letters import (
    A,
    D,
    Eq,
    F,
    H,
    I,
    Id,
    In,
    L,
    O,
    P,
    Q,
    S,
    T,
    U,
    V,
    X,
    Y,
    Z,
    a,
    b,
    cov,
    d,
    f,
    j,
    k,
    lam,
    matrix,
    mean,
    n,
    nu,
    o,
    one,
    p,
    r,
    triples,
    w,
    x,
    xk,
    y,
)
from sympy import Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import (
    nonzero,
    orthogonal,
    orthonormal,
    projector,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import average, expectation, inner, inverse, norm, sample, sqnorm, total

G_inv = inverse(X.T * X)
hat = X * G_inv * X.T
beta_hat = G_inv * X.T * r
ridge = inverse(X.T * X + lam * I) * X.T * r
yk = sample(Y, k)
Wn, C2, E2, h = matrix("W_n", n, n), matrix("C_2", p, n), matrix("E_2", p, n), matrix("h", d, 1)

CENTERING = {
    "symmetric": equal(H.T, H),
    "kills-ones-left": equal(one.T * H, ZeroMatrix(1, n)),
    "power": Eq(H**5, H),
    "norm": equal(sqnorm(H * r), sqnorm(r) - inner(one, r) ** 2 / n),
    "mean-of-centred": equal((H * X).T * one, o),
    "ones-norm": equal(sqnorm(one), n),
    "total-scatter": equal(X.T * H * X, X.T * X - n * mean * mean.T),
    "covariance-symmetric": equal(cov.T, cov),
    "covariance-linear-map": equal((X * A).T * H * (X * A) / n, A.T * cov * A),
    "commutes-with-constant": equal(H * (one * one.T), (one * one.T) * H),
    "J-projects": equal((one * one.T / n) ** 2, one * one.T / n),
    "variance-of-projection": equal(inner(w, cov * w), sqnorm(H * X * w) / n),
}

SAMPLES = {
    "sum-of-samples": equal(total(xk, k), X.T * one),
    "sum-of-cross": equal(total(xk * yk.T, k), X.T * Y),
    "sum-of-inner": equal(total(inner(xk, yk), k), inner(X, Y)),
    "sum-of-norms": equal(total(sqnorm(xk), k), sqnorm(X)),
    "deviations-vanish": equal(total(xk - mean, k), o),
    "variance-two-ways": equal(average(sqnorm(xk - mean), k), average(sqnorm(xk), k) - sqnorm(mean)),
    "steiner": equal(average(sqnorm(xk - a), k), average(sqnorm(xk - mean), k) + sqnorm(mean - a)),
    "projected-variance": equal(average(inner(xk, w) ** 2, k), inner(w, X.T * X * w) / n),
    "constant": equal(total(inner(a, b), k, n), n * inner(a, b)),
    "reconstruction": (equal(total(sqnorm(xk - P * xk), k), sqnorm(X) - total(sqnorm(P * xk), k)), [projector(P)]),
    "reconstruction-basis": (
        equal(total(sqnorm(xk - U * U.T * xk), k), Trace(X.T * X) - Trace(U.T * X.T * X * U)),
        [orthonormal(U)],
    ),
    "double-sum": equal(total(total(sqnorm(xk - sample(X, j)), j), k), 2 * n * sqnorm(H * X)),
    "affine-decomposition": (
        equal(
            total(sqnorm(xk - (a + P * (xk - a))), k),
            total(sqnorm((I - P) * (xk - mean)), k) + n * sqnorm((I - P) * (mean - a)),
        ),
        [projector(P)],
    ),
    "cross-term": equal(total(inner(xk - mean, mean - a), k), 0),
}

EXPECTATION = {
    "variance-nonnegative": at_least(expectation(sqnorm(x), x), sqnorm(expectation(x, x))),
    "variance-of-projection": at_least(expectation(inner(a, x) ** 2, x), inner(a, expectation(x, x)) ** 2),
    "second-moment-psd": at_least(inner(a, expectation(x * x.T, x) * a), 0),
    "linear": equal(expectation(A * x + b, x), A * expectation(x, x) + b),
    "quadratic": equal(expectation(x.T * A * x, x), Trace(A * expectation(x * x.T, x))),
    "norm": equal(expectation(sqnorm(x), x), Trace(expectation(x * x.T, x))),
    "constant": equal(expectation(a, x), a),
    "covariance-of-map": equal(expectation((A * x) * (A * x).T, x), A * expectation(x * x.T, x) * A.T),
    "scalar-product": equal(expectation(inner(a, x) * inner(b, x), x), inner(a, expectation(x * x.T, x) * b)),
    "whitening": (equal(expectation((A * x) * (A * x).T, x), I), [equal(expectation(x * x.T, x), inverse(A.T * A))]),
    "two-variables": equal(expectation(expectation(inner(x, y), y), x), inner(expectation(x, x), expectation(y, y))),
    "symmetric-second-moment": equal(expectation(x * x.T, x).T, expectation(x * x.T, x)),
}

LEAST_SQUARES = {
    "hat-idempotent": Eq(hat * hat, hat),
    "hat-symmetric": Eq(hat.T, hat),
    "hat-fixes": Eq(hat * X, X),
    "hat-trace": equal(Trace(hat), p),
    "residual-maker": Eq((In - hat) * X, ZeroMatrix(n, p)),
    "residual-maker-idempotent": Eq((In - hat) ** 2, In - hat),
    "residual-maker-trace": equal(Trace(In - hat), n - p),
    "normal-equations": equal(X.T * (r - X * beta_hat), o),
    "residual-orthogonal-to-fit": equal(inner(X * beta_hat, r - X * beta_hat), 0),
    "sums-of-squares": equal(sqnorm(r), sqnorm(X * beta_hat) + sqnorm(r - X * beta_hat)),
    "loss-decomposition": equal(sqnorm(r - X * b), sqnorm(r - X * beta_hat) + sqnorm(X * (b - beta_hat))),
    "solution": (equal(b, beta_hat), [equal(X.T * X * b, X.T * r)]),
    "unbiased": equal(G_inv * X.T * (X * b), b),
    "covariance": equal((G_inv * X.T) * (G_inv * X.T).T, G_inv),
    "orthonormal-design": (equal(beta_hat, X.T * r), [orthonormal(X)]),
    "ridge-normal": equal((X.T * X + lam * I) * ridge, X.T * r),
    "ridge-dual": equal(ridge, X.T * inverse(X * X.T + lam * In) * r),
    "ridge-residual": equal(X.T * (r - X * ridge), lam * ridge),
    "ridge-shrinks-orthonormal": (equal((1 + nu) * inverse(X.T * X + nu * I), I), [orthonormal(X)]),
    "weighted-normal": equal(X.T * Wn * (r - X * inverse(X.T * Wn * X) * X.T * Wn * r), o),
    "sum-of-residuals": (equal(inner(one, r - X * beta_hat), 0), [equal(X * a, one)]),
    "frisch-waugh": equal(inner(f, (In - hat) * r), inner((In - hat) * f, (In - hat) * r)),
    "hat-of-transformed": (equal(X * V * inverse((X * V).T * (X * V)) * (X * V).T, hat), [Eq(V * inverse(V), I)]),
    "gauss-markov": (equal((C2 + E2) * (C2 + E2).T, C2 * C2.T + E2 * E2.T), [Eq(C2, G_inv * X.T), Eq(E2 * X, O)]),
    "leverage": equal(sqnorm(hat * r), inner(r, hat * r)),
    "simple-regression": (equal(inner(f, r - inner(f, r) / inner(f, f) * f), 0), [nonzero(inner(f, f))]),
    "mean-is-fit": equal(inner(one, r - inner(one, r) / n * one), 0),
    "mahalanobis-whitened": (equal(inner(x, inverse(S) * x), sqnorm(inverse(F) * x)), [Eq(S, F * F.T)]),
}

PCA = {
    "frobenius-error": (equal(sqnorm(X - X * U * U.T), sqnorm(X) - sqnorm(X * U)), [orthonormal(U)]),
    "frobenius-error-trace": (
        equal(sqnorm(X - X * U * U.T), Trace(X.T * X) - Trace(U.T * X.T * X * U)),
        [orthonormal(U)],
    ),
    "error-projector": (equal(sqnorm(X - X * P), sqnorm(X) - Trace(P * X.T * X)), [projector(P)]),
    "line-error": (equal(total(sqnorm(xk - inner(xk, w) * w), k), sqnorm(X) - inner(w, X.T * X * w)), [unit(w)]),
    "scores-uncorrelated": (equal((X * U).T * (X * U), n * L), [equal(X.T * X * U, n * U * L), orthonormal(U)]),
    "rotation-keeps-span": (equal((U * L) * (U * L).T, U * U.T), [orthogonal(L)]),
    "rotation-keeps-orthonormal": (equal((U * L).T * (U * L), Id), [orthonormal(U), orthogonal(L)]),
    "rotation-keeps-variance": (equal(Trace((U * L).T * S * (U * L)), Trace(U.T * S * U)), [orthogonal(L)]),
    "svd-gram": (equal(X.T * X, V * D.T * D * V.T), [Eq(X, Z * D * V.T), orthonormal(Z)]),
    "svd-eigen": (equal(X.T * X * V, V * D**2), [Eq(X, Z * D * V.T), orthonormal(Z), orthogonal(V), symmetric(D)]),
    "svd-left": (equal(X * V, Z * D), [Eq(X, Z * D * V.T), orthogonal(V)]),
    "svd-norm": (equal(sqnorm(X), sqnorm(D)), [Eq(X, Z * D * V.T), orthonormal(Z), orthogonal(V)]),
    "svd-inverse": (equal(inverse(A), V * inverse(D) * Q.T), [Eq(A, Q * D * V.T), orthogonal(Q), orthogonal(V)]),
    "spectral-trace": (equal(Trace(S), Trace(D)), [Eq(S, V * D * V.T), orthogonal(V)]),
    "spectral-power": (equal(S**3, V * D**3 * V.T), [Eq(S, V * D * V.T), orthogonal(V)]),
    "total-variance": equal(Trace(S * P) + Trace(S * (I - P)), Trace(S)),
    "deflation-gram": (
        equal((X - X * w * w.T).T * (X - X * w * w.T), X.T * X - lam * w * w.T),
        [equal(X.T * X * w, lam * w), unit(w)],
    ),
    "deflated-rows-orthogonal": (equal((X - X * w * w.T) * w, ZeroMatrix(n, 1)), [unit(w)]),
    "kernel-centering": equal((H * X) * (H * X).T, H * (X * X.T) * H),
    "dual-pca": (equal(sqnorm(X.T * r / norm(X.T * r)), 1), [nonzero(norm(X.T * r))]),
    "dual-eigen": (equal(X.T * X * (X.T * r), lam * (X.T * r)), [equal(X * X.T * r, lam * r)]),
    "whitened": (
        equal((X * V * inverse(D)).T * (X * V * inverse(D)), I),
        [Eq(X, Z * D * V.T), orthonormal(Z), orthogonal(V)],
    ),
    "reconstruction-affine": equal(mean + U * U.T * (mean - mean), mean),
    "projection-distance": (equal(sqnorm(P - Q), Trace(P) + Trace(Q) - 2 * Trace(P * Q)), [projector(P), projector(Q)]),
    "principal-angles": equal(Trace(U * U.T * T * T.T), sqnorm(U.T * T)),
    "factor-model": (equal(expectation((U * h) * (U * h).T, h), U * U.T), [equal(expectation(h * h.T, h), Id)]),
    "variance-ratio": (
        equal(Trace(U.T * S * U) / Trace(S), 1 - Trace(S - U * U.T * S) / Trace(S)),
        [nonzero(Trace(S))],
    ),
}

TABLE = [
    (f"{group}.{name}", conclusion, assuming)
    for group, rows in (
        ("centering", CENTERING),
        ("samples", SAMPLES),
        ("expectation", EXPECTATION),
        ("least-squares", LEAST_SQUARES),
        ("pca", PCA),
    )
    for name, conclusion, assuming in triples(rows)
]
