"""Exact linear feasibility: x >= 0 with A x = b, over the rationals."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pcaproofs.language.rationals import Rational, over
from pcaproofs.prover.effort import spend

Column = Mapping[Any, Rational]


def nonnegative_combination(
    columns: Sequence[Column], target: Column, late: Callable[[], bool], limit: int = 400
) -> dict[int, Rational] | None:
    """Coefficients x_k >= 0, few of them positive, with Σ x_k column_k = target; None where there are none, or late.

    Columns that cannot take part are dropped by their signs first; then the first phase of the simplex method with
    Bland's rule, which cannot cycle.
    """
    alive = _possible(columns, target)
    if alive is None:
        return None
    rows: dict[Hashable, dict[int, Rational]] = {}
    for k in alive:
        for m, v in columns[k].items():
            rows.setdefault(m, {})[k] = v
    if any(m not in rows for m in target):
        return None
    tableau: list[dict[int, Rational]] = []
    values: list[Rational] = []
    for m, row in rows.items():
        b = Fraction(target.get(m, 0))
        tableau.append({k: -v for k, v in row.items()} if b < 0 else dict(row))
        values.append(abs(b))
    basis: list[int] = [-1] * len(tableau)  # -1: the artificial variable of the row
    for _ in range(limit):
        if not any(v for v, b in zip(values, basis, strict=True) if b == -1):
            return {b: v for b, v in zip(basis, values, strict=True) if b >= 0 and v}
        if late():
            return None
        spend(2 * sum(map(len, tableau)))
        # the artificial rows' sum is to be driven to zero
        costs: dict[int, Rational] = {}
        for row, index in zip(tableau, basis, strict=True):
            if index == -1:
                for k, v in row.items():
                    costs[k] = costs.get(k, 0) + v
        entering = min((k for k, v in costs.items() if v > 0 and k not in basis), default=None)
        if entering is None:
            return None
        ratios = [
            (over(values[i], row[entering]), basis[i], i) for i, row in enumerate(tableau) if row.get(entering, 0) > 0
        ]
        _, _, leaving = min(ratios)
        _pivot(tableau, values, leaving, entering)
        basis[leaving] = entering
    return None


def _pivot(tableau: list[dict[int, Rational]], values: list[Rational], r: int, c: int) -> None:
    head = tableau[r][c]
    tableau[r] = {k: over(v, head) for k, v in tableau[r].items()}
    values[r] = over(values[r], head)
    for i, row in enumerate(tableau):
        factor = row.get(c)
        if i == r or not factor:
            continue
        spend(5 * len(tableau[r]))
        for k, v in tableau[r].items():
            total = row.pop(k, 0) - factor * v
            if total:
                row[k] = total
        values[i] -= factor * values[r]


def _possible(columns: Sequence[Column], target: Column) -> list[int] | None:
    """The columns left when those are dropped that need another of the opposite sign which is not there."""
    alive = set(range(len(columns)))
    while True:
        spend(sum(len(columns[k]) for k in alive))
        signs: dict[Hashable, set[bool]] = {}
        for k in alive:
            for m, v in columns[k].items():
                signs.setdefault(m, set()).add(v > 0)
        for m, v in target.items():
            if (v > 0) not in signs.get(m, set()):
                return None
            signs[m].add(v < 0)  # the target takes one sign up
        dead = {k for k in alive if any(len(signs[m]) < 2 and m not in target for m in columns[k])}
        if not dead:
            return sorted(alive)
        alive -= dead
