"""Axes by the eigenvectors of the scatter matrix Xcᵀ Xc: the textbook route, and the fast one for n ≥ p."""

import numpy as np

from pcaproofs.reference.centred import Centred
from pcaproofs.reference.validate import Array


def axes(values: Centred, d: int) -> Array:
    """The d eigenvectors of XcᵀXc with the largest eigenvalues.

    Shapes: n×p → p×d, orthonormal columns. Error: squaring the data costs half of the digits of what is small, so an
    axis is known only where its variance stands out of ε·λ₁.
    Source: Jolliffe, Principal Component Analysis, §1.1 and §3.5.
    """
    _, vectors = np.linalg.eigh(values.scatter())
    return np.asarray(vectors[:, : -d - 1 : -1])
