"""Axes one at a time: the direction of largest variance, then the same for the residuals."""

import numpy as np

from pcaproofs.reference.centred import EPS, Centred
from pcaproofs.reference.validate import Array

# Each squaring doubles the exponent of the power method; 2^60 steps tell apart eigenvalues one ε from each other.
_SQUARINGS = 60


def dominant(M: Array) -> Array:
    """A unit eigenvector for the largest eigenvalue of M, by the power method with repeated squaring.

    Shapes: m×m positive semidefinite, not zero → (m,). If the largest eigenvalues tie, a vector of their eigenspace.
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
    # The columns of a high power of M are in the leading eigenspace; the longest has the smallest relative error.
    column = power[:, np.argmax(np.linalg.norm(power, axis=0))]
    return np.asarray(column / np.linalg.norm(column))


def axes(values: Centred, d: int) -> Array:
    """d axes, each of largest variance among the directions orthogonal to the previous axes.

    Shapes: n×p → p×d, orthonormal columns. Error: as for `by_covariance`. Cost: d·min(n, p)³; this route is meant for
    reading and for checking the other routes, not for large data.
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
        # One orthogonalisation suffices if it removes little of w (Kahan and Parlett). If it removes most of w, the
        # residual is only rounding error.
        if np.linalg.norm(w) < 0.5:
            break
        w = w / np.linalg.norm(w)
        left -= np.outer(left @ w, w)
        found = np.column_stack([found, w])
    # The other directions have no variance, so any completion is right. QR keeps the given columns up to sign.
    basis, _ = np.linalg.qr(np.column_stack([found, np.eye(p)]))
    return np.column_stack([found, basis[:, found.shape[1] : d]])
