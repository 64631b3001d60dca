"""Values that hold nothing of the data satisfy no equation of the judge, and no wrong value does once it is small."""

from collections.abc import Callable

import numpy as np
import pytest

from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.judge import Conventions, examine, facts_of
from pcaproofs.grading.judge.truth import Facts, Real

ROLES: dict[str, Callable[[Facts], tuple[int, ...]]] = {
    "scores": lambda facts: (facts.n, facts.k),
    "whitened": lambda facts: (facts.n, facts.k),
    "kernel_scores": lambda facts: (facts.n, facts.k),
    "components": lambda facts: (facts.p, facts.k),
    "reconstruction": lambda facts: (facts.n, facts.p),
    "explained_variance": lambda facts: (facts.k,),
    "standard_deviations": lambda facts: (facts.k,),
    "eigenvalue_matrix": lambda facts: (facts.k, facts.k),
}
NOTHING: dict[str, Callable[[tuple[int, ...]], Real]] = {
    "zeros": np.zeros,
    "the smallest number": lambda shape: np.full(shape, 5e-324),
    "the same in all rows": lambda shape: np.ones(shape) * np.arange(1, shape[-1] + 1),
    "the same but for rounding": lambda shape: (
        1e3 + np.random.default_rng(0).choice([0, 2.0**-43], size=shape) * np.ones(shape)
    ),
}
RBF = Conventions(kernel="rbf", gamma=0.0)
DATA = {each.name: each for each in datasets(3)}


def passed(role: str, value: Real, facts: Facts) -> set[str]:
    found = examine(facts, {role: value}, RBF if role == "kernel_scores" else Conventions())
    return {each.criterion for each in found if each.passed and not each.criterion.endswith(".form")}


def facts_on(name: str) -> Facts:
    return facts_of(DATA[name].real, max(DATA[name].k, 2) if DATA[name].X.shape[1] > 2 else 1, Conventions())[0]


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("role", ["scores", "whitened", "kernel_scores", "reconstruction"])
@pytest.mark.parametrize("what", NOTHING)
def test_values_equal_for_all_samples_pass_no_criterion(what: str, role: str, data: str) -> None:
    facts = facts_on(data)
    assert passed(role, NOTHING[what](ROLES[role](facts)), facts) == set()


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("role", ["components", "explained_variance", "standard_deviations", "eigenvalue_matrix"])
def test_zeros_hold_for_nothing(role: str, data: str) -> None:
    facts = facts_on(data)
    assert passed(role, np.zeros(ROLES[role](facts)), facts) == set()


WRONG: dict[str, Callable[[Facts], Real]] = {
    "features": lambda facts: facts.X[:, : facts.k],
    "features, centred": lambda facts: facts.centred[:, : facts.k],
    "the last components": lambda facts: facts.centred @ facts.axes[::-1][: facts.k].T,
    "not centred": lambda facts: facts.X @ facts.axes[: facts.k].T,
    "noise": lambda facts: np.random.default_rng(1).normal(size=(facts.n, facts.k)),
    "one column after the other": lambda facts: np.repeat(facts.centred @ facts.axes[:1].T, facts.k, axis=1),
}


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("role", ["scores", "whitened", "kernel_scores"])
@pytest.mark.parametrize("what", WRONG)
def test_no_factor_makes_a_wrong_value_right(what: str, role: str, data: str) -> None:
    facts = facts_on(data)
    value = WRONG[what](facts)
    size = np.linalg.norm(facts.centred @ facts.axes[: facts.k].T) / np.linalg.norm(value)
    whole = passed(role, value * size, facts) - {f"{role}.variances", f"{role}.covariance"}
    for factor in (1e-12, 1e-9, 1e-6, 1e-3, 1e-1, 1e1, 1e3, 1e6, 1e160, 1e303):
        assert passed(role, value * size * factor, facts) <= whole, factor


@pytest.mark.parametrize("data", DATA)
def test_a_factor_costs_right_scores_their_variances_and_nothing_else(data: str) -> None:
    facts = facts_on(data)
    right = facts.centred @ facts.axes[: facts.k].T
    for factor in (1e-6, 1e-3, 1e3, 1e6):
        assert passed("scores", right * factor, facts) == {"scores.centred", "scores.uncorrelated", "scores.space"}
