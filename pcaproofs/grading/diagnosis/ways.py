"""Ways of computing PCA, right and wrong, step by step: what the catalogue's mistakes are made of.

    X → centre → scale → matrix → solve → select → axes → { scores → reconstruction ; variances, ratio ; projection }

A `Way` names what is done at each step; all defaults together are right. A mistake changes a step, two mistakes change
two, and whatever comes later follows from it as it would in a student's program: a step may raise, and then no value
comes of what needs it.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np

from ..judge.facts import Real


class Failed:
    """In place of a value: the program stops with an error here."""


FAILED = Failed()
Scale = Literal["n-1", "n", "scatter", "singular"]
Divisor = Literal["n-1", "n", "scatter"]
Value = Real | Failed | None
"""None where a way does not say what the value would be."""


@dataclass(frozen=True)
class Way:
    """What is done at each step. The words are explained where they are acted upon, in `Walk`."""

    facing: str = "given"
    centre: str = "features"
    scale: str = "none"
    matrix: str = "covariance"
    solve: str = "sorted"
    select: str = "first"
    axes: str = "unit"
    show: str = "as used"
    """What the components are that are handed over, where others are used."""
    project: str = "centred"
    rescale: str = "not"
    variances: str = "eigenvalues"
    ratio: str = "of all"
    reconstruct: str = "mean back"
    projection: str = "outer"
    covariance: str = "divided"
    mean: str = "as used"
    turned: str = "none"
    """The role that is handed over on its side."""
    finish: str = "as is"

    @property
    def sign_matters(self) -> bool:
        """Whether the result depends on the signs of eigenvectors by more than the signs of its columns."""
        mixed = self.select.startswith("rows") or "transposed" in (self.axes, self.project) or self.show == "rows"
        return mixed and not self.solve.startswith("literal")

    def turns(self, role: str) -> bool:
        """Whether a role's value is handed over on its side."""
        facing = self.facing == "turned" and role in ("centered", "scores", "reconstruction")
        return facing != (self.turned == role)


@dataclass(frozen=True)
class Divisors:
    """What variances and covariances are divided by."""

    scale: Scale = "n-1"
    covariance: Divisor = "n-1"


class Stage:
    """The first steps of a way, up to the eigenvectors, which many ways share."""

    def __init__(self, centre: str, scale: str, matrix: str, X: Real) -> None:
        self.centre, self.scale, self.matrix, self.X = centre, scale, matrix, X
        self.n, self.p = X.shape

    @cached_property
    def shift(self) -> Real:
        """What is taken off the data."""
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
        """What the centred data are divided by."""
        X = self.X
        scales = {
            "none": lambda: np.ones(self.p),
            "samples to length one first": lambda: np.ones(self.p),
            "std n": lambda: _nonzero(X.std(axis=0)),
            "std n-1": lambda: _nonzero(X.std(axis=0, ddof=1)),
            "std unguarded n": lambda: X.std(axis=0),
            "std unguarded n-1": lambda: X.std(axis=0, ddof=1),
            "variance": lambda: _nonzero(X.var(axis=0)),
            "std of everything": lambda: np.asarray(X.std()),
            "std of samples": lambda: _nonzero(X.std(axis=1))[:, None],
            "lengths": lambda: _nonzero(np.linalg.norm(X - self.shift, axis=0)),
            "lengths of samples": lambda: _nonzero(np.linalg.norm(X - self.shift, axis=1))[:, None],
            "range": lambda: _nonzero(np.ptp(X, axis=0)),
            "largest": lambda: _nonzero(np.abs(X).max(axis=0)),
        }
        return np.asarray(scales[self.scale]())

    @cached_property
    def data(self) -> Real:
        """The data that are analysed: shifted, and scaled where that is part of the way."""
        if self.scale == "samples to length one first":
            unit = self.X / _nonzero(np.linalg.norm(self.X, axis=1))[:, None]
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
            lengths = _nonzero(np.linalg.norm(X - X.mean(axis=0), axis=0))
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
        """The places, among rising eigenvalues, of those that ``np.linalg.eig`` finds, in its order."""
        found = np.linalg.eigvals(self.decomposed[0]).real
        order = np.empty(len(found), dtype=np.intp)
        order[np.argsort(found, kind="stable")] = np.arange(len(found))
        return order


@lru_cache(maxsize=20_000)
def _stage(centre: str, scale: str, matrix: str, data: bytes, shape: tuple[int, int]) -> Stage:
    return Stage(centre, scale, matrix, np.frombuffer(data).reshape(shape))


