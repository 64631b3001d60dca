"""True statements about projections, subspaces and decompositions, all of them proved."""

from __future__ import annotations

from letters import (
    A,
    B,
    D,
    Eq,
    F,
    H,
    I,
    Id,
    J,
    L,
    O,
    P,
    Q,
    S,
    T,
    U,
    V,
    X,
    Z,
    cov,
    d,
    lam,
    matrix,
    mu,
    n,
    nu,
    o,
    p,
    triples,
    v,
    w,
    x,
)
from sympy import Ne, Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises
from pcaproofs.language.hypotheses import eigenpair, nonzero, orthogonal, orthonormal, projector, psd, symmetric, unit
from pcaproofs.language.nodes import inner, inverse, pinv, sqnorm

Hat = X * inverse(X.T * X) * X.T
Lw = matrix("L", p, p)
Rg = matrix("R", p, p)
Qn = matrix("Q", n, p)
scores = matrix("Y", n, d)
q1, q2 = (matrix("q1", p, 1), matrix("q2", p, 1))

TABLE = {
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
TABLE = [(f"subspaces.{name}", conclusion, assuming) for name, conclusion, assuming in triples(TABLE)]
