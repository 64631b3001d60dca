"""The reference PCA as the implementation under test, and wrong PCAs, which numeric properties must catch."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from pcaproofs import reference
from pcaproofs.verify.implementations import Implementation, UnderTest
from pcaproofs.verify.properties import pca_cases

Array = np.ndarray[Any, Any]


class Reference(Implementation):
    """The reference PCA, variances divided by n."""

    def mean(self, X: Array) -> Array:
        """μ, (p,), of X n×p."""
        return reference.mean(X)

    def center(self, X: Array) -> Array:
        """HX, n×p."""
        return reference.center(X)

    def covariance(self, X: Array) -> Array:
        """XᵀHX/n, p×p."""
        return reference.covariance(X, ddof=0)

    def pca(self, X: Array, d: int | None = None) -> Any:
        """The reference PCA with variances divided by n."""
        return reference.pca(X, d, ddof=0)

    def residual(self, X: Array, d: int) -> Array:
        """HX(I − WWᵀ), n×p: what the first d components W leave of the centred data."""
        W = reference.pca(X, d, ddof=0).components
        centred = reference.center(X)
        return np.asarray(centred - (centred @ W) @ W.T)

    def fewest(self, X: Array, share: float) -> int:
        """The least number of leading components whose variances are `share` of the total; all where none reach it."""
        reached = np.cumsum(reference.pca(X, ddof=0).explained_variance_ratio) >= share
        return int(np.argmax(reached)) + 1 if reached.any() else len(reached)


class _Uncentred(Reference):
    def center(self, X: Array) -> Array:
        return np.array(X, dtype=float)

    def covariance(self, X: Array) -> Array:
        return np.asarray(X.T @ X) / len(X)

    def pca(self, X: Array, d: int | None = None) -> Any:
        return reference.pca(X, d, ddof=0, center=False)


class _WrongAxis(Reference):
    def mean(self, X: Array) -> Array:
        return np.resize(X.mean(axis=1), X.shape[1])

    def center(self, X: Array) -> Array:
        return np.asarray(X - X.mean(axis=1, keepdims=True))


class _MedianForMean(Reference):
    def mean(self, X: Array) -> Array:
        return np.asarray(np.median(X, axis=0))

    def center(self, X: Array) -> Array:
        return np.asarray(X - np.median(X, axis=0))


class _FirstForMean(Reference):
    def mean(self, X: Array) -> Array:
        return np.array(X[0])

    def center(self, X: Array) -> Array:
        return np.asarray(X - X[0])


class _DivisorOff(Reference):
    def covariance(self, X: Array) -> Array:
        return reference.covariance(X, ddof=0) * (len(X) / (len(X) + 1))

    def mean(self, X: Array) -> Array:
        return np.asarray(X.sum(axis=0) / (len(X) + 1))

    def center(self, X: Array) -> Array:
        return np.asarray(X - self.mean(X))


class _Changed:
    """A PCA result with some of its fields replaced, and what is computed from them."""

    def __init__(self, base: Any, **changes: Any):
        self._base, self._changes = base, changes

    def __getattr__(self, name: str) -> Any:
        if name in self._changes:
            return self._changes[name]
        if name == "projector":
            return self.components @ self.components.T
        if name == "reconstruction":
            return self.mean + self.scores @ self.components.T
        if name == "explained_variance_ratio" and "explained_variance" in self._changes:
            return self.explained_variance / (self.total_variance or 1.0)
        return getattr(self._base, name)


class _Smallest(Reference):
    def pca(self, X: Array, d: int | None = None) -> Any:
        whole = reference.pca(X, ddof=0)
        k = whole.components.shape[1] if d is None else d
        order = slice(None, None, -1)
        return _Changed(
            whole,
            components=whole.components[:, order][:, :k],
            explained_variance=whole.explained_variance[order][:k],
            scores=whole.scores[:, order][:, :k],
        )


class _RowsForColumns(Reference):
    def pca(self, X: Array, d: int | None = None) -> Any:
        _, vectors = np.linalg.eigh(reference.covariance(X, ddof=0))
        base = reference.pca(X, d, ddof=0)
        W = vectors[:, ::-1].T[:, : base.components.shape[1]]
        return _Changed(base, components=W, scores=reference.center(X) @ W)


class _TooLong(Reference):
    def pca(self, X: Array, d: int | None = None) -> Any:
        base = reference.pca(X, d, ddof=0)
        return _Changed(base, components=2 * base.components, scores=2 * base.scores)


class _TiltedAxes(Reference):
    """Unit axes, all of which are tilted towards the first."""

    def pca(self, X: Array, d: int | None = None) -> Any:
        base = reference.pca(X, d, ddof=0)
        W = np.array(base.components)
        W[:, 1:] = 0.6 * W[:, 1:] + 0.8 * W[:, :1]
        return _Changed(base, components=W, scores=reference.center(X) @ W)


def _turned(p: int) -> Array:
    """An orthogonal p×p matrix that is independent of the data."""
    return np.linalg.qr(np.random.default_rng(p).standard_normal((p, p)))[0]


class _RandomAxes(Reference):
    """Orthonormal axes that ignore the data, with the variances along them, or with those of the right axes."""

    def __init__(self, right_variances: bool = False):
        super().__init__()
        self._right_variances = right_variances

    def pca(self, X: Array, d: int | None = None) -> Any:
        base = reference.pca(X, d, ddof=0)
        W = _turned(X.shape[1])[:, : base.components.shape[1]]
        scores = reference.center(X) @ W
        variances = base.explained_variance if self._right_variances else scores.var(axis=0)
        return _Changed(base, components=W, scores=scores, explained_variance=variances)

    def residual(self, X: Array, d: int) -> Array:
        W = _turned(X.shape[1])[:, :d]
        return np.asarray(reference.center(X) @ (np.eye(len(W)) - W @ W.T))


class _Doubled(Reference):
    def pca(self, X: Array, d: int | None = None) -> Any:
        base = reference.pca(X, d, ddof=0)
        return _Changed(base, explained_variance=2 * base.explained_variance)


class _OtherDivisor(Reference):
    def pca(self, X: Array, d: int | None = None) -> Any:
        base = reference.pca(X, d, ddof=0)
        return _Changed(base, explained_variance=base.explained_variance * len(X) / (len(X) + 1))


class _OtherNumber(Reference):
    """More components than requested, if there are as many, or fewer."""

    def __init__(self, more: int = 1):
        super().__init__()
        self.more = more

    def pca(self, X: Array, d: int | None = None) -> Any:
        most = min(X.shape)
        return reference.pca(X, min(max((d or most) + self.more, 1), most), ddof=0)

    def fewest(self, X: Array, share: float) -> int:
        return int(min(max(super().fewest(X, share) + self.more, 1), min(X.shape)))

    def residual(self, X: Array, d: int) -> Array:
        kept = min(max(d + self.more, 0), min(X.shape))
        return super().residual(X, kept) if kept else np.asarray(reference.center(X))


class _UncentredResidual(Reference):
    def residual(self, X: Array, d: int) -> Array:
        W = reference.pca(X, d, ddof=0).components
        return np.asarray(X - (X @ W) @ W.T)


class _Shrunk(Reference):
    """One round that leaves a part of its direction behind, as with an axis that is not a unit vector."""

    def residual(self, X: Array, d: int) -> Array:
        W = reference.pca(X, d, ddof=0).components
        centred = reference.center(X)
        return np.asarray(centred - 0.5 * (centred @ W) @ W.T)


WRONG_IMPLEMENTATIONS: dict[str, Callable[[], Reference]] = {
    "uncentred": _Uncentred,
    "centred along the wrong axis": _WrongAxis,
    "median for mean": _MedianForMean,
    "first sample for mean": _FirstForMean,
    "divisor off by one": _DivisorOff,
    "smallest components": _Smallest,
    "rows for columns": _RowsForColumns,
    "axes of length two": _TooLong,
    "axes not orthogonal": _TiltedAxes,
    "random axes": _RandomAxes,
    "random axes, right variances": partial(_RandomAxes, right_variances=True),
    "variances doubled": _Doubled,
    "variances by another divisor": _OtherDivisor,
    "one component too many": _OtherNumber,
    "one component too few": partial(_OtherNumber, -1),
    "residual of the uncentred data": _UncentredResidual,
    "residual by half": _Shrunk,
}

PCA = UnderTest(Reference, WRONG_IMPLEMENTATIONS, pca_cases)
"""What the properties of the claims that come with pcaproofs test."""
