"""What SymPy statements come to at explicit matrices of fractions: sums are summed, nothing is rewritten.

It shares no code with the reader, the prover or the search for counterexamples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from math import isqrt
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from pcaproofs.language import nodes
from pcaproofs.language.nodes import Diagonal, Kronecker, Leading, MatrixPartSum, PowerSum, ScalarPartSum, Vec

Matrix = tuple[tuple[Any, ...], ...]


class Undefined(ArithmeticError):  # noqa: N818
    """A division by zero, a singular inverse, an entry that is not there: the statement has no value at this point."""


class OutOfRange(Undefined):
    """A free index that is none here: it stands for any that is in range, so that this is no point."""


class Irrational(Undefined):
    """A root that is no fraction: the statement may have a value here, but this evaluation cannot tell it."""


class Dual:
    """a + b·t with t² = 0, for derivatives."""

    __slots__ = ("a", "b")

    def __init__(self, a: Any, b: Any):
        self.a, self.b = a, b

    def __add__(self, other: Any) -> Dual:
        return Dual(self.a + other.a, self.b + other.b) if isinstance(other, Dual) else Dual(self.a + other, self.b)

    def __mul__(self, other: Any) -> Dual:
        if isinstance(other, Dual):
            return Dual(self.a * other.a, self.a * other.b + self.b * other.a)
        return Dual(self.a * other, self.b * other)

    __radd__, __rmul__ = __add__, __mul__


@dataclass(frozen=True)
class At:
    """A size for every dimension, a matrix for every letter, equally likely values for every random vector."""

    sizes: Mapping[Any, int]
    letters: Mapping[Any, Matrix]
    values: Mapping[Any, tuple[Matrix, ...]] = field(default_factory=dict)
    rows: Mapping[Any, int] = field(default_factory=dict)  # of indices

    def size(self, n: Any) -> int:
        """A dimension as an integer; raises OutOfRange for a difference such as n − 1 that is none."""
        if n.is_Integer or n in self.sizes:
            return int(n) if n.is_Integer else self.sizes[n]
        if (found := int(n.subs(dict(self.sizes)))) < 1:
            raise OutOfRange("a size below 1")
        return found

    def having(self, letters: Mapping[Any, Matrix]) -> At:
        """The same with other letters."""
        return replace(self, letters={**self.letters, **letters})


def build(rows: int, cols: int, entry: Callable[[int, int], Any]) -> Matrix:
    """The matrix with these entries."""
    return tuple(tuple(entry(i, j) for j in range(cols)) for i in range(rows))


def eye(n: int) -> Matrix:
    """The identity."""
    return build(n, n, lambda i, j: int(i == j))


def plus(a: Matrix, b: Matrix) -> Matrix:
    """The sum."""
    return tuple(tuple(v + w for v, w in zip(r, s, strict=True)) for r, s in zip(a, b, strict=True))


def scale(c: Any, a: Matrix) -> Matrix:
    """A multiple."""
    return tuple(tuple(c * v for v in r) for r in a)


def times(a: Matrix, b: Matrix) -> Matrix:
    """The product, or the multiple by a 1×1 factor on either side."""
    if len(a[0]) == len(b):
        columns = tuple(zip(*b, strict=True))
        return tuple(tuple(sum(v * w for v, w in zip(r, c, strict=True)) for c in columns) for r in a)
    return scale(a[0][0], b) if len(a) == len(a[0]) == 1 else scale(b[0][0], a)


def transpose(a: Matrix) -> Matrix:
    """The transpose."""
    return tuple(zip(*a, strict=True))


def trace(a: Matrix) -> Any:
    """The sum of the diagonal."""
    return sum(a[i][i] for i in range(len(a)))


def _fixed(v: Any) -> Any:
    return v.a if isinstance(v, Dual) else v


def _moved(v: Any) -> Any:
    return v.b if isinstance(v, Dual) else 0


def solve(a: Matrix, b: Matrix) -> Matrix:
    """a⁻¹b, by Gauss and Jordan."""
    n = len(a)
    if any(isinstance(v, Dual) for row in (*a, *b) for v in row):
        raise Undefined("a derivative of what is solved for")
    rows = [[Fraction(v) for v in (*r, *s)] for r, s in zip(a, b, strict=True)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k]), None)
        if pivot is None:
            raise Undefined("singular")
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for i in range(n):
            if i != k and rows[i][k]:
                rows[i] = [v - rows[i][k] * w for v, w in zip(rows[i], rows[k], strict=True)]
    return tuple(tuple(r[n:]) for r in rows)


def inverse(a: Matrix) -> Matrix:
    """a⁻¹; that of a + bt with t² = 0 is a⁻¹ − a⁻¹ba⁻¹t."""
    if not any(isinstance(v, Dual) for row in a for v in row):
        return solve(a, eye(len(a)))
    fixed, moved = (tuple(tuple(part(v) for v in row) for row in a) for part in (_fixed, _moved))
    back = inverse(fixed)
    change = times(back, times(moved, back))
    return build(len(a), len(a), lambda i, j: Dual(back[i][j], -1 * change[i][j]))


def pinv(a: Matrix) -> Matrix:
    """a⁺ from a full-rank factorisation a = FG: Gᵀ(GGᵀ)⁻¹(FᵀF)⁻¹Fᵀ."""
    rows, pivots = [[Fraction(v) for v in r] for r in a], []
    for j in range(len(a[0])):
        at = len(pivots)
        pivot = next((i for i in range(at, len(rows)) if rows[i][j]), None)
        if pivot is None:
            continue
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [v / rows[at][j] for v in rows[at]]
        for i in range(len(rows)):
            if i != at and rows[i][j]:
                rows[i] = [v - rows[i][j] * w for v, w in zip(rows[i], rows[at], strict=True)]
        pivots.append(j)
    if not pivots:
        return build(len(a[0]), len(a), lambda i, j: 0)
    f, g = tuple(tuple(r[j] for j in pivots) for r in a), tuple(tuple(r) for r in rows[: len(pivots)])
    ft, gt = transpose(f), transpose(g)
    return times(times(gt, inverse(times(g, gt))), times(inverse(times(ft, f)), ft))


def rank(a: Matrix) -> int:
    """The number of rows that elimination leaves."""
    rows, found = [[Fraction(v) for v in r] for r in a], 0
    for j in range(len(a[0])):
        pivot = next((i for i in range(found, len(rows)) if rows[i][j]), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        for i in range(found + 1, len(rows)):
            factor = rows[i][j] / rows[found][j]
            rows[i] = [v - factor * w for v, w in zip(rows[i], rows[found], strict=True)]
        found += 1
    return found


def root(x: Any) -> Fraction:
    """√x of a square of a fraction."""
    x = Fraction(x)
    if x < 0:
        raise Undefined("a root of what is negative")
    if isqrt(x.numerator) ** 2 != x.numerator or isqrt(x.denominator) ** 2 != x.denominator:
        raise Irrational("no fraction")
    return Fraction(isqrt(x.numerator), isqrt(x.denominator))


def scalar(e: Any, at: At) -> Any:
    """The value of a scalar."""
    return value(e, at)[0][0]


def value(e: Any, at: At) -> Matrix:
    """The value of an expression, a scalar being 1×1."""
    e = sp.sympify(e)
    for kind, rule in _RULES:
        if isinstance(e, kind):
            found = rule(e, at)
            return found if isinstance(found, tuple) else ((found,),)
    raise AssertionError(f"got {type(e).__name__}, but should be a node of the language")


def _power(e: Any, at: At) -> Matrix:
    base, exponent = value(e.args[0], at), sp.sympify(e.args[1])
    if exponent.free_symbols:
        exponent = exponent.subs({**at.sizes, **at.rows})
    if exponent.is_Integer and exponent >= 0:
        return reduce(times, [base] * int(exponent), eye(len(base)))
    if exponent.is_Integer:
        return reduce(times, [inverse(base)] * -int(exponent))
    whole = root(base[0][0]) ** int(abs(exponent.p))
    return inverse(((whole,),)) if exponent < 0 else ((whole,),)


def _summed(e: Any, at: At) -> Matrix:
    body, k, n = e.args
    return reduce(plus, [value(body, bound(at, {k: i})) for i in range(at.size(n))])


def _summed_in_part(e: Any, at: At) -> Matrix:
    body, k, n, after, last = e.args
    first, stop = (int(sp.sympify(x).subs(dict(at.sizes))) for x in (after, last))
    if not 0 <= first <= stop <= at.size(n):
        raise OutOfRange("no such part")
    zero = scale(0, value(body, bound(at, {k: 0})))
    return reduce(plus, [value(body, bound(at, {k: i})) for i in range(first, stop)], zero)


def _leading(e: Any, at: At) -> Matrix:
    rows, cols = map(at.size, e.shape)
    if rows > cols:
        raise OutOfRange("more rows than columns")
    return build(rows, cols, lambda i, j: int(i == j))


def _diagonal(e: Any, at: At) -> Matrix:
    found = value(e.args[0], at)
    return build(len(found), len(found), lambda i, j: found[i][0] if i == j else 0)


def _blocks(e: Any, at: At) -> Matrix:
    """Blocks side by side and below each other."""
    written = e.blocks if isinstance(e, sp.BlockMatrix) else e
    rows: list[tuple[Any, ...]] = []
    for i in range(written.rows):
        blocks = [value(x, at) for x in written.row(i)]
        rows += [tuple(x for part in parts for x in part) for parts in zip(*blocks, strict=True)]
    return tuple(rows)


def _by_entries(a: Matrix, b: Matrix) -> Matrix:
    return build(len(a), len(a[0]), lambda i, j: a[i][j] * b[i][j])


def _slice(e: Any, at: At) -> Matrix:
    whole = value(e.parent, at)
    (first, last, _), (left, right, _) = ([at.size(sp.sympify(x)) for x in part] for part in (e.rowslice, e.colslice))
    if not first < last <= len(whole) or not left < right <= len(whole[0]):
        raise OutOfRange("no row or column, or more than there are")
    return tuple(row[left:right] for row in whole[first:last])


def bound(at: At, rows: Mapping[Any, int]) -> At:
    """The same with running indices at these places."""
    return replace(at, rows={**{k: i for k, i in at.rows.items() if k not in rows}, **rows})


def _index_sum(e: Any, at: At) -> Matrix:
    places = [at.rows]
    for k, low, high in e.limits:
        last = int(sp.sympify(high).subs(dict(at.sizes)))
        places = [{**rows, k: i} for rows in places for i in range(int(low), last + 1)]
    return reduce(plus, [value(e.function, bound(at, rows)) for rows in places], ((0,),))


def _expected(e: Any, at: At) -> Matrix:
    body, z = e.args
    found = [value(body, at.having({z: v})) for v in at.values[z]]
    return scale(Fraction(1, len(found)), reduce(plus, found))


def _along(f: Any, x: Any, h: Matrix, at: At) -> Matrix:
    here = at.letters[x]
    moved = value(f, at.having({x: build(len(here), len(here[0]), lambda i, j: Dual(here[i][j], h[i][j]))}))
    return tuple(tuple(v.b if isinstance(v, Dual) else 0 for v in r) for r in moved)


def _gradient(e: Any, at: At) -> Matrix:
    f, x = e.args
    rows, cols = len(at.letters[x]), len(at.letters[x][0])

    def entry(i: int, j: int) -> Any:
        return _along(f, x, build(rows, cols, lambda k, m: int((k, m) == (i, j))), at)[0][0]

    return build(rows, cols, entry)


def _index(k: Any, at: At) -> int:
    if k.is_Add:
        return int(k.subs({**at.sizes, **at.rows}))
    found = int(k) if k.is_Integer else at.rows.get(k, at.sizes.get(k))
    if found is None:
        raise OutOfRange("an index without a place")
    return found


def _check_place(k: Any, place: int, size: int) -> None:
    if not 0 <= place < size:
        raise (Undefined if k.is_Integer else OutOfRange)("no such entry")


def _entry(e: Any, at: At) -> Any:
    m = value(e.args[0], at)
    i, j = (_index(k, at) for k in e.args[1:])
    _check_place(e.args[1], i, len(m))
    _check_place(e.args[2], j, len(m[0]))
    return m[i][j]


def _row(e: Any, at: At) -> Matrix:
    m, i = value(e.args[0], at), _index(e.args[1], at)
    _check_place(e.args[1], i, len(m))
    return transpose((m[i],))


def _number(e: Any, at: At) -> Any:
    return int(e) if e.is_Integer else Fraction(int(e.p), int(e.q))


def _ones(e: Any, at: At) -> Matrix:
    return build(at.size(e.shape[0]), at.size(e.shape[1]), lambda i, j: 1)


def _norm2(e: Any, at: At) -> Any:
    return sum(v * v for r in value(e.args[0], at) for v in r)


def _inner(e: Any, at: At) -> Any:
    pairs = zip(value(e.args[0], at), value(e.args[1], at), strict=True)
    return sum(v * w for r, s in pairs for v, w in zip(r, s, strict=True))


def _symbol(e: Any, at: At) -> Any:
    return at.rows[e] if e in at.rows else at.letters[e] if e in at.letters else at.sizes[e]


def _basis(e: Any, at: At) -> Matrix:
    """e_label, where a label that is the name of an index means that index, as in e_k below a sum over k."""
    n, label = at.size(e.shape[0]), e.args[1].name
    place = int(label) if label.isdigit() else next((i for k, i in reversed(at.rows.items()) if k.name == label), n)
    if place >= n:
        raise Undefined("no such basis vector")
    return build(n, 1, lambda i, j: int(i == place))


def _power_sum(e: Any, at: At) -> Matrix:
    base = value(e.args[0], at)
    powers = [eye(len(base))]
    while len(powers) < int(e.args[1]):
        powers.append(times(powers[-1], base))
    return reduce(plus, powers)


def _kronecker(a: Matrix, b: Matrix) -> Matrix:
    return tuple(tuple(x * y for x in upper for y in lower) for upper in a for lower in b)


def _laplace(a: Matrix) -> Any:
    return sum((-1) ** j * x * _laplace(_without(a, 0, j)) for j, x in enumerate(a[0])) if a else 1


def _without(a: Matrix, i: int, j: int) -> Matrix:
    return tuple(tuple(x for k, x in enumerate(row) if k != j) for m, row in enumerate(a) if m != i)


def _cofactors(a: Matrix) -> Matrix:
    """The adjugate."""
    return build(len(a), len(a), lambda i, j: (-1) ** (i + j) * _laplace(_without(a, j, i)))


def _logarithm(e: Any, at: At) -> Any:
    raise Undefined(f"a logarithm, which has no exact value [in {e}]")


_RULES: list[tuple[Any, Callable[[Any, At], Any]]] = [
    (sp.Rational, _number),
    (sp.MatrixSymbol, _symbol),
    (sp.Symbol, _symbol),
    (sp.Identity, lambda e, at: eye(at.size(e.shape[0]))),
    (sp.ZeroMatrix, lambda e, at: build(at.size(e.shape[0]), at.size(e.shape[1]), lambda i, j: 0)),
    (sp.OneMatrix, _ones),
    ((sp.MatAdd, sp.Add), lambda e, at: reduce(plus, [value(a, at) for a in e.args])),
    ((sp.MatMul, sp.Mul), lambda e, at: reduce(times, [value(a, at) for a in e.args])),
    (sp.Inverse, lambda e, at: inverse(value(e.args[0], at))),
    ((sp.MatPow, sp.Pow), _power),
    ((sp.Transpose, sp.Adjoint), lambda e, at: transpose(value(e.arg, at))),
    (sp.Trace, lambda e, at: trace(value(e.arg, at))),
    (sp.Determinant, lambda e, at: ((_laplace(value(e.args[0], at)),),)),
    (nodes.Adjugate, lambda e, at: _cofactors(value(e.args[0], at))),
    (sp.log, _logarithm),
    (sp.Abs, lambda e, at: abs(scalar(e.args[0], at))),
    (sp.Sum, _index_sum),
    (MatrixElement, _entry),
    (sp.KroneckerDelta, lambda e, at: int(_index(e.args[0], at) == _index(e.args[1], at))),
    ((nodes.Inner, sp.DotProduct), _inner),
    (nodes.SquaredNorm, _norm2),
    (nodes.InverseOf, lambda e, at: inverse(value(e.args[0], at))),
    (nodes.PseudoInverse, lambda e, at: pinv(value(e.args[0], at))),
    (nodes.Rank, lambda e, at: rank(value(e.args[0], at))),
    (nodes.Sample, lambda e, at: _row(e, at)),
    (nodes.Basis, _basis),
    ((nodes.ScalarSum, nodes.MatrixSum), _summed),
    ((ScalarPartSum, MatrixPartSum), _summed_in_part),
    ((sp.BlockMatrix, sp.MatrixBase), _blocks),
    (MatrixSlice, _slice),
    (Leading, _leading),
    ((Diagonal, sp.DiagMatrix), _diagonal),
    (sp.HadamardPower, lambda e, at: reduce(_by_entries, [value(e.base, at)] * int(e.exp))),
    (sp.HadamardProduct, lambda e, at: reduce(_by_entries, [value(x, at) for x in e.args])),
    (Kronecker, lambda e, at: _kronecker(*(value(x, at) for x in e.args))),
    (PowerSum, _power_sum),
    (Vec, lambda e, at: tuple((x,) for column in transpose(value(e.args[0], at)) for x in column)),
    ((nodes.ScalarExpectation, nodes.MatrixExpectation), _expected),
    ((nodes.ScalarGradient, nodes.MatrixGradient), _gradient),
    (
        (nodes.ScalarDirectional, nodes.MatrixDirectional),
        lambda e, at: _along(e.args[0], e.args[1], value(e.args[2], at), at),
    ),
]
