"""True statements about Procrustes, total least squares, iterations and bounds, all of them proved."""

from __future__ import annotations

from letters import (
    A,
    B,
    C,
    D,
    Eq,
    H,
    I,
    In,
    K,
    O,
    P,
    Q,
    R,
    S,
    U,
    V,
    X,
    Y,
    Z,
    a,
    alpha,
    c,
    cov,
    d,
    f,
    g,
    k,
    lam,
    matrix,
    mean,
    mu,
    n,
    nu,
    o,
    one,
    p,
    r,
    t,
    triples,
    v,
    w,
    x,
    xk,
    y,
)
from prove_true_entries import TERM_BY_TERM
from sympy import Symbol, Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises
from pcaproofs.language.hypotheses import (
    centered,
    nonnegative,
    nonzero,
    orthogonal,
    orthonormal,
    positive,
    projector,
    psd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import average, expectation, gradient, index, inner, inverse, sample, sqnorm, total

Wn = matrix("W", n, n)
Sg = matrix("Sigma", p, p)
Ld = matrix("Lambda", p, d)
G_ = matrix("G", n, n)
Hat = X * inverse(X.T * X) * X.T
s2 = Symbol("sigma", real=True)
E_ = expectation
i_, j_ = (index("i"), index("j"))
xi, xj = (sample(X, i_), sample(X, j_))

TABLE = {
    "procrustes-expand": (equal(sqnorm(X * Q - Y), sqnorm(X) + sqnorm(Y) - 2 * Trace(Q.T * X.T * Y)), [orthogonal(Q)]),
    "procrustes-max": (
        maximises(Trace(R.T * A), {R: Q * V.T}),
        [Eq(A, Q * D * V.T), orthogonal(Q), orthogonal(V), orthogonal(R), psd(D)],
    ),
    "procrustes-min": (
        minimises(sqnorm(X * R - Y), {R: Q * V.T}),
        [Eq(X.T * Y, Q * D * V.T), orthogonal(Q), orthogonal(V), orthogonal(R), psd(D)],
    ),
    "polar": (equal(A.T * A, S**2), [Eq(A, Q * S), orthogonal(Q), symmetric(S)]),
    "polar-sym": (equal(Trace(Q.T * A), Trace(S)), [Eq(A, Q * S), orthogonal(Q)]),
    "cca-same": equal(A.T * C * B * inverse(B.T * D * B) * B.T * C.T * A, A.T * C * inverse(D) * C.T * A),
    "nearest-orth-value": (equal(sqnorm(A - Q), sqnorm(A) - 2 * Trace(Q.T * A) + p), [orthogonal(Q)]),
    "weighted-mean": (
        minimises(inner(r - t * one, Wn * (r - t * one)), {t: inner(one, Wn * r) / inner(one, Wn * one)}),
        [psd(Wn), nonzero(inner(one, Wn * one))],
    ),
    "tls-normal": equal(
        total((inner(w, xk) - t) ** 2, k), inner(w, X.T * X * w) - 2 * t * inner(w, X.T * one) + n * t**2
    ),
    "tls-offset": minimises(total((inner(w, xk) - t) ** 2, k), {t: inner(w, mean)}),
    "tls-offset-value": minimises(total((inner(w, xk) - t) ** 2, k), {t: inner(w, mean)}, value=n * inner(w, cov * w)),
    "power-cs": (at_least(sqnorm(S * x) * sqnorm(x), inner(x, S * x) ** 2), [symmetric(S)]),
    "power-moment": (at_least(inner(x, S * x) * inner(x, S**3 * x), sqnorm(S * x) ** 2), [psd(S)]),
    "inverse-iter": (equal(inverse(A - t * I) * w * (lam - t), w), [Eq(A * w, lam * w)]),
    "rayleigh-residual": (equal(inner(x, S * x - inner(x, S * x) * x), 0), [unit(x)]),
    "rayleigh-min-resid": (minimises(sqnorm(A * x - t * x), {t: inner(x, A * x)}), [unit(x)]),
    "deflate-trace": (equal(Trace(S - lam * w * w.T), Trace(S) - lam), [unit(w)]),
    "deflate-norm": (equal(sqnorm(S - lam * w * w.T), sqnorm(S) - lam**2), [symmetric(S), Eq(S * w, lam * w), unit(w)]),
    "oja-norm": (equal(sqnorm(w + nu * (x - inner(w, x) * w)), 1 + nu**2 * (sqnorm(x) - inner(w, x) ** 2)), [unit(w)]),
    "rot-unit": (
        equal(sqnorm(alpha * x + mu * y), 1),
        [unit(x), unit(y), equal(inner(x, y), 0), equal(alpha**2 + mu**2, 1)],
    ),
    "proj-trace-mono": (at_least(Trace(Q * S), Trace(P * S)), [projector(P), projector(Q), Eq(P * Q, P), psd(S)]),
    "captured-nested": (at_least(sqnorm(X * Q), sqnorm(X * P)), [projector(P), projector(Q), Eq(P * Q, P)]),
    "frob-submult-proj": (at_least(sqnorm(X), sqnorm(X * P)), [projector(P)]),
    "ridge-shrinks": (at_least(inner(x, inverse(nu * I) * x), inner(x, inverse(S + nu * I) * x)), [psd(S)]),
    "psd-sum-inverse": (at_least(inner(x, inverse(S + I) * x), 0), [psd(S)]),
    "psd-shorter": (at_least(sqnorm(x), sqnorm(inverse(I + S) * x)), [psd(S)]),
    "psd-I-minus": (at_least(sqnorm(x), inner(x, inverse(I + S) * x)), [psd(S)]),
    "schur-quadratic": (at_least(inner(x, S * x) + 2 * inner(x, a) + inner(a, inverse(S) * a), 0), [psd(S)]),
    "jensen-quad": (
        at_least(alpha * inner(x, S * x) + mu * inner(y, S * y), inner(alpha * x + mu * y, S * (alpha * x + mu * y))),
        [psd(S), nonnegative(alpha), nonnegative(mu), equal(alpha + mu, 1)],
    ),
    "eigen-sum-bound": (at_least(p * t, Trace(S)), [psd(t * I - S)]),
    "eigen-frob-bound": (at_least(t * Trace(S), sqnorm(S)), [psd(t * I - S), psd(S)]),
    "norm-bound-op": (at_least(t * sqnorm(x), sqnorm(A * x)), [psd(t * I - A.T * A)]),
    "norm-bound-op-matrix": (at_least(t * sqnorm(B), sqnorm(A * B)), [psd(t * I - A.T * A)]),
    "interlace": (at_least(t, inner(w, P * S * P * w)), [projector(P), unit(w), psd(t * I - S), nonnegative(t)]),
    "weyl-like": (at_least(lam + mu, inner(w, (A + B) * w)), [psd(lam * I - A), psd(mu * I - B), unit(w)]),
    "trace-sq-rank1": (at_least(sqnorm(A), inner(w, A * v) ** 2), [unit(w), unit(v)]),
    "am-gm-trace": at_least(sqnorm(A) + sqnorm(B), 2 * Trace(A * B)),
    "pca-expect": (equal(E_(sqnorm(x - U * U.T * x), x), E_(sqnorm(x), x) - E_(sqnorm(U.T * x), x)), [orthonormal(U)]),
    "pca-expect-trace": (equal(E_(sqnorm(U.T * x), x), Trace(U.T * Sg * U)), [equal(E_(x * x.T, x), Sg)]),
    "lra-value": (equal(sqnorm(X - X * V * V.T), sqnorm(X) - Trace(V.T * X.T * X * V)), [orthonormal(V)]),
    "autoencoder": at_least(
        sqnorm(X - X * matrix("E", p, d) * matrix("F", d, p)),
        sqnorm(
            X
            - X
            * matrix("E", p, d)
            * inverse((X * matrix("E", p, d)).T * (X * matrix("E", p, d)))
            * (X * matrix("E", p, d)).T
            * X
        ),
    ),
    "als-step": minimises(sqnorm(X - Z * B), {B: inverse(Z.T * Z) * Z.T * X}),
    "als-gradient": equal(gradient(sqnorm(X - Z * B.T), Z), -2 * (X - Z * B.T) * B),
    "svd-sigma": (equal(inner(f, X * w), s2), [equal(X * w, s2 * f), unit(f)]),
    "svd-pair": (equal(X.T * X * w, s2**2 * w), [equal(X * w, s2 * f), equal(X.T * f, s2 * w)]),
    "svd-value": (
        equal(sqnorm(X - s2 * f * w.T), sqnorm(X) - s2**2),
        [equal(X * w, s2 * f), equal(X.T * f, s2 * w), unit(w), unit(f)],
    ),
    "rank1-best-scalar": (minimises(sqnorm(X - t * f * w.T), {t: inner(f, X * w)}), [unit(w), unit(f)]),
    "sum-to-zero-resid": (equal(inner(one, r - Hat * r), 0), [equal(Hat * one, one)]),
    "residual-killed": (equal(P * (x - P * x), o), [projector(P)]),
    "cov-blocks": (equal((X * P).T * (X * (I - P)), P * X.T * X * (I - P)), [projector(P)]),
    "decorrelated": (equal(P * S * (I - P), O), [projector(P), Eq(P * S, S * P)]),
    "commutes-invariant": (Eq(P * S, S * P), [projector(P), symmetric(S), Eq(P * S * P, S * P)]),
    "cyc4": equal(Trace(A * B * C * D), Trace(C * D * A * B)),
    "quad-form-sym": equal(inner(x, A * x), inner(x, (A + A.T) * x) / 2),
    "grad-mahal": (equal(gradient(inner(x - a, inverse(S) * (x - a)), x), 2 * inverse(S) * (x - a)), [symmetric(S)]),
    "gradient-trace": (equal(gradient(Trace(B.T * S * B), B), 2 * S * B), [symmetric(S)]),
    "em-step": equal(
        inverse(Ld.T * Ld) * Ld.T * X.T * (X * Ld * inverse(Ld.T * Ld)),
        inverse(Ld.T * Ld) * (Ld.T * X.T * X * Ld) * inverse(Ld.T * Ld),
    ),
    "standardise": (equal(sqnorm(H * f / alpha), n), [equal(sqnorm(H * f), n * alpha**2), nonzero(alpha)]),
    "corr-scale": equal(inner(alpha * (H * f), mu * (H * g)), alpha * mu * inner(f, H * g)),
    "pca-recon-mean": equal((one * mean.T + (X - one * mean.T) * U * U.T).T * one / n, mean),
    "pca-scores-mean": equal(((X - one * mean.T) * U).T * one, ZeroMatrix(d, 1)),
    "pca-residual-orth": (equal((X - X * U * U.T) * (X * U * U.T).T, ZeroMatrix(n, n)), [orthonormal(U)]),
    "explained": equal(Trace(U.T * cov * U) + Trace((I - U * U.T) * cov), Trace(cov)),
    "leverage-bound": (at_least(1, inner(f, Hat * f)), [unit(f)]),
    "leverage-nonneg": at_least(inner(f, Hat * f), 0),
    "bias-variance": equal(E_(sqnorm(A * x - a), x), E_(sqnorm(A * x - A * E_(x, x)), x) + sqnorm(A * E_(x, x) - a)),
    "scatter-sum": equal(total((xk - mean) * (xk - mean).T, k), n * cov),
    "scatter-pairs": equal(total(total(sqnorm(xi - xj), i_), j_), 2 * n * sqnorm(H * X)),
    "dist-entry": equal(sqnorm(xi - xj), sqnorm(xi) - 2 * inner(xi, xj) + sqnorm(xj)),
    "lda-total": (equal(X.T * H * X, X.T * (G_ - one * one.T / n) * X + X.T * (In - G_) * X), [projector(G_)]),
    "lda-between-psd": (
        at_least(inner(w, X.T * (G_ - one * one.T / n) * X * w), 0),
        [projector(G_), equal(G_ * one, one)],
    ),
    "translate": minimises(sqnorm(X + one * a.T - Y), {a: (Y - X).T * one / n}),
    "tls-nearest": (minimises(sqnorm(X - Z), {Z: X * (I - w * w.T)}), [unit(w), equal(Z * w, ZeroMatrix(n, 1))]),
    "tls-value": (
        minimises(sqnorm(X - Z), {Z: X * (I - w * w.T)}, value=sqnorm(X * w)),
        [unit(w), equal(Z * w, ZeroMatrix(n, 1))],
    ),
    "nearest-skew": (minimises(sqnorm(A - K), {K: (A - A.T) / 2}), [Eq(K.T, -K)]),
    "nearest-centred": (minimises(sqnorm(X - Y), {Y: H * X}), [centered(Y)]),
    "nearest-in-range": (minimises(sqnorm(X - Y), {Y: X * P}), [projector(P), equal(Y * P, Y)]),
    "expl-ratio": (at_least(1, Trace(U.T * S * U) / Trace(S)), [orthonormal(U), psd(S), positive(Trace(S))]),
    "expl-ratio-nonneg": (at_least(Trace(U.T * S * U) / Trace(S), 0), [orthonormal(U), psd(S), positive(Trace(S))]),
    "corr-bound-general": (
        at_least(1, inner(f, g) ** 2 / (sqnorm(f) * sqnorm(g))),
        [positive(sqnorm(f)), positive(sqnorm(g))],
    ),
    "ext-cs": at_least(sqnorm(H * f) * sqnorm(H * g), inner(f, H * g) ** 2),
    "var-le-range": at_least(sqnorm(f - c * one), sqnorm(H * f)),
    "kernel-trick-scores": equal((X.T * f).T * xi, inner(f, X * xi)),
    "dual-primal-norm": equal(sqnorm(X.T * f), inner(f, X * X.T * f)),
    "convex-combination-psd": (
        at_least(inner(x, (t * S + (1 - t) * A) * x), 0),
        [psd(S), psd(A), nonnegative(t), at_least(1, t)],
    ),
    "variance-of-projection": equal(average(inner(w, xk - mean) ** 2, k), inner(w, cov * w)),
    "corr-lin": equal(average(inner(w, xk - mean) * inner(v, xk - mean), k), inner(w, cov * v)),
    "scores-cov": (equal((H * X * V).T * (H * X * V) / n, D), [Eq(cov, V * D * V.T), orthogonal(V)]),
    "recon-best-affine": (minimises(total(sqnorm(xk - a - U * U.T * (xk - a)), k), {a: mean}), [orthonormal(U)]),
}
TABLE = [(f"methods.{name}", conclusion, assuming) for name, conclusion, assuming in triples(TABLE | TERM_BY_TERM)]
