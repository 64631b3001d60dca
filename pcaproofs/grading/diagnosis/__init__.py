"""What a student did, not only that it differs."""

from collections.abc import Callable, Sequence
from typing import Any

from ..assignment.model import Assignment, Task
from ..job import Array
from ..run import Run
from .model import Diagnosis, Example

Rerun = Callable[[Task, Array, int], Run]
"""Run a task of the submission on other data n×p (samples in rows) for k components, isolated as before."""


def diagnose(assignment: Assignment, runs: Sequence[Run], rerun: Rerun) -> Diagnosis | None:
    """Return the misconception whose behaviour is the submission's on all data."""
    return None


def shrink(assignment: Assignment, runs: Sequence[Run], rerun: Rerun, diagnosis: Any) -> Example | None:
    """Return the smallest data found on which the submission fails, drawn independently of the hidden data."""
    return None


__all__ = ["Diagnosis", "Example", "Rerun", "diagnose", "shrink"]
