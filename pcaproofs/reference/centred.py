"""Products of centred data, with a copy of the data only where they lie far from zero and the copy is small.

Products of centred data are found from products of data M that lie *near* zero, and a correction for the small mean r
that is left: XcᵀXc = MᵀM − n·rrᵀ. That loses at most one bit as long as r is within a standard deviation of zero. Data
that lie farther out are moved by a point close to their mean first: all at once where the copy fits into a processor's
cache, else some rows at a time, twice.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from pcaproofs.reference.validate import Array

EPS = float(np.finfo(np.float64).eps)

_COPIED = 1 << 22  # entries of the largest data of which a moved copy is kept, 32 megabytes
_BLOCK = 1 << 18  # entries of a block of rows, two megabytes: they stay in the cache between being moved and being used
_SOME = 512  # rows from which the mean and the spread of tall data are guessed


class Centred:
    """n×p data of moderate size (see `scale`) centred at `near + rest`, the mean of the data less near being rest.

    Keeping the two parts apart keeps the digits that their sum would round away: columns of Xc have mean zero to
    rounding *of Xc*, however far from zero the data lie. Source: Chan, Golub and LeVeque 1983, corrected two-pass.
    """

    def __init__(self, data: Array, guess: Array, *, far: bool, center: bool = True):
        """Data n×p, never written to; a guess of their mean (p,); whether to move the data there before squaring."""
        self._data, self._guess, self._far, self._center = data, guess, far, center
        self.shape: tuple[int, int] = (data.shape[0], data.shape[1])

    @property
    def mean(self) -> Array:
        """The point the data are centred at, (p,)."""
        return self._near + self._rest if self._far else self._computed

    def dense(self) -> Array:
        """Xc itself, n×p, a new array."""
        return (self._data - self._near) - self._rest if self._far else self._data - self._computed

    def scatter(self) -> Array:
        """XcᵀXc, p×p, exactly symmetric."""
        if not self._far:
            products = np.asarray(self._data.T @ self._data)
            if self._is_close(self._computed, products):
                return products - self.shape[0] * np.outer(self._computed, self._computed)
            self._far = True  # the rows that were looked at vary more than the others
        self._near = self._exact_where_constant(self._guess)
        products = self._moved_products()
        if not self._is_close(self._rest, products):  # the rows that were looked at lie elsewhere than the others
            self._near = self._near + self._rest
            products = self._moved_products()
        return products - self.shape[0] * np.outer(self._rest, self._rest)

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
        """Whether a mean lies within a standard deviation of zero, in every column of data with these products."""
        return bool(np.all(2 * self.shape[0] * mean**2 <= np.diag(products)))

    @cached_property
    def _computed(self) -> Array:
        """The mean of the data as they stand; zero where they are not to be centred."""
        n, p = self.shape
        return np.full(n, 1.0 / n) @ self._data if self._center else np.zeros(p)

    @cached_property
    def _near(self) -> Array:
        return self._exact_where_constant(self._computed)

    def _exact_where_constant(self, mean: Array) -> Array:
        """A mean, but the first entry of a column that is constant up to rounding: it becomes exactly zero."""
        first = self._data[0]
        return np.where(np.abs(mean - first) <= len(self._data) * EPS * np.abs(first), first, mean)

    @property
    def _rest(self) -> Array:
        return self._sums[0]

    @cached_property
    def _sums(self) -> tuple[Array, float]:
        """The mean and the sum of the squares of the data less near."""
        total, squares = np.zeros(self.shape[1]), 0.0
        for _, block in self._blocks():
            total += np.ones(len(block)) @ block
            squares += _squares(block)
        return total / self.shape[0], squares

    def _moved_products(self) -> Array:
        """MᵀM of the data M less near, p×p; sets _sums, so that they need no pass of their own."""
        n, p = self.shape
        self.__dict__.pop("_moved", None)
        products, total = np.zeros((p, p)), np.zeros(p)
        for _, block in self._blocks():
            products += block.T @ block
            total += np.ones(len(block)) @ block
        self._sums = total / n, float(np.trace(products))
        return products

    @cached_property
    def _moved(self) -> Array:
        return self._data - self._near

    def _blocks(self) -> Iterator[tuple[slice, Array]]:
        """Rows less near: all of small data, some at a time of larger ones, in memory that the next ones take over."""
        n, p = self.shape
        if n * p <= _COPIED:
            yield slice(0, n), self._moved
            return
        step = min(n, max(1, _BLOCK // p))
        memory = np.empty((step, p)) if self._data.flags.c_contiguous else np.empty((p, step)).T
        for start in range(0, n, step):
            rows = slice(start, min(n, start + step))
            yield rows, np.subtract(self._data[rows], self._near, out=memory[: rows.stop - start])


def at_zero(A: Array) -> Centred:
    """The data n×p as they stand."""
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
