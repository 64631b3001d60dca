"""True statements about derivatives and optimisers, all of them proved, by name."""

from __future__ import annotations

from letters import (
    A,
    B,
    Eq,
    F,
    I,
    P,
    Q,
    S,
    U,
    X,
    Y,
    Z,
    a,
    b,
    c,
    d,
    e,
    k,
    lam,
    matrix,
    mean,
    n,
    nu,
    o,
    one,
    p,
    r,
    s,
    t,
    triples,
    v,
    w,
    x,
    xk,
    y,
)
from sympy import Abs, Identity, Symbol, Trace, ZeroMatrix, sqrt

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import (
    eigenpair,
    nonzero,
    orthogonal,
    orthonormal,
    positive_definite,
    projector,
    psd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import average, directional, gradient, inner, inverse, norm, sqnorm, total

h = matrix("h", d, 1)
c_d = matrix("c", d, 1)
reconstruction = total(sqnorm(xk - P * xk), k)

GRADIENTS = {
    "quadratic": equal(gradient(inner(x, A * x), x), (A + A.T) * x),
    "norm": equal(gradient(sqnorm(x), x), 2 * x),
    "least-squares": equal(gradient(sqnorm(r - X * b), b), -2 * X.T * (r - X * b)),
    "least-squares-2": equal(gradient(sqnorm(X * b - r), b), 2 * X.T * X * b - 2 * X.T * r),
    "ridge": equal(gradient(sqnorm(r - X * b) + lam * sqnorm(b), b), 2 * (X.T * X + lam * I) * b - 2 * X.T * r),
    "trace-linear": equal(gradient(Trace(A * B), B), A.T),
    "trace-quadratic": (equal(gradient(Trace(U.T * S * U), U), 2 * S * U), [symmetric(S)]),
    "trace-quadratic-general": equal(gradient(Trace(U.T * A * U), U), (A + A.T) * U),
    "frobenius": equal(gradient(sqnorm(X - Y), X), 2 * (X - Y)),
    "factorisation": equal(gradient(sqnorm(X - Z * B), B), -2 * Z.T * (X - Z * B)),
    "bilinear-left": equal(gradient(x.T * A * y, x), A * y),
    "bilinear-matrix": equal(gradient(x.T * A * y, A), x * y.T),
    "product-rule": equal(gradient(inner(a, x) * inner(b, x), x), inner(b, x) * a + inner(a, x) * b),
    "chain": equal(gradient(sqnorm(x) ** 2, x), 4 * sqnorm(x) * x),
    "lagrangian-multiplier": equal(gradient(inner(w, S * w) - t * (sqnorm(w) - 1), t), 1 - sqnorm(w)),
    "lagrangian-linear": equal(gradient(sqnorm(x) / 2 - lam * (inner(a, x) - c), x), x - lam * a),
    "scalar": equal(gradient(t**3 + c * t, t), 3 * t**2 + c),
    "sum-over-samples": equal(gradient(total(sqnorm(xk - a), k), a), 2 * n * a - 2 * X.T * one),
    "vanishes-at-mean": (equal(gradient(average(sqnorm(xk - a), k), a), o), [Eq(a, mean)]),
    "directional": equal(directional(sqnorm(x), x, y), 2 * inner(x, y)),
    "directional-matrix": equal(directional(A**2, A, B), A * B + B * A),
    "directional-gradient": equal(directional(inner(x, A * x), x, y), inner(gradient(inner(x, A * x), x), y)),
    "hessian": (equal(directional(gradient(inner(x, S * x), x), x, y), 2 * S * y), [symmetric(S)]),
}

OPTIMISERS = {
    "norm": minimises(sqnorm(x - a), {x: a}),
    "norm-value": minimises(sqnorm(x - a), {x: a}, value=0),
    "norm-unique": minimises(sqnorm(x - a), {x: a}, exactly=[equal(x, a)]),
    "two-points": minimises(sqnorm(x - a) + sqnorm(x - b), {x: (a + b) / 2}),
    "weighted-points": minimises(sqnorm(x - a) + 2 * sqnorm(x - b), {x: (a + 2 * b) / 3}),
    "mean": minimises(total(sqnorm(xk - a), k), {a: mean}),
    "mean-average": minimises(average(sqnorm(xk - a), k), {a: mean}),
    "mean-unique": minimises(total(sqnorm(xk - a), k), {a: mean}, exactly=[equal(a, mean)]),
    "constant-fit": minimises(sqnorm(r - t * one), {t: inner(one, r) / n}),
    "subspace": (minimises(sqnorm(x - U * h), {h: U.T * x}), [orthonormal(U)]),
    "subspace-value": (minimises(sqnorm(x - U * h), {h: U.T * x}, value=sqnorm(x) - sqnorm(U.T * x)), [orthonormal(U)]),
    "line": (minimises(sqnorm(x - t * w), {t: inner(x, w)}), [unit(w)]),
    "line-value": (minimises(sqnorm(x - t * w), {t: inner(x, w)}, value=sqnorm(x) - inner(x, w) ** 2), [unit(w)]),
    "range-of-projector": (minimises(sqnorm(x - P * y), {y: x}), [projector(P)]),
    "feasible-projection": (minimises(sqnorm(x - y), {y: P * x}), [projector(P), equal(P * y, y)]),
    "least-squares": minimises(sqnorm(r - X * b), {b: inverse(X.T * X) * X.T * r}),
    "least-squares-given": (minimises(sqnorm(r - X * b), {b: a}), [equal(X.T * X * a, X.T * r)]),
    "ridge": minimises(sqnorm(r - X * b) + nu * sqnorm(b), {b: inverse(X.T * X + nu * I) * X.T * r}),
    "quadratic": (minimises(inner(x, S * x) - 2 * inner(b, x), {x: inverse(S) * b}), [psd(S)]),
    "quadratic-value": (
        minimises(inner(x, S * x) - 2 * inner(b, x), {x: inverse(S) * b}, value=-inner(b, inverse(S) * b)),
        [psd(S)],
    ),
    "hyperplane": (minimises(sqnorm(x), {x: c * a / sqnorm(a)}), [equal(inner(a, x), c), nonzero(sqnorm(a))]),
    "hyperplane-unit": (minimises(sqnorm(x - y), {x: y - (inner(w, y) - c) * w}), [unit(w), equal(inner(w, x), c)]),
    "linear-on-sphere": (maximises(inner(x, w), {x: w}), [unit(w), unit(x)]),
    "linear-on-sphere-value": (maximises(inner(x, w), {x: w}, value=1), [unit(w), unit(x)]),
    "symmetric-part": (minimises(sqnorm(A - S), {S: (A + A.T) / 2}), [symmetric(S)]),
    "affine-mean": (minimises(total(sqnorm(xk - (a + P * (xk - a))), k), {a: mean}), [projector(P)]),
    "nearest-multiple-of-identity": minimises(sqnorm(A - t * I), {t: Trace(A) / p}),
    "concave": maximises(2 * inner(a, x) - sqnorm(x), {x: a}, value=sqnorm(a)),
    "rank-one-coefficients": (minimises(sqnorm(X - s * w.T), {s: X * w}), [unit(w)]),
    "top-eigenvector": (
        maximises(inner(w, S * w), {w: v}),
        [Eq(S * v, lam * v), unit(v), unit(w), Eq(lam * I - S, F.T * F)],
    ),
}

T1, T2 = matrix("T1", p, d), matrix("T2", p, e)
D1, D2 = matrix("D1", d, d), matrix("D2", e, e)
spectral = [
    Eq(A, T1 * D1 * T1.T + T2 * D2 * T2.T),
    Eq(T1 * T1.T + T2 * T2.T, I),
    orthonormal(T1),
    orthonormal(T2),
    equal(T1.T * T2, ZeroMatrix(d, e)),
    orthonormal(U),
]
apart = [*spectral, psd(D1 - (t + nu) * Identity(d)), psd(t * Identity(e) - D2)]
A1, A2, scores = matrix("A1", n, d), matrix("A2", n, e), matrix("Y", n, d)
blocks = [
    *spectral[1:],
    Eq(X, A1 * T1.T + A2 * T2.T),
    equal(A1.T * A2, ZeroMatrix(d, e)),
    psd(A1.T * A1 - t * Identity(d)),
    psd(t * Identity(e) - A2.T * A2),
]
kept, lost = Trace(U.T * A * U), sqnorm(X - X * U * U.T)

KY_FAN = {
    "subspace": (maximises(kept, {U: T1}, value=Trace(D1), exactly=[Eq(U * U.T, T1 * T1.T)]), apart),
    "nothing-of-the-rest": (maximises(kept, {U: T1}, exactly=[equal(T2.T * U, ZeroMatrix(e, d))]), apart),
    "of-data": (minimises(lost, {U: T1}, value=n * Trace(D2)), [*apart, equal(X.T * X, n * A)]),
    "of-data-subspace": (minimises(lost, {U: T1}, exactly=[Eq(U * U.T, T1 * T1.T)]), [*apart, equal(X.T * X, n * A)]),
    "eckart-young": (minimises(sqnorm(X - scores * U.T), {U: T1, scores: A1}, value=sqnorm(A2)), blocks),
}

line_error = [equal(t**2, sqnorm(X - X * w * w.T)), at_least(t, 0), unit(w)]
SAME = {
    "norm-of-line": (same_optimisers([w, t], ("min", t), ("max", inner(w, X.T * X * w))), line_error),
    "subspace": (same_optimisers([P], ("min", reconstruction), ("max", total(sqnorm(P * xk), k))), [projector(P)]),
    "line": (
        same_optimisers([w], ("min", total(sqnorm(xk - inner(xk, w) * w), k)), ("max", inner(w, X.T * X * w))),
        [unit(w)],
    ),
    "average": (
        same_optimisers([P], ("min", reconstruction), ("min", average(sqnorm(xk - P * xk), k))),
        [projector(P)],
    ),
    "constant": same_optimisers([x], ("min", sqnorm(x - a)), ("min", sqnorm(x) - 2 * inner(a, x))),
    "negated": same_optimisers([x], ("min", inner(x, A * x)), ("max", -inner(x, A * x))),
    "procrustes": (same_optimisers([Q], ("min", sqnorm(X * Q - Y)), ("max", Trace(Q.T * X.T * Y))), [orthogonal(Q)]),
    "scaled": same_optimisers([x], ("min", nu * sqnorm(x - a)), ("min", sqnorm(x - a))),
}

number, sigma = Symbol("s", real=True), Symbol("sigma", positive=True)
g = matrix("g", n, 1)
outside = at_least(norm(y), sigma)  # the ball of radius σ
onto = y - (inner(a, y) - t) / sqnorm(a) * a  # of the hyperplane ⟨a, x⟩ = t
FOLLOWING = {  # objectives with roots, reciprocals and inverses of the variable
    "norm": minimises(norm(x - y), {x: y}, value=0),
    "absolute-value": minimises(Abs(number - 1), {number: 1}),
    "reciprocal": maximises(1 / (1 + number**2), {number: 0}, value=1),
    "root": minimises(sqrt(1 + sqnorm(x - y)), {x: y}),
    "distance-to-a-subspace": (minimises(norm(x - y), {x: P * y}), [projector(P), equal(P * x, x)]),
    "half-space": (minimises(sqnorm(x - y), {x: onto}), [at_least(t, inner(a, x)), at_least(inner(a, y), t)]),
    "ball-by-squares": (minimises(sqnorm(x - y), {x: y / norm(y)}), [at_least(1, sqnorm(x)), at_least(sqnorm(y), 1)]),
    "ball-distance": (minimises(norm(x - y), {x: y / norm(y)}), [at_least(1, sqnorm(x)), at_least(norm(y), 1)]),
    "ball-of-radius": (minimises(sqnorm(x - y), {x: sigma * y / norm(y)}), [at_least(sigma, norm(x)), outside]),
    "ball-of-radius-squared": (
        minimises(norm(x - y), {x: sigma * y / norm(y)}),
        [at_least(sigma**2, sqnorm(x)), outside],
    ),
    "ball-of-radius-by-squares": (
        minimises(sqnorm(x - y), {x: sigma * y / norm(y)}),
        [at_least(sigma**2, sqnorm(x)), at_least(sqnorm(y), sigma**2)],
    ),
    "ball-around-a-point": (
        minimises(norm(x - a), {x: y + sigma * (a - y) / norm(a - y)}),
        [at_least(sigma, norm(x - y)), at_least(norm(a - y), sigma)],
    ),
    "linear-over-a-ball": (
        maximises(inner(a, x), {x: sigma * a / norm(a)}, value=sigma * norm(a)),
        [at_least(sigma, norm(x))],
    ),
    "distance-to-a-hyperplane": (minimises(norm(x - y), {x: onto}), [equal(inner(a, x), t)]),
    "ball-inside": (minimises(sqnorm(x - y), {x: y}), [at_least(1, sqnorm(x)), at_least(1, sqnorm(y))]),
    "ball-by-products": (minimises(sqnorm(g - X * x) / 2 + t * norm(x), {x: o}), [at_least(t, norm(X.T * g))]),
    "subgradient-of-norm-at-most-1": (
        minimises(sqnorm(g - X * x) / 2 + t * norm(x), {x: y}),
        [equal(X.T * (g - X * y), t * w), equal(inner(w, y), norm(y)), at_least(1, norm(w)), at_least(t, 0)],
    ),
    "rayleigh": (maximises(inner(x, A * x) / sqnorm(x), {x: y}), [psd(t * I - A), eigenpair(A, y, t)]),
    "fraction": maximises((1 + number**2) / (1 + 2 * number**2), {number: 0}, value=1),
    "constraint-with-a-norm": (minimises(sqnorm(x), {x: 0 * x}), [at_least(1, norm(x))]),
    "norm-exactly": minimises(norm(x - y), {x: y}, exactly=[equal(x, y)]),
    "norm-or-its-square": same_optimisers([x], ("min", norm(x - y)), ("min", sqnorm(x - y))),
    "quadratic": (minimises(inner(x, S * x) / 2 - inner(b, x), {x: inverse(S) * b}), [positive_definite(S)]),
}

TABLE = [
    (f"{group}.{name}", conclusion, assuming)
    for group, rows in (
        ("gradient", GRADIENTS),
        ("optimiser", OPTIMISERS),
        ("ky-fan", KY_FAN),
        ("same", SAME),
        ("following", FOLLOWING),
    )
    for name, conclusion, assuming in triples(rows)
]
