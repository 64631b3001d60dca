"""True statements about eigenvectors, norms and inner products, all of them proved, by name."""

from __future__ import annotations

from letters import (
    A,
    B,
    D,
    Eq,
    H,
    I,
    K,
    L,
    N,
    O,
    P,
    Q,
    R,
    S,
    U,
    V,
    W,
    X,
    Y,
    Z,
    c,
    lam,
    mu,
    n,
    o,
    p,
    t,
    triples,
    v,
    w,
    x,
    y,
    z,
)
from sympy import Gt, Ne, ZeroMatrix

from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import (
    eigenpair,
    nonzero,
    orthogonal,
    orthonormal,
    positive,
    projector,
    psd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import inner, inverse, norm, sqnorm

EIGEN = {
    "multiple-of-unit-vector-is-zero": (equal(t, 0), [equal(t * w, o), unit(w)]),
    "multiples-of-unit-vector": (equal(lam, mu), [equal(lam * w, mu * w), unit(w)]),
    "value-of-unit-vector-is-unique": (equal(lam, mu), [eigenpair(A, w, lam), eigenpair(A, w, mu), unit(w)]),
    "power": (equal(A**3 * w, lam**3 * w), [Eq(A * w, lam * w)]),
    "shift": (equal((A - c * I) * w, (lam - c) * w), [Eq(A * w, lam * w)]),
    "inverse": (equal(inverse(A) * w, w / lam), [Eq(A * w, lam * w), nonzero(lam)]),
    "similar": (equal((inverse(V) * A * V) * (inverse(V) * w), lam * (inverse(V) * w)), [Eq(A * w, lam * w)]),
    "polynomial": (equal((A**2 - 3 * A + 2 * I) * w, (lam**2 - 3 * lam + 2) * w), [Eq(A * w, lam * w)]),
    "rayleigh-general": (equal(inner(w, A * w), lam * sqnorm(w)), [eigenpair(A, w, lam)]),
    "left-right": (equal(inner(v, w), 0), [Eq(A.T * v, lam * v), Eq(A * w, mu * w), Ne(lam, mu)]),
    "projector-eigenvalue": (equal(lam**2, lam), [projector(P), eigenpair(P, w, lam)]),
    "projector-eigenvalue-factor": (equal(lam * (lam - 1), 0), [Eq(P**2, P), eigenpair(P, w, lam)]),
    "involution-eigenvalue": (equal(lam**2, 1), [Eq(R**2, I), eigenpair(R, w, lam)]),
    "orthogonal-eigenvalue": (equal(lam**2, 1), [orthogonal(Q), eigenpair(Q, w, lam)]),
    "nilpotent-eigenvalue": (equal(lam**2, 0), [Eq(N**2, O), eigenpair(N, w, lam)]),
    "nilpotent-eigenvalue-zero": (equal(lam, 0), [Eq(N**2, O), eigenpair(N, w, lam)]),
    "skew-eigenvalue": (equal(lam, 0), [Eq(K.T, -K), eigenpair(K, w, lam)]),
    "commuting-eigenspace": (equal(A * (B * w), lam * (B * w)), [Eq(A * B, B * A), Eq(A * w, lam * w)]),
    "AB-and-BA": (equal(B * A * (B * w), lam * (B * w)), [Eq(A * B * w, lam * w)]),
    "deflation-kills": (equal((A - lam * w * w.T) * w, o), [Eq(A * w, lam * w), unit(w)]),
    "deflation-keeps": (
        equal((A - lam * w * w.T) * v, mu * v),
        [Eq(A * w, lam * w), Eq(A * v, mu * v), equal(inner(w, v), 0)],
    ),
    "gram-eigen": (equal(X * X.T * (X * w), lam * (X * w)), [Eq(X.T * X * w, lam * w)]),
    "gram-eigen-norm": (equal(sqnorm(X * w), lam), [Eq(X.T * X * w, lam * w), unit(w)]),
    "one-eigenvalue": (equal(lam, mu), [eigenpair(A, w, lam), Eq(A * w, mu * w)]),
    "diagonalised-power": Eq((V * D * inverse(V)) ** 4, V * D**4 * inverse(V)),
    "spectral-projector": (equal(P, w * w.T), [Eq(P, w * w.T)]),
    "invariant-subspace": (equal(A**2 * U, U * L**2), [Eq(A * U, U * L)]),
    "compression": (equal(U.T * A * U, L), [Eq(A * U, U * L), orthonormal(U)]),
    "compression-symmetric": (equal(L.T, L), [Eq(A * U, U * L), orthonormal(U), symmetric(A)]),
    "deflated-orthogonal": (
        equal(inner(w, v), 0),
        [symmetric(A), Eq(A * w, lam * w), unit(w), Eq((A - lam * w * w.T) * v, mu * v), nonzero(mu)],
    ),
    "invariant-subspaces-apart": (
        equal(W.T * V, O),
        [symmetric(A), Eq(A * V, V * D), Eq(A * W, W * B), psd(D - t * I), psd(mu * I - B), Gt(t, mu)],
    ),
    "kernel-of-centred": (equal(v, o), [equal(H * X * v, ZeroMatrix(n, 1)), equal(Z.T * H * X, I)]),
    "mahalanobis": equal(inner(A * x, inverse(A * S * A.T) * A * x), inner(x, inverse(S) * x)),
    "cayley-hamilton-2": (Eq(inverse(A) * c, t * I - A), [Eq(A**2 - t * A + c * I, O)]),
}

VECTORS = {
    "polarization": equal(4 * inner(x, y), sqnorm(x + y) - sqnorm(x - y)),
    "parallelogram-matrices": equal(sqnorm(X + Y) + sqnorm(X - Y), 2 * sqnorm(X) + 2 * sqnorm(Y)),
    "pythagoras": (equal(sqnorm(x + y), sqnorm(x) + sqnorm(y)), [equal(inner(x, y), 0)]),
    "pythagoras-converse": (equal(inner(x, y), 0), [equal(sqnorm(x + y), sqnorm(x) + sqnorm(y))]),
    "symmetric-inner": equal(inner(x, y), inner(y, x)),
    "adjoint": equal(inner(A * x, y), inner(x, A.T * y)),
    "self-adjoint": (equal(inner(A * x, y), inner(x, A * y)), [symmetric(A)]),
    "isometry": (equal(inner(Q * x, Q * y), inner(x, y)), [orthogonal(Q)]),
    "median": equal(4 * sqnorm((x + y) / 2 - z), 2 * sqnorm(x - z) + 2 * sqnorm(y - z) - sqnorm(x - y)),
    "appolonius": equal(sqnorm(x - z) + sqnorm(y - z), sqnorm(x - y) / 2 + 2 * sqnorm((x + y) / 2 - z)),
    "rhombus": (equal(inner(x + y, x - y), 0), [equal(sqnorm(x), sqnorm(y))]),
    "norm-root": equal(norm(x) ** 2, sqnorm(x)),
    "unit-from-norm": (equal(sqnorm(x / norm(x)), 1), [Ne(norm(x), 0)]),
    "unit-from-positive-norm": (equal(sqnorm(x / norm(x)), 1), [positive(norm(x))]),
    "residual-orthogonal": (equal(inner(P * x, x - P * x), 0), [projector(P)]),
    "pythagoras-basis": (equal(sqnorm(x), sqnorm(U.T * x) + sqnorm(x - U * U.T * x)), [orthonormal(U)]),
    "line-residual": (equal(sqnorm(x - inner(x, w) * w), sqnorm(x) - inner(x, w) ** 2), [unit(w)]),
    "gram-schmidt": (equal(inner(y - inner(x, y) / inner(x, x) * x, x), 0), [positive(inner(x, x))]),
    "gram-schmidt-unit": (equal(inner(y - inner(w, y) * w, w), 0), [unit(w)]),
    "lagrange-identity": equal(sqnorm(x * y.T - y * x.T), 2 * sqnorm(x) * sqnorm(y) - 2 * inner(x, y) ** 2),
    "zero-from-square": (equal(X, ZeroMatrix(n, p)), [equal(X.T * X, O)]),
    "zero-from-norm": (equal(x, o), [equal(sqnorm(x), 0)]),
    "equal-from-distance": (equal(x, y), [equal(sqnorm(x - y), 0)]),
    "kernel-of-gram": (equal(X * w, ZeroMatrix(n, 1)), [equal(X.T * X * w, o)]),
    "kernel-of-psd": (equal(S * w, o), [psd(S), equal(inner(w, S * w), 0)]),
    "both-zero": (equal(x, o), [equal(sqnorm(x) + sqnorm(y), 0)]),
    "riesz": (equal(sqnorm(x - y), 0), [equal(x, y)]),
}

TABLE = [
    (f"{group}.{name}", conclusion, assuming)
    for group, rows in (("eigen", EIGEN), ("vector", VECTORS))
    for name, conclusion, assuming in triples(rows)
]
