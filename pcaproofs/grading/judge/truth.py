"""Quantities of a data set, and error bounds for answers in finite precision.

All are in the unit of the scatter matrix S = XcᵀXc, without any divisor (n, n−1). For standardised data, Xc are the
z-scores and S is theirs.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from pcaproofs.grading.protocol import Array

_DOUBLE = 2.0**-52
_FAR = 30.0
Real = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Scale = Literal["n-1", "n", "scatter", "singular", "any"]
SCALES = ("n-1", "n", "scatter")
"""The choices for `any`: a divisor is free, but the square root of a variance is not a variance."""
Divisor = Literal["no", "n-1", "n"]


@dataclass(frozen=True, kw_only=True)
class Conventions:
    """The choices that an assignment fixes or leaves free."""

    components: Literal["columns", "rows", "either"] = "columns"
    """Whether each component is a column or a row; either: determined by the shapes of a submission's values."""
    scale: Scale = "any"
    """The scale of explained variances: divided by n−1, by n, or not at all (eigenvalues of the scatter matrix), any
    of these three, or singular values."""
    covariance: Literal["n-1", "n", "scatter", "any"] = "any"
    """The divisor of the covariance matrix; scatter: none."""
    standardise: Literal["no", "n-1", "n", "any"] = "no"
    """Whether the data are divided by their standard deviations first, and by which."""
    constant: Literal["zero", "unchanged", "any"] = "any"
    """How a constant feature is standardised: to 0, or unchanged. Components and scores are the same."""
    reconstruction: Literal["data", "centred", "standardised"] = "data"
    """Whether the data, the centred data (without adding the mean) or the z-scores are reconstructed."""
    order: Literal["decreasing", "increasing", "any"] = "decreasing"
    """The order of the components by their variances."""
    sign: Literal["free", "largest-positive", "first-positive", "sum-positive"] = "free"
    """The positive quantity of each component: its largest entry in size, its first nonzero entry, or its sum."""
    ties: Literal["any-basis", "orthonormal"] = "orthonormal"
    """Whether, for a repeated eigenvalue, unit vectors are accepted that are not orthogonal. `np.linalg.eig` returns
    such vectors, because it does not use that the matrix is symmetric."""
    share: float = 0.95
    """The share of the variance, above 0 and at most 1, that the components of `component_count` must explain."""
    error: Literal["mean", "sum", "sample", "root", "relative"] = "mean"
    """The reconstruction error: the mean of the squares of all entries, their sum, the sum per sample, the root of the
    mean, or the sum relative to that of the centred data."""
    whitening: Literal["n-1", "n", "any"] = "any"
    """The divisor of the variances used for whitening."""
    epsilon: float = 0.0
    """The number that is added before the division in whitening, 0 or more."""
    epsilon_in: Literal["variance", "deviation"] = "variance"
    """The place of epsilon: √(λ+ε), or √λ+ε."""
    kernel: Literal["linear", "rbf", "polynomial"] = "linear"
    """xᵀy, exp(−γ‖x−y‖²), or (γxᵀy + c)^d; of the data as passed, or of their z-scores."""
    gamma: float = 1.0
    """γ of the kernel; 0: a suitable γ for each data set, passed by `given`."""
    degree: int = 2
    """d of a polynomial kernel, 1 or more."""
    coef0: float = 1.0
    """c of a polynomial kernel, 0 or more."""
    kernel_matrix: Literal["raw", "centred"] = "raw"
    """Whether the kernel matrix is K or HKH."""
    kernel_scale: Literal["projections", "unit", "any"] = "projections"
    """The scale of kernel scores: √λ times the unit eigenvectors of HKH, the unit eigenvectors, or either."""


