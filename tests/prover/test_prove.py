"""What `prove` answers to statements that it has never seen: tables of true, false, unreadable, undecided ones."""

from __future__ import annotations

import math
from dataclasses import replace

import mathlib_lemmas
import prove_false
import prove_false_norms
import prove_peers
import prove_true_algebra
import prove_true_entries
import prove_true_geometry
import prove_true_inequalities
import prove_true_methods
import prove_true_norms
import prove_true_optimisers
import prove_true_statistics
import pytest
import sympy
from letters import A, B, I, X, m, p, t, w, x, y
from prove_unreadable import ILL_TYPED, NOT_UNDERSTOOD
from prove_verdicts import CONTRADICTORY, NEEDS, UNDECIDED
from sympy import Eq, Identity, MatrixSymbol, Symbol, Trace

from pcaproofs.kernel import check
from pcaproofs.language.conclusions import equal, more_than, unequal
from pcaproofs.language.hypotheses import orthogonal, projector, psd, symmetric
from pcaproofs.language.nodes import inner, inverse, kron, sqnorm, vec
from pcaproofs.prover.prove import NO_EXAMPLE, prove
from pcaproofs.prover.refute import fails

TRUE = [
    row
    for module in (
        prove_true_algebra,
        prove_true_entries,
        prove_true_geometry,
        prove_true_statistics,
        prove_true_inequalities,
        prove_true_optimisers,
        prove_true_methods,
        prove_true_norms,
        prove_peers,
        mathlib_lemmas,
    )
    for row in module.TABLE
]
exponent, size = Symbol("k", integer=True, nonnegative=True), Symbol("m", integer=True, positive=True)
WITH_EXAMPLE = {row[0] for row in TRUE[::12]}
FALSE = [row for module in (prove_false, prove_false_norms) for row in module.TABLE]
FALSE += [*prove_true_methods.FALSE_TABLE, *prove_true_entries.FALSE_TABLE, *prove_peers.FALSE_TABLE]


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
    parts = [part.induction or (part.statement, part.certificate) for part in result.parts or (result,)]
    for proof in [result.induction] if result.induction else parts:
        assert check(*proof) == "proved"
    if request.node.callspec.id in WITH_EXAMPLE:
        is_induction = any(part.induction for part in result.parts or (result,)) or result.induction
        assert result.note == ("by induction on k" if is_induction else "")


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


@pytest.mark.parametrize("conclusion", [equal(t, t + 1), equal(X, X.T), equal(w.T * w, 1), equal(w.T * w, sqnorm(w))])
def test_a_relation_that_sympy_evaluated_to_false_is_neither_refuted_nor_ill_typed(conclusion):
    """SymPy says so of true statements too: the last one is wᵀw = ‖w‖²."""
    result = prove(sympy.Eq(*conclusion.args))
    assert result.verdict == "undecided"
    assert [x for x in ("got False", "differ in shape", "equal(left, right)") if x not in result.reason] == []


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"seconds": "x"}, TypeError, "got seconds='x', but should be a number"),
        ({"seconds": None}, TypeError, "got seconds=None, but should be a number"),
        ({"seconds": True}, TypeError, "got seconds=True, but should be a number"),
        ({"seconds": -1}, ValueError, "got seconds=-1, but should be a number >= 0"),
        ({"seconds": math.nan}, ValueError, "got seconds=nan, but should be a number >= 0"),
        ({"assuming": None}, TypeError, "got the assumptions None, but should be a list"),
        ({"assuming": 3}, TypeError, "got the assumptions 3, but should be a list, such as [symmetric(A)]"),
        ({"assuming": "A is symmetric"}, TypeError, "got the assumptions A is symmetric, but should be a list"),
        ({"assuming": A}, TypeError, "got A (MatrixSymbol), but it says nothing; write equal("),
        ({"second": 1}, TypeError, "unexpected keyword argument 'second'"),
    ],
)
def test_a_wrong_argument_is_raised(options, error, says):
    with pytest.raises(error) as raised:
        prove(equal(A, A), **options)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("conclusion", "assuming", "shown"),
    [
        (equal(A**exponent, A), [projector(A)], "Aᵏ = A · refuted · k = 0, p = 1, A = 0: left = 1, right = 0"),
        (unequal((-1) ** size, 1), [], "(−1)^m ≠ 1 · refuted · m = 2: both sides are 1"),
        (sympy.Not(sympy.Eq(A * B, B * A)), [], "A B ≠ B A · refuted · p = 1, A = 0, B = 0: both sides are 0"),
        (projector(A**2), [], "holds if A is an orthogonal projector"),
        ([equal(inner(A * x, y), inner(x, A * y)), equal(A, I)], [], "part 1 holds if A is symmetric"),
    ],
)
def test_what_a_result_prints(conclusion, assuming, shown):
    result = prove(conclusion, assuming)
    assert str(result).endswith(shown)
    assert repr(result) == f"<{result}>"


