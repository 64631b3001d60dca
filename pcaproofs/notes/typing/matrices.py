"""Rules of matrices that are written by their cells, by their blocks, or by one entry, and what is known of entries.

A matrix of numbers is Σ aₖₗ eₖeₗᵀ, with columns eₖ of identity matrices; what dots stand for has an index in place of k
or l. Beside a matrix, brackets around what has two free indices, [a_ij + b_ij], hold all its entries: i counts the rows
and j the columns, in the order of the alphabet. Beside a number they are brackets.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from math import prod

from sympy import QQ
from sympy.polys.matrices import DomainMatrix

from pcaproofs.notes.formulas.dots import Series, series
from pcaproofs.notes.formulas.spelling import INDICES, family_listed, key
from pcaproofs.notes.formulas.surface import (
    Blank,
    Chain,
    Dots,
    Group,
    Indexed,
    Listed,
    Matrix,
    Name,
    Node,
    Num,
    Product,
    Transpose,
    Words,
    free,
    nodes,
)
from pcaproofs.notes.scope.uses import two_indices
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.letters import family, letter, matrix_of_entries, of_entries, unit_vector
from pcaproofs.notes.typing.shapes import BLOCKS, Misfit
from pcaproofs.notes.typing.sums import is_part, leading
from pcaproofs.notes.typing.terms import SCALAR, Term, Unsupported, Untyped, letters_of, number, refuse
from pcaproofs.notes.typing.types import Types, types

MOST = 36  # entries of a matrix that is written without dots
MOST_BLOCKS = 16
LARGEST = 3  # rows of a determinant that is multiplied out

TUPLE = "a tuple of numbers is a column"
WRITTEN = "an expression with two free indices in brackets is the matrix with these entries"

Cellgrid = Sequence[Sequence[Node]]
Rows = Sequence[Sequence[Term]]


@types(Matrix)
def matrix(t: Types, node: Matrix) -> Term:
    """A matrix by its cells, which may be blocks. Raises Unsupported, Misfit."""
    refuse(_has_bold_numbers(node), node.span, "a number in bold in a matrix of numbers")
    try:
        return _cells(t, node)
    except Unsupported as error:
        has_gaps = any(isinstance(x, Blank | Dots) for row in node.rows for x in row)
        if error.what != BLOCKS or has_gaps or sum(map(len, node.rows)) > MOST_BLOCKS:
            raise
        blocks = [[t.expression(cell) for cell in row] for row in node.rows]
        if any(x.op == "number" for row in blocks for x in row):  # 1 may be meant as a column of ones
            raise
    return t.partition(blocks, node.span)


def _has_bold_numbers(node: Matrix) -> bool:
    """Whether the cells of a matrix are calculations of which a number is in bold: [𝟎 2; 𝟏 4], 𝟏 × 𝟎 + 2 × 2."""
    inside = [x for row in node.rows for cell in row for x in nodes(cell)]
    names = [x for x in inside if isinstance(x, Name)]
    are_bold = bool(names) and all(x == Name(x.base, font=x.font) and x.base in ("0", "1") for x in names)
    return are_bold and any(isinstance(x, Num) for x in inside)


def bracketed(t: Types, node: Group) -> Term:
    """What stands between brackets: [U W] is a matrix of blocks if it is no product; [U | W] is one."""
    match node.body:
        case Chain(parts, signs) if {*signs} == {"∣"}:
            return t.partition([[t.expression(x) for x in parts]], node.span)
        case Product(factors, marks) if {*marks} == {""} and all(isinstance(x, Num) for x in factors):
            refuse(node.opening != "[", node.span, "numbers side by side in brackets")
            return _plain_cells(t, [factors], node)
        case Product(factors, marks) if {*marks} == {""} and all(map(_is_member, factors)):
            if all(map(t.is_column, [t.expression(x) for x in factors])):  # (a_1 a_2 a_3), no factors by their sizes
                return _plain_cells(t, [factors], node)
        case Product(factors, marks) if {*marks} == {""} and node.opening == "[" and all(map(_is_block, factors)):
            try:
                with t.attempt():
                    return t.expression(node.body)
            except Misfit as error:
                found = [t.expression(x) for x in factors]
                if any(map(t.is_scalar, found)):
                    raise
                try:
                    with t.attempt():
                        return t.partition([found], node.span)
                except Misfit:
                    raise error from None
    return t.expression(node.body)


def _is_block(node: Node) -> bool:
    """Whether a factor may be a block: a letter or its transpose."""
    return isinstance(node.base if isinstance(node, Transpose) else node, Name)


def _is_member(node: Node) -> bool:
    """Whether a node is a letter with an index."""
    return isinstance(node, Name) and node.subscript is not None and not node.mark


# Families that are listed, and tuples


def listed(t: Types, base: Name, last: Node, at: Node) -> Term:
    """The matrix whose rows are the members x_1, …, x_n; of numbers the column of them."""
    is_column = t.table.is_column(base, t.offset) and key(base) not in t.table.members
    defined = t.definitions.get(base)
    column = of_entries(t, base, defined) if defined is not None and len(defined.parameters) == 1 else None
    whole = column or (letter(t, base) if is_column and base not in t.definitions else family(t, base))
    size = t.size(last)
    if is_part(t, size, t.found(whole)[0]):
        return leading(t, whole, size, at)
    what = "the members of {} up to another one than elsewhere"  # here u_1, …, u_m, and elsewhere u_1, …, u_r
    t.equal_sizes(whole.shape[0], size, at.span, what, base, of=whole)
    return whole


def of_tuple(t: Types, items: tuple[Node, ...], at: Node) -> Term:
    """(a, b, c): a column of numbers; of columns the matrix with these columns."""
    if (found := family_listed(Listed(items))) is not None:
        out = listed(t, *found, at)
        if t.found(out)[1] != 1:
            return t.transpose(out, at.span)
    elif any(isinstance(x, Dots) for x in items):
        row = _dotted_cells(t, [items], at)
        if t.found(row)[0] != 1:
            return row
        out = t.transpose(row, at.span)
    else:
        parts = [t.value(x) for x in items]
        refuse(not all(map(t.is_scalar, parts)), at.span, "a matrix by its columns")
        out = Term("cells", (len(parts), 1), tuple(parts), span=at.span)
    t.default(TUPLE)
    return out


# Cells


def _cells(t: Types, node: Matrix) -> Term:
    """A matrix by its cells. Raises Unsupported for one of blocks, and for dots of which no series is known."""
    rows = node.rows
    refuse(node.brackets == "{." or node.how.endswith("cases"), node.span, "a distinction of cases")
    if len({len(row) for row in rows}) != 1:
        raise Untyped(node.span, "rows of different lengths", "as many cells in each row")
    if len(rows) == 1 and (found := family_listed(Listed(rows[0]))) is not None:
        return t.transpose(listed(t, *found, node), node.span)
    if (diagonal := diagonal_series(rows)) is not None:
        return _diagonal(t, diagonal, node)
    has_dots = any(isinstance(x, Dots) for row in rows for x in row)
    return _dotted_cells(t, rows, node) if has_dots else _plain_cells(t, rows, node)


def _plain_cells(t: Types, rows: Cellgrid, at: Node) -> Term:
    """A matrix without dots: of numbers, or one row of columns, or one column of rows."""
    cells = [cell for row in rows for cell in row]
    refuse(len(cells) > MOST or any(isinstance(x, Blank) for x in cells), at.span, "a matrix by its entries")
    refuse(any(isinstance(x, Words) for cell in cells for x in nodes(cell)), at.span, "a matrix with words in it")
    found = [[t.value(x) for x in row] for row in rows]
    flat = [term for row in found for term in row]
    if all(map(t.is_scalar, flat)):
        return Term("cells", (len(rows), len(rows[0])), tuple(flat), span=at.span) if len(flat) > 1 else flat[0]
    if (len(rows) == 1 and all(map(t.is_column, flat))) or (len(rows[0]) == 1 and all(map(t.is_row, flat))):
        return _put_together(t, found, None, None, at)
    for term in flat:
        inside = letters_of(term)
        is_bold = any(x.startswith(r"\mathbf") for x in inside)  # a column by its look
        unsaid = (x for x in inside if x in t.used and t.used[x].strength == "convention")
        is_unsaid = any(key(t.used[x].name) not in t.table.transposed for x in unsaid)  # xᵀ is of no number
        if t.is_column(term) and not is_bold and is_unsaid:
            t.need_scalar(term, "a number, as an entry of a matrix")
    raise Unsupported(at.span, BLOCKS)


def diagonal_series(rows: Cellgrid) -> Series | None:
    """The diagonal of a square matrix with dots on it and nothing beside it but zeros, dots and empty cells."""
    if len(rows) != len(rows[0]) or len(rows) < 2:
        return None
    beside = [x for k, row in enumerate(rows) for j, x in enumerate(row) if j != k]
    if not all(isinstance(x, Dots | Blank) or x == Num("0") for x in beside):
        return None
    found = series([rows[k][k] for k in range(len(rows))])
    return found if found is not None and found.start == Num("1") else None


def _diagonal(t: Types, entries: Series, at: Node) -> Term:
    """The diagonal matrix whose diagonal is a series of numbers."""
    size = t.size(entries.last)
    with t.binding(entries.index, size) as index:
        entry = t.value(entries.body)
        t.need_scalar(entry, "a number on the diagonal")
        if entry.op == "entry" and entry.parts[0].op == "letter" and entry.data == (index.name,):
            return Term("diagonal", (size, size), entry.parts, span=at.span)
    column = matrix_of_entries(t, entries.body, (entries.index,), at.span)
    return Term("diagonal", (size, size), (column,), span=at.span)


def _dotted_cells(t: Types, rows: Cellgrid, at: Node) -> Term:
    """A matrix whose rows, columns or both go on with dots. Raises Unsupported where they are no series."""
    every = [x for row in rows for x in row]

    def in_series(cells: Sequence[Node]) -> Series:
        found = series(cells, every)
        if found is None or found.start != Num("1"):
            raise Unsupported(at.span, "a matrix with dots that are no series")
        return found

    def are_dots(cells: Sequence[Node]) -> bool:
        return all(isinstance(x, Dots | Blank) for x in cells)

    down = [k for k, row in enumerate(rows) if are_dots(row)]
    written = [row for k, row in enumerate(rows) if k not in down]
    refuse(not written, at.span, "a matrix of dots alone")
    across = [k for k in range(len(rows[0])) if are_dots([row[k] for row in written])]
    over = below = None
    if across:
        found = [in_series([Dots() if j in across else x for j, x in enumerate(row)]) for row in written]
        over, written = found[-1], [[x.body] for x in found]
    if down:
        columns = [list(x) for x in zip(*written, strict=True)]
        found = [in_series([*x[: down[0]], Dots(), *x[down[0] :]]) for x in columns]
        below, written = found[-1], [[x.body for x in found]]
    with ExitStack() as stack:
        running = [stack.enter_context(t.binding(x.index, t.size(x.last))) for x in (below, over) if x]
        out = _put_together(t, [[t.value(x) for x in row] for row in written], below, over, at)
    return t.over(out, *running, span=at.span)


def _put_together(t: Types, rows: Rows, below: Series | None, over: Series | None, at: Node) -> Term:
    """Σ f(i, j) eᵢeⱼᵀ over series of rows and of columns, or over those that are written."""

    def place(running: Series | None, k: int, count: int) -> Term | None:
        """eᵢ of a series, or eₖ of several rows or columns that are written; None if there is one."""
        if running is not None:
            return unit_vector(t, running.index, t.size(running.last))
        return Term("unit", (count, 1), data=(k,), span=at.span) if count > 1 else None

    parts = []
    for k, row in enumerate(rows):
        for j, term in enumerate(row):
            left, right = place(below, k, len(rows)), place(over, j, len(row))
            if not (t.is_scalar(term) or (t.is_column(term) and not left) or (t.is_row(term) and not right)):
                raise Unsupported(at.span, BLOCKS)
            if right is None:
                parts.append(t.multiply(left, term, "", at.span) if left else term)
            elif left is None or t.is_column(term):
                parts.append(t.outer(term, right, at.span))
            else:
                parts.append(t.multiply(term, t.outer(left, right, at.span), "", at.span))
    return t.total(parts, at.span)


# Matrices that are written by one entry


@dataclass(frozen=True)
class Grid:
    """An entry, and the indices of its row and its column; of a column the first alone."""

    entry: Node
    indices: tuple[Name, ...]
    is_transposed: bool = False


def written_by_entries(node: Node, other: Node) -> Grid | None:
    """The entry of a side of an equation that is a matrix written by it; None if it is none.

    other: the other side, which has none of its indices.
    """
    if isinstance(node, Transpose):
        found = written_by_entries(node.base, other)
        return None if found is None else replace(found, is_transposed=not found.is_transposed)
    group = node.base if isinstance(node, Indexed) else node
    if not isinstance(group, Group) or group.opening not in ("(", "[", "{"):
        return None
    if group.opening == "{" and isinstance(other, Name | Group):
        return None  # a set
    names = [x for x in nodes(group.body) if isinstance(x, Name)]
    below = dict.fromkeys(x for name in names for x in two_indices(name) or (name.subscript,))
    running = [x for x in below if isinstance(x, Name) and x.base in INDICES and x.subscript is None]
    indices = [x for x in running if {x.base, key(x)} & free(group.body)]
    is_column = len(indices) == 1 and isinstance(group.body, Name)
    if not (is_column or len(indices) == 2) or {key(x) for x in indices} & free(other):
        return None
    return Grid(group.body, tuple(sorted(indices, key=key)))


def may_be_written(node: Node) -> bool:
    """Whether a formula has brackets around something with two free indices: [a_ij] of r[a_ij]."""
    groups = (x for x in nodes(node) if isinstance(x, Group))
    return any(len(x.indices) == 2 for group in groups if (x := written_by_entries(group, Num("0"))) is not None)


def by_entry(t: Types, grid: Grid, at: Node) -> Term:
    """The matrix Σ f(i, j) eᵢeⱼᵀ of an entry f(i, j), or the column of an entry with one index."""
    t.default(WRITTEN)
    out = matrix_of_entries(t, grid.entry, grid.indices, at.span)
    return t.transpose(out, at.span) if grid.is_transposed else out


# What is known of entries: determinants, and inverses of matrices of numbers


def determinant(t: Types, term: Term, span: Span) -> Term:
    """The determinant of a square matrix; of a small one that is known by its entries, multiplied out.

    Raises Misfit for a matrix that is not square.
    """
    grid = entries(t, term)
    if grid is None:
        t.need_square(term, span)
        return term if t.is_scalar(term) else Term("determinant", SCALAR, (term,), span=span)
    if not 1 < len(grid) == len(grid[0]) <= LARGEST:
        raise Unsupported(span, "det")
    t.default("a determinant is the sum of the signed products of its entries")
    orders = list(permutations(range(len(grid))))
    swaps = [sum(order[k] > order[j] for j in range(len(order)) for k in range(j)) for order in orders]
    products = [t.times(span, *(grid[k][j] for k, j in enumerate(order))) for order in orders]
    return t.add(products, ["-" if count % 2 else "+" for count in swaps], span)


def without_inverse(t: Types, one: Term, other: Term, span: Span) -> tuple[Term, Term] | None:
    """AB and I for A⁻¹ = B with a matrix A that is known by its entries: they are equal just where A⁻¹ is B."""
    if one.op != "inverse" or entries(t, one.parts[0]) is None:
        return None
    t.default("A⁻¹ = B says that AB = I")
    product = t.multiply(one.parts[0], other, "", span)
    return product, Term("identity", product.shape, span=span)


def entries(t: Types, term: Term) -> list[list[Term]] | None:
    """The entries of a matrix that is put together from matrices of numbers; None if some are not known."""
    rows, columns = t.found(term)
    if not isinstance(rows, int) or not isinstance(columns, int):
        return None
    span = term.span
    parts = [entries(t, x) for x in term.parts] if term.op in ("sum", "product", "transpose") else []
    match term.op, parts:
        case "cells", _:
            return [list(term.parts[k * columns : (k + 1) * columns]) for k in range(rows)]
        case "ones" | "zero", _:
            return [[number(int(term.op == "ones"))] * columns for _ in range(rows)]
        case "over", _ if (grid := entries(t, term.parts[0])) is not None:
            return [[t.divide(x, term.parts[1], span) for x in row] for row in grid]
        case "identity", _:
            return [[number(int(k == j)) for j in range(columns)] for k in range(rows)]
        case "transpose", [list() as grid]:
            return [list(row) for row in zip(*grid, strict=True)]
        case "sum", [list(), *_] if all(parts):
            signs = [str(x) for x in term.data]
            at = [[[grid[k][j] for grid in parts if grid] for j in range(columns)] for k in range(rows)]
            return [[t.add(x, signs, span) for x in row] for row in at]
        case "product", [_, list() as grid] if t.is_scalar(term.parts[0]):
            return [[t.multiply(term.parts[0], x, "", span) for x in row] for row in grid]
        case "product", [list() as a, list() as b] if not t.is_scalar(term.parts[1]):
            pairs = [[list(zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a]
            return [[t.total([t.multiply(x, y, "", span) for x, y in z], span) for z in row] for row in pairs]
    return [[term]] if rows == columns == 1 else None


def with_inverses(t: Types, term: Term) -> Term:
    """A term in which inverses of matrices of whole numbers and fractions are the matrices that they are."""
    parts = tuple(with_inverses(t, x) for x in term.parts)
    if any(a is not b for a, b in zip(parts, term.parts, strict=True)):
        term = replace(term, parts=parts)
    if term.op != "inverse" or (grid := entries(t, term.parts[0])) is None:
        return term
    found = [[_value(x) for x in row] for row in grid]
    if any(x is None for row in found for x in row) or len(found) != len(found[0]):
        return term
    rows = [[QQ(x.numerator, x.denominator) for x in row if x is not None] for row in found]
    numbers = DomainMatrix(rows, (len(rows), len(rows)), QQ)
    if numbers.det() == 0:
        return term
    t.default("the inverse of a matrix of numbers is computed")
    flat = tuple(number(Fraction(x.numerator, x.denominator)) for x in numbers.inv().to_list_flat())
    return Term("cells", (len(grid), len(grid)), flat, span=term.span) if len(flat) > 1 else flat[0]


def _value(term: Term) -> Fraction | None:
    """The value of a number; None for what has letters or decimals in it."""
    if term.op == "number" and "." not in str(term.data[0]):
        return Fraction(str(term.data[0]))
    if term.op == "zero":
        return Fraction(0)
    values = [_value(x) for x in term.parts]
    known = [x for x in values if x is not None]
    if not values or len(known) < len(values):
        return None
    match term.op:
        case "sum":
            return sum((x if sign == "+" else -x for sign, x in zip(term.data, known, strict=True)), Fraction(0))
        case "product":
            return prod(known, start=Fraction(1))
        case "over" if known[1]:
            return known[0] / known[1]
    return None
