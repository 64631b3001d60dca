"""True statements about inverses, least squares and filters, all of them proved."""

from __future__ import annotations

from letters import (
    A,
    B,
    C,
    D,
    Eq,
    H,
    I,
    Id,
    In,
    L,
    S,
    T,
    U,
    X,
    a,
    b,
    c,
    f,
    lam,
    m,
    matrix,
    n,
    nu,
    o,
    one,
    ones_p,
    p,
    positive_c,
    q,
    r,
    t,
    triples,
    w,
    x,
    y,
)
from sympy import Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, minimises
from pcaproofs.language.hypotheses import nonzero, orthonormal, psd, symmetric, unit
from pcaproofs.language.nodes import expectation, gradient, inner, inverse, pinv, sqnorm

Y_ = matrix("Y", n, q)
Bq = matrix("B", p, q)
Wn = matrix("W", n, n)
beta = matrix("beta", p, 1)
bhat = inverse(X.T * X) * X.T * r
Hat = X * inverse(X.T * X) * X.T
ridge = inverse(X.T * X + nu * I) * X.T * r
E_ = expectation
Rg = matrix("R", p, p)
Qn = matrix("Q", n, p)
Bm = matrix("B", p, m)
Cm = matrix("C", m, p)
Rm = matrix("R", m, m)
Hm = matrix("H", m, p)
Pk = matrix("P", p, p)
Kg = Pk * Hm.T * inverse(Hm * Pk * Hm.T + Rm)
rm = matrix("r", m, 1)
onesp = ones_p

