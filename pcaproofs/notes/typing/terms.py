"""Typed terms: formulas whose letters have shapes; they become SymPy nodes after all sizes are found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from math import prod

from pcaproofs.notes.formulas.spelling import letter_text
from pcaproofs.notes.formulas.surface import Node
from pcaproofs.notes.text.source import Span
from pcaproofs.records import record


@record(frozen=True, eq=False)
class Unknown:
    """A size that is found by unification. of: the letter whose size it is. plural: it is not the number 1."""

    of: str = ""
    plural: bool = False


@record(frozen=True)
class Compound:
    """A product or a sum of sizes: op is · for A ⊗ B and vec A, + for matrices of blocks."""

    op: str
    parts: tuple[Dim, ...]


Dim = int | str | Unknown | Compound  # a number, the name of a size, one that is still to be found, or one of several
Shape = tuple[Dim, Dim]


def compound(op: str, parts: Iterable[Dim]) -> Dim:
    """The product or the sum of some sizes, with its numbers as one."""
    flat = [y for x in parts for y in (x.parts if isinstance(x, Compound) and x.op == op else (x,))]
    numbers = [x for x in flat if isinstance(x, int)]
    whole = prod(numbers) if op == "·" else sum(numbers)
    left: list[Dim] = [*(x for x in flat if not isinstance(x, int)), *([] if whole == (op == "·") else [whole])]
    return left[0] if len(left) == 1 else Compound(op, tuple(left)) if left else whole


SCALAR: Shape = (1, 1)
NO_SPAN: Span = (0, 0)


@record(frozen=True, eq=False)
class Term:
    """A typed part of a formula.

    op: what it is, a key of `building.BUILDERS`. parts: the terms below it. data: a name, a number or an index.
    """

    op: str
    shape: Shape
    parts: tuple[Term, ...] = ()
    data: tuple[object, ...] = ()
    span: Span = NO_SPAN


DIAGONAL = "is diagonal"  # a sign


@record(frozen=True, eq=False)
class Relation:
    """Two terms with a sign between them: =, ≤, ≥, <, >, ≠; or a matrix that is ⪰ or ≻ 0, or DIAGONAL.

    of_all: the indices for all values of which it holds, with their lengths.
    """

    left: Term
    sign: str
    right: Term
    span: Span = NO_SPAN
    of_all: tuple[tuple[str, Dim], ...] = ()


@record(frozen=True, eq=False)
class Optimisation:
    """A problem: its sense (min, max, argmin, argmax), its variables, the objective, the constraints."""

    sense: str
    variables: tuple[Term, ...]
    objective: Term
    constraints: tuple[Relation, ...] = ()
    span: Span = NO_SPAN


class Untyped(Exception):  # noqa: N818
    """An expression without a type: its place, the text there, and the expectation.

    lacks: what the language lacks if the expression is meant so, and is no misreading.
    """

    def __init__(self, span: Span, got: str, expected: str, lacks: str = ""):
        super().__init__(f"got {got}, but should be {expected}")
        self.span, self.got, self.expected, self.lacks = span, got, expected, lacks


class Unsupported(Exception):  # noqa: N818
    """An expression that is understood but cannot be expressed in the language, with its name."""

    def __init__(self, span: Span, what: str):
        super().__init__(what)
        self.span, self.what = span, what


def refuse(condition: object, span: Span, what: str, *shown: Node | str | int) -> None:
    """Raises Unsupported under a condition; shown: what stands for {} in the text, which has no braces of a note."""
    if condition:
        found = (x if isinstance(x, str | int) else letter_text(x) for x in shown)
        raise Unsupported(span, what.format(*found) if shown else what)


def number(value: object, span: Span = NO_SPAN) -> Term:
    """A number as it is written."""
    return Term("number", SCALAR, data=(str(value),), span=span)


def terms(*found: Term | Relation) -> Iterator[Term]:
    """Terms, or the sides of relations, and all terms below them."""
    for x in found:
        if isinstance(x, Relation):
            yield from terms(x.left, x.right)
        else:
            yield x
            yield from terms(*x.parts)


def letters_of(*found: Term | Relation | Optimisation) -> frozenset[str]:
    """The keys of the letters in terms, relations and problems."""
    out = set[str]()
    for x in found:
        if isinstance(x, Optimisation):
            out |= letters_of(x.objective, *x.constraints, *x.variables)
        else:
            out |= {str(t.data[0]) for t in terms(x) if t.op == "letter"}
    return frozenset(out)


def is_same(one: Term, other: Term) -> bool:
    """Whether two terms are written alike."""
    alike = (one.op, one.data, len(one.parts)) == (other.op, other.data, len(other.parts))
    return alike and all(is_same(a, b) for a, b in zip(one.parts, other.parts, strict=True))


INDEXED = ("member", "entry", "neighbour")  # by the names and numbers in their data; a neighbour's index and step


def free_indices(relation: Relation) -> dict[str, Dim]:
    """The indices of members and entries that no sum in a relation binds, with the lengths of what they index."""
    out: dict[str, Dim] = {}
    for side in (relation.left, relation.right):
        for index, length in _free(side, frozenset()):
            out.setdefault(index, length)
    return out


def indices_of(term: Term) -> frozenset[str]:
    """The indices of members and entries that no sum in a term binds."""
    return frozenset(x for x, _ in _free(term, frozenset()))


def has_index(term: Term, index: str) -> bool:
    """Whether a term has an index that no sum in it binds."""
    return index in indices_of(term)


def _free(term: Term, bound: frozenset[str]) -> Iterator[tuple[str, Dim]]:
    if term.op in INDEXED:
        for index, length in zip(term.data, term.parts[0].shape, strict=False):
            if isinstance(index, str) and index not in bound:
                yield index, length
    inside = bound | {str(term.data[0])} if term.op == "total" else bound
    for part in term.parts:
        yield from _free(part, inside)


def replaced(term: Term, values: Mapping[str, Term]) -> Term:
    """A term with values of the same shapes in place of letters; no index of a value is bound by a sum around it."""
    taken = {str(name) for x in terms(term, *values.values()) for name in x.data}
    fresh = (name for k in count(1) if (name := f"j_{k}") not in taken)
    return _replaced(term, {x: _renamed(value, {}, fresh) for x, value in values.items()})


def _replaced(term: Term, values: Mapping[str, Term]) -> Term:
    if term.op == "letter" and str(term.data[0]) in values:
        return values[str(term.data[0])]
    return replace(term, parts=tuple(_replaced(x, values) for x in term.parts)) if term.parts else term


def _renamed(term: Term, names: Mapping[str, str], fresh: Iterator[str]) -> Term:
    """A term whose sums have indices of new names."""
    data = term.data
    if term.op == "total":
        names = {**names, str(data[0]): next(fresh)}
        data = (names[str(data[0])], *data[1:])
    elif term.op in INDEXED:
        data = tuple(names.get(x, x) if isinstance(x, str) else x for x in data)
    return replace(term, parts=tuple(_renamed(x, names, fresh) for x in term.parts), data=data)
