"""The middle steps of a way: which eigenvectors are taken for the axes, in which order, and what is done to them."""

from functools import cached_property

import numpy as np

from pcaproofs.grading.diagnosis.variants.stage import nonzero, stage_of
from pcaproofs.grading.diagnosis.variants.variant import Divisors, Way
from pcaproofs.grading.judge.truth import Real


class Axes:
    """One way gone as far as its axes, on one data set n×p for k components.

    ``signs``, of ±1, are those of the eigenvectors.
    """

    def __init__(self, way: Way, X: Real, k: int, divisors: Divisors, signs: Real | None = None) -> None:
        X = X.T if way.facing == "turned" else X  # samples taken for features, and features for samples
        self.way, self.X, self.k, self.divisors, self._signs = way, X, k, divisors, signs
        self.n, self.p = X.shape
        whole = np.ascontiguousarray(X, dtype=np.float64)
        self._stage = stage_of(way.centre, way.scale, way.matrix, whole.tobytes(), (self.n, self.p))

    @property
    def _shift(self) -> Real:
        return self._stage.shift

    @property
    def _units(self) -> Real:
        return self._stage.units

    @property
    def data(self) -> Real:
        """The data that are analysed: shifted, and scaled where that is part of the way."""
        return self._stage.data

    @property
    def _decomposed(self) -> tuple[Real, int]:
        return self._stage.decomposed

    @cached_property
    def _eigen(self) -> tuple[Real, Real]:
        """All eigenvalues, and the matrix that the program takes for the eigenvectors in their order."""
        M, count = self._decomposed
        if self.way.solve.startswith("literal"):
            return self._literal(M, count)
        values, vectors = self._stage.eigh
        if self._signs is not None:
            vectors = vectors * self._signs[: len(M)]
        falling, sorted_vectors = values[::-1], vectors[:, ::-1]
        kind = self.way.solve
        if kind == "sorted":
            return falling, sorted_vectors
        if kind == "ascending":
            return values, vectors
        if kind == "values sorted, eigh":
            return falling, vectors
        if kind == "vectors sorted":
            return values, sorted_vectors
        if kind == "rows reversed":
            return falling, vectors[::-1]
        if kind == "rows and columns reversed":
            return falling, sorted_vectors[::-1]
        # np.linalg.eig leaves the eigenvalues in an order of its own
        order = self._stage.unsorted
        unsorted = vectors[:, order]
        if kind == "unsorted":
            return values[order], unsorted
        if kind == "unsorted reversed":
            return values[order][::-1], unsorted[:, ::-1]
        if kind == "values sorted, eig":
            return falling, unsorted
        if kind == "vectors sorted, eig":
            return values[order], sorted_vectors
        index = np.argsort(-values[order], kind="stable")
        if kind == "rows sorted, eig":
            return falling, unsorted[index]
        reversed_order = np.argsort(values[order][::-1])
        if kind == "order of reversed, eig":
            return values[order][reversed_order], unsorted[:, reversed_order]
        if kind == "order of reversed, turned, eig":
            return values[order][reversed_order[::-1]], unsorted[:, reversed_order[::-1]]
        if kind == "sorted twice":  # the order of the order
            return values[order][np.argsort(index)], unsorted[:, np.argsort(index)]
        raise KeyError(kind)

    def _literal(self, M: Real, count: int) -> tuple[Real, Real]:
        """What the solver returns, number by number: the null space of few samples has no other description."""
        if self.way.matrix == "of samples":
            C = np.cov(self.data)
        else:
            C = np.cov(self.data, rowvar=False) if self.way.matrix == "covariance" else M / max(count - 1, 1)
        values, vectors = (np.linalg.eig if self.way.solve == "literal eig" else np.linalg.eigh)(np.atleast_2d(C))
        order = np.argsort(values)[::-1]
        return values[order].real * max(count - 1, 1), vectors[:, order]

    @cached_property
    def _chosen(self) -> tuple[Real, Real]:
        """The eigenvalues and axes that are kept."""
        values, vectors = self._eigen
        k, m = self.k, len(values)
        kind = self.way.select
        if self.way.axes == "features":
            variances = np.diag(self._decomposed[0])
            order = np.argsort(-variances, kind="stable")[:k]
            return variances[order], np.eye(self.p)[:, order]
        if self.way.axes == "first features":
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
        return self._changed(self.way.axes, values, W)

    def _changed(self, kind: str, values: Real, W: Real) -> Real:
        sizes = np.sqrt(np.maximum(values, 0.0))
        if kind in ("unit", "as used", "features", "first features"):
            return W
        if kind == "rows":
            return self._eigen[1][: self.k].T
        if kind == "reshaped":  # p×k numbers laid out as k×p and taken for the transpose
            return W.reshape(W.shape[1], W.shape[0]).T
        if kind == "transposed reshaped":  # the same of k×p numbers
            return np.ascontiguousarray(W.T).reshape(W.shape)
        if kind == "transposed":
            return W.T
        if kind == "loadings":
            return W * sizes / np.sqrt(max(self.n - 1, 1))
        if kind == "times variances":
            return W * values / max(self.n - 1, 1)
        if kind == "times singular values":
            return W * sizes
        if kind == "whitening":
            return W / nonzero(sizes) * np.sqrt(max(self.n - 1, 1))
        if kind == "largest entry one":
            return W / W[np.abs(W).argmax(axis=0), range(W.shape[1])]
        if kind == "sum one":
            return W / W.sum(axis=0)
        if kind == "rows of length one":
            return W / nonzero(np.linalg.norm(W, axis=1))[:, None]
        if kind == "absolute":
            return np.abs(W)
        if kind == "left":  # U of the SVD of the data
            return np.linalg.svd(self.data, full_matrices=False)[0][:, : self.k]
        raise KeyError(kind)
