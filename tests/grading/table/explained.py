"""The wrong programs of all tables by name, each with the seed of its data, and what is told of it."""

from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import Diagnosis, diagnose
from pcaproofs.grading.running.run import Run

from .judged import JUDGED
from .local import Entry, LocalRerun, run_all
from .students import STUDENTS
from .styles import STYLES
from .wrong import WRONG

ENTRIES: dict[str, tuple[Entry, int]] = {
    **{name: (entry, 0) for name, entry in WRONG.items()},
    **{f"judged, {name}": (entry, 0) for name, entry in JUDGED.items()},
    **{f"style {number}": (entry, 5) for number, entry in enumerate(STYLES)},
    **{f"student {number}": (entry, 5) for number, entry in enumerate(STUDENTS)},
}
Explained = tuple[list[Run], Diagnosis | None]


def explain(name: str) -> Explained:
    """The runs of an entry and their diagnosis; the fixture `explained` shares them with all processes."""
    entry, seed = ENTRIES[name]
    runs = run_all(entry, datasets(seed, standardised=entry.task.conventions.standardise != "no"))
    return runs, diagnose(None, runs, LocalRerun(entry))
