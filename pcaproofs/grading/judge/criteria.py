"""The criteria: each one equation that exactly the right answers satisfy, with a bound from perturbation theory.

With W the components (p×k, in columns), S the scatter matrix, E the error of a stable program (‖E‖ ≤ e, see `truth`):
eigenvalues move by at most e (Weyl), so tr WᵀSW is within 2ke of the sum of the k largest, and Sw − λw within 2e of 0
with λ = wᵀSw. None of them divides by a gap, so ties and rank deficiency need no exception; only orthonormality gives
way inside a tie, and only where the conventions let it. Each asks one thing only: columns that are too long cost
orthonormality and nothing else.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pcaproofs.grading.judge.answer import (
    Case,
    Criterion,
    apart,
    directions_of,
    falling,
    far,
    is_constant,
    lengths_of,
    non_increasing,
    to_size,
    unit_of,
    within,
)
from pcaproofs.grading.judge.shapes import ROLES
from pcaproofs.grading.judge.truth import (
    SCALES,
    Facts,
    Kernel,
    Real,
    component_count,
    kernel_of,
    reconstruction_error,
    shares,
    squared_error,
    unit_of_error,
)

Check = Callable[[Case], str]
_FOUND: list[Criterion] = []


def criterion(
    name: str, claim: str, title: str, *others: str
) -> Callable[[Callable[[Case], str]], Callable[[Case], str]]:
    """Makes a check a criterion of the role that its name begins with, and of other roles that it needs as well."""

    def found(check: Check) -> Check:
        _FOUND.append(Criterion(name, (name.partition(".")[0], *others), claim, check, title))
        return check

    return found


def squares(values: Real, scale: str, n: int) -> Real:
    """Variances converted to the unit of the scatter matrix."""
    factor = {"n-1": n - 1, "n": n, "scatter": 1, "singular": 1}[scale]
    return values**2 * np.sign(values) if scale == "singular" else values * factor


def from_squares(squares: Real, scale: str, n: int) -> Real:
    """Variances converted from the unit of the scatter matrix."""
    factor = {"n-1": max(n - 1, 1), "n": n, "scatter": 1, "singular": 1}[scale]
    return np.sqrt(squares) if scale == "singular" else squares / factor


# Criteria of the mean, of centred data and of the covariance matrix


@criterion("mean.values", "moments.mean-vectorised", "The mean of each feature")
def _mean(case: Case) -> str:
    facts = case.facts
    bound = float(case.data_error / np.sqrt(facts.n))
    wrong = np.abs(case.roles["mean"] - facts.mean) > bound * facts.units + case.stored_error("mean")
    return far(case.roles["mean"], facts.mean, 0.0, "mean of feature") if wrong.any() else ""


@criterion("centered.values", "centering.centred-data", "Each feature less its mean")
def _centered(case: Case) -> str:
    said = [far(case.roles["centered"], each, case.data_error, "entry") for each in case.prepared()]
    return "" if "" in said else said[0]


@criterion("covariance.values", "moments.sample-covariance-vectorised", "The covariance matrix of the features")
def _covariance(case: Case) -> str:
    return _at_a_scale(case, case.roles["covariance"], case.facts.scatter, case.conventions.covariance, "entry")


def _at_a_scale(case: Case, got: Real, wanted: Real, allowed: str, word: str, root: bool = False) -> str:
    """A message by the allowed scale of the smallest error, unless values, or their squares, are then the wanted ones.

    wanted: in the unit of the scatter matrix.
    """
    n, values = case.facts.n, got * np.abs(got) if root else got
    scales: tuple[str, ...] = SCALES if allowed == "any" else (allowed,)
    if root:  # the deviation of scores whose variance is the eigenvalue itself is the singular value
        scales = tuple("scatter" if scale == "singular" else scale for scale in scales)
    distances = {scale: float(np.abs(squares(values, scale, n) - wanted).max()) for scale in scales}
    best = min(distances, key=lambda scale: distances[scale])
    if distances[best] <= case.error:
        return ""
    right = from_squares(wanted, best, n)
    return far(got, np.sqrt(right) if root else right, 0.0, word)


# Criteria of the features' standard deviations and of z-scores


@criterion("feature_deviations.values", "moments.variance-along", "The standard deviation of each feature")
def _feature_deviations(case: Case) -> str:
    """A constant feature has deviation 0; 1, by which it is divided instead, is accepted as well."""
    facts, got = case.facts, case.roles["feature_deviations"]
    n = facts.n if facts.standardise == "n" else max(facts.n - 1, 1)
    wanted = np.linalg.norm(facts.X - facts.mean, axis=0) / np.sqrt(n)
    bound = case.data_error / np.sqrt(n) * facts.units
    wrong = np.abs(got - wanted) > bound
    constant = wanted <= bound
    wrong &= ~(constant & (got == 1.0))
    return far(np.where(wrong, got, wanted), wanted, 0.0, "deviation of feature") if wrong.any() else ""


@criterion("standardised.values", "centering.centred-data", "Each feature less its mean, over its standard deviation")
def _standardised(case: Case) -> str:
    said = [far(case.roles["standardised"], each, case.data_error, "z-score") for each in case.prepared()]
    return "" if "" in said else said[0]


# Criteria of the components W, p×k: lengths and angles, variance held, eigenvectors, order, signs


@criterion("components.orthonormal", "projection.from-basis", "Components of length 1, at right angles")
def _orthonormal(case: Case) -> str:
    W = case.roles["components"]
    products = W.T @ W
    excess = np.abs(products - np.eye(case.facts.k)) - case.unit_error - case.skewness
    if (excess <= 0).all():
        return ""
    i, j = np.unravel_index(int(np.argmax(excess)), excess.shape)
    if i == j:
        return f"component {i + 1}: got length {apart(float(lengths_of(W)[i]), 1.0)[0]}, but should be 1"
    return f"components {i + 1} and {j + 1}: got an inner product of {products[i, j]:.6g}, but should be 0"


@criterion("components.captured", "trace-objective.ky-fan", "Components that hold the most variance")
def _captured(case: Case) -> str:
    """The span of W holds the most variance, whatever the lengths and angles of its columns."""
    facts = case.facts
    U, sizes, _ = np.linalg.svd(directions_of(case.roles["components"]), full_matrices=False)
    Q = U[:, sizes > case.unit_error * sizes[0]]
    captured, most = float(np.trace(Q.T @ facts.scattered(Q))), float(facts.leading.sum())
    held, wanted = apart(captured / (facts.total or 1.0), most / (facts.total or 1.0), "%", 1)
    return within(
        abs(captured - most),
        2 * facts.k * case.error,
        f"the components hold {held} of the variance, but should hold {wanted}",
    )


@criterion(
    "components.eigen_equation", "stationarity.eigenvector", "Each component an eigenvector of the covariance matrix"
)
def _eigen_equation(case: Case) -> str:
    W, along = case.units
    residuals = np.linalg.norm(case.facts.scattered(W) - W * along, axis=0)
    worst = int(np.argmax(residuals))
    share = residuals[worst] / (case.facts.eigenvalues[0] or 1.0)
    return within(
        float(residuals[worst]),
        2 * case.error,
        f"component {worst + 1} is no eigenvector: Sw differs from λw by {share:.2g} of the largest eigenvalue",
    )


@criterion("components.order", "spectral.quadratic-form-at-eigenvector", "Components in the order of their variances")
def _order(case: Case) -> str:
    along, leading, bound = case.units[1], case.facts.leading, 2 * case.error
    if len(along) > 1 and np.ptp(along) <= bound < leading[0] - leading[-1]:
        return "the data vary alike along all components, though not along the right ones"
    return non_increasing(along, bound)


@criterion("components.sign", "trace-objective.rotated-optimum", "The sign that was asked for")
def _sign(case: Case) -> str:
    W = case.roles["components"]
    for j, w in enumerate(W.T):
        size = float(np.abs(w).max(initial=0.0))
        bound = case.unit_error * size
        if case.conventions.sign == "sum-positive":
            fine, what = float(w.sum()) >= -bound, "the sum of its entries"
        elif case.conventions.sign == "first-positive":
            # where the first entry is 0 but for rounding, it has no sign to go by
            first = w[np.abs(w) > bound]
            fine = not len(first) or first[0] > 0 or abs(w[0]) <= bound
            what = "its first entry that is not 0"
        else:  # of two entries of one size either may be the largest
            largest = w[np.abs(w) >= size - bound]
            fine, what = bool((largest > 0).any()), "its entry of largest size"
        if not fine:
            return f"component {j + 1}: {what} is negative, but should be positive"
    return ""


# Criteria of the explained variances and of their shares


@criterion("explained_variance.values", "svd.eigenvectors", "The variance along each component")
def _variances(case: Case) -> str:
    got = case.falling("explained_variance")
    return _at_a_scale(case, got, case.facts.leading, case.conventions.scale, "variance")


@criterion("explained_variance.order", "svd.eigenvectors", "Variances in decreasing order")
def _value_order(case: Case) -> str:
    return falling(case.roles["explained_variance"], case)


@criterion("explained_variance_ratio.values", "explained.ratio-is-error", "Each component's share of all the variance")
def _ratio(case: Case) -> str:
    facts, ratio = case.facts, case.falling("explained_variance_ratio")
    if facts.total == 0:
        return ""
    bound = 2 * (facts.p + 1) * case.error / facts.total
    return far(ratio, facts.leading / facts.total, bound, "ratio")


# Criteria of the components' standard deviations, of Λ as a matrix, and of how many components are enough


@criterion("standard_deviations.values", "svd.eigenvectors", "The standard deviation along each component")
def _deviations(case: Case) -> str:
    """The squares are held against the variances; a deviation is not negative."""
    got = case.falling("standard_deviations")
    return _at_a_scale(case, got, case.facts.leading, case.conventions.scale, "deviation", root=True)


@criterion("standard_deviations.order", "svd.eigenvectors", "Standard deviations in decreasing order")
def _deviations_order(case: Case) -> str:
    got = case.roles["standard_deviations"]
    return falling(got * np.abs(got), case)


@criterion("eigenvalue_matrix.values", "spectral.spectral-theorem", "A diagonal matrix of the variances")
def _matrix(case: Case) -> str:
    got = case.roles["eigenvalue_matrix"]
    off = np.abs(got - np.diag(np.diag(got)))
    size = float(np.abs(np.diag(got)).max(initial=0.0))
    if float(off.max(initial=0.0)) > case.unit_error * size:
        i, j = np.unravel_index(int(np.argmax(off)), off.shape)
        return f"entry {i + 1}, {j + 1}: got {got[i, j]:.6g}, but should be 0: the matrix is diagonal"
    values = np.diag(got)
    values = np.sort(values)[::-1] if case.conventions.order == "any" else values
    return _at_a_scale(case, values, case.facts.leading, case.conventions.scale, "eigenvalue")


@criterion("eigenvalue_matrix.order", "spectral.any-order", "A diagonal matrix in decreasing order")
def _matrix_order(case: Case) -> str:
    return falling(np.diag(case.roles["eigenvalue_matrix"]), case)


@criterion("component_count.values", "explained.threshold", "The fewest components that explain the share asked for")
def _count(case: Case) -> str:
    """Where a sum of shares is at the border within rounding, either number is right."""
    got, facts, share = float(case.roles["component_count"]), case.facts, case.conventions.share
    slack = 2 * (facts.p + 1) * case.error / (facts.total or 1.0)
    few, many = component_count(facts, share, slack), component_count(facts, share, -slack)
    if share + slack > 1:  # all of it is explained wherever what is left out is rounding
        many = facts.p
    if got == int(got) and few <= got <= many:
        return ""
    held = shares(facts)
    wanted = component_count(facts, share)
    words = f"got {got:g}, but should be {wanted}, as {wanted} explain {held[wanted - 1]:.4g} of the variance"
    return f"{words} and {wanted - 1} only {held[wanted - 2]:.4g}" if wanted > 1 else words


# Criteria of the projector onto the components


@criterion("projection.values", "projection.from-basis", "The projector onto the leading components")
def _projection(case: Case) -> str:
    """A projector of rank k that holds the most variance and commutes with S."""
    P, facts = case.roles["projection"], case.facts
    bound = case.unit_error
    error = 2 * facts.k * case.error + bound * facts.p * float(facts.eigenvalues[0])
    held, most = float(np.trace(P @ facts.scatter)), float(facts.leading.sum())
    kept, wanted = apart(held / (facts.total or 1.0), most / (facts.total or 1.0), "%", 1)
    trace = apart(float(np.trace(P)), facts.k)[0]
    return (
        within(float(np.abs(P - P.T).max()), bound, "P differs from Pᵀ, but a projector is symmetric")
        or within(float(np.abs(P @ P - P).max()), facts.p * bound, "P differs from P²: projecting twice moves again")
        or within(
            abs(float(np.trace(P)) - facts.k),
            facts.p * bound,
            f"the trace: got {trace}, but should be {facts.k}, the dimension",
        )
        or within(
            abs(held - most),
            error,
            f"P keeps {kept} of the variance, but should keep {wanted}",
        )
    )


@criterion("projection.agree", "projection.from-basis", "Projector and components of one kind: P = WWᵀ", "components")
def _projection_agree(case: Case) -> str:
    unit = unit_of(case.roles["components"])
    W, P = case.roles["components"] / unit, case.roles["projection"] / unit / unit
    bound = 2 * case.facts.k * case.unit_error * float((W**2).sum())
    return far(P, W @ W.T, bound, "entry", unit * unit)


# Criteria of the scores Z, n×k


@criterion("scores.centred", "svd.scores", "Scores of mean 0")
def _scores_centred(case: Case) -> str:
    bound = case.data_error / np.sqrt(case.facts.n)
    means = case.score_means()
    worst = int(np.argmax(np.abs(means)))
    words = f"scores of component {worst + 1}: got mean {means[worst]:.6g}, but should be 0"
    return within(float(np.abs(means).max()), float(bound), words)


@criterion("scores.uncorrelated", "svd.scores", "Uncorrelated scores")
def _scores_uncorrelated(case: Case) -> str:
    Z = case.sized_scores
    M = Z.T @ Z
    off = np.abs(M - np.diag(np.diag(M))) - case.skewness * case.facts.eigenvalues[0]
    i, j = np.unravel_index(int(np.argmax(off)), off.shape)
    return within(float(off.max()), case.scores_error, f"the scores of components {i + 1} and {j + 1} are correlated")


@criterion("scores.variances", "svd.scores", "Scores that vary as the components do")
def _scores_variances(case: Case) -> str:
    leading = case.facts.leading
    squares = (case.scores**2).sum(axis=0)
    worst = int(np.argmax(np.abs(squares - leading)))
    ratio = squares[worst] / leading[worst] if leading[worst] > 0 else np.inf
    words = f"scores of component {worst + 1} vary {apart(float(ratio), 1.0, digits=4)[0]} times as much as they should"
    return within(float(np.abs(squares - leading).max()), case.scores_error, words)


@criterion("scores.space", "algorithms.four-routes", "Scores of the leading components")
def _scores_space(case: Case) -> str:
    """XcXcᵀZ = ZΛ: the scores are eigenvectors of the Gram matrix."""
    Z, Xc = case.sized_scores, case.facts.centred
    sigma = float(np.sqrt(case.facts.eigenvalues[0]))
    residual = float(np.linalg.norm(Xc @ (Xc.T @ Z) - Z * case.facts.leading))
    bound = 4 * np.sqrt(case.facts.k) * sigma * case.scores_error
    return within(residual, bound, "the scores are not those of the leading components: XXᵀZ differs from ZΛ")


def agree_error(case: Case) -> float:
    """Error bound between scores and the centred data times the components."""
    return 2 * case.data_error + case.unit_error * float(np.linalg.norm(case.facts.centred))


@criterion("scores.agree", "svd.scores", "Scores that are the centred data times the components", "components")
def _scores_agree(case: Case) -> str:
    Z, W = case.roles["scores"], case.roles["components"]
    unit = unit_of(W)
    size = float(lengths_of(W / unit).max())
    return far(Z / unit, case.facts.centred @ (W / unit), size * agree_error(case), "score", unit)


# Criteria of whitened scores, n×k, and of ZCA-whitened data, n×p.
#
# Whitened scores Y are judged as the scores Y·diag(s) that they came from, s being what right ones are divided by: an
# error e of λ changes s by e/(2λ) of it, and so the squares of a column by e, which is in the bounds of scores already.


def divisors(case: Case, values: Real) -> Iterator[Real]:
    """Possible divisors of whitened scores, for eigenvalues of the scatter matrix."""
    facts, rule = case.facts, case.conventions
    counts = {"n-1": [facts.n - 1], "n": [facts.n], "any": [facts.n - 1, facts.n]}[rule.whitening]
    for count in counts:
        variances = values / max(count, 1)
        if rule.epsilon_in == "deviation":
            yield np.sqrt(variances) + rule.epsilon
        else:
            yield np.sqrt(variances + rule.epsilon)


def _whitened_scores(case: Case) -> Iterator[Real]:
    """Possible scores of whitened ones, minus their means; 0 along axes without variance."""
    Y = case.roles["whitened"]
    Y = Y - Y.mean(axis=0)
    if case.conventions.order == "any":
        Gram = case.facts.centred @ (case.facts.centred.T @ Y)
        sizes = np.maximum((Y**2).sum(axis=0), np.finfo(float).tiny)
        Y = Y[:, np.argsort(-(Y * Gram).sum(axis=0) / sizes, kind="stable")]
    told = case.facts.leading > 10 * case.scores_error
    for divisor in divisors(case, case.facts.leading):
        yield np.where(told, Y * divisor, 0.0)


@criterion("whitened.centred", "svd.scores", "Whitened scores of mean 0")
def _whitened_centred(case: Case) -> str:
    """Each column's mean may be off as that of the scores, over what they are divided by."""
    Y = case.roles["whitened"]
    least = np.minimum.reduce(list(divisors(case, case.facts.leading)))
    means = Y.mean(axis=0) * to_size(Y * least, case.facts.leading, case.scores_error)
    told = case.facts.leading > 10 * case.scores_error
    bound = case.data_error / np.sqrt(case.facts.n) / np.where(told, least, 1.0)
    wrong = told & (np.abs(means) > bound)
    if not wrong.any():
        return ""
    worst = int(np.argmax(np.where(wrong, np.abs(means), 0)))
    return f"whitened scores of component {worst + 1}: got mean {means[worst]:.6g}, but should be 0"


