"""Reading of sums over samples, expectations, equations for all members of a family, and matrices of blocks.

A sum or an expectation is a linear functional: its body is read with a running column, a letter only there, and then
moments replace the column (moments.py).

With the rows C₁, C₂, … of an identity matrix that belong to the blocks, the matrix of blocks Aᵢⱼ is Σ CᵢᵀAᵢⱼCⱼ, and
block i of the rows of X is CᵢX. So the kernel needs no special case for blocks: a block matrix is one matrix, and the
laws of C₁, C₂, … (selections.py) describe its blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from operator import add
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from pcaproofs.kernel import Dimension, Expression, IllTyped, Letter, Polynomial, Word, letter, like, number, sum_of
from pcaproofs.language import nodes
from pcaproofs.language.conclusions import ForAll
from pcaproofs.language.derived import Kind, Meaning, Naming, leading_name, moments_equation
from pcaproofs.language.express import name_text
from pcaproofs.language.moments import Moments, apply_moments, reduced, uniform
from pcaproofs.language.nodes import reads
from pcaproofs.language.refusals import Unreadable
from pcaproofs.language.sizes import is_at_least, total
from pcaproofs.language.symbols import INDEX, RANDOM, SymbolTable, entry_label, kernel_name
from pcaproofs.terms import HUGE, ONE, ZERO, from_polynomial, is_ones, ones_name, product, term_count, zero

FEW = 3  # parts with at most this many members are summed member by member
MANY = 12  # the same of entries that are not all of a row, a column or a diagonal
MOST = 64  # blocks


# ------------------------------------------------------------------------------------------------- sums
@reads(nodes.ScalarSum, nodes.MatrixSum)
def _sample_sum(s: SymbolTable, e: Any) -> Expression:
    """Our sum over the samples k."""
    body, k, size = e.args
    _check_index(k)
    return _sum_over(s, body, k, s.dimension(size))


def _check_index(k: Any) -> None:
    if not isinstance(k, sp.Symbol) or k != nodes.index(k.name):
        raise Unreadable(f"got a sum over {k}, but should be over an index, as index('{k}') is")


@reads(sp.Sum)
def _index_sum(s: SymbolTable, e: Any) -> Expression:
    """SymPy's Sum, with indices from 0 to n − 1, or from 1 to n; the last limit is the outermost sum."""
    *inside, limit = e.limits
    body = sp.Sum(e.function, *inside) if inside else e.function
    if len(limit) == 3 and _has_shifts(body, limit[0]):
        k, first, last = limit
        if _has_shifts(moved := body.subs(k, k + first), k):
            return _sum_over(s, moved, k, s.dimension(last + 1 - first))
    if len(limit) == 3 and (size := _longer(body, *limit)) is not None:
        k, first, last = limit
        index = nodes.index(k.name)
        return _part_sum(s, nodes.ScalarPartSum(body.xreplace({k: index}), index, size, first, last + 1))
    if len(limit) != 3 or limit[1] not in (0, 1):
        raise Unreadable(f"got a sum over {limit}, but should be from 0 to n - 1 or from 1 to n for a dimension n")
    k, first, last = limit
    if first and any(k in x.args[1:] for x in e.function.atoms(MatrixElement, nodes.Sample)):
        raise Unreadable(f"got the index {k} in a sum from 1, but entries are counted from 0: write {k} - 1")
    n = s.dimension(last + 1 - first)
    if first:
        body = body.subs(k, k + 1)
    if isinstance(n, int) and n <= MANY and any(size != n for size in _sizes_of(body, k)):
        return s.read(reduce(add, [body.subs(k, i) for i in range(n)]))
    return _sum_over(s, body, k, n)


def _has_shifts(body: Any, k: Any) -> bool:
    """Whether k + 1 or the like is the place of an entry."""
    return any(i != k and i.has(k) for x in body.atoms(MatrixElement, nodes.Sample) for i in x.args[1:])


def _sizes_of(body: Any, k: Any) -> set[Any]:
    """The numbers of rows or columns of which an index is one in an entry."""
    places = [pair for x in body.atoms(MatrixElement) for pair in zip(x.args[1:], x.args[0].shape, strict=True)]
    return {size for i, size in places if i == k}


def _longer(body: Any, k: Any, first: Any, last: Any) -> Any:
    """The length of the rows or columns of which a sum runs over a part; None if it runs over all, or beyond."""
    if len(sizes := _sizes_of(body, k)) != 1:
        return None
    (size,) = sizes
    rest = sp.expand(size - last - 1)
    inside = all(x.is_nonnegative for x in (first, rest)) and (last - first).is_nonnegative is not False
    return size if inside and (first, rest) != (0, 0) and size.free_symbols else None


