"""Conversion of results to plain arrays. Functions are bound early, so that patching NumPy breaks nothing."""

from typing import Any

import numpy as np

from .jobfile import ArrayHead
from .records import DTYPES, MAX_DIMENSIONS

_array, _ascontiguous = np.array, np.ascontiguousarray


def plain(value: Any) -> Any:
    """A value as a new array of an allowed element type.

    Raises TypeError with the type of a value that cannot be converted.
    """
    if value is None:
        raise TypeError("got None, but should be an array")
    densify = getattr(value, "toarray", None)
    if callable(densify):
        value = densify()
    try:
        array = _array(value, copy=True, subok=False, order="C")
    except ValueError as error:
        raise TypeError(f"got {type(value).__name__} that is no rectangular array ({error})") from None
    if array.dtype.kind == "O":  # other numbers, such as fractions
        try:
            array = _array(array, dtype=complex if any(isinstance(each, complex) for each in array.flat) else float)
        except OverflowError:
            raise TypeError("got a whole number that is too large, but should be at most about 1e308") from None
        except (TypeError, ValueError):
            raise TypeError(f"got {type(value).__name__}, but should be an array of numbers") from None
    if array.dtype.str not in DTYPES:  # other byte order, or extended precision
        wide = {"f": "<f8", "c": "<c16"}.get(array.dtype.kind) if array.dtype.itemsize > 8 else None
        array = array.astype(wide or array.dtype.newbyteorder("<"))
    if array.dtype.str not in DTYPES:
        raise TypeError(f"got an array of {array.dtype}, but should be an array of numbers")
    if array.ndim > MAX_DIMENSIONS:
        raise TypeError(f"got {array.ndim} dimensions, but should be at most {MAX_DIMENSIONS}")
    return _ascontiguous(array).reshape(array.shape)


def same(array: Any, original: bytes, head: ArrayHead) -> bool:
    """Whether an array is unchanged."""
    try:
        same_kind = array.dtype.str == head["dtype"] and list(array.shape) == head["shape"]
        return bool(same_kind and array.tobytes() == original)
    except Exception:
        return False
