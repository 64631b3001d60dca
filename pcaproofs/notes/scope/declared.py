"""Facts that formulas state: X ∈ ℝ^{n×p}, x_1, …, x_n ∈ ℝ^p, X = [x_1, …, x_n], P_{k×d}."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import (
    family_listed,
    is_capital,
    is_identity,
    is_sum_of_sizes,
    is_zero,
    size_in_subscript,
)
from pcaproofs.notes.formulas.surface import (
    Chain,
    Dots,
    Group,
    Listed,
    Matrix,
    Name,
    Node,
    Num,
    Power,
    Problem,
    Product,
    Sum,
    Transpose,
    nodes,
)
from pcaproofs.notes.prose.facts import Arranged, Fact, HasKind, HasShape, IsFamily, IsTuple, Satisfies, Stands
from pcaproofs.notes.text.source import Span

ONE = Num("1")
By = Literal["rows", "columns"]


@dataclass(frozen=True)
class _Extent:
    """The part of a note in which a fact holds."""

    start: int
    end: int


_PARTS = re.compile(r"\b(?:columns|rows|members) of (?:the (?:matrix|matrices) )?[$\\(]*$")  # "the columns of U ∈ ℝⁿ"


def facts_of_formulas(note: Note, sections: Sequence[Span] = ()) -> tuple[Fact, ...]:
    """The facts about letters in the formulas of a note, in order.

    sections: what a fact may reach back to; a fact holds from the beginning of its section to the end of the note.
    """
    out: list[Fact] = []
    end, starts = len(note.source.text), [start for start, _ in sections]
    for formula in note.formulas:
        if isinstance(formula.tree, Unread):
            continue
        here = formula.span[0]
        k = bisect_right(starts, here)
        start = starts[k - 1] if k else 0
        is_of_parts = _PARTS.search(note.source.text[max(0, here - 60) : here]) is not None
        for tree in (formula.tree, *(c for c in formula.comments if not isinstance(c, Unread))):
            found = _facts(tree, _Extent(start, end))
            out += [f for f in found if not (is_of_parts and isinstance(f, HasShape) and f.columns == Num("1"))]
    return tuple(out)


def _facts(tree: Node, extent: _Extent) -> Iterator[Fact]:
    local = {id(x) for node in nodes(tree) if isinstance(node, Problem) for c in _bound_in(node) for x in nodes(c)}
    for node in nodes(tree):
        if id(node) in local:
            continue
        if isinstance(node, Chain):
            yield from _of_chain(node, extent)
        elif isinstance(node, Name) and (shape := size_in_subscript(node)) is not None:
            letter = replace(node, subscript=None)
            if not is_identity(letter):
                yield _shape(letter, shape, node.span, extent)
        elif isinstance(node, Listed | Group):
            yield from _of_list(node, extent)


def _bound_in(problem: Problem) -> Iterator[Node]:
    yield from problem.constraints
    if problem.variables is not None:
        yield problem.variables


def _of_chain(chain: Chain, extent: _Extent) -> Iterator[Fact]:
    """Facts of X ∈ ℝ^{n×p}, of X = … ∈ ℝ^{n×p}, of {x_1, …, x_n} ⊂ ℝ^p, of X = [x_1, …, x_n]."""
    for k, sign in enumerate(chain.signs):
        if sign == "∈" or (sign in ("⊂", "⊆") and k == 0 and isinstance(chain.terms[0], Group)):
            space = space_of(chain.terms[k + 1])
            first = chain.terms[0] if all(s in ("=", ":=") for s in chain.signs[:k]) else chain.terms[k]
            for member in _letters(first):
                if space is not None:
                    yield _shape(member, space, chain.span, extent)
        elif sign == "∼":
            yield from _distributed(chain.terms[k], chain.terms[k + 1], chain.span, extent)
        elif sign in ("=", ":=") and isinstance(chain.terms[k], Name):
            letter = chain.terms[k]
            assert isinstance(letter, Name)
            found = arranged(chain.terms[k + 1])
            if _names_another(letter, chain.terms[k + 1]):
                yield HasKind(
                    letter=letter, span=chain.span, strength="declared", start=extent.start, end=extent.end,
                    kind="matrix",
                )  # fmt: skip
            if (entries := of_entries(letter, chain.terms[k + 1])) is not None:
                family, last, is_column = entries
                yield IsTuple(
                    letter=letter, span=chain.span, strength="declared", start=extent.start, end=extent.end,
                    family=family, last=last, is_column=is_column,
                )  # fmt: skip
            elif found is not None:
                by, family, last = found
                yield Arranged(
                    letter=letter, span=chain.span, strength="declared", start=extent.start, end=extent.end,
                    by=by, family=family, last=last,
                )  # fmt: skip
                yield HasKind(
                    letter=letter, span=chain.span, strength="declared", start=extent.start, end=extent.end,
                    kind="matrix",
                )  # fmt: skip


def _names_another(letter: Name, value: Node) -> bool:
    """Whether I_2 is said to be a matrix of numbers that is no identity: an elementary matrix, for example."""
    if not is_identity(letter) or letter.subscript is None or not isinstance(value, Matrix):
        return False
    ones = [[Num("1" if k == j else "0") for j in range(len(value.rows))] for k in range(len(value.rows))]
    cells = [list(row) for row in value.rows]
    plain = [x.terms[0] if isinstance(x, Sum) and len(x.terms) == 1 else x for row in cells for x in row]
    return all(isinstance(x, Num) for x in plain) and cells != ones


def _distributed(letter: Node, law: Node, span: Span, extent: _Extent) -> Iterator[Fact]:
    """Facts of X ∼ N(μ, Σ) or X ∼ (μ, Σ): its mean and its covariance, which is positive semidefinite.

    A normal distribution has further properties, so no statement about the letter is refuted.
    """
    if isinstance(law, Product) and len(law.factors) == 2 and isinstance(law.factors[0], Name):
        law = law.factors[1] if law.factors[0].base in ("N", "Normal", "MVN") else law
    start, end = extent.start, extent.end
    match letter, law:
        case _, Group(Listed(items=(mean, Name() as covariance)), opening="("):
            if is_capital(covariance) and not is_identity(covariance):
                yield Satisfies(
                    letter=covariance, span=span, strength="agreed", start=start, end=end, hypothesis="psd"
                )  # fmt: skip
            if not isinstance(mean, Name) or not isinstance(letter, Name) or letter.subscript is not None:
                return
            if is_capital(covariance) and not is_identity(covariance) and not is_zero(mean):
                yield HasKind(letter=letter, span=span, strength="agreed", start=start, end=end, kind="random column")
                for moment, role in ((mean, "mean"), (covariance, "covariance")):
                    yield Stands(
                        letter=moment, span=span, strength="agreed", start=start, end=end, role=role, of=letter
                    )


def _of_list(node: Node, extent: _Extent) -> Iterator[Fact]:
    found = family_listed(node)
    if found is not None and not isinstance(node, Group):
        letter, last = found
        yield IsFamily(
            letter=letter, span=node.span, strength="declared", start=extent.start, end=extent.end, index="", last=last
        )


def _shape(letter: Name, shape: tuple[Node, Node], span: Span, extent: _Extent) -> HasShape:
    rows, columns = shape
    return HasShape(
        letter=letter, span=span, strength="declared", start=extent.start, end=extent.end, rows=rows, columns=columns
    )


def _letters(node: Node) -> Iterator[Name]:
    """The letters of a membership; for x_1, …, x_n the family."""
    found = family_listed(node)
    match node:
        case _ if found is not None:
            yield replace(found[0], subscript=Name("i"))
        case Name():
            yield node
        case Listed(items):
            yield from (x for x in items if isinstance(x, Name))
        case Group(body, opening="{" | "("):
            yield from _letters(body)


def space_of(node: Node) -> tuple[Node, Node] | None:
    """Rows and columns of the elements of ℝ, ℝ^p or ℝ^{n×p}."""
    match node:
        case Name(base="R", font="blackboard" | "bold", subscript=None):
            return ONE, ONE
        case Power(base=Name(base="R", font="blackboard" | "bold"), exponent=exponent):
            match exponent:
                case Product(factors=(rows, columns), marks=("×" | "·",)):
                    return (rows, columns) if is_sum_of_sizes(rows) and is_sum_of_sizes(columns) else None
                case _ if is_sum_of_sizes(exponent):
                    return exponent, ONE
    return None


def arranged(node: Node) -> tuple[By, Name, Node] | None:
    """The arrangement of a family in a matrix: [x_1, …, x_n] or a set by columns, its transpose by rows."""
    match node:
        case Transpose(base):
            inside = arranged(base)
            return None if inside is None else ("rows" if inside[0] == "columns" else "columns", *inside[1:])
        case Group(opening="[" | "{" | "(") if (found := family_listed(node)) is not None and _is_vector(found[0]):
            return "columns", *found
        case Matrix(rows=(row,)) if (found := family_listed(Listed(tuple(row)))) is not None:
            return "columns", *found
        case Matrix(rows) if len(rows) > 1:
            column = [cell for row in rows if (cell := _only(row)) is not None]
            stacked = tuple(x.base if isinstance(x, Transpose) else x for x in column)
            transposed = sum(isinstance(x, Transpose) for x in column) > 1
            if transposed and (found := family_listed(Listed(stacked))) is not None:
                return "rows", *found
    return None


def of_entries(letter: Name, node: Node) -> tuple[Name, Node, bool] | None:
    """The family, its last index, and whether it is a column, if a letter is the tuple of its own entries.

    These are small letters without accents or bold: x = (x_1, …, x_n), also for a bold x. A capital letter may be the
    column of what stands below each other, if that are numbers.
    """
    is_column = isinstance(node, Transpose)
    match node.base if isinstance(node, Transpose) else node:
        case Group(opening="[" | "(") as group:
            found = family_listed(group)
        case Matrix(rows=(row,)):
            found = family_listed(Listed(tuple(row)))
        case Matrix(rows) if not is_column and all(len(row) == 1 for row in rows):
            found, is_column = family_listed(Listed(tuple(row[0] for row in rows))), True
        case _:
            return None
    is_stacked = isinstance(node, Matrix) and len(node.rows) > 1
    if found is not None and is_stacked and is_capital(letter) and found[0].base == letter.base.lower():
        return *found, True
    if found is None or is_capital(letter) or found[0] not in (letter, replace(letter, font="")):
        return None
    return None if found[0].font or found[0].accents else (*found, is_column)


def _is_vector(name: Name) -> bool:
    return name.base.isascii() or is_capital(name)


def _only(row: tuple[Node, ...]) -> Node | None:
    """The one cell of a row that is no dots; dots for a row of dots."""
    cells = [cell for cell in row if not isinstance(cell, Dots)]
    return cells[0] if len(cells) == 1 else Dots() if not cells else None
