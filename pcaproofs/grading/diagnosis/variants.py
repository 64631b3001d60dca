"""Variants of PCA, correct and wrong, step by step. They represent the mistakes of the catalogue.

    X → centre → scale → matrix → solve → select → axes → { scores → reconstruction ; variances, ratio ; projection }

A `Variant` names what is done at each step. With all defaults it is correct. A mistake changes a step, and two mistakes
change two. Later steps use the changed result, as in a student's program. A step may raise an error; then the roles
that need it have no value.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache, cached_property, lru_cache, partial
from operator import attrgetter
from typing import Literal

import numpy as np

from pcaproofs.grading.judge.truth import Real


@dataclass(frozen=True)
class Failed:
    """Stands for a value whose computation raises an error."""

    sizes: frozenset[int] = frozenset()
    """Two lengths that do not fit, where the error is about these."""


_CORE = re.compile(r"size (\d+) is different from (\d+)|not aligned: (\d+) \(dim \d\) != (\d+) \(dim \d\)")
_SHAPE = re.compile(r"\((\d+,(?: ?\d+)?)\)")


def clashing(message: str) -> frozenset[int]:
    """The two lengths that do not fit, of what numpy says of a product or a sum; empty for any other text."""
    message = message[:500]
    if core := _CORE.search(message):
        return frozenset(int(size) for size in core.groups() if size)
    shapes = [[int(size) for size in shape.split(",") if size.strip()] for shape in _SHAPE.findall(message)]
    if len(shapes) != 2 or "broadcast" not in message:
        return frozenset()
    pairs = zip(reversed(shapes[0]), reversed(shapes[1]), strict=False)
    return next((frozenset(pair) for pair in pairs if pair[0] != pair[1] and 1 not in pair), frozenset())


Scale = Literal["n-1", "n", "scatter", "singular"]
Divisor = Literal["n-1", "n", "scatter"]
Value = Real | Failed | None
"""None if the variant does not determine the value."""


@dataclass(frozen=True)
class Variant:
    """The operation at each step. `VariantRun` computes them."""

    facing: str = "given"
    centre: str = "features"
    scale: str = "none"
    matrix: str = "covariance"
    solve: str = "sorted"
    select: str = "first"
    axes: str = "unit"
    show: str = "as used"
    """The components that are returned, if they differ from those that are used."""
    project: str = "centred"
    extent: str = "chosen"
    """The axes that scores are handed over for."""
    rescale: str = "not"
    variances: str = "eigenvalues"
    ratio: str = "of all"
    count: str = "enough"
    """The number of components that is returned for the requested share."""
    reconstruct: str = "mean back"
    projection: str = "outer"
    covariance: str = "divided"
    mean: str = "as used"
    turned: str = "none"
    """The role that is handed over on its side."""
    finish: str = "as is"

    def __hash__(self) -> int:
        return self._hash  # hashing many words is slow, and variants are looked up ten thousand times

    @cached_property
    def _hash(self) -> int:
        return hash(_steps(self))

    @cached_property
    def sign_matters(self) -> bool:
        """Whether the result depends on the signs of eigenvectors by more than the signs of its columns."""
        turned = "transposed" in (self.axes, self.project) or self.project == "rows" or self.extent == "all, transposed"
        reshaped = "reshaped" in self.axes or "reshaped" in self.show
        mixed = self.select.startswith("rows") or turned or reshaped or "rows" in (self.show, self.project)
        return mixed and not self.solve.startswith("literal")

    def turns(self, role: str) -> bool:
        """Whether a role's value is handed over on its side."""
        facing = self.facing == "turned" and role in ("centered", "scores", "reconstruction")
        return facing != (self.turned == role)


_steps = attrgetter(*(item.name for item in fields(Variant)))


@dataclass(frozen=True)
class Divisors:
    """The divisors of variances and covariances, and the requested share."""

    scale: Scale = "n-1"
    covariance: Divisor = "n-1"
    share: float = 0.95
    """The share of the variance that the component count should explain."""


