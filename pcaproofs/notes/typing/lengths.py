"""Lengths of columns of ones, and of sums without bounds, that no use and no sentence says.

In 𝟏𝟏ᵀ/N such a column has N entries: what averages divides by their number. Every other one stays open, and a statement
that compares it with a size, 𝟏ᵀ𝟏 = N, is not refuted. A sum over i without bounds runs as far as the other sums over i
in the same statement.
"""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.dimensions import Dim, Dimensions, Reason, Unknown
from pcaproofs.notes.typing.terms import Relation, Term, terms

AVERAGES = "𝟏 has as many entries as 𝟏𝟏ᵀ is divided by"
RANGES = "a sum without bounds runs as far as the other sums over its index"
WHOLE = (0, None)  # what a sum over all members begins after, and ends at


def find_lengths(relation: Relation, sizes: Dimensions) -> bool:
    """Give a column of ones the length by which its outer product is divided; whether there is one."""
    found = False
    for side in (relation.left, relation.right):
        for term in terms(side):
            if term.op in ("product", "over"):
                found |= _find_length(term, sizes, relation.span)
    return found


def _find_length(product: Term, sizes: Dimensions, span: Span) -> bool:
    factors = list(_factors(product))
    ones = [sizes.find(x.shape[0]) for x, is_below in factors if x.op == "ones" and not is_below]
    below = [sizes.find(x.data[0]) for x, is_below in factors if x.op == "size" and is_below]  # type: ignore[arg-type]
    if len(ones) != 2 or ones[0] != ones[1] or len(below) != 1:
        return False
    if not isinstance(ones[0], Unknown) or not isinstance(below[0], str):
        return False
    sizes.unify(ones[0], below[0], Reason(span, AVERAGES))
    return True


def _factors(term: Term) -> Iterator[tuple[Term, bool]]:
    """The factors of a product, and whether each is divided by."""
    match term.op:
        case "product":
            for part in term.parts:
                yield from _factors(part)
        case "transpose":
            yield from _factors(term.parts[0])
        case "over":
            yield from _factors(term.parts[0])
            yield term.parts[1], True
        case _:
            yield term, False


def find_ranges(relation: Relation, sizes: Dimensions) -> bool:
    """Give a sum without bounds the range of the other sums over an index of its name; whether there is one."""
    sums = [
        t for side in (relation.left, relation.right) for t in terms(side) if t.op == "total" and t.data[2:] == WHOLE
    ]
    found = False
    for total in sums:
        if isinstance(sizes.find(_length(total)), Unknown):
            alike = {sizes.find(_length(x)) for x in sums if _index(x) == _index(total)}
            said = [x for x in alike if not isinstance(x, Unknown)]
            if len(said) == 1:
                sizes.unify(_length(total), said[0], Reason(relation.span, RANGES))
                found = True
    return found


def _length(total: Term) -> Dim:
    return total.data[1]  # type: ignore[return-value]


def _index(total: Term) -> str:
    return str(total.data[0]).rstrip("'")


def give_lengths(relation: Relation, sizes: Dimensions, length: Dim) -> None:
    """Give each column of ones whose length is open the same length."""
    for side in (relation.left, relation.right):
        for term in terms(side):
            if term.op == "ones" and isinstance(sizes.find(term.shape[0]), Unknown):
                sizes.unify(term.shape[0], length, Reason(relation.span, AVERAGES))


def lengths_of_ones(relation: Relation, sizes: Dimensions) -> frozenset[Dim]:
    """The lengths of the columns of ones in a relation."""
    inside = (t for side in (relation.left, relation.right) for t in terms(side))
    return frozenset(sizes.find(t.shape[0]) for t in inside if t.op == "ones")


def has_unsaid_length(relation: Relation, sizes: Dimensions) -> bool:
    """Whether a size stands beside a column of ones, or a sum, whose length nothing says."""
    inside = [x for side in (relation.left, relation.right) for x in terms(side)]
    of_letters = {sizes.find(n) for x in inside if x.op == "letter" for n in x.shape}
    ones = {sizes.find(x.shape[0]) for x in inside if x.op == "ones"}
    ones = (ones | {sizes.find(_length(x)) for x in inside if x.op == "total"}) - of_letters
    counts = [x for x in inside if x.op == "size" and isinstance(sizes.find(x.data[0]), str)]  # type: ignore[arg-type]
    return bool(counts) and any(isinstance(n, Unknown) for n in ones)
