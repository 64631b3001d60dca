"""Entries that are affine in unknown numbers, so that one evaluation of an equation gives its linear system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class NotAffine(Exception):  # noqa: N818
    """Two entries with unknowns were multiplied."""


class Affine:
    """constant + Σ coefficient·unknown; coefficients are stored by the numbers of the unknowns that occur."""

    __slots__ = ("coefficients", "constant")

    def __init__(self, constant: Any, coefficients: Mapping[int, Any]):
        self.constant, self.coefficients = constant, coefficients

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, Affine):
            return _sum(self, other, {}) if _is_number(other) else NotImplemented
        return _sum(self, other.constant, other.coefficients)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Affine):
            raise NotAffine
        if not _is_number(other):
            return NotImplemented
        if other == 1:
            return self
        return Affine(self.constant * other, {k: c * other for k, c in self.coefficients.items()}) if other else 0

    __rmul__ = __mul__

    def __sub__(self, other: Any) -> Any:
        return self + other * -1

    def __rsub__(self, other: Any) -> Any:
        return self * -1 + other


def _sum(a: Affine, constant: Any, coefficients: Mapping[int, Any]) -> Affine:
    if not coefficients:
        return Affine(a.constant + constant, a.coefficients) if constant else a
    total = dict(a.coefficients)
    for k, c in coefficients.items():
        total[k] = total[k] + c if k in total else c
    return Affine(a.constant + constant, total)


def _is_number(x: Any) -> bool:
    return hasattr(x, "denominator")


def row(x: Any, width: int) -> list[Any]:
    """The equation x = 0 as a row [M | b]: M times the unknowns is b."""
    if not isinstance(x, Affine):
        return [0] * width + [-x]
    return [*(x.coefficients.get(k, 0) for k in range(width)), -x.constant]
