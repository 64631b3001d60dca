"""Symptoms from the judge's messages: results at other positions, and wrong treatment of new samples."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pcaproofs.grading.assignment.names import in_words
from pcaproofs.grading.diagnosis.catalogue import code_words
from pcaproofs.grading.diagnosis.matching import as_real
from pcaproofs.grading.diagnosis.symptoms.symptom import Symptom, called, mistake_named, symptom_of
from pcaproofs.grading.diagnosis.symptoms.words import mistake_of
from pcaproofs.grading.judge import CRITERIA, Judgement
from pcaproofs.grading.protocol import RoleError
from pcaproofs.grading.running.result_order import is_alone
from pcaproofs.grading.running.run import Run

_CLOSE = 1e-6
_UNSURE = ("data.ties", "data.far-away")
"""Situations in which a solver or rounding may hide the symptom."""
_FEWEST = 2
"""Data sets that have to show it."""


def of_missing(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of fewer results than the assignment takes."""
    task = runs[0].task
    if not task.reading.missing:
        return None
    roles = " and ".join(in_words(role, task.conventions) for role in task.roles if role in task.reading.missing)
    mistake = mistake_of("other-number-of-results/few", call=called(runs[0]), roles=roles)
    return Symptom(mistake, runs, "; ".join(sorted(set(task.reading.missing.values()))))


