"""Changes of rank one of a pseudo-inverse in the Matrix Cookbook: section 3.2.7, after Meyer (1973).

Cases 1 and 4 of the six. Case 2 is case 4 of the transposes.
"""

from __future__ import annotations

from typing import Any

from sympy import MatrixSymbol, Symbol, symbols

from pcaproofs.cookbook import book_claim, equation
from pcaproofs.language.conclusions import equal, more_than
from pcaproofs.language.kronecker import penrose
from pcaproofs.language.nodes import inner, pinv, sqnorm
from pcaproofs.verify.mutants import swap

n, m = symbols("n m", positive=True, integer=True)
A = MatrixSymbol("A", n, m)
c, k, w = (MatrixSymbol(name, n, 1) for name in "ckw")
d, v, z = (MatrixSymbol(name, m, 1) for name in "dvz")
beta = Symbol("beta", real=True)
P = pinv(A)
# the book's v, n, w, m and β, of which n and m are lengths here
DEFINITIONS = [
    equal(v, P * c),
    equal(k, P.T * d),
    equal(w, c - A * P * c),
    equal(z, d - P * A * d),
    equal(beta, 1 + inner(d, P * c)),
]
BOTH = P - v * w.T / sqnorm(w) - z * k.T / sqnorm(z) + beta * z * w.T / (sqnorm(z) * sqnorm(w))
ROWS_ONLY = P - P * k * k.T / sqnorm(k) - v * w.T / sqnorm(w)


def is_pseudo_inverse(value: Any) -> list[Any]:
    """The four equations of Penrose for a value and A + cdᵀ."""
    return [equal(left, right) for left, right in penrose(A + c * d.T, value)]


outside_of_columns_and_rows = book_claim(
    "pseudo-inverse-updates.eq-175",
    show=lambda: is_pseudo_inverse(BOTH),
    assuming=[*DEFINITIONS, more_than(sqnorm(w)), more_than(sqnorm(z))],
    prose="The pseudo-inverse after a change of rank one, for c outside of the range of A and d outside of that of Aᵀ.",
    sources=[equation(174), equation(175)],
    mutants=lambda: [swap(beta, 2 * beta)],
)

outside_of_the_columns = book_claim(
    "pseudo-inverse-updates.eq-180",
    show=lambda: is_pseudo_inverse(ROWS_ONLY),
    assuming=[*DEFINITIONS, more_than(sqnorm(w)), equal(z, 0 * z), equal(beta, 0)],
    prose="The pseudo-inverse after a change of rank one for c outside of the range of A, d in that of Aᵀ, and β = 0.",
    sources=[equation(179), equation(180)],
    mutants=lambda: [swap(w, c)],
)
