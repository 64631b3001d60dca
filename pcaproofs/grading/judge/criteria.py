"""The criteria: each one equation that exactly the right answers satisfy, with a bound from perturbation theory.

With W the components (p×k, in columns), S the scatter matrix, E the error of a stable program (‖E‖ ≤ e, see ``facts``):
eigenvalues move by at most e (Weyl), so tr WᵀSW is within 2ke of the sum of the k largest, and Sw − λw within 2e of 0
with λ = wᵀSw. None of them divides by a gap, so ties and rank deficiency need no exception. Each asks one thing only:
columns that are too long cost orthonormality and nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ..job import Array, RoleError
from .facts import Conventions, Facts, Real, precision
from .form import UnfitError, canonical


@dataclass(frozen=True)
class Finding:
    """What one criterion found: passed or not, in one sentence, with the claim that the criterion rests on."""

    criterion: str
    passed: bool
    claim: str
    detail: str = ""


@dataclass(frozen=True)
class Case:
    """An answer in canonical form: real, with its role's shape, components in columns."""

    facts: Facts
    conventions: Conventions
    roles: Mapping[str, Real]
    eps: Mapping[str, float]

    def error(self, *roles: str) -> float:
        return self.facts.scatter_error(max(self.eps[role] for role in roles))

    def data_error(self, *roles: str) -> float:
        return self.facts.data_error(max(self.eps[role] for role in roles))


@dataclass(frozen=True)
class Criterion:
    """One check of some roles; it says what is wrong, or nothing."""

    name: str
    roles: tuple[str, ...]
    claim: str
    check: Callable[[Case], str]


def examine(facts: Facts, roles: Mapping[str, Array | RoleError], conventions: Conventions) -> list[Finding]:
    """Hold an answer against the data: one finding for each role's form, and one for each criterion that applies."""
    findings: list[Finding] = []
    fit: dict[str, Real] = {}
    eps: dict[str, float] = {}
    for role, value in roles.items():
        try:
            fit[role] = canonical(role, value, facts, conventions)
        except UnfitError as error:
            findings.append(Finding(f"{role}.form", False, "", str(error)))
        else:
            assert not isinstance(value, RoleError)
            eps[role] = precision(value)
            findings.append(Finding(f"{role}.form", True, ""))
    case = Case(facts, conventions, fit, eps)
    for criterion in CRITERIA:
        if not all(role in roles for role in criterion.roles):
            continue
        if all(role in fit for role in criterion.roles):
            with np.errstate(all="ignore"):  # a student's numbers may overflow a square: then the check fails
                detail = criterion.check(case)
        else:
            detail = f"{next(role for role in criterion.roles if role not in fit)} has no usable value"
        findings.append(Finding(criterion.name, not detail, criterion.claim, detail))
    return findings


def _above(got: float, bound: float, what: str) -> str:
    return "" if got <= bound else f"{what} by {got:.3g}, but should be within {bound:.1g}"


def _unit_error(case: Case, role: str) -> float:
    """Return how far products of unit vectors may be from 0 and 1."""
    return 4 * (case.facts.p + case.facts.k) * case.eps[role] + 2 * case.facts.accuracy


def _orthonormal(case: Case) -> str:
    W = case.roles["components"]
    distance = float(np.abs(W.T @ W - np.eye(case.facts.k)).max())
    return _above(distance, _unit_error(case, "components"), "WᵀW differs from the identity")


def _captured(case: Case) -> str:
    """The span of W holds the most variance, whatever the lengths and angles of its columns."""
    facts = case.facts
    U, sizes, _ = np.linalg.svd(case.roles["components"], full_matrices=False)
    Q = U[:, sizes > _unit_error(case, "components") * sizes[0]]
    captured, most = float(np.trace(Q.T @ facts.scatter @ Q)), float(facts.leading.sum())
    if abs(captured - most) <= 2 * facts.k * case.error("components"):
        return ""
    total = facts.total or 1.0
    return f"the components hold {captured / total:.1%} of the variance, but should hold {most / total:.1%}"


def _units(case: Case) -> tuple[Real, Real]:
    """Return the components at length 1 (0 stays 0) and the scatter along each."""
    W = case.roles["components"]
    lengths = np.linalg.norm(W, axis=0)
    W = W / np.where(lengths > 0, lengths, 1.0)
    return W, np.einsum("ij,ij->j", W, case.facts.scatter @ W)


