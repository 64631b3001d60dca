"""Principal component analysis itself, in numpy: the numeric side of every claim.

    data n×p  →  validate  →  scale  →  centre  →  axes (one of four routes)  →  measure  →  signs  →  PCA

A *route* only finds axes: an orthonormal p×d matrix. Scores, singular values, order and signs are made from the
axes by the same few lines for every route (`measure.py`), so the routes differ in nothing else.

How good each route is, in units of ε: the largest errors seen against the 50-digit twin on 4,032 data sets up to 9×7
by `benchmarks/bench_accuracy.py` (spectra from 1 to 1e-9, ties, near-ties, rank deficient; means up to 1e8). `g` is the
gap σ_d − σ_{d+1} in units of σ₁, `G` the gap λ_d − λ_{d+1} in units of λ₁.

    route        variances   singular values   subspace   lost orthogonality   use it for
                 × λ₁        × σ₁              × 1/g or 1/G
    svd          14          28                44 / g     13                   anything
    covariance   10          4e7 (√ε of σ₁)    14 / G     12                   n ≥ p, variances within 1/√ε
    gram         6           1e7 (√ε of σ₁)    7 / G      5                    n < p, variances within 1/√ε
    deflation    4           4                 4 / g      5                    reading and checking: d·min(n, p)³

So all four give variances to ε·λ₁; what the two that square the data lose is everything below √ε·σ₁. "auto" squares
only data large enough for it to pay, looks at the spectrum found, and takes the SVD where the last variance asked for
is below √ε of the first. `tests/reference/test_reference_accuracy.py` holds every route to 10 (n + p) ε and to the
gaps above. The mean is within half an ε of the largest entry, and neither it nor the scale of the data costs digits.
"""

from pcaproofs.reference.moments import center, centering_matrix, covariance, mean
from pcaproofs.reference.principal import pca
from pcaproofs.reference.result import PCA

__all__ = ["PCA", "center", "centering_matrix", "covariance", "mean", "pca"]
