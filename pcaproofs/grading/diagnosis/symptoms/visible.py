"""Symptoms in the appearance of values."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pcaproofs.grading.assignment.model import Task
from pcaproofs.grading.assignment.names import in_words
from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.diagnosis.catalogue import code_words
from pcaproofs.grading.diagnosis.matching import as_real
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.diagnosis.symptoms.interface import no_value
from pcaproofs.grading.diagnosis.symptoms.symptom import Symptom, called, has_tie, mistake_named, symptom_of, where
from pcaproofs.grading.diagnosis.symptoms.words import mistake_of
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.protocol import Array, RoleError
from pcaproofs.grading.running.expected import right_value
from pcaproofs.grading.running.run import Run


def values_of(run: Run) -> dict[str, Array]:
    """The values that a run returned, by role; those without a value are left out."""
    return {role: value for role, value in run.roles.items() if not isinstance(value, RoleError)}


def right(role: str, run: Run, k: int) -> Real:
    """A role's right value for k components, with samples in rows."""
    data = DataSet(name="", X=run.data.X, k=k, purpose="", visible=True)
    return np.asarray(right_value(role, data, run.task.conventions), dtype=np.float64)


def is_right(role: str, value: Array, run: Run, k: int) -> bool:
    """Whether a value is a role's right one, up to the signs of columns and a common factor."""
    real, wanted = as_real(value), right(role, run, k)
    if real is None or real.shape != wanted.shape or not np.isfinite(real).all():
        return False
    rows = role == "components" and run.task.conventions.components == "rows"
    one, other = (real.T, wanted.T) if rows else (real, wanted)
    apart = np.minimum(np.abs(one - other).max(axis=0), np.abs(one + other).max(axis=0))
    return bool(np.max(apart) <= 1e-4 * float(np.abs(wanted).max()))


_FEWEST = 3


def of_input(runs: Sequence[Run]) -> Symptom | None:
    """A role whose value is always the data that were handed over, or their first columns."""
    wrong = [run for run in runs if not run.ok]
    if len(wrong) < _FEWEST:
        return None
    for role in wrong[0].task.roles:
        if all(_is_input(run, role) for run in wrong):
            mistake = mistake_of("returns-its-input", what=in_words(role, wrong[0].task.conventions))
            return symptom_of(mistake, wrong, runs, role)
    return None


def _is_input(run: Run, role: str) -> bool:
    value = run.roles.get(role)
    if value is None or isinstance(value, RoleError) or value.ndim != 2:
        return False
    real, X = as_real(value), run.data.real
    columns = value.shape[1]
    shaped = real is not None and 0 < columns <= X.shape[1] and len(value) == len(X)
    return shaped and bool(np.array_equal(np.asarray(real), X[:, :columns]))


_ROLES = ("components", "scores")
_POWERS = {"ratio-of-singular-values": 0.5, "ratio-of-squared-variances": 2.0}
"""The power of the variances that each misconception sums."""
_FEWEST_COUNTS = 2
"""Data sets on which the number has to differ: small numbers agree by chance."""
_SLACK = 1e-9


