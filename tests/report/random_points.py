"""Expressions of the kernel at random points: matrices modulo a prime, with an arithmetic of their own.

Equal values at random points mean equal polynomials.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pcaproofs.language.derived import Kind, read_back

PRIME = (1 << 61) - 1
Matrix = list[list[int]]
DEGREE = 6  # the highest degree of what is differentiated here


# ------------------------------------------------------------------------------------------------ matrices mod a prime
def shape(a: Matrix) -> tuple[int, int]:
    return len(a), len(a[0])


def scalar(c: int) -> Matrix:
    return [[c % PRIME]]


def eye(n: int) -> Matrix:
    return [[int(i == j) for j in range(n)] for i in range(n)]


def scaled(c: int, a: Matrix) -> Matrix:
    return [[c * x % PRIME for x in row] for row in a]


def transposed(a: Matrix) -> Matrix:
    return [list(row) for row in zip(*a, strict=True)]


def trace(a: Matrix) -> int:
    assert len(a) == len(a[0]), "the trace of what is not square"
    return sum(a[i][i] for i in range(len(a))) % PRIME


def times(a: Matrix, b: Matrix) -> Matrix:
    if shape(a)[1] == shape(b)[0]:
        return [
            [sum(x * y for x, y in zip(row, col, strict=True)) % PRIME for col in zip(*b, strict=True)] for row in a
        ]
    if shape(a) == (1, 1):
        return scaled(a[0][0], b)
    assert shape(b) == (1, 1), f"{shape(a)} times {shape(b)}"
    return scaled(b[0][0], a)


def plus(a: Matrix, b: Matrix) -> Matrix:
    if b == [[0]] or a == [[0]]:  # a zero of any shape
        return a if b == [[0]] else b
    assert shape(a) == shape(b), f"{shape(a)} plus {shape(b)}"
    return [[(x + y) % PRIME for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def inverse(a: Matrix) -> Matrix:
    n = len(a)
    rows = [list(row) + unit for row, unit in zip(a, eye(n), strict=True)]
    for i in range(n):
        pivot = next(k for k in range(i, n) if rows[k][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        c = pow(rows[i][i], -1, PRIME)
        rows[i] = [c * x % PRIME for x in rows[i]]
        for k in range(n):
            if k != i:
                rows[k] = [(x - rows[k][i] * y) % PRIME for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[n:] for row in rows]


def diagonal(a: Matrix) -> Matrix:
    """The diagonal matrix of a column; a zero of any shape stays one."""
    if a == [[0]]:
        return a
    assert shape(a)[1] == 1, f"the diagonal matrix of {shape(a)}"
    return [[x if i == j else 0 for j in range(len(a))] for i, (x,) in enumerate(a)]


def kronecker(a: Matrix, b: Matrix) -> Matrix:
    return [[x * y % PRIME for x in r for y in s] for r in a for s in b]


def derivative(f: Callable[[int], int]) -> int:
    """f'(0) of a polynomial of degree at most DEGREE, from its values at 0, …, DEGREE."""
    total, points = 0, range(DEGREE + 1)
    for i in points:
        others = [j for j in points if j != i]
        below = 1
        for j in others:
            below = below * (i - j) % PRIME
        above = 0
        for k in others:
            term = 1
            for j in others:
                term = term * (1 if j == k else -j) % PRIME
            above += term
        total += f(i) * above * pow(below, -1, PRIME)
    return total % PRIME


# ------------------------------------------------------------------------------------------------ the kernel's side
_FUNCTIONS = {Kind.DETERMINANT: "det", Kind.ADJUGATE: "adj", Kind.LOGARITHM: "log"}


