"""Agreement with scikit-learn's PCA, an independent implementation, on data whose axes are determined."""

import numpy as np
import pytest

from pcaproofs.reference import pca
from pcaproofs.sampling import factored, norm, same, subspace

rng = np.random.default_rng(11)
TABLE = {
    "tall": rng.normal(size=(40, 5)) * [5, 4, 3, 2, 1],
    "wide": rng.normal(size=(6, 15)),
    "square": rng.normal(size=(7, 7)),
    "integers": rng.integers(0, 100, size=(30, 4)),
    "float32": rng.normal(size=(30, 4)).astype(np.float32),
    "offset": rng.normal(size=(25, 4)) * [4, 3, 2, 1] + 1e8,
    "a constant column": np.column_stack([rng.normal(size=(20, 3)), np.ones(20)]),
    "rank deficient": rng.normal(size=(20, 3)) @ rng.normal(size=(3, 6)),
    "one feature": rng.normal(size=(9, 1)),
    "small": rng.normal(size=(20, 4)) * 1e-100,
    "large": rng.normal(size=(20, 4)) * 1e100,
    "ties": np.vstack([np.eye(4), -np.eye(4)]),
}


def fitted(X):
    """Scikit-learn's result; to import it takes longer than to collect all else."""
    from sklearn.decomposition import PCA

    return PCA(svd_solver="full").fit(X)


@pytest.mark.parametrize("route", ["svd", "covariance", "gram", "deflation", "auto"])
@pytest.mark.parametrize("name", TABLE)
def test_agrees_with_scikit_learn(name, route):
    X = TABLE[name]
    n, p = X.shape
    ours = pca(X, route=route, ddof=1)
    theirs = fitted(X.astype(np.float64))
    steps = factored(n, p)
    # They take the mean in one step, so what they analyse is off by n roundings of the offset.
    far = n * norm(ours.mean) / ours.singular_values[0]
    same(ours.mean, theirs.mean_, steps=n, scale=norm(X))
    same(ours.explained_variance, theirs.explained_variance_, steps=steps * (1 + far))
    same(ours.explained_variance_ratio, theirs.explained_variance_ratio_, steps=steps * (1 + far), scale=1.0)
    spectrum = np.append((theirs.singular_values_ / theirs.singular_values_[0]) ** 2, 0.0)
    for d in range(1, min(n, p) + 1):
        gap = spectrum[d - 1] - spectrum[d]
        if gap > 1e-6:
            W, V = ours.components[:, :d], theirs.components_[:d].T
            same(W @ W.T, V @ V.T, steps=subspace(steps * (1 + far), gap), scale=1.0)
        if gap > 1e-6 and (d == 1 or spectrum[d - 2] - spectrum[d - 1] > 1e-6):
            assert abs(W[:, -1] @ V[:, -1]) == pytest.approx(1.0, abs=1e-6)


def test_the_table_would_notice_a_wrong_divisor():
    X = TABLE["tall"]
    theirs = fitted(X)
    with pytest.raises(AssertionError, match="but should be"):
        same(pca(X, ddof=0).explained_variance, theirs.explained_variance_, steps=factored(*X.shape))
