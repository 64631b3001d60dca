"""The criteria: each one equation that exactly the right answers satisfy, with a bound from perturbation theory.

With W the components (p×k, in columns), S the scatter matrix, E the error of a stable program (‖E‖ ≤ e, see ``facts``):
eigenvalues move by at most e (Weyl), so tr WᵀSW is within 2ke of the sum of the k largest, and Sw − λw within 2e of 0
with λ = wᵀSw. None of them divides by a gap, so ties and rank deficiency need no exception; only orthonormality gives
way inside a tie, and only where the conventions let it. Each asks one thing only: columns that are too long cost
orthonormality and nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..job import Array, RoleError
from .case import Case
from .facts import Conventions, Facts, Real, facts_of, precision
from .form import ROLES, UnfitError, canonical


@dataclass(frozen=True)
class Finding:
    """What one criterion found: passed or not, in one sentence, with the claim that the criterion rests on."""

    criterion: str
    passed: bool
    claim: str
    detail: str = ""


@dataclass(frozen=True)
class Criterion:
    """One check of some roles; it says what is wrong, or nothing."""

    name: str
    roles: tuple[str, ...]
    claim: str
    check: Callable[[Case], str]
    title: str
    """What is right, in a few words."""

    def applies(self, roles: Mapping[str, object], conventions: Conventions) -> bool:
        """Whether an answer with these roles is held to this under these conventions."""
        if self.name == "components.sign":
            return "components" in roles and conventions.sign != "free"
        if self.name.endswith(".order"):
            return self.roles[0] in roles and conventions.order != "any"
        return all(role in roles for role in self.roles)


def examine(facts: Facts, roles: Mapping[str, Array | RoleError], conventions: Conventions) -> list[Finding]:
    """Hold an answer against the data: one finding for each role's form, and one for each criterion that applies.

    Where the conventions leave the divisor of z-scores free, the one counts under which most is right.
    """
    if conventions.standardise == facts.standardise:
        return _examine(facts, roles, conventions)
    others = [replace(facts, standardise=each.standardise) for each in facts_of(facts.X, facts.k, conventions)]
    tried = [_examine(each, roles, conventions) for each in others]
    return max(tried, key=lambda findings: sum(finding.passed for finding in findings))


def _examine(facts: Facts, roles: Mapping[str, Array | RoleError], conventions: Conventions) -> list[Finding]:
    findings: list[Finding] = []
    fit: dict[str, Real] = {}
    eps = 2.0**-52
    for role, value in roles.items():
        try:
            fit[role] = canonical(role, value, facts, conventions)
        except UnfitError as error:
            findings.append(Finding(f"{role}.form", False, FORM_CLAIMS[role], str(error)))
        else:
            assert not isinstance(value, RoleError)
            eps = max(eps, precision(value))
            findings.append(Finding(f"{role}.form", True, FORM_CLAIMS[role]))
    case = Case(facts, conventions, fit, eps)
    for criterion in CRITERIA:
        if not criterion.applies(roles, conventions):
            continue
        if all(role in fit for role in criterion.roles):
            with np.errstate(all="ignore"):  # a student's numbers may overflow a square: then the check fails
                detail = criterion.check(case)
        else:
            detail = f"{next(role for role in criterion.roles if role not in fit)} has no usable value"
        findings.append(Finding(criterion.name, not detail, criterion.claim, detail))
    return findings


def _within(distance: float, bound: float, words: str) -> str:
    """Return the words where a distance is beyond its bound (or no number)."""
    return "" if distance <= bound else words


def _far(got: Real, wanted: Real, bound: float, name: str) -> str:
    """Say the entry in which two arrays differ most, where that is beyond the bound."""
    distance = np.abs(got - wanted)
    if float(np.linalg.norm(distance)) <= bound:
        return ""
    place = np.unravel_index(int(np.argmax(distance)), distance.shape)
    index = ", ".join(str(number + 1) for number in place)
    return f"{name} {index}: got {got[place]:.6g}, but should be {wanted[place]:.6g}"


def _orthonormal(case: Case) -> str:
    W = case.roles["components"]
    products = W.T @ W
    excess = np.abs(products - np.eye(case.facts.k)) - case.unit_error - case.skewness
    if (excess <= 0).all():
        return ""
    i, j = np.unravel_index(int(np.argmax(excess)), excess.shape)
    if i == j:
        return f"component {i + 1}: got length {np.sqrt(products[i, i]):.6g}, but should be 1"
    return f"components {i + 1} and {j + 1}: got an inner product of {products[i, j]:.6g}, but should be 0"


def _captured(case: Case) -> str:
    """The span of W holds the most variance, whatever the lengths and angles of its columns."""
    facts = case.facts
    U, sizes, _ = np.linalg.svd(case.roles["components"], full_matrices=False)
    Q = U[:, sizes > case.unit_error * sizes[0]]
    captured, most = float(np.trace(Q.T @ facts.scatter @ Q)), float(facts.leading.sum())
    total = facts.total or 1.0
    return _within(
        abs(captured - most),
        2 * facts.k * case.error,
        f"the components hold {captured / total:.1%} of the variance, but should hold {most / total:.1%}",
    )


def _eigen_equation(case: Case) -> str:
    W, along = case.units()
    residuals = np.linalg.norm(case.facts.scatter @ W - W * along, axis=0)
    worst = int(np.argmax(residuals))
    share = residuals[worst] / (case.facts.eigenvalues[0] or 1.0)
    return _within(
        float(residuals[worst]),
        2 * case.error,
        f"component {worst + 1} is no eigenvector: Sw differs from λw by {share:.2g} of the largest eigenvalue",
    )


def _order(case: Case) -> str:
    return _non_increasing(case.units()[1], 2 * case.error)


def _non_increasing(values: Real, bound: float) -> str:
    rises = np.flatnonzero(~(np.diff(values) <= bound))
    return f"component {rises[0] + 2} has more variance than component {rises[0] + 1}" if len(rises) else ""


def _sign(case: Case) -> str:
    W = case.roles["components"]
    for j, w in enumerate(W.T):
        size = float(np.abs(w).max(initial=0.0))
        bound = case.unit_error * size
        if case.conventions.sign == "sum-positive":
            fine, what = float(w.sum()) >= -bound, "the sum of its entries"
        elif case.conventions.sign == "first-positive":
            first = w[np.abs(w) > bound]
            fine, what = not len(first) or first[0] > 0, "its first entry that is not 0"
        else:  # of two entries of one size either may be the largest
            largest = w[np.abs(w) >= size - bound]
            fine, what = bool((largest > 0).any()), "its entry of largest size"
        if not fine:
            return f"component {j + 1}: {what} is negative, but should be positive"
    return ""


def _squares(values: Real, scale: str, n: int) -> Real:
    """Return given variances in the unit of the scatter matrix."""
    factor = {"n-1": n - 1, "n": n, "scatter": 1, "singular": 1}[scale]
    return values**2 * np.sign(values) if scale == "singular" else values * factor


def _from_squares(squares: Real, scale: str, n: int) -> Real:
    factor = {"n-1": max(n - 1, 1), "n": n, "scatter": 1, "singular": 1}[scale]
    return np.sqrt(squares) if scale == "singular" else squares / factor


def _variances(case: Case) -> str:
    facts, values = case.facts, case.falling("explained_variance")
    allowed = ("n-1", "n", "scatter", "singular") if case.conventions.scale == "any" else (case.conventions.scale,)
    distances = {scale: float(np.abs(_squares(values, scale, facts.n) - facts.leading).max()) for scale in allowed}
    best = min(distances, key=lambda scale: distances[scale])
    if distances[best] <= case.error:
        return ""
    return _far(values, _from_squares(facts.leading, best, facts.n), 0.0, "variance")


def _value_order(case: Case) -> str:
    unit = max(case.facts.n - 1, 1)
    return _non_increasing(case.roles["explained_variance"], 2 * case.error / unit)


def _ratio(case: Case) -> str:
    facts, ratio = case.facts, case.falling("explained_variance_ratio")
    if facts.total == 0:
        return ""
    bound = 2 * (facts.p + 1) * case.error / facts.total
    return _far(ratio, facts.leading / facts.total, bound, "ratio")


def _mean(case: Case) -> str:
    facts = case.facts
    bound = float(case.data_error / np.sqrt(facts.n))
    wrong = np.abs(case.roles["mean"] - facts.mean) / facts.units > bound
    return _far(case.roles["mean"], facts.mean, 0.0, "mean of feature") if wrong.any() else ""


def _centered(case: Case) -> str:
    return _far(case.roles["centered"], case.facts.centred, case.data_error, "entry")


def _covariance(case: Case) -> str:
    facts, C = case.facts, case.roles["covariance"]
    allowed = ("n-1", "n", "scatter") if case.conventions.covariance == "any" else (case.conventions.covariance,)
    distances = {scale: float(np.abs(_squares(C, scale, facts.n) - facts.scatter).max()) for scale in allowed}
    best = min(distances, key=lambda scale: distances[scale])
    if distances[best] <= case.error:
        return ""
    return _far(C, _from_squares(facts.scatter, best, facts.n), 0.0, "entry")


def _projection(case: Case) -> str:
    """A projector of rank k that holds the most variance and commutes with S."""
    P, facts = case.roles["projection"], case.facts
    bound = case.unit_error
    error = 2 * facts.k * case.error + bound * facts.p * float(facts.eigenvalues[0])
    held, most = float(np.trace(P @ facts.scatter)), float(facts.leading.sum())
    return (
        _within(float(np.abs(P - P.T).max()), bound, "P differs from Pᵀ, but a projector is symmetric")
        or _within(float(np.abs(P @ P - P).max()), facts.p * bound, "P differs from P²: projecting twice moves again")
        or _within(
            abs(float(np.trace(P)) - facts.k),
            facts.p * bound,
            f"the trace: got {np.trace(P):.6g}, but should be {facts.k}, the dimension",
        )
        or _within(
            abs(held - most),
            error,
            f"P keeps {held / (facts.total or 1):.1%} of the variance, but should keep {most / (facts.total or 1):.1%}",
        )
    )


def _scores_centred(case: Case) -> str:
    bound = case.data_error / np.sqrt(case.facts.n)
    means = case.roles["scores"].mean(axis=0)
    worst = int(np.argmax(np.abs(means)))
    words = f"scores of component {worst + 1}: got mean {means[worst]:.6g}, but should be 0"
    return _within(float(np.abs(means).max()), float(bound), words)


def _scores_uncorrelated(case: Case) -> str:
    Z = case.scores()
    M = Z.T @ Z
    off = np.abs(M - np.diag(np.diag(M))) - case.skewness * case.facts.eigenvalues[0]
    i, j = np.unravel_index(int(np.argmax(off)), off.shape)
    return _within(float(off.max()), case.scores_error, f"the scores of components {i + 1} and {j + 1} are correlated")


def _scores_variances(case: Case) -> str:
    leading = case.facts.leading
    squares = (case.scores() ** 2).sum(axis=0)
    worst = int(np.argmax(np.abs(squares - leading)))
    ratio = squares[worst] / leading[worst] if leading[worst] > 0 else np.inf
    words = f"scores of component {worst + 1} vary {ratio:.4g} times as much as they should"
    return _within(float(np.abs(squares - leading).max()), case.scores_error, words)


def _scores_space(case: Case) -> str:
    """XcXcᵀZ = ZΛ: the scores are eigenvectors of the Gram matrix."""
    Z, Xc = case.scores(), case.facts.centred
    sigma = float(np.sqrt(case.facts.eigenvalues[0]))
    residual = float(np.linalg.norm(Xc @ (Xc.T @ Z) - Z * case.facts.leading))
    bound = 4 * np.sqrt(case.facts.k) * sigma * case.scores_error
    return _within(residual, bound, "the scores are not those of the leading components: XXᵀZ differs from ZΛ")


def _agree_error(case: Case) -> float:
    return 2 * case.data_error + case.unit_error * float(np.linalg.norm(case.facts.centred))


def _scores_agree(case: Case) -> str:
    Z, W = case.roles["scores"], case.roles["components"]
    Z = Z - Z.mean(axis=0)
    return _far(Z, case.facts.centred @ W, _agree_error(case), "score")


def _projection_agree(case: Case) -> str:
    W = case.roles["components"]
    bound = 2 * case.facts.k * case.unit_error * max(1.0, float(np.linalg.norm(W)) ** 2)
    return _far(case.roles["projection"], W @ W.T, bound, "entry")


def _reconstruction(case: Case) -> Real:
    """Return the reconstruction less the mean, in the units of the centred data."""
    facts, R = case.facts, case.roles["reconstruction"]
    if case.conventions.reconstruction == "standardised" and facts.standardise != "no":
        return R
    return np.asarray((R - facts.mean) / facts.units)


def _reconstruction_error(case: Case) -> str:
    facts = case.facts
    lost = float(np.linalg.norm(facts.centred - _reconstruction(case)) ** 2)
    least = float(facts.eigenvalues[facts.k :].sum())
    rounding = case.data_error
    bound = 2 * facts.k * case.error + 2 * np.sqrt(least) * rounding + rounding**2
    words = f"the squared error: got {lost:.6g}, but should be {least:.6g}, the variance left out"
    return _within(abs(lost - least), float(bound), words)


def _reconstruction_rank(case: Case) -> str:
    facts = case.facts
    if facts.k >= min(facts.n, facts.p):
        return ""
    beyond = np.linalg.svd(_reconstruction(case), compute_uv=False)[facts.k]
    dimensions = "one dimension" if facts.k == 1 else f"{facts.k} dimensions"
    return _within(
        float(beyond), 2 * case.data_error, f"the reconstruction less the mean does not fit into {dimensions}"
    )


def _reconstruction_agree(case: Case) -> str:
    Z, W = case.roles["scores"], case.roles["components"]
    size = max(1.0, float(np.linalg.norm(W)))
    return _far(_reconstruction(case), Z @ W.T, size * _agree_error(case), "entry less the mean")


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
    Criterion(
        "components.orthonormal",
        ("components",),
        "projection.from-basis",
        _orthonormal,
        "Components of length 1, at right angles",
    ),
    Criterion(
        "components.captured",
        ("components",),
        "trace-objective.ky-fan",
        _captured,
        "Components that hold the most variance",
    ),
    Criterion(
        "components.eigen_equation",
        ("components",),
        "stationarity.eigenvector",
        _eigen_equation,
        "Each component an eigenvector of the covariance matrix",
    ),
    Criterion(
        "components.order",
        ("components",),
        "spectral.quadratic-form-at-eigenvector",
        _order,
        "Components in the order of their variances",
    ),
    Criterion(
        "components.sign", ("components",), "trace-objective.rotated-optimum", _sign, "The sign that was asked for"
    ),
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
    Criterion(
        "projection.values",
        ("projection",),
        "projection.from-basis",
        _projection,
        "The projector onto the leading components",
    ),
    Criterion(
        "projection.agree",
        ("projection", "components"),
        "projection.from-basis",
        _projection_agree,
        "Projector and components of one kind: P = WWᵀ",
    ),
    Criterion("scores.centred", ("scores",), "svd.scores", _scores_centred, "Scores of mean 0"),
    Criterion("scores.uncorrelated", ("scores",), "svd.scores", _scores_uncorrelated, "Uncorrelated scores"),
    Criterion(
        "scores.variances", ("scores",), "svd.scores", _scores_variances, "Scores that vary as the components do"
    ),
    Criterion("scores.space", ("scores",), "algorithms.four-routes", _scores_space, "Scores of the leading components"),
    Criterion(
        "scores.agree",
        ("scores", "components"),
        "svd.scores",
        _scores_agree,
        "Scores that are the centred data times the components",
    ),
    Criterion(
        "reconstruction.error",
        ("reconstruction",),
        "trace-objective.discarded",
        _reconstruction_error,
        "No more lost than the variance left out",
    ),
    Criterion(
        "reconstruction.rank",
        ("reconstruction",),
        "svd.eckart-young",
        _reconstruction_rank,
        "A reconstruction from as many components as asked for",
    ),
    Criterion(
        "reconstruction.agree",
        ("reconstruction", "scores", "components"),
        "projection.affine",
        _reconstruction_agree,
        "A reconstruction from the scores, with the mean put back",
    ),
)

FORM_CLAIMS = dict.fromkeys(ROLES, "moments.orientation") | {
    "components": "algorithms.transform-shape",
    "scores": "algorithms.transform-shape",
}
