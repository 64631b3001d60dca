"""Running a submission again, as it is or changed, and the choice of the runs that are compared."""

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pcaproofs.grading.assignment.model import Assignment, Task
from pcaproofs.grading.data.datasets import DataSet, datasets
from pcaproofs.grading.parsing.suspects import Edit, Text, edited
from pcaproofs.grading.protocol import SYNTAX, Array, Limits, Outcome
from pcaproofs.grading.running.run import Run, freed, in_secret_order, job_of, judged, with_resolved_conventions
from pcaproofs.grading.running.solution import SolutionValues, with_comparisons
from pcaproofs.grading.submission.code import Code, RunAll, text_of

MERGE_MARKS = ("<<<<<<<", "=======", ">>>>>>>")
_LONGEST = 160
_TIMES_SLOWER, _LEAST_SECONDS = 10, 0.5
"""The time limit of a changed program, because a changed loop may never end."""


@dataclass(frozen=True)
class Rerun:
    """A submission that can be run again, isolated as before."""

    run_all: RunAll
    assignment: Assignment
    code: Code
    right: SolutionValues = field(default_factory=dict)
    """The solution's values; without them a changed program would count as correct."""
    slowest: float = 0.0
    """Seconds of the longest run of the unchanged program that came to its end."""
    limits: Limits | None = None

    def on(self, task: Task, data: Sequence[DataSet]) -> list[Run]:
        """Run a task on data of the assignment; visible data and hidden data never meet in one process."""
        hidden = in_secret_order(self.assignment, [each for each in data if not each.visible])
        found: dict[int, Run] = {}
        for some in ([each for each in data if each.visible], hidden):
            found |= {id(run.data): with_comparisons(run, self.right) for run in self._resolved(task, some)}
        return [found[id(each)] for each in data]

    def many(self, task: Task, cases: Sequence[tuple[Array, int]]) -> Iterator[Run]:
        """Run a task on data n×p (samples in rows) of one's own in one process; each is judged when asked for."""
        return self._run(task, [DataSet(name="", X=X, k=k, purpose="", visible=True) for X, k in cases])

    def after(self, prelude: str) -> "Rerun":
        """The submission with additional lines before it."""
        return dataclasses.replace(self, code=self.code.after(prelude)) if prelude else self

    def edited(self, edits: Sequence[Edit]) -> "Rerun":
        """The submission with edits made; raises IndexError for places outside of it."""
        source = self.code.source
        changed = dataclasses.replace(source, text=edited(source.text, edits))
        most = max(_TIMES_SLOWER * self.slowest, _LEAST_SECONDS)
        asked = self.assignment.limits
        limits = dataclasses.replace(asked, cpu=min(asked.cpu, most), wall=min(asked.wall, most))
        return dataclasses.replace(self, code=dataclasses.replace(self.code, source=changed), limits=limits)

    def text(self) -> Text:
        """The lines on which a known mistake may stand, and the words of the code; raises ReadingError."""
        return text_of(self.run_all, self.code.source, self.code.files)

    def broken(self) -> tuple[int, str] | None:
        """The first line of the submission's own file that is not valid Python, and Python's message.

        A mark of a merge comes before other lines, which may be invalid because of it.
        """
        found = [each for each in self.code.dropped if each.kind in SYNTAX and not each.file]
        first = next((each for each in found if each.what.startswith(MERGE_MARKS)), next(iter(found), None))
        return (first.line, f"{first.kind}: {first.message}") if first else None

    def place(self, line: int) -> tuple[str, str]:
        """The place of a line in the student's file, and the line itself; both empty if there is none."""
        lines = self.code.source.text.split("\n")
        if not 0 < line <= len(lines) or not lines[line - 1].strip():
            return "", ""
        return self.code.source.place(line), lines[line - 1].strip()[:_LONGEST]

    def _resolved(self, task: Task, data: Sequence[DataSet]) -> Iterator[Run]:
        """Runs judged by the free conventions of their own answers, and not by those of the original program."""
        answers = [*zip(data, self._outcomes(task, data), strict=True)]
        (task,) = with_resolved_conventions([(freed(task), answers)]) if task.reading.free else (task,)
        return (judged(task, each, outcome, self.code) for each, outcome in answers)

    def _run(self, task: Task, data: Sequence[DataSet]) -> Iterator[Run]:
        outcomes = self._outcomes(task, data)
        return (judged(task, each, outcome, self.code) for each, outcome in zip(data, outcomes, strict=True))

    def _outcomes(self, task: Task, data: Sequence[DataSet]) -> list[Outcome]:
        jobs = [dataclasses.replace(job_of(self.code, task, each), limits=self.limits) for each in data]
        return self.run_all(jobs) if jobs else []


# Selection of the runs for a diagnosis: those on data small enough to try many variants


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
