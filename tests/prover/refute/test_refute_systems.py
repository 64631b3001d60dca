"""Linear systems read off one evaluation are those read off the values at each unit, and count as many steps."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pcaproofs.kernel import Compare
from pcaproofs.prover import effort
from pcaproofs.prover.effort import counted, spend
from pcaproofs.prover.refute.affine import Affine, NotAffine, row
from pcaproofs.prover.refute.relation import Relation
from pcaproofs.prover.refute.sampler import Sampler

SHAPES = {"A": ("p", "p"), "B": ("p", "p"), "X": ("n", "p"), "v": ("p", 1), "w": ("p", 1), "c": (1, 1)}
SIZES = {"p": 2, "n": 3}
A, B, X, V, W, C = (("letter", name) for name in SHAPES)
LETTERS = {
    "A": ((1, Fraction(1, 2)), (-3, 0)),
    "B": ((2, 0), (Fraction(3, 5), 1)),
    "X": ((1, 2), (0, 1), (Fraction(1, 3), 4)),
    "v": ((1,), (2,)),
    "w": ((Fraction(2, 3),), (-1,)),
    "c": ((7,),),
}
ROWS = {
    "a product": (("mul", A, B), ("mul", B, A), ("B",)),
    "a symmetric letter": (B, ("t", B), ("B",)),
    "two letters": (("add", ("mul", A, V), W), ("mul", C, V), ("v", "w")),
    "a number times a letter": (("mul", C, V), ("mul", A, V), ("c",)),
    "a trace": (("tr", ("mul", A, B)), ("number", "3/4"), ("B",)),
    "a column of ones": (("mul", ("t", X), ("letter", "1[n]")), ("zero", "p", 1), ("X",)),
    "nothing of it left": (("mul", ("zero", "p", "p"), B), ("zero", "p", "p"), ("B",)),
    "an inverse of what is known": (("mul", ("inverse", "c", 2), V), W, ("v",)),
    "a power of what is known": (("mul", ("pow", A, 2), V), W, ("v", "w")),
    "a gradient": (("gradient", ("mul", ("t", V), A, W), "v"), W, ("w",)),
    "a derivative of a product": (("derivative", ("mul", ("t", V), W), "v", V), ("number", "1"), ("w",)),
}


def sampler() -> Sampler:
    return Sampler(SHAPES, [], dict(SIZES))


@pytest.mark.parametrize("name", ROWS)
def test_the_system_of_one_evaluation_is_that_of_the_units(name: str) -> None:
    left, right, unknown = ROWS[name]
    relation = Relation(Compare(left, "=", right))
    assert relation.degree({*unknown}) == 1
    made = sampler()
    width = sum(r * c for r, c in (made.shapes[name] for name in unknown))
    steps, found = [], []
    for system in (made._system, made._system_by_units):
        before = effort._spent.steps
        found.append(system(unknown, [relation], LETTERS, width))
        steps.append(effort._spent.steps - before)
    assert found[0] == found[1]
    assert steps[0] == steps[1]


def test_where_unknowns_are_multiplied_on_the_way_the_units_are_asked() -> None:
    """d(vᵀw) along h = hᵀw is affine in v and w, but vᵀw is not."""
    relation = Relation(Compare(("gradient", ("mul", ("t", V), W), "v"), "=", ("zero", "p", 1)))
    assert relation.degree({"v", "w"}) == 1
    assert sampler()._system(("v", "w"), [relation], LETTERS, 4) == [[0, 0, 1, 0, 0], [0, 0, 0, 1, 0]]


def test_two_unknowns_are_not_multiplied() -> None:
    with pytest.raises(NotAffine):
        Affine(1, {0: 1}) * Affine(2, {1: 1})


def test_a_row_has_the_constant_on_the_right() -> None:
    x, y = Affine(0, {0: 1}), Affine(0, {1: 1})
    assert row(3 * x - 2 * (1 - y) + Fraction(1, 2), 3) == [3, 2, 0, Fraction(3, 2)]
    assert row(5, 2) == [0, 0, -5]


def test_undone_work_is_not_counted() -> None:
    before = effort._spent.steps
    with counted(3, undone=NotAffine):
        spend(5)
    assert effort._spent.steps - before == 15
    with pytest.raises(NotAffine), counted(3, undone=NotAffine):
        _spend_and_raise()
    assert effort._spent.steps - before == 15


def _spend_and_raise() -> None:
    spend(5)
    raise NotAffine
