"""Roles beyond W, λ and Z: for each, right variants that pass everything and mistakes that a criterion must see."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pcaproofs.grading.data.datasets import DataSet, facts_for
from pcaproofs.grading.data.datasets import datasets as graded_data
from pcaproofs.grading.judge import ROLES, Conventions, Facts, examine, facts_of
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.running.run import right_value

from .datasets import datasets

Value = Callable[[Real, int], Any]
PLAIN = Conventions()
STANDARD = Conventions(standardise="n-1")
EPSILON = Conventions(epsilon=0.3, whitening="n")
OUTSIDE = Conventions(epsilon=0.3, epsilon_in="deviation", whitening="n-1")
RBF = Conventions(kernel="rbf", gamma=0.05)
POLYNOMIAL = Conventions(kernel="polynomial", degree=3, gamma=0.02, coef0=1.0)
CENTRED = Conventions(kernel_matrix="centred")


def centred(X: Real) -> Real:
    return X - X.mean(axis=0)


def z(X: Real, ddof: int = 1) -> Real:
    return centred(X) / X.std(axis=0, ddof=ddof)


def eig(X: Real) -> tuple[Real, Real]:
    """All axes in columns and all eigenvalues of the scatter matrix, largest first."""
    values, vectors = np.linalg.eigh(centred(X).T @ centred(X))
    return vectors[:, ::-1], np.maximum(values[::-1], 0)


def Z(X: Real, k: int) -> Real:
    return centred(X) @ eig(X)[0][:, :k]


def whiten(X: Real, k: int, ddof: int = 1, eps: float = 0.0, outside: float = 0.0) -> Real:
    return Z(X, k) / (np.sqrt(eig(X)[1][:k] / (len(X) - ddof) + eps) + outside)


def zca(X: Real, ddof: int = 1, eps: float = 0.0, outside: float = 0.0) -> Real:
    W, values = eig(X)
    return centred(X) @ W / (np.sqrt(values / (len(X) - ddof) + eps) + outside) @ W.T


def zca_root(X: Real) -> Real:
    """C^(-1/2) by the SVD of the data."""
    U, _, Vt = np.linalg.svd(centred(X), full_matrices=False)
    return np.sqrt(len(X)) * U @ Vt


def count(X: Real, share: float = 0.95) -> int:
    values = eig(X)[1]
    return int(np.searchsorted(np.cumsum(values) / values.sum(), share) + 1)


def lost(X: Real, k: int) -> Real:
    W = eig(X)[0][:, :k]
    return centred(X) - centred(X) @ W @ W.T


def rbf(X: Real, gamma: float = 0.05) -> Real:
    return np.exp(-gamma * ((X[:, None] - X[None]) ** 2).sum(axis=2))


def cubic(X: Real) -> Real:
    return (0.02 * X @ X.T + 1) ** 3


def middle(K: Real) -> Real:
    return K - K.mean(axis=0) - K.mean(axis=1, keepdims=True) + K.mean()


def kpca(K: Real, k: int, *, unit: bool = False, centre: bool = True) -> Real:
    M = middle(K) if centre else K
    values, vectors = np.linalg.eigh(M)
    values, vectors = values[::-1][:k], vectors[:, ::-1][:, :k]
    return vectors if unit else M @ vectors / np.sqrt(values)


def flip(A: Real) -> Real:
    return A * np.where(np.arange(A.shape[1]) % 2, 1.0, -1.0)


RIGHT: list[tuple[str, Conventions, dict[str, Value]]] = [
    ("feature_deviations", STANDARD, {"std": lambda X, k: X.std(axis=0, ddof=1)}),
    ("feature_deviations", Conventions(standardise="n"), {"std": lambda X, k: X.std(axis=0)}),
    ("feature_deviations", Conventions(standardise="any"), {"n": lambda X, k: X.std(axis=0),
        "n-1": lambda X, k: X.std(axis=0, ddof=1)[None]}),
    ("standardised", STANDARD, {"z": lambda X, k: z(X), "float32": lambda X, k: z(X).astype(np.float32)}),
    ("standardised", Conventions(standardise="any"), {"n": lambda X, k: z(X, 0), "n-1": lambda X, k: z(X)}),
    ("standard_deviations", PLAIN, {"n-1": lambda X, k: np.sqrt(eig(X)[1][:k] / (len(X) - 1)),
        "n": lambda X, k: Z(X, k).std(axis=0), "svd": lambda X, k: np.linalg.svd(centred(X))[1][:k]}),
    ("standard_deviations", Conventions(scale="n"), {"n": lambda X, k: Z(X, k).std(axis=0)}),
    ("eigenvalue_matrix", PLAIN, {"diag": lambda X, k: np.diag(eig(X)[1][:k] / len(X)),
        "ZtZ": lambda X, k: Z(X, k).T @ Z(X, k) / (len(X) - 1), "scatter": lambda X, k: np.diag(eig(X)[1][:k])}),
    ("component_count", PLAIN, {"int": lambda X, k: count(X), "float": lambda X, k: float(count(X)),
        "array": lambda X, k: np.array([count(X)]), "argmax": lambda X, k: np.argmax(
            np.cumsum(eig(X)[1]) / eig(X)[1].sum() >= 0.95) + 1}),
    ("component_count", Conventions(share=0.6), {"0.6": lambda X, k: count(X, 0.6)}),
    ("whitened", PLAIN, {"n-1": lambda X, k: whiten(X, k), "n": lambda X, k: whiten(X, k, 0),
        "signs": lambda X, k: flip(whiten(X, k)), "by std": lambda X, k: Z(X, k) / Z(X, k).std(axis=0),
        "svd": lambda X, k: np.linalg.svd(centred(X), full_matrices=False)[0][:, :k] * np.sqrt(len(X) - 1),
        "float32": lambda X, k: whiten(X, k).astype(np.float32)}),
    ("whitened", EPSILON, {"inside": lambda X, k: flip(whiten(X, k, 0, 0.3))}),
    ("whitened", OUTSIDE, {"outside": lambda X, k: whiten(X, k, 1, 0, 0.3)}),
    ("zca", PLAIN, {"n-1": lambda X, k: zca(X), "n": lambda X, k: zca(X, 0), "polar": lambda X, k: zca_root(X)}),
    ("zca", EPSILON, {"inside": lambda X, k: zca(X, 0, 0.3)}),
    ("zca", OUTSIDE, {"outside": lambda X, k: zca(X, 1, 0, 0.3)}),
    ("reconstruction_error", PLAIN, {"mean": lambda X, k: (lost(X, k) ** 2).mean(),
        "left out": lambda X, k: eig(X)[1][k:].sum() / X.size}),
    ("reconstruction_error", Conventions(error="sum"), {"norm": lambda X, k: np.linalg.norm(lost(X, k)) ** 2}),
    ("reconstruction_error", Conventions(error="sample"), {"rows": lambda X, k: (lost(X, k) ** 2).sum(1).mean()}),
    ("reconstruction_error", Conventions(error="root"), {"rmse": lambda X, k: np.sqrt((lost(X, k) ** 2).mean())}),
    ("reconstruction_error", Conventions(error="relative"), {
        "ratio": lambda X, k: 1 - eig(X)[1][:k].sum() / eig(X)[1].sum()}),
    ("kernel", PLAIN, {"linear": lambda X, k: X @ X.T}),
    ("kernel", CENTRED, {"HKH": lambda X, k: middle(X @ X.T), "XcXcT": lambda X, k: centred(X) @ centred(X).T}),
    ("kernel", RBF, {"loops": lambda X, k: rbf(X), "expanded": lambda X, k: np.exp(-0.05 * (
        (X**2).sum(1)[:, None] + (X**2).sum(1) - 2 * X @ X.T)), "float32": lambda X, k: rbf(X).astype(np.float32)}),
    ("kernel", POLYNOMIAL, {"cubic": lambda X, k: cubic(X)}),
    ("kernel_scores", PLAIN, {"linear": lambda X, k: kpca(X @ X.T, k), "PCA": lambda X, k: flip(Z(X, k))}),
    ("kernel_scores", RBF, {"rbf": lambda X, k: flip(kpca(rbf(X), k))}),
    ("kernel_scores", POLYNOMIAL, {"cubic": lambda X, k: kpca(cubic(X), k)}),
    ("kernel_scores", Conventions(kernel="rbf", gamma=0.05, kernel_scale="unit"), {
        "unit": lambda X, k: kpca(rbf(X), k, unit=True)}),
    ("kernel_scores", Conventions(kernel="rbf", gamma=0.05, kernel_scale="any"), {
        "unit": lambda X, k: kpca(rbf(X), k, unit=True), "long": lambda X, k: kpca(rbf(X), k)}),
]  # fmt: skip


def failed(X: Real, k: int, role: str, value: Any, conventions: Conventions) -> dict[str, str]:
    facts = facts_of(X, k, conventions)[0]
    found = examine(facts, {role: np.asarray(value)}, conventions)
    assert len(found) > 1
    return {item.criterion: item.detail for item in found if not item.passed}


ASKED = ("plain", "all components", "one component", "far away", "small", "large", "integers", "tie inside")


@pytest.mark.parametrize("name", ASKED)
def test_right_variants_lose_nothing(name: str) -> None:
    for role, conventions, variants in RIGHT:
        if name in ("small", "large", "far away") and (conventions in (EPSILON, OUTSIDE) or role.startswith("kernel")):
            continue  # numbers that are fixed fit no data of any size
        for seed in range(3):
            X, k = datasets(seed)[name]
            for variant, value in variants.items():
                if variant == "float32" and name == "far away":
                    continue
                lost = failed(X, k, role, value(X, k), conventions)
                assert lost == {}, (role, variant, name, seed)


WRONG: list[tuple[str, Conventions, str, Value, str]] = [
    ("feature_deviations", STANDARD, "variances", lambda X, k: X.var(axis=0, ddof=1), "values"),
    ("feature_deviations", STANDARD, "n for n-1", lambda X, k: X.std(axis=0), "values"),
    ("feature_deviations", STANDARD, "of everything", lambda X, k: np.full(X.shape[1], X.std(ddof=1)), "values"),
    ("feature_deviations", STANDARD, "of samples", lambda X, k: X.std(axis=1), "form"),
    ("standardised", STANDARD, "centred only", lambda X, k: centred(X), "values"),
    ("standardised", STANDARD, "not centred", lambda X, k: X / X.std(axis=0, ddof=1), "values"),
    ("standardised", STANDARD, "n for n-1", lambda X, k: z(X, 0), "values"),
    ("standardised", STANDARD, "by variance", lambda X, k: centred(X) / X.var(axis=0, ddof=1), "values"),
    ("standard_deviations", PLAIN, "variances", lambda X, k: eig(X)[1][:k] / len(X), "values"),
    ("standard_deviations", PLAIN, "negative", lambda X, k: -Z(X, k).std(axis=0), "values"),
    ("standard_deviations", PLAIN, "of features", lambda X, k: X.std(axis=0)[:k], "values"),
    ("standard_deviations", PLAIN, "smallest", lambda X, k: np.sqrt(eig(X)[1][-k:] / len(X)), "values"),
    ("standard_deviations", PLAIN, "rising", lambda X, k: Z(X, k).std(axis=0)[::-1], "order"),
    ("standard_deviations", Conventions(scale="n-1"), "n", lambda X, k: Z(X, k).std(axis=0), "values"),
    ("eigenvalue_matrix", PLAIN, "covariance", lambda X, k: np.cov(X.T)[:k, :k], "values"),
    ("eigenvalue_matrix", PLAIN, "deviations", lambda X, k: np.diag(Z(X, k).std(axis=0)), "values"),
    ("eigenvalue_matrix", PLAIN, "rising", lambda X, k: np.diag(eig(X)[1][:k][::-1]), "order"),
    ("eigenvalue_matrix", PLAIN, "uncentred", lambda X, k: np.diag(np.linalg.svd(X)[1][:k] ** 2), "values"),
    ("eigenvalue_matrix", PLAIN, "a row of them", lambda X, k: eig(X)[1][:k], "form"),
    ("component_count", PLAIN, "one less", lambda X, k: count(X) - 1, "values"),
    ("component_count", PLAIN, "one more", lambda X, k: count(X) + 1, "values"),
    ("component_count", PLAIN, "other share", lambda X, k: count(X, 0.6), "values"),
    ("component_count", PLAIN, "singular values", lambda X, k: int(np.searchsorted(
        np.cumsum(np.sqrt(eig(X)[1])) / np.sqrt(eig(X)[1]).sum(), 0.95) + 1), "values"),
    ("component_count", PLAIN, "a share", lambda X, k: 0.95, "values"),
    ("component_count", PLAIN, "nan", lambda X, k: np.nan, "form"),
    ("component_count", PLAIN, "a list", lambda X, k: np.arange(2), "form"),
    ("whitened", PLAIN, "scores", lambda X, k: Z(X, k), "covariance"),
    ("whitened", PLAIN, "by variance", lambda X, k: Z(X, k) / Z(X, k).var(axis=0), "covariance"),
    ("whitened", PLAIN, "times", lambda X, k: Z(X, k) * Z(X, k).std(axis=0), "covariance"),
    ("whitened", PLAIN, "unit columns", lambda X, k: Z(X, k) / np.linalg.norm(Z(X, k), axis=0), "covariance"),
    ("whitened", PLAIN, "z-scores of features", lambda X, k: z(X)[:, :k], "space"),
    ("whitened", PLAIN, "uncentred", lambda X, k: X @ eig(X)[0][:, :k] / Z(X, k).std(axis=0), "centred"),
    ("whitened", PLAIN, "zca", lambda X, k: zca(X)[:, :k], "space"),
    ("whitened", PLAIN, "smallest", lambda X, k: whiten(X, X.shape[1])[:, -k:], "space"),
    ("whitened", PLAIN, "swapped", lambda X, k: whiten(X, k)[:, ::-1], "space"),
    ("whitened", PLAIN, "shuffled", lambda X, k: whiten(X, k)[::-1], "space"),
    ("whitened", PLAIN, "zeros", lambda X, k: np.zeros((len(X), k)), "covariance"),
    ("whitened", Conventions(whitening="n"), "n-1", lambda X, k: whiten(X, k), "covariance"),
    ("whitened", EPSILON, "no epsilon", lambda X, k: whiten(X, k, 0), "covariance"),
    ("whitened", EPSILON, "outside", lambda X, k: whiten(X, k, 0, 0, 0.3), "covariance"),
    ("whitened", OUTSIDE, "inside", lambda X, k: whiten(X, k, 1, 0.3), "covariance"),
    ("zca", PLAIN, "centred only", lambda X, k: centred(X), "values"),
    ("zca", PLAIN, "z-scores", lambda X, k: z(X), "values"),
    ("zca", PLAIN, "not turned back", lambda X, k: whiten(X, X.shape[1]), "values"),
    ("zca", PLAIN, "uncentred", lambda X, k: zca(X) + X.mean(axis=0), "values"),
    ("zca", PLAIN, "by variance", lambda X, k: Z(X, X.shape[1]) / eig(X)[1] @ eig(X)[0].T, "values"),
    ("zca", PLAIN, "W instead of W'", lambda X, k: whiten(X, X.shape[1]) @ eig(X)[0], "values"),
    ("zca", PLAIN, "k only", lambda X, k: whiten(X, k) @ eig(X)[0][:, :k].T, "values"),
    ("zca", EPSILON, "no epsilon", lambda X, k: zca(X, 0), "values"),
    ("zca", EPSILON, "outside", lambda X, k: zca(X, 0, 0, 0.3), "values"),
    ("zca", OUTSIDE, "inside", lambda X, k: zca(X, 1, 0.3), "values"),
    ("reconstruction_error", PLAIN, "sum", lambda X, k: (lost(X, k) ** 2).sum(), "values"),
    ("reconstruction_error", PLAIN, "root", lambda X, k: np.sqrt((lost(X, k) ** 2).mean()), "values"),
    ("reconstruction_error", PLAIN, "absolute", lambda X, k: np.abs(lost(X, k)).mean(), "values"),
    ("reconstruction_error", PLAIN, "kept", lambda X, k: eig(X)[1][:k].sum() / X.size, "values"),
    ("reconstruction_error", PLAIN, "from 0", lambda X, k: ((X - Z(X, k) @ eig(X)[0][:, :k].T) ** 2).mean(), "values"),
    ("reconstruction_error", PLAIN, "per entry", lambda X, k: lost(X, k) ** 2, "form"),
    ("reconstruction_error", PLAIN, "negative", lambda X, k: -(lost(X, k) ** 2).mean(), "values"),
    ("reconstruction_error", Conventions(error="root"), "negative", lambda X, k: -np.sqrt(
        (lost(X, k) ** 2).mean()), "values"),
    ("reconstruction_error", Conventions(error="relative"), "kept", lambda X, k: eig(X)[1][:k].sum()
        / eig(X)[1].sum(), "values"),
    ("kernel", PLAIN, "of features", lambda X, k: X.T @ X, "form"),
    ("kernel", PLAIN, "centred", lambda X, k: middle(X @ X.T), "values"),
    ("kernel", CENTRED, "raw", lambda X, k: X @ X.T, "values"),
    ("kernel", CENTRED, "half centred", lambda X, k: X @ X.T - (X @ X.T).mean(axis=0), "values"),
    ("kernel", RBF, "not squared", lambda X, k: np.exp(-0.05 * np.linalg.norm(X[:, None] - X[None], axis=2)), "values"),
    ("kernel", RBF, "other gamma", lambda X, k: rbf(X, 0.1), "values"),
    ("kernel", RBF, "no minus", lambda X, k: 1 / rbf(X), "values"),
    ("kernel", RBF, "linear", lambda X, k: X @ X.T, "values"),
    ("kernel", POLYNOMIAL, "no constant", lambda X, k: (0.02 * X @ X.T) ** 3, "values"),
    ("kernel_scores", RBF, "not centred", lambda X, k: kpca(rbf(X), k, centre=False), "centred"),
    ("kernel_scores", RBF, "not centred", lambda X, k: kpca(rbf(X), k, centre=False), "space"),
    ("kernel_scores", RBF, "unit", lambda X, k: kpca(rbf(X), k, unit=True), "variances"),
    ("kernel_scores", RBF, "times λ", lambda X, k: middle(rbf(X)) @ kpca(rbf(X), k, unit=True), "variances"),
    ("kernel_scores", RBF, "linear", lambda X, k: Z(X, k), "space"),
    ("kernel_scores", RBF, "smallest", lambda X, k: kpca(rbf(X), len(X) - 1)[:, -k:], "space"),
    ("kernel_scores", RBF, "swapped", lambda X, k: kpca(rbf(X), k)[:, ::-1], "space"),
    ("kernel_scores", RBF, "zeros", lambda X, k: np.zeros((len(X), k)), "variances"),
    ("kernel_scores", POLYNOMIAL, "not centred", lambda X, k: kpca(cubic(X), k, centre=False), "space"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("role", "conventions", "mistake", "value", "part"), WRONG, ids=[f"{row[0]}-{row[2]}-{row[4]}" for row in WRONG]
)
def test_mistakes_are_seen(role: str, conventions: Conventions, mistake: str, value: Value, part: str) -> None:
    for seed in range(5):
        X, k = datasets(seed)["plain"]
        assert f"{role}.{part}" in failed(X, k, role, value(X, k), conventions), seed


def test_every_criterion_of_these_roles_has_a_mistake_that_it_sees() -> None:
    from pcaproofs.grading.judge import CRITERIA

    roles = {row[0] for row in RIGHT}
    assert roles == {row[0] for row in WRONG}
    names = {item.name for item in CRITERIA if item.roles[0] in roles}
    assert names <= {f"{row[0]}.{row[4]}" for row in WRONG}


@pytest.mark.parametrize("order", ["decreasing", "increasing", "any"])
def test_components_may_stand_in_another_order(order: Any) -> None:
    X, k = datasets(0)["plain"]
    for role, conventions, variants in RIGHT:
        value = np.asarray(next(iter(variants.values()))(X, k))
        if role not in ("standard_deviations", "whitened", "kernel_scores", "eigenvalue_matrix"):
            continue
        asked = Conventions(**{**vars(conventions), "order": order})
        back = value[::-1, ::-1] if role == "eigenvalue_matrix" else value[..., ::-1]
        assert (failed(X, k, role, back, asked) == {}) == (order != "decreasing"), role
        assert (failed(X, k, role, value, asked) == {}) == (order != "increasing"), role


BORDER = np.array([[3.0, 0, 0], [-3, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 0], [0, 0, 0]])


def test_a_share_that_is_just_reached_is_accepted_both_ways() -> None:
    """The shares are 0.9 and 1: at 0.9 one component is enough for ≥, and two for >."""
    facts = Facts(BORDER, 1)
    for share, right in {0.9: {1, 2}, 0.899: {1}, 0.901: {2}, 1.0: {2, 3}}.items():
        for number in (1, 2, 3):
            found = examine(facts, {"component_count": np.asarray(number)}, Conventions(share=share))
            assert all(item.passed for item in found) == (number in right), (share, number)


@pytest.mark.parametrize("standardise", ["no", "n", "n-1", "any"])
@pytest.mark.parametrize("reconstruction", ["data", "centred", "standardised"])
def test_right_values_pass_on_all_graded_data(standardise: Any, reconstruction: Any) -> None:
    rules: dict[str, Any] = {"standardise": standardise, "reconstruction": reconstruction}
    kinds: list[dict[str, Any]] = [
        {"order": "increasing", "epsilon": 0.1, "error": "root", "kernel": "rbf", "gamma": 0.0},
        {"components": "rows", "whitening": "n", "error": "relative", "kernel": "polynomial", "gamma": 0.01},
        {"kernel_matrix": "centred", "kernel_scale": "unit", "scale": "singular", "error": "sample"},
    ]
    for kind in kinds:
        conventions = Conventions(**rules, **kind)
        for data in graded_data(7, frozenset({"data.ties", "data.constant-feature", "data.integers"})):
            roles = {role: right_value(role, data, conventions) for role in ROLES}
            if standardise == "no":
                del roles["feature_deviations"], roles["standardised"]
            lost = [item for item in examine(facts_for(data, conventions), roles, conventions) if not item.passed]
            assert lost == [], (data.name, kind)


def test_a_reconstruction_without_the_mean_where_that_is_asked() -> None:
    X, k = datasets(0)["plain"]
    W = eig(X)[0][:, :k]
    inner = centred(X) @ W @ W.T
    for reconstruction, right in {"centred": inner, "data": inner + X.mean(axis=0)}.items():
        conventions = Conventions(reconstruction=reconstruction)  # type: ignore[arg-type]
        for value in (inner, inner + X.mean(axis=0)):
            assert (failed(X, k, "reconstruction", value, conventions) == {}) == (
                value is right or np.array_equal(value, right)
            )


def test_given_numbers_suit_the_data() -> None:
    from pcaproofs.grading.running.run import parameter

    data = DataSet(name="", X=datasets(0)["plain"][0], k=2, purpose="", visible=True)
    assert parameter("share", data, Conventions(share=0.7)) == 0.7
    gamma = parameter("gamma", data, Conventions(gamma=0.0))
    assert isinstance(gamma, float)
    K = right_value("kernel", data, Conventions(kernel="rbf", gamma=0.0))
    assert 0.2 < float(K.mean()) < 0.8
    np.testing.assert_allclose(K, rbf(data.real, gamma))