def _eigen_equation(case: Case) -> str:
    W, along = _units(case)
    residuals = np.linalg.norm(case.facts.scatter @ W - W * along, axis=0)
    worst = int(np.argmax(residuals))
    return _above(float(residuals[worst]), 2 * case.error("components"), f"component {worst + 1}: Sw differs from λw")


def _order(case: Case) -> str:
    return _non_increasing(_units(case)[1], 2 * case.error("components"))


def _non_increasing(values: Real, bound: float) -> str:
    rises = np.flatnonzero(np.diff(values) > bound)
    return f"component {rises[0] + 2} has more variance than component {rises[0] + 1}" if len(rises) else ""


def _squares(values: Real, scale: str, n: int) -> Real:
    """Return given variances in the unit of the scatter matrix."""
    factor = {"n-1": n - 1, "n": n, "scatter": 1, "singular": 1}[scale]
    return values**2 * np.sign(values) if scale == "singular" else values * factor


def _variances(case: Case) -> str:
    facts, values = case.facts, case.roles["explained_variance"]
    allowed = ("n-1", "n", "scatter", "singular") if case.conventions.scale == "any" else (case.conventions.scale,)
    bound = case.error("explained_variance")
    distances = {scale: float(np.abs(_squares(values, scale, facts.n) - facts.leading).max()) for scale in allowed}
    best = min(distances, key=lambda scale: distances[scale])
    return _above(distances[best], bound, f"the variances (as {best}) differ, in units of the scatter matrix,")


def _value_order(case: Case) -> str:
    values = case.roles["explained_variance"]
    unit = max(case.facts.n - 1, 1)
    return _non_increasing(values, 2 * case.error("explained_variance") / unit)


def _ratio(case: Case) -> str:
    facts, ratio = case.facts, case.roles["explained_variance_ratio"]
    if facts.total == 0:
        return ""
    bound = 2 * (facts.p + 1) * case.error("explained_variance_ratio") / facts.total
    return _above(float(np.abs(ratio - facts.leading / facts.total).max()), bound, "the ratios differ")


def _mean(case: Case) -> str:
    bound = case.data_error("mean") / np.sqrt(case.facts.n)
    return _above(float(np.abs(case.roles["mean"] - case.facts.mean).max()), float(bound), "the mean differs")


def _centered(case: Case) -> str:
    distance = float(np.linalg.norm(case.roles["centered"] - case.facts.centred))
    return _above(distance, case.data_error("centered"), "the centred data differ")


def _covariance(case: Case) -> str:
    facts, C = case.facts, case.roles["covariance"]
    allowed = ("n-1", "n", "scatter") if case.conventions.covariance == "any" else (case.conventions.covariance,)
    distances = {scale: float(np.abs(_squares(C, scale, facts.n) - facts.scatter).max()) for scale in allowed}
    best = min(distances, key=lambda scale: distances[scale])
    return _above(distances[best], case.error("covariance"), f"the covariance (as {best}) differs")


def _projection(case: Case) -> str:
    """A projector of rank k that holds the most variance and commutes with S."""
    P, facts = case.roles["projection"], case.facts
    bound = _unit_error(case, "projection")
    error = 2 * facts.k * case.error("projection") + bound * facts.p * float(facts.eigenvalues[0])
    return (
        _above(float(np.abs(P - P.T).max()), bound, "P differs from Pᵀ")
        or _above(float(np.abs(P @ P - P).max()), facts.p * bound, "P differs from P²")
        or _above(abs(float(np.trace(P)) - facts.k), facts.p * bound, f"the trace differs from {facts.k}")
        or _above(
            abs(float(np.trace(P @ facts.scatter)) - float(facts.leading.sum())), error, "the variance held differs"
        )
    )


def _scores_centred(case: Case) -> str:
    bound = case.data_error("scores") / np.sqrt(case.facts.n)
    return _above(
        float(np.abs(case.roles["scores"].mean(axis=0)).max()), float(bound), "the scores' means differ from 0"
    )


def _scores_error(case: Case) -> float:
    sigma = float(np.sqrt(case.facts.eigenvalues[0]))
    return case.error("scores") + 2 * sigma * case.data_error("scores")


