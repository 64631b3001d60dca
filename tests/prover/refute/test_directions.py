"""Columns at which a quadratic form is negative, found from its matrix."""

from __future__ import annotations

import pytest
from letters import A, B, S, matrix, p, x
from sympy import Identity, Matrix, eye

from pcaproofs.language.conclusions import at_least, equal, minimises
from pcaproofs.language.hypotheses import psd, unit
from pcaproofs.language.nodes import inner, sqnorm
from pcaproofs.language.reader import read
from pcaproofs.prover.refute import fails, refute
from pcaproofs.prover.refute.directions import Directions, negative_direction
from pcaproofs.prover.refute.evaluate import Point

GRAMS = {
    "a negative diagonal": [[1, 0], [0, -1]],
    "a zero on the diagonal": [[0, 1], [1, 5]],
    "a narrow cone": [[4, 3], [3, 2]],
    "after a zero square": [[0, 0, 0], [0, 1, 2], [0, 2, 3]],
    "after two squares": [[1, 1, 1], [1, 2, 3], [1, 3, 4]],
    "zero in the middle": [[1, 1, 0], [1, 1, 1], [0, 1, 0]],
}


@pytest.mark.parametrize("gram", GRAMS.values(), ids=GRAMS)
def test_a_form_that_is_not_semidefinite_is_negative_at_the_direction(gram):
    v = Matrix(negative_direction(gram))
    assert (v.T * Matrix(gram) * v)[0] < 0


@pytest.mark.parametrize("gram", [eye(3).tolist(), [[1, 1], [1, 1]], [[0, 0], [0, 0]], [[2, 1], [1, 1]]], ids=str)
def test_a_semidefinite_form_has_no_such_direction(gram):
    assert negative_direction(gram) is None


@pytest.mark.parametrize(
    ("conclusion", "assuming", "name"),
    [
        (at_least(inner(x, A * x)), [psd(B)], "x"),
        (at_least(inner(x, A * x)), [unit(x)], None),  # a hypothesis says something of x
        (at_least(inner(x, A * x) + 1), [], None),
        (at_least(inner(x, A * x) ** 2), [], None),
        (equal(inner(x, A * x), 0), [], None),
    ],
    ids=str,
)
def test_only_a_free_column_in_a_quadratic_form_is_taken(conclusion, assuming, name):
    assert Directions(read(conclusion, assuming).statement).name == name


def test_a_narrow_cone_is_found_at_once():
    y = matrix("y", p, 1)
    reading = read(at_least(inner(y, (A * A - B * B) * y)), [psd(A), psd(B), psd(A - B)])
    example = refute(reading.statement, reading.hints, seconds=0.3)
    assert example is not None
    assert fails(reading.statement, Point(example.dimensions, example.letters)) is not None


def test_letters_stay_as_they_are_where_the_form_is_semidefinite():
    letters = {"S": ((1, 0), (0, 1)), "x": ((1,), (2,))}
    assert Directions(read(at_least(inner(x, S * x))).statement)({"p": 2}, letters) == letters


@pytest.mark.parametrize(("at", "best"), [(2, 1), (1, 5)])
def test_the_best_choice_on_a_line_through_a_claimed_optimum_is_taken(at, best):
    """Of (x − 1)² the line through 2 and 5 meets 1; a claimed optimum that is one leaves 5 as it is."""
    one = matrix("x", 1, 1)
    claimed = Directions(read(minimises(sqnorm(one - Identity(1)), {one: at * Identity(1)})).statement)
    assert claimed({}, {"x": ((5,),)}) == {"x": ((best,),)}
