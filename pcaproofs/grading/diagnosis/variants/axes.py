"""The middle steps of a variant: the choice of eigenvectors, their order, and further changes of them."""

from collections.abc import Callable
from functools import cached_property, partial

import numpy as np

from pcaproofs.grading.diagnosis.variants.stage import nonzero, stage_of
from pcaproofs.grading.diagnosis.variants.variant import Divisors, Variant
from pcaproofs.grading.judge.truth import Real

_Solved = tuple[Real, Real]


def _by_rank(values: Real, vectors: Real, found: Real, unsorted: Real) -> _Solved:
    """Sorted by the order of the order: argsort of argsort."""
    rank = np.argsort(np.argsort(-found, kind="stable"))
    return found[rank], unsorted[:, rank]


def _by_reversed(values: Real, vectors: Real, found: Real, unsorted: Real, step: int = 1) -> _Solved:
    """Sorted by the order of the reversed eigenvalues."""
    order = np.argsort(found[::-1])[::step]
    return found[order], unsorted[:, order]


_OF_EIGH: dict[str, Callable[[Real, Real], _Solved]] = {
    "sorted": lambda values, vectors: (values[::-1], vectors[:, ::-1]),
    "ascending": lambda values, vectors: (values, vectors),
    "values sorted, eigh": lambda values, vectors: (values[::-1], vectors),
    "vectors sorted": lambda values, vectors: (values, vectors[:, ::-1]),
    "rows reversed": lambda values, vectors: (values[::-1], vectors[::-1]),
    "rows and columns reversed": lambda values, vectors: (values[::-1], vectors[::-1, ::-1]),
}
"""The eigenvalues and eigenvectors that the later steps use, given them in rising order."""

_OF_EIG: dict[str, Callable[[Real, Real, Real, Real], _Solved]] = {
    "unsorted": lambda values, vectors, found, unsorted: (found, unsorted),
    "unsorted reversed": lambda values, vectors, found, unsorted: (found[::-1], unsorted[:, ::-1]),
    "values sorted, eig": lambda values, vectors, found, unsorted: (values[::-1], unsorted),
    "vectors sorted, eig": lambda values, vectors, found, unsorted: (found, vectors[:, ::-1]),
    "rows sorted, eig": lambda values, vectors, found, unsorted: (
        values[::-1],
        unsorted[np.argsort(-found, kind="stable")],
    ),
    "order of reversed, eig": _by_reversed,
    "order of reversed, turned, eig": partial(_by_reversed, step=-1),
    "sorted twice": _by_rank,
}
"""The same where `np.linalg.eig` leaves them in an order of its own: in rising order, then as found."""

_CHANGED: dict[str, Callable[[Real, Real, int], Real]] = {
    "unit": lambda W, values, divisor: W,
    "as used": lambda W, values, divisor: W,
    "features": lambda W, values, divisor: W,
    "first features": lambda W, values, divisor: W,
    "reshaped": lambda W, values, divisor: W.reshape(W.shape[1], W.shape[0]).T,  # taken for the transpose
    "transposed reshaped": lambda W, values, divisor: np.ascontiguousarray(W.T).reshape(W.shape),
    "transposed": lambda W, values, divisor: W.T,
    "loadings": lambda W, values, divisor: W * _sizes(values) / np.sqrt(divisor),
    "times variances": lambda W, values, divisor: W * values / divisor,
    "times singular values": lambda W, values, divisor: W * _sizes(values),
    "whitening": lambda W, values, divisor: W / nonzero(_sizes(values)) * np.sqrt(divisor),
    "largest entry one": lambda W, values, divisor: W / W[np.abs(W).argmax(axis=0), range(W.shape[1])],
    "sum one": lambda W, values, divisor: W / W.sum(axis=0),
    "rows of length one": lambda W, values, divisor: W / nonzero(np.linalg.norm(W, axis=1))[:, None],
    "absolute": lambda W, values, divisor: np.abs(W),
}
"""Changes of axes W, p×k, with the eigenvalues of n − 1 (the divisor) times the covariance."""


def _sizes(values: Real) -> Real:
    """Singular values of the centred data."""
    return np.sqrt(np.maximum(values, 0.0))