@criterion("whitened.covariance", "svd.scores", "Whitened scores of one variance, uncorrelated")
def _whitened_covariance(case: Case) -> str:
    facts = case.facts
    told = facts.leading > 10 * case.scores_error
    wanted = np.diag(np.where(told, facts.leading, 0.0))
    skew = case.skewness * facts.eigenvalues[0]
    excess = [np.abs(Z.T @ Z - wanted) - skew for Z in _whitened_scores(case)]
    best = min(range(len(excess)), key=lambda number: float(excess[number].max()))
    if float(excess[best].max()) <= case.scores_error:
        return ""
    i, j = np.unravel_index(int(np.argmax(excess[best])), wanted.shape)
    if i != j:
        return f"the whitened scores of components {i + 1} and {j + 1} are correlated"
    products = list(_whitened_scores(case))[best]
    ratio = float((products[:, i] ** 2).sum() / wanted[i, i]) if wanted[i, i] else np.inf
    return f"whitened scores of component {i + 1} vary {ratio:.6g} times as much as they should"


@criterion("whitened.space", "algorithms.four-routes", "Whitened scores of the leading components")
def _whitened_space(case: Case) -> str:
    facts = case.facts
    sigma = float(np.sqrt(facts.eigenvalues[0]))
    bound = 4 * np.sqrt(facts.k) * sigma * case.scores_error
    words = "the whitened scores are not those of the leading components: XXᵀY differs from YΛ"
    residuals = [
        float(np.linalg.norm(facts.centred @ (facts.centred.T @ Z) - Z * facts.leading))
        for Z in (Z * to_size(Z, facts.leading, case.scores_error) for Z in _whitened_scores(case))
    ]
    return within(min(residuals), float(bound), words)


