"""The form of an answer: the shape and kind that a role's value must have before criteria can check it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from pcaproofs.grading.judge.truth import Conventions, Facts, Real, precision
from pcaproofs.grading.protocol import Array, RoleError

SHAPES = {
    "mean": "p",
    "centered": "np",
    "feature_deviations": "p",
    "standardised": "np",
    "covariance": "pp",
    "components": "pk",
    "explained_variance": "k",
    "standard_deviations": "k",
    "eigenvalue_matrix": "kk",
    "explained_variance_ratio": "k",
    "component_count": "",
    "projection": "pp",
    "scores": "nk",
    "whitened": "nk",
    "zca": "np",
    "reconstruction": "np",
    "scores_new": "mk",
    "reconstruction_new": "mp",
    "reconstruction_error": "",
    "kernel": "nn",
    "kernel_scores": "nk",
}
"""By role: the shape of its value, for n samples (m new ones), p features and k components; components in columns."""
ROLES = tuple(SHAPES)
"""Roles that can be asked for, each after those that it follows from."""
PER_SAMPLE = tuple(role for role, letters in SHAPES.items() if letters[:1] in ("n", "m") and letters != "nn")
"""Roles with a row for each sample."""
PER_COMPONENT = tuple(role for role, letters in SHAPES.items() if "k" in letters)
"""Roles with a column, or a number, for each component."""


@dataclass(frozen=True)
class ReadAs:
    """How the values of one submission are read; the same for all its runs."""

    scored_forms: frozenset[str] = frozenset()
    """Roles whose form is a criterion with points. A value in another form fails that criterion; the other criteria
    judge the transposed or cut value.
    """
    free: frozenset[str] = frozenset()
    """Conventions that the assignment leaves free."""
    transposed: frozenset[str] = frozenset()
    """Roles whose values are transposed, as their non-square values show; this applies to square values too."""
    exchanged: Mapping[str, str] = field(default_factory=dict)
    """Roles whose values are returned in another position, with a message for each."""
    missing: Mapping[str, str] = field(default_factory=dict)
    """Roles whose values are not among the results that are returned, with a message for each."""
    call: str = ""
    """The call that takes them from there; empty: the assignment's."""
    expressions: Mapping[str, str] = field(default_factory=dict)
    """The role expressions for this call."""


STRICT = ReadAs()


class UnfitError(ValueError):
    """The value cannot be used: wrong shape or kind, or not finite."""


def _letters(role: str, conventions: Conventions) -> str:
    rows = role == "components" and conventions.components == "rows"
    return SHAPES[role][::-1] if rows else SHAPES[role]


def _sizes(facts: Facts) -> dict[str, int]:
    return {"n": facts.n, "p": facts.p, "k": facts.k, "m": len(facts.new_data)}


def shape_of(role: str, facts: Facts, conventions: Conventions) -> tuple[int, ...]:
    """The shape that a role's value should have; raises KeyError for an unknown role."""
    sizes = _sizes(facts)
    return tuple(sizes[letter] for letter in _letters(role, conventions))


def canonical(
    role: str, value: Array | RoleError, facts: Facts, conventions: Conventions, reading: ReadAs = STRICT
) -> Real:
    """A role's value as a real array of its shape, components in columns, largest first; raises UnfitError."""
    return read(role, value, facts, conventions, reading)[0]


def read(
    role: str, value: Array | RoleError, facts: Facts, conventions: Conventions, reading: ReadAs = STRICT
) -> tuple[Real, str]:
    """A role's canonical value and what is wrong with its form; raises UnfitError if it cannot be used."""
    if isinstance(value, RoleError):
        raise UnfitError(str(value))
    wanted = shape_of(role, facts, conventions)
    shaped = _shaped(role, value, wanted, facts, conventions)
    wrong = ""
    turned = role in reading.transposed and value.ndim == 2 and value.shape == wanted[::-1]
    if shaped is None or turned:
        # reported before any computation with values of unknown size
        wrong = _misfit(role, value.shape, wanted, facts, turned=role in reading.transposed)
        shaped = _repaired(role, value, facts, conventions, reading) if role in reading.scored_forms else None
        if shaped is None:
            raise UnfitError(wrong)
    fitted = _real(shaped, facts.p)
    if role == "components" and (
        conventions.components == "rows" or (not wrong and shaped.shape != (facts.p, facts.k))
    ):
        fitted = fitted.T
    return (reversed_components(role, fitted) if conventions.order == "increasing" else fitted), wrong


def reversed_components(role: str, value: Real) -> Real:
    """A role's canonical value with the components in reverse order."""
    letters = SHAPES[role]
    return np.flip(value, tuple(axis for axis, letter in enumerate(letters) if letter == "k"))


