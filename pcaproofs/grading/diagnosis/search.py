"""The search for mistakes that explain the values of a submission.

Mistakes up to the components are *early*: they show in everything. Mistakes after them are *late*: each shows in a role
or two. So at most two early ones are tried together, against what only they decide; to those that are left, late ones
are added that explain one role more each.

`TRACES` are words that the code of a program must contain before a mistake is attributed to it. Agreement with a
variant is strong evidence if many numbers agree, and weak if there are few. An operation leaves a trace in the code:
nobody computes absolute values without `abs`. Therefore a mistake is not named if the program contains none of the
words of its operation. Each entry lists words of which one has to stand in the text, as a part of a name (`abs` is in
`np.fabs`) or, after `=`, as a whole name, operator or number.

Changes without an entry leave something out, or can be written in too many forms.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Literal, NamedTuple, TypeVar

import numpy as np

from pcaproofs.grading.assignment.names import roles_of
from pcaproofs.grading.diagnosis.catalogue import CATALOGUE, Misconception
from pcaproofs.grading.diagnosis.rerun import comparable
from pcaproofs.grading.diagnosis.variants import (
    Divisor,
    Divisors,
    Failed,
    Scale,
    Value,
    Variant,
    VariantRun,
    clashing,
    correct_variants,
)
from pcaproofs.grading.judge import CRITERIA, ROLES, Judgement
from pcaproofs.grading.judge.truth import Conventions, Real, precision
from pcaproofs.grading.protocol import Array, RoleError
from pcaproofs.grading.running.run import Run

_ROOT = "sqrt =** pow norm std standard zscore scale svd corr cov =0.5 whiten cholesky"
_SIZE = "norm =** sqrt sum square hypot dot =@ abs"
_SORT = "sort order rank max flip reverse heap top minus =-"
_EIG = "=eig =eigs =eigvals jacobi =qr =schur"
_ROUNDED = "round around rint fix floor trunc decimal astype =int float16 format quantize =%"

_OTHER_AXIS = "axis:1 axis:none axis:? turned =ones =full scale"
"""The mean of each sample, in a program that has samples in rows; every program has the mean of each feature."""

_TIMES = "=* diag =@ dot multiply"
_SQUARED = "=** square pow =* svd =@ dot multiply"
_TRACES: tuple[tuple[str, ...], ...] = (
    ("centre", "median percentile quantile sort", "median"),
    ("centre", "min ptp sort", "least"),
    ("centre", "sum =+ add reduce dot =@ einsum", "sum"),
    ("centre", "=+ add", "added"),
    ("centre", "=0 iloc head next", "first sample"),
    ("centre", _OTHER_AXIS, "samples", "features and samples"),
    ("scale", "std var =** sqrt norm scale corr pow square",
        "std n", "std n-1", "std unguarded n", "std unguarded n-1"),
    ("scale", "var std =** square pow cov", "variance"),
    ("scale", "std var =** sqrt norm", "std of everything"),
    ("scale", "std var =** sqrt norm scale", "std of samples"),
    ("scale", _SIZE, "lengths", "lengths of samples", "samples to length one first"),
    ("scale", "max ptp range", "range"),
    ("scale", "max", "largest"),
    ("matrix", "corr std var sqrt norm =** scale", "correlation"),
    ("solve", _EIG, "unsorted", "unsorted reversed", "values sorted, eig", "vectors sorted, eig", "rows sorted, eig",
        "order of reversed, eig", "order of reversed, turned, eig"),
    ("solve", _SORT, "values sorted, eigh", "vectors sorted", "rows reversed", "sorted twice"),
    ("select", _SORT, "first, then sorted", "first, turned round"),
    ("axes", "abs", "absolute"),
    ("axes", _ROOT, "loadings", "whitening"),
    ("axes", _TIMES, "times variances"),
    ("axes", "max", "largest entry one"),
    ("axes", "sum", "sum one"),
    ("axes", _SIZE, "rows of length one"),
    ("axes", "reshape resize ravel flatten view", "reshaped", "transposed reshaped"),
    ("show", "reshape resize ravel flatten view", "reshaped", "transposed reshaped"),
    ("show", "abs", "absolute"),
    ("show", _ROOT, "loadings"),
    ("show", _TIMES, "times variances"),
    ("show", "max", "largest entry one"),
    ("project", _OTHER_AXIS, "less sample means"),
    ("project", "=+ add", "mean added"),
    ("rescale", "abs", "absolute"),
    ("rescale", _ROOT, "whitened", "whitened n", "times singular values"),
    ("rescale", _TIMES, "times variances"),
    ("rescale", "sqrt =** pow =0.5", "over root n", "over root n-1"),
    ("rescale", _SIZE, "unit samples"),
    ("variances", _ROOT, "singular", "singular over n-1", "deviations", "singular of all", "singular of all, thin",
        "deviations of all", "deviations of all, thin"),
    ("variances", "=** square pow =* =@ dot multiply", "squared"),
    ("variances", "sum trace =+ =/ divide total", "shares"),
    ("ratio", _ROOT, "singular", "singular, of the kept"),
    ("ratio", _SQUARED, "squared"),
    ("ratio", "cumsum sum =+ accumulate add", "running total"),
    ("ratio", "=100 =0.01 =1e-2", "percent"),
    ("count", _ROOT, "singular"),
    ("count", _SQUARED, "squared"),
    ("reconstruct", "mean average sum", "mean of everything"),
    ("finish", "abs", "absolute"),
    ("finish", _ROUNDED, "rounded 1", "rounded 2", "rounded 3", "rounded 4"),
    ("mean", "sum =+ add dot =@", "sum"),
    ("mean", _OTHER_AXIS, "by axis 1"),
)  # fmt: skip
"""A step, the words of which one has to stand in the code, and what is done at the step then."""
TRACES = {(step, kind): words for step, words, *kinds in _TRACES for kind in kinds}


def is_possible(changes: Mapping[str, str], words: frozenset[str] | None) -> bool:
    """Whether a program with these words may contain these changes; true for a text that cannot be parsed."""
    if words is None:
        return True
    return all(_holds(words, TRACES[change]) for change in changes.items() if change in TRACES)


_OF_PRODUCTS = frozenset(
    {
        "components", "covariance", "explained_variance", "explained_variance_ratio", "eigenvalue_matrix", "projection",
        "reconstruction", "reconstruction_new", "scores", "scores_new", "standard_deviations", "whitened", "zca",
    }
)  # fmt: skip
"""Roles whose values nobody computes without sums of products."""
_PRODUCTS = "=@ =* =** dot matmul einsum inner outer multi prod sum square power eig svd qr cov corr std var solve pca"


def computes(roles: Iterable[str], words: frozenset[str] | None) -> bool:
    """Whether a program with these words computes values of these roles, correctly or not.

    Code that has not been written yet does not, and no small change of it does.
    """
    return not words or not _OF_PRODUCTS & {*roles} or _holds(words, _PRODUCTS)


@lru_cache(4096)  # a hundred thousand variants ask for the same few lists
def _holds(words: frozenset[str], any_of: str) -> bool:
    for wanted in any_of.split():
        if wanted.startswith("=") and len(wanted) > 1:
            if wanted[1:] in words:
                return True
        elif any(wanted in word for word in words):
            return True
    return False


# Decides whether a variant of PCA gives a submission's values, up to free conventions.
#
# The result of a variant is computed twice, the second time on data that are changed by rounding errors. If this
# changes the result (inside ties, in the null space of few samples, far from the origin), the variant does not
# determine it, and nothing is compared.


_Size = TypeVar("_Size", float, Real)
Match = Literal["same", "shape", "free", "fails", "different"]
"""The same values; a wrong shape that is foreseen, of values that are not determined or in an error; not determined;
any other error where one is foreseen, which is no evidence because many other mistakes end in errors; other values."""
Place = tuple[bytes, tuple[int, int], int]
"""Data by their float64 bytes and their shape n×p, and the number of components."""
Signs = tuple[float, ...] | None
Counts = tuple[int, int, int, frozenset[str]]
"""The equal values, the significant ones among them, foreseen wrong shapes, and the roles of significant values."""
_NO_COUNTS: Counts = (0, 0, 0, frozenset())

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


def real_value(run: Run, role: str) -> Real | None:
    """The value of a role as finite real numbers; None where it is none of these."""
    value = run.roles.get(role)
    real = as_real(value) if isinstance(value, np.ndarray) else None
    return real if real is not None and np.isfinite(real).all() else None


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
                return _NO_COUNTS
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
            return self._with_signs(sample, variant, divisors, roles, None) or _NO_COUNTS
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


# The search for mistakes that explain the values of a submission


Change = tuple[tuple[str, str], ...]
"""Steps with what is done at each."""

_TOUCHES = {
    "mean": {"mean"},
    "covariance": {"covariance"},
    "variances": {"explained_variance"},
    "ratio": {"explained_variance_ratio"},
    "count": {"component_count"},
    "projection": {"projection"},
    "project": {"scores", "reconstruction", "explained_variance"},
    "rescale": {"scores", "reconstruction"},
    "extent": {"scores"},
    "reconstruct": {"reconstruction"},
}
"""The late steps, and the roles in which they show."""
_MOST_TRIED = 4000
"""The maximal number of late mistakes that are tried on one submission."""
_JOINT = frozenset({"project", "rescale"})
"""Late steps that show in the same role, so that two mistakes may be needed before it fits."""
_MOST_TOUCHED = max(len(roles) for roles in _TOUCHES.values())
_DECIDED_EARLY = ("centered", "components")


@dataclass(frozen=True)
class Option:
    """One or more misconceptions, each with one of its variants, as changes of steps."""

    items: tuple[Misconception, ...]
    change: Change

    def variant(self, right: Variant) -> Variant:
        """The variant that the correct one becomes."""
        return replace(right, **dict(self.change))

    def meets(self, other: "Option") -> bool:
        """Whether two options change the same step or are the same mistake."""
        return bool({step for step, _ in self.change} & {step for step, _ in other.change}) or bool(
            {item.name for item in self.items} & {item.name for item in other.items}
        )

    @property
    def steps(self) -> frozenset[str]:
        """The steps that are changed."""
        return frozenset(step for step, _ in self.change)

    @property
    def touches(self) -> frozenset[str]:
        """The roles in which late mistakes show."""
        return frozenset(
            role for step, what in self.change for role in ({what} if step == "turned" else _TOUCHES.get(step, set()))
        )

    def __add__(self, other: "Option") -> "Option":
        return Option((*self.items, *other.items), (*self.change, *other.change))


_NOTHING = Option((), ())


def _meet(group: Sequence[Option]) -> bool:
    return any(one.meets(other) for one, other in combinations(group, 2))


@dataclass(frozen=True)
class SearchResult:
    """Mistakes that explain the samples, and their evidence."""

    misconceptions: tuple[Misconception, ...]
    evidence: MatchEvidence


def divisors_of(conventions: Conventions, roles: frozenset[str]) -> tuple[Divisors, ...]:
    """The divisors that an assignment allows, where they matter."""
    scales: tuple[Scale, ...] = ("n-1", "n", "scatter")
    if conventions.scale != "any":
        scales = (conventions.scale,)
    elif "explained_variance" not in roles:
        scales = scales[:1]
    covariances: tuple[Divisor, ...] = ("n-1", "n", "scatter")
    if conventions.covariance != "any":
        covariances = (conventions.covariance,)
    elif "covariance" not in roles:
        covariances = covariances[:1]
    return tuple(Divisors(scale, covariance, conventions.share) for scale in scales for covariance in covariances)


@cache
def _options(standardise: str, reconstruction: str) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """The early and the late mistakes that can be made under an assignment's conventions."""
    other = "standardised" if standardise == "no" else "plain"
    rights = correct_variants(standardise, reconstruction)
    options = [
        Option((item,), tuple(sorted(variant.items())))
        for item in CATALOGUE.values()
        if item.when != other
        for variant in item.variants
    ]
    options = [option for option in options if option.variant(rights[0]) not in rights]
    early = tuple(option for option in options if not _is_late(option))
    return early, tuple(option for option in options if _is_late(option))


