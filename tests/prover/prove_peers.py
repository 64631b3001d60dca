"""Statements that other suites and textbooks assert, in letters of our own, by name.

PEERS has them by source; those whose name is in FALSE do not hold as they are written, and those in OPEN have no answer
yet. `python benchmarks/statements.py --peers` prints the verdict and the time of each.
"""

from __future__ import annotations

from math import prod

from letters import (
    A,
    B,
    C,
    D,
    F,
    H,
    I,
    Id,
    In,
    J,
    L,
    M,
    O,
    Q,
    S,
    U,
    X,
    Y,
    Z,
    a,
    b,
    d,
    i,
    j,
    lam,
    m,
    matrix,
    n,
    o,
    one,
    ones_p,
    p,
    r,
    t,
    triples,
    u,
    v,
    x,
    y,
    z,
)
from sympy import (
    Abs,
    BlockMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    ImmutableMatrix,
    MatPow,
    OneMatrix,
    Rational,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    log,
    sqrt,
)
from sympy.assumptions import Q as Ask

from pcaproofs import (
    adjugate,
    at_least,
    basis,
    det,
    diagonal,
    diagonal_matrix,
    directional,
    eigen,
    eigenpair,
    equal,
    expectation,
    gradient,
    idempotent,
    iff,
    inner,
    inverse,
    invertible,
    kron,
    maximises,
    minimises,
    more_than,
    nonzero,
    norm,
    normal,
    orthogonal,
    orthonormal,
    permutation,
    pinv,
    positive_definite,
    projector,
    psd,
    rank,
    skew,
    sqnorm,
    stochastic,
    svd,
    symmetric,
    unequal,
    unit,
    vec,
)

sigma, tau = Symbol("sigma", positive=True), Symbol("tau", positive=True)
k = Symbol("k", integer=True, nonnegative=True)
K3, K2 = matrix("K", 3, 3), matrix("K", 2, 2)
ROW = matrix("R", d, p)  # d×p, as T is p×d
lower = matrix("c", d, p)
corner = matrix("D", d, d)
grid = BlockMatrix([[A, U], [lower, corner]])
schur = corner - lower * inverse(A) * U
even = BlockMatrix([[A, U], [U.T, corner]])
under = corner - U.T * inverse(A) * U


def zero(rows, cols):
    return ZeroMatrix(rows, cols)


def trace(e):
    return Trace(e)


def _saddle():
    inner_ = inverse(-lower * inverse(A) * U)
    left = inverse(A)
    found = [
        [left + left * U * inner_ * lower * left, -left * U * inner_],
        [-inner_ * lower * left, inner_],
    ]
    return equal(inverse(BlockMatrix([[A, U], [lower, zero(d, d)]])), BlockMatrix(found))


def _ldu(other, complement, last):
    left = BlockMatrix([[I, zero(p, d)], [other * inverse(A), Id]])
    middle = BlockMatrix([[A, zero(p, d)], [zero(d, p), complement]])
    right = BlockMatrix([[I, inverse(A) * U], [zero(d, p), Id]])
    return equal(left * middle * right, last)


def _cholesky(size):
    """The determinant of LLᵀ for a lower triangular matrix L of numbers."""
    entries = [[Symbol(f"l{row}{col}", real=True) if col <= row else 0 for col in range(size)] for row in range(size)]
    factor = ImmutableMatrix(entries)
    return equal(det(factor * factor.T), prod(factor[k, k] for k in range(size)) ** 2)


def _cayley_hamilton(a, size):
    """The characteristic polynomial of a at a, by traces of powers for the sizes 2 and 3."""
    if size == 2:
        return equal(a**2 - trace(a) * a + det(a) * Identity(2), zero(2, 2))
    second = (trace(a) ** 2 - trace(a**2)) / 2
    return equal(a**3 - trace(a) * a**2 + second * a - det(a) * Identity(3), zero(3, 3))


def _penrose(one_, other):
    both = (one_ * other, other * one_)
    return [equal(one_ * other * one_, one_), equal(other * one_ * other, other), *map(symmetric, both)]


def _entries(e):
    return Sum(e, (i, 0, n - 1), (j, 0, p - 1))


