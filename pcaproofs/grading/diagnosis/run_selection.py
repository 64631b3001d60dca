"""Selection of the runs for a diagnosis: those on data small enough to try many variants."""

from collections.abc import Sequence

from pcaproofs.grading.assignment.model import Task
from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis.rerun import Rerun
from pcaproofs.grading.running.run import Run

SMALL = 1_000
"""The largest number of entries of a data set on which thousands of variants are tried."""
MEDIUM = 20_000
_MOST_FEATURES = 40


def runs_to_compare(runs: Sequence[Run], rerun: Rerun) -> list[Run]:
    """The runs on small data, of each task; where it has none, on larger data or on the usual ones.

    A task that is run on large data only is run once more on the usual data, where it comes to its end on all of them.
    Runs that ended early are kept where no others are wrong: how they ended needs no comparing.
    """
    kept: list[Run] = []
    for name in dict.fromkeys(run.task.name for run in runs):
        kept += _of_task([run for run in runs if run.task.name == name], rerun)
    return kept


def comparable(run: Run) -> bool:
    """Whether the data of a run are small enough for a comparison with many variants."""
    return run.data.X.size <= MEDIUM and run.data.X.shape[1] <= _MOST_FEATURES


def _of_task(runs: Sequence[Run], rerun: Rerun) -> list[Run]:
    found = [run for run in runs if run.data.X.size <= SMALL]
    if any(not run.ok for run in found) or all(run.ok for run in runs):
        return found or list(runs)
    medium = [run for run in runs if comparable(run)]
    if any(not run.ok for run in medium):
        return medium
    early = [run for run in runs if run.outcome.status != "ok"]
    if early:
        return early
    return found or _on_usual_data(runs[0].task, rerun) or list(runs)


def _on_usual_data(task: Task, rerun: Rerun) -> list[Run]:
    usual = datasets(0, standardised=task.conventions.standardise != "no")
    again = rerun.on(task, usual)
    return again if all(run.outcome.status == "ok" for run in again) else []
