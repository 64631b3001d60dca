"""One submission on all data sets of an assignment."""

import dataclasses
import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np

from pcaproofs.grading.assignment.model import Assignment, Task
from pcaproofs.grading.assignment.names import PARAMETERS, SITUATIONS, VALUES
from pcaproofs.grading.data.datasets import DataSet, datasets
from pcaproofs.grading.data.known import facts_for
from pcaproofs.grading.judge import Finding, examine
from pcaproofs.grading.judge.equivariance import TRANSFORMATIONS, compare
from pcaproofs.grading.judge.shapes import PER_SAMPLE
from pcaproofs.grading.protocol import Array, Job, Outcome, RoleError, Scalar, StudentError
from pcaproofs.grading.running import places
from pcaproofs.grading.running.expected import parameter, right_value
from pcaproofs.grading.running.own_data import own_datasets
from pcaproofs.grading.running.secrecy import without_words
from pcaproofs.grading.running.settling import settled, with_paid_forms
from pcaproofs.grading.submission.code import Code
from pcaproofs.grading.submission.reading import RunAll

_PATIENCE = 2
_MOST_ENTRIES = 50_000


_Error = TypeVar("_Error", bound=StudentError)


@dataclass(frozen=True, kw_only=True)
class Run:
    """One call on one data set, and what the judge found in its answer."""

    task: Task
    """What it is judged by: the assignment's, with what it leaves free as the submission has it."""
    data: DataSet
    outcome: Outcome
    """What came back, as it came."""
    roles: Mapping[str, Array | RoleError]
    """The answer with samples in rows, whatever the assignment has, and with what the task was `given`."""
    findings: tuple[Finding, ...]
    """The judge's, after `runs` and `input-untouched`; only `runs` where the call did not come to its end."""
    compared: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    """What is compared with the solution, by name: the submission's value and the solution's."""

    @property
    def ok(self) -> bool:
        """Whether the call came to its end and nothing is wrong with its answer."""
        return self.outcome.status == "ok" and all(finding.passed for finding in self.findings)

    def without(self, criteria: Collection[str]) -> "Run":
        """This without what was found of some criteria."""
        return replace(self, findings=tuple(each for each in self.findings if each.criterion not in criteria))

    def without_bulk(self) -> "Run":
        """This without values so large that nothing could be learned from them but their shape."""

        def light(value: Array | RoleError) -> Array | RoleError:
            if isinstance(value, RoleError) or value.size <= _MOST_ENTRIES:
                return value
            return RoleError("ValueError", 0, f"got an array of shape {value.shape}, far larger than it could be")

        outcome = replace(self.outcome, roles={role: light(value) for role, value in self.outcome.roles.items()})
        return replace(self, outcome=outcome, roles={role: light(value) for role, value in self.roles.items()})

    def holds(self, criterion: str) -> bool:
        """Whether a criterion holds: in a run that came to its end also one that says nothing here."""
        if self.outcome.status != "ok":
            return False
        return all(finding.passed for finding in self.findings if finding.criterion == criterion)


def data_of(assignment: Assignment, task: Task) -> tuple[DataSet, ...]:
    """The data sets of a task: the ordinary ones, and those of each situation that its rubric names."""
    situations = frozenset(item.criterion for item in task.criteria if item.criterion in SITUATIONS)
    found = datasets(assignment.seed, situations, standardised=task.conventions.standardise != "no")
    usual = (data for data in found if data.situation or not assignment.own_data_only)
    every = (*own_datasets(assignment), *usual) if assignment.own_data_only else (*usual, *own_datasets(assignment))
    return tuple(data for data in every if data.visible or not assignment.visible_only)


def run_submission(run_all: RunAll, assignment: Assignment, code: Code) -> list[Run]:
    """Run each task on its data sets, and judge them together."""
    answered = []
    for task in assignment.tasks:
        task = with_paid_forms(task)
        answers = _answers(run_all, assignment, code, task)
        if elsewhere := _elsewhere(run_all, assignment, code, task, answers):
            task, answers = elsewhere, _answers(run_all, assignment, code, elsewhere)
        answered.append((task, answers))
    runs = [
        judged(task, data, outcome, code)
        for task, (_, answers) in zip(settle(answered), answered, strict=True)
        for data, outcome in answers
    ]
    return [_compared(run, runs) if run.data.motion else run for run in runs]