def _varies(case: Case) -> "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]":
    """For each axis, whether the data vary along it by more than rounding."""
    facts = case.facts
    return facts.decomposed[1] > 2 * np.sqrt(facts.n + facts.p) * 2.0**-52 * facts.size


def zca(case: Case) -> Iterator[Real]:
    """The right ZCA-whitened data, n×p; 0 along axes without variance."""
    U, sizes, axes = case.facts.decomposed
    told = _varies(case)
    for divisor in divisors(case, sizes**2):
        yield np.asarray((U[:, told] * (sizes[told] / divisor[told])) @ axes[told])


@criterion("zca.values", "svd.scores", "Data whitened and turned back (ZCA)")
def _zca(case: Case) -> str:
    """An error of the scatter matrix moves S^(−1/2) by half of it over the smallest eigenvalue, relatively."""
    facts, got = case.facts, case.roles["zca"]
    least = facts.decomposed[1][_varies(case)] ** 2
    if not len(least):
        return ""
    answers = list(zca(case))
    inner = min(float(divisor.min()) for divisor in divisors(case, least))
    added = case.conventions.epsilon * facts.n if case.conventions.epsilon_in == "variance" else 0.0
    relative = case.error / float(least.min() + added)
    distances = [float(np.linalg.norm(got - right)) for right in answers]
    best = answers[int(np.argmin(distances))]
    return far(got, best, relative * float(np.linalg.norm(best)) + case.data_error / inner, "entry")


