"""Axes by the eigenvectors of the n×n Gram matrix Xc Xcᵀ: the fast route for n < p."""

import numpy as np

from pcaproofs.reference.centred import Centred
from pcaproofs.reference.validate import Array


def axes(values: Centred, d: int) -> Array:
    """The d axes Xcᵀu, u running over the leading eigenvectors of XcXcᵀ, made orthonormal.

    Shapes: n×p → p×d, orthonormal columns, d ≤ min(n, p). Error: as by the covariance, an axis is known only where
    its variance stands out of ε·λ₁.
    Source: Jolliffe, Principal Component Analysis, §3.5; Turk and Pentland 1991.
    """
    dense = values.dense()
    _, vectors = np.linalg.eigh(dense @ dense.T)
    images = dense.T @ vectors[:, : -d - 1 : -1]
    # Dividing Xcᵀu by its length is the textbook's step, and divides by nothing where the rank is below d. Householder
    # QR scales the columns, straightens what rounding bent, and completes the basis with directions of no variance.
    basis, _ = np.linalg.qr(images)
    return np.asarray(basis)
