"""The meaning of a letter in a part of a note, with the evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import INDICES, is_capital, key
from pcaproofs.notes.formulas.surface import Name, Node, Num
from pcaproofs.notes.prose.facts import Arranged, Fact, HasKind, HasShape, IsTuple, Satisfies, Strength
from pcaproofs.notes.text.source import Span

ONE = Num("1")
STRENGTHS = ("declared", "file", "prose", "defined", "agreed", "convention")
_OF_COLUMNS = ("unit",)
_OF_MATRICES = (
    *("symmetric", "orthonormal", "orthogonal", "projector", "psd", "centered", "invertible", "diagonal"),
    *("idempotent", "skew", "normal", "positive_definite", "square", "orthonormal rows", "ones"),
)
_OF_NUMBERS = ("positive", "nonnegative", "nonzero")


@dataclass(frozen=True)
class Evidence:
    """Evidence about a letter: a span of the note, and its strength."""

    says: str
    span: Span | None
    strength: str


@dataclass(frozen=True)
class Symbol:
    """The meaning of a letter in a part of a note.

    rows, columns: as the note writes them, None if nothing says it. length: how many members a family has. strength: of
    what the kind rests on. facts: all that is said of it there.
    """

    name: Name
    kind: str
    rows: Node | None = None
    columns: Node | None = None
    is_family: bool = False
    length: Node | None = None
    strength: str = "convention"
    facts: tuple[Fact, ...] = ()
    evidence: tuple[Evidence, ...] = ()

    @property
    def span(self) -> Span:
        """The place of the first evidence in the note, else of the letter."""
        return next((e.span for e in self.evidence if e.span is not None), self.name.span)

    @property
    def has_numeric_size(self) -> bool:
        """Whether a size of the letter is a number: a 3×3 matrix, a column with 2 entries."""
        return any(isinstance(x, Num) and x != Num("1") for x in (self.rows, self.columns))

    @property
    def is_pinned(self) -> bool:
        """Whether the note itself declares the letter."""
        return self.strength in STRENGTHS[:4]

    def what(self) -> str:
        """The meaning of the letter, in words."""
        shape = ""
        if self.rows is not None and self.columns is not None and self.kind != "number":
            shape = f" {key(self.rows)}×{key(self.columns)}"
        family = f", one of {key(self.length)}" if self.length is not None and self.is_family else ""
        said = [f.hypothesis for f in self.facts if isinstance(f, Satisfies)]
        return f"{self.kind}{shape}{family}{', ' if said else ''}{', '.join(said)}"

    def why(self, note: Note) -> str:
        """The evidence, with its lines."""
        places = [f"line {note.source.place(e.span[0]).line}" for e in self.evidence if e.span is not None]
        return f"{self.strength}{': ' if places else ''}{', '.join(dict.fromkeys(places))}"


def implied(fact: Fact) -> str:
    """The kind of letter that a fact is about: number, column, matrix or subspace; "" if it may be any."""
    if isinstance(fact, HasShape):
        return "matrix" if fact.columns != Num("1") else "number" if fact.rows == Num("1") else "column"
    if isinstance(fact, HasKind):
        return fact.kind.removeprefix("random ")
    if isinstance(fact, Satisfies):
        if fact.hypothesis == "orthogonal" and fact.others:
            return "column"  # orthogonal to others
        if fact.hypothesis in _OF_NUMBERS and is_capital(fact.letter):
            return ""  # "B positive" may be said of a matrix
        for hypotheses, kind in ((_OF_COLUMNS, "column"), (_OF_MATRICES, "matrix"), (_OF_NUMBERS, "number")):
            if fact.hypothesis in hypotheses and fact.hypothesis not in ("nonzero", "centered", "orthonormal"):
                return kind
        if fact.hypothesis == "orthonormal" and is_capital(fact.letter):
            return "matrix"
    return ""


def base_of(fact: Fact) -> Name:
    """The letter of a fact; a fact about x_i is about the family x."""
    letter = fact.letter
    if isinstance(letter.subscript, Name) and letter.subscript.base in INDICES and letter.subscript.subscript is None:
        return replace(letter, subscript=None)
    return letter


# Tuples: x = (x_1, …, x_n) is a column of numbers, unless the note says that the x_i are columns.
#
# Y = [y_1, …, y_n] is one only if the note says that the y_i are numbers.


def with_tuples(facts: Iterable[Fact], transposed: Collection[str]) -> Iterator[Fact]:
    """The facts with shapes in place of tuples; transposed: the keys of the letters that the note transposes."""
    known = list(facts)
    columns = {key(base_of(f)) for f in known if base_of(f) != f.letter and implied(f) in ("column", "random column")}
    columns |= {x.partition("_")[0] for x in transposed if "_" in x}
    numbers = {key(base_of(f)) for f in known if base_of(f) != f.letter and implied(f) == "number"} - columns
    stacked = {(f.letter, f.span) for f in known if isinstance(f, Arranged) and f.family and key(f.family) in numbers}
    for fact in known:
        if isinstance(fact, IsTuple) and is_capital(fact.letter) and key(fact.family) not in numbers:
            continue
        is_row = isinstance(fact, Arranged) and fact.by == "columns"
        if isinstance(fact, IsTuple) and key(fact.family) in columns:
            by = "rows" if fact.is_column else "columns"
            yield _at(Arranged, fact, "declared", by=by, family=fact.family, last=fact.last)
            yield _at(HasKind, fact, "declared", kind="matrix")
        elif isinstance(fact, IsTuple):
            # what may be a row is only agreed to be a column, and makes nothing ill-typed
            strength: Strength = "declared" if fact.is_column else "agreed"
            yield _at(HasShape, fact, strength, rows=fact.last, columns=ONE)
            yield _at(Arranged, fact, "declared", by="rows", family=fact.family, last=fact.last)
        elif (fact.letter, fact.span) in stacked and isinstance(fact, Arranged) and fact.family and fact.last:
            # the column of its entries; what may be a column is only agreed to be a row
            rows, sides = (ONE, fact.last) if is_row else (fact.last, ONE)
            yield _at(HasShape, fact, "agreed" if is_row else "declared", rows=rows, columns=sides)
            yield fact
        elif (fact.letter, fact.span) not in stacked or not isinstance(fact, HasKind):
            yield fact


def _at(sort: type[Fact], like: Fact, strength: Strength, **more: Any) -> Fact:
    """A fact about the letter of another one, with its place."""
    place: dict[str, Any] = {"span": like.span, "start": like.start, "end": like.end}
    return sort(letter=like.letter, strength=strength, **place, **more)
