"""Quantities that follow from the axes: scores, singular values, their order, the signs."""

from typing import NamedTuple

import numpy as np

from pcaproofs.reference.centred import Centred
from pcaproofs.reference.signs import signs
from pcaproofs.reference.validate import Array


class Measured(NamedTuple):
    """Axes with the quantities measured along them, by decreasing singular value."""

    components: Array  # p×d
    singular_values: Array  # (d,)
    scores: Array  # n×d
    energy: float  # ‖Xc‖², the sum of all squares


def measure(values: Centred, axes: Array) -> Measured:
    """Scores along given axes, and the lengths of the score columns as singular values.

    Shapes: centred data n×p, orthonormal axes p×d. The length ‖Xc w‖ is the root of a Rayleigh quotient: its error is
    of second order in the error of w (Parlett, The Symmetric Eigenvalue Problem, §1.7), so it is more accurate than √λ
    from a route that squared the data.
    """
    axes = axes * signs(axes) + 0.0  # adding zero turns −0 into 0
    scores = values.along(axes)
    lengths = np.sqrt(np.einsum("ij,ij->j", scores, scores))
    if np.any(np.diff(lengths) > 0):  # tied variances may come in the other order by a rounding
        order = np.argsort(-lengths, kind="stable")
        axes, scores, lengths = axes[:, order], scores[:, order], lengths[order]
    return Measured(axes, lengths, scores, values.energy())
