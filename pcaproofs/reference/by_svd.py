"""Axes by the singular value decomposition Xc = U Σ Wᵀ: the columns of W. No squared matrix is formed."""

import numpy as np

from pcaproofs.reference.centred import Centred
from pcaproofs.reference.validate import Array

_LONG = 1.5  # of one side to the other


def axes(values: Centred, d: int) -> Array:
    """The first d right singular vectors of the centred data.

    Shapes: n×p → p×d, orthonormal columns. Error: backward stable; these are the axes of a matrix within c·ε‖Xc‖ of Xc.
    Long data are first reduced to a triangle by Householder reflections, which is as stable.
    Source: Golub and Van Loan, Matrix Computations, §5.4.8 and §8.6; Jolliffe, Principal Component Analysis, §3.5.
    """
    dense = values.dense()
    n, p = dense.shape
    if n >= _LONG * p:  # the right singular vectors of Xc = QR are those of R, and Q is not needed
        _, _, rows = np.linalg.svd(np.linalg.qr(dense, mode="r"))
        return np.asarray(rows[:d].T)
    if p >= _LONG * n:  # Xcᵀ = QR, so Xc = RᵀQᵀ
        basis, R = np.linalg.qr(dense.T)
        _, _, rows = np.linalg.svd(R.T)
        return np.asarray(basis @ rows[:d].T)
    _, _, rows = np.linalg.svd(dense, full_matrices=False)
    return np.asarray(rows[:d].T)
