"""The values of rows at matrices of numbers, with which changed rows are found false."""

from __future__ import annotations

import numpy as np
import pytest

from pcaproofs.notes.formulas.surface import Chain
from tests.notes.checking import checked
from tests.notes.reading import tree
from tests.notes.row_values import IllFormed, NoValue, World, joined, links, worlds
from tests.notes.token_mutants import changes, evaluated, is_false

RANDOM = np.random.default_rng(5)
A, B = RANDOM.normal(size=(3, 3)), RANDOM.normal(size=(3, 3))
X, x, y = RANDOM.normal(size=(5, 3)), RANDOM.normal(size=(3, 1)), RANDOM.normal(size=(3, 1))
WORLD = World({"A": A, "B": B, "X": X, "x": x, "y": y, "c": 2.5})

TRUE = [
    r"(A B)^T = B^T A^T",
    r"A A^{-1} = I",
    r"\|x + y\|^2 = \|x\|^2 + 2 x^T y + \|y\|_2^2",
    r"\operatorname{tr}(A B) = \operatorname{tr}(B A) = \operatorname{tr}(A^\top B^\top)",
    r"\det(A B) = \det(A) \det(B)",
    r"\langle x, y \rangle^2 \le \|x\|^2 \|y\|^2",
    r"\frac{1}{c} (c A - c I) = A - I",
    r"\nabla_x (x^T A x) = (A + A^T) x",
    r"\frac{\partial x^T y}{\partial x} = y",
    r"x - x = 0",
    r"\sqrt{x^T x} = \|x\|",
]
FALSE = [r"A B = B A", r"(A B)^T = A^T B^T", r"\|x + y\|^2 = \|x\|^2 + \|y\|^2", r"A = A + I", r"x^T x < 0"]
ILL_FORMED = [r"X^T X = x", r"x y = y x", r"A + x = A", r"\operatorname{tr}(X) = c", r"A + c = A"]
UNKNOWN = [r"\sum_{i=1}^n x_i = c", r"Z = A", r"\|A\|_2 = c", r"\max_w w^T A w = c", r"A \approx B"]


def _holds(row: str) -> bool:
    found = tree(row)
    assert isinstance(found, Chain)
    return WORLD.holds(found.terms, found.signs)


@pytest.mark.parametrize("row", TRUE)
def test_a_true_row_holds(row: str) -> None:
    assert _holds(row)


@pytest.mark.parametrize("row", FALSE)
def test_a_false_row_fails(row: str) -> None:
    assert not _holds(row)


@pytest.mark.parametrize("row", ILL_FORMED)
def test_a_clash_of_sizes_is_found(row: str) -> None:
    with pytest.raises(IllFormed):
        _holds(row)


@pytest.mark.parametrize("row", UNKNOWN)
def test_other_notation_has_no_value(row: str) -> None:
    with pytest.raises(NoValue):
        _holds(row)


def test_a_row_that_begins_with_a_sign_continues_the_one_before() -> None:
    before, row = tree("A A = A^2"), tree("= A A^1")
    assert not isinstance(before, str)
    found = links(row, before)
    assert found is not None
    assert WORLD.holds(*found)
    assert links(row, None) is None


NOTE = "Let $P$ be a symmetric $p \\times p$ matrix with $P^2 = P$.\n\n$$(I - P)^2 = I - P$$\n"


def test_the_points_satisfy_the_hypotheses() -> None:
    (row, before, points), *others = evaluated(checked(NOTE)).values()
    assert others == []
    assert before is None
    assert len(points) >= 3
    for point in points:
        P = np.atleast_2d(point.letters["P"])
        assert np.allclose(P @ P, P)
    statement = joined([row.certificate.statement])
    assert statement is not None
    assert len(list(worlds(statement, {}, 1))) == 3


def test_changes_are_of_one_token_and_true_ones_are_told_apart() -> None:
    (row, before, points), *_ = evaluated(checked(NOTE)).values()
    found = {new.strip(): kind for kind, new in changes(NOTE, *row.formula.span)}
    assert found["(I + P)^2 = I - P"] == "sign"
    assert found["(I - P)^3  = I - P"] == "exponent"
    assert found["(2 I - P)^2 = I - P"] == "factor"
    assert not is_false(_tree("(I - P)^3 = I - P"), before, points)
    assert is_false(_tree("(I + P)^2 = I - P"), before, points)


def _tree(row: str) -> Chain:
    found = tree(row)
    assert isinstance(found, Chain)
    return found
