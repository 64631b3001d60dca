"""False statements, every one refuted by an exact counterexample, by name."""

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
    K,
    L,
    M,
    N,
    O,
    P,
    Q,
    R,
    S,
    U,
    V,
    X,
    Z,
    a,
    b,
    d,
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
    triples,
    v,
    w,
    x,
    xk,
    y,
    z,
)
from sympy import Ne, Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import (
    centered,
    eigenpair,
    nonnegative,
    orthogonal,
    orthonormal,
    projector,
    psd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import average, expectation, gradient, inner, inverse, norm, sqnorm, total

hat = X * inverse(X.T * X) * X.T

ALGEBRA = {
    "commute": Eq(A * B, B * A),
    "binomial": Eq((A + B) ** 2, A**2 + 2 * A * B + B**2),
    "difference-of-squares": Eq((A - B) * (A + B), A**2 - B**2),
    "telescoping-sign": Eq((I - A) * (I + A), I + A**2),
    "telescoping-short": Eq((I - A) * (I + A + A**2), I - A**2),
    "transpose-order": Eq((A * B).T, A.T * B.T),
    "product-of-symmetric": (Eq((A * B).T, A * B), [symmetric(A), symmetric(B)]),
    "inverse-order": Eq(inverse(A * B), inverse(A) * inverse(B)),
    "inverse-of-sum": Eq(inverse(A + B), inverse(A) + inverse(B)),
    "inverses-of-two-sums": Eq(inverse(inverse(A) + inverse(B)), A * inverse(A + B) * A),
    "inverse-is-transpose": Eq(inverse(A), A.T),
    "inverse-is-itself": (Eq(inverse(A), A), [symmetric(A)]),
    "push-through-wrong": Eq(inverse(I + A * B) * A, A * inverse(I + A * B)),
    "resolvent-sign": Eq(inverse(A) - inverse(B), inverse(A) * (A - B) * inverse(B)),
    "woodbury-sign": Eq(inverse(I + U * U.T), I + U * inverse(Id + U.T * U) * U.T),
    "similar-is-same": Eq(inverse(V) * A * V, A),
    "cancel-zero-divisor": (Eq(B, C), [Eq(A * B, A * C)]),
    "square-zero-is-zero": (Eq(N, O), [Eq(N**2, O)]),
    "nilpotents-add": (Eq((N + M) ** 2, O), [Eq(N**2, O), Eq(M**2, O)]),
    "neumann-too-short": (Eq((I - N) * (I + N), I), [Eq(N**3, O)]),
    "involution-is-identity": (Eq(R, I), [Eq(R**2, I)]),
    "orthogonal-is-symmetric": (Eq(Q.T, Q), [orthogonal(Q)]),
    "orthogonals-commute": (Eq(Q * R, R * Q), [orthogonal(Q), orthogonal(R)]),
    "sum-of-orthogonals": (Eq((Q + R).T * (Q + R), I), [orthogonal(Q), orthogonal(R)]),
    "skew-square-skew": (Eq((K**2).T, -(K**2)), [Eq(K.T, -K)]),
    "outer-symmetric": equal(x * y.T, y * x.T),
    "outer-square": equal((x * y.T) ** 2, x * y.T),
    "scalar-not-one": equal(inner(x, y) * z, inner(x, z) * y),
    "cayley-wrong-sign": (Eq(((I - K) * inverse(I + K)).T, (I - K) * inverse(I + K)), [Eq(K.T, -K)]),
    "zero-product": (Eq(A, O), [Eq(A * B, O)]),
    "square-root": (Eq(A, B), [Eq(A**2, B**2)]),
}

PROJECTORS = {
    "idempotent-is-symmetric": (Eq(P.T, P), [Eq(P**2, P)]),
    "sum": (Eq((P + Q) ** 2, P + Q), [projector(P), projector(Q)]),
    "product": (Eq((P * Q) ** 2, P * Q), [projector(P), projector(Q)]),
    "commute": (Eq(P * Q, Q * P), [projector(P), projector(Q)]),
    "reflection": (Eq((I - P) ** 2, I), [projector(P)]),
    "one-sided": (Eq(Q * P, O), [Eq(P**2, P), Eq(Q**2, Q), Eq(P * Q, O)]),
    "sandwich": (Eq(Q * P, P), [Eq(P**2, P), Eq(Q**2, Q), Eq(P * Q * P, P)]),
    "BBt-is-identity": (Eq(U * U.T, I), [orthonormal(U)]),
    "BBt-without-orthonormal": Eq((U * U.T) ** 2, U * U.T),
    "householder-once": (Eq((I - w * w.T).T * (I - w * w.T), I), [unit(w)]),
    "householder-not-unit": Eq((I - 2 * w * w.T) ** 2, I),
    "trace-is-p": (equal(Trace(P), p), [projector(P)]),
    "norm-is-one": (equal(sqnorm(P), 1), [projector(P)]),
    "trace-BBt": (equal(Trace(U * U.T), p), [orthonormal(U)]),
    "rotated": (Eq((Q * P * Q) ** 2, Q * P * Q), [projector(P), orthogonal(Q)]),
}

TRACES = {
    "product": Eq(Trace(A * B), Trace(A) * Trace(B)),
    "not-all-permutations": Eq(Trace(A * B * C), Trace(A * C * B)),
    "square": Eq(Trace(A**2), Trace(A) ** 2),
    "norm-is-trace-of-square": equal(sqnorm(A), Trace(A**2)),
    "of-transpose-product": Eq(Trace(A * B.T), Trace(A * B)),
    "of-identity": Eq(Trace(I), 1),
    "of-inverse": Eq(Trace(inverse(A)), 1 / Trace(A)),
    "congruence": Eq(Trace(V.T * A * V), Trace(A)),
    "invariance-left": equal(sqnorm(Q * A), sqnorm(A)),
    "commutator-square": Eq(Trace((A * B - B * A) ** 2), 0),
    "skew-square": (Eq(Trace(K**2), 0), [Eq(K.T, -K)]),
    "centering": equal(Trace(In - one * one.T / n), n),
    "frobenius-split-wrong": equal(sqnorm(A + B), sqnorm(A) + sqnorm(B)),
}

VECTORS = {
    "pythagoras-without-orthogonality": equal(sqnorm(x + y), sqnorm(x) + sqnorm(y)),
    "polarization-factor": equal(2 * inner(x, y), sqnorm(x + y) - sqnorm(x - y)),
    "parallelogram-factor": equal(sqnorm(x + y) + sqnorm(x - y), sqnorm(x) + sqnorm(y)),
    "adjoint-without-transpose": equal(inner(A * x, y), inner(x, A * y)),
    "isometry": equal(sqnorm(A * x), sqnorm(x)),
    "wide-isometry": (equal(sqnorm(U.T * x), sqnorm(x)), [orthonormal(U)]),
    "line-not-unit": equal(sqnorm(x - inner(x, w) * w), sqnorm(x) - inner(x, w) ** 2),
    "line-sign": (equal(sqnorm(x - inner(x, w) * w), sqnorm(x) + inner(x, w) ** 2), [unit(w)]),
    "pythagoras-oblique": (equal(sqnorm(x), sqnorm(P * x) + sqnorm(x - P * x)), [Eq(P**2, P)]),
    "cauchy-schwarz-equality": equal(inner(x, y) ** 2, sqnorm(x) * sqnorm(y)),
    "orthogonal-to-all": (equal(x, o), [equal(inner(x, y), 0)]),
    "norm-additive": equal(norm(x) ** 2 + norm(y) ** 2, norm(x + y) ** 2),
    "gram-schmidt-wrong": equal(inner(y - inner(x, y) * x, x), 0),
}

EIGEN = {
    "square": (equal(A**2 * w, lam * w), [Eq(A * w, lam * w)]),
    "transpose": (equal(A.T * w, lam * w), [Eq(A * w, lam * w)]),
    "sum": (equal((A + B) * v, (lam + mu) * v), [Eq(A * v, lam * v), Eq(B * w, mu * w)]),
    "rayleigh-not-unit": (equal(inner(w, A * w), lam), [Eq(A * w, lam * w)]),
    "orthogonal-not-symmetric": (equal(inner(v, w), 0), [Eq(A * v, lam * v), Eq(A * w, mu * w), Ne(lam, mu)]),
    "orthogonal-same-value": (equal(inner(v, w), 0), [symmetric(A), Eq(A * v, lam * v), Eq(A * w, lam * w)]),
    "projector-eigenvalue-one": (equal(lam, 1), [projector(P), eigenpair(P, w, lam)]),
    "deflation-not-unit": (equal((A - lam * w * w.T) * w, o), [Eq(A * w, lam * w)]),
    "gram-norm": (equal(sqnorm(X * w), lam), [Eq(X.T * X * w, lam * w)]),
    "products-eigen": (equal(A * B * w, lam * mu * w), [Eq(A * w, lam * w), Eq(B * v, mu * v)]),
    "compression": (equal(U.T * A * U, L), [Eq(A * U, U * L)]),
    "invariant-left": (equal(U.T * A, L * U.T), [Eq(A * U, U * L), orthonormal(U)]),
}

STATISTICS = {
    "centering-plus": Eq((In + one * one.T / n) ** 2, In + one * one.T / n),
    "centering-unscaled": Eq((In - one * one.T) ** 2, In - one * one.T),
    "centering-is-identity": equal(H * X, X),
    "mean-zero": equal(X.T * one, o),
    "scatter": equal(X.T * H * X, X.T * X),
    "variance-n-minus-1": (equal(average(sqnorm(xk - mean), k), Trace(X.T * H * X) / (n - 1)), [Ne(n - 1, 0)]),
    "steiner-sign": equal(average(sqnorm(xk - a), k), average(sqnorm(xk - mean), k) - sqnorm(mean - a)),
    "steiner-missing-n": equal(total(sqnorm(xk - a), k), total(sqnorm(xk - mean), k) + sqnorm(mean - a)),
    "expectation-of-square": equal(expectation(sqnorm(x), x), sqnorm(expectation(x, x))),
    "hat-is-identity": Eq(hat, In),
    "residual-zero": equal(r - hat * r, ZeroMatrix(n, 1)),
    "ridge-is-least-squares": equal(inverse(X.T * X + nu * I) * X.T * r, inverse(X.T * X) * X.T * r),
    "pca-not-orthonormal": equal(sqnorm(X - X * U * U.T), sqnorm(X) - sqnorm(X * U)),
    "projected-variance": (equal(sqnorm(X * P), sqnorm(X)), [projector(P)]),
    "covariance-shift": (equal((X + one * a.T).T * (X + one * a.T), X.T * X), [centered(X)]),
    "svd-wrong-factor": (equal(X.T * X, V * D.T * D * V.T), [Eq(X, Z * D * V.T)]),
    "scores-orthonormal": (equal((X * U).T * (X * U), Id), [orthonormal(U)]),
    "rotation": equal((U * L) * (U * L).T, U * U.T),
}

INEQUALITIES = {
    "inner-nonnegative": at_least(inner(x, y), 0),
    "form-nonnegative": at_least(inner(x, A * x), 0),
    "form-symmetric": (at_least(inner(x, S * x), 0), [symmetric(S)]),
    "trace-nonnegative": at_least(Trace(A), 0),
    "square-trace": at_least(Trace(A**2), 0),
    "cauchy-schwarz-reversed": at_least(inner(x, y) ** 2, sqnorm(x) * sqnorm(y)),
    "square-of-sum-tight": at_least(sqnorm(x) + sqnorm(y), sqnorm(x + y)),
    "contraction-any": at_least(sqnorm(x), sqnorm(A * x)),
    "contraction-oblique": (at_least(sqnorm(x), sqnorm(P * x)), [Eq(P**2, P)]),
    "expansion": (at_least(sqnorm(P * x), sqnorm(x)), [projector(P)]),
    "trace-squared": at_least(Trace(A) ** 2, sqnorm(A)),
    "product-of-psd-form": (at_least(inner(x, S * A * x), 0), [psd(S), psd(A)]),
    "psd-difference": (at_least(inner(x, (S - A) * x), 0), [psd(S), psd(A)]),
    "weighted": at_least(lam * sqnorm(x), 0),
    "scalar-square": (at_least(lam**2, lam), [nonnegative(lam)]),
    "scalar-product": at_least(lam * mu, 0),
    "dimension": at_least(n, 2),
    "eigenvalue": (at_least(lam, 0), [symmetric(A), eigenpair(A, w, lam)]),
    "bessel-not-orthonormal": at_least(sqnorm(x), sqnorm(U.T * x)),
    "variance-reversed": at_least(sqnorm(mean), average(sqnorm(xk), k)),
}

OPTIMA = {
    "gradient-factor": equal(gradient(sqnorm(x), x), x),
    "gradient-not-symmetric": equal(gradient(inner(x, A * x), x), 2 * A * x),
    "gradient-transpose": equal(gradient(Trace(A * B), B), A),
    "gradient-least-squares-sign": equal(gradient(sqnorm(r - X * b), b), 2 * X.T * (r - X * b)),
    "minimum-elsewhere": minimises(sqnorm(x - a), {x: b}),
    "minimum-doubled": minimises(sqnorm(x - a), {x: 2 * a}),
    "maximum-of-norm": maximises(sqnorm(x - a), {x: a}),
    "value-wrong": minimises(sqnorm(x - a), {x: a}, value=1),
    "mean-unscaled": minimises(total(sqnorm(xk - a), k), {a: X.T * one}),
    "subspace-not-orthonormal": minimises(sqnorm(x - U * matrix("h", d, 1)), {matrix("h", d, 1): U.T * x}),
    "number-elsewhere": minimises(sqnorm(x - a) + lam**2, {x: a, lam: 1}),
    "infeasible": (minimises(sqnorm(x - y), {x: y}), [unit(x)]),
    "not-unique": (minimises(sqnorm(P * x - a), {x: a}, exactly=[equal(x, a)]), [projector(P)]),
}

lost = total(sqnorm(xk - P * xk), k)

SAME = {
    "other-sense": (same_optimisers([P], ("min", lost), ("min", total(sqnorm(P * xk), k))), [projector(P)]),
    "other-sense-of-one-dimension": (
        same_optimisers([P], ("min", lost), ("min", total(sqnorm(P * xk), k))),
        [projector(P), equal(Trace(P), d)],
    ),
    "other-sense-line": (same_optimisers([w], ("max", inner(w, S * w)), ("min", inner(w, S * w))), [unit(w)]),
    "other-sense-basis": (
        same_optimisers([U], ("max", Trace(U.T * S * U)), ("min", sqnorm(U.T * U + U.T * S * U))),
        [orthonormal(U)],
    ),
    "of-two-matrices": (
        same_optimisers([U], ("max", Trace(U.T * S * U)), ("max", Trace(U.T * A * U))),
        [orthonormal(U)],
    ),
    "two-variables": (
        same_optimisers([P, U], ("max", Trace(U.T * S * U)), ("min", Trace(P * S))),
        [orthonormal(U), equal(P, U * U.T)],
    ),
    "not-unit": same_optimisers([w], ("min", sqnorm(X - X * w * w.T)), ("max", inner(w, X.T * X * w))),
    "procrustes-transposed": (
        same_optimisers([Q], ("min", sqnorm(X * Q - Z)), ("max", Trace(Q.T * Z.T * X))),
        [orthogonal(Q)],
    ),
    "power": (same_optimisers([P], ("max", Trace(P * S)), ("max", Trace(P * S * P * S))), [projector(P), symmetric(S)]),
    "shifted": same_optimisers([x], ("min", sqnorm(x - a)), ("min", sqnorm(x))),
    "squared": (same_optimisers([w], ("max", inner(w, a)), ("max", inner(w, a) ** 2)), [unit(w)]),
    "quartic": same_optimisers([lam], ("min", lam**2), ("min", lam**4 - lam**2)),
}

TABLE = [
    (f"{group}.{name}", conclusion, assuming)
    for group, rows in (
        ("algebra", ALGEBRA),
        ("projector", PROJECTORS),
        ("trace", TRACES),
        ("vector", VECTORS),
        ("eigen", EIGEN),
        ("statistics", STATISTICS),
        ("inequality", INEQUALITIES),
        ("optimum", OPTIMA),
        ("same", SAME),
    )
    for name, conclusion, assuming in triples(rows)
]
