"""The diagnosis of runs.

There are four kinds of evidence, used in this order:

1. A mistake in the code that makes all values meaningless (`vectors, values = eig(C)`). It is repaired first, and the
   repaired program is diagnosed.
2. Numbers: the values on all data sets are those of known mistakes (`search`), and the code contains the necessary
   traces (`traces`). Or a change of the student's own line makes everything correct (`repair`). Fewer mistakes are
   preferred; a change of one line is preferred to two mistakes that agree with the numbers.
3. How runs end: an error with its line.
4. The appearance of values: facts such as a wrong shape, reported if nothing explains them.

If nothing explains the values, there is no diagnosis, because no diagnosis is better than a wrong one.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.diagnosis import symptoms
from pcaproofs.grading.diagnosis.catalogue import AFTER, CATALOGUE
from pcaproofs.grading.diagnosis.explanation import Explanation, TaskDiagnosis
from pcaproofs.grading.diagnosis.kept_state import of_earlier_calls, runs_alone
from pcaproofs.grading.diagnosis.model import Diagnosis, Mistake, diagnosis_of
from pcaproofs.grading.diagnosis.rerun import Rerun
from pcaproofs.grading.diagnosis.shared_mistakes import ExplainedTask, without_repetitions
from pcaproofs.grading.diagnosis.submission_rerun import MERGE_MARKS
from pcaproofs.grading.running.budget import OutOfTimeError
from pcaproofs.grading.running.run import Run
from pcaproofs.grading.sandbox.worker.newer import NEEDS

_CLAIMED = re.compile(rf" {AFTER} everything .*$")
_LACKS = (
    "no-value", "undefined-name", "function-missing", "attribute-missing", "returns-nothing", "uses-none",
    "import-fails",
)  # fmt: skip
"""The symptoms of a file whose invalid part was left out."""


def diagnose(assignment: Assignment | None, runs: Sequence[Run], rerun: Rerun) -> Diagnosis | None:
    """The mistakes that explain the values of a submission; None if nothing is wrong or nothing fits.

    Of an assignment with several tasks each is diagnosed; a mistake that was named before costs no later task again.
    """
    by_task: dict[str, list[Run]] = {}
    for run in runs:
        if run.outcome.gradable:
            by_task.setdefault(run.task.name, []).append(run)
    mistakes: list[Mistake] = []
    follows: tuple[str, ...] = ()
    evidence = ""
    if broken := _broken(rerun):
        mistakes.append(broken)
        evidence = "Python does not run the file as it is"
    found: list[ExplainedTask] = []
    for each in by_task.values():
        if all(run.ok and not run.outcome.touched for run in each):
            continue
        explanation = _explanation_of(each, rerun)
        if explanation is not None and not (broken and {each.name for each in explanation.mistakes} & {*_LACKS}):
            found.append(ExplainedTask(each, explanation))
    for explanation in without_repetitions(found, rerun):
        before = {mistake.name for mistake in mistakes}
        new = [mistake for mistake in explanation.mistakes if mistake.name not in before]
        follows += explanation.follows if new else explanation.again
        evidence = evidence or explanation.evidence
        mistakes += [mistake for mistake in _jointly(explanation.mistakes) if mistake.name not in before]
    return diagnosis_of(tuple(mistakes), evidence, follows) if mistakes else None


def _jointly(mistakes: Sequence[Mistake]) -> tuple[Mistake, ...]:
    """Mistakes whose hints say after which of the changes everything is correct: after all that are shown.

    Beside a symptom nothing is said of it, since no change that would correct the symptom was tried.
    """
    if len(mistakes) < 2:
        return tuple(mistakes)
    if any(each.name not in CATALOGUE for each in mistakes):
        return tuple(replace(each, hint=_CLAIMED.sub("", each.hint)) for each in mistakes)
    together = f"After {'both' if len(mistakes) == 2 else 'all'} changes"
    return tuple(replace(each, hint=each.hint.replace(AFTER, together)) for each in mistakes)


def _broken(rerun: Rerun) -> Mistake | None:
    """The mistake that a part of the file, or a cell, is no valid Python; the rest is run without it."""
    found = rerun.broken()
    if found is None:
        return None
    line, said = found
    place, excerpt = rerun.place(line)
    if NEEDS in said:
        return replace(symptoms.newer_python(said), place=place, excerpt=excerpt)
    marked = excerpt.startswith(MERGE_MARKS)
    hint = "Marks of a merge are left in the file: keep one of the two versions, and delete the marks."
    old = "This is how Python 2 prints; write `print(…)`."
    is_cell = place.startswith("cell ")
    run = "Restart the notebook and run all its cells" if is_cell else "Run the file"
    more = f"{run} before you hand it in."
    if marked:
        more = hint
    elif "call to 'print'" in said:
        more = old
    elif excerpt.startswith(("%", "!")) and not is_cell:
        more = "Lines that begin with % or ! belong to notebooks: leave them out of a Python file."
    whole = "A cell" if is_cell else "A file"
    return Mistake(
        name="syntax-error",
        title="is no valid Python",
        hint=f"{symptoms.says(said)} {more}",
        why=f"{whole} with a syntax error does not run at all; only what is left without that part was tried.",
        claim="",
        place=place,
        excerpt=excerpt,
    )


def _explanation_of(runs: Sequence[Run], rerun: Rerun) -> Explanation | None:
    """Diagnose a task: results that depend on earlier calls, and mistakes in the results of a first call."""
    alone = runs_alone(runs, rerun)
    kept = of_earlier_calls(runs, alone)
    if not kept:
        return _explanation_by_position(runs, rerun)
    first = TaskDiagnosis(runs, rerun).of_symptoms(kept)
    rest = None if all(run.ok and not run.outcome.touched for run in alone) else _explanation_by_position(alone, rerun)
    return replace(rest, mistakes=(*first.mistakes, *rest.mistakes)) if rest else first


def _explanation_by_position(runs: Sequence[Run], rerun: Rerun) -> Explanation | None:
    """Diagnose a task: missing and exchanged results, and mistakes in the results at their right positions."""
    runs = _oblong(runs)
    places = [each for each in (symptoms.of_missing(runs), symptoms.of_exchange(runs)) if each]
    absent, gone = symptoms.of_absent(runs), symptoms.absent_roles(runs)
    runs = [symptoms.in_place(run, gone) for run in runs]
    task = TaskDiagnosis(runs, rerun)
    if absent and not places:
        rest = None if all(run.ok and not run.outcome.touched for run in runs) else task.explanation()
        last = task.of_symptoms(*absent)
        return rest.and_also(*last.mistakes) if rest else last
    if not places:
        return _explanation_as_called(runs, rerun) or task.explanation()
    first = task.of_symptoms(*places)
    rest = None if all(run.ok and not run.outcome.touched for run in runs) else task.explanation()
    return replace(rest, mistakes=(*first.mistakes, *rest.mistakes)) if rest else first


def _explanation_as_called(runs: Sequence[Run], rerun: Rerun) -> Explanation | None:
    """Diagnose a task by the positions of the assignment, if none of the results found at others is right."""
    task = runs[0].task
    if not task.reading.call:
        return None
    plain = replace(task, reading=replace(task.reading, call="", expressions={}))
    try:
        return TaskDiagnosis(rerun.on(plain, [run.data for run in runs]), rerun).explanation()
    except OutOfTimeError:
        return None


def _oblong(runs: Sequence[Run]) -> Sequence[Run]:
    """The runs on data that are not square, where rows and columns look alike, if something is wrong in them."""
    oblong = [run for run in runs if run.data.X.shape[0] != run.data.X.shape[1]]
    return runs if all(run.ok and not run.outcome.touched for run in oblong) else oblong
