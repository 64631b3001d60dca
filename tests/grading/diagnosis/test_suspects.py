"""Lines that may hold a mistake, and the change that mends each."""

import pytest

from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import diagnose
from pcaproofs.grading.parsing.suspects import Text, edited, read, suspects

from ..table.local import Entry, LocalRerun, run_all


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("data = table[:, :2]", "data = table"),
        ("Z = (table[:, 0:3] - 1) @ np.eye(3)", "Z = (table - 1) @ np.eye(3)"),
        ("data = table[:2]", ""),
        ("data = table[:, 2:]", ""),
        ("data = other[:, :2]", ""),
    ],
)
def test_columns_that_are_left_out(line: str, mended: str) -> None:
    text = f"def pca(table):\n    {line}\n    return data\n"
    found = [edited(text, each.edits) for each in suspects(text) if each.name == "fixed-number-of-features"]
    assert (text.replace(line, mended) in found) == bool(mended)


def test_a_masking_mistake_and_the_solver_are_reported_together() -> None:
    source = """
import numpy as np
def pca(X, k):
    X = X[:, :2]
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eig(Xc.T @ Xc)
    order = values.argsort()[::-1][:k]
    return Xc @ vectors[:, order], values[order]
"""
    roles = {"scores": "Z", "explained_variance": "v"}
    entry = Entry(source, "Z, v = pca(X, k)", roles, conventions={"scale": "scatter"})
    found = diagnose(None, run_all(entry, datasets(5, frozenset({"data.ties"}))), LocalRerun(entry))
    assert found
    assert [(each.name, each.place) for each in found.mistakes] == [
        ("fixed-number-of-features", "line 4"),
        ("eig-for-symmetric", "line 6"),
    ]


def test_new_samples_are_named_beside_the_solver() -> None:
    source = """
import numpy as np
class P:
    def __init__(self, X):
        values, vectors = np.linalg.eig(np.cov(X.T))
        self.W = vectors[:, values.argsort()[::-1]]
    def transform(self, X):
        return (X - X.mean(axis=0)) @ self.W
"""
    roles = {"components": "m.W[:, :k]", "scores_new": "m.transform(X_new)[:, :k]"}
    entry = Entry(source, "m = P(X)", roles)
    found = diagnose(None, run_all(entry, datasets(5, frozenset({"data.ties"}))), LocalRerun(entry))
    assert found
    assert [each.name for each in found.mistakes] == ["new-samples-less-their-own-mean", "eig-for-symmetric"]


def test_of_several_products_the_first_line_is_shown() -> None:
    text = "def pca(X, k):\n    if k:\n        C = X.T * X\n    V = C[:, :k]\n    return X * V\n"
    assert next(each.line for each in suspects(text) if each.name == "elementwise-product") == 3


def test_a_cosine_that_is_held_against_one_less_a_tolerance_may_stop_an_iteration_too_early() -> None:
    text = "def axis(C, u):\n    v = C @ u\n    while abs(u @ v) < 1 - 1e-6:\n        u, v = v, C @ v\n    return v\n"
    (found,) = [each for each in suspects(text) if each.name == "inaccurate"]
    assert "< 1 - 1e-14:" in edited(text, found.edits)


@pytest.mark.parametrize("text", ["a = 1\n" * 30_000, "x = [" + "1," * 60_000 + "]\n"])
def test_a_source_too_long_for_a_diagnosis_is_not_read(text: str) -> None:
    assert read(text) == Text()
