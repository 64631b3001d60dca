"""The layout of a formula, independent of LaTeX, MathML and text: boxes beside, above and around one another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pcaproofs.records import record


@record(frozen=True)
class Box:
    """Any part of a printed formula."""


@record(frozen=True)
class Glyph(Box):
    """A letter, or a sign that no other class covers; style: a font, "word" for upright letters, "text" for prose."""

    char: str
    style: str = ""
    accent: str = ""


@record(frozen=True)
class Digits(Box):
    """A whole number ≥ 0."""

    text: str


@record(frozen=True)
class OperatorName(Box):
    """The name of an operator in upright letters; `limits`: whether its subscript stands below it."""

    text: str
    limits: bool = False


@record(frozen=True)
class Mark(Box):
    """A sign such as + or =, between two formulas or before one; the space around it is normal, none, or wide."""

    char: str
    between: bool = True
    room: Literal["", "none", "wide"] = ""


@record(frozen=True)
class Gap(Box):
    """Space between two formulas; "" if none is needed, "none" before brackets that do not belong to a function.

    "factors" is between two factors, and "touching" between two that need no space in text.
    """

    width: Literal["", "none", "thin", "space", "quad", "factors", "touching"] = ""


@record(frozen=True)
class Line(Box):
    """Boxes side by side."""

    parts: tuple[Box, ...]


@record(frozen=True)
class Fraction(Box):
    """A fraction; small if the line must stay low."""

    top: Box
    bottom: Box
    small: bool = False


@record(frozen=True)
class Scripts(Box):
    """A box with a subscript and a superscript; a Line as superscript takes braces in LaTeX."""

    base: Box
    below: Box | None = None
    above: Box | None = None


@record(frozen=True)
class UnderOver(Box):
    """An operator or ∑ with its limits below and above."""

    base: Box
    below: Box
    above: Box | None = None


@record(frozen=True)
class Fenced(Box):
    """A box in delimiters, which may stretch around a tall box; big: slightly larger than the text."""

    left: str
    body: Box
    right: str
    big: bool = False
    stretches: bool = True


@record(frozen=True)
class Whole(Box):
    """A box that takes scripts as a whole: in braces in LaTeX, in parentheses in text."""

    body: Box


@record(frozen=True)
class Accent(Box):
    """A box with an accent, which is wide unless the box is a letter."""

    accent: str
    body: Box


@record(frozen=True)
class Radical(Box):
    """A root; a square root without a degree."""

    body: Box
    degree: Box | None = None


@record(frozen=True)
class Tabular(Box):
    """Cells in rows: a small matrix, a stack below an operator, or lines aligned at the left of the second column.

    Other kinds are matrices with their brackets, named as LaTeX does: pmatrix, cases.
    """

    rows: tuple[tuple[Box, ...], ...]
    kind: str


@record(frozen=True)
class Half(Box):
    """One delimiter, slightly larger than its text; its partner is on another line."""

    char: str


def line(parts: Iterable[Box]) -> Box:
    """Boxes side by side; a single box is returned unchanged."""
    flat = tuple(parts)
    return flat[0] if len(flat) == 1 else Line(flat)
