"""Running a submission again, as it is or changed."""

from collections.abc import Iterable, Sequence
from typing import Protocol, Self

from pcaproofs.grading.assignment.model import Task
from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.parsing.suspects import Edit, Text
from pcaproofs.grading.protocol import Array
from pcaproofs.grading.running.run import Run


class Rerun(Protocol):
    """Runs a task of the submission again, isolated as before."""

    def on(self, task: Task, data: Sequence[DataSet]) -> list[Run]:
        """Run on data of the assignment; visible and hidden ones never in one process."""
        ...

    def many(self, task: Task, cases: Sequence[tuple[Array, int]]) -> Iterable[Run]:
        """Run on other data n×p (samples in rows) in one process; each run is judged when it is asked for."""
        ...

    def after(self, prelude: str) -> Self:
        """The submission with some lines before its first; what it says of lines does not change."""
        ...

    def edited(self, edits: Sequence[Edit]) -> Self:
        """The submission with parts of its text replaced; raises IndexError for places outside of it."""
        ...

    def text(self) -> Text:
        """The lines of the code that may contain a known mistake, and the words of the code."""
        ...

    def broken(self) -> tuple[int, str] | None:
        """The first line that is no valid Python, and what Python says of it; the rest is run without."""
        ...

    def place(self, line: int) -> tuple[str, str]:
        """The place of a line in the student's file, and the line itself; both are empty if there is none."""
        ...
