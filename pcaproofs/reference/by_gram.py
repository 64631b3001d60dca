"""Axes by the eigenvectors of the n×n Gram matrix Xc Xcᵀ: the fastest route for n < p."""

import numpy as np

from pcaproofs.reference.centred import Centred
from pcaproofs.reference.leading import leading
from pcaproofs.reference.validate import Array


def axes(values: Centred, d: int) -> Array:
    """The d axes Xcᵀu for the leading eigenvectors u of XcXcᵀ, made orthonormal.

    Shapes: n×p → p×d, orthonormal columns, d ≤ min(n, p). Error: as for `by_covariance`.
    Source: Jolliffe, Principal Component Analysis, §3.5; Turk and Pentland 1991.
    """
    some = leading(values, d, of_samples=True)
    if some is None:
        _, vectors = np.linalg.eigh(values.gram())
        some = vectors[:, : -d - 1 : -1]
    images = values.dense().T @ some
    # The textbook divides Xcᵀu by its length, which is zero if the rank is below d. Householder QR instead scales the
    # columns, restores orthogonality, and completes the basis with directions of zero variance.
    basis, _ = np.linalg.qr(images)
    return np.asarray(basis)
