"""False statements of the same kinds, all of them refuted, by name."""

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
    O,
    P,
    Q,
    R,
    S,
    T,
    U,
    V,
    W,
    X,
    Y,
    Z,
    a,
    b,
    cov,
    d,
    f,
    g,
    k,
    lam,
    m,
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
)
from sympy import BlockMatrix, Ne, Symbol, Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import (
    nonzero,
    orthogonal,
    orthonormal,
    positive,
    positive_definite,
    projector,
    psd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import expectation, inner, inverse, pinv, sqnorm, total

Kn = matrix("K", n, n)
Wn = matrix("W", n, n)
Ld = matrix("Lambda", p, d)
Hat = X * inverse(X.T * X) * X.T
s2 = Symbol("sigma", real=True)
E_ = expectation
Mppca = Ld.T * Ld + nu * Id
Lw = matrix("L", p, p)
Cm = matrix("C", m, p)
Rm = matrix("R", m, m)
Hm = matrix("H", m, p)
Pk = matrix("P", p, p)
Kg = Pk * Hm.T * inverse(Hm * Pk * Hm.T + Rm)
rm = matrix("r", m, 1)

TABLE = {
    "woodbury-sign": Eq(inverse(X.T * X + nu * I) * X.T, -X.T * inverse(X * X.T + nu * In)),
    "ridge-unbiased": equal(inverse(X.T * X + nu * I) * X.T * X, I),
    "hat-trace-n": equal(Trace(Hat), n),
    "kernel-no-centre": equal(H * Kn, H * Kn * H),
    "mds-no-half": equal(-H * (g * one.T + one * g.T - 2 * X * X.T) * H, H * X * X.T * H),
    "mds-not-centred": equal(-H * (g * one.T + one * g.T - 2 * X * X.T) * H / 2, X * X.T),
    "cov-no-mean": equal(cov, X.T * X / n),
    "cov-unscaled": equal(X.T * H * X, X.T * X - mean * mean.T),
    "quad-expect-wrong": equal(E_(inner(x, A * x), x), inner(E_(x, x), A * E_(x, x))),
    "var-lin-wrong": equal(E_(inner(a, x) ** 2, x), inner(a, E_(x, x)) ** 2),
    "procrustes-orthless": equal(sqnorm(X * Q - Y), sqnorm(X) + sqnorm(Y) - 2 * Trace(Q.T * X.T * Y)),
    "procrustes-min-wrong": (
        minimises(sqnorm(X * R - Y), {R: V * Q.T}),
        [Eq(X.T * Y, Q * D * V.T), orthogonal(Q), orthogonal(V), orthogonal(R), psd(D)],
    ),
    "ppca-wrong": Eq(inverse(Ld * Ld.T + nu * I), I - Ld * inverse(Mppca) * Ld.T),
    "power-wrong": (at_least(inner(x, S * x) ** 2, sqnorm(S * x) * sqnorm(x)), [symmetric(S)]),
    "rayleigh-wrong": minimises(sqnorm(A * x - t * x), {t: inner(x, A * x)}),
    "deflate-norm-wrong": (equal(sqnorm(S - lam * w * w.T), sqnorm(S) - lam**2), [symmetric(S), unit(w)]),
    "loewner-square": (at_least(inner(x, A * A * x), inner(x, B * B * x)), [psd(A - B), psd(B)]),
    "inverse-mono-wrong": (at_least(inner(x, inverse(A) * x), inner(x, inverse(B) * x)), [psd(A - B), psd(B)]),
    "pinv-product": equal(pinv(A * B), pinv(B) * pinv(A)),
    "pinv-left": equal(pinv(X) * X, I),
    "pinv-right": equal(X * pinv(X), In),
    "commute-proj-wrong": (Eq(P * S, S * P), [projector(P), symmetric(S)]),
    "trace-product": (equal(Trace(A * B), Trace(A) * Trace(B)), [symmetric(A), symmetric(B)]),
    "exp-norm": at_least(sqnorm(E_(x, x)), E_(sqnorm(x), x)),
    "tls-offset-wrong": minimises(total((inner(w, xk) - t) ** 2, k), {t: inner(w, X.T * one)}),
    "als-wrong": minimises(sqnorm(X - Z * B), {B: Z.T * X}),
    "same-ridge": same_optimisers([b], ("min", sqnorm(r - X * b)), ("min", sqnorm(r - X * b) + nu * sqnorm(b))),
    "same-l": (same_optimisers([w], ("max", inner(w, S * w)), ("max", inner(w, S * S * w))), [unit(w), symmetric(S)]),
    "same-proj-kept": (same_optimisers([P], ("max", Trace(P * S)), ("min", Trace((I - P) * A))), [projector(P)]),
    "kyfan-wrong-rank": (maximises(Trace(P * S), {P: O}), [projector(P), psd(S)]),
    "interlace-wrong": (at_least(inner(w, P * S * P * w), t), [projector(P), unit(w), psd(S - t * I)]),
    "captured-wrong": (at_least(sqnorm(X * P), sqnorm(X * Q)), [projector(P), projector(Q), Eq(P * Q, P)]),
    "svd-value-wrong": (equal(sqnorm(X - s2 * f * w.T), sqnorm(X) - s2**2), [equal(X * w, s2 * f), unit(w)]),
    "eigen-frob-wrong": (at_least(sqnorm(S), t * Trace(S)), [psd(t * I - S), psd(S)]),
    "cca-wrong": equal(A.T * C * B * inverse(B.T * D * B) * B.T * C.T * A, A.T * C * D * C.T * A),
    "pca-residual-wrong": equal((X - X * U * U.T) * (X * U * U.T).T, ZeroMatrix(n, n)),
    "leverage-wrong": (at_least(inner(f, Hat * f), 1), [unit(f)]),
    "orthonormal-eig": (equal(A * U, U * L), [orthonormal(U), equal(U.T * A * U, L)]),
    "gen-eig-orth-wrong": (
        equal(inner(v, w), 0),
        [symmetric(A), symmetric(B), equal(A * v, lam * B * v), equal(A * w, mu * B * w), Ne(lam, mu)],
    ),
    "chol-wrong": (equal(inverse(Lw).T * S * inverse(Lw), I), [Eq(S, Lw * Lw.T)]),
    "pinv-orth-wrong": equal(pinv(U), U.T),
    "joseph-wrong": (equal((I - Kg * Hm) * Pk * (I - Kg * Hm).T, Pk - Kg * Hm * Pk), [symmetric(Pk), symmetric(Rm)]),
    "hotelling-zero": (
        equal(S * v, mu * v),
        [symmetric(S), Eq(S * w, lam * w), unit(w), Eq((S - lam * w * w.T) * v, mu * v)],
    ),
    "min-norm-wrong": (minimises(sqnorm(b), {b: Cm.T * rm}), [equal(Cm * b, rm)]),
    "gen-cs-wrong": (at_least(inner(w, S * w) * inner(a, S * a), inner(a, w) ** 2), [psd(S)]),
    "loo-wrong": (
        equal(inverse(S - x * x.T), inverse(S) - inverse(S) * x * x.T * inverse(S) / (1 + inner(x, inverse(S) * x))),
        [nonzero(1 - inner(x, inverse(S) * x)), nonzero(1 + inner(x, inverse(S) * x))],
    ),
    "psd-zero-wrong": (equal(S * x, o), [symmetric(S), equal(inner(x, S * x), 0)]),
    "normal-needed": (equal(A.T * x, o), [equal(A * x, o)]),
    "unit-minus": (equal(x, w), [unit(x), unit(w), equal(inner(x, w) ** 2, 1)]),
    "gap-needed": (equal(W.T * V, O), [symmetric(A), Eq(A * V, V * D), Eq(A * W, W * B)]),
    "expl-wrong": (at_least(Trace(U.T * S * U) / Trace(S), 1), [orthonormal(U), psd(S), positive(Trace(S))]),
    "corr-wrong": (at_least(inner(f, g) ** 2, 1), [unit(f), unit(g)]),
    "translate-wrong": minimises(sqnorm(X + one * a.T - Y), {a: (Y - X).T * one}),
    "cov-null-wrong": (equal(X * v, ZeroMatrix(n, 1)), [equal(cov * v, o)]),
    "scores-cov-wrong": (equal((X * V).T * (X * V) / n, D), [Eq(cov, V * D * V.T), orthogonal(V)]),
    "same-basis": (equal(U, T), [orthonormal(U), orthonormal(T), Eq(U * U.T, T * T.T)]),
    "same-tls": (same_optimisers([w], ("min", sqnorm(X * w)), ("min", sqnorm(r - X * w))), [unit(w)]),
    "same-shift": same_optimisers([a], ("min", total(sqnorm(xk - a), k)), ("min", total(sqnorm(xk - 2 * a), k))),
    "ritz-wrong": (minimises(sqnorm(S * U - U * L), {L: U.T * U}), [orthonormal(U)]),
    "blue-wrong": (
        minimises(Trace(matrix("M", p, n) * Wn * matrix("M", p, n).T), {matrix("M", p, n): inverse(X.T * X) * X.T}),
        [psd(Wn), equal(matrix("M", p, n) * X, I)],
    ),
}
block, other = matrix("J", d, d), matrix("R", d, p)
definite = [positive_definite(A), positive_definite(B)]
TABLE |= {
    "inverse-keeps-order": (psd(inverse(A) - inverse(B)), [*definite, psd(A - B)]),
    "gauss-markov-biased": (psd(other * A * other.T - inverse(U.T * inverse(A) * U)), [positive_definite(A)]),
    "schur-diagonal-enough": (psd(BlockMatrix([[A, U], [U.T, block]])), [positive_definite(A), psd(block)]),
    "schur-without-whole": (psd(block - U.T * inverse(A) * U), [positive_definite(A), psd(block)]),
    "parallel-sum-above": (psd(A * inverse(A + B) * B - A), definite),
    "parallel-sum-half": (psd(A - 2 * A * inverse(A + B) * B), definite),
    "aitken-reversed": (
        psd(inverse(U.T * inverse(A) * U) - inverse(U.T * U) * U.T * A * U * inverse(U.T * U)),
        [positive_definite(A)],
    ),
    "inverse-concave": (psd(2 * inverse(A + B) - (inverse(A) + inverse(B)) / 2), definite),
    "schur-definite-of-psd": (
        positive_definite(block - U.T * inverse(A) * U),
        [psd(BlockMatrix([[A, U], [U.T, block]])), positive_definite(A)],
    ),
    "cubes-keep-order": (psd(A**3 - B**3), [psd(B), psd(A - B)]),
    "ridge-twice": (
        minimises(sqnorm(g - X * x) + mu * sqnorm(x), {x: inverse(X.T * X + 2 * mu * I) * X.T * g}),
        [at_least(mu, 1)],
    ),
    "symmetrised-product": (psd(A * B + B * A), [psd(A), psd(B)]),
}
TABLE = [(f"method.{name}", conclusion, assuming) for name, conclusion, assuming in triples(TABLE)]
