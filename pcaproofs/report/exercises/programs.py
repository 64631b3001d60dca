"""Programs with one mistake, each a misconception of the grader's catalogue: a right program and the wrong lines."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pcaproofs.grading.diagnosis.catalogue import CATALOGUE
from pcaproofs.report.documents.model import ExerciseBlock
from pcaproofs.report.documents.writing import code
from pcaproofs.report.exercises.model import exercise, written

PROGRAM = """\
def pca(X, k):
    n = len(X)
    mean = X.mean(axis=0)
    centred = X - mean
    C = centred.T @ centred / n
    values, vectors = np.linalg.eigh(C)
    order = np.argsort(values)[::-1]
    W = vectors[:, order[:k]]
    variances = values[order[:k]]
    scores = centred @ W
    back = scores @ W.T + mean
    return W, variances, scores, back
"""
"""Right: the axes, variances and scores of the first k components, and the samples reconstructed from them."""


@dataclass(frozen=True)
class _Mistake:
    """A wrong line for a line of PROGRAM; name: of a misconception in CATALOGUE."""

    name: str
    right: str
    wrong: str


MISTAKES = (
    _Mistake("never-centred", "centred = X - mean", "centred = X"),
    _Mistake("mean-divided-by-n-1", "mean = X.mean(axis=0)", "mean = X.sum(axis=0) / (n - 1)"),
    _Mistake("sum-for-mean", "mean = X.mean(axis=0)", "mean = X.sum(axis=0)"),
    _Mistake("grand-mean", "mean = X.mean(axis=0)", "mean = X.mean()"),
    _Mistake("median-for-mean", "mean = X.mean(axis=0)", "mean = np.median(X, axis=0)"),
    _Mistake("first-sample-for-mean", "mean = X.mean(axis=0)", "mean = X[0]"),
    _Mistake("covariance-uncentred", "C = centred.T @ centred / n", "C = X.T @ X / n"),
    _Mistake("mean-taken-off-once", "C = centred.T @ centred / n", "C = (X.T @ X - np.outer(mean, mean)) / n"),
    _Mistake("standardised-unasked", "centred = X - mean", "centred = (X - mean) / X.std(axis=0)"),
    _Mistake("correlation-matrix", "C = centred.T @ centred / n", "C = np.corrcoef(X, rowvar=False)"),
    _Mistake("divided-by-features", "C = centred.T @ centred / n", "C = centred.T @ centred / X.shape[1]"),
    _Mistake("not-divided", "C = centred.T @ centred / n", "C = centred.T @ centred"),
    _Mistake("smallest-components", "order = np.argsort(values)[::-1]", "order = np.argsort(values)"),
    _Mistake("first-component-skipped", "W = vectors[:, order[:k]]", "W = vectors[:, order[1:k + 1]]"),
    _Mistake("rows-for-columns", "W = vectors[:, order[:k]]", "W = vectors[order[:k]].T"),
    _Mistake("values-sorted-alone", "W = vectors[:, order[:k]]", "W = vectors[:, :k]"),
    _Mistake("vectors-sorted-alone", "variances = values[order[:k]]", "variances = values[:k]"),
    _Mistake("deviations-for-variances", "variances = values[order[:k]]", "variances = np.sqrt(values[order[:k]])"),
    _Mistake("ratios-for-variances", "variances = values[order[:k]]", "variances = values[order[:k]] / values.sum()"),
    _Mistake("uncentred-projection", "scores = centred @ W", "scores = X @ W"),
    _Mistake("whitened", "scores = centred @ W", "scores = centred @ W / np.sqrt(variances)"),
    _Mistake("reconstruction-without-mean", "back = scores @ W.T + mean", "back = scores @ W.T"),
    _Mistake("reconstruction-is-the-data", "back = scores @ W.T + mean", "back = centred + mean"),
)

_OF_CHAPTERS = {
    "moments": ("covariance-uncentred", "mean-taken-off-once", "divided-by-features", "not-divided"),
    "centering": ("mean-divided-by-n-1", "sum-for-mean", "grand-mean"),
    "affine": ("median-for-mean", "first-sample-for-mean", "reconstruction-without-mean"),
    "equivalence": ("never-centred", "standardised-unasked", "correlation-matrix"),
    "stationarity": ("smallest-components",),
    "spectral": ("rows-for-columns", "values-sorted-alone", "vectors-sorted-alone"),
    "trace-objective": ("first-component-skipped", "smallest-components"),
    "svd": ("whitened", "deviations-for-variances"),
    "explained": ("uncentred-projection", "ratios-for-variances"),
    "algorithms": ("reconstruction-is-the-data", "rows-for-columns", "uncentred-projection"),
}


_STEPS = {
    "mean": "computes the mean",
    "centred": "centres the samples",
    "C": "computes the covariance matrix",
    "order": "sorts",
    "W": "takes the axes",
    "variances": "computes the variances",
    "scores": "computes the scores",
    "back": "reconstructs the samples",
}
"""What a line does, by the name that it gives a value."""


def with_mistake(mistake: _Mistake) -> str:
    """The program with the line of a mistake. Raises ValueError unless the right line occurs exactly once."""
    if PROGRAM.count(f"    {mistake.right}\n") != 1:
        raise ValueError(f"got {mistake.right}, but should be one line of the program [{mistake.name}]")
    return PROGRAM.replace(f"    {mistake.right}\n", f"    {mistake.wrong}\n")


def find_the_mistake(chapter: str, draw: Random) -> list[ExerciseBlock]:
    """A program with a mistake that fits the chapter, if there is one."""
    fitting = [m for m in MISTAKES if m.name in _OF_CHAPTERS.get(chapter, ())]
    if not fitting:
        return []
    mistake = draw.choice(fitting)
    known = CATALOGUE[mistake.name]
    question = written(
        "The following program is to compute the first $k$ principal axes of the samples in the rows of `X`, their "
        "variances with the divisor $n$, the scores, and the reconstructions. One of its lines is wrong. Which one, "
        "and what does the program compute instead?"
    )
    answer = written(
        f"The line `{mistake.wrong}` is wrong; it should be `{mistake.right}`. The program {known.title}. {known.why} "
        f"See {{claim}}`{known.claim}`."
    )
    step = _STEPS[mistake.right.partition(" = ")[0]]
    hint = f"Look at the line that {step}."
    return [exercise("program", (*question, code(with_mistake(mistake))), answer, hint)]
