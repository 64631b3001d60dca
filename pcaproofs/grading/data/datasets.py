"""The standard data sets, chosen to distinguish right programs from wrong ones.

The visible ones are fixed and small enough for computation by hand; the hidden ones are drawn anew for each seed.
Ordinary data have a nonzero mean, k < p, no axis along a feature, distinct variances, and an order of variances
in which the order of `np.linalg.eig`'s eigenvalues is wrong. No data set has a single sample.
"""

import dataclasses
import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pcaproofs.grading.judge.equivariance import TRANSFORMATIONS, Motion
from pcaproofs.grading.judge.truth import Conventions, Divisor, Facts, Real, kernel_of
from pcaproofs.grading.judge.units import exponent_of, in_units
from pcaproofs.grading.protocol import Array


def spectrum(generator: np.random.Generator, values: Sequence[float], n: int) -> Real:
    """n×p data with a mean far from 0, whose centred part has singular values √n·values, of which at most n−1 count."""
    p = len(values)
    left = _orthonormal(generator, n, p)
    right = np.linalg.qr(generator.normal(size=(p, p)))[0][:, : n - 1]
    return np.asarray(np.sqrt(n) * (left * np.array(values[: n - 1])) @ right.T + _mean(generator, p))


def _orthonormal(generator: np.random.Generator, n: int, p: int) -> Real:
    """n×p of orthonormal columns with mean 0."""
    return np.asarray(np.linalg.qr(np.column_stack([np.ones(n), generator.normal(size=(n, p))]))[0][:, 1:])


def _mean(generator: np.random.Generator, p: int) -> Real:
    return np.asarray(generator.uniform(5, 15, size=p) * generator.choice([-1, 1], size=p))


# Orthogonal; neither these vectors nor sums of two are along (1, 1, 1, 1), a usual start of power iterations.
SIGNS = np.array([[1, 1, 1, -1], [1, -1, 1, 1], [1, 1, -1, 1], [1, -1, -1, -1]])


def tied(sizes: Sequence[int], axes: Array) -> Real:
    """8×4 integers with mean 0 whose scatter matrix has eigenvalue 2a²|w|² along axis w of size a."""
    rows = [sign * size * axis for size, axis in zip(sizes, axes, strict=True) for sign in (1, -1)]
    return np.array(rows, dtype=np.float64)


def skewing(generator: np.random.Generator, sizes: Sequence[int], equal: int, standardised: bool) -> Real:
    """`tied` data with a nonzero mean, rotated so that `np.linalg.eig` skews the vectors of leading ties.

    `eig` does not use the symmetry of the covariance matrix and gives non-orthogonal vectors; along axes of the
    features it would be right by coincidence. Axes with entries ±1 keep ties among z-scores, where all features have
    one variance. The other axes leave no symmetry in which an iteration could be stuck at its start.
    """
    for _ in range(100):
        if standardised:
            axes = generator.permutation(SIGNS) * generator.choice([-1, 1], size=4)[:, None]
            units = generator.permutation([1, 3, 5, 7])
        else:
            a, b, c, d = generator.permutation([1, 2, 3, 5]) * generator.choice([-1, 1], size=4)
            # left multiplication by an integer quaternion
            axes = generator.permutation(np.array([[a, -b, -c, -d], [b, a, -d, c], [c, d, a, -b], [d, -c, b, a]]))
            units = np.ones(4)
        mean = generator.integers(5, 12, size=4) * generator.choice([-1, 1], size=4)
        X = generator.permutation(tied(sizes, axes)) * units + mean
        Z = (X - X.mean(axis=0)) / (X.std(axis=0) if standardised else 1.0)
        matrices = [Z.T @ Z, Z.T @ Z / len(Z), Z.T @ Z / (len(Z) - 1), np.cov(Z, rowvar=False)]
        matrices += [np.corrcoef(X, rowvar=False)] if standardised else []
        if all((equal == 1 or _skews(S, equal)) and not _holds_iterations(S, max(equal, 2)) for S in matrices):
            break
    return np.asarray(X)


