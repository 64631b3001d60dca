"""An assignment's own data sets: given by the instructor, or drawn at the given size."""

import hashlib

import numpy as np

from pcaproofs.grading.assignment.model import Assignment, OwnData
from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.data.drawn import tells_unsorted
from pcaproofs.grading.judge.truth import Real

_DRAWS = 40
_SMALL = 60


def own_datasets(assignment: Assignment) -> tuple[DataSet, ...]:
    """An assignment's own data sets: the same objects each time, so that results cached for them are used again."""
    return tuple(_made(own, 0 if own.visible else assignment.seed) for own in assignment.data)


_known: dict[tuple[object, ...], DataSet] = {}


def _made(own: OwnData, seed: int) -> DataSet:
    key = (own.name, own.k, own.visible, own.units, own.digest, own.n, own.p, own.rank, own.noise, seed)
    if key not in _known:
        X = np.asarray(drawn(own, seed) if own.X is None else own.X)
        X.setflags(write=False)
        purpose = f"own data, {own.n}×{own.p}"
        _known[key] = DataSet(name=own.name, X=X, k=own.k, purpose=purpose, visible=own.visible, units=own.units)
    return _known[key]


def drawn(own: OwnData, seed: int) -> Real:
    """n×p data of a given rank, with a mean far from 0; if p is small, unsorted eigenvectors give a wrong answer.

    Standard deviations along the k leading axes are 9 to 3, along the others 2 to ½.
    """
    name = int.from_bytes(hashlib.sha256(own.name.encode()).digest()[:8], "little")
    generator = np.random.default_rng([seed, name])
    lead = min(own.k, own.rank)
    sizes = np.concatenate([np.linspace(9, 3, lead), np.linspace(2, 0.5, own.rank - lead)])
    for _ in range(_DRAWS):
        X = _around(generator, sizes, own.n, own.p)
        if own.p > _SMALL or own.k >= own.p or tells_unsorted(X, own.k):
            break
    return np.asarray(X + own.noise * 9 * generator.normal(size=X.shape)) if own.noise else X


def _around(generator: np.random.Generator, sizes: Real, n: int, p: int) -> Real:
    """n×p data with these standard deviations along random axes."""
    r = len(sizes)
    left = np.linalg.qr(np.column_stack([np.ones(n), generator.normal(size=(n, r))]))[0][:, 1:]
    right = np.linalg.qr(generator.normal(size=(p, r)))[0]
    mean = generator.uniform(5, 15, size=p) * generator.choice([-1, 1], size=p)
    return np.asarray(np.sqrt(n) * (left * sizes) @ right.T + mean)
