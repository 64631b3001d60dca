"""Short ways to write statements, and the tables of false and true ones that the tests share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pcaproofs.kernel import Compare, Expression, Optimum, Statement

Hypotheses = Sequence[Compare]


def L(name: str) -> Expression:
    return ("letter", name)


def one(n: str | int) -> Expression:
    return ("letter", f"1[{n}]")


def num(x: object) -> Expression:
    return ("number", str(x))


def add(*parts: Expression) -> Expression:
    return ("add", *parts)


def mul(*parts: Expression) -> Expression:
    return ("mul", *parts)


def neg(a: Expression) -> Expression:
    return mul(num(-1), a)


def sub(a: Expression, b: Expression) -> Expression:
    return add(a, neg(b))


def T(a: Expression) -> Expression:
    return ("t", a)


def tr(a: Expression) -> Expression:
    return ("tr", a)


def power(a: Expression, k: int) -> Expression:
    return ("pow", a, k)


def eye(n: str | int) -> Expression:
    return ("eye", n)


def zero(r: str | int, c: str | int) -> Expression:
    return ("zero", r, c)


def size(n: str) -> Expression:
    return ("size", n)


def over(n: str, k: int = 1) -> Expression:
    return ("inverse", n, k)


def norm2(a: Expression) -> Expression:
    return tr(mul(T(a), a))


def eq(a: Expression, b: Expression) -> Compare:
    return Compare(a, "=", b)


def ge(a: Expression, b: Expression) -> Compare:
    return Compare(a, ">=", b)


def gt(a: Expression, b: Expression) -> Compare:
    return Compare(a, ">", b)


def ne(a: Expression, b: Expression) -> Compare:
    return Compare(a, "!=", b)


def center(n: str) -> Expression:
    return sub(eye(n), mul(over(n), one(n), T(one(n))))


def symmetric(a: Expression) -> list[Compare]:
    return [eq(T(a), a)]


def orthonormal(b: Expression, d: str | int) -> list[Compare]:
    return [eq(mul(T(b), b), eye(d))]


def orthogonal(q: Expression, n: str | int) -> list[Compare]:
    return [eq(mul(T(q), q), eye(n)), eq(mul(q, T(q)), eye(n))]


def projector(p: Expression) -> list[Compare]:
    return [eq(T(p), p), eq(mul(p, p), p)]


def unit(w: Expression) -> list[Compare]:
    return [eq(mul(T(w), w), num(1))]


def centered(x: Expression, n: str, p: str | int) -> list[Compare]:
    return [eq(mul(T(x), one(n)), zero(p, 1))]


def eigen(a: Expression, w: Expression, value: Expression) -> list[Compare]:
    return [eq(mul(a, w), mul(value, w))]


def psd(s: Expression, f: Expression) -> list[Compare]:
    return [eq(s, mul(T(f), f))]


def inverse(b: Expression, a: Expression, n: str) -> list[Compare]:
    return [eq(mul(b, a), eye(n)), eq(mul(a, b), eye(n))]


def state(letters: str, conclusion: Compare | Optimum, given: Hypotheses = ()) -> Statement:
    """letters like "A:n×n x:n s" where a lone name is a scalar; all-ones columns are found by themselves."""
    shapes = []
    for item in letters.split():
        name, _, shape = item.partition(":")
        rows, _, cols = shape.partition("×")
        shapes.append((name, _dimension(rows or "1"), _dimension(cols or "1")))
    named = tuple((f"h{i}", h) for i, h in enumerate(given))
    lengths: dict[Any, None] = {}
    _ones((conclusion, named), lengths)
    return Statement(tuple(shapes), conclusion, named, tuple(lengths))


def _dimension(text: str) -> str | int:
    return int(text) if text.isdigit() else text


def _ones(x: Any, found: dict[Any, None]) -> None:
    if isinstance(x, tuple) and len(x) == 2 and x[0] == "letter" and x[1].startswith("1["):
        found[_dimension(x[1][2:-1])] = None
    elif isinstance(x, (tuple, list)):
        for part in x:
            _ones(part, found)
    elif isinstance(x, (Compare, Optimum)):
        _ones(tuple(vars(x).values()), found)


A, B, C, D, F, G, K, M, N, P, Q, R, S, X, Y = (L(name) for name in "ABCDFGKMNPQRSXY")
a, b, c, s, t, u, v, w, x, y, z = (L(name) for name in "abcstuvwxyz")
lam, mu = L("lam"), L("mu")
H = center("n")
I = eye("n")
SQUARE = "A:n×n B:n×n"

FALSE: dict[str, Callable[[], Statement]] = {
    # noncommutativity
    "commutes": lambda: state(SQUARE, eq(mul(A, B), mul(B, A))),
    "square-of-sum": lambda: state(SQUARE, eq(power(add(A, B), 2), add(power(A, 2), mul(num(2), A, B), power(B, 2)))),
    "difference-of-squares": lambda: state(SQUARE, eq(mul(add(A, B), sub(A, B)), sub(power(A, 2), power(B, 2)))),
    "transpose-of-product": lambda: state(SQUARE, eq(T(mul(A, B)), mul(T(A), T(B)))),
    "power-of-product": lambda: state(SQUARE, eq(power(mul(A, B), 2), mul(power(A, 2), power(B, 2)))),
    "symmetric-product": lambda: state(SQUARE, eq(T(mul(A, B)), mul(A, B)), [*symmetric(A), *symmetric(B)]),
    "commuting-three": lambda: state(
        "A:n×n B:n×n C:n×n", eq(mul(A, C), mul(C, A)), [eq(mul(A, B), mul(B, A)), eq(mul(B, C), mul(C, B))]
    ),
    "cancel-left": lambda: state("A:n×n B:n×n C:n×n", eq(B, C), [eq(mul(A, B), mul(A, C))]),
    "product-zero": lambda: state(SQUARE, eq(mul(B, A), zero("n", "n")), [eq(mul(A, B), zero("n", "n"))]),
    "nilpotent-zero": lambda: state("A:n×n", eq(A, zero("n", "n")), [eq(mul(A, A), zero("n", "n"))]),
    "involution-trivial": lambda: state("A:n×n", eq(A, I), [eq(mul(A, A), I)]),
    "idempotent-symmetric": lambda: state("A:n×n", eq(T(A), A), [eq(mul(A, A), A)]),
    "normal-symmetric": lambda: state("A:n×n", eq(T(A), A), [eq(mul(T(A), A), mul(A, T(A)))]),
    # traces
    "trace-of-product": lambda: state(SQUARE, eq(tr(mul(A, B)), mul(tr(A), tr(B)))),
    "trace-three-reordered": lambda: state("A:n×n B:n×n C:n×n", eq(tr(mul(A, B, C)), tr(mul(A, C, B)))),
    "trace-four-symmetric": lambda: state(
        "A:n×n B:n×n C:n×n D:n×n",
        eq(tr(mul(A, B, C, D)), tr(mul(A, C, B, D))),
        [*symmetric(A), *symmetric(B), *symmetric(C), *symmetric(D)],
    ),
    "trace-dropped-transpose": lambda: state("A:n×n", eq(tr(mul(T(A), A)), tr(mul(A, A)))),
    "trace-of-identity": lambda: state("X:n×p", eq(tr(mul(X, T(X), I)), mul(size("p"), tr(mul(T(X), X))))),
    "trace-size-p-for-n": lambda: state("X:n×p", eq(add(tr(I), norm2(X)), add(tr(eye("p")), norm2(X)))),
    "trace-of-square": lambda: state("A:n×n", eq(tr(power(A, 2)), power(tr(A), 2))),
    "trace-of-projector": lambda: state("P:n×n", eq(tr(P), size("n")), projector(P)),
    "trace-psd-product": lambda: state(
        "S:n×n R:n×n F:n×n G:n×n",
        eq(tr(mul(S, R)), mul(tr(S), tr(R))),
        [*psd(S, F), *psd(R, G)],
    ),
    "skew-trace-of-square-zero": lambda: state("K:n×n", eq(tr(mul(K, K)), num(0)), [eq(T(K), neg(K))]),
    "skew-trace-positive": lambda: state("K:n×n", ge(tr(mul(K, K)), num(0)), [eq(T(K), neg(K))]),
    # projectors
    "projector-product": lambda: state(
        "P:n×n Q:n×n", eq(power(mul(P, Q), 2), mul(P, Q)), [*projector(P), *projector(Q)]
    ),
    "projector-sum": lambda: state("P:n×n Q:n×n", eq(power(add(P, Q), 2), add(P, Q)), [*projector(P), *projector(Q)]),
    "projectors-commute": lambda: state("P:n×n Q:n×n", eq(mul(P, Q), mul(Q, P)), [*projector(P), *projector(Q)]),
    "projector-difference": lambda: state(
        "P:n×n Q:n×n", eq(power(sub(P, Q), 2), sub(P, Q)), [*projector(P), *projector(Q)]
    ),
    "projector-is-identity": lambda: state("P:n×n", eq(P, I), projector(P)),
    "pythagoras-sign": lambda: state(
        "P:n×n x:n", eq(norm2(x), sub(norm2(mul(P, x)), norm2(sub(x, mul(P, x))))), projector(P)
    ),
    "pythagoras-oblique": lambda: state(
        "P:n×n x:n", eq(norm2(x), add(norm2(mul(P, x)), norm2(sub(x, mul(P, x))))), [eq(mul(P, P), P)]
    ),
    "projection-longer": lambda: state("P:n×n x:n", ge(norm2(mul(P, x)), norm2(x)), projector(P)),
    "nested-projectors-equal": lambda: state("P:n×n Q:n×n", eq(P, Q), [*projector(P), *projector(Q), eq(mul(P, Q), P)]),
    "basis-of-larger-range": lambda: state(
        "P:n×n B:n×d", eq(mul(B, T(B)), P), [*projector(P), *orthonormal(B, "d"), eq(mul(P, B), B)]
    ),
    "semi-orthogonal": lambda: state("B:n×d", eq(mul(B, T(B)), I), orthonormal(B, "d")),
    "orthonormal-lengths": lambda: state("B:n×d x:n", eq(norm2(mul(T(B), x)), norm2(x)), orthonormal(B, "d")),
    "orthonormal-trace": lambda: state("B:n×d", eq(tr(mul(B, T(B))), size("n")), orthonormal(B, "d")),
    "missing-orthonormal": lambda: state("B:n×d", eq(power(mul(B, T(B)), 2), mul(B, T(B)))),
    "orthogonal-symmetric": lambda: state("Q:n×n", eq(T(Q), Q), orthogonal(Q, "n")),
    "orthogonals-commute": lambda: state(
        "Q:n×n R:n×n", eq(mul(Q, R), mul(R, Q)), [*orthogonal(Q, "n"), *orthogonal(R, "n")]
    ),
    "two-orthonormal": lambda: state(
        "B:n×d C:n×k",
        eq(add(mul(B, T(B)), mul(C, T(C))), I),
        [*orthonormal(B, "d"), *orthonormal(C, "k"), eq(mul(T(B), C), zero("d", "k"))],
    ),
    # centring, means
    "centring-sign": lambda: state("X:n×p", eq(mul(add(I, mul(over("n"), one("n"), T(one("n")))), X), mul(H, X))),
    "centring-constant": lambda: state("x:n", eq(mul(sub(I, mul(one("n"), T(one("n")))), x), mul(H, x))),
    "missing-centred": lambda: state("X:n×p", eq(mul(T(X), H, X), mul(T(X), X))),
    "centred-orthogonal-rows": lambda: state("X:n×p", eq(mul(T(X), X), zero("p", "p")), centered(X, "n", "p")),
    "everything-orthogonal-to-ones": lambda: state("v:n", eq(mul(T(one("n")), v), num(0))),
    "rank-of-centring": lambda: state("v:n", eq(tr(H), size("n"))),
    "covariance-positive-definite": lambda: state(
        "X:n×p u:p", Compare(norm2(mul(X, u)), ">=", norm2(u)), centered(X, "n", "p")
    ),
    # units and eigenpairs
    "residual-any-length": lambda: state(
        "x:p w:p", eq(norm2(sub(x, mul(w, T(w), x))), sub(norm2(x), power(mul(T(w), x), 2)))
    ),
    "unit-cauchy-schwarz-wrong": lambda: state("x:p w:p", ge(power(mul(T(w), x), 2), norm2(x)), unit(w)),
    "orthogonal-units": lambda: state(
        "v:p w:p", eq(add(mul(v, T(v)), mul(w, T(w))), eye("p")), [*unit(v), *unit(w), eq(mul(T(v), w), num(0))]
    ),
    "eigenvalue-is-one": lambda: state("A:n×n w:n lam", eq(lam, num(1)), [*eigen(A, w, lam), *unit(w)]),
    "eigenvectors-orthogonal": lambda: state(
        "A:n×n v:n w:n lam mu",
        eq(mul(T(v), w), num(0)),
        [*symmetric(A), *eigen(A, v, lam), *eigen(A, w, mu)],
    ),
    "distinct-not-symmetric": lambda: state(
        "A:n×n v:n w:n lam mu",
        eq(mul(T(v), w), num(0)),
        [*eigen(A, v, lam), *eigen(A, w, mu), ne(sub(lam, mu), num(0))],
    ),
    "deflation-wrong-sign": lambda: state(
        "A:n×n w:n lam",
        eq(
            mul(sub(I, mul(w, T(w))), A, sub(I, mul(w, T(w)))),
            add(A, mul(lam, w, T(w))),
        ),
        [*symmetric(A), *unit(w), *eigen(A, w, lam)],
    ),
    "psd-eigenvalue-negative": lambda: state(
        "S:n×n F:n×n w:n lam", ge(num(0), lam), [*psd(S, F), *eigen(S, w, lam), *unit(w)]
    ),
    "psd-eigenvalue-bounded": lambda: state(
        "S:n×n F:n×n w:n lam", ge(num(1), lam), [*psd(S, F), *eigen(S, w, lam), *unit(w)]
    ),
    "psd-product-symmetric": lambda: state(
        "S:n×n R:n×n F:n×n G:n×n", eq(mul(S, R), mul(R, S)), [*psd(S, F), *psd(R, G)]
    ),
    "invariant-subspace-wrong": lambda: state(
        "A:n×n B:n×d D:d×d",
        eq(mul(B, D, T(B)), A),
        [*symmetric(A), *orthonormal(B, "d"), eq(mul(A, B), mul(B, D))],
    ),
    "gram-eigenvalue": lambda: state(
        "X:n×p v:p lam",
        eq(norm2(mul(X, v)), num(1)),
        [*eigen(mul(T(X), X), v, lam), *unit(v), gt(lam, num(0))],
    ),
    # inverses
    "inverse-of-product": lambda: state(
        "A:n×n B:n×n M:n×n N:n×n",
        eq(mul(A, B, M, N), I),
        [*inverse(M, A, "n"), *inverse(N, B, "n")],
    ),
    "inverse-of-sum": lambda: state(
        "A:n×n B:n×n M:n×n N:n×n",
        eq(mul(add(A, B), add(M, N)), I),
        [*inverse(M, A, "n"), *inverse(N, B, "n")],
    ),
    "left-inverse-only": lambda: state("X:n×p Y:p×n", eq(mul(X, Y), I), [eq(mul(Y, X), eye("p"))]),
    "pseudo-inverse": lambda: state(
        "X:n×p Y:p×n",
        eq(mul(Y, X), eye("p")),
        [
            eq(mul(X, Y, X), X),
            eq(mul(Y, X, Y), Y),
            eq(T(mul(X, Y)), mul(X, Y)),
            eq(T(mul(Y, X)), mul(Y, X)),
        ],
    ),
    "hat-matrix": lambda: state(
        "X:n×p M:p×p y:n",
        eq(mul(X, M, T(X), y), y),
        inverse(M, mul(T(X), X), "p"),
    ),
    # inequalities
    "norm-of-sum": lambda: state("x:n y:n", ge(norm2(add(x, y)), add(norm2(x), norm2(y)))),
    "square-bound": lambda: state("a b", ge(mul(a, b), add(power(a, 2), power(b, 2)))),
    "trace-nonnegative": lambda: state("A:n×n", ge(tr(A), num(0))),
    "symmetric-quadratic-form": lambda: state("A:n×n x:n", ge(mul(T(x), A, x), num(0)), symmetric(A)),
    "psd-order": lambda: state("S:n×n F:n×n x:n", ge(mul(T(x), x), mul(T(x), S, x)), psd(S, F)),
    "positive-scalars": lambda: state("a b", ge(a, b), [gt(a, num(0)), gt(b, num(0))]),
    "reciprocal": lambda: state("a", eq(over("a"), a), [gt(a, num(0))]),
    "reciprocal-squared": lambda: state("a", eq(mul(a, over("a", 2)), num(1)), [ne(a, num(0))]),
    # derivatives
    "gradient-needs-symmetric": lambda: state("A:n×n x:n", eq(("gradient", mul(T(x), A, x), "x"), mul(num(2), A, x))),
    "gradient-constant": lambda: state("A:n×n x:n", eq(("gradient", mul(T(x), A, x), "x"), mul(A, x)), symmetric(A)),
    "derivative-direction": lambda: state("x:n y:n", eq(("derivative", norm2(x), "x", y), mul(T(x), y))),
    # decompositions
    "svd-wrong-side": lambda: state(
        "X:n×n U:n×n D:n×n V:n×n",
        eq(mul(T(X), X, L("U")), mul(L("U"), power(D, 2))),
        [
            eq(X, mul(L("U"), D, T(L("V")))),
            *orthonormal(L("U"), "n"),
            *orthonormal(L("V"), "n"),
            *symmetric(D),
        ],
    ),
    "wrong-dimension-in-mean": lambda: state(
        "X:n×p", eq(mul(over("n"), T(one("n")), X, one("p")), mul(over("p"), T(one("n")), X, one("p")))
    ),
    # optima
    "mean-maximises": lambda: state(
        "x:n a", Optimum("max", norm2(sub(x, mul(one("n"), a))), (("a", mul(over("n"), T(one("n")), x)),))
    ),
    "mean-constant": lambda: state(
        "x:n a", Optimum("min", norm2(sub(x, mul(one("n"), a))), (("a", mul(T(one("n")), x)),))
    ),
    "nearest-value": lambda: state(
        "P:n×n x:n z:n",
        Optimum("min", norm2(sub(x, mul(P, z))), (("z", x),), norm2(x)),
        projector(P),
    ),
    "nearest-unique": lambda: state(
        "P:n×n x:n z:n",
        Optimum("min", norm2(sub(x, mul(P, z))), (("z", x),), None, (eq(z, x),)),
        projector(P),
    ),
    "nearest-exactly-too-weak": lambda: state(
        "P:n×n x:n z:n",
        Optimum("min", norm2(sub(x, mul(P, z))), (("z", x),), None, (eq(tr(mul(P, z, T(z))), tr(mul(P, x, T(x)))),)),
        projector(P),
    ),
    "another-point-is-optimal": lambda: state(
        "x:n y:n w:n", Optimum("min", norm2(sub(y, w)), (("w", y),), num(0), (eq(w, x),))
    ),
    "witness-infeasible": lambda: state("x:n w:n", Optimum("max", mul(T(w), x), (("w", x),)), unit(w)),
}

TRUE: dict[str, Callable[[], Statement]] = {
    "associative": lambda: state("A:n×p B:p×q C:q×n", eq(mul(mul(A, B), C), mul(A, mul(B, C)))),
    "transpose-of-product": lambda: state("A:n×p B:p×q", eq(T(mul(A, B)), mul(T(B), T(A)))),
    "square-of-sum": lambda: state(
        SQUARE, eq(power(add(A, B), 2), add(power(A, 2), mul(A, B), mul(B, A), power(B, 2)))
    ),
    "trace-cyclic": lambda: state("A:n×p B:p×n", eq(tr(mul(A, B)), tr(mul(B, A)))),
    "trace-three-symmetric": lambda: state(
        "A:n×n B:n×n C:n×n",
        eq(tr(mul(A, B, C)), tr(mul(A, C, B))),
        [*symmetric(A), *symmetric(B), *symmetric(C)],
    ),
    "skew-form": lambda: state("K:n×n x:n", eq(mul(T(x), K, x), num(0)), [eq(T(K), neg(K))]),
    "centring-idempotent": lambda: state("x:n", eq(mul(H, H, x), mul(H, x))),
    "centred-covariance": lambda: state("X:n×p", eq(mul(T(X), H, X), mul(T(X), X)), centered(X, "n", "p")),
    "centring-trace": lambda: state("x:n", eq(tr(H), sub(size("n"), num(1)))),
    "projector-complement": lambda: state("P:n×n", eq(power(sub(I, P), 2), sub(I, P)), projector(P)),
    "pythagoras": lambda: state(
        "P:n×n x:n", eq(norm2(x), add(norm2(mul(P, x)), norm2(sub(x, mul(P, x))))), projector(P)
    ),
    "projection-shorter": lambda: state("P:n×n x:n", ge(norm2(x), norm2(mul(P, x))), projector(P)),
    "nested-projectors": lambda: state(
        "P:n×n Q:n×n", eq(mul(Q, P), P), [*projector(P), *projector(Q), eq(mul(P, Q), P)]
    ),
    "basis-projector": lambda: state("B:n×d", eq(power(mul(B, T(B)), 2), mul(B, T(B))), orthonormal(B, "d")),
    "orthonormal-trace": lambda: state("B:n×d", eq(tr(mul(B, T(B))), size("d")), orthonormal(B, "d")),
    "coordinates": lambda: state("B:n×d x:n c:d", eq(c, mul(T(B), x)), [*orthonormal(B, "d"), eq(x, mul(B, c))]),
    "same-subspace": lambda: state(
        "B:n×d Q:d×d", eq(mul(B, Q, T(mul(B, Q))), mul(B, T(B))), [*orthonormal(B, "d"), *orthogonal(Q, "d")]
    ),
    "basis-in-range": lambda: state(
        "P:n×n B:n×d", eq(mul(T(B), P, B), eye("d")), [*projector(P), *orthonormal(B, "d"), eq(mul(P, B), B)]
    ),
    "line-residual": lambda: state(
        "x:p w:p", eq(norm2(sub(x, mul(w, T(w), x))), sub(norm2(x), power(mul(T(w), x), 2))), unit(w)
    ),
    "eigenvalue": lambda: state("A:n×n w:n lam", eq(mul(T(w), A, w), lam), [*eigen(A, w, lam), *unit(w)]),
    "distinct-orthogonal": lambda: state(
        "A:n×n v:n w:n lam mu",
        eq(mul(T(v), w), num(0)),
        [*symmetric(A), *eigen(A, v, lam), *eigen(A, w, mu), ne(sub(lam, mu), num(0))],
    ),
    "deflation": lambda: state(
        "A:n×n w:n lam",
        eq(mul(sub(I, mul(w, T(w))), A, sub(I, mul(w, T(w)))), sub(A, mul(lam, w, T(w)))),
        [*symmetric(A), *unit(w), *eigen(A, w, lam)],
    ),
    "psd-eigenvalue": lambda: state("S:n×n F:n×n w:n lam", ge(lam, num(0)), [*psd(S, F), *eigen(S, w, lam), *unit(w)]),
    "invariant-subspace": lambda: state(
        "A:n×n B:n×d D:d×d",
        eq(mul(T(B), A, B), D),
        [*symmetric(A), *orthonormal(B, "d"), eq(mul(A, B), mul(B, D))],
    ),
    "inverse-of-product": lambda: state(
        "A:n×n B:n×n M:n×n N:n×n",
        eq(mul(A, B, N, M), I),
        [*inverse(M, A, "n"), *inverse(N, B, "n")],
    ),
    "pseudo-inverse-projector": lambda: state(
        "X:n×p Y:p×n",
        eq(power(mul(X, Y), 2), mul(X, Y)),
        [
            eq(mul(X, Y, X), X),
            eq(mul(Y, X, Y), Y),
            eq(T(mul(X, Y)), mul(X, Y)),
            eq(T(mul(Y, X)), mul(Y, X)),
        ],
    ),
    "hat-matrix": lambda: state(
        "X:n×p M:p×p", eq(power(mul(X, M, T(X)), 2), mul(X, M, T(X))), inverse(M, mul(T(X), X), "p")
    ),
    "commutator-trace": lambda: state(SQUARE, eq(tr(sub(mul(A, B), mul(B, A))), num(0))),
    "arithmetic-geometric": lambda: state("a b", ge(add(power(a, 2), power(b, 2)), mul(num(2), a, b))),
    "gradient": lambda: state("A:n×n x:n", eq(("gradient", mul(T(x), A, x), "x"), mul(add(A, T(A)), x))),
    "reciprocal": lambda: state("a", eq(mul(a, over("a")), num(1)), [ne(a, num(0))]),
    "svd": lambda: state(
        "X:n×n U:n×n D:n×n V:n×n",
        eq(mul(T(X), X, L("V")), mul(L("V"), power(D, 2))),
        [
            eq(X, mul(L("U"), D, T(L("V")))),
            *orthonormal(L("U"), "n"),
            *orthonormal(L("V"), "n"),
            *symmetric(D),
        ],
    ),
    "mean-minimises": lambda: state(
        "x:n a",
        Optimum("min", norm2(sub(x, mul(one("n"), a))), (("a", mul(over("n"), T(one("n")), x)),)),
    ),
    "nearest": lambda: state(
        "P:n×n x:n z:n",
        Optimum("min", norm2(sub(x, mul(P, z))), (("z", x),), norm2(sub(x, mul(P, x))), (eq(mul(P, z), mul(P, x)),)),
        projector(P),
    ),
}
