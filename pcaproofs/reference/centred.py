"""Products of centred data; the data are copied only if they lie far from zero and the copy is small.

Data M whose mean r is small need no copy: XcᵀXc = MᵀM − n·rrᵀ. This loses at most one bit if r is within a standard
deviation of zero. Data that lie farther out are first shifted by a point close to their mean: all at once if the copy
fits into the processor's cache, otherwise block by block, twice.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from pcaproofs.reference.validate import Array

EPS = float(np.finfo(np.float64).eps)

_COPIED = 1 << 22  # entries of the largest data whose shifted copy is kept, 32 megabytes
_BLOCK = 1 << 18  # entries of a block of rows, two megabytes: a shifted block stays in the cache until it is used
_SOME = 512  # rows that give a guess of the mean and the spread of tall data


class Centred:
    """n×p data of moderate size (see `scale`), centred at `near + rest`; `rest` is the mean of the data minus `near`.

    The two parts are kept separate because their rounded sum would lose digits: the columns of Xc have mean zero up to
    the rounding *of Xc*, however far from zero the data lie. Source: Chan, Golub and LeVeque 1983, corrected two-pass.
    """

    def __init__(self, data: Array, guess: Array, *, far: bool, center: bool = True):
        """Data n×p, never changed; a guess of their mean (p,); far: whether to shift the data by it before squaring."""
        self._data, self._guess, self._far, self._center = data, guess, far, center
        self.shape: tuple[int, int] = (data.shape[0], data.shape[1])

    @property
    def mean(self) -> Array:
        """The point at which the data are centred, (p,)."""
        return self._near + self._rest if self._far else self._computed

    def dense(self) -> Array:
        """Xc, n×p, a new array."""
        return (self._data - self._near) - self._rest if self._far else self._data - self._computed

    def scatter(self) -> Array:
        """XcᵀXc, p×p, exactly symmetric."""
        if not self._far:
            products = np.asarray(self._data.T @ self._data)
            if self._is_close(self._computed, products):
                return products - self.shape[0] * np.outer(self._computed, self._computed)
            self._far = True  # the sampled rows vary more than the others
        self._near = self._exact_where_constant(self._guess)
        products = self._shifted_products()
        if not self._is_close(self._rest, products):  # the sampled rows do not represent the others
            self._near = self._near + self._rest
            products = self._shifted_products()
        return products - self.shape[0] * np.outer(self._rest, self._rest)

    def gram(self) -> Array:
        """XcXcᵀ, n×n, exactly symmetric."""
        dense = self.dense()
        return np.asarray(dense @ dense.T)

    def squared_features(self, vectors: Array) -> Array:
        """XcᵀXc·vectors without the matrix. Shapes: p×k → p×k."""
        return self._back(self.along(vectors))

    def squared_samples(self, vectors: Array) -> Array:
        """XcXcᵀ·vectors without the matrix. Shapes: n×k → n×k."""
        return self.along(self._back(vectors))

    def _back(self, scores: Array) -> Array:
        """Xcᵀ·scores. Shapes: n×k → p×k."""
        total = np.ones(len(scores)) @ scores
        if not self._far:
            return np.asarray(self._data.T @ scores - np.outer(self._computed, total))
        found = np.zeros((self.shape[1], scores.shape[1]))
        for rows, block in self._blocks():
            found += block.T @ scores[rows]
        return found - np.outer(self._rest, total)

    def along(self, axes: Array) -> Array:
        """The scores Xc·axes. Shapes: axes p×d → n×d."""
        if not self._far:
            scores = np.asarray(self._data @ axes)
            scores -= self._computed @ axes
            return scores
        scores = np.empty((self.shape[0], axes.shape[1]))
        for rows, block in self._blocks():
            np.matmul(block, axes, out=scores[rows])
        scores -= self._rest @ axes
        return scores

    def energy(self) -> float:
        """‖Xc‖², the sum of all squares."""
        n = self.shape[0]
        if not self._far:
            return max(0.0, _squares(self._data) - n * float(self._computed @ self._computed))
        return max(0.0, self._sums[1] - n * float(self._rest @ self._rest))

    def _is_close(self, mean: Array, products: Array) -> bool:
        """Whether a mean is within a standard deviation of zero in every column; products: MᵀM of the data."""
        return bool(np.all(2 * self.shape[0] * mean**2 <= np.diag(products)))

    @cached_property
    def _computed(self) -> Array:
        """The mean of the unshifted data; zero if they are not to be centred."""
        n, p = self.shape
        return np.full(n, 1.0 / n) @ self._data if self._center else np.zeros(p)

    @cached_property
    def _near(self) -> Array:
        return self._exact_where_constant(self._computed)

    def _exact_where_constant(self, mean: Array) -> Array:
        """The mean, with the first entry for columns that are constant up to rounding: these become exactly zero."""
        first = self._data[0]
        return np.where(np.abs(mean - first) <= len(self._data) * EPS * np.abs(first), first, mean)

    @property
    def _rest(self) -> Array:
        return self._sums[0]

    @cached_property
    def _sums(self) -> tuple[Array, float]:
        """The mean and the sum of squares of the data minus `near`."""
        total, squares = np.zeros(self.shape[1]), 0.0
        for _, block in self._blocks():
            total += np.ones(len(block)) @ block
            squares += _squares(block)
        return total / self.shape[0], squares

    def _shifted_products(self) -> Array:
        """MᵀM for the data M minus `near`, p×p; also sets _sums, which saves a pass over the data."""
        n, p = self.shape
        self.__dict__.pop("_shifted", None)
        products, total = np.zeros((p, p)), np.zeros(p)
        for _, block in self._blocks():
            products += block.T @ block
            total += np.ones(len(block)) @ block
        self._sums = total / n, float(np.trace(products))
        return products

    @cached_property
    def _shifted(self) -> Array:
        return self._data - self._near

    def _blocks(self) -> Iterator[tuple[slice, Array]]:
        """The rows minus `near`: all rows of small data, otherwise blocks; each block overwrites the one before."""
        n, p = self.shape
        if n * p <= _COPIED:
            yield slice(0, n), self._shifted
            return
        step = min(n, max(1, _BLOCK // p))
        memory = np.empty((step, p)) if self._data.flags.c_contiguous else np.empty((p, step)).T
        for start in range(0, n, step):
            rows = slice(start, min(n, start + step))
            yield rows, np.subtract(self._data[rows], self._near, out=memory[: rows.stop - start])


def at_zero(A: Array) -> Centred:
    """The data n×p without centring."""
    return Centred(A, np.zeros(A.shape[1]), far=False, center=False)


def at_mean(A: Array) -> Centred:
    """The data n×p centred at their mean."""
    some = A[:: max(1, len(A) // _SOME)]
    mean = np.full(len(some), 1.0 / len(some)) @ some
    squares = np.einsum("ij,ij->j", some, some) / len(some)
    return Centred(A, mean, far=bool(np.any(2 * mean**2 > squares)))


def _squares(A: Array) -> float:
    flat = A.ravel(order="K")
    return float(flat @ flat)
