"""The entry point `pca`: check, scale, centre, find the axes by a route, measure along them."""

from collections.abc import Callable
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike

from pcaproofs.reference import by_covariance, by_deflation, by_gram, by_svd, scale
from pcaproofs.reference.centred import Centred, at_mean, at_zero
from pcaproofs.reference.measure import Measured, measure
from pcaproofs.reference.result import PCA, Rows
from pcaproofs.reference.validate import DDOF, Array, component_count, divisor, one_of, real_matrix, truth

Route = Literal["svd", "covariance", "gram", "deflation", "auto"]

# A route takes centred data (n×p) and d, and returns orthonormal axes (p×d) by decreasing variance.
ROUTES: dict[str, Callable[[Centred, int], Array]] = {
    "svd": by_svd.axes,
    "covariance": by_covariance.axes,
    "gram": by_gram.axes,
    "deflation": by_deflation.axes,
}

# Below this many entries × min(n, p) the SVD takes well under a millisecond, and nothing is gained by squaring.
_SMALL = 100_000

# An axis from the squared data is off by ε over a gap of variances, one from the SVD by ε over a gap of singular values
# (see the table in `__init__`): that is σ₁/(σ_d + σ_{d+1}) times as much, at most ten if σ_d is a tenth of σ₁.
_WIDE = 0.01


def pca(
    X: ArrayLike,
    d: int | None = None,
    *,
    route: Route = "auto",
    rows: Rows = "samples",
    ddof: int = DDOF,
    center: bool = True,
) -> PCA:
    """The first d principal components of X (all min(n, p) by default).

    Shapes: n×p, or p×n with `rows="features"` → PCA. X is never changed; integers, bools and other floats are read as
    float64. `route` is the method that finds the axes; "auto" squares the data if this is fast and accurate enough, and
    otherwise uses the SVD. `ddof` is 0 (divide by n) or 1 (by n − 1).
    Raises TypeError for data or options of a wrong kind; ValueError for NaN or infinite entries, data without two axes
    or without entries, d outside 1…min(n, p), a single sample with ddof=1, variances beyond the largest float.
    Source: Jolliffe, Principal Component Analysis, §1.1 and §3.5.

    >>> result = pca([[0, 0], [4, 3], [8, 6]], d=1, ddof=1)
    >>> result.components.round(12)
    array([[0.8],
           [0.6]])
    >>> result.explained_variance.round(12), result.scores.round(12).T
    (array([25.]), array([[-5.,  0.,  5.]]))
    """
    one_of(route, [*ROUTES, "auto"], "route")
    one_of(rows, ["samples", "features"], "rows")
    A = real_matrix(X)
    A = A.T if rows == "features" else A
    n, p = A.shape
    d = component_count(d, n, p)
    by = divisor(n, ddof)
    around_mean = truth(center, "center")

    A, exponent = scale.normalise(A)
    values = at_mean(A) if around_mean else at_zero(A)
    if route == "auto":
        found = _auto(values, d, rank=min(n - around_mean, p))
    else:
        found = measure(values, ROUTES[route](values, d))

    squares = found.singular_values**2
    ratio = squares / found.energy if found.energy > 0 else np.zeros(d)
    return PCA(
        mean=scale.shift(values.mean, exponent),
        components=found.components,
        explained_variance=scale.shift(squares / by, 2 * exponent),
        explained_variance_ratio=ratio,
        singular_values=scale.shift(found.singular_values, exponent),
        scores=scale.shift(found.scores, exponent),
        total_variance=float(scale.shift(np.array(found.energy / by), 2 * exponent)),
        ddof=int(cast(Any, ddof)),
        rows=rows,
    )


def _auto(values: Centred, d: int, rank: int) -> Measured:
    """Axes from the smaller squared matrix if this is accurate enough, otherwise from the SVD; rank: its bound."""
    n, p = values.shape
    if n * p * min(n, p) > _SMALL:
        found = measure(values, (by_covariance if p <= n else by_gram).axes(values, d))
        s = found.singular_values
        if s[min(d, rank) - 1] ** 2 >= _WIDE * s[0] ** 2:
            return found
    return measure(values, by_svd.axes(values, d))
