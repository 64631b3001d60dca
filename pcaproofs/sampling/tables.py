"""Data matrices, n samples by p features: arbitrary, centred, with given singular values, and of difficult kinds."""

from collections.abc import Callable, Sequence

import numpy as np
from hypothesis import strategies as st

from pcaproofs.sampling.entries import Array, matrix, once, reject, vector
from pcaproofs.sampling.frames import mirrors, orthonormal, reflect

Strategy = st.SearchStrategy[Array]

# Powers of two about 1e-150 and 1e150: the squares of such data are still normal numbers, barely.
TINY, HUGE = -498, 490


@once
def centered(n: int, p: int) -> Strategy:
    """X n×p with 1ᵀX = 0 exactly, because the last row balances the others. Raises ValueError for n < 1."""
    reject(n < 1, f"n: got {n}, but should be at least 1")
    # Sums of small whole numbers and eighths are exact, so the balance is too.
    return matrix(n - 1, p, ("whole", "eighths")).map(lambda rows: np.vstack([rows, -rows.sum(axis=0)]) + 0.0)


def with_singular_values(n: int, p: int, values: Sequence[float], *, center: bool = False) -> Strategy:
    """X n×p with the given nonzero singular values up to rounding; with `center` its mean is also zero.

    The simplest is diagonal. With `center` it is a diagonal above its negative if n is large enough, so that multiples
    of √2 are easy to read. Raises ValueError for more values than min(n, p), or min(n − 1, p) with `center`, or a
    negative one.
    """
    s = np.asarray(values, dtype=np.float64)
    room = min(n - center, p)
    reject(s.ndim != 1 or len(s) > room, f"values: got {len(s)}, but should be at most {room}")
    reject(bool((s < 0).any()), f"values: got {s.min(initial=0.0)}, but should be at least 0")
    return _turned(n, p, st.just(s), len(s), center)


def _turned(n: int, p: int, lengths: Strategy, k: int, center: bool) -> Strategy:
    """Data with k drawn singular values, multiplied by orthogonal matrices on the left and on the right."""

    def build(drawn: tuple[Array, Array, Array]) -> Array:
        s, rows, right = drawn
        if not center:
            return reflect(rows, np.eye(n)[:, :k] * s) @ right.T + 0.0
        # A reflection in a vector of mean zero keeps 1, and with it the columns of mean zero.
        return reflect(n * rows - rows.sum(axis=1, keepdims=True), _balanced(n, s)) @ right.T + 0.0

    return st.tuples(lengths, mirrors(n), orthonormal(p, k)).map(build)


def _balanced(n: int, s: Array) -> Array:
    """Orthogonal columns of mean zero and lengths s, n×k."""
    k = len(s)
    if n >= 2 * k:
        half = np.eye(k) * (s / np.sqrt(2.0))
        return np.vstack([half, -half, np.zeros((n - 2 * k, k))])
    # Columns 2…n of the reflection that takes e₁ to −1/√n span the columns of mean zero.
    v = np.full(n, 1.0)
    v[0] += np.sqrt(n)
    return reflect(v[None, :], np.eye(n)[:, 1 : k + 1] * s)


@once
def ties(n: int, p: int) -> Strategy:
    """Data of mean zero with repeated singular values (√2 times 1, 2 or 3): the axes of a tie are not unique."""
    k = min(n - 1, p)
    counts = st.lists(st.integers(1, 3), min_size=k, max_size=k)

    def falling(drawn: list[int]) -> Array:
        return np.array(sorted(drawn, reverse=True), dtype=np.float64) * np.sqrt(2.0)

    return _turned(n, p, counts.map(falling), k, center=True)


