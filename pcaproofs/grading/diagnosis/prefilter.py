"""A fast prefilter of variants by the shape and the first entry of a returned value."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pcaproofs.grading.diagnosis.matching import VAGUE, Place, bound_of, long_axes, only_for, predict, readings
from pcaproofs.grading.diagnosis.variants import Divisors, Failed, Value, Variant
from pcaproofs.grading.judge.truth import Conventions, precision
from pcaproofs.grading.protocol import Array, RoleError

Choice = npt.NDArray[np.bool_]


class Prefilter:
    """The predictions of variants for a role on one data set."""

    def __init__(self, role: str, variants: Sequence[Variant], place: Place, divisors: Divisors) -> None:
        self._role = role
        numbers: dict[Variant, int] = {}
        self._numbers = np.array(
            [numbers.setdefault(only_for(role, variant), len(numbers)) for variant in variants], dtype=int
        )
        self._signed = np.array([variant.sign_matters for variant in variants], dtype=bool)
        self._turned = np.array([variant.turns(role) for variant in variants], dtype=bool)
        found = [predict(role, variant, place, divisors, None) for variant in numbers]
        self._fails = np.array([isinstance(each.value, Failed) for each in found], dtype=bool)
        self._says_nothing = np.array([each.value is None for each in found], dtype=bool)
        shapes = [each.shape if isinstance(each.value, np.ndarray) else None for each in found]
        self._shaped = {shape: np.array([each == shape for each in shapes]) for shape in set(shapes) - {None}}
        self._first = np.array([_first(each.value) for each in found])
        self._size = np.array([each.size for each in found])
        self._spread = np.array([each.spread for each in found])

    def kept(self, got: Array | RoleError, conventions: Conventions) -> list[int]:
        """Indices of variants that may give this value, for any signs of eigenvectors; drops no match."""
        if isinstance(got, RoleError):
            fits = (self._fails | self._says_nothing)[self._numbers]
        else:
            plain, turned = (self._like(each, conventions)[self._numbers] for each in (got, got.T))
            fits = np.where(self._turned, turned, plain)
        if self._role != "components" or isinstance(got, RoleError):  # whose sizes alone do not hang on the signs
            fits = fits | self._signed
        kept: list[int] = np.flatnonzero(fits).tolist()
        return kept

    def _like(self, got: Array, conventions: Conventions) -> Choice:
        """A mask of the predictions with the shape of a value and the absolute value of its first entry."""
        like = self._says_nothing
        for reading in readings(self._role, got, conventions):
            none = np.zeros(len(like), dtype=bool)
            like = like | (self._shaped.get(long_axes(reading), none) & ~self._apart(reading))
        return like

    def _apart(self, got: Array) -> Choice:
        if not got.size or got.dtype.kind == "c":
            return np.zeros(len(self._first), dtype=bool)
        with np.errstate(all="ignore"):
            bound = bound_of(self._size, self._spread, precision(got))
            settled = bound <= VAGUE * self._size
            apart: Choice = settled & (np.abs(abs(float(got.flat[0])) - self._first) > 2 * bound)
        return apart


def _first(value: Value) -> float:
    return float(abs(value.flat[0])) if isinstance(value, np.ndarray) and value.size else 0.0
