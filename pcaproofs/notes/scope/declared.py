"""Facts that formulas state: X ∈ ℝ^{n×p}, x_1, …, x_n ∈ ℝ^p, X = [x_1, …, x_n], P_{k×d}."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pcaproofs.notes.formulas import surface as s
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
from pcaproofs.notes.prose.facts import (
    Arranged,
    Fact,
    HasKind,
    HasShape,
    IsFamily,
    IsTuple,
    Satisfies,
    Stands,
    Strength,
)
from pcaproofs.notes.text.source import Span

ONE = s.Num("1")
By = Literal["rows", "columns"]


_NEAR = 400  # characters between a matrix in blocks and what is said of it


@dataclass(frozen=True)
class _Extent:
    """The part of a note in which a fact holds."""

    start: int
    end: int

    def fact(self, sort: type[Fact], letter: s.Name, span: Span, strength: Strength = "declared", **more: Any) -> Fact:
        """A fact about a letter there."""
        place: dict[str, Any] = {"span": span, "start": self.start, "end": self.end}
        return sort(letter=letter, strength=strength, **place, **more)


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
        is_law = any("∼" in x.signs for x in s.every((formula.tree,), s.Chain))
        is_limited = is_law and is_limited_law(note.source.text, formula.span)
        for tree in (formula.tree, *(c for c in formula.comments if not isinstance(c, Unread))):
            found = (f for f in _facts(tree, _Extent(start, end)) if not (is_limited and isinstance(f, Stands)))
            out += [f for f in found if not (is_of_parts and isinstance(f, HasShape) and f.columns == s.Num("1"))]
    return tuple(out)


OF_BLOCKS = ("symmetric", "psd", "positive_definite")


def facts_of_blocks(note: Note, facts: Sequence[Fact]) -> Iterator[Fact]:
    """What a symmetric or positive definite matrix that is written by blocks says of those on its diagonal."""
    for formula in note.formulas:
        for node in () if isinstance(formula.tree, Unread) else s.nodes(formula.tree):
            match node:
                case s.Chain(terms=(s.Name() as whole, s.Matrix(rows=rows)), signs=("=" | ":=",)) if len(rows) > 1:
                    blocks = [row[k] for k, row in enumerate(rows) if len(row) == len(rows)]
                    known = (f for f in facts if isinstance(f, Satisfies) and f.letter == whole and not f.others)
                    for fact in known if len(blocks) == len(rows) else ():
                        here = fact.start <= formula.span[0] and abs(fact.span[0] - formula.span[0]) < _NEAR
                        for block in blocks:
                            if here and fact.hypothesis in OF_BLOCKS and isinstance(block, s.Name):
                                yield replace(fact, letter=block)


def _facts(tree: s.Node, extent: _Extent) -> Iterator[Fact]:
    problems = s.every((tree,), s.Problem)
    bound = (part for x in problems for part in (*x.constraints, x.variables) if part is not None)
    local = {id(x) for x in s.every(bound, s.Node)}
    for node in s.nodes(tree):
        if id(node) in local:
            continue
        if isinstance(node, s.Chain):
            yield from _of_chain(node, extent)
        elif isinstance(node, s.Name) and (shape := size_in_subscript(node)) is not None:
            letter = replace(node, subscript=None)
            if not is_identity(letter):
                yield extent.fact(HasShape, letter, node.span, rows=shape[0], columns=shape[1])
        elif isinstance(node, s.Listed | s.Group):
            found = family_listed(node)
            if found is not None and not isinstance(node, s.Group):
                yield extent.fact(IsFamily, found[0], node.span, index="", last=found[1])


def _of_chain(chain: s.Chain, extent: _Extent) -> Iterator[Fact]:
    """Facts of X ∈ ℝ^{n×p}, of X = … ∈ ℝ^{n×p}, of {x_1, …, x_n} ⊂ ℝ^p, of X = [x_1, …, x_n]."""
    for k, sign in enumerate(chain.signs):
        if sign == "∈" or (sign in ("⊂", "⊆") and k == 0 and isinstance(chain.terms[0], s.Group)):
            space = space_of(chain.terms[k + 1])
            first = chain.terms[0] if all(x in ("=", ":=") for x in chain.signs[:k]) else chain.terms[k]
            for member in _letters(first):
                if space is not None:
                    yield extent.fact(HasShape, member, chain.span, rows=space[0], columns=space[1])
        elif sign == "∼" and k == 0:  # ϵ ∣ X ∼ N(0, σ²I) says nothing of X
            yield from _distributed(chain.terms[k], chain.terms[k + 1], chain.span, extent)
        elif sign in ("=", ":=") and isinstance(chain.terms[k], s.Name):
            letter = chain.terms[k]
            assert isinstance(letter, s.Name)
            found = arranged(chain.terms[k + 1])
            if _names_another(letter, chain.terms[k + 1]):
                yield extent.fact(HasKind, letter, chain.span, kind="matrix")
            if (entries := of_entries(letter, chain.terms[k + 1])) is not None:
                family, last, is_column = entries
                yield extent.fact(IsTuple, letter, chain.span, family=family, last=last, is_column=is_column)
            elif found is not None:
                by, family, last = found
                yield extent.fact(Arranged, letter, chain.span, by=by, family=family, last=last)
                yield extent.fact(HasKind, letter, chain.span, kind="matrix")


def _names_another(letter: s.Name, value: s.Node) -> bool:
    """Whether I_2 is said to be a matrix of numbers that is no identity: an elementary matrix, for example."""
    if not is_identity(letter) or letter.subscript is None or not isinstance(value, s.Matrix):
        return False
    ones = [[s.Num("1" if k == j else "0") for j in range(len(value.rows))] for k in range(len(value.rows))]
    cells = [list(row) for row in value.rows]
    plain = [x.terms[0] if isinstance(x, s.Sum) and len(x.terms) == 1 else x for row in cells for x in row]
    return all(isinstance(x, s.Num) for x in plain) and cells != ones


_LIMITED_BEFORE = re.compile(
    r"(?<![\w-])(?:conditionally|null|alternative|reject\w*|hypothes\w+|approximat\w*|first|second|third|other|some|if"
    r"|neither|not)(?![\w-])[^.;:]*$",
    re.IGNORECASE,
)
_LIMITED_BEHIND = re.compile(
    r"[\s$]*,?\s*(?:given|with probability|only|approximately|asymptotically|fails?|or|otherwise|if|when|unless|in the"
    r"|is (?:only|rejected|wrong|false|an? ))(?![\w-])"
)


def is_limited_law(text: str, span: Span) -> bool:
    """Whether words say that a law x ∼ N(μ, Σ) is one of several, conditional, approximate or rejected."""
    before = re.split(r"[.;](?=\s)", text[max(0, span[0] - 120) : span[0]])[-1]
    return _LIMITED_BEFORE.search(before) is not None or _LIMITED_BEHIND.match(text, span[1]) is not None


def _distributed(letter: s.Node, law: s.Node, span: Span, extent: _Extent) -> Iterator[Fact]:
    """Facts of x ∼ N(μ, Σ) or x ∼ (μ, Σ): it is a random column, and its covariance is positive semidefinite."""
    if (moments := moments_of(letter, law)) is None:
        return
    mean, covariance = moments
    if isinstance(covariance, s.Name) and not is_identity(covariance):
        yield extent.fact(Satisfies, covariance, span, "agreed", hypothesis="psd")
    if isinstance(letter, s.Name) and (letter.subscript is None or not isinstance(mean, s.Name)):
        yield extent.fact(HasKind, letter, span, "agreed", kind="random column")
        if isinstance(mean, s.Name) and isinstance(covariance, s.Name) and not is_zero(mean):
            for moment, role in ((mean, "mean"), (covariance, "covariance")):
                yield extent.fact(Stands, moment, span, "agreed", role=role, of=letter)


def moments_of(letter: s.Node, law: s.Node) -> tuple[s.Node, s.Node] | None:
    """The mean and the covariance matrix of a letter with the law N(μ, Σ) or (μ, Σ); None for those of numbers.

    None also for y ∣ β, X ∼ N(Xβ, σ²I), which is the law of y.
    """
    match law:
        case s.Product(factors=(s.Name("N" | "Normal" | "MVN"), group)):
            law = group
    match law:
        case s.Group(s.Listed(items=(mean, covariance)), opening="("):
            is_matrix = any(isinstance(x, s.Name) and is_capital(x) for x in s.nodes(covariance))
            return (mean, covariance) if is_matrix and letter not in s.nodes(mean) else None
    return None


def _letters(node: s.Node) -> Iterator[s.Name]:
    """The letters of a membership; for x_1, …, x_n the family."""
    found = family_listed(node)
    match node:
        case _ if found is not None:
            yield replace(found[0], subscript=s.Name("i"))
        case s.Name():
            yield node
        case s.Listed(items):
            yield from (x for x in items if isinstance(x, s.Name))
        case s.Group(body, opening="{" | "("):
            yield from _letters(body)


def space_of(node: s.Node) -> tuple[s.Node, s.Node] | None:
    """Rows and columns of the elements of ℝ, ℝ^p or ℝ^{n×p}, and of the same with ℂ."""
    match node:
        case s.Name(base="R" | "C", font="blackboard" | "bold", subscript=None):
            return ONE, ONE
        case s.Power(base=s.Name(base="R" | "C", font="blackboard" | "bold"), exponent=exponent):
            match exponent:
                case s.Product(factors=(rows, columns), marks=("×" | "·",)):
                    return (rows, columns) if is_sum_of_sizes(rows) and is_sum_of_sizes(columns) else None
                case _ if is_sum_of_sizes(exponent):
                    return exponent, ONE
    return None


def arranged(node: s.Node) -> tuple[By, s.Name, s.Node] | None:
    """The arrangement of a family in a matrix: [x_1, …, x_n] or a set by columns, its transpose by rows."""
    match node:
        case s.Transpose(base):
            inside = arranged(base)
            return None if inside is None else ("rows" if inside[0] == "columns" else "columns", *inside[1:])
        case s.Group(opening="[" | "{" | "(") if (found := family_listed(node)) is not None:
            return ("columns", *found) if found[0].base.isascii() or is_capital(found[0]) else None
        case s.Matrix(rows=(row,)) if (found := family_listed(s.Listed(tuple(row)))) is not None:
            return "columns", *found
        case s.Matrix(rows) if len(rows) > 1:
            column = [cell for row in rows if (cell := _only(row)) is not None]
            stacked = tuple(x.base if isinstance(x, s.Transpose) else x for x in column)
            transposed = sum(isinstance(x, s.Transpose) for x in column) > 1
            if transposed and (found := family_listed(s.Listed(stacked))) is not None:
                return "rows", *found
    return None


def of_entries(letter: s.Name, node: s.Node) -> tuple[s.Name, s.Node, bool] | None:
    """The family, its last index, and whether it is a column, if a letter is the tuple of its own entries.

    These are small letters without accents or bold: x = (x_1, …, x_n), also for a bold x. A capital letter may be the
    column of what stands below each other, if that are numbers.
    """
    is_column = isinstance(node, s.Transpose)
    match node.base if isinstance(node, s.Transpose) else node:
        case s.Group(opening="[" | "(") as group:
            found = family_listed(group)
        case s.Matrix(rows=(row,)):
            found = family_listed(s.Listed(tuple(row)))
        case s.Matrix(rows) if not is_column and all(len(row) == 1 for row in rows):
            found, is_column = family_listed(s.Listed(tuple(row[0] for row in rows))), True
        case _:
            return None
    is_stacked = isinstance(node, s.Matrix) and len(node.rows) > 1
    if found is not None and is_stacked and is_capital(letter) and found[0].base == letter.base.lower():
        return *found, True
    if found is None or is_capital(letter) or found[0] not in (letter, replace(letter, font="")):
        return None
    return None if found[0].font or found[0].accents else (*found, is_column)


def _only(row: tuple[s.Node, ...]) -> s.Node | None:
    """The one cell of a row that is no dots; dots for a row of dots."""
    cells = [cell for cell in row if not isinstance(cell, s.Dots)]
    return cells[0] if len(cells) == 1 else s.Dots() if not cells else None
