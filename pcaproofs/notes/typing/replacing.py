"""Terms in place of letters, and a member by its index as the matrix of all members."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import count

from pcaproofs.notes.typing.shaping import Shaping
from pcaproofs.notes.typing.terms import Term, Unsupported, terms


def replaced(term: Term, values: Mapping[str, Term]) -> Term:
    """A term with values of the same shapes in place of letters; no index of a value is bound by a sum around it."""
    taken = {str(name) for x in (term, *values.values()) for y in terms(x) for name in y.data}
    fresh = (f"{name}" for k in count(1) if (name := f"j_{k}") not in taken)
    return _replaced(term, {x: _renamed(value, {}, fresh) for x, value in values.items()})


def _replaced(term: Term, values: Mapping[str, Term]) -> Term:
    if term.op == "letter" and str(term.data[0]) in values:
        return values[str(term.data[0])]
    return replace(term, parts=tuple(_replaced(x, values) for x in term.parts)) if term.parts else term


def _renamed(term: Term, names: Mapping[str, str], fresh: object) -> Term:
    """A term whose sums have indices of new names."""
    if term.op == "total":
        name, *bounds = term.data
        new = next(fresh)  # type: ignore[call-overload]
        parts = tuple(_renamed(x, {**names, str(name): new}, fresh) for x in term.parts)
        return replace(term, parts=parts, data=(new, *bounds))
    data = tuple(names.get(x, x) if isinstance(x, str) else x for x in term.data)
    is_indexed = term.op in ("member", "entry")
    parts = tuple(_renamed(x, names, fresh) for x in term.parts)
    return replace(term, parts=parts, data=data if is_indexed else term.data)


def rows_of(shaping: Shaping, term: Term, index: str, family: Term) -> Term:
    """The matrix whose i-th row is the i-th of some columns, or the column of some numbers.

    term: the i-th one. family: what has as many rows. Raises Unsupported where the columns are not linear in members.
    """
    span = term.span
    if not has_index(term, index):
        ones = Term("ones", (family.shape[0], 1))
        return shaping.multiply(ones, shaping.transpose(shaping.as_number(term), span), "", span)
    parts = term.parts
    match term.op:
        case "member" if term.data == (index,) and not has_index(parts[0], index):
            return parts[0]
        case "entry" if term.data == (index,) and not has_index(parts[0], index):
            return parts[0]
        case "sum":
            return shaping.add([rows_of(shaping, x, index, family) for x in parts], [str(x) for x in term.data], span)
        case "over" if not has_index(parts[1], index):
            return shaping.divide(rows_of(shaping, parts[0], index, family), parts[1], span)
        case "inner" | "product" if has_index(parts[0], index) and has_index(parts[1], index):
            raise Unsupported(span, "columns that are not linear in members of families")
        case "inner":
            first, second = parts if has_index(parts[0], index) else parts[::-1]
            return shaping.multiply(rows_of(shaping, first, index, family), second, "", span)
        case "product":
            return _rows_of_product(shaping, term, index, family)
    raise Unsupported(span, "columns that are not linear in members of families")


def _rows_of_product(shaping: Shaping, term: Term, index: str, family: Term) -> Term:
    """The rows of a product of which one factor has the index."""
    left, right = term.parts
    varying, fixed = (left, right) if has_index(left, index) else (right, left)
    if shaping.is_scalar(varying) or shaping.is_scalar(fixed):
        rows = rows_of(shaping, varying, index, family)
        across = fixed if shaping.is_scalar(fixed) else shaping.transpose(fixed, term.span)
        return shaping.multiply(rows, across, "", term.span)
    if varying is right:
        return shaping.multiply(
            rows_of(shaping, right, index, family), shaping.transpose(left, term.span), "", term.span
        )
    if left.op == "transpose" and shaping.is_scalar(term):
        return shaping.multiply(rows_of(shaping, left.parts[0], index, family), right, "", term.span)
    raise Unsupported(term.span, "columns that are not linear in members of families")


def has_index(term: Term, index: str) -> bool:
    """Whether a term has an index that no sum in it binds."""
    if term.op in ("member", "entry") and index in term.data:
        return True
    if term.op == "total" and str(term.data[0]) == index:
        return False
    return any(has_index(x, index) for x in term.parts)
