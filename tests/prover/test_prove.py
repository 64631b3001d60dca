"""What `prove` answers to statements that it has never seen: tables of true, false, unreadable, undecided ones."""

from __future__ import annotations

from dataclasses import replace

import prove_false
import prove_false_methods
import prove_false_norms
import prove_true_algebra
import prove_true_geometry
import prove_true_inequalities
import prove_true_methods
import prove_true_moments
import prove_true_norms
import prove_true_optimisers
import prove_true_regression
import prove_true_statistics
import prove_true_subspaces
import pytest
from letters import A, B, p
from prove_unreadable import ILL_TYPED, NOT_UNDERSTOOD
from prove_verdicts import CONTRADICTORY, NEEDS, UNDECIDED
from sympy import Eq, Identity, MatrixSymbol, Trace

from pcaproofs.kernel import check
from pcaproofs.language.nodes import inverse
from pcaproofs.prover.prove import NO_EXAMPLE, prove
from pcaproofs.prover.refute import fails

TRUE = [
    row
    for module in (
        prove_true_algebra,
        prove_true_geometry,
        prove_true_statistics,
        prove_true_inequalities,
        prove_true_optimisers,
        prove_true_regression,
        prove_true_subspaces,
        prove_true_moments,
        prove_true_methods,
        prove_true_norms,
    )
    for row in module.TABLE
]
WITH_EXAMPLE = {row[0] for row in TRUE[::12]}
FALSE = [*prove_false.TABLE, *prove_false_methods.TABLE, *prove_false_norms.TABLE]


def rows(table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


def test_the_tables_are_as_long_as_promised():
    assert len(TRUE) >= 600
    assert len(FALSE) >= 180
    assert len(ILL_TYPED) + len(NOT_UNDERSTOOD) >= 40
    assert len(NEEDS) >= 15
    assert len(CONTRADICTORY) >= 10


@pytest.mark.parametrize(("conclusion", "assuming"), rows(TRUE))
def test_true_statements_are_proved_and_never_refuted(conclusion, assuming, request):
    """And of some of them it is known that an example of their hypotheses is found."""
    result = prove(conclusion, assuming, needs=False)
    assert (result.verdict, result.reason) == ("proved", "")
    assert check(result.statement, result.certificate) == "proved"
    if request.node.callspec.id in WITH_EXAMPLE:
        assert result.note == ""


@pytest.mark.parametrize(("conclusion", "assuming"), rows(FALSE))
def test_false_statements_are_refuted_by_a_point_where_they_fail(conclusion, assuming):
    result = prove(conclusion, assuming, needs=False)
    assert result.verdict == "refuted", str(result)
    assert fails(result.statement, result.counterexample.point) is not None


@pytest.mark.parametrize(("make", "words"), rows(ILL_TYPED))
def test_clashing_dimensions_are_named_in_the_users_words(make, words):
    result = prove(*make())
    assert result.verdict == "ill-typed"
    assert [word for word in words if word not in result.reason] == [], result.reason
    assert "\n" not in result.reason


@pytest.mark.parametrize(("make", "words"), rows(NOT_UNDERSTOOD))
def test_an_unsupported_node_is_refused_by_name(make, words):
    result = prove(*make())
    assert result.verdict == "unsupported"
    assert [word for word in words if word not in result.reason] == [], result.reason
    assert "\n" not in result.reason


@pytest.mark.parametrize(("conclusion", "assuming", "why"), rows(UNDECIDED))
def test_statements_beyond_the_prover_stay_undecided(conclusion, assuming, why):
    assert prove(conclusion, assuming, needs=False, seconds=1.0).verdict == "undecided", why


@pytest.mark.parametrize(("conclusion", "assuming", "need"), rows(NEEDS))
def test_the_hypothesis_that_is_missing_is_named(conclusion, assuming, need):
    result = prove(conclusion, assuming)
    assert result.verdict in ("refuted", "undecided")
    assert need in result.needs


@pytest.mark.parametrize(("conclusion", "assuming", "word"), rows(CONTRADICTORY))
def test_hypotheses_that_contradict_each_other_are_said_to(conclusion, assuming, word):
    result = prove(conclusion, assuming)
    assert result.verdict == "undecided"
    assert "contradict each other" in result.reason
    assert word in result.reason
    assert result.certificate is None


def test_a_relation_that_sympy_evaluated_to_true_is_neither_proved_nor_ill_typed():
    result = prove(Eq(A, A))
    assert result.verdict == "undecided"
    assert "equal(left, right)" in result.reason


def test_where_no_example_of_the_hypotheses_is_found_the_result_says_so():
    """A skew matrix of odd size has no inverse, which no rule of the search can see."""
    skew = MatrixSymbol("A", 3, 3)
    result = prove(Eq(inverse(skew) * skew, Identity(3)), [Eq(skew.T, -skew)])
    assert (result.verdict, result.assumed, result.note) == ("proved", ("A is invertible",), NO_EXAMPLE)
    assert str(result).endswith("assuming A is invertible · no example of the hypotheses was found")
    assert result.to_json()["note"] == NO_EXAMPLE
    assert "no example" in result._repr_latex_()
    assert "assuming A is invertible" in result._repr_latex_()


def test_conditions_taken_for_granted_are_printed_with_the_verdict(capsys):
    """And with it the remark that no example was found, which is no part of the reason."""
    result = prove(Eq(inverse(A) * A * B / Trace(B), B / Trace(B)))
    assert result.verdict == "proved"
    print(result)
    print(replace(result, note=NO_EXAMPLE))
    said = "proved · assuming tr(B) ≠ 0, A is invertible"
    assert capsys.readouterr().out.splitlines() == [said, f"{said} · {NO_EXAMPLE}"]
    assert result.to_json()["assumed"] == ["tr(B) ≠ 0", "A is invertible"]
    bare = prove(Eq(A * B, A * B, evaluate=False))
    assert (str(bare), bare.to_json()["assumed"]) == ("proved", [])


def test_needs_never_contradict_what_is_given():
    zero = MatrixSymbol("w", p, 1)
    result = prove(Eq(A * zero, B * zero), [Eq(zero, 0 * zero)])
    assert not any("unit" in need for need in result.needs)


def test_a_result_has_no_truth_value():
    with pytest.raises(TypeError, match="five verdicts"):
        bool(prove(Eq(A * B, B * A), refute=False, needs=False))