def orientation_vote(role: str, value: Array | RoleError, facts: Facts, conventions: Conventions) -> int:
    """1 for a value whose shape shows that it is transposed, -1 if it is not, 0 if undetermined."""
    letters = _letters(role, conventions)
    if isinstance(value, RoleError) or value.ndim != 2 or len(set(letters)) < 2:
        return 0
    upright, turned = (_cut(each, letters, facts, conventions) is not None for each in (value, value.T))
    return turned - upright


def _repaired(role: str, value: Array, facts: Facts, conventions: Conventions, reading: ReadAs) -> Array | None:
    """The requested part of a value that has all components or is transposed.

    A square value is transposed only if all others are: trying both would accept the rows of the eigenvector matrix for
    its columns.
    """
    letters = _letters(role, conventions)
    if len(letters) == 1 and value.ndim == 2 and 1 in value.shape:
        value = value.reshape(-1)
    ways = [value.T] if role in reading.transposed else [value]
    if value.ndim == 2 and value.shape[0] != value.shape[1] and len(set(letters)) == 2:
        ways.append(value.T)
    return next((cut for way in ways if (cut := _cut(way, letters, facts, conventions)) is not None), None)


def _cut(value: Array, letters: str, facts: Facts, conventions: Conventions) -> Array | None:
    """The leading k components of a value with k to p of them; None if the shape does not fit."""
    sizes = _sizes(facts)
    if value.ndim != len(letters):
        return None
    for axis, letter in enumerate(letters):
        wanted, length = sizes[letter], value.shape[axis]
        if length == wanted:
            continue
        if letter != "k" or not wanted < length <= facts.p or conventions.order == "any":
            return None
        first = length - wanted if conventions.order == "increasing" else 0
        value = value.take(range(first, first + wanted), axis=axis)
    return value


def _real(value: Array, p: int) -> Real:
    """Finite real numbers; of a complex array the real parts, if imaginary parts are rounding errors.

    Raises UnfitError.
    """
    if value.dtype.kind == "c":
        size = float(np.abs(value).max(initial=0.0))
        if not float(np.abs(value.imag).max(initial=0.0)) <= p * precision(value) * size:
            raise UnfitError("got complex numbers, but should be real")
        value = value.real
    array = np.asarray(value, dtype=np.float64)
    if not np.isfinite(array).all():
        raise UnfitError("got nan or infinity, but should be finite numbers")
    return array


def _shaped(role: str, value: Array, wanted: tuple[int, ...], facts: Facts, conventions: Conventions) -> Array | None:
    """A value in the required shape; a vector may be a single row or column."""
    if value.shape == wanted:
        return value
    if role == "components":
        if conventions.components == "either" and value.shape == wanted[::-1]:
            return value
        return value.reshape(wanted) if value.ndim == 1 and facts.k == 1 and value.size == facts.p else None
    return _flattened(value, wanted)


def _flattened(array: Array, wanted: tuple[int, ...]) -> Array | None:
    """A vector given as a single row or column (or the reverse), in the required shape."""
    vector = len(wanted) < 2 or wanted[-1] == 1
    same = array.size == int(np.prod(wanted)) and max(array.shape, default=1) == max(wanted, default=1)
    return array.reshape(wanted) if vector and same else None


def _misfit(role: str, shape: tuple[int, ...], wanted: tuple[int, ...], facts: Facts, *, turned: bool = False) -> str:
    """A message with the actual and the required shape, and a likely reason."""
    said = f"got shape {shape}, but should be {wanted}"
    n, p = facts.n, facts.p
    if len(wanted) == 2 and n != p and wanted == (p, p) and shape == (n, n):
        return f"{said}: it has a row for each sample, where each feature should have one"
    if shape == wanted and turned:
        return f"got {shape[0]} by {shape[1]} numbers that are transposed, as those of this role are elsewhere"
    if len(wanted) == 2 and shape == wanted[::-1]:
        column = "component" if role in PER_COMPONENT else "feature"
        row = {"components": "feature"}.get(role, "sample")
        if wanted[0] < wanted[1] and role == "components":  # asked for in rows
            column, row = row, column
        return f"{said}: it is transposed; each row should be one {row} and each column one {column}"
    if wanted[-1:] == (facts.k,) and shape[-1:] == (p,) and len(shape) == len(wanted) and p != facts.k:
        return f"{said}: it holds all {p} components, where only the first {facts.k} are asked for"
    if shape == () and wanted != ():
        return f"{said}: it is a single number"
    return f"{said}, a single number" if wanted == () else said