@dataclass(frozen=True)
class Facts:
    """Ground truth of a data set n×p and a number k of components."""

    X: Real
    k: int
    standardise: Divisor = "no"
    accuracy: float = 1e-5
    """Relative backward error of the student's algorithm that is allowed in addition to rounding: iterations
    commonly stop at the tolerance of `np.allclose`.
    """
    X_new: Real | None = None
    """New samples of the same features, m×p, if any."""

    @property
    def n(self) -> int:
        return int(self.X.shape[0])

    @property
    def p(self) -> int:
        return int(self.X.shape[1])

    @cached_property
    def mean(self) -> Real:
        first = self.X.mean(axis=0)
        # the second pass removes the rounding error of the first, which is large for a large offset
        return np.asarray(first + (self.X - first).mean(axis=0))

    @cached_property
    def constant(self) -> Real:
        """Whether each feature is constant up to rounding, (p,)."""
        lengths = np.linalg.norm(self.X - self.mean, axis=0)
        return np.asarray(lengths <= self.n * 2.0**-52 * np.linalg.norm(self.X, axis=0))

    @cached_property
    def units(self) -> Real:
        """The divisor of each centred column, (p,)."""
        if self.standardise == "no":
            return np.ones(self.p)
        divisor = self.n if self.standardise == "n" else max(self.n - 1, 1)
        return np.where(self.constant, 1.0, np.linalg.norm(self.X - self.mean, axis=0) / np.sqrt(divisor))

    @cached_property
    def centred(self) -> Real:
        return np.asarray((self.X - self.mean) / self.units)

    @property
    def new_data(self) -> Real:
        """The new samples, m×p; empty if there are none."""
        return np.zeros((0, self.p)) if self.X_new is None else self.X_new

    @cached_property
    def new(self) -> Real:
        """The new samples minus the mean of the data, in the units of the centred data, m×p."""
        return np.asarray((self.new_data - self.mean) / self.units)

    @cached_property
    def axes(self) -> Real:
        """Unit eigenvectors of the scatter matrix in rows, largest eigenvalue first: min(n, p) of them."""
        return self.decomposed[2]

    @cached_property
    def scatter(self) -> Real:
        return np.asarray(self.centred.T @ self.centred)

    def scattered(self, W: Real) -> Real:
        """SW for W of p rows, without the p×p matrix S where that is large."""
        return np.asarray(self.scatter @ W if self.p <= self.n else self.centred.T @ (self.centred @ W))

    @cached_property
    def decomposed(self) -> tuple[Real, Real, Real]:
        """The thin singular value decomposition U, σ, Vᵀ of the centred data."""
        U, sizes, axes = np.linalg.svd(self.centred, full_matrices=False)
        return U, sizes, axes

    @cached_property
    def derived(self) -> "dict[Hashable, Any]":
        """Cache for quantities that other modules derive from this data set."""
        return {}

    @cached_property
    def eigenvalues(self) -> Real:
        """All p eigenvalues of the scatter matrix, largest first."""
        squares = self.decomposed[1] ** 2
        return np.concatenate([squares, np.zeros(max(0, self.p - len(squares)))])[: self.p]

    @cached_property
    def leading(self) -> Real:
        return self.eigenvalues[: self.k]

    @cached_property
    def total(self) -> float:
        return float(self.eigenvalues.sum())

    @cached_property
    def size(self) -> float:
        """The Frobenius norm of the data before centring, in the units of Xc."""
        return float(np.linalg.norm(self.X / self.units))

    @cached_property
    def _near(self) -> float:
        """The largest norm of uncentred data for which float32 has enough digits."""
        return _FAR * float(np.sqrt(self.total))

    @property
    def is_far(self) -> bool:
        """Whether the data are so far from 0 that float32 has too few digits."""
        return self.size > self._near

    def _cast(self, eps: float) -> float:
        """The change of centred data that were rounded to fewer digits than float64 before centring."""
        return eps * self.size if eps > _DOUBLE else 0.0

    def data_error(self, eps: float) -> float:
        """The Frobenius norm of a perturbation of the centred data that any stable program may cause.

        With fewer digits than those of float64 far from 0, it may be off by what it lost of the data, and no more.

        A sum of n terms is off by about √n·ε times the sum of their sizes (Higham and Mary, SIAM J. Sci. Comput. 41(5),
        2019; in the worst case, which data do not reach, by n·ε), so centring moves Xc by √n·ε‖X‖, and a product with
        p terms by √p·ε‖X‖ more.
        """
        computing = 2 * float(np.sqrt(self.n + self.p))
        rounding = _DOUBLE * computing * self.size + max(eps * computing * min(self.size, self._near), self._cast(eps))
        return rounding + self.accuracy * float(np.sqrt(self.eigenvalues[0]))

    def scatter_error(self, eps: float) -> float:
        """The norm of a perturbation E such that a stable program's answer is exact for S + E.

        The same for ‖X‖² instead of ‖Xc‖², since XᵀX − nμμᵀ is a right formula; eigensolvers add p·ε‖S‖ (Golub and
        Van Loan, §8.1), and products of computed factors twice the data's error.
        """
        computing, cast = 2 * float(np.sqrt(self.n + self.p)), self._cast(eps)
        moved = 2 * float(np.sqrt(self.eigenvalues[0])) * cast + cast**2
        rounding = _DOUBLE * computing * self.size**2 + max(eps * computing * min(self.size, self._near) ** 2, moved)
        return rounding + 2 * self.accuracy * float(self.eigenvalues[0])

    def skewness(self, eps: float) -> Real:
        """The deviation from a right angle that a solver for general matrices may cause, by pairs of axes, k×k.

        It perturbs S by p·ε‖S‖ without keeping it symmetric, which turns an axis towards another by that over the
        difference of their eigenvalues (Stewart and Sun, Matrix Perturbation Theory, §V.2): by anything in a tie.
        """
        gaps = np.abs(self.leading[:, None] - self.leading[None, :])
        moved = 8 * self.p * eps * max(float(self.eigenvalues[0]), np.finfo(float).tiny)
        return np.asarray(np.minimum(1.0, moved / np.maximum(gaps, moved)) * (1 - np.eye(self.k)))


