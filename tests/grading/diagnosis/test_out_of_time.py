"""What is told of a submission that there is no time to run again."""

from collections.abc import Sequence

from pcaproofs.grading.assignment import Task
from pcaproofs.grading.data.datasets import DataSet, datasets
from pcaproofs.grading.diagnosis import diagnose
from pcaproofs.grading.parsing.suspects import Edit
from pcaproofs.grading.running.budget import OutOfTimeError
from pcaproofs.grading.running.run import Run

from ..table.local import Entry, LocalRerun, run_all


class TooSlow(LocalRerun):
    """Has no time for anything."""

    def on(self, task: Task, data: Sequence[DataSet]) -> list[Run]:
        raise OutOfTimeError

    def edited(self, edits: Sequence[Edit]) -> "TooSlow":
        return self

    def after(self, prelude: str) -> "TooSlow":
        return self


def test_a_mistake_visible_in_the_values_is_reported_without_time() -> None:
    source = """
import numpy as np
def pca(X, k):
    X = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(X.T @ X)
    order = np.argsort(values)[::-1]
    return vectors[order][:, :k], values[order][:k] ** 2
"""
    roles = {"components": "W", "explained_variance": "v"}
    entry = Entry(source, "W, v = pca(X, k)", roles, conventions={"scale": "scatter"})
    found = diagnose(None, run_all(entry, datasets(5)), TooSlow(entry))
    assert found
    assert found.name == "rows-sorted+variances-squared"
    assert not any(mistake.place for mistake in found.mistakes if mistake.name == "variances-squared")


def test_a_missing_import_is_named() -> None:
    entry = Entry("def pca(X, k):\n    return np.eye(len(X.T))[:, :k]\n", "W = pca(X, k)", {"components": "W"})
    found = diagnose(None, run_all(entry, datasets(5)), TooSlow(entry))
    assert found
    assert found.name
