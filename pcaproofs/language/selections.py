"""Laws of diagonal matrices and of rows of identity matrices, in addition to their definitions.

Products of diagonal matrices commute, and the trace of a diagonal matrix is the sum of its entries. Neither follows
from the equations that define them, so the reader adds these equations for each pair. If rows C₁, C₂, … of an
identity matrix partition it, then CᵢCⱼᵀ = 0 and Σ CᵢᵀCᵢ = I. A block matrix is Σ CᵢᵀAᵢⱼCⱼ.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

from pcaproofs.kernel import Compare, Dimension, Expression
from pcaproofs.language.derived import Kind, Meaning, basis_place, leading_after
from pcaproofs.language.sizes import is_at_least, terms_of, total
from pcaproofs.terms import Shape, ones_column, zero

MOST_DEGREE = 8


def laws(
    derived: Mapping[str, Meaning],
    shapes: Mapping[str, Shape],
    nested: Collection[tuple[str, str]],
    degree: int = MOST_DEGREE,
) -> Iterator[Compare]:
    """The equations between the diagonal matrices, first rows and basis vectors of a statement.

    nested: pairs of names of first rows of one length; those of the first name are among those of the second.
    degree: up to which powers of diagonal matrices have a trace that is a sum of powers.
    """
    of_kind = {kind: [x for x in derived if derived[x].kind is kind and x in shapes] for kind in Kind}
    lengths = {x: shapes[x][1] for x in of_kind[Kind.LEADING]}
    yield from _of_all_diagonals(of_kind, lengths, derived, shapes)
    for d in of_kind[Kind.DIAGONAL]:
        for k in range(3, min(degree, MOST_DEGREE) + 1):
            x = _of(d, derived)
            yield Compare(("tr", ("pow", _letter(d), k)), "=", ("mul", ("t", x), *[_letter(d)] * (k - 2), x))
    for a, b in combinations(lengths, 2):
        if lengths[a] == lengths[b]:
            yield from _of_parts(a, b, shapes, nested)
    for n in dict.fromkeys(lengths.values()):
        of_size = [x for x in lengths if lengths[x] == n]
        vectors = [x for x in of_kind[Kind.BASIS] if shapes[x] == (n, 1)]
        groups = [(_letter(x), leading_after(x), shapes[x][0]) for x in of_size]
        if isinstance(n, str):  # of a number of entries, a single row is named by its unit vector as well
            groups += [(("t", _letter(e)), place, 1) for e in vectors if (place := basis_place(e)) is not None]
        for whole in _partitions(groups, n, 0):
            if any(c[0] != "t" for c in whole):
                squares = [("mul", c[1] if c[0] == "t" else ("t", c), c) for c in whole]
                yield Compare(("add", *squares), "=", ("eye", n))
        for e in vectors:
            yield from _of_basis_vector(e, of_size, shapes)


def _of_all_diagonals(
    of_kind: Mapping[Kind, list[str]],
    lengths: Mapping[str, Dimension],
    derived: Mapping[str, Meaning],
    shapes: Mapping[str, Shape],
) -> Iterator[Compare]:
    """The laws of each pair of diagonal matrices, and of each one with first rows and with basis vectors."""
    for a, b in combinations_with_replacement(of_kind[Kind.DIAGONAL], 2):
        if shapes[a] == shapes[b]:
            yield from _of_diagonals(a, b, derived)
            for rows in (x for x in lengths if lengths[x] == shapes[a][0]):
                c, product = _letter(rows), ("mul", _letter(a), _letter(b))
                x, y = (("mul", c, _of(d, derived)) for d in (a, b))
                yield Compare(("tr", ("mul", c, product, ("t", c))), "=", ("mul", ("t", x), y))
    for d in of_kind[Kind.DIAGONAL]:
        for rows in (x for x in lengths if lengths[x] == shapes[d][0]):
            yield from _of_part(rows, d, derived, shapes)
        for e in (x for x in of_kind[Kind.BASIS] if shapes[x][0] == shapes[d][0]):
            entry = ("mul", ("t", _letter(e)), _of(d, derived))
            yield Compare(("mul", _letter(d), _letter(e)), "=", ("mul", entry, _letter(e)))


def within(inner: str, outer: str) -> Compare:
    """C = CC'ᵀC': the first rows C of an identity matrix are among its first rows C'."""
    c = _letter(outer)
    return Compare(("mul", _letter(inner), ("t", c), c), "=", _letter(inner))