SYMPY = {
    "kronecker-sum-zero": equal(kron(X, U) + kron(-X, U), zero(n * p, p * d)),
    "kronecker-identities": equal(kron(Identity(m), In), Identity(m * n)),
    "kronecker-associative": equal(kron(X, kron(U, L)), kron(kron(X, U), L)),
    "kronecker-scalar": equal(kron(X, t * U), t * kron(X, U)),
    "kronecker-determinant": equal(det(kron(A, L)), det(A) ** d * det(L) ** p),
    "kronecker-inverse": equal(inverse(kron(A, L)), kron(inverse(A), inverse(L))),
    "kronecker-of-sums": equal(kron(A, L) + kron(B, J), kron(A + B, L + J)),
    "kronecker-commutes": equal(kron(A, B), kron(B, A)),
    "hadamard-transpose": equal(HadamardProduct(X, Y, X).T, HadamardProduct(X.T, Y.T, X.T)),
    "hadamard-zero": equal(HadamardProduct(zero(n, p), X, evaluate=False), zero(n, p)),
    "hadamard-ones": equal(HadamardProduct(OneMatrix(n, p), X, X), HadamardPower(X, 2)),
    "hadamard-entry": equal((A * HadamardProduct(B, C))[0, 0], Sum(A[0, i] * B[i, 0] * C[i, 0], (i, 0, p - 1))),
    "trace-of-ones": equal(trace(OneMatrix(n, n)), n),
    "trace-by-entries": equal(trace(A), Sum(A[i, i], (i, 0, p - 1))),
    "trace-by-entries-3": equal(trace(K3), sum(K3[k_, k_] for k_ in range(3))),
    "determinant-of-zero": equal(det(O), 0),
    "determinant-of-ones": equal(det(OneMatrix(n, n)), 0),
    "determinant-of-numbers": equal(det(ImmutableMatrix(3, 3, [1, 3, 2, 4, 1, 3, 2, 5, 2])), 17),
    "determinant-orthogonal": (equal(det(A) ** 2, 1), [orthogonal(A)]),
    "inverse-of-multiple": equal(inverse(3 * I), I / 3),
    "inverse-orthogonal": (equal(inverse(A), A.T), [orthogonal(A)]),
    "inverse-transpose": equal(inverse(A.T), inverse(A).T),
    "symmetric-by-ask": (equal(A.T, A), [Ask.symmetric(A)]),
    "power-of-multiple": equal((t * A) ** 2, t**2 * A**2),
    "power-of-zero": equal(MatPow(O, k), O),
    "block-product": equal(A * BlockMatrix([[B, C]]) * BlockMatrix([[B], [C]]) * D, (A * B * B + A * C * C) * D),
    "block-transpose": equal(grid.T, BlockMatrix([[A.T, lower.T], [U.T, corner.T]])),
    "block-trace": equal(trace(grid), trace(A) + trace(corner)),
    "block-diagonal-determinant": equal(
        det(BlockMatrix([[A, zero(p, d)], [zero(d, p), corner]])), det(A) * det(corner)
    ),
    "block-inverse-saddle": _saddle(),
    "block-ldu": _ldu(lower, schur, grid),
    "gradient-determinant": equal(gradient(det(A * M * B), M), det(A * M * B) * inverse(M).T),
    "gradient-log-determinant": equal(gradient(log(det(M.T * M)), M), 2 * inverse(M).T),
    "gradient-reciprocal-determinant": equal(gradient(1 / det(M), M), -1 / det(M) * inverse(M).T),
    "directional-cubic": equal(directional(x * x.T * x, x, y), (x.T * x)[0, 0] * y + 2 * x * x.T * y),
    "gradient-nested-traces": equal(gradient(trace(trace(trace(A) * A) * A), A), 3 * trace(A) ** 2 * I),
    "gradient-norm": equal(gradient(norm(x), x), x / norm(x)),
    "gradient-cube-root": equal(
        gradient((inner(z, a) * inner(x, b)) ** Rational(1, 3), x),
        b * inner(a, z) / (3 * (inner(z, a) * inner(x, b)) ** Rational(2, 3)),
    ),
    "gradient-root-of-trace": equal(gradient(sqrt(trace(X.T * X)), X), X / sqrt(trace(X * X.T))),
    "directional-entry-squares": equal(directional(HadamardPower(x, 2), x, y), 2 * diagonal(x) * y),
    "gradient-frobenius": equal(gradient(trace(X.T * X), X), 2 * X),
}

