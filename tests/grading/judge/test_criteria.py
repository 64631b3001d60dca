"""Right answers in every convention pass everything; each wrong one fails the criterion that names its mistake."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pcaproofs.grading.data.datasets import datasets as graded_data
from pcaproofs.grading.judge import CRITERIA, Conventions, Facts, examine
from pcaproofs.grading.judge.answer import apart
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.protocol import RoleError

from .answers import RIGHT, Answer, answer, by_eigh, by_svd, scaled
from .datasets import datasets

NAMES = list(datasets(0))


def failed(X: Real, k: int, roles: Answer, conventions: Conventions) -> dict[str, str]:
    return {item.criterion: item.detail for item in examine(Facts(X, k), roles, conventions) if not item.passed}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("way", RIGHT)
def test_right_answers_lose_nothing(way: str, name: str) -> None:
    for seed in range(3):
        X, k = datasets(seed)[name]
        roles = RIGHT[way](X, k)
        conventions = Conventions(scale="singular" if way == "singular values" else "any")
        if (way, name) == ("eig", "tie inside"):  # it skews the axes, which an assignment may allow
            roles = {role: roles[role] for role in roles if role not in ("projection", "reconstruction")}
            assert set(failed(X, k, roles, conventions)) == {"components.orthonormal", "scores.uncorrelated"}
            conventions = Conventions(ties="any-basis")
        findings = examine(Facts(X, k), roles, conventions)
        assert {item.criterion: item.detail for item in findings if not item.passed} == {}
        asked = [each for each in CRITERIA if set(each.roles) <= set(roles) and each.name != "components.sign"]
        assert len(findings) == len(roles) + len(asked)  # nothing was passed over


def test_components_in_rows_and_rotated_ties() -> None:
    X, k = datasets(0)["tie inside"]
    found = by_svd(X, k)
    turn = np.array([[0.6, 0.8], [-0.8, 0.6]])
    turned = answer(X, k, found["components"] @ turn, found["explained_variance"] * (len(X) - 1))
    assert failed(X, k, {"components": turned["components"], "scores": turned["scores"]}, Conventions()) == {}
    for kind in ("rows", "either"):
        rows = {"components": found["components"].T}
        assert failed(X, k, rows, Conventions(components=kind)) == {}
    assert "components.form" in failed(X, k, {"components": found["components"].T}, Conventions())


def skewed(X: Real, k: int) -> Answer:
    W = by_eigh(X, k)["components"] @ np.array([[1.0, 0.6], [0.0, 0.8]])
    return {"components": W, "scores": (X - X.mean(axis=0)) @ W}


def test_a_skewed_basis_of_a_tie_is_wrong_unless_the_assignment_allows_it() -> None:
    """A solver for any matrix gives any basis of a repeated eigenvalue's space, and it may be skewed nowhere else."""
    for seed in range(5):
        X, k = datasets(seed)["tie inside"]
        assert failed(X, k, skewed(X, k), Conventions(ties="any-basis")) == {}
        strict = failed(X, k, skewed(X, k), Conventions())
        assert list(strict) == ["components.orthonormal", "scores.uncorrelated"]
        one_twice = by_eigh(X, k)["components"][:, [0, 0]]
        assert "components.captured" in failed(X, k, {"components": one_twice}, Conventions(ties="any-basis"))
        X, k = datasets(seed)["tie across"]
        assert "components.orthonormal" in failed(X, k, skewed(X, k), Conventions(ties="any-basis"))


def test_lengths_cost_orthonormality_alone() -> None:
    X, k = datasets(0)["plain"]
    long = by_eigh(X, k)["components"] * [2.0, 0.5]
    assert list(failed(X, k, {"components": long}, Conventions())) == ["components.orthonormal"]


# One row a mistake: what it does to a right answer (or from the data), and the criterion that must see it.
Mistake = Callable[[Real, int], Answer]


def from_axes(axes: Callable[[Real, int], Real]) -> Mistake:
    return lambda X, k: {"components": axes(X, k)}


def eigen(M: Real) -> tuple[Real, Real]:
    values, vectors = np.linalg.eigh(M)
    return values[::-1], vectors[:, ::-1]


def change(**roles: Callable[[Answer, Real, int], Any]) -> Mistake:
    return lambda X, k: {role: act(by_svd(X, k), X, k) for role, act in roles.items()}