def _is_late(option: Option) -> bool:
    late = (("turned", "scores"), ("turned", "reconstruction"))
    return all(step in _TOUCHES or (step, what) in late for step, what in option.change)


@cache
def _early_variants(standardise: str, reconstruction: str, count: int) -> tuple[tuple[Option, Variant], ...]:
    """The variants with a number of early mistakes."""
    early, _ = _options(standardise, reconstruction)
    groups = [sum(group, _NOTHING) for group in combinations(early, count) if not _meet(group)]
    rights = correct_variants(standardise, reconstruction)
    pairs = [(option, option.variant(right)) for option in groups for right in rights]
    return tuple((option, variant) for option, variant in pairs if count == 0 or variant not in rights)


def search(
    samples: Sequence[ComparedSample],
    conventions: Conventions,
    counts: Sequence[int] = (1, 2, 3),
    *,
    by_shape: bool = False,
    words: frozenset[str] | None = None,
) -> SearchResult | None:
    """The best explanation of the samples by one of these numbers of mistakes; None if there is none.

    Fewer mistakes go before more; then what explains more of the wrong samples; then what stands earlier in the
    catalogue. Several mistakes must show in numbers, unless a foreseen wrong shape is enough (`by_shape`). A mistake
    is named only if the program contains its `words` (`TRACES`).
    """
    if not any(sample.wrong for sample in samples):
        return None
    ordered = sorted(samples, key=lambda sample: (not sample.wrong, sample.failed, -len(sample.wrong), sample.X.size))
    seeker = _Seeker(Matcher(ordered, conventions), words)
    for count in counts:
        if found := seeker.best(count, by_shape or count == 1):
            return found
    return None


