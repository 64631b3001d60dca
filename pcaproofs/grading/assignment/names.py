"""What an assignment may name: roles, and criteria with the words in which a student reads them."""

from .. import judge

ROLES = (
    "components",
    "explained_variance",
    "explained_variance_ratio",
    "mean",
    "scores",
    "reconstruction",
    "covariance",
    "centered",
    "projection",
)

_JUDGED = {
    "components.orthonormal": "The components have length 1 and are perpendicular",
    "components.captured": "The components hold as much variance as any can",
    "components.eigen_equation": "Each component is an eigenvector of the covariance matrix",
    "components.order": "The components come in order of decreasing variance",
    "explained_variance.values": "The explained variances are right",
    "explained_variance.order": "The explained variances come in decreasing order",
    "explained_variance_ratio.values": "The ratios are shares of the total variance",
    "mean.values": "The mean is the mean of each feature",
    "centered.values": "The centred data are the data minus the mean of each feature",
    "covariance.values": "The covariance matrix is right",
    "projection.values": "The projection matrix projects onto the right subspace",
    "scores.centred": "The scores have mean 0",
    "scores.uncorrelated": "The scores are uncorrelated",
    "scores.variances": "The scores have the right variances",
    "scores.space": "The scores are those of the principal axes",
    "scores.agree": "The scores are the centred data times the components",
    "reconstruction.error": "The reconstruction is off by no more than the discarded variance",
    "reconstruction.rank": "The reconstruction lies in k dimensions around the mean",
}

SITUATIONS = {
    "data.few-samples": ("Works with fewer samples than features", "algorithms.four-routes"),
    "data.ties": ("Works when two variances are equal", "trace-objective.rotated-optimum"),
    "data.rank-deficient": ("Works when the data lie in a subspace", "moments.covariance-kernel"),
    "data.integers": ("Works with whole numbers", ""),
    "data.far-away": ("Works far from the origin", "centering.action"),
    "data.one-component": ("Works for one component", ""),
    "data.all-components": ("Works for as many components as features", "spectral.spectral-theorem"),
    "data.float32": ("Works with numbers of single precision", ""),
    "data.constant-feature": ("Works when a feature is constant", "moments.covariance-kernel"),
    "equivariance.shift": ("Moving the data moves nothing but the mean", "centering.action"),
    "equivariance.rotation": ("Turning the data turns the components with them", "spectral.basis-to-itself"),
    "equivariance.scale": ("Changing the unit leaves the components as they are", "equivalence.any-scale-solves"),
    "equivariance.permutation": ("The order of the samples does not matter", "moments.sample-covariance-vectorised"),
}
"""Criteria that are about the data: title and claim. Their data sets are run where a rubric names them."""

_OWN = {
    "runs": "The code runs",
    "input-untouched": "The data handed over are left as they were",
    **{f"{role}.form": f"There is a value for the {role.replace('_', ' ')}, of the right shape" for role in ROLES},
}

CRITERIA: dict[str, str] = {
    **_OWN,
    **{item.name: _JUDGED.get(item.name, item.name) for item in judge.CRITERIA},
    **{name: title for name, (title, _) in SITUATIONS.items()},
}
"""Every criterion that a rubric may name, with its title."""

_CLAIMS = {item.name: item.claim for item in judge.CRITERIA} | {name: claim for name, (_, claim) in SITUATIONS.items()}


def title_of(criterion: str) -> str:
    """Return a criterion in the words for a student."""
    return CRITERIA.get(criterion, criterion)


def claim_of(criterion: str) -> str:
    """Return the id of the claim that a criterion rests on, or nothing."""
    return _CLAIMS.get(criterion, "")


def roles_of(criterion: str) -> tuple[str, ...]:
    """Return the roles without which a criterion says nothing."""
    for item in judge.CRITERIA:
        if item.name == criterion:
            return item.roles
    role = criterion.removesuffix(".form")
    return (role,) if role in ROLES else ()
