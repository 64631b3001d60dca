"""Determinants of matrices of blocks, as theorems that no certificate proves.

  det([A 0; C D]) = det(A)·det(D)                and so for more blocks, and for upper triangular ones
  det([A B; C D]) = det(A)·det(D − CA⁻¹B)        where the statement has the inverse of A, and likewise with D⁻¹

The blocks on the diagonal are square. Source: Horn and Johnson, Matrix Analysis, §0.8.5.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pcaproofs.kernel import Expression
from pcaproofs.language.determinants import Determinants, product
from pcaproofs.terms import ZERO

Grid = tuple[tuple[Expression, ...], ...]
_MINUS: Expression = ("number", "-1")


class BlockDeterminants(Determinants):
    """Reads determinants of block matrices."""

    def __init__(self) -> None:
        super().__init__()
        self.grids: dict[Expression, Grid] = {}  # expressions that were read from block matrices

    def as_written(self, e: Expression) -> str:
        """An expression in readable form; a block matrix is shown by its blocks."""
        if e not in self.grids:
            return super().as_written(e)
        return f"[{'; '.join(', '.join(map(self.as_written, row)) for row in self.grids[e])}]"

    def determinant_of_factor(self, m: Expression) -> Expression:
        """The determinant of a matrix that is not a product; a block triangular one is expanded."""
        for grid in self._grids_of(m):
            upper = all(_is_zero(x) for i, row in enumerate(grid) for x in row[:i])
            lower = all(_is_zero(x) for i, row in enumerate(grid) for x in row[i + 1 :])
            if upper or lower:
                self.take_theorem("that the determinant of a block triangular matrix is that of its diagonal blocks")
                return product([self.determinant_of(row[i]) for i, row in enumerate(grid)])
        return super().determinant_of_factor(m)

    def block_laws(self, m: Expression) -> None:
        """Adds the laws of Schur complements for the determinant of a letter that is a matrix of 2×2 blocks."""
        derived = self.derived.get(m[1])
        for grid in self._grids_of(m if derived is None or derived.of is None else derived.of):
            if len(grid) != 2:
                continue
            (a, b), (c, d) = grid
            for (first, over, under, last), shown in (((a, b, c, d), "A"), ((d, c, b, a), "D")):
                inverse = first if first[0] == "eye" else self.known_inverse(first)
                if inverse is None or _is_zero(first):
                    continue
                schur: Expression = ("add", last, ("mul", _MINUS, under, inverse, over))
                if self.shape(last) == (1, 1) or self.is_known(schur):
                    law = {"A": "det(A)·det(D − CA⁻¹B)", "D": "det(D)·det(A − BD⁻¹C)"}[shown]
                    self.take_theorem(f"det([A, B; C, D]) = {law}")
                    both = product([self.determinant_of(first), self.determinant_of(schur)])
                    self.add(self.determinant_of(m), "=", both)

    def is_known(self, e: Expression) -> bool:
        """Whether the determinant of an expression is made of letters of the statement."""
        found = self.factored(e)
        return found is None or all(map(self.exists, found[1]))

    def _grids_of(self, m: Expression) -> Iterator[Grid]:
        """The blocks of a matrix with square diagonal blocks, if it or its transpose was read so, up to a sign."""
        if not self.grids or m[0] != "add":
            return
        p = self.multiplied_out(m)
        for whole, grid in self.grids.items():
            if self.shape(whole) != (p.rows, p.rows) or len(grid) != len(grid[0]):
                continue
            if any(len({*self.shape(row[i])}) > 1 for i, row in enumerate(grid)):
                continue
            q = self.multiplied_out(whole)
            if p in (q, q.T):
                yield grid
            elif p in (q.scaled(-1), q.T.scaled(-1)):
                yield tuple(tuple(("mul", _MINUS, x) for x in row) for row in grid)


def _is_zero(x: Any) -> bool:
    return x == ZERO or x[0] == "zero" or (x[0] == "mul" and any(map(_is_zero, x[1:])))
