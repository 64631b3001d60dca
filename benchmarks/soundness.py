"""Random statements, each answered by `prove` and judged by an evaluation in floats that shares no code with it.

    python benchmarks/soundness.py [--count 1000] [--seed 1] [--seconds 0.1] [--first 0]

A statement is one of the tests' tables with a change (of a sign, a letter, a transpose, a hypothesis), one with
expressions in the place of its letters, or one that is grown from all nodes. What is proved is evaluated at points at
which its hypotheses hold; a counterexample has to satisfy the hypotheses and to break the conclusion. Prints how many
statements there are of each verdict, how many of these were evaluated, and each that is wrong; then the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from pcaproofs import prove
from pcaproofs.kernel import KernelError
from pcaproofs.language import conclusions as c
from pcaproofs.language import hypotheses as h
from pcaproofs.language import nodes
from pcaproofs.language.reader import read
from pcaproofs.language.symbolic_parts import renamed
from pcaproofs.language.symbols import kernel_name
from pcaproofs.prover.refute import points

HERE = Path(__file__).resolve().parents[1]
TOLERANCE, OF_DERIVATIVES = 1e-6, 2e-3
STRICT = 1e-10
AS_GOOD = 1e-13  # two values of an objective that rounding alone tells apart: |x − y|⁵ is 1e-9 a step of 0.015 away
ROUNDED = 1e-15  # what rounding makes of 0
TOLERATED = ContextVar("tolerated", default=TOLERANCE)
STEP = 1e-4  # of a difference quotient
NEARLY_SINGULAR = 1e7  # condition number
TABLES = ("prove_peers", "mathlib_lemmas", "prove_true_*", "prove_false*", "prove_existence")
Array = Any


# ------------------------------------------------------------------------------------------------ evaluation
class Undefined(ArithmeticError):  # noqa: N818
    """A statement has no value at a point, or none that floating-point numbers tell."""


@dataclass(frozen=True)
class Point:
    """Sizes, arrays for letters, places of indices and labels, equally likely values of random vectors."""

    sizes: Mapping[str, int]
    letters: Mapping[str, Array]
    rows: Mapping[Any, int] = field(default_factory=dict)
    values: Mapping[str, list[Array]] = field(default_factory=dict)

    def size(self, n: Any) -> int:
        """A dimension as an integer."""
        found = sp.sympify(n).subs({s: self.sizes[s.name] for s in sp.sympify(n).free_symbols})
        if not found.is_Integer or found < 1:
            raise Undefined(f"a size {found}")
        return int(found)

    def having(self, letters: Mapping[str, Array]) -> Point:
        """The same with other letters."""
        return replace(self, letters={**self.letters, **letters})

    def at(self, rows: Mapping[Any, int]) -> Point:
        """The same with indices at these places."""
        return replace(self, rows={**self.rows, **rows})


def value(e: Any, at: Point) -> Array:
    """The value of an expression as a matrix, a scalar being 1×1. Raises Undefined."""
    e = sp.sympify(e)
    for kind, rule in RULES:
        if isinstance(e, kind):
            found = np.atleast_2d(np.asarray(rule(e, at), dtype=float))
            if not np.all(np.isfinite(found)) or np.max(np.abs(found), initial=0) > 1e12:
                raise Undefined("too large a number")
            return found
    raise Undefined(f"{type(e).__name__}, which is not evaluated")


def number(e: Any, at: Point) -> float:
    """The value of a scalar."""
    found = value(e, at)
    if found.shape != (1, 1):
        raise Undefined("no scalar")
    return float(found[0, 0])


def _symbol(e: Any, at: Point) -> Any:
    name = kernel_name(e)
    if e in at.rows:
        return at.rows[e]
    found = at.letters.get(name, at.sizes.get(name))
    if found is None:
        raise Undefined(f"no value of {name}")
    return found


def _times(a: Array, b: Array) -> Array:
    return a @ b if a.shape[1] == b.shape[0] else a * b if 1 in (a.size, b.size) else _no(f"{a.shape} times {b.shape}")


def _plus(a: Array, b: Array) -> Array:
    return a + b if a.shape == b.shape else _no(f"{a.shape} plus {b.shape}")


def _no(why: str) -> Any:
    raise Undefined(why)


def _inverse(a: Array) -> Array:
    if a.shape[0] != a.shape[1] or np.linalg.cond(a) > NEARLY_SINGULAR or np.max(np.abs(a)) < 1 / NEARLY_SINGULAR:
        raise Undefined("singular, or nearly")
    return np.linalg.inv(a)


def _pinv(a: Array) -> Array:
    s = np.linalg.svd(a, compute_uv=False)
    if 0 < s[0] < 1e-9 or any(1e-9 < x / max(s[0], 1e-30) < 1e-5 for x in s):  # I − S of a projector S = I, rounded
        raise Undefined("a rank that is not clear")
    return np.linalg.pinv(a, rcond=1e-7)


def _power(e: Any, at: Point) -> Array:
    base, exponent = value(e.args[0], at), sp.sympify(e.args[1])
    k = exponent.subs({s: at.rows[s] if s in at.rows else at.sizes[kernel_name(s)] for s in exponent.free_symbols})
    if k.is_Integer:
        if base.shape[0] != base.shape[1]:
            raise Undefined("a power of what is not square")
        return np.linalg.matrix_power(base if k >= 0 else _inverse(base), int(abs(k)))
    if base.size > 1 or base[0, 0] < 0 or (k < 0 and base[0, 0] < 1e-9):
        raise Undefined("a root of what is negative")
    if base[0, 0] < 1e-7:
        base = np.zeros((1, 1))
    return base ** float(k)


def _index(k: Any, at: Point, size: int) -> int:
    k = sp.sympify(k)
    found = k.subs({s: at.rows[s] if s in at.rows else at.sizes.get(kernel_name(s), s) for s in k.free_symbols})
    if not found.is_Integer or not 0 <= found < size:
        raise Undefined("no such entry")
    return int(found)


def _entry(e: Any, at: Point) -> Any:
    m = value(e.args[0], at)
    return m[_index(e.args[1], at, m.shape[0]), _index(e.args[2], at, m.shape[1])]


def _sample(e: Any, at: Point) -> Array:
    m = value(e.args[0], at)
    return m[_index(e.args[1], at, m.shape[0])].reshape(-1, 1)


def _slice(e: Any, at: Point) -> Array:
    whole, parts = value(e.parent, at), []
    for (first, last, _), size in zip((e.rowslice, e.colslice), value(e.parent, at).shape, strict=True):
        ends = [
            int(sp.sympify(x).subs({s: at.sizes[s.name] for s in sp.sympify(x).free_symbols})) for x in (first, last)
        ]
        if not 0 <= ends[0] < ends[1] <= size:
            raise Undefined("no such rows")
        parts.append(slice(*ends))
    return whole[parts[0], parts[1]]


def _blocks(e: Any, at: Point) -> Array:
    written = e.blocks if isinstance(e, sp.BlockMatrix) else e
    try:
        return np.block([[value(x, at) for x in written.row(i)] for i in range(written.rows)])
    except ValueError:
        raise Undefined("blocks that do not fit") from None


def _total(terms: list[Array]) -> Array:
    return reduce(_plus, terms) if terms else np.zeros((1, 1))


def _index_sum(e: Any, at: Point) -> Array:
    places = [at]
    for k, low, high in e.limits:
        first, last = (
            int(sp.sympify(x).subs({s: at.sizes[s.name] for s in sp.sympify(x).free_symbols})) for x in (low, high)
        )
        places = [one.at({k: i}) for one in places for i in range(first, last + 1)]
    return _total([value(e.function, one) for one in places])


def _part_sum(e: Any, at: Point) -> Array:
    body, k, n, after, last = e.args
    first, stop = (0 if m == 0 else at.size(m) for m in (after, last))
    if not 0 <= first <= stop <= at.size(n):
        raise Undefined("no such part")
    zero = 0 * value(body, at.at({k: 0}))
    return _total([zero, *(value(body, at.at({k: i})) for i in range(first, stop))])


def _expected(e: Any, at: Point) -> Array:
    name = kernel_name(e.args[1])
    if name not in at.values:
        raise Undefined("no random vector")
    return _total([value(e.args[0], at.having({name: z})) for z in at.values[name]]) / len(at.values[name])


def _along(f: Any, x: Any, way: Array, at: Point) -> Array:
    name = kernel_name(x)
    here = np.atleast_2d(np.asarray(at.letters[name], dtype=float))
    step = (
        STEP if not sp.sympify(f).has(nodes.MatrixDirectional, nodes.ScalarDirectional, nodes.MatrixGradient) else 1e-2
    )
    ends = [value(f, at.having({name: here + s * step * way})) for s in (1, -1)]
    near = [value(f, at.having({name: here + s * step / 2 * way})) for s in (1, -1)]
    wide, narrow = (ends[0] - ends[1]) / (2 * step), (near[0] - near[1]) / step
    if np.max(np.abs(wide - narrow)) > 1e-2 * (1 + np.max(np.abs(narrow))):
        raise Undefined("no derivative that differences tell")
    return (4 * narrow - wide) / 3


def _gradient(e: Any, at: Point) -> Array:
    f, x = e.args
    shape = np.atleast_2d(np.asarray(at.letters[kernel_name(x)])).shape
    found = np.zeros(shape)
    for i, j in np.ndindex(*shape):
        way = np.zeros(shape)
        way[i, j] = 1
        found[i, j] = _along(f, x, way, at)[0, 0]
    return found


def _basis(e: Any, at: Point) -> Array:
    n, label = at.size(e.shape[0]), e.args[1].name
    places = [place for key, place in at.rows.items() if getattr(key, "name", key) == label]
    return np.eye(n)[:, [_index(int(label) if label.isdigit() else places[-1] if places else n, at, n)]]


def _power_sum(e: Any, at: Point) -> Array:
    base, k = value(e.args[0], at), _index(e.args[1], at, 99)
    return sum((np.linalg.matrix_power(base, i) for i in range(k)), np.zeros(base.shape))


def _adjugate(a: Array) -> Array:
    def minor(i: int, j: int) -> float:
        rest = np.delete(np.delete(a, i, 0), j, 1)
        return float((-1) ** (i + j) * (np.linalg.det(rest) if rest.size else 1))

    return np.array([[minor(j, i) for j in range(len(a))] for i in range(len(a))])


def _logarithm(a: float) -> float:
    return float(np.log(a)) if a > 1e-9 else _no("a logarithm of what is not positive")


def _leading(e: Any, at: Point) -> Array:
    rows, cols = map(at.size, e.shape)
    return np.eye(rows, cols) if rows <= cols else _no("more rows than columns")


def _norm2(a: Array) -> float:
    found = float(np.sum(a * a))
    return 0.0 if found < 1e-18 else found  # else its root is rounded to what is not small


RULES: list[tuple[Any, Callable[[Any, Point], Any]]] = [
    (sp.Rational, lambda e, at: float(e)),
    (sp.Float, lambda e, at: float(e)),
    ((sp.MatrixSymbol, sp.Symbol), _symbol),
    (sp.Identity, lambda e, at: np.eye(at.size(e.shape[0]))),
    (sp.ZeroMatrix, lambda e, at: np.zeros(tuple(map(at.size, e.shape)))),
    (sp.OneMatrix, lambda e, at: np.ones(tuple(map(at.size, e.shape)))),
    ((sp.MatAdd, sp.Add), lambda e, at: reduce(_plus, [value(a, at) for a in e.args])),
    ((sp.MatMul, sp.Mul), lambda e, at: reduce(_times, [value(a, at) for a in e.args])),
    ((sp.MatPow, sp.Pow), _power),
    ((sp.Transpose, sp.Adjoint), lambda e, at: value(e.arg, at).T),
    (sp.Trace, lambda e, at: np.trace(value(e.arg, at))),
    (sp.Determinant, lambda e, at: np.linalg.det(value(e.args[0], at))),
    (nodes.Adjugate, lambda e, at: _adjugate(value(e.args[0], at))),
    (sp.log, lambda e, at: _logarithm(number(e.args[0], at))),
    (sp.Abs, lambda e, at: abs(number(e.args[0], at))),
    (sp.Sum, _index_sum),
    (MatrixElement, _entry),
    (MatrixSlice, _slice),
    (sp.KroneckerDelta, lambda e, at: float(_index(e.args[0], at, 99) == _index(e.args[1], at, 99))),
    ((nodes.Inner, sp.DotProduct), lambda e, at: np.sum(value(e.args[0], at) * value(e.args[1], at))),
    (nodes.SquaredNorm, lambda e, at: _norm2(value(e.args[0], at))),
    (nodes.InverseOf, lambda e, at: _inverse(value(e.args[0], at))),
    (nodes.PseudoInverse, lambda e, at: _pinv(value(e.args[0], at))),
    (nodes.Rank, lambda e, at: np.trace(_pinv(a := value(e.args[0], at)) @ a)),
    (nodes.Sample, _sample),
    (nodes.Basis, _basis),
    (
        (nodes.ScalarSum, nodes.MatrixSum),
        lambda e, at: _total([value(e.args[0], at.at({e.args[1]: i})) for i in range(at.size(e.args[2]))]),
    ),
    (nodes.PART_SUMS, _part_sum),
    ((nodes.ScalarExpectation, nodes.MatrixExpectation), _expected),
    (sp.HadamardPower, lambda e, at: value(e.base, at) ** int(e.exp)),
    (sp.HadamardProduct, lambda e, at: reduce(np.multiply, [value(a, at) for a in e.args])),
    (nodes.Kronecker, lambda e, at: np.kron(*(value(a, at) for a in e.args))),
    (nodes.Vec, lambda e, at: value(e.args[0], at).reshape(-1, 1, order="F")),
    (nodes.PowerSum, _power_sum),
    ((sp.BlockMatrix, sp.MatrixBase), _blocks),
    (nodes.Leading, _leading),
    ((nodes.Diagonal, sp.DiagMatrix), lambda e, at: np.diag(value(e.args[0], at).ravel())),
    ((nodes.ScalarGradient, nodes.MatrixGradient), _gradient),
    ((nodes.ScalarDirectional, nodes.MatrixDirectional), lambda e, at: _along(*e.args[:2], value(e.args[2], at), at)),
]
DIFFERENTIAL = (nodes.ScalarGradient, nodes.MatrixGradient, nodes.ScalarDirectional, nodes.MatrixDirectional)


# ------------------------------------------------------------------------------------------------ truth
@dataclass(frozen=True)
class Sides:
    """Two values, and what counts as equal; margin: how much greater the first is."""

    left: Array
    right: Array
    slack: float

    @property
    def equal(self) -> bool:
        return bool(np.max(np.abs(self.left - self.right), initial=0) <= self.slack)

    @property
    def margin(self) -> float:
        return float(self.left[0, 0] - self.right[0, 0])


def sides(left: Any, right: Any, at: Point) -> Sides:
    """Both sides of a relation at a point; 0 has any shape."""
    a, b = value(left, at), value(right, at)
    if a.shape != b.shape:
        a, b = (np.zeros_like(y) if not np.any(x) and x.size == 1 else x for x, y in ((a, b), (b, a)))
    if a.shape != b.shape:
        raise Undefined("sides of different shapes")
    has = any(sp.sympify(e).has(*DIFFERENTIAL) for e in (left, right))
    return Sides(a, b, (OF_DERIVATIVES if has else TOLERATED.get()) * (1 + max(np.max(np.abs(a)), np.max(np.abs(b)))))


def compared(left: Any, relation: str, right: Any, at: Point) -> bool:
    """Whether a relation holds at a point; Undefined where a strict one is too close to tell."""
    both = sides(left, right, at)
    if relation in ("=", "!="):
        largest = max(np.max(np.abs(both.left), initial=0), np.max(np.abs(both.right), initial=0))
        if ROUNDED < largest <= both.slack and np.any(both.left != both.right):
            raise Undefined("sides too small to tell")  # A⁴ = B⁴ at small A and B
        return both.equal == (relation == "=")
    if relation == ">" and abs(both.margin) <= both.slack:
        if both.margin == 0:
            return False
        raise Undefined("too close to tell")
    return both.margin >= -both.slack


def _is_psd(a: Array) -> bool:
    slack = TOLERATED.get() * (1 + np.max(np.abs(a)))
    return bool(np.max(np.abs(a - a.T)) <= slack and np.min(np.linalg.eigvalsh((a + a.T) / 2)) >= -slack)


def _same(a: Array, b: Array) -> bool:
    return a.shape == b.shape and bool(
        np.max(np.abs(a - b), initial=0) <= TOLERATED.get() * (1 + np.max(np.abs(a), initial=0))
    )


def _is_diagonal(a: Array) -> bool:
    return _same(a, np.diag(np.diag(a)))


def _is_regular(a: Array) -> bool:
    s = np.linalg.svd(a, compute_uv=False)
    if 1e-9 < s[-1] / max(s[0], 1e-30) < 1e-6 or 0 < s[0] < OF_DERIVATIVES:  # as a sum that is 0 but for a derivative
        raise Undefined("singular, or nearly")
    return bool(s[-1] > 1e-9 * max(s[0], 1e-30) and s[0] > 0)


def _is_orthonormal(a: Array) -> bool:
    return _same(a.T @ a, np.eye(a.shape[1]))


def _is_svd(a: Array, u: Array, s: Array, v: Array) -> bool:
    return _same(a, u @ s @ v.T) and _is_orthonormal(u) and _is_orthonormal(v) and _is_diagonal(s) and _is_psd(s)


MEANING: dict[str, Callable[..., bool]] = {
    "symmetric": lambda a: _same(a, a.T),
    "skew": lambda a: _same(a, -a.T),
    "orthonormal": _is_orthonormal,
    "orthogonal": lambda a: a.shape[0] == a.shape[1] and _is_orthonormal(a),
    "projector": lambda a: _same(a, a.T) and _same(a, a @ a),
    "idempotent": lambda a: _same(a, a @ a),
    "normal": lambda a: _same(a @ a.T, a.T @ a),
    "unit": lambda a: _same(a.T @ a, np.eye(1)),
    "centered": lambda a: _same(a.T @ np.ones((len(a), 1)), np.zeros((a.shape[1], 1))),
    "psd": _is_psd,
    "positive_definite": lambda a: _is_psd(a) and _is_regular(a),
    "invertible": _is_regular,
    "eigenpair": lambda a, w, t: _same(a @ w, t * w) and bool(np.max(np.abs(w)) > 1e-9),
    "nonzero": lambda a: bool(np.max(np.abs(a)) > 1e-9),
    "positive": lambda a: bool(a[0, 0] > 1e-9),
    "nonnegative": lambda a: bool(a[0, 0] >= -1e-9),
    "diagonal_matrix": _is_diagonal,
    "permutation": lambda a: bool(np.all((a == 0) | (a == 1))) and _is_orthonormal(a),
    "stochastic": lambda a: bool(np.all(a >= -1e-9)) and _same(a.sum(1, keepdims=True), np.ones((len(a), 1))),
    "eigen": lambda a, v, d: _same(a @ v, v @ d) and _is_regular(v) and _is_diagonal(d),
    "svd": _is_svd,
}
RELATIONS = {sp.Eq: "=", sp.Ne: "!=", sp.Ge: ">=", sp.Gt: ">"}


def holds(item: Any, at: Point) -> bool:
    """Whether a hypothesis or a conclusion holds at a point. Raises Undefined where that cannot be told."""
    match item:
        case list() | tuple():
            return all(holds(one, at) for one in item)
        case h.Named():
            return MEANING[item.kind](*(value(a, at) for a in item.args))
        case nodes.InverseOf():
            return _is_regular(value(item.args[0], at))
        case c.ForAll():
            return all(holds(item.relation, at.at({item.index: i})) for i in range(at.size(item.length)))
        case c.SymbolicComparison():
            return compared(item.left, item.relation, item.right, at)
        case c.SymbolicIff():
            return clearly(item.first, at) == clearly(item.second, at)
        case c.SymbolicOptimum():
            return not beaten(item, at)
        case sp.Le() | sp.Lt():
            return compared(item.rhs, ">=" if isinstance(item, sp.Le) else ">", item.lhs, at)
        case sp.Eq() | sp.Ne() | sp.Ge() | sp.Gt():
            return compared(item.lhs, RELATIONS[type(item)], item.rhs, at)
    raise Undefined(f"{type(item).__name__}, which is not evaluated")


def clearly(item: Any, at: Point) -> bool:
    """The same; Undefined where it depends on how much is tolerated."""
    loosely = holds(item, at)
    token = TOLERATED.set(STRICT)
    try:
        strictly = holds(item, at)
    finally:
        TOLERATED.reset(token)
    if loosely != strictly:
        raise Undefined("too close to tell")
    return strictly


def beaten(best: c.SymbolicOptimum, at: Point) -> bool:
    """Whether the choice of the variables at a point shows that a claimed optimum is not what is said."""
    there = at.having({kernel_name(v): value(e, at) for v, e in best.at})
    found = sides(best.objective, best.objective, at).left, sides(best.objective, best.objective, there).left
    gap = float(found[0][0, 0] - found[1][0, 0]) * (1 if best.sense == "min" else -1)
    scale = 1 + max(abs(float(x[0, 0])) for x in found)
    slack = TOLERATED.get() * scale
    if best.value is not None and abs(number(best.value, at) - float(found[1][0, 0])) > slack:
        return True
    if not all(holds(e, there) for e in best.exactly) or gap < -slack:
        return True
    met = bool(best.exactly) and all(holds(e, at) for e in best.exactly)
    far = max(float(np.max(np.abs(at.letters[kernel_name(v)] - value(e, at)))) for v, e in best.at) > 1e-2
    return bool(best.exactly) and ((far and abs(gap) <= AS_GOOD * scale and not met) or (met and gap > 1e3 * slack))


# ------------------------------------------------------------------------------------------------ points
def symbols_of(items: Any) -> list[Any]:
    """The symbols of a statement, by name."""
    found = {y for x in _expressions(items) for y in x.atoms(sp.MatrixSymbol, sp.Symbol)}
    return sorted(found, key=lambda s: (s.name, str(type(s))))


def _expressions(items: Any) -> list[Any]:
    """The expressions of SymPy in a statement and its hypotheses."""
    if isinstance(items, sp.Basic):
        return [items]
    if isinstance(items, dict):
        items = [*items.items()]
    elif hasattr(items, "__dataclass_fields__"):
        items = [getattr(items, name) for name in items.__dataclass_fields__]
    return [x for part in items for x in _expressions(part)] if isinstance(items, list | tuple) else []


def _orthogonal(rng: Any, n: int) -> Array:
    return np.linalg.qr(rng.normal(size=(n, n)))[0]


DRAWN: dict[str, Callable[[Any, tuple[int, int]], Array]] = {
    "": lambda rng, s: rng.normal(size=s),
    "symmetric": lambda rng, s: (a := rng.normal(size=s)) + a.T,
    "skew": lambda rng, s: (a := rng.normal(size=s)) - a.T,
    "psd": lambda rng, s: (
        (a := rng.normal(size=(max(1, rng.integers(0, s[0] + 1)), s[0]))).T @ a * rng.choice([0, 1, 1, 1])
    ),
    "positive_definite": lambda rng, s: (a := rng.normal(size=s)).T @ a + 0.1 * np.eye(s[0]),
    "invertible": lambda rng, s: rng.normal(size=s),
    "orthogonal": lambda rng, s: _orthogonal(rng, s[0]),
    "orthonormal": lambda rng, s: _orthogonal(rng, s[0])[:, : s[1]] if s[1] <= s[0] else _no("more columns than rows"),
    "projector": lambda rng, s: (q := _orthogonal(rng, s[0])[:, : rng.integers(0, s[0] + 1)]) @ q.T,
    "diagonal_matrix": lambda rng, s: np.diag(rng.normal(size=s[0])),
    "unit": lambda rng, s: _orthogonal(rng, s[0])[:, :1],
    "nonzero": lambda rng, s: rng.normal(size=s),
    "positive": lambda rng, s: np.abs(rng.normal(size=s)) + 0.05,
    "nonnegative": lambda rng, s: np.abs(rng.normal(size=s)),
}


def own_points(conclusion: Any, assuming: tuple[Any, ...], symbols: list[Any], random: Random) -> Iterator[Point]:
    """Points with real entries, where hypotheses are of one kind for each letter; else such as may satisfy none."""
    kinds = {item.args[0]: item.kind for item in assuming if isinstance(item, h.Named) and item.kind in DRAWN}
    while True:
        rng = np.random.default_rng(random.getrandbits(32))
        sizes = {s.name: random.choice((1, 2, 2, 3)) for s in symbols if isinstance(s, sp.Symbol) and s.is_integer}
        at = Point(sizes, {})
        letters = {}
        for s in symbols:
            kind = kinds.get(s, "")
            if isinstance(s, sp.MatrixSymbol):
                try:
                    letters[kernel_name(s)] = DRAWN[kind](rng, tuple(map(at.size, s.shape)))
                except Undefined:
                    break
            elif not s.is_integer:
                drawn = DRAWN["positive" if s.is_positive else "nonnegative" if s.is_nonnegative else kind](rng, (1, 1))
                letters[kernel_name(s)] = drawn
        else:
            yield placed(replace(at, letters=letters), conclusion, assuming, random, {})


def placed(at: Point, conclusion: Any, assuming: Any, random: Random, known: Mapping[str, Any]) -> Point:
    """The point with places of free indices and labels, and with values of random vectors."""
    written, taken = (conclusion, *assuming), set[str]()
    rows: dict[Any, int] = {}
    for label in sorted({b.args[1].name for x in _expressions(written) for b in x.atoms(nodes.Basis)}):
        found = known.get(f"e_{label}")
        rows[label] = int(np.argmax(found)) if found is not None else random.randrange(3)
        if found is None and not label.isdigit() and rows[label] in taken:
            rows[label] = (rows[label] + 1) % 3
        taken.add(rows[label])
    for s in symbols_of(written):
        if isinstance(s, sp.Symbol) and s.is_integer and kernel_name(s) not in known:
            found = known.get(f"e_{s.name}")
            place = rows.get(s.name, random.randrange(3)) if found is None else int(np.argmax(found))
            if s.is_positive is not True:  # an index or an exponent; a size is positive
                rows[s] = place
    values = {}
    for z in {
        x.args[1] for e in _expressions(written) for x in e.atoms(nodes.ScalarExpectation, nodes.MatrixExpectation)
    }:
        name, p = kernel_name(z), at.size(z.shape[0])
        rng = np.random.default_rng(random.getrandbits(32))
        values[name] = [rng.normal(size=(p, 1)) for _ in range(3)]
        if (second := known.get(f"E[{name}{name}ᵀ]")) is not None:
            mean = np.asarray(known[f"E[{name}]"], dtype=float)
            w, v = np.linalg.eigh(np.asarray(second, dtype=float) - mean @ mean.T)
            spread = [np.sqrt(p * max(x, 0)) * v[:, [i]] for i, x in enumerate(w)]
            values[name] = [mean + s * x for x in spread for s in (1, -1)]
    return replace(at, rows=rows, values=values)


def from_exact(sizes: Mapping[str, int], letters: Mapping[str, Any], written: Any, random: Random) -> Point:
    """A point of the search for counterexamples, by the names of its letters; logarithms are functions of others."""
    numeric = {
        name: np.array([[float(x) for x in row] for row in m])
        for name, m in letters.items()
        if all(hasattr(x, "numerator") for row in m for x in row)
    }
    at = Point(dict(sizes), numeric)
    for s in symbols_of(written):  # a letter that drops out of the kernel's statement may be anything
        if isinstance(s, sp.MatrixSymbol) and kernel_name(s) not in numeric and not s.name.startswith("√"):
            numeric[kernel_name(s)] = np.array(
                [[random.gauss(0, 1) for _ in range(at.size(s.shape[1]))] for _ in range(at.size(s.shape[0]))]
            )
        elif isinstance(s, sp.Symbol) and not s.is_integer and kernel_name(s) not in numeric:
            numeric[kernel_name(s)] = np.array([[abs(random.gauss(0, 1)) + 0.1]])
    return placed(replace(at, letters=numeric), written[0], written[1:], random, numeric)


# ------------------------------------------------------------------------------------------------ judging
WANTED = 3  # points at which a proved statement is evaluated


def judged_proved(
    conclusion: Any, assuming: tuple[Any, ...], random: Random, assumed: tuple[str, ...] = ()
) -> tuple[int, Point | None]:
    """At how many points a proved statement was evaluated, and one at which it is false."""
    is_taken = any("positive" in x or x.endswith(("> 0", "≥ 0")) for x in assumed)
    exponents = [
        s for s in symbols_of((conclusion, *assuming)) if isinstance(s, sp.Symbol) and s.name == "k" and s.is_integer
    ]
    count, variables = 0, {kernel_name(v) for v, _ in getattr(conclusion, "at", ())}
    symbols = symbols_of((conclusion, *assuming))
    sources = [islice(own_points(conclusion, assuming, symbols, random), 4 * WANTED)]
    sources.append(_found_points(conclusion, assuming, symbols, exponents, random))
    for source in sources:
        done = 0
        for at in source:
            try:
                if not all(clearly(item, at) for item in assuming):
                    continue
                if isinstance(conclusion, c.SymbolicSameOptimisers):
                    if disordered(conclusion, assuming, at, random):
                        return count, at
                elif variables and is_taken and not feasible(conclusion, assuming, at):
                    continue
                elif not holds(conclusion, at):
                    return count, at
                elif variables and (rival := better(conclusion, assuming, at, random)) is not None:
                    return count, rival
                count, done = count + 1, done + 1
            except (Undefined, np.linalg.LinAlgError):
                continue
            if done == WANTED:
                break
    return count, None


def _found_points(conclusion: Any, assuming: Any, symbols: Any, exponents: Any, random: Random) -> Iterator[Point]:
    """Points that the search for counterexamples finds; the evaluation here decides whether the hypotheses hold."""
    values = {s: random.randrange(1 if s.is_positive else 0, 4) for s in exponents}
    items = [renamed(item, values) for item in (conclusion, *assuming)] if values else [conclusion, *assuming]
    parts = items[0] if isinstance(items[0], list | tuple) else [items[0]]
    given = [*parts] if isinstance(parts[0], h.Named) else []
    for end in [*parts, *given, sp.Eq(sp.Symbol("z_", real=True), 1, evaluate=False)]:
        try:
            reading = read(end, items[1:])
            break
        except KernelError:
            continue
    else:
        return
    names = sorted({s.name for s in symbols if isinstance(s, sp.Symbol) and s.is_integer and s.is_positive})
    for _ in range(3):
        sizes = {name: random.choice((1, 2, 2, 3)) for name in names}
        try:
            for found in points(
                reading.statement, reading.hints, dimensions=sizes, count=2, seed=random.randrange(99), first=6
            ):
                at = from_exact(found.dimensions, found.letters, (conclusion, *assuming), random)
                yield at.at(values)
        except (KernelError, Undefined, KeyError, ValueError):
            continue


def better(best: c.SymbolicOptimum, assuming: Any, at: Point, random: Random) -> Point | None:
    """A choice near a claimed optimum that is feasible and shows that it is none; the point if that is not feasible."""
    if not feasible(best, assuming, at):
        return at
    rng = np.random.default_rng(random.getrandbits(32))
    for size in (0.02, 0.2, 1, 1):
        moved = {}
        for v, e in best.at:
            here, way = value(e, at), rng.normal(size=value(e, at).shape)
            if len(here) > 1 and _same(here, here.T):
                way = way + way.T
            moved[kernel_name(v)] = here * (1 + size * random.choice((-0.5, 0, 1))) + random.choice((0, 1)) * size * way
        rival = at.having(moved)
        signs = [v.is_positive is not True or float(moved[kernel_name(v)][0, 0]) > 0 for v, _ in best.at if v.is_Symbol]
        try:
            if all(signs) and all(holds(item, rival) for item in assuming) and beaten(best, rival):
                return rival
        except (Undefined, np.linalg.LinAlgError):
            continue
    return None


def feasible(best: c.SymbolicOptimum, assuming: Any, at: Point) -> bool:
    """Whether a claimed optimum satisfies the hypotheses, where the variables have other values at a point."""
    there = at.having({kernel_name(v): value(e, at) for v, e in best.at})
    signs = [number(e, at) > 0 for v, e in best.at if v.is_Symbol and v.is_positive]
    return all(signs) and all(holds(item, there) for item in assuming)


def disordered(same: c.SymbolicSameOptimisers, assuming: Any, at: Point, random: Random) -> bool:
    """Whether two feasible choices are ordered in one way by the first problem and in another by the second."""
    rng = np.random.default_rng(random.getrandbits(32))
    moved = {
        kernel_name(v): at.letters[kernel_name(v)] + rng.normal(size=at.letters[kernel_name(v)].shape)
        for v in same.variables
    }
    other = at.having(moved)
    if not all(holds(item, other) for item in assuming):
        raise Undefined("no other choice")
    signs = []
    for sense, f in (same.first, same.second):
        a, b = number(f, other), number(f, at)
        if abs(a - b) < 1e-6 * (1 + abs(a)):
            raise Undefined("too close to tell")
        signs.append((a > b) == (sense == "min"))
    return signs[0] != signs[1]


def judged_refuted(conclusion: Any, assuming: tuple[Any, ...], result: Any, random: Random) -> bool | None:
    """Whether the counterexample is one; None where that cannot be told."""
    example = result.counterexample
    try:
        at = from_exact(example.dimensions, example.letters, (conclusion, *assuming), random)
        at = at.at(
            {
                s: example.exponents[kernel_name(s)]
                for s in symbols_of((conclusion, *assuming))
                if kernel_name(s) in example.exponents
            }
        )
        variables = {v for v, _ in getattr(conclusion, "at", ())}
        fixed = [item for item in assuming if not variables & set(symbols_of(item))]
        if not all(holds(item, at) for item in fixed):
            return False
        if variables and not feasible(conclusion, assuming, at):
            return True
        return not holds(conclusion, at)
    except (Undefined, KeyError, np.linalg.LinAlgError):
        return None


# ------------------------------------------------------------------------------------------------ statements
@cache
def corpus() -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """The statements of the tests' tables: (conclusion, hypotheses)."""
    sys.path[:0] = [str(HERE / folder) for folder in ("tests/prover", "tests/soundness", "tests")]
    found = []
    for pattern in TABLES:
        for path in sorted((HERE / "tests/prover").glob(f"{pattern}.py")):
            module = import_module(path.stem)
            rows = [*getattr(module, "TABLE", ()), *getattr(module, "FALSE_TABLE", ())]
            found += [(row[1], tuple(row[2]) if isinstance(row[2], list | tuple) else (row[2],)) for row in rows]
    return tuple(found)


