"""Random true statements about Kronecker and entrywise products, determinants, entries, parts and named properties.

Each is made of random expressions by a law, so that the statement is true whatever these are; those about properties
use what is assumed of letters. `random_statements.py` changes one thing in some of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp
from exact_worlds import V, h
from letters import A, B, I, Id, In, L, P, Q, S, U, X, Y, d, j, n, one, ones_p, p, w, x, y
from sympy import BlockMatrix, HadamardPower, HadamardProduct, KroneckerDelta, Sum, Trace

from pcaproofs.language import hypotheses as is_
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.nodes import (
    adjugate,
    basis,
    det,
    diagonal,
    index,
    inner,
    inverse,
    kron,
    pinv,
    rank,
    sqnorm,
    vec,
)

H = In - one * one.T / n
e, f, g = index("e"), index("f"), index("g")
Makes = Callable[[], Any]


def by(*matrices: Any) -> Any:
    """The product entry by entry, not simplified."""
    return HadamardProduct(*matrices, evaluate=False)


def over(body: Any, *bounds: tuple[Any, Any]) -> Any:
    """The sum over indices from 0 to what is below the sizes."""
    return Sum(body, *((k, 0, size - 1) for k, size in bounds))


def law(grower: Any) -> Any:
    """A conclusion that holds whatever is assumed."""
    a, b, c = (grower.matrix(p, p, 1) for _ in range(3))
    s, t = grower.matrix(d, d, 1), grower.matrix(d, d, 0)
    u, v, m = grower.matrix(p, 1, 1), grower.matrix(p, 1, 0), grower.matrix(n, p, 1)
    number = grower.scalar(0)
    a0, b0 = grower.random.sample((A, B, S, P, Q), 2)
    kinds: tuple[tuple[Makes, ...], ...] = (
        (  # Kronecker
            lambda: equal(kron(a, s) * kron(b, t), kron(a * b, s * t)),
            lambda: equal(kron(a, s).T, kron(a.T, s.T)),
            lambda: equal(Trace(kron(a, s)), Trace(a) * Trace(s)),
            lambda: equal(kron(a + b, s), kron(a, s) + kron(b, s)),
            lambda: equal(kron(number * a, s), number * kron(a, s)),
            lambda: equal(sqnorm(kron(a, s)), sqnorm(a) * sqnorm(s)),
            lambda: equal(vec(a * U * s), kron(s.T, a) * vec(U)),
            lambda: equal(inner(vec(X * a), vec(m)), Trace(a.T * X.T * m)),
            lambda: equal(kron(kron(a, L), b), kron(a, kron(L, b))),
            lambda: equal(kron(a, L, B).T, kron(a.T, L.T, B.T)),
            lambda: equal(kron(a, L, B) * kron(A, t, b), kron(a * A, L * t, B * b)),
            lambda: equal(Trace(kron(a, L, b)), Trace(a) * Trace(L) * Trace(b)),
            lambda: equal(kron(inverse(A), inverse(L)) * kron(A * a, L), kron(a, Id)),
            lambda: equal(det(kron(a0, L)), det(a0) ** d * det(L) ** p),
            lambda: equal(kron(u, h).T * kron(a, s) * kron(v, h), inner(u, a * v) * (h.T * s * h)),
            lambda: equal(kron(u, h.T), u * h.T),
        ),
        (  # entry by entry
            lambda: equal(by(a, b).T, by(a.T, b.T)),
            lambda: equal(by(a, b), by(b, a)),
            lambda: equal(by(a + b, c), by(a, c) + by(b, c)),
            lambda: equal(by(number * a, b), number * by(a, b)),
            lambda: equal(ones_p.T * by(a, b) * ones_p, sp.Matrix([[Trace(a.T * b)]])),
            lambda: equal(Trace(by(a, I)), Trace(a)),
            lambda: equal(by(u, v), diagonal(v) * u),
            lambda: equal(inner(by(u, v), w), inner(v, by(u, w))),
            lambda: equal(by(u * v.T, x * y.T), by(u, x) * by(v, y).T),
            lambda: equal(by(X, m), by(m, X)),
            lambda: equal(HadamardPower(u, 2), by(u, u)),
            lambda: equal(Trace(a.T * by(b0, c)), over((a * I)[e, f] * b0[e, f] * (c * I)[e, f], (e, p), (f, p))),
            lambda: equal(Trace(A.T * by(B, S)), Trace(S.T * by(A, B))),
            lambda: equal(diagonal(u) * diagonal(v), diagonal(v) * diagonal(u)),
            lambda: equal(diagonal(u) * a * diagonal(v), by(a, u * v.T)),
            lambda: equal(diagonal(a * u + number * v), diagonal(a * u) + number * diagonal(v)),
            lambda: equal(diagonal(a * u) * v, diagonal(v) * a * u),
            lambda: equal(by(by(A, B), S), by(A, by(B, S))),
        ),
        (  # determinants
            lambda: equal(det(a * b), det(b) * det(a)),
            lambda: equal(det(a.T), det(a)),
            lambda: equal(det(number * a0), number**p * det(a0)),
            lambda: equal(adjugate(a) * a, det(a) * I),
            lambda: equal(adjugate(a0 * b0), adjugate(b0) * adjugate(a0)),
            lambda: equal(adjugate(a0.T), adjugate(a0).T),
            lambda: equal(det(I + u * v.T), 1 + inner(v, u)),
            lambda: equal(det(I + U * V.T), det(Id + V.T * U)),
            lambda: equal(det(inverse(A) * a * A), det(a)),
            lambda: equal(det(a0**2), det(a0) ** 2),
            lambda: equal(det(A) * inverse(A), adjugate(A)),
            lambda: equal(det(BlockMatrix([[a0, U], [sp.ZeroMatrix(d, p), L]])), det(a0) * det(L)),
            lambda: at_least(det(a0.T * a0), 0),
        ),
        (  # ranks
            lambda: equal(rank(a0.T * a0), rank(a0)),
            lambda: equal(rank(m.T), rank(m)),
            lambda: equal(rank(inverse(A) * U), rank(U)),
            lambda: at_least(rank(U), rank(a0 * U)),
            lambda: at_least(rank(a0), rank(a0 * U)),
            lambda: at_least(p, rank(a)),
            lambda: equal(rank(2 * m), rank(m)),
        ),
        (  # entries, parts and blocks
            lambda: equal((a * b)[j, j], over((a * I)[j, e] * (b * I)[e, j], (e, p))),
            lambda: equal(a.T[j, 0], a[0, j]),
            lambda: equal((u * v.T)[j, 0], (u * I[0, 0])[j, 0] * v[0, 0]),
            lambda: equal(over(A[e, f] * B[f, g] * S[g, e], (e, p), (f, p), (g, p)), Trace(A * B * S)),
            lambda: equal(over(A[e, f] * B[e, f] * x[f, 0], (e, p), (f, p)), inner(ones_p, by(A, B) * x)),
            lambda: equal(
                Sum(x[e + 1, 0] * v[e + 1, 0] - x[e, 0] * v[e, 0], (e, 0, p - 2)),
                x[p - 1, 0] * v[p - 1, 0] - x[0, 0] * v[0, 0],
            ),
            lambda: equal((a0 * by(b0, c))[j, 0], over(a0[j, e] * b0[e, 0] * (c * I)[e, 0], (e, p))),
            lambda: equal(over(KroneckerDelta(e, f) * A[e, f], (e, p), (f, p)), Trace(A)),
            lambda: equal(basis(p, "j").T * a * basis(p, "j"), sp.Matrix([[a[j, j]]])),
            lambda: equal(X[1:, :].T * X[1:, :] + X[:1, :].T * X[:1, :], X.T * X),
            lambda: equal(X[: n - 1, :].T * Y[: n - 1, :] + X[n - 1 :, :].T * Y[n - 1 :, :], X.T * Y),
            lambda: equal(Sum(x[e, 0] * y[e, 0], (e, 0, p - 2)) + x[p - 1, 0] * y[p - 1, 0], inner(x, y)),
            lambda: equal(Sum(A[e, e], (e, 0, p - 2)), Trace(A) - A[p - 1, p - 1]),
            lambda: equal(Sum(x[e, 0] ** 2, (e, 1, p - 1)), sqnorm(x) - x[0, 0] ** 2),
            lambda: equal(BlockMatrix([[a, U], [V.T, L]]).T, BlockMatrix([[a.T, sp.Transpose(V.T)], [U.T, L.T]])),
            lambda: equal(Trace(BlockMatrix([[a, U], [V.T, s]])), Trace(a) + Trace(s)),
            lambda: equal(
                BlockMatrix([[A, U], [V.T, L]]) * BlockMatrix([[v], [h]]),
                BlockMatrix([[A * v + U * h], [V.T * v + L * h]]),
            ),
        ),
    )
    return grower.random.choice(grower.random.choice(kinds))()


def property_of(grower: Any) -> Any:
    """A named property that follows from how the matrix is made, or from what is assumed of its letters."""
    a, m, u = grower.matrix(p, p, 1), grower.matrix(n, p, 1), grower.matrix(p, 1, 1)
    options: list[Makes] = [
        lambda: is_.psd(m.T * m),
        lambda: is_.psd(u * u.T + a.T * a),
        lambda: is_.symmetric(a + a.T),
        lambda: is_.symmetric(kron(a * a.T, L + L.T)),
        lambda: is_.skew(a - a.T),
        lambda: is_.projector(U * pinv(U)),
        lambda: is_.projector(H),
        lambda: is_.psd(X.T * H * X / n),
        lambda: is_.symmetric(by(a, a.T)),
        lambda: is_.normal(a + a.T),
        lambda: is_.centered(H * m),
        lambda: is_.idempotent(A * inverse(B * A) * B),
        lambda: is_.symmetric(pinv(a.T * a)),
        lambda: is_.diagonal_matrix(diagonal(u) * diagonal(x)),
        lambda: is_.psd(kron(m.T * m, L.T * L)),
    ]
    laws: dict[str, Callable[[Any], list[Makes]]] = {
        "symmetric": lambda s: [
            lambda: is_.symmetric(a.T * s * a),
            lambda: is_.psd(s**2),
            lambda: is_.normal(s),
            lambda: is_.symmetric(adjugate(s)),
        ],
        "psd": lambda s: [
            lambda: is_.psd(a.T * s * a),
            lambda: is_.psd(s + u * u.T),
            lambda: is_.psd(m * s * m.T),
            lambda: at_least(Trace(s * a.T * a), 0),
            lambda: is_.psd(s**3),
            lambda: is_.psd(kron(s, L.T * L)),
            lambda: at_least(Trace(s) * inner(u, u), inner(u, s * u)),
        ],
        "positive_definite": lambda s: [
            lambda: is_.invertible(s),
            lambda: is_.psd(inverse(s)),
            lambda: is_.positive_definite(s + a.T * a),
            lambda: at_least(inner(u, s * u) * inner(x, inverse(s) * x), inner(u, x) ** 2),
        ],
        "projector": lambda s: [
            lambda: equal(rank(s), Trace(s)),
            lambda: is_.projector(I - s),
            lambda: is_.orthogonal(I - 2 * s),
            lambda: is_.psd(I - s),
            lambda: at_least(sqnorm(a), sqnorm(s * a)),
            lambda: equal(sqnorm(a), sqnorm(s * a) + sqnorm(a - s * a)),
            lambda: equal(det(I - 2 * s) ** 2, 1),
        ],
        "orthogonal": lambda s: [
            lambda: is_.orthogonal(s.T * s.T),
            lambda: is_.invertible(s),
            lambda: is_.projector(s.T * (U * pinv(U)) * s),
            lambda: equal(det(s) ** 2, 1),
            lambda: equal(Trace(s * a * s.T), Trace(a)),
        ],
        "orthonormal": lambda s: [
            lambda: is_.projector(s * s.T),
            lambda: is_.psd(I - s * s.T),
            lambda: equal(pinv(s), s.T),
            lambda: at_least(Trace(a.T * a), Trace(s.T * a.T * a * s)),
        ],
        "diagonal_matrix": lambda s: [
            lambda: is_.symmetric(s),
            lambda: equal(by(s, I), s),
            lambda: equal(by(s, a), by(s, a.T)),
            lambda: is_.diagonal_matrix(s**2),
            lambda: is_.psd(s * s),
        ],
        "idempotent": lambda s: [
            lambda: is_.idempotent(I - s),
            lambda: equal((2 * s - I) ** 2, I),
            lambda: equal(s**3, s),
        ],
        "skew": lambda s: [
            lambda: equal(inner(u, s * u), 0),
            lambda: is_.psd(-(s**2)),
            lambda: is_.normal(s),
            lambda: equal(Trace(s * (a + a.T)), 0),
        ],
        "invertible": lambda s: [lambda: is_.invertible(s.T * s), lambda: equal(inverse(s) * (s * a), a)],
        "permutation": lambda s: [lambda: is_.orthogonal(s), lambda: equal(s * ones_p, ones_p)],
        "stochastic": lambda s: [lambda: equal(s * s * ones_p, ones_p)],
        "unit": lambda s: [lambda: is_.projector(s * s.T), lambda: at_least(sqnorm(a), sqnorm(a * s))],
    }
    for item in grower.assuming:
        if isinstance(item, is_.Named) and item.kind in laws:
            options += laws[item.kind](item.args[0]) * 4
    return grower.random.choice(options)()