MATHLIB = {
    "trace-transpose": equal(trace(U.T * ROW.T), trace(ROW * U)),
    "trace-first-entry": equal(
        matrix("A", n + 1, n + 1)[0, 0] + trace(matrix("A", n + 1, n + 1)[1:, 1:]),
        trace(matrix("A", n + 1, n + 1)),
    ),
    "trace-of-single-entry": equal(
        trace(t * basis(p, "i") * basis(p, "j").T * A),
        t * (basis(p, "j").T * A * basis(p, "i"))[0, 0],
    ),
    "hadamard-associative": equal(HadamardProduct(HadamardProduct(X, Y), Z), HadamardProduct(X, HadamardProduct(Y, Z))),
    "hadamard-scalar": equal(HadamardProduct(t * X, Y), t * HadamardProduct(X, Y)),
    "hadamard-diagonals": equal(HadamardProduct(diagonal(x), diagonal(y)), diagonal(x) * diagonal(y)),
    "hadamard-form": equal(r.T * HadamardProduct(X, Y) * u, trace(diagonal(r) * X * (Y * diagonal(u)).T)),
    "schur-product": (psd(HadamardProduct(A, B)), [psd(A), psd(B)]),
    "block-triangular-invertible": (
        [invertible(A), invertible(corner)],
        [invertible(BlockMatrix([[A, U], [zero(d, p), corner]]))],
    ),
    "block-invertible": (invertible(grid), [invertible(A), invertible(schur)]),
    "block-determinant-one": equal(det(BlockMatrix([[A, U], [lower, Id]])), det(A - U * lower)),
    "determinant-commuted": equal(det(I - U * ROW), det(Id - ROW * U)),
    "determinant-lemma": equal(det(A + U * ROW), det(A) * det(Id + ROW * inverse(A) * U)),
    "block-hermitian": (iff(symmetric(even), symmetric(under)), [symmetric(A)]),
    "psd-block-only-if": (psd(under), [positive_definite(A), psd(even)]),
    "psd-block-if": (psd(even), [positive_definite(A), psd(under)]),
    "psd-block-definite": (positive_definite(under), [positive_definite(even), invertible(A)]),
    "psd-congruence": (psd(U.T * A * U), [psd(A)]),
    "trace-at-the-identity": (minimises(trace(B), {B: I}), [psd(B)]),
    "psd-commuting-symmetric": (psd(A * B), [psd(A), symmetric(B), equal(A * B, B * A)]),
    "trace-powers-doubled": (equal(trace(A**k), Sum(a[i, 0] ** (2 * k), (i, 0, p - 1))), [eigen(A, B, diagonal(a))]),
    "psd-power": (psd(A**k), [psd(A)]),
    "psd-unique-root": (equal(A, B), [psd(A), psd(B), equal(A**2, B**2)]),
    "psd-root-of-one-matrix": (equal(A, B), [psd(A), psd(B), equal(A**2, C), equal(B**2, C)]),
    "psd-root-of-one": (equal(A, I), [psd(A), equal(A**2, I)]),
    "cubes-of-symmetric": (equal(A, B), [symmetric(A), symmetric(B), equal(A**3, B**3)]),
    "fifth-powers-of-symmetric": (equal(A, B), [symmetric(A), symmetric(B), equal(A**5, B**5)]),
    "cube-root-of-one": (equal(A, I), [symmetric(A), equal(A**3, I)]),
    "cube-commutes": (equal(A * C, C * A), [symmetric(A), equal(A**3 * C, C * A**3)]),
    "number-below": (equal(Abs(t - lam), t - lam), [at_least(t, lam)]),
    "psd-root-commutes": (equal(A * C, C * A), [psd(A), equal(A**2 * C, C * A**2)]),
    "psd-commuting": (psd(A * B), [psd(A), psd(B), equal(A * B, B * A)]),
    "psd-commuting-squares": (psd(A**2 - B**2), [psd(A), psd(B), psd(A - B), equal(A * B, B * A)]),
    "definite-commuting": (positive_definite(A * B), [positive_definite(A), positive_definite(B), equal(A * B, B * A)]),
    "sylvester-zero": (equal(C, O), [positive_definite(A), equal(A * C + C * A, O)]),
    "trace-cubes": (
        equal(trace(A**3), Sum(a[i, 0] ** 3, (i, 0, p - 1))),
        [orthogonal(B), equal(A, B * diagonal(a) * B.T)],
    ),
    "trace-powers": (equal(trace(A**k), Sum(a[i, 0] ** k, (i, 0, p - 1))), [eigen(A, B, diagonal(a))]),
    "norm-and-square": (at_least(sqnorm(y) + sigma * norm(x), sigma * inner(z, x)), [at_least(1, sqnorm(z))]),
    "number-and-square": at_least(t**2 + Abs(t), t),
    "lasso-at-zero": (
        minimises(sqnorm(X * x - o) / 2 + sigma * norm(x), {x: zero(p, 1)}),
        [equal(X.T * o, sigma * z), at_least(1, sqnorm(z))],
    ),
    "logarithm-below-tangent": at_least(sigma - 1, log(sigma)),
    "logarithm-above": at_least(log(sigma), 1 - 1 / sigma),
    "logarithm-most": maximises(log(sigma) - sigma * tau, {sigma: 1 / tau}),
    "logarithm-of-a-cholesky-factor": (equal(log(det(A)), 2 * log(det(B))), [equal(B * B.T, A)]),
    "determinant-of-cholesky-entries": _cholesky(3),
    "logarithm-of-the-scaled": equal(log(det(sigma * A)), p * log(sigma) + log(det(A))),
    "rank-of-kronecker": equal(rank(kron(A, X)), rank(A) * rank(X)),
    "entropy-least": minimises(sigma * log(sigma) - sigma, {sigma: 1}),
    "log-determinant-concave": (
        at_least(trace(inverse(A) * (B - A)), log(det(B)) - log(det(A))),
        [positive_definite(A), positive_definite(B)],
    ),
    "gaussian-precision": (
        maximises(log(det(A)) - trace(A * B), {A: inverse(B)}),
        [positive_definite(A), positive_definite(B)],
    ),
    "gaussian-covariance": (
        minimises(trace(inverse(A) * B) + log(det(A)), {A: B}),
        [positive_definite(A), positive_definite(B)],
    ),
    "trace-of-a-product-least": (minimises(trace(A * B), {B: O}), [psd(A), psd(B)]),
    "trace-of-a-product-most": (maximises(trace(A * B), {B: I}), [psd(A), psd(B), psd(I - B)]),
    "nearest-psd-of-negative": (minimises(sqnorm(B - A), {B: O}, value=sqnorm(A)), [psd(-A), psd(B)]),
    "least-eigenvalue-by-density": (
        minimises(trace(A * B), {B: x * x.T}),
        [psd(B), equal(trace(B), 1), equal(A * x, t * x), unit(x), psd(A - t * I)],
    ),
    "inverse-and-trace": (minimises(trace(inverse(B)) + trace(B), {B: I}), [positive_definite(B)]),
    "psd-gram": psd(X * X.T),
    "definite-multiple": (positive_definite(sigma * A), [positive_definite(A)]),
    "definite-determinant": (more_than(det(A), 0), [positive_definite(A)]),
    "psd-trace": (at_least(trace(A), 0), [psd(A)]),
    "definite-congruence": (positive_definite(U.T * A * U), [positive_definite(A), invertible(U.T * U)]),
    "definite-form": (more_than(inner(x, A * x), 0), [positive_definite(A), unequal(x, o)]),
    "symmetric-congruence": (symmetric(U.T * A * U), [symmetric(A)]),
    "symmetric-inverse": iff(symmetric(inverse(A)), symmetric(A)),
    "symmetric-product": (iff(symmetric(A * B), equal(A * B, B * A)), [symmetric(A), symmetric(B)]),
    "adjugate-product": equal(A * adjugate(A), det(A) * I),
    "adjugate-determinant": equal(det(adjugate(A)), det(A) ** (p - 1)),
    "adjugate-cube": equal(adjugate(A**3), adjugate(A) ** 3),
    "adjugate-square": equal(adjugate(A**2), adjugate(A) ** 2),
    "adjugate-multiple": equal(adjugate(t * A), t ** (p - 1) * adjugate(A)),
    "adjugate-symmetric": (symmetric(adjugate(A)), [symmetric(A)]),
    "adjugate-twice-scaled": equal(det(A) * adjugate(adjugate(A)), det(A) ** (p - 1) * A),
    "adjugate-twice": (equal(adjugate(adjugate(A)), det(A) ** (p - 2) * A), [unequal(det(A), 0)]),
    "adjugate-one": equal(adjugate(A), I),
    "invertible-by-determinant": (invertible(A), [unequal(det(A), 0)]),
    "inverse-left": (equal(inverse(A), B), [equal(B * A, I)]),
    "inverse-multiple": (equal(inverse(t * A), inverse(A) / t), [nonzero(t), invertible(A)]),
    "determinant-of-inverse": equal(det(inverse(A)) * det(A), 1),
    "inverse-sum": equal(inverse(A) + inverse(B), inverse(A) * (A + B) * inverse(B)),
    "woodbury-invertible": (
        invertible(A + U * L * ROW),
        [invertible(A), invertible(L), invertible(inverse(L) + ROW * inverse(A) * U)],
    ),
    "determinant-permutation": (equal(det(A) ** 2, 1), [permutation(A)]),
    "skew-odd-size": (equal(det(K3), 0), [skew(K3)]),
    "determinant-2-by-entries": equal(det(K2), K2[0, 0] * K2[1, 1] - K2[0, 1] * K2[1, 0]),
    "gram-kernel": iff(equal(X * X.T * Z, zero(n, p)), equal(X.T * Z, zero(p, p))),
    "penrose-unique": (equal(ROW, lower), [*_penrose(U, ROW), *_penrose(U, lower)]),
    "penrose-transpose": equal(pinv(X.T), pinv(X).T),
    "penrose-zero": equal(pinv(zero(n, p)), zero(p, n)),
    "block-ldl": (_ldu(U.T, under, even), [symmetric(A)]),
    "gram-definite": iff(positive_definite(X.T * X), invertible(X.T * X)),
    "cauchy-schwarz-norms": at_least(norm(x) * norm(y), Abs(inner(x, y))),
    "parallelogram": equal(sqnorm(x + y) + sqnorm(x - y), 2 * (sqnorm(x) + sqnorm(y))),
    "equal-diagonals": iff(equal(norm(x + y), norm(x - y)), equal(inner(x, y), 0)),
    "cosine-law": equal(norm(x - y) ** 2, norm(x) ** 2 - 2 * inner(x, y) + norm(y) ** 2),
    "rhombus": iff(equal(inner(x + y, x - y), 0), equal(norm(x), norm(y))),
    "triangle": at_least(norm(x) + norm(y), norm(x + y)),
    "cauchy-schwarz-equality": iff(equal(inner(x, y), norm(x) * norm(y)), equal(norm(y) * x, norm(x) * y)),
    "inversion": equal(sqnorm(x / sqnorm(x) - y / sqnorm(y)), sqnorm(x - y) / (sqnorm(x) * sqnorm(y))),
    "bessel": (at_least(sqnorm(r), sqnorm(X.T * r)), [orthonormal(X)]),
    "projection-shrinks": (at_least(norm(x), norm(A * x)), [projector(A)]),
    "reflection-twice": (equal((2 * A - I) ** 2, I), [projector(A)]),
    "projectors-nested": (equal(B * A, A), [projector(A), projector(B), equal(A * B, A)]),
    "complement-idempotent": (idempotent(I - A), [idempotent(A)]),
    "eigenvectors-orthogonal": (
        equal(inner(x, y), 0),
        [symmetric(A), eigenpair(A, x, t), eigenpair(A, y, lam), unequal(t, lam)],
    ),
    "definite-eigenvalue": (more_than(t, 0), [positive_definite(A), eigenpair(A, x, t)]),
    "cayley-transform": (orthogonal(inverse(I + A) * (I - A)), [skew(A)]),
    "nilpotent": (equal((I - A) * (I + A + A**2), I), [equal(A**3, O)]),
    "commuting-square": (equal((A + B) ** 2, A**2 + 2 * A * B + B**2), [equal(A * B, B * A)]),
    "conjugate-power": equal((B * A * inverse(B)) ** k, B * A**k * inverse(B)),
    "kronecker-vec": equal(kron(A, B) * vec(C), vec(B * C * A.T)),
    "kronecker-definite": (positive_definite(kron(A, L)), [positive_definite(A), positive_definite(L)]),
    "cayley-hamilton-2": _cayley_hamilton(K2, 2),
    "cayley-hamilton-3": _cayley_hamilton(K3, 3),
    "diagonal-commute": (equal(A * B, B * A), [diagonal_matrix(A), diagonal_matrix(B)]),
    "rayleigh-at-eigenvector": (equal(inner(x, A * x) / sqnorm(x), t), [eigenpair(A, x, t)]),
    "push-through": equal(inverse(I - U * ROW), I + U * inverse(Id - ROW * U) * ROW),
}

