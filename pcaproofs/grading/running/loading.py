"""Finding out, without any data, what of a submission's file runs, before it is called."""

from dataclasses import replace

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.protocol import SYNTAX, Outcome
from pcaproofs.grading.running.run import data_of, job_of
from pcaproofs.grading.submission.code import Code
from pcaproofs.grading.submission.reading import RunAll


def loaded(run_all: RunAll, assignment: Assignment, code: Code) -> Code:
    """Code with what is known to fail at its top level.

    Where the file as a whole ends its process, its definitions alone are taken if they can be called.
    """
    outcome = _tried(run_all, code)
    if outcome.status == "ok":
        return _informed(code, outcome)
    definitions = replace(code, deeds=False)
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
        error = f"Python does not run the file as it is: {broken[0].kind}: {broken[0].message} [{place}]"
    return replace(code, dropped=outcome.dropped, supplied=outcome.supplied, load_error=error)


def _answers(run_all: RunAll, assignment: Assignment, code: Code) -> bool:
    """Whether any task's call reaches the submission's own functions."""
    if not assignment.tasks:
        return True
    for task in assignment.tasks:
        (outcome,) = run_all([job_of(code, task, data_of(assignment, task)[0])])
        if outcome.status == "ok" or (outcome.status == "error" and outcome.error and outcome.error.line):
            return True
    return False
