"""Random statements about what names mean: bound indices, indices and labels that are free, ties, integer symbols.

The body of a sum is made of entries, scalars and basis vectors that use the index which the sum binds. A nearly true
statement lets that index escape: it takes the body out of the sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import sympy as sp
from exact_worlds import INTEGERS, SHAPES, TIES, Role, first, m, second
from letters import A, B, X, c, i, j, k, lam, mu, n, nu, one, p, r, w, x, y, z
from sympy import (
    Abs,
    Adjoint,
    BlockMatrix,
    DotProduct,
    Identity,
    Integer,
    KroneckerDelta,
    OneMatrix,
    Sum,
    Trace,
    ZeroMatrix,
    sqrt,
)

from pcaproofs.language.conclusions import (
    ForAll,
    SymbolicComparison,
    SymbolicOptimum,
    SymbolicSameOptimisers,
    at_least,
    equal,
    maximises,
    minimises,
)
from pcaproofs.language.entrywise import Cell
from pcaproofs.language.nodes import (
    adjugate,
    average,
    basis,
    det,
    diagonal,
    directional,
    expectation,
    gradient,
    index,
    inner,
    inverse,
    kron,
    leading,
    norm,
    partial_total,
    pinv,
    power_sum,
    rank,
    sample,
    sqnorm,
    total,
    vec,
)

H = Identity(n) - one * one.T / n
K, L = INTEGERS[1], index("l")


RELATIONS = (sp.Eq, sp.Ne, sp.Ge, sp.Gt, sp.Le, sp.Lt)  # of assumptions
CONCLUSIONS = (sp.Eq, sp.Ge, sp.Le, SymbolicComparison, SymbolicOptimum, SymbolicSameOptimisers)


@dataclass(frozen=True)
class Made:
    """A conclusion, its assumptions, how it was made, and the roles of letters that satisfy the assumptions.

    tied: the variable and the letters that the assumptions tie to it, of a statement that holds these fixed.
    """

    conclusion: Any
    assuming: tuple[Any, ...]
    kind: str
    roles: tuple[Role, ...]
    tied: tuple[Any, ...] = ()


class Scopes:
    """Grows statements whose meaning is a matter of scope, from one source of randomness."""

    def __init__(self, random: Random):
        self.random = random

    def choice(self, options: Any) -> Any:
        return self.random.choice(options)

    def statements(self) -> list[Made]:
        """One statement, or a true one and those that are nearly it."""
        kind = self.random.randrange(10)
        if kind < 6:
            return self.sums()
        if kind == 6:
            return [self.of_all() if self.random.random() < 0.2 else self.free()]
        return [self.tie() if kind < 9 else self.integer()]

    # ------------------------------------------------------------------------------------------------- bound indices
    def column(self) -> Any:
        """A column of length n."""
        return self.choice((r, X * w, X * A * x, X * x, H * r, one))

    def entry(self, k: Any, column: Any) -> Any:
        """Entry k of a column, as it may be written."""
        options = [column[k, 0], column[k, 0]]
        if isinstance(column, sp.MatMul) and column.args[0] == X and len(column.args) == 2:
            options += [inner(sample(X, k), column.args[1]), (sample(X, k).T * column.args[1])[0, 0]]
        if self.random.random() < 0.05:
            options = [inner(basis(n, str(k)), column)]
        return self.choice(options)

    def body(self, k: Any) -> tuple[Any, Any]:
        """What is summed over k, and the sum in matrices."""
        a, b, s = self.column(), self.column(), self.choice((Integer(1), Integer(2), lam, nu, 1 / nu, sqnorm(w)))
        q = self.choice((Integer(0), Integer(1), j))
        at_a, at_b = self.entry(k, a), self.entry(k, b)
        return self.choice(
            [
                lambda: (s * at_a, s * inner(one, a)),
                lambda: (s * at_a * at_b, s * inner(a, b)),
                lambda: (at_a**2, sqnorm(a)),
                lambda: (at_a**2 - s * at_b, sqnorm(a) - s * inner(one, b)),
                lambda: (X[k, q] * at_a, (X.T * a)[q, 0]),
                lambda: (X[k, q] * X[k, 0], (X.T * X)[q, 0]),
                lambda: ((at_a - average(self.entry(k, a), k, n)) ** 2, sqnorm(H * a)),
                lambda: (at_a * sample(X, k), X.T * a),
                lambda: (sample(X, k)[q, 0] * at_a, (X.T * a)[q, 0]),
                lambda: (sample(X, k) * sample(X, k).T * X[k, q], None),
                lambda: (basis(n, str(k)) * basis(n, str(k)).T, Identity(n)),
                lambda: (KroneckerDelta(k, 0) * at_a, a[0, 0]),
                lambda: (sqrt(at_a**2), None),
                lambda: (Abs(at_a) * s, None),
                lambda: (norm(sample(X, k)), None),
                lambda: (1 / (at_a**2 + 1), None),
                lambda: (s * k, s * n * (n - 1) / 2),
                lambda: (inner(vec(sample(X, k) * x.T), kron(A, B) * vec(A)), inner(one, X * B * A * A.T * x)),
                lambda: (at_a * total(self.entry(L, b), L, n), inner(one, a) * inner(one, b)),
                lambda: (total(self.entry(k, b), k, n) + at_a, n * inner(one, b) + inner(one, a)),
                lambda: (gradient(inner(sample(X, k), y) ** 2, y), 2 * X.T * X * y),
                lambda: (directional(inner(sample(X, k), y) * at_a, y, x), inner(X * x, a)),
                lambda: (
                    at_a * partial_total(self.entry(L, b), L, n, after=1),
                    inner(one, a) * (inner(one, b) - b[0, 0]),
                ),
                lambda: (at_a * partial_total(sample(X, L), L, n, after=1), (X.T * one - sample(X, 0)) * inner(one, a)),
                lambda: ((diagonal(b) * X)[k, 0] * at_a, (X.T * diagonal(b) * a)[0, 0]),
                lambda: (at_a * Trace(leading(n, n)), n * inner(one, a)),
                lambda: (
                    X[k, 0] * expectation(inner(z, x) * z[0, 0], z),
                    (one.T * X)[0, 0] * (expectation(z * z.T, z) * x)[0, 0],
                ),
            ]
        )()

    def sums(self) -> list[Made]:
        """A true statement about a sum, and nearly true ones where its index escapes."""
        name = self.choice((k, k, k, k, m, m, m, K))
        body, closed = self.body(name)
        kind = self.random.randrange(5)
        whole = total(body, name, n) if kind < 3 else average(body, name, n)
        if kind == 4 and not hasattr(body, "shape"):
            whole = Sum(body, (name, 0, n - 1)) / n
        made = []
        if closed is not None:
            right = closed if kind < 3 else closed / n
            if kind == 2 and not hasattr(body, "shape") and body.has(w):
                whole, right = gradient(whole, w), gradient(right, w)
            made.append(self.made(self.compared(whole, right), "true"))
        if kind < 3 and not whole.has(gradient):
            made.append(self.made(self.compared(total(body, name, n), n * body), "escaped"))
        else:
            made.append(self.made(self.compared(average(body, name, n), body), "escaped"))
        if kind == 0 and not hasattr(body, "shape"):
            made.append(self.made(equal(gradient(total(body, name, n), w), n * gradient(body, w)), "escaped"))
        return made

    def compared(self, left: Any, right: Any) -> Any:
        """Equal; or the squared difference of both is 0; or one is at least the other."""
        kind = self.random.randrange(6)
        if hasattr(left, "shape"):
            return equal(left, right)
        if kind == 0:
            made = self.random.randrange(3)
            return at_least(left, right) if made == 0 else (sp.Ge, sp.Le)[made - 1](left, right, evaluate=False)
        return equal((left - right) ** 2, 0) if kind == 1 else equal(left, right)

    # ------------------------------------------------------------------------------------------------- free ones
    def free(self) -> Made:
        """Entries, rows and basis vectors that no sum binds."""
        a = self.column()
        return self.made(
            self.choice(
                [
                    lambda: equal(inner(sample(X, i), x), (X * x)[i, 0]),
                    lambda: equal(sample(X, i)[j, 0], X[i, j]),
                    lambda: equal(X[i, 0], X[k, 0]),
                    lambda: equal(inner(first, second), 0),
                    lambda: equal(inner(first, a) ** 2, a[index("a"), 0] ** 2),
                    lambda: at_least(n + inner(first, second), 2),
                    lambda: at_least(sqnorm(a), inner(first, a) ** 2 + inner(second, a) ** 2),
                    lambda: at_least(sqnorm(x), x[0, 0] ** 2 + x[1, 0] ** 2),
                    lambda: at_least((x[0, 0] - x[1, 0]) ** 2 + n, 1),
                    lambda: at_least(p + (x[0, 0] - x[1, 0]) ** 2, 2),
                    lambda: equal(A[0, 1] - A[1, 0], 0),
                    lambda: equal(n / (n - 1) * (n - 1), n),
                    lambda: equal(total(r[k, 0], k, n), n * r[k, 0]),
                    lambda: equal(inner(x, y) / inner(x, y), 1 + 0 * inner(x, y) ** 2),
                    lambda: equal(c * mu * (1 / (c * mu + 1)), 1 - 1 / (c * mu + 1)),
                    lambda: equal(A * inverse(B) * B, A),
                    lambda: at_least(sqrt(inner(x, y)), 0),
                    lambda: equal(Adjoint(A * B), B.T * A.T),
                    lambda: equal(directional(x * inner(x, y), x, w), w * inner(x, y) + x * inner(w, y)),
                    lambda: equal(DotProduct(x, A * y), inner(A.T * x, y)),
                    lambda: equal(pinv(A) * A * pinv(A), pinv(A)),
                    lambda: equal(rank(A.T * A), rank(self.choice((A, A.T, A**2)))),
                    lambda: equal(sp.Inverse(A) * B, B),
                    lambda: equal(det(A * B), det(A) * self.choice((det(B), Trace(B)))),
                    lambda: equal(det(A + x * w.T), det(A) + inner(w, adjugate(A) * x)),
                    lambda: equal(gradient(det(A), A), self.choice((adjugate(A), adjugate(A).T))),
                    lambda: equal(sp.log(1 + sqnorm(x)) - sp.log(1 + self.choice((inner(x, x), sqnorm(y)))), 0),
                    lambda: equal(sqnorm(BlockMatrix([[A, X.T]])), sqnorm(A) + self.choice((sqnorm(X), sqnorm(B)))),
                    lambda: equal(
                        det(BlockMatrix([[A, x * w.T], [ZeroMatrix(p, p), B]])), det(A) * self.choice((det(B), c))
                    ),
                    lambda: equal(
                        BlockMatrix([[A, x], [y.T, Identity(1)]]) ** 2,
                        BlockMatrix(
                            [[A * A + x * y.T, self.choice((A * x + x, A * x))], [y.T * A + y.T, Identity(1) + y.T * x]]
                        ),
                    ),
                    lambda: equal(det(sp.Matrix([[lam, mu], [nu, c]])), lam * c - self.choice((mu * nu, mu))),
                    lambda: equal(
                        sp.HadamardProduct(A, x * w.T), diagonal(x) * A * self.choice((sp.DiagMatrix(w), diagonal(x)))
                    ),
                    lambda: equal(
                        sp.HadamardProduct(A * B, Identity(p)),
                        self.choice(
                            (sp.HadamardProduct(B.T * A.T, Identity(p)), sp.HadamardProduct(B * A, Identity(p)))
                        ),
                    ),
                    lambda: equal(Trace(sp.HadamardProduct(A, Identity(p))), self.choice((Trace(A), A[0, 0]))),
                    lambda: equal(inner(x, sp.HadamardProduct(A, B) * w), Trace(diagonal(x) * A * diagonal(w) * B.T)),
                    lambda: equal(
                        Cell(sp.HadamardProduct(A, B), i, j), self.choice((A[i, j] * B[i, j], A[i, j] * B[j, i]))
                    ),
                    lambda: equal(OneMatrix(1, p) * sp.HadamardPower(x, 2), self.choice((x.T * x, x.T * w))),
                    lambda: equal(X[:1, :] * x, self.choice((X * x, X * y))[:1, :]),
                    lambda: equal(power_sum(A, 3) * (A - Identity(p)), A**3 - Identity(p)),
                    lambda: equal(kron(A, X) * kron(B, w), kron(A * B, X * w)),
                    lambda: equal(Trace(kron(A, B) * self.choice((kron(B, A), kron(A, B)))), Trace(A * B) ** 2),
                    lambda: equal(sp.Transpose(kron(A, X)) * vec(X * B), vec(X.T * X * B * A)),
                    lambda: equal(kron(A, B), self.choice((kron(B, A), kron(A, B) + kron(A, A) - kron(A, A)))),
                    lambda: equal(inverse(kron(A, B)) * vec(x * w.T), vec(inverse(B) * x * w.T * inverse(A).T)),
                ]
            )(),
            "free",
        )

    # ------------------------------------------------------------------------------------------------- ties
    def tie(self) -> Made:
        """A derivative or an optimum that holds fixed what the assumptions tie to the variable."""
        role = self.choice(TIES)
        shape = SHAPES.get(role.letters[0], (1, 1))
        v, other = self.random.sample(role.letters, 2)
        if v in (lam, mu):
            statement = self.choice(
                [
                    lambda: equal(gradient(v**2 * other, v), 2 * v * other),
                    lambda: equal(directional(v * other, v, nu), nu * other),
                    lambda: equal(gradient(other**2, v), 0),
                    lambda: minimises(sqnorm(x) + other**2, {v: other}),
                ]
            )()
        else:
            zero, way = ZeroMatrix(*shape), A * A if shape == (p, p) else A * w
            statement = self.choice(
                [
                    lambda: equal(gradient(sqnorm(other), v), zero),
                    lambda: equal(gradient(inner(v, other), v), other),
                    lambda: equal(directional(sqnorm(v) * sqnorm(other), v, way), 2 * inner(v, way) * sqnorm(other)),
                    lambda: equal(
                        expectation(gradient(inner(v, other) * sqnorm(z), v), z), other * expectation(sqnorm(z), z)
                    ),
                    lambda: minimises(sqnorm(other), {v: other}),
                    lambda: (
                        maximises(nu - sqnorm(other - w), {v: other})
                        if shape != (p, p)
                        else minimises(sqnorm(v - other), {v: other})
                    ),
                    lambda: SymbolicSameOptimisers(
                        (v,), ("min", sqnorm(v - other)), ("max", nu - 2 * sqnorm(v - other))
                    ),
                ]
            )()
        return Made(statement, role.assuming, "tied", (role,), (v, other))

    # ------------------------------------------------------------------------------------------------- integers
    def of_all(self) -> Made:
        """A statement under an equation for all samples, which is true of every X."""
        said = ForAll(m, n, equal(sample(X, m).T * w, (X * w)[m, 0]))
        here, there = inner(sample(X, i), w), inner(sample(X, j), w)
        return Made(self.choice((equal(here, (X * w)[i, 0]), equal(here, there))), (said,), "free", ())

    def integer(self) -> Made:
        """Something that holds for all dimensions, or for some integers only, about a symbol of any kind."""
        s = self.choice(INTEGERS)
        length = sqnorm(OneMatrix(s, 1))
        return self.made(
            self.choice(
                [
                    lambda: at_least(length, 1),
                    lambda: equal(length / s, 1),
                    lambda: at_least(Trace(Identity(s)), self.choice((1, 2, 3))),
                    lambda: equal(Trace(Identity(s)), s),
                    lambda: at_least(s**2, s),
                    lambda: at_least(s, 1),
                    lambda: at_least(s**2, 0),
                    lambda: equal(total(s * sqnorm(w), s, n), n * s * sqnorm(w)),
                    lambda: equal(total(s * r[s, 0], s, n), s * inner(one, r)),
                    lambda: equal(average(s, s, n), s),
                    lambda: equal(r[s, 0] * n, n * r[s, 0] * 1),
                ]
            )(),
            "integer",
        )

    def made(self, conclusion: Any, kind: str) -> Made:
        return Made(conclusion, (), kind, ())
