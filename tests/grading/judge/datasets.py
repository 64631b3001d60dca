"""Data on which right and wrong tell apart: chosen spectra, offsets, few samples, ties, deficient ranks."""

import functools

import numpy as np

from pcaproofs.grading.judge.truth import Real


def spectrum(values: list[float], n: int, seed: int, offset: float = 3.0) -> Real:
    """Return n×p data whose centred part has the given singular values, smallest variances first among the features."""
    generator = np.random.default_rng(seed)
    p = len(values)
    r = min(n - 1, p)
    left = np.linalg.qr(np.column_stack([np.ones(n), generator.normal(size=(n, r))]))[0][:, 1:]
    right = np.linalg.qr(generator.normal(size=(p, p)))[0][:, :r]
    return np.asarray((left * np.array(values[:r])) @ right.T + offset * (1 + np.arange(p)))


@functools.cache
def datasets(seed: int) -> dict[str, tuple[Real, int]]:
    """Return data sets by name, each with a number of components."""
    generator = np.random.default_rng(seed)
    found = {
        "plain": (spectrum([9, 5, 2, 1], 20, seed), 2),
        "all components": (spectrum([9, 5, 2, 1], 20, seed), 4),
        "one component": (spectrum([9, 5, 2], 12, seed), 1),
        "wide": (spectrum([9, 7, 4, 2, 1, 1, 1, 1], 5, seed), 2),
        "tie inside": (spectrum([7, 7, 2, 1], 15, seed), 2),
        "tie across": (spectrum([9, 5, 5, 1], 15, seed), 2),
        "rank is k": (spectrum([9, 5, 0, 0], 15, seed), 2),
        "far away": (spectrum([9, 5, 2, 1], 20, seed, offset=1e6), 2),
        "small": (1e-8 * spectrum([9, 5, 2, 1], 20, seed), 2),
        "large": (1e8 * spectrum([9, 5, 2, 1], 20, seed), 2),
        "integers": (generator.integers(-9, 9, size=(12, 3)).astype(float) * [9, 3, 1] + 20, 2),
        "two samples": (spectrum([9, 5, 2], 2, seed), 1),
    }
    for X, _ in found.values():
        X.setflags(write=False)
    return found
