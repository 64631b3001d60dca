"""Matrices of blocks: [A B; C D], multiplied, added and transposed block by block.

A matrix of blocks is a term of its own, with the operation "blocks", until a product or a trace leaves one block. Two
of them are equal if their blocks are; the language sees ‖A − A'‖² + ‖B − B'‖² + … = 0. What has no blocks is split
beside them only if it is 0 or I.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pcaproofs.notes.formulas.surface import (
    Blank,
    Chain,
    Dots,
    Group,
    Matrix,
    Name,
    Node,
    Num,
    Product,
    Transpose,
    nodes,
)
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.dimensions import Unknown
from pcaproofs.notes.typing.products import Products
from pcaproofs.notes.typing.shaping import SCALAR, Misfit
from pcaproofs.notes.typing.terms import Term, Unsupported

BLOCKS = "a matrix of blocks"
MOST = 16  # blocks

Blocks = list[list[Term]]


class Partitioned(Products):
    """Types matrices of blocks."""

    def matrix(self, node: Matrix) -> Term:
        """A matrix by its cells, which may be blocks. Raises Unsupported, Misfit."""
        if has_bold_numbers(node):
            raise Unsupported(node.span, "a number in bold in a matrix of numbers")
        try:
            return self.cells(node)
        except Unsupported as error:
            has_gaps = any(isinstance(x, Blank | Dots) for row in node.rows for x in row)
            if error.what != BLOCKS or has_gaps or sum(map(len, node.rows)) > MOST:
                raise
            blocks = [[self.expression(cell) for cell in row] for row in node.rows]
            if any(x.op == "number" for row in blocks for x in row):  # 1 may be meant as a column of ones
                raise
        return self.partition(blocks, node.span)

    def bracketed(self, node: Group) -> Term:
        """What stands between square brackets: [U W] is a matrix of blocks if it is no product; [U | W] is one."""
        match node.body:
            case Chain(terms, signs) if {*signs} == {"∣"}:
                return self.partition([[self.expression(x) for x in terms]], node.span)
            case Product(factors, marks) if {*marks} == {""} and all(isinstance(x, Num) for x in factors):
                if node.opening != "[":
                    raise Unsupported(node.span, "numbers side by side in brackets")
                return self.plain_cells([factors], node)
            case Product(factors, marks) if {*marks} == {""} and len(factors) > 1 and all(map(_is_member, factors)):
                return self.side_by_side(factors, node)
            case Product(factors, marks) if {*marks} == {""} and node.opening == "[" and all(map(is_block, factors)):
                found = [self.expression(x) for x in factors]  # before sizes are tried, so that letters keep theirs
                try:
                    with self.sizes.attempt():
                        return self.expression(node.body)
                except Misfit:
                    if any(map(self.is_scalar, found)) or not self.is_of_one_height(found, node.span):
                        raise
                    return self.partition([found], node.span)
        return self.expression(node.body)

    def side_by_side(self, factors: tuple[Node, ...], node: Group) -> Term:
        """(a_1 a_2 a_3): the matrix with these columns, if they are no factors by their sizes."""
        found = [self.expression(x) for x in factors]
        if all(map(self.is_column, found)):
            return self.plain_cells([factors], node)
        return self.expression(node.body)

    def is_of_one_height(self, found: Sequence[Term], span: Span) -> bool:
        """Whether matrices may stand side by side."""
        try:
            with self.sizes.attempt():
                self.partition([list(found)], span)
        except Misfit:
            return False
        return True

    def partition(self, blocks: Blocks, span: Span) -> Term:
        """A matrix of blocks whose rows and columns fit, or its only block. Raises Misfit."""
        for row in blocks:
            for block in row[1:]:
                self.equate(row[0].shape[0], block.shape[0], row[0], block, span)
        for row in blocks[1:]:
            for first, block in zip(blocks[0], row, strict=True):
                self.equate(first.shape[1], block.shape[1], first, block, span)
        if len(blocks) == len(blocks[0]) == 1:
            return blocks[0][0]
        rows = blocks[0][0].shape[0] if len(blocks) == 1 else Unknown("blocks", plural=True)
        columns = blocks[0][0].shape[1] if len(blocks[0]) == 1 else Unknown("blocks", plural=True)
        flat = tuple(x for row in blocks for x in row)
        return Term("blocks", (rows, columns), flat, (len(blocks), len(blocks[0])), span)

    def multiply(self, left: Term, right: Term, mark: str, span: Span) -> Term:
        """A product, of matrices of blocks block by block. Raises Misfit, Unsupported."""
        if "blocks" not in (left.op, right.op):
            return super().multiply(left, right, mark, span)
        if self.is_scalar(left):
            return self.each(right, lambda x: self.multiply(left, x, mark, span))
        if self.is_scalar(right):
            return self.each(left, lambda x: self.multiply(x, right, mark, span))
        a, b = grid(left), grid(right)
        if len(a[0]) != len(b):
            raise Unsupported(span, "a product of matrices with different blocks")
        return self.partition(
            [[self.row_by_column(row, column, span) for column in zip(*b, strict=True)] for row in a], span
        )

    def row_by_column(self, row: Sequence[Term], column: Sequence[Term], span: Span) -> Term:
        """The sum of the products of blocks, without those that are zero."""
        parts = []
        for x, y in zip(row, column, strict=True):
            self.equate(x.shape[1], y.shape[0], x, y, span)
            if "zero" not in (x.op, y.op):
                parts.append(self.multiply(x, y, "", span))
        return self.total(parts, span) if parts else Term("zero", (row[0].shape[0], column[0].shape[1]), span=span)

    def transpose(self, term: Term, span: Span) -> Term:
        """A transpose, of a matrix of blocks with transposed blocks."""
        if term.op != "blocks":
            return super().transpose(term, span)
        return self.partition(
            [[self.transpose(x, span) for x in column] for column in zip(*grid(term), strict=True)], span
        )

    def add(self, found: Sequence[Term], signs: Sequence[str], span: Span) -> Term:
        """A sum, of matrices of blocks block by block. Raises Misfit, Unsupported."""
        first = next((x for x in found if x.op == "blocks"), None)
        if first is None or len(found) == 1:
            return super().add(found, signs, span)
        parts = [self.split(x, first, span) for x in found]
        rows, columns = len(grid(first)), len(grid(first)[0])
        out = [[self.sum_of([x[k][j] for x in parts], signs, span) for j in range(columns)] for k in range(rows)]
        return self.partition(out, span)

    def sum_of(self, found: Sequence[Term], signs: Sequence[str], span: Span) -> Term:
        """A sum of blocks, without those that are zero."""
        for x in found[1:]:
            self.alike(found[0], x, span)
        kept = [(x, sign) for x, sign in zip(found, signs, strict=True) if x.op != "zero"]
        return self.add([x for x, _ in kept], [sign for _, sign in kept], span) if kept else found[0]

    def divide(self, top: Term, bottom: Term, span: Span) -> Term:
        """A quotient by a number."""
        if top.op != "blocks":
            return super().divide(top, bottom, span)
        return self.each(top, lambda x: self.divide(x, bottom, span))

    def power(self, term: Term, exponent: int, span: Span) -> Term:
        """A power; of a matrix of blocks only the square."""
        if term.op != "blocks":
            return super().power(term, exponent, span)
        if exponent != 2:
            raise Unsupported(span, f"{BLOCKS} to the power {exponent}")
        return self.multiply(term, term, "", span)

    def inner(self, left: Term, right: Term, span: Span) -> Term:
        """An inner product. Raises Misfit, Unsupported."""
        if "blocks" not in (left.op, right.op):
            return super().inner(left, right, span)
        return self.trace(self.multiply(self.transpose(left, span), right, "", span), span)

    def squared_norm(self, term: Term, span: Span) -> Term:
        """‖A‖², of a matrix of blocks the sum over its blocks."""
        if term.op != "blocks":
            return super().squared_norm(term, span)
        return self.total([self.squared_norm(x, span) for x in term.parts], span)

    def norm(self, term: Term, span: Span) -> Term:
        """‖A‖. Raises Unsupported for a matrix of blocks."""
        if term.op == "blocks":
            raise Unsupported(span, f"the norm of {BLOCKS} that is not squared")
        return super().norm(term, span)

    def trace(self, term: Term, span: Span) -> Term:
        """A trace, of a matrix of blocks the sum of those on its diagonal. Raises Misfit, Unsupported."""
        if term.op != "blocks":
            return super().trace(term, span)
        blocks = grid(term)
        if len(blocks) != len(blocks[0]):
            raise Unsupported(span, f"the trace of {BLOCKS} that is not square")
        return self.total([self.trace(blocks[k][k], span) for k in range(len(blocks))], span)

    def each(self, term: Term, change: Callable[[Term], Term]) -> Term:
        """A matrix with changed blocks."""
        return self.partition([[change(x) for x in row] for row in grid(term)], term.span)

    def split(self, term: Term, like: Term, span: Span) -> Blocks:
        """The blocks of a term beside a matrix of blocks: 0 and I have those of the other. Raises Unsupported."""
        blocks = grid(like)
        if term.op == "blocks" and term.data == like.data:
            return grid(term)
        if term.op == "zero":
            return [[self.zero(span) for _ in row] for row in blocks]
        has_size = not isinstance(self.sizes.find(term.shape[0]), Unknown)  # which would be that of all blocks
        if term.op == "identity" and not has_size and len(blocks) == len(blocks[0]):
            for k, row in enumerate(blocks):
                self.need_square(row[k], span)
            return [
                [Term("identity", x.shape) if k == j else self.zero(span) for j, x in enumerate(row)]
                for k, row in enumerate(blocks)
            ]
        raise Unsupported(span, f"{BLOCKS} beside what has no blocks")

    def by_blocks(self, a: Term, b: Term, span: Span) -> tuple[Term, Term]:
        """Two sides of an equation of matrices of blocks as numbers: the squares of all differences, and 0."""
        like = a if a.op == "blocks" else b
        one, other = self.split(a, like, span), self.split(b, like, span)
        gaps = []
        for row, beside in zip(one, other, strict=True):
            for x, y in zip(row, beside, strict=True):
                if not (x.op == y.op == "zero"):
                    gaps.append(self.squared_norm(self.sum_of([x, y], ["+", "-"], span), span))
        self.defaults.setdefault("matrices of blocks are equal if their blocks are: the sum of ‖A − B‖² over them is 0")
        return self.total(gaps, span), Term("number", SCALAR, data=("0",))


def is_block(node: Node) -> bool:
    """Whether a factor may be a block: a letter or its transpose."""
    return isinstance(node, Name) or (isinstance(node, Transpose) and isinstance(node.base, Name))


def has_bold_numbers(matrix: Matrix) -> bool:
    """Whether the cells of a matrix are calculations of which a number is in bold: [𝟎 2; 𝟏 4], 𝟏 × 𝟎 + 2 × 2."""
    names = [x for row in matrix.rows for cell in row for x in nodes(cell) if isinstance(x, Name)]
    numbers = any(isinstance(x, Num) for row in matrix.rows for cell in row for x in nodes(cell))
    return bool(names) and all(x == Name(x.base, font=x.font) and x.base in ("0", "1") for x in names) and numbers


def grid(term: Term) -> Blocks:
    """The blocks of a term, row by row; of any other term the term itself."""
    if term.op != "blocks":
        return [[term]]
    rows, columns = (int(str(x)) for x in term.data)
    return [list(term.parts[k * columns : (k + 1) * columns]) for k in range(rows)]


def _is_member(node: Node) -> bool:
    """Whether a node is a letter with an index."""
    return isinstance(node, Name) and node.subscript is not None and not node.mark
