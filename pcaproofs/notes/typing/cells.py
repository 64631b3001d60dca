"""Typing of matrices that are written by their cells: numbers, columns or rows, also with dots.

A matrix of numbers is Σ aₖₗ eₖeₗᵀ, with columns eₖ of identity matrices; what dots stand for has an index in place of k
or l. A matrix of blocks is none of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from itertools import permutations
from math import prod

from pcaproofs.notes.formulas.dots import Series, series
from pcaproofs.notes.formulas.spelling import family_listed, key, letter_text
from pcaproofs.notes.formulas.surface import Blank, Dots, Listed, Matrix, Name, Node, Num, Words, nodes
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.dimensions import Unknown
from pcaproofs.notes.typing.shaping import SCALAR, Misfit
from pcaproofs.notes.typing.statistics import Statistics
from pcaproofs.notes.typing.terms import Term, Unsupported, Untyped, letters_of
from pcaproofs.notes.typing.written_entries import WRITTEN, Grid

MOST = 36  # entries of a matrix that is written without dots
LARGEST = 3  # rows of a determinant that is multiplied out

TUPLE = "a tuple of numbers is a column"

Cellgrid = Sequence[Sequence[Node]]


class Cells(Statistics):
    """Types matrices by their cells."""

    def listed(self, base: Name, last: Node, at: Node) -> Term:
        """The matrix whose rows are the members x_1, …, x_n; of numbers the column of them."""
        known = self.definitions.get(base)
        is_whole = self.table.is_column(base, self.offset) and key(base) not in self.table.members and known is None
        whole = self.letter(base) if is_whole else self.family(base, self.table.at(base, self.offset))
        length = self.size(last)
        if self.is_part(length, self.sizes.find(whole.shape[0])):
            return self.leading(whole, length, at)
        try:
            self.equate(whole.shape[0], length, whole, Term("size", SCALAR, data=(length,), span=last.span), at.span)
        except Misfit:  # here u_1, …, u_m, and elsewhere u_1, …, u_r
            raise Unsupported(at.span, f"the members of {letter_text(base)} up to another one than elsewhere") from None
        return whole

    def cells(self, node: Matrix) -> Term:
        """A matrix by its cells. Raises Unsupported for one of blocks, and for dots of which no series is known."""
        rows = node.rows
        if node.brackets == "{." or node.how.endswith("cases"):
            raise Unsupported(node.span, "a distinction of cases")
        if len({len(row) for row in rows}) != 1:
            raise Untyped(node.span, "rows of different lengths", "as many cells in each row")
        if len(rows) == 1 and (found := family_listed(Listed(rows[0]))) is not None:
            return self.columns(*found, node)
        if (diagonal := diagonal_series(rows)) is not None:
            return self.diagonal(diagonal, node)
        if any(isinstance(x, Dots) for row in rows for x in row):
            return self.dotted_cells(rows, node)
        return self.plain_cells(rows, node)

    def columns(self, base: Name, last: Node, at: Node) -> Term:
        """[x_1, …, x_n]: the matrix whose columns are the members of a family; of numbers a row."""
        return self.transpose(self.listed(base, last, at), at.span)

    def of_tuple(self, items: tuple[Node, ...], at: Node) -> Term:
        """(a, b, c): a column of numbers; of columns the matrix with these columns."""
        if (found := family_listed(Listed(items))) is not None:
            whole = self.listed(*found, at)
            is_matrix = self.sizes.find(whole.shape[1]) != 1
            return self.transpose(whole, at.span) if is_matrix else self.as_column(whole)
        if any(isinstance(x, Dots) for x in items):
            row = self.dotted_cells([items], at)
            is_row = self.sizes.find(row.shape[0]) == 1
            return self.as_column(self.transpose(row, at.span)) if is_row else row
        parts = [self.as_number(self.expression(x)) for x in items]
        if not all(map(self.is_scalar, parts)):
            raise Unsupported(at.span, "a matrix by its columns")
        return self.as_column(Term("cells", (len(parts), 1), tuple(parts), span=at.span))

    def as_column(self, term: Term) -> Term:
        """A column of numbers that is written as a tuple."""
        self.defaults.setdefault(TUPLE)
        return term

    def plain_cells(self, rows: Cellgrid, at: Node) -> Term:
        """A matrix without dots: of numbers, or one row of columns, or one column of rows."""
        if sum(map(len, rows)) > MOST or any(isinstance(x, Blank) for row in rows for x in row):
            raise Unsupported(at.span, "a matrix by its entries")
        if any(isinstance(x, Words) for row in rows for cell in row for x in nodes(cell)):
            raise Unsupported(at.span, "a matrix with words in it")
        found = [[self.as_number(self.expression(x)) for x in row] for row in rows]
        size = len(rows), len(rows[0])
        flat = [term for row in found for term in row]
        if all(map(self.is_scalar, flat)):
            return Term("cells", size, tuple(flat), span=at.span) if len(flat) > 1 else flat[0]
        if size[0] == 1 and all(map(self.is_column, flat)):
            units = [self.transpose(self.unit(k, size[1], at.span), at.span) for k in range(size[1])]
            return self.total([self.multiply(x, e, "", at.span) for x, e in zip(flat, units, strict=True)], at.span)
        if size[1] == 1 and all(self.sizes.find(x.shape[0]) == 1 and not self.is_scalar(x) for x in flat):
            stacked = [self.multiply(self.unit(k, size[0], at.span), x, "", at.span) for k, x in enumerate(flat)]
            return self.total(stacked, at.span)
        for term in flat:
            letters = letters_of(term)
            is_bold = any(x.startswith(r"\mathbf") for x in letters)  # a column by its look
            if self.is_column(term) and not is_bold and any(map(self.is_unsaid, letters)):
                self.need_scalar(term, "a number, as an entry of a matrix")
        raise Unsupported(at.span, "a matrix of blocks")

    def is_unsaid(self, found: str) -> bool:
        """Whether only its look says what a letter is."""
        return found in self.used and self.used[found].strength == "convention"

    def total(self, parts: list[Term], span: Span) -> Term:
        """The sum of terms."""
        return self.add(parts, ["+"] * len(parts), span)

    def unit(self, k: int, size: int, span: Span) -> Term:
        """Column k, from 0, of the identity matrix of a size that is a number."""
        return Term("unit", (size, 1), data=(k,), span=span)

    def diagonal(self, entries: Series, at: Node) -> Term:
        """The diagonal matrix whose diagonal is a series of numbers."""
        length = self.size(entries.last)
        with self.binding(entries.index, length) as index:
            entry = self.as_number(self.expression(entries.body))
            self.need_scalar(entry, "a number on the diagonal")
            if entry.op == "entry" and entry.parts[0].op == "letter" and entry.data == (index.name,):
                return Term("diagonal", (length, length), entry.parts, span=at.span)
            e = self.unit_vector(entries.index, entries.index, length)
            body = self.multiply(entry, self.multiply(e, self.transpose(e, at.span), "", at.span), "", at.span)
        return Term("total", body.shape, (body,), (index.name, index.length, 0, None), at.span)

    def dotted_cells(self, rows: Cellgrid, at: Node) -> Term:
        """A matrix whose rows, columns or both go on with dots. Raises Unsupported where they are no series."""
        down = [k for k, row in enumerate(rows) if all(isinstance(x, Dots | Blank) for x in row)]
        across = [
            k
            for k in range(len(rows[0]))
            if all(isinstance(row[k], Dots | Blank) for j, row in enumerate(rows) if j not in down)
        ]
        every = [x for row in rows for x in row]
        heads: list[list[Node]] = []  # for each row that is written its cells, or one cell with an index
        over: Series | None = None
        for k, row in enumerate(rows):
            if k in down:
                continue
            cells = [Dots() if j in across else x for j, x in enumerate(row)]
            if across:
                over = self.is_series(cells, every, at)
                cells = [over.body]
            heads.append(cells)
        if not heads:
            raise Unsupported(at.span, "a matrix of dots alone")
        if not down:
            return self.of_series(heads, None, over, at)
        columns: list[Node] = []
        below: Series | None = None
        for j in range(len(heads[0])):
            cells = [row[j] for row in heads]
            cells[down[0] : down[0]] = [Dots()]
            below = self.is_series(cells, every, at)
            columns.append(below.body)
        return self.of_series([columns], below, over, at)

    def by_entry(self, grid: Grid, at: Node) -> Term:
        """The matrix Σ f(i, j) eᵢeⱼᵀ of an entry f(i, j), or the column of an entry with one index."""
        self.defaults.setdefault(WRITTEN)
        with ExitStack() as stack:
            lengths = [Unknown(f"length of {key(x)}", plural=True) for x in grid.indices]
            running = [stack.enter_context(self.binding(x, n)) for x, n in zip(grid.indices, lengths, strict=True)]
            entry = self.as_number(self.expression(grid.entry))
            self.need_scalar(entry, "a number, as an entry of a matrix")
            units = [self.unit_vector(x, x, n) for x, n in zip(grid.indices, lengths, strict=True)]
            across = self.transpose(units[1], at.span) if len(units) > 1 else None
            whole = units[0] if across is None else self.multiply(units[0], across, "", at.span)
            out = self.multiply(entry, whole, "", at.span)
        for index in reversed(running):
            out = Term("total", out.shape, (out,), (index.name, index.length, 0, None), at.span)
        return self.transpose(out, at.span) if grid.is_transposed else out

    def is_series(self, cells: Sequence[Node], taken: Sequence[Node], at: Node) -> Series:
        """The series of some cells, from 1 on. Raises Unsupported if they are none."""
        found = series(cells, taken)
        if found is None or found.start != Num("1"):
            raise Unsupported(at.span, "a matrix with dots that are no series")
        return found

    def of_series(self, rows: Sequence[Sequence[Node]], below: Series | None, over: Series | None, at: Node) -> Term:
        """Σ f(i, j) eᵢeⱼᵀ over the series of rows and of columns, or the rows and columns that are written."""
        with ExitStack() as stack:
            running = [(x, stack.enter_context(self.binding(x.index, self.size(x.last)))) for x in (below, over) if x]
            parts = []
            for k, row in enumerate(rows):
                for j, cell in enumerate(row):
                    term = self.as_number(self.expression(cell))
                    left = self.place(below, k, len(rows), at)
                    right = self.place(over, j, len(row), at)
                    parts.append(self.placed(term, left, right, at))
            out = self.total(parts, at.span)
        for _, index in reversed(running):
            out = Term("total", out.shape, (out,), (index.name, index.length, 0, None), at.span)
        return out

    def place(self, running: Series | None, k: int, count: int, at: Node) -> Term | None:
        """eᵢ of a series, or eₖ of several rows or columns that are written; None if there is one."""
        if running is not None:
            return self.unit_vector(running.index, running.index, self.size(running.last))
        return self.unit(k, count, at.span) if count > 1 else None

    def placed(self, term: Term, left: Term | None, right: Term | None, at: Node) -> Term:
        """What one cell adds to its matrix. Raises Unsupported for a block."""
        is_column = not self.is_scalar(term) and self.sizes.find(term.shape[1]) == 1
        is_row = not self.is_scalar(term) and self.sizes.find(term.shape[0]) == 1
        if not (self.is_scalar(term) or (is_column and left is None) or (is_row and right is None)):
            raise Unsupported(at.span, "a matrix of blocks")
        if right is not None:
            across = self.transpose(right, at.span)
            both = self.multiply(left, across, "", at.span) if left is not None else across
            return self.multiply(term, both if not is_column else across, "", at.span)
        assert left is not None
        return self.multiply(left, term, "", at.span)

    def determinant(self, term: Term, span: Span) -> Term:
        """The determinant of a square matrix; of a small one that is known by its entries, multiplied out.

        Raises Misfit for a matrix that is not square.
        """
        grid = self.entries(term)
        if grid is None and term.op != "blocks":
            self.need_square(term, span)
            return term if self.is_scalar(term) else Term("determinant", SCALAR, (term,), span=span)
        if grid is None or not 1 < len(grid) == len(grid[0]) <= LARGEST:
            raise Unsupported(span, "det")
        self.defaults.setdefault("a determinant is the sum of the signed products of its entries")
        return self.expanded(grid, span)

    def adjugate(self, term: Term, span: Span) -> Term:
        """adj(A), the transpose of the matrix of cofactors. Raises Misfit for a matrix that is not square."""
        self.need_square(term, span)
        if self.entries(term) is not None or self.is_scalar(term):
            raise Unsupported(span, "adj of a matrix of numbers")
        return Term("adjugate", term.shape, (term,), span=span)

    def without_inverse(self, one: Term, other: Term, span: Span) -> tuple[Term, Term] | None:
        """AB and I for A⁻¹ = B with a matrix A that is known by its entries: they are equal just where A⁻¹ is B."""
        if one.op != "inverse" or self.entries(one.parts[0]) is None:
            return None
        self.defaults.setdefault("A⁻¹ = B says that AB = I")
        product = self.multiply(one.parts[0], other, "", span)
        return product, Term("identity", product.shape, span=span)

    def expanded(self, grid: Sequence[Sequence[Term]], span: Span) -> Term:
        """The sum of the signed products of one entry from each row and column."""
        products, signs = [], []
        for order in permutations(range(len(grid))):
            out = grid[0][order[0]]
            for k in range(1, len(grid)):
                out = self.multiply(out, grid[k][order[k]], "", span)
            products.append(out)
            signs.append("+" if _is_even(order) else "-")
        return self.add(products, signs, span)

    def entries(self, term: Term) -> list[list[Term]] | None:
        """The entries of a matrix that is put together from matrices of numbers; None if some are not known."""
        rows, columns = (self.sizes.find(x) for x in term.shape)
        if not isinstance(rows, int) or not isinstance(columns, int):
            return None
        parts = [self.entries(x) for x in term.parts] if term.op in ("sum", "product", "transpose") else []
        match term.op, parts:
            case "cells", _:
                return [list(term.parts[k * columns : (k + 1) * columns]) for k in range(rows)]
            case "ones" | "zero", _:
                return [[_number(int(term.op == "ones"))] * columns for _ in range(rows)]
            case "over", _ if (grid := self.entries(term.parts[0])) is not None:
                return [[self.divide(x, term.parts[1], term.span) for x in row] for row in grid]
            case "identity", _:
                return [[_number(int(k == j)) for j in range(columns)] for k in range(rows)]
            case "transpose", [list() as grid]:
                return [list(row) for row in zip(*grid, strict=True)]
            case "sum", [list(), *_] if all(parts):
                signs = [str(x) for x in term.data]
                return [
                    [self.add([grid[k][j] for grid in parts if grid], signs, term.span) for j in range(columns)]
                    for k in range(rows)
                ]
            case "product", [_, list() as grid] if self.is_scalar(term.parts[0]):
                return [[self.multiply(term.parts[0], x, "", term.span) for x in row] for row in grid]
            case "product", [list() as a, list() as b] if not self.is_scalar(term.parts[1]):
                return [[self.inner_product(row, column, term.span) for column in zip(*b, strict=True)] for row in a]
        return [[term]] if rows == columns == 1 else None

    def inner_product(self, row: Sequence[Term], column: Sequence[Term], span: Span) -> Term:
        """The sum of the products of numbers."""
        return self.total([self.multiply(x, y, "", span) for x, y in zip(row, column, strict=True)], span)


def _number(value: int) -> Term:
    return Term("number", SCALAR, data=(str(value),))


def _is_even(order: tuple[int, ...]) -> bool:
    return prod(-1 if order[j] < order[k] else 1 for j in range(len(order)) for k in range(j)) > 0


def diagonal_series(rows: Cellgrid) -> Series | None:
    """The diagonal of a square matrix with dots on it and nothing beside it but zeros, dots and empty cells."""
    if len(rows) != len(rows[0]) or len(rows) < 2:
        return None
    beside = [x for k, row in enumerate(rows) for j, x in enumerate(row) if j != k]
    if not all(isinstance(x, Dots | Blank) or x == Num("0") for x in beside):
        return None
    found = series([rows[k][k] for k in range(len(rows))])
    return found if found is not None and found.start == Num("1") else None
