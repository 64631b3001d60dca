"""What an assignment may fix: z-scores, order, sign; what it leaves free; and motions of the data."""

from typing import Any

import numpy as np
import pytest

from pcaproofs.grading.assignment.names import ROLES as NAMED
from pcaproofs.grading.judge import CRITERIA, ROLES, Conventions, Facts, examine, facts_of
from pcaproofs.grading.judge.criteria import FORM_CLAIMS
from pcaproofs.grading.judge.equivariance import TRANSFORMATIONS, compare
from pcaproofs.grading.judge.truth import Real
from pcaproofs.verify.discovery import all_claims

from .answers import Answer, answer, by_eigh, by_svd
from .datasets import datasets


def failed(X: Real, k: int, roles: Answer, conventions: Conventions) -> list[str]:
    facts = facts_of(X, k, conventions)[0]
    return [item.criterion for item in examine(facts, roles, conventions) if not item.passed]


def test_every_claim_that_is_named_exists() -> None:
    known = {claim.id for claim in all_claims()}
    named = {item.claim for item in CRITERIA} | {item.claim for item in TRANSFORMATIONS.values()}
    named |= set(FORM_CLAIMS.values())
    assert named <= known
    assert len({item.title for item in CRITERIA}) == len(CRITERIA)
    assert set(FORM_CLAIMS) == set(ROLES) == set(NAMED)


def standardised(X: Real, k: int, ddof: int = 0) -> Answer:
    """Return a right answer for z-scores; a constant column stays 0."""
    mean, std = X.mean(axis=0), X.std(axis=0, ddof=ddof)
    std = np.where(std > 0, std, 1.0)
    found = by_svd((X - mean) / std, k)
    back = found["reconstruction"] * std + mean
    return found | {"mean": mean, "reconstruction": back}


