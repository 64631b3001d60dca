"""Diagnosis: names the mistake of a submission, and not only the differing values.

runs → samples → search over variants (catalogue) → Diagnosis
     ↘ symptoms (how runs end, appearance of values) ↗
     → shrink → Example          → picture_of → Picture
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.diagnosis.catalogue import CATALOGUE
from pcaproofs.grading.diagnosis.diagnose import diagnose
from pcaproofs.grading.diagnosis.model import Diagnosis, Example, Mistake, Plot
from pcaproofs.grading.diagnosis.rerun import Rerun, runs_to_compare
from pcaproofs.grading.diagnosis.shown import example_of, on_known_data, picture_of, shrink
from pcaproofs.grading.protocol import fault_of
from pcaproofs.grading.running.budget import OutOfTimeError
from pcaproofs.grading.running.run import Run

_Part = TypeVar("_Part")


@dataclass(frozen=True)
class FullDiagnosis:
    """The explanation for a student; for a correct submission it has only the picture."""

    diagnosis: Diagnosis | None
    example: Example | None
    picture: Plot | None
    faults: tuple[str, ...] = ()
    """Errors of ours for which a part was left out."""


def full_diagnosis(
    assignment: Assignment | None, runs: Sequence[Run], rerun: Rerun, small_rerun: Rerun | None = None
) -> FullDiagnosis:
    """The diagnosis of a submission's runs, a small example on which it fails, and a picture of it.

    small_rerun: runs it on small data; `rerun` by default, whose runs the diagnosis may have used up.
    A part that cannot be computed is left out: a submission may return anything, and its points do not depend on this.
    """
    faults: list[str] = []
    diagnosis = _or_none("diagnosis", faults, lambda: diagnose(assignment, runs_to_compare(runs, rerun), rerun))
    # a mistake that has a name needs no smaller data than those that show it; looking for some costs many runs, and
    # code for data of one's own alone need not run on others
    only_own = assignment is not None and assignment.own_data_only
    small = _or_none(
        "example",
        faults,
        lambda: (
            (on_known_data(runs) if diagnosis or only_own else None)
            or (None if only_own else shrink(runs, small_rerun or rerun))
        ),
    )
    # where it shows: on data that the student knows, else on the small ones
    shows = [run for run in runs if not run.ok] + ([small.run] if small else [])
    return FullDiagnosis(
        diagnosis,
        _or_none("example", faults, lambda: example_of(small) if small else None),
        _or_none("picture", faults, lambda: picture_of(shows)),
        tuple(faults),
    )


def _or_none(what: str, faults: list[str], make: Callable[[], _Part | None]) -> _Part | None:
    try:
        return make()
    except OutOfTimeError:
        return None
    except Exception as error:
        faults.append(f"{what}: {fault_of(error)}")
        return None


__all__ = [
    "CATALOGUE",
    "Diagnosis",
    "Example",
    "FullDiagnosis",
    "Mistake",
    "Plot",
    "Rerun",
    "diagnose",
    "example_of",
    "full_diagnosis",
    "picture_of",
    "shrink",
]