def _sum_over(s: SymbolTable, body: Any, k: Any, n: Dimension) -> Expression:
    if n == 1:
        with s.binding(k, ONE, n, INDEX):
            return s.read(body)
    return _functional(s, body, k, n, lambda v: Moments(number(n), _ones_letter(s, n), None))


def _ones_letter(s: SymbolTable, n: Dimension) -> Letter:
    s.ones_column(n)
    return letter(ones_name(n), n, 1)


@reads(nodes.ScalarExpectation, nodes.MatrixExpectation)
def _expectation(s: SymbolTable, e: Any) -> Expression:
    """E[f(z)], by the first two moments of z, which become letters."""
    body, z = e.args
    if not isinstance(z, sp.MatrixSymbol) or z.shape[1] != 1:
        raise Unreadable(f"got an expectation over {z}, but should be a column symbol")
    p = s.dimension(z.shape[0])
    if z not in s.random:
        s.random[z] = s.name_of(z, RANDOM)
    name = s.random[z]

    def moments(v: Letter) -> Moments:
        mean, second = (Naming.EXPECTATION.write(x) for x in (name, f"{name}{name}ᵀ"))
        if second not in s.letters:
            root = Naming.ROOT.write(f"Cov[{name}]")
            s.letters |= {mean: (p, 1), second: (p, p), root: (p, p)}
            for letter_of_z in (mean, second, root):
                s.reserve(letter_of_z, f"a moment of {name}")
            s.suppose([moments_equation(second, mean, root)])
            kinds = {mean: Kind.MEAN, second: Kind.SECOND_MOMENT, root: Kind.COVARIANCE_FACTOR}
            s.derived |= {x: Meaning(kind, label=name) for x, kind in kinds.items()}
            s.hints.append(("moments", (mean, second)))
            s.assumed.append(f"{name_text(name)} has finite second moments")
        return Moments(number(1), letter(mean, p, 1), letter(second, p, p))

    return _functional(s, body, z, p, moments)


def _functional(
    s: SymbolTable, body: Any, key: Any, size: Dimension, moments: Callable[[Letter], Moments]
) -> Expression:
    """The value of a linear functional: the body is read with a running column, then `moments` replaces the column.

    Multiplying the body out is needed, since only monomials of degree at most 2 in the column have a value.
    """
    with _running(s, key, size) as v:
        inside, p = _expanded(s, body, v, key)
    if key in s.random:
        return tuple(part for part in from_polynomial(apply_moments(p, v, moments(v))))
    value = from_polynomial(apply_moments(_lowered(s, p, v), v, moments(v)))
    result: Expression = tuple(part for part in value)  # a new object: other equal expressions may not be sums
    s.sums.append((result, v.name, size, inside))
    return result


@contextmanager
def _running(s: SymbolTable, key: Any, size: Dimension) -> Iterator[Letter]:
    """A context in which an index or a random vector is bound to a running column, which is a letter there."""
    use, notation = (RANDOM, Naming.RANDOM) if key in s.random else (INDEX, Naming.RUNNING)
    name = notation.write(s.random.get(key) or kernel_name(key))
    s.reserve(name, meaning := "a column over which a sum or an expectation runs")
    while name in s.letters:  # of an outer sum over the same
        s.reserve(name := f"{name}′", meaning)
    s.letters[name] = (size, 1)
    try:
        with s.binding(key, ("letter", name), size, use):
            yield letter(name, size, 1)
    finally:
        del s.letters[name]


def _expanded(s: SymbolTable, body: Any, v: Letter, key: Any) -> tuple[Expression, Polynomial]:
    """The body, read and multiplied out. Raises Unreadable if it is huge or contains a function of the column."""
    inside = s.read(body)
    if term_count(inside) > HUGE:
        raise Unreadable(f"got {key} in a product of more than {HUGE} terms, but should be small enough to sum")
    p = s.scope().expand(inside)
    for other, on in s.depends.items():
        if v.name in on:
            raise Unreadable(f"got {other} in a sum over {key}, but only polynomials of degree 2 are summed here")
    return inside, p


