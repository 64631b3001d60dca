"""Comparison of a submission's values with the forms of known mistakes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pcaproofs.grading.diagnosis.forms import deviations, errors, kernels, whitening
from pcaproofs.grading.diagnosis.forms.form import Case, Form, Forms
from pcaproofs.grading.diagnosis.matching import as_real
from pcaproofs.grading.diagnosis.traces import is_possible
from pcaproofs.grading.judge import ROLES, facts_of
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.protocol import RoleError
from pcaproofs.grading.running.run import Run

_CLOSE = 1e-5
_GAP = 1e-6
FORMS: dict[str, Callable[[Case], Forms]] = {
    "whitened": whitening.whitened,
    "zca": whitening.zca,
    "kernel": kernels.kernel,
    "kernel_scores": kernels.kernel_scores,
    "standardised": deviations.standardised,
    "feature_deviations": deviations.feature_deviations,
    "standard_deviations": deviations.standard_deviations,
    "reconstruction_error": errors.reconstruction,
}
"""Role -> all known wrong values."""
_SIGNED = ("whitened", "zca", "kernel_scores")
"""Roles whose columns may have either sign."""
_MOST_SAMPLES = {"kernel_scores": kernels.MOST_SAMPLES}
"""Role -> the largest number of samples for which its forms are computed."""
_SORTS = frozenset({"argsort", "sort", "sorted", "argpartition", "nlargest", "lexsort"})
"""Words of which a program that sorts contains at least one."""
_UNSORTED = ("eig-unsorted",)
_ALONG_ALL = {"whitened": whitening.along_all, "kernel_scores": kernels.along_all}
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


def _determined(run: Run, role: str) -> Iterator[Case]:
    """The case of a run whose axes are determined: variances well apart, and more than rounding."""
    if len(run.data.X) > _MOST_SAMPLES.get(role, len(run.data.X)):
        return
    facts = facts_of(run.data.real, run.data.k, run.task.conventions)[0]
    values = facts.eigenvalues[: facts.k + 1]
    if len(values) < 2 or (np.diff(values) > -_GAP * values[0]).any() or facts.size > 1e4 * np.sqrt(facts.total):
        return
    yield Case(facts, run.task.conventions)


def _is_unsorted(role: str, run: Run, case: Case, words: frozenset[str] | None) -> bool:
    """Whether columns are right ones, but not the first, and in no order, as `eig` leaves them.

    The order that it leaves depends on rounding, so any order will do. Columns in their order may be the first that
    were sorted afterwards, where the program sorts.
    """
    value = run.roles.get(role)
    got = None if value is None or isinstance(value, RoleError) else as_real(value)
    if role not in _ALONG_ALL or got is None or got.ndim != 2 or not np.isfinite(got).all():
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


def _alike(role: str, run: Run, case: Case) -> Iterator[Form]:
    value = run.roles.get(role)
    got = None if value is None or isinstance(value, RoleError) else as_real(value)
    if got is None or not np.isfinite(got).all():
        return
    with np.errstate(all="ignore"):
        for form in FORMS[role](case):
            if _is_same(role, got, form.value):
                yield form


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
