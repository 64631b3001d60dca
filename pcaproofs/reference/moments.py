"""Mean, centring and covariance: the first two moments of n samples in p features."""

import numpy as np
from numpy.typing import ArrayLike

from pcaproofs.reference import scale
from pcaproofs.reference.centred import at_mean
from pcaproofs.reference.validate import DDOF, Array, divisor, real_matrix, whole_number


def mean(X: ArrayLike) -> Array:
    """The mean of the rows, μ = Xᵀ1/n.

    Shapes: n×p → (p,). Raises ValueError or TypeError as `pca` does for bad data.
    Source: Mardia, Kent and Bibby, Multivariate Analysis, §1.4.

    >>> mean([[1, 2], [3, 6]])
    array([2., 4.])
    """
    A, exponent = scale.normalise(real_matrix(X))
    return scale.shift(at_mean(A).mean, exponent)


def center(X: ArrayLike) -> Array:
    """The rows minus their mean, HX = X − 1μᵀ, in a new array.

    Shapes: n×p → n×p. Raises ValueError or TypeError as `pca` does for bad data.
    Source: Mardia, Kent and Bibby, Multivariate Analysis, §1.4.

    >>> center([[1, 2], [3, 6]])
    array([[-1., -2.],
           [ 1.,  2.]])
    """
    A, exponent = scale.normalise(real_matrix(X))
    return scale.shift(at_mean(A).dense(), exponent)


def covariance(X: ArrayLike, *, ddof: int = DDOF) -> Array:
    """The sample covariance S = XᵀHX/(n − ddof), exactly symmetric.

    Shapes: n×p → p×p, in squared units of X. Raises ValueError for n − ddof < 1, and as `pca` does for bad data.
    Source: Mardia, Kent and Bibby, Multivariate Analysis, §1.4.

    >>> covariance([[1, 2], [3, 6]], ddof=1)
    array([[2., 4.],
           [4., 8.]])
    """
    A, exponent = scale.normalise(real_matrix(X))
    return scale.shift(at_mean(A).scatter() / divisor(len(A), ddof), 2 * exponent)


def centering_matrix(n: int) -> Array:
    """H = I − 11ᵀ/n, which subtracts the mean from a column.

    Shapes: a count → n×n. Raises ValueError for n < 1, TypeError for a number that is not an integer.
    Source: Mardia, Kent and Bibby, Multivariate Analysis, appendix A.

    >>> centering_matrix(2)
    array([[ 0.5, -0.5],
           [-0.5,  0.5]])
    """
    n = whole_number(n, "n")
    if n < 1:
        raise ValueError(f"n: got {n}, but should be at least 1")
    return np.eye(n) - 1.0 / n