ARRAYS = {
    "determinant-of-factor": equal(det(A * A.T), det(A) ** 2),
    "solve": equal(A * (inverse(A) * b), b),
    "least-squares": minimises(sqnorm(X * u - r), {u: pinv(X) * r}),
    "penrose-full-rank": equal(pinv(X), inverse(X.T * X) * X.T),
    "penrose-by-svd": (
        equal(pinv(X), matrix("T", p, d) * inverse(matrix("S", d, d)) * matrix("U", n, d).T),
        [svd(X, matrix("U", n, d), matrix("S", d, d), matrix("T", p, d))],
    ),
    "determinant-eigh": (equal(det(A), det(diagonal(x))), [orthogonal(B), equal(A, B * diagonal(x) * B.T)]),
    "outer-product": equal((x * y.T) * z, inner(y, z) * x),
    "einsum-trace": equal(_entries(X[i, j] * Y[i, j]), trace(X.T * Y)),
    "lagrange": equal(sqnorm(x) * sqnorm(y) - inner(x, y) ** 2, sqnorm(x * y.T - y * x.T) / 2),
    "covariance-shift": equal((X + one * u.T).T * H * (X + one * u.T), X.T * H * X),
    "condition-by-traces": (at_least(trace(A) * trace(inverse(A)), p**2), [positive_definite(A)]),
    "norm-of-product": at_least(norm(X) * norm(U), norm(X * U)),
    "penrose-traces": equal(trace(X * pinv(X)), trace(pinv(X) * X)),
    "determinant-of-three": equal(det(A * B * C), det(C * A * B)),
    "trace-of-scaled": equal(trace(diagonal(x) * A * diagonal(y)), x.T * HadamardProduct(A, I) * y),
}