def _holds_iterations(S: Real, k: int) -> bool:
    """Whether a symmetry of S prevents a power iteration with deflation from converging to the leading axes."""
    largest, total = float(np.linalg.eigvalsh(S)[::-1][:k].sum()), float(np.trace(S))
    for start in (np.ones(len(S)), np.eye(len(S))[0]):
        rest, found = S, 0.0
        for _ in range(k):
            w = start
            for _ in range(100):
                w = rest @ w / np.linalg.norm(rest @ w)
            found += float(w @ rest @ w)
            rest = rest - (w @ rest @ w) * np.outer(w, w)
        if abs(found - largest) > 1e-3 * total:
            return True
    return False


def _skews(S: Real, k: int) -> bool:
    values, vectors = np.linalg.eig(S)
    W = vectors[:, np.argsort(-values.real)[:k]]
    return float(np.abs(W.T @ W - np.eye(k)).max()) > 1e-3


def arranged(generator: np.random.Generator, values: Sequence[float], n: int, k: int, standardised: bool) -> Real:
    """`spectrum` data on which `np.linalg.eig` does not find the k largest eigenvalues first, of z-scores if asked."""
    for _ in range(10_000):
        X = spectrum(generator, values, n)
        if tells_unsorted(X / X.std(axis=0) if standardised else X, k):
            return X
    raise AssertionError("unreachable: one in a hundred draws will do")


_SMALL = 2.0**-4
_TWICE = 12
_FAR_OUT = 8.0


def many(generator: np.random.Generator, values: Sequence[float], n: int, k: int, standardised: bool) -> Real:
    """n×p data of size 1 with the given spectrum: some samples are there twice, and one is an outlier in all features.

    What is left out or cut off by a program that drops duplicates or outliers changes its answer, and thresholds in the
    unit of the data are no longer small.
    """
    p = len(values)
    for _ in range(10_000):
        drawn = generator.normal(size=(n, p))
        drawn[0] = _FAR_OUT * generator.choice([-1, 1], size=p)
        drawn[-_TWICE:] = drawn[1 : _TWICE + 1]
        axes = np.linalg.qr(generator.normal(size=(p, p)))[0]
        left = np.linalg.qr(np.column_stack([np.ones(n), drawn]))[0][:, 1:]
        X = _SMALL * (np.sqrt(n) * (left * np.array(values)) @ axes.T + _mean(generator, p))
        X[-_TWICE:] = X[1 : _TWICE + 1]  # they differ by rounding
        far = np.abs(X[0] - X.mean(axis=0)) / X.std(axis=0)
        if far.max() > 4 and tells_unsorted(X / X.std(axis=0) if standardised else X, k):
            return np.asarray(X[generator.permutation(n)])
    raise AssertionError("unreachable: one in a hundred draws will do")


_ROUNDINGS = 8


def tells_unsorted(X: Real, k: int) -> bool:
    """Whether the first k eigenvalues of `np.linalg.eig` are not the largest, for each usual divisor.

    The order may depend on the last bit of the covariance matrix, which differs between processors and between ways of
    computing it. So it is also asked for matrices that differ from it by rounding errors.
    """
    Xc = X - X.mean(axis=0)
    errors = 2.0**-51 * np.random.default_rng(0).normal(size=(_ROUNDINGS, X.shape[1], X.shape[1]))
    for error in (0.0, *errors):
        for divisor in (1, len(X) - 1, len(X)):
            found = np.linalg.eig(Xc.T @ Xc / divisor * (1 + error))[0].real
            largest = np.sort(found)[::-1][:k]
            if (np.abs(found[:k] - largest) <= 1e-8 + 0.05 * np.abs(largest)).all():
                return False
    return True


_CLOSEST = (0.94, 0.93)
"""The ratios of the second variance to the first, and of the first that is left out to the last that is kept.

After r rounds of an iteration the share of the wrong axis is q = s·0.94^r, where s is that at the start, and Sw differs
from λw by 0.06q of the largest eigenvalue. The judge allows 4·10⁻⁵. With s from 0.4 to 2.5, that is exceeded after 100
rounds (4.9·10⁻⁵ at least) and kept after 140 (2.6·10⁻⁵ at most).
"""
_STARTS = (0.4, 2.5)


