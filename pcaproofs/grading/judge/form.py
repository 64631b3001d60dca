"""The form of an answer: what a role's value must be before any criterion can look at it."""

import numpy as np

from ..job import Array, RoleError
from .facts import Conventions, Facts, Real, precision


class UnfitError(ValueError):
    """A role's value that cannot be what it should be: its shape, its kind, or not finite."""


def canonical(role: str, value: Array | RoleError, facts: Facts, conventions: Conventions) -> Real:
    """Return a role's value as a real array of the shape that it should have; raises UnfitError."""
    if isinstance(value, RoleError):
        raise UnfitError(str(value))
    n, p, k = facts.n, facts.p, facts.k
    wanted: tuple[int, ...] = {
        "components": (p, k),
        "explained_variance": (k,),
        "explained_variance_ratio": (k,),
        "mean": (p,),
        "scores": (n, k),
        "reconstruction": (n, p),
        "covariance": (p, p),
        "centered": (n, p),
        "projection": (p, p),
    }[role]
    if value.dtype.kind == "c":
        size = float(np.abs(value).max(initial=0.0))
        if not float(np.abs(value.imag).max(initial=0.0)) <= p * precision(value) * size:
            raise UnfitError("got complex numbers, but should be real")
        value = value.real
    array = np.asarray(value, dtype=np.float64)
    if not np.isfinite(array).all():
        raise UnfitError("got nan or infinity, but should be finite numbers")
    shape = array.shape
    if role == "components":
        rows, columns = conventions.components in ("rows", "either"), conventions.components in ("columns", "either")
        if array.ndim == 1 and k == 1:
            array = array.reshape(-1, 1)
        elif not (columns and shape == (p, k)) and rows and shape == (k, p):
            array = array.T  # a square one is never tried the other way round: that would accept rows for columns
        if rows and not columns:
            wanted = (k, p)
        fits = array.shape == (p, k) and (array.ndim == len(shape) or k == 1)
    elif len(wanted) == 1 or k == 1:
        fits = array.size == int(np.prod(wanted)) and max(array.shape, default=1) == max(wanted)
        array = array.reshape(wanted) if fits else array
    else:
        fits = shape == wanted
    if not fits:
        raise UnfitError(f"got shape {shape}, but should be {wanted}")
    return array
