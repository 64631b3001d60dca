"""One mistake that shows in several tasks, told once.

A function that several tasks call brings its mistake into all of them. In each it is told by the values that are seen
there, which may be under another name. It is one mistake where one change of the text mends both tasks, or where both
names are told of one line.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pcaproofs.grading.diagnosis.catalogue.lines import NAMES as SLIPS
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.diagnosis.repair import Repairs, suspect_of
from pcaproofs.grading.diagnosis.rerun import Rerun
from pcaproofs.grading.diagnosis.told import Told
from pcaproofs.grading.parsing.suspects import Edit
from pcaproofs.grading.running.budget import OutOfTimeError
from pcaproofs.grading.running.run import Run


@dataclass(frozen=True)
class TaskTold:
    """What is told of the runs of one task."""

    runs: Sequence[Run]
    told: Told


def told_once(found: Sequence[TaskTold], rerun: Rerun) -> list[Told]:
    """What is told of each task, without mistakes that are told of another; what follows from them stays."""
    told = [each.told for each in found]
    for first, second in itertools.combinations(range(len(found)), 2):
        told[second] = _without_those_of_one_line(told[second], told[first].mistakes)
        if not told[first].mistakes or not told[second].mistakes or _names(told[first]) & _names(told[second]):
            continue
        if _mends(_edits(found[first], rerun), found[second].runs, rerun):
            told[second] = _silent(told[second])
        elif _mends(_edits(found[second], rerun), found[first].runs, rerun):
            told[first] = replace(told[first], mistakes=_as_one(told[first].mistakes, told[second].mistakes))
            told[second] = _silent(told[second])
    return told


def _names(told: Told) -> set[str]:
    return {each.name for each in told.mistakes}


def _silent(told: Told) -> Told:
    return replace(told, mistakes=(), again=told.again or told.follows)


def _without_those_of_one_line(told: Told, before: Sequence[Mistake]) -> Told:
    lines = {(suspect_of(each.name), each.place) for each in before if each.place}
    left = tuple(each for each in told.mistakes if (suspect_of(each.name), each.place) not in lines)
    return replace(told, mistakes=left) if left else _silent(told)


def _edits(task: TaskTold, rerun: Rerun) -> tuple[Edit, ...]:
    """The change that mends a task; one is sought for a mistake that was found by values."""
    if task.told.edits or len(task.told.mistakes) != 1:
        return task.told.edits
    return Repairs(task.runs, rerun).edits_for(task.told.mistakes[0].name)


def _mends(edits: tuple[Edit, ...], runs: Sequence[Run], rerun: Rerun) -> bool:
    """Whether the change that mends one task makes another one right as well."""
    if not edits:
        return False
    try:
        after = rerun.edited(edits).on(runs[0].task, [run.data for run in runs])
    except (IndexError, OutOfTimeError):
        return False
    return all(run.ok for run in after)


def _as_one(before: tuple[Mistake, ...], found: tuple[Mistake, ...]) -> tuple[Mistake, ...]:
    """The mistakes of a task for which a change was found in another: a name that says more than the change is kept."""
    if len(before) == len(found) == 1 and before[0].name not in SLIPS:
        hint = found[0].hint if found[0].name in SLIPS else before[0].hint
        return (replace(before[0], place=found[0].place, excerpt=found[0].excerpt, hint=hint),)
    return tuple(replace(each, task=before[0].task, function=before[0].function) for each in found)
