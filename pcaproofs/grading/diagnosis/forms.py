"""Values of known mistakes in whitened data, kernels, z-scores and errors, which the variants do not cover."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import get_args, get_type_hints

import numpy as np

from pcaproofs.grading.diagnosis.search import is_possible, real_value
from pcaproofs.grading.judge import ROLES, facts_of
from pcaproofs.grading.judge.truth import (
    Conventions,
    Facts,
    Real,
    gamma_of,
    kernel_of,
    reconstruction_error,
    squared_error,
)
from pcaproofs.grading.running.run import Run


@dataclass(frozen=True)
class WrongValue:
    """A value of a role, and the mistakes that lead to it."""

    mistakes: tuple[str, ...]
    value: Real


@dataclass(frozen=True)
class FormSetting:
    """A data set, under the conventions of a task."""

    facts: Facts
    conventions: Conventions


WrongValues = Iterator[WrongValue]


def _scalings(case: FormSetting, variances: Real) -> Iterator[tuple[str, Real]]:
    """Wrong factors by which scores of these variances may be multiplied, with the mistake."""
    rule, roots, positive = case.conventions, np.sqrt(variances), np.where(variances > 0, variances, np.nan)
    for epsilon in dict.fromkeys((rule.epsilon, 0.0)):
        yield "whitened-by-variances", 1 / (positive + epsilon)
        yield "whitened-by-multiplying", np.sqrt(variances + epsilon)
    yield "not-whitened", np.ones_like(variances)
    yield "whitened-by-singular-values", 1 / np.sqrt(positive * (case.facts.n - 1))
    yield "whitened-by-singular-values", 1 / np.sqrt(positive * case.facts.n)
    if rule.epsilon:
        in_deviation = rule.epsilon_in == "deviation"
        yield "epsilon-left-out", 1 / np.sqrt(positive)
        yield "epsilon-elsewhere", 1 / (np.sqrt(variances + rule.epsilon) if in_deviation else roots + rule.epsilon)


def _right(case: FormSetting, variances: Real) -> Real:
    rule = case.conventions
    with_root = np.sqrt(variances) + rule.epsilon
    divisor = with_root if rule.epsilon_in == "deviation" else np.sqrt(variances + rule.epsilon)
    return np.asarray(1 / np.where(divisor > 0, divisor, np.nan))


def _divisors(case: FormSetting) -> Iterator[int]:
    """Possible divisors of squares; a wrong program need not use the requested divisor."""
    yield from dict.fromkeys((max(case.facts.n - 1, 1), case.facts.n))


def whitened(case: FormSetting) -> WrongValues:
    """Wrong whitened scores n×k, up to the signs of columns."""
    facts, k = case.facts, case.facts.k
    axes = facts.axes[:k].T
    scores = facts.centred @ axes
    for count in _divisors(case):
        variances = facts.eigenvalues[:k] / count
        for name, factors in _scalings(case, variances):
            yield WrongValue((name,), scores * factors)
        yield WrongValue(("uncentred-projection",), (facts.X / facts.units) @ axes * _right(case, variances))
        if len(facts.axes) == facts.p:
            last = facts.axes[::-1][:k].T
            yield WrongValue(
                ("smallest-components",), facts.centred @ last * _right(case, facts.eigenvalues[::-1][:k] / count)
            )


def along_all(case: FormSetting) -> Iterator[Real]:
    """The right whitened scores along all axes, largest variances first."""
    facts = case.facts
    for count in _divisors(case):
        yield facts.centred @ facts.axes.T * _right(case, facts.eigenvalues[: len(facts.axes)] / count)


def zca(case: FormSetting) -> WrongValues:
    """Wrong ZCA-whitened data n×p, up to the signs of columns where they are not turned back."""
    facts = case.facts
    axes = facts.axes.T
    scores = facts.centred @ axes
    for count in _divisors(case):
        variances = facts.eigenvalues[: axes.shape[1]] / count
        right = _right(case, variances)
        yield from _of_all(case, ("not-turned-back",), scores * right)
        for name, factors in _scalings(case, variances):
            yield WrongValue((name,), scores * factors @ axes.T)
            yield from _of_all(case, ("not-turned-back", name), scores * factors)
        yield WrongValue(("uncentred-projection",), (facts.X / facts.units) @ axes * right @ axes.T)


def _of_all(case: FormSetting, mistakes: tuple[str, ...], whitened: Real) -> WrongValues:
    """Whitened scores of all p axes, n×p, in falling and in rising order; along the null space they are 0."""
    n, known = whitened.shape
    whole = np.hstack([whitened, np.zeros((n, case.facts.p - known))])
    yield WrongValue(mistakes, whole)
    yield WrongValue(mistakes, whole[:, ::-1])


MOST_SAMPLES = 60
"""For more samples, no eigenvectors of the wrong matrices are computed."""


def _matrices(case: FormSetting) -> Iterator[tuple[tuple[str, ...], Real]]:
    """The kernel matrix K, and wrong ones with the mistake."""
    rule, gamma = case.conventions, gamma_of(case.facts, case.conventions)
    yield (), kernel_of(case.facts, rule).raw
    A = case.facts.X if case.facts.standardise == "no" else case.facts.centred
    if rule.kernel == "rbf":
        squares = ((A[:, None, :] - A[None, :, :]) ** 2).sum(axis=2)
        for width in (gamma, 2 * gamma, 2 * gamma**2):
            yield ("gamma-inverted",), np.exp(-squares / width)
        for factor in (2, 0.5):
            yield ("gamma-off-by-two",), np.exp(-factor * gamma * squares)
        yield ("distances-not-squared",), np.exp(-gamma * np.sqrt(squares))
        if gamma != 1:
            yield ("gamma-left-out",), np.exp(-squares)
    elif rule.kernel == "polynomial":
        if rule.coef0:
            yield ("constant-left-out",), (gamma * A @ A.T) ** rule.degree
        if gamma != 1:
            yield ("gamma-left-out",), (A @ A.T + rule.coef0) ** rule.degree


def _centrings(K: Real) -> Iterator[tuple[tuple[str, ...], Real]]:
    """K centred correctly, and centred incorrectly."""
    H = np.eye(len(K)) - 1 / len(K)
    yield (), H @ K @ H
    yield ("kernel-not-centred",), K
    yield ("kernel-centred-on-one-side",), H @ K
    yield ("kernel-centred-on-one-side",), K @ H


def kernel(case: FormSetting) -> WrongValues:
    """Wrong kernel matrices n×n."""
    asked = case.conventions.kernel_matrix == "centred"
    for wrong, K in _matrices(case):
        for askew, centred in _centrings(K) if asked else [((), K)]:
            if wrong or askew:
                yield WrongValue((*wrong, *askew), centred)


def kernel_scores(case: FormSetting) -> WrongValues:
    """Wrong scores of kernel PCA n×k, up to the signs of columns."""
    for wrong, K in _matrices(case):
        for askew, M in _centrings(K):
            if len(wrong) + len(askew) < 2:
                yield from _scores(case, (*wrong, *askew), M)


def _scores(case: FormSetting, before: tuple[str, ...], M: Real) -> WrongValues:
    k, rule = case.facts.k, case.conventions
    orders = (((), slice(None, -k - 1, -1)), (("smallest-components",), slice(0, k)))
    for (values, vectors), (order, some) in itertools.product(_solved(M), orders):
        lam, U = np.abs(values[some]), vectors[:, some]
        scalings: dict[str, Real] = {
            "projections": np.sqrt(lam),
            "unit": np.ones(k),
            "kernel-vectors-times-values": lam,
            "kernel-vectors-divided": 1 / np.sqrt(np.where(lam > 0, lam, np.nan)),
        }
        for name, factors in scalings.items():
            asked = rule.kernel_scale in (name, "any") and name in ("projections", "unit")
            wrong = "kernel-vectors-not-scaled" if name == "unit" else name
            if name == "projections" and not asked:
                continue  # where unit vectors are asked for
            mistakes = (*before, *order, *(() if asked else (wrong,)))
            if 0 < len(mistakes) < 3:
                yield WrongValue(mistakes, U * factors)


def along_all_of_kernel(case: FormSetting) -> Iterator[Real]:
    """The right scores along all n eigenvectors of the centred kernel matrix, largest first."""
    if case.facts.n <= MOST_SAMPLES:  # of more, no eigenvectors are looked for
        values, vectors = np.linalg.eigh(kernel_of(case.facts, case.conventions).centred)
        values, vectors = np.maximum(values[::-1], 0.0), vectors[:, ::-1]
        if case.conventions.kernel_scale in ("projections", "any"):
            yield vectors * np.sqrt(values)
        if case.conventions.kernel_scale in ("unit", "any"):
            yield vectors


def _solved(M: Real) -> Iterator[tuple[Real, Real]]:
    """Eigenvalues in increasing order with eigenvectors, from `eigh` and from `eig`."""
    yield np.linalg.eigh(M)
    if not np.allclose(M, M.T):
        values, vectors = np.linalg.eig(M)
        order = np.argsort(values.real)
        if np.abs(vectors.imag).max() < 1e-9:
            yield values.real[order], vectors.real[:, order]


def _variances(case: FormSetting, count: int) -> Real:
    """The variances of the features, (p,); that of a constant feature is 0."""
    squares = np.linalg.norm(case.facts.X - case.facts.mean, axis=0) ** 2 / count
    return np.where(case.facts.constant, 0.0, squares)


def _other_units(case: FormSetting) -> Iterator[Real]:
    """Wrong divisors of features, instead of their standard deviations, (p,)."""
    X, p = case.facts.X, case.facts.p
    centred = X - case.facts.mean
    for entries in (X, centred):
        yield np.full(p, entries.std())
        yield np.full(p, entries.std(ddof=1))
    yield np.ptp(X, axis=0)
    yield np.abs(X).max(axis=0)
    yield np.linalg.norm(centred, axis=0)


def standardised(case: FormSetting) -> WrongValues:
    """Wrong z-scores n×p."""
    facts = case.facts
    X, centred = facts.X, facts.X - facts.mean
    yield WrongValue(("not-standardised",), centred)
    for count in _divisors(case):
        variances = np.where(facts.constant, 1.0, _variances(case, count))
        deviations = np.sqrt(variances)
        yield WrongValue(("divided-but-not-centred",), X / deviations)
        yield WrongValue(("divides-the-mean-alone",), X - facts.mean / deviations)
        yield WrongValue(("grand-mean",), (X - X.mean()) / deviations)
        yield WrongValue(("scaled-otherwise",), centred / variances)
    for units in _other_units(case):
        yield WrongValue(("scaled-otherwise",), centred / np.where(facts.constant, 1.0, units))
    for ddof in (0, 1):
        yield WrongValue(("grand-mean", "scaled-otherwise"), (X - X.mean()) / X.std(ddof=ddof))
        of_samples = X.std(axis=1, ddof=ddof, keepdims=True)
        yield WrongValue(("samples-standardised",), (X - X.mean(axis=1, keepdims=True)) / of_samples)
    yield WrongValue(("scaled-to-unit-range",), (X - X.min(axis=0)) / np.where(facts.constant, 1.0, np.ptp(X, axis=0)))


def feature_deviations(case: FormSetting) -> WrongValues:
    """Wrong standard deviations of the features, (p,)."""
    for count in _divisors(case):
        yield WrongValue(("variances-for-deviations",), _variances(case, count))
    for units in _other_units(case):
        yield WrongValue(("scaled-otherwise",), units)


def standard_deviations(case: FormSetting) -> WrongValues:
    """Wrong standard deviations along the components, (k,)."""
    for count in _divisors(case):
        yield WrongValue(("variances-for-deviations",), case.facts.leading / count)
    yield WrongValue(("singular-values-for-deviations",), np.sqrt(case.facts.leading))


_ERRORS = get_args(get_type_hints(Conventions)["error"])


def reconstruction_errors(case: FormSetting) -> WrongValues:
    """Wrong errors of the right reconstruction, (1,)."""
    facts, rule = case.facts, case.conventions
    squared = squared_error(facts, rule)
    others = [reconstruction_error(facts, replace(rule, error=kind)) for kind in _ERRORS if kind != rule.error]
    for value in (*others, np.sqrt(squared), np.sqrt(squared / facts.n), squared / facts.p, squared / (facts.n - 1)):
        yield WrongValue(("another-error",), np.array([value]))
    axes = facts.decomposed[2][: facts.k].T
    left = facts.centred - facts.centred @ axes @ axes.T
    if rule.reconstruction != "standardised":
        left = left * facts.units
    distances = np.linalg.norm(left, axis=1)
    for value in (distances.mean(), distances.sum(), np.abs(left).mean(), np.abs(left).sum()):
        yield WrongValue(("error-not-squared",), np.array([value]))


_CLOSE = 1e-5
_GAP = 1e-6
FORMS: dict[str, Callable[[FormSetting], WrongValues]] = {
    "whitened": whitened,
    "zca": zca,
    "kernel": kernel,
    "kernel_scores": kernel_scores,
    "standardised": standardised,
    "feature_deviations": feature_deviations,
    "standard_deviations": standard_deviations,
    "reconstruction_error": reconstruction_errors,
}
"""Role -> all known wrong values."""
_SIGNED = ("whitened", "zca", "kernel_scores")
"""Roles whose columns may have either sign."""
_MOST_SAMPLES = {"kernel_scores": MOST_SAMPLES}
"""Role -> the largest number of samples for which its forms are computed."""
_SORTS = frozenset({"argsort", "sort", "sorted", "argpartition", "nlargest", "lexsort"})
"""Words of which a program that sorts contains at least one."""
_UNSORTED = ("eig-unsorted",)
_ALONG_ALL = {"whitened": along_all, "kernel_scores": along_all_of_kernel}
"""Role -> the correct columns along all axes."""


@dataclass(frozen=True)
class Explained:
    """Mistakes whose forms are all wrong values of all runs."""

    mistakes: tuple[str, ...]
    follows: frozenset[str]
    """The roles that are wrong only because of mistakes in earlier roles."""
    evidence: str


def explain_forms(
    runs: Sequence[Run], wrong: Callable[[Run], set[str]], words: frozenset[str] | None = None
) -> Explained | None:
    """The mistakes whose forms are all wrong values of all runs; None where there are none.

    Fewer mistakes go before more. A data set on which no form is determined is no evidence. No
    mistake is named if the program contains none of its words.
    """
    failing = [run for run in runs if wrong(run)]
    roles = dict.fromkeys(role for run in failing for role in run.task.roles if role in wrong(run))
    if not failing or not all(role in FORMS for role in roles) or any(run.outcome.status != "ok" for run in runs):
        return None
    mistakes: dict[str, None] = {}
    follows = set()
    for role in sorted(roles, key=ROLES.index):
        found = _of_role(role, [run for run in failing if role in wrong(run)], words)
        if found is None:
            return None
        if {*found} <= mistakes.keys():
            follows.add(role)
        mistakes |= dict.fromkeys(found)
    count = sum(any(True for role in roles for _ in _determined(run, role)) for run in failing)
    evidence = f"on {count} of the {len(failing)} data sets where something is wrong it returns what this gives"
    evidence += ", and on none of them anything else"
    return Explained(tuple(mistakes), frozenset(follows), evidence)


def _of_role(role: str, runs: Sequence[Run], words: frozenset[str] | None) -> tuple[str, ...] | None:
    """The mistakes that explain a role in all runs in which it is wrong and determined."""
    left: set[tuple[str, ...]] | None = None
    for run in runs:
        for case in _determined(run, role):
            found = {form.mistakes for form in _alike(role, run, case)}
            if _is_unsorted(role, run, case, words):
                found.add(_UNSORTED)
            left = found if left is None else left & found
    # any order is in no order: what says more goes first
    return min(left, key=lambda mistakes: (len(mistakes), mistakes == _UNSORTED, mistakes)) if left else None


def _determined(run: Run, role: str) -> Iterator[FormSetting]:
    """The case of a run whose axes are determined: variances well apart, and more than rounding."""
    if len(run.data.X) > _MOST_SAMPLES.get(role, len(run.data.X)):
        return
    facts = facts_of(run.data.real, run.data.k, run.task.conventions)[0]
    values = facts.eigenvalues[: facts.k + 1]
    if len(values) < 2 or (np.diff(values) > -_GAP * values[0]).any() or facts.size > 1e4 * np.sqrt(facts.total):
        return
    yield FormSetting(facts, run.task.conventions)


def _is_unsorted(role: str, run: Run, case: FormSetting, words: frozenset[str] | None) -> bool:
    """Whether columns are right ones, but not the first, and in no order, as `eig` leaves them.

    The order that it leaves depends on rounding, so any order will do. Columns in their order may be the first that
    were sorted afterwards, where the program sorts.
    """
    got = real_value(run, role)
    if role not in _ALONG_ALL or got is None or got.ndim != 2:
        return False
    if not is_possible({"solve": "unsorted"}, words):
        return False
    sorts = words is None or bool(words & _SORTS)
    with np.errstate(all="ignore"):
        for every in _ALONG_ALL[role](case):
            places = _places(got, every) if len(got) == len(every) else []
            if places and places != [*range(len(places))] and not (sorts and places == sorted(places)):
                return True
    return False


def _places(got: Real, every: Real) -> list[int]:
    """The index of each column up to its sign; empty if one of them matches no column, or several."""
    bound = _CLOSE * float(np.abs(every[np.isfinite(every)]).max(initial=0.0))
    places: list[int] = []
    for column in got.T:
        apart = np.minimum(np.abs(every.T - column).max(axis=1), np.abs(every.T + column).max(axis=1))
        (alike,) = np.nonzero(apart <= bound)
        if float(np.abs(column).max()) <= bound:  # along an axis without variance, of which there may be many
            alike = np.array([every.shape[1] + len(places)])
        if len(alike) != 1 or alike[0] in places:
            return []
        places.append(int(alike[0]))
    return places


def _alike(role: str, run: Run, case: FormSetting) -> Iterator[WrongValue]:
    got = real_value(run, role)
    with np.errstate(all="ignore"):
        yield from (form for form in FORMS[role](case) if got is not None and _is_same(role, got, form.value))


def _is_same(role: str, got: Real, value: Real) -> bool:
    if role == "reconstruction_error":
        got = got.reshape(-1)
    if got.shape != value.shape or not np.isfinite(value).all():
        return False
    bound = _CLOSE * float(np.abs(value).max(initial=0.0))
    apart = np.abs(got - value).max(axis=0)
    if role in _SIGNED:
        apart = np.minimum(apart, np.abs(got + value).max(axis=0))
    return bool(bound > 0 and np.max(apart) <= bound)
