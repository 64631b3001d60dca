"""What is told of a submission that there is no time to run again."""

from collections.abc import Sequence

from pcaproofs.grading.assignment import Task
from pcaproofs.grading.data.datasets import DataSet, datasets
from pcaproofs.grading.diagnosis import diagnose
from pcaproofs.grading.parsing.suspects import Edit
from pcaproofs.grading.protocol import Outcome
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


class Endless(LocalRerun):
    """Runs too long whatever is changed, and counts the data on which it does."""

    runs = 0

    def on(self, task: Task, data: Sequence[DataSet]) -> list[Run]:
        Endless.runs += len(data)
        outcome = Outcome(status="timeout", isolation="none", detail="ran too long")
        return [Run(task=task, data=each, outcome=outcome, roles={}, findings=()) for each in data]

    def edited(self, edits: Sequence[Edit]) -> "Endless":
        return Endless(super().edited(edits).entry)


def test_few_changes_are_tried_of_a_program_that_never_ends() -> None:
    source = """
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eig(np.cov(Xc, rowvar=False))
    while np.linalg.norm(values) > 0:
        values = values + np.argsort(values)[::-1]
    return vectors[:, :k], values[:k] / (len(X) - 1), Xc @ vectors[:, :2]
"""
    roles = {"components": "W", "explained_variance": "lam", "scores": "Z"}
    rerun = Endless(Entry(source, "W, lam, Z = pca(X, k)", roles))
    found = diagnose(None, rerun.on(rerun.entry.task, datasets(5)), rerun)
    assert found
    assert found.name == "too-slow"
    assert Endless.runs <= len(datasets(5)) + 12


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