def _lowered(s: SymbolTable, p: Polynomial, v: Letter, most: int = 2) -> Polynomial:
    """A polynomial in a running column of an identity matrix, with its degree reduced as far as possible."""
    columns = {b.column[1] for b in s.bound.values() if b.use == INDEX and b.column[0] == "letter"}
    columns |= {name for name, d in s.derived.items() if d.kind is Kind.BASIS}
    bound = {b.column[1] for b in s.bound.values() if b.column[0] == "letter"}

    def diagonal(a: Word) -> Word | None:
        if bound.intersection(x.name for x in a):  # it would be a function of what is bound
            return None
        found = _diagonal_of_word(s, a, v.rows)
        ((_, word),) = s.scope().expand(found).terms
        return word

    return reduced(p, v, most, lambda x: x.name in columns, diagonal)


# ------------------------------------------------------------------------------------------------- parts of sums
def _diagonal_letter(s: SymbolTable, of: Expression, n: Dimension) -> str:
    """The letter diag(a) of a letter a, a column of length n."""
    s.ones.add(n)
    name, new = s.function_letter(Kind.DIAGONAL, of, Naming.DIAGONAL.write(of[1]), (n, n))
    if new:
        s.hints.append(("diagonal", (name, of[1])))
    return name


@reads(nodes.Diagonal, sp.DiagMatrix)
def _diagonal(s: SymbolTable, e: Any) -> Expression:
    """diag(a) of a column, term by term. Raises Unreadable for what is no column."""
    of = s.read(e.args[0])
    n, cols = s.shape(of)
    if cols != 1 or n == 1:
        raise Unreadable(f"got {e}, but should be the diagonal matrix of a column")
    if of[0] == "letter" and not is_ones(of[1]):
        return ("letter", _diagonal_letter(s, of, n))
    terms = []
    for (scalars, word), c in s.scope().expand(of).terms.items():
        factor = from_polynomial(Polynomial(1, 1, [((scalars, ()), c)]))
        terms.append(product([factor, _diagonal_of_word(s, word, n)]))
    return ("add", *terms) if terms else zero(n, n)


def _diagonal_of_word(s: SymbolTable, word: Word, n: Dimension) -> Expression:
    """diag(w) of a column w that is a product of letters, which gets a name; diag(1) = I, diag(DE1) = DE."""
    first = s.derived.get(word[0].name)
    if len(word) > 1 and first is not None and first.kind is Kind.DIAGONAL:
        rest = _diagonal_of_word(s, word[1:], n)
        return ("letter", word[0].name) if rest[0] == "eye" else ("mul", ("letter", word[0].name), rest)
    column = from_polynomial(Polynomial(n, 1, [(((), word), 1)]))
    if column[0] == "letter" and is_ones(column[1]):
        return ("eye", n)
    return ("letter", _diagonal_letter(s, s.named(column), n))


def _leading_letter(s: SymbolTable, m: Dimension, n: Dimension, after: Dimension = 0) -> str:
    """The letter of the first m rows of the identity matrix of size n, or of m rows after others."""
    name = leading_name(m, n, after)
    s.reserve(name, f"the {m} rows of the identity matrix of size {n} after {after}")
    if name not in s.letters:
        s.letters[name] = (m, n)
        s.ones |= {n, m} - {1}
        s.define(name, Meaning(Kind.LEADING))
        s.hints.append(("leading", (name,)))
    return name


@reads(nodes.Leading)
def _leading(s: SymbolTable, e: Any) -> Expression:
    """The first m rows of the identity matrix of size n."""
    m, n = map(s.dimension, e.args)
    _assume_within(s, m, n, f"got the first {m} rows of the identity matrix of size {n}")
    return ("eye", n) if m == n else ("letter", _leading_letter(s, m, n))


@reads(nodes.Basis)
def _basis(s: SymbolTable, e: Any) -> Expression:
    """A standard basis vector that the author names. Raises Unreadable for the name of a bound index."""
    n, label = s.dimension(e.shape[0]), e.args[1].name
    if any(label == symbol.name for symbol in s.bound):
        raise Unreadable(f"got a basis vector e_{label}, but here {label} is bound by a sum or an expectation")
    if not label.replace("_", "").isalnum():
        raise Unreadable(f"got a basis vector named {label!r}, but a name should be of letters and digits")
    return s.basis_vector(n, entry_label(int(label), n) if label.isdigit() else label, distinct=True)


