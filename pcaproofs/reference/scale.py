"""Powers of two that keep squares in range: data of size 1e-300 or 1e300 are rescaled to size 1.

Multiplication by a power of two is exact, so scaling changes no digit. Results are multiplied by the inverse power.
"""

import math

import numpy as np

from pcaproofs.reference.validate import Array, Data, finite

# Data with a sum of squares in this range need no scaling. Fourth powers of the data, the squares of a covariance, stay
# normal numbers (1e±308), also when multiplied by ε⁴ = 2e-63.
_SAFE = (1e-100, 1e100)


def normalise(A: Data, name: str = "X") -> tuple[Data, int]:
    """A·2^(−e) and e; e is 0 if the squares of A are in the safe range, as those of all float32 are.

    Shapes: n×p → n×p. Raises ValueError for an entry that is NaN or infinite.
    """
    # A finite sum of squares also shows that no entry is NaN or infinite, which saves a second pass.
    flat = A.ravel(order="K")
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        energy = float(np.dot(flat, flat))
    if _SAFE[0] < energy < _SAFE[1]:
        return A, 0
    finite(A, name)
    largest = max(abs(float(A.min())), abs(float(A.max())))
    if largest == 0.0 or A.dtype == np.float32:
        return A, 0
    exponent = math.frexp(largest)[1]
    return shift(np.asarray(A, dtype=np.float64), -exponent), exponent


def shift(values: Array, exponent: int) -> Array:
    """values·2^exponent, any shape; raises ValueError for a result beyond the largest float."""
    if exponent == 0:
        return values
    # Small numbers may round to subnormal ones or to zero: that is their correctly rounded value.
    with np.errstate(over="ignore", under="ignore"):
        moved: Array = np.ldexp(values, exponent)
    if not np.isfinite(moved).all():
        raise ValueError("X: got data whose squares pass 1e308, but should be small enough for a finite variance")
    return moved
