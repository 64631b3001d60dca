"""Grading one submission: run it, judge it, diagnose mistakes, and keep faults of the grader apart."""

import contextlib
import hashlib
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from pcaproofs import __version__
from pcaproofs.grading import derivations
from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.derivations import DerivationFault
from pcaproofs.grading.diagnosis import FullDiagnosis, full_diagnosis, picture_of
from pcaproofs.grading.diagnosis.rerun import Rerun
from pcaproofs.grading.parsing.source import SourceError
from pcaproofs.grading.protocol import fault_of
from pcaproofs.grading.results.result import Result, RunRecord, Status
from pcaproofs.grading.results.score import score
from pcaproofs.grading.running.budget import Budget, OutOfTimeError
from pcaproofs.grading.running.run import Run, RunAll, run_submission
from pcaproofs.grading.running.solution import SolutionError, loaded, solution_values, with_comparisons
from pcaproofs.grading.sandbox.environment import versions
from pcaproofs.grading.submission.code import Code, ReadingError, code_of, unpacked
from pcaproofs.grading.submission.submissions import Submission, SubmissionError

_WORST: tuple[Status, ...] = ("grader-fault", "forged", "killed", "timeout", "memory", "output-limit", "error", "ok")
_KEPT_PRINT = 2000
_MOST_RUNS, _MOST_EXAMPLES = 300, 60
"""Runs of changed programs, and runs on small data: about four seconds of a processor together."""


def grade(
    run_all: RunAll, assignment: Assignment, submission: Submission, read: Callable[[Code], None] = lambda code: None
) -> Result:
    """The result of a submission; errors of the submission and of the grader are part of the result.

    read: called with the submission's code once it has been read.
    """
    try:
        with np.errstate(all="ignore"):  # a student's numbers may overflow in any equation that they are put into
            return _grade(run_all, assignment, submission, read)
    except ReadingError as error:
        return _ungraded(assignment, submission, "grader-fault", str(error))
    except Exception as error:
        return faulty(assignment, submission, error)


def faulty(assignment: Assignment, submission: Submission, error: Exception) -> Result:
    """The result of a submission for which the grader itself failed."""
    return _ungraded(assignment, submission, "grader-fault", fault_of(error))


def fingerprint(assignment: Assignment, submission: Submission) -> str:
    """SHA-256 of everything that a result depends on: submission, assignment, seed, packages, grader version."""
    digest = hashlib.sha256()
    parts = [__version__, assignment.digest, str(assignment.seed), submission.name, *sorted(submission.problems)]
    parts += [platform.python_version(), *versions(assignment)]
    for name, data in sorted(submission.files.items()):
        parts += [name, hashlib.sha256(data).hexdigest()]
    for archive in submission.packed:
        parts += [archive.name, archive.prefix, hashlib.sha256(archive.data).hexdigest()]
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little") + encoded)
    return digest.hexdigest()


def _grade(run_all: RunAll, assignment: Assignment, submission: Submission, read: Callable[[Code], None]) -> Result:
    try:
        submission = unpacked(run_all, submission)
    except SubmissionError as error:
        return _ungraded(assignment, submission, "no-submission", str(error))
    try:
        found = derivations.judged(assignment, submission)
    except DerivationFault as error:
        return _ungraded(assignment, submission, "grader-fault", str(error))
    if assignment.tasks:
        coded = _code_graded(run_all, assignment, submission, read)
    else:
        was_read = any(derived.file for derived, _ in found)
        coded = _ungraded(assignment, submission, "ok" if was_read else "no-submission")
    return derivations.with_derivations(coded, assignment, found)


