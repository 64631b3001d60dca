"""Criteria of the features' standard deviations and of z-scores."""

import numpy as np

from pcaproofs.grading.judge.answer import Case
from pcaproofs.grading.judge.criterion import Criterion, far


def _deviations(case: Case) -> str:
    """A constant feature has deviation 0; 1, by which it is divided instead, is accepted as well."""
    facts, got = case.facts, case.roles["feature_deviations"]
    n = facts.n if facts.standardise == "n" else max(facts.n - 1, 1)
    wanted = np.linalg.norm(facts.X - facts.mean, axis=0) / np.sqrt(n)
    bound = case.data_error / np.sqrt(n) * facts.units
    wrong = np.abs(got - wanted) > bound
    constant = wanted <= bound
    wrong &= ~(constant & (got == 1.0))
    return far(np.where(wrong, got, wanted), wanted, 0.0, "deviation of feature") if wrong.any() else ""


def _standardised(case: Case) -> str:
    said = [far(case.roles["standardised"], each, case.data_error, "z-score") for each in case.prepared()]
    return "" if "" in said else said[0]


CRITERIA = (
    Criterion(
        "feature_deviations.values",
        ("feature_deviations",),
        "moments.variance-along",
        _deviations,
        "The standard deviation of each feature",
    ),
    Criterion(
        "standardised.values",
        ("standardised",),
        "centering.centred-data",
        _standardised,
        "Each feature less its mean, over its standard deviation",
    ),
)
