"""Matrices with bounds on their rounding errors, so that properties need not count operations.

    X = rounded(case.X)
    same((X @ w).T @ (X @ w), w.T @ (X.T @ X) @ w)      # both sides know their bounds

Every operation adds its own rounding error to the errors of its operands, entry by entry: for a product of inner length
m, |fl(AB) − AB| ≤ γ_m |A||B| (Higham, Accuracy and Stability, (3.13)). The bounds use ε instead of u = ε/2. The factor
of two covers second-order terms and the rounding of the bounds themselves, up to inner lengths of 1e6.
"""

from dataclasses import dataclass
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
EPS = float(np.finfo(np.float64).eps)

# The error of a product that underflows may be half of the smallest subnormal number.
_LEAST = float(np.finfo(np.float64).smallest_subnormal)


@dataclass(frozen=True, eq=False)
class Rounded:
    """An array `value` whose entries are within `bound` of the results of exact arithmetic.

    Shapes: value and bound have the same shape. Numbers and plain arrays in operations with it count as exact.
    """

    value: Array
    bound: Array

    # Higher than NumPy's own priority, so that array @ Rounded calls __rmatmul__ of this class.
    __array_priority__ = 1000
    __array_ufunc__ = None

    @property
    def T(self) -> "Rounded":
        """The transpose; exact."""
        return Rounded(self.value.T, self.bound.T)

    def __neg__(self) -> "Rounded":
        return Rounded(-self.value, self.bound)

    def __add__(self, other: "Operand") -> "Rounded":
        b = rounded(other)
        value = self.value + b.value
        return Rounded(value, self.bound + b.bound + EPS * np.abs(value))

    def __radd__(self, other: "Operand") -> "Rounded":
        return self + other

    def __sub__(self, other: "Operand") -> "Rounded":
        return self + -rounded(other)

    def __rsub__(self, other: "Operand") -> "Rounded":
        return rounded(other) + -self

    def __mul__(self, other: "Operand") -> "Rounded":
        b = rounded(other)
        return Rounded(self.value * b.value, _spread(np.multiply, self, b, 1))

    def __rmul__(self, other: "Operand") -> "Rounded":
        return self * other

    def __truediv__(self, other: float) -> "Rounded":
        """Division by an exact number that is not zero."""
        return Rounded(self.value / other, self.bound / abs(other) + EPS * np.abs(self.value / other) + _LEAST)

    def __matmul__(self, other: "Operand") -> "Rounded":
        b = rounded(other)
        return Rounded(np.asarray(self.value @ b.value), _spread(np.matmul, self, b, self.value.shape[-1]))

    def __rmatmul__(self, other: "Operand") -> "Rounded":
        return rounded(other) @ self

    def sum(self, axis: int | None = None) -> "Rounded":
        """The sum of all entries, or along an axis."""
        m = self.value.size if axis is None else self.value.shape[axis]
        lost = m * EPS * np.abs(self.value).sum(axis=axis)
        return Rounded(np.asarray(self.value.sum(axis=axis)), np.asarray(self.bound.sum(axis=axis) + lost))

    def mean(self, axis: int | None = None) -> "Rounded":
        """The mean of all entries, or along an axis."""
        return self.sum(axis) / (self.value.size if axis is None else self.value.shape[axis])

    def trace(self) -> "Rounded":
        """The sum of the diagonal of a square matrix."""
        return Rounded(np.diagonal(self.value), np.diagonal(self.bound)).sum()

    def sqnorm(self) -> "Rounded":
        """‖A‖², the sum of the squares of all entries."""
        return (self * self).sum()


Operand = Union[Rounded, ArrayLike]  # noqa: UP007 - a name used in quotes cannot be built with |


def rounded(A: Operand) -> Rounded:
    """A as an exact array; a Rounded array is returned unchanged. Raises TypeError for complex numbers."""
    if isinstance(A, Rounded):
        return A
    if np.iscomplexobj(A):
        raise TypeError("rounded: got complex numbers, but should be real numbers")
    value = np.asarray(A, dtype=np.float64)
    return Rounded(value, np.zeros_like(value))


def near(A: ArrayLike, steps: float) -> Rounded:
    """A, known to lie within steps·ε·‖A‖ of a matrix that satisfies its equations exactly (orthonormal columns, say).

    Raises ValueError for steps below 0, TypeError for complex numbers.
    """
    if not steps >= 0:
        raise ValueError(f"steps: got {steps}, but should be at least 0")
    exact = rounded(A)
    largest = float(np.abs(exact.value).max(initial=0.0)) or 1.0
    size = largest * float(np.sqrt(np.sum((exact.value / largest) ** 2)))
    return Rounded(exact.value, np.full_like(exact.value, steps * EPS * size))


def _spread(times: Any, a: Rounded, b: Rounded, m: int) -> Array:
    """The bound of a product, entrywise or of matrices, that sums m terms."""
    A, B = np.abs(a.value), np.abs(b.value)
    lost: Array = m * EPS * times(A, B) + times(a.bound, B) + times(A, b.bound) + times(a.bound, b.bound) + m * _LEAST
    return np.asarray(lost)
