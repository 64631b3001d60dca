"""Running one submission on all data sets of an assignment."""

import dataclasses
import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from pcaproofs.grading.assignment.model import Assignment, Task
from pcaproofs.grading.assignment.names import PARAMETERS, SITUATIONS, VALUES
from pcaproofs.grading.data.datasets import CLOSE, DataSet, datasets
from pcaproofs.grading.data.ground_truth import facts_for
from pcaproofs.grading.judge import Judgement, examine
from pcaproofs.grading.judge.equivariance import TRANSFORMATIONS, compare
from pcaproofs.grading.judge.shapes import PER_SAMPLE
from pcaproofs.grading.protocol import Array, Job, Outcome, RoleError, Scalar, StudentError
from pcaproofs.grading.running import result_order
from pcaproofs.grading.running.expected import parameter, right_value
from pcaproofs.grading.running.free_conventions import resolved, with_scored_forms
from pcaproofs.grading.running.own_data import own_datasets
from pcaproofs.grading.running.secrecy import redacted
from pcaproofs.grading.submission.code import Code
from pcaproofs.grading.submission.reading import RunAll

_PATIENCE = 2
_MOST_ENTRIES = 50_000
_EARLY = 1e-3
"""The tolerance from which on iterations may stop early."""


_Error = TypeVar("_Error", bound=StudentError)


@dataclass(frozen=True, kw_only=True)
class Run:
    """One call on one data set, with the judge's findings."""

    task: Task
    """The task that it is judged by: the assignment's, with free conventions as the submission has them."""
    data: DataSet
    outcome: Outcome
    """The outcome as received."""
    roles: Mapping[str, Array | RoleError]
    """The answer with samples in rows, and the values that the task was `given`."""
    findings: tuple[Judgement, ...]
    """Findings on `runs` and `input-untouched`, then the judge's; only `runs` if the call did not end."""
    compared: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    """By name: the submission's value and the solution's."""

    @property
    def ok(self) -> bool:
        """Whether the call ended and all findings passed."""
        return self.outcome.status == "ok" and all(finding.passed for finding in self.findings)

    def without(self, criteria: Collection[str]) -> "Run":
        """The run without the findings on some criteria."""
        return replace(self, findings=tuple(each for each in self.findings if each.criterion not in criteria))

    def without_bulk(self) -> "Run":
        """The run without values that are far too large."""

        def light(value: Array | RoleError) -> Array | RoleError:
            if isinstance(value, RoleError) or value.size <= _MOST_ENTRIES:
                return value
            return RoleError("ValueError", 0, f"got an array of shape {value.shape}, far larger than it could be")

        outcome = replace(self.outcome, roles={role: light(value) for role, value in self.outcome.roles.items()})
        return replace(self, outcome=outcome, roles={role: light(value) for role, value in self.roles.items()})

    def holds(self, criterion: str) -> bool:
        """Whether a criterion holds; true if the run ended and there is no finding on it."""
        return self.outcome.status == "ok" and criterion not in self.failed

    @cached_property
    def failed(self) -> frozenset[str]:
        """The criteria that do not hold."""
        return frozenset(finding.criterion for finding in self.findings if not finding.passed)

    @property
    def failed_roles(self) -> frozenset[str]:
        """What the failed criteria begin with: roles, and words such as `data`."""
        return frozenset(name.split(".")[0] for name in self.failed)


def data_of(assignment: Assignment, task: Task) -> tuple[DataSet, ...]:
    """The data sets of a task: the ordinary ones, and those of each situation that its rubric names."""
    situations = frozenset(item.criterion for item in task.criteria if item.criterion in SITUATIONS)
    kernels = {"kernel", "kernel_scores"} & {*task.roles, *task.given.values()}
    found = datasets(
        assignment.seed,
        situations,
        standardised=task.conventions.standardise != "no",
        kernel=task.conventions if kernels else None,
    )
    usual = [data for data in found if data.situation or not assignment.own_data_only]
    usual = [data for data in usual if data.name != CLOSE or task.tolerance < _EARLY]
    every = (*own_datasets(assignment), *usual) if assignment.own_data_only else (*usual, *own_datasets(assignment))
    return tuple(data for data in every if data.visible or not assignment.visible_only)


def run_submission(run_all: RunAll, assignment: Assignment, code: Code) -> list[Run]:
    """The runs of each task on its data sets, judged together."""
    answered = []
    for task in assignment.tasks:
        task = with_scored_forms(task)
        answers = _answers(run_all, assignment, code, task)
        if elsewhere := _reordered_task(run_all, assignment, code, task, answers):
            task, answers = elsewhere, _answers(run_all, assignment, code, elsewhere)
        answered.append((task, answers))
    runs = [
        judged(task, data, outcome, code)
        for task, (_, answers) in zip(with_resolved_conventions(answered), answered, strict=True)
        for data, outcome in answers
    ]
    return [_compared(run, runs) if run.data.motion else run for run in runs]


def with_resolved_conventions(answered: Sequence[tuple[Task, Sequence[tuple[DataSet, Outcome]]]]) -> list[Task]:
    """The tasks with free conventions as the submission has them."""
    return resolved(
        [
            (task, [(data, _with_samples_in_rows(task, data, each)) for data, each in answers if each.status == "ok"])
            for task, answers in answered
        ]
    )