def settle(answered: Sequence[tuple[Task, Sequence[tuple[DataSet, Outcome]]]]) -> list[Task]:
    """The tasks with all that they leave free as a submission has it."""
    return settled(
        [
            (task, [(data, _with_samples_in_rows(task, data, each)) for data, each in answers if each.status == "ok"])
            for task, answers in answered
        ]
    )


def _answers(run_all: RunAll, assignment: Assignment, code: Code, task: Task) -> list[tuple[DataSet, Outcome]]:
    """Run a task on its data sets; visible data and hidden data never meet in one process."""
    ends = 0
    answers: list[tuple[DataSet, Outcome]] = []
    for visible in (True, False):
        some = [each for each in data_of(assignment, task) if each.visible is visible]
        some = some if visible else in_secret_order(assignment, some)
        if not some:
            continue
        if ends < _PATIENCE:
            outcomes = run_all([job_of(code, task, each) for each in some])
        else:
            why = f"not run after others that ended so: {outcomes[-1].detail}"
            rest = dataclasses.replace(outcomes[-1], roles={}, touched=(), detail=why, seconds=0.0, cpu_seconds=0.0)
            outcomes = [rest] * len(some)
        ends += sum(outcome.status not in ("ok", "error") for outcome in outcomes)
        answers += zip(some, outcomes, strict=True)
    order = [data.name for data in data_of(assignment, task)]
    return sorted(answers, key=lambda answer: order.index(answer[0].name))


def _elsewhere(
    run_all: RunAll, assignment: Assignment, code: Code, task: Task, answers: Sequence[tuple[DataSet, Outcome]]
) -> Task | None:
    """The task that takes results from other places of what is returned, where they are there."""

    def tells(data: DataSet) -> bool:
        return data.k > 1 and len({*data.X.shape, data.k}) == 3

    if task.values:  # their expressions are for the call as it stands
        return None
    ordinary = [(data, outcome) for data, outcome in answers if not data.situation]
    data, outcome = next((each for each in ordinary if tells(each[0])), (None, None))
    if data is None or outcome is None:
        return None
    facts = facts_for(data, task.conventions, task.tolerance)
    return places.found(
        task,
        facts,
        outcome,
        lambda tasks: run_all([job_of(code, each, data) for each in tasks]),
        lambda answer: _with_samples_in_rows(task, data, answer),
    )


def in_secret_order(assignment: Assignment, some: Iterable[DataSet]) -> list[DataSet]:
    """Hidden data in an order that depends on the seed: that a call is the third says nothing of its data."""

    def key(data: DataSet) -> bytes:
        return hashlib.sha256(f"{assignment.seed} {data.name}".encode()).digest()

    return sorted(some, key=key)


def _compared(run: Run, runs: Sequence[Run]) -> Run:
    """Hold a run on moved data against the run on the data as they were."""
    motion, conventions = run.data.motion, run.task.conventions
    base = next(each for each in runs if each.task is run.task and each.data.name == run.data.base)
    if motion is None or run.outcome.status != "ok":
        return run
    tolerance = max([item.tolerance for item in run.task.criteria if item.criterion == run.data.situation], default=0.0)
    tolerance = max(tolerance, run.task.tolerance)
    transformation = TRANSFORMATIONS[run.data.situation.removeprefix("equivariance.")]
    if base.outcome.status == "ok":
        answers = [
            (facts_for(each.data, conventions, tolerance), {role: each.roles[role] for role in each.task.roles})
            for each in (base, run)
        ]
        finding = compare(transformation, motion, answers[0], answers[1], conventions, run.task.reading)
    else:
        finding = Finding(run.data.situation, False, transformation.claim, "there is no answer to the data before")
    return dataclasses.replace(run, findings=(*run.findings, finding))


def inputs_of(task: Task, data: DataSet) -> tuple[dict[str, Array], dict[str, Scalar]]:
    """All that a task's call finds in scope on a data set: arrays as the assignment has them, and numbers."""
    turned = task.samples == "columns"
    arrays: dict[str, Array] = {"X": data.X.T if turned else data.X}
    values = [rule.expression for rule in task.values.values()]
    if any(re.search(r"\bX_new\b", text) for text in (task.call, *task.roles.values(), *values)):
        arrays["X_new"] = data.new.T if turned else data.new
    scalars: dict[str, Scalar] = {"k": data.k}
    for variable, role in task.given.items():
        if role in PARAMETERS:
            scalars[variable] = parameter(role, data, task.conventions)
            continue
        value = right_value(role, data, task.conventions)
        arrays[variable] = value.T if turned and role in PER_SAMPLE else value
    return arrays, scalars


