"""A result that equals the given data: a stub, or a step whose result is dropped."""

from collections.abc import Sequence

import numpy as np

from pcaproofs.grading.assignment.names import in_words
from pcaproofs.grading.diagnosis.matching import as_real
from pcaproofs.grading.diagnosis.symptoms.symptom import Symptom, mistake_of
from pcaproofs.grading.protocol import RoleError
from pcaproofs.grading.running.run import Run

_FEWEST = 3


def of_input(runs: Sequence[Run]) -> Symptom | None:
    """A role whose value is always the data that were handed over, or their first columns."""
    wrong = [run for run in runs if not run.ok]
    if len(wrong) < _FEWEST:
        return None
    for role in wrong[0].task.roles:
        if all(_is_input(run, role) for run in wrong):
            mistake = mistake_of(
                "returns-its-input",
                f"returns the data as they came for {in_words(role, wrong[0].task.conventions)}",
                "What you return is X itself: is something still to be written there, or its result dropped?",
                "The data are not their own answer.",
            )
            return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs", role=role)
    return None


def _is_input(run: Run, role: str) -> bool:
    value = run.roles.get(role)
    if value is None or isinstance(value, RoleError) or value.ndim != 2:
        return False
    real, X = as_real(value), run.data.real
    columns = value.shape[1]
    shaped = real is not None and 0 < columns <= X.shape[1] and len(value) == len(X)
    return shaped and bool(np.array_equal(np.asarray(real), X[:, :columns]))
