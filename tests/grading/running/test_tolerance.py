"""A tolerance widens the judge's bounds, of a task or of one criterion, and never narrows them."""

from dataclasses import replace

import numpy as np
import pytest

from pcaproofs.grading.assignment import Rubric, Task
from pcaproofs.grading.data.datasets import datasets, facts_for
from pcaproofs.grading.parsing.source import Source
from pcaproofs.grading.protocol import Array, Outcome
from pcaproofs.grading.running.run import judged
from pcaproofs.grading.submission.code import Code

from ..judge.answers import by_svd

CODE = Code(Source("", "pca.py"))
ROLES = ("mean", "components", "explained_variance", "scores", "reconstruction", "covariance")
NAMES = (
    *("mean.values", "components.orthonormal", "components.captured", "components.eigen_equation", "scores.space"),
    *("scores.agree", "explained_variance.values", "covariance.values", "reconstruction.error"),
)
TASK = Task(call="", roles={role: role for role in ROLES}, criteria=tuple(Rubric(criterion=n, points=1) for n in NAMES))
DATA = datasets(0)[2]


def lost(task: Task, roles: dict[str, Array]) -> set[str]:
    run = judged(task, DATA, Outcome(status="ok", isolation="none", roles=roles), CODE)
    return {finding.criterion for finding in run.findings if not finding.passed}


def moved(share: float) -> dict[str, Array]:
    """Return right values, each moved by such a share of its size."""
    right = {role: np.asarray(value) for role, value in by_svd(DATA.real, DATA.k).items() if role in ROLES}
    generator = np.random.default_rng(0)
    found = {}
    for role, value in right.items():
        noise = generator.uniform(-1, 1, size=value.shape)
        around = value - value.mean(axis=0) if role == "reconstruction" else value
        size = 1.0 if role == "mean" else np.linalg.norm(around)
        found[role] = value + share * size * noise / np.linalg.norm(noise)
    return found


@pytest.mark.parametrize(("share", "tolerance"), [(1e-4, 1e-3), (1e-3, 1e-2)])
def test_a_tolerance_lets_values_pass_that_are_off_by_less(share: float, tolerance: float) -> None:
    values = moved(share)
    assert lost(TASK, values) & set(NAMES)
    assert not lost(replace(TASK, tolerance=tolerance), values)
    assert lost(replace(TASK, tolerance=tolerance / 1000), values) & set(NAMES)


def test_a_wrong_value_is_wrong_within_any_sensible_tolerance() -> None:
    values = moved(0.0)
    values["components"] = values["components"][:, ::-1]
    values["scores"] = DATA.real @ by_svd(DATA.real, DATA.k)["components"]
    found = lost(replace(TASK, tolerance=1e-2), values)
    assert {"components.order", "scores.agree", "scores.centred"} <= found


def test_a_criterions_own_tolerance_widens_that_one_alone() -> None:
    values = moved(1e-4)
    all_lost = lost(TASK, values)
    for name in sorted(all_lost & set(NAMES)):
        criteria = tuple(replace(item, tolerance=1e-2) if item.criterion == name else item for item in TASK.criteria)
        assert lost(replace(TASK, criteria=criteria), values) == all_lost - {name}


def test_a_tolerance_never_narrows() -> None:
    conventions = TASK.conventions
    assert facts_for(DATA, conventions, 1e-9).accuracy == facts_for(DATA, conventions).accuracy
    assert facts_for(DATA, conventions, 1e-2).accuracy == 1e-2
    (single,) = [data for data in datasets(0, frozenset({"data.float32"})) if data.situation]
    assert facts_for(single, conventions, 1e-9).accuracy == facts_for(single, conventions).accuracy
