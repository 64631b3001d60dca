"""From runs to a diagnosis: what the values show, else how the runs end, else what the values look like."""

from collections.abc import Sequence
from dataclasses import replace

from ..assignment.model import Assignment, Task
from ..job import RoleError
from ..judge import CRITERIA, ROLES, Finding
from ..run import Run
from . import symptoms
from .catalogue import CATALOGUE
from .matching import PREDICTED, Sample
from .model import Diagnosis, Mistake, diagnosis_of
from .rerun import Rerun
from .search import Found, blamed, search
from .ways import clashing

_MOST_REPAIRS = 4
_SHAPE_ERRORS = ("ValueError", "IndexError", "LinAlgError")
"""What a wrong way of computing may end with, where shapes do not fit."""


def diagnose(assignment: Assignment | None, runs: Sequence[Run], rerun: Rerun) -> Diagnosis | None:
    """Return the mistakes that explain what a submission returned; None where nothing is wrong or nothing fits.

    Of an assignment with several tasks each is diagnosed; a mistake that was named before costs no later task again.
    """
    by_task: dict[str, list[Run]] = {}
    for run in runs:
        by_task.setdefault(run.task.name, []).append(run)
    whole: Diagnosis | None = None
    for each in by_task.values():
        found = _diagnose_task(each, rerun)
        if found and whole:
            known = {mistake.name for mistake in whole.mistakes}
            new = tuple(mistake for mistake in found.mistakes if mistake.name not in known)
            # only a way of computing can be made again; what returns nothing has nothing to be credited
            again = not new and all(mistake.name in CATALOGUE for mistake in found.mistakes)
            follows = _failed(each) if again else found.follows
            whole = diagnosis_of((*whole.mistakes, *new), whole.evidence, (*whole.follows, *follows))
        whole = whole or found
    return whole


def _diagnose_task(runs: list[Run], rerun: Rerun) -> Diagnosis | None:
    runs = [run for run in runs if run.outcome.gradable]
    if all(run.ok and not run.outcome.touched for run in runs):
        return None
    task = runs[0].task
    ended = symptoms.of_ending(runs)
    if ended and len(ended.runs) == len(runs):  # it never came to its end
        repaired, missing = _repaired(ended, runs, rerun)
        found = _search(_samples(repaired), task, (1, 2, 3)) or _search(_samples(repaired), task, (2,), by_shape=True)
        if found:
            return diagnosis_of((*missing, *_words(found, task)), _evidence(found, repaired))
        return diagnosis_of(missing, ended.evidence)
    samples = _samples(runs)
    found = _search(samples, task, (1,))
    if found is None and ended is None and (looks := symptoms.of_right_parts(runs)):
        return diagnosis_of((looks.mistake,), looks.evidence)
    found = found or _search(samples, task, (2, 3))
    if found:
        mistakes = _words(found, task)
        touched = symptoms.of_touching(runs)
        mistakes = (*mistakes, touched.mistake) if touched else mistakes
        return diagnosis_of(mistakes, _evidence(found, runs), _follows(found, runs))
    if ended:  # what went wrong elsewhere may still be told where it ended well
        return _apart(ended, runs)
    for look in (symptoms.of_wrong_parts, symptoms.of_values, symptoms.of_touching):
        if look is symptoms.of_values and (found := _search(samples, task, (2,), by_shape=True)):
            return diagnosis_of(_words(found, task), _evidence(found, runs), _follows(found, runs))
        if looks := look(runs):
            return diagnosis_of((looks.mistake,), looks.evidence)
    return None


def _apart(ended: symptoms.Symptom, runs: Sequence[Run]) -> Diagnosis:
    """Diagnose the runs that came to their end without those that did not."""
    rest = [run for run in runs if run not in ended.runs]
    found = _search(_samples(rest), rest[0].task, (1, 2, 3))
    if found:
        mistakes = (*_words(found, rest[0].task), ended.mistake)
        return diagnosis_of(mistakes, _evidence(found, rest), _follows(found, rest))
    looks = symptoms.of_values(rest)
    return diagnosis_of((ended.mistake, *((looks.mistake,) if looks else ())), ended.evidence)


