"""Criteria of the explained variances and of their shares."""

import numpy as np

from pcaproofs.grading.judge.answer import Case
from pcaproofs.grading.judge.criteria.scales import from_squares, squares
from pcaproofs.grading.judge.criterion import Criterion, falling, far
from pcaproofs.grading.judge.truth import SCALES


def _variances(case: Case) -> str:
    facts, values = case.facts, case.falling("explained_variance")
    allowed = SCALES if case.conventions.scale == "any" else (case.conventions.scale,)
    distances = {scale: float(np.abs(squares(values, scale, facts.n) - facts.leading).max()) for scale in allowed}
    best = min(distances, key=lambda scale: distances[scale])
    if distances[best] <= case.error:
        return ""
    return far(values, from_squares(facts.leading, best, facts.n), 0.0, "variance")


def _value_order(case: Case) -> str:
    return falling(case.roles["explained_variance"], case)


def _ratio(case: Case) -> str:
    facts, ratio = case.facts, case.falling("explained_variance_ratio")
    if facts.total == 0:
        return ""
    bound = 2 * (facts.p + 1) * case.error / facts.total
    return far(ratio, facts.leading / facts.total, bound, "ratio")


CRITERIA = (
    Criterion(
        "explained_variance.values",
        ("explained_variance",),
        "svd.eigenvectors",
        _variances,
        "The variance along each component",
    ),
    Criterion(
        "explained_variance.order",
        ("explained_variance",),
        "svd.eigenvectors",
        _value_order,
        "Variances in decreasing order",
    ),
    Criterion(
        "explained_variance_ratio.values",
        ("explained_variance_ratio",),
        "explained.ratio-is-error",
        _ratio,
        "Each component's share of all the variance",
    ),
)
