"""Generators of candidates for a letter of a given size; they do not depend on the equations of the letter.

A candidate made along an orthogonal frame carries the frame's number: letters along one frame share eigenvectors.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, product
from random import Random
from typing import Any

from pcaproofs.prover.effort import once_for_all
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.linear_algebra import inverse
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.choices import NUMBERS
from pcaproofs.prover.refute.orthogonal import contrasts, frames, projector

Candidate = tuple[Matrix, int | None]


class CachedGenerator:
    """A generator whose members are cached for later statements."""

    def __init__(self, source: Iterator[Candidate]):
        self.source, self.known = source, list[Candidate]()

    def slice(self, start: int, stop: int) -> list[Candidate]:
        """Members with index start ≤ i < stop; fewer if the generator ends."""
        if stop > len(self.known):
            with once_for_all():
                self.known += islice(self.source, stop - len(self.known))
        return self.known[start:stop]


@cache
def families(rows: int, cols: int) -> list[CachedGenerator]:
    """Every generator that has members of this size."""
    return [CachedGenerator(family) for family in _families(rows, cols)]


def _families(rows: int, cols: int) -> list[Iterator[Candidate]]:
    if rows == cols == 1:
        return [(((((x,),)), None) for x in NUMBERS)]
    every = [_along(rows, cols), _stretched(rows, cols), _spread(rows, cols), _entries(rows, cols)]
    if rows == cols:
        every += [_conjugates(rows), _rotations(rows), _projectors(rows), _similar(rows), _skew(rows)]
    return every


def _diagonals(n: int) -> Iterator[tuple[Any, ...]]:
    """Diagonal matrices: of each rank, then with signs, then with other entries."""
    for ones in range(n + 1):
        yield (1,) * ones + (0,) * (n - ones)
    yield from (d for d in product((1, -1), repeat=n) if d != (1,) * n)
    yield tuple(range(n, 0, -1))
    yield tuple(range(n - 1, -1, -1))
    yield (2,) + (1,) * (n - 1)
    yield tuple(k * k for k in range(n))
    yield tuple((-1) ** k * (k + 1) for k in range(n))


def _conjugates(n: int) -> Iterator[Candidate]:
    """Q D Qᵀ: symmetric, with known eigenvectors."""
    for d in _diagonals(n):
        for k, q in enumerate(frames(n)):
            yield mx.mul(mx.mul(q, mx.diagonal(d)), mx.transpose(q)), k


def _along(rows: int, cols: int) -> Iterator[Candidate]:
    """Orthonormal columns, or rows, taken from a frame."""
    n, d = max(rows, cols), min(rows, cols)
    for signs in ((1,) * d, (-1,) + (1,) * (d - 1)):
        for picked in combinations(range(n), d):
            for k, q in enumerate(frames(n)):
                m = mx.mul(mx.columns(q, picked), mx.diagonal(signs))
                yield (m if rows >= cols else mx.transpose(m)), k


def _stretched(rows: int, cols: int) -> Iterator[Candidate]:
    """U D Vᵀ of every rank, U and V frames of one number."""
    n = min(rows, cols)
    for d in _diagonals(n):
        for k, (u, v) in enumerate(zip(frames(rows), frames(cols), strict=False)):
            wide = mx.build(rows, cols, lambda i, j, d=d: d[i] if i == j else 0)  # type: ignore[misc]
            yield mx.mul(mx.mul(u, wide), mx.transpose(v)), k


def _spread(rows: int, cols: int) -> Iterator[Candidate]:
    """C D Vᵀ, where C has orthogonal columns that sum to zero: centred, with known right singular vectors."""
    c = contrasts(rows)
    usable = min(rows - 1, cols)
    for d in product((1, 0, 2), repeat=usable):
        for k, v in enumerate(frames(cols)):
            wide = mx.build(rows, cols, lambda i, j, d=d: d[j] if i == j + 1 and j < usable else 0)  # type: ignore[misc]
            yield mx.mul(mx.mul(c, wide), mx.transpose(v)), k


def _entries(rows: int, cols: int) -> Iterator[Candidate]:
    """Small entries."""
    random = Random(31 * rows + cols)
    for width in (2, 3, 3, 3, 4, 4, 6) * 40:
        yield mx.build(rows, cols, lambda i, j, w=width: random.choice(NUMBERS[:w])), None  # type: ignore[misc]


def _skew(n: int) -> Iterator[Candidate]:
    random = Random(n)
    for _ in range(40):
        half = mx.build(n, n, lambda i, j: random.choice(NUMBERS[:4]))
        yield mx.sub(half, mx.transpose(half)), None


def _projectors(n: int) -> Iterator[Candidate]:
    """Onto the span of small vectors."""
    random = Random(n)
    for i in range(60):
        rank = 1 + i % max(1, n - 1)
        onto = projector(mx.build(n, rank, lambda i, j: random.choice((0, 1, 1, -1, 2))))
        if onto is not None:
            yield onto, None


def _rotations(n: int) -> Iterator[Candidate]:
    """Along a frame: quarter turns, a nilpotent shift, a cycle."""
    turn = mx.build(n, n, lambda i, j: 1 if j == i + 1 and i % 2 == 0 else -1 if i == j + 1 and j % 2 == 0 else 0)
    shift = mx.build(n, n, lambda i, j: int(j == i + 1))
    cycle = mx.build(n, n, lambda i, j: int(j == (i + 1) % n))
    for m in (turn, shift, cycle):
        for k, q in enumerate(frames(n)):
            yield mx.mul(mx.mul(q, m), mx.transpose(q)), k


def _similar(n: int) -> Iterator[Candidate]:
    """S J S⁻¹ for a small S: nonsymmetric solutions of X² = X, X² = I, X² = 0, X² = −I and similar equations."""
    random = Random(n)
    for i in range(120):
        s = mx.build(n, n, lambda i, j: random.choice((0, 1, 1, -1)) if i != j else random.choice((1, 1, -1, 0)))
        below = inverse(s)
        if below is None:
            continue
        d = [random.choice(((0, 1), (1, -1), (0,), (1, 2), (0, 1, -1))[i % 5]) for _ in range(n)]
        shift = i % 5 == 2
        j = mx.build(n, n, lambda i, j, d=d, s=shift: d[i] if i == j else int(s and j == i + 1 and i % 2 == 0))  # type: ignore[misc]
        yield mx.mul(mx.mul(s, j), below), None
