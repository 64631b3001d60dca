"""Statements of methods of data analysis by name: true ones, all proved, and false ones, all refuted."""

from __future__ import annotations

from letters import (
    A,
    B,
    C,
    D,
    Eq,
    F,
    H,
    I,
    Id,
    In,
    J,
    K,
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
    alpha,
    b,
    c,
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
    ones_p,
    p,
    positive_c,
    q,
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
from sympy import BlockMatrix, Ne, Symbol, Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import (
    centered,
    eigenpair,
    nonnegative,
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
from pcaproofs.language.nodes import average, expectation, gradient, index, inner, inverse, pinv, sample, sqnorm, total

# Least squares, filters and updates

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
REGRESSION = {
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
REGRESSION = [(f"regression.{name}", conclusion, assuming) for name, conclusion, assuming in triples(REGRESSION)]

# Subspaces and their angles

Lw = matrix("L", p, p)
scores = matrix("Y", n, d)
q1, q2 = (matrix("q1", p, 1), matrix("q2", p, 1))
SUBSPACES = {
    "proj-diff": (Eq((Q - P) ** 2, Q - P), [projector(P), projector(Q), Eq(P * Q, P)]),
    "proj-rank1": (Eq((I - w * w.T) * (I - w * w.T), I - w * w.T), [unit(w)]),
    "proj-two": (Eq((w * w.T + v * v.T) ** 2, w * w.T + v * v.T), [unit(w), unit(v), equal(inner(v, w), 0)]),
    "proj-oblique": Eq((A * inverse(B.T * A) * B.T) ** 2, A * inverse(B.T * A) * B.T),
    "proj-dist-sym": (equal(sqnorm(P - Q), sqnorm(P * (I - Q)) + sqnorm((I - P) * Q)), [projector(P), projector(Q)]),
    "proj-commute-product": (Eq((P * Q) ** 2, P * Q), [projector(P), projector(Q), Eq(P * Q, Q * P)]),
    "proj-sum-commute": (Eq((P + Q - P * Q) ** 2, P + Q - P * Q), [projector(P), projector(Q), Eq(P * Q, Q * P)]),
    "reflect-proj": (Eq((I - 2 * P) ** 2, I), [projector(P)]),
    "complement-orth": (equal((I - U * U.T) * U, ZeroMatrix(p, d)), [orthonormal(U)]),
    "courant-second": (
        maximises(inner(w, S * w), {w: q2}),
        [
            unit(w),
            equal(inner(w, q1), 0),
            unit(q1),
            unit(q2),
            equal(inner(q1, q2), 0),
            Eq(S * q1, lam * q1),
            Eq(S * q2, mu * q2),
            psd(mu * (I - q1 * q1.T) - (S - lam * q1 * q1.T)),
            symmetric(S),
        ],
    ),
    "qr-hat": (equal(Hat, Qn * Qn.T), [Eq(X, Qn * Rg), orthonormal(Qn)]),
    "chol-whiten": (equal(inverse(Lw) * S * inverse(Lw).T, I), [Eq(S, Lw * Lw.T)]),
    "chol-inverse": (equal(inverse(S), inverse(Lw).T * inverse(Lw)), [Eq(S, Lw * Lw.T)]),
    "gen-eig": (
        equal(inverse(Lw) * A * inverse(Lw).T * (Lw.T * w), lam * (Lw.T * w)),
        [equal(A * w, lam * B * w), Eq(B, Lw * Lw.T)],
    ),
    "gen-eig-orth": (
        equal(inner(v, B * w), 0),
        [symmetric(A), symmetric(B), equal(A * v, lam * B * v), equal(A * w, mu * B * w), Ne(lam, mu)],
    ),
    "pinv-rotated": (equal(pinv(Q * A), pinv(A) * Q.T), [orthogonal(Q)]),
    "pinv-svd": (equal(pinv(X), V * pinv(D) * Z.T), [Eq(X, Z * D * V.T), orthonormal(Z), orthogonal(V)]),
    "gd-eigen": (equal(w - nu * (S * w), (1 - nu * lam) * w), [Eq(S * w, lam * w)]),
    "hotelling": (
        equal(S * v, mu * v),
        [symmetric(S), Eq(S * w, lam * w), unit(w), Eq((S - lam * w * w.T) * v, mu * v), nonzero(mu)],
    ),
    "span-power": (equal(S * U * inverse(U.T * S * U), U), [equal(S * U, U * L), orthonormal(U)]),
    "rayleigh-ritz": (equal(U.T * (S * U - U * (U.T * S * U)), ZeroMatrix(d, d)), [orthonormal(U)]),
    "ritz-min": (minimises(sqnorm(S * U - U * L), {L: U.T * S * U}), [orthonormal(U)]),
    "sum-proj-eq": (Eq(P * Q, O), [projector(P), projector(Q), Eq((P + Q) ** 2, P + Q)]),
    "proj-leq": (Eq(P * Q, P), [projector(P), projector(Q), psd(Q - P)]),
    "psd-trace-zero": (equal(S, O), [psd(S), equal(Trace(S), 0)]),
    "psd-sum-zero": (equal(S * x, o), [psd(S), psd(A), equal((S + A) * x, o)]),
    "normal-commute-null": (equal(A.T * x, o), [Eq(A * A.T, A.T * A), equal(A * x, o)]),
    "unit-equal": (equal(x, w), [unit(x), unit(w), equal(inner(x, w), 1)]),
    "unit-in-range": (equal(P * w, w), [projector(P), unit(w), equal(inner(w, P * w), 1)]),
    "max-trace-range": (equal(P * U, U), [projector(P), orthonormal(U), equal(Trace(U.T * P * U), d)]),
    "same-span": (equal(U * U.T, T * T.T), [orthonormal(U), orthonormal(T), equal(sqnorm(U.T * T), d)]),
    "invariant-of-rank": (
        equal(X, X * U * U.T),
        [Eq(X, scores * T.T), Eq(X.T * X * U, U * L), Eq(L * J, Id), Eq(J * L, Id), orthonormal(U), orthonormal(T)],
    ),
    "rot-between-bases": (equal((U.T * T).T * (U.T * T), Id), [orthonormal(U), orthonormal(T), Eq(U * U.T, T * T.T)]),
    "eig-of-proj-01": (equal(lam * (1 - lam), 0), [projector(P), eigenpair(P, w, lam)]),
    "trace-eig": (equal(Trace(S), Trace(D)), [Eq(S * V, V * D), orthogonal(V)]),
    "sym-from-eig": (Eq(S.T, S), [Eq(S * V, V * D), orthogonal(V), symmetric(D)]),
    "psd-from-eig": (at_least(inner(x, S * x), 0), [Eq(S * V, V * D), orthogonal(V), psd(D)]),
    "sqrt-commutes": (Eq(F * S, S * F), [Eq(S, F * F)]),
    "cov-null-implies": (equal(H * X * v, ZeroMatrix(n, 1)), [equal(cov * v, o)]),
}
SUBSPACES = [(f"subspaces.{name}", conclusion, assuming) for name, conclusion, assuming in triples(SUBSPACES)]

# Moments, whitening and distances

C_ = matrix("C", p, q)
Kn = matrix("K", n, n)
Dn = matrix("D", n, n)
Sg = matrix("Sigma", p, p)
Ld = matrix("Lambda", p, d)
Psi = matrix("Psi", p, p)
h = matrix("h", d, 1)
Mppca = Ld.T * Ld + nu * Id
MOMENTS = {
    "cov-lin": equal(
        E_((A * x - A * E_(x, x)) * (A * x - A * E_(x, x)).T, x), A * (E_(x * x.T, x) - E_(x, x) * E_(x, x).T) * A.T
    ),
    "var-lin": equal(
        E_(inner(a, x) ** 2, x) - inner(a, E_(x, x)) ** 2, inner(a, (E_(x * x.T, x) - E_(x, x) * E_(x, x).T) * a)
    ),
    "quad-expect": equal(E_(inner(x, A * x), x), Trace(A * E_(x * x.T, x))),
    "quad-expect-cov": (
        equal(E_(inner(x, A * x), x), Trace(A * Sg) + inner(a, A * a)),
        [equal(E_(x, x), a), equal(E_(x * x.T, x), Sg + a * a.T)],
    ),
    "cov-shift": equal(
        E_((x + b) * (x + b).T, x) - E_(x + b, x) * E_(x + b, x).T, E_(x * x.T, x) - E_(x, x) * E_(x, x).T
    ),
    "cov-psd": at_least(inner(a, (E_(x * x.T, x) - E_(x, x) * E_(x, x).T) * a), 0),
    "sample-cov-lin": equal((X * C_).T * H * (X * C_) / n, C_.T * cov * C_),
    "cov-of-sum": equal((X + Y).T * H * (X + Y), X.T * H * X + X.T * H * Y + Y.T * H * X + Y.T * H * Y),
    "total-var": equal(Trace(cov), sqnorm(H * X) / n),
    "whiten": (equal((H * X * A).T * (H * X * A) / n, I), [equal(A.T * cov * A, I)]),
    "zca": (equal(A * cov * A, I), [Eq(A * A, inverse(cov)), Eq(A * cov, cov * A)]),
    "whiten-mahal": (equal(sqnorm(F * (x - y)), inner(x - y, inverse(S) * (x - y))), [Eq(inverse(S), F.T * F)]),
    "kernel-centre-one": equal(H * Kn * H * one, ZeroMatrix(n, 1)),
    "kernel-centre-expand": equal(
        H * Kn * H, Kn - one * one.T * Kn / n - Kn * one * one.T / n + one * one.T * Kn * one * one.T / n**2
    ),
    "mds": equal(-H * (g * one.T + one * g.T - 2 * X * X.T) * H / 2, H * X * X.T * H),
    "mds-trace": equal(Trace(-H * Dn * H / 2), -Trace(H * Dn) / 2),
    "mds-centred": (equal(-H * (g * one.T + one * g.T - 2 * X * X.T) * H / 2, X * X.T), [centered(X)]),
    "dual-scores": (equal(sqnorm(X.T * f), lam), [equal(X * X.T * f, lam * f), unit(f)]),
    "kernel-eig-centred": (equal(inner(one, f), 0), [equal(H * Kn * H * f, lam * f), nonzero(lam)]),
    "gram-dist": equal(total(sqnorm(xk - a), k), Trace(X * X.T) - 2 * inner(a, X.T * one) + n * sqnorm(a)),
    "pairs-dist": equal(2 * n * sqnorm(H * X), 2 * n * sqnorm(X) - 2 * sqnorm(X.T * one)),
    "ppca-woodbury": Eq(inverse(Ld * Ld.T + nu * I), (I - Ld * inverse(Mppca) * Ld.T) / nu),
    "ppca-push": Eq(Ld.T * inverse(Ld * Ld.T + nu * I), inverse(Mppca) * Ld.T),
    "ppca-cov": (equal(E_(Ld * h * (Ld * h).T, h) + nu * I, Ld * Ld.T + nu * I), [equal(E_(h * h.T, h), Id)]),
    "factor-posterior": Eq(
        inverse(Id + Ld.T * inverse(Psi) * Ld) * Ld.T * inverse(Psi), Ld.T * inverse(Ld * Ld.T + Psi)
    ),
}
MOMENTS = [(f"moments.{name}", conclusion, assuming) for name, conclusion, assuming in triples(MOMENTS)]

# Other methods

G_ = matrix("G", n, n)
s2 = Symbol("sigma", real=True)
i_, j_ = (index("i"), index("j"))
xi, xj = (sample(X, i_), sample(X, j_))
METHODS = {
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
METHODS = [(f"methods.{name}", conclusion, assuming) for name, conclusion, assuming in triples(METHODS | TERM_BY_TERM)]

# False statements of the same kinds

FALSE_TABLE = {
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
FALSE_TABLE |= {
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
FALSE_TABLE = [(f"method.{name}", conclusion, assuming) for name, conclusion, assuming in triples(FALSE_TABLE)]
TABLE = [*REGRESSION, *SUBSPACES, *MOMENTS, *METHODS]
