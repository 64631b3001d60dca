"""Dual numbers a + b·t with t² = 0: forward-mode differentiation by ordinary evaluation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


class Dual:
    """value + slope·t. The dual of greater `level` contains the other, so nested derivatives stay apart."""

    __slots__ = ("level", "slope", "value")

    def __init__(self, level: int, value: Any, slope: Any):
        self.level, self.value, self.slope = level, value, slope

    def _parts(self, other: Any) -> tuple[Any, Any] | None:
        if not isinstance(other, Dual) or other.level < self.level:
            return other, 0
        return (other.value, other.slope) if other.level == self.level else None

    def __add__(self, other: Any) -> Dual:
        parts = self._parts(other)
        if parts is None:
            return Dual(other.level, self + other.value, other.slope)
        return Dual(self.level, self.value + parts[0], self.slope + parts[1])

    __radd__ = __add__

    def __mul__(self, other: Any) -> Dual:
        parts = self._parts(other)
        if parts is None:
            return Dual(other.level, self * other.value, self * other.slope)
        return Dual(self.level, self.value * parts[0], self.value * parts[1] + self.slope * parts[0])

    __rmul__ = __mul__

    def __sub__(self, other: Any) -> Dual:
        return self.__add__(other * -1)

    def __rsub__(self, other: Any) -> Dual:
        return self.__mul__(-1).__add__(other)

    def reciprocal(self) -> Dual:
        """1 / (a + bt) = 1/a − (b/a²)t."""
        inverse = reciprocal(self.value)
        return Dual(self.level, inverse, self.slope * inverse * inverse * -1)

    def __bool__(self) -> bool:
        return bool(self.value) or bool(self.slope)


def reciprocal(x: Any) -> Any:
    """The exact 1/x; ZeroDivisionError at zero."""
    return x.reciprocal() if isinstance(x, Dual) else Fraction(1) / x


def slope(x: Any, level: int) -> Any:
    """The coefficient of t of that level."""
    return x.slope if isinstance(x, Dual) and x.level == level else 0
