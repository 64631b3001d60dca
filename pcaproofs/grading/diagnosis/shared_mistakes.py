"""One mistake that shows in several tasks is reported once.

If several tasks call one function, its mistake shows in all of them. In each task it is named by its values, perhaps by
another name. It is one mistake if one change of the code corrects both tasks, or if both names are given for one line.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pcaproofs.grading.diagnosis.catalogue import SLIPS
from pcaproofs.grading.diagnosis.explanation import Explanation
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.diagnosis.repair import Repairs, suspect_of
from pcaproofs.grading.diagnosis.rerun import Rerun
from pcaproofs.grading.diagnosis.samples import samples_of
from pcaproofs.grading.diagnosis.search import explains
from pcaproofs.grading.parsing.suspects import Edit
from pcaproofs.grading.running.budget import OutOfTimeError
from pcaproofs.grading.running.run import Run


@dataclass(frozen=True)
class ExplainedTask:
    """The runs of a task, and their explanation."""

    runs: Sequence[Run]
    explanation: Explanation


def without_repetitions(tasks: Sequence[ExplainedTask], rerun: Rerun) -> list[Explanation]:
    """The explanation of each task without the mistakes of other tasks; what follows from these is kept."""
    found = [each.explanation for each in tasks]
    for one, two in itertools.combinations(range(len(found)), 2):
        found[two] = _without_those_of_one_line(found[two], found[one].mistakes)
        if not found[one].mistakes or not found[two].mistakes or _names(found[one]) & _names(found[two]):
            continue
        if _gives(found[one].mistakes, tasks[two].runs) or _corrects(_edits(tasks[one], rerun), tasks[two].runs, rerun):
            found[two] = _without_mistakes(found[two])
        elif _corrects(_edits(tasks[two], rerun), tasks[one].runs, rerun):
            found[one] = replace(found[one], mistakes=_as_one(found[one].mistakes, found[two].mistakes))
            found[two] = _without_mistakes(found[two])
    return found


def _names(explanation: Explanation) -> set[str]:
    return {each.name for each in explanation.mistakes}


def _without_mistakes(explanation: Explanation) -> Explanation:
    return replace(explanation, mistakes=(), again=explanation.again or explanation.follows)


def _without_those_of_one_line(explanation: Explanation, before: Sequence[Mistake]) -> Explanation:
    lines = {(suspect_of(each.name), each.place) for each in before if each.place}
    left = tuple(each for each in explanation.mistakes if (suspect_of(each.name), each.place) not in lines)
    return replace(explanation, mistakes=left) if left else _without_mistakes(explanation)


def _gives(mistakes: Sequence[Mistake], runs: Sequence[Run]) -> bool:
    """Whether a single mistake of one task gives the values of another one, too."""
    samples = samples_of(runs)
    conventions = runs[0].task.conventions
    return len(mistakes) == 1 and bool(samples) and explains(mistakes[0].name, samples, conventions)


def _edits(task: ExplainedTask, rerun: Rerun) -> tuple[Edit, ...]:
    """The change that corrects a task. For a mistake that was found by its values, such a change is searched."""
    if task.explanation.edits or len(task.explanation.mistakes) != 1:
        return task.explanation.edits
    return Repairs(task.runs, rerun).edits_for(task.explanation.mistakes[0].name)


def _corrects(edits: tuple[Edit, ...], runs: Sequence[Run], rerun: Rerun) -> bool:
    """Whether the change that corrects one task corrects another one as well."""
    if not edits:
        return False
    try:
        after = rerun.edited(edits).on(runs[0].task, [run.data for run in runs])
    except (IndexError, OutOfTimeError):
        return False
    return all(run.ok for run in after)


def _as_one(before: tuple[Mistake, ...], found: tuple[Mistake, ...]) -> tuple[Mistake, ...]:
    """The mistakes of a task for which another task gave the change; a name that says more than the change is kept."""
    if len(before) == len(found) == 1 and before[0].name not in SLIPS:
        hint = found[0].hint if found[0].name in SLIPS else before[0].hint
        return (replace(before[0], place=found[0].place, excerpt=found[0].excerpt, hint=hint),)
    return tuple(replace(each, task=before[0].task, function=before[0].function) for each in found)
