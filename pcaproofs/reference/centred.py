"""Data less their mean, copied only where the mean lies far out: for tall data the copy costs half of what XcᵀXc does.

Products of centred data are found from products of data that lie *near* zero and a correction for the small mean that
is left, XcᵀXc = MᵀM − n·rrᵀ. That loses at most one bit as long as r is within a standard deviation of zero.
"""

from dataclasses import dataclass

import numpy as np

from pcaproofs.reference.validate import Array

EPS = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class Centred:
    """n×p data of moderate size (see `scale`) centred at `near + rest`, as data `moved` less `rest`.

    Keeping the two parts apart keeps the digits that their sum would round away: columns of Xc have mean zero to
    rounding *of Xc*, however far from zero the data lie. Source: Chan, Golub and LeVeque 1983, corrected two-pass.
    """

    moved: Array  # n×p, the data less near; the data themselves where near is zero, so never written to
    near: Array  # (p,)
    rest: Array  # (p,), the mean of moved
    squares: float  # ‖moved‖²

    @property
    def mean(self) -> Array:
        """The point the data are centred at, (p,)."""
        return self.near + self.rest

    def dense(self) -> Array:
        """Xc itself, n×p, a new array."""
        return self.moved - self.rest

    def scatter(self) -> Array:
        """XcᵀXc, p×p, exactly symmetric."""
        return self.moved.T @ self.moved - len(self.moved) * np.outer(self.rest, self.rest)

    def along(self, axes: Array) -> Array:
        """The scores Xc·axes. Shapes: axes p×d → n×d."""
        scores = self.moved @ axes
        scores -= self.rest @ axes
        return scores

    def energy(self) -> float:
        """‖Xc‖², the sum of all squares."""
        return max(0.0, self.squares - len(self.moved) * float(self.rest @ self.rest))


def at_zero(A: Array) -> Centred:
    """The data n×p as they stand."""
    zero = np.zeros(A.shape[1])
    return Centred(A, zero, zero, _squares(A))


def at_mean(A: Array) -> Centred:
    """The data n×p centred at their mean."""
    n, p = A.shape
    average = np.full(n, 1.0 / n)
    first = average @ A
    squares = np.einsum("ij,ij->j", A, A)
    if np.all(2 * n * first**2 <= squares):  # each column's mean is within its standard deviation of zero
        return Centred(A, np.zeros(p), first, float(squares.sum()))
    # Any point close to the mean will do for `near`. A column that is constant, up to the rounding of its mean, moves
    # by its own first entry, so that a constant column becomes exactly zero.
    near = np.where(np.abs(first - A[0]) <= n * EPS * np.abs(A[0]), A[0], first)
    moved = A - near
    return Centred(moved, near, average @ moved, _squares(moved))


def _squares(A: Array) -> float:
    flat = A.ravel(order="K")
    return float(flat @ flat)