def _scores_uncorrelated(case: Case) -> str:
    Z = case.roles["scores"]
    Z = Z - Z.mean(axis=0)  # whether they are centred is another criterion's question
    M = Z.T @ Z
    return _above(float(np.abs(M - np.diag(np.diag(M))).max()), _scores_error(case), "the scores are correlated")


def _scores_variances(case: Case) -> str:
    Z = case.roles["scores"]
    Z = Z - Z.mean(axis=0)
    distance = float(np.abs((Z**2).sum(axis=0) - case.facts.leading).max())
    return _above(distance, _scores_error(case), "the scores' variances, in units of the scatter matrix, differ")


def _scores_space(case: Case) -> str:
    """XcXcᵀZ = ZΛ: the scores are eigenvectors of the Gram matrix."""
    Z, Xc = case.roles["scores"], case.facts.centred
    Z = Z - Z.mean(axis=0)
    sigma = float(np.sqrt(case.facts.eigenvalues[0]))
    residual = float(np.linalg.norm(Xc @ (Xc.T @ Z) - Z * case.facts.leading))
    return _above(residual, 4 * np.sqrt(case.facts.k) * sigma * _scores_error(case), "XXᵀZ differs from ZΛ")


def _scores_agree(case: Case) -> str:
    Z, W = case.roles["scores"], case.roles["components"]
    Z = Z - Z.mean(axis=0)
    length = _unit_error(case, "components") * float(np.linalg.norm(case.facts.centred))
    bound = 2 * case.data_error("scores", "components") + length
    return _above(float(np.linalg.norm(Z - case.facts.centred @ W)), bound, "the scores differ from XcW")


def _reconstruction_error(case: Case) -> str:
    facts = case.facts
    lost = float(np.linalg.norm(facts.X - case.roles["reconstruction"]) ** 2)
    least = float(facts.eigenvalues[facts.k :].sum())
    rounding = case.data_error("reconstruction")
    bound = 2 * facts.k * case.error("reconstruction") + 2 * np.sqrt(least) * rounding + rounding**2
    return _above(abs(lost - least), float(bound), "the squared error differs from the discarded variance")


def _reconstruction_rank(case: Case) -> str:
    facts = case.facts
    if facts.k >= min(facts.n, facts.p):
        return ""
    beyond = np.linalg.svd(case.roles["reconstruction"] - facts.mean, compute_uv=False)[facts.k]
    return _above(
        float(beyond), 2 * case.data_error("reconstruction"), f"the reconstruction leaves {facts.k} dimensions"
    )


CRITERIA = (
    Criterion("components.orthonormal", ("components",), "projection.from-basis", _orthonormal),
    Criterion("components.captured", ("components",), "equivalence.frobenius-d", _captured),
    Criterion("components.eigen_equation", ("components",), "stationarity.eigenvector", _eigen_equation),
    Criterion("components.order", ("components",), "spectral.quadratic-form-at-eigenvector", _order),
    Criterion("explained_variance.values", ("explained_variance",), "svd.eigenvectors", _variances),
    Criterion("explained_variance.order", ("explained_variance",), "svd.eigenvectors", _value_order),
    Criterion("explained_variance_ratio.values", ("explained_variance_ratio",), "explained.ratio-is-error", _ratio),
    Criterion("mean.values", ("mean",), "moments.mean-vectorised", _mean),
    Criterion("centered.values", ("centered",), "centering.centred-data", _centered),
    Criterion("covariance.values", ("covariance",), "moments.sample-covariance-vectorised", _covariance),
    Criterion("projection.values", ("projection",), "projection.from-basis", _projection),
    Criterion("scores.centred", ("scores",), "svd.scores", _scores_centred),
    Criterion("scores.uncorrelated", ("scores",), "svd.scores", _scores_uncorrelated),
    Criterion("scores.variances", ("scores",), "svd.scores", _scores_variances),
    Criterion("scores.space", ("scores",), "svd.scores", _scores_space),
    Criterion("scores.agree", ("scores", "components"), "svd.scores", _scores_agree),
    Criterion("reconstruction.error", ("reconstruction",), "equivalence.subspace", _reconstruction_error),
    Criterion("reconstruction.rank", ("reconstruction",), "svd.eckart-young", _reconstruction_rank),
)
