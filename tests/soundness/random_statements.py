"""Random typed statements from all nodes of the language: true by the way they are made, nearly true, and any.

A true one has a side rewritten by identities and by its own assumptions; a nearly true one is such with one thing
changed: a coefficient, a sign, a transpose, the order of two factors, a letter, a size, or an assumption dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import sympy as sp
from exact_worlds import ROLES, SCALARS, SHAPES, Role, V, h, some_roles
from letters import A, B, I, L, P, Q, S, U, X, Y, d, i, k, lam, mu, n, nu, one, p, r, w, x, y, z
from random_products import law, property_of
from sympy import DotProduct, Identity, Integer, KroneckerDelta, MatrixSymbol, OneMatrix, Rational, Sum, Trace
from tree_changes import some_changes

from pcaproofs.language.conclusions import SymbolicSameOptimisers, at_least, equal, maximises, minimises
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.nodes import (
    Inner,
    SquaredNorm,
    average,
    directional,
    expectation,
    gradient,
    index,
    inner,
    inverse,
    norm,
    pinv,
    sample,
    sqnorm,
    total,
)

H = Identity(n) - one * one.T / n
e, f = index("e"), index("f")
CLOSED: dict[tuple[Any, Any], tuple[Any, ...]] = {
    (p, p): (I, X.T * X, X.T * H * X / n, w * w.T, inverse(A), total(sample(X, k) * sample(X, k).T, k)),
    (n, p): (H * X, one * x.T, X * A),
    (p, d): (A * U, V),
    (d, d): (Identity(d), U.T * A * U, U.T * U),
    (n, n): (H, one * one.T, Identity(n), X * X.T),
    (p, 1): (X.T * one / n, sample(X, i), average(sample(X, k), k), OneMatrix(p, 1), expectation(z, z), U * h),
    (n, 1): (one, X * x, r),
    (d, 1): (U.T * x, h),
}
OF_SIZE = (p, p, p, n, d)


@dataclass(frozen=True)
class Made:
    """A conclusion, its assumptions, how it was made, and the roles of letters that satisfy the assumptions."""

    conclusion: Any
    assuming: tuple[Any, ...]
    kind: str
    roles: tuple[Role, ...]


class Grower:
    """Grows statements from one source of randomness."""

    def __init__(self, random: Random):
        self.random = random
        self.roles = some_roles(random)
        self.assuming = tuple(item for role in self.roles for item in role.assuming)

    def flip(self, chance: float) -> bool:
        return self.random.random() < chance

    # ------------------------------------------------------------------------------------------------- expressions
    def number(self) -> Any:
        return Rational(self.random.choice((-2, -1, 2, 3)), self.random.choice((1, 1, 2)))

    def matrix(self, rows: Any, cols: Any, depth: int) -> Any:
        """A matrix of that shape; at depth 0 a letter, its transpose, or what is made of few letters."""
        here = [m for m, shape in SHAPES.items() if shape == (rows, cols) and m != z] + [*CLOSED.get((rows, cols), ())]
        there = [m for m, shape in SHAPES.items() if shape == (cols, rows) and m != z]
        if (depth <= 0 or self.flip(0.2)) and (here or there):
            picked = self.random.randrange(len(here) + len(there))
            return here[picked] if picked < len(here) else there[picked - len(here)].T
        if depth <= 0:
            return self.matrix(rows, p, 0) * self.matrix(p, cols, 0)
        kind = self.random.randrange(9)
        if kind <= 1:
            sign = self.random.choice((1, -1))
            return self.matrix(rows, cols, depth - 1) + sign * self.matrix(rows, cols, depth - 1)
        if kind == 2:
            return self.scalar(depth - 2) * self.matrix(rows, cols, depth - 1)
        if kind == 3 and rows == cols:
            return self.matrix(rows, cols, depth - 2) ** self.random.choice((2, 2, 3))
        if kind == 4 and (rows, cols) in ((p, 1), (p, p), (p, d)):
            letter = self.random.choice([m for m, shape in SHAPES.items() if shape == (rows, cols) and m not in (z, A)])
            return gradient(self.polynomial(letter, depth - 1), letter)
        if kind == 5 and (rows, cols) == (d, p) and self.flip(0.5):
            return pinv(U)
        middle = self.random.choice(OF_SIZE)
        return self.matrix(rows, middle, depth - 1) * self.matrix(middle, cols, depth - 1)

    def polynomial(self, letter: Any, depth: int) -> Any:
        """A scalar that is a polynomial in a letter, to be differentiated."""
        a = self.random.choice((S, P, B, Q))
        rows, cols = letter.shape
        if (rows, cols) == (p, p):
            options = [Trace(a * letter), Trace(letter.T * a * letter), sqnorm(letter * x - y), inner(x, letter**2 * y)]
        else:
            target = self.random.choice(
                [m for m, shape in SHAPES.items() if shape == letter.shape and m not in (letter, z)]
            )
            options = [
                inner(target, letter),
                sqnorm(letter - target),
                Trace(letter.T * a * letter),
                sqnorm(letter) ** 2,
            ]
            options += [sqnorm(X * letter), Trace(letter.T * a * letter) - lam * (sqnorm(letter) - 1)]
        return self.random.choice(options) + (self.number() * self.random.choice(options) if depth > 0 else 0)

    def scalar(self, depth: int) -> Any:
        """A scalar."""
        kind = self.random.randrange(3 if depth <= 0 else 11)
        size = self.random.choice(OF_SIZE)
        if kind == 0:
            return self.number()
        if kind <= 2:
            return self.random.choice((*SCALARS, n, 1 / n, 1 / nu, p, Integer(2), norm(w)))
        if kind == 3:
            return inner(self.matrix(size, 1, depth - 1), self.matrix(size, 1, depth - 1))
        if kind == 4:
            return sqnorm(self.matrix(size, self.random.choice((1, p)), depth - 1))
        if kind <= 6:
            return Trace(self.matrix(size, size, depth - 1))
        if kind == 7:
            left, right = (inner(sample(X, k), self.matrix(p, 1, 0)) for _ in range(2))
            return self.random.choice((total, average))(left * right, k)
        if kind == 8:
            return total(sqnorm(sample(X, k) - self.matrix(p, 1, 0)), k)
        if kind == 9:
            letter = self.random.choice((x, y, w))
            return directional(self.polynomial(letter, 1), letter, self.matrix(p, 1, 0))
        return self.random.choice(
            (
                self.scalar(depth - 1) * self.scalar(depth - 1),
                self.scalar(depth - 1) + self.scalar(depth - 1),
                (self.matrix(1, p, 0) * self.matrix(p, 1, depth - 1))[0, 0],
                expectation(inner(z, self.matrix(p, p, 0) * z), z),
                self.scalar(depth - 1) ** 2,
            )
        )

    # ------------------------------------------------------------------------------------------------- true equalities
    def zero(self, rows: Any, cols: Any) -> Any:
        """What an assumption makes zero, of that shape; or None."""
        equations = []
        for item in self.assuming:
            if isinstance(item, Named):
                equations += [(left, right) for left, relation, right in item.equations() if relation == "="]
            elif isinstance(item, sp.Eq):
                equations.append((item.lhs, item.rhs))
        usable = [
            (a, b)
            for a, b in equations
            if not any("√" in str(s) for s in (a.free_symbols | sp.sympify(b).free_symbols))
            and not any(
                str(x.name).startswith("δ") for e in (a, b) for x in e.atoms(sp.MatrixSymbol)
            )  # of a diagonal matrix
        ]
        if not usable:
            return None
        left, right = self.random.choice(usable)
        shape = getattr(left, "shape", None)
        if shape is None or tuple(shape) == (1, 1):
            return (left - right) * (self.matrix(rows, cols, 0) if (rows, cols) != (1, 1) else self.scalar(0))
        if (rows, cols) == (1, 1):
            return inner(left - right, self.matrix(*shape, 0))
        return self.matrix(rows, shape[0], 0) * (left - right) * self.matrix(shape[1], cols, 0)

    def rewritten(self, e: Any) -> Any:
        """The same by an identity at some node of the expression, or by an assumption."""
        rows, cols = getattr(e, "shape", (1, 1))
        if self.flip(0.5) and (zero := self.zero(rows, cols)) is not None:
            e = e + self.number() * zero
            return e.expand() if self.flip(0.7) else e
        places = [
            node for node in sp.preorder_traversal(e) if isinstance(node, sp.Trace | Inner | SquaredNorm | sp.MatMul)
        ]
        free = [node for node in places if not node.has(k)]  # what a sum runs over is left alone
        if free and (new := _same(node := self.random.choice(free), self.random)) is not None:
            return e.xreplace({node: new})
        return e.expand() if hasattr(e, "expand") else e

    def identity(self) -> tuple[Any, Any]:
        """Two sides that are equal whatever is assumed."""
        a, b, c = (self.matrix(p, p, 1) for _ in range(3))
        u, v = self.matrix(p, 1, 1), self.matrix(p, 1, 1)
        s = self.scalar(1)
        m = self.matrix(n, p, 1)
        return self.random.choice(
            [
                lambda: ((a + b) * c, a * c + b * c),
                lambda: ((a * b).T, b.T * a.T),
                lambda: (Trace(a * b * c), Trace(c * a * b)),
                lambda: (Trace(a * b), Trace(b.T * a.T)),
                lambda: (s * (a * b), a * (s * b)),
                lambda: (sqnorm(a + b), sqnorm(a) + 2 * inner(a, b) + sqnorm(b)),
                lambda: (inner(a * u, v), inner(u, a.T * v)),
                lambda: ((I + a) * (I - a), I - a**2),
                lambda: (inverse(A * B) * A * B * a, a),
                lambda: (inverse(A).T * A.T * u, u),
                lambda: (U * pinv(U) * U, U),
                lambda: (total(sqnorm(sample(X, k) - u), k), sqnorm(X - one * u.T)),
                lambda: (total(inner(sample(X, k), u) * inner(sample(X, k), v), k), inner(X * u, X * v)),
                lambda: (average(sample(X, k), k), X.T * one / n),
                lambda: (total(sample(X, k) * sample(X, k).T, k), X.T * X),
                lambda: (H * H * m, H * m),
                lambda: (sqnorm(m), sqnorm(H * m) + sqnorm(one.T * m) / n),
                lambda: (gradient(inner(x, a.xreplace({x: y}) * x), x), (a + a.T).xreplace({x: y}) * x),
                lambda: (gradient(sqnorm(X * w - r), w), 2 * X.T * (X * w - r)),
                lambda: (gradient(Trace(V.T * S * V) - Trace(L * V.T * V), V), (S + S.T) * V - V * (L + L.T)),
                lambda: (directional(sqnorm(x), x, u.xreplace({x: y})), 2 * inner(x, u.xreplace({x: y}))),
                lambda: (
                    expectation(sqnorm(z - u), z),
                    expectation(sqnorm(z), z) - 2 * inner(expectation(z, z), u) + sqnorm(u),
                ),
                lambda: (expectation(inner(u, z) * inner(v, z), z), inner(u, expectation(z * z.T, z) * v)),
                lambda: ((u.T * a * v)[0, 0], inner(u, a * v)),
                lambda: (norm(u) ** 2, sqnorm(u)),
                lambda: (DotProduct(u, v), inner(v, u)),
                lambda: (Sum(x[e, 0] * A[e, f] * y[f, 0], (e, 0, p - 1), (f, 0, p - 1)), inner(x, A * y)),
                lambda: (Sum(A[e, f] * S[f, e], (e, 0, p - 1), (f, 0, p - 1)), Trace(A * S)),
                lambda: (Sum(A[e, f] * S[e, f], (e, 0, p - 1), (f, 0, p - 1)), inner(A, S)),
                lambda: (Sum(A[e, e], (e, 0, p - 1)) * s, s * Trace(A)),
                lambda: (Sum(KroneckerDelta(e, f) * B[f, e], (e, 0, p - 1), (f, 0, p - 1)), Trace(B)),
                lambda: (Sum(X[e, f] ** 2, (e, 0, n - 1), (f, 0, p - 1)), sqnorm(X)),
                lambda: (Sum(X[e, f], (e, 0, n - 1), (f, 0, p - 1)), inner(one, X * OneMatrix(p, 1))),
                lambda: (Trace(Identity(n)) + Trace(m.T * m), n + sqnorm(m)),
            ]
        )()

    def true(self) -> Any:
        """A conclusion that follows from the assumptions."""
        kind = self.random.randrange(10)
        if kind <= 2:
            left, right = self.identity()
        else:
            size = self.random.choice((p, p, n))
            left = self.matrix(size, self.random.choice((1, p, size)), 2) if self.flip(0.6) else self.scalar(2)
            right = left
        for _ in range(self.random.randrange(2) + (kind > 2)):
            right = self.rewritten(right)
        if kind <= 7:
            return equal(left, right)
        if getattr(left, "shape", (1, 1)) != (1, 1):
            left, right = sqnorm(left), sqnorm(right)
        return at_least(left + self.nonnegative(), right)

    def nonnegative(self) -> Any:
        """What cannot be negative."""
        options = [
            sqnorm(self.matrix(p, self.random.choice((1, p)), 1)),
            self.scalar(1) ** 2,
            Integer(0),
            nu * sqnorm(x),
        ]
        u, v = self.matrix(p, 1, 0), self.matrix(p, 1, 0)
        options.append(sqnorm(u) * sqnorm(v) - inner(u, v) ** 2)
        options.append(sqnorm(X) - sqnorm(H * X))
        for item in self.assuming:
            if isinstance(item, Named) and item.kind in ("psd", "projector"):
                options += [inner(x, item.args[0] * x), Trace(Y * item.args[0] * Y.T)] * 2
            elif isinstance(item, Named) and item.kind in ("nonnegative", "positive"):
                options.append(item.args[0] * sqnorm(y))
            elif isinstance(item, Named) and item.kind in ("orthonormal", "unit"):
                options.append(sqnorm(x) - sqnorm(item.args[0].T * x))
            elif isinstance(item, sp.Ge):
                options.append((item.lhs - item.rhs) * sqnorm(x))
        return self.random.choice(options)

    # ------------------------------------------------------------------------------------------------- optima
    def optimum(self) -> Any:
        """A witness that is best, or two problems with the same optimisers; its variable has no role of its own."""
        taken = {letter for role in self.roles for letter in role.letters}
        a, c, m = self.random.choice((S, A, B)), self.number() ** 2, U.T * U
        e = self.matrix(p, 1, 1).xreplace({h: L * U.T * x})
        mean = X.T * one / n
        options: list[Callable[[], Any]] = []
        if h not in taken:
            at = L * U.T * e
            if any(isinstance(item, Named) and item.kind == "orthonormal" for item in self.assuming):
                options += [lambda: minimises(sqnorm(e - U * h), {h: U.T * e}, value=sqnorm(e) - sqnorm(U.T * e))] * 3
            options.append(lambda: minimises(c * sqnorm(h - at) + nu, {h: at}, value=nu))
            options.append(lambda: maximises(nu - sqnorm(U * (h - m * at)), {h: m * at}))
        for v in (x, y, w):
            if v not in taken:
                f = sqnorm(v - a * other_than(v))
                options += [
                    lambda v=v: minimises(
                        total(sqnorm(sample(X, k) - v), k), {v: mean}, value=sqnorm(H * X), exactly=[equal(v, mean)]
                    ),
                    lambda v=v: minimises(average(sqnorm(sample(X, k) - v), k), {v: mean}, value=sqnorm(H * X) / n),
                    lambda v=v, f=f: SymbolicSameOptimisers((v,), ("min", f), ("max", nu - c * f)),
                    lambda v=v: SymbolicSameOptimisers(
                        (v,), ("min", sqnorm(X - one * v.T)), ("min", inner(v, n * v) - 2 * inner(X.T * one, v))
                    ),
                    lambda v=v: SymbolicSameOptimisers(
                        (v,), ("max", inner(v, S * v)), ("min", mu - nu * inner(v, S.T * v))
                    ),
                ]
        return self.random.choice(options)() if options else self.true()

    def law(self) -> Any:
        """A law about products, determinants, entries and parts, now and then written in another way."""
        conclusion = law(self)
        shape = getattr(conclusion.lhs, "shape", None) if isinstance(conclusion, sp.Eq) else (0, 0)
        if (shape is None or shape in CLOSED) and self.flip(0.3):
            return equal(self.rewritten(conclusion.lhs), conclusion.rhs)
        return conclusion

    def property_of(self) -> Any:
        """A named property of a matrix."""
        return property_of(self)

    def any(self) -> Any:
        """A conclusion of which nothing is known."""
        kind = self.random.randrange(4)
        if kind == 0:
            return at_least(self.scalar(2), self.random.choice((0, 1, self.scalar(1))))
        shape = self.random.choice([(p, p), (p, 1), (n, p), (1, 1)])
        if shape == (1, 1):
            return equal(self.scalar(2), self.scalar(2))
        left = self.matrix(*shape, 2)
        return equal(left, self.random.choice([left.T if shape == (p, p) else -left, self.matrix(*shape, 1), 2 * left]))

    # ------------------------------------------------------------------------------------------------- statements
    def statements(self) -> list[Made]:
        """A true statement and a few that are nearly it, or now and then one of which nothing is known."""
        if self.flip(0.15):
            return [self.made(self.any(), "any")]
        makes = {"optimum": self.optimum, "true": self.true, "true law": self.law, "true property": self.property_of}
        (kind,) = self.random.choices([*makes], weights=(3, 7, 6, 4))
        conclusion = makes[kind]()
        near = [self.made(changed, f"near {kind}") for changed in some_changes(conclusion, self.random, 3)]
        if self.assuming:
            dropped = self.random.randrange(len(self.assuming))
            kept = tuple(item for at, item in enumerate(self.assuming) if at != dropped)
            near.append(Made(conclusion, kept, f"near {kind}", tuple(remaining(self.roles, kept))))
        return [self.made(conclusion, kind), *near]

    def made(self, conclusion: Any, kind: str) -> Made:
        return Made(conclusion, self.assuming, kind, tuple(self.roles))


def remaining(roles: list[Role], kept: tuple[Any, ...]) -> Iterator[Role]:
    """Roles for what is still assumed: one that says just that, or else the old one, which says more."""
    for role in roles:
        left = tuple(item for item in role.assuming if item in kept)
        if left:
            yield next((r for r in ROLES if r.assuming == left and set(r.letters) <= set(role.letters)), role)


def other_than(v: Any) -> MatrixSymbol:
    """A column that is not v."""
    return y if v == x else x


def _same(e: Any, random: Random) -> Any:
    """Another way to write a node, or None."""
    if isinstance(e, Trace) and isinstance(e.arg, sp.MatMul) and len(e.arg.args) > 1:
        args = [a for a in e.arg.args if hasattr(a, "shape")]
        scalars = [a for a in e.arg.args if not hasattr(a, "shape")]
        at = random.randrange(len(args))
        turned = [*args[at:], *args[:at]]
        turned = turned if random.random() < 0.5 else [a.T for a in reversed(turned)]
        return sp.Mul(*scalars) * Trace(sp.MatMul(*turned))
    kind = type(e).__name__
    if kind == "Inner":
        a, b = e.args
        return random.choice([inner(b, a), Trace(a.T * b), Trace(b * a.T)])
    if kind == "SquaredNorm":
        (a,) = e.args
        options = [inner(a, a), Trace(a.T * a), sqnorm(-a), sqnorm(a.T)]
        if isinstance(a, sp.MatAdd) and len(a.args) == 2:
            options += [sqnorm(a.args[0]) + 2 * inner(*a.args) + sqnorm(a.args[1])] * 2
        return random.choice(options)
    if isinstance(e, sp.MatMul) and any(isinstance(a, sp.MatAdd) for a in e.args):
        return e.expand()
    return None
