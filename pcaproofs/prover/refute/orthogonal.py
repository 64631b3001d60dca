"""Orthogonal matrices with rational entries: rotations by Pythagorean angles, reflections, Cayley transforms."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

from pcaproofs.prover.effort import once_for_all
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.linear_algebra import inverse, tidy
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.counterexample import weight

ANGLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17))
MAX_FRAMES = 12  # of one size


@cache
@once_for_all()
def frames(n: int) -> tuple[Matrix, ...]:
    """Some orthogonal n×n matrices, the identity first, then by the size of their entries."""
    rest: list[Matrix] = []
    for q in _made(n):
        if q not in rest and q != mx.eye(n):
            rest.append(q)
    rest.sort(
        key=lambda q: (_is_diagonal(q), weight({"": q}))
    )  # diagonal ones last, because they resemble the identity
    simple, generic = rest[: MAX_FRAMES - 4], rest[MAX_FRAMES - 4 :]
    return (mx.eye(n), *simple, *Random(n).sample(generic, min(3, len(generic))))


def _is_diagonal(q: Matrix) -> bool:
    return not any(x for i, row in enumerate(q) for j, x in enumerate(row) if i != j)


def _made(n: int) -> Iterator[Matrix]:
    if n == 1:
        yield ((-1,),)
        return
    for a, b, c in ANGLES:
        cos, sin = Fraction(a, c), Fraction(b, c)
        yield _in_corner(n, ((cos, -sin), (sin, cos)))
        yield _in_corner(n, ((sin, cos), (cos, -sin)))
    yield mx.build(n, n, lambda i, j: int(j == (i + 1) % n))
    yield _in_corner(n, ((0, -1), (1, 0)))
    if n == 4:
        signs = ((1, 1, 1, 1), (1, -1, 1, -1), (1, 1, -1, -1), (1, -1, -1, 1))
        yield mx.scale(Fraction(1, 2), signs)
    for v in product((0, 1, -1, 2), repeat=n) if n <= 3 else _few(n):
        if any(v):
            yield reflection(tuple((x,) for x in v))
    random = Random(n)
    for _ in range(12):
        yield cayley(n, random)


def _few(n: int) -> Iterator[tuple[int, ...]]:
    yield (1,) * n
    random = Random(n)
    for _ in range(12):
        yield tuple(random.choice((0, 1, 1, -1, 2)) for _ in range(n))


def _in_corner(n: int, block: Matrix) -> Matrix:
    return mx.build(n, n, lambda i, j: block[i][j] if i < 2 and j < 2 else int(i == j))


def reflection(v: Matrix) -> Matrix:
    """I − 2vvᵀ/vᵀv."""
    length = sum(x * x for (x,) in v)
    return mx.build(len(v), len(v), lambda i, j: tidy(Fraction(int(i == j)) - Fraction(2 * v[i][0] * v[j][0]) / length))


def cayley(n: int, random: Random) -> Matrix:
    """(I − K)(I + K)⁻¹ for a small skew-symmetric K: a generic rotation."""
    half = {(i, j): random.choice((1, -1, 2, 3, 0, Fraction(1, 2))) for i in range(n) for j in range(i)}
    skew = mx.build(n, n, lambda i, j: half[i, j] if i > j else -half[j, i] if i < j else 0)
    below = inverse(mx.add(mx.eye(n), skew))
    assert below is not None  # I + K is regular for every real skew K
    return tuple([tuple(map(tidy, map(Fraction, row))) for row in mx.mul(mx.sub(mx.eye(n), skew), below)])


def contrasts(n: int) -> Matrix:
    """Orthogonal columns with integer entries, the first of them all ones: (1,1,1), (1,−1,0), (1,1,−2)."""
    return mx.build(n, n, lambda i, j: 1 if j == 0 or i < j else -j if i == j else 0)


def projector(v: Matrix) -> Matrix | None:
    """The orthogonal projector onto the columns of v, if they are independent: V(VᵀV)⁻¹Vᵀ."""
    gram = inverse(mx.mul(mx.transpose(v), v))
    if gram is None:
        return None
    return tuple([tuple(map(tidy, row)) for row in mx.mul(v, mx.mul(gram, mx.transpose(v)))])