@cache
def correct_variants(standardise: str, reconstruction: str) -> tuple[Variant, ...]:
    """The correct variants under an assignment's conventions."""
    scales = {"no": ("none",), "n": ("std n",), "n-1": ("std n-1",), "any": ("std n", "std n-1")}[standardise]
    back = {"data": "mean back", "centred": "no mean", "standardised": "neither"}[reconstruction]
    return tuple(Variant(scale=scale, reconstruct=back) for scale in scales)


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
        self.stage = stage_of(variant.centre, variant.scale, variant.matrix, whole.tobytes(), (self.n, self.p))

    @cached_property
    def _eigen(self) -> tuple[Real, Real]:
        """All eigenvalues, and the matrix that the program takes for the eigenvectors in their order."""
        M, count = self.stage.decomposed
        kind = self.variant.solve
        if kind.startswith("literal"):
            return self._literal(M, count)
        values, vectors = self.stage.eigh
        if self._signs is not None:
            vectors = vectors * self._signs[: len(M)]
        if kind in _OF_EIGH:
            return _OF_EIGH[kind](values, vectors)
        order = self.stage.unsorted
        return _OF_EIG[kind](values, vectors, values[order], vectors[:, order])

    def _literal(self, M: Real, count: int) -> tuple[Real, Real]:
        """The numbers that the solver returns; a null space has no other description."""
        if self.variant.matrix == "of samples":
            C = np.cov(self.stage.data)
        else:
            C = np.cov(self.stage.data, rowvar=False) if self.variant.matrix == "covariance" else M / max(count - 1, 1)
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
            variances = np.diag(self.stage.decomposed[0])
            order = np.argsort(-variances, kind="stable")[:k]
            return variances[order], np.eye(self.p)[:, order]
        if self.variant.axes == "first features":
            return np.diag(self.stage.decomposed[0])[:k], np.eye(self.p)[:, :k]
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
            return np.linalg.svd(self.stage.data, full_matrices=False)[0][:, : self.k]
        return _CHANGED[kind](W, values, max(self.n - 1, 1))


_SLACK = 1e-12
"""Rounding of a sum of shares."""


