"""Checks of arguments: every argument is checked here once, and not again by later code."""

import operator
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Data = NDArray[np.float64] | NDArray[np.float32]

# The default of `ddof`: the covariance is S = Xcᵀ Xc / (n − DDOF), so 0 divides by n, as the
# claims do; 1 is the unbiased estimate, as scikit-learn and R do.
DDOF = 0


def real_matrix(X: ArrayLike, name: str = "X") -> Data:
    """X as a matrix of its own float32 or else of float64, in X's memory if possible; the entries are not checked.

    Shapes: n×p → n×p, n ≥ 1, p ≥ 1.
    Raises TypeError for entries that are not real numbers, ValueError for another number of axes or no entries.
    """
    if isinstance(X, np.ma.MaskedArray):
        raise TypeError(f"{name}: got a masked array, but should be a plain array (masked entries have no value)")
    try:
        A: NDArray[Any] = np.asarray(X)
    except ValueError:
        raise ValueError(f"{name}: got rows of different lengths, but should be a matrix") from None
    if A.dtype.kind not in "biuf":
        kind = "complex numbers" if A.dtype.kind == "c" else f"entries of dtype {A.dtype}"
        raise TypeError(f"{name}: got {kind}, but should be real numbers (float, integer or bool)")
    if A.ndim != 2:
        raise ValueError(f"{name}: got {A.ndim} axes, shape {A.shape}, but should be 2 axes (samples and features)")
    if A.size == 0:
        raise ValueError(f"{name}: got no entries, shape {A.shape}, but should be at least 1×1")
    return A if A.dtype == np.float32 else A.astype(np.float64, copy=False)


def finite(A: Data, name: str = "X") -> None:
    """Raises ValueError at the first entry of A (n×p) that is NaN or infinite."""
    bad = ~np.isfinite(A)
    if bad.any():
        i, j = (int(k) for k in np.argwhere(bad)[0])
        found = "NaN" if np.isnan(A[i, j]) else "an infinite value"
        raise ValueError(f"{name}: got {found} at row {i}, column {j}, but should be finite everywhere")


def whole_number(value: Any, name: str) -> int:
    """The value as an int; raises TypeError for anything but an integer (True and 2.0 are refused)."""
    if isinstance(value, bool | np.bool_):
        raise TypeError(f"{name}: got {value!r}, but should be a whole number")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: got {value!r}, but should be a whole number") from None


def component_count(d: Any, n: int, p: int) -> int:
    """The number of components: d, or min(n, p) for None. Raises ValueError unless 1 ≤ d ≤ min(n, p)."""
    most = min(n, p)
    if d is None:
        return most
    d = whole_number(d, "d")
    if not 1 <= d <= most:
        raise ValueError(f"d: got {d}, but should be from 1 to {most} (the smaller of n = {n} and p = {p})")
    return d


def one_of(value: Any, allowed: Iterable[str], name: str) -> str:
    """The value, if it is one of the allowed words; raises ValueError otherwise."""
    words = list(allowed)
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{name}: got {value!r}, but should be one of {', '.join(map(repr, words))}")
    return value


def divisor(n: int, ddof: Any) -> int:
    """n − ddof; raises ValueError unless ddof is 0 or 1 and n − ddof ≥ 1."""
    ddof = whole_number(ddof, "ddof")
    if ddof not in (0, 1):
        raise ValueError(f"ddof: got {ddof}, but should be 0 (divide by n) or 1 (divide by n − 1)")
    if n - ddof < 1:
        raise ValueError(f"ddof: got 1 with n = {n}, but should be 0 for fewer than 2 samples")
    return n - ddof


def truth(value: Any, name: str) -> bool:
    """The value as a bool; raises TypeError for anything but True and False."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name}: got {value!r}, but should be True or False")
    return bool(value)