def of_count(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of correct components and scores whose number is not k."""
    wrong = [run for run in runs if not run.ok]
    counts = [_count(run) for run in wrong]
    if not wrong or None in counts or all(count == run.data.k for count, run in zip(counts, wrong, strict=True)):
        return None
    role = next((each for each in _ROLES if each in wrong[0].task.roles), "")
    return symptom_of(_mistake(runs), wrong, runs, role)


def _count(run: Run) -> int | None:
    """The number of components for which the values of a run are correct; None if there is no such number."""
    counts = set()
    for role in _ROLES:
        value = values_of(run).get(role)
        if value is None:
            continue
        rows = role == "components" and run.task.conventions.components == "rows"
        count = value.shape[0 if rows else -1] if value.ndim == 2 else 1
        shaped = value if value.ndim == 2 else value.reshape((1, -1) if rows else (-1, 1))
        if not 1 <= count <= min(run.data.X.shape) or not is_right(role, shaped, run, count):
            return None
        counts.add(count)
    return max(counts, default=None, key=lambda count: abs(count - run.data.k))


def _mistake(runs: Sequence[Run]) -> Mistake:
    task = runs[0].task
    if not _has_share(task):
        return mistake_of("other-number-of-components")
    for name, power in _POWERS.items():
        counts = [(_count(run), _by_shares(run, power), run.data.k) for run in runs]
        if all(got == count for got, count, _ in counts) and sum(got != k for got, _, k in counts) >= _FEWEST_COUNTS:
            return mistake_named(name, task)
    return mistake_of("other-number-of-components/share")


def _has_share(task: Task) -> bool:
    """Whether a task hands over the share of variance that the first k components explain, and not k."""
    return "explained_variance_ratio" in task.given.values()


def _by_shares(run: Run, power: float) -> int:
    """The number of components for the share, computed with a power of the variances."""
    Xc = run.data.real - run.data.real.mean(axis=0)
    variances = np.linalg.svd(Xc, compute_uv=False) ** 2
    share = float(variances[: run.data.k].sum() / variances.sum()) - _SLACK
    others = variances**power
    return int(np.argmax(np.cumsum(others) / others.sum() >= share)) + 1


def of_touching(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of runs that changed the data passed to them."""
    touched = [run for run in runs if run.outcome.touched]
    if not touched:
        return None
    mistake = mistake_named("changes-its-input", touched[0].task)
    return Symptom(mistake, touched, f"{len(touched)} of {len(runs)} runs change X")


def of_values(runs: Sequence[Run]) -> Symptom | None:
    """Symptoms of values that no variant explains."""
    looks = (_nothing_there, of_input, _wrong_shape, _not_finite, _complex, _the_same_always, _whole_numbers)
    for look in (*looks, _nearly_right):
        if found := look(runs):
            return found
    return None


def of_right_parts(runs: Sequence[Run]) -> Symptom | None:
    """Symptoms of correct values that were not asked for."""
    return _exchanged(runs) or of_count(runs)


_SIGNLESS = ("data.ties", "data.far-away", "data.rank-deficient")
"""Situations in which an axis is not determined, or its score is 0."""


def of_signs(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of components and scores that are right, each for itself, and have different signs."""
    wrong = [run for run in runs if not run.ok]
    sure = [run for run in wrong if run.data.situation not in _SIGNLESS]
    if not sure or not {"components", "scores"} <= {*wrong[0].task.roles} or not all(map(_is_turned, sure)):
        return None
    words = code_words(wrong[0].task.samples, wrong[0].task.conventions.components)
    return symptom_of(mistake_of("signs-differ", scores=words["scores"]), wrong, runs, "scores")


def _is_turned(run: Run) -> bool:
    values = values_of(run)
    W, Z = values.get("components"), values.get("scores")
    if W is None or Z is None:
        return False
    if not is_right("components", W, run, run.data.k) or not is_right("scores", Z, run, run.data.k):
        return False
    real = np.asarray(W.real, dtype=np.float64)
    real = real.T if run.task.conventions.components == "rows" else real
    return bool((np.sum((right("centered", run, run.data.k) @ real) * Z.real, axis=0) < 0).any())


def _words(role: str, runs: Sequence[Run]) -> str:
    return in_words(role, runs[0].task.conventions)


def _somewhere(key: str, some: Sequence[Run], runs: Sequence[Run]) -> Mistake:
    mistake = mistake_of(key)
    return replace(mistake, title=f"{mistake.title} {where(some, runs)}".rstrip())


def _nothing_there(runs: Sequence[Run]) -> Symptom | None:
    for role in runs[0].task.roles if runs else ():
        errors = [run.roles.get(role) for run in runs]
        gone = [run for run, value in zip(runs, errors, strict=True) if isinstance(value, RoleError)]
        if 2 * len(gone) > len(runs):
            return no_value(role, gone, runs)
    return None


def _wrong_shape(runs: Sequence[Run]) -> Symptom | None:
    """A role's value never has the shape that is asked for, where anything is wrong."""
    wrong = [run for run in runs if not run.ok]
    for role in wrong[0].task.roles if wrong else ():
        said = [
            finding.detail
            for run in wrong
            for finding in run.findings
            if finding.criterion == f"{role}.form" and finding.detail.startswith("got shape")
        ]
        if len(said) < len(wrong):
            continue
        shown = next((place for place, run in enumerate(wrong) if run.data.visible), None)
        n, p = wrong[shown or 0].data.X.shape
        sizes = f" where there are {n} samples of {p} features and k = {wrong[shown or 0].data.k}"
        said_of = f"{said[shown].capitalize()}{sizes}." if shown is not None else "Print the shape of what you return."
        return symptom_of(mistake_of("other-shape", what=_words(role, runs), said=said_of), wrong, runs, role)
    return None


def _not_finite(runs: Sequence[Run]) -> Symptom | None:
    some = [
        run
        for run in runs
        if any(value.dtype.kind in "fc" and not np.isfinite(value).all() for value in values_of(run).values())
    ]
    if not some:
        return None
    return symptom_of(_somewhere("not-finite", some, runs), some, runs)


def _complex(runs: Sequence[Run]) -> Symptom | None:
    some = [
        run
        for run in runs
        if any(
            value.dtype.kind == "c"
            and float(np.abs(value.imag).max(initial=0)) > 1e-8 * float(np.abs(value).max(initial=0))
            for value in values_of(run).values()
        )
    ]
    if not some:
        return None
    return symptom_of(_somewhere("complex-results", some, runs), some, runs)


def _whole_numbers(runs: Sequence[Run]) -> Symptom | None:
    """A role's wrong values have a type of whole numbers on data that are none."""
    wrong = [run for run in runs if not run.ok and run.data.X.dtype.kind == "f"]
    for role in wrong[0].task.roles if wrong else ():
        values = [values_of(run).get(role) for run in wrong]
        kinds = [value.dtype for value in values if value is not None and value.dtype.kind in "iu"]
        if role == "component_count" or len(kinds) < len(wrong):
            continue
        range_of = np.iinfo(str(kinds[0]))
        least = f" Numbers below {range_of.min} or above {range_of.max} become others."
        least = least if kinds[0].itemsize < 4 else ""
        mistake = mistake_of("whole-numbers", what=_words(role, runs), dtype=kinds[0], least=least)
        return symptom_of(mistake, wrong, runs, role)
    return None


def _the_same_always(runs: Sequence[Run]) -> Symptom | None:
    wrong = [run for run in runs if not run.ok]
    if len(wrong) < 3:
        return None
    for role in wrong[0].task.roles:
        values = [values_of(run).get(role) for run in runs]  # the right ones too: a program may know the visible data
        first = values[0]
        if first is None or any(value is None for value in values):
            continue
        same = all(
            value is not None and value.shape == first.shape and bool((value == first).all()) for value in values
        )
        zero = all(value is not None and not np.any(value) for value in values)
        if zero or same:
            said = ": it is all 0" if zero else ""
            mistake = mistake_of("does-not-use-the-data", what=_words(role, runs), zero=said)
            return symptom_of(mistake, wrong, runs, role)
    return None


_TAKEN_FOR = ("components", "scores", "mean", "explained_variance", "centered", "reconstruction")


def _exchanged(runs: Sequence[Run]) -> Symptom | None:
    """A role's value is the right one of another role."""
    wrong = [run for run in runs if not run.ok]
    for role in wrong[0].task.roles if wrong else ():
        for other in _TAKEN_FOR:
            values = [values_of(run).get(role) for run in wrong]
            if other == role or not values:
                continue
            if all(v is not None and is_right(other, v, run, run.data.k) for v, run in zip(values, wrong, strict=True)):
                elsewhere = _is_elsewhere(role, runs) or not _is_there(other, wrong)
                words = {"what": _words(role, runs), "other": _words(other, runs), "code": wrong[0].task.roles[role]}
                key = "results-exchanged" if elsewhere else "another-result"
                return symptom_of(mistake_of(key, call=called(wrong[0]), **words), wrong, runs, role)
    return None


def _is_there(role: str, runs: Sequence[Run]) -> bool:
    """Whether a role that is asked for has its right value in all runs, or is not asked for."""
    values = [values_of(run).get(role) for run in runs]
    return role not in runs[0].task.roles or all(
        value is not None and is_right(role, value, run, run.data.k) for value, run in zip(values, runs, strict=True)
    )


def _is_elsewhere(role: str, runs: Sequence[Run]) -> bool:
    """Whether a role's right value is that of another role in all runs."""
    others = [other for other in runs[0].task.roles if other != role]
    found = ([values_of(run).get(other) for run in runs] for other in others)
    return any(
        all(v is not None and is_right(role, v, run, run.data.k) for v, run in zip(values, runs, strict=True))
        for values in found
    )


def of_wrong_parts(runs: Sequence[Run]) -> Symptom | None:
    """Orthonormal eigenvectors, but not those of the largest eigenvalues in their order."""
    failed = [{finding.criterion for finding in run.findings if not finding.passed} for run in runs]
    if not all("components.eigen_equation" in {each.criterion for each in run.findings} for run in runs):
        return None
    fine = {"components.form", "components.eigen_equation", "components.orthonormal"}
    if any(names & fine for names in failed) or not any(
        names & {"components.captured", "components.order"} for names in failed
    ):
        return None
    wrong = [run for run in runs if not run.ok]
    if all(has_tie(run.data.real) for run in wrong):
        return symptom_of(mistake_of("axis-of-a-tie-missing"), wrong, runs)
    return symptom_of(mistake_of("other-eigenvectors"), wrong, runs)


def _nearly_right(runs: Sequence[Run]) -> Symptom | None:
    """Values within some hundredths of a right answer: an iteration stopped early, or numbers of low precision."""
    wrong = [run for run in runs if not run.ok]
    distances: list[float] = []
    for run in wrong:
        X, k = run.data.real, run.data.k
        Xc = X - X.mean(axis=0)
        axes = np.linalg.svd(Xc, full_matrices=False)[2]
        bad = {finding.criterion.split(".")[0] for finding in run.findings if not finding.passed}
        W = values_of(run).get("components") if "components" in bad else None
        Z = values_of(run).get("scores") if "scores" in bad else None
        if run.task.conventions.components == "rows" and W is not None:
            W = W.T
        for got, right in ((W, axes[:k].T), (Z, Xc @ axes[:k].T)):
            if got is None:
                continue
            if got.shape != right.shape or got.dtype.kind not in "fiu":
                return None
            size = float(np.abs(right).max())
            apart = np.minimum(np.abs(got - right).max(axis=0), np.abs(got + right).max(axis=0))
            distances.append(float(apart.max()) / size if size else np.inf)
    if not distances or not max(distances) <= 0.5 or float(np.median(distances)) > 0.1:
        return None
    mistake = mistake_named("inaccurate", runs[0].task)
    return symptom_of(mistake, wrong, runs)
