"""Correct components, but a wrong number of them."""

from collections.abc import Sequence

import numpy as np

from pcaproofs.grading.assignment.model import Task
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.diagnosis.symptoms.rights import is_right, values_of
from pcaproofs.grading.diagnosis.symptoms.symptom import Symptom, mistake_named, mistake_of
from pcaproofs.grading.running.run import Run

_ROLES = ("components", "scores")
_POWERS = {"ratio-of-singular-values": 0.5, "ratio-of-squared-variances": 2.0}
"""The power of the variances that each misconception sums."""
_FEWEST = 2
"""Data sets on which the number has to differ: small numbers agree by chance."""
_SLACK = 1e-9


def of_count(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of correct components and scores whose number is not k."""
    wrong = [run for run in runs if not run.ok]
    counts = [_count(run) for run in wrong]
    if not wrong or None in counts or all(count == run.data.k for count, run in zip(counts, wrong, strict=True)):
        return None
    role = next((each for each in _ROLES if each in wrong[0].task.roles), "")
    return Symptom(_mistake(runs), wrong, f"in {len(wrong)} of {len(runs)} runs", role=role)


def _count(run: Run) -> int | None:
    """The number of components for which the values of a run are correct; None if there is no such number."""
    counts = set()
    for role in _ROLES:
        value = values_of(run).get(role)
        if value is None:
            continue
        rows = role == "components" and run.task.conventions.components == "rows"
        count = value.shape[0 if rows else -1] if value.ndim == 2 else 1
        shaped = value if value.ndim == 2 else value.reshape((1, -1) if rows else (-1, 1))
        if not 1 <= count <= min(run.data.X.shape) or not is_right(role, shaped, run, count):
            return None
        counts.add(count)
    return max(counts, default=None, key=lambda count: abs(count - run.data.k))


def _mistake(runs: Sequence[Run]) -> Mistake:
    task = runs[0].task
    if not _has_share(task):
        return mistake_of(
            "other-number-of-components",
            "returns a number of components other than k",
            "The components themselves are right, but there are more or fewer than k of them. The caller says how "
            "many: use k, and nothing else (no share of the variance, no number of your own).",
            "The caller decides how many components are kept.",
            "explained.threshold",
        )
    for name, power in _POWERS.items():
        counts = [(_count(run), _by_shares(run, power), run.data.k) for run in runs]
        if all(got == count for got, count, _ in counts) and sum(got != k for got, _, k in counts) >= _FEWEST:
            return mistake_named(name, task)
    return mistake_of(
        "other-number-of-components",
        "keeps the wrong number of components for the share of variance",
        "The components themselves are right, but there are more or fewer of them than the share that is handed over "
        "needs. Keep the fewest whose shares of the variance, `values / values.sum()`, add up to it.",
        "Shares are of variances, and the fewest components that reach the share are enough.",
        "explained.threshold",
    )


def _has_share(task: Task) -> bool:
    """Whether a task hands over the share of variance that the first k components full_diagnosis, and not k."""
    return "explained_variance_ratio" in task.given.values()


def _by_shares(run: Run, power: float) -> int:
    """The number of components for the share, computed with a power of the variances."""
    Xc = run.data.real - run.data.real.mean(axis=0)
    variances = np.linalg.svd(Xc, compute_uv=False) ** 2
    share = float(variances[: run.data.k].sum() / variances.sum()) - _SLACK
    others = variances**power
    return int(np.argmax(np.cumsum(others) / others.sum() >= share)) + 1
