"""Statements of the Matrix Cookbook about real matrices as claims: a file for each section, numbered as in the book.

Formulas are the book's, words are not. A statement that is printed with a mistake is a claim that is refuted, beside
the one that is true.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pcaproofs.verify.claim import Claim, Source, book, claim

ORDER = ["basics", "determinants", "derivatives", "inverse_derivatives", "inverses", "solutions", "statistics"]
ORDER += ["pseudo_inverse_updates", "blocks", "special_matrices", "structured", "functions", "products", "spectra"]

_NO_PROGRAM = "there is no program to test; the SymPy layer compares both sides with explicit matrices"
_BOOK = "Petersen and Pedersen, The Matrix Cookbook, 15 November 2012"


@dataclass(frozen=True)
class Equation(Source):
    """An equation of the book."""

    number: int = 0


def equation(number: int) -> Equation:
    """The equation of the book with this number."""
    return Equation(book=f"{_BOOK}, equation {number}", number=number)


def place(words: str) -> Source:
    """A place in the book without a number of its own."""
    return book(f"{_BOOK}, {words}")


def book_claim(id: str, *, sources: Sequence[Source] = (), repaired_by: Claim | None = None, **parts: Any) -> Claim:
    """A claim of the book, which tests no program.

    Args:
        id: as for `claim`; one such as "basics.eq-4" says the number of the equation.
        sources: where it is said; by default the equation of that number.
        repaired_by: as for `claim`.
        parts: those of `claim`.
    """
    if not sources and (numbered := re.match(r"[^.]+\.eq-(\d+)", id)):
        sources = [equation(int(numbered[1]))]
    numeric = "it is false" if repaired_by else _NO_PROGRAM
    return claim(id, sources=sources, numeric=numeric, repaired_by=repaired_by, **parts, stacklevel=2)
