"""The data that submissions are run on: those that tell right from wrong best.

The visible ones are fixed and small enough to do by hand; the hidden ones are drawn anew for each seed. Ordinary data
have a mean that is not zero, k < p, no axis along a feature, distinct variances, and variances *arranged* so that the
order in which ``np.linalg.eig`` happens to find the eigenvalues is wrong. No data set has a single sample.
"""

import functools
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from .job import Array
from .judge.equivariance import TRANSFORMATIONS, Motion
from .judge.facts import Real


@dataclass(frozen=True, kw_only=True, eq=False)
class DataSet:
    """Data n×p with samples in rows, the number k of components asked for, and what they are good for."""

    name: str
    X: Array
    """As it is handed over, of any real element type."""
    k: int
    purpose: str
    visible: bool
    """Whether a student may see it. Nothing of the others enters feedback."""
    situation: str = ""
    """The criterion of ``assignment.names.SITUATIONS`` that it serves; empty: ordinary data."""
    base: str = ""
    """The data set that this one is a ``motion`` of."""
    motion: Motion | None = None

    @property
    def real(self) -> Real:
        """The data in float64."""
        return np.asarray(self.X, dtype=np.float64)


@functools.lru_cache(maxsize=32)
def datasets(seed: int, situations: frozenset[str] = frozenset(), *, standardised: bool = False) -> tuple[DataSet, ...]:
    """Return the ordinary data and those of some situations, visible ones first, the same for the same arguments."""
    return tuple(data for data in _every(seed, standardised) if data.situation in ("", *situations))


@functools.lru_cache(maxsize=8)
def _every(seed: int, standardised: bool) -> tuple[DataSet, ...]:
    return (*_visible(), *_hidden(seed, standardised))


def _visible() -> Iterable[DataSet]:
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
    offsets = [a * row for row, a in zip(np.eye(4, dtype=int), (1, 2, 2, 2), strict=True)]
    yield shown(
        "ties",
        [(3 + sign * row).tolist() for row in offsets for sign in (1, -1)],
        2,
        "three features of the same variance, uncorrelated",
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


def _hidden(seed: int, standardised: bool) -> Iterable[DataSet]:
    def hidden(name: str, X: Array, k: int, purpose: str, situation: str = "") -> DataSet:
        X.setflags(write=False)
        return DataSet(name=name, X=X, k=k, purpose=purpose, visible=False, situation=situation)

    def draw(number: int) -> np.random.Generator:  # one for each data set, so that leaving one out changes no other
        return np.random.default_rng([seed, number])

    tall = _arranged(draw(0), [9, 6, 4, 2.5, 1], 30, 3, standardised)
    yield hidden("tall", tall, 3, "ordinary data, 30×5")
    wide = _arranged(draw(1), [9, 7, 5, 2, 1, 0.5], 25, 3, standardised)
    yield hidden("six features", wide, 3, "ordinary data, 25×6")
    deficient = _spectrum(draw(2), [8, 3, 0, 0], 10)
    yield hidden("subspace", deficient, 2, "data in a plane, of which both axes are asked for", "data.rank-deficient")
    far = _arranged(draw(3), [9, 5, 2, 1], 20, 2, standardised) + 1e6
    yield hidden("far away", far, 2, "a mean of a million", "data.far-away")
    yield hidden("all axes", _arranged(draw(4), [7, 4, 2], 12, 2, standardised), 3, "k = p", "data.all-components")
    single = _arranged(draw(5), [9, 5, 2, 1], 20, 2, standardised).astype(np.float32)
    yield hidden("single precision", single, 2, "numbers of type float32", "data.float32")
    constant = np.insert(_arranged(draw(6), [9, 5, 2], 15, 2, standardised), 1, 4.0, axis=1)
    yield hidden("constant feature", constant, 2, "a feature that never changes", "data.constant-feature")
    for name, transformation in TRANSFORMATIONS.items():
        motion = transformation.make(len(tall), tall.shape[1], seed % 2**32)
        yield DataSet(
            name=f"tall, {name}",
            X=motion.data(tall),
            k=3,
            purpose="the data of another set in motion",
            visible=False,
            situation=f"equivariance.{name}",
            base="tall",
            motion=motion,
        )


def _spectrum(generator: np.random.Generator, values: list[float], n: int) -> Real:
    """Return n×p data around a mean far from 0, whose centred part has the given singular values (times √n)."""
    p = len(values)
    left = np.linalg.qr(np.column_stack([np.ones(n), generator.normal(size=(n, p))]))[0][:, 1:]
    right = np.linalg.qr(generator.normal(size=(p, p)))[0]
    mean = generator.uniform(5, 15, size=p) * generator.choice([-1, 1], size=p)
    return np.asarray(np.sqrt(n) * (left * np.array(values)) @ right.T + mean)


def _arranged(generator: np.random.Generator, values: list[float], n: int, k: int, standardised: bool) -> Real:
    """Return such data on which the first k eigenvalues that ``np.linalg.eig`` finds are not the largest."""
    for _ in range(10_000):
        X = _spectrum(generator, values, n)
        if _tells_unsorted(X, k) and (not standardised or _tells_unsorted(X / X.std(axis=0), k)):
            return X
    raise AssertionError("unreachable: one in ten draws will do")


def _tells_unsorted(X: Real, k: int) -> bool:
    Xc = X - X.mean(axis=0)
    for divisor in (1, len(X) - 1, len(X)):
        found = np.linalg.eig(Xc.T @ Xc / divisor)[0].real
        if np.allclose(found[:k], np.sort(found)[::-1][:k], rtol=0.05):
            return False
    return True
