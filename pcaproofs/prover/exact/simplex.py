"""Exact linear feasibility: x >= 0 with A x = b, over the rationals."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pcaproofs.prover.effort import spend
from pcaproofs.terms import Rational, over

Column = Mapping[Any, Rational]
MAX_PIVOTS = 400
ARTIFICIAL = -1  # stands for an artificial variable


def nonnegative_combination(
    columns: Sequence[Column], target: Column, late: Callable[[], bool], limit: int = MAX_PIVOTS
) -> dict[int, Rational] | None:
    """Coefficients x_k >= 0, few of them positive, with Σ x_k column_k = target; None if there are none, or if late.

    Columns that cannot take part are dropped by their signs first; then the first phase of the simplex method with
    Bland's rule, which cannot cycle (Chvátal, Linear Programming, 1983, chapter 3).
    """
    alive = _possible(columns, target)
    if alive is None:
        return None
    tableau = _Tableau.of(columns, alive, target)
    if tableau is None:
        return None
    for _ in range(limit):
        if tableau.is_feasible():
            return tableau.solution()
        if late():
            return None
        spend(2 * sum(map(len, tableau.rows)))
        entering = tableau.entering()
        if entering is None:
            return None
        tableau.pivot(entering)
    return None


@dataclass
class _Tableau:
    """Rows Σ row_k x_k = value with values >= 0; basis: the basic variable of each row, or ARTIFICIAL."""

    rows: list[dict[int, Rational]]
    values: list[Rational]
    basis: list[int]

    @classmethod
    def of(cls, columns: Sequence[Column], alive: Sequence[int], target: Column) -> _Tableau | None:
        """The tableau with an artificial variable in every row; None if the target has a row that no column has."""
        rows: dict[Hashable, dict[int, Rational]] = {}
        for k in alive:
            for m, v in columns[k].items():
                rows.setdefault(m, {})[k] = v
        if any(m not in rows for m in target):
            return None
        wanted = [Fraction(target.get(m, 0)) for m in rows]
        given = zip(rows.values(), wanted, strict=True)
        signed = [{k: -v for k, v in row.items()} if value < 0 else row for row, value in given]
        return cls(signed, [abs(b) for b in wanted], [ARTIFICIAL] * len(signed))

    def is_feasible(self) -> bool:
        """Whether every artificial variable is zero."""
        return not any(v for v, b in zip(self.values, self.basis, strict=True) if b == ARTIFICIAL)

    def solution(self) -> dict[int, Rational]:
        """The basic variables that are not zero."""
        return {b: v for b, v in zip(self.basis, self.values, strict=True) if b >= 0 and v}

    def entering(self) -> int | None:
        """The first variable that decreases the sum of the artificial variables; None if the sum is minimal."""
        costs: dict[int, Rational] = {}
        for row, index in zip(self.rows, self.basis, strict=True):
            if index == ARTIFICIAL:
                for k, v in row.items():
                    costs[k] = costs.get(k, 0) + v
        return min((k for k, v in costs.items() if v > 0 and k not in self.basis), default=None)

    def pivot(self, entering: int) -> None:
        """Makes a variable basic; it replaces the variable that reaches zero first."""
        ratios = [
            (over(self.values[i], row[entering]), self.basis[i], i)
            for i, row in enumerate(self.rows)
            if row.get(entering, 0) > 0
        ]
        _, _, leaving = min(ratios)
        _eliminate(self.rows, self.values, leaving, entering)
        self.basis[leaving] = entering


def _eliminate(tableau: list[dict[int, Rational]], values: list[Rational], r: int, c: int) -> None:
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
    """The columns without those that need a column of the opposite sign in some row, if there is none."""
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