def facts_of(X: Real, k: int, conventions: Conventions) -> tuple[Facts, ...]:
    """The ground truth for an answer: two if the divisor of the z-scores is free."""
    asked = conventions.standardise
    divisors: tuple[Divisor, ...] = ("n", "n-1") if asked == "any" else (asked,)
    return tuple(Facts(X, k, divisor) for divisor in divisors)


def both_divisors(facts: Facts) -> tuple[Facts, ...]:
    """The ground truth for z-scores with either divisor, cached."""
    if "both divisors" not in facts.derived:
        divisors: tuple[Divisor, ...] = ("n", "n-1")
        facts.derived["both divisors"] = tuple(replace(facts, standardise=divisor) for divisor in divisors)
    found: tuple[Facts, ...] = facts.derived["both divisors"]
    return found


def precision(array: Array) -> float:
    """The rounding unit granted to a value: that of float64, or of float32 if it has no more digits.

    The unit is never larger than that of float32, even if the submission chose float16.
    """
    narrow = array.dtype.str[1:] in ("f2", "f4", "c8")
    return float(2.0**-23 if narrow else _DOUBLE)


# Kernel matrices of a data set, and error bounds of a right program's kernel matrices


@dataclass(frozen=True)
class Kernel:
    """A kernel matrix n×n of the samples, K, and HKH with its leading eigenvalues and eigenvectors."""

    raw: Real
    centred: Real
    values: Real
    """The k largest eigenvalues of HKH, largest first."""
    vectors: Real
    """Their unit eigenvectors, n×k."""
    error: float
    """Norm of a perturbation of K that a stable program may cause in float64."""


