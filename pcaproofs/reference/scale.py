"""Powers of two that keep squares in range: data of size 1e-300 or 1e300 is worked on at size 1.

Multiplying by a power of two is exact, so scaling changes no digit; it only moves the exponents, and results move
back by the same power.
"""

import math

import numpy as np

from pcaproofs.reference.validate import Array, finite

# The sum of squares of data that needs no scaling. Within this range fourth powers of the data, which squares of a
# covariance are, stay normal numbers (1e±308) with room for ε⁴ = 2e-63 below.
_SAFE = (1e-100, 1e100)


def settle(A: Array, name: str = "X") -> tuple[Array, int]:
    """A·2^(−e) and e, with e = 0 wherever squares of A are safe as they stand.

    Shapes: n×p → n×p. Raises ValueError where an entry is NaN or infinite.
    """
    # One pass serves two questions: a finite sum of squares has no NaN and no infinity in it.
    flat = A.ravel(order="K")
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        energy = float(np.dot(flat, flat))
    if _SAFE[0] < energy < _SAFE[1]:
        return A, 0
    finite(A, name)
    largest = max(abs(float(A.min())), abs(float(A.max())))
    if largest == 0.0:
        return A, 0
    exponent = math.frexp(largest)[1]
    return shift(A, -exponent), exponent


def shift(values: Array, exponent: int) -> Array:
    """values·2^exponent, any shape; raises ValueError where the result is beyond the largest float."""
    if exponent == 0:
        return values
    # Small numbers may round to subnormal ones or to zero: that is their correctly rounded value.
    with np.errstate(over="ignore", under="ignore"):
        moved: Array = np.ldexp(values, exponent)
    if not np.isfinite(moved).all():
        raise ValueError("X: got data whose squares pass 1e308, but should be small enough for a finite variance")
    return moved
