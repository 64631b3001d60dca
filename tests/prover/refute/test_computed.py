"""A point is an example or a counterexample only where determinants and powers have the values that they have."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import MatrixSymbol, Symbol, log

from pcaproofs.kernel import Compare, Expression, Statement
from pcaproofs.language.conclusions import equal
from pcaproofs.language.nodes import adjugate, det
from pcaproofs.language.reader import read
from pcaproofs.prover.exact.linear_algebra import adjugate as adjugate_of
from pcaproofs.prover.refute import refute
from pcaproofs.prover.refute.computed import computed, has_logarithms
from pcaproofs.prover.refute.evaluate import Point, evaluate
from pcaproofs.prover.refute.oracle import PointOracle

n = Symbol("n", positive=True, integer=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
c = Symbol("c", real=True)
ZERO: Expression = ("number", "0")
ABSTRACT = Statement((("A", "n", "n"), ("det(A)", 1, 1)), Compare(("letter", "det(A)"), "=", ZERO))


@pytest.mark.parametrize(("value", "is_counterexample"), [(6, True), (5, False), (0, False)])
def test_a_determinant_has_its_value_at_a_counterexample(value: int, is_counterexample: bool) -> None:
    point = {"A": ((2, 0), (0, 3)), "det(A)": ((value,),)}
    assert (PointOracle(ABSTRACT)({"n": 2}, point) is not None) == is_counterexample


def test_what_letters_are_is_read_off_their_names() -> None:
    whole = read(equal(det(c * A + B) * c**n * det(A), adjugate(A)[0, 0])).statement
    found = {h.left[1]: h.right for h in computed(whole)}
    assert found["det(A)"] == ("det", ("letter", "A"))
    assert found["c^n"] == ("size power", ("letter", "c"), "n")
    assert found["adj(A)"] == ("adjugate", ("letter", "A"))
    assert [of for name, (kind, of, *_) in found.items() if kind == "det" and name != "det(A)"] == [
        ("letter", "(cA+B)")
    ]
    point = Point({"n": 2}, {"A": ((1, 2), (3, 4)), "c": ((3,),)})
    assert evaluate(found["c^n"], point) == ((9,),)
    assert evaluate(found["adj(A)"], point) == ((4, -2), (-3, 1))


def test_the_adjugate_of_a_number_is_one_and_of_a_singular_matrix_as_always() -> None:
    assert adjugate_of(((0,),)) == ((1,),)
    assert adjugate_of(((1, 2), (2, 4))) == ((4, -2), (-2, 1))
    assert adjugate_of(((2, 0, 0), (0, 3, 0), (1, 0, Fraction(1, 2)))) == (
        (Fraction(3, 2), 0, 0),
        (0, 1, 0),
        (-3, 0, 6),
    )


def test_a_logarithm_that_remains_keeps_a_statement_from_being_refuted() -> None:
    statement = read(equal(log(1 + c**2), 1)).statement
    assert has_logarithms(statement)
    assert not has_logarithms(ABSTRACT)
    assert refute(statement, seconds=0.3) is None