def _letter(name: str) -> Expression:
    return ("letter", name)


def _of(name: str, derived: Mapping[str, Meaning]) -> Expression:
    of = derived[name].of
    assert of is not None
    return of


def _is_before(a: str, m: Dimension, b: str) -> bool:
    """Whether all m rows of the first part are before those of the second."""
    left = terms_of(leading_after(b))
    left.subtract(terms_of(m))
    left.subtract(terms_of(leading_after(a)))
    return all(k >= 0 for k in left.values())


def _of_diagonals(a: str, b: str, derived: Mapping[str, Meaning]) -> Iterator[Compare]:
    """diag(x)·diag(y) = diag(y)·diag(x), diag(x)·y = diag(y)·x, tr(diag(x)·diag(y)) = xᵀy."""
    x, y = _of(a, derived), _of(b, derived)
    product = ("mul", _letter(a), _letter(b))
    if a != b:
        yield Compare(product, "=", ("mul", _letter(b), _letter(a)))
        yield Compare(("mul", _letter(a), y), "=", ("mul", _letter(b), x))
    yield Compare(("tr", product), "=", ("mul", ("t", x), y))


def _of_part(rows: str, d: str, derived: Mapping[str, Meaning], shapes: Mapping[str, Shape]) -> Iterator[Compare]:
    """For the first m rows C of I: CᵀC commutes with diag(x), and tr(C diag(x) Cᵀ) is the sum of m entries of x."""
    c, matrix = _letter(rows), _letter(d)
    onto = ("mul", ("t", c), c)
    yield Compare(("mul", onto, matrix), "=", ("mul", matrix, onto))
    m = shapes[rows][0]
    part = ("mul", c, _of(d, derived))
    total = part if m == 1 else ("mul", ("t", ones_column(m)), part)
    yield Compare(("tr", ("mul", c, matrix, ("t", c))), "=", total)


Group = tuple[Expression, Dimension, Dimension]  # rows of I, how many come before them, how many they are


def _partitions(groups: Sequence[Group], n: Dimension, after: Dimension) -> Iterator[tuple[Expression, ...]]:
    """The sequences of at least two adjacent groups of rows of I that end with the last row."""
    for rows, before, height in groups:
        if before == after:
            end = total([after, height]) if after else height
            if end == n:
                yield from [(rows,)] if after else []
            else:
                yield from ((rows, *rest) for rest in _partitions(groups, n, end))


def _of_basis_vector(e: str, rows: Collection[str], shapes: Mapping[str, Shape]) -> Iterator[Compare]:
    """A basis vector with a number for its index is a row of I: one of a part C, none of it, or CᵀC keeps eeᵀ."""
    if (place := basis_place(e)) is None:
        return
    for x in rows:
        m, after, c, column = shapes[x][0], leading_after(x), _letter(x), _letter(e)
        onto, square = ("mul", ("t", c), c), ("mul", column, ("t", column))
        is_behind, is_before = is_at_least(place, after), is_at_least(total([after, m]), place + 1)
        if m == 1 and after == place:
            yield Compare(("t", c), "=", column)
        elif is_behind and is_before:
            yield Compare(("mul", onto, column), "=", column)
        elif is_behind is False or is_before is False:
            yield Compare(("mul", c, column), "=", zero(m, 1))
        else:
            yield Compare(("mul", onto, square), "=", ("mul", square, onto))


def _of_parts(a: str, b: str, shapes: Mapping[str, Shape], nested: Collection[tuple[str, str]]) -> Iterator[Compare]:
    """The laws of two groups of rows: disjoint or nested; in any case CᵀC and C'ᵀC' commute."""
    (m, _), (k, _) = shapes[a], shapes[b]
    if _is_before(a, m, b) or _is_before(b, k, a):
        yield Compare(("mul", _letter(a), ("t", _letter(b))), "=", zero(m, k))
        return
    for inner, outer in ((a, b), (b, a)):
        if (inner, outer) in nested:
            yield within(inner, outer)
            return
    first, second = (("mul", ("t", _letter(x)), _letter(x)) for x in (a, b))
    yield Compare(("mul", first, second), "=", ("mul", second, first))