def explains(name: str, samples: Sequence[ComparedSample], conventions: Conventions) -> bool:
    """Whether a misconception alone gives the values of most samples on which something is wrong, and no others."""
    if not any(sample.wrong for sample in samples):
        return False
    matcher = Matcher(samples, conventions)
    every = divisors_of(conventions, frozenset(role for sample in samples for role in sample.roles))
    early, late = _options(conventions.standardise, conventions.reconstruction)
    for option in (*early, *late):
        if [item.name for item in option.items] == [name]:
            for right in correct_variants(conventions.standardise, conventions.reconstruction):
                found = (matcher.follow(option.variant(right), divisors) for divisors in every)
                if any(each and each.significant and each.explained > each.unexplained for each in found):
                    return True
    return False


_THROUGHOUT = ("project", "uncentred throughout")
"""Scores of an SVD of uncentred data beside components of centred ones; scores alone do not distinguish this from no
centring at all."""
_COUNTED = "component_count"
_COUNTS = frozenset({"count", "ratio"})
"""The steps that are believed of a number of components: mistakes at others give the same ones too often."""
_FEWEST_COUNTS = 2


class _Seeker:
    """The search over one submission's samples, which remembers what it has tried."""

    def __init__(self, matcher: Matcher, words: frozenset[str] | None) -> None:
        self._matcher = matcher
        self._words = words
        conventions = matcher.conventions
        self._key = (conventions.standardise, conventions.reconstruction)
        self.roles = frozenset(role for sample in matcher.samples for role in sample.roles)
        self._decided = tuple(role for role in _DECIDED_EARLY if role in self.roles)
        self._divisors = divisors_of(conventions, self.roles)
        self._left: dict[int, list[tuple[Option, Variant]]] = {}
        self._useful: dict[tuple[Variant, bool], list[Option]] = {}
        self._possible: dict[Change, bool] = {}
        self._tried = 0
        self._missing: dict[Variant, frozenset[str]] = {}

    def best(self, count: int, by_shape: bool) -> SearchResult | None:
        """The best explanation by so many mistakes."""
        if self.roles == {_COUNTED}:
            return self._only(count)
        best: SearchResult | None = None
        for option, variant in self._variants(count):
            for divisors in self._divisors:
                evidence = self._matcher.follow(variant, divisors)
                if evidence is None or not (evidence.explained if by_shape else evidence.significant):
                    continue
                found = SearchResult(option.items, evidence)
                if best is None or self._rank(found) < self._rank(best):
                    best = found
        return best

    def _only(self, count: int) -> SearchResult | None:
        """The only explanation of numbers of components, which are small and agree by chance."""
        counted = {str(sample.roles[_COUNTED]) for sample in self._matcher.samples if _COUNTED in sample.roles}
        if count > 1 or len(counted) < _FEWEST_COUNTS:
            return None
        found: dict[str, SearchResult] = {}
        for option, variant in self._variants(count):
            if not option.steps & _COUNTS:
                continue
            evidence = self._matcher.follow(variant, self._divisors[0])
            if evidence and evidence.significant:
                found.setdefault(option.items[0].name, SearchResult(option.items, evidence))
        return next(iter(found.values())) if len(found) == 1 else None

    def _variants(self, count: int) -> Iterator[tuple[Option, Variant]]:
        for early in range(min(count, 2) + 1):
            if not self._decided and count > 2:
                return  # nothing to choose the early ones by: too many to try
            for option, variant in self._early(early):
                if self._tried > _MOST_TRIED:
                    return
                if early == count:
                    yield option, variant
                    continue
                for late in self._late(option, variant, count - early):
                    yield option + late, late.variant(variant)

    def _early(self, count: int) -> list[tuple[Option, Variant]]:
        """The variants with a number of early mistakes that agree in the roles that early mistakes decide."""
        if count not in self._left:
            variants = [each for each in _early_variants(*self._key, count) if self._is_possible(each[0])]
            if self._decided:
                follow, divisors = self._matcher.follow, self._divisors[0]
                variants = [each for each in variants if follow(each[1], divisors, self._decided)]
            self._left[count] = variants
        return self._left[count]

    def _late(self, option: Option, variant: Variant, count: int) -> Iterator[Option]:
        """The late mistakes that touch every role which does not fit without them, and each make one fit."""
        if variant not in self._missing:
            self._missing[variant] = frozenset(role for role in self.roles if not self._fits(variant, role))
        missing = self._missing[variant]
        if not missing or missing & set(self._decided) or len(missing) > _MOST_TOUCHED * count:
            return
        key = (variant, count > 1)
        if key not in self._useful:
            _, late = _options(*self._key)
            self._useful[key] = [
                each
                for each in late
                if not each.meets(option)
                and self._is_possible(each)
                and (
                    (count > 1 and "scores" in missing and each.steps <= _JOINT)
                    or any(self._fits(each.variant(variant), role) for role in each.touches & missing)
                )
            ]
        for group in combinations(self._useful[key], count):
            if not _meet(group) and missing <= frozenset().union(*(each.touches for each in group)):
                yield sum(group, _NOTHING)

    def _is_possible(self, option: Option) -> bool:
        found = self._possible.get(option.change)
        if found is None:
            found = is_possible(dict(option.change), self._words)
            found = found and (_THROUGHOUT not in option.change or self.roles != {"scores"})
            self._possible[option.change] = found
        return found

    def _rank(self, found: SearchResult) -> tuple[int, int, int]:
        """The rank among several explanations: by explained samples, then by requested roles."""
        aside = sum(not self.roles & set(item.at) for item in found.misconceptions)
        return (found.evidence.unexplained, -found.evidence.significant, aside)

    def _fits(self, variant: Variant, role: str) -> bool:
        self._tried += 1
        return any(self._matcher.follow(variant, divisors, (role,)) for divisors in self._divisors)


