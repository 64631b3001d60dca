"""Running a submission again, on data of the diagnosis's own."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from ..assignment.model import Task
from ..job import Array
from ..run import Run


class Rerun(Protocol):
    """Runs a task of the submission on other data n×p (samples in rows), isolated as before; the prelude comes before
    the submission's first line."""

    def __call__(self, task: Task, X: Array, k: int, prelude: str = "") -> Run: ...

    def many(self, task: Task, cases: Sequence[tuple[Array, int]]) -> Iterable[Run]:
        """Run several in one process, which costs little more than one; each is judged when it is asked for."""
        ...
