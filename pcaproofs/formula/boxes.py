"""What is printed, before it is LaTeX, MathML or text: boxes beside, above and around one another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Box:
    """Any part of what is printed."""


@dataclass(frozen=True)
class Glyph(Box):
    """A letter or a sign that is none of the following."""

    char: str
    style: Literal["", "bold", "word", "sans"] = ""
    accent: str = ""


@dataclass(frozen=True)
class Digits(Box):
    """A whole number ≥ 0."""

    text: str


@dataclass(frozen=True)
class Operator(Box):
    """The name of an operator in upright letters; `limits`: what belongs to it stands below it."""

    text: str
    limits: bool = False


@dataclass(frozen=True)
class Mark(Box):
    """A sign such as + or =, between two formulas or before one; room around it: as usual, none, or more."""

    char: str
    between: bool = True
    room: Literal["", "none", "wide"] = ""


@dataclass(frozen=True)
class Gap(Box):
    """Room between two formulas; "" where there need be none, "none" where brackets do not belong to what is before."""

    width: Literal["", "none", "thin", "space", "quad"] = ""


@dataclass(frozen=True)
class Line(Box):
    """Boxes side by side."""

    parts: tuple[Box, ...]


@dataclass(frozen=True)
class Fraction(Box):
    """A fraction; small where a line has to stay low."""

    top: Box
    bottom: Box
    small: bool = False


@dataclass(frozen=True)
class Scripts(Box):
    """A box with a subscript and a superscript."""

    base: Box
    below: Box | None = None
    above: Box | None = None


@dataclass(frozen=True)
class Limits(Box):
    """An operator or ∑ with what stands below and above it."""

    base: Box
    below: Box
    above: Box | None = None


@dataclass(frozen=True)
class Fence(Box):
    """A box in delimiters, which stretch only around what is tall; big: a little larger than their text."""

    left: str
    body: Box
    right: str
    big: bool = False


@dataclass(frozen=True)
class Radical(Box):
    """A square root."""

    body: Box


@dataclass(frozen=True)
class Grid(Box):
    """Cells in rows: a small matrix, a stack below an operator, or lines that are aligned at the left of column two."""

    rows: tuple[tuple[Box, ...], ...]
    kind: Literal["small", "stack", "aligned"]


@dataclass(frozen=True)
class Half(Box):
    """One delimiter, a little larger than its text, whose partner stands on another line."""

    char: str


def line(parts: Iterable[Box]) -> Box:
    """Boxes side by side; one alone as it is."""
    flat = tuple(parts)
    return flat[0] if len(flat) == 1 else Line(flat)
