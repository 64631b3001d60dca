"""Determinants of matrices of blocks, as theorems that no certificate proves.

  det([A 0; C D]) = det(A)·det(D)                and so for more blocks, and for upper triangular ones
  det([A B; C D]) = det(A)·det(D − CA⁻¹B)        where the statement has the inverse of A, and likewise with D⁻¹
  det([A B; B A]) = det(A + B)·det(A − B)
  det([A B; C D]) = det(AD − BC)                 of square blocks with CD = DC; likewise with AB = BA, AC = CA, BD = DB

The blocks on the diagonal are square. The diagonal blocks of the inverse of a block triangular matrix are the inverses
of its diagonal blocks. Source: Horn and Johnson, Matrix Analysis, §0.8.5; Silvester, Determinants of Block Matrices
(2000), for blocks that commute.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pcaproofs.kernel import Dimension, Expression
from pcaproofs.language.derived import ONE
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
            if self._is_triangular(grid):
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
            if len({*map(self.shape, (a, b, c, d))}) == 1 and self.shape(a) != (1, 1):
                self._equal_blocks(m, a, b, c, d)
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

    def _equal_blocks(self, m: Expression, a: Expression, b: Expression, c: Expression, d: Expression) -> None:
        """det([A B; B A]), and det([A B; C D]) of blocks of which two commute, where the right sides are known."""
        minus = ("mul", _MINUS, b)
        if self.multiplied_out(a) == self.multiplied_out(d) and self.multiplied_out(b) == self.multiplied_out(c):
            both: tuple[Expression, ...] = (("add", a, b), ("add", a, minus))
            if all(map(self.is_known, both)):
                self.take_theorem("det([A, B; B, A]) = det(A + B)·det(A − B)")
                self.add(self.determinant_of(m), "=", product([self.determinant_of(e) for e in both]))
        for x, y, outer, inner, shown in (
            (c, d, ("mul", a, d), ("mul", b, c), "det(AD − BC), if CD = DC"),
            (a, c, ("mul", a, d), ("mul", c, b), "det(AD − CB), if AC = CA"),
            (b, d, ("mul", d, a), ("mul", b, c), "det(DA − BC), if BD = DB"),
            (a, b, ("mul", d, a), ("mul", c, b), "det(DA − CB), if AB = BA"),
        ):
            inside: Expression = ("add", outer, ("mul", _MINUS, inner))
            if self._commute(x, y) and self.is_known(inside):
                self.take_theorem(f"det([A, B; C, D]) = {shown}")
                self.add(self.determinant_of(m), "=", self.determinant_of(inside))

    def _commute(self, x: Expression, y: Expression) -> bool:
        """Whether two square matrices commute as they are written, or by a hypothesis."""
        difference = self.multiplied_out(("add", ("mul", x, y), ("mul", _MINUS, y, x)))
        if not difference.terms:
            return True
        given = [
            self.scope().difference(h.left, h.right)
            for h in self.hypotheses.values()
            if h.relation == "=" and self.shape(h.left) == difference.shape
        ]
        return any(p in (difference, difference.scaled(-1)) for p in given)

    def inverse_of_blocks(self, of: Expression) -> None:
        """Adds the inverses of the diagonal blocks of a block triangular matrix that is said to be invertible."""
        grid, found = self.grids.get(of), self.known_inverse(of)
        if grid is None or found is None or len(grid) != len(grid[0]) or not self._is_triangular(grid):
            return
        if any(len({*self.shape(row[i])}) > 1 for i, row in enumerate(grid)):
            return
        self.take_theorem("that the diagonal blocks of the inverse of a block triangular matrix are inverses")
        parts = self.parts_of_identity([self.shape(row[i])[0] for i, row in enumerate(grid)])
        for c, row, i in zip(parts, grid, range(len(grid)), strict=True):
            block, n = row[i], self.shape(row[i])[0]
            inside: list[Expression] = [] if c is None else [("mul", c, found, ("t", c))]
            for factors in ([block, *inside], [*inside, block]) if inside else ():
                self.add(product(factors), "=", ONE if n == 1 else ("eye", n))

    def parts_of_identity(self, sizes: Sequence[Dimension]) -> list[Expression | None]:
        """The rows of an identity matrix that belong to blocks of these sizes; None for a single block."""
        raise NotImplementedError

    @staticmethod
    def _is_triangular(grid: Grid) -> bool:
        upper = all(_is_zero(x) for i, row in enumerate(grid) for x in row[:i])
        return upper or all(_is_zero(x) for i, row in enumerate(grid) for x in row[i + 1 :])

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
