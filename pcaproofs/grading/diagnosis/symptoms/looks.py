"""Symptoms in the appearance of values."""

from collections.abc import Sequence

import numpy as np

from pcaproofs.grading.assignment.names import in_words
from pcaproofs.grading.diagnosis.catalogue import code_words
from pcaproofs.grading.diagnosis.symptoms.counts import of_count
from pcaproofs.grading.diagnosis.symptoms.interface import no_value
from pcaproofs.grading.diagnosis.symptoms.rights import is_right, values_of
from pcaproofs.grading.diagnosis.symptoms.rights import right as right_of
from pcaproofs.grading.diagnosis.symptoms.symptom import Symptom, called, has_tie, mistake_named, mistake_of, where
from pcaproofs.grading.diagnosis.symptoms.unchanged import of_input
from pcaproofs.grading.protocol import RoleError
from pcaproofs.grading.running.run import Run


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
    mistake = mistake_of(
        "signs-differ",
        "gives scores of another sign than the components that it returns",
        f"An axis and its scores change their signs together: the scores are `{words['scores']}` with the W that you "
        "return. If you turn a component, or its scores, turn the other as well.",
        "Either sign is right, but the samples are the mean plus the scores times the components.",
        "svd.scores",
    )
    return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs", role="scores")


def _is_turned(run: Run) -> bool:
    values = values_of(run)
    W, Z = values.get("components"), values.get("scores")
    if W is None or Z is None:
        return False
    if not is_right("components", W, run, run.data.k) or not is_right("scores", Z, run, run.data.k):
        return False
    real = np.asarray(W.real, dtype=np.float64)
    real = real.T if run.task.conventions.components == "rows" else real
    return bool((np.sum((right_of("centered", run, run.data.k) @ real) * Z.real, axis=0) < 0).any())


def of_wrong_parts(runs: Sequence[Run]) -> Symptom | None:
    """Symptoms of values of the right kind."""
    return _others(runs)


def _words(role: str, runs: Sequence[Run]) -> str:
    return in_words(role, runs[0].task.conventions)


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
        mistake = mistake_of(
            "other-shape",
            f"gives {_words(role, runs)} another shape than the assignment asks for",
            f"{said[shown].capitalize()}{sizes}." if shown is not None else "Print the shape of what you return.",
            "The order of the axes is part of the answer.",
            "moments.orientation",
        )
        return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs", role=role)
    return None


def _not_finite(runs: Sequence[Run]) -> Symptom | None:
    some = [
        run
        for run in runs
        if any(value.dtype.kind in "fc" and not np.isfinite(value).all() for value in values_of(run).values())
    ]
    if not some:
        return None
    mistake = mistake_of(
        "not-finite",
        f"returns nan or infinity {where(some, runs)}".rstrip(),
        "Somewhere you divide by 0 (a standard deviation, a length, an eigenvalue) or take the root of a number below "
        "0 (an eigenvalue of 0 comes out as −1e-16). Look at where that may happen.",
        "Some variances may be 0: of a constant feature, or beyond the rank of the data.",
        "moments.covariance-kernel",
    )
    return Symptom(mistake, some, f"in {len(some)} of {len(runs)} runs")


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
    mistake = mistake_of(
        "complex-results",
        f"returns complex numbers {where(some, runs)}".rstrip(),
        "`np.linalg.eig` does not know that the covariance matrix is symmetric; `np.linalg.eigh` does, and stays real. "
        "If you use eigh already: is the matrix the covariance?",
        "A symmetric matrix has real eigenvalues and eigenvectors.",
        "spectral.spectral-theorem",
    )
    return Symptom(mistake, some, f"in {len(some)} of {len(runs)} runs")


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
        mistake = mistake_of(
            "whole-numbers",
            f"cuts {_words(role, runs)} to whole numbers",
            f"They have the type `{kinds[0]}`, which cannot hold a fractional part."
            f"{least if kinds[0].itemsize < 4 else ''} Remove what converts to whole numbers: `astype`, `//`, `round`, "
            "an array that was made of whole numbers.",
            "PCA returns real numbers, even for whole-number data.",
        )
        return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs", role=role)
    return None


def _the_same_always(runs: Sequence[Run]) -> Symptom | None:
    wrong = [run for run in runs if not run.ok]
    if len(wrong) < 3:
        return None
    for role in wrong[0].task.roles:
        compared = runs if role == "component_count" else wrong  # some numbers of components are equal by chance
        values = [values_of(run).get(role) for run in compared]
        first = values[0]
        if first is None or any(value is None for value in values):
            continue
        same = all(
            value is not None and value.shape == first.shape and bool((value == first).all()) for value in values
        )
        zero = all(value is not None and not np.any(value) for value in values)
        if zero or same:
            mistake = mistake_of(
                "does-not-use-the-data",
                "returns the same whatever the data are",
                f"What you return for {_words(role, runs)} is the same on all data sets"
                + (": it is all 0." if zero else "."),
                "Each data set has its own components.",
            )
            return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs", role=role)
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
                found = f"Where the assignment takes {_words(role, runs)}, you return {_words(other, runs)}."
                if _is_elsewhere(role, runs) or not _is_there(other, wrong):
                    mistake = mistake_of(
                        "results-exchanged",
                        "returns its results in a different order than the assignment expects",
                        f"{found} It takes them like this: {called(wrong[0])}",
                        "Results are identified by position.",
                    )
                else:
                    title = f"returns {_words(other, runs)} in place of {_words(role, runs)}"
                    hint = f"{found} It takes them from `{wrong[0].task.roles[role]}`."
                    mistake = mistake_of("another-result", title, hint, "The two are related but not the same.")
                return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs", role=role)
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


def _others(runs: Sequence[Run]) -> Symptom | None:
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
        mistake = mistake_of(
            "axis-of-a-tie-missing",
            "omits an axis if variances are equal",
            "All your components are eigenvectors, but where several have the same variance you keep one with less. In "
            "an iteration this happens where it begins with the same vector for each component: all that this vector "
            "has of the equal variances is in the first one, and is taken out with it. Begin each with another vector.",
            "Of m equal eigenvalues there are m eigenvectors at right angles, and all of them go before smaller ones.",
            "trace-objective.rotated-optimum",
        )
        return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs")
    mistake = mistake_of(
        "other-eigenvectors",
        "does not keep the eigenvectors of the largest eigenvalues",
        "All your components are eigenvectors of the covariance matrix, but not the first k by their eigenvalues. Sort "
        "by the eigenvalues: `order = np.argsort(values)[::-1]`, then `V[:, order]`.",
        "Every eigenvector is a stationary point; those of the largest eigenvalues hold the most variance.",
        "stationarity.every-eigenvector",
    )
    return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs")


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
    return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs")
