"""Criteria of the components' standard deviations, of Λ as a matrix, and of how many components are enough."""

import numpy as np

from pcaproofs.grading.judge.answer import Case
from pcaproofs.grading.judge.criteria.scales import from_squares, squares
from pcaproofs.grading.judge.criterion import Criterion, falling, far
from pcaproofs.grading.judge.numbers import component_count, shares
from pcaproofs.grading.judge.truth import SCALES, Real


def _deviations(case: Case) -> str:
    """The squares are held against the variances; a deviation is not negative."""
    got = case.falling("standard_deviations")
    scales = SCALES if case.conventions.scale == "any" else (case.conventions.scale,)
    # the deviation of scores whose variance is the eigenvalue itself is the singular value
    allowed = ["scatter" if scale == "singular" else scale for scale in scales]
    return _best(case, got, [(squares(got * np.abs(got), scale, case.facts.n), scale) for scale in allowed], root=True)


def _matrix(case: Case) -> str:
    got = case.roles["eigenvalue_matrix"]
    off = np.abs(got - np.diag(np.diag(got)))
    size = float(np.abs(np.diag(got)).max(initial=0.0))
    if float(off.max(initial=0.0)) > case.unit_error * size:
        i, j = np.unravel_index(int(np.argmax(off)), off.shape)
        return f"entry {i + 1}, {j + 1}: got {got[i, j]:.6g}, but should be 0: the matrix is diagonal"
    values = np.diag(got)
    values = np.sort(values)[::-1] if case.conventions.order == "any" else values
    allowed = SCALES if case.conventions.scale == "any" else (case.conventions.scale,)
    return _best(case, values, [(squares(values, scale, case.facts.n), scale) for scale in allowed], root=False)


def _best(case: Case, got: Real, tried: list[tuple[Real, str]], *, root: bool) -> str:
    """The message for the scale with the smallest error, or an empty text if one fits."""
    facts = case.facts
    found, scale = min(tried, key=lambda pair: float(np.abs(pair[0] - facts.leading).max()))
    if float(np.abs(found - facts.leading).max()) <= case.error:
        return ""
    wanted = from_squares(facts.leading, scale, facts.n)
    return far(got, np.sqrt(wanted) if root else wanted, 0.0, "deviation" if root else "eigenvalue")


def _deviations_order(case: Case) -> str:
    got = case.roles["standard_deviations"]
    return falling(got * np.abs(got), case)


def _matrix_order(case: Case) -> str:
    return falling(np.diag(case.roles["eigenvalue_matrix"]), case)


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


CRITERIA = (
    Criterion(
        "standard_deviations.values",
        ("standard_deviations",),
        "svd.eigenvectors",
        _deviations,
        "The standard deviation along each component",
    ),
    Criterion(
        "standard_deviations.order",
        ("standard_deviations",),
        "svd.eigenvectors",
        _deviations_order,
        "Standard deviations in decreasing order",
    ),
    Criterion(
        "eigenvalue_matrix.values",
        ("eigenvalue_matrix",),
        "spectral.spectral-theorem",
        _matrix,
        "A diagonal matrix of the variances",
    ),
    Criterion(
        "eigenvalue_matrix.order",
        ("eigenvalue_matrix",),
        "spectral.any-order",
        _matrix_order,
        "A diagonal matrix in decreasing order",
    ),
    Criterion(
        "component_count.values",
        ("component_count",),
        "explained.threshold",
        _count,
        "The fewest components that explain the share asked for",
    ),
)
