"""The second opinion agrees with what is true, and with no mutant of it."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
from letters import A, H, I, P, S, X, a, n, p, w, x, y
from second_opinion_statements import FALSE, TRUE, B, affine, mean

from pcaproofs.language import hypotheses
from pcaproofs.language.conclusions import at_least, equal, minimises, unequal
from pcaproofs.language.nodes import directional, inner, inverse, sqnorm
from pcaproofs.prover.refute import Point
from pcaproofs.verify.second_opinion import sampling, second_opinion
from pcaproofs.verify.second_opinion.entries import RandomEntries
from pcaproofs.verify.second_opinion.evaluate import evaluate
from pcaproofs.verify.second_opinion.relations import first_violation
from pcaproofs.verify.second_opinion.signature import signature_of
from pcaproofs.verify.second_opinion.valuation import Undefined, Valuation

SAID: dict[str, str] = {
    "tr H = n": "got 1, but should be 2 at n = 2",
    "H² = −H": "got [[1/2, -1/2], [-1/2, 1/2]], but should be [[-1/2, 1/2], [1/2, -1/2]] at n = 2",
    "Hᵢⱼ = −1/n, also where i = j": "got 1/2, but should be -1/2 at n = 2, i = 0, j = 0",
    "a witness that is not feasible": "the claimed optimum is not feasible: Eq(P*y, y): got ",
    "a witness that uses its variable": "got y, but nothing gives it a value here",
    "wrong least value": "got 0 at the claimed optimum, but should be 1 at p = 2",
    "the mean maximises": "but should be no better than",
    "only the mean is optimal": "at an optimal choice [in Eq(a,",
    "every a is optimal": "where the equations hold, but should be",
    "opposite optimisers": "but should be ordered as",
    "a dropped transpose": "got 2×3 times 2×3: shapes clash [in X*Y]",
    "contradictory hypotheses": "no point found",
    "unit and zero": "no point found where the hypotheses hold and everything is defined, at p = 2; p = 3",
    "evaluated by SymPy": "got True, but should be a statement that SymPy has not evaluated",
    "trap: X·X": "got a power of 2×3, but should be square [in X**2]",
    "trap: tr X": "got 2×3, but should be square [in Trace(X)]",
    "trap: HH⁻¹ = I": "got the inverse of a singular matrix [in inverse(",
    "trap: 1 = 0 through H⁻¹": "got the inverse of a singular matrix [in inverse(",
    "trap: 11ᵀ invertible": "got the inverse of a singular matrix [in inverse(1)]",
    "trap: variance of another shape": "got 2×2 = 2×1: shapes clash",
    "trap: BBᵀ = I": "got 3×3 = 2×2: shapes clash",
}


@pytest.mark.parametrize("name", TRUE)
def test_the_second_opinion_agrees_with_true_statements(name: str) -> None:
    conclusion, assuming = TRUE[name]
    opinion = second_opinion(conclusion, assuming)
    assert opinion.agrees, opinion.failure
    assert opinion.failure == ""
    dimensions = sorted(opinion.sizes[0])
    assert len(opinion.sizes) >= min(2, 1 + len(dimensions))
    assert opinion.checked >= 3 * len(opinion.sizes)
    for sizes in opinion.sizes[:2]:
        assert len(set(sizes.values())) == len(dimensions), "numbers that differ show a missing transpose"
    for name in dimensions:
        assert max(sizes[name] for sizes in opinion.sizes) >= 2


@pytest.mark.parametrize("name", FALSE)
def test_the_second_opinion_disagrees_with_false_statements(name: str) -> None:
    conclusion, assuming = FALSE[name]
    opinion = second_opinion(conclusion, assuming)
    assert not opinion.agrees
    assert opinion.failure
    assert "\n" not in opinion.failure
    assert SAID.get(name, " but should be ") in opinion.failure


def test_the_tables_are_about_different_statements() -> None:
    assert len(TRUE) >= 25
    assert len(FALSE) >= 25
    assert SAID.keys() <= FALSE.keys()
    assert not TRUE.keys() & FALSE.keys()


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("H² = H", "symbolic entries"),
        ("∇ wᵀVw = 2Vw", "symbolic entries"),
        ("centred covariance", "symbolic entries"),
        ("two forms of the covariance", "symbolic entries"),
        ("affine decomposition", "exact points"),
        ("wᵀSw ≥ 0", "exact points"),
        ("X X⁺ X = X", "exact points"),
    ],
)
def test_the_mode_is_symbolic_or_exact(name: str, mode: str) -> None:
    assert second_opinion(*TRUE[name]).mode == mode


def test_one_sample_is_tried_too() -> None:
    assert {"n": 1, "p": 3} in second_opinion(*TRUE["centred covariance"]).sizes


def test_sizes_are_tried_as_given() -> None:
    claim = equal(sp.Trace(H), n - 1)
    assert second_opinion(claim, sizes=[{n: 4}, {"n": 1}]).sizes == ({"n": 4}, {"n": 1})
    only_at_three = equal(sp.Trace(H), 2)
    assert second_opinion(only_at_three, sizes=[{n: 3}]).agrees
    assert second_opinion(only_at_three, sizes=[{n: 3}, {n: 2}]).failure == "got 1, but should be 2 at n = 2"
    with pytest.raises(ValueError, match=r"got sizes for \['p'\], but should be for \['n'\]"):
        second_opinion(claim, sizes=[{p: 3}])


def test_same_answer_twice() -> None:
    for name in ("affine decomposition", "nearest point", "same optimisers"):
        assert second_opinion(*TRUE[name], points=2) == second_opinion(*TRUE[name], points=2)


def test_more_points_are_more_checks() -> None:
    few, many = (second_opinion(*TRUE["pythagoras"], points=count).checked for count in (2, 5))
    assert (few, many) == (4, 10)


def test_infeasible_sizes_say_so() -> None:
    wide = second_opinion(*TRUE["rotated optimum"], sizes=[{"p": 2, "d": 3}])
    assert not wide.agrees
    assert wide.checked == 0
    assert wide.failure == ("no point found where the hypotheses hold and everything is defined, at p = 2, d = 3")


def test_a_point_that_breaks_a_hypothesis_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = Point({"p": 2}, {"P": ((1, 0), (0, 2)), "x": ((1,), (1,)), "y": ((1,), (0,))})
    monkeypatch.setattr(sampling, "refuter_points", lambda *_, **__: iter([bad]))
    opinion = second_opinion(*TRUE["nearest point"], sizes=[{"p": 2}])
    assert not opinion.agrees
    assert opinion.failure.startswith("got a point that breaks projector(P): got [[1, 0], [0, 2]]")


@pytest.mark.parametrize("assuming", [(hypotheses.symmetric(S),), (equal(S.T, S),), (equal(S, X.T * X),)])
def test_hypotheses_that_only_shape_a_letter_need_no_search(
    assuming: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling, "refuter_points", None)
    assert second_opinion(equal((w.T * S * x).T, w.T * S * x), assuming).mode == "symbolic entries"


@pytest.mark.parametrize("name", ["ky fan", "ky fan, optimum", "pythagoras", "rotated optimum", "same optimisers"])
def test_frames_projectors_and_psd_differences_need_no_search(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "refuter_points", None)
    assert second_opinion(*TRUE[name]).agrees


def test_an_equation_that_holds_by_chance_is_not_sampled() -> None:
    assuming = (hypotheses.projector(P), equal(P * y, y))  # both hold of a projector drawn at random only if it is I
    assert sampling.draw(signature_of(equal(x, y), assuming), assuming, sampling.Draws({p: 2}, 6, 0)) == []
    assert not second_opinion(equal(P * x, x), assuming).agrees


def test_frames_are_rational_and_orthonormal_and_not_symmetric() -> None:
    entries, symmetric = RandomEntries(0), 0
    for _ in range(20):
        left, right = entries.frame(4, (1, 2))
        q = left.row_join(right)
        assert q.T * q == sp.eye(3)
        assert all(x.is_Rational for x in q)
        whole = entries.orthogonal(3)
        assert whole * whole.T == sp.eye(3)
        symmetric += whole == whole.T
    assert symmetric < 10
    assert {entries.projector(3).rank() for _ in range(40)} == {0, 1, 2, 3}
    with pytest.raises(Undefined, match="got 3 orthonormal columns of length 2"):
        entries.frame(2, (1, 2))


def test_a_definition_may_use_another() -> None:
    C = sp.MatrixSymbol("C", p, p)
    assuming = (equal(C, S * S), equal(S, X.T * X))
    assert second_opinion(equal(C, X.T * X * X.T * X), assuming).agrees
    assert not second_opinion(equal(C, X.T * X), assuming).agrees


def test_letters_that_define_each_other_are_sought() -> None:
    opinion = second_opinion(equal(x, 0 * x), (equal(x, 2 * y), equal(y, 2 * x)))
    assert (opinion.agrees, opinion.mode) == (True, "exact points")


def test_a_column_that_is_not_zero_is_sought() -> None:
    assert second_opinion(equal(x * x.T * x / inner(x, x), x), (unequal(x, 0),)).agrees
    assert not second_opinion(equal(x, 0), (unequal(x, 0),)).agrees


def test_an_unknown_node_is_named() -> None:
    opinion = second_opinion(equal(sp.DiagonalOf(A), x))
    assert opinion.failure.startswith("got DiagonalOf (")
    assert opinion.failure.endswith("but it has no explicit value here")


@pytest.mark.parametrize(("conclusion", "assuming"), [(object(), ()), (equal(x, x), (object(),))])
def test_an_object_that_is_not_a_statement_is_refused(conclusion: Any, assuming: tuple[Any, ...]) -> None:
    opinion = second_opinion(conclusion, assuming)
    assert not opinion.agrees
    assert "(object), but should be a statement" in opinion.failure


def test_a_clash_needs_different_numbers() -> None:
    assert second_opinion(equal(X * X, X * X), sizes=[{n: 2, p: 2}]).agrees
    assert not second_opinion(equal(X * X, X * X)).agrees


def test_a_declared_sign_is_a_hypothesis() -> None:
    s = sp.Symbol("s", nonnegative=True)
    assert second_opinion(at_least(s * sqnorm(x))).agrees
    assert not second_opinion(at_least(sp.Symbol("s", real=True) * sqnorm(x))).agrees


@pytest.mark.parametrize(
    ("sign_of", "value", "fine"),
    [
        ("positive", 0, False),
        ("positive", 1, True),
        ("nonnegative", -1, False),
        ("nonnegative", 0, True),
        ("nonpositive", 1, False),
        ("negative", 0, False),
        ("nonzero", 0, False),
        ("nonzero", -1, True),
    ],
)
def test_a_declared_sign_is_checked_at_a_point(sign_of: str, value: int, fine: bool) -> None:
    s = sp.Symbol("s", real=True, **{sign_of: True})
    assert (first_violation((), Valuation({}, {s: sp.Matrix([[value]])})) == "") is fine


def test_an_inequality_may_be_attained() -> None:
    assert second_opinion(at_least(sqnorm(x), sqnorm(x))).agrees
    assert not second_opinion(at_least(sqnorm(x), sqnorm(x) + sp.Rational(1, 10**9))).agrees


def test_optima_in_several_variables_are_checked() -> None:
    objective = sqnorm(x - w) + sqnorm(y - w)
    assert second_opinion(minimises(objective, {x: w, y: w}, exactly=[equal(x, w), equal(y, w)])).agrees
    half = second_opinion(minimises(objective, {x: w, y: w}, exactly=[equal(x, w)]))
    assert not half.agrees
    assert "where the equations hold" in half.failure


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (minimises(sqnorm(x - w), {x: w}, exactly=[equal(x, 2 * w)]), "at the claimed optimum [in Eq(x, 2*w)]"),
        (minimises(sqnorm(x), {x: 0 * x}, exactly=[equal(inner(x, A * w), 0)]), "where the equations hold"),
        (minimises(inner(x, A * w) ** 2, {x: 0 * x}, exactly=[equal(x, 0 * x)]), "at an optimal choice"),
    ],
)
def test_equations_that_should_describe_the_optima(claim: Any, said: str) -> None:
    opinion = second_opinion(claim, sizes=[{p: 3}])
    assert not opinion.agrees
    assert said in opinion.failure


def test_an_optimum_without_a_value_at_some_points_is_checked_at_others() -> None:
    responses = sp.MatrixSymbol("r", n, 1)
    solution = inverse(X.T * X) * X.T * responses
    claim = minimises(sqnorm(responses - X * w), {w: solution}, exactly=[equal(w, solution)])
    opinion = second_opinion(claim)
    assert opinion.agrees, opinion.failure


def test_choices_between_are_tried() -> None:
    dip = minimises(sqnorm(x) * (sqnorm(x) - sp.Rational(1, 10)), {x: 0 * x})  # negative only near 0
    assert ", with x = " in second_opinion(dip, sizes=[{p: 1}], points=40).failure


def test_a_value_that_holds_only_without_the_constraint() -> None:
    claim = minimises(affine(a), {a: mean}, value=0)
    assert not second_opinion(claim, (hypotheses.projector(P),)).agrees
    assert second_opinion(claim, (equal(P, I),)).agrees


def test_orthonormal_columns_are_no_square_matrix() -> None:
    assuming = (hypotheses.orthonormal(B),)
    assert second_opinion(equal(B * B.T * B, B), assuming).agrees
    assert not second_opinion(equal(B * B.T * x, x), assuming).agrees


@pytest.mark.parametrize(
    ("f", "at", "slope"),
    [
        (inner(x, x) ** 3 / (1 + inner(x, x)), 2, sp.Rational(704, 25)),
        (sp.sqrt(inner(x, x)), 3, 1),
        ((inner(x, x) + inner(x, I * x) ** 2) / inner(x, x), 0, None),
        (1 / (inner(x, x + x) - 2 * inner(x, x)), 1, None),
    ],
    ids=["rational", "root", "0/0 that cancels", "zero below"],
)
def test_a_slope_is_that_of_the_function_as_written(f: Any, at: int, slope: Any) -> None:
    there = Valuation({n: 1, p: 1}, {x: sp.Matrix([[at]]), y: sp.Matrix([[1]])})
    if slope is None:
        with pytest.raises(Undefined):
            evaluate(directional(f, x, y), there)
    else:
        assert evaluate(directional(f, x, y), there)[0, 0] == slope
