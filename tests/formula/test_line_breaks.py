"""Formulas with shorter lines for narrow columns: the same terms in the same order, on lines that fit."""

from __future__ import annotations

import pytest

from pcaproofs.formula import algebra
from pcaproofs.formula.latex import latex
from pcaproofs.formula.line_breaks import narrowed, relation, width
from pcaproofs.formula.tree import Aligned, Formula, Name, Sum

ROOM = 30.0


def words(k: int) -> Formula:
    """A product of k letters."""
    return algebra.times([Name(x) for x in "ABCDEFGHIJKLMNOPQRST"[:k]])


LONG = Sum((words(12), algebra.negative(words(13)), words(14), words(3)))
FORMS = {
    "a relation": algebra.relation(words(20), "=", words(19)),
    "a relation to a sum": algebra.relation(words(9), "=", LONG),
    "on lines already": relation(words(20), "≥", LONG),
    "with its left side on each line": relation(words(15), "=", Sum((words(20), words(20), words(20)))),
    "a sum": LONG,
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_narrow_form_says_the_same_on_lines_that_fit(form):
    shown = narrowed(form, ROOM)
    assert isinstance(shown, Aligned)
    assert width(shown) <= ROOM < width(form)
    assert letters(shown) == letters(form)


def test_a_line_that_fits_is_unchanged():
    assert narrowed(words(20), ROOM) == words(20)


def letters(form: Formula) -> str:
    """What is printed, without the breaks of lines."""
    text = latex(form)
    for mark in (r"\begin{aligned}", r"\end{aligned}", r"\quad", r"\\", "&", "\n", " "):
        text = text.replace(mark, "")
    return text
