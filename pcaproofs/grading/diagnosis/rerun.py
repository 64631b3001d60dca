"""Running a submission again, on data of the diagnosis's own."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from ..assignment.model import Task
from ..datasets import DataSet
from ..job import Array
from ..run import Run


class Rerun(Protocol):
    """Runs a task of the submission again, isolated as before; the prelude comes before the submission's first line."""

    def __call__(self, task: Task, data: DataSet, prelude: str = "") -> Run: ...

    def many(self, task: Task, cases: Sequence[tuple[Array, int]]) -> Iterable[Run]:
        """Run on other data n×p (samples in rows) in one process; each run is judged when it is asked for."""
        ...
