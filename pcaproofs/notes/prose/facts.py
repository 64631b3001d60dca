"""Facts about the letters of a note: shapes, kinds, properties, families, roles, and distinctness."""

from __future__ import annotations

from typing import Literal

from pcaproofs.notes.formulas.surface import Name, Node
from pcaproofs.notes.text.source import Span
from pcaproofs.records import record

# X ∈ ℝ^{n×p}; a sentence; the scope file; a law X ∼ (μ, Σ); x̄ for the mean of the x_i
Strength = Literal["declared", "prose", "file", "agreed", "convention"]
Kind = Literal["number", "column", "matrix", "subspace", "index", "random column", "size", "function"]
Cue = Literal["assumed", "defined", "problem", "concluded", "false", ""]  # according to the words around a formula


@record(frozen=True, kw_only=True)
class Fact:
    """A fact about a letter in a note.

    letter: as written there, with its font, accents and subscript. span: the words or the formula that state it.
    start, end: the part of the note for which it holds, as offsets; its section. until: the offset where the sentence
    ends for which alone it holds ("if A is symmetric, then …"); None: it stays.
    """

    letter: Name
    span: Span
    strength: Strength
    start: int
    end: int
    until: int | None = None


@record(frozen=True, kw_only=True)
class HasShape(Fact):
    """The letter is rows×columns; a column has columns Num("1"), a number both Num("1")."""

    rows: Node
    columns: Node


@record(frozen=True, kw_only=True)
class HasKind(Fact):
    """The kind of the letter."""

    kind: Kind


COLUMNS_OF = "columns of"  # the property of a matrix to have only columns of another one
MEAN_IS, COVARIANCE_IS = "mean", "covariance"  # of a random column, with its value
INDEPENDENT = "independent"  # of other random columns
DIAGONAL = "diagonal"  # a property of a matrix; others: d of the numbers d_i on it, and the matrix A = UDVᵀ, if any


@record(frozen=True, kw_only=True)
class Satisfies(Fact):
    """A property.

    hypothesis: a name of language.hypotheses.KINDS, or a property of matrices: "invertible", "diagonal", "rank",
    "square", "orthonormal rows", "ones"; COLUMNS_OF another one; "complete" of eigenvectors; or MEAN_IS,
    COVARIANCE_IS and INDEPENDENT. others: (A, λ) for eigenpair, that other one, the family on a diagonal, the value.
    """

    hypothesis: str
    others: tuple[Node, ...] = ()


@record(frozen=True, kw_only=True)
class IsFamily(Fact):
    """x_1, …, x_n: the letter is x without its index; index: the running letter; last: n."""

    index: str
    last: Node


@record(frozen=True, kw_only=True)
class Arranged(Fact):
    """The letter is a matrix whose rows or columns are the members of a family, up to the last one if it is said."""

    by: Literal["rows", "columns"]
    family: Name | None
    last: Node | None = None


@record(frozen=True, kw_only=True)
class IsTuple(Fact):
    """x = (x_1, …, x_n), where the x_i are entries of x unless the note says that they are columns.

    is_column: whether it is written as a column, (x_1, …, x_n)^T; else the tuple may also be a row.
    """

    family: Name
    last: Node
    is_column: bool


@record(frozen=True, kw_only=True)
class Stands(Fact):
    """The role of the letter.

    role: "mean", "covariance", "projection onto", "kernel", "scatter", "sample size" or "dimension".
    """

    role: str
    of: Node | None = None


@record(frozen=True, kw_only=True)
class Distinct(Fact):
    """The letter differs from the others: λ ≠ μ, i ≠ j."""

    others: tuple[Node, ...]


@record(frozen=True, kw_only=True)
class Unclear(Fact):
    """A sentence says something of the letter, but perhaps not here, or not for what follows."""
