"""Which forms are what a submission returned."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from pcaproofs.grading.diagnosis.forms import kernels, whitening
from pcaproofs.grading.diagnosis.forms.form import Case, Form, Forms
from pcaproofs.grading.diagnosis.matching import as_real
from pcaproofs.grading.judge import facts_of
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
}
"""By role: all wrong values that are known."""


def explain_forms(runs: Sequence[Run], wrong: Callable[[Run], set[str]]) -> tuple[tuple[str, ...], str] | None:
    """Return the mistakes whose forms are all wrong values of all runs, with the evidence; None where there are none.

    Fewer mistakes go before more. A data set on which no form is determined speaks for none and against none.
    """
    failing = [run for run in runs if wrong(run)]
    roles = dict.fromkeys(role for run in failing for role in run.task.roles if role in wrong(run))
    if not failing or not all(role in FORMS for role in roles) or any(run.outcome.status != "ok" for run in runs):
        return None
    mistakes: dict[str, None] = {}
    for role in roles:
        found = _of_role(role, [run for run in failing if role in wrong(run)])
        if found is None:
            return None
        mistakes |= dict.fromkeys(found)
    return tuple(mistakes), f"on all {len(failing)} data sets where something is wrong it returns what this gives"


def _of_role(role: str, runs: Sequence[Run]) -> tuple[str, ...] | None:
    """Return the mistakes that explain a role in all runs in which it is wrong and determined."""
    left: set[tuple[str, ...]] | None = None
    for run in runs:
        for case in _determined(run):
            found = {form.mistakes for form in _alike(role, run, case)}
            left = found if left is None else left & found
    return min(left, key=lambda mistakes: (len(mistakes), mistakes)) if left else None


def _determined(run: Run) -> Iterator[Case]:
    """Yield the case of a run whose axes are determined: variances well apart, and more than rounding."""
    facts = facts_of(run.data.real, run.data.k, run.task.conventions)[0]
    values = facts.eigenvalues[: facts.k + 1]
    if len(values) < 2 or (np.diff(values) > -_GAP * values[0]).any() or facts.size > 1e4 * np.sqrt(facts.total):
        return
    yield Case(facts, run.task.conventions)


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
    if got.shape != value.shape or not np.isfinite(value).all():
        return False
    bound = _CLOSE * float(np.abs(value).max(initial=0.0))
    apart = np.abs(got - value).max(axis=0)
    if role != "kernel":
        apart = np.minimum(apart, np.abs(got + value).max(axis=0))
    return bool(bound > 0 and np.max(apart) <= bound)
