"""The result of a PCA: one frozen record, the same for every route."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from pcaproofs.reference import scale
from pcaproofs.reference.validate import Array, real_matrix

Rows = Literal["samples", "features"]


@dataclass(frozen=True, eq=False)
class PCA:
    """The first d principal components of n samples with p features; every array is read-only.

    Axes are columns, by decreasing variance; the largest entry of each is positive (of tied entries, the first).
    `mean`, `scores` and `singular_values` are in units of X, variances in units of X squared. Variances divide by
    n − ddof. `rows` is the orientation of the data; `transform` reads, and `inverse_transform` and `reconstruction`
    write, data of this orientation. Without centring `mean` is zero and variances are second moments.
    Source: Jolliffe, Principal Component Analysis, §1.1 and §3.5.
    """

    mean: Array  # (p,)
    components: Array  # p×d, orthonormal columns
    explained_variance: Array  # (d,), = singular_values² / (n − ddof)
    explained_variance_ratio: Array  # (d,), of the total variance; zero where there is none
    singular_values: Array  # (d,), of the centred data
    scores: Array  # n×d, = Xc · components
    total_variance: float  # the trace of the covariance, kept or not
    ddof: int
    rows: Rows = "samples"

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    @property
    def projector(self) -> Array:
        """The orthogonal projector onto the span of the components, WWᵀ; p×p, exactly symmetric."""
        return self.components @ self.components.T

    @property
    def reconstruction(self) -> Array:
        """The data projected onto the principal affine subspace, 1μᵀ + ZWᵀ; n×p, or p×n for rows of features."""
        return self.inverse_transform(self.scores)

    def transform(self, X: ArrayLike) -> Array:
        """The scores of m samples, (X − 1μᵀ)W.

        Shapes: m×p (p×m for rows of features) → m×d. Raises ValueError for another p or an entry that is not finite.
        """
        A = real_matrix(X)
        A = A.T if self.rows == "features" else A
        p = len(self.mean)
        if A.shape[1] != p:
            raise ValueError(f"X: got {A.shape[1]} features, but should be {p} as in the data that were analysed")
        # The mean leaves at the size of the data, the product is formed at a safe size.
        A, exponent = scale.normalise(A)
        return scale.shift((A - scale.shift(self.mean, -exponent)) @ self.components, exponent)

    def inverse_transform(self, Z: ArrayLike) -> Array:
        """The points of the principal affine subspace with the scores Z, 1μᵀ + ZWᵀ.

        Shapes: m×d → m×p (p×m for rows of features). Raises ValueError for another d or an entry that is not finite.
        """
        scores = real_matrix(Z, "Z")
        d = self.components.shape[1]
        if scores.shape[1] != d:
            raise ValueError(f"Z: got {scores.shape[1]} scores a sample, but should be {d}, one for each component")
        scores, exponent = scale.normalise(scores, "Z")
        X = self.mean + scale.shift(scores @ self.components.T, exponent)
        return X.T if self.rows == "features" else X
