"""Axes one at a time: the direction of largest variance, then the same again in what it leaves over."""

import numpy as np

from pcaproofs.reference.centred import EPS, Centred
from pcaproofs.reference.validate import Array

# Each squaring doubles the exponent of the power method; 2^60 steps tell apart eigenvalues one ε from each other.
_SQUARINGS = 60


def dominant(M: Array) -> Array:
    """A unit vector for the largest eigenvalue of M, by the power method with the power doubled at each step.

    Shapes: m×m positive semidefinite, not zero → (m,). Where the largest eigenvalues tie, a vector of their space.
    Source: Golub and Van Loan, Matrix Computations, §8.2.
    """
    power = M / np.linalg.norm(M)
    for _ in range(_SQUARINGS):
        square = power @ power
        square /= np.linalg.norm(square)
        settled = np.linalg.norm(square - power) <= EPS
        power = square
        if settled:
            break
    # A power of M has its columns in the leading space; the longest is the best known of them.
    column = power[:, np.argmax(np.linalg.norm(power, axis=0))]
    return np.asarray(column / np.linalg.norm(column))


def axes(values: Centred, d: int) -> Array:
    """d axes, each of largest variance among the directions orthogonal to those before.

    Shapes: n×p → p×d, orthonormal columns. Error: as by the covariance. Cost: d·min(n, p)³, for reading and for
    checking the other routes rather than for size.
    Source: Hotelling 1933; Mardia, Kent and Bibby, Multivariate Analysis, §8.2.
    """
    left = values.dense()
    n, p = left.shape
    found = np.zeros((p, 0))
    nothing = EPS * np.linalg.norm(left)
    while found.shape[1] < d and np.linalg.norm(left) > nothing:
        w = dominant(left.T @ left) if p <= n else left.T @ dominant(left @ left.T)
        w = w / np.linalg.norm(w)
        w = w - found @ (found.T @ w)
        # Where little of w goes, doing so once is enough (Kahan and Parlett). Where most of it lay among the axes
        # found, nothing but rounding is left.
        if np.linalg.norm(w) < 0.5:
            break
        w = w / np.linalg.norm(w)
        left -= np.outer(left @ w, w)
        found = np.column_stack([found, w])
    # What is left has no variance: any orthonormal completion will do. QR keeps the columns it is given, up to sign.
    basis, _ = np.linalg.qr(np.column_stack([found, np.eye(p)]))
    return np.column_stack([found, basis[:, found.shape[1] : d]])
