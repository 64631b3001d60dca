"""The search for mistakes that explain the values of a submission.

Mistakes up to the components are *early*: they show in everything. Mistakes after them are *late*: each shows in a role
or two. So at most two early ones are tried together, against what only they decide; to those that are left, late ones
are added that explain one role more each.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from pcaproofs.grading.diagnosis.catalogue import CATALOGUE, Misconception
from pcaproofs.grading.diagnosis.matching import ComparedSample, Matcher, MatchEvidence
from pcaproofs.grading.diagnosis.traces import is_possible
from pcaproofs.grading.diagnosis.variants import Divisor, Divisors, Scale, Variant, correct_variants
from pcaproofs.grading.judge import ROLES
from pcaproofs.grading.judge.truth import Conventions

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
    groups: Iterable[Option]
    if count == 0:
        groups = [_NOTHING]
    elif count == 1:
        groups = early
    else:
        groups = [one + other for one, other in combinations(early, 2) if not one.meets(other)]
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
    is named only if the program contains its `words` (`traces`).
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
            if any(one.meets(other) for one, other in combinations(group, 2)):
                continue
            if missing <= frozenset().union(*(each.touches for each in group)):
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
