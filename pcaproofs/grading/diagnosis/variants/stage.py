"""The first steps of a variant: centring, scaling, the matrix and its eigenvectors."""

from functools import cached_property, lru_cache

import numpy as np

from pcaproofs.grading.judge.truth import Real

_SAME = 1e-9
"""Relative difference up to which two eigenvalues count as equal, so that their order does not matter."""


class UndeterminedError(Exception):
    """The value depends on rounding, which differs between processors."""


class Stage:
    """The first steps up to the eigenvectors; many variants share them."""

    def __init__(self, centre: str, scale: str, matrix: str, X: Real) -> None:
        self.centre, self.scale, self.matrix, self.X = centre, scale, matrix, X
        self.n, self.p = X.shape

    @cached_property
    def shift(self) -> Real:
        """The values that are subtracted from the data."""
        X = self.X
        means = {
            "features": lambda: X.mean(axis=0),
            "never": lambda: np.zeros(self.p),
            "samples": lambda: X.mean(axis=1, keepdims=True),
            "samples as features": lambda: X.mean(axis=1),  # fits only where n = p
            "everything": lambda: np.asarray(X.mean()),
            "median": lambda: np.median(X, axis=0),
            "first sample": lambda: X[0],
            "least": lambda: X.min(axis=0),
            "divided by n-1": lambda: X.sum(axis=0) / (self.n - 1),
            "sum": lambda: X.sum(axis=0),
            "added": lambda: -X.mean(axis=0),
            "features and samples": lambda: X.mean(axis=0) + X.mean(axis=1, keepdims=True) - X.mean(),
        }
        return np.asarray(means[self.centre]())

    @cached_property
    def units(self) -> Real:
        """The divisors of the centred data."""
        X = self.X
        scales = {
            "none": lambda: np.ones(self.p),
            "samples to length one first": lambda: np.ones(self.p),
            "std n": lambda: nonzero(X.std(axis=0)),
            "std n-1": lambda: nonzero(X.std(axis=0, ddof=1)),
            "std unguarded n": lambda: X.std(axis=0),
            "std unguarded n-1": lambda: X.std(axis=0, ddof=1),
            "variance": lambda: nonzero(X.var(axis=0)),
            "std of everything": lambda: np.asarray(X.std()),
            "std of samples": lambda: nonzero(X.std(axis=1))[:, None],
            "lengths": lambda: nonzero(np.linalg.norm(X - self.shift, axis=0)),
            "lengths of samples": lambda: nonzero(np.linalg.norm(X - self.shift, axis=1))[:, None],
            "range": lambda: nonzero(np.ptp(X, axis=0)),
            "largest": lambda: nonzero(np.abs(X).max(axis=0)),
        }
        return np.asarray(scales[self.scale]())

    @cached_property
    def data(self) -> Real:
        """The data that are analysed: shifted, and scaled if the variant scales them."""
        if self.scale == "samples to length one first":
            unit = self.X / nonzero(np.linalg.norm(self.X, axis=1))[:, None]
            return np.asarray(unit - unit.mean(axis=0))
        return np.asarray((self.X - self.shift) / self.units)

    @cached_property
    def decomposed(self) -> tuple[Real, int]:
        """The matrix whose eigenvectors are taken, in the unit of a scatter matrix, and the count to divide it by."""
        A, X = self.data, self.X
        kind = self.matrix
        if kind == "covariance":
            return A.T @ A, self.n
        if kind == "recentred":  # np.cov, which takes the mean of each feature off, whatever was taken off before
            again = A - A.mean(axis=0)
            return again.T @ again, self.n
        if kind == "uncentred":
            return X.T @ X, self.n
        if kind == "of samples":  # np.cov(X), which takes rows for variables
            rows = A - A.mean(axis=1, keepdims=True)
            return rows @ rows.T, self.p
        if kind == "gram":
            return A @ A.T, self.n
        if kind == "correlation":
            lengths = nonzero(np.linalg.norm(X - X.mean(axis=0), axis=0))
            R = (X - X.mean(axis=0)) / lengths
            return self.n * R.T @ R, self.n
        if kind == "mean taken off once":
            mean = X.mean(axis=0)
            return X.T @ X - np.outer(mean, mean), self.n
        raise KeyError(kind)

    @cached_property
    def eigh(self) -> tuple[Real, Real]:
        """Rising eigenvalues, and eigenvectors with their largest entries positive."""
        M, _ = self.decomposed
        values, vectors = np.linalg.eigh(M)
        largest = np.abs(vectors).argmax(axis=0)
        return values, vectors * np.where(vectors[largest, range(len(M))] < 0, -1.0, 1.0)

    @cached_property
    def unsorted(self) -> "np.ndarray[tuple[int, ...], np.dtype[np.intp]]":
        """The places, among rising eigenvalues, of those that `np.linalg.eig` finds, in its order.

        Raises UndeterminedError if the order depends on rounding: a program may divide the matrix by another number,
        or sum its entries in another order.
        """
        M, count = self.decomposed
        matrices = [
            M,
            *(M / divisor * _rounded(number, len(M)) for number, divisor in enumerate((count - 1 or 1, count, 1, 1))),
        ]
        ranks = [_ranks(np.linalg.eig(each)[0].real) for each in matrices]
        rising, _ = self.eigh
        first, *others = (rising[each] for each in ranks)
        if any(np.abs(first - other).max() > _SAME * np.abs(rising).max() for other in others):
            raise UndeterminedError
        return ranks[0]


def _rounded(number: int, size: int) -> Real:
    """Factors that change the entries of a symmetric matrix by the size of rounding errors; the first are 1."""
    noise = np.random.default_rng(number).integers(-1, 2, size=(size, size)) if number else np.zeros((size, size))
    return np.asarray(1 + (np.triu(noise) + np.triu(noise, 1).T) * 2.0**-52)


def _ranks(values: Real) -> "np.ndarray[tuple[int, ...], np.dtype[np.intp]]":
    """The place of each value among all of them in rising order."""
    ranks = np.empty(len(values), dtype=np.intp)
    ranks[np.argsort(values, kind="stable")] = np.arange(len(values))
    return ranks


@lru_cache(maxsize=20_000)
def stage_of(centre: str, scale: str, matrix: str, data: bytes, shape: tuple[int, int]) -> Stage:
    """The first steps of a variant on data with these bytes and shape; variants that share them compute them once."""
    return Stage(centre, scale, matrix, np.frombuffer(data).reshape(shape))


def nonzero(values: Real) -> Real:
    """Divisors, with 1 for 0."""
    return np.where(values > 0, values, 1.0)