TABLE = {
    "woodbury-ridge": Eq(inverse(X.T * X + nu * I) * X.T, X.T * inverse(X * X.T + nu * In)),
    "woodbury-full": Eq(
        inverse(A + U * inverse(L) * U.T),
        inverse(A) - inverse(A) * U * inverse(L + U.T * inverse(A) * U) * U.T * inverse(A),
    ),
    "sherman": equal(inverse(A + x * y.T) * (A + x * y.T), I),
    "schur-block": equal(
        inverse(A) + inverse(A) * B * inverse(D - C * inverse(A) * B) * C * inverse(A),
        inverse(A - B * inverse(D) * C),
    ),
    "inv-parallel-sym": Eq(A * inverse(A + B) * B, B * inverse(A + B) * A),
    "ls-unbiased": (equal(E_(inverse(X.T * X) * X.T * (X * beta + f), f), beta), [equal(E_(f, f), ZeroMatrix(n, 1))]),
    "ls-cov": (
        equal(E_(inverse(X.T * X) * X.T * f * (inverse(X.T * X) * X.T * f).T, f), nu * inverse(X.T * X)),
        [equal(E_(f * f.T, f), nu * In)],
    ),
    "resid-expect": (equal(E_(sqnorm(f - Hat * f), f), nu * (n - p)), [equal(E_(f * f.T, f), nu * In)]),
    "gauss-markov": (
        at_least(inner(x, matrix("L", p, n) * matrix("L", p, n).T * x), inner(x, inverse(X.T * X) * x)),
        [equal(matrix("L", p, n) * X, I)],
    ),
    "ridge-stationary": (equal(gradient(sqnorm(r - X * b) + nu * sqnorm(b), b), o), [equal(b, ridge)]),
    "ridge-dual": equal(ridge, X.T * inverse(X * X.T + nu * In) * r),
    "ridge-unique": minimises(sqnorm(r - X * b) + nu * sqnorm(b), {b: ridge}, exactly=[equal(b, ridge)]),
    "wls": (minimises(inner(r - X * b, Wn * (r - X * b)), {b: inverse(X.T * Wn * X) * X.T * Wn * r}), [psd(Wn)]),
    "constrained-ls": (
        minimises(sqnorm(x - y), {y: x - a * (inner(a, x) - c) / sqnorm(a)}),
        [equal(inner(a, y), c), nonzero(sqnorm(a))],
    ),
    "multi-ls": minimises(sqnorm(Y_ - X * Bq), {Bq: inverse(X.T * X) * X.T * Y_}),
    "fwl": equal(inverse(X.T * X) * X.T * (X * a + r), a + inverse(X.T * X) * X.T * r),
    "r2": (equal(sqnorm(H * Hat * r) + sqnorm(r - Hat * r), sqnorm(H * r)), [equal(Hat * one, one)]),
    "pinv-ls": minimises(sqnorm(r - X * b), {b: pinv(X) * r}),
    "pinv-min-norm": (at_least(sqnorm(b), sqnorm(pinv(X) * r)), [equal(X.T * X * b, X.T * r)]),
    "pinv-transposed": equal(pinv(X).T, pinv(X.T)),
    "pinv-gram": equal(pinv(X) * pinv(X).T, pinv(X.T * X)),
    "woodbury-C": Eq(
        inverse(A + U * L * T.T),
        inverse(A) - inverse(A) * U * inverse(Id + L * T.T * inverse(A) * U) * L * T.T * inverse(A),
    ),
    "block-inverse": equal(
        (A - B * inverse(D) * C) * (inverse(A) + inverse(A) * B * inverse(D - C * inverse(A) * B) * C * inverse(A)),
        I,
    ),
    "qr-ls": (equal(Rg * bhat, Qn.T * r), [Eq(X, Qn * Rg), orthonormal(Qn)]),
    "prox": minimises(sqnorm(x - y) + nu * sqnorm(x), {x: y / (1 + nu)}),
    "min-norm-unique": (
        minimises(sqnorm(b), {b: Cm.T * inverse(Cm * Cm.T) * rm}, exactly=[equal(b, Cm.T * inverse(Cm * Cm.T) * rm)]),
        [equal(Cm * b, rm)],
    ),
    "portfolio": (
        minimises(inner(w, S * w), {w: inverse(S) * onesp / inner(onesp, inverse(S) * onesp)}),
        [psd(S), equal(inner(onesp, w), 1), nonzero(inner(onesp, inverse(S) * onesp))],
    ),
    "portfolio-value": (
        minimises(
            inner(w, S * w),
            {w: inverse(S) * onesp / inner(onesp, inverse(S) * onesp)},
            value=1 / inner(onesp, inverse(S) * onesp),
        ),
        [psd(S), equal(inner(onesp, w), 1), nonzero(inner(onesp, inverse(S) * onesp))],
    ),
    "blue": (
        minimises(
            Trace(matrix("M", p, n) * Wn * matrix("M", p, n).T),
            {matrix("M", p, n): inverse(X.T * inverse(Wn) * X) * X.T * inverse(Wn)},
        ),
        [psd(Wn), equal(matrix("M", p, n) * X, I)],
    ),
    "gen-cs": (at_least(inner(w, S * w) * inner(a, inverse(S) * a), inner(a, w) ** 2), [psd(S)]),
    "fisher": (at_least(inner(a, inverse(S) * a), inner(a, w) ** 2), [psd(S), equal(inner(w, S * w), 1)]),
    "kalman": Eq(Pk - Kg * Hm * Pk, inverse(inverse(Pk) + Hm.T * inverse(Rm) * Hm)),
    "joseph": (
        equal((I - Kg * Hm) * Pk * (I - Kg * Hm).T + Kg * Rm * Kg.T, Pk - Kg * Hm * Pk),
        [symmetric(Pk), symmetric(Rm)],
    ),
    "kalman-gain": Eq(Kg, inverse(inverse(Pk) + Hm.T * inverse(Rm) * Hm) * Hm.T * inverse(Rm)),
    "kalman-optimal": (
        minimises(Trace((I - Bm * Hm) * Pk * (I - Bm * Hm).T + Bm * Rm * Bm.T), {Bm: Kg}),
        [psd(Pk), psd(Rm)],
    ),
    "loo-inverse": (
        equal(inverse(S - x * x.T), inverse(S) + inverse(S) * x * x.T * inverse(S) / (1 - inner(x, inverse(S) * x))),
        [nonzero(1 - inner(x, inverse(S) * x))],
    ),
    "loo-solution": (
        equal(
            (S - x * x.T)
            * (inverse(S) * a - inverse(S) * x * (t - inner(x, inverse(S) * a)) / (1 - inner(x, inverse(S) * x))),
            a - t * x,
        ),
        [nonzero(1 - inner(x, inverse(S) * x))],
    ),
    "ridge-bias": equal(inverse(X.T * X + nu * I) * X.T * X * beta - beta, -nu * inverse(X.T * X + nu * I) * beta),
    "ridge-trace-bound": at_least(p, Trace(inverse(X.T * X + nu * I) * X.T * X)),
    "lasso-free": equal(gradient(sqnorm(r - X * b) / 2 + inner(a, b), b), X.T * (X * b - r) + a),
    "newton-step": (equal(gradient(inner(x, S * x) / 2 - inner(b, x), x), S * x - b), [symmetric(S)]),
    "kkt-circle": (
        equal(inner(x, S * x), lam),
        [unit(x), equal(gradient(inner(x, S * x) - lam * (sqnorm(x) - 1), x), o), symmetric(S)],
    ),
    "mean-opt-weights": minimises(
        nu * sqnorm(x - a) + positive_c * sqnorm(x - b), {x: (nu * a + positive_c * b) / (nu + positive_c)}
    ),
}
TABLE = [(f"regression.{name}", conclusion, assuming) for name, conclusion, assuming in triples(TABLE)]