class Axes:
    """A variant computed up to its axes, on one data set n×p for k components.

    `signs`, of ±1, are those of the eigenvectors.
    """

    def __init__(self, variant: Variant, X: Real, k: int, divisors: Divisors, signs: Real | None = None) -> None:
        X = X.T if variant.facing == "turned" else X  # samples taken for features, and features for samples
        self.variant, self.X, self.k, self.divisors, self._signs = variant, X, k, divisors, signs
        self.n, self.p = X.shape
        whole = np.ascontiguousarray(X, dtype=np.float64)
        self._stage = stage_of(variant.centre, variant.scale, variant.matrix, whole.tobytes(), (self.n, self.p))

    @property
    def _shift(self) -> Real:
        return self._stage.shift

    @property
    def _units(self) -> Real:
        return self._stage.units

    @property
    def data(self) -> Real:
        """The data that are analysed: shifted, and scaled if the variant scales them."""
        return self._stage.data

    @property
    def _decomposed(self) -> tuple[Real, int]:
        return self._stage.decomposed

    @cached_property
    def _eigen(self) -> tuple[Real, Real]:
        """All eigenvalues, and the matrix that the program takes for the eigenvectors in their order."""
        M, count = self._decomposed
        kind = self.variant.solve
        if kind.startswith("literal"):
            return self._literal(M, count)
        values, vectors = self._stage.eigh
        if self._signs is not None:
            vectors = vectors * self._signs[: len(M)]
        if kind in _OF_EIGH:
            return _OF_EIGH[kind](values, vectors)
        order = self._stage.unsorted
        return _OF_EIG[kind](values, vectors, values[order], vectors[:, order])

    def _literal(self, M: Real, count: int) -> tuple[Real, Real]:
        """The numbers that the solver returns; a null space has no other description."""
        if self.variant.matrix == "of samples":
            C = np.cov(self.data)
        else:
            C = np.cov(self.data, rowvar=False) if self.variant.matrix == "covariance" else M / max(count - 1, 1)
        values, vectors = (np.linalg.eig if self.variant.solve == "literal eig" else np.linalg.eigh)(np.atleast_2d(C))
        order = np.argsort(values)[::-1]
        return values[order].real * max(count - 1, 1), vectors[:, order]

    @cached_property
    def _chosen(self) -> tuple[Real, Real]:
        """The eigenvalues and axes that are kept."""
        values, vectors = self._eigen
        k, m = self.k, len(values)
        kind = self.variant.select
        if self.variant.axes == "features":
            variances = np.diag(self._decomposed[0])
            order = np.argsort(-variances, kind="stable")[:k]
            return variances[order], np.eye(self.p)[:, order]
        if self.variant.axes == "first features":
            return np.diag(self._decomposed[0])[:k], np.eye(self.p)[:, :k]
        if kind == "rows":
            return values[:k], vectors[:k].T
        if kind == "rows, thin":  # of the V that an SVD without full_matrices gives
            return values[:k], vectors[:k, : min(self.n, self.p)].T
        if kind == "first, turned round":  # the vectors and not the values
            return values[:k], vectors[:, :k][:, ::-1]
        if kind == "first, then sorted":
            order = np.argsort(-values[:k], kind="stable")
            return values[:k][order], vectors[:, :k][:, order]
        if kind == "first repeated":
            return np.repeat(values[:1], k), np.repeat(vectors[:, :1], k, axis=1)
        count = {"all": m, "fewer": k - 1, "more": k + 1, "one": 1, "two": 2, "three": 3, "two at most": min(k, 2)}
        columns = {
            "first": slice(0, k),
            "last": slice(max(m - k, 0), m),
            "last first": slice(m - 1, m - k - 1 if m > k else None, -1),
            "but the first": slice(1, k + 1),
            "second to k": slice(1, k),
        }.get(kind) or slice(0, count[kind])
        return values[columns], vectors[:, columns]

    @cached_property
    def _W(self) -> Real:
        """The axes as the program goes on with them."""
        values, W = self._chosen
        return self._changed(self.variant.axes, values, W)

    def _changed(self, kind: str, values: Real, W: Real) -> Real:
        if kind == "rows":
            return self._eigen[1][: self.k].T
        if kind == "left":  # U of the SVD of the data
            return np.linalg.svd(self.data, full_matrices=False)[0][:, : self.k]
        return _CHANGED[kind](W, values, max(self.n - 1, 1))
