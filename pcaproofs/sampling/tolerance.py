"""Tolerances for rounding errors; no other module derives tolerances.

ε is the spacing of floats at 1, 2⁻⁵² ≈ 2.2e-16; an operation has a relative error of at most u = ε/2. ‖·‖ is the
Frobenius norm. A tolerance is *steps · ε · scale*. The scale is the size of the intermediate results, which may be much
larger than the result (centring of data at 1e8). The steps count the roundings on the longest path of the computation.

    rule              steps                      why
    product(m, …)     m + … (inner lengths)      |fl(AB) − AB| ≤ γ_m |A||B|, γ_m = mu/(1 − mu), in any order of summing:
                                                 Higham, Accuracy and Stability, §3.1 and (3.13). With ε for u there is
                                                 a factor two for the second-order terms and for forming the scale.
    factored(n, p)    10 (n + p)                 QR, eigh and svd are backward stable: the factors of a matrix within
                                                 c ε ‖A‖ of A, c "a modestly growing function of n and p" (Higham
                                                 §19.3; LAPACK Users' Guide §4.8). The growth is linear in n + p, and 10
                                                 covers four times the largest error seen (tests/sampling).
    subspace(s, gap)  2 s / gap                  an error E of s·ε·‖C‖ turns an eigenspace by sin θ ≤ 2‖E‖/gap, gap
                                                 being the distance to the other eigenvalues in units of ‖C‖: Davis and
                                                 Kahan; Yu, Wang and Samworth 2015.

For matrix expressions, `rounded.py` applies the first rule entry by entry, and `same` takes the tolerance from the
bounds of its two sides; then no steps have to be counted.

A change of a symmetric matrix changes its eigenvalues by at most the norm of the change (Weyl), so eigenvalues use
`factored`.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pcaproofs.sampling.rounded import Rounded, rounded

EPS = float(np.finfo(np.float64).eps)

# Below the smallest normal number rounding is not relative: an operation may be off by half of 2⁻¹⁰⁷⁴ whatever
# its result. Counting every scale as at least this one makes that error less than ε of the scale.
_FLOOR = float(np.finfo(np.float64).tiny)


class Disagreement(AssertionError):  # noqa: N818 - it says what happened, as AssertionError's kin do
    """Two results differ by more than rounding can explain."""


@dataclass(frozen=True)
class Comparison:
    """The distance of two results and its bound, both in units of ε·scale."""

    error: float
    allowed: float
    scale: float

    def __bool__(self) -> bool:
        return self.error <= self.allowed


def norm(A: ArrayLike) -> float:
    """‖A‖, the Frobenius norm, of an array of any shape; squares neither overflow nor underflow."""
    values = np.abs(np.asarray(A, dtype=np.float64)).ravel()
    largest = float(values.max(initial=0.0))
    if largest == 0.0 or not math.isfinite(largest):
        return largest
    return largest * float(np.sqrt(np.sum((values / largest) ** 2)))


def size(*factors: ArrayLike) -> float:
    """‖A‖·‖B‖·…, the scale of a product of these factors."""
    return math.prod(norm(factor) for factor in factors)


def product(*inner: int) -> int:
    """Steps of a chain of products with the given inner lengths; a sum or mean of m numbers counts as length m."""
    return sum(max(length, 1) for length in inner)


def factored(n: int, p: int) -> int:
    """Steps of an orthogonal factorisation (QR, eigh, svd) of an n×p matrix, as a backward error in ‖A‖."""
    return 10 * (n + p)


def subspace(steps: float, gap: float) -> float:
    """Steps for an eigenspace's projector (scale 1), from the steps of its matrix and the relative gap.

    gap: the distance to the other eigenvalues divided by the norm of the matrix. Raises ValueError for a gap that is
    not positive: such a subspace is not determined.
    """
    if not gap > 0:
        raise ValueError(f"gap: got {gap}, but should be positive (a tie leaves its axes free)")
    return 2 * steps / gap


def same(
    got: ArrayLike | Rounded, expected: ArrayLike | Rounded, *, steps: float | None = None, scale: float | None = None
) -> Comparison:
    """Compares two results that may have rounding errors; requires ‖got − expected‖ ≤ steps·ε·scale.

    Shapes: any, but the same. By default the scale is that of the larger result, which is correct only if nothing
    cancels in the computation. Without steps at least one side has to be Rounded; then every entry has to keep the
    bounds of both sides, and the comparison is that of the entry with the largest relative error. Returns the error in
    units of ε·scale. Raises Disagreement (an AssertionError) with both values, ValueError for steps or a scale that are
    negative or not finite.
    """
    if isinstance(got, Rounded) or isinstance(expected, Rounded):
        if steps is not None or scale is not None:
            raise ValueError(
                "steps: got a number, but should be left out where a side is Rounded, which brings its own"
            )
        return _within_bounds(rounded(got), rounded(expected))
    if steps is None:
        raise ValueError("steps: got None, but should be a number unless a side is Rounded")
    a, b = _real(got, "got"), _real(expected, "expected")
    if a.shape != b.shape:
        raise Disagreement(f"got shape {a.shape}, but should be {b.shape}")
    natural = max(norm(b), norm(a) if np.isfinite(a).all() else 0.0)
    result = _compare(_distance(a, b), steps, natural if scale is None else scale)
    if not result:
        raise Disagreement(_worst_entry(a, b, "", result))
    return result


def at_least(got: ArrayLike, bound: ArrayLike, *, steps: float, scale: float | None = None) -> Comparison:
    """Checks that a result is not smaller than a bound: got ≥ bound − steps·ε·scale, entry by entry.

    Shapes, scale, result and errors as for `same`; only entries below the bound count as errors.
    """
    a, b = _real(got, "got"), _real(bound, "bound")
    if a.shape != b.shape:
        raise Disagreement(f"got shape {a.shape}, but should be {b.shape}")
    natural = max(norm(b), norm(a) if np.isfinite(a).all() else 0.0)
    result = _compare(_distance(np.minimum(a, b), b), steps, natural if scale is None else scale)
    if not result:
        raise Disagreement(_worst_entry(np.minimum(a, b), b, "at least ", result))
    return result


def _within_bounds(got: Rounded, expected: Rounded) -> Comparison:
    """The comparison of the entry with the largest error relative to its bound."""
    a, b = np.atleast_1d(got.value), np.atleast_1d(expected.value)
    if a.shape != b.shape:
        raise Disagreement(f"got shape {got.value.shape}, but should be {expected.value.shape}")
    if a.size == 0:
        return Comparison(0.0, 0.0, 0.0)
    allowed = np.atleast_1d(got.bound + expected.bound)
    allowed = np.where(np.isfinite(allowed), allowed, 0.0)  # an overflowed bound allows no error
    with np.errstate(invalid="ignore", over="ignore"):
        away = np.where(a == b, 0.0, np.abs(a - b))
        excess = np.where(away <= allowed, away / np.maximum(allowed, _FLOOR), np.inf)
    worst = np.unravel_index(int(np.argmax(np.where(np.isfinite(away), excess, np.inf))), a.shape)
    scale = max(norm(a[np.isfinite(a)]), norm(b[np.isfinite(b)]), _FLOOR)
    off = float(away[worst]) if np.isfinite(away[worst]) else math.inf
    result = Comparison(off / scale / EPS, float(allowed[worst]) / scale / EPS, scale)
    if not result:
        where = f" [entry {', '.join(str(int(k)) for k in worst)}]" if got.value.shape else ""
        raise Disagreement(
            f"got {float(a[worst])!r}, but should be {float(b[worst])!r}{where} "
            f"(off by {result.error:.3g} ε‖·‖, allowed {result.allowed:.3g} ε‖·‖)"
        )
    return result


def _real(value: ArrayLike, name: str) -> NDArray[np.float64]:
    values: NDArray[Any] = np.asarray(value)
    if values.dtype.kind not in "biuf":
        raise TypeError(f"{name}: got entries of dtype {values.dtype}, but should be real numbers")
    return values.astype(np.float64)


def _distance(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """‖a − b‖; infinite if an entry is NaN, or if only one of the two is infinite."""
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        return 0.0 if np.array_equal(a, b) else math.inf
    with np.errstate(over="ignore"):
        return norm(a - b)


def _compare(distance: float, steps: float, scale: float) -> Comparison:
    for name, value in (("steps", steps), ("scale", scale)):
        if not (math.isfinite(value) and value >= 0):
            raise ValueError(f"{name}: got {value}, but should be finite and at least 0")
    scale = max(float(scale), _FLOOR)
    # Dividing by the scale first: ε·scale may be subnormal and lose the digits that the comparison is about.
    return Comparison(error=distance / scale / EPS, allowed=float(steps), scale=scale)


def _worst_entry(a: NDArray[np.float64], b: NDArray[np.float64], relation: str, result: Comparison) -> str:
    """One line about the entry with the largest error."""
    with np.errstate(invalid="ignore", over="ignore"):
        away = np.where(a == b, 0.0, np.abs(a - b))
    place = np.unravel_index(int(np.argmax(np.where(np.isnan(away), np.inf, away))), a.shape) if a.shape else ()
    where = f" [entry {', '.join(str(int(k)) for k in place)}]" if place else ""
    return (
        f"got {float(a[place])!r}, but should be {relation}{float(b[place])!r}{where} "
        f"(off by {result.error:.3g} ε‖·‖, allowed {result.allowed:.3g} ε‖·‖)"
    )
