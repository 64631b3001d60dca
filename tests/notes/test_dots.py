"""What dots stand for: the series that its first and its last item determine, and no other."""

from __future__ import annotations

import pytest

from pcaproofs.notes.formulas.dots import series, without_dots
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.surface import Listed
from tests.notes.checking import rows
from tests.notes.reading import note

SUMS = {  # with dots: without
    r"x_1 + x_2 + \dots + x_n": r"\sum_{i=1}^{n} x_{i}",
    r"x_1 + \dots + x_n": r"\sum_{i=1}^{n} x_{i}",
    r"x_1 + x_2 + \dots + x_{n-1} + x_n": r"\sum_{i=1}^{n} x_{i}",
    r"a + x_1 + \dots + x_n + b": r"a + \sum_{i=1}^{n} x_{i} + b",
    r"- x_1^2 - \dots - x_n^2": r"-\sum_{i=1}^{n} x_{i}^{2}",
    r"\sigma_1 u_1 v_1^T + \dots + \sigma_r u_r v_r^T": r"\sum_{i=1}^{r} \sigma_{i} u_{i} v_{i}^{\top}",
    r"\lambda_{k+1} + \dots + \lambda_p": r"\sum_{i=k+1}^{p} \lambda_{i}",
    r"\lambda_{k+1} + \lambda_{k+2} + \dots + \lambda_p": r"\sum_{i=k+1}^{p} \lambda_{i}",
    r"a_{11} + a_{22} + \dots + a_{nn}": r"\sum_{i=1}^{n} a_{i i}",
    r"a_{i1} b_{1j} + \dots + a_{ip} b_{pj}": r"\sum_{k=1}^{p} a_{i k} b_{k j}",
    r"x_1 + \dots + x_5": r"\sum_{i=1}^{5} x_{i}",
    r"x_1 (y_1 + \dots + y_m) + \dots + x_n (y_1 + \dots + y_m)": (r"\sum_{j=1}^{n} x_{j} (\sum_{i=1}^{m} y_{i})"),
}
NONE = [  # no series: they stay as they are
    r"x_1 + x_3 + \dots + x_n",
    r"x_1 + y_2 + \dots + x_n",
    r"x_1 + x_2 + \dots - x_n",
    r"x_1 + x_2 + \dots + x_{n-2} + x_n",
    r"x_1 y_1 + \dots + x_n y_m",
    r"x_1 y_1 + \dots + x_n y_1 z",
    r"1 + x + x^2 + \dots + x^n",
    r"w + \dots + v",
    r"x_1 + \dots",
    r"x_1 + x_2 + \dots + x_i^2",
    r"x_a + \dots + x_b",
]


def tree(formula: str):
    found = note(f"$${formula}$$").formulas[0].tree
    assert not isinstance(found, Unread), found
    return found


@pytest.mark.parametrize("formula", SUMS)
def test_a_sum_with_dots_is_the_sum_of_its_series(formula: str) -> None:
    assert latex(without_dots(tree(formula))) == SUMS[formula]


@pytest.mark.parametrize("formula", NONE)
def test_a_formula_without_a_series_is_unchanged(formula: str) -> None:
    assert without_dots(tree(formula)) == tree(formula)


def test_the_index_is_no_letter_of_the_formula_or_of_those_around_it() -> None:
    items = tree(r"i x_1, \dots, i x_n")
    assert isinstance(items, Listed)
    found = series(items.items, [tree("j + k")])
    assert found is not None
    assert found.index.base == "l"


@pytest.mark.parametrize("cells", [r". & . \\ . & .", r"\ddots & \vdots \\ \cdots & \ddots", r"\vdots"])
def test_a_matrix_of_dots_alone_is_no_series(cells: str) -> None:
    assert rows(rf"$$A = \begin{{bmatrix}} {cells} \end{{bmatrix}} B$$") == ["unsupported"]
