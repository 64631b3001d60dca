"""Statements of users, none of them a claim's, with names that mean something to Rocq or MathComp."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from letters import d, n, p
from sympy import Eq, Ge, Identity, MatrixSymbol, OneMatrix, Rational, Symbol, Trace, symbols

from pcaproofs import (
    ForAll,
    at_least,
    centered,
    directional,
    eigenpair,
    equal,
    gradient,
    index,
    inner,
    inverse,
    maximises,
    minimises,
    nonnegative,
    nonzero,
    orthonormal,
    partial_total,
    pinv,
    positive,
    projector,
    psd,
    same_optimisers,
    sample,
    sqnorm,
    symmetric,
    total,
    unit,
)


def column(name: str, size: Any = p) -> MatrixSymbol:
    return MatrixSymbol(name, size, 1)


def square(name: str, size: Any = p) -> MatrixSymbol:
    return MatrixSymbol(name, size, size)


def identities() -> Iterator[tuple[str, Any, list[Any]]]:
    """Two sides that are equal as they stand, each with a name that Rocq or MathComp understands otherwise."""
    names = (
        "forall fun T E row tr col K nat mxtrace delta_mx const_mx psd sqnorm is_min q2r feasible f y H mu n_ "
        "λ Ω α_1 x_y Type let end I S O erefl conj eq0 bool mxE exists2 match pc_ds seq Hints SAdd MVar ring_scope "
        "Fixpoint CoFixpoint Variable using isn't Theorem Axiom Hypothesis Parameter sequent goals proves "
        "add_letter no_sizes pc_ms n' in é"
    )
    for name in names.split():
        A, B = square(name), square(f"{name}2")
        right = Trace(A * A.T) + 2 * Trace(A * B.T) + Trace(B * B.T)
        yield f"named {name}", equal(Trace((A + B) * (A + B).T), right), []


def sizes() -> Iterator[tuple[str, Any, list[Any]]]:
    """Dimensions and scalars with such names."""
    for name in ("forall", "K", "nat", "S", "matrix", "ord", "tr"):
        m, c = symbols(name, positive=True, integer=True), Symbol(f"{name}1", real=True)
        A = MatrixSymbol("A", m, m)
        yield f"size {name}", equal(Trace(c * A + Identity(m)), c * Trace(A) + m), []
        yield f"scalar {name}", equal(Trace(A / c) * c, Trace(A)), [nonzero(c)]


def statements() -> Iterator[tuple[str, Any, list[Any]]]:
    """Of every kind."""
    A, P, Q, X, B = square("A"), square("P"), square("Q"), MatrixSymbol("X", n, p), MatrixSymbol("B", p, d)
    x, y, w, v, mu = (column(name) for name in ("x", "y", "w", "v", "mu"))
    lam, c, s, eps = (Symbol(name, real=True) for name in ("lambda", "c", "s", "epsilon"))
    one = OneMatrix(n, 1)
    center = Identity(n) - one * one.T / n
    yield "reflection", equal((Identity(p) - 2 * P) ** 2, Identity(p)), [projector(P)]
    yield "householder", equal((Identity(p) - 2 * w * w.T) * (Identity(p) - 2 * w * w.T), Identity(p)), [unit(w)]
    yield "parallelogram", equal(sqnorm(x + y) + sqnorm(x - y), 2 * sqnorm(x) + 2 * sqnorm(y)), []
    yield "polarisation", equal(inner(x, y), (sqnorm(x + y) - sqnorm(x - y)) / 4), []
    yield "commuting projections", equal((P * Q) ** 2, P * Q), [projector(P), projector(Q), Eq(P * Q, Q * P)]
    yield "eigenvalue of a square", equal(A * A * v, lam**2 * v), [eigenpair(A, v, lam)]
    yield "scalar denominator", equal((x / c + y / c) * c, x + y), [nonzero(c)]
    yield "denominator of size", equal(one.T * X / n - one.T * X / n, 0 * one.T * X), []
    yield "centred sum", equal(one.T * center * X, 0 * one.T * X), []
    yield "inverse", equal(inverse(A) * A * x, x), []
    yield "inverse of a product", equal(inverse(A * Q) * A * Q, Identity(p)), []
    yield "symmetric inverse", equal(inverse(A).T, inverse(A)), [symmetric(A)]
    yield "square of a sum", Ge(sqnorm(x) + sqnorm(y) + 2 * inner(x, y), 0), []
    yield "semidefinite form", at_least(Trace(B.T * A * B + B.T * B), 0), [psd(A)]
    yield "weighted", Ge(c * sqnorm(x) + eps * sqnorm(y), 0), [positive(c), positive(eps)]
    yield "variance", Ge(Trace(X.T * center * X), 0), []
    m = X.T * one / n
    yield "an inequality after an abbreviation", at_least(Trace(X * X.T) / n, sqnorm(m) * sqnorm(one) / n), []
    yield "shortened", Ge(sqnorm(x) - sqnorm(P * x), 0), [projector(P)]
    yield "ridge", minimises(sqnorm(x - w) + sqnorm(w), {w: x / 2}), []
    yield "nearest point", minimises(sqnorm(x - w), {w: P * x}), [projector(P), equal(P * w, w)]
    yield "concave", maximises(2 * inner(x, w) - sqnorm(w), {w: x}, value=sqnorm(x)), []
    same = same_optimisers([w], ("min", sqnorm(x - w)), ("max", 2 * inner(x, w) - sqnorm(w)))
    yield "same least squares", same, []
    yield "gradient of a form", equal(gradient(w.T * A * w, w), 2 * A * w), [symmetric(A)]
    yield "gradient of a square", equal(gradient(sqnorm(x - w), w), 2 * w - 2 * x), []
    yield "gradient of a trace", equal(gradient(Trace(B.T * A * B), B), 2 * A * B), [symmetric(A)]
    yield "fourth power", equal(gradient(sqnorm(w) ** 2, w), 4 * sqnorm(w) * w), []
    k = index("k")
    residuals = Trace(X.T * X) - 2 * inner(X.T * one, mu) + n * sqnorm(mu)
    yield "sum of residuals", equal(total(sqnorm(sample(X, k) - mu), k), residuals), []
    yield "isometry", equal(sqnorm(B * MatrixSymbol("z", d, 1)), sqnorm(MatrixSymbol("z", d, 1))), [orthonormal(B)]
    yield "centred scores", equal(one.T * X * w, 0 * one.T * X * w), [centered(X)]
    yield from further()
    yield from more()
    yield "power", equal((c * s) ** 3 * sqnorm(x), c**3 * s**3 * sqnorm(x)), []


def further() -> Iterator[tuple[str, Any, list[Any]]]:
    """Sums in sums, choices with all that is best, derivatives of derivatives, and names without a Latin letter."""
    A, B, X, U = square("A"), square("B"), MatrixSymbol("X", n, p), MatrixSymbol("U", p, d)
    u, v, w, x, a, b = (column(name) for name in ("u", "v", "w", "x", "a", "b"))
    one, c = OneMatrix(n, 1), Symbol("c", real=True)
    scatter = Trace(X.T * (Identity(n) - one * one.T / n) * X)
    i, j = index("i"), index("j")
    xi, xj = sample(X, i), sample(X, j)
    yield "double sum of distances", equal(total(total(sqnorm(xi - xj), j), i), 2 * n * scatter), []
    yield "double sum of squares", equal(total(total(inner(xi, xj) ** 2, j), i), sqnorm(X * X.T)), []
    negative = equal(total(-3 * inner(xi, u) + Rational(1, 2), i), n / 2 - 3 * inner(X.T * one, u))
    yield "sum with a negative weight", negative, []
    mean = X.T * one / n
    yield "mean", minimises(total(sqnorm(xi - v), i), {v: mean}, value=scatter, exactly=[equal(v, mean)]), []
    both = minimises(sqnorm(v - a) + 2 * sqnorm(w - b), {v: a, w: b}, value=0, exactly=[equal(v, a), equal(w, b)])
    yield "two choices", both, []
    twice = gradient(sqnorm(gradient(total(sqnorm(xi - w), i), w)), w)
    yield "gradient of the gradient of a sum", equal(twice, 8 * n**2 * w - 8 * n * X.T * one), []
    given = equal(gradient(w.T * A * w, w), 2 * u)
    yield "a gradient is given", equal(2 * A * w, 2 * u), [given, symmetric(A)]
    yield "inverse of a transpose", equal(inverse(A.T), inverse(A).T), []
    yield "inverses around a sum", equal(inverse(A) * (A + B) * inverse(B), inverse(B) + inverse(A)), []
    up, down = ("max", 5 * Trace(U.T * A * U) + c), ("min", -Trace(U.T * A * U))
    yield "the negative has the same optimisers", same_optimisers([U], down, up), []
    digits = MatrixSymbol("2nd", symbols("1st", positive=True, integer=True), p)
    yield "names that begin with digits", equal(Trace(digits * digits.T), sqnorm(digits)), []
    F, t = square("\u0641\u0636\u0627\u0621"), column("\u4e2d")
    yield "Arabic and Chinese names", equal((F * t).T, t.T * F.T), []
    yield "gradient of an average", equal(gradient(total(inner(xi, w) ** 2, i) / n, w), 2 * X.T * X * w / n), []
    yield "gradient with a denominator", equal(gradient(sqnorm(w) / c, w), 2 * w / c), [nonzero(c)]
    yield "large numbers", equal((Rational(99991, 99989) * A).T, Rational(99991, 99989) * A.T), []
    grown = same_optimisers([w], ("min", Rational(2001, 5003) * sqnorm(w - x)), ("max", -sqnorm(w - x)))
    yield "large weights", grown, []
    yield "a large inverse", same_optimisers([w], ("min", sqnorm(w - x) / 5003), ("max", -sqnorm(w - x))), []
    yield "a constant", minimises(0 * sqnorm(w), {w: a}), []
    row = MatrixSymbol("R", 1, p)
    yield "a row", equal(Trace(row * A * row.T), inner(row.T, A * row.T)), []


def more() -> Iterator[tuple[str, Any, list[Any]]]:
    """Pseudo-inverses, numbers as dimensions, 1×1 matrices, members of a family, parts of sums, third derivatives."""
    A, Q, X = square("A"), square("Q"), MatrixSymbol("X", n, p)
    w, x = column("w"), column("x")
    u, row, U, z = square("u", 1), MatrixSymbol("r", 1, p), MatrixSymbol("U", 3, 2), column("z", 2)
    t, k, one = Symbol("t", real=True), index("k"), OneMatrix(n, 1)
    xk = sample(X, k)
    yield "a pseudo-inverse", equal(A * pinv(A) * A, A), []
    yield "a pseudo-inverse projects", equal(sqnorm(X * pinv(X) * X * w - X * w), 0), []
    first, rest = (partial_total(sqnorm(xk), k, n, **part) for part in ({"last": d}, {"after": d}))
    yield "parts of a sum", equal(first + rest, sqnorm(X)), []
    yield "a given member", equal(X * w, 0 * one), [ForAll(k, n, equal(inner(xk, w), 0))]
    yield "numbers as dimensions", equal(sqnorm(U * z), sqnorm(z)), [orthonormal(U)]
    yield "twelve ones", equal(sqnorm(OneMatrix(12, 1)), 12), []
    yield "one by one", equal(u * row * w, row * w * u), []
    yield "one by one inverted", equal(inverse(u) * u, Identity(1)), []
    yield "one by one semidefinite", at_least(Trace(u), 0), [psd(u)]
    yield "a difference is semidefinite", at_least(inner(w, A * w), inner(w, Q * w)), [psd(A - Q)]
    root = same_optimisers([w, t], ("min", t), ("min", sqnorm(x - w)))
    yield "a root as a choice", root, [equal(t**2, sqnorm(x - w)), nonnegative(t)]
    inside = inner(gradient(sqnorm(w) ** 2, w), x)
    thrice = gradient(inner(x, gradient(inside, w)), w)
    yield "a third derivative", equal(thrice, 8 * sqnorm(x) * w + 16 * inner(x, w) * x), []
    yield "a gradient on the left of an inequality", at_least(inner(gradient(sqnorm(w) ** 2, w), w), 0), []


def refuted() -> Iterator[tuple[str, Any, list[Any]]]:
    """False statements, one for each goal of each kind of conclusion, with derivatives too."""
    A, X = square("A"), MatrixSymbol("X", n, p)
    v, w, x, y = (column(name) for name in ("v", "w", "x", "y"))
    c, lam = Symbol("c", real=True), Symbol("lambda", real=True)
    one, i = OneMatrix(n, 1), index("i")
    apart = sqnorm(v - x) + 2 * sqnorm(w - y)
    stationary = equal(gradient(inner(w, A * w) - 2 * inner(x, A * w), w), 0 * w)
    yield "not below", at_least(inner(x, A * x)), [symmetric(A)]
    yield "not equal", equal(A * A.T, A.T * A), []
    yield "not below an abbreviation", at_least(sqnorm(X.T * one / n) / 2, Trace(X * X.T) / n), []
    yield "large numbers", equal(c * sqnorm(x), 0), [equal(c, Rational(10**40 + 1, 10**30)), equal(sqnorm(x), 1)]
    yield "not best", minimises(sqnorm(x - w), {w: 2 * x}), []
    yield "not feasible", minimises(sqnorm(x - w), {w: x}), [unit(w)]
    yield "not above a bound", minimises(sqnorm(x - w), {w: x}, value=0), [at_least(inner(w, y)), equal(inner(w, y), c)]
    yield "another value", minimises(sqnorm(x - w), {w: x}, value=sqnorm(x), exactly=[equal(w, x)]), []
    yield "others are as good", maximises(0 * sqnorm(w), {w: x}, exactly=[equal(w, x)]), []
    leading = [psd(lam * Identity(p) - A), symmetric(A), unit(w), eigenpair(A, v, lam), unit(v)]
    yield (
        "others are as good, given more",
        maximises(inner(w, A * w), {w: v}, value=lam, exactly=[equal(w, v)]),
        leading,
    )
    yield "enough it is not", minimises(sqnorm(x - w), {w: x}, exactly=[equal(inner(w, x), sqnorm(x))]), []
    yield "one of two choices", minimises(apart, {v: x, w: y}, value=0, exactly=[equal(v, x), equal(w, x)]), []
    yield "too few equations", minimises(apart, {v: x, w: y}, value=0, exactly=[equal(v, x)]), []
    yield "two choices", minimises(sqnorm(X - one * y.T) + sqnorm(w - x), {y: X.T * one, w: x}), []
    yield "a gradient", equal(gradient(w.T * A * w, w), 2 * A * w), []
    yield "a gradient of a gradient", equal(gradient(sqnorm(gradient(sqnorm(w), w)), w), 4 * w), []
    yield "a derivative", equal(directional(sqnorm(w) ** 2, w, x), 2 * inner(w, x)), []
    yield "a gradient in an inequality", at_least(inner(gradient(sqnorm(w - x), w), w)), []
    yield "a gradient in an optimum", minimises(sqnorm(gradient(sqnorm(x - w), w)), {w: 2 * x}), []
    yield "a gradient that is given", equal(w, x), [stationary, symmetric(A)]
    yield "a gradient of an average", equal(gradient(total(inner(sample(X, i), w) ** 2, i) / n, w), X.T * X * w / n), []
    yield "a gradient over a scalar", equal(gradient(sqnorm(w) / c, w), w / c), [nonzero(c)]
    yield "a derivative by a scalar", equal(gradient(c**2 * sqnorm(w), c), c * sqnorm(w)), []
    kept, error = inner(w, X.T * X * w), sqnorm(w - x)
    yield "other minimisers", same_optimisers([w], ("min", error), ("min", sqnorm(w))), []
    yield "the other sense", same_optimisers([w], ("min", error), ("max", error)), []
    yield "best for the second", same_optimisers([c], ("min", c), ("min", c**2)), [equal(c**2, 1)]
    yield "the greatest", same_optimisers([w], ("max", -3 * error), ("max", kept)), []
    pair = same_optimisers([v, w], ("min", sqnorm(v - x) + sqnorm(w)), ("min", sqnorm(v) + sqnorm(w)))
    yield "two choices for two problems", pair, [equal(inner(w, y), 0)]


def known_at_a_size() -> tuple[Any, list[Any]]:
    """A false statement whose counterexample is best only among the choices at its size."""
    X, r, w = MatrixSymbol("X", n, p), MatrixSymbol("r", n, 1), column("w")
    return same_optimisers([w], ("min", sqnorm(X * w)), ("min", sqnorm(r - X * w))), [unit(w)]