def blamed(misconceptions: Iterable[Misconception], wrong: frozenset[str]) -> frozenset[str]:
    """The roles that lose points by mistakes: for each mistake the first role in which it occurs."""
    at = [next((role for role in ROLES if role in wrong and role in item.at), "") for item in misconceptions]
    return frozenset(at) - {""} or frozenset([role for role in ROLES if role in wrong][:1])


# Samples of runs for comparison, and the criteria that are correct given the mistakes


_SHAPE_ERRORS = ("ValueError", "IndexError", "LinAlgError")
"""Errors that a wrong variant may raise because shapes do not fit."""


def samples_of(runs: Sequence[Run]) -> list[ComparedSample]:
    """The values of the runs that can be compared; none if a run ended with an error that no variant raises."""
    if not runs:
        return []
    given = set(runs[0].task.given.values())
    asked = [role for role in runs[0].task.roles if role not in given and role in PREDICTED]
    # a role that never has a value says nothing about the others
    kept = [role for role in asked if not all(isinstance(run.roles.get(role), RoleError | None) for run in runs)]
    samples = []
    for run in filter(comparable, runs):
        failed = run.outcome.status != "ok"
        if failed and (run.outcome.error is None or run.outcome.error.kind not in _SHAPE_ERRORS):
            return []
        wrong = frozenset(asked if failed else wrong_roles(run)) & frozenset(kept if kept else asked)
        roles = {} if failed else {role: run.roles[role] for role in kept if role in run.roles}
        misshapen = {finding.criterion[:-5] for finding in run.findings if _is_shape(finding)}
        clash = clashing(run.outcome.error.message) if failed and run.outcome.error else frozenset()
        samples.append(
            ComparedSample(run.data.real, run.data.k, roles, wrong, frozenset(misshapen & wrong), failed, clash)
        )
    return [] if all(sample.failed or not sample.wrong for sample in samples) else samples


