"""The standard data sets, chosen to distinguish right programs from wrong ones.

The visible ones are fixed and small enough for computation by hand; the hidden ones are drawn anew for each seed.
Ordinary data have a nonzero mean, k < p, no axis along a feature, distinct variances, and an order of variances
in which the order of `np.linalg.eig`'s eigenvalues is wrong. No data set has a single sample.
"""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from pcaproofs.grading.data import drawn
from pcaproofs.grading.data.mirrored import K, mirrored
from pcaproofs.grading.judge.equivariance import TRANSFORMATIONS, Motion
from pcaproofs.grading.judge.truth import Conventions, Real
from pcaproofs.grading.protocol import Array


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
    X = drawn.arranged(np.random.default_rng([seed, 1]), [9, 7, 5, 2, 1, 0.5], 25, 3, standardised)
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
        (3 + drawn.tied((1, 2, 2, 2), drawn.SIGNS)).astype(int).tolist(),
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
        return drawn.arranged(self.draw(number), values, n, k, self.standardised)

    def hidden(self, name: str, X: Array, k: int, purpose: str) -> DataSet:
        X.setflags(write=False)
        return DataSet(name=name, X=X, k=k, purpose=purpose, visible=False, situation=self.situation)

    def ordinary(self) -> tuple[DataSet, ...]:
        tall = self.arranged(0, [9, 6, 4, 2.5, 1], 30, 3)
        many = drawn.many(self.draw(16), [9, 7, 5, 2, 1, 0.5], 104, 3, self.standardised)
        close = drawn.close(self.draw(14), 28, self.standardised)
        return (
            self.hidden("tall", tall, 3, "ordinary data, 30×5"),
            self.hidden(_MANY, many, 3, "small numbers, samples that are there twice, and an outlier"),
            self.hidden(
                "close variances", close, 3, "close variances: two kept by 6 %, the last kept and the next by 7 %"
            ),
        )

    def ties(self) -> tuple[DataSet, ...]:
        inside = drawn.skewing(self.draw(11), (3, 3, 2, 1), 2, self.standardised)
        border = drawn.skewing(self.draw(12), (3, 2, 2, 1), 1, self.standardised)
        three = drawn.skewing(self.draw(13), (2, 2, 2, 1), 3, self.standardised)
        return (
            self.hidden("tie inside", inside, 2, "both axes asked for have the same variance"),
            self.hidden("tie at the border", border, 2, "the last axis asked for and the next have the same variance"),
            self.hidden("three equal", three, 3, "all axes asked for have the same variance"),
        )

    def rank_deficient(self) -> tuple[DataSet, ...]:
        purpose = "data in a plane, of which both axes are asked for"
        plane = drawn.spectrum(self.draw(2), [8, 3, 0, 0], 10)
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
