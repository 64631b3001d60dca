"""Reading of block matrices, explicit matrices, and slices.

With the rows C₁, C₂, … of an identity matrix that belong to the blocks, the matrix of blocks Aᵢⱼ is Σ CᵢᵀAᵢⱼCⱼ, and
block i of the rows of X is CᵢX. So the kernel needs no special case for blocks: a block matrix is one matrix, and the
laws of C₁, C₂, … (selections.py) describe its blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from pcaproofs.kernel import Dimension, Expression, IllTyped
from pcaproofs.language.block_determinants import Grid
from pcaproofs.language.functionals import Functionals
from pcaproofs.language.names import Unreadable
from pcaproofs.language.sizes import total
from pcaproofs.terms import ZERO, product, zero

MOST = 64  # blocks


class Partitioned(Functionals):
    """Reads matrices of blocks; the subclass reads the blocks."""

    def blocks(self, e: Any) -> Expression:
        """A matrix by its blocks or entries; the number 0 may stand for a zero block. Raises Unreadable or IllTyped."""
        written = e.blocks if isinstance(e, sp.BlockMatrix) else e
        rows, cols = map(int, written.shape)
        if not 0 < rows * cols <= MOST:
            raise Unreadable(f"got a matrix of {rows}×{cols} blocks, but should be at least one and at most {MOST}")
        found = [[self.read(written[i, j]) for j in range(cols)] for i in range(rows)]
        heights = [self._common(row, 0, e) for row in found]
        widths = [self._common(column, 1, e) for column in zip(*found, strict=True)]
        grid = tuple(
            tuple(zero(h, w) if x == ZERO else x for w, x in zip(widths, row, strict=True))
            for h, row in zip(heights, found, strict=True)
        )
        whole = self.of_grid(grid, heights, widths)
        self.grids[whole] = grid
        return whole

    def of_grid(self, grid: Grid, heights: Sequence[Dimension], widths: Sequence[Dimension]) -> Expression:
        """Σ CᵢᵀAᵢⱼCⱼ of blocks that fit."""
        if len(heights) == len(widths) == 1:
            return grid[0][0]
        above, beside = self.parts_of_identity(heights), self.parts_of_identity(widths)
        terms = []
        for c, row in zip(above, grid, strict=True):
            for d, block in zip(beside, row, strict=True):
                if block != ZERO and block[0] != "zero":
                    left = [] if c is None else [("t", c)]
                    right = [] if d is None else [d]
                    middle = [] if block[0] == "eye" and left + right else [block]
                    terms.append(product([*left, *middle, *right]))
        if not terms:
            return zero(total(heights), total(widths))
        return terms[0] if len(terms) == 1 else ("add", *terms)

    def parts_of_identity(self, sizes: Sequence[Dimension]) -> list[Expression | None]:
        """The rows of an identity matrix that belong to blocks of these sizes; None for a single block."""
        if len(sizes) == 1:
            return [None]
        n = self.known_size(total(sizes))
        after: list[Dimension] = [total(sizes[:i]) if i else 0 for i in range(len(sizes))]
        return [("letter", self.leading_letter(m, n, start)) for m, start in zip(sizes, after, strict=True)]

    def _common(self, blocks: Sequence[Expression], axis: int, e: Any) -> Dimension:
        """The number of rows (axis 0) or columns (axis 1) of blocks side by side. Raises IllTyped if they differ."""
        shapes = [self.shape(x) for x in blocks if x != ZERO] or [(1, 1)]
        for other in shapes[1:]:
            if other[axis] != shapes[0][axis]:
                words = "beside" if axis == 0 else "above"
                a, b = shapes[0][axis], other[axis]
                shown = " ".join((f"{shapes[0][0]}×{shapes[0][1]}", words, f"{other[0]}×{other[1]}"))
                raise IllTyped(f"got {shown}: {a} and {b} clash [in {' '.join(str(e).split())}]")
        return shapes[0][axis]

    def part(self, e: Any) -> Expression:
        """Contiguous rows and columns of a matrix, such as X[:m, :]. Raises Unreadable for others."""
        x = self.read(e.parent)
        left = self._selection(e.rowslice, e.parent.shape[0], e)
        right = self._selection(e.colslice, e.parent.shape[1], e)
        factors = [] if left is None else [left]
        factors += [x] if x[0] != "eye" or not (left or right) else []
        return product([*factors, *([] if right is None else [("t", right)])])

    def _selection(self, bounds: Any, size: Any, e: Any) -> Expression | None:
        """The rows of the identity matrix that select from `start` to `stop`; None for all."""
        start, stop, step = map(sp.sympify, bounds)
        rest, n = sp.expand(size - stop), self.dimension(size)
        if step != 1:
            raise Unreadable(f"got {e}, but the rows or columns should be contiguous")
        if start == 0 and rest == 0:
            return None
        m = self.dimension(sp.expand(stop - start))
        try:
            before = [] if start == 0 else [self.dimension(start)]
            behind = [] if rest == 0 else [self.dimension(rest)]
        except Unreadable:
            if start != 0:
                raise
            self.assume_within(m, n, f"got the first {m} of {n} rows or columns")
            return ("letter", self.leading_letter(m, n))
        return self.parts_of_identity([*before, m, *behind])[len(before)]
