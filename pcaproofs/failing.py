"""Whether a statement fails at a point: a second, small evaluator of counterexamples, with the standard library alone.

It works on the JSON form of a kernel's statement and on matrices of exact fractions, and shares no code with the search
that finds counterexamples. It knows comparisons and optima. What it does not know, it does not confirm: statements
about two optimisation problems, derivatives of derivatives, determinants, and letters that only a name defines.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import Any

Matrix = list[list[Any]]
STEPS = 2_000_000  # products of entries


class Unconfirmed(ValueError):  # noqa: N818
    """The evaluator cannot say that the statement fails."""


class _Dual:
    """a + b·t, where t² = 0."""

    def __init__(self, a: Any, b: Any):
        self.a, self.b = a, b

    def __add__(self, other: Any) -> _Dual:
        return _Dual(self.a + other.a, self.b + other.b) if isinstance(other, _Dual) else _Dual(self.a + other, self.b)

    def __mul__(self, other: Any) -> _Dual:
        if isinstance(other, _Dual):
            return _Dual(self.a * other.a, self.a * other.b + self.b * other.a)
        return _Dual(self.a * other, self.b * other)

    def __rtruediv__(self, one: Any) -> _Dual:
        return _Dual(one / self.a, -one * self.b / (self.a * self.a))

    __radd__, __rmul__ = __add__, __mul__


class _Point:
    """Sizes of dimensions and matrices of letters. is_moved: whether a letter is moved along a direction."""

    def __init__(self, sizes: dict[str, int], letters: dict[str, Matrix], *, is_moved: bool = False):
        self.sizes, self.letters, self.is_moved, self.left = sizes, letters, is_moved, STEPS

    def size(self, n: Any) -> int:
        """A dimension as an integer."""
        return n if type(n) is int else self.sizes[n] if n in self.sizes else int(n)

    def value(self, e: Any) -> Matrix:
        """The value of an expression."""
        match e:
            case ["letter", str(name)] if name in self.letters:
                return self.letters[name]
            case ["letter", str(name)] if name.startswith("1[") and name.endswith("]"):
                return [[Fraction(1)] for _ in range(self.size(name[2:-1]))]
            case ["number", str(text)]:
                return [[Fraction(text)]]
            case ["size", n]:
                return [[Fraction(self.size(n))]]
            case ["inverse", str(name), int(k)] if k > 0:
                base = self.letters[name] if name in self.letters else [[Fraction(self.sizes[name])]]
                return reduce(self.times, [[[1 / base[0][0]]]] * k)
            case ["eye", n]:
                return _eye(self.size(n))
            case ["zero", rows, cols]:
                return [[Fraction(0)] * self.size(cols) for _ in range(self.size(rows))]
        return self.operation(*e)

    def operation(self, head: str, *parts: Any) -> Matrix:
        """The value of an operation on its parts."""
        match head, parts:
            case "add" | "mul", [_, *_]:
                return reduce(self.plus if head == "add" else self.times, map(self.value, parts))
            case "t", [a]:
                return [list(column) for column in zip(*self.value(a), strict=True)]
            case "tr", [a]:
                found = self.value(a)
                need(len(found) == len(found[0]))
                return [[sum((row[i] for i, row in enumerate(found)), Fraction(0))]]
            case "pow", [a, int(k)] if 0 <= k <= 1000:
                base = self.value(a)
                need(len(base) == len(base[0]))
                return reduce(self.times, [base] * k, _eye(len(base)))
            case "derivative", [f, str(name), h]:
                return self.along(f, name, self.value(h))
            case "gradient", [f, str(name)]:
                rows, columns = (range(n) for n in _shape(self.letters[name]))
                units = [[[[Fraction((i, j) == (k, m)) for m in columns] for k in rows] for j in columns] for i in rows]
                return [[self.along(f, name, unit)[0][0] for unit in row] for row in units]
        raise Unconfirmed(f"got {head}")

    def along(self, f: Any, name: str, h: Matrix) -> Matrix:
        """The coefficient of t in f(x + t·h), where x is the value of a letter."""
        x = self.letters[name]
        need(_shape(x) == _shape(h) and not self.is_moved)
        moved = [list(map(_Dual, r, s)) for r, s in zip(x, h, strict=True)]
        there = _Point(self.sizes, {**self.letters, name: moved}, is_moved=True)
        there.left = self.left
        found = there.value(f)
        self.left = there.left
        return [[e.b if isinstance(e, _Dual) else Fraction(0) for e in row] for row in found]

    def plus(self, a: Matrix, b: Matrix) -> Matrix:
        """a + b."""
        need(_shape(a) == _shape(b))
        return [[x + y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]

    def times(self, a: Matrix, b: Matrix) -> Matrix:
        """a·b, where a 1×1 factor that does not fit is a scalar."""
        self.left -= len(a) * len(b) * len(b[0])
        need(self.left > 0)
        if len(a[0]) == len(b):
            columns = list(zip(*b, strict=True))
            return [[sum((x * y for x, y in zip(r, c, strict=True)), Fraction(0)) for c in columns] for r in a]
        if len(b) == len(b[0]) == 1:
            a, b = b, a
        need(len(a) == len(a[0]) == 1)
        return [[a[0][0] * x for x in row] for row in b]

    def holds(self, compare: Any) -> bool:
        """Whether a comparison is true."""
        left, right, relation = self.value(compare["left"]), self.value(compare["right"]), compare["relation"]
        need(_shape(left) == _shape(right))
        if relation in ("=", "!="):
            return (left == right) == (relation == "=")
        need(relation in (">=", ">") and len(left) == len(left[0]) == 1)
        return left[0][0] > right[0][0] or (relation == ">=" and left[0][0] == right[0][0])

    def at(self, places: Any) -> _Point:
        """The point with the values that an optimum claims for its variables."""
        moved = _Point(self.sizes, {**self.letters, **{name: self.value(e) for name, e in places}})
        for name, m in moved.letters.items():
            need(_shape(m) == _shape(self.letters[name]))
        return moved


def need(holds: bool) -> None:
    """Raises Unconfirmed unless a condition holds."""
    if not holds:
        raise Unconfirmed


def _shape(m: Matrix) -> tuple[int, int]:
    return len(m), len(m[0])


def _eye(n: int) -> Matrix:
    return [[Fraction(i == j) for j in range(n)] for i in range(n)]


def fails(statement: Any, sizes: dict[str, int], letters: dict[str, Any]) -> bool:
    """Whether all hypotheses of a statement, as JSON, hold at a point and its conclusion does not.

    False also where the data are of another form, or where the evaluator does not know something.
    """
    try:
        need(statement["is"] == "Statement" and all(type(n) is int and 0 < n <= 64 for n in sizes.values()))
        here = _Point(sizes, {})
        for name, rows, cols in statement["letters"]:
            entries = [[Fraction(x) for x in row] for row in letters[name]]
            shape = here.size(rows), here.size(cols)
            need(len(entries) == shape[0] and all(len(row) == shape[1] for row in entries))
            here.letters[name] = entries
        conclusion = statement["conclusion"]
        if conclusion["is"] == "Compare":
            return all(here.holds(h) for _, h in statement["hypotheses"]) and not here.holds(conclusion)
        need(conclusion["is"] == "Optimum")
        return _fails(here, statement["hypotheses"], conclusion)
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError):
        return False


def _fails(here: _Point, hypotheses: Any, optimum: Any) -> bool:
    """Whether the claim of an optimum fails, at the choice of the variables that the point has."""
    names = {name for name, _ in optimum["at"]}
    about = [h for _, h in hypotheses if names & _letters(h["left"]) or names & _letters(h["right"])]
    there = here.at(optimum["at"])
    need(all(here.holds(h) for _, h in hypotheses if h not in about))
    if not all(there.holds(h) for h in about):
        return all(here.holds(h) for h in about)  # else one of them may mention no variable once it is multiplied out
    best, equations = there.value(optimum["objective"])[0][0], optimum["exactly"]
    if optimum["value"] is not None and here.value(optimum["value"]) != [[best]]:
        return True
    if not all(there.holds(e) for e in equations):
        return True
    if not all(here.holds(h) for h in about):
        return False
    gap = (here.value(optimum["objective"])[0][0] - best) * (1 if optimum["sense"] == "min" else -1)
    is_said = all(here.holds(e) for e in equations)
    return bool(gap < 0 or (gap == 0 and not is_said) or (gap > 0 and is_said and equations))


def _letters(e: Any) -> set[str]:
    """The names of the letters of an expression."""
    if not isinstance(e, list):
        return set()
    own = {e[1]} if e[:1] == ["letter"] else {e[1]} if e[:1] == ["inverse"] else set()
    return own.union(*map(_letters, e))