@dataclass
class Point:
    """Sizes, and a matrix for every letter of a statement."""

    sizes: dict[str, int]
    letters: dict[str, Matrix] = field(default_factory=dict)
    roots: dict[int, Matrix] = field(default_factory=dict)  # x -> the letter √x
    inverses: dict[str, Matrix] = field(default_factory=dict)  # A, as repr writes it -> the letter A⁻¹
    plus: dict[str, Matrix] = field(default_factory=dict)  # A, as repr writes it -> the letter A⁺
    functions: dict[tuple[str, str], Matrix] = field(
        default_factory=dict
    )  # det, adj or log, and A -> the letter det(A)

    def size(self, n: Any) -> int:
        return n if isinstance(n, int) else self.sizes[n] if n in self.sizes else int(n)

    def value(self, e: Any) -> Matrix:
        match e:
            case ("number", text):
                top, _, bottom = text.partition("/")
                return scalar(int(top) * pow(int(bottom or 1), -1, PRIME))
            case ("letter", name) if name.startswith("1["):
                return [[1]] * self.size(name[2:-1])
            case ("letter", name):
                return self.letters[name]
            case ("size", n):
                return scalar(self.size(n))
            case ("inverse", name, k):
                base = self.sizes[name] if name in self.sizes else self.letters[name][0][0]
                return scalar(pow(base, -k, PRIME))
            case ("eye", n):
                return eye(self.size(n))
            case ("zero", *_):
                return [[0]]
            case ("add", first, *rest):
                out = self.value(first)
                for part in rest:
                    out = plus(out, self.value(part))
                return out
            case ("mul", first, *rest):
                out = self.value(first)
                for part in rest:
                    out = times(out, self.value(part))
                return out
            case ("t", a):
                return transposed(self.value(a))
            case ("tr", a):
                return scalar(trace(self.value(a)))
            case ("pow", a, k):
                out = base = self.value(a)
                for _ in range(k - 1):
                    out = times(out, base)
                return out
            case ("gradient", f, name):
                return self.gradient(name, lambda: self.value(f)[0][0])
            case ("derivative", f, name, h):
                return self.directional(name, lambda: self.value(f), self.value(h))
        raise ValueError(e)

    def gradient(self, name: str, f: Callable[[], int]) -> Matrix:
        at = self.letters[name]

        def entry(i: int, j: int) -> int:
            def moved(t: int) -> int:
                self.letters[name] = [
                    [x + t * ((r, c) == (i, j)) for c, x in enumerate(row)] for r, row in enumerate(at)
                ]
                return f()

            return derivative(moved)

        out = [[entry(i, j) for j in range(len(at[0]))] for i in range(len(at))]
        self.letters[name] = at
        return out

    def directional(self, name: str, f: Callable[[], Matrix], way: Matrix) -> Matrix:
        at = self.letters[name]

        def moved(t: int) -> Matrix:
            self.letters[name] = plus(at, scaled(t, way))
            return f()

        values = [moved(t) for t in range(DEGREE + 1)]
        self.letters[name] = at
        rows, cols = shape(values[0])
        return [[derivative(lambda t, i=i, j=j: values[t][i][j]) for j in range(cols)] for i in range(rows)]


def point(statement: Any, seed: int) -> Point:
    """Random matrices; a letter that a hypothesis makes the inverse of something is that, unless nothing has one."""
    for attempt in range(seed, seed + 40):
        try:
            return _drawn(statement, attempt)
        except StopIteration:  # XᵀX is singular where X has few rows
            continue
    return _drawn(statement, seed, inverses=False)


def _drawn(statement: Any, seed: int, *, inverses: bool = True) -> Point:
    draw = random.Random(seed)
    names = sorted(
        {n for _, *s in statement.letters for n in s if isinstance(n, str)}
        | {n for n in statement.ones if isinstance(n, str)}
    )
    sizes = dict(zip(names, draw.sample(range(2, 3 + len(names)), len(names)), strict=True))
    for name in names:
        if (parts := re.fullmatch(r"\((\w+′+)\+(\d+)\)", name)) is not None:  # (p′+1), which is p in print
            sizes[name] = sizes[parts[1]] + int(parts[2])
    at = Point(sizes)
    for name, rows, cols in statement.letters:
        at.letters[name] = [[draw.randrange(PRIME) for _ in range(at.size(cols))] for _ in range(at.size(rows))]
        if (part := re.fullmatch(r"I\[[^>]*(?:>(.+))?\]", name)) is not None:  # rows of I after some others
            after = at.size(part[1] or 0)
            at.letters[name] = eye(at.size(cols))[after : after + at.size(rows)]
    for _, h in statement.hypotheses:
        if h.left[0] == "letter" and h.left[1].startswith("(") and h.relation == "=":  # (A x) = A x
            at.letters[h.left[1]] = at.value(h.right)
        if h.left[0] == "pow" and h.left[1][0] == "letter" and h.left[1][1].startswith("√"):
            name = h.left[1][1]  # roots of equal numbers are equal
            at.letters[name] = at.roots.setdefault(at.value(h.right)[0][0], at.letters[name])
        match h.left:
            case ("mul", a, ("letter", x), b) if a == b == h.right and "⁺" in x:
                at.plus.setdefault(repr(at.value(a)), at.letters[x])
        if is_inverse(h):
            of = at.value(h.left[1])
            if inverses:
                at.letters[h.left[2][1]] = inverse(of)
            at.inverses.setdefault(repr(of), at.letters[h.left[2][1]])
    for name, meaning in read_back(statement).items():
        if meaning.kind is Kind.DIAGONAL:
            at.letters[name] = diagonal(at.value(meaning.of))
        elif meaning.kind in _FUNCTIONS:
            at.functions[_FUNCTIONS[meaning.kind], repr(at.value(meaning.of))] = at.letters[name]
    return at


def is_inverse(h: Any) -> bool:
    """Whether a hypothesis defines a letter that is written as an inverse: x · x⁻¹ = 1."""
    match h.left, h.right:
        case ("mul", _, ("letter", name)), ("number", "1") | ("eye", _):
            return re.search(r"⁻¹(_\d+)?$|^1/\(", name) is not None and h.relation == "="
    return False