@reads(*nodes.PART_SUMS)
def _part_sum(s: SymbolTable, e: Any) -> Expression:
    """Our sum over the samples k with after < k ≤ last, as a difference of sums over the first samples."""
    body, k, size, after, last = e.args
    _check_index(k)
    n = s.dimension(size)
    first, final = (0 if m == 0 else s.dimension(m) for m in (after, last))
    _assume_within(s, final, n, f"got a sum up to {final} of {n} samples")
    _assume_within(s, first, final, f"got a sum after {first} up to {final}")
    if n == 1 or final == 0:
        raise Unreadable(f"got a sum over a part of {n}, but should be of more than one")
    with _running(s, k, n) as v:
        _, p = _expanded(s, body, v, k)
        p = _lowered(s, p, v)
    by_one = first == 0 or final == n or isinstance(final, int)  # else both as rows, one within the other
    value = _of_first(s, p, v, final, by_one=by_one)
    if first:
        value = value - _of_first(s, p, v, first, by_one=by_one and isinstance(first, int))
        if final != n:
            s.nested.add((leading_name(first, n), leading_name(final, n)))
    return from_polynomial(value)


def column_at(s: SymbolTable, k: Any, n: Dimension, what: str = "entries") -> Expression:
    """e_k of length n, where k may be a size below n, as of the last entry: then it is a row of the identity.

    Of k = i + c, where i < m runs over a sum, it is a column of the m rows of the identity after c others.
    """
    sizes = [x for x in k.free_symbols if x in s.lengths and x not in s.bound]
    if sizes and len(sizes) == len(k.free_symbols) and is_at_least(n, total([after := s.dimension(k), 1])):
        return ("t", ("letter", _leading_letter(s, 1, n, after)))
    for i in k.free_symbols & s.bound.keys():
        bound, after = s.bound[i], k - i
        is_within = bound.use == INDEX and after.is_Integer and after >= 0 and n != bound.size != 1
        if is_within and is_at_least(n, total([bound.size, int(after)])):
            return ("mul", ("t", ("letter", _leading_letter(s, bound.size, n, int(after)))), bound.column)
    return s.standard_column(k, n, what)


def _assume_within(s: SymbolTable, m: Dimension, n: Dimension, what: str) -> None:
    """Adds the assumption m ≤ n, unless it always holds. Raises IllTyped if it never holds."""
    holds = is_at_least(n, m)
    if holds is False:
        raise IllTyped(f"{what}: {m} and {n} clash")
    said = f"{name_text(str(n))} ≥ {m}" if isinstance(m, int) else f"{name_text(m)} ≤ {name_text(str(n))}"
    if holds is None and said not in s.assumed:
        s.assumed.append(said)


def _of_first(s: SymbolTable, p: Polynomial, v: Letter, m: Dimension, *, by_one: bool) -> Polynomial:
    """The sum of p over the first m values of a running column v; by_one: as a sum of terms if they are few."""
    if by_one and m != v.rows and isinstance(m, int) and m <= FEW:
        columns = [s.standard_column(sp.Integer(i), v.rows) for i in range(m)]
        return sum_of(p.rows, p.cols, [p.substitute({v.name: s.scope().expand(e)}) for e in columns])
    inner = v
    if m != v.rows:
        rows: Expression = ("letter", _leading_letter(s, m, v.rows))
        if m == 1:
            return p.substitute({v.name: s.scope().expand(("t", rows))})
        inner = letter(f"{v.name}≤", m, 1)
        run = Polynomial(m, 1, [(((), (inner,)), 1)])
        p = p.substitute({v.name: s.scope().expand(("t", rows)) * run})
    return apply_moments(p, inner, Moments(number(m), _ones_letter(s, m), None))


# ------------------------------------------------------------------------------------------------- families
def for_all(s: SymbolTable, item: ForAll) -> tuple[Expression, Expression]:
    """The equations of all members of a family as one equation, by its sides. Raises Unreadable."""
    left, right = _of_all(s, item)
    return from_polynomial(left), from_polynomial(right)


def _of_all(s: SymbolTable, item: Any) -> tuple[Polynomial, Polynomial]:
    """Both sides of an equation that holds for all members, as matrices without the index."""
    if isinstance(item, ForAll):
        n = s.dimension(item.length)
        with _running(s, item.index, n) as v:
            left, right = (_lowered(s, p, v, 1) for p in _of_all(s, item.relation))
            for other, on in s.depends.items():
                if v.name in on:
                    raise Unreadable(f"got {other} in an equation for all {item.index}, of which it is a function")
        ones = _ones_letter(s, n)
        return uniform(left, v, ones), uniform(right, v, ones)
    if not isinstance(item, sp.Eq):
        raise Unreadable(f"got {item} of all members, but should be an equation")
    sides = [s.read(x) for x in (item.lhs, item.rhs)]
    scope = s.scope()
    shape = s.shape(sides[1] if sides[0] == ZERO else sides[0])
    found = [Polynomial(*shape) if x == ZERO else scope.expand(x) for x in sides]
    return found[0], like(found[0], found[1])