MATRIX_ANALYSIS = {
    "traces-of-powers": equal(trace((U * ROW) ** (k + 1)), trace((ROW * U) ** (k + 1))),
    "normal-eigenvector": (equal(A.T * x, t * x), [normal(A), eigenpair(A, x, t)]),
    "normal-idempotent": (symmetric(A), [normal(A), idempotent(A)]),
    "involution": iff(idempotent((I + A) / 2), equal(A**2, I)),
    "commutator-traceless": equal(trace(A * B - B * A), 0),
    "jacobi-identity": equal(
        A * (B * C - C * B)
        - (B * C - C * B) * A
        + B * (C * A - A * C)
        - (C * A - A * C) * B
        + C * (A * B - B * A)
        - (A * B - B * A) * C,
        O,
    ),
    "resolvent-commutes": equal(inverse(I - A) * A, A * inverse(I - A)),
    "parallel-sum": equal(A * inverse(A + B) * B, A - A * inverse(A + B) * A),
    "commuting-by-sum": (equal(A * B, B * A), [equal(A * B, A + B)]),
    "psd-trace-of-product": (at_least(trace(A * B), 0), [psd(A), psd(B)]),
    "psd-cauchy-schwarz": (at_least(inner(x, A * x) * inner(y, A * y), inner(x, A * y) ** 2), [psd(A)]),
    "loewner-congruence": (psd(U.T * A * U - U.T * B * U), [psd(A - B)]),
    "loewner-square-of-one": (psd(A**2 - A), [psd(A - I)]),
    "loewner-square": (psd(A**2 - B**2), [psd(A), psd(B), psd(A - B)]),
    "loewner-inverse": (psd(inverse(B) - inverse(A)), [positive_definite(B), psd(A - B)]),
    "loewner-trace-of-inverse": (at_least(trace(inverse(A)), trace(inverse(A + B))), [positive_definite(A), psd(B)]),
    "parallel-sum-form": (
        at_least(inner(x, A * x), inner(x, A * inverse(A + B) * B * x)),
        [positive_definite(A), positive_definite(B)],
    ),
    "square-convex": (psd((A**2 + B**2) / 2 - ((A + B) / 2) ** 2), [symmetric(A), symmetric(B)]),
    "inverse-convex": (
        psd((inverse(A) + inverse(B)) / 2 - 2 * inverse(A + B)),
        [positive_definite(A), positive_definite(B)],
    ),
    "trace-squared": at_least(p * sqnorm(A), trace(A) ** 2),
    "symmetric-by-norm": iff(equal(trace(A**2), sqnorm(A)), symmetric(A)),
    "rank-one-idempotent": (idempotent(x * y.T), [equal(inner(y, x), 1)]),
    "householder-determinant": (equal(det(I - 2 * x * x.T), -1), [unit(x)]),
    "commutes-with-rank-one": (equal(A * x, inner(x, A * x) * x), [equal(A * x * x.T, x * x.T * A), unit(x)]),
    "sylvester-trivial": (equal(U, zero(p, d)), [equal(A * U, zero(p, d)), invertible(A)]),
    "stochastic-power": (equal(A**k * ones_p, ones_p), [stochastic(A)]),
    "ones-squared": equal(OneMatrix(n, n) ** 2, n * OneMatrix(n, n)),
    "equicorrelation": (equal(det(t * In + lam * OneMatrix(n, n)), t ** (n - 1) * (t + n * lam)), [nonzero(t)]),
    "determinant-of-sum": equal(det(A + B), det(A) + det(B)),
    "block-symmetric-determinant": equal(det(BlockMatrix([[A, B], [B, A]])), det(A + B) * det(A - B)),
    "block-commuting-determinant": (
        equal(det(BlockMatrix([[A, B], [C, D]])), det(A * D - B * C)),
        [equal(C * D, D * C)],
    ),
    "psd-orthogonal-projector": (projector(A), [psd(A), psd(B), equal(A * B, O)]),
    "similar-orthogonal": (orthogonal(C), [symmetric(A), symmetric(B), equal(A * C, C * B)]),
    "trace-of-three-symmetric": (equal(trace(A * B * C), trace(A * C * B)), [symmetric(A), symmetric(B), symmetric(C)]),
    "skew-shift-invertible": (invertible(I + A), [skew(A)]),
    "shift-definite": positive_definite(x * x.T + I),
}