def job_of(code: Code, task: Task, data: DataSet) -> Job:
    """The job that runs a task on a data set."""
    arrays, scalars = inputs_of(task, data)
    compared = {f"{VALUES}{name}": rule.expression for name, rule in task.values.items()}
    return code.job(
        call=task.reading.call or task.call,
        roles={**(task.reading.expressions or task.roles), **compared},
        nested=frozenset(compared),
        arrays=arrays,
        scalars=scalars,
    )


def judged(task: Task, data: DataSet, outcome: Outcome, code: Code) -> Run:
    """A run with what the judge finds in its outcome; nothing of hidden data can be read in it but values."""
    outcome = _placed(outcome, code) if data.visible else without_words(outcome)
    roles = _with_samples_in_rows(task, data, outcome)
    findings: list[Finding] = []
    if outcome.gradable:
        why = outcome.detail or code.load_error or _without_any_value(outcome)
        findings.append(Finding("runs", outcome.status == "ok" and not why, "", why))
    if outcome.status == "ok":
        findings.append(Finding("imports", not code.supplied, "", "; ".join(code.told_supplied())))
        changed = ", ".join(outcome.touched)
        findings.append(Finding("input-untouched", not changed, "", f"the call changed {changed}" if changed else ""))
        found = _examined(task, data, roles)
        findings += _in_the_students_orientation(found) if task.samples == "columns" else found
    return Run(task=task, data=data, outcome=outcome, roles=roles, findings=tuple(findings))


def _placed(outcome: Outcome, code: Code) -> Outcome:
    """The outcome of a run with errors that say where they stand in the student's own file."""
    error = _with_place(outcome.error, code) if outcome.error else None
    roles = {
        role: _with_place(value, code) if isinstance(value, RoleError) else value
        for role, value in outcome.roles.items()
    }
    return dataclasses.replace(outcome, error=error, roles=roles, detail=str(error) if error else outcome.detail)


def _with_place(error: _Error, code: Code) -> _Error:
    return dataclasses.replace(error, place=code.source.place(error.line)) if error.line else error


def _without_any_value(outcome: Outcome) -> str:
    """Say that a call gave nothing, where it came to its end."""
    errors = [value for value in outcome.roles.values() if isinstance(value, RoleError)]
    return f"it gives no value: {errors[0]}" if errors and len(errors) == len(outcome.roles) else ""


def _examined(task: Task, data: DataSet, roles: Mapping[str, Array | RoleError]) -> list[Finding]:
    """The judge's findings, those of each criterion within its own tolerance."""

    def within(tolerance: float) -> list[Finding]:
        return examine(facts_for(data, task.conventions, tolerance), roles, task.conventions, task.reading)

    wider = {item.criterion: item.tolerance for item in task.criteria if item.tolerance > task.tolerance}
    found = {tolerance: within(tolerance) for tolerance in {task.tolerance, *wider.values()}}
    names = [finding.criterion for finding in found[task.tolerance]]
    return [found[wider.get(name, task.tolerance)][number] for number, name in enumerate(names)]


def _with_samples_in_rows(task: Task, data: DataSet, outcome: Outcome) -> dict[str, Array | RoleError]:
    roles: dict[str, Array | RoleError] = {
        role: right_value(role, data, task.conventions)
        for role in task.given.values()
        if role not in task.roles and role not in PARAMETERS
    }
    for role, value in outcome.roles.items():
        if role.startswith(VALUES):
            continue
        turned = task.samples == "columns" and role in PER_SAMPLE and isinstance(value, np.ndarray)
        roles[role] = value.T if turned and isinstance(value, np.ndarray) else value
    return roles


def _in_the_students_orientation(findings: Iterable[Finding]) -> Iterable[Finding]:
    """Turn shapes back in what is said of values that were turned for the judge."""
    swap = {"row": "column", "column": "row"}
    for finding in findings:
        role, _, kind = finding.criterion.partition(".")
        if kind == "form" and role in PER_SAMPLE:
            detail = re.sub(r"\((\d+), (\d+)\)", r"(\2, \1)", finding.detail)
            detail = re.sub(r"\b(row|column)\b", lambda word: swap[word[1]], detail)
            finding = dataclasses.replace(finding, detail=detail)
        yield finding