def of_exchange(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of results at other positions than those that the assignment expects.

    Shapes alone are no evidence: one of the moved values has to be right on some data set.
    """
    moved = runs[0].task.reading.exchanged
    if not any(_is_right(run, role) for run in runs for role in moved):
        return None
    evidence = "; ".join(sorted(set(moved.values())))
    if all(map(is_alone, moved.values())):
        mistake = mistake_of("returns-more", call=called(runs[0]))
        return Symptom(mistake, runs, evidence, role=next(iter(moved)))
    return Symptom(mistake_named("results-exchanged", runs[0].task), runs, evidence)


def _is_right(run: Run, role: str) -> bool:
    """Whether the value of a role passes every criterion about it, but for its form."""
    own = [each for each in run.findings if each.criterion.startswith(f"{role}.")]
    about = [each for each in own if not each.criterion.endswith(".form")]
    return bool(about) and all(each.passed for each in about)


def absent_roles(runs: Sequence[Run]) -> frozenset[str]:
    """The roles whose attribute no run has; none where no other role has a value."""
    ended = [run for run in runs if run.outcome.status == "ok"]
    absent = {role for role in runs[0].task.roles if all(_is_absent(run.roles.get(role)) for run in ended)}
    return frozenset(absent) if ended and absent < {*runs[0].task.roles} else frozenset()


def of_absent(runs: Sequence[Run]) -> list[Symptom]:
    """The symptoms of attributes that no run has."""
    absent = absent_roles(runs)
    ended = [run for run in runs if run.outcome.status == "ok"]
    found = [no_value(role, ended, ended) for role in runs[0].task.roles if role in absent]
    by_error: dict[str, list[Symptom]] = {}
    for each in filter(None, found):  # one missing method may be asked for several roles
        by_error.setdefault(str(ended[0].roles[each.role]), []).append(each)
    return [_joined(group) for group in by_error.values()]


def _joined(group: Sequence[Symptom]) -> Symptom:
    first, *others = (each.mistake for each in group)
    titles = [first.title, *(each.title.removeprefix("gives no value for ") for each in others)]
    return replace(group[0], mistake=replace(first, title=" and ".join(titles)))


def _is_absent(value: object) -> bool:
    """Whether the assignment's expression, and no line of the submission, asks for what the object does not have."""
    return isinstance(value, RoleError) and value.kind == "AttributeError" and not value.line


def no_value(role: str, gone: Sequence[Run], runs: Sequence[Run]) -> Symptom | None:
    """The symptom of a role that has an error for a value in some runs."""
    value = gone[0].roles[role]
    if not isinstance(value, RoleError):
        return None
    if "None" in value.message:
        hint = "It is None: is there a return at the end of the function?"
    elif value.message.startswith("got method"):
        hint = "It is a method that was not called: put `@property` above it."
    else:
        hint = f"{value.kind}: {value.message}."
    what, code = in_words(role, gone[0].task.conventions), gone[0].task.roles[role]
    mistake = mistake_of("no-value", what=what, said=hint, code=code)
    return replace(symptom_of(mistake, gone, runs, role), line=value.line)


def in_place(run: Run, absent: frozenset[str] = frozenset()) -> Run:
    """A run as if its results stood where the assignment takes them from, without those that are missing."""
    reading = run.task.reading
    absent |= {*reading.missing}
    left_out = {f"{role}.form" for role in absent} | {each.name for each in CRITERIA if absent & {*each.roles}}

    def found(finding: Judgement) -> Judgement:
        said = reading.exchanged.get(finding.criterion.removesuffix(".form"), "")
        if not said or not finding.criterion.endswith(".form"):
            return finding
        detail = finding.detail.removesuffix(said).removesuffix("; ")
        return replace(finding, passed=not detail, detail=detail)

    roles = {role: code for role, code in run.task.roles.items() if role not in absent}
    task = replace(run.task, roles=roles, reading=replace(reading, exchanged={}, missing={}))
    return replace(
        run,
        task=task,
        roles={role: value for role, value in run.roles.items() if role not in absent},
        findings=tuple(found(finding) for finding in run.findings if finding.criterion not in left_out),
    )


_NEW = {
    "less their own mean": "new-samples-less-their-own-mean",
    "around their own mean": "new-samples-less-their-own-mean/around",
    "no mean is taken off": "new-samples-not-centred",
    "the mean is not put back": "new-samples-without-mean",
    "fitted to the new samples": "fits-again",
}
"""Mistakes by words of the judge."""


def of_new_samples(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of new samples that are treated incorrectly, if nothing else is wrong."""
    wrong = [run for run in runs if not run.ok]
    details = [[each for each in run.findings if not each.passed] for run in wrong]
    if not wrong or not all("_new." in each.criterion for found in details for each in found):
        return None
    for words, key in _NEW.items():
        shown = sum(any(words in each.detail for each in found) for found in details)
        if 2 * shown > len(wrong):
            given = next((each for each, role in wrong[0].task.given.items() if role == "mean"), "")
            if given and key.startswith("new-samples-less-their-own-mean"):
                key = "new-samples-less-their-own-mean/given"
            role = next(each.criterion.split(".")[0] for each in details[0])
            return Symptom(mistake_of(key, given=given), wrong, f"on {shown} of {len(runs)} data sets", role=role)
    return None


_SCORES = ("scores", "scores_new", "reconstruction", "reconstruction_new")


def of_other_origin(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of scores that differ from the correct ones by the same row for all samples."""
    wrong = [run for run in runs if not run.ok]
    failed = {finding.criterion.split(".")[0] for run in wrong for finding in run.findings if not finding.passed}
    shown = [run for run in wrong if run.data.situation not in _UNSURE]
    given = (*_SCORES, "data", "equivariance")
    if len(shown) < _FEWEST or not failed <= {*given} or not all(_is_moved(run) for run in shown):
        return None
    mean = code_words(wrong[0].task.samples, wrong[0].task.conventions.components)["mean"]
    mistake = mistake_of("other-origin", mean=mean)
    return Symptom(mistake, wrong, f"on {len(shown)} of {len(runs)} data sets", role="scores")


def _is_moved(run: Run) -> bool:
    """Whether scores less their mean have the right products with each other, which no sign or rotation changes."""
    Z = run.roles.get("scores")
    if Z is None or isinstance(Z, RoleError) or run.task.conventions.standardise != "no":
        return False
    real = as_real(Z)
    if real is None or real.shape != (len(run.data.X), run.data.k) or not np.isfinite(real).all():
        return False
    Xc = run.data.real - run.data.real.mean(axis=0)
    right = Xc @ np.linalg.svd(Xc, full_matrices=False)[2][: run.data.k].T
    moved = real - real.mean(axis=0)
    size = float(np.abs(right).max())
    off = float(np.abs(moved @ moved.T - right @ right.T).max())
    return off <= _CLOSE * size**2 and float(np.abs(real.mean(axis=0)).max()) > _CLOSE * size