CALCULUS = {
    "gradient-trace-inverse": equal(gradient(trace(inverse(M)), M), -((inverse(M) ** 2).T)),
    "second-inverse": equal(
        directional(directional(inverse(M), M, B), M, B), 2 * inverse(M) * B * inverse(M) * B * inverse(M)
    ),
    "second-log-determinant": equal(
        directional(directional(log(det(M)), M, B), M, B), -trace(inverse(M) * B * inverse(M) * B)
    ),
    "gradient-determinant-squared": equal(gradient(det(M) ** 2, M), 2 * det(M) ** 2 * inverse(M).T),
    "directional-adjugate-2": equal(
        directional(adjugate(K2), K2, matrix("B", 2, 2)), trace(matrix("B", 2, 2)) * Identity(2) - matrix("B", 2, 2)
    ),
    "gradient-quadratic-trace": equal(gradient(trace(U.T * A * U * L), U), A * U * L + A.T * U * L.T),
    "gradient-log-form": (equal(gradient(log(inner(x, A * x)), x), 2 * A * x / inner(x, A * x)), [symmetric(A)]),
    "gradient-cosine": equal(
        gradient(inner(x, y) / (norm(x) * norm(y)), x),
        y / (norm(x) * norm(y)) - inner(x, y) * x / (norm(x) ** 3 * norm(y)),
    ),
    "gradient-sandwich": equal(gradient(trace(A * U * L * U.T * B), U), A.T * B.T * U * L.T + B * A * U * L),
    "euler-homogeneous": equal(directional(inner(x, A * x), x, x), 2 * inner(x, A * x)),
    "gradient-log-determinant-sum": (
        equal(gradient(log(det(A + U * U.T)), U), 2 * inverse(A + U * U.T) * U),
        [positive_definite(A)],
    ),
    "trace-by-vec": equal(trace(X.T * Y), vec(X).T * vec(Y)),
    "vec-of-outer": equal(vec(r * u.T), kron(u, r)),
}

