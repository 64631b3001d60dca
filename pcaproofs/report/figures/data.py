"""Data of the pictures: four samples in the plane whose components have short decimals, nine others, a spectrum."""

from __future__ import annotations

import numpy as np

from pcaproofs.reference import PCA, pca
from pcaproofs.reference.validate import Array

SAMPLES = ((16.0, 12.0), (0.0, 0.0), (5.0, 10.0), (11.0, 2.0))  # mean (8, 6), variances 50 and 12.5
CLOUD = ((1.0, 2.0), (3.0, 1.0), (5.0, 6.0), (6.0, 3.0), (8.0, 6.5), (9.5, 4.0), (11.0, 9.0), (13.0, 6.5), (14.5, 10.0))
SHIFT = (-6.0, 6.0)  # from the nine samples to those of the picture without centring
SPECTRUM = (7.2, 2.1, 0.4, 0.2, 0.1)


def samples() -> Array:
    """The four samples, 4×2."""
    return np.array(SAMPLES)


def cloud() -> Array:
    """Nine samples in no special position, 9×2."""
    return np.array(CLOUD)


def plane() -> PCA:
    """The principal components of the four samples, variances with the divisor n."""
    return pca(samples(), ddof=0)


def cross() -> Array:
    """Two samples in each direction of each axis of R⁵, 10×5, whose covariance with the divisor n has SPECTRUM."""
    arms = np.diag(np.sqrt(5 * np.array(SPECTRUM)))
    return np.concatenate([arms, -arms])


def some_plane() -> Array:
    """An orthonormal basis, 5×2, of a plane that is not the best one."""
    Q, _ = np.linalg.qr(np.array([[2.0, 0.0], [1.0, 2.0], [1.0, 1.0], [0.0, 2.0], [1.0, 0.0]]))
    return Q
