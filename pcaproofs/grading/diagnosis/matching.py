"""Decides whether a variant of PCA gives a submission's values, up to free conventions.

The result of a variant is computed twice, the second time on data that are changed by rounding errors. If this changes
the result (inside ties, in the null space of few samples, far from the origin), the variant does not determine it, and
nothing is compared.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from itertools import product
from typing import Literal, NamedTuple, TypeVar

import numpy as np

from pcaproofs.grading.diagnosis.variants import (
    Divisors,
    Failed,
    Value,
    Variant,
    VariantRun,
    clashing,
    correct_variants,
)
from pcaproofs.grading.judge.truth import Conventions, Real, precision
from pcaproofs.grading.protocol import Array, RoleError

_Size = TypeVar("_Size", float, Real)
Match = Literal["same", "shape", "free", "fails", "different"]
"""The same values; a wrong shape that is foreseen, of values that are not determined or in an error; not determined;
any other error where one is foreseen, which is no evidence because many other mistakes end in errors; other values."""
Place = tuple[bytes, tuple[int, int], int]
"""Data by their float64 bytes and their shape n×p, and the number of components."""
Signs = tuple[float, ...] | None
Counts = tuple[int, int, int, frozenset[str]]
"""The equal values, the significant ones among them, foreseen wrong shapes, and the roles of significant values."""
_NOTHING: Counts = (0, 0, 0, frozenset())

_CLOSE = 3e-5
"""Relative difference up to which two values count as equal; iterations stop early."""
VAGUE = 0.02
"""Relative spread under rounding from which a value is not determined."""
_UP_TO_COLUMN_SIGNS = ("components", "scores")
_SIGNED = frozenset({"components", "scores", "projection", "reconstruction"})
"""Roles whose value may depend on the signs of eigenvectors."""
_MOST_SIGNS = 7

_AXES = ("facing", "centre", "scale", "matrix", "solve", "select", "axes")
_NEEDS = {
    "mean": ("facing", "centre", "mean"),
    "centered": ("facing", "centre", "scale"),
    "covariance": ("facing", "centre", "scale", "matrix", "covariance"),
    "components": (*_AXES, "show"),
    "explained_variance": (*_AXES, "project", "rescale", "variances"),
    "explained_variance_ratio": (*_AXES, "ratio"),
    "component_count": (*_AXES, "count"),
    "projection": (*_AXES, "projection"),
    "scores": (*_AXES, "project", "rescale", "extent"),
    "reconstruction": (*_AXES, "project", "rescale", "reconstruct"),
}
"""Role -> the steps on which its value depends, besides the last ones."""
PREDICTED = tuple(_NEEDS)
"""The roles that variants can predict."""


class Prediction(NamedTuple):
    """The value that a variant gives for a role."""

    value: Value
    spread: float = 0.0
    """The effect of rounding on its entries."""
    size: float = 0.0
    """Its largest finite entry."""
    shape: tuple[int, ...] = ()
    """Without axes of length 1."""


@cache
def only_for(role: str, variant: Variant) -> Variant:
    """A variant in which all steps that do not affect a role are those of a correct one."""
    kept = (*_NEEDS[role], "finish", *(("turned",) if variant.turned == role else ()))
    return Variant(**{item.name: getattr(variant, item.name) for item in fields(Variant) if item.name in kept})


@lru_cache(maxsize=100_000)
def predict(role: str, variant: Variant, place: Place, divisors: Divisors, signs: Signs) -> Prediction:
    """The value that a variant gives for a role; irrelevant steps should be those of `only_for`."""
    X, moved_X = _data_at(place)
    k = place[2]
    flips = None if signs is None else np.array(signs)
    value = VariantRun(variant, X, k, divisors, flips).role(role)
    if value is None or isinstance(value, Failed):
        return Prediction(value)
    value.setflags(write=False)
    size = float(np.abs(value[np.isfinite(value)]).max(initial=0.0))
    moved = VariantRun(variant, moved_X, k, divisors, flips).role(role)
    if moved is None:
        return Prediction(value, np.inf, size, long_axes(value))
    settled = isinstance(moved, np.ndarray) and value.shape == moved.shape
    return Prediction(value, _distance(role, value, np.asarray(moved)) if settled else 0.0, size, long_axes(value))


@lru_cache(maxsize=512)
def _data_at(place: Place) -> tuple[Real, Real]:
    """Data, and the same data after a perturbation of the size of rounding errors."""
    data, shape, _ = place
    X = np.frombuffer(data).reshape(shape)
    noise = np.random.default_rng(0).uniform(-1, 1, size=shape) * 2.0**-50 * float(np.abs(X).max(initial=1.0))
    return X, X + noise


def long_axes(value: Array) -> tuple[int, ...]:
    """A shape without axes of length 1."""
    return tuple(length for length in value.shape if length != 1)


def _distance(role: str, one: Real, other: Real) -> float:
    """The largest difference of two entries, at the better sign of each column where signs are free."""
    axis = 0 if one.ndim == 2 else None
    with np.errstate(all="ignore"):
        differences = [one - other, one + other] if role in _UP_TO_COLUMN_SIGNS and one.ndim <= 2 else [one - other]
        worst = _worst(differences, axis)
        if np.isnan(worst):
            alike = np.isnan(one) & np.isnan(other)
            worst = _worst([np.where(alike, 0.0, each) for each in differences], axis)
    return np.inf if np.isnan(worst) else worst


def _worst(differences: Sequence[Real], axis: int | None) -> float:
    """The largest entry but for the sign, of whichever is smaller along an axis."""
    first, *others = (np.abs(each).max(axis=axis, initial=0.0) for each in differences)
    for each in others:
        first = np.minimum(first, each)
    return float(np.max(first, initial=0.0))


@dataclass(eq=False)
class ComparedSample:
    """The values of a submission on one data set."""

    X: Real
    k: int
    roles: Mapping[str, Array | RoleError]
    """Empty if the call failed."""
    wrong: frozenset[str]
    """Roles in which the judge found something wrong."""
    misshapen: frozenset[str] = frozenset()
    """Roles whose value has a wrong shape."""
    failed: bool = False
    clash: frozenset[int] = frozenset()
    """If it failed: the two lengths that did not fit."""
    seen: dict[tuple[object, ...], Match] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        n, p = self.X.shape
        self.place: Place = (np.ascontiguousarray(self.X, dtype=np.float64).tobytes(), (n, p), self.k)

    def compare(
        self, role: str, variant: Variant, divisors: Divisors, conventions: Conventions, signs: Signs = None
    ) -> Match:
        """Compare a returned value with that of a variant; each comparison is made once."""
        variant = only_for(role, variant)
        key = (role, variant, divisors, signs)
        found = self.seen.get(key)
        if found is None:
            got = self.roles[role]
            if variant.turns(role) and not isinstance(got, RoleError):
                got = got.T
            found = compare(role, predict(role, variant, self.place, divisors, signs), got, conventions)
            found = self.seen[key] = "shape" if found == "free" and role in self.misshapen else found
        return found


def compare(role: str, predicted: Prediction, got: Array | RoleError, conventions: Conventions) -> Match:
    """Whether a returned value is the predicted one, is another, or may be anything."""
    value = predicted.value
    if value is None:
        return "free"
    if isinstance(value, Failed) or isinstance(got, RoleError):
        if not isinstance(value, Failed) or not isinstance(got, RoleError):
            return "different"
        return "shape" if value.sizes and value.sizes == clashing(got.message) else "fails"
    found: Match = "different"
    for reading in readings(role, got, conventions):
        found = _compare_shaped(role, value, predicted, reading)
        if found != "different":
            break
    return found


def readings(role: str, got: Array, conventions: Conventions) -> Iterator[Array]:
    """A returned value as predictions are: components in columns, the largest variance first."""
    if role == "components" and conventions.components == "rows":
        got = got.T
    if conventions.order == "increasing" and role in (*_UP_TO_COLUMN_SIGNS, "explained_variance"):
        got = got[..., ::-1]
    yield got
    if role == "components" and conventions.components == "either":
        yield got.T


def bound_of(size: _Size, spread: _Size, eps: float) -> _Size:
    """The difference up to which two values count as equal, from their size, spread and precision."""
    return size * (_CLOSE + 100 * eps) + 20 * spread * eps / 2.0**-52


def _compare_shaped(role: str, wanted: Real, predicted: Prediction, got: Array) -> Match:
    if predicted.shape != long_axes(got):
        return "different"
    got = got.reshape(wanted.shape)
    size = predicted.size
    bound = bound_of(size, predicted.spread, precision(got))
    if not bound <= VAGUE * size:
        if np.isnan(wanted).any():  # which entries are no numbers is settled even where rounding would make them some
            return "same" if _nan_alike(wanted, got, size * _CLOSE) else "free"
        if got.size and abs(got.item(0) - wanted.item(0)) > 2e-9 * (size + abs(wanted.item(0))):
            return "free"
        exact = np.allclose(np.asarray(got, dtype=complex), wanted, rtol=1e-9, atol=1e-9 * size)
        return "same" if exact else "free"
    if got.size and got.dtype.kind != "c" and abs(abs(float(got.item(0))) - abs(wanted.item(0))) > 2 * bound:
        return "different"  # as most are: sizes that far apart are so at any sign, and need no look at the rest
    real = as_real(got)
    return "same" if real is not None and _distance(role, wanted, real) <= bound else "different"


def _nan_alike(wanted: Real, got: Array, bound: float) -> bool:
    """Whether two values are nan in the same places, though not everywhere, and elsewhere the same."""
    real = as_real(got)
    gone = np.isnan(wanted)
    if real is None or gone.all() or not np.array_equal(gone, np.isnan(real)):
        return False
    return bool(np.abs(real[~gone] - wanted[~gone]).max(initial=0.0) <= bound)


def as_real(value: Array) -> Real | None:
    """A value as real numbers where nothing of it is imaginary."""
    if value.dtype.kind == "c":
        size = float(np.abs(value).max(initial=0.0))
        if not float(np.abs(value.imag).max(initial=0.0)) <= 1e-8 * size:
            return None
        value = value.real
    return np.asarray(value, dtype=np.float64)


@dataclass
class MatchEvidence:
    """The evidence for a variant on all samples."""

    same: int = 0
    """Values that are as predicted."""
    significant: int = 0
    """The number of these that a correct program would not have returned."""
    explained: int = 0
    """Samples with such a value."""
    shaped: int = 0
    """Values of which the variant determines only the wrong shape."""
    unexplained: int = 0
    """Samples with a wrong value that the variant does not determine."""
    roles: frozenset[str] = frozenset()
    """Roles with a wrong value that is as predicted."""


@dataclass(frozen=True)
class Matcher:
    """Compares variants with the values of one submission."""

    samples: Sequence[ComparedSample]
    conventions: Conventions

    def follow(
        self, variant: Variant, divisors: Divisors, roles: tuple[str, ...] | None = None
    ) -> MatchEvidence | None:
        """The evidence for a variant in some roles (all by default); None as soon as a sample contradicts it."""
        evidence = MatchEvidence()
        for sample in self.samples:
            found = self._on(sample, variant, divisors, roles)
            if found is None:
                return None
            same, significant, shaped, roles_found = found
            evidence.roles |= roles_found
            evidence.same += same
            evidence.significant += significant
            evidence.shaped += shaped
            if sample.wrong:
                evidence.explained += significant + shaped > 0
                evidence.unexplained += significant + shaped == 0
        return evidence

    def _on(
        self, sample: ComparedSample, variant: Variant, divisors: Divisors, roles: tuple[str, ...] | None
    ) -> Counts | None:
        if sample.failed:
            if roles is not None:
                return _NOTHING
            variants = {role: only_for(role, variant) for role in sample.wrong}
            stops = [predict(role, variants[role], sample.place, divisors, None).value for role in variants]
            sizes = [value.sizes for value in stops if isinstance(value, Failed)]
            foreseen = bool(sample.clash) and sample.clash in sizes
            return (0, 0, int(foreseen), frozenset()) if sizes else None
        compared = tuple(sample.roles) if roles is None else roles
        if not variant.sign_matters:
            return self._with_signs(sample, variant, divisors, compared, None)
        return self._at_some_signs(sample, variant, divisors, compared)

    def _at_some_signs(
        self, sample: ComparedSample, variant: Variant, divisors: Divisors, roles: tuple[str, ...]
    ) -> Counts | None:
        """Try the signs that eigenvectors may have; the components' sizes are compared first, which no sign changes."""
        got = sample.roles.get("components")
        if got is not None and not isinstance(got, RoleError) and not self._sizes_fit(sample, variant, divisors, got):
            return None
        if not set(roles) & _SIGNED:
            return self._with_signs(sample, variant, divisors, roles, None)
        count = sample.X.shape[0 if (variant.matrix in ("of samples", "gram")) != (variant.facing == "turned") else 1]
        if count > _MOST_SIGNS:  # too many to try; the sizes have been compared
            return self._with_signs(sample, variant, divisors, roles, None) or _NOTHING
        best: Counts | None = None
        for rest in product((1.0, -1.0), repeat=count - 1):
            found = self._with_signs(sample, variant, divisors, roles, (1.0, *rest))
            if found and (best is None or found[:3] > best[:3]):
                best = found
        return best

    def _sizes_fit(self, sample: ComparedSample, variant: Variant, divisors: Divisors, got: Array) -> bool:
        variant = only_for("components", variant)
        key = ("sizes", variant)
        if key not in sample.seen:
            got = got.T if variant.turns("components") else got
            predicted = predict("components", variant, sample.place, divisors, None)
            if isinstance(predicted.value, np.ndarray):
                predicted = predicted._replace(value=np.abs(predicted.value))
            sample.seen[key] = compare("components", predicted, np.abs(got), self.conventions)
        return sample.seen[key] != "different"

    def _with_signs(
        self, sample: ComparedSample, variant: Variant, divisors: Divisors, roles: tuple[str, ...], signs: Signs
    ) -> Counts | None:
        same = shaped = 0
        roles_found: set[str] = set()
        for role in roles:
            match = sample.compare(role, variant, divisors, self.conventions, signs)
            if match == "different":
                return None
            if match == "same":
                same += 1
                roles_found |= {role} & sample.wrong
            shaped += match == "shape"
        # a value that a right program gives as well says nothing, though the judge finds it at odds with another one
        significant = sum(not self._is_right(sample, role, divisors) for role in roles_found)
        return same, significant, shaped, frozenset(roles_found)

    def _is_right(self, sample: ComparedSample, role: str, divisors: Divisors) -> bool:
        """Whether a returned value is one that a right program gives for a role, up to what is free."""
        compare, conventions = sample.compare, self.conventions
        return any(compare(role, variant, divisors, conventions) == "same" for variant in self._rights(role))

    def _rights(self, role: str) -> tuple[Variant, ...]:
        """The steps of a correct program that affect a role."""
        rights = correct_variants(self.conventions.standardise, self.conventions.reconstruction)
        return tuple(only_for(role, variant) for variant in rights)
