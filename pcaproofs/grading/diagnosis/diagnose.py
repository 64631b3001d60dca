"""From runs to a diagnosis: what values show, what mends the program, how runs end, what values look like."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..assignment.model import Assignment
from ..assignment.names import roles_of
from ..budget import OutOfTimeError
from ..job import RoleError
from ..judge import CRITERIA, ROLES, Finding
from ..run import Run
from ..suspects import Suspect
from . import symptoms
from .about import function_of
from .catalogue import CATALOGUE
from .matching import PREDICTED, Sample
from .model import Diagnosis, Mistake, diagnosis_of
from .repair import LAST, Repair, Repairs
from .rerun import Rerun
from .search import Found, blamed, search
from .symptoms import Symptom
from .telling import comparable
from .ways import clashing

_MOST_REPAIRS = 4
_MENDED = "with both changed everything is right"
_SHAPE_ERRORS = ("ValueError", "IndexError", "LinAlgError")
"""What a wrong way of computing may end with, where shapes do not fit."""


@dataclass(frozen=True)
class _Told:
    """What is told of one task."""

    mistakes: tuple[Mistake, ...]
    evidence: str
    follows: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    """What follows where all mistakes were named before, of another task."""


def diagnose(assignment: Assignment | None, runs: Sequence[Run], rerun: Rerun) -> Diagnosis | None:
    """Return the mistakes that explain what a submission returned; None where nothing is wrong or nothing fits.

    Of an assignment with several tasks each is diagnosed; a mistake that was named before costs no later task again.
    """
    by_task: dict[str, list[Run]] = {}
    for run in runs:
        if run.outcome.gradable:
            by_task.setdefault(run.task.name, []).append(run)
    mistakes: dict[str, Mistake] = {}
    follows: tuple[str, ...] = ()
    evidence = ""
    for each in by_task.values():
        if all(run.ok and not run.outcome.touched for run in each):
            continue
        told = _told_of(each, rerun)
        if told is None:
            continue
        new = [mistake for mistake in told.mistakes if mistake.name not in mistakes]
        follows += told.follows if new else told.again
        evidence = evidence or told.evidence
        mistakes |= {mistake.name: mistake for mistake in new}
    return diagnosis_of(tuple(mistakes.values()), evidence, follows) if mistakes else None


def _told_of(runs: Sequence[Run], rerun: Rerun) -> _Told | None:
    """Tell what is wrong with a task: that results are exchanged, and what is wrong with them in their places."""
    exchanged = symptoms.of_exchange(runs)
    if not exchanged:
        return _TaskDiagnosis(runs, rerun).told()
    runs = [symptoms.in_place(run) for run in runs]
    task = _TaskDiagnosis(runs, rerun)
    first = task.of_symptom(exchanged)
    rest = None if all(run.ok and not run.outcome.touched for run in runs) else task.told()
    return replace(rest, mistakes=(*first.mistakes, *rest.mistakes)) if rest else first


class _TaskDiagnosis:
    """The diagnosis of the runs of one task."""

    def __init__(self, runs: Sequence[Run], rerun: Rerun) -> None:
        self._runs, self._rerun = runs, rerun
        self._task = runs[0].task
        self._repairs = Repairs(runs, rerun)

    def told(self) -> _Told | None:
        """Return the mistakes; surer evidence goes first."""
        if all(run.ok for run in self._runs):
            touched = symptoms.of_touching(self._runs)
            return self._of_symptoms(touched) if touched else None
        ended = symptoms.of_ending(self._runs)
        if ended and len(ended.runs) == len(self._runs):
            return self._of_ended(ended)
        samples = _samples(self._runs)
        found = self._search(samples, (1,))
        if found and found.evidence.telling:
            return self._of_ways(found, self._runs)
        looks = None if ended else symptoms.of_right_parts(self._runs)
        repair = self._repairs.mending()
        if repair:
            return self._of_repair(repair)
        if looks and not found:
            return self._of_symptoms(looks)
        found = found or self._search(samples, (2, 3))
        if found:
            return self._of_ways(found, self._runs)
        if told := self._uncovered() or self._of_sure():
            return told
        if ended:  # what went wrong elsewhere may still be told where it ended well
            return self._apart(ended)
        return self._of_looks(samples)

    def _of_ended(self, ended: Symptom) -> _Told:
        """Tell what is wrong with a program that never comes to its end."""
        repaired, missing = self._supplied(ended)
        found = self._search(_samples(repaired), (1, 2, 3)) or self._search(_samples(repaired), (2,), by_shape=True)
        if found:
            return replace(self._of_ways(found, repaired, missing), follows=(), again=())
        if not ended.prelude:
            if repair := self._repairs.mending():
                return self._of_repair(repair)
            if told := self._uncovered() or self._of_sure():
                return told
        return _Told(missing, ended.evidence)

    def _of_sure(self) -> _Told | None:
        suspect = self._repairs.sure()
        return _Told((self._suspected(suspect),), "it stands in the code") if suspect else None

    def _of_looks(self, samples: list[Sample]) -> _Told | None:
        for look in (symptoms.of_new_samples, symptoms.of_wrong_parts, symptoms.of_values, symptoms.of_touching):
            if look is symptoms.of_values and (found := self._search(samples, (2,), by_shape=True)):
                return self._of_ways(found, self._runs)
            if looks := look(self._runs):
                return self._of_symptoms(looks)
        return None

    def _of_ways(self, found: Found, runs: Sequence[Run], before: tuple[Mistake, ...] = ()) -> _Told:
        touched = symptoms.of_touching(runs)
        mistakes = (*before, *(self._named(item.name) for item in found.misconceptions))
        if touched:
            mistakes = (*mistakes, self._said(touched))
        return _Told(mistakes, _evidence(found, runs), *_follows(found, self._runs))

    def _of_repair(self, repair: Repair) -> _Told:
        name, mistake = repair.suspect.name, self._suspected(repair.suspect)
        wrong = frozenset(role for run in self._runs for role in _wrong_roles(run))
        cost = blamed([CATALOGUE[name]], wrong)
        follows = tuple(each for each in _failed(self._runs) if _role(each) not in cost)
        return _Told((mistake,), f"with {mistake.place or 'one line'} changed everything is right", follows)

    def of_symptom(self, found: Symptom) -> _Told:
        """Tell what is seen from outside."""
        return self._of_symptoms(found)

    def _of_symptoms(self, *found: Symptom) -> _Told:
        return _Told(tuple(self._said(each) for each in found), found[0].evidence)

    def _uncovered(self) -> _Told | None:
        """Tell two mistakes, of which one hides the other until it is mended."""
        for repair in self._repairs.uncovering():
            found = self._search(_samples(repair.runs), (1,))
            if found and found.evidence.telling > 1:
                first = self._suspected(repair.suspect)
                rest = tuple(self._named(item.name) for item in found.misconceptions)
                return _Told((*rest, first) if first.name in LAST else (first, *rest), _evidence(found, repair.runs))
            if looks := symptoms.of_new_samples(repair.runs):
                told = self._of_symptoms(looks)
                return replace(told, mistakes=(*told.mistakes, self._suspected(repair.suspect)))
        if two := self._repairs.mending_two():
            told = self._of_repair(two[0])
            return replace(told, mistakes=(*told.mistakes, self._suspected(two[1])), evidence=_MENDED)
        return None

    def _apart(self, ended: Symptom) -> _Told:
        """Diagnose the runs that came to their end without those that did not."""
        rest = [run for run in self._runs if run not in ended.runs]
        found = self._search(_samples(rest), (1, 2, 3))
        if found:
            told = self._of_ways(found, rest)
            return replace(told, mistakes=(*told.mistakes, self._said(ended)))
        looks = symptoms.of_values(rest)
        return self._of_symptoms(ended, *((looks,) if looks else ()))

    def _supplied(self, ended: Symptom) -> tuple[Sequence[Run], tuple[Mistake, ...]]:
        """Return the runs that come to their end once what is missing is supplied, and what was missing."""
        missing: tuple[Mistake, ...] = ()
        prelude = ""
        again: Sequence[Run] = self._runs
        found: Symptom | None = ended
        while found is not None:
            missing = (*missing, self._said(found))
            if len(missing) > _MOST_REPAIRS or not found.prelude or found.prelude in prelude:
                return [], _merged(missing)
            prelude += found.prelude
            try:
                again = self._rerun.after(prelude).on(self._task, [run.data for run in self._runs])
            except OutOfTimeError:
                return [], _merged(missing)
            found = symptoms.of_ending(again)
        return again, _merged(missing)

    def _search(self, samples: list[Sample], counts: tuple[int, ...], *, by_shape: bool = False) -> Found | None:
        return search(samples, self._task.conventions, counts, by_shape=by_shape) if samples else None

    def _named(self, name: str) -> Mistake:
        """Return a misconception of the catalogue, with the function that it is about and the student's line."""
        wrong = {role for run in self._runs for role in _wrong_roles(run)}
        role = next((role for role in CATALOGUE[name].at if role in wrong), "")
        place, excerpt = self._repairs.place_of(name)
        mistake = symptoms.mistake_named(name, self._task)
        function = function_of(self._task, role)
        return replace(mistake, task=self._task.name, function=function, place=place, excerpt=excerpt)

    def _suspected(self, suspect: Suspect) -> Mistake:
        place, excerpt = self._rerun.place(suspect.line)
        return replace(self._named(suspect.name), place=place, excerpt=excerpt)

    def _said(self, symptom: Symptom) -> Mistake:
        """Return a symptom's mistake, with the function that it is about and the line of the error."""
        mistake = symptom.mistake
        place, excerpt = self._rerun.place(symptom.line) if symptom.line else self._repairs.place_of(mistake.name)
        function = function_of(self._task, symptom.role) if symptom.in_function else ""
        return replace(mistake, task=self._task.name, function=function, place=place, excerpt=excerpt)


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
    for run in filter(comparable, runs):
        failed = run.outcome.status != "ok"
        if failed and (run.outcome.error is None or run.outcome.error.kind not in _SHAPE_ERRORS):
            return []
        wrong = frozenset(asked if failed else _wrong_roles(run)) & frozenset(kept if kept else asked)
        roles = {} if failed else {role: run.roles[role] for role in kept if role in run.roles}
        misshapen = {finding.criterion[:-5] for finding in run.findings if _is_shape(finding)}
        clash = clashing(run.outcome.error.message) if failed and run.outcome.error else frozenset()
        samples.append(Sample(run.data.real, run.data.k, roles, wrong, frozenset(misshapen & wrong), failed, clash))
    return [] if all(sample.failed or not sample.wrong for sample in samples) else samples


