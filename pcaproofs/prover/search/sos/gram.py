"""Gram matrices of f: the affine space of all of them, and an exact positive semidefinite one among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pcaproofs.kernel import Polynomial
from pcaproofs.prover.effort import Deadline, spend
from pcaproofs.terms import Rational, over

Entry = tuple[int, int, int]  # block, row and column in its Gram matrix
Row = list[Rational]


@dataclass
class _AffineForms:
    """x = start + Σ free parameter × direction."""

    start: Row
    directions: list[Row]


def affine(f: Polynomial, columns: Sequence[Polynomial], deadline: Deadline) -> _AffineForms | None:
    """All solutions of Σ x_k column_k = f; None where there are none, or no time."""
    n = len(columns)
    solved: dict[int, dict[int, Rational]] = {}  # pivot -> its row in reduced echelon form
    for m in dict.fromkeys(m for p in (f, *columns) for m in p.terms):
        if deadline.passed():
            return None
        row = {k: p.terms[m] for k, p in enumerate(columns) if m in p.terms}
        if m in f.terms:
            row[n] = f.terms[m]
        if not _insert(solved, row, n):
            return None
    start = [solved[c].get(n, 0) if c in solved else 0 for c in range(n)]
    directions: list[Row] = []
    for free in (c for c in range(n) if c not in solved):
        directions.append([-solved[c].get(free, 0) if c in solved else int(c == free) for c in range(n)])
    return _AffineForms(start, directions)


def _insert(solved: dict[int, dict[int, Rational]], row: dict[int, Rational], n: int) -> bool:
    """Adds the equation Σ row_c x_c = row_n to those that are solved; False where it contradicts them."""
    for c in [c for c in row if c in solved]:
        _subtract(row, row[c], solved[c])
    pivot = min((c for c in row if c < n), default=None)
    if pivot is None:
        return not row
    head = row[pivot]
    row = {c: over(v, head) for c, v in row.items()}
    for other in solved.values():
        if pivot in other:
            _subtract(other, other[pivot], row)
    solved[pivot] = row
    return True


def _subtract(row: dict[int, Rational], c: Rational, other: dict[int, Rational]) -> None:
    spend(4 * len(other))
    for k, v in other.items():
        total = row.pop(k, 0) - c * v
        if total:
            row[k] = total


def attempts(space: _AffineForms, unknowns: list[Entry], sizes: list[int], deadline: Deadline) -> Iterator[Row]:
    """Exact solutions worth testing: the only one, or roundings of a numerical positive semidefinite one."""
    yield space.start
    if not space.directions or deadline.passed():
        return
    try:
        from pcaproofs.prover.search.sos.projections import nearly_psd
    except ModuleNotFoundError:  # without numpy, as in a browser, only what needs no rounding is found
        return
    start = [float(v) for v in space.start]
    directions = [[float(v) for v in d] for d in space.directions]
    for parameters in nearly_psd(start, directions, unknowns, sizes, deadline.passed):
        for denominator in (1, 2, 3, 4, 6, 12, 60, 1000):
            rounded = [Fraction(round(t * denominator), denominator) for t in parameters]
            point = list(space.start)
            for t, direction in zip(rounded, space.directions, strict=True):
                if t:
                    spend(2 * len(point))
                    point = [x + t * v if v else x for x, v in zip(point, direction, strict=True)]
            yield point
