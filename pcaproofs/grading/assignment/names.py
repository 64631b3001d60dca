"""Names in an assignment: roles, and criteria with their titles for students."""

from functools import cache

from pcaproofs.grading import judge
from pcaproofs.grading.judge.criteria import FORM_CLAIMS
from pcaproofs.grading.judge.equivariance import TRANSFORMATIONS

ROLES = judge.ROLES
"""Names allowed in `roles`."""
PARAMETERS = ("share", "epsilon", "gamma", "degree", "coef0")
"""Conventions that are numbers."""
GIVEN = (*judge.ROLES, *PARAMETERS)
"""Names allowed in `given`: roles, whose right value is passed, and numeric conventions."""
VALUES = "values."
"""Prefix of criteria that compare a value with the solution's."""
MILESTONES = "milestones."
"""Prefix of criteria about intermediate results of derivations."""
DERIVATION_CRITERIA = {
    "goal": "The steps reach the goal",
    "steps": "The part of the way to the goal that is done",
    "sound": "The way to the goal without a mistake",
}
"""What a derivation may be judged by, with titles, beside `milestones.NAME`."""


_ONE_WORD = {
    "centered": "centred data",
    "standardised": "z-scores",
    "whitened": "whitened scores",
    "zca": "ZCA-whitened data",
}


def words_of(role: str) -> str:
    """A role in words: `scores_new` is "scores of new samples"."""
    words = _ONE_WORD.get(role, role.replace("_", " "))
    return f"{words.removesuffix(' new')} of new samples" if words.endswith(" new") else words


SITUATIONS = {
    "data.few-samples": ("Works with fewer samples than features", "algorithms.four-routes"),
    "data.ties": ("Works when two variances are equal", "trace-objective.rotated-optimum"),
    "data.rank-deficient": ("Works when the data lie in a subspace", "moments.covariance-kernel"),
    "data.integers": ("Works with whole numbers", ""),
    "data.far-away": ("Works far from the origin", "centering.action"),
    "data.all-components": ("Works for as many components as features", "spectral.spectral-theorem"),
    "data.float32": ("Works with numbers of single precision", ""),
    "data.constant-feature": ("Works when a feature is constant", "moments.covariance-kernel"),
    **{f"equivariance.{name}": (item.title, item.claim) for name, item in TRANSFORMATIONS.items()},
}
"""Criteria about kinds of data: title and claim. Their data sets are run if a rubric names them."""

_OWN = {
    "runs": "The code runs",
    "imports": "The file imports what it uses",
    # reported by the submission's own process, where malicious code can suppress it
    "input-untouched": "The data handed over are left as they were",
    **{f"{role}.form": f"There is a value for the {words_of(role)}, of the right shape" for role in ROLES},
}

CRITERIA: dict[str, str] = {
    **_OWN,
    **{item.name: item.title for item in judge.CRITERIA},
    **{name: title for name, (title, _) in SITUATIONS.items()},
}
"""Every criterion that a rubric may name, with its title."""

_CLAIMS = (
    {f"{role}.form": claim for role, claim in FORM_CLAIMS.items()}
    | {item.name: item.claim for item in judge.CRITERIA}
    | {name: claim for name, (_, claim) in SITUATIONS.items()}
)


_OF_Z_SCORES = {
    "centered.form": "There is a value for the z-scores, of the right shape",
    "centered.values": "Each feature less its mean, over its standard deviation",
    "covariance.values": "The covariance matrix of the z-scores",
    "components.eigen_equation": "Each component an eigenvector of the covariance matrix of the z-scores",
    "scores.agree": "Scores that are the z-scores times the components",
}
_Z_SCORES_BACK = {"reconstruction.agree": "A reconstruction of the z-scores from the scores"}
_WORDS = {
    "centered": "the centred data",
    "covariance": "the covariance matrix",
    "projection": "the projection matrix",
    "explained_variance": "the explained variances",
    "explained_variance_ratio": "the explained variance ratios",
}


def in_words(role: str, conventions: judge.Conventions | None = None) -> str:
    """The name of a role in a sentence."""
    if role == "centered" and conventions and conventions.standardise != "no":
        return "the z-scores"
    return _WORDS.get(role, f"the {words_of(role)}")


_MAIN = {
    "components": ("components.captured",),
    **{
        role: (f"{role}.values",)
        for role in (
            "mean", "centered", "feature_deviations", "standardised", "covariance", "explained_variance",
            "standard_deviations", "eigenvalue_matrix", "explained_variance_ratio", "component_count", "projection",
            "zca", "scores_new", "reconstruction_new", "reconstruction_error", "kernel",
        )
    },
    **{role: (f"{role}.space",) for role in ("scores", "whitened", "kernel_scores")},
    # the data themselves lose nothing, and zeros are of any rank
    "reconstruction": ("reconstruction.error", "reconstruction.rank"),
}  # fmt: skip
"""By role: the criteria that no value meets but the right one, whatever else may hold for it."""


@cache
def counts_with(criterion: str) -> tuple[str, ...]:
    """The criteria that have to hold as well if an assignment is `joint`: those that make its roles PCA."""
    return tuple(name for role in roles_of(criterion) for name in _MAIN[role] if name != criterion)


def title_of(criterion: str, conventions: judge.Conventions | None = None) -> str:
    """The title of a criterion for students."""
    if conventions and conventions.standardise != "no":
        back = _Z_SCORES_BACK if conventions.reconstruction == "standardised" else {}
        if criterion in (own := _OF_Z_SCORES | back):
            return own[criterion]
    if criterion.startswith(VALUES):
        return f"The right {criterion.removeprefix(VALUES)}"
    if criterion.startswith(MILESTONES):
        return f"The intermediate result “{criterion.removeprefix(MILESTONES)}”"
    return CRITERIA.get(criterion) or DERIVATION_CRITERIA.get(criterion, criterion)


def claim_of(criterion: str) -> str:
    """The id of the claim that a criterion is based on, or an empty text."""
    return _CLAIMS.get(criterion, "")


@cache
def roles_of(criterion: str) -> tuple[str, ...]:
    """The roles that a criterion needs."""
    for item in judge.CRITERIA:
        if item.name == criterion:
            return item.roles
    role = criterion.removesuffix(".form")
    return (role,) if role in ROLES else ()
