"""Axes by the singular value decomposition Xc = U Σ Wᵀ: the columns of W. No squared matrix is formed."""

import numpy as np

from pcaproofs.reference.centred import Centred
from pcaproofs.reference.validate import Array


def axes(values: Centred, d: int) -> Array:
    """The first d right singular vectors of the centred data.

    Shapes: n×p → p×d, orthonormal columns. Error: backward stable; these are the axes of a matrix within c·ε‖Xc‖ of Xc.
    Source: Golub and Van Loan, Matrix Computations, §8.6; Jolliffe, Principal Component Analysis, §3.5.
    """
    _, _, rows = np.linalg.svd(values.dense(), full_matrices=False)
    return np.asarray(rows[:d].T)
