"""What a student did, not only that it differs.

runs → samples → search over ways (catalogue) → Diagnosis
     ↘ symptoms (how runs end, what values look like) ↗
     → shrink → Example          → picture_of → Picture
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..assignment.model import Assignment
from ..run import Run
from .catalogue import CATALOGUE
from .diagnose import diagnose
from .model import Diagnosis, Example, Mistake, Picture
from .picture import picture_of
from .rerun import Rerun
from .shrink import shrink


@dataclass(frozen=True)
class Explanation:
    """All that a student is told about what went wrong; None of the parts is there for a right submission but the
    picture."""

    diagnosis: Diagnosis | None
    example: Example | None
    picture: Picture | None


def explain(assignment: Assignment | None, runs: Sequence[Run], rerun: Rerun) -> Explanation:
    """Return the diagnosis of a submission's runs, a small example on which it fails, and what can be drawn of it."""
    return Explanation(diagnose(assignment, runs, rerun), shrink(runs, rerun), picture_of(runs))


__all__ = [
    "CATALOGUE",
    "Diagnosis",
    "Example",
    "Explanation",
    "Mistake",
    "Picture",
    "Rerun",
    "diagnose",
    "explain",
    "picture_of",
    "shrink",
]
