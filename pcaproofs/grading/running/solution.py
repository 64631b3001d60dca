"""Loading a submission's file once without data, and the values of the instructor's solution, run isolated like it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from pcaproofs.grading.assignment.model import Assignment, Task
from pcaproofs.grading.assignment.names import VALUES
from pcaproofs.grading.data.datasets import facts_for
from pcaproofs.grading.judge import Judgement
from pcaproofs.grading.judge.shapes import STRICT
from pcaproofs.grading.judge.values import Compared
from pcaproofs.grading.parsing.source import SourceError
from pcaproofs.grading.protocol import SYNTAX, Outcome, RoleError
from pcaproofs.grading.running.run import Run, data_of, job_of
from pcaproofs.grading.sandbox.codec import clean
from pcaproofs.grading.sandbox.nested import unpacked
from pcaproofs.grading.sandbox.worker.nested import packed
from pcaproofs.grading.sandbox.worker.newer import NEEDS
from pcaproofs.grading.submission.code import Code, ReadingError, RunAll, code_of
from pcaproofs.grading.submission.code import unpacked as opened
from pcaproofs.grading.submission.submissions import Submission, SubmissionError


def loaded(run_all: RunAll, assignment: Assignment, code: Code) -> Code:
    """The code with the statements that fail at its top level.

    If the file as a whole ends its process, only its definitions are run, provided they can be called.
    """
    outcome = _tried(run_all, code)
    if outcome.status == "ok":
        return _informed(code, outcome)
    definitions = replace(code, side_effects=False)
    tried = _tried(run_all, definitions)
    if tried.status != "ok" or not outcome.gradable:
        return code
    definitions = _informed(definitions, tried)
    if not _answers(run_all, assignment, definitions):
        return code
    note = "only the imports, functions, classes and constants of the file were run, since it fails as a whole"
    notes = (*definitions.source.notes, note)
    error = "" if code.source.cells else f"the file fails as a whole: {outcome.detail}"
    return replace(definitions, source=replace(code.source, notes=notes), load_error=error or definitions.load_error)


def _tried(run_all: RunAll, code: Code) -> Outcome:
    (outcome,) = run_all([code.job(call="", roles={})])
    return outcome


def _informed(code: Code, outcome: Outcome) -> Code:
    broken = [drop for drop in outcome.dropped if drop.kind in SYNTAX and not drop.file]
    error = ""
    if broken and not code.source.cells:
        place = code.source.place(broken[0].line)
        said = f"{broken[0].kind}: {broken[0].message}"
        why = broken[0].message if NEEDS in said else f"Python does not run the file as it is: {said}"
        error = f"{why} [{place}]"
    return replace(code, dropped=outcome.dropped, supplied=outcome.supplied, load_error=error)


def _answers(run_all: RunAll, assignment: Assignment, code: Code) -> bool:
    """Whether the call of any task reaches functions of the submission."""
    if not assignment.tasks:
        return True
    for task in assignment.tasks:
        (outcome,) = run_all([job_of(code, task, data_of(assignment, task)[0])])
        if outcome.status == "ok" or (outcome.status == "error" and outcome.error and outcome.error.line):
            return True
    return False


# Values of the instructor's solution on an assignment's data; it is run isolated, like a submission


SolutionValues = Mapping[tuple[str, str], Mapping[str, Any]]
"""By task and data set: the right value of each name in [values]."""

_MAX_VALUE_BYTES = 64 << 10
"""Maximum bytes of one value in the student's version."""
_known: dict[tuple[str, int, bool], SolutionValues] = {}


class SolutionError(Exception):
    """The solution does not give a value that it is asked for; the message is one line."""


def solution_values(run_all: RunAll, assignment: Assignment) -> SolutionValues:
    """The right values of all tasks; raises SolutionError. The solution is run once in each process."""
    if not any(task.values for task in assignment.tasks):
        return {}
    if assignment.solution is None:
        return _stored_values(assignment)
    key = (assignment.digest, assignment.seed, assignment.visible_only)
    if key not in _known:
        found = _run(run_all, assignment)
        if not assignment.digest:
            return found
        _known[key] = found
    return _known[key]