def test_an_exponent_is_data_of_a_counterexample():
    assert prove(equal(A**exponent, A), [projector(A)]).counterexample.to_json()["exponents"] == {"k": 0}


@pytest.mark.parametrize(
    "conclusion",
    [
        psd(A),
        orthogonal(A),
        symmetric(A),
        equal(A, A.T),
        more_than(t, 0),
        equal(sqnorm(w), 1),
        [equal(A, A.T), equal(A, I)],
    ],
    ids=str,
)
def test_a_need_does_not_repeat_the_statement(conclusion):
    result = prove(conclusion)
    assert (result.verdict, result.needs, result.lacking()) == ("refuted", (), "")


@pytest.mark.parametrize(
    ("conclusion", "says"),
    [
        (equal(sympy.Derivative(Trace(A * B), A), B.T), "proved"),
        (equal(0.5 * A + 0.5 * A, A), "proved"),
        (equal(0.1 * A + 0.2 * A, 0.3 * A), "proved"),
        (equal(Trace(sympy.KroneckerProduct(A, B)), Trace(A) * Trace(B)), "proved"),
        (equal(sympy.KroneckerProduct(A, B).T, sympy.KroneckerProduct(A.T, B.T)), "proved"),
        (equal(Trace(sympy.KroneckerProduct(A, B)), Trace(A) + Trace(B)), "refuted"),
    ],
)
def test_nodes_of_sympy_are_read(conclusion, says):
    assert prove(conclusion, needs=False).verdict == says


@pytest.mark.parametrize(
    ("conclusion", "says"),
    [
        (equal(kron(A, X), kron(X, A)), ("refuted", ("n = p",))),
        (equal(kron(x, y), kron(y, x)), ("refuted", ())),  # both of length p
        (equal(kron(A, X), kron(X, X)), ("unsupported", ())),  # np×… and n²×… differ
        (equal(kron(A, Identity(m)), kron(Identity(m), A)), ("refuted", ("m = p",))),
        (equal(vec(X), vec(X.T)), ("refuted", ("n = p",))),
    ],
    ids=str,
)
def test_what_can_be_read_at_equal_sizes_only_is_refuted_there(conclusion, says):
    result = prove(conclusion)
    assert (result.verdict, result.assumed) == says


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
    said = "1/tr(B) A⁻¹ A B = 1/tr(B) B · proved · assuming tr(B) ≠ 0, A is invertible"
    assert capsys.readouterr().out.splitlines() == [said, f"{said} · {NO_EXAMPLE}"]
    assert result.to_json()["assumed"] == ["tr(B) ≠ 0", "A is invertible"]
    bare = prove(Eq(A * B, A * B, evaluate=False))
    assert (str(bare), bare.to_json()["assumed"]) == ("A B = A B · proved", [])


def test_needs_never_contradict_what_is_given():
    zero = MatrixSymbol("w", p, 1)
    result = prove(Eq(A * zero, B * zero), [Eq(zero, 0 * zero)])
    assert not any("unit" in need for need in result.needs)


def test_a_result_has_no_truth_value():
    with pytest.raises(TypeError, match="five verdicts"):
        bool(prove(Eq(A * B, B * A), refute=False, needs=False))