# Criteria of the reconstruction, n×p


def without_mean(case: Case, R: Real) -> Real:
    """A reconstruction minus the mean, in the units of the centred data."""
    facts, kind = case.facts, case.conventions.reconstruction
    mean = facts.mean if kind == "data" else 0.0
    return np.asarray((R - mean) / (1.0 if kind == "standardised" else facts.units))


def _reconstruction(case: Case) -> Real:
    return without_mean(case, case.roles["reconstruction"])


def _variation(case: Case) -> tuple[float, Real]:
    """The largest singular value of a reconstruction minus its own mean, and that matrix over this value."""
    R = case.roles["reconstruction"] / (1.0 if case.conventions.reconstruction == "standardised" else case.facts.units)
    unit = unit_of(R)
    V = R / unit - (R / unit).mean(axis=0)
    own = unit_of(V)
    largest = float(np.linalg.norm(V / own, 2))
    return largest * own * unit, np.asarray(V / own / (largest or 1.0))


@criterion("reconstruction.error", "trace-objective.discarded", "No more lost than the variance left out")
def _reconstruction_error(case: Case) -> str:
    facts = case.facts
    lost = float(np.linalg.norm(facts.centred - _reconstruction(case)) ** 2)
    least = float(facts.eigenvalues[facts.k :].sum())
    rounding = case.data_error + case.stored_error("reconstruction")
    bound = 2 * facts.k * case.error + 2 * np.sqrt(least) * rounding + rounding**2
    got, wanted = apart(lost, least)
    words = f"the squared error: got {got}, but should be {wanted}, the variance left out"
    return within(abs(lost - least), float(bound), words)


