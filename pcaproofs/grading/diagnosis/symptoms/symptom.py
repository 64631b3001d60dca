"""The common data of symptoms."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pcaproofs.grading.assignment.model import Task
from pcaproofs.grading.diagnosis.catalogue import CATALOGUE, Misconception, code_words
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.running.run import Run


@dataclass(frozen=True)
class Symptom:
    """A mistake inferred from outside, with the runs that show it."""

    mistake: Mistake
    runs: Sequence[Run]
    evidence: str
    prelude: str = ""
    """Source that supplies what is missing, so that the rest can be looked at."""
    role: str = ""
    """The role in which it shows; empty: in the call."""
    line: int = 0
    """The line of the submission that raised an error (0: none that may be shown)."""
    in_function: bool = True
    """Whether it is about the function that is called, and not about the file."""


def symptom_of(mistake: Mistake, shown: Sequence[Run], runs: Sequence[Run], role: str = "") -> Symptom:
    """The symptom that some of the runs show, in a role."""
    return Symptom(mistake, shown, f"in {len(shown)} of {len(runs)} runs", role=role)


def mistake_named(name: str, task: Task) -> Mistake:
    """A misconception of the catalogue in the words of an assignment's conventions."""
    return mistake_in_words(CATALOGUE[name], task)


def mistake_in_words(item: Misconception, task: Task) -> Mistake:
    """A misconception in the words of an assignment's conventions."""
    hint = item.hint_with(words_for(task))
    return Mistake(name=item.name, title=item.title, hint=hint, why=item.why, claim=item.claim)


def words_for(task: Task) -> dict[str, str]:
    """The code words of a task, with the names of its given values and with z-scores if it uses them."""
    words = code_words(task.samples, task.conventions.components)
    given = {role: name for name, role in task.given.items()}
    scaled = task.conventions.standardise != "no"
    data = given.get("centered", "((X - mean) / std)" if scaled else "(X - mean)")
    W, Z = given.get("components", "W"), given.get("scores", "Z")
    if given.get("components") and task.conventions.components == "rows":
        W = f"{W}.T"
    back = (
        "" if scaled and task.conventions.reconstruction == "standardised" else " * std + mean" if scaled else " + mean"
    )
    if task.samples == "rows":
        own = {"scores": f"{data} @ {W}", "raw_scores": f"X @ {W}", "reconstruction": f"{Z} @ {W}.T{back}"}
    else:
        own = {"scores": f"{W}.T @ {data}", "raw_scores": f"{W}.T @ X", "reconstruction": f"{W} @ {Z}{back}"}
    call = "; ".join(task.call.strip().splitlines())
    return words | {name: code.replace(".T.T", "") for name, code in own.items()} | {"call": call}


def called(run: Run) -> str:
    """The call of a run's task, as code in a sentence."""
    return f"`{'; '.join(run.task.call.strip().splitlines())}`"


_SITUATIONS: tuple[tuple[str, Callable[[Run], bool]], ...] = (
    ("on whole numbers", lambda run: run.data.X.dtype.kind in "iu"),
    ("where there are fewer samples than features", lambda run: run.data.X.shape[0] < run.data.X.shape[1]),
    ("where k is the number of features", lambda run: run.data.k == run.data.X.shape[1]),
    ("where a feature is constant", lambda run: bool((np.ptp(run.data.X, axis=0) == 0).any())),
    ("where only one component is asked for", lambda run: run.data.k == 1),
    ("where the data lie in a subspace", lambda run: _is_deficient(run.data.real)),
    ("where variances are equal", lambda run: has_tie(run.data.real)),
)


def _is_deficient(X: Real) -> bool:
    return int(np.linalg.matrix_rank(X - X.mean(axis=0))) < min(X.shape[0] - 1, X.shape[1])


def has_tie(X: Real) -> bool:
    """Whether two variances of data are equal."""
    sizes = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2
    return bool(np.any(np.abs(np.diff(sizes)) <= 1e-9 * sizes[0]))


def where(affected: Sequence[Run], runs: Sequence[Run]) -> str:
    """A phrase for the property that the data of some runs have and no other data; empty for all runs."""
    if len(affected) == len(runs):
        return ""
    others = [run for run in runs if run not in affected]
    for words, holds in _SITUATIONS:
        if all(map(holds, affected)) and not any(map(holds, others)):
            return words
    return "on some data"
