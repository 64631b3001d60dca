"""The oracle: PCA with fifty digits by the definition; slow, and independent of the arithmetic of the routes."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from pcaproofs.reference.result import PCA
from pcaproofs.reference.signs import signs
from pcaproofs.reference.validate import DDOF, Array, component_count, divisor, finite, real_matrix, truth

if TYPE_CHECKING:
    from mpmath import matrix

# Squaring leaves half of these for the smallest singular values: 25 digits, still nine more than a float has.
DIGITS = 50


def pca_twin(X: ArrayLike, d: int | None = None, *, ddof: int = DDOF, center: bool = True) -> PCA:
    """The principal components of X computed with fifty digits, each number then rounded once to a float.

    Shapes and errors as for `pca`, with rows of samples; meant for p up to a dozen. If eigenvalues repeat, the axes are
    an arbitrary orthonormal basis of their eigenspace, and may differ from those of a route. Source: the definition
    (Jolliffe, Principal Component Analysis, §1.1): eigenvectors of the covariance matrix.
    """
    from mpmath import mp  # here, so that nobody pays for the import who does not ask for the twin

    A = real_matrix(X)
    finite(A)
    n, p = A.shape
    d = component_count(d, n, p)
    by = divisor(n, ddof)
    with mp.workdps(DIGITS):
        M = mp.matrix([[mp.mpf(float(entry)) for entry in row] for row in A])
        mean = [mp.fsum(M[i, j] for i in range(n)) / n if truth(center, "center") else mp.mpf(0) for j in range(p)]
        C = mp.matrix([[M[i, j] - mean[j] for j in range(p)] for i in range(n)])
        scatter = C.T * C
        values, vectors = _eigen(mp, scatter)
        order = sorted(range(p), key=lambda k: values[k], reverse=True)[:d]
        squares = [max(values[k], mp.mpf(0)) for k in order]
        W = mp.matrix([[vectors[j, k] for k in order] for j in range(p)])
        energy = mp.fsum(scatter[j, j] for j in range(p))
        components = _floats(W)
        flip = signs(components)
        return PCA(
            mean=np.array([float(m) for m in mean]),
            components=components * flip,
            explained_variance=np.array([float(s / by) for s in squares]),
            explained_variance_ratio=np.array([float(s / energy) if energy else 0.0 for s in squares]),
            singular_values=np.array([float(mp.sqrt(s)) for s in squares]),
            scores=_floats(C * W) * flip,
            total_variance=float(energy / by),
            ddof=int(ddof),
        )


def _eigen(mp: Any, S: "matrix") -> tuple[list[Any], "matrix"]:
    """Eigenvalues and eigenvectors of a symmetric mpmath matrix, which may be zero or 1×1."""
    if S.rows == 1:
        return [S[0, 0]], mp.matrix([[1]])
    # Scaled to size 1, because the iteration's stopping rule is absolute.
    size = mp.mnorm(S, 1) or mp.mpf(1)
    values, vectors = mp.eigsy(S / size)
    return [v * size for v in values], vectors


def _floats(M: "matrix") -> Array:
    return np.array([[float(M[i, j]) for j in range(M.cols)] for i in range(M.rows)])