WRONG: dict[str, tuple[Mistake, str]] = {
    "rows for columns": (from_axes(lambda X, k: eigen(np.cov(X.T))[1].T[:, :k]), "components.captured"),
    "smallest": (from_axes(lambda X, k: np.linalg.eigh(np.cov(X.T))[1][:, :k]), "components.captured"),
    "ascending order": (change(components=lambda a, X, k: a["components"][:, ::-1]), "components.order"),
    "never centred": (from_axes(lambda X, k: eigen(X.T @ X)[1][:, :k]), "components.captured"),
    "centred along rows": (
        from_axes(lambda X, k: np.linalg.svd(X - X.mean(axis=1, keepdims=True))[2][:k].T),
        "components.captured",
    ),
    "not normalised": (change(components=lambda a, X, k: 2 * a["components"]), "components.orthonormal"),
    "one axis twice": (change(components=lambda a, X, k: a["components"][:, [0, 0]]), "components.orthonormal"),
    "rotated": (
        change(components=lambda a, X, k: a["components"] @ [[0.8, 0.6], [-0.6, 0.8]]),
        "components.eigen_equation",
    ),
    "standardised unasked": (
        from_axes(lambda X, k: eigen(np.corrcoef(X.T))[1][:, :k]),
        "components.captured",
    ),
    "scores uncentred": (change(scores=lambda a, X, k: X @ a["components"]), "scores.centred"),
    "scores rotated": (change(scores=lambda a, X, k: a["scores"] @ [[0.8, 0.6], [-0.6, 0.8]]), "scores.uncorrelated"),
    "scores whitened": (change(scores=lambda a, X, k: a["scores"] / a["scores"].std(axis=0)), "scores.variances"),
    "scores of noise": (
        change(scores=lambda a, X, k: np.random.default_rng(0).permutation(a["scores"])),
        "scores.space",
    ),
    "scores of other signs": (
        change(scores=lambda a, X, k: -a["scores"], components=lambda a, X, k: a["components"]),
        "scores.agree",
    ),
    "ratio of the kept only": (
        change(explained_variance_ratio=lambda a, X, k: a["explained_variance"] / a["explained_variance"].sum()),
        "explained_variance_ratio.values",
    ),
    "ratio of singular values": (
        change(explained_variance_ratio=lambda a, X, k: (s := np.linalg.svd(X - X.mean(0))[1])[:k] / s.sum()),
        "explained_variance_ratio.values",
    ),
    "values unsorted": (
        change(explained_variance=lambda a, X, k: a["explained_variance"][::-1]),
        "explained_variance.order",
    ),
    "values negative": (
        change(explained_variance=lambda a, X, k: -a["explained_variance"]),
        "explained_variance.values",
    ),
    "values of X": (
        change(explained_variance=lambda a, X, k: np.linalg.svd(X)[1][:k] ** 2 / (len(X) - 1)),
        "explained_variance.values",
    ),
    "reconstruction without the mean": (
        change(reconstruction=lambda a, X, k: a["reconstruction"] - a["mean"]),
        "reconstruction.error",
    ),
    "reconstruction is the data": (change(reconstruction=lambda a, X, k: X), "reconstruction.rank"),
    "mean of rows": (change(mean=lambda a, X, k: X.mean(axis=1)[: X.shape[1]]), "mean.values"),
    "centred by the grand mean": (change(centered=lambda a, X, k: X - X.mean()), "centered.values"),
    "covariance uncentred": (change(covariance=lambda a, X, k: X.T @ X / len(X)), "covariance.values"),
    "projection onto the rest": (
        change(projection=lambda a, X, k: np.eye(len(a["projection"])) - a["projection"]),
        "projection.values",
    ),
    "projection not symmetric": (
        change(projection=lambda a, X, k: a["projection"] + np.triu(np.ones_like(a["projection"]), 1)),
        "projection.values",
    ),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_wrong_answers_lose_the_criterion_that_they_should(mistake: str) -> None:
    act, criterion = WRONG[mistake]
    for seed in range(5):
        X, k = datasets(seed)["plain"]
        assert criterion in failed(X, k, act(X, k), Conventions()), mistake


@pytest.mark.parametrize("criterion", ["scores.centred", "scores.agree"])
def test_uncentred_scores_are_not_the_centred_data_times_the_components(criterion: str) -> None:
    X, k = datasets(0)["plain"]
    W = by_svd(X, k)["components"]
    assert criterion in failed(X, k, {"components": W, "scores": X @ W}, Conventions())


def test_a_singular_value_is_a_variance_only_where_it_is_asked_for() -> None:
    X, k = datasets(0)["plain"]
    roles = {"explained_variance": scaled("singular")(X, k)["explained_variance"]}
    assert list(failed(X, k, roles, Conventions(scale="any"))) == ["explained_variance.values"]
    assert failed(X, k, roles, Conventions(scale="singular")) == {}


def test_a_message_has_as_many_digits_as_it_takes_to_see_the_difference() -> None:
    assert apart(0.44720001, 0.44719999) == ("0.44720001", "0.44719999")
    assert apart(2.0, 3.0) == ("2", "3")
    assert apart(0.85000001, 0.85, "%", 1) == ("85.000001%", "85.000000%")
    assert apart(1.0, 1.0) == ("1", "1")
    X, k = datasets(0)["plain"]
    for role, value in by_svd(X, k).items():
        for detail in failed(X, k, {role: np.asarray(value) * (1 + 2e-4)}, Conventions()).values():
            for pair in re.findall(r"(?:got|hold|keeps) (\S+?)%?,? .*(?:be|hold|keep) ([\d.e+-]+)", detail):
                assert pair[0] != pair[1], detail


@pytest.mark.parametrize("name", ["plain", "far away", "small", "large"])
def test_a_turn_of_a_thousandth_is_seen(name: str) -> None:
    X, k = datasets(0)[name]
    axes = by_svd(X, 4)["components"]
    turned = np.column_stack([axes[:, 0] + 1e-3 * axes[:, 2], axes[:, 1]])
    turned /= np.linalg.norm(turned, axis=0)
    found = failed(X, k, {"components": turned, "scores": (X - X.mean(axis=0)) @ turned}, Conventions())
    # far away rounding alone turns the axes of a right program by more than this
    assert ("components.eigen_equation" in found) == (name != "far away")


@pytest.mark.parametrize(
    ("scale", "given", "passes"),
    [("n-1", "n-1", True), ("n", "n-1", False), ("n-1", "n", False), ("n", "n", True), ("singular", "n", False)],
)
def test_a_scale_that_the_assignment_fixes_is_held(scale: Any, given: str, passes: bool) -> None:
    X, k = datasets(0)["plain"]
    roles = {"explained_variance": (by_svd if given == "n-1" else scaled("n"))(X, k)["explained_variance"]}
    assert (failed(X, k, roles, Conventions(scale=scale)) == {}) is passes


@pytest.mark.parametrize(
    ("role", "value", "words"),
    [
        ("components", np.zeros((4, 3)), "got shape (4, 3), but should be (4, 2)"),
        ("components", np.zeros(4), "got shape (4,), but should be (4, 2)"),
        ("components", np.full((4, 2), np.nan), "nan or infinity"),
        ("components", np.full((4, 2), 1j), "complex"),
        ("components", np.zeros((4, 2)) > 0, None),
        ("scores", np.zeros((2, 20)), "got shape (2, 20), but should be (20, 2)"),
        ("explained_variance", np.zeros((2, 2)), "got shape (2, 2), but should be (2,)"),
        ("explained_variance", np.float64(1), "got shape (), but should be (2,)"),
        ("mean", np.array([]), "got shape (0,), but should be (4,)"),
        ("mean", RoleError("NameError", 0, "name 'mu' is not defined"), "name 'mu' is not defined"),
    ],
)
def test_values_of_the_wrong_form_are_said(role: str, value: Any, words: str | None) -> None:
    X, k = datasets(0)["plain"]
    found = failed(X, k, {role: value}, Conventions())
    assert (words is None) == (f"{role}.form" not in found)
    assert len(found) > (words is not None)  # what rests on it fails too
    if words:
        assert words in found[f"{role}.form"]


def test_zeros_are_no_direction() -> None:
    """They satisfy Sw = λw and Z = XcW, are uncorrelated and in any order; only what asks for no direction may hold."""
    X, k = datasets(0)["plain"]
    right = by_svd(X, k)
    zeros = {role: np.zeros_like(value) for role, value in right.items()}
    for conventions in (Conventions(), Conventions(sign="largest-positive"), Conventions(order="any")):
        asked = {item.name for item in CRITERIA if item.applies(zeros, conventions)}
        lost = failed(X, k, zeros, conventions)
        assert asked - lost.keys() <= {"explained_variance.order", "reconstruction.rank"}
    for role, other in (("components", "scores"), ("scores", "components")):
        for column in range(k):
            one = right[role].copy()
            one[:, column] = 0
            lost = failed(X, k, {role: one, other: right[other]}, Conventions())
            given = dict.fromkeys((role, other))
            wanted = {item.name for item in CRITERIA if role in item.roles and item.applies(given, Conventions())}
            assert wanted == lost.keys()
            assert any(
                f"component {column + 1} is 0" in text or f"component {column + 1} are 0" in text
                for text in lost.values()
            )


def test_scores_of_0_are_right_where_nothing_varies() -> None:
    X = np.outer([1.0, 2, 4, 5], [2.0, 1, 0]) + 3
    Z = (X - X.mean(axis=0)) @ by_svd(X, 2)["components"]
    Z[:, 1] = 0
    assert failed(X, 2, {"scores": Z}, Conventions()) == {}
    assert set(failed(X, 2, {"scores": 0 * Z}, Conventions())) >= {"scores.centred", "scores.uncorrelated"}


@pytest.mark.parametrize("value", [1e200, -1e300, 5e-324])
def test_absurd_numbers_fail_quietly(value: float) -> None:
    X, k = datasets(0)["plain"]
    roles = {role: np.full(np.shape(array), value) for role, array in by_svd(X, k).items()}
    found = failed(X, k, roles, Conventions())
    assert {"components.orthonormal", "scores.variances", "mean.values", "reconstruction.error"} <= set(found)


def turned(X: Real, k: int, degrees: float) -> Answer:
    """Return a right answer but for axes that are turned by some degrees, and variances that are 2 % too large."""
    found = by_svd(X, k)
    angle = np.deg2rad(degrees)
    Q = np.eye(len(X.T))
    Q[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    W = Q @ found["components"]
    return {
        "components": W,
        "explained_variance": found["explained_variance"] * 1.02,
        "scores": (X - X.mean(axis=0)) @ W,
    }


@pytest.mark.parametrize("name", ["plain", "wide", "one component", "integers"])
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.complex64])
@pytest.mark.parametrize("role", ["components", "explained_variance", "scores"])
def test_a_narrow_element_type_makes_nothing_wrong_right(role: str, kind: type[Any], name: str) -> None:
    X, k = datasets(0)[name]
    roles = turned(X, k, 3.0)
    cast = {**roles, role: roles[role].astype(kind)}
    wrong, still = failed(X, k, roles, Conventions(scale="n-1")), failed(X, k, cast, Conventions(scale="n-1"))
    assert {"explained_variance.values", "components.captured"} & wrong.keys()
    assert wrong.keys() <= still.keys()