CONVEX = {
    "conjugate-of-quadratic": (
        at_least(inner(y, inverse(A) * y) / 2, inner(x, y) - inner(x, A * x) / 2),
        [positive_definite(A)],
    ),
    "quadratic-over-linear": at_least(sqnorm(x) / sigma + sqnorm(y) / tau, sqnorm(x + y) / (sigma + tau)),
    "constrained-quadratic": (
        minimises(
            inner(x, A * x) / 2 - inner(b, x),
            {
                x: inverse(A)
                * (b - ROW.T * inverse(ROW * inverse(A) * ROW.T) * (ROW * inverse(A) * b - matrix("e", d, 1)))
            },
        ),
        [positive_definite(A), equal(ROW * x, matrix("e", d, 1))],
    ),
    "projection-on-hyperplane": (
        minimises(sqnorm(x - y), {x: y - (inner(a, y) - t) / sqnorm(a) * a}),
        [equal(inner(a, x), t)],
    ),
    "projection-on-ball": (minimises(sqnorm(x - y), {x: y / norm(y)}), [at_least(1, sqnorm(x)), at_least(norm(y), 1)]),
    "projection-on-ball-by-norm": (
        minimises(sqnorm(x - y), {x: y / norm(y)}),
        [at_least(1, norm(x)), at_least(norm(y), 1)],
    ),
    "soft-threshold-above": (minimises((t - lam) ** 2 / 2 + sigma * Abs(t), {t: lam - sigma}), [at_least(lam, sigma)]),
    "soft-threshold-below": (minimises((t - lam) ** 2 / 2 + sigma * Abs(t), {t: lam + sigma}), [at_least(-sigma, lam)]),
    "proximal-map-of-the-norm": (
        minimises(sqnorm(x - y) / 2 + sigma * norm(x), {x: (1 - sigma / norm(y)) * y}),
        [at_least(norm(y), sigma)],
    ),
    "proximal-map-is-zero": (minimises(sqnorm(x - y) / 2 + sigma * norm(x), {x: o}), [at_least(sigma, norm(y))]),
    "soft-threshold-between": (
        minimises((t - lam) ** 2 / 2 + sigma * Abs(t), {t: 0}),
        [at_least(sigma, lam), at_least(lam, -sigma)],
    ),
    "number-and-reciprocal": minimises(sigma + 1 / sigma, {sigma: 1}, value=2),
    "ellipsoid-support": (
        at_least(sqrt(inner(a, A * a)), inner(a, x)),
        [positive_definite(A), at_least(1, inner(x, inverse(A) * x))],
    ),
    "s-lemma": (at_least(inner(x, B * x), 0), [psd(B - sigma * A), at_least(inner(x, A * x), 0)]),
    "strongly-convex": equal(sqnorm(y) / 2, sqnorm(x) / 2 + inner(x, y - x) + sqnorm(y - x) / 2),
    "descent-lemma": (
        at_least(
            inner(x, A * x) / 2 - inner(b, x) - sqnorm(A * x - b) / 2,
            inner(x - (A * x - b), A * (x - (A * x - b))) / 2 - inner(b, x - (A * x - b)),
        ),
        [symmetric(A), psd(I - A)],
    ),
    "cocoercive": (at_least(inner(x, A * x), sqnorm(A * x)), [psd(A), psd(I - A)]),
    "ridge-dual": minimises(
        sqnorm(X * u - r) + tau * sqnorm(u),
        {u: X.T * inverse(X * X.T + tau * In) * r},
        value=tau * inner(r, inverse(X * X.T + tau * In) * r),
    ),
    "young": at_least((sqnorm(x) + sqnorm(y)) / 2, inner(x, y)),
    "trace-bounds-form": (at_least(trace(A), inner(x, A * x)), [psd(A), unit(x)]),
    "gauss-markov": (psd(ROW * A * ROW.T - inverse(U.T * inverse(A) * U)), [positive_definite(A), equal(ROW * U, Id)]),
}

