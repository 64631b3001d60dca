"""Points for the criteria of a proposed task."""

from pcaproofs.grading.assignment.model import Rubric
from pcaproofs.grading.assignment.names import ROLES, SITUATIONS, VALUES
from pcaproofs.grading.judge import CRITERIA
from pcaproofs.grading.proposal.proposals import Proposal

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
    "input-untouched": 0.5,
    # a mistake that shows everywhere also shows in each situation
    **{name: 0.25 if name.startswith("equivariance.") else 0.5 for name in SITUATIONS},
}
_SCORES_ALONE = {"scores.space": 4, "scores.centred": 2}
"""If no components are requested, the scores have to show whether it is PCA."""
_VALUE = 2.0
_COUNT = 2.0


def is_whole(proposal: Proposal) -> bool:
    """Whether a task computes axes or scores from the data."""
    return not proposal.given and bool({"components", "scores", "projection"} & proposal.roles.keys())


def rubric(proposal: Proposal, *, situations: bool) -> tuple[Rubric, ...]:
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
    rubrics = [Rubric(criterion=name, points=float(points.get(name, 1))) for name in names]
    return (*rubrics, *(Rubric(criterion=f"{VALUES}{name}", points=_VALUE) for name in proposal.values))
