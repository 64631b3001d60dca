"""Statements that stay undecided, with the reason; that need a hypothesis; whose hypotheses contradict each other."""

from __future__ import annotations

from letters import A, B, C, H, I, In, K, L, O, P, Q, S, U, V, X, d, k, lam, matrix, mu, o, v, w, x, xk, y
from sympy import Determinant, Eq, Gt, Identity, Le, Lt, MatMul, MatrixSymbol, Ne, Trace

from pcaproofs.language.conclusions import at_least, equal, minimises
from pcaproofs.language.hypotheses import (
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
from pcaproofs.language.nodes import inner, inverse, pinv, sqnorm, total

TRIPLE = "needs a square of a tensor of three matrices, which the kernel does not have"

# (name, conclusion, assumptions, why): true, but not proved; should one be proved one day, it moves to another table
UNDECIDED = [
    ("three-norms", at_least(sqnorm(A) * sqnorm(B) * sqnorm(V), sqnorm(A * B * V)), [], TRIPLE),
    ("three-norms-zero", at_least(sqnorm(A) * sqnorm(B) * sqnorm(V), 0), [], TRIPLE),
]

# (name, conclusion, assumptions): true, and proved late or not at all
HARD = [
    (
        "determinants",
        at_least(Determinant((A + B) / 2) ** 2, Determinant(A) * Determinant(B)),
        [positive_definite(A), positive_definite(B)],
    ),
    (
        "inverses",
        at_least(Trace(inverse(inverse(A + C) + inverse(B))), Trace(inverse(inverse(A) + inverse(B)))),
        [positive_definite(A), positive_definite(B), positive_definite(C)],
    ),
    ("determinant-grows", at_least(Determinant(I + A), 1 + Trace(A)), [psd(A)]),
    ("commuting-roots", equal(A * B, B * A), [psd(A), psd(B), equal(A**4 * B, B * A**4)]),
    ("norms-of-powers", at_least(sqnorm(A) ** 3, sqnorm(A**3)), []),
    ("inverse-of-product", equal(pinv(A * B), pinv(pinv(A) * A * B) * pinv(A * B * pinv(B))), []),
]

# (name, conclusion, assumptions, what has to be among the needs)
NEEDS = [
    ("line", equal(sqnorm(x - inner(x, w) * w), sqnorm(x) - inner(x, w) ** 2), [], "w is a unit vector"),
    ("householder", Eq((I - 2 * w * w.T) ** 2, I), [], "w is a unit vector"),
    ("rayleigh", equal(inner(w, A * w), lam), [Eq(A * w, lam * w)], "w is a unit vector"),
    ("deflation", equal((A - lam * w * w.T) * w, o), [Eq(A * w, lam * w)], "w is a unit vector"),
    ("rank-one-projector", Eq((w * w.T) ** 2, w * w.T), [], "w is a unit vector"),
    ("basis-projector", Eq((U * U.T) ** 2, U * U.T), [], "U has orthonormal columns"),
    ("basis-norm", equal(sqnorm(U * matrix("h", d, 1)), sqnorm(matrix("h", d, 1))), [], "U has orthonormal columns"),
    ("pca-error", equal(sqnorm(X - X * U * U.T), sqnorm(X) - sqnorm(X * U)), [], "U has orthonormal columns"),
    ("bessel", at_least(sqnorm(x), sqnorm(U.T * x)), [], "U has orthonormal columns"),
    ("compression", equal(U.T * A * U, L), [Eq(A * U, U * L)], "U has orthonormal columns"),
    ("self-adjoint", equal(inner(A * x, y), inner(x, A * y)), [], "A is symmetric"),
    ("oblique", equal(sqnorm(x), sqnorm(P * x) + sqnorm(x - P * x)), [Eq(P**2, P)], "P is symmetric"),
    ("eigenvectors", equal(inner(v, w), 0), [Eq(A * v, lam * v), Eq(A * w, mu * w), Ne(lam, mu)], "A is symmetric"),
    ("norm-of-square", equal(sqnorm(A), Trace(A**2)), [], "A is symmetric"),
    ("isometry", equal(sqnorm(A * x), sqnorm(x)), [], "A is orthogonal"),
    ("similar-trace", equal(Trace(V.T * A * V), Trace(A)), [], "V is orthogonal"),
    ("scatter", equal(X.T * H * X, X.T * X), [], "X is centred"),
    ("centred-mean", equal(total(xk, k), o), [], "X is centred"),
    ("form", at_least(inner(x, S * x), 0), [], "S is positive semidefinite"),
    ("form-symmetric", at_least(inner(x, S * x), 0), [symmetric(S)], "S is positive semidefinite"),
    ("weight", at_least(lam * sqnorm(x), 0), [], "lambda is nonnegative"),
    ("complement", Eq((I - P) ** 2, I - P), [], "P is an orthogonal projector"),
    (
        "witness",
        minimises(sqnorm(x - U * matrix("h", d, 1)), {matrix("h", d, 1): U.T * x}),
        [],
        "U has orthonormal columns",
    ),
]

wide = MatrixSymbol("W", 2, 3)

# (name, conclusion, assumptions, a word of what is said of them)
CONTRADICTORY = [
    ("unit-zero", equal(A, B), [unit(w), equal(w, o)], "‖w‖² = 1"),
    ("shift", equal(A, B), [equal(A, A + I)], "A = "),
    ("projector-two", equal(A, B), [projector(P), equal(P, 2 * I)], "P = 2 I_p"),
    ("negative-norm", equal(A, B), [equal(sqnorm(x), -1)], "‖x‖² = -1"),
    ("negative-sum", equal(A, B), [equal(sqnorm(x) + sqnorm(y), -2)], "-2"),
    ("positive-is-negative", equal(A, B), [positive(lam), equal(lam, -1)], "λ"),
    ("positive-below-zero", equal(A, B), [Gt(lam, 0), Lt(lam, 0)], "λ"),
    ("nonnegative-below", equal(A, B), [nonnegative(lam), Le(lam, -1)], "λ"),
    ("nonzero-zero", equal(A, B), [nonzero(lam), equal(lam, 0)], "λ"),
    ("strict-order", equal(A, B), [Gt(lam, mu), Gt(mu, lam)], "λ"),
    ("too-many-orthonormal", equal(A, B), [orthonormal(wide)], "Wᵀ W = I_3"),
    ("proved-anyway", equal(wide.T * wide, Identity(3)), [orthonormal(wide)], "Wᵀ W = I_3"),
    ("skew-positive", equal(A, B), [Eq(K.T, -K), equal(inner(x, K * x), 1)], "K"),
    ("psd-negative-trace", equal(A, B), [psd(S), equal(Trace(S), -1)], "S"),
    ("psd-negative-form", equal(A, B), [psd(S), equal(inner(x, S * x), -3)], "S"),
    ("eigenvector-zero", equal(A, B), [eigenpair(A, w, lam), equal(w, o)], "w"),
    ("orthogonal-zero", equal(A, B), [orthogonal(Q), equal(Q, O)], "Q"),
    ("commutator-is-identity", equal(A, B), [Eq(A * B - B * A, I)], "I_p"),
    ("square-minus-one", equal(A, B), [equal(lam**2, -1)], "λ²"),
    ("singular-inverse", equal(MatMul(H, inverse(H), evaluate=False), In), [], "𝟏"),
    ("singular-inverse-of-projector", equal(A, B), [unit(w), equal((I - w * w.T) * A, I)], "w"),
    ("cauchy-schwarz", equal(A, B), [unit(v), unit(w), equal(inner(v, w), 2)], "vᵀ w"),
]