innovation = ROW * S * ROW.T + L
gain = S * ROW.T * inverse(innovation)
k_gain = matrix("K", p, d)
DERIVATIONS = {
    "kalman-gain-covariance": (
        equal(gain * innovation * gain.T, S * ROW.T * inverse(innovation) * ROW * S),
        [symmetric(S), symmetric(L)],
    ),
    "kalman-joseph": (psd((I - k_gain * ROW) * S * (I - k_gain * ROW).T + k_gain * L * k_gain.T), [psd(S), psd(L)]),
    "smoother-gain": equal(
        S * F.T * inverse(F * S * F.T + Q),
        inverse(inverse(S) + F.T * inverse(Q) * F) * F.T * inverse(Q),
    ),
    "process-mean": equal(X * inverse(X.T * X + sigma * I) * X.T * r, X * X.T * inverse(X * X.T + sigma * In) * r),
    "process-covariance": equal(A - A * inverse(A + sigma * I) * A, sigma * inverse(A + sigma * I) * A),
    "process-noise-derivative": (
        equal(gradient(inner(y, inverse(A + sigma * I) * y), sigma), -inner(y, inverse(A + sigma * I) ** 2 * y)),
        [psd(A)],
    ),
    "ppca-determinant": equal(det(U * U.T + sigma * I) * sigma**d, sigma**p * det(U.T * U + sigma * Id)),
    "gradient-log-divided": equal(gradient(-t * log(lam), lam) / (2 * lam), -t / (2 * lam**2)),
    "precision-likelihood": equal(gradient(n * log(det(M)) - trace(M * S), M), n * inverse(M).T - S.T),
    "bias-variance": equal(
        expectation(sqnorm(z - x), z),
        sqnorm(expectation(z, z) - x) + expectation(sqnorm(z - expectation(z, z)), z),
    ),
    "ridge-shrinks": equal(
        inverse(X.T * X + sigma * I) * X.T * X * (inverse(X.T * X) * X.T * r),
        inverse(X.T * X + sigma * I) * X.T * r,
    ),
    "weighted-normal-equations": equal(
        gradient(inner(r - X * u, matrix("S", n, n) * (r - X * u)), u),
        -X.T * (matrix("S", n, n) + matrix("S", n, n).T) * (r - X * u),
    ),
    "whitening": (equal(B.T * A * B, I), [equal(B, inverse(C)), symmetric(C), equal(C * C, A)]),
    "fisher-discriminant": (
        at_least(inner(x, inverse(A) * x), inner(y, x) ** 2 / inner(y, A * y)),
        [positive_definite(A)],
    ),
    "mahalanobis": (equal(sqnorm(C * x), inner(x, A * x)), [equal(C.T * C, A)]),
    "recursive-gain": (
        equal(inverse(A + x * x.T) * x, inverse(A) * x / (1 + inner(x, inverse(A) * x))),
        [positive_definite(A)],
    ),
    "ridge-degrees": equal(
        trace(X * inverse(X.T * X + sigma * I) * X.T), p - sigma * trace(inverse(X.T * X + sigma * I))
    ),
    "centred-gram": equal((H * X).T * (H * X), X.T * H * X),
    "classical-scaling": equal(
        -H
        * (
            HadamardProduct(X * X.T, In) * OneMatrix(n, n)
            + OneMatrix(n, n) * HadamardProduct(X * X.T, In)
            - 2 * X * X.T
        )
        * H
        / 2,
        H * X * X.T * H,
    ),
    "conjugate-step": (
        minimises(
            inner(x + t * y, A * (x + t * y)) / 2 - inner(b, x + t * y),
            {t: inner(b - A * x, y) / inner(y, A * y)},
        ),
        [positive_definite(A), unequal(y, o)],
    ),
    "gram-schmidt": equal(inner(a, x - inner(a, x) / sqnorm(a) * a), 0),
    "layer-norm": equal(one.T * (H * r / norm(H * r)), zero(1, 1)),
    "autoencoder": (equal(sqnorm(X - X * A), sqnorm(X) - sqnorm(X * A)), [projector(A)]),
    "newton-step": equal(u - inverse(X.T * X) * X.T * (X * u - r), inverse(X.T * X) * X.T * r),
    "two-directions": equal(sqnorm(X * u) + sqnorm(X * v), trace(X * (u * u.T + v * v.T) * X.T)),
    "innovation-distance": (
        at_least(inner(ROW * S * x, inverse(innovation) * (ROW * S * x)), 0),
        [positive_definite(innovation)],
    ),
}

PEERS = {
    "SymPy": triples(SYMPY),
    "mathlib": triples(MATHLIB),
    "NumPy and array-api": triples(ARRAYS),
    "matrix analysis": triples(MATRIX_ANALYSIS),
    "matrix calculus": triples(CALCULUS),
    "convex optimisation": triples(CONVEX),
    "statistics and control": triples(DERIVATIONS),
}
FALSE = {
    "psd-commuting-symmetric",
    "trace-at-the-identity",
    "trace-powers-doubled",
    "kronecker-of-sums",
    "kronecker-commutes",
    "determinant-of-ones",
    "power-of-zero",
    "adjugate-one",
    "loewner-square",
    "determinant-of-sum",
    "psd-orthogonal-projector",
    "similar-orthogonal",
}
OPEN = {
    "gradient-cube-root",
}
TABLE = [row for rows in PEERS.values() for row in rows if row[0] not in FALSE | OPEN]
FALSE_TABLE = [row for rows in PEERS.values() for row in rows if row[0] in FALSE - OPEN]