def _answers(run_all: RunAll, assignment: Assignment, code: Code, task: Task) -> list[tuple[DataSet, Outcome]]:
    """Outcomes of a task on its data sets; visible and hidden data are never used in one process."""
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
            outcomes = [outcomes[-1].not_run(why)] * len(some)
        ends += sum(outcome.status not in ("ok", "error") for outcome in outcomes)
        answers += zip(some, outcomes, strict=True)
    order = [data.name for data in data_of(assignment, task)]
    return sorted(answers, key=lambda answer: order.index(answer[0].name))


def _reordered_task(
    run_all: RunAll, assignment: Assignment, code: Code, task: Task, answers: Sequence[tuple[DataSet, Outcome]]
) -> Task | None:
    """The task that takes results in the order in which the submission returns them, if it is another one."""

    def tells(data: DataSet) -> bool:
        return data.k > 1 and len({*data.X.shape, data.k}) == 3

    if task.values:  # expressions of values refer to the original call
        return None
    ordinary = [(data, outcome) for data, outcome in answers if not data.situation]
    data, outcome = next((each for each in ordinary if tells(each[0])), (None, None))
    if data is None or outcome is None:
        return None
    facts = facts_for(data, task.conventions, task.tolerance)
    return result_order.reordered_task(
        task,
        facts,
        outcome,
        lambda tasks: run_all([job_of(code, each, data) for each in tasks]),
        lambda answer: _with_samples_in_rows(task, data, answer),
    )


def in_secret_order(assignment: Assignment, datasets: Iterable[DataSet]) -> list[DataSet]:
    """Data sets in an order that depends on the seed, so that the number of a call does not identify its data."""

    def key(data: DataSet) -> bytes:
        return hashlib.sha256(f"{assignment.seed} {data.name}".encode()).digest()

    return sorted(datasets, key=key)


def _compared(run: Run, runs: Sequence[Run]) -> Run:
    """A run on transformed data, with the finding from comparing it with the run on the original data."""
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
        finding = Judgement(run.data.situation, False, transformation.claim, "there is no answer to the data before")
    return dataclasses.replace(run, findings=(*run.findings, finding))


def inputs_of(task: Task, data: DataSet) -> tuple[dict[str, Array], dict[str, Scalar]]:
    """The arrays and numbers that a task's call has in scope on a data set, in the assignment's orientation."""
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
    """A run with the judge's findings; for hidden data it contains no text of the submission."""
    outcome = _placed(outcome, code) if data.visible else redacted(outcome)
    roles = _with_samples_in_rows(task, data, outcome)
    findings: list[Judgement] = []
    if outcome.gradable:
        why = outcome.detail or code.load_error or _without_any_value(outcome)
        findings.append(Judgement("runs", outcome.status == "ok" and not why, "", why))
    if outcome.status == "ok":
        findings.append(Judgement("imports", not code.supplied, "", "; ".join(code.supplied_notes())))
        changed = ", ".join(outcome.touched)
        findings.append(Judgement("input-untouched", not changed, "", f"the call changed {changed}" if changed else ""))
        found = _examined(task, data, roles)
        findings += _in_the_students_orientation(found) if task.samples == "columns" else found
    return Run(task=task, data=data, outcome=outcome, roles=roles, findings=tuple(findings))


def _placed(outcome: Outcome, code: Code) -> Outcome:
    """An outcome whose errors have their positions in the student's file."""
    error = _with_place(outcome.error, code) if outcome.error else None
    roles = {
        role: _with_place(value, code) if isinstance(value, RoleError) else value
        for role, value in outcome.roles.items()
    }
    return dataclasses.replace(outcome, error=error, roles=roles, detail=str(error) if error else outcome.detail)


def _with_place(error: _Error, code: Code) -> _Error:
    return dataclasses.replace(error, place=code.source.place(error.line)) if error.line else error


def _without_any_value(outcome: Outcome) -> str:
    """A message if the call ended but no role has a value; otherwise empty."""
    errors = [value for value in outcome.roles.values() if isinstance(value, RoleError)]
    return f"it gives no value: {errors[0]}" if errors and len(errors) == len(outcome.roles) else ""


def _examined(task: Task, data: DataSet, roles: Mapping[str, Array | RoleError]) -> list[Judgement]:
    """The judge's findings, each within the tolerance of its criterion."""

    def within(tolerance: float) -> list[Judgement]:
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


def _in_the_students_orientation(findings: Iterable[Judgement]) -> Iterable[Judgement]:
    """Findings with shapes in the student's orientation.

    Values with a row for each sample were transposed for the judge.
    """
    swap = {"row": "column", "column": "row"}
    for finding in findings:
        role, _, kind = finding.criterion.partition(".")
        if kind == "form" and role in PER_SAMPLE:
            detail = re.sub(r"\((\d+), (\d+)\)", r"(\2, \1)", finding.detail)
            detail = re.sub(r"\b(row|column)\b", lambda word: swap[word[1]], detail)
            finding = dataclasses.replace(finding, detail=detail)
        yield finding
