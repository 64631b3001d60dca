"""The choice of exercises: the kinds of each chapter, and the claims that they are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from pcaproofs.report.exercises.model import calculation
from pcaproofs.report.exercises.numbers import MAKERS
from pcaproofs.report.exercises.programs import find_the_mistake
from pcaproofs.report.exercises.variants import missing_hypothesis, prove_it, quickly_true_or_false, true_or_false

if TYPE_CHECKING:
    from pcaproofs.report.documents.model import ExerciseBlock
    from pcaproofs.report.page import ClaimPage


TRUE_OR_FALSE = {
    "moments": ("moments.mean-vectorised", "moments.sample-covariance-vectorised", "moments.projected-mean"),
    "centering": ("centering.idempotent", "centering.entries", "centering.action"),
    "projection": ("projection.from-basis", "projection.complement", "projection.pythagoras"),
    "affine": ("affine.square-of-sum",),
    "equivalence": ("equivalence.line-residual", "equivalence.frobenius"),
    "matrix-form": ("matrix-form.trace-rules", "matrix-form.variance-chain"),
    "stationarity": ("stationarity.gradient",),
    "spectral": ("spectral.adjoint",),
    "trace-objective": ("trace-objective.divisor", "trace-objective.weights"),
    "deflation": ("deflation.residual-orthogonal", "deflation.second-round"),
    "explained": ("explained.uncentred-scores",),
    "algorithms": ("algorithms.centring-first",),
}
HYPOTHESES = {
    "moments": ("moments.covariance-kernel",),
    "centering": ("centering.centred-data",),
    "projection": ("projection.pythagoras", "projection.complement", "projection.lengths"),
    "affine": ("affine.penalty",),
    "equivalence": ("equivalence.line-residual", "equivalence.rss"),
    "stationarity": ("stationarity.gradient", "stationarity.eigenvector"),
    "spectral": ("spectral.distinct-orthogonal", "spectral.psd-eigenvalues", "spectral.orthogonal-are-independent"),
    "trace-objective": ("trace-objective.weights",),
    "svd": ("svd.read-twice",),
    "deflation": ("deflation.residual-orthogonal", "deflation.second-round"),
    "explained": ("explained.threshold",),
}
PROOFS = {
    "moments": ("moments.projected-mean",),
    "centering": ("centering.idempotent", "centering.symmetric"),
    "projection": ("projection.complement", "projection.pythagoras"),
    "affine": ("affine.residual-split", "affine.square-of-sum"),
    "equivalence": ("equivalence.line-residual",),
    "matrix-form": ("matrix-form.variance-chain",),
    "stationarity": ("stationarity.value",),
    "spectral": ("spectral.distinct-orthogonal", "spectral.psd-eigenvalues"),
    "trace-objective": ("trace-objective.rotated-optimum",),
    "svd": ("svd.read-twice",),
    "deflation": ("deflation.second-round",),
    "explained": ("explained.uncentred-scores",),
    "algorithms": ("algorithms.centring-first",),
}


def chapters() -> list[str]:
    """The chapters that have exercises, in the order of the book."""
    return list(dict.fromkeys(name.split(".")[0] for name in MAKERS))


def exercises(chapter: str, seed: int, pages: Mapping[str, ClaimPage]) -> list[ExerciseBlock]:
    """The exercises of a chapter, of every kind that it has; pages: at least those of `claims_of`.

    Raises ValueError for a chapter without exercises.
    """
    if chapter not in chapters():
        raise ValueError(f"got the chapter {chapter}, but should be one of {', '.join(chapters())}")
    made_from = [pages[id].report.claim for id in claims_of(chapter) if id in pages]
    key = (chapter, seed, *made_from)
    if key not in _MADE:
        _MADE[key] = tuple(_made(chapter, seed, pages))
    return list(_MADE[key])


# By chapter, seed and claims: a book and a site have the same, and their changed statements are proved once.
_MADE: dict[tuple[object, ...], tuple[ExerciseBlock, ...]] = {}


def _made(chapter: str, seed: int, pages: Mapping[str, ClaimPage]) -> list[ExerciseBlock]:
    names = [name for name in MAKERS if name.split(".")[0] == chapter]
    out = [calculation(name, MAKERS[name](_draw(seed, name))) for name in names]
    for ids, make_from in ((TRUE_OR_FALSE, true_or_false), (HYPOTHESES, missing_hypothesis), (PROOFS, prove_it)):
        if found := ids.get(chapter, ()):
            out += make_from(pages, found, _draw(seed, chapter, make_from.__name__))
    return out + find_the_mistake(chapter, _draw(seed, chapter, "program"))


def on_some_claim(ids: Sequence[str], seed: int, pages: Mapping[str, ClaimPage]) -> list[ExerciseBlock]:
    """An exercise on one of these claims; empty if none of them has a printed proof.

    It asks whether a statement, perhaps changed, is true; if no statement fits an exercise, it asks for the shortest
    proof.
    """
    steps = {id: [len(block.steps) for part in pages[id].parts for block in part.blocks] for id in ids}
    proved = [id for id in ids if pages[id].report.verdict == "proved" and any(steps[id])]
    if not proved:
        return []
    draw = _draw(seed, *ids)
    shortest = min(proved, key=lambda id: sum(steps[id]))
    return quickly_true_or_false(pages, tuple(proved), draw) or prove_it(pages, (shortest,), draw)


def claims_of(chapter: str) -> list[str]:
    """The ids of the claims that the exercises of a chapter are made from."""
    return [id for table in (TRUE_OR_FALSE, HYPOTHESES, PROOFS) for id in table.get(chapter, ())]


def _draw(*names: object) -> Random:
    """Random numbers that depend only on these names."""
    return Random(" ".join(map(str, names)))
