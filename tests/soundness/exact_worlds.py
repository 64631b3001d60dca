"""Letters, assumptions about them, and exact matrices that satisfy each assumption by the way they are made."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from exact_values import (
    At,
    bound,
    eye,
    inverse,
    plus,
    scale,
    times,
    transpose,
    value,
)
from hypothesis_table import TABLE, Draw, Letters, Role, V, polynomial_of
from letters import A, B, I, L, P, Q, S, U, X, Y, c, d, i, j, k, lam, mu, n, nu, p, r, w, x, y, z
from sympy import Eq, Ge, Gt, Integer, Le, Lt, MatrixSymbol, Ne, Symbol, ZeroMatrix

from pcaproofs.language.conclusions import ForAll, SymbolicComparison, equal
from pcaproofs.language.hypotheses import Named, orthonormal, projector, symmetric
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
h = MatrixSymbol("h", d, 1)

SHAPES: dict[Any, tuple[Any, Any]] = {m: m.shape for m in (A, B, S, P, Q, X, Y, U, V, L, x, y, w, z, r, h)}
SCALARS = (lam, mu, c, nu)
SIZES = ((2, 2, 1), (2, 2, 2), (3, 2, 1), (2, 3, 2), (1, 2, 1), (3, 1, 1), (1, 1, 1), (2, 3, 1), (3, 2, 2), (2, 3, 3))


def _commuting(draw: Draw, _: Letters) -> Letters:
    a = draw.matrix(p, p)
    return {A: a, B: polynomial_of(a, draw)}


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


ROLES = (
    *(role for row in TABLE for role in row.roles),
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


_HOLDS = {row.said.kind: row.holds for row in TABLE}


def holds(item: Any, at: At) -> bool:
    """Whether an assumption or a comparison holds at a point, by its definition."""
    if isinstance(item, Named):
        matrices = [value(a, at) for a in item.args]
        return _HOLDS[item.kind](matrices)
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
