"""Matrices of integers modulo a prime, with infinitesimals for derivatives, computed within a number of steps.

A value has a matrix at each of several points, so that an expression is read once for all of them.

No value changes once it is made, so values may share matrices. Their entries are in 0, …, PRIME − 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import add, mul, sub
from typing import Any

from pcaproofs.crosscheck.records import PRIME, need

STEPS = 5_000_000  # products of matrix entries, in total
Matrix = list[list[int]]
Entries = dict[int, Matrix]  # set of infinitesimals, as bits -> the matrix that is multiplied by their product
Value = tuple[Any, Any, list[Entries]]  # rows and columns as dimensions, the entries at each point


class StepBudget:
    """The number of steps left for a certificate."""

    def __init__(self, left: int = STEPS):
        self.left = left

    def take(self, steps: int) -> None:
        """Uses up steps; raises Refused if not enough are left."""
        self.left -= steps
        if self.left < 0:  # a text for each step that is taken would cost more than the step
            need(False, f"got a certificate of more than {STEPS} steps to compute")


class Arithmetic:
    """Operations on matrices whose named dimensions have given sizes at each point; each entry costs a step."""

    def __init__(self, sizes: dict[str, list[int]], points: int, steps: StepBudget):
        self.sizes, self.points, self.steps = sizes, points, steps
        self.identities: dict[int, Matrix] = {}

    def size(self, n: Any) -> list[int]:
        """The size of a dimension, which is a number or a name, at each point."""
        need((type(n) is int and n > 0) or n in self.sizes, "got no dimension")
        return [n] * self.points if type(n) is int else self.sizes[n]

    def work(self, steps: int) -> None:
        """Takes steps, and one for the operation itself."""
        self.steps.take(1 + steps)

    def identity(self, n: Any) -> Value:
        """The n×n identity matrix."""
        sizes = self.size(n)
        for size in sizes:
            self.work(10 + size * size)
            if size not in self.identities:
                self.identities[size] = [[int(i == j) for j in range(size)] for i in range(size)]
        return n, n, [{0: self.identities[size]} for size in sizes]

    def zero(self, rows: Any, cols: Any) -> Value:
        """A matrix of zeros."""
        shapes = list(zip(self.size(rows), self.size(cols), strict=True))
        self.work(sum(r * c for r, c in shapes))
        return rows, cols, [{0: [[0] * c] * r} for r, c in shapes]

    def scalar(self, c: int) -> Value:
        """A number as a 1×1 matrix, the same at each point."""
        return 1, 1, [{0: [[c % PRIME]]}] * self.points

    def scalars(self, numbers: Iterable[int]) -> Value:
        """A number at each point, as 1×1 matrices."""
        return 1, 1, [{0: [[c % PRIME]]} for c in numbers]

    def plus(self, a: Value, b: Value, sign: int = 1) -> Value:
        """a + sign·b."""
        if a[:2] != b[:2]:
            need(False, f"got {a[0]}×{a[1]} plus {b[0]}×{b[1]}")
        sums = []
        for x, y in zip(a[2], b[2], strict=True):
            total = dict(x)
            for bits, m in y.items():
                self.work(len(m) * len(m[0]))
                if bits in total:
                    total[bits] = _combined(add if sign == 1 else sub, total[bits], m)
                else:
                    total[bits] = m if sign == 1 else [[-y % PRIME for y in row] for row in m]
            sums.append(total)
        return a[0], a[1], sums

    def times(self, a: Value, b: Value) -> Value:
        """a·b, where one of them may be a scalar."""
        if a[1] == b[0]:
            return a[0], b[1], [self._product(x, y) for x, y in zip(a[2], b[2], strict=True)]
        a, b = (b, a) if b[:2] == (1, 1) else (a, b)
        if a[:2] != (1, 1):
            need(False, f"got {a[0]}×{a[1]} times {b[0]}×{b[1]}")
        self.work(sum(n**2 for n in self.size(b[0])))
        return b[0], b[1], [self._multiple(x, y) for x, y in zip(a[2], b[2], strict=True)]

    def _product(self, a: Entries, b: Entries) -> Entries:
        """The matrix product at one point."""
        total: Entries = {}
        for right, k in b.items():
            columns = tuple(zip(*k, strict=True)) if len(k) > 1 else ()
            for left, m in a.items():
                if left & right:  # ε² = 0
                    continue
                self.steps.take(2 + len(m) * (len(k) + 1) * len(k[0]))
                if m is self.identities.get(len(k)):
                    product = k
                elif len(k) == 1:
                    product = [[x * y % PRIME for y in k[0]] for (x,) in m]
                else:
                    product = [[sum(map(mul, r, c)) % PRIME for c in columns] for r in m]
                bits = left | right
                total[bits] = _combined(add, total[bits], product) if bits in total else product
        return total

    def _multiple(self, a: Entries, b: Entries) -> Entries:
        """The multiple by a scalar at one point, at the price of a product with a diagonal matrix."""
        total: Entries = {}
        for right, k in b.items():
            for left, ((c,),) in a.items():
                if left & right:
                    continue
                self.work(1 + (len(k) + 1) * len(k) * len(k[0]))
                product = [[c * y % PRIME for y in row] for row in k]
                bits = left | right
                total[bits] = _combined(add, total[bits], product) if bits in total else product
        return total

    def power(self, a: Value, k: int) -> Value:
        """aᵏ, by repeated squaring."""
        need(a[0] == a[1], "got a power of a matrix that is not square")
        result = a if k else self.identity(a[0])
        for bit in f"{k:b}"[1:]:
            result = self.times(result, result)
            result = self.times(result, a) if bit == "1" else result
        return result

    def transposed(self, a: Value) -> Value:
        """aᵀ."""
        turned = [{bits: [list(column) for column in zip(*m, strict=True)] for bits, m in x.items()} for x in a[2]]
        return a[1], a[0], turned

    def trace(self, a: Value) -> Value:
        """tr(a)."""
        if a[0] != a[1]:
            need(False, f"got the trace of {a[0]}×{a[1]}")
        return 1, 1, [{bits: [[_trace(m)]] for bits, m in x.items()} for x in a[2]]

    def is_zero(self, a: Value) -> bool:
        """Whether all entries are zero at each point, those of the infinitesimals too."""
        return not any(entry for x in a[2] for m in x.values() for row in m for entry in row)

    def inner_product(self, a: Value, b: Value) -> Value:
        """tr(aᵀb), of two matrices of one shape."""
        return self.trace(self.times(self.transposed(a), b))


def _combined(operation: Callable[[int, int], int], m: Matrix, k: Matrix) -> Matrix:
    """The sum or the difference of two matrices of one shape."""
    return [[x % PRIME for x in map(operation, r, s)] for r, s in zip(m, k, strict=True)]


def _trace(m: Matrix) -> int:
    return sum([row[i] for i, row in enumerate(m)]) % PRIME