class VariantRun(Axes):
    """A variant computed on one data set n×p for k components."""

    def role(self, name: str) -> Value:
        """The value of a role; None if it depends on rounding (ties); Failed if the program would raise.

        Samples are in rows and components in columns, even if the variant returns the transpose.
        """
        try:
            with np.errstate(all="ignore"):
                value: Real | None = getattr(self, f"_{name}", None)
        except UndeterminedError:
            return None
        except (ValueError, IndexError, np.linalg.LinAlgError) as error:
            return Failed(clashing(str(error)))
        if value is None:
            return None
        return self._finish(np.asarray(value))

    def _finish(self, value: Real) -> Real:
        kind, _, digits = self.variant.finish.partition(" ")
        if kind == "rounded":
            return np.round(value, int(digits))
        return np.abs(value) if kind == "absolute" else value

    @cached_property
    def _used(self) -> Real:
        """The matrix for projection and reconstruction: the axes, or rows of the eigenvector matrix."""
        return self._eigen[1][: self.k].T if self.variant.project == "rows" else self._W

    @cached_property
    def _Z(self) -> Real:
        """The scores as the program goes on with them."""
        X, A, W, mean = self.X, self.stage.data, self._used, self.stage.shift

        def of_covariance(count: int) -> Real:
            return np.asarray(self.stage.decomposed[0] @ W / count)

        wrong = {
            "raw": lambda: X @ W,
            # an SVD of its own, of data that were not centred
            "uncentred throughout": lambda: X @ np.linalg.svd(X, full_matrices=False)[2][: self.k].T,
            "centred only": lambda: (X - mean) @ W,  # where the data are standardised
            # where the components are those of data that np.cov centred
            "less sample means": lambda: (X - X.mean(axis=1, keepdims=True)) @ W,
            "transposed": lambda: A @ W.T,
            "covariance by n": lambda: of_covariance(self.stage.decomposed[1]),
            "covariance by n-1": lambda: of_covariance(max(self.stage.decomposed[1] - 1, 1)),
            "covariance undivided": lambda: of_covariance(1),
            "mean added": lambda: (X + mean) @ W,
        }
        Z = wrong.get(self.variant.project, lambda: A @ W)()
        return self._rescaled(np.asarray(Z))

    def _rescaled(self, Z: Real) -> Real:
        kind = self.variant.rescale
        if kind == "not":
            return Z
        sizes = nonzero(np.sqrt(np.maximum(self._chosen[0], 0.0)))
        others = {
            "left": lambda: Z / sizes,
            "whitened": lambda: Z / sizes * np.sqrt(max(self.n - 1, 1)),
            "whitened n": lambda: Z / sizes * np.sqrt(self.n),
            "times singular values": lambda: Z * sizes,
            "times variances": lambda: Z * self._chosen[0] / max(self.n - 1, 1),
            "over n": lambda: Z / self.n,
            "over n-1": lambda: Z / max(self.n - 1, 1),
            "over root n": lambda: Z / np.sqrt(self.n),
            "over root n-1": lambda: Z / np.sqrt(max(self.n - 1, 1)),
            "unit samples": lambda: Z / nonzero(np.linalg.norm(Z, axis=1))[:, None],
            "absolute": lambda: np.abs(Z),
        }
        return np.asarray(others[kind]())

    @property
    def _mean(self) -> Real | None:
        if self.variant.mean == "by axis 1":
            return self.X.mean(axis=1)
        if self.variant.mean == "sum":
            return self.X.sum(axis=0)
        return None if self.variant.centre == "never" else np.squeeze(self.stage.shift)

    @property
    def _centered(self) -> Real:
        return self.stage.data

    @property
    def _covariance(self) -> Real:
        M, count = self.stage.decomposed
        kind = self.variant.covariance
        if self.variant.matrix == "correlation":
            return M / self.n
        divisor = {"n-1": count - 1, "n": count, "scatter": 1}[self.divisors.covariance]
        divisor = {"divided": divisor, "by n": count, "by n-1": count - 1, "undivided": 1, "by p": self.p}.get(
            kind, self.p - 1 if kind == "by p-1" else divisor
        )
        if kind.startswith("divided twice"):
            divisor = divisor * (self.n if kind == "divided twice" else max(self.n - 1, 1))
        if kind == "variances only":
            return np.diag(np.diag(M)) / divisor
        if kind == "square root":
            return np.sqrt(np.abs(M / divisor))
        return M / (divisor or np.nan)

    @property
    def _components(self) -> Real:
        return self._changed(self.variant.show, self._chosen[0], self._W)

    @property
    def _scores(self) -> Real:
        if self.variant.extent == "chosen":
            return self._Z
        vectors = self._eigen[1]
        return np.asarray(self.stage.data @ (vectors.T if self.variant.extent == "all, transposed" else vectors))

    @property
    def _explained_variance(self) -> Real:
        values, kind = self._chosen[0], self.variant.variances
        if " of all" in kind:
            kind, _, thin = kind.partition(" of all")
            values = self._eigen[0][: min(self.n, self.p) if thin else None]
        count = self.stage.decomposed[1]
        singular = np.sqrt(np.maximum(values, 0.0))
        if self.divisors.scale == "singular":
            plain = singular
        elif self.variant.matrix == "correlation":  # it is divided already, by whatever the deviations were
            plain = values / count
        else:
            plain = values / ({"n-1": count - 1, "n": count, "scatter": 1}[self.divisors.scale] or np.nan)
        if kind.startswith("of features"):
            return self.stage.data.var(axis=0, ddof=0 if kind == "of features by n" else 1)[: self.k]
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
            "by p-1": values / ((self.p - 1) or np.nan),
            "undivided": values,
            "singular": singular,
            "deviations": np.sqrt(np.maximum(plain, 0.0)),
            "squared": plain**2,
            "singular over n-1": singular / max(count - 1, 1),
            "shares": values / self._eigen[0].sum(),
            "divided twice": plain / self.n,
            "divided twice by n-1": plain / max(self.n - 1, 1),
            "negative": -plain,
        }
        return np.asarray(other[kind])

    @property
    def _explained_variance_ratio(self) -> Real:
        values, every = self._chosen[0], self._eigen[0]
        singular, all_singular = (np.sqrt(np.maximum(array, 0.0)) for array in (values, every))
        kind = self.variant.ratio
        kept = {
            "of all": values / every.sum(),
            "all p": every / every.sum(),
            "of the kept": values / values.sum(),
            "singular": singular / all_singular.sum(),
            "singular, of the kept": singular / singular.sum(),
            "squared": values**2 / (every**2).sum(),
            "running total": np.cumsum(values) / every.sum(),
            "percent": 100 * values / every.sum(),
            "share for percent": values / every.sum() / 100,
            "of the first": values / every[0],
            "of the count": values / self.p / max(self.n - 1, 1),
            "not divided": values / max(self.n - 1, 1),
            "what is left": 1 - values / every.sum(),
            "total of the kept": np.asarray(values.sum() / every.sum()),
        }
        return np.asarray(kept[kind])

    @property
    def _component_count(self) -> Real:
        values = np.maximum(self._eigen[0], 0.0)
        kind = self.variant.count
        sizes = {"singular": np.sqrt(values), "squared": values**2}.get(kind, values)
        enough = np.cumsum(sizes) / sizes.sum() >= self.divisors.share - _SLACK
        least = int(np.argmax(enough)) + 1
        given = {
            "more": least + 1,
            "more, at most p": min(least + 1, self.p),
            "more, at most n and p": min(least + 1, self.n, self.p),
            "fewer": least - 1,
        }
        return np.asarray(float(given.get(kind, least)))

    @property
    def _projection(self) -> Real:
        W = self._W
        wrong = {
            "inner": lambda: W.T @ W,
            "the rest": lambda: np.eye(len(W)) - W @ W.T,
            "square of all": lambda: self._eigen[1] @ self._eigen[1].T,
            "axes": lambda: W,
        }
        return np.asarray(wrong.get(self.variant.projection, lambda: W @ W.T)())

    @property
    def _reconstruction(self) -> Real:
        X, W, kind = self.X, self._used, self.variant.reconstruct
        back = self._Z @ (W if kind == "not transposed" else W.T)
        mean, units = self.stage.shift, self.stage.units
        wrong = {
            "no mean": lambda: back * units,
            "neither": lambda: back,
            "scaled only after": lambda: (back + mean) * units,
            "not scaled back": lambda: back + mean,
            "mean twice": lambda: back * units + 2 * mean,
            "mean off": lambda: back * units - mean,
            "mean of everything": lambda: back * units + X.mean(),
            "from raw": lambda: X @ W @ W.T + mean,
            "raw, no mean": lambda: X @ W @ W.T,
            "the data": lambda: X,
        }
        return np.asarray(wrong.get(kind, lambda: back * units + mean)())
