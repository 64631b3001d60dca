"""Principal component analysis in NumPy: the reference for the numeric layer of every claim.

    data n×p  →  validate  →  scale  →  centre  →  axes (one of four routes)  →  measure  →  signs  →  PCA

A *route* only finds axes: an orthonormal p×d matrix. Every route uses the same code (`measure.py`) for scores, singular
values, order and signs.

The errors of each route in units of ε are the largest differences from the 50-digit twin on 4,032 data sets up to 9×7,
by `benchmarks/bench_accuracy.py` (spectra from 1 to 1e-9, ties, near-ties, rank deficient; means up to 1e8). `g` is the
gap σ_d − σ_{d+1} in units of σ₁, `G` the gap λ_d − λ_{d+1} in units of λ₁.

    route        variances   singular values   subspace   lost orthogonality   use it for
                 × λ₁        × σ₁              × 1/g or 1/G
    svd          14          28                44 / g     13                   anything
    covariance   10          4e7 (√ε of σ₁)    14 / G     12                   n ≥ p, variances within 1/√ε
    gram         6           1e7 (√ε of σ₁)    7 / G      5                    n < p, variances within 1/√ε
    deflation    4           4                 4 / g      5                    reading and checking: d·min(n, p)³

All four routes have variances with errors of order ε·λ₁. The two routes that square the data lose singular values below
√ε·σ₁. "auto" squares only large data, where this saves time, and then uses the SVD if the last requested variance is
below a hundredth of the first, so that its subspaces are at most ten times as far off as those of the SVD. Of squared
data with thousands of features or samples, a few axes are found by Lanczos, which checks that each is exact up to
rounding and that none was missed (`leading.py`). `tests/reference/test_reference_accuracy.py` checks that each route is
within 10 (n + p) ε, divided by the gap for a subspace. The mean is within half an ε of the largest entry. Neither the
mean nor the scale of the data costs digits.
"""

from pcaproofs.reference.irises import irises
from pcaproofs.reference.moments import center, centering_matrix, covariance, mean
from pcaproofs.reference.principal import pca
from pcaproofs.reference.result import PCA

__all__ = ["PCA", "center", "centering_matrix", "covariance", "irises", "mean", "pca"]
