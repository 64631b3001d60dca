"""Which way round a submission returns its components, where its assignment leaves that free.

A square W fits both ways, and trying both would accept the rows of the eigenvector matrix for its columns. So the
shapes of a submission's other answers settle it for all of them.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from .assignment.model import Task
from .datasets import DataSet
from .job import Outcome


def oriented(task: Task, answers: Iterable[tuple[DataSet, Outcome]]) -> Task:
    """Return the task that a submission's answers are judged by: rows where most of the shapes that tell are rows."""
    if task.conventions.components != "either":
        return task
    rows = sum(_rows(data, outcome) for data, outcome in answers)
    return replace(task, conventions=replace(task.conventions, components="rows" if rows > 0 else "columns"))


def _rows(data: DataSet, outcome: Outcome) -> int:
    """Return 1 for components k×p, -1 for p×k, and 0 for what does not tell."""
    W, p, k = outcome.roles.get("components"), data.X.shape[1], data.k
    if not isinstance(W, np.ndarray) or k == p:
        return 0
    return (W.shape == (k, p)) - (W.shape == (p, k))
