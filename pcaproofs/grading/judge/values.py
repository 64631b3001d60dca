"""Comparison of a value with the solution's, up to what the assignment leaves free.

Numbers are compared relative to the largest of their array. Values from eigenvectors differ by more than rounding: by
the error of the scatter matrix over the smallest gap of its eigenvalues (Davis and Kahan). That much is allowed if
signs, order or rotation are free. Otherwise the error is that of an iteration which stops when a round changes it by ε:
it converges by the ratio r of two eigenvalues, so the rounds left would change it by ε(r + r² + …) = ε·r/(1 − r).
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from pcaproofs.grading.judge.answer import apart, unit_of
from pcaproofs.grading.judge.truth import Facts
from pcaproofs.grading.judge.units import exponent_of, in_units

Numbers = Any
"""An array of real or complex numbers."""
_NUMBERS = (int, float, complex)
_MOST_SLACK = 1e-2
_TIE = 1e-6
_LONGEST = 60


@dataclass(frozen=True)
class Compared:
    """How values are compared on one data set."""

    facts: Facts
    up_to: Collection[str] = ()
    """Some of `sign`, `order`, `rotation` (inside repeated eigenvalues) and `scale`."""
    tolerance: float = 0.0
    """Relative tolerance in addition to rounding."""
    rows: bool = False
    """Whether the vectors are the rows of a matrix."""
    quote: Callable[[str], str] = repr
    """Quotes a student's text in a message."""

    def difference(self, got: Any, wanted: Any, name: str) -> str:
        """One line that says where a value differs from the right one; empty if it does not."""
        try:
            with np.errstate(all="ignore"):  # a student's numbers may be of any size
                return self._difference(got, wanted, name)
        except (ArithmeticError, ValueError, TypeError, MemoryError):
            return f"{name}: got {self._said(got)}, which cannot be compared with {self._said(wanted)}"

    def _difference(self, got: Any, wanted: Any, name: str) -> str:
        if isinstance(wanted, list) and (listed := _as_array(wanted)) is not None and isinstance(got, np.ndarray):
            wanted = listed
        if isinstance(wanted, np.ndarray) and isinstance(got, list):
            got = listed if (listed := _as_array(got)) is not None else got
        if isinstance(wanted, np.ndarray) or _is_number(wanted):
            return self._numbers(got, wanted, name)
        if isinstance(wanted, list):
            return self._lists(got, wanted, name)
        if isinstance(wanted, dict):
            return self._dicts(got, wanted, name)
        if isinstance(got, np.ndarray) and got.size == 1 and isinstance(wanted, bool):
            got = got.reshape(-1)[0].item()
        if type(got) is type(wanted) and got == wanted:
            return ""
        return f"{name}: got {self._said(got)}, but should be {self._said(wanted)}"

    def _lists(self, got: Any, wanted: list[Any], name: str) -> str:
        if not isinstance(got, list):
            return f"{name}: got {self._said(got)}, but should be {self._said(wanted)}"
        if len(got) != len(wanted):
            return f"{name}: got {len(got)} values, but should be {len(wanted)}"
        pairs = enumerate(zip(got, wanted, strict=True))
        return next(filter(None, (self._difference(*pair, f"{name}[{place}]") for place, pair in pairs)), "")

    def _dicts(self, got: Any, wanted: dict[Any, Any], name: str) -> str:
        if not isinstance(got, dict):
            return f"{name}: got {self._said(got)}, but should be {self._said(wanted)}"
        missing = [key for key in wanted if key not in got]
        unknown = [key for key in got if key not in wanted]
        if missing:
            return f"{name}: got no key {self.quote(str(missing[0]))}, but should have it"
        if unknown:
            return f"{name}: got {self.quote(str(unknown[0]))[:_LONGEST]}, but should be left out"
        return next(filter(None, (self._difference(got[key], wanted[key], f"{name}[{key!r}]") for key in wanted)), "")

    def _numbers(self, got: Any, wanted: Any, name: str) -> str:
        if not isinstance(got, np.ndarray) and not _is_number(got):
            return f"{name}: got {self._said(got)}, but should be {self._said(wanted)}"
        found, right = np.asarray(_bounded(got)), np.asarray(_bounded(wanted))
        if found.dtype.kind == "b" and right.dtype.kind != "b":
            return f"{name}: got {self._said(got)}, but should be numbers"
        if found.shape != right.shape:
            vector = all(max(each.shape, default=1) == each.size and each.ndim <= 2 for each in (found, right))
            if not vector or found.size != right.size:
                return f"{name}: got shape {found.shape}, but should be {right.shape}"
            found = found.reshape(right.shape)
        if not right.size:
            return ""
        if right.dtype.kind in "biu" and found.dtype.kind in "biu" and not self.up_to and not self.tolerance:
            wrong = found != right
            return _said_of(found, right, wrong, name) if wrong.any() else ""
        eps = 2.0**-23 if found.dtype.str[1:] in ("f2", "f4", "c8") else 2.0**-52
        kind = np.complex128 if "c" in found.dtype.kind + right.dtype.kind else np.float64
        return self._close(found.astype(kind), right.astype(kind), eps, name)

    def _close(self, got: Numbers, wanted: Numbers, eps: float, name: str) -> str:
        odd = ~np.isfinite(wanted)
        if not np.array_equal(odd, ~np.isfinite(got)) or not np.array_equal(got[odd], wanted[odd], equal_nan=True):
            return _said_of(got, wanted, ~np.isfinite(got) | odd, name)
        got, wanted = np.where(odd, 0, got), np.where(odd, 0, wanted)
        slack, turned = self._slack(eps), self.rows and wanted.ndim == 2
        aligned = self._aligned(got.T, wanted.T, slack).T if turned else self._aligned(got, wanted, slack)
        wrong = ~(np.abs(got - aligned) <= slack * float(np.abs(aligned).max()))
        return _said_of(got, aligned, wrong, name) if wrong.any() else ""

    def _slack(self, eps: float) -> float:
        """The allowed relative difference."""
        facts = in_units(self.facts, exponent_of(self.facts))
        largest = float(facts.eigenvalues[0]) or 1.0
        slack = facts.scatter_error(eps) / largest
        values = facts.eigenvalues[: facts.k + 1]
        apart = -np.diff(values)
        if set(self.up_to) & {"sign", "order", "rotation"}:
            gaps = apart[apart > _TIE * largest] if "rotation" in self.up_to else apart
            least = float(gaps.min(initial=largest))
            slack = min(_MOST_SLACK, 4 * facts.scatter_error(eps) / least) if least > 0 else _MOST_SLACK
        else:
            distinct = apart > _TIE * largest
            slack *= float((values[1:][distinct] / apart[distinct]).max(initial=1.0))
        return max(self.tolerance, min(slack, _MOST_SLACK))

    def _aligned(self, got: Numbers, wanted: Numbers, slack: float) -> Numbers:
        """The right value with the signs, order, rotation and scale of the given one."""
        if "scale" in self.up_to and np.abs(got).max() > 0 and np.abs(wanted).max() > 0:
            one, other = unit_of(got), unit_of(wanted)
            wanted = wanted / other * (np.linalg.norm(got / one) / np.linalg.norm(wanted / other)) * one
        columns, theirs = (each if each.ndim > 1 else each.reshape(-1, 1) for each in (wanted, got))
        if wanted.ndim == 1 and "order" in self.up_to:
            ranks = np.argsort(np.argsort(got, kind="stable"), kind="stable")
            return np.sort(wanted, kind="stable")[ranks]
        if wanted.ndim > 2 or wanted.ndim == 0:
            flip = "sign" in self.up_to and float(np.real(np.vdot(wanted, got))) < 0
            return -wanted if flip else wanted
        if "order" in self.up_to:
            columns = columns[:, self._order(theirs, columns)]
        if "rotation" in self.up_to and wanted.ndim == 2 and "order" not in self.up_to:
            columns = self._rotated(theirs, columns, slack)
        elif set(self.up_to) & {"sign", "rotation"}:
            products = np.real(np.einsum("ij,ij->j", columns.conj(), theirs))
            columns = columns * np.where(products < 0, -1.0, 1.0)
        return columns.reshape(wanted.shape)

    def _order(self, got: Numbers, wanted: Numbers) -> list[int]:
        """For each given column the index of the nearest right one, each used once."""
        left = list(range(wanted.shape[1]))
        order = []
        for column in got.T:
            away = [np.linalg.norm(column - wanted[:, j]) for j in left]
            if set(self.up_to) & {"sign", "rotation"}:
                away = [min(far, np.linalg.norm(column + wanted[:, j])) for far, j in zip(away, left, strict=True)]
            order.append(left.pop(int(np.argmin(away))))
        return order

    def _rotated(self, got: Numbers, wanted: Numbers, slack: float) -> Numbers:
        """The right columns, rotated inside each repeated eigenvalue like the given ones.

        If a tie includes an axis that is not requested, columns of the same lengths and angles in its space are right.
        """
        values, out = self.facts.eigenvalues, wanted.copy()
        largest = float(values[0]) or 1.0
        start, count = 0, wanted.shape[1]
        while start < count:
            stop = start + 1
            while stop < len(values) and values[stop - 1] - values[stop] <= _TIE * largest:
                stop += 1
            own = slice(start, min(stop, count))
            if stop > count and self._in_its_space(got[:, own], wanted[:, own], float(values[start]), slack):
                out[:, own] = got[:, own]
            else:
                U, _, Vt = np.linalg.svd(wanted[:, own].conj().T @ got[:, own])
                out[:, own] = wanted[:, own] @ (U @ Vt)
            start = stop
        return out

    def _in_its_space(self, got: Numbers, wanted: Numbers, value: float, slack: float) -> bool:
        Xc = self.facts.centred
        if len(got) == self.facts.p:
            image = Xc.T @ (Xc @ got)
        elif len(got) == self.facts.n:
            image = Xc @ (Xc.T @ got)
        else:
            return False
        size = float(np.abs(wanted).max())
        products = np.abs(got.conj().T @ got - wanted.conj().T @ wanted)
        same = float(products.max()) <= 4 * slack * len(got) * size**2
        return same and float(np.abs(image - value * got).max()) <= 4 * slack * float(self.facts.eigenvalues[0]) * size

    def _said(self, value: Any) -> str:
        """A short text of a value."""
        if isinstance(value, np.ndarray):
            return f"an array of shape {value.shape}" if value.ndim else f"{value.item()}"
        if isinstance(value, list):
            return f"a list or tuple of {len(value)}"
        if isinstance(value, dict):
            return f"a dict of {len(value)}"
        if isinstance(value, frozenset):
            return f"a set of {len(value)}"
        return self.quote(value)[:_LONGEST] if isinstance(value, str) else str(value)[:_LONGEST]