@criterion("reconstruction.rank", "svd.eckart-young", "A reconstruction from as many components as asked for")
def _reconstruction_rank(case: Case) -> str:
    facts = case.facts
    if facts.k >= min(facts.n, facts.p):
        return ""
    R = _reconstruction(case)
    varying, V = _variation(case)
    sigma = float(np.sqrt(facts.eigenvalues[0]))
    if sigma > 10 * case.data_error and is_constant(case.roles["reconstruction"], case.eps).all():
        return "the reconstruction is the same for all samples"
    beyond = np.linalg.svd(R, compute_uv=False)[facts.k]
    if varying < sigma / 2:  # what is small enough fits into any dimensions, also beside the mean
        beyond = max(beyond * (sigma / max(varying, beyond)), sigma * np.linalg.svd(V, compute_uv=False)[facts.k])
    dimensions = "one dimension" if facts.k == 1 else f"{facts.k} dimensions"
    return within(
        float(beyond),
        2 * case.data_error + case.stored_error("reconstruction"),
        f"the reconstruction less the mean does not fit into {dimensions}",
    )


@criterion(
    "reconstruction.agree",
    "projection.affine",
    "A reconstruction from the scores and the components",
    "scores",
    "components",
)
def _reconstruction_agree(case: Case) -> str:
    one, other = unit_of(case.roles["scores"]), unit_of(case.roles["components"])
    Z, W, R = case.roles["scores"] / one, case.roles["components"] / other, _reconstruction(case)
    sigma = float(np.sqrt(case.facts.eigenvalues[0])) or 1.0
    size = float(np.linalg.norm(W)) * float(np.linalg.norm(Z)) / sigma
    unit = max(unit_of(R), min(one * other, _LARGEST))
    factor = one / unit * other
    bound = factor * size * agree_error(case) + case.stored_error("reconstruction") / unit
    return far(R / unit, factor * (Z @ W.T), bound, "entry less the mean", unit)