def close(generator: np.random.Generator, n: int, standardised: bool) -> Real:
    """n×6 data on which iterations of 100 rounds are wrong, for 3 components.

    The starts (1, …, 1) and e₁ of iterations hold about as much of an axis as of its neighbour.
    """
    inside, border = _CLOSEST
    values = np.array([1, inside, 0.84, 0.84 * border, 0.1, 0.03])
    values *= len(values) / values.sum()
    for _ in range(10_000):
        axes = np.linalg.qr(generator.normal(size=(len(values), len(values))))[0]
        if standardised:
            axes = _with_unit_diagonal(axes, values)
        starts = np.abs(np.stack([axes.sum(axis=0), axes[0]]))
        ratios = starts[:, [0, 2]] / starts[:, [1, 3]]
        left = _orthonormal(generator, n, len(values))
        X = np.sqrt(n) * (left * np.sqrt(values)) @ axes.T
        if _STARTS[0] < ratios.min() and ratios.max() < _STARTS[1] and tells_unsorted(X, 3):
            break
    units = generator.permutation([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]) if standardised else 9.0
    return np.asarray(X * units + _mean(generator, len(values)))


def _with_unit_diagonal(axes: Real, values: Real) -> Real:
    """Axes of a matrix with these eigenvalues, whose sum is their number, and ones on its diagonal.

    A rotation in the plane of two features makes a diagonal entry 1, from one above and one below it (Bendel and
    Mickey, Communications in Statistics B7, 1978). The errors of rounding stay below 1e-12.
    """
    axes = axes.copy()
    for _ in range(len(values) - 1):
        C = (axes * values) @ axes.T
        i, j = int(np.argmin(np.diag(C))), int(np.argmax(np.diag(C)))
        low, high, off = C[i, i] - 1, C[j, j] - 1, C[i, j]
        if high - low < 1e-13:
            break
        t = (off + np.sqrt(off**2 - low * high)) / high
        c = 1 / np.sqrt(1 + t**2)
        axes[[i, j]] = np.array([[c, -c * t], [c * t, c]]) @ axes[[i, j]]
    return axes


# Data for kernel PCA on which `np.linalg.eig` does not find the largest eigenvalues first.
#
# It deflates small eigenvalues first, so those of a centred kernel matrix of ordinary data come out largest first. Here
# the samples are mirror images of each other, but for the first, which is its own image. The leading eigenvector
# changes its sign when the images are exchanged, so the reduction to Hessenberg form, which starts from the first
# sample, reaches it last. The reflection exchanges two features with two others: it keeps distances and inner products,
# also those of z-scores.


K = 2
"""The number of components asked for."""


def mirrored(generator: np.random.Generator, conventions: Conventions) -> Real:
    """9×5 whole numbers whose centred kernel matrix has its largest eigenvalues out of order.

    Where no draw has them so, as none has for very flat kernels, it is the last draw.
    """
    X = _draw(generator)
    for _ in range(200):
        if out_of_order(X, conventions):
            break
        X = _draw(generator)
    return X


def out_of_order(X: Real, conventions: Conventions) -> bool:
    """Whether the first eigenvalues that `np.linalg.eig` finds of the centred kernel matrix are not the largest."""
    kernel = kernel_of(Facts(X, K, "n" if conventions.standardise == "any" else conventions.standardise), conventions)
    H = np.eye(len(X)) - 1 / len(X)
    mean = np.full_like(H, 1 / len(X))
    raw = kernel.raw
    for centred in (H @ raw @ H, raw - mean @ raw - raw @ mean + mean @ raw @ mean):
        found = np.linalg.eig(centred)[0].real[:K]
        if (np.abs(found - kernel.values) <= 0.05 * kernel.values).all():
            return False
    return True


