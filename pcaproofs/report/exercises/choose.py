"""The choice of exercises: the kinds of each chapter, and the claims that they are made from."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from pcaproofs.report.documents.model import KINDS
from pcaproofs.report.exercises.lines import complete_the_proof, find_the_wrong_line
from pcaproofs.report.exercises.model import calculation
from pcaproofs.report.exercises.numbers import MAKERS
from pcaproofs.report.exercises.programs import find_the_mistake
from pcaproofs.report.exercises.tasks import write_a_program
from pcaproofs.report.exercises.variants import missing_hypothesis, prove_it, true_or_false

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

LINES = {  # claims with proofs of several lines
    "moments": ("moments.covariance-of-shifted", "moments.redundant-feature"),
    "centering": ("centering.entries", "centering.nearest", "centering.rank"),
    "projection": ("projection.complement", "projection.affine", "projection.coordinates"),
    "affine": ("affine.all-optima",),
    "equivalence": ("equivalence.variance-kept", "equivalence.six-samples"),
    "matrix-form": ("matrix-form.same-problem",),
    "stationarity": ("stationarity.every-eigenvector", "stationarity.matrix-lagrangian"),
    "spectral": ("spectral.distinct-orthogonal", "spectral.quadratic-form-at-eigenvector"),
    "trace-objective": ("trace-objective.invariant-subspace", "trace-objective.discarded"),
    "svd": ("svd.eigenvectors", "svd.read-twice", "svd.same-projector"),
    "deflation": ("deflation.deflated-covariance", "deflation.second-round", "deflation.in-the-span"),
    "explained": ("explained.total",),
    "algorithms": ("algorithms.four-routes",),
}
FEWEST = 6  # exercises of a chapter on paper; one with fewer has a second one about the lines of a proof


def chapters() -> list[str]:
    """The chapters that have exercises, in the order of the book."""
    return list(dict.fromkeys(name.split(".")[0] for name in MAKERS))


def exercises(chapter: str, seed: int, pages: Mapping[str, ClaimPage]) -> list[ExerciseBlock]:
    """The exercises of a chapter, of every kind that it has, the easier kinds first.

    pages: at least those of `claims_of`. Raises ValueError for a chapter without exercises.
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
    out += find_the_mistake(chapter, _draw(seed, chapter, "program"))
    out += write_a_program(chapter, _draw(seed, chapter, "write"))
    for ids, make_from in ((TRUE_OR_FALSE, true_or_false), (HYPOTHESES, missing_hypothesis)):
        if found := ids.get(chapter, ()):
            out += make_from(pages, found, _draw(seed, chapter, make_from.__name__))
    draw = _draw(seed, chapter, "lines")
    for make_from in draw.sample([complete_the_proof, find_the_wrong_line], 2)[: 1 if len(out) >= FEWEST else 2]:
        out += make_from(pages, LINES.get(chapter, ()), draw)
    if found := PROOFS.get(chapter, ()):
        out += prove_it(pages, found, _draw(seed, chapter, prove_it.__name__))
    return sorted(out, key=lambda x: list(KINDS).index(x.kind))


def claims_of(chapter: str) -> list[str]:
    """The ids of the claims that the exercises of a chapter are made from."""
    return [id for table in (TRUE_OR_FALSE, HYPOTHESES, LINES, PROOFS) for id in table.get(chapter, ())]


def _draw(*names: object) -> Random:
    """Random numbers that depend only on these names."""
    return Random(" ".join(map(str, names)))