_LARGEST = 2.0**1000


# Criteria of new samples of the same features: they take the mean and the components of the data before.
#
# What a transformation that takes its own mean, or fits again, returns for the data that it was fitted to is right, so
# only new samples tell.


_APART = 500.0
"""Eigenvalues closer than this multiple of the error of S count as equal: their axes may be rotated among each
other.
"""


@dataclass(frozen=True)
class EqualAxes:
    """The axes of numerically equal eigenvalues, of which the first few are requested."""

    start: int
    axes: Real
    """p×c."""
    asked: int
    turn: float
    """Error bound of a right program's space."""


def _spaces(facts: Facts, error: float) -> Iterator[EqualAxes]:
    values, axes = facts.eigenvalues[: len(facts.axes)], facts.axes
    start = 0
    while start < facts.k:
        stop = start + 1
        while stop < len(values) and values[stop - 1] - values[stop] <= _APART * error:
            stop += 1
        gaps = [values[start - 1] - values[start]] if start else []
        gaps += [values[stop - 1] - values[stop]] if stop < len(values) else []
        # with few samples, the remaining axes have eigenvalue 0
        gaps += [values[stop - 1]] if stop == len(values) < facts.p else []
        turn = 2 * error / max(min(gaps), error) if gaps else 0.0
        yield EqualAxes(start, axes[start:stop].T, min(stop, facts.k) - start, turn)
        start = stop


@criterion(
    "scores_new.values", "projection.affine", "Scores of new samples, by the mean and the components of the data before"
)
def _scores_new(case: Case) -> str:
    facts, Z = case.facts, case.roles["scores_new"]
    if len(facts.axes) < facts.k:
        return ""
    Z = Z[:, _order_of_new(case)]
    said = _unlike(case, Z, facts.new)
    if not said:
        return ""
    for new, what in _mistaken(facts):
        if not _unlike(case, Z, new):
            return f"the scores of new samples are those of {what}"
    fitted = Facts(facts.new_data, facts.k, facts.standardise, facts.accuracy)
    if len(fitted.axes) >= facts.k and not _unlike(Case(fitted, case.conventions, {}, case.eps), Z, fitted.centred):
        return "the scores of new samples are those of components that are fitted to the new samples"
    return said


def _unlike(case: Case, Z: Real, new: Real) -> str:
    """A message naming scores that are not those of the new samples, up to signs and the basis inside a tie."""
    facts = case.facts
    size = float(np.linalg.norm(new))
    for space in _spaces(facts, case.error):
        own = slice(space.start, space.start + space.asked)
        along, got = new @ space.axes, Z[:, own]
        bound = case.new_error + 2 * space.turn * size
        held, values, right = np.linalg.svd(along, full_matrices=False)
        kept = values > 10 * bound
        # the part in the space is got = along·Q with QᵀQ = I; Q is undetermined outside of the samples' span
        Q = right[kept].T @ ((held[:, kept].T @ got) / values[kept, None])
        name = f"the scores of component {space.start + 1}"
        if np.linalg.norm(got - along @ Q) > 2 * bound:
            return f"{name}: new samples less the mean of the data before, times the component, give others"
        if not kept.all():
            continue
        if np.abs(Q.T @ Q - np.eye(space.asked)).max() > 4 * bound / values.min():
            return f"{name} of new samples are longer or shorter than they should be"
        before = _basis(case, space, own)
        if before is not None and np.abs(Q - before).max() > 0.1:
            return f"{name} of new samples have another sign or basis than those of the data before"
    return ""


def _basis(case: Case, space: EqualAxes, own: slice) -> Real | None:
    """The rotation of the fitted data's scores inside a space; None if they are not in the space."""
    if "scores" not in case.roles:
        return None
    along = case.facts.centred @ space.axes
    size = float(np.linalg.norm(along))
    if not size > 100 * case.data_error:
        return None
    Q, *_ = np.linalg.lstsq(along, case.roles["scores"][:, _order_of_new(case)][:, own], rcond=None)
    return np.asarray(Q) if np.abs(Q.T @ Q - np.eye(space.asked)).max() < 0.1 else None


