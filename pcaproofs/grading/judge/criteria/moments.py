"""Criteria of the mean, of centred data and of the covariance matrix."""

import numpy as np

from pcaproofs.grading.judge.answer import Case
from pcaproofs.grading.judge.criteria.scales import from_squares, squares
from pcaproofs.grading.judge.criterion import Criterion, far
from pcaproofs.grading.judge.truth import SCALES


def _mean(case: Case) -> str:
    facts = case.facts
    bound = float(case.data_error / np.sqrt(facts.n))
    wrong = np.abs(case.roles["mean"] - facts.mean) > bound * facts.units + case.stored_error("mean")
    return far(case.roles["mean"], facts.mean, 0.0, "mean of feature") if wrong.any() else ""


def _centered(case: Case) -> str:
    said = [far(case.roles["centered"], each, case.data_error, "entry") for each in case.prepared()]
    return "" if "" in said else said[0]


def _covariance(case: Case) -> str:
    facts, C = case.facts, case.roles["covariance"]
    allowed = SCALES if case.conventions.covariance == "any" else (case.conventions.covariance,)
    distances = {scale: float(np.abs(squares(C, scale, facts.n) - facts.scatter).max()) for scale in allowed}
    best = min(distances, key=lambda scale: distances[scale])
    if distances[best] <= case.error:
        return ""
    return far(C, from_squares(facts.scatter, best, facts.n), 0.0, "entry")


CRITERIA = (
    Criterion("mean.values", ("mean",), "moments.mean-vectorised", _mean, "The mean of each feature"),
    Criterion("centered.values", ("centered",), "centering.centred-data", _centered, "Each feature less its mean"),
    Criterion(
        "covariance.values",
        ("covariance",),
        "moments.sample-covariance-vectorised",
        _covariance,
        "The covariance matrix of the features",
    ),
)
