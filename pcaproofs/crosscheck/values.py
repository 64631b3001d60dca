"""Matrices of integers modulo a prime, with infinitesimals for derivatives, computed within a number of steps.

A value has a matrix at each of several points, so that an expression is read once for all of them. A product of the
same two values is computed once, so that words with the same beginning share it.

No value changes once it is made. Its entries are integers in one list: a point after the other, row by row. Those of
sums and differences are reduced modulo the prime by the next product.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import pairwise
from operator import add, mul, sub
from typing import Any

from pcaproofs.crosscheck.records import PRIME, need

STEPS = 5_000_000  # products of matrix entries, in total
REMEMBERED = 1_000_000  # of these steps, the first ones whose products are kept
Entries = list[int]
Parts = dict[int, Entries]  # set of infinitesimals, as bits -> what is multiplied by their product
Value = tuple[Any, Any, Parts]  # rows and columns as dimensions
Layout = list[tuple[int, int, int, int, int]]  # of a product m×k times k×n: m, k, n and where both begin, at each point


class StepBudget:
    """The number of steps left for a certificate."""

    def __init__(self, left: int = STEPS):
        self.left = left

    def take(self, steps: int) -> None:
        """Uses up steps, and one for the operation itself; raises NotAccepted if not enough are left."""
        self.left -= 1 + steps
        if self.left < 0:  # a text for each step that is taken would cost more than the step
            need(False, f"got a certificate of more than {STEPS} steps to compute")


class Arithmetic:
    """Operations on matrices whose named dimensions have given sizes at each point; each entry costs a step."""

    def __init__(self, sizes: dict[str, list[int]], points: int, steps: StepBudget):
        self.sizes, self.points, self.steps, self.work = sizes, points, steps, steps.take
        self.counts: dict[Any, list[int]] = {**sizes}
        self.layouts: dict[tuple[Any, Any, Any], Layout] = {}
        self.identities: dict[Any, Value] = {}
        # by the identity of the operands' parts, which are kept with the result: nothing else gets their identity
        self.made: dict[tuple[int, int], tuple[Value, Value, Value]] = {}

    def size(self, n: Any) -> list[int]:
        """The size of a dimension, which is a number or a name, at each point."""
        if n not in self.counts:
            need(type(n) is int and n > 0, "got no dimension")
            self.counts[n] = [n] * self.points
        return self.counts[n]

    def layout(self, rows: Any, inner: Any, cols: Any) -> Layout:
        """The sizes of rows×inner times inner×cols, and where the entries of both begin, at each point."""
        key = rows, inner, cols
        if key not in self.layouts:
            found, x, y = [], 0, 0
            for m, k, n in zip(*map(self.size, key), strict=True):
                found.append((m, k, n, x, y))
                x, y = x + m * k, y + k * n
            self.layouts[key] = found
        return self.layouts[key]

    def identity(self, n: Any) -> Value:
        """The n×n identity matrix."""
        self.work(10)
        if n not in self.identities:
            sizes = self.size(n)
            self.work(sum(size * size for size in sizes))
            each = [([1] + [0] * size) * (size - 1) + [1] for size in sizes]
            self.identities[n] = n, n, {0: [entry for one in each for entry in one]}
        return self.identities[n]

    def zero(self, rows: Any, cols: Any) -> Value:
        """A matrix of zeros."""
        count = sum(map(mul, self.size(rows), self.size(cols)))
        self.work(count)
        return rows, cols, {0: [0] * count}

    def scalar(self, c: int) -> Value:
        """A number as a 1×1 matrix, the same at each point."""
        return 1, 1, {0: [c % PRIME] * self.points}

    def scalars(self, numbers: Iterable[int]) -> Value:
        """A number at each point, as 1×1 matrices."""
        return 1, 1, {0: [c % PRIME for c in numbers]}

    def plus(self, a: Value, b: Value, sign: int = 1) -> Value:
        """a + sign·b."""
        if a[:2] != b[:2]:
            need(False, f"got {a[0]}×{a[1]} plus {b[0]}×{b[1]}")
        operation, total = add if sign == 1 else sub, dict(a[2])
        for bits, entries in b[2].items():
            self.work(len(entries))
            if bits in total:
                total[bits] = list(map(operation, total[bits], entries))
            else:
                total[bits] = entries if sign == 1 else [-entry for entry in entries]
        return a[0], a[1], total

    def times(self, a: Value, b: Value) -> Value:
        """a·b, where one of them may be a scalar."""
        key = id(a[2]), id(b[2])
        if key in self.made:
            self.work(1)
            return self.made[key][0]
        if a[1] == b[0]:
            if a is self.identities.get(a[0]):
                return b
            result = a[0], b[1], self._product(a[2], b[2], self.layout(a[0], a[1], b[1]))
        else:
            one, other = (b, a) if b[:2] == (1, 1) else (a, b)
            if one[:2] != (1, 1):
                need(False, f"got {a[0]}×{a[1]} times {b[0]}×{b[1]}")
            layout = self.layout(*other[:2], 1)
            if one[2].keys() == {0} and len({*one[2][0]}) == 1:  # the same number at each point
                row = [(1, 1, layout[-1][3] + layout[-1][0] * layout[-1][1], 0, 0)]
            else:
                row = [(1, 1, m * n, p, x) for p, (m, n, _, x, _) in enumerate(layout)]
            result = *other[:2], self._product(one[2], other[2], row)
        return self._kept(key, result, a, b)

    def _kept(self, key: tuple[int, int], result: Value, a: Value, b: Value) -> Value:
        if self.steps.left > STEPS - REMEMBERED:
            self.made[key] = result, a, b
        return result

    def product(self, factors: list[Value]) -> Value:
        """The product of one factor or more; in a chain of matrices, columns and rows before wider ones."""
        i = next((i for i, a in enumerate(factors, 1) if a[1] == 1), 0)
        if not i or factors[0][0] == 1 or any(a[1] != b[0] for a, b in pairwise(factors)):
            return reduce(self.times, factors)
        column = reduce(lambda b, a: self.times(a, b), reversed(factors[:i]))
        return self.times(column, reduce(self.times, factors[i:])) if i < len(factors) else column

    def _product(self, a: Parts, b: Parts, layout: Layout) -> Parts:
        self.work(len(a) * len(b) * sum([m * (k + 1) * n for m, k, n, _, _ in layout]))
        total: Parts = {}
        for right, y in b.items():
            for left, x in a.items():
                if not left & right:  # ε² = 0
                    product, bits = _multiplied(x, y, layout), left | right
                    total[bits] = list(map(add, total[bits], product)) if bits in total else product
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
        key = id(a[2]), 0
        if key in self.made:
            return self.made[key][0]
        layout = self.layout(*a[:2], 1)
        turned = {
            bits: [entry for m, n, _, x, _ in layout for j in range(x, x + n) for entry in entries[j : x + m * n : n]]
            for bits, entries in a[2].items()
        }
        return self._kept(key, (a[1], a[0], turned), a, a)

    def trace(self, a: Value) -> Value:
        """tr(a)."""
        if a[0] != a[1]:
            need(False, f"got the trace of {a[0]}×{a[1]}")
        layout = self.layout(*a[:2], 1)
        return 1, 1, {k: [sum(e[x : x + n * n : n + 1]) for n, _, _, x, _ in layout] for k, e in a[2].items()}

    def is_zero(self, a: Value) -> bool:
        """Whether all entries are zero at each point, those of the infinitesimals too."""
        return not any(entry % PRIME for entries in a[2].values() for entry in entries)

    def inner_product(self, a: Value, b: Value) -> Value:
        """tr(aᵀb), of two matrices of one shape."""
        if a[:2] != b[:2]:
            return self.trace(self.times(self.transposed(a), b))
        row = [(1, m * n, 1, x, x) for m, n, _, x, _ in self.layout(*a[:2], 1)]
        return 1, 1, self._product(a[2], b[2], row)

    def trace_of_product(self, a: Value, b: Value) -> Value:
        """tr(ab), from the diagonal of ab alone."""
        if a[1] != b[0] or a[0] != b[1]:
            return self.trace(self.times(a, b))
        return self.inner_product(self.transposed(b), a)


def _multiplied(x: Entries, y: Entries, layout: Layout) -> Entries:
    """The product at each point, reduced modulo the prime."""
    if len(x) == len(y) == len(layout):
        return [u * v % PRIME for u, v in zip(x, y, strict=True)]
    found: Entries = []
    for m, k, n, i, j in layout:
        if k == 1:
            found += [u * v % PRIME for u in x[i : i + m] for v in y[j : j + n]]
        else:
            rows = [x[r : r + k] for r in range(i, i + m * k, k)]
            columns = [y[c : j + k * n : n] for c in range(j, j + n)]
            found += [sum(map(mul, row, column)) % PRIME for row in rows for column in columns]
    return found
