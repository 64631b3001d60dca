"""Drawing of data with a chosen spectrum, arranged so that common mistakes give wrong numbers on them."""

from collections.abc import Sequence

import numpy as np

from pcaproofs.grading.judge.truth import Real
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


CLOSE = (0.94, 0.93)
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
    inside, border = CLOSE
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