def _order_of_new(case: Case) -> Sequence[int]:
    """The order of columns that sorts scores by component, if the assignment leaves the order free."""
    facts, asked = case.facts, range(case.facts.k)
    if case.conventions.order != "any":
        return asked
    if "scores" in case.roles:
        Z = case.roles["scores"]
        return sorted(asked, key=lambda j: -float(np.var(Z[:, j])))
    # each column is the new samples times a direction; the variance along it identifies the component
    along, *_ = np.linalg.lstsq(facts.new @ facts.axes.T, case.roles["scores_new"], rcond=None)
    values = facts.eigenvalues[: len(facts.axes)]
    return sorted(asked, key=lambda j: -float(along[:, j] ** 2 @ values) / (float(along[:, j] @ along[:, j]) or 1.0))


def _mistaken(facts: Facts) -> Iterator[tuple[Real, str]]:
    new = facts.new
    yield new - new.mean(axis=0), "samples less their own mean, where the mean of the data before is to be taken off"
    yield facts.new_data / facts.units, "samples from which no mean is taken off"


@criterion(
    "scores_new.agree",
    "svd.scores",
    "Scores of new samples that are the samples less the mean, times the components",
    "components",
)
def _agree_new(case: Case) -> str:
    unit = unit_of(case.roles["components"])
    W, Z = case.roles["components"] / unit, case.roles["scores_new"] / unit
    bound = float(np.linalg.norm(W)) * (case.new_error + case.unit_error * float(np.linalg.norm(case.facts.new)))
    return far(Z, case.facts.new @ W, bound, "score", unit)


@criterion(
    "reconstruction_new.values",
    "projection.affine",
    "New samples reconstructed by the mean and the components of the data before",
)
def _reconstruction_new(case: Case) -> str:
    facts, R = case.facts, case.roles["reconstruction_new"]
    if len(facts.axes) < facts.k:
        return ""
    R = without_mean(case, R)
    said = _unlike_projected(case, R, facts.new)
    if not said:
        return ""
    own = facts.new.mean(axis=0)
    if not _unlike_projected(case, R - own, facts.new - own):
        return "new samples are reconstructed around their own mean, not around that of the data before"
    if case.conventions.reconstruction == "data" and not _unlike_projected(
        case, R + facts.mean / facts.units, facts.new
    ):
        return "the mean is not put back"
    return said


def _unlike_projected(case: Case, R: Real, new: Real) -> str:
    """A message if a reconstruction is not the projection of the new samples onto the leading components."""
    facts = case.facts
    size = float(np.linalg.norm(new))
    rest, bound = R, case.new_error + case.stored_error("reconstruction")
    for space in _spaces(facts, case.error):
        bound += 4 * space.turn * size
        if space.asked == space.axes.shape[1]:
            rest = rest - (new @ space.axes) @ space.axes.T
            continue
        # a tie at the border allows any axes: the rest is along·QQᵀ in the space, for some Q with QᵀQ = I
        along = new @ space.axes
        inside = rest @ space.axes
        rest = rest - inside @ space.axes.T
        if np.linalg.matrix_rank(along, tol=10 * bound) < along.shape[1]:
            continue
        P, *_ = np.linalg.lstsq(along, inside, rcond=None)
        slack = 10 * bound / float(np.linalg.svd(along, compute_uv=False)[-1])
        projector = np.abs(P - P.T).max() <= slack and np.abs(P @ P - P).max() <= slack
        if not projector or abs(np.trace(P) - space.asked) > len(P) * slack:
            return "new samples are not projected onto the components of the data before"
    worst = int(np.argmax(np.linalg.norm(rest, axis=1)))
    if float(np.linalg.norm(rest)) <= 2 * bound:
        return ""
    return f"new sample {worst + 1} is not reconstructed by the mean and the components of the data before"


# The criterion of the reconstruction error


@criterion("reconstruction_error.values", "trace-objective.discarded", "The error of the reconstruction")
def _error(case: Case) -> str:
    """The square of a root is judged, so that the bound is that of the sum of squares."""
    facts, rule = case.facts, case.conventions
    got = float(case.roles["reconstruction_error"])
    unit = unit_of_error(facts, rule)
    squared = (got * abs(got) if rule.error == "root" else got) * unit
    wanted = squared_error(facts, rule)
    rounding = case.data_error + case.stored_error("reconstruction")
    largest = float(facts.units.max()) ** 2 if rule.reconstruction != "standardised" else 1.0
    bound = (2 * facts.k * case.error + 2 * float(np.sqrt(facts.eigenvalues[facts.k :].sum())) * rounding) * largest
    if abs(squared - wanted) <= bound + rounding**2 * largest:
        return ""
    one, other = apart(got, reconstruction_error(facts, rule))
    return f"got {one}, but should be {other}"


