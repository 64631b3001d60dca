"""What every hypothesis says: the kernel's equations and inequalities, in plain text."""

from __future__ import annotations

import pytest
from hypothesis_table import TABLE
from letters import A, Q, S, X, d, lam, mu, n, p, w, x
from sympy import Eq, Ge, Gt, Identity, Le, Lt, MatrixSymbol, Ne, Symbol, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import (
    KINDS,
    orthogonal,
    orthonormal,
    psd,
)
from pcaproofs.language.nodes import inner, sqnorm
from pcaproofs.language.reader import read
from pcaproofs.language.refusals import AlreadyTrue, NeverTrue, Unreadable

B = MatrixSymbol("B", p, d)


@pytest.mark.parametrize("row", TABLE, ids=[row.said.kind for row in TABLE])
def test_named_hypotheses_are_read_as_equations(row):
    assert [name for name, _ in read(equal(A, A.T), [row.said]).statement.hypotheses] == row.says
    assert row.said.words() == row.words


def test_a_reading_separates_the_authors_hypotheses_from_added_ones():
    g = Symbol("g", positive=True)
    reading = read(at_least(g / inner(x, w), 0), [orthogonal(Q), Ge(g, 1), Eq(A * w, g * w)])
    assert reading.said == (("Qᵀ Q = I_p", "Q Qᵀ = I_p"), ("g ≥ 1",), ("A w = g w",))
    names = [name for name, _ in reading.statement.hypotheses]
    assert [name for name in names if not any(name in said for said in reading.said)] == [
        "g > 0",
        "tr(xᵀ w) (tr(xᵀw))⁻¹ = 1",
    ]


def test_every_kind_is_in_the_table():
    assert {row.said.kind for row in TABLE} == set(KINDS)


RELATIONS = [
    ("equation", Eq(A * w, lam * w), "A w = λ w"),
    ("zero-matrix", equal(A, 0), "A = 0"),
    ("at-least", Ge(lam, mu), "λ ≥ μ"),
    ("at-most", Le(lam, mu), "μ ≥ λ"),
    ("more", Gt(lam, mu), "λ > μ"),
    ("less", Lt(lam, mu), "μ > λ"),
    ("unequal", Ne(lam, mu), "λ ≠ μ"),
    ("norms", at_least(sqnorm(x), sqnorm(w)), "‖x‖² ≥ ‖w‖²"),
    ("symbol-positive", equal(Symbol("c", positive=True), mu), "c > 0"),
    ("symbol-negative", equal(Symbol("c", negative=True), mu), "-c > 0"),
    ("symbol-nonpositive", equal(Symbol("c", nonpositive=True), mu), "-c ≥ 0"),
]


@pytest.mark.parametrize(("relation", "name"), [pytest.param(*row[1:], id=row[0]) for row in RELATIONS])
def test_relations_are_read(relation, name):
    assert name in dict(read(equal(A, A.T), [relation]).statement.hypotheses)


def test_a_right_inverse_of_a_square_matrix_is_a_left_one():
    reading = read(Eq(Q * A, Identity(p)), [Eq(A * Q, Identity(p))])
    assert "Q A = I_p" in dict(reading.statement.hypotheses)
    assert "both being square" in reading.assumed[0]
    rectangular = read(equal(B * B.T, Identity(p)), [orthonormal(B)])
    assert len(rectangular.statement.hypotheses) == 1


def test_dimensions_are_positive_integers_wherever_they_stand():
    assert read(at_least(n, 1)).statement.ones == ("n",)
    assert read(equal(lam, mu)).statement.ones == ()


REFUSED = [
    ("true", Eq(A, A), AlreadyTrue),
    ("false", Eq(X, X.T), NeverTrue),
    ("python", A == B, Unreadable),
    ("strict", Gt(lam, mu), Unreadable),
    ("number", 3, Unreadable),
    ("integer-symbol", equal(Symbol("j", integer=True), 1), Unreadable),
    ("infinite", equal(lam / 0, 1), Unreadable),
    ("depends", minimises(inner(x, S * x), {S: A}), None),
]


@pytest.mark.parametrize(("conclusion", "error"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_malformed_hypotheses_are_refused(conclusion, error):
    if error is None:
        assert read(conclusion)
        return
    with pytest.raises(error):
        read(conclusion)


def test_a_letter_that_depends_on_the_variable_is_not_held_fixed():
    reading = read(minimises(inner(x, S * x), {S: A}), [psd(S)])
    assert {name for name, _ in reading.statement.conclusion.at} == {"S", "√S"}
    assert "A is positive semidefinite" in reading.assumed


OPTIMA = [
    minimises(sqnorm(x), {x: ZeroMatrix(p, 1)}, value=0, exactly=[equal(x, 0)]),
    maximises(inner(w, x), {x: w}),
    same_optimisers([x], ("min", sqnorm(x - w)), ("min", sqnorm(x) - 2 * inner(x, w))),
]


@pytest.mark.parametrize("conclusion", OPTIMA)
def test_optima_are_read(conclusion):
    assert read(conclusion).statement.conclusion