class Grower:
    """Statements from one source of randomness."""

    def __init__(self, random: Random):
        self.random = random
        self.pick: Callable[..., Any] = random.choice
        self.x = import_module("letters")

    # expressions from all nodes
    def matrix(self, rows: Any, cols: Any, depth: int) -> Any:
        """A matrix of a shape."""
        x, pick = self.x, self.pick
        p, n, d = x.p, x.n, x.d
        plain: dict[Any, list[Any]] = {
            (p, p): [x.A, x.B, x.S, x.P, x.I, x.C],
            (n, p): [x.X, x.Y],
            (p, d): [x.U, x.T],
            (d, d): [x.L, x.J, x.Id],
            (p, 1): [x.x, x.y, x.w],
            (n, 1): [x.r, x.one],
            (n, n): [x.H, x.In, x.X * x.X.T],
            (n, d): [x.X * x.U],
            (d, 1): [x.U.T * x.x],
        }
        if (rows, cols) not in plain and (cols, rows) in plain:
            return self.matrix(cols, rows, depth).T
        if (rows, cols) not in plain or depth <= 0:
            found = plain.get((rows, cols))
            return pick(found) if found else self.matrix(rows, p, 0) * self.matrix(p, cols, 0)
        one = lambda a=rows, b=cols: self.matrix(a, b, depth - 1)  # noqa: E731
        options = [lambda: one() + one(), lambda: self.number() * one(), lambda: one() - one(), lambda: one()]
        middle = pick((p, p, n, d))
        options += [lambda: one(rows, middle) * one(middle, cols)] * 3
        if rows == cols:
            k, size = x.k, rows
            options += [
                lambda: one().T,
                lambda: nodes.inverse(one()),
                lambda: nodes.adjugate(one()),
                lambda: one() ** pick((2, 2, 3)),
                lambda: one() ** k,
                lambda: nodes.det(one()) * one(),
                lambda: nodes.power_sum(one(), 3),
                lambda: sp.HadamardProduct(one(), one()),
                lambda: nodes.pinv(one()),
            ]
            if size in (p, n):
                options += [lambda: nodes.diagonal(pick(plain[size, 1])), lambda: (v := one(size, 1)) * v.T]
                options += [lambda: nodes.sqnorm(one(size, 1)) * one()]
        if (rows, cols) == (p, 1):
            options += [lambda: nodes.gradient(self.form(x.x), x.x), lambda: nodes.average(nodes.sample(x.X, x.k), x.k)]
            options += [
                lambda: (v := one()) / nodes.norm(v),
                lambda: nodes.basis(p, "i"),
                lambda: nodes.expectation(x.z, x.z),
            ]
        if (rows, cols) == (p, p):
            options += [lambda: nodes.gradient(self.form(x.A), x.A), lambda: x.X[1:, :].T * x.X[1:, :]]
            options += [lambda: nodes.directional(nodes.inverse(x.A), x.A, x.B)]
        if (rows, cols) == (p, n):
            options.append(lambda: nodes.pinv(x.X))
        return pick(options)()

    def number(self) -> Any:
        """A coefficient."""
        x = self.x
        return self.pick((sp.Integer(2), sp.Integer(-1), sp.Rational(1, 2), x.t, x.nu, x.n, 1 / x.nu, x.lam))

    def form(self, v: Any) -> Any:
        """A scalar that depends on a letter."""
        x = self.x
        if v.shape[1] == 1:
            return self.pick(
                (nodes.sqnorm(x.A * v - x.y), nodes.inner(v, x.B * v), nodes.norm(v), sp.log(1 + nodes.sqnorm(v)))
            )
        return self.pick(
            (sp.Trace(v * x.B * v.T), nodes.det(v), sp.log(nodes.det(v)), sp.Trace(nodes.inverse(v)), sp.Trace(v) ** 2)
        )

    def scalar(self, depth: int) -> Any:
        """A scalar from all nodes."""
        x, pick = self.x, self.pick
        p, n, d = x.p, x.n, x.d
        if depth <= 0:
            return pick((x.t, x.nu, x.lam, sp.Integer(1), sp.Integer(2), p, n))
        size = pick((p, p, p, n, d))
        square, column = (lambda: self.matrix(size, size, depth - 1)), (lambda: self.matrix(size, 1, depth - 1))
        one = lambda: self.scalar(depth - 1)  # noqa: E731
        i, j = x.i, x.j
        corner = sp.BlockMatrix([[x.A, x.U], [x.U.T, x.L]])
        return pick(
            [
                lambda: sp.Trace(square()),
                lambda: sp.Trace(square() * square()),
                lambda: nodes.det(square()),
                lambda: nodes.inner(column(), column()),
                lambda: nodes.sqnorm(column()),
                lambda: nodes.norm(column()),
                lambda: one() + one(),
                lambda: one() * one(),
                lambda: one() - one(),
                lambda: self.number() * one(),
                lambda: one() ** 2,
                lambda: 1 / one(),
                lambda: sp.Abs(one()),
                lambda: sp.log(pick((x.nu, 1 + one() ** 2, nodes.det(x.S)))),
                lambda: square()[0, 0],
                lambda: x.A[p - 1, p - 1],
                lambda: x.A[i, j],
                lambda: sp.Sum(x.x[i, 0] * x.y[i, 0], (i, 0, p - 1)),
                lambda: sp.Sum(x.x[i, 0] ** 2, (i, 1, p - 1)),
                lambda: sp.Sum(x.A[i, j] * x.B[j, i], (i, 0, p - 1), (j, 0, p - 1)),
                lambda: one() ** pick((p, p - 1, 2)),
                lambda: sp.Trace(square() ** x.k),
                lambda: nodes.det(nodes.kron(x.A, x.L)),
                lambda: sp.Trace(nodes.kron(square(), square())),
                lambda: nodes.det(corner),
                lambda: sp.Trace(corner),
                lambda: nodes.sqnorm(x.X[1:, :]),
                lambda: nodes.expectation(nodes.sqnorm(x.z - column_of(x)), x.z),
                lambda: nodes.total(nodes.sqnorm(nodes.sample(x.X, x.k) - x.x), x.k),
            ]
        )()

    # hypotheses
    def hypotheses(self) -> list[Any]:
        """A few hypotheses about different letters."""
        x, pick = self.x, self.pick
        kinds = [h.symmetric, h.psd, h.positive_definite, h.orthogonal, h.projector, h.skew, h.invertible, h.idempotent]
        kinds += [h.diagonal_matrix, h.normal, h.stochastic, h.permutation]
        found = [
            pick(kinds)(m) for m in self.random.sample([x.A, x.B, x.S, x.P, x.C], self.random.choice((0, 1, 1, 2, 3)))
        ]
        more = [
            lambda: [h.unit(x.x)],
            lambda: [h.orthonormal(x.U)],
            lambda: [c.equal(x.A * x.B, x.B * x.A)],
            lambda: [c.equal(x.A**2, x.B**2)],
            lambda: [h.psd(x.A - x.B)],
            lambda: [h.eigenpair(x.A, x.x, x.t)],
            lambda: [c.at_least(x.t, x.lam)],
            lambda: [c.at_least(1, nodes.sqnorm(x.x))],
            lambda: [c.equal(x.A * x.x, x.y)],
            lambda: [c.equal(x.A**3, x.B**3)],
            lambda: [c.equal(x.A * x.B, x.I)],
            lambda: [h.centered(x.X)],
            lambda: [c.unequal(nodes.det(x.A), 0)],
            lambda: [h.nonzero(x.t)],
            lambda: [h.eigen(x.A, x.P, nodes.diagonal(x.w))],
        ]
        return found + (pick(more)() if self.random.random() < 0.4 else [])

    def conclusion(self) -> Any:
        """A conclusion of which nothing is known."""
        x, pick = self.x, self.pick
        e, other = self.scalar(2), self.scalar(1)
        a, b = self.matrix(x.p, x.p, 2), self.matrix(x.p, x.p, 1)
        named = [h.symmetric, h.psd, h.positive_definite, h.orthogonal, h.projector, h.invertible, h.skew, h.idempotent]
        variable = pick([x.x, x.w, x.t, x.nu, x.S, x.y])
        weights = [pick((1, 2)), self.number() ** 2]
        about = {
            x.S: [
                sp.Trace(x.S),
                sp.Trace(x.S * x.A),
                -sp.log(nodes.det(x.S)),
                nodes.sqnorm(x.S - x.A),
                sp.Trace(nodes.inverse(x.S)),
            ],
            x.t: [x.t**2, (x.t - x.lam) ** 2, sp.Abs(x.t), x.t, 1 / (1 + x.t**2)],
            x.nu: [x.nu, 1 / x.nu, -sp.log(x.nu), x.nu * sp.log(x.nu), x.nu**2],
        }
        column = [
            nodes.sqnorm(variable),
            nodes.norm(variable),
            nodes.inner(variable, x.A * variable),
            nodes.inner(variable, x.z),
        ]
        column += [nodes.sqnorm(variable - x.z), nodes.norm(variable - x.z)] if variable not in about else []
        pieces = about.get(variable, column)
        at = {
            x.S: [x.I, x.A, nodes.inverse(x.A), x.O],
            x.t: [sp.Integer(0), x.lam, x.lam / 2],
            x.nu: [sp.Integer(1), sp.Integer(2), x.lam**2],
        }.get(variable, [x.o, x.z, x.z / nodes.norm(x.z), -x.z, x.z / 2])
        objective = sum(
            (weight * piece for weight, piece in zip(weights, self.random.sample(pieces, 2), strict=True)),
            sp.Integer(0),
        )
        options = [
            lambda: c.equal(e, self.scalar(2)),
            lambda: c.equal(a, pick((b, a.T, self.rewritten(a), a * a, b * a))),
            lambda: c.equal(a, self.rewritten(a)),
            lambda: c.equal(e, self.rewritten(e)),
            lambda: c.at_least(e, pick((0, 1, other))),
            lambda: c.at_least(e + other**2, pick((e, 2 * other * e, other))),
            lambda: c.more_than(e, other),
            lambda: c.unequal(e, other),
            lambda: pick(named)(a),
            lambda: c.iff(pick(named)(a), pick(named)(b)),
            lambda: (c.minimises if self.random.random() < 0.7 else c.maximises)(objective, {variable: pick(at)}),
            lambda: c.equal(
                nodes.kron(a, self.matrix(x.d, x.d, 1)), nodes.kron(self.rewritten(a), self.matrix(x.d, x.d, 1))
            ),
            lambda: c.equal(nodes.kron(x.A, x.L) * nodes.kron(b, x.J), nodes.kron(x.A * b, x.L * x.J)),
            lambda: c.equal(nodes.vec(x.A * b * x.P), nodes.kron(pick((x.P.T, x.P)), x.A) * nodes.vec(b)),
            lambda: c.same_optimisers(
                [x.x], ("min", nodes.sqnorm(x.x - x.y)), (pick(("min", "max")), self.number() * nodes.sqnorm(x.x - x.y))
            ),
        ]
        return pick(options)()

    def rewritten(self, e: Any) -> Any:
        """The same in other words, by rules that hold always, or by one that holds under hypotheses only."""
        rules: list[Callable[[Any], Any]] = [
            lambda e: e.expand(),
            lambda e: e.xreplace({m: m.T for m in self.random.sample([self.x.A, self.x.B, self.x.S], 1)}),
            lambda e: e.xreplace({self.x.A: self.x.B}),
        ]
        traces = [node for node in e.atoms(sp.Trace) if isinstance(node.arg, sp.MatMul)]
        for node in traces[:1]:
            args = [a for a in node.arg.args if hasattr(a, "shape")]
            others = [a for a in node.arg.args if not hasattr(a, "shape")]
            rules += [
                lambda e, args=args, others=others, node=node: e.xreplace(
                    {node: sp.Mul(*others) * sp.Trace(sp.MatMul(*args[1:], args[0]))}
                )
            ] * 3
        rules.append(lambda e: e.T.T if hasattr(e, "shape") else e)
        try:
            return self.pick(rules)(e)
        except (TypeError, ValueError, AttributeError, IndexError):
            return e

    # statements
    def statement(self) -> tuple[str, Any, tuple[Any, ...]]:
        """How it was made, a conclusion and its hypotheses."""
        kind = self.random.random()
        if kind < 0.3:
            return "grown", self.conclusion(), tuple(self.hypotheses())
        conclusion, assuming = self.pick(corpus())
        if kind < 0.6:
            return "filled", *self.filled(conclusion, assuming)
        return "changed", *self.changed(conclusion, assuming)

    def filled(self, conclusion: Any, assuming: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
        """With expressions in the place of letters, of those of which nothing is assumed or of any."""
        held = set(symbols_of(assuming)) if self.random.random() < 0.7 else set()
        bound = {v for v, _ in getattr(conclusion, "at", ())} | set(getattr(conclusion, "variables", ()))
        bound |= {
            e.args[1]
            for x in _expressions(conclusion)
            for e in x.atoms(*DIFFERENTIAL, nodes.ScalarExpectation, nodes.MatrixExpectation)
        }
        free = [s for s in symbols_of(conclusion) if isinstance(s, sp.MatrixSymbol) and s not in held | bound]
        values = {}
        for s in self.random.sample(free, min(len(free), self.random.choice((1, 1, 2)))):
            values[s] = self.matrix(*s.shape, 1) if {*s.shape} <= {self.x.p, self.x.n, self.x.d, 1} else 2 * s
        return renamed(conclusion, values), tuple(renamed(item, values) for item in assuming)

    def changed(self, conclusion: Any, assuming: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
        """With a change in the conclusion or in a hypothesis, with a hypothesis less or more."""
        kept = list(assuming)
        if kept and self.random.random() < 0.35:
            kept.pop(self.random.randrange(len(kept)))
        if self.random.random() < 0.25:
            letters = [s for s in symbols_of(conclusion) if isinstance(s, sp.MatrixSymbol) and s.shape[0] == s.shape[1]]
            kinds = [
                h.symmetric,
                h.psd,
                h.positive_definite,
                h.orthogonal,
                h.projector,
                h.skew,
                h.diagonal_matrix,
                h.invertible,
            ]
            kept += [self.pick(kinds)(self.pick(letters))] if letters else []
        if (
            isinstance(conclusion, h.Named | c.SymbolicIff | c.SymbolicExistence | list | tuple)
            or self.random.random() < 0.15
        ):
            return conclusion, tuple(kept)
        some = import_module("tree_changes").some_changes
        for _ in range(self.random.choice((1, 1, 1, 2))):
            found = some(conclusion, self.random, 1)
            conclusion = found[0] if found else conclusion
        return conclusion, tuple(kept)


def column_of(x: Any) -> Any:
    """A column that is no variable."""
    return x.y


def answer(seed: int, k: int, seconds: float) -> tuple[str, str, str]:
    """Of statement number k: how it was made, the verdict and how it was judged, and what is wrong."""
    random = Random(f"{seed}:{k}")
    try:
        kind, conclusion, assuming = Grower(random).statement()
    except (TypeError, ValueError, AttributeError, IndexError, KeyError, NotImplementedError) as error:
        return "not made", type(error).__name__, ""
    written = f"{conclusion} given {[str(item) for item in assuming]}"
    try:
        result = prove(conclusion, assuming, seconds=seconds, needs=False)
    except Exception as error:  # prove raises nothing about a statement
        return kind, "raised", f"{written}: {error!r}"
    if result.reason.startswith("the search failed"):
        return kind, "failed", f"{written}: {result.reason}"
    if result.verdict == "proved":
        count, at = judged_proved(conclusion, assuming, random, result.assumed)
        return (
            kind,
            f"proved, {'evaluated' if count else 'no point'}",
            "" if at is None else f"proved, but false: {written} at {at}",
        )
    if result.verdict == "refuted":
        if isinstance(conclusion, c.SymbolicSameOptimisers | c.SymbolicExistence):
            return kind, "refuted, not evaluated", ""
        right = judged_refuted(conclusion, assuming, result, random)
        wrong = (
            f"refuted, but by no counterexample: {written}: {result.counterexample.text()}" if right is False else ""
        )
        return kind, f"refuted, {'not evaluated' if right is None else 'evaluated'}", wrong
    return kind, result.verdict, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000, help="how many statements")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.1, help="the budget of each")
    options = parser.parse_args()
    corpus()
    seen, wrong, last = Counter[tuple[str, str]](), 0, time.monotonic()
    for k in range(options.first, options.first + options.count):
        kind, verdict, fault = answer(options.seed, k, options.seconds)
        seen[kind, verdict] += 1
        if fault:
            wrong += 1
            print(f"{k}: {fault}", flush=True)
        if (k + 1 - options.first) % 1000 == 0 and not sys.stderr.isatty():
            print(f"{k + 1 - options.first} so far", flush=True)
        if time.monotonic() - last > 2 and sys.stderr.isatty():
            last = time.monotonic()
            print(f"\r{k + 1 - options.first} of {options.count}", end="", file=sys.stderr, flush=True)
    kinds = sorted({kind for kind, _ in seen})
    print(f"| verdict | {' | '.join(kinds)} |\n| --- |{' ---: |' * len(kinds)}")
    for verdict in sorted({verdict for _, verdict in seen}):
        print(f"| {verdict} | {' | '.join(str(seen[kind, verdict]) for kind in kinds)} |")
    print(f"{seen.total()} statements, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
