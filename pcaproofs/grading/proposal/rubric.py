"""Points for the criteria of proposed tasks."""

import itertools
from collections.abc import Collection, Sequence
from dataclasses import replace

from pcaproofs.grading.assignment.model import Rubric
from pcaproofs.grading.assignment.names import PARAMETERS, ROLES, SITUATIONS, VALUES
from pcaproofs.grading.judge import CRITERIA
from pcaproofs.grading.proposal.proposals import Proposal
from pcaproofs.grading.proposal.readings import BEFORE

_POINTS = {
    # criteria that distinguish PCA weigh most, those about the interface least
    "components.captured": 4,
    "components.orthonormal": 2,
    "components.eigen_equation": 2,
    "explained_variance.values": 2,
    "scores.agree": 2,
    "reconstruction.error": 2,
    "projection.values": 4,
    **dict.fromkeys(("kernel.values", "kernel_scores.space", "whitened.space", "whitened.covariance", "zca.values"), 2),
    **{f"{role}.form": 0.5 for role in ROLES},
    "runs": 0.5,
    "input-untouched": 0.25,
    "explained_variance_ratio.values": 2,
    "standard_deviations.values": 2,
    "eigenvalue_matrix.values": 2,
    # a mistake that shows everywhere also shows in each situation
    **{name: 0.25 if name.startswith("equivariance.") else 0.5 for name in SITUATIONS},
}
_SCORES_ALONE = {"scores.space": 4, "scores.centred": 2}
"""If no components are requested, the scores have to show whether it is PCA."""
_VALUE = 2.0
_COUNT = 2.0
_BESIDE = 0.25
"""The most that may be earned without PCA, of all points."""
_VARIANCES = ("explained_variance", "explained_variance_ratio", "standard_deviations", "eigenvalue_matrix")
"""Roles that other axes may leave right, and that do not make PCA where axes are asked for."""


def is_whole(proposal: Proposal) -> bool:
    """Whether a task computes axes or scores from the data."""
    return not proposal.given and bool({"components", "scores", "projection"} & proposal.roles.keys())


def rubrics(proposals: Sequence[Proposal]) -> list[tuple[Rubric, ...]]:
    """The criteria of tasks, weighed so that most points need PCA.

    The points that need it are multiplied by the smallest whole number with which the others are at most a quarter.
    """
    whole = next((each for each in proposals if is_whole(each)), None)
    plain = [(each, _rubric(each, situations=each is whole)) for each in proposals]
    asked = {role for each in proposals for role in each.roles} - {*BEFORE, *_VARIANCES}
    aside = (*BEFORE, *_VARIANCES) if asked else BEFORE
    of_pca = sum(item.points for each, items in plain for item in items if _needs_pca(each, item, aside))
    beside = sum(item.points for _, items in plain for item in items) - of_pca
    if not of_pca:
        return [items for _, items in plain]
    factor = next(number for number in itertools.count(1) if beside <= _BESIDE * (beside + number * of_pca))
    return [
        tuple(replace(item, points=factor * item.points) if _needs_pca(each, item, aside) else item for item in items)
        for each, items in plain
    ]


def _needs_pca(proposal: Proposal, item: Rubric, beside: Collection[str]) -> bool:
    """Whether a criterion needs more than running, preparing the data, and products with given components."""
    role, _, name = item.criterion.partition(".")
    if role in ("runs", "input-untouched", *beside) or (f"{role}." == VALUES and name in proposal.beside):
        return False
    own = {*proposal.roles} - {*beside} or {*proposal.values} - proposal.beside
    return bool(own) and {*proposal.given.values()} - {"explained_variance_ratio"} <= {*BEFORE, *PARAMETERS}


def _rubric(proposal: Proposal, *, situations: bool) -> tuple[Rubric, ...]:
    """The criteria of a task.

    situations: add one for each kind of data on which programs fail.
    """
    has = {*proposal.roles, *proposal.given.values()}
    standardised = proposal.conventions.standardise != "no"
    names = ["runs", "input-untouched", *(f"{role}.form" for role in ROLES if role in proposal.roles)]
    names += [
        item.name
        for item in CRITERIA
        if set(item.roles) <= has
        and set(item.roles) & proposal.roles.keys()
        and item.applies(dict.fromkeys(has), proposal.conventions)
    ]
    if situations:
        left_out = {"data.float32", "data.constant-feature"}
        if standardised:  # division by a zero deviation gives nan
            left_out = {"data.float32", "equivariance.rotation"}
        names += [name for name in SITUATIONS if name not in left_out]
    elif proposal.roles:
        names += ["data.few-samples", *(["data.integers"] if "X" in proposal.call else [])]
        names += ["data.constant-feature"] if standardised else []
    points = _POINTS if "components" in has else _POINTS | _SCORES_ALONE
    if "ratio" in proposal.given and "explained_variance_ratio" in proposal.given.values():
        points = points | {f"{role}.form": _COUNT for role in ROLES}  # here the number of components is what is asked
    rubrics = [
        # of a number of components a constant is right on some data
        Rubric(criterion=name, points=float(points.get(name, 1)), partial=name != "component_count.values")
        for name in names
    ]
    return (*rubrics, *(Rubric(criterion=f"{VALUES}{name}", points=_VALUE) for name in proposal.values))