@once
def near_ties(n: int, p: int) -> Strategy:
    """Data of mean zero whose neighbouring singular values have relative differences from 1e-3 to 1e-15."""
    k = min(n - 1, p)
    exponents = st.lists(st.integers(3, 15), min_size=max(k - 1, 0), max_size=max(k - 1, 0))

    def falling(drawn: list[int]) -> Array:
        return np.cumprod([np.sqrt(2.0)] + [1 - 10.0**-x for x in drawn], dtype=np.float64)[:k]

    return _turned(n, p, exponents.map(falling), k, center=True)


@once
def rank_deficient(n: int, p: int, rank: int | None = None) -> Strategy:
    """Integer data of at most the given rank (by default any rank below min(n, p)), as an exact product of factors."""
    least = min(n, p)
    reject(rank is not None and not 0 <= rank <= least, f"rank: got {rank}, but should be from 0 to {least}")
    ranks = st.integers(0, max(least - 1, 0)) if rank is None else st.just(rank)
    factors = ranks.flatmap(lambda r: st.tuples(matrix(n, r, ("whole",)), matrix(r, p, ("whole",))))
    return factors.map(lambda pair: pair[0] @ pair[1] + 0.0)


def integer(n: int, p: int) -> Strategy:
    """Integer data, of dtype float64."""
    return matrix(n, p, ("whole",))


@once
def scaled(n: int, p: int) -> Strategy:
    """Data of tiny (1e-150) or huge (1e150) size, exact multiples of readable ones."""
    readable = matrix(n, p, ("whole", "eighths"))
    return st.tuples(readable, st.sampled_from([TINY, HUGE])).map(lambda drawn: np.ldexp(drawn[0], drawn[1]))


@once
def offset(n: int, p: int) -> Strategy:
    """Data far from zero: a spread of about 1 around a point of size 10 to 1e8."""
    far = st.tuples(vector(p, ("whole",)), st.integers(1, 8)).map(lambda drawn: drawn[0] * 10.0 ** (drawn[1] - 1))
    return st.tuples(matrix(n, p, ("whole", "eighths")), far).map(lambda drawn: drawn[0] + drawn[1])


@once
def constant_columns(n: int, p: int) -> Strategy:
    """Data with at least one column of n equal numbers."""

    def flattened(drawn: tuple[Array, list[bool], int]) -> Array:
        X, flat, sure = drawn
        keep = [j != sure and not flat[j] for j in range(p)]
        return np.where(keep, X, X[0])

    return st.tuples(matrix(n, p), st.lists(st.booleans(), min_size=p, max_size=p), st.integers(0, max(p - 1, 0))).map(
        flattened
    )


KINDS: dict[str, Callable[[int, int], Strategy]] = {
    "free": matrix,
    "integer": integer,
    "centred": centered,
    "constant columns": constant_columns,
    "rank deficient": rank_deficient,
    "ties": ties,
    "near ties": near_ties,
    "offset": offset,
    "scaled": scaled,
}

# What a numeric property gets when it names nothing: all kinds but those at the edge of the number range, where the
# products that a property forms for itself would overflow.
ORDINARY = tuple(kind for kind in KINDS if kind != "scaled")


@once
def data(n: int, p: int, kinds: tuple[str, ...] = ORDINARY) -> Strategy:
    """Data n×p of one of the kinds in `KINDS`; the simplest is zero.

    Raises ValueError for another kind, or sizes below 1.
    """
    reject(n < 1 or p < 1, f"data: got {n}×{p}, but should be at least 1×1")
    for kind in kinds:
        reject(kind not in KINDS, f"kinds: got {kind!r}, but should be among {', '.join(KINDS)}")
    return st.one_of([KINDS[kind](n, p) for kind in kinds])


@once
def wide(kinds: tuple[str, ...] = ORDINARY, most: int = 8) -> Strategy:
    """Data with fewer samples than features, n < p ≤ most."""
    shapes = st.integers(2, most).flatmap(lambda p: st.tuples(st.integers(1, p - 1), st.just(p)))
    return shapes.flatmap(lambda shape: data(*shape, kinds))
