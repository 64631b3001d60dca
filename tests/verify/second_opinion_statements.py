"""Two tables for the second opinion: statements that are true, and mutants of them that are not."""

from __future__ import annotations

from typing import Any

from letters import A, C, H, I, P, S, V, X, Y, a, alpha, beta, d, i, j, k, lam, n, one, p, q, t, w, x, y
from sympy import Eq, Identity, MatrixSymbol, OneMatrix, Sum, Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import (
    centered,
    eigenpair,
    nonnegative,
    orthogonal,
    orthonormal,
    positive,
    projector,
    psd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import (
    average,
    basis,
    diagonal,
    directional,
    expectation,
    gradient,
    inner,
    inverse,
    norm,
    pinv,
    rank,
    sample,
    sqnorm,
    total,
)

B, Q = MatrixSymbol("B", p, d), MatrixSymbol("Q", d, d)
v = MatrixSymbol("v", n, 1)
mu, Z = MatrixSymbol("mu", p, 1), MatrixSymbol("Z", p, 1)
Q1, Q2 = MatrixSymbol("Q1", p, d), MatrixSymbol("Q2", p, q)
L1, L2 = MatrixSymbol("L1", d, d), MatrixSymbol("L2", q, q)
mean = X.T * one / n
e_i, e_j = basis(n, "i"), basis(n, "j")


def affine(at: Any) -> Any:
    """Σ ‖(I − P)(x_k − a)‖²."""
    return total(sqnorm((I - P) * (sample(X, k) - at)), k, n)


SPLIT = (
    orthonormal(Q1),
    orthonormal(Q2),
    equal(Q1.T * Q2, ZeroMatrix(d, q)),
    equal(Q1 * Q1.T + Q2 * Q2.T, I),
    equal(A, Q1 * L1 * Q1.T + Q2 * L2 * Q2.T),
    orthonormal(B),
)
GAPS = (psd(L1 - t * Identity(d)), psd(t * Identity(q) - L2))
CAPTURED = Trace(B.T * A * B)
STATIONARY = inner(w, V * w) - lam * (inner(w, w) - 1)
PROJECTED = total(sqnorm(P * sample(X, k)), k, n)
RESIDUE = total(sqnorm((I - P) * sample(X, k)), k, n)
COVARIANCE = expectation((Z - mu) * (Z - mu).T, Z)

TRUE: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "H² = H": (equal(H * H, H), ()),
    "Hᵀ = H": (equal(H.T, H), ()),
    "Hv = v − v̄1": (equal(H * v, v - (one.T * v) * one / n), ()),
    "1ᵀHv = 0": (equal(one.T * H * v, 0), ()),
    "1ᵀv = 0 ⇒ Hv = v": (equal(H * v, v), (equal(one.T * v, 0),)),
    "Hᵢᵢ = 1 − 1/n": (equal(e_i.T * H * e_i, 1 - 1 / n), ()),
    "Hᵢⱼ = −1/n": (equal(e_i.T * H * e_j, -1 / n), ()),
    "H₀₁ = −1/n as entries": (equal(H[0, 1], -1 / n), ()),
    "rows of HX are x_k − μ": (equal(sample(H * X, k), sample(X, k) - mean), ()),
    "tr H = n − 1": (equal(Trace(H), n - 1), ()),
    "affine decomposition": (
        equal(affine(a), affine(mean) + n * sqnorm((I - P) * (mean - a))),
        (projector(P),),
    ),
    "cross term": (equal(total((I - P) * (sample(X, k) - mean), k, n), 0), ()),
    "pythagoras": (equal(sqnorm(x), sqnorm(P * x) + sqnorm(x - P * x)), (projector(P),)),
    "residue = total − projected": (equal(RESIDUE, total(sqnorm(sample(X, k)), k, n) - PROJECTED), (projector(P),)),
    "line residual, unit w": (equal(sqnorm(x - (x.T * w) * w), sqnorm(x) - inner(x, w) ** 2), (unit(w),)),
    "∇ wᵀVw = 2Vw": (equal(gradient(w.T * V * w, w), 2 * V * w), (symmetric(V),)),
    "∇ wᵀVw = (V + Vᵀ)w": (equal(gradient(w.T * V * w, w), (V + V.T) * w), ()),
    "∇ Lagrangian": (equal(gradient(STATIONARY, w), 2 * (V * w - lam * w)), (symmetric(V),)),
    "∂ Lagrangian / ∂λ": (equal(gradient(STATIONARY, lam), 1 - inner(w, w)), ()),
    "directional of tr(BᵀAB)": (
        equal(directional(Trace(B.T * A * B), B, Q1), 2 * Trace(Q1.T * A * B)),
        (symmetric(A),),
    ),
    "∇ of a Rayleigh quotient": (
        equal(
            gradient(inner(w, A * w) / inner(w, w), w),
            2 * A * w / inner(w, w) - (2 * inner(w, A * w) / inner(w, w) ** 2) * w,
        ),
        (symmetric(A),),
    ),
    "value at an eigenvector": (equal(w.T * V * w, lam), (eigenpair(V, w, lam), unit(w))),
    "distinct eigenvalues": (
        equal((alpha - beta) * (x.T * y), 0),
        (symmetric(A), equal(A * x, alpha * x), equal(A * y, beta * y)),
    ),
    "eigenvalue ≥ 0": (at_least(lam * sqnorm(w)), (psd(S), equal(S * w, lam * w))),
    "ky fan": (at_least(Trace(L1), CAPTURED), SPLIT + GAPS),
    "a dimension that only a trace has": (
        same_optimisers([P], ("min", RESIDUE), ("max", PROJECTED)),
        (projector(P), equal(Trace(P), d)),
    ),
    "ky fan, optimum": (
        maximises(CAPTURED, {B: Q1}, value=Trace(L1)),
        SPLIT + GAPS,
    ),
    "rotated optimum": (
        equal(Trace((B * Q).T * A * (B * Q)), CAPTURED),
        (orthonormal(B), orthogonal(Q)),
    ),
    "wᵀSw ≥ 0": (at_least(w.T * S * w), (psd(S),)),
    "XᵀHX is not negative": (at_least(inner(x, X.T * H * X * x) / n), ()),
    "the mean is optimal": (
        minimises(affine(a), {a: mean}, value=affine(mean), exactly=[equal((I - P) * (a - mean), 0)]),
        (projector(P),),
    ),
    "the mean is optimal, in full": (
        minimises(total(sqnorm(sample(X, k) - a), k, n), {a: mean}, exactly=[equal(a, mean)]),
        (),
    ),
    "nearest point": (
        minimises(sqnorm(x - y), {y: P * x}, value=sqnorm(x - P * x), exactly=[equal(y, P * x)]),
        (projector(P), equal(P * y, y)),
    ),
    "same optimisers": (same_optimisers([P], ("min", RESIDUE), ("max", PROJECTED)), (projector(P),)),
    "norm or its square": (
        same_optimisers([w], ("min", norm(x - (x.T * w) * w)), ("min", sqnorm(x - (x.T * w) * w))),
        (unit(w),),
    ),
    "two forms of the covariance": (
        equal(COVARIANCE, expectation(Z * Z.T, Z) - mu * mu.T),
        (equal(mu, expectation(Z, Z)),),
    ),
    "variance along a direction": (
        equal(w.T * COVARIANCE * w, expectation(inner(w, Z) ** 2, Z) - inner(w, mu) ** 2),
        (equal(expectation(Z, Z), mu),),
    ),
    "centred expectation": (
        equal(expectation((Z + x) * (Z + x).T, Z), expectation(Z * Z.T, Z) + x * x.T),
        (equal(expectation(Z, Z), ZeroMatrix(p, 1)),),
    ),
    "centred covariance": (
        equal(average((sample(X, k) - mean) * (sample(X, k) - mean).T, k, n), X.T * X / n),
        (centered(X),),
    ),
    "(AC)⁻¹ = C⁻¹A⁻¹": (equal(inverse(A * C), inverse(C) * inverse(A)), ()),
    "Woodbury's rank one": (
        equal((A + x * y.T) * inverse(A) * x, (1 + inner(y, inverse(A) * x)) * x),
        (),
    ),
    "X X⁺ X = X": (equal(X * pinv(X) * X, X), ()),
    "(Xᵀ)⁺ = (X⁺)ᵀ": (equal(pinv(X.T), pinv(X).T), ()),
    "rank XᵀX = rank X": (equal(rank(X.T * X), rank(X)), ()),
    "the diagonal of a product": (equal(diagonal(A * x) * y, diagonal(y) * A * x), ()),
    "differences of neighbours": (
        equal(Sum(x[k + 1, 0] - x[k, 0], (k, 0, p - 2)), x[p - 1, 0] - x[0, 0]),
        (),
    ),
    "entries of a product": (equal((x.T * A * y)[0, 0], inner(A.T * x, y)), ()),
    "an entry of XᵀX": (equal((X.T * X)[i, j], total(X[k, i] * X[k, j], k, n)), ()),
    "‖2x‖ = 2‖x‖": (equal(norm(2 * x), 2 * norm(x)), ()),
    "(xᵀw)w keeps its scalar": (equal((x.T * w) * w, w * w.T * x), ()),
    "Cauchy and Schwarz": (at_least(sqnorm(x) * sqnorm(y), inner(x, y) ** 2), ()),
    "a scalar between": (at_least(t * sqnorm(x)), (nonnegative(t),)),
    "deflation": (
        equal((I - w * w.T) * S * (I - w * w.T), S - lam * w * w.T),
        (symmetric(S), eigenpair(S, w, lam), unit(w)),
    ),
    "tr(AC) = tr(CA), rectangular": (equal(Trace(X * Y.T), Trace(Y.T * X)), ()),
    "a literal size": (
        equal(Trace(Identity(3)), 3),
        (),
    ),
}

