"""Statements of the Matrix Cookbook about real matrices as claims: a file for each section, numbered as in the book.

Formulas are the book's, words are not. A statement that is printed with a mistake is a claim that is refuted, beside
the one that is true.
"""

from __future__ import annotations

from dataclasses import dataclass

from pcaproofs.verify.claim import Source, book

ORDER = ["basics", "determinants", "derivatives", "inverse_derivatives", "inverses", "solutions", "statistics"]
ORDER += ["pseudo_inverse_updates", "blocks", "special_matrices", "structured", "functions", "products", "spectra"]

NO_PROGRAM = "there is no program to test; the SymPy layer compares both sides with explicit matrices"
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
