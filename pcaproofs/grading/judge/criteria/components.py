"""Criteria of the components W, p×k: lengths and angles, variance held, eigenvectors, order, signs."""

import numpy as np

from pcaproofs.grading.judge.answer import Case, directions_of, lengths_of
from pcaproofs.grading.judge.criterion import Criterion, apart, non_increasing, within


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


def _order(case: Case) -> str:
    along, leading, bound = case.units[1], case.facts.leading, 2 * case.error
    if len(along) > 1 and np.ptp(along) <= bound < leading[0] - leading[-1]:
        return "the data vary alike along all components, though not along the right ones"
    return non_increasing(along, bound)


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


CRITERIA = (
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
)
