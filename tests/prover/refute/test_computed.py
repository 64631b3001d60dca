"""A point is an example or a counterexample only where determinants and powers have the values that they have."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Ge, MatrixSymbol, Ne, Symbol, Trace, log

from pcaproofs import prove
from pcaproofs.kernel import Compare, Expression, Statement
from pcaproofs.language.conclusions import equal
from pcaproofs.language.nodes import adjugate, det, sqnorm
from pcaproofs.language.reader import read
from pcaproofs.prover.exact.linear_algebra import adjugate as adjugate_of
from pcaproofs.prover.refute import refute
from pcaproofs.prover.refute.computed import computed, has_unknown_logarithms
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


def test_computed_letters_are_recognised_by_their_names() -> None:
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


d = Symbol("det(A)", real=True)
w = MatrixSymbol("w", n, 1)
SINGULAR = (equal(A * w, 0 * w), Ne(sqnorm(w), 0))
# true statements beside whose determinant, power or logarithm an author's letter is named like one
TRUE = {
    "a determinant": (equal(det(A) * (1 + d**2), 0), SINGULAR),
    "a determinant in a hypothesis": (equal(det(A), 0), (*SINGULAR, Ge(d, 1))),
    "a logarithm": (Ge(log(1 + c**2) + Symbol("log(1+c^2)", real=True) ** 2, 0), ()),
}
SQUARE = MatrixSymbol("A", 2, 2)
FALSE = {  # true of the determinant, false of another number
    "of size 2": equal(2 * d, Trace(SQUARE) ** 2 - Trace(SQUARE * SQUARE)),
    "beside the determinant": equal(d * Trace(A), det(A) * Trace(A)),
}


@pytest.mark.parametrize("case", TRUE)
def test_a_letter_that_is_named_like_a_determinant_refutes_nothing_true(case: str) -> None:
    conclusion, assuming = TRUE[case]
    assert prove(conclusion, assuming, seconds=2).verdict in ("proved", "undecided")


@pytest.mark.parametrize("case", FALSE)
def test_a_letter_that_is_named_like_a_determinant_has_any_value(case: str) -> None:
    found = prove(FALSE[case])
    assert found.verdict == "refuted"


def test_the_reading_names_the_computed_letters() -> None:
    reading = read(equal(d, det(A) + c**n))
    said = {h.left[1]: h.right for h in computed(reading.statement, reading.hints)}
    assert said == {"det(A)_2": ("det", ("letter", "A")), "c^n": ("size power", ("letter", "c"), "n")}


def test_the_adjugate_of_a_number_is_one_and_of_a_singular_matrix_as_always() -> None:
    assert adjugate_of(((0,),)) == ((1,),)
    assert adjugate_of(((1, 2), (2, 4))) == ((4, -2), (-2, 1))
    assert adjugate_of(((2, 0, 0), (0, 3, 0), (1, 0, Fraction(1, 2)))) == (
        (Fraction(3, 2), 0, 0),
        (0, 1, 0),
        (-3, 0, 6),
    )


def test_a_logarithm_has_its_value_at_a_counterexample() -> None:
    found = prove(equal(log(1 + c**2), log(2)), seconds=2).counterexample
    assert found is not None
    assert not found.is_rational
    assert found.text() == "c = 0, log(1+c²) = 0: left = 0, right = log(2)"
    assert found.to_json()["right"] == [["log(2)"]]


def test_a_logarithm_of_which_only_the_name_is_known_keeps_a_statement_from_being_refuted() -> None:
    x: Expression = ("letter", "log(x+1)")
    statement = Statement((("log(x+1)", 1, 1), ("x", 1, 1)), Compare(x, "=", ZERO))
    assert has_unknown_logarithms(statement)
    assert not has_unknown_logarithms(ABSTRACT)
    assert refute(statement, seconds=0.3) is None