FALSE: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "H² = −H": (equal(H * H, -H), ()),
    "centring without 1/n": (equal((Identity(n) - OneMatrix(n, n)) ** 2, Identity(n) - OneMatrix(n, n)), ()),
    "v ⊥ 1 for every v": (equal(one.T * v, 0), ()),
    "Hv = v for every v": (equal(H * v, v), ()),
    "Hᵢᵢ = 1 + 1/n": (equal(e_i.T * H * e_i, 1 + 1 / n), ()),
    "Hᵢⱼ = 1/n": (equal(e_i.T * H * e_j, 1 / n), ()),
    "Hᵢⱼ = −1/n, also where i = j": (equal(H[i, j], -1 / n), ()),
    "rows of HX are x_k + μ": (equal(sample(H * X, k), sample(X, k) + mean), ()),
    "tr H = n": (equal(Trace(H), n), ()),
    "decomposition without n": (
        equal(affine(a), affine(mean) + sqnorm((I - P) * (mean - a))),
        (projector(P),),
    ),
    "decomposition, any mean": (
        equal(affine(a), affine(mu) + n * sqnorm((I - P) * (mu - a))),
        (projector(P),),
    ),
    "pythagoras, only idempotent": (equal(sqnorm(x), sqnorm(P * x) + sqnorm(x - P * x)), (equal(P * P, P),)),
    "pythagoras, only symmetric": (equal(sqnorm(x), sqnorm(P * x) + sqnorm(x - P * x)), (symmetric(P),)),
    "residue = total + projected": (equal(RESIDUE, total(sqnorm(sample(X, k)), k, n) + PROJECTED), (projector(P),)),
    "line residual, any length": (equal(sqnorm(x - (x.T * w) * w), sqnorm(x) - inner(x, w) ** 2), ()),
    "∇ wᵀVw = 2Vw, V not symmetric": (equal(gradient(w.T * V * w, w), 2 * V * w), ()),
    "∇ wᵀVw = Vw": (equal(gradient(w.T * V * w, w), V * w), (symmetric(V),)),
    "∂ Lagrangian / ∂λ, sign": (equal(gradient(STATIONARY, lam), inner(w, w) - 1), ()),
    "value at an eigenvector, any length": (equal(w.T * V * w, lam), (eigenpair(V, w, lam),)),
    "eigenvectors are orthogonal": (equal(x.T * y, 0), (symmetric(A), eigenpair(A, x, alpha), eigenpair(A, y, beta))),
    "eigenvalue > 1": (at_least(lam, 1), (psd(S), eigenpair(S, w, lam))),
    "ky fan reversed": (at_least(CAPTURED, Trace(L1)), SPLIT + GAPS),
    "ky fan without gaps": (at_least(Trace(L1), CAPTURED), SPLIT),
    "ky fan, minimum": (equal(CAPTURED, Trace(L1)), SPLIT + GAPS),
    "ky fan, wrong value": (maximises(CAPTURED, {B: Q1}, value=Trace(L2)), SPLIT + GAPS),
    "rotated optimum, Q not orthogonal": (equal(Trace((B * Q).T * A * (B * Q)), CAPTURED), (orthonormal(B),)),
    "wᵀSw ≥ 0 for symmetric S": (at_least(w.T * S * w), (symmetric(S),)),
    "SS⁺ = I for psd S": (equal(S * pinv(S), I), (psd(S),)),
    "the mean maximises": (maximises(affine(a), {a: mean}), (projector(P),)),
    "only the mean is optimal": (minimises(affine(a), {a: mean}, exactly=[equal(a, mean)]), (projector(P),)),
    "every a is optimal": (
        minimises(total(sqnorm(sample(X, k) - a), k, n), {a: mean}, exactly=[equal(0 * a, 0 * a)]),
        (),
    ),
    "the sum is optimal": (minimises(affine(a), {a: n * mean}), (projector(P),)),
    "a witness that is not feasible": (minimises(sqnorm(x - y), {y: x}), (projector(P), equal(P * y, y))),
    "a witness that uses its variable": (minimises(sqnorm(x - y), {y: y}), ()),
    "wrong least value": (minimises(sqnorm(x - y), {y: x}, value=1), ()),
    "opposite optimisers": (same_optimisers([P], ("min", RESIDUE), ("min", PROJECTED)), (projector(P),)),
    "another problem": (same_optimisers([P], ("max", PROJECTED), ("max", Trace(P))), (projector(P),)),
    "covariance, sign": (equal(COVARIANCE, expectation(Z * Z.T, Z) + mu * mu.T), (equal(mu, expectation(Z, Z)),)),
    "covariance, another mean": (equal(COVARIANCE, expectation(Z * Z.T, Z) - mu * mu.T), ()),
    "variance, square missing": (
        equal(expectation(inner(w, Z) ** 2, Z) - inner(w, mu) ** 2, expectation(inner(w, Z), Z) - inner(w, mu) ** 2),
        (equal(expectation(Z, Z), mu),),
    ),
    "covariance of uncentred data": (
        equal(average((sample(X, k) - mean) * (sample(X, k) - mean).T, k, n), X.T * X / n),
        (),
    ),
    "(AC)⁻¹ = A⁻¹C⁻¹": (equal(inverse(A * C), inverse(A) * inverse(C)), ()),
    "X⁺X = I": (equal(pinv(X) * X, I), ()),
    "rank X = the number of columns": (equal(rank(X), p), ()),
    "the diagonal of a product, in another order": (equal(diagonal(A * x), A * diagonal(x)), ()),
    "sum of neighbours": (equal(Sum(x[k + 1, 0], (k, 0, p - 2)), Sum(x[k, 0], (k, 0, p - 2))), ()),
    "an entry of XᵀX, transposed": (equal((X.T * X)[0, 1], (X * X.T)[0, 1]), ()),
    "‖−x‖ = −‖x‖": (equal(norm(-x), -norm(x)), ()),
    "a dropped transpose": (equal(Trace(X * Y), Trace(Y * X)), ()),
    "a dropped transpose, square": (equal(Trace(A * C), Trace(A * C.T)), ()),
    "t‖x‖² ≥ 0 for any t": (at_least(t * sqnorm(x)), ()),
    "contradictory hypotheses": (equal(t, 0), (positive(t), equal(2 * t, 0))),
    "unit and zero": (equal(w, x), (unit(w), equal(2 * w, 0 * w))),
    "evaluated by SymPy": (Eq(I, I), ()),
    # what SymPy itself answers wrongly
    "trap: ∇ Lagrangian = 0": (equal(gradient(STATIONARY, w), 0), (symmetric(V),)),
    "trap: ∇ of a difference of traces": (equal(gradient(Trace(B.T * A * B) - Trace(B.T * B), B), 0), ()),
    "trap: ∇ Rayleigh = 0": (equal(gradient(inner(w, A * w) / inner(w, w), w), 0), ()),
    "trap: quotient rule dropped": (
        equal(gradient(inner(w, A * w) / inner(w, w), w), (A * w + A.T * w) / inner(w, w)),
        (),
    ),
    "trap: AC symmetric": (equal((A * C).T, A * C), (symmetric(A), symmetric(C))),
    "trap: BBᵀ = I": (equal(B * B.T, Identity(d)), (orthonormal(B),)),
    "trap: XX⁺ = I of full rank": (equal(X * pinv(X), Identity(n)), ()),
    "trap: HH⁻¹ = I": (equal(H * inverse(H), Identity(n)), ()),
    "trap: 1 = 0 through H⁻¹": (equal(inverse(H) * H * one, 0), ()),
    "trap: 11ᵀ invertible": (equal(OneMatrix(n, n) * inverse(OneMatrix(n, n)), Identity(n)), ()),
    "trap: variance of another shape": (equal(COVARIANCE, expectation(Z - mu, Z)), ()),
    "trap: X·X": (equal(X * X, X), ()),
    "trap: tr X": (equal(Trace(X), Trace(X)), ()),
}
