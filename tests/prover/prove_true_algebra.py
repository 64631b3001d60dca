"""True statements of linear algebra, all of them proved, by name."""

from __future__ import annotations

from letters import (
    A,
    B,
    C,
    D,
    Eq,
    I,
    In,
    K,
    L,
    M,
    N,
    O,
    P,
    Q,
    R,
    S,
    T,
    U,
    V,
    X,
    Y,
    c,
    matrix,
    p,
    t,
    triples,
    w,
    x,
    y,
)
from sympy import Identity, KroneckerDelta, Trace, ZeroMatrix, sqrt

from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import (
    nonzero,
    orthogonal,
    orthonormal,
    projector,
    psd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import basis, inner, inverse, norm, pinv, sqnorm

RINGS = {
    "distributive": Eq((A + B) * (C + D), A * C + A * D + B * C + B * D),
    "difference-of-squares": Eq((I - A) * (I + A), I - A**2),
    "square-of-sum": Eq((A + B) ** 2, A**2 + A * B + B * A + B**2),
    "difference-of-squares-commuting": (Eq((A - B) * (A + B), A**2 - B**2), [Eq(A * B, B * A)]),
    "binomial-3": (Eq((A + B) ** 3, A**3 + 3 * A**2 * B + 3 * A * B**2 + B**3), [Eq(A * B, B * A)]),
    "telescoping-3": Eq((I - A) * (I + A + A**2), I - A**3),
    "telescoping-6": Eq((I - A) * (I + A + A**2 + A**3 + A**4 + A**5), I - A**6),
    "factor-difference": Eq(A**2 - B**2, A * (A - B) + (A - B) * B),
    "factor-cubes": Eq(A**3 - B**3, A**2 * (A - B) + A * (A - B) * B + (A - B) * B**2),
    "transpose-of-product": equal((A * B * C).T, C.T * B.T * A.T),
    "symmetric-part-is": equal(((A + A.T) / 2).T, (A + A.T) / 2),
    "gram-is-symmetric": equal((X.T * X).T, X.T * X),
    "product-of-commuting-symmetric": (equal((A * B).T, A * B), [symmetric(A), symmetric(B), Eq(A * B, B * A)]),
    "symmetric-product-commutes": (Eq(A * B, B * A), [symmetric(A), symmetric(B), symmetric(A * B)]),
    "congruence-is-symmetric": (equal((U.T * S * U).T, U.T * S * U), [symmetric(S)]),
    "powers-commute": equal(A**3 * A**2, A**2 * A**3),
    "commute-with-power": (Eq(A * B**3, B**3 * A), [Eq(A * B, B * A)]),
    "commute-with-inverse": (Eq(A * inverse(B), inverse(B) * A), [Eq(A * B, B * A)]),
    "scalars-move": equal(A * (c * B), c * (A * B)),
    "outer-squared": equal((x * y.T) ** 2, inner(x, y) * x * y.T),
    "quadratic-form-transposes": equal(x.T * A * y, y.T * A.T * x),
    "quadratic-form-symmetric-part": equal(x.T * A * x, x.T * ((A + A.T) / 2) * x),
    "entry-of-transpose": equal(A[2, 0], A.T[0, 2]),
    "entry-of-identity": equal(inner(basis(p, "i"), basis(p, "j")), 0),
    "basis-projects": equal((basis(p, "i") * basis(p, "i").T) ** 2, basis(p, "i") * basis(p, "i").T),
    "kronecker": equal(KroneckerDelta(0, 1), 0),
}

A2, x2 = matrix("A", 2, 2), matrix("x", 2, 1)
A3 = matrix("A", 3, 3)
det = A2[0, 0] * A2[1, 1] - A2[0, 1] * A2[1, 0]
minors = sum(A3[i, i] * A3[j, j] - A3[i, j] * A3[j, i] for i in range(3) for j in range(i))
det3 = sum(
    A3[0, i] * (A3[1, (i + 1) % 3] * A3[2, (i + 2) % 3] - A3[1, (i + 2) % 3] * A3[2, (i + 1) % 3]) for i in range(3)
)

FIXED_SIZES = {
    "norm-of-2": equal(sqnorm(x2), x2[0, 0] ** 2 + x2[1, 0] ** 2),
    "cayley-hamilton": equal(A2**2 - Trace(A2) * A2 + det * Identity(2), ZeroMatrix(2, 2)),
    "cayley-hamilton-of-3": equal(A3**3 - Trace(A3) * A3**2 + minors * A3, det3 * Identity(3)),
    "entry-of-an-inverse": equal(inverse(A2)[0, 0] * det, A2[1, 1]),
    "projectors-add-up": equal(basis(2, "i") * basis(2, "i").T + basis(2, "j") * basis(2, "j").T, Identity(2)),
}

NILPOTENTS = {
    "square-zero-inverse": (Eq((I + N) * (I - N), I), [Eq(N**2, O)]),
    "nilpotent-inverse": (Eq(inverse(I - N), I + N), [Eq(N**2, O)]),
    "nilpotent-similar": (Eq((inverse(V) * N * V) ** 2, O), [Eq(N**2, O)]),
    "nilpotent-high-power": (Eq(N**7, O), [Eq(N**3, O)]),
    "commuting-nilpotents": (Eq((N + M) ** 3, O), [Eq(N**2, O), Eq(M**2, O), Eq(N * M, M * N)]),
}

IDEMPOTENTS = {
    "reflection-involution": (Eq((I - 2 * P) ** 2, I), [Eq(P**2, P)]),
    "involution-gives-idempotent": (Eq(((I + R) / 2) ** 2, (I + R) / 2), [Eq(R**2, I)]),
    "householder-orthogonal": (Eq((I - 2 * w * w.T).T * (I - 2 * w * w.T), I), [unit(w)]),
    "householder-reflects": (Eq((I - 2 * w * w.T) * w, -w), [unit(w)]),
    "sum-of-orthogonal-projectors": (Eq((P + Q) ** 2, P + Q), [projector(P), projector(Q), Eq(P * Q, O)]),
    "orthogonal-both-ways": (Eq(Q * P, O), [projector(P), projector(Q), Eq(P * Q, O)]),
    "product-of-commuting-projectors": (Eq((P * Q) ** 2, P * Q), [Eq(P**2, P), Eq(Q**2, Q), Eq(P * Q, Q * P)]),
    "difference-of-nested": (Eq((Q - P) ** 2, Q - P), [projector(P), projector(Q), Eq(Q * P, P)]),
    "range-determines": (Eq(P, Q), [projector(P), projector(Q), Eq(P * Q, Q), Eq(Q * P, P)]),
    "sandwich": (Eq(Q * P, P), [projector(P), projector(Q), Eq(P * Q * P, P)]),
    "unit-outer-projects": (Eq((w * w.T) ** 2, w * w.T), [unit(w)]),
    "unit-outer-trace": (equal(Trace(w * w.T), 1), [unit(w)]),
    "projection-on-line": (Eq((w * w.T / inner(w, w)) ** 2, w * w.T / inner(w, w)), [nonzero(inner(w, w))]),
    "projector-power": (Eq(P**9, P), [projector(P)]),
    "projector-similar": (Eq((inverse(V) * P * V) ** 2, inverse(V) * P * V), [Eq(P**2, P)]),
    "idempotent-invertible-is-identity": (Eq(P, I), [Eq(P**2, P), Eq(P * V, I)]),
    "resolution": (Eq(P * Q, O), [projector(P), projector(Q), Eq(P + Q, I)]),
    "anticommuting": (Eq(P * Q, O), [projector(P), projector(Q), Eq(P * Q + Q * P, O)]),
    "rotated-projector": (Eq((Q * P * Q.T) ** 2, Q * P * Q.T), [projector(P), orthogonal(Q)]),
}

INVERSES = {
    "of-inverse": Eq(inverse(inverse(A)), A),
    "of-multiple": (Eq(inverse(c * A), inverse(A) / c), [nonzero(c)]),
    "of-power": Eq(inverse(A**2), inverse(A) ** 2),
    "of-symmetric": (Eq(inverse(S).T, inverse(S)), [symmetric(S)]),
    "unique-left": (Eq(B, C), [Eq(B * A, I), Eq(A * C, I)]),
    "of-identity-plus-rank-one": equal(inverse(I + x * y.T), I - x * y.T / (1 + inner(x, y))),
    "of-number-plus-rank-one": equal(inverse(c * I + x * x.T), (I - x * x.T / (c + sqnorm(x))) / c),
    "push-through": Eq(inverse(I + A * B) * A, A * inverse(I + B * A)),
    "push-through-rectangular": Eq(inverse(In + X * X.T) * X, X * inverse(I + X.T * X)),
    "resolvent": Eq(inverse(A) - inverse(B), inverse(A) * (B - A) * inverse(B)),
    "second-resolvent": Eq(inverse(A) - inverse(B), inverse(B) * (B - A) * inverse(A)),
    "one-minus-resolvent": Eq(I - inverse(I + A), A * inverse(I + A)),
    "cayley-commutes": Eq((I - A) * inverse(I + A), inverse(I + A) * (I - A)),
    "cayley-orthogonal": (Eq(((I - K) * inverse(I + K)).T * ((I - K) * inverse(I + K)), I), [Eq(K.T, -K)]),
    "woodbury": Eq(
        inverse(A + U * L * T.T),
        inverse(A) - inverse(A) * U * inverse(inverse(L) + T.T * inverse(A) * U) * T.T * inverse(A),
    ),
    "sherman-morrison": (
        Eq((A + x * y.T) * (inverse(A) - inverse(A) * x * y.T * inverse(A) / (1 + inner(y, inverse(A) * x))), I),
        [nonzero(1 + inner(y, inverse(A) * x))],
    ),
    "rank-one-inverse": (Eq((I + x * y.T) * (I - x * y.T / (1 + inner(x, y))), I), [nonzero(1 + inner(x, y))]),
    "similar-power": Eq((inverse(V) * A * V) ** 3, inverse(V) * A**3 * V),
    "similar-inverse": Eq(inverse(inverse(V) * A * V), inverse(V) * inverse(A) * V),
    "hua": Eq(A - A * inverse(A + inverse(B)) * A, inverse(inverse(A) + B)),
    "cancel-left": (Eq(B, C), [Eq(A * B, A * C), Eq(V * A, I)]),
    "inverse-of-sum": equal(inverse(A * B + I) * (A * B + I) * C, C),
    "inverse-power": equal(inverse(A) ** 2 * A * A, I),
    "penrose-absorbs": Eq(X.T * X * pinv(X), X.T),
    "penrose-unique": (
        Eq(Y.T, pinv(X)),
        [Eq(X * Y.T * X, X), Eq(Y.T * X * Y.T, Y.T), symmetric(X * Y.T), symmetric(Y.T * X)],
    ),
    "penrose-of-orthonormal": (Eq(pinv(U), U.T), [orthonormal(U)]),
    "penrose-of-invertible": Eq(pinv(A), inverse(A)),
}

TRACES = {
    "cyclic": Eq(Trace(A * B * C), Trace(C * A * B)),
    "transpose": Eq(Trace(A * B.T), Trace(B * A.T)),
    "rectangular": Eq(Trace(X * Y.T), Trace(Y.T * X)),
    "commutator-with-power": Eq(Trace((A * B - B * A) * A**2), 0),
    "leibniz": Eq(A * B * C - B * C * A, (A * B - B * A) * C + B * (A * C - C * A)),
    "similar-square": Eq(Trace((inverse(V) * A * V) ** 2), Trace(A**2)),
    "orthogonal-invariance": (equal(sqnorm(Q * A), sqnorm(A)), [orthogonal(Q)]),
    "orthogonal-invariance-right": (equal(sqnorm(X * Q), sqnorm(X)), [orthogonal(Q)]),
    "orthogonal-conjugation": (equal(Trace(Q.T * A * Q), Trace(A)), [orthogonal(Q)]),
    "trace-of-multiple": Eq(Trace(c * A + I), c * Trace(A) + p),
    "symmetric-times-skew": (Eq(Trace(S * K), 0), [symmetric(S), Eq(K.T, -K)]),
    "skew": (Eq(Trace(K), 0), [Eq(K.T, -K)]),
    "skew-odd-power": (Eq(Trace(K**3), 0), [Eq(K.T, -K)]),
    "skew-form": (equal(x.T * K * x, 0), [Eq(K.T, -K)]),
    "skew-orthogonal-image": (equal(inner(x, K * x), 0), [Eq(K.T, -K)]),
    "no-commutator-is-one": Eq(Trace(A * B - B * A + I), p),
    "nilpotent-product": Eq(Trace(A * B * A * B), Trace(B * A * B * A)),
    "projector-trace-norm": (equal(sqnorm(P), Trace(P)), [projector(P)]),
    "projectors-trace": (equal(Trace(P * Q), sqnorm(P * Q)), [projector(P), projector(Q)]),
    "factor-of-a-unit-matrix": (equal(c, 0), [equal(c * A, O), equal(sqnorm(A), 1)]),
    "factor-of-a-matrix-with-a-trace": (equal(c, t), [equal(c * A, t * A), equal(Trace(A), 1)]),
    "traceless": equal(Trace(A - Trace(A) / p * I), 0),
    "deviator-norm": equal(sqnorm(A - Trace(A) / p * I), sqnorm(A) - Trace(A) ** 2 / p),
    "frobenius-split": equal(sqnorm(A), sqnorm((A + A.T) / 2) + sqnorm((A - A.T) / 2)),
    "inner-is-trace": equal(inner(A, B), Trace(A.T * B)),
    "gram-trace": equal(Trace(X.T * X), Trace(X * X.T)),
    "idempotent-similarity": (equal(Trace(P * A * P), Trace(P * A)), [Eq(P**2, P)]),
    "sylvester-trace": equal(Trace(X * (A * C) * X.T), Trace(C * X.T * X * A)),
}

form, K5 = inner(x, inverse(A) * x), matrix("K", 5, 5)
SYMMETRIC = [symmetric(x) for x in (A, B, C, D, K, M, N)]
BESIDE = {
    "gain": Eq(inverse(A + x * x.T) * x, inverse(A) * x / (1 + form)),
    "gain-as-a-row": Eq(x.T * inverse(A + x * x.T), x.T * inverse(A) / (1 + form)),
    "gain-of-two-columns": Eq(inverse(A + x * y.T) * x, inverse(A) * x / (1 + inner(y, inverse(A) * x))),
    "form": equal(inner(x, inverse(A + x * x.T) * x), form / (1 + form)),
    "form-below-one": equal(1 - inner(x, inverse(A + x * x.T) * x), 1 / (1 + form)),
    "form-beside-another": equal(inner(y, inverse(A - x * x.T) * x), inner(y, inverse(A) * x) / (1 - form)),
    "commuting-by-their-sum": (Eq(A * B, B * A), [Eq(A * B, 2 * A + 3 * B)]),
    "normal-by-the-sum": (Eq(A * A.T, A.T * A), [Eq(A * A.T, A + A.T)]),
    "reversed": (equal(Trace(A * B * C * D * K * M * N), Trace(N * M * K * D * C * B * A)), SYMMETRIC),
    "one-fourth-root": (Eq(A, B), [psd(A), psd(B), Eq(A**4, B**4)]),
    "one-fifth-root": (Eq(A, B), [psd(A), psd(B), Eq(A**5, B**5)]),
    "one-fourth-root-of-symmetric": (Eq(A**2, B**2), [symmetric(A), symmetric(B), Eq(A**4, B**4)]),
    "identity-as-root": (Eq(A, I), [psd(A), Eq(A**4, I)]),
    "identity-as-sixth-root": (Eq(A, I), [psd(A), Eq(A**6, I)]),
    "one-sixth-root": (Eq(A, B), [psd(A), psd(B), Eq(A**6, B**6)]),
    "equal-roots": equal(sqrt(Trace(X.T * X)), sqrt(Trace(X * X.T))),
    "equality-in-cauchy-schwarz": (equal(inner(x, y), norm(x) * norm(y)), [Eq(norm(y) * x, norm(x) * y)]),
    "trace-by-five-entries": equal(Trace(K5), sum(K5[i, i] for i in range(5))),
}
TABLE = [
    (f"{group}.{name}", conclusion, assuming)
    for group, rows in (
        ("ring", RINGS),
        ("fixed-size", FIXED_SIZES),
        ("nilpotent", NILPOTENTS),
        ("idempotent", IDEMPOTENTS),
        ("inverse", INVERSES),
        ("trace", TRACES),
        ("beside", BESIDE),
    )
    for name, conclusion, assuming in triples(rows)
]