def _draw(generator: np.random.Generator) -> Real:
    middle = generator.integers(5, 9, size=3)
    rows = [middle[[0, 0, 1, 1, 2]]]
    for large in generator.permutation([2, 3, 4, 5]):
        small, (a, b, c) = generator.integers(-1, 2), middle + generator.integers(-1, 2, size=3)
        rows += [np.array([a + s * large, a - s * large, b + s * small, b - s * small, c]) for s in (1, -1)]
    X = np.array(rows, dtype=np.float64)
    X[1:] = generator.permutation(X[1:])
    return X[:, generator.permutation(5)]


# The standard data sets, chosen to distinguish right programs from wrong ones


@dataclass(frozen=True, kw_only=True, eq=False)
class DataSet:
    """A data set n×p with samples in rows, the number k of components to compute, and its purpose."""

    name: str
    X: Array
    """The data as passed to the submission, of any real element type."""
    k: int
    purpose: str
    visible: bool
    """Whether students may see it. Nothing of hidden data enters feedback."""
    situation: str = ""
    """The criterion of `assignment.names.SITUATIONS` that it belongs to; empty: ordinary data."""
    base: str = ""
    """The data set that this one is a `motion` of."""
    motion: Motion | None = None
    units: str = ""
    """Unit of its numbers, in words for a student."""

    @property
    def real(self) -> Real:
        """The data in float64."""
        return np.asarray(self.X, dtype=np.float64)

    @functools.cached_property
    def new(self) -> Array:
        """New samples of the same features, about half as many, of the same element type.

        These are some of the samples shifted by the difference between an outer and an inner one: their mean and axes
        differ, they lie in the same subspace as the data, and integers stay integers.
        """
        X = self.real
        apart = X - X.mean(axis=0)
        distances = np.linalg.norm(apart / (np.abs(apart).max(initial=0.0) or 1.0), axis=1)  # numbers may be huge
        near, *_, far = np.argsort(distances, kind="stable") if len(X) > 1 else (0, 0)
        moved = X[:: 2 if len(X) > 5 else 1][: len(X) // 2 + 1] + (X[far] - X[near])
        if self.X.dtype.kind in "iu":
            limits = np.iinfo(self.X.dtype.str)
            moved = np.clip(moved, limits.min, limits.max)
        return np.ascontiguousarray(moved.astype(self.X.dtype))


_DRAWN = (
    "",
    "data.ties",
    "data.rank-deficient",
    "data.far-away",
    "data.all-components",
    "data.float32",
    "data.constant-feature",
    *(f"equivariance.{name}" for name in TRANSFORMATIONS),
)
"""The situations of the hidden data in order, ordinary data first."""


NAMES = (
    "five points", "six points", "few samples", "ties", "whole numbers", "tall", "many samples", "close variances",
    "tie inside", "tie at the border", "three equal", "subspace", "as many samples as features", "far away", "all axes",
    "single precision", "constant feature",
    *(f"tall, {name}" for name in TRANSFORMATIONS), "six features", "mirror images",
)  # fmt: skip
"""Names of all data sets."""


_MANY = "many samples"
CLOSE = "close variances"
"""The data set on which iterations that stop early are wrong."""


@functools.lru_cache(maxsize=32)
def datasets(
    seed: int,
    situations: frozenset[str] = frozenset(),
    *,
    standardised: bool = False,
    kernel: Conventions | None = None,
) -> tuple[DataSet, ...]:
    """The ordinary data and those of some situations, visible ones first; deterministic in the arguments.

    The conventions of a task on kernels add a data set that is arranged for its kernel, and replace the one of many
    samples in small units, among which kernels hardly differ, by another.
    """
    asked = ("", *situations)
    hidden = [data for name in _DRAWN if name in asked for data in _hidden(name, seed, standardised)]
    if kernel:
        hidden = [data for data in hidden if data.name != _MANY]
        hidden += [_six_features(seed, standardised), _mirror_images(seed, kernel)]
    return (*(data for data in _visible() if data.situation in asked), *hidden)


@functools.lru_cache(maxsize=64)
def _mirror_images(seed: int, kernel: Conventions) -> DataSet:
    X = mirrored(np.random.default_rng([seed, 20]), kernel)
    X.setflags(write=False)
    purpose = "kernels only: samples that are mirror images of others"
    return DataSet(name="mirror images", X=X, k=K, purpose=purpose, visible=False)


@functools.lru_cache(maxsize=64)
def _six_features(seed: int, standardised: bool) -> DataSet:
    X = arranged(np.random.default_rng([seed, 1]), [9, 7, 5, 2, 1, 0.5], 25, 3, standardised)
    X.setflags(write=False)
    return DataSet(name="six features", X=X, k=3, purpose="kernels only: ordinary data, 25×6", visible=False)


@functools.cache
def _visible() -> tuple[DataSet, ...]:
    return tuple(_shown())


def _shown() -> Iterable[DataSet]:
    def shown(name: str, rows: list[list[int]], k: int, purpose: str, situation: str = "", kind: str = "f8") -> DataSet:
        return DataSet(name=name, X=np.array(rows, kind), k=k, purpose=purpose, visible=True, situation=situation)

    # scatter matrix ((4, 4), (4, 10)): eigenvalue 12 along (1, 2), 2 along (2, −1)
    yield shown("five points", [[2, 0], [2, 1], [3, 4], [4, 2], [4, 3]], 1, "small enough to do by hand")
    yield shown(
        "six points",
        [[1, 0, 8], [4, 5, 8], [2, 3, 2], [4, 4, 2], [4, 2, 8], [3, 4, 8]],
        2,
        "three features with mean (3, 3, 6), of which the first varies least",
    )
    yield shown(
        "few samples",
        [[1, 4, 2, 0, 6, 3], [5, 1, 2, 2, 8, 3], [3, 7, 1, 9, 7, 0], [3, 0, 7, 5, 3, 2]],
        2,
        "4 samples of 6 features: the covariance matrix has no inverse",
        "data.few-samples",
    )
    yield shown(
        "ties",
        (3 + tied((1, 2, 2, 2), SIGNS)).astype(int).tolist(),
        2,
        "three axes of the same variance, none of them along a feature",
        "data.ties",
    )
    yield shown(
        "whole numbers",
        [[7, 1, 3], [2, 4, 8], [9, 3, 1], [4, 2, 6], [5, 0, 9], [1, 3, 2], [8, 5, 4]],
        2,
        "numbers of type int64",
        "data.integers",
        "i8",
    )


@functools.lru_cache(maxsize=256)
def _hidden(situation: str, seed: int, standardised: bool) -> tuple[DataSet, ...]:
    """The hidden data of a situation. Drawing suitable data takes long, so only what is needed is drawn."""
    drawing = _Drawing(situation, seed, standardised)
    data_of: dict[str, Callable[[], tuple[DataSet, ...]]] = {
        "": drawing.ordinary,
        "data.ties": drawing.ties,
        "data.rank-deficient": drawing.rank_deficient,
        "data.far-away": drawing.far_away,
        "data.all-components": drawing.all_components,
        "data.float32": drawing.single_precision,
        "data.constant-feature": drawing.constant_feature,
    }
    return data_of.get(situation, drawing.transformed)()


@dataclass(frozen=True)
class _Drawing:
    """Draws the hidden data of a situation.

    Each data set has a generator of its own with a number, so that leaving one out does not change the others.
    """

    situation: str
    seed: int
    standardised: bool

    def draw(self, number: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, number])

    def arranged(self, number: int, values: list[float], n: int, k: int) -> Real:
        return arranged(self.draw(number), values, n, k, self.standardised)

    def hidden(self, name: str, X: Array, k: int, purpose: str) -> DataSet:
        X.setflags(write=False)
        return DataSet(name=name, X=X, k=k, purpose=purpose, visible=False, situation=self.situation)

    def ordinary(self) -> tuple[DataSet, ...]:
        tall = self.arranged(0, [9, 6, 4, 2.5, 1], 30, 3)
        lots = many(self.draw(16), [9, 7, 5, 2, 1, 0.5], 104, 3, self.standardised)
        near = close(self.draw(14), 28, self.standardised)
        return (
            self.hidden("tall", tall, 3, "ordinary data, 30×5"),
            self.hidden(_MANY, lots, 3, "small numbers, samples that are there twice, and an outlier"),
            self.hidden(
                "close variances", near, 3, "close variances: two kept by 6 %, the last kept and the next by 7 %"
            ),
        )

    def ties(self) -> tuple[DataSet, ...]:
        inside = skewing(self.draw(11), (3, 3, 2, 1), 2, self.standardised)
        border = skewing(self.draw(12), (3, 2, 2, 1), 1, self.standardised)
        three = skewing(self.draw(13), (2, 2, 2, 1), 3, self.standardised)
        return (
            self.hidden("tie inside", inside, 2, "both axes asked for have the same variance"),
            self.hidden("tie at the border", border, 2, "the last axis asked for and the next have the same variance"),
            self.hidden("three equal", three, 3, "all axes asked for have the same variance"),
        )

    def rank_deficient(self) -> tuple[DataSet, ...]:
        purpose = "data in a plane, of which both axes are asked for"
        plane = spectrum(self.draw(2), [8, 3, 0, 0], 10)
        # z-scores of a feature that never changes are a situation of their own; the first features start iterations
        if not self.standardised:  # not the first feature: iterations start from it
            plane = np.insert(plane, 4, 4.0, axis=1)
        square = self.arranged(15, [9, 5, 2.5, 1, 0], 5, 2)
        words = "centred, 5 samples lie in a subspace of 4 dimensions"
        return (
            self.hidden("subspace", plane, 2, purpose),
            self.hidden("as many samples as features", square, 2, words),
        )

    def far_away(self) -> tuple[DataSet, ...]:
        return (self.hidden("far away", self.arranged(3, [9, 5, 2, 1], 20, 2) + 1e6, 2, "a mean of a million"),)

    def all_components(self) -> tuple[DataSet, ...]:
        return (self.hidden("all axes", self.arranged(4, [7, 4, 2], 12, 2), 3, "k = p"),)

    def single_precision(self) -> tuple[DataSet, ...]:
        single = self.arranged(5, [9, 5, 2, 1], 20, 2).astype(np.float32)
        return (self.hidden("single precision", single, 2, "numbers of type float32"),)

    def constant_feature(self) -> tuple[DataSet, ...]:
        constant = np.insert(self.arranged(6, [9, 5, 2], 15, 2), 1, 4.0, axis=1)
        return (self.hidden("constant feature", constant, 2, "a feature that never changes"),)

    def transformed(self) -> tuple[DataSet, ...]:
        """The ordinary data under the transformation of a criterion of equivariance."""
        name = self.situation.removeprefix("equivariance.")
        base = _hidden("", self.seed, self.standardised)[0]
        n, p = base.X.shape
        motion = TRANSFORMATIONS[name].make(n, p, self.seed % 2**32)
        moved = self.hidden(f"tall, {name}", motion.data(base.real), 3, "the data of another set in motion")
        return (replace(moved, base="tall", motion=motion),)


