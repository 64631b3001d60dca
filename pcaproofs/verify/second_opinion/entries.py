"""Entries of letters: small random rationals, or a symbol for each entry."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import sympy as sp

from pcaproofs.verify.second_opinion.valuation import Undefined

SIGNS = ("positive", "negative", "nonnegative", "nonzero")  # stronger assumptions first


class RandomEntries:
    """Small random rationals, from a seed."""

    def __init__(self, seed: int):
        self.random = Random(seed)

    def number(self, kind: str, integer: bool) -> Any:
        """A rational number with the sign `kind`, between -6 and 6."""
        value = sp.Rational(self.random.randint(-6, 6), 1 if integer else self.random.choice((1, 1, 2, 3)))
        if kind in ("positive", "nonzero", "negative") and value == 0:
            value = sp.Integer(1)
        return {"positive": abs(value), "nonnegative": abs(value), "negative": -abs(value)}.get(kind, value)

    def matrix(self, x: Any, rows: int, cols: int, kind: str, nth: int = 0) -> sp.Matrix:
        """A rows×cols matrix of a kind named in SamplingPlan.shapes; for a scalar symbol, 1×1 with the sign `kind`."""
        if isinstance(x, sp.Symbol):
            return sp.Matrix([[self.number(kind, bool(x.is_integer))]])
        m = _shaped(sp.Matrix(rows, cols, lambda i, j: self.number("", False)), kind)
        if kind == "root" and self.random.randrange(3) == 0:
            m[-1, :] = sp.zeros(1, cols)  # so that some psd matrices are singular
        return m

    def orthogonal(self, n: int) -> sp.Matrix:
        """A rational n×n orthogonal matrix: signs and two Householder reflections (a single one is symmetric)."""
        q = sp.diag(*(self.random.choice((1, -1)) for _ in range(n)))
        for _ in range(2):
            v = sp.Matrix([self.random.choice((-2, -1, 0, 1, 1, 2)) for _ in range(n)])
            if any(v):
                q = q - v * (v.T * q) * sp.Rational(2, sum(x * x for x in v))
        return q

    def frame(self, rows: int, widths: Sequence[int]) -> list[sp.Matrix]:
        """Matrices of these widths with jointly orthonormal columns. Raises Undefined if `rows` is too small."""
        if sum(widths) > rows:
            raise Undefined(f"got {sum(widths)} orthonormal columns of length {rows}")
        q, parts, at = self.orthogonal(rows), [], 0
        for width in widths:
            parts.append(q[:, at : at + width])
            at += width
        return parts

    def projector(self, n: int) -> sp.Matrix:
        """A rational n×n orthogonal projector of random rank."""
        q = self.orthogonal(n)[:, : self.random.randint(0, n)]
        return q * q.T if q.cols else sp.zeros(n, n)


class SymbolicEntries(RandomEntries):
    """A symbol for every entry."""

    def matrix(self, x: Any, rows: int, cols: int, kind: str, nth: int = 0) -> sp.Matrix:
        if isinstance(x, sp.Symbol):
            signs = {kind: True} if kind in SIGNS else {}
            return sp.Matrix([[sp.Symbol(x.name, real=True, **signs)]])
        name = f"{x.name}_{nth}_" if nth else f"{x.name}_"
        return _shaped(sp.Matrix(rows, cols, lambda i, j: sp.Symbol(f"{name}{i}_{j}", real=True)), kind)

    def orthogonal(self, n: int) -> sp.Matrix:
        """Raises Undefined: the entries of an orthogonal matrix are not free."""
        raise Undefined("got an orthogonal matrix, but should be one whose entries are free")


def _shaped(m: sp.Matrix, kind: str) -> sp.Matrix:
    if kind == "symmetric":
        return sp.Matrix(m.rows, m.cols, lambda i, j: m[min(i, j), max(i, j)])
    if kind == "centered":
        return sp.Matrix(m.rows, m.cols, lambda i, j: m[i, j] if i else -sum(m[1:, j], sp.Integer(0)))
    return m