def test_axes_of_the_features_are_no_components_of_data_far_away() -> None:
    (data,) = [each for each in graded_data(0, frozenset({"data.far-away"})) if each.situation == "data.far-away"]
    X, k = data.real, data.k
    roles = {"components": np.eye(X.shape[1], dtype=np.float32)[:, :k]}
    assert "components.captured" in failed(X, k, roles, Conventions())


@pytest.mark.parametrize(
    ("far", "single", "told"), [(1e5, True, True), (1e6, True, True), (1e6, False, False), (0.0, True, False)]
)
def test_loss_of_precision_in_float32_is_reported(far: float, single: bool, told: bool) -> None:
    """Values that were computed in float32 and are handed over as float64 are held to what float64 can do."""
    X = np.round(np.random.default_rng(0).normal(size=(30, 4)) * [1, 2, 4, 8] + far, 3)
    seen = X.astype(np.float32) if single else X
    mean = seen.mean(axis=0)
    values = np.linalg.eigvalsh((seen - mean).T @ (seen - mean) / 29)
    roles = {"mean": mean, "explained_variance": values[::-1][:2] if single else values[::-1][:2] * 1.1}
    details = failed(X, 2, {role: value.astype(float) for role, value in roles.items()}, Conventions(scale="n-1"))
    assert (bool(details) and all("compute in float64" in detail for detail in details.values())) is told, details
