"""Conversion of variances between their divisor and the unit of the scatter matrix."""

import numpy as np

from pcaproofs.grading.judge.truth import Real


def squares(values: Real, scale: str, n: int) -> Real:
    """Variances converted to the unit of the scatter matrix."""
    factor = {"n-1": n - 1, "n": n, "scatter": 1, "singular": 1}[scale]
    return values**2 * np.sign(values) if scale == "singular" else values * factor


def from_squares(squares: Real, scale: str, n: int) -> Real:
    """Variances converted from the unit of the scatter matrix."""
    factor = {"n-1": max(n - 1, 1), "n": n, "scatter": 1, "singular": 1}[scale]
    return np.sqrt(squares) if scale == "singular" else squares / factor
