"""Letters, assumptions about them, and exact matrices that satisfy each assumption by the way they are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from exact_values import (
    At,
    Matrix,
    Undefined,
    bound,
    build,
    eye,
    inverse,
    plus,
    scale,
    times,
    transpose,
    value,
)
from letters import A, B, I, L, P, Q, S, U, X, Y, c, d, i, j, k, lam, mu, n, nu, p, r, w, x, y, z
from sympy import Eq, Ge, Gt, Integer, Le, Lt, MatrixSymbol, Ne, Symbol, ZeroMatrix

from pcaproofs.language.conclusions import ForAll, SymbolicComparison, equal
from pcaproofs.language.hypotheses import (
    Named,
    centered,
    diagonal_matrix,
    eigen,
    eigenpair,
    idempotent,
    invertible,
    nonnegative,
    nonzero,
    normal,
    orthogonal,
    orthonormal,
    permutation,
    positive,
    positive_definite,
    projector,
    psd,
    skew,
    stochastic,
    svd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import basis, index, inner

m = index("m")  # of rows of X, as i and k; j is of columns
first, second = basis(n, "a"), basis(n, "b")  # two different ones
INTEGERS = tuple(
    Symbol(name, **kind)
    for name, kind in {
        "N": {"integer": True, "nonnegative": True},
        "K": {},
        "Z": {"integer": True},
        "M": {"integer": True, "positive": True},
        "T": {"even": True, "positive": True},
        "O": {"odd": True},
        "R": {"prime": True},
        "W": {"integer": True, "nonzero": True},
    }.items()
)
V = MatrixSymbol("V", p, d)
h = MatrixSymbol("h", d, 1)

SHAPES: dict[Any, tuple[Any, Any]] = {m: m.shape for m in (A, B, S, P, Q, X, Y, U, V, L, x, y, w, z, r, h)}
SCALARS = (lam, mu, c, nu)
SIZES = ((2, 2, 1), (2, 2, 2), (3, 2, 1), (2, 3, 2), (1, 2, 1), (3, 1, 1), (1, 1, 1), (2, 3, 1), (3, 2, 2), (2, 3, 3))
Letters = dict[Any, Matrix]


class Draw:
    """Random exact matrices of one size."""

    def __init__(self, random: Random, sizes: dict[Any, int]):
        self.random, self.sizes = random, sizes

    def number(self) -> Any:
        """A small number, now and then a half."""
        top = self.random.choice((-2, -1, -1, 0, 1, 1, 2, 3))
        return Fraction(top, 2) if self.random.random() < 0.15 else top

    def matrix(self, rows: Any, cols: Any) -> Matrix:
        """Of any kind."""
        return build(self.sizes.get(rows, rows), self.sizes.get(cols, cols), lambda i, j: self.number())

    def symmetric(self, size: Any) -> Matrix:
        a = self.matrix(size, size)
        return plus(a, transpose(a))

    def orthogonal(self, size: Any) -> Matrix:
        """A product of reflections, and a permutation with signs."""
        m = self.sizes[size]
        order = self.random.sample(range(m), m)
        out: Matrix = tuple(tuple((j == order[i]) * self.random.choice((1, -1)) for j in range(m)) for i in range(m))
        for _ in range(self.random.randrange(3)):
            v = self.matrix(size, 1)
            if length := sum(e[0] * e[0] for e in v):
                out = times(plus(eye(m), scale(Fraction(-2, 1) / length, times(v, transpose(v)))), out)
        return out

    def orthonormal(self, rows: Any, cols: Any) -> Matrix:
        if self.sizes[cols] > self.sizes[rows]:
            raise Undefined("more columns than rows")
        return tuple(row[: self.sizes[cols]] for row in self.orthogonal(rows))

    def unit(self, size: Any) -> Matrix:
        return tuple(row[:1] for row in self.orthogonal(size))

    def projector(self, size: Any) -> Matrix:
        q, rank = self.orthogonal(size), self.random.randint(0, self.sizes[size])
        return times(tuple(row[:rank] for row in q), transpose(q)[:rank]) if rank else scale(0, q)

    def psd(self, size: Any) -> Matrix:
        f = self.matrix(size, size)
        return times(transpose(f), f)

    def centred(self, rows: Any, cols: Any) -> Matrix:
        a = self.matrix(rows, cols)
        m = len(a)
        means = [Fraction(sum(row[j] for row in a), m) for j in range(len(a[0]))]
        return build(m, len(means), lambda i, j: a[i][j] - means[j])

    def off(self, v: Matrix) -> Matrix:
        """The projector onto what is orthogonal to a column that is not zero."""
        length = sum(e[0] * e[0] for e in v)
        if not length:
            raise Undefined("a zero column")
        return plus(eye(len(v)), scale(Fraction(-1) / length, times(v, transpose(v))))


def _eigen(symmetric_too: bool, unit_too: bool) -> Callable[[Draw, Letters], Letters]:
    def make(draw: Draw, _: Letters) -> Letters:
        v = draw.unit(p) if unit_too else draw.matrix(p, 1)
        off, top, a = draw.off(v), draw.number(), draw.matrix(p, p)
        onto = plus(eye(len(v)), scale(-1, off))
        rest = times(off, times(plus(a, transpose(a)), off)) if symmetric_too else times(a, off)
        return {A: plus(scale(top, onto), rest), w: v, lam: ((top,),)}

    return make


def _polynomial_of(a: Matrix, draw: Draw) -> Matrix:
    return plus(scale(draw.number(), times(a, a)), plus(scale(draw.number(), a), scale(draw.number(), eye(len(a)))))


def _commuting(draw: Draw, _: Letters) -> Letters:
    a = draw.matrix(p, p)
    return {A: a, B: _polynomial_of(a, draw)}


def _inverses(draw: Draw, _: Letters) -> Letters:
    a = draw.matrix(p, p)
    return {A: a, B: inverse(a)}


def _fixed_by(draw: Draw, _: Letters) -> Letters:
    q = draw.projector(p)
    return {P: q, B: times(q, draw.matrix(p, p))}


def _onto(draw: Draw, _: Letters) -> Letters:
    q = draw.orthonormal(p, d)
    return {U: q, P: times(q, transpose(q))}


def _invariant(draw: Draw, _: Letters) -> Letters:
    q, small = draw.orthonormal(p, d), draw.matrix(d, d)
    off = plus(eye(len(q)), scale(-1, times(q, transpose(q))))
    return {U: q, L: small, A: plus(times(q, times(small, transpose(q))), times(draw.matrix(p, p), off))}


def _perpendicular(draw: Draw, _: Letters) -> Letters:
    v = draw.matrix(p, 1)
    return {x: v, y: times(draw.off(v), draw.matrix(p, 1))}


def _ordered(draw: Draw, _: Letters) -> Letters:
    a, b = sorted((draw.number(), draw.number()))
    return {lam: ((b,),), mu: ((a,),)}


def _apart(draw: Draw, _: Letters) -> Letters:
    return {mu: ((a := draw.number(),),), lam: ((a + abs(draw.number()) + 1,),)}


def _tied(draw: Draw, _: Letters) -> Letters:
    return {A: (a := draw.matrix(p, p)), B: a}


def _doubled(draw: Draw, _: Letters) -> Letters:
    return {A: (a := draw.matrix(p, p)), B: scale(2, a)}


def _chained(draw: Draw, _: Letters) -> Letters:
    return {A: (a := draw.matrix(p, p)), S: a, B: a}


def _same_column(draw: Draw, _: Letters) -> Letters:
    return {x: (v := draw.matrix(p, 1)), y: v}


def _idempotent(draw: Draw, _: Letters) -> Letters:
    b, rank = draw.matrix(p, p), draw.random.randint(0, draw.sizes[p])
    onto = build(len(b), len(b), lambda i, j: Fraction(int(i == j < rank)))
    return {A: times(b, times(onto, inverse(b)))}


def _normal(draw: Draw, _: Letters) -> Letters:
    """A polynomial of a symmetric or a skew matrix."""
    a, sign = draw.matrix(p, p), draw.random.choice((1, -1))
    return {A: _polynomial_of(plus(a, scale(sign, transpose(a))), draw)}


def _invertible(draw: Draw, _: Letters) -> Letters:
    a = draw.matrix(p, p)
    inverse(a)  # raises Undefined if there is none
    return {A: a}


def _definite(draw: Draw, _: Letters) -> Letters:
    a = draw.matrix(p, p)
    inverse(a)
    return {S: times(transpose(a), a)}


def _diagonal(draw: Draw, size: Any, least: int = -9) -> Matrix:
    m = draw.matrix(size, size)
    return build(len(m), len(m), lambda i, j: max(m[i][j], least) if i == j else Fraction(0))


def _permutation(draw: Draw, _: Letters) -> Letters:
    order = list(range(draw.sizes[p]))
    draw.random.shuffle(order)
    return {P: build(len(order), len(order), lambda i, j: Fraction(int(order[i] == j)))}


def _stochastic(draw: Draw, _: Letters) -> Letters:
    size = draw.sizes[p]
    rows = [[Fraction(draw.random.randint(0, 3)) for _ in range(size)] for _ in range(size)]
    for at, row in enumerate(rows):
        row[at] += 1
    return {P: tuple(tuple(x / sum(row) for x in row) for row in rows)}


def _spectral(draw: Draw, _: Letters) -> Letters:
    b, values = draw.matrix(p, p), _diagonal(draw, p)
    return {A: times(b, times(values, inverse(b))), B: b, S: values}


def _singular(draw: Draw, _: Letters) -> Letters:
    left, right, values = draw.orthonormal(p, d), draw.orthonormal(p, d), _diagonal(draw, d, least=0)
    return {A: times(left, times(values, transpose(right))), U: left, L: values, V: right}


def _one(letter: Any, make: Callable[[Draw], Any]) -> Callable[[Draw, Letters], Letters]:
    return lambda draw, _: {letter: make(draw)}


def _number(letter: Any, make: Callable[[Any], Any]) -> Callable[[Draw, Letters], Letters]:
    return lambda draw, _: {letter: ((make(draw.number()),),)}


@dataclass(frozen=True)
class Role:
    """Assumptions, and how the letters that they are about are drawn together."""

    assuming: tuple[Any, ...]
    letters: tuple[Any, ...]
    make: Callable[[Draw, Letters], Letters]


ROLES = (
    Role((symmetric(S),), (S,), _one(S, lambda draw: draw.symmetric(p))),
    Role((psd(S),), (S,), _one(S, lambda draw: draw.psd(p))),
    Role((projector(P),), (P,), _one(P, lambda draw: draw.projector(p))),
    Role((orthogonal(Q),), (Q,), _one(Q, lambda draw: draw.orthogonal(p))),
    Role((orthonormal(U),), (U,), _one(U, lambda draw: draw.orthonormal(p, d))),
    Role((unit(w),), (w,), _one(w, lambda draw: draw.unit(p))),
    Role((centered(X),), (X,), _one(X, lambda draw: draw.centred(n, p))),
    Role((nonnegative(lam),), (lam,), _number(lam, abs)),
    Role((positive(mu),), (mu,), _number(mu, lambda v: abs(v) + 1)),
    Role((nonzero(c),), (c,), _number(c, lambda v: v or 2)),
    Role((eigenpair(A, w, lam),), (A, w, lam), _eigen(False, False)),
    Role((eigenpair(A, w, lam), unit(w)), (A, w, lam), _eigen(False, True)),
    Role((symmetric(A), eigenpair(A, w, lam), unit(w)), (A, w, lam), _eigen(True, True)),
    Role((idempotent(A),), (A,), _idempotent),
    Role((skew(A),), (A,), _one(A, lambda draw: plus(a := draw.matrix(p, p), scale(-1, transpose(a))))),
    Role((normal(A),), (A,), _normal),
    Role((invertible(A),), (A,), _invertible),
    Role((positive_definite(S),), (S,), _definite),
    Role((diagonal_matrix(S),), (S,), _one(S, lambda draw: _diagonal(draw, p))),
    Role((permutation(P),), (P,), _permutation),
    Role((stochastic(P),), (P,), _stochastic),
    Role((eigen(A, B, S),), (A, B, S), _spectral),
    Role((svd(A, U, L, V),), (A, U, L, V), _singular),
    Role((equal(A, B * B.T),), (A, B), lambda draw, _: {B: (b := draw.matrix(p, p)), A: times(b, transpose(b))}),
    Role((equal(A * B, B * A),), (A, B), _commuting),
    Role((equal(A * B, I),), (A, B), _inverses),
    Role((projector(P), equal(P * B, B)), (P, B), _fixed_by),
    Role((orthonormal(U), equal(P, U * U.T)), (U, P), _onto),
    Role((orthonormal(U), equal(A * U, U * L)), (U, L, A), _invariant),
    Role((equal(inner(x, y), 0),), (x, y), _perpendicular),
    Role((Ge(lam, mu),), (lam, mu), _ordered),
    Role((Le(mu, lam),), (lam, mu), _ordered),
    Role((Gt(lam, mu),), (lam, mu), _apart),
    Role((Lt(mu, lam),), (lam, mu), _apart),
    Role((Ne(lam, mu),), (lam, mu), _apart),
    Role((equal(Y, X * A), symmetric(A)), (X, Y, A), lambda draw, _: _image(draw)),
)


TIES = (
    Role((equal(A, B),), (A, B), _tied),
    Role((equal(B - A, ZeroMatrix(p, p)),), (A, B), _tied),
    Role((equal(B.T, A.T),), (A, B), _tied),
    Role((equal(A * X.T, B * X.T), equal(A, B)), (A, B), _tied),
    Role((equal(2 * A, B),), (A, B), _doubled),
    Role((equal(A, S), equal(S - B, ZeroMatrix(p, p))), (A, B, S), _chained),
    Role((equal(x, y),), (x, y), _same_column),
    Role((equal(inner(x, x), inner(y, x)), equal(y.T, x.T)), (x, y), _same_column),
    Role((Ge(lam, mu),), (lam, mu), _ordered),
    Role((equal(lam, mu + 1),), (lam, mu), lambda draw, _: {mu: ((v := draw.number(),),), lam: ((v + 1,),)}),
)


def _image(draw: Draw) -> Letters:
    data, a = draw.matrix(n, p), draw.symmetric(p)
    return {X: data, A: a, Y: times(data, a)}


def some_roles(random: Random) -> list[Role]:
    """Up to three roles that are about different letters."""
    chosen: list[Role] = []
    for role in random.sample(ROLES, 3):
        if random.random() < 0.7 and not any(set(role.letters) & set(other.letters) for other in chosen):
            chosen.append(role)
    return chosen


def world(roles: list[Role], random: Random, sizes: tuple[int, int, int]) -> At:
    """A point at which the assumptions of the roles hold; raises Undefined where this size has none."""
    draw = Draw(random, dict(zip((n, p, d), sizes, strict=True)))
    letters: Letters = {m: draw.matrix(*shape) for m, shape in SHAPES.items()}
    letters |= {s: ((draw.number(),),) for s in SCALARS} | {nu: ((abs(draw.number()) + 1,),)}
    for role in roles:
        letters |= role.make(draw, letters)
    values = {z: tuple(draw.matrix(p, 1) for _ in range(3))}
    rows = {row: random.randrange(sizes[0]) for row in (i, k, m)} | {j: random.randrange(sizes[1])}
    rows |= dict(zip((index("a"), index("b")), random.sample(range(sizes[0]), min(2, sizes[0])), strict=False))
    return At(draw.sizes | {s: integer(s, random) for s in INTEGERS}, letters, values, rows)


def integer(symbol: Any, random: Random) -> int:
    """A small integer that is all that SymPy assumes of a symbol."""
    return random.choice(_integers(symbol))


@cache
def _integers(symbol: Any) -> list[int]:
    facts = {fact: known for fact, known in symbol.assumptions0.items() if fact != "commutative"}
    return [v for v in range(-2, 5) if all(getattr(Integer(v), f"is_{fact}") == known for fact, known in facts.items())]


def redrawn(at: At, role: Role, random: Random) -> At:
    """The point with the letters of one role drawn again."""
    return at.having(role.make(Draw(random, dict(at.sizes)), {}))


_MEANING: dict[str, Callable[[list[Matrix]], bool]] = {
    "symmetric": lambda m: m[0] == transpose(m[0]),
    "orthonormal": lambda m: times(transpose(m[0]), m[0]) == eye(len(m[0][0])),
    "orthogonal": lambda m: times(transpose(m[0]), m[0]) == eye(len(m[0])) == times(m[0], transpose(m[0])),
    "projector": lambda m: m[0] == transpose(m[0]) == times(m[0], m[0]),
    "unit": lambda m: times(transpose(m[0]), m[0]) == eye(1),
    "centered": lambda m: not any(sum(column) for column in zip(*m[0], strict=True)),
    "eigenpair": lambda m: times(m[0], m[1]) == times(m[1], m[2]) and any(e[0] for e in m[1]),
    "nonzero": lambda m: m[0][0][0] != 0,
    "positive": lambda m: m[0][0][0] > 0,
    "nonnegative": lambda m: m[0][0][0] >= 0,
    "idempotent": lambda m: times(m[0], m[0]) == m[0],
    "skew": lambda m: transpose(m[0]) == scale(-1, m[0]),
    "normal": lambda m: times(transpose(m[0]), m[0]) == times(m[0], transpose(m[0])),
    "invertible": lambda m: is_invertible(m[0]),
    "positive_definite": lambda m: minors(m[0]) and is_invertible(m[0]),
    "diagonal_matrix": lambda m: is_diagonal(m[0]),
    "permutation": lambda m: all(sorted(line) == [0] * (len(line) - 1) + [1] for line in (*m[0], *transpose(m[0]))),
    "stochastic": lambda m: all(sum(row) == 1 and min(row) >= 0 for row in m[0]),
    "eigen": lambda m: times(m[0], m[1]) == times(m[1], m[2]) and is_invertible(m[1]) and is_diagonal(m[2]),
    "svd": lambda m: (
        m[0] == times(m[1], times(m[2], transpose(m[3])))
        and all(times(transpose(x), x) == eye(len(m[2])) for x in (m[1], m[3]))
        and is_diagonal(m[2])
        and all(x >= 0 for row in m[2] for x in row)
    ),
}


def is_invertible(m: Matrix) -> bool:
    """Whether elimination finds an inverse."""
    try:
        inverse(m)
    except Undefined:
        return False
    return True


def is_diagonal(m: Matrix) -> bool:
    """Whether every entry outside of the diagonal is 0."""
    return all(x == 0 for a, row in enumerate(m) for b, x in enumerate(row) if a != b)


def minors(m: Matrix) -> bool:
    """Whether a symmetric matrix has no negative principal minor: it is positive semidefinite."""
    from itertools import combinations

    def det(a: Matrix) -> Any:
        if not a:
            return 1
        return sum((-1) ** j * a[0][j] * det(tuple(r[:j] + r[j + 1 :] for r in a[1:])) for j in range(len(a)))

    return m == transpose(m) and all(
        det(tuple(tuple(m[a][b] for b in rows) for a in rows)) >= 0
        for size in range(1, len(m) + 1)
        for rows in combinations(range(len(m)), size)
    )


def holds(item: Any, at: At) -> bool:
    """Whether an assumption or a comparison holds at a point, by its definition."""
    if isinstance(item, Named):
        matrices = [value(a, at) for a in item.args]
        return minors(matrices[0]) if item.kind == "psd" else _MEANING[item.kind](matrices)
    if isinstance(item, ForAll):
        return all(holds(item.relation, bound(at, {item.index: i})) for i in range(at.size(item.length)))
    if isinstance(item, SymbolicComparison):
        left, right = value(item.left, at), value(item.right, at)
        if item.relation == "!=":
            return left != right
        return bool(left[0][0] > right[0][0] if item.relation == ">" else left[0][0] >= right[0][0])
    left, right = value(item.lhs, at), value(item.rhs, at)
    if isinstance(item, Le | Lt):
        left, right = right, left
    if isinstance(item, Ge | Gt | Le | Lt):
        return bool(left[0][0] > right[0][0] if isinstance(item, Gt | Lt) else left[0][0] >= right[0][0])
    if isinstance(item, Ne):
        return left != right
    assert isinstance(item, Eq)
    return left == right or (right == ((0,),) and not any(map(any, left)))
