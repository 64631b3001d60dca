"""Inverses of matrices of numbers, computed exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod

from pcaproofs.notes.typing.cells import Cells
from pcaproofs.notes.typing.shaping import SCALAR
from pcaproofs.notes.typing.terms import Term

Numbers = Sequence[Sequence[Fraction]]


class Numeric(Cells):
    """Puts numbers in place of inverses."""

    def with_inverses(self, term: Term) -> Term:
        """A term in which inverses of matrices of whole numbers and fractions are the matrices that they are."""
        parts = tuple(self.with_inverses(x) for x in term.parts)
        if any(a is not b for a, b in zip(parts, term.parts, strict=True)):
            term = replace(term, parts=parts)
        if term.op != "inverse" or (grid := self.entries(term.parts[0])) is None or len(grid) != len(grid[0]):
            return term
        found = [[value(x) for x in row] for row in grid]
        inverted = inverse([[x for x in row if x is not None] for row in found])
        if any(x is None for row in found for x in row) or inverted is None:
            return term
        self.defaults.setdefault("the inverse of a matrix of numbers is computed")
        flat = tuple(Term("number", SCALAR, data=(str(x),)) for row in inverted for x in row)
        return Term("cells", (len(grid), len(grid)), flat, span=term.span) if len(flat) > 1 else flat[0]


def value(term: Term) -> Fraction | None:
    """The value of a number; None for what has letters or decimals in it."""
    if term.op == "number" and "." not in str(term.data[0]):
        return Fraction(str(term.data[0]))
    if term.op == "zero":
        return Fraction(0)
    parts = [value(x) for x in term.parts]
    known = [x for x in parts if x is not None]
    if not parts or len(known) < len(parts):
        return None
    match term.op:
        case "sum":
            return sum((x if sign == "+" else -x for sign, x in zip(term.data, known, strict=True)), Fraction(0))
        case "product":
            return prod(known, start=Fraction(1))
        case "over" if known[1]:
            return known[0] / known[1]
    return None


def inverse(rows: Numbers) -> list[list[Fraction]] | None:
    """The inverse of a square matrix by elimination; None if there is none."""
    size = len(rows)
    if any(len(row) != size for row in rows):
        return None
    whole = [[*row, *(Fraction(int(j == k)) for j in range(size))] for k, row in enumerate(rows)]
    for k in range(size):
        pivot = next((j for j in range(k, size) if whole[j][k]), None)
        if pivot is None:
            return None
        whole[k], whole[pivot] = whole[pivot], whole[k]
        whole[k] = [x / whole[k][k] for x in whole[k]]
        for j in range(size):
            if j != k and whole[j][k]:
                whole[j] = [x - whole[j][k] * y for x, y in zip(whole[j], whole[k], strict=True)]
    return [row[size:] for row in whole]
