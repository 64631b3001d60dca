"""Typed terms: formulas whose letters have shapes; they become SymPy nodes after all sizes are found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.dimensions import Dim

Shape = tuple[Dim, Dim]

NO_SPAN: Span = (0, 0)


@dataclass(frozen=True, eq=False)
class Term:
    """A typed part of a formula.

    op: what it is, a key of `building.BUILDERS`. parts: the terms below it. data: a name, a number or an index.
    """

    op: str
    shape: Shape
    parts: tuple[Term, ...] = ()
    data: tuple[object, ...] = ()
    span: Span = NO_SPAN


@dataclass(frozen=True, eq=False)
class Relation:
    """Two terms with a sign between them: =, ≤, ≥, <, >, ≠; of a condition also ⪰ before 0.

    of_all: the indices for all values of which it holds, with their lengths.
    """

    left: Term
    sign: str
    right: Term
    span: Span = NO_SPAN
    of_all: tuple[tuple[str, Dim], ...] = ()


@dataclass(frozen=True, eq=False)
class Optimisation:
    """A problem: its sense (min, max, argmin, argmax), its variables, the objective, the constraints."""

    sense: str
    variables: tuple[Term, ...]
    objective: Term
    constraints: tuple[Relation, ...] = ()
    span: Span = NO_SPAN


def terms(term: Term) -> Iterator[Term]:
    """A term and all terms below it."""
    yield term
    for part in term.parts:
        yield from terms(part)


def letters_of(*found: Term | Relation | Optimisation) -> frozenset[str]:
    """The keys of the letters in terms, relations and problems."""
    out = set[str]()
    for x in found:
        if isinstance(x, Relation):
            out |= letters_of(x.left, x.right)
        elif isinstance(x, Optimisation):
            out |= letters_of(x.objective, *x.constraints, *x.variables)
        else:
            out |= {str(t.data[0]) for t in terms(x) if t.op == "letter"}
    return frozenset(out)


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
