"""The form of an answer: what a role's value must be before any criterion can look at it."""

import numpy as np

from ..job import Array, RoleError
from .facts import Conventions, Facts, Real, precision

ROLES = (
    "mean",
    "centered",
    "covariance",
    "components",
    "explained_variance",
    "explained_variance_ratio",
    "projection",
    "scores",
    "reconstruction",
    "scores_new",
    "reconstruction_new",
)
"""What can be asked for, in the order in which one follows from another."""


class UnfitError(ValueError):
    """A role's value that cannot be what it should be: its shape, its kind, or not finite."""


def shape_of(role: str, facts: Facts, conventions: Conventions) -> tuple[int, ...]:
    """Return the shape that a role's value should have; raises KeyError for a role that is not one."""
    n, p, k = facts.n, facts.p, facts.k
    m = 0 if facts.X_new is None else len(facts.X_new)
    return {
        "mean": (p,),
        "centered": (n, p),
        "covariance": (p, p),
        "components": (k, p) if conventions.components == "rows" else (p, k),
        "explained_variance": (k,),
        "explained_variance_ratio": (k,),
        "projection": (p, p),
        "scores": (n, k),
        "reconstruction": (n, p),
        "scores_new": (m, k),
        "reconstruction_new": (m, p),
    }[role]


def canonical(role: str, value: Array | RoleError, facts: Facts, conventions: Conventions) -> Real:
    """Return a role's value as a real array of its shape, components in columns, largest first; raises UnfitError."""
    if isinstance(value, RoleError):
        raise UnfitError(str(value))
    wanted = shape_of(role, facts, conventions)
    if role == "components":
        shaped = _columns(value, facts, conventions)
    else:
        shaped = value if value.shape == wanted else _flattened(value, wanted)
    if shaped is None:  # said before anything is computed with values of any size
        raise UnfitError(_misfit(role, value.shape, wanted, facts))
    fitted = _real(shaped, facts.p)
    backwards = conventions.order == "increasing" and role in (
        "components",
        "scores",
        "scores_new",
        "explained_variance",
        "explained_variance_ratio",
    )
    return fitted[..., ::-1] if backwards else fitted


def _real(value: Array, p: int) -> Real:
    """Return finite real numbers; those of a complex array where nothing but rounding is imaginary."""
    if value.dtype.kind == "c":
        size = float(np.abs(value).max(initial=0.0))
        if not float(np.abs(value.imag).max(initial=0.0)) <= p * precision(value) * size:
            raise UnfitError("got complex numbers, but should be real")
        value = value.real
    array = np.asarray(value, dtype=np.float64)
    if not np.isfinite(array).all():
        raise UnfitError("got nan or infinity, but should be finite numbers")
    return array


def _columns(array: Array, facts: Facts, conventions: Conventions) -> Array | None:
    """Return components as columns; a square array is taken as the convention has it, and never the other way round.

    Trying both would accept the rows of the eigenvector matrix for its columns.
    """
    p, k = facts.p, facts.k
    if array.ndim == 1 and k == 1 and array.size == p:
        return array.reshape(p, 1)
    if conventions.components != "rows" and array.shape == (p, k):
        return array
    if conventions.components != "columns" and array.shape == (k, p):
        return array.T
    return None


def _flattened(array: Array, wanted: tuple[int, ...]) -> Array | None:
    """Return a vector that came as a single row or column (or the other way round) in the shape wanted."""
    vector = len(wanted) == 1 or wanted[-1] == 1
    same = array.size == int(np.prod(wanted)) and max(array.shape, default=1) == max(wanted)
    return array.reshape(wanted) if vector and same else None


def _misfit(role: str, shape: tuple[int, ...], wanted: tuple[int, ...], facts: Facts) -> str:
    """Say what shape came, what shape should have come, and what the one that came looks like."""
    said = f"got shape {shape}, but should be {wanted}"
    n, p = facts.n, facts.p
    if len(wanted) == 2 and n != p and wanted == (p, p) and shape == (n, n):
        return f"{said}: it has a row for each sample, where each feature should have one"
    if len(wanted) == 2 and shape == wanted[::-1]:
        column = {"components": "component", "scores": "component", "scores_new": "component"}.get(role, "feature")
        row = {"components": "feature"}.get(role, "sample")
        if wanted[0] < wanted[1] and role == "components":  # asked for in rows
            column, row = row, column
        return f"{said}: it is transposed; each row should be one {row} and each column one {column}"
    if wanted[-1] == facts.k and shape[-1:] == (p,) and len(shape) == len(wanted) and p != facts.k:
        return f"{said}: it holds all {p} components, where only the first {facts.k} are asked for"
    if shape == () and wanted != ():
        return f"{said}: it is a single number"
    return said