def _is_shape(finding: Finding) -> bool:
    return finding.criterion.endswith(".form") and finding.detail.startswith("got shape")


def _wrong_roles(run: Run) -> set[str]:
    return {finding.criterion.split(".")[0] for finding in run.findings if not finding.passed} & set(ROLES)


def _evidence(found: Found, runs: Sequence[Run]) -> str:
    evidence = found.evidence
    wrong = evidence.explained + evidence.unexplained
    said = f"on {evidence.explained} of the {wrong} data sets where something is wrong it returns what this gives"
    return f"{said}, and on none of all {len(runs)} anything else"


def _follows(found: Found, runs: Sequence[Run]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the criteria that fail only because of what goes before them, the mistakes being as they are.

    All wrong values of such a criterion are those that the mistakes give, and none of the mistakes is about it. First
    the criteria of a task in which the mistakes are made, then of one where they are made once more.
    """
    wrong = frozenset(role for run in runs for role in _wrong_roles(run))
    broken = {name for item in found.misconceptions for name in item.breaks}
    again = tuple(
        name
        for name in _failed(runs)
        if {*roles_of(_criterion(name))} & wrong <= found.evidence.roles and _criterion(name) not in broken
    )
    cost = blamed(found.misconceptions, wrong)
    return tuple(name for name in again if _role(name) not in cost), again


def _criterion(name: str) -> str:
    return name.split(": ")[-1]


def _role(name: str) -> str:
    return _criterion(name).split(".")[0]


def _failed(runs: Sequence[Run]) -> tuple[str, ...]:
    """Return the judge's criteria that fail somewhere, with the name of their task where it has one."""
    task = runs[0].task
    failed = {finding.criterion for run in runs for finding in run.findings if not finding.passed}
    names = [f"{role}.form" for role in task.roles] + [item.name for item in CRITERIA]
    return tuple(f"{task.name}: {name}" if task.name else name for name in names if name in failed)