# Ground truth of data sets, computed once in each process


def facts_for(data: DataSet, conventions: Conventions, tolerance: float = 0.0) -> Facts:
    """The ground truth of a data set, with the accuracy of its element type or a larger tolerance."""
    return _facts(data, "n" if conventions.standardise == "any" else conventions.standardise, tolerance)


@functools.lru_cache(maxsize=512)
def _facts(data: DataSet, standardise: Divisor, tolerance: float) -> Facts:
    if tolerance:
        facts = _facts(data, standardise, 0.0)
        return dataclasses.replace(facts, accuracy=tolerance) if tolerance > facts.accuracy else facts
    facts = Facts(data.real, data.k, standardise)
    facts = dataclasses.replace(facts, X_new=np.asarray(data.new, dtype=np.float64))
    eps = {np.dtype(np.float32): 2.0**-23, np.dtype(np.float16): 2.0**-10}.get(data.X.dtype, 0.0)
    if not eps:
        return facts
    # a program that computes in the data's precision has the error of `scatter_error` in that precision
    sized = in_units(facts, exponent_of(facts))
    own = 2 * float(np.sqrt(sized.n + sized.p)) * eps * sized.size**2 / float(sized.eigenvalues[0])
    return dataclasses.replace(facts, accuracy=max(facts.accuracy, own))
