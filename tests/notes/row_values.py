"""What a row of a note comes to at matrices of numbers: read from its surface tree, with NumPy alone.

A second opinion on changed rows. Of the checker it uses the syntax tree, and from the statement of a proved row the
shapes of the letters and the hypotheses, at points at which these hold. It knows sums, products, transposes, powers,
inverses, fractions, roots, norms, inner products, traces, determinants and equations between them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Any

import numpy as np

from pcaproofs.kernel import Statement
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.surface import (
    Bars,
    Blank,
    Chain,
    Frac,
    Gradient,
    Group,
    Inner,
    Name,
    Node,
    Norm,
    Num,
    Operator,
    Partial,
    Power,
    Product,
    Root,
    Sum,
    Trace,
    Transpose,
)  # fmt: skip
from pcaproofs.prover.refute import points

SIZES = (4, 3, 2, 5, 3, 2, 4)
TOLERANCE = 1e-6
STEP = 1e-4
ACCENTS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "bar", "\u20d7": "vec"}


class NoValue(Exception):  # noqa: N818
    """The row has notation that is not evaluated here, or no value at this point."""


class IllFormed(Exception):  # noqa: N818
    """Two sizes clash."""


@dataclass(frozen=True)
class Scaled:
    """A multiple of the identity of any size; a number is one that adds to numbers only."""

    factor: float


Value = Any  # an array with two axes, a float, or Scaled


@dataclass
class World:
    """Values of letters, and the formulas that define others, by their plain names."""

    letters: Mapping[str, Value]
    defined: Mapping[str, Node] = field(default_factory=dict)

    def holds(self, terms: tuple[Node, ...], signs: tuple[str, ...]) -> bool:
        """Whether all relations of a chain hold. Raises NoValue, IllFormed."""
        with np.errstate(all="ignore"):
            values = [self.value(x) for x in terms]
            return all(_related(a, sign, b) for (a, b), sign in zip(pairwise(values), signs, strict=True))

    def value(self, node: Node) -> Value:
        """The value of an expression. Raises NoValue, IllFormed."""
        match node:
            case Num():
                return float(node.text)
            case Name():
                return self._letter(node)
            case Group():
                return self.value(node.body)
            case Sum():
                out: Value = 0.0
                for k, (term, sign) in enumerate(zip(node.terms, node.signs, strict=True)):
                    if sign not in ("", "+", "-", "−"):
                        raise NoValue(sign)
                    one = _times(-1.0 if sign in ("-", "−") else 1.0, self.value(term))
                    out = _plus(out, one) if k else one
                return out
            case Product():
                return self._product(node)
            case Frac():
                return _times(1 / _number(self.value(node.bottom)), self.value(node.top))
            case Root(degree=None):
                return float(np.sqrt(_number(self.value(node.body))))
            case Transpose():
                return _transposed(self.value(node.base))
            case Power():
                return _power(self.value(node.base), self._exponent(node.exponent))
            case Norm():
                if node.subscript is not None and unicode(node.subscript) not in ("2", "F"):
                    raise NoValue("norm")
                body = self.value(node.body)
                if isinstance(body, Scaled):
                    raise NoValue("the norm of an identity")
                if np.ndim(body) == 2 and min(body.shape) > 1 and node.subscript == Num("2"):
                    raise NoValue("the spectral norm")
                return float(np.linalg.norm(body))
            case Bars():
                body = self.value(node.body)
                return float(abs(body)) if np.ndim(body) == 0 else _determinant(body)
            case Inner():
                left, right = self.value(node.left), self.value(node.right)
                return _times(_transposed(left), right)
            case Trace():
                body = self.value(node.body)
                return body if np.ndim(body) == 0 and not isinstance(body, Scaled) else float(np.trace(_square(body)))
            case Operator(name="det"):
                return _determinant(self.value(node.body))
            case Partial(variables=(Name() as variable,), order=None) if not isinstance(node.body, Blank):
                return self._slope(node.body, variable)
        raise NoValue(type(node).__name__)

    def _letter(self, node: Name) -> Value:
        name = plain(unicode(node))
        if name in self.letters:
            return self.letters[name]
        if name in self.defined:
            rest = {x: y for x, y in self.defined.items() if x != name}
            return World(self.letters, rest).value(self.defined[name])
        if node.base == "I" and not node.accents and not node.primes:
            return Scaled(1.0)
        if name == "π":
            return float(np.pi)
        raise NoValue(name)

    def _product(self, node: Product) -> Value:
        first = node.factors[0]
        if len(node.factors) == 2 and isinstance(first, Gradient) and isinstance(first.variable, Name):
            return self._slope(node.factors[1], first.variable)
        out: Value = 1.0
        for k, factor in enumerate(node.factors):
            out = _times(out, self.value(factor)) if k else self.value(factor)
        return out

    def _slope(self, body: Node, variable: Name) -> Value:
        """The gradient of a number, in the shape of its variable, by central differences."""
        name = plain(unicode(variable))
        if np.ndim(self.letters.get(name, 0.0)) != 2:
            raise NoValue("a derivative")
        out = np.zeros_like(self.letters[name])
        for at in np.ndindex(out.shape):
            sides = []
            for step in (STEP, -STEP):
                moved = self.letters[name].copy()
                moved[at] += step
                sides.append(_number(World({**self.letters, name: moved}, self.defined).value(body)))
            out[at] = (sides[0] - sides[1]) / (2 * STEP)
        return out

    def _exponent(self, node: Node) -> int:
        value = self.value(node)
        if not isinstance(value, float) or value != int(value):
            raise NoValue("an exponent")
        return int(value)


def plain(name: str) -> str:
    """A name without fonts, and without the marks of an index."""
    found = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name))
    return re.sub(r"[ _{}()^]", "", "".join(ACCENTS.get(x, x) for x in found))


def joined(statements: Sequence[Statement]) -> Statement | None:
    """A statement with the letters and hypotheses of all; None if a letter has two shapes."""
    letters = dict[str, tuple[Any, Any]]()
    given, ones = list[Any](), set[Any]()
    for statement in statements:
        for name, *shape in statement.letters:
            if letters.setdefault(name, tuple(shape)) != tuple(shape):
                return None
        given += [x for _, x in statement.hypotheses if x not in given]
        ones |= {*statement.ones}
    hypotheses = tuple((f"h{k}", x) for k, x in enumerate(given))
    conclusion = statements[0].conclusion
    named = tuple((name, *shape) for name, shape in letters.items())
    return Statement(named, conclusion, hypotheses, tuple(sorted(ones, key=str)))


def worlds(statement: Statement, defined: Mapping[str, Node], count: int = 3) -> Iterator[World]:
    """Points of two sizes at which the hypotheses of a statement hold."""
    names = sorted({n for _, *shape in statement.letters for n in shape if isinstance(n, str)})
    for sizes in (SIZES, (3,) * len(SIZES), (2, 3, 4, 2, 3, 4, 5)):
        if len(names) > len(sizes):
            return
        found = points(statement, dimensions=dict(zip(names, sizes, strict=False)), count=count)
        for point in islice(found, count):
            letters = {plain(x): np.array(m, dtype=float) for x, m in point.letters.items()}
            numbers = {plain(x): float(n) for x, n in point.dimensions.items()}
            yield World(numbers | {x: float(m[0, 0]) if m.shape == (1, 1) else m for x, m in letters.items()}, defined)


def links(tree: Node, before: Node | None) -> tuple[tuple[Node, ...], tuple[str, ...]] | None:
    """The terms and signs of a row; a row that begins with a sign continues the one before."""
    if not isinstance(tree, Chain):
        return None
    terms = tree.terms
    if isinstance(terms[0], Blank):
        if not isinstance(before, Chain) or isinstance(before.terms[-1], Blank):
            return None
        terms = (before.terms[-1], *terms[1:])
    return terms, tree.signs


def _related(a: Value, sign: str, b: Value) -> bool:
    if sign in ("=", "≡"):
        difference = _plus(a, _times(-1.0, b), may_be_zero=True)
        size = max(1.0, _size(a), _size(b))
        return bool(_size(difference) <= TOLERANCE * size)
    if sign not in ("≤", "≥", "<", ">"):
        raise NoValue(sign)
    x, y = _number(a), _number(b)
    slack = TOLERANCE * max(1.0, abs(x), abs(y))
    relations = {"≤": x <= y + slack, "≥": x >= y - slack, "<": x < y, ">": x > y}
    return bool(relations[sign])


def _size(a: Value) -> float:
    found = float(np.max(np.abs(a.factor if isinstance(a, Scaled) else a)))
    if not np.isfinite(found) or found > 1e9:
        raise NoValue("no number")
    return found


def _number(a: Value) -> float:
    if isinstance(a, Scaled) or np.ndim(a) != 0:
        if np.ndim(a) == 2 and a.shape == (1, 1):
            return float(a[0, 0])
        raise IllFormed("a matrix for a number")
    return float(a)


def _square(a: Value) -> Any:
    if isinstance(a, Scaled):
        raise NoValue("an identity of any size")
    if np.ndim(a) == 2 and a.shape[0] != a.shape[1]:
        raise IllFormed("not square")
    return np.atleast_2d(a)


def _determinant(a: Value) -> float:
    return float(np.linalg.det(_square(a)))


def _transposed(a: Value) -> Value:
    return a if isinstance(a, Scaled) or np.ndim(a) == 0 else a.T


def _plus(a: Value, b: Value, *, may_be_zero: bool = False) -> Value:
    for x, y in ((a, b), (b, a)):
        if isinstance(x, Scaled):
            if isinstance(y, Scaled):
                return Scaled(x.factor + y.factor)
            if np.ndim(y) == 0:
                if y == 0 and may_be_zero:
                    return x
                raise IllFormed("a number and a matrix")
            return _square(y) + x.factor * np.eye(len(y))
        if np.ndim(x) == 0 and np.ndim(y) == 2 and y.shape != (1, 1):
            if x == 0:
                return y
            raise IllFormed("a number and a matrix")
    if np.ndim(a) == np.ndim(b) == 2 and a.shape != b.shape:
        raise IllFormed(f"{a.shape} and {b.shape}")
    return a + b


def _times(a: Value, b: Value) -> Value:
    if isinstance(a, Scaled) or isinstance(b, Scaled):
        if isinstance(a, Scaled) and isinstance(b, Scaled):
            return Scaled(a.factor * b.factor)
        scaled, other = (a, b) if isinstance(a, Scaled) else (b, a)
        return Scaled(scaled.factor * other) if np.ndim(other) == 0 else scaled.factor * other
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return a * b
    if a.shape[1] == b.shape[0]:
        out = a @ b
        return float(out[0, 0]) if out.shape == (1, 1) else out
    raise IllFormed(f"{a.shape} times {b.shape}")


def _power(a: Value, k: int) -> Value:
    if isinstance(a, Scaled):
        return Scaled(a.factor**k)
    if np.ndim(a) == 0:
        if a == 0 and k < 0:
            raise NoValue("a division by zero")
        return a**k
    if k < 0 and np.linalg.cond(_square(a)) > 1e8:
        raise NoValue("no inverse")
    return np.linalg.matrix_power(_square(a), k)