# ------------------------------------------------------------------------------------------------- blocks
@reads(sp.BlockMatrix, sp.MatrixBase)
def _blocks(s: SymbolTable, e: Any) -> Expression:
    """A matrix by its blocks or entries; the number 0 may stand for a zero block. Raises Unreadable or IllTyped."""
    written = e.blocks if isinstance(e, sp.BlockMatrix) else e
    rows, cols = map(int, written.shape)
    if not 0 < rows * cols <= MOST:
        raise Unreadable(f"got a matrix of {rows}×{cols} blocks, but should be at least one and at most {MOST}")
    found = [[s.read(written[i, j]) for j in range(cols)] for i in range(rows)]
    heights = [_common(s, row, 0, e) for row in found]
    widths = [_common(s, column, 1, e) for column in zip(*found, strict=True)]
    grid = tuple(
        tuple(zero(h, w) if x == ZERO else x for w, x in zip(widths, row, strict=True))
        for h, row in zip(heights, found, strict=True)
    )
    whole = _of_grid(s, grid, heights, widths)
    s.grids[whole] = grid
    return whole


def _of_grid(s: SymbolTable, grid: Any, heights: Sequence[Dimension], widths: Sequence[Dimension]) -> Expression:
    """Σ CᵢᵀAᵢⱼCⱼ of blocks that fit."""
    if len(heights) == len(widths) == 1:
        return grid[0][0]
    above, beside = parts_of_identity(s, heights), parts_of_identity(s, widths)
    terms = []
    for c, row in zip(above, grid, strict=True):
        for d, block in zip(beside, row, strict=True):
            if block != ZERO and block[0] != "zero":
                left, right = [] if c is None else [("t", c)], [] if d is None else [d]
                middle = [] if block[0] == "eye" and left + right else [block]
                terms.append(product([*left, *middle, *right]))
    if not terms:
        return zero(total(heights), total(widths))
    return terms[0] if len(terms) == 1 else ("add", *terms)


def parts_of_identity(s: SymbolTable, sizes: Sequence[Dimension]) -> list[Expression | None]:
    """The rows of an identity matrix that belong to blocks of these sizes; None for a single block."""
    if len(sizes) == 1:
        return [None]
    n = s.known_size(total(sizes))
    return [("letter", _leading_letter(s, m, n, total(sizes[:i]) if i else 0)) for i, m in enumerate(sizes)]


def _common(s: SymbolTable, blocks: Sequence[Expression], axis: int, e: Any) -> Dimension:
    """The number of rows (axis 0) or columns (axis 1) of blocks side by side. Raises IllTyped if they differ."""
    first, *others = [s.shape(x) for x in blocks if x != ZERO] or [(1, 1)]
    for other in others:
        if other[axis] != first[axis]:
            shown = f"{first[0]}×{first[1]} {('beside', 'above')[axis]} {other[0]}×{other[1]}"
            raise IllTyped(f"got {shown}: {first[axis]} and {other[axis]} clash [in {' '.join(str(e).split())}]")
    return first[axis]


@reads(MatrixSlice)
def _part(s: SymbolTable, e: Any) -> Expression:
    """Contiguous rows and columns of a matrix, such as X[:m, :]. Raises Unreadable for others."""
    x = s.read(e.parent)
    left = _selection(s, e.rowslice, e.parent.shape[0], e)
    right = _selection(s, e.colslice, e.parent.shape[1], e)
    middle = [x] if x[0] != "eye" or not (left or right) else []
    return product([*([] if left is None else [left]), *middle, *([] if right is None else [("t", right)])])


def _selection(s: SymbolTable, bounds: Any, size: Any, e: Any) -> Expression | None:
    """The rows of the identity matrix that select from `start` to `stop`; None for all."""
    start, stop, step = map(sp.sympify, bounds)
    rest, n = sp.expand(size - stop), s.dimension(size)
    if step != 1:
        raise Unreadable(f"got {e}, but the rows or columns should be contiguous")
    if start == 0 and rest == 0:
        return None
    m = s.dimension(sp.expand(stop - start))
    try:
        before = [] if start == 0 else [s.dimension(start)]
        behind = [] if rest == 0 else [s.dimension(rest)]
    except Unreadable:
        if start != 0:
            raise
        _assume_within(s, m, n, f"got the first {m} of {n} rows or columns")
        return ("letter", _leading_letter(s, m, n))
    return parts_of_identity(s, [*before, m, *behind])[len(before)]
