"""Results that depend on calls before: something is kept between calls of one program."""

from collections.abc import Sequence

import numpy as np

from pcaproofs.grading.diagnosis.rerun import Rerun
from pcaproofs.grading.diagnosis.symptoms import Symptom
from pcaproofs.grading.diagnosis.symptoms.words import mistake_of
from pcaproofs.grading.running.budget import OutOfTimeError
from pcaproofs.grading.running.run import Run

_ENDED = ("ok", "error")


def runs_alone(runs: Sequence[Run], rerun: Rerun) -> list[Run]:
    """The runs of one task, of which each wrong one is run again in a process of its own.

    The same runs where the last wrong one that students see returns the same there, or something else each time (a
    program may draw random numbers), or where there is no time left.
    """
    wrong = [run for run in runs if not run.ok and run.outcome.status in _ENDED]
    last = next((run for run in reversed(wrong) if run.data.visible), None)
    if last is None or len(runs) < 2:
        return [*runs]
    try:
        alone = _alone(last, rerun)
        if _returns_the_same(last, alone) or not _returns_the_same(alone, _alone(last, rerun)):
            return [*runs]
        again = {id(run): _alone(run, rerun) for run in wrong if run is not last} | {id(last): alone}
    except OutOfTimeError:
        return [*runs]
    return [again.get(id(run), run) for run in runs]


def of_earlier_calls(runs: Sequence[Run], alone: Sequence[Run]) -> Symptom | None:
    """The symptom of runs that return other values alone than after earlier calls."""
    pairs = zip(runs, alone, strict=True)
    changed = [run for run, other in pairs if other is not run and not _returns_the_same(run, other)]
    if not changed:
        return None
    mistake = mistake_of("depends-on-earlier-calls")
    return Symptom(mistake, changed, f"{len(changed)} of {len(runs)} runs return something else alone")


def _alone(run: Run, rerun: Rerun) -> Run:
    (alone,) = rerun.on(run.task, [run.data])
    return alone


def _returns_the_same(one: Run, other: Run) -> bool:
    """Whether two runs end alike and return the same, up to rounding."""
    if one.outcome.status != other.outcome.status or one.roles.keys() != other.roles.keys():
        return False
    return all(_is_same(value, other.roles[role]) for role, value in one.roles.items())


def _is_same(one: object, other: object) -> bool:
    if not isinstance(one, np.ndarray) or not isinstance(other, np.ndarray):
        return str(one) == str(other)
    if one.shape != other.shape or one.dtype.kind not in "biufc":
        return one.shape == other.shape
    with np.errstate(all="ignore"):
        return bool(np.allclose(one, other, equal_nan=True))
