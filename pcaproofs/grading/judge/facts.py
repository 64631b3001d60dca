"""What is true of a data set, and how far from it an answer computed in finite precision may be.

Everything is in the unit of the scatter matrix S = XcᵀXc, in which no convention (n, n−1, singular values) has entered.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from ..job import Array

Real = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Scale = Literal["n-1", "n", "scatter", "singular", "any"]


@dataclass(frozen=True, kw_only=True)
class Conventions:
    """What an assignment fixes and what it leaves free."""

    components: Literal["columns", "rows", "either"] = "columns"
    scale: Scale = "any"
    """Of the explained variances: divided by n−1 or n, the eigenvalues of the scatter matrix, the singular values."""
    covariance: Literal["n-1", "n", "scatter", "any"] = "any"
    samples: Literal["rows", "columns"] = "rows"
    """How data are handed over, and how scores, centred data and reconstructions come back."""
    standardise: bool = False
    """Whether each feature is divided by its standard deviation before anything else."""


@dataclass(frozen=True)
class Facts:
    """A data set n×p with the number k of components asked for."""

    X: Real
    k: int
    accuracy: float = 1e-6
    """Relative backward error allowed to the student's algorithm beyond rounding: iterations stop somewhere."""

    @property
    def n(self) -> int:
        return int(self.X.shape[0])

    @property
    def p(self) -> int:
        return int(self.X.shape[1])

    @cached_property
    def mean(self) -> Real:
        first = self.X.mean(axis=0)
        # the second pass takes out the rounding of the first, which is large where the offset is
        return np.asarray(first + (self.X - first).mean(axis=0))

    @cached_property
    def centred(self) -> Real:
        return np.asarray(self.X - self.mean)

    @cached_property
    def scatter(self) -> Real:
        return np.asarray(self.centred.T @ self.centred)

    @cached_property
    def eigenvalues(self) -> Real:
        """All p eigenvalues of the scatter matrix, largest first."""
        squares = np.linalg.svd(self.centred, compute_uv=False) ** 2
        return np.concatenate([squares, np.zeros(max(0, self.p - len(squares)))])[: self.p]

    @property
    def leading(self) -> Real:
        return self.eigenvalues[: self.k]

    @property
    def total(self) -> float:
        return float(self.eigenvalues.sum())

    def data_error(self, eps: float) -> float:
        """Return the Frobenius norm of a perturbation of the centred data that any stable program may cause.

        A sum of n terms is off by about √n·ε times the sum of their sizes (Higham and Mary, SIAM J. Sci. Comput. 41(5),
        2019; in the worst case, which data do not reach, by n·ε), so centring moves Xc by √n·ε‖X‖, and a product with
        p terms by √p·ε‖X‖ more.
        """
        rounding = 2 * float(np.sqrt(self.n + self.p)) * eps * float(np.linalg.norm(self.X))
        return rounding + self.accuracy * float(np.sqrt(self.eigenvalues[0]))

    def scatter_error(self, eps: float) -> float:
        """Return the norm of a perturbation E such that a stable program's answer is exact for S + E.

        The same for ‖X‖² instead of ‖Xc‖², since XᵀX − nμμᵀ is a right formula; eigensolvers add p·ε‖S‖ (Golub and
        Van Loan, §8.1), and products of computed factors twice the data's error.
        """
        rounding = 2 * float(np.sqrt(self.n + self.p)) * eps * float(np.linalg.norm(self.X)) ** 2
        return rounding + 2 * self.accuracy * float(self.eigenvalues[0])


def precision(array: Array) -> float:
    """Return the rounding unit of the precision in which an answer was given, at best that of float64."""
    bits = {"f2": 10, "f4": 23, "c8": 23}.get(array.dtype.str[1:], 52)
    return float(2.0**-bits)