def _code_graded(
    run_all: RunAll, assignment: Assignment, submission: Submission, read: Callable[[Code], None]
) -> Result:
    try:
        code = code_of(run_all, submission, assignment)
        read(code)
    except (SubmissionError, SourceError) as error:
        return _ungraded(assignment, submission, "no-submission", str(error))
    try:
        right = solution_values(run_all, assignment)
    except SolutionError as error:
        return _ungraded(assignment, submission, "grader-fault", str(error))
    started = time.thread_time()
    graded = Budget(run_all, assignment.limits.total)
    code = loaded(graded, assignment, code)
    runs = [with_comparisons(run, right) for run in run_submission(graded, assignment, code)]
    status: Status = min((run.outcome.status for run in runs), key=_WORST.index)
    if status == "grader-fault":
        fault = next(run.outcome.detail for run in runs if not run.outcome.gradable)
        return _ungraded(assignment, submission, status, fault)

    aside = {"imports", *(["runs"] if code.load_error else [])}  # these are already explained elsewhere
    failed = any(not each.passed for run in runs for each in run.findings if each.criterion not in aside)
    wrong = failed or any(run.outcome.status != "ok" for run in runs)
    as_it_runs = replace(code, load_error="", supplied=())  # no change of a line would mend this
    slowest = max((run.outcome.own_seconds for run in runs if run.outcome.status in ("ok", "error")), default=0.0)
    budgets = [graded.rest(assignment.limits.diagnosis, most) for most in (_MOST_RUNS, _MOST_EXAMPLES)]
    again, small = (Rerun(budget, assignment, as_it_runs, right, slowest) for budget in budgets)
    shown = [run.without(aside) for run in runs]
    explained = _explained(assignment, shown, again, small, wrong=wrong or bool(again.broken()))
    criteria = score(assignment, runs, explained.diagnosis)
    return Result(
        submission=submission.name,
        file=code.source.filename,
        status=status,
        score=round(sum(item.points for item in criteria), 4),
        max_score=sum(item.max_points for item in criteria) if assignment.visible_only else assignment.max_points,
        criteria=criteria,
        diagnosis=explained.diagnosis,
        example=explained.example,
        picture=explained.picture,
        faults=tuple(dict.fromkeys([*_faults(runs), *explained.faults])),
        isolation=runs[0].outcome.isolation,
        python=platform.python_version(),
        seconds=round(sum(each.spent for each in (graded, *budgets)) + time.thread_time() - started, 3),
        problems=tuple(filter(None, [*submission.problems, code.load_error])),
        notes=(*code.source.notes, *code.supplied_notes()),
        dropped=code.dropped_notes(),
        printed=_printed(runs),
        runs=tuple(_record(run) for run in runs),
        fingerprint=fingerprint(assignment, submission),
        text=_digest(code.source.text),
    )


def _digest(text: str) -> str:
    """SHA-256 of a text without blank lines and blanks at the ends of lines; empty for an empty text."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest() if lines else ""


def _explained(assignment: Assignment, runs: list[Run], again: Rerun, small: Rerun, *, wrong: bool) -> FullDiagnosis:
    """The explanation for the student."""
    shown = [run.without_bulk() for run in runs]
    if wrong:
        with contextlib.suppress(OutOfTimeError):
            return full_diagnosis(assignment, shown, again, small)
    try:
        return FullDiagnosis(None, None, picture_of(shown))
    except Exception as error:
        return FullDiagnosis(None, None, None, (f"picture: {fault_of(error)}",))


def _faults(runs: Sequence[Run]) -> list[str]:
    """The criteria that could not be computed, each with the error."""
    return [f"{found.criterion}: {found.fault}" for run in runs for found in run.findings if found.fault]


def _ungraded(assignment: Assignment, submission: Submission, status: Status, why: str = "") -> Result:
    """The result of a submission that was not run.

    It has 0 points if there is nothing to run, and no score if the grader failed.
    """
    fault = status == "grader-fault"
    return Result(
        submission=submission.name,
        file="",
        status=status,
        score=None if fault else 0.0,
        max_score=assignment.max_points,
        gradable=not fault,
        problems=(*([why] if why else []), *submission.problems),
        fingerprint=fingerprint(assignment, submission),
    )


def _printed(runs: Sequence[Run]) -> str:
    shown = next((run.outcome for run in runs if run.data.visible), None)
    return shown.stdout[:_KEPT_PRINT] if shown else ""


def _record(run: Run) -> RunRecord:
    return RunRecord(
        task=run.task.name,
        data=run.data.name,
        visible=run.data.visible,
        status=run.outcome.status,
        detail=run.outcome.detail,
        failed=tuple(finding.criterion for finding in run.findings if not finding.passed),
        seconds=round(run.outcome.seconds, 4),
    )