def _repaired(ended: symptoms.Symptom, runs: Sequence[Run], rerun: Rerun) -> tuple[Sequence[Run], tuple[Mistake, ...]]:
    """Return the runs that come to their end once what is missing is supplied, and what was missing."""
    missing: tuple[Mistake, ...] = ()
    prelude = ""
    again: Sequence[Run] = runs
    found: symptoms.Symptom | None = ended
    while found is not None:
        missing = (*missing, found.mistake)
        if len(missing) > _MOST_REPAIRS or not found.prelude or found.prelude in prelude:
            return [], _merged(missing)
        prelude += found.prelude
        again = [rerun(run.task, run.data, prelude=prelude) for run in runs]
        found = symptoms.of_ending(again)
    return again, _merged(missing)


def _merged(mistakes: tuple[Mistake, ...]) -> tuple[Mistake, ...]:
    """Return mistakes of one kind as one."""
    merged: dict[str, Mistake] = {}
    for mistake in mistakes:
        first = merged.get(mistake.name)
        if first is None:
            merged[mistake.name] = mistake
        elif mistake.title != first.title:
            merged[mistake.name] = replace(
                first, title=f"{first.title}, and {mistake.title}", hint=f"{first.hint} {mistake.hint}"
            )
    return tuple(merged.values())


def _samples(runs: Sequence[Run]) -> list[Sample]:
    """Return what can be compared of the runs; nothing where one ended in a way that no way of computing explains."""
    if not runs:
        return []
    given = set(runs[0].task.given.values())
    asked = [role for role in runs[0].task.roles if role not in given and role in PREDICTED]
    # a role that never has a value says nothing about the others
    kept = [role for role in asked if not all(isinstance(run.roles.get(role), RoleError | None) for run in runs)]
    samples = []
    for run in runs:
        failed = run.outcome.status != "ok"
        if failed and (run.outcome.error is None or run.outcome.error.kind not in _SHAPE_ERRORS):
            return []
        wrong = frozenset(asked if failed else _wrong_roles(run)) & frozenset(kept if kept else asked)
        roles = {} if failed else {role: run.roles[role] for role in kept if role in run.roles}
        misshapen = {finding.criterion[:-5] for finding in run.findings if _is_shape(finding)}
        clash = clashing(run.outcome.error.message) if failed and run.outcome.error else frozenset()
        samples.append(Sample(run.data.real, run.data.k, roles, wrong, frozenset(misshapen & wrong), failed, clash))
    return [] if all(sample.failed or not sample.wrong for sample in samples) else samples


def _search(samples: list[Sample], task: Task, counts: tuple[int, ...], *, by_shape: bool = False) -> Found | None:
    return search(samples, task.conventions, counts, by_shape=by_shape) if samples else None


def _is_shape(finding: Finding) -> bool:
    return finding.criterion.endswith(".form") and finding.detail.startswith("got shape")


def _wrong_roles(run: Run) -> set[str]:
    return {finding.criterion.split(".")[0] for finding in run.findings if not finding.passed} & set(ROLES)


def _words(found: Found, task: Task) -> tuple[Mistake, ...]:
    return tuple(symptoms.mistake_named(item.name, task) for item in found.misconceptions)


def _evidence(found: Found, runs: Sequence[Run]) -> str:
    evidence = found.evidence
    wrong = evidence.explained + evidence.unexplained
    said = f"on {evidence.explained} of the {wrong} data sets where something is wrong it returns what this gives"
    return f"{said}, and on none of all {len(runs)} anything else"


def _follows(found: Found, runs: Sequence[Run]) -> tuple[str, ...]:
    """Return the criteria that fail only because of what goes before them, the mistakes being as they are."""
    wrong = frozenset(role for run in runs for role in _wrong_roles(run))
    cost = blamed(found, wrong)
    return tuple(name for name in _failed(runs) if name.split(": ")[-1].split(".")[0] not in cost)


def _failed(runs: Sequence[Run]) -> tuple[str, ...]:
    """Return the judge's criteria that fail somewhere, with the name of their task where it has one."""
    task = runs[0].task
    failed = {finding.criterion for run in runs for finding in run.findings if not finding.passed}
    names = [f"{role}.form" for role in task.roles] + [item.name for item in CRITERIA]
    return tuple(f"{task.name}: {name}" if task.name else name for name in names if name in failed)