def with_expected_values(run_all: RunAll, assignment: Assignment) -> Assignment:
    """The assignment with its solution's values on visible data, and without the solution.

    Values that are too large for the student's version are left out. Raises SolutionError.
    """
    student = assignment.for_students()
    right = solution_values(run_all, student)
    tasks = []
    for task in assignment.tasks:
        found = {
            data: {name: packed(value).tobytes() for name, value in values.items()}
            for (of, data), values in right.items()
            if of == task.name
        }
        large = {name for values in found.values() for name, value in values.items() if len(value) > _MAX_VALUE_BYTES}
        expected = {
            data: {name: value for name, value in values.items() if name not in large} for data, values in found.items()
        }
        tasks.append(replace(task, expected=expected if len(large) < len(task.values) else {}))
    return replace(assignment, tasks=tuple(tasks), solution=None)


def _stored_values(assignment: Assignment) -> SolutionValues:
    """The solution's values that a student's version contains; raises SolutionError."""
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    for task in assignment.tasks:
        for data in data_of(assignment, task) if task.values else ():
            told = task.expected.get(data.name, {})
            values = {name: unpacked(np.frombuffer(value, np.uint8)) for name, value in told.items()}
            for name in task.values:
                if isinstance(values.get(name, RoleError("ValueError", 0, "")), RoleError):
                    raise SolutionError(
                        f"got no expected {name!r} on {data.name!r}, but should be as assignment release writes it"
                    )
            found[task.name, data.name] = values
    return found


def _run(run_all: RunAll, assignment: Assignment) -> SolutionValues:
    code = _code(run_all, assignment)
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    for task in assignment.tasks:
        if not task.values:
            continue
        alone = replace(task, roles={}, reading=STRICT)
        data = data_of(assignment, task)
        for each, outcome in zip(data, run_all([job_of(code, alone, each) for each in data]), strict=True):
            found[task.name, each.name] = _values(assignment, alone, outcome, f"on {each.name!r}")
    return found


def _code(run_all: RunAll, assignment: Assignment) -> Code:
    """The solution's code; raises SolutionError."""
    file = assignment.solution
    if file is None:
        raise SolutionError("got [values] and no solution, but should be the key 'solution' as well")
    name = PurePosixPath(file.name).name
    try:
        submission = opened(run_all, Submission("solution", {name: file.data}))
        code = loaded(run_all, assignment, code_of(run_all, submission, replace(assignment, file=name)))
    except (SubmissionError, SourceError, ReadingError) as error:
        raise SolutionError(f"got a solution that cannot be read ({error}), but should run [{file.name}]") from None
    return code


def _values(assignment: Assignment, task: Task, outcome: Outcome, where: str) -> Mapping[str, Any]:
    file = assignment.solution.name if assignment.solution else ""
    if outcome.status != "ok":
        raise SolutionError(f"got a solution that fails {where} ({_line(outcome.detail)}), but should run [{file}]")
    values = values_of(outcome)
    for name in task.values:
        value = values.get(name, RoleError("ValueError", 0, "no value came"))
        if isinstance(value, RoleError):
            raise SolutionError(f"got no {name!r} from the solution {where} ({_line(str(value))}) [{file}]")
    return values


def _line(text: str) -> str:
    return " ".join(clean(text).split())


def values_of(outcome: Outcome) -> dict[str, Any]:
    """By name: the values for [values], or the errors why there are none."""
    return {
        name.removeprefix(VALUES): unpacked(value) for name, value in outcome.roles.items() if name.startswith(VALUES)
    }


def with_comparisons(run: Run, right: SolutionValues) -> Run:
    """A run with a finding for each value that is compared with the solution's."""
    if not run.task.values or run.outcome.status != "ok":
        return run
    wanted = right.get((run.task.name, run.data.name))
    if wanted is None:
        return run
    found = values_of(run.outcome)
    widened = {item.criterion: item.tolerance for item in run.task.criteria}
    findings = []
    for name, rule in run.task.values.items():
        criterion = f"{VALUES}{name}"
        tolerance = max(rule.tolerance, run.task.tolerance, widened.get(criterion, 0.0))
        facts = facts_for(run.data, run.task.conventions)
        how = Compared(facts, rule.up_to, tolerance, rule.vectors == "rows", lambda text: clean(repr(text)))
        got = found.get(name, RoleError("ValueError", 0, "no value came"))
        said = f"{name}: {got}" if isinstance(got, RoleError) else how.difference(got, wanted[name], name)
        findings.append(Judgement(criterion, not said, "", said))
    both = {name: (found[name], wanted[name]) for name in run.task.values if name in found}
    return replace(run, findings=(*run.findings, *findings), compared=both)
