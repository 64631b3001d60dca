"""Numbers that are the entries of orthonormal vectors: recognised, and drawn so that all is met that is said."""

from __future__ import annotations

from random import Random

import pytest
from sympy import Eq, Symbol, symbols

from pcaproofs.language.reader import read
from pcaproofs.prover.refute import fails, refute
from pcaproofs.prover.refute.choices import Choices
from pcaproofs.prover.refute.orthonormal import draws, orthonormal
from pcaproofs.prover.refute.problem import Problem

a, b, c, d, e, f, g, h, i = symbols("a b c d e f g h i", real=True)
COLUMNS = ((a, b, c), (d, e, f), (g, h, i))


def units(*vectors):
    return [Eq(sum(x**2 for x in v), 1) for v in vectors]


def dot(u, v):
    return Eq(sum(x * y for x, y in zip(u, v, strict=True)), 0)


U, V, W = COLUMNS
ALL = [*units(U, V, W), dot(U, V), dot(U, W), dot(V, W)]
DETERMINANT = a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e)


def problem(assuming) -> Problem:
    reading = read(Eq(a**3, 7 * b), tuple(assuming))
    return Problem(reading.statement, reading.hints)


@pytest.mark.parametrize(
    ("assuming", "groups"),
    [
        (ALL, [(3, 3)]),
        ([*ALL[:3], dot(U, V), dot(V, W)], [(3, 2)]),
        ([*units(U, V), Eq(d * c + a * e + b * f, 0)], [(2, 1)]),  # in another order
        (units(U, V), [(1, 0), (1, 0)]),
        (units(U[:2]), [(1, 0)]),
        ([Eq(2 * a**2 + b**2, 1)], []),
        ([Eq(a**2 + b**2, 2)], []),
        ([Eq(a**3 + b**2, 1)], []),
        ([Eq(a**2 + b**2 + a * b, 1)], []),
        ([*units(U, V), Eq(a * d + b * e + 2 * c * f, 0)], [(1, 0), (1, 0)]),
        ([*units(U, V), Eq(a * d + b * e + c * f, 1)], [(1, 0), (1, 0)]),
        ([*units(U, V), Eq(a * d + b * e, 0)], [(1, 0), (1, 0)]),
        (units((a, b), (a, c)), [(1, 0)]),
    ],
)
def test_orthonormal_groups_are_recognised(assuming, groups):
    found = problem(assuming)
    assert [(len(o.vectors), len(o.orthogonal)) for o in orthonormal(found.relations, found.shapes)] == groups


@pytest.mark.parametrize("assuming", [ALL, [*ALL[:3], dot(U, V), dot(V, W)], [*units(U, V), dot(U, V[::-1])], units(U)])
def test_sampled_vectors_satisfy_the_hypotheses(assuming):
    found = problem(assuming)
    (vectors,) = orthonormal(found.relations, found.shapes)
    drawn = [at for seed in range(5) for at in draws(vectors, Choices(Random(seed)))]
    assert len(drawn) > 20
    for at in drawn:
        assert all(r.holds({}, at) for r in found.relations)
    assert len({tuple(at.values()) for at in drawn}) > 10


@pytest.mark.parametrize(
    ("conclusion", "assuming"),
    [
        (Eq(DETERMINANT, 1), ALL),
        (Eq(a * e * i, 0), ALL),
        (Eq(a * d + b * e + c * f, 0), [*ALL[:3], dot(U, W), dot(V, W)]),
        (Eq(DETERMINANT**2, 1), [*ALL[:3], dot(U, V), dot(V, W)]),
        (Eq(a**2 + b**2, c**2), units(U)),
        (Eq((a * e - b * d) ** 2, 1), [*units(U[:2], V[:2])]),
        (Eq(Symbol("t", real=True) * a, 0), [*units(U), Eq(Symbol("t", real=True), 2 * b)]),
    ],
)
def test_false_statements_about_orthonormal_vectors_are_refuted(conclusion, assuming):
    reading = read(conclusion, tuple(assuming))
    example = refute(reading.statement, reading.hints, seconds=1.0)
    assert example is not None
    assert fails(reading.statement, example.point) is not None


def test_true_statements_about_orthonormal_vectors_are_not_refuted():
    for conclusion in (Eq(DETERMINANT**2, 1), Eq(a**2 + d**2 + g**2, 1), Eq(a * b + d * e + g * h, 0)):
        reading = read(conclusion, tuple(ALL))
        assert refute(reading.statement, reading.hints, seconds=0.5) is None