def _is_shape(finding: Judgement) -> bool:
    return finding.criterion.endswith(".form") and finding.detail.startswith("got shape")


def wrong_roles(run: Run) -> set[str]:
    """The roles in which the judge found something wrong, and not only that another one has no value."""
    return {criterion.split(".")[0] for criterion in run.failed if not _lacks_another(run, criterion)} & set(ROLES)


def _lacks_another(run: Run, criterion: str) -> bool:
    others = set(roles_of(criterion)) - {criterion.split(".")[0]}
    return any(isinstance(run.roles.get(role), RoleError | None) for role in others)


def follows_of(found: SearchResult, runs: Sequence[Run]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The criteria that fail only because of what goes before them, the mistakes being as they are.

    All wrong values of such a criterion are those that the mistakes give, and none of the mistakes is about it. First
    the criteria of a task in which the mistakes are made, then of one where they are made once more.
    """
    wrong = frozenset(role for run in runs for role in wrong_roles(run))
    broken = {name for item in found.misconceptions for name in item.breaks}
    again = tuple(
        name
        for name in failed_criteria(runs)
        if {*roles_of(_criterion(name))} & wrong <= found.evidence.roles and _criterion(name) not in broken
    )
    cost = blamed(found.misconceptions, wrong)
    return tuple(name for name in again if role_of(name) not in cost), again


def _criterion(name: str) -> str:
    return name.split(": ")[-1]


def role_of(name: str) -> str:
    """The role that a criterion begins with; the criterion may have the name of its task before it."""
    return _criterion(name).split(".")[0]


def failed_criteria(runs: Sequence[Run]) -> tuple[str, ...]:
    """The judge's criteria that fail somewhere, with the name of their task where it has one."""
    task = runs[0].task
    failed = frozenset().union(*(run.failed for run in runs))
    names = [f"{role}.form" for role in task.roles] + [item.name for item in CRITERIA]
    return tuple(f"{task.name}: {name}" if task.name else name for name in names if name in failed)