SHAPES = {
    "plain": datasets(0)["plain"],
    "constant column": (np.array([[1.0, 7, 2], [4, 7, 2], [2, 7, 9], [0, 7, 1]]), 2),
    "wide": datasets(0)["wide"],
    "far away": datasets(0)["far away"],
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize(
    ("asked", "ddof", "passes"),
    [("n", 0, True), ("n-1", 1, True), ("any", 0, True), ("any", 1, True), ("n", 1, False), ("n-1", 0, False)],
)
def test_z_scores_follow_the_convention(name: str, asked: Any, ddof: int, passes: bool) -> None:
    X, k = SHAPES[name]
    found = failed(X, k, standardised(X, k, ddof), Conventions(standardise=asked))
    assert (found == []) is passes
    if not passes:  # the two divisors differ by a factor: axes and ratios are the same
        assert {"centered.values", "scores.variances"} <= set(found)
        assert not {"components.captured", "explained_variance_ratio.values", "mean.values"} & set(found)


@pytest.mark.parametrize("asked", ["no", "n", "n-1", "any"])
def test_standardising_is_seen_where_it_is_not_asked_and_missed_where_it_is(asked: Any) -> None:
    X, k = datasets(0)["plain"]
    plain, scored = by_svd(X, k), standardised(X, k)
    wrong = plain if asked != "no" else scored
    assert "components.captured" in failed(X, k, wrong, Conventions(standardise=asked))


def test_the_accuracy_of_the_facts_holds_whatever_the_divisor() -> None:
    X, k = SHAPES["plain"]
    found = standardised(X, k)
    found["scores"] = found["scores"] * 1.01
    for asked in ("n", "any"):
        for accuracy, passes in ((1e-5, False), (0.1, True)):
            facts = Facts(X, k, "n", accuracy)
            lost = [item for item in examine(facts, found, Conventions(standardise=asked)) if not item.passed]
            assert (lost == []) is passes


def test_a_division_by_a_standard_deviation_of_zero_is_seen() -> None:
    X, k = SHAPES["constant column"]
    with np.errstate(all="ignore"):
        Z = (X - X.mean(axis=0)) / X.std(axis=0)
    assert "centered.form" in failed(X, k, {"centered": Z}, Conventions(standardise="n"))


@pytest.mark.parametrize("role", ["centered", "standardised"])
@pytest.mark.parametrize(
    ("asked", "value", "passes"),
    [
        ("any", 0.0, True),
        ("any", 7.0, True),
        ("any", 1.0, False),
        ("any", np.nan, False),
        ("zero", 0.0, True),
        ("zero", 7.0, False),
        ("unchanged", 7.0, True),
        ("unchanged", 0.0, False),
    ],
)
def test_a_constant_feature_is_0_or_as_it_was_among_z_scores(role: str, asked: Any, value: float, passes: bool) -> None:
    X, k = SHAPES["constant column"]
    Z = standardised(X, k)["centered"].copy()
    Z[:, 1] = value
    assert (failed(X, k, {role: Z}, Conventions(standardise="n", constant=asked)) == []) is passes
    Z = X - X.mean(axis=0)
    Z[:, 1] = value  # where nothing is divided by, a feature less its mean is 0
    assert (failed(X, k, {"centered": Z}, Conventions(constant=asked)) == []) is (value == 0.0)


def test_a_reconstruction_of_z_scores() -> None:
    X, k = SHAPES["plain"]
    inner = by_svd((X - X.mean(axis=0)) / X.std(axis=0), k)["reconstruction"]
    asked = Conventions(standardise="n", reconstruction="standardised")
    assert failed(X, k, {"reconstruction": inner}, asked) == []
    assert failed(X, k, {"reconstruction": inner}, Conventions(standardise="n")) != []


PER_COMPONENT = ("components", "scores", "explained_variance", "explained_variance_ratio")


@pytest.mark.parametrize("name", ["plain", "wide", "tie inside", "one component", "all components"])
def test_the_order_of_components_follows_the_convention(name: str) -> None:
    X, k = datasets(0)[name]
    falling = by_eigh(X, k)
    rising = falling | {role: falling[role][..., ::-1] for role in PER_COMPONENT}
    assert failed(X, k, rising, Conventions(order="increasing")) == []
    assert failed(X, k, rising, Conventions(order="any")) == failed(X, k, falling, Conventions(order="any")) == []
    distinct = name in ("plain", "wide", "all components")
    assert ("components.order" in failed(X, k, rising, Conventions())) is distinct
    assert ("components.order" in failed(X, k, falling, Conventions(order="increasing"))) is distinct


def test_the_smallest_are_wrong_in_any_order() -> None:
    X, k = datasets(0)["plain"]
    W = np.linalg.eigh(np.cov(X.T))[1][:, :k]
    roles = {"components": W, "scores": (X - X.mean(axis=0)) @ W}
    for order in ("decreasing", "increasing", "any"):
        found = failed(X, k, roles, Conventions(order=order))
        assert {"components.captured", "scores.variances"} <= set(found)


RULES = {
    "largest-positive": lambda w: w[np.argmax(np.abs(w))],
    "first-positive": lambda w: w[np.abs(w) > 1e-8][0],
    "sum-positive": lambda w: w.sum(),
}


@pytest.mark.parametrize("rule", RULES)
def test_signs_follow_the_convention(rule: Any) -> None:
    for seed in range(10):
        X, k = datasets(seed)["plain"]
        W = by_eigh(X, k)["components"]
        good = W * np.sign([RULES[rule](w) for w in W.T])
        assert failed(X, k, {"components": good}, Conventions(sign=rule)) == []
        for flip in ([-1, 1], [1, -1]):
            assert failed(X, k, {"components": good * flip}, Conventions(sign=rule)) == ["components.sign"]
            assert failed(X, k, {"components": good * flip}, Conventions()) == []


def test_of_two_largest_entries_either_may_be_positive() -> None:
    X = np.array([[1.0, -1], [-1, 1], [2, -2], [-2, 2]])
    for sign in (1, -1):
        W = sign * np.array([[1.0], [-1.0]]) / np.sqrt(2)
        assert failed(X, 1, {"components": W}, Conventions(sign="largest-positive")) == []


def test_single_precision_in_one_role_is_allowed_for_in_that_role_alone() -> None:
    X, k = datasets(0)["far away"]
    roles = by_eigh(X.astype(np.float32).astype(float), k)
    wrong = set(failed(X, k, roles, Conventions()))
    still = set(failed(X, k, roles | {"mean": roles["mean"].astype(np.float32)}, Conventions()))
    assert "mean.values" in wrong
    assert still == wrong - {"mean.values"}


@pytest.mark.parametrize(
    ("role", "value", "conventions", "words"),
    [
        ("components", np.zeros((2, 4)), {}, "transposed; each row should be one feature and each column"),
        (
            "components",
            np.zeros((4, 2)),
            {"components": "rows"},
            "each row should be one component and each column one",
        ),
        ("components", np.zeros((4, 4)), {}, "holds all 4 components, where only the first 2"),
        ("scores", np.zeros((2, 20)), {}, "transposed; each row should be one sample and each column one component"),
        ("covariance", np.zeros((20, 20)), {}, "a row for each sample, where each feature"),
        ("reconstruction", np.zeros((4, 20)), {}, "each row should be one sample and each column one feature"),
        ("mean", np.float64(3), {}, "a single number"),
    ],
)
def test_a_shape_is_said_in_words(role: str, value: Any, conventions: dict[str, Any], words: str) -> None:
    X, k = datasets(0)["plain"]
    found = examine(Facts(X, k), {role: np.asarray(value)}, Conventions(**conventions))
    assert words in next(item.detail for item in found if item.criterion == f"{role}.form")


def test_square_components_are_never_turned_round() -> None:
    X, k = datasets(0)["all components"]
    W = by_eigh(X, k)["components"]
    for kind in ("columns", "rows", "either"):
        right = W.T if kind == "rows" else W
        assert failed(X, k, {"components": right}, Conventions(components=kind)) == []
        assert "components.eigen_equation" in failed(X, k, {"components": right.T}, Conventions(components=kind))


def test_a_rotated_basis_agrees_with_itself() -> None:
    X, k = datasets(0)["plain"]
    right = by_eigh(X, k)
    turn = np.array([[0.6, 0.8], [-0.8, 0.6]])
    own = answer(X, k, right["components"] @ turn, right["explained_variance"])
    keys = ("components", "scores", "projection", "reconstruction")
    found = failed(X, k, {role: own[role] for role in keys}, Conventions())
    assert not any(name.endswith(".agree") for name in found)  # a rotated basis agrees with itself
    for role in ("scores", "projection", "reconstruction"):
        mixed = {key: right[key] for key in keys} | {role: right[role][::-1]}
        assert f"{role}.agree" in failed(X, k, mixed, Conventions())


def answers_before_and_after(name: str, kind: str, solve: Any, seed: int) -> tuple[Any, ...]:
    X, k = datasets(seed)[name]
    motion = TRANSFORMATIONS[kind].make(*X.shape, seed)
    moved = motion.data(X)
    return motion, (Facts(X, k), solve(X, k)), (Facts(moved, k), solve(moved, k))


@pytest.mark.parametrize("kind", TRANSFORMATIONS)
@pytest.mark.parametrize("name", datasets(0))
def test_right_answers_move_with_the_data(name: str, kind: str) -> None:
    for seed in range(5):
        for solve in (by_eigh, by_svd, lambda X, k: by_svd(X, k) | {"explained_variance": np.array([2.0] * k)[:0]}):
            motion, before, after = answers_before_and_after(name, kind, solve, seed)
            finding = compare(TRANSFORMATIONS[kind], motion, before, after, Conventions())
            assert finding.passed == (len(before[1]["explained_variance"]) > 0), finding


UNMOVED: dict[str, tuple[Any, set[str]]] = {
    "never centred": (lambda X, k: {"components": np.linalg.svd(X)[2][:k].T}, {"shift"}),
    "the smallest": (lambda X, k: {"components": np.linalg.eigh(np.cov(X.T))[1][:, :k]}, set()),
    "z-scores": (lambda X, k: standardised(X, k), {"rotation", "scale"}),
    "the first features": (lambda X, k: {"components": np.eye(X.shape[1])[:, :k]}, {"rotation"}),
    "the first samples": (lambda X, k: {"components": by_eigh(X[:8], k)["components"]}, {"permutation"}),
    "deviations unsquared": (
        lambda X, k: {"explained_variance": np.abs(X - X.mean(0)).sum(axis=0)[:k] / np.linalg.norm(X - X.mean(0))},
        {"rotation", "scale"},
    ),
    "a divisor that changes": (
        lambda X, k: {"explained_variance": by_eigh(X, k)["explained_variance"] * (1 if 1 < X.mean() < 12 else 19)},
        {"shift", "scale"},
    ),
}


@pytest.mark.parametrize("mistake", UNMOVED)
def test_wrong_answers_fail_the_motions_that_show_it(mistake: str) -> None:
    solve, wanted = UNMOVED[mistake]
    for seed in range(5):
        found = set()
        for kind in TRANSFORMATIONS:
            motion, before, after = answers_before_and_after("plain", kind, solve, seed)
            if not compare(TRANSFORMATIONS[kind], motion, before, after, Conventions()).passed:
                found.add(kind)
        assert found == wanted


def test_z_scores_move_with_the_data_but_do_not_turn() -> None:
    conventions = Conventions(standardise="n")
    assert [each.name for each in TRANSFORMATIONS.values() if not each.applies(conventions)] == ["rotation"]
    X, k = datasets(0)["plain"]
    for kind in ("shift", "scale", "permutation"):
        motion = TRANSFORMATIONS[kind].make(*X.shape, 1)
        pairs = [(Facts(data, k, "n"), standardised(data, k)) for data in (X, motion.data(X))]
        assert compare(TRANSFORMATIONS[kind], motion, pairs[0], pairs[1], conventions).passed
