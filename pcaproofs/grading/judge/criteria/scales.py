"""Variances and covariances in the unit of the scatter matrix, and back, whatever they were divided by."""

import numpy as np

from pcaproofs.grading.judge.truth import Real


def squares(values: Real, scale: str, n: int) -> Real:
    """Given variances in the unit of the scatter matrix."""
    factor = {"n-1": n - 1, "n": n, "scatter": 1, "singular": 1}[scale]
    return values**2 * np.sign(values) if scale == "singular" else values * factor


def from_squares(squares: Real, scale: str, n: int) -> Real:
    """The variances that numbers in the unit of the scatter matrix are."""
    factor = {"n-1": max(n - 1, 1), "n": n, "scatter": 1, "singular": 1}[scale]
    return np.sqrt(squares) if scale == "singular" else squares / factor
