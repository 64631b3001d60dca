"""Matrices of integers modulo a prime, with infinitesimals for derivatives, computed within a number of steps.

No value changes once it is made, so values may share matrices. Their entries are in 0, …, PRIME − 1.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add, mul, sub
from typing import Any

from pcaproofs.crosscheck.records import PRIME, need

STEPS = 5_000_000  # products of matrix entries, in total
Entries = dict[int, list[list[int]]]  # set of infinitesimals, as bits -> the matrix that is multiplied by their product
Value = tuple[Any, Any, Entries]  # rows and columns as dimensions, entries


class StepBudget:
    """The number of steps left for all points of a certificate."""

    def __init__(self, left: int = STEPS):
        self.left = left

    def take(self, steps: int) -> None:
        """Uses up steps; raises Refused if not enough are left."""
        self.left -= steps
        if self.left < 0:  # a text for each step that is taken would cost more than the step
            need(False, f"got a certificate of more than {STEPS} steps to compute")


class Arithmetic:
    """Operations on matrices whose named dimensions have given sizes; each entry costs a step."""

    def __init__(self, sizes: dict[str, int], steps: StepBudget):
        self.sizes, self.steps = sizes, steps
        self.identities: dict[int, list[list[int]]] = {}

    def size(self, n: Any) -> int:
        """The size of a dimension, which is a number or a name."""
        need((type(n) is int and n > 0) or n in self.sizes, "got no dimension")
        return n if type(n) is int else self.sizes[n]

    def work(self, steps: int) -> None:
        """Takes steps, and one for the operation itself."""
        self.steps.take(1 + steps)

    def identity(self, n: Any) -> Value:
        """The n×n identity matrix."""
        size = self.size(n)
        self.work(10 + size * size)
        if size not in self.identities:
            self.identities[size] = [[int(i == j) for j in range(size)] for i in range(size)]
        return n, n, {0: self.identities[size]}

    def zero(self, rows: Any, cols: Any) -> Value:
        """A matrix of zeros."""
        r, c = self.size(rows), self.size(cols)
        self.work(r * c)
        return rows, cols, {0: [[0] * c for _ in range(r)]}

    def scalar(self, c: int) -> Value:
        """A number as a 1×1 matrix."""
        return 1, 1, {0: [[c % PRIME]]}

    def plus(self, a: Value, b: Value, sign: int = 1) -> Value:
        """a + sign·b."""
        if a[:2] != b[:2]:
            need(False, f"got {a[0]}×{a[1]} plus {b[0]}×{b[1]}")
        total = dict(a[2])
        for bits, m in b[2].items():
            self.work(len(m) * len(m[0]))
            if bits in total:
                total[bits] = _combined(add if sign == 1 else sub, total[bits], m)
            else:
                total[bits] = m if sign == 1 else [[-y % PRIME for y in row] for row in m]
        return a[0], a[1], total

    def times(self, a: Value, b: Value) -> Value:
        """a·b, where one of them may be a scalar."""
        scaled = a[1] != b[0]
        if scaled:
            a, b = (b, a) if b[:2] == (1, 1) else (a, b)
            if a[:2] != (1, 1):
                need(False, f"got {a[0]}×{a[1]} times {b[0]}×{b[1]}")
            self.work(self.size(b[0]) ** 2)
        total: Entries = {}
        for right, k in b[2].items():
            columns = () if scaled else tuple(zip(*k, strict=True))
            for left, m in a[2].items():
                if left & right:  # ε² = 0
                    continue
                if scaled:  # at the price of a product with a diagonal matrix
                    self.work(1 + (len(k) + 1) * len(k) * len(k[0]))
                    c = m[0][0]
                    product = [[c * y % PRIME for y in row] for row in k]
                else:
                    self.work(1 + len(m) * (len(k) + 1) * len(k[0]))
                    product = [[sum(map(mul, r, c)) % PRIME for c in columns] for r in m]
                bits = left | right
                total[bits] = _combined(add, total[bits], product) if bits in total else product
        return b[0] if scaled else a[0], b[1], total

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
        return a[1], a[0], {bits: [list(column) for column in zip(*m, strict=True)] for bits, m in a[2].items()}

    def trace(self, a: Value) -> Value:
        """tr(a)."""
        if a[0] != a[1]:
            need(False, f"got the trace of {a[0]}×{a[1]}")
        return 1, 1, {bits: [[sum(row[i] for i, row in enumerate(m)) % PRIME]] for bits, m in a[2].items()}

    def is_zero(self, a: Value) -> bool:
        """Whether all entries are zero, those of the infinitesimals too."""
        return not any(x for m in a[2].values() for row in m for x in row)

    def inner_product(self, a: Value, b: Value) -> Value:
        """tr(aᵀb), of two matrices of one shape."""
        return self.trace(self.times(self.transposed(a), b))


def _combined(operation: Callable[[int, int], int], m: list[list[int]], k: list[list[int]]) -> list[list[int]]:
    """The sum or the difference of two matrices of one shape."""
    return [[x % PRIME for x in map(operation, r, s)] for r, s in zip(m, k, strict=True)]