def _is_number(value: Any) -> bool:
    return isinstance(value, _NUMBERS) and not isinstance(value, bool)


def _bounded(value: Any) -> Any:
    """An integer too large for an array, as the nearest float."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) < 2**63:
        return value
    return float(value) if abs(value) < 10**308 else np.copysign(np.inf, value // abs(value))


def _as_array(value: list[Any]) -> Numbers | None:
    """A list of numbers, or of arrays of equal shape, as an array; otherwise None."""
    if not value or not all(_is_number(item) or isinstance(item, np.ndarray) for item in value):
        return None
    shapes = {np.shape(item) for item in value}
    return np.array(value) if len(shapes) == 1 else None


def _said_of(got: Numbers, wanted: Numbers, wrong: Numbers, name: str) -> str:
    """A message with the wrong entry of largest error."""
    with np.errstate(all="ignore"):
        distance = np.where(wrong, np.nan_to_num(np.abs(np.asarray(got, complex) - wanted), nan=np.inf), -1.0)
    place = np.unravel_index(int(np.argmax(distance)), distance.shape)
    index = ", ".join(str(number + 1) for number in place)
    one, other = _two(got[place], wanted[place])
    return f"{name}{f', entry {index}' if index else ''}: got {one}, but should be {other}"


def _two(got: Any, wanted: Any) -> tuple[str, str]:
    if np.iscomplexobj(got) or np.iscomplexobj(wanted):
        return f"{complex(got):.6g}", f"{complex(wanted):.6g}"
    if isinstance(got, np.bool_) or isinstance(wanted, np.bool_):
        return str(got), str(wanted)
    return apart(float(got), float(wanted))