class Walk:
    """One way gone on one data set n×p for k components. ``signs``, of ±1, are those of the eigenvectors."""

    def __init__(self, way: Way, X: Real, k: int, divisors: Divisors, signs: Real | None = None) -> None:
        X = X.T if way.facing == "turned" else X  # samples taken for features, and features for samples
        self.way, self.X, self.k, self.divisors, self._signs = way, X, k, divisors, signs
        self.n, self.p = X.shape
        whole = np.ascontiguousarray(X, dtype=np.float64)
        self._stage = _stage(way.centre, way.scale, way.matrix, whole.tobytes(), (self.n, self.p))

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

    def role(self, name: str) -> Value:
        """Return a role's value in whatever shape the way gives it, FAILED where it raises.

        It has samples in rows and components in columns even where the way hands it over on its side.
        """
        try:
            with np.errstate(all="ignore"):
                value: Real | None = getattr(self, f"_{name}")
        except (ValueError, IndexError, np.linalg.LinAlgError):
            return FAILED
        if value is None:
            return None
        return self._finish(np.asarray(value))

    def _finish(self, value: Real) -> Real:
        kind, _, digits = self.way.finish.partition(" ")
        if kind == "rounded":
            return np.round(value, int(digits))
        return np.abs(value) if kind == "absolute" else value

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
        if kind == "first repeated":
            return np.repeat(values[:1], k), np.repeat(vectors[:, :1], k, axis=1)
        count = {"all": m, "fewer": k - 1, "more": k + 1, "one": 1, "two": 2, "three": 3}
        columns = {
            "first": slice(0, k),
            "last": slice(max(m - k, 0), m),
            "last first": slice(m - 1, m - k - 1 if m > k else None, -1),
            "but the first": slice(1, k + 1),
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
        if kind == "transposed":
            return W.T
        if kind == "loadings":
            return W * sizes / np.sqrt(max(self.n - 1, 1))
        if kind == "times variances":
            return W * values / max(self.n - 1, 1)
        if kind == "times singular values":
            return W * sizes
        if kind == "whitening":
            return W / _nonzero(sizes) * np.sqrt(max(self.n - 1, 1))
        if kind == "largest entry one":
            return W / W[np.abs(W).argmax(axis=0), range(W.shape[1])]
        if kind == "sum one":
            return W / W.sum(axis=0)
        if kind == "rows of length one":
            return W / _nonzero(np.linalg.norm(W, axis=1))[:, None]
        if kind == "absolute":
            return np.abs(W)
        if kind == "left":  # U of the SVD of the data
            return np.linalg.svd(self.data, full_matrices=False)[0][:, : self.k]
        raise KeyError(kind)

    @cached_property
    def _Z(self) -> Real:
        """The scores as the program goes on with them."""
        A, W = self.data, self._W
        kind = self.way.project
        if kind == "raw":
            Z = self.X @ W
        elif kind == "uncentred throughout":  # an SVD of its own, of data that were not centred
            Z = self.X @ np.linalg.svd(self.X, full_matrices=False)[2][: self.k].T
        elif kind == "centred only":  # where the data are standardised
            Z = (self.X - self._shift) @ W
        elif kind == "transposed":
            Z = A @ W.T
        elif kind == "mean added":
            Z = (self.X + self._shift) @ W
        else:
            Z = A @ W
        return self._rescaled(np.asarray(Z))

    def _rescaled(self, Z: Real) -> Real:
        kind = self.way.rescale
        if kind == "not":
            return Z
        sizes = _nonzero(np.sqrt(np.maximum(self._chosen[0], 0.0)))
        others = {
            "left": lambda: Z / sizes,
            "whitened": lambda: Z / sizes * np.sqrt(max(self.n - 1, 1)),
            "whitened n": lambda: Z / sizes * np.sqrt(self.n),
            "times singular values": lambda: Z * sizes,
            "times variances": lambda: Z * self._chosen[0] / max(self.n - 1, 1),
            "over root n": lambda: Z / np.sqrt(self.n),
            "over root n-1": lambda: Z / np.sqrt(max(self.n - 1, 1)),
            "unit samples": lambda: Z / _nonzero(np.linalg.norm(Z, axis=1))[:, None],
            "absolute": lambda: np.abs(Z),
        }
        return np.asarray(others[kind]())

    @property
    def _mean(self) -> Real | None:
        if self.way.mean == "by axis 1":
            return self.X.mean(axis=1)
        if self.way.mean == "sum":
            return self.X.sum(axis=0)
        return None if self.way.centre == "never" else np.squeeze(self._shift)

    @property
    def _centered(self) -> Real:
        return self.data

    @property
    def _covariance(self) -> Real:
        M, count = self._decomposed
        kind = self.way.covariance
        if self.way.matrix == "correlation":
            return M / self.n
        divisor = {"n-1": count - 1, "n": count, "scatter": 1}[self.divisors.covariance]
        divisor = {"divided": divisor, "by n": count, "by n-1": count - 1, "undivided": 1, "by p": self.p}.get(
            kind, divisor
        )
        if kind == "divided twice":
            divisor = divisor * self.n
        if kind == "variances only":
            return np.diag(np.diag(M)) / divisor
        if kind == "square root":
            return np.sqrt(np.abs(M / divisor))
        return M / (divisor or np.nan)

    @property
    def _components(self) -> Real:
        return self._changed(self.way.show, self._chosen[0], self._W)

    @property
    def _scores(self) -> Real:
        return self._Z

    @property
    def _explained_variance(self) -> Real:
        values, kind = self._chosen[0], self.way.variances
        count = self._decomposed[1]
        singular = np.sqrt(np.maximum(values, 0.0))
        if self.divisors.scale == "singular":
            plain = singular
        else:
            plain = values / ({"n-1": count - 1, "n": count, "scatter": 1}[self.divisors.scale] or np.nan)
        if kind == "of features":
            return self.data.var(axis=0, ddof=1)[: self.k]
        if kind == "of all":
            return self._eigen[0] * (plain[0] / values[0])
        if kind == "of uncentred":
            squares = np.linalg.svd(self.X, compute_uv=False)[: self.k] ** 2
            return np.asarray(
                squares * (plain[0] / values[0]) if self.divisors.scale != "singular" else np.sqrt(squares)
            )
        if kind == "of scores uncentred":
            return np.asarray((self._Z**2).sum(axis=0) / max(count - 1, 1))
        other = {
            "eigenvalues": plain,
            "by n": values / count,
            "by n-1": values / max(count - 1, 1),
            "by p": values / self.p,
            "undivided": values,
            "singular": singular,
            "deviations": np.sqrt(np.maximum(plain, 0.0)),
            "squared": plain**2,
            "singular over n-1": singular / max(count - 1, 1),
            "shares": values / self._eigen[0].sum(),
            "divided twice": plain / self.n,
            "negative": -plain,
        }
        return np.asarray(other[kind])

    @property
    def _explained_variance_ratio(self) -> Real:
        values, every = self._chosen[0], self._eigen[0]
        singular, all_singular = (np.sqrt(np.maximum(array, 0.0)) for array in (values, every))
        kind = self.way.ratio
        kept = {
            "of all": values / every.sum(),
            "of the kept": values / values.sum(),
            "singular": singular / all_singular.sum(),
            "squared": values**2 / (every**2).sum(),
            "running total": np.cumsum(values) / every.sum(),
            "percent": 100 * values / every.sum(),
            "of the first": values / every[0],
            "of the count": values / self.p / max(self.n - 1, 1),
            "not divided": values / max(self.n - 1, 1),
            "what is left": 1 - values / every.sum(),
            "total of the kept": np.asarray(values.sum() / every.sum()),
        }
        return np.asarray(kept[kind])

    @property
    def _projection(self) -> Real:
        W, kind = self._W, self.way.projection
        if kind == "inner":
            return W.T @ W
        if kind == "the rest":
            return np.eye(len(W)) - W @ W.T
        if kind == "square of all":
            vectors = self._eigen[1]
            return vectors @ vectors.T
        if kind == "axes":
            return W
        return np.asarray(W @ W.T)

    @property
    def _reconstruction(self) -> Real:
        W, Z, kind = self._W, self._Z, self.way.reconstruct
        inner = Z @ (W if kind == "not transposed" else W.T)
        if kind == "no mean":
            return inner * self._units
        if kind == "neither":
            return inner
        if kind == "scaled only after":
            return (inner + self._shift) * self._units
        if kind == "not scaled back":
            return inner + self._shift
        if kind == "mean twice":
            return inner * self._units + 2 * self._shift
        if kind == "mean off":
            return inner * self._units - self._shift
        if kind == "mean of everything":
            return inner * self._units + self.X.mean()
        if kind == "from raw":
            return self.X @ W @ W.T + self._shift
        if kind == "raw, no mean":
            return self.X @ W @ W.T
        if kind == "the data":
            return self.X
        return np.asarray(inner * self._units + self._shift)


def _nonzero(values: Real) -> Real:
    return np.where(values > 0, values, 1.0)
