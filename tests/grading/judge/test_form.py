"""What is made of a value of another form, where the form is a criterion of its own."""

from typing import Any

import numpy as np
import pytest

from pcaproofs.grading.judge import ROLES, Conventions, Facts, examine
from pcaproofs.grading.judge.shapes import ReadAs, orientation_vote

from .answers import by_eigh, by_svd
from .datasets import datasets

PAID = ReadAs(scored_forms=frozenset(ROLES))
TURNED = ReadAs(scored_forms=frozenset(ROLES), transposed=frozenset({"components"}))


def lost(X: Any, k: int, roles: dict[str, Any], reading: ReadAs = PAID, **conventions: Any) -> list[str]:
    found = examine(Facts(X, k), roles, Conventions(**conventions), reading)
    return [item.criterion for item in found if not item.passed]


def all_of(X: Any) -> dict[str, Any]:
    p = min(X.shape[1], len(X))
    return by_svd(X, p)


@pytest.mark.parametrize("name", ["plain", "wide", "far away"])
def test_orientation_and_length_cost_the_form_and_nothing_else(name: str) -> None:
    X, k = datasets(0)[name]
    right, whole = by_eigh(X, k), all_of(X)
    rows = {"components": "rows"}
    for role, value, conventions in (
        ("components", right["components"].T, {}),
        ("components", right["components"], rows),
        ("components", whole["components"], {}),
        ("components", whole["components"].T[: k + 1], rows),
        ("components", whole["components"][:, : k + 1].T, {}),
        ("scores", right["scores"].T, {}),
        ("scores", whole["scores"][:, : k + 1], {}),
        ("scores", whole["scores"][:, : k + 1].T, {}),
        ("explained_variance", whole["explained_variance"], {}),
        ("explained_variance", whole["explained_variance"].reshape(-1, 1), {}),
        ("explained_variance_ratio", whole["explained_variance_ratio"], {}),
        ("centered", right["centered"].T, {}),
        ("reconstruction", right["reconstruction"].T, {}),
    ):
        assert lost(X, k, {role: value}, **conventions) == [f"{role}.form"], (role, value.shape)
        strict = lost(X, k, {role: value}, ReadAs(), **conventions)
        assert len(strict) > 1  # where no criterion of the form is paid, all of them fail


def test_with_the_least_variance_first_the_last_of_all_components_are_those_asked_for() -> None:
    X, k = datasets(0)["plain"]
    whole = all_of(X)
    for role in ("components", "explained_variance", "scores"):
        assert lost(X, k, {role: whole[role][..., ::-1]}, order="increasing") == [f"{role}.form"]
        assert len(lost(X, k, {role: whole[role]}, order="increasing")) > 1
        assert len(lost(X, k, {role: whole[role]}, order="any")) > 1  # which of them are meant is not said


def test_a_square_is_turned_only_where_all_others_are() -> None:
    for X, k in (datasets(0)["all components"], datasets(0)["plain"]):
        W = all_of(X)["components"]
        assert "components.eigen_equation" in lost(X, k, {"components": W.T})
        assert "components.eigen_equation" in lost(X, k, {"components": W}, TURNED)
        assert lost(X, k, {"components": W.T}, TURNED) == ["components.form"]


@pytest.mark.parametrize(
    "make",
    [
        lambda V, k: V.T[:k].T,  # by columns, as asked: right
        lambda V, k: V[:k],  # rows of the eigenvector matrix, on their side
        lambda V, k: V[:k].T,
        lambda V, k: V.T[:, :k],
        lambda V, k: V.T,  # all of them
        lambda V, k: V[:, -k:].T,  # the smallest
    ],
)
def test_no_form_makes_wrong_axes_right(make: Any) -> None:
    X, k = datasets(0)["plain"]
    V = all_of(X)["components"]
    W = make(V, k)
    found = lost(X, k, {"components": W})
    right = W.shape == (4, k) and np.allclose(W, V[:, :k])
    assert found == [] if right else {"components.captured", "components.eigen_equation"} & set(found)


def test_an_unusable_value_says_why() -> None:
    X, k = datasets(0)["plain"]
    found = examine(Facts(X, k), {"components": np.zeros((9, 7))}, Conventions(), PAID)
    assert {item.detail for item in found if item.criterion != "components.form"} == {
        "components has no usable value: got shape (9, 7), but should be (4, 2)"
    }
    (form, *_) = examine(Facts(X, k), {"components": np.full((9, 7), 1j)}, Conventions(), PAID)
    assert form.detail.startswith("got shape")  # a shape before its numbers


def test_a_shape_votes_for_the_orientation_it_fits() -> None:
    X, k = datasets(0)["plain"]
    for shape, wanted in (((4, 2), -1), ((2, 4), 1), ((4, 4), 0), ((4, 3), -1), ((3, 4), 1), ((4,), 0), ((7, 9), 0)):
        assert orientation_vote("components", np.zeros(shape), Facts(X, k), Conventions()) == wanted
        rows = orientation_vote("components", np.zeros(shape), Facts(X, k), Conventions(components="rows"))
        assert rows == -wanted