# Criteria of kernel matrices, n×n, and of the scores of kernel PCA, n×k.
#
# Kernel PCA is PCA of the Gram matrix HKH: its scores Z satisfy HKHZ = ZΛ and ZᵀZ = Λ, whatever the signs and the basis
# inside a repeated eigenvalue.


def _kernel(case: Case) -> Kernel:
    return kernel_of(case.facts, case.conventions)


def _kernel_error(case: Case) -> float:
    """Error bound of a right program's HKH, larger with fewer digits than float64 has."""
    known = _kernel(case)
    return known.error + (case.eps > 1e-15) * 8 * case.eps * float(np.linalg.norm(known.raw)) * case.facts.n**0.5


@criterion("kernel.values", "svd.read-twice", "The kernel of each two samples")
def _kernel_values(case: Case) -> str:
    known = _kernel(case)
    right = known.centred if case.conventions.kernel_matrix == "centred" else known.raw
    bound = _kernel_error(case) + 2 * case.facts.accuracy * float(np.linalg.norm(right))
    return far(case.roles["kernel"], right, bound, "kernel of samples")


def _kernel_scores(case: Case) -> Iterator[Real]:
    """The scores as projections, sorted by eigenvalue; unit eigenvectors are multiplied by √λ."""
    known, Z = _kernel(case), case.roles["kernel_scores"]
    Z = Z - Z.mean(axis=0)
    if case.conventions.order == "any":
        sizes = np.maximum((Z**2).sum(axis=0), np.finfo(float).tiny)
        Z = Z[:, np.argsort(-(Z * (known.centred @ Z)).sum(axis=0) / sizes, kind="stable")]
    told = known.values > 10 * _kernel_error(case)
    if case.conventions.kernel_scale != "unit":
        yield np.where(told, Z, 0.0)
    if case.conventions.kernel_scale != "projections":
        yield np.where(told, Z * np.sqrt(known.values), 0.0)


def _unvarying(case: Case) -> str:
    known = _kernel(case)
    return case.without_variation("kernel_scores", known.values, 10 * _kernel_error(case))


def _varying(check: Check) -> Check:
    """A check that fails as well where the scores do not vary."""

    @functools.wraps(check)
    def both(case: Case) -> str:
        return check(case) or _unvarying(case)

    return both


@criterion("kernel_scores.centred", "centering.idempotent", "Kernel scores of mean 0")
@_varying
def _kernel_centred(case: Case) -> str:
    """A mean of 0 is what centring the kernel gives; the scores of K itself have another."""
    known, Z = _kernel(case), case.roles["kernel_scores"]
    means, lengths = np.abs(Z.mean(axis=0)), lengths_of(Z)
    told = known.values > 10 * _kernel_error(case)
    bound = 2 * _kernel_error(case) / np.where(told, known.values, 1.0) * lengths
    wrong = told & ~((means <= bound) & np.isfinite(lengths))
    if not wrong.any():
        return ""
    worst = int(np.argmax(np.where(wrong, means, 0)))
    return f"scores of component {worst + 1}: got mean {Z[:, worst].mean():.6g}, but should be 0"


@criterion("kernel_scores.variances", "svd.scores", "Kernel scores, uncorrelated, that vary as the components do")
@_varying
def _kernel_variances(case: Case) -> str:
    known = _kernel(case)
    told = known.values > 10 * _kernel_error(case)
    wanted = np.diag(np.where(told, known.values, 0.0))
    excess = [np.abs(Z.T @ Z - wanted) for Z in _kernel_scores(case)]
    best = min(excess, key=lambda distances: float(distances.max()))
    if float(best.max()) <= 8 * _kernel_error(case):
        return ""
    i, j = np.unravel_index(int(np.argmax(best)), best.shape)
    if i != j:
        return f"the scores of components {i + 1} and {j + 1} are correlated"
    return f"scores of component {i + 1} do not vary as they should"


@criterion("kernel_scores.space", "algorithms.four-routes", "Kernel scores of the leading components")
@_varying
def _kernel_space(case: Case) -> str:
    known = _kernel(case)
    size = float(np.sqrt(known.values[0]))
    sized = (Z * to_size(Z, known.values, _kernel_error(case)) for Z in _kernel_scores(case))
    residual = min(float(np.linalg.norm(known.centred @ Z - Z * known.values)) for Z in sized)
    words = "the scores are not those of the leading components: HKHZ differs from ZΛ"
    return within(residual, 8 * np.sqrt(case.facts.k) * size * _kernel_error(case), words)


CRITERIA = tuple(_FOUND)
"""In the order in which they are judged."""
FORM_CLAIMS = dict.fromkeys(ROLES, "moments.orientation") | {
    "components": "algorithms.transform-shape",
    "scores": "algorithms.transform-shape",
    "scores_new": "algorithms.transform-shape",
}
