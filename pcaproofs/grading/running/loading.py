"""Loading a submission's file once without data, to find out which of its statements fail."""

from dataclasses import replace

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.protocol import SYNTAX, Outcome
from pcaproofs.grading.running.run import data_of, job_of
from pcaproofs.grading.sandbox.worker.newer import NEEDS
from pcaproofs.grading.submission.code import Code
from pcaproofs.grading.submission.reading import RunAll


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