def gamma_of(facts: Facts, conventions: Conventions) -> float:
    """Γ: that of the conventions, or one over the mean squared distance of two samples, to two digits."""
    if conventions.gamma:
        return conventions.gamma
    spread = (
        float((facts.centred**2).sum()) if facts.standardise != "no" else float(((facts.X - facts.mean) ** 2).sum())
    )
    return float(f"{(facts.n - 1) / (2 * spread or 1.0):.2g}")


def kernel_of(facts: Facts, conventions: Conventions) -> Kernel:
    """The kernel matrix of a data set under the conventions, cached."""
    rule = (conventions.kernel, conventions.gamma, conventions.degree, conventions.coef0)
    if rule not in facts.derived:
        facts.derived[rule] = _kernel(facts, conventions)
    found: Kernel = facts.derived[rule]
    return found


def _kernel(facts: Facts, conventions: Conventions) -> Kernel:
    A = facts.X if facts.standardise == "no" else facts.centred
    gamma, n = gamma_of(facts, conventions), facts.n
    lost = 0.0
    if conventions.kernel == "rbf":
        C = A - A.mean(axis=0)
        norms = (C**2).sum(axis=1)
        K = np.exp(-gamma * np.maximum(norms[:, None] + norms[None, :] - 2 * C @ C.T, 0.0))
        np.fill_diagonal(K, 1.0)
        # squared distances as ‖x‖² + ‖y‖² − 2xᵀy lose digits where the data are far from 0
        lost = 8 * gamma * float(np.sqrt(facts.p)) * _DOUBLE * float((A**2).sum(axis=1).max())
    elif conventions.kernel == "polynomial":
        K = (gamma * A @ A.T + conventions.coef0) ** conventions.degree
    else:
        K = A @ A.T
    H = np.eye(n) - 1.0 / n
    centred = H @ K @ H
    centred = (centred + centred.T) / 2
    values, vectors = np.linalg.eigh(centred)
    values, vectors = values[::-1][: facts.k], vectors[:, ::-1][:, : facts.k]
    size = float(np.linalg.norm(K))
    rounding = (4 * float(np.sqrt(n + facts.p)) * conventions.degree * _DOUBLE + lost) * size
    return Kernel(K, centred, np.maximum(values, 0.0), vectors, rounding + 2 * facts.accuracy * float(values[0]))


# Right values of scalar roles: component count and reconstruction error


def shares(facts: Facts) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """Cumulative explained variance ratios, (p,)."""
    return np.asarray(np.cumsum(facts.eigenvalues) / (facts.total or 1.0))


def component_count(facts: Facts, share: float, slack: float = 0.0) -> int:
    """The smallest number of components that explain a share of the variance, minus a slack."""
    enough = np.flatnonzero(shares(facts) >= share - slack)
    return int(enough[0]) + 1 if len(enough) else facts.p


def squared_error(facts: Facts, conventions: Conventions) -> float:
    """The squared error of a reconstruction from k components, in the units of the reconstruction."""
    if facts.standardise == "no" or conventions.reconstruction == "standardised":
        return float(facts.eigenvalues[facts.k :].sum())
    _, _, axes = facts.decomposed
    W = axes[: facts.k].T
    left = (facts.centred - facts.centred @ W @ W.T) * facts.units
    return float((left**2).sum())


def unit_of_error(facts: Facts, conventions: Conventions) -> float:
    """The divisor of the sum of squares in a reconstruction error, before the root."""
    if conventions.error == "relative":
        units = facts.units if conventions.reconstruction != "standardised" else np.ones(facts.p)
        return float(((facts.centred * units) ** 2).sum()) or 1.0
    entries = facts.n * facts.p
    return float({"mean": entries, "root": entries, "sum": 1, "sample": facts.n}[conventions.error])


def reconstruction_error(facts: Facts, conventions: Conventions) -> float:
    """The reconstruction error under the conventions."""
    error = squared_error(facts, conventions) / unit_of_error(facts, conventions)
    return float(np.sqrt(error)) if conventions.error == "root" else error
