"""The values of formulas at a point, from their surface trees, without typing them.

A filter for the many changes of a relation: of those that hold at a few points the typed statements are tried. It does
not know moments, derivatives, columns of ones and members below no sum; for these it has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

try:
    import numpy as np
except ModuleNotFoundError:  # in a browser; then no formula has a value
    np = None  # type: ignore[assignment]

from pcaproofs.notes.formulas.spelling import bare, is_identity, is_ones, is_zero, key
from pcaproofs.notes.formulas.surface import (
    Bars,
    Big,
    Chain,
    Frac,
    Group,
    Inner,
    Matrix,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Product,
    Root,
    Sum,
    Trace,
    Transpose,
    nodes,
)
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.terms import Term
from pcaproofs.prover.refute import Point

CLOSE = 1e-7  # of the larger of the two sides and 1
SINGULAR = 1e9  # the condition number of a matrix without an inverse


class NoValue(Exception):  # noqa: N818
    """A formula has notation that is not evaluated here, or no value at this point."""


class Clash(Exception):  # noqa: N818
    """Two sizes do not fit."""


@dataclass(frozen=True)
class OfAnySize:
    """A multiple of the identity; its size is that of the matrix beside it."""

    factor: float


Value = Any  # a float, an array with two axes, or OfAnySize


@dataclass
class Values:
    """The values of formulas at a point; letters and defined: by the keys of the names.

    A family is the matrix whose rows are its members, by "family x".
    """

    letters: dict[str, Value]
    defined: Mapping[str, Node] = field(default_factory=dict)
    indices: Mapping[str, int] = field(default_factory=dict)  # key of an index that a sum binds -> its value

    def fails(self, stated: Stated) -> bool | None:
        """Whether a relation fails at the point; None if it has no value there. A clash of sizes is a failure."""
        if np is None:
            return None
        try:
            with np.errstate(all="ignore"):
                return not _holds(self.of(stated.left), stated.sign, self.of(stated.right))
        except Clash:
            return True
        except (NoValue, ArithmeticError, ValueError, np.linalg.LinAlgError):
            return None

    def of(self, node: Node) -> Value:
        """The value of a formula. Raises NoValue, Clash."""
        if (read := READERS.get(type(node))) is None:
            raise NoValue(type(node).__name__)
        return read(self, node)

    def _letter(self, name: Name) -> Value:
        found = key(name)
        if found in self.letters:
            return self.letters[found]
        if isinstance(name.subscript, Name) and (k := self.indices.get(key(name.subscript))) is not None:
            row = self.members(name)[k]
            return float(row[0]) if len(row) == 1 else row.reshape(-1, 1)
        if is_zero(name):
            return 0.0
        if is_identity(name):
            size = self.letters.get(key(name.subscript)) if isinstance(name.subscript, Name) else None
            return np.eye(int(size)) if isinstance(size, float) and size > 1 else OfAnySize(1.0)
        if is_ones(name) or found not in self.defined:
            raise NoValue(found)
        rest = {x: body for x, body in self.defined.items() if x != found}
        self.letters[found] = out = Values(self.letters, rest).of(self.defined[found])
        return out

    def members(self, name: Name) -> Value:
        """The members of a family, or the entries of a column, as the rows of a matrix."""
        base = key(bare(name))
        whole = self.letters.get(f"family {base}", self.letters.get(base))
        if whole is None or not (f"family {base}" in self.letters or _is_column(whole)):
            raise NoValue(base)
        return np.atleast_2d(whole)


def _product(at: Values, node: Product) -> Value:
    out = at.of(node.factors[0])
    for factor, mark in zip(node.factors[1:], node.marks, strict=True):
        other = at.of(factor)
        if mark not in ("", "·"):
            raise NoValue(mark)
        is_inner = mark == "·" and _is_column(out) and _is_column(other)
        out = _times(_transposed(out) if is_inner else out, other)
    return out


def _big(at: Values, node: Big) -> Value:
    lower = node.lower.terms[0] if isinstance(node.lower, Chain) else node.lower
    inside = [x for x in nodes(node.body) if isinstance(x, Name) and x.subscript == lower]
    lengths = {len(at.members(x)) for x in inside}
    if node.sign != "∑" or not isinstance(lower, Name) or len(lengths) != 1 or key(lower) in at.indices:
        return _no(node)
    if isinstance(node.upper, Name) and at.letters.get(key(node.upper)) not in (None, *lengths):
        return _no(node)  # over a part of a family
    out = None
    for k in range(lengths.pop()):
        one = Values(at.letters, at.defined, {**at.indices, key(lower): k}).of(node.body)
        out = one if out is None else _plus(out, one)
    return out


def _sum(at: Values, node: Sum) -> Value:
    out = None
    for term, sign in zip(node.terms, node.signs, strict=True):
        if sign not in ("", "+", "-"):
            raise NoValue(sign)
        one = _times(-1.0, at.of(term)) if sign == "-" else at.of(term)
        out = one if out is None else _plus(out, one)
    return out


def _fraction(at: Values, node: Frac) -> Value:
    below = at.of(node.bottom)
    return _times(_power(below, -1.0), at.of(node.top)) if isinstance(below, float) else _no(node)


def _norm(at: Values, node: Norm) -> Value:
    found = at.of(node.body)
    is_known = node.subscript in (None, Num("2")) and (isinstance(found, float) or _is_column(found))
    return float(np.linalg.norm(found)) if is_known else _no(node)


def _bars(at: Values, node: Bars) -> Value:
    found = at.of(node.body)
    return abs(found) if isinstance(found, float) else float(np.linalg.det(_square(found)))


def _matrix(at: Values, node: Matrix) -> Value:
    rows = [[at.of(x) for x in row] for row in node.rows]
    cells = [x for row in rows for x in row]
    is_open = [isinstance(x, OfAnySize) or (isinstance(x, float) and x == 0) for x in cells]  # of an unknown size
    if node.brackets == "{" or (any(is_open) and not all(isinstance(x, float) for x in cells)):
        return _no(node)
    out = np.block(rows)
    return float(out[0, 0]) if out.shape == (1, 1) else out


READERS: dict[type[Node], Callable[[Values, Any], Value]] = {
    Name: Values._letter,
    Num: lambda at, x: float(x.text),
    Group: lambda at, x: at.of(x.body),
    Transpose: lambda at, x: _transposed(at.of(x.base)),
    Product: _product,
    Big: _big,
    Sum: _sum,
    Power: lambda at, x: _power(at.of(x.base), at.of(x.exponent)),
    Frac: _fraction,
    Root: lambda at, x: float(np.sqrt(_number(at.of(x.body)))) if x.degree is None else _no(x),
    Norm: _norm,
    Inner: lambda at, x: _number(_times(_transposed(at.of(x.left)), at.of(x.right))),
    Trace: lambda at, x: float(np.trace(_square(at.of(x.body)))),
    Bars: _bars,
    Matrix: _matrix,
}


def values_at(
    point: Point, names: Mapping[str, str], defined: Mapping[str, Node], linked: Mapping[str, Term]
) -> Values:
    """The values at a point; names: of the letters there. A size that has no value there has none here.

    linked: the matrix whose rows are the members of a family, or the transpose of one.
    """
    letters = dict[str, Value](zip(point.dimensions, map(float, point.dimensions.values()), strict=True))
    for found, name in names.items():
        if (m := point.letters.get(name)) is not None and m and m[0]:
            if np is None:
                break
            array = np.array([[float(x) for x in row] for row in m])
            letters[found] = float(array[0, 0]) if array.shape == (1, 1) else array
    for family, whole in linked.items():
        matrix = whole.parts[0] if whole.op == "transpose" else whole
        value = letters.get(str(matrix.data[0])) if matrix.op == "letter" else None
        if value is not None and np is not None:
            letters[family] = np.atleast_2d(value) if matrix is whole else np.atleast_2d(value).T
    return Values(letters, defined)


def _no(node: Node) -> Value:
    raise NoValue(type(node).__name__)


def _holds(left: Value, sign: str, right: Value) -> bool:
    if sign in ("=", ":=", "≡"):
        if isinstance(left, OfAnySize) and isinstance(right, OfAnySize):
            return left == right
        difference = _plus(left, _times(-1.0, right))
        most = max(1.0, *(float(np.max(np.abs(x))) for x in (left, right) if not isinstance(x, OfAnySize)))
        if not np.isfinite(most):
            raise NoValue("too large")
        size = abs(difference.factor) if isinstance(difference, OfAnySize) else np.max(np.abs(difference))
        return bool(size <= CLOSE * most)
    if sign not in ("≤", "≥", "<", ">"):
        raise NoValue(sign)
    x, y = _number(left), _number(right)
    low, high = (x, y) if sign in ("≤", "<") else (y, x)
    return low <= high + CLOSE * max(1.0, abs(x), abs(y))


def _number(a: Value) -> float:
    if not isinstance(a, float):
        raise NoValue("a matrix for a number")  # ≥ 0 may say that it is positive semidefinite
    return a


def _is_column(a: Value) -> bool:
    return isinstance(a, np.ndarray) and a.shape[1] == 1


def _square(a: Value) -> Any:
    if isinstance(a, OfAnySize):
        raise NoValue("an identity without a size")
    m = np.atleast_2d(a)
    if m.shape[0] != m.shape[1]:
        raise Clash
    return m


def _transposed(a: Value) -> Value:
    return a.T if isinstance(a, np.ndarray) else a


def _plus(a: Value, b: Value) -> Value:
    if isinstance(b, OfAnySize) or (isinstance(b, float) and not isinstance(a, OfAnySize)):
        a, b = b, a
    if isinstance(a, OfAnySize):
        if isinstance(b, OfAnySize):
            return OfAnySize(a.factor + b.factor)
        return _square(b) + a.factor * np.eye(len(_square(b))) if isinstance(b, np.ndarray) else a.factor + b
    if isinstance(a, float):
        if a == 0 or isinstance(b, float):
            return a + b  # 0 is a matrix of any size
        raise Clash
    if a.shape != b.shape:
        raise Clash
    return a + b


def _times(a: Value, b: Value) -> Value:
    if isinstance(a, OfAnySize):
        return OfAnySize(a.factor * b) if isinstance(b, float) else _scaled(a.factor, b)
    if isinstance(b, OfAnySize) or isinstance(a, float) or isinstance(b, float):
        return _times(b, a) if isinstance(b, OfAnySize) else a * b
    if a.shape[1] != b.shape[0]:
        raise Clash
    out = a @ b
    return float(out[0, 0]) if out.shape == (1, 1) else out


def _scaled(factor: float, b: Value) -> Value:
    return OfAnySize(factor * b.factor) if isinstance(b, OfAnySize) else factor * b


def _power(a: Value, exponent: Value) -> Value:
    if not isinstance(exponent, float):
        raise NoValue("an exponent")
    if isinstance(a, float):
        if (a == 0 and exponent < 0) or (a < 0 and exponent != int(exponent)):
            raise NoValue("no number")
        return a**exponent
    if exponent != int(exponent):
        raise NoValue("a root of a matrix")
    if isinstance(a, OfAnySize):
        return OfAnySize(a.factor ** int(exponent))
    if _is_column(a):
        raise NoValue("a power of a column")
    m = _square(a)
    if exponent < 0 and not np.linalg.cond(m) < SINGULAR:
        raise NoValue("no inverse")
    return np.linalg.matrix_power(m, int(exponent))
