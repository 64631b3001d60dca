"""Products of centred data; a copy is kept only if the data are small and passed over many times.

Data M whose mean r is small need no copy: XcᵀXc = MᵀM − n·rrᵀ. This loses at most one bit if r is within a standard
deviation of zero. Data that lie farther out are first shifted by a point close to their mean, and single precision
becomes double: all at once if the copy fits into the processor's cache, otherwise block by block, twice.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from pcaproofs.reference.validate import Array, Data

EPS = float(np.finfo(np.float64).eps)

_COPIED = 1 << 22  # entries of the largest data of which a copy is kept, 32 megabytes
_PASSES = 2  # over blocks: one for the axes, one for the scores; a search that makes more passes pays for the copy
_BLOCK = 1 << 17  # entries of a block of rows, one megabyte: it stays in the cache until it is used
_SOME = 512  # rows that give a guess of the mean and the spread of tall data


class Centred:
    """n×p data of moderate size (see `scale`), centred at `near + rest`; `rest` is the mean of the data minus `near`.

    The two parts are kept separate because their rounded sum would lose digits: the columns of Xc have mean zero up to
    the rounding *of Xc*, however far from zero the data lie. Source: Chan, Golub and LeVeque 1983, corrected two-pass.
    """

    def __init__(self, data: Data, guess: Array, *, far: bool, center: bool = True):
        """Data n×p, never changed; a guess of their mean (p,); far: whether to shift the data by it before squaring."""
        self._data, self._guess, self._far, self._center = data, guess, far, center
        self.shape: tuple[int, int] = (data.shape[0], data.shape[1])
        self._passes = 0

    @property
    def mean(self) -> Array:
        """The point at which the data are centred, (p,)."""
        return self._near + self._rest

    def dense(self) -> Array:
        """Xc, n×p, a new array."""
        dense: Array = np.subtract(self._data, self._near, dtype=np.float64)
        dense -= self._rest
        return dense

    def scatter(self) -> Array:
        """XcᵀXc, p×p, exactly symmetric."""
        n = self.shape[0]
        if self._far:
            self._near = self._exact_where_constant(self._guess)
        products = self._products()
        # Whether the mean is within a standard deviation of zero in every column.
        if not np.all(2 * n * self._rest**2 <= np.diag(products)):  # the sampled rows do not represent the others
            self._far, self._near = True, self._exact_where_constant(self.mean)
            products = self._products()
        part = np.sqrt(n) * self._rest
        products -= np.outer(part, part)
        return products

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
        found = np.zeros((self.shape[1], scores.shape[1]))
        for rows, block in self._blocks():
            found += block.T @ scores[rows]
        return found - np.outer(self._rest, np.ones(len(scores)) @ scores)

    def along(self, axes: Array) -> Array:
        """The scores Xc·axes. Shapes: axes p×d → n×d."""
        scores = np.empty((self.shape[0], axes.shape[1]))
        for rows, block in self._blocks():
            np.matmul(block, axes, out=scores[rows])
        scores -= self._rest @ axes
        return scores

    def energy(self) -> float:
        """‖Xc‖², the sum of all squares."""
        return max(0.0, self._sums[1] - self.shape[0] * float(self._rest @ self._rest))

    @cached_property
    def _near(self) -> Array:
        if not self._far:
            return np.zeros(self.shape[1])
        n = self.shape[0]
        return self._exact_where_constant(np.full(n, 1.0 / n) @ self._data)

    def _exact_where_constant(self, mean: Array) -> Array:
        """The mean, with the first entry for columns that are constant up to rounding: these become exactly zero."""
        first = self._data[0].astype(np.float64)
        return np.where(np.abs(mean - first) <= len(self._data) * EPS * np.abs(first), first, mean)

    @property
    def _rest(self) -> Array:
        return self._sums[0]

    @cached_property
    def _sums(self) -> tuple[Array, float]:
        """The mean and the sum of squares of the data minus `near`; a mean of zero if they are not to be centred."""
        total, squares = np.zeros(self.shape[1]), 0.0
        for _, block in self._blocks():
            total += self._total(block)
            squares += _squares(block)
        return total / self.shape[0], squares

    def _total(self, block: Array) -> Array:
        return np.ones(len(block)) @ block if self._center else np.zeros(self.shape[1])

    def _products(self) -> Array:
        """MᵀM for the data M minus `near`, p×p; also sets _sums, which saves a pass over the data."""
        n, p = self.shape
        self.__dict__.pop("_copy", None)
        products, total = np.zeros((p, p)), np.zeros(p)
        for _, block in self._blocks():
            products += block.T @ block
            total += self._total(block)
        self._sums = total / n, float(np.trace(products))
        return products

    @cached_property
    def _copy(self) -> Array:
        return self._shifted(slice(None), np.empty_like(self._data, dtype=np.float64))

    def _shifted(self, rows: slice, memory: Array) -> Array:
        if self._far:
            return np.subtract(self._data[rows], self._near, out=memory)
        np.copyto(memory, self._data[rows])
        return memory

    def _blocks(self) -> Iterator[tuple[slice, Array]]:
        """The rows minus `near`: all rows of small or unshifted data, otherwise blocks, each over the one before."""
        n, p = self.shape
        if not self._far and self._data.dtype == np.float64:
            yield slice(0, n), np.asarray(self._data, dtype=np.float64)
        elif n * p <= _COPIED and self._passes >= _PASSES:
            yield slice(0, n), self._copy
        else:
            self._passes += 1
            step = min(n, max(1, _BLOCK // p))
            memory: Array = np.empty((step, p)) if self._data.flags.c_contiguous else np.empty((p, step)).T
            for start in range(0, n, step):
                rows = slice(start, min(n, start + step))
                yield rows, self._shifted(rows, memory[: rows.stop - start])


def at_zero(A: Data) -> Centred:
    """The data n×p without centring."""
    return Centred(A, np.zeros(A.shape[1]), far=False, center=False)


def at_mean(A: Data) -> Centred:
    """The data n×p centred at their mean."""
    some = A[:: max(1, len(A) // _SOME)].astype(np.float64, copy=False)
    mean = np.full(len(some), 1.0 / len(some)) @ some
    squares = np.einsum("ij,ij->j", some, some) / len(some)
    return Centred(A, mean, far=bool(np.any(2 * mean**2 > squares)))


def _squares(A: Array) -> float:
    flat = A.ravel(order="K")
    return float(flat @ flat)
