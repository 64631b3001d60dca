"""Criteria of new samples of the same features: they take the mean and the components of the data before.

What a transformation that takes its own mean, or fits again, returns for the data that it was fitted to is right, so
only new samples tell.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pcaproofs.grading.judge.answer import Case, unit_of
from pcaproofs.grading.judge.criteria.reconstruction import without_mean
from pcaproofs.grading.judge.criterion import Criterion, far
from pcaproofs.grading.judge.truth import Facts, Real

_APART = 500.0
"""Eigenvalues closer than this multiple of the error of S count as equal: their axes may be rotated among each
other.
"""


@dataclass(frozen=True)
class EqualAxes:
    """The axes of numerically equal eigenvalues, of which the first few are requested."""

    start: int
    axes: Real
    """p×c."""
    asked: int
    turn: float
    """Error bound of a right program's space."""


def _spaces(facts: Facts, error: float) -> Iterator[EqualAxes]:
    values, axes = facts.eigenvalues[: len(facts.axes)], facts.axes
    start = 0
    while start < facts.k:
        stop = start + 1
        while stop < len(values) and values[stop - 1] - values[stop] <= _APART * error:
            stop += 1
        gaps = [values[start - 1] - values[start]] if start else []
        gaps += [values[stop - 1] - values[stop]] if stop < len(values) else []
        # with few samples, the remaining axes have eigenvalue 0
        gaps += [values[stop - 1]] if stop == len(values) < facts.p else []
        turn = 2 * error / max(min(gaps), error) if gaps else 0.0
        yield EqualAxes(start, axes[start:stop].T, min(stop, facts.k) - start, turn)
        start = stop


def _scores_new(case: Case) -> str:
    facts, Z = case.facts, case.roles["scores_new"]
    if len(facts.axes) < facts.k:
        return ""
    Z = Z[:, _order(case)]
    said = _unlike(case, Z, facts.new)
    if not said:
        return ""
    for new, what in _mistaken(facts):
        if not _unlike(case, Z, new):
            return f"the scores of new samples are those of {what}"
    fitted = Facts(facts.new_data, facts.k, facts.standardise, facts.accuracy)
    if len(fitted.axes) >= facts.k and not _unlike(Case(fitted, case.conventions, {}, case.eps), Z, fitted.centred):
        return "the scores of new samples are those of components that are fitted to the new samples"
    return said


def _unlike(case: Case, Z: Real, new: Real) -> str:
    """A message naming scores that are not those of the new samples, up to signs and the basis inside a tie."""
    facts = case.facts
    size = float(np.linalg.norm(new))
    for space in _spaces(facts, case.error):
        own = slice(space.start, space.start + space.asked)
        along, got = new @ space.axes, Z[:, own]
        bound = case.new_error + 2 * space.turn * size
        held, values, right = np.linalg.svd(along, full_matrices=False)
        kept = values > 10 * bound
        # the part in the space is got = along·Q with QᵀQ = I; Q is undetermined outside of the samples' span
        Q = right[kept].T @ ((held[:, kept].T @ got) / values[kept, None])
        name = f"the scores of component {space.start + 1}"
        if np.linalg.norm(got - along @ Q) > 2 * bound:
            return f"{name}: new samples less the mean of the data before, times the component, give others"
        if not kept.all():
            continue
        if np.abs(Q.T @ Q - np.eye(space.asked)).max() > 4 * bound / values.min():
            return f"{name} of new samples are longer or shorter than they should be"
        before = _basis(case, space, own)
        if before is not None and np.abs(Q - before).max() > 0.1:
            return f"{name} of new samples have another sign or basis than those of the data before"
    return ""


def _basis(case: Case, space: EqualAxes, own: slice) -> Real | None:
    """The rotation of the fitted data's scores inside a space; None if they are not in the space."""
    if "scores" not in case.roles:
        return None
    along = case.facts.centred @ space.axes
    size = float(np.linalg.norm(along))
    if not size > 100 * case.data_error:
        return None
    Q, *_ = np.linalg.lstsq(along, case.roles["scores"][:, _order(case)][:, own], rcond=None)
    return np.asarray(Q) if np.abs(Q.T @ Q - np.eye(space.asked)).max() < 0.1 else None


def _order(case: Case) -> Sequence[int]:
    """The order of columns that sorts scores by component, if the assignment leaves the order free."""
    facts, asked = case.facts, range(case.facts.k)
    if case.conventions.order != "any":
        return asked
    if "scores" in case.roles:
        Z = case.roles["scores"]
        return sorted(asked, key=lambda j: -float(np.var(Z[:, j])))
    # each column is the new samples times a direction; the variance along it identifies the component
    along, *_ = np.linalg.lstsq(facts.new @ facts.axes.T, case.roles["scores_new"], rcond=None)
    values = facts.eigenvalues[: len(facts.axes)]
    return sorted(asked, key=lambda j: -float(along[:, j] ** 2 @ values) / (float(along[:, j] @ along[:, j]) or 1.0))


def _mistaken(facts: Facts) -> Iterator[tuple[Real, str]]:
    new = facts.new
    yield new - new.mean(axis=0), "samples less their own mean, where the mean of the data before is to be taken off"
    yield facts.new_data / facts.units, "samples from which no mean is taken off"


def _agree(case: Case) -> str:
    unit = unit_of(case.roles["components"])
    W, Z = case.roles["components"] / unit, case.roles["scores_new"] / unit
    bound = float(np.linalg.norm(W)) * (case.new_error + case.unit_error * float(np.linalg.norm(case.facts.new)))
    return far(Z, case.facts.new @ W, bound, "score", unit)


def _reconstruction_new(case: Case) -> str:
    facts, R = case.facts, case.roles["reconstruction_new"]
    if len(facts.axes) < facts.k:
        return ""
    R = without_mean(case, R)
    said = _unlike_projected(case, R, facts.new)
    if not said:
        return ""
    own = facts.new.mean(axis=0)
    if not _unlike_projected(case, R - own, facts.new - own):
        return "new samples are reconstructed around their own mean, not around that of the data before"
    if case.conventions.reconstruction == "data" and not _unlike_projected(
        case, R + facts.mean / facts.units, facts.new
    ):
        return "the mean is not put back"
    return said


def _unlike_projected(case: Case, R: Real, new: Real) -> str:
    """A message if a reconstruction is not the projection of the new samples onto the leading components."""
    facts = case.facts
    size = float(np.linalg.norm(new))
    rest, bound = R, case.new_error + case.stored_error("reconstruction")
    for space in _spaces(facts, case.error):
        bound += 4 * space.turn * size
        if space.asked == space.axes.shape[1]:
            rest = rest - (new @ space.axes) @ space.axes.T
            continue
        # a tie at the border allows any axes: the rest is along·QQᵀ in the space, for some Q with QᵀQ = I
        along = new @ space.axes
        inside = rest @ space.axes
        rest = rest - inside @ space.axes.T
        if np.linalg.matrix_rank(along, tol=10 * bound) < along.shape[1]:
            continue
        P, *_ = np.linalg.lstsq(along, inside, rcond=None)
        slack = 10 * bound / float(np.linalg.svd(along, compute_uv=False)[-1])
        projector = np.abs(P - P.T).max() <= slack and np.abs(P @ P - P).max() <= slack
        if not projector or abs(np.trace(P) - space.asked) > len(P) * slack:
            return "new samples are not projected onto the components of the data before"
    worst = int(np.argmax(np.linalg.norm(rest, axis=1)))
    if float(np.linalg.norm(rest)) <= 2 * bound:
        return ""
    return f"new sample {worst + 1} is not reconstructed by the mean and the components of the data before"


CRITERIA = (
    Criterion(
        "scores_new.values",
        ("scores_new",),
        "projection.affine",
        _scores_new,
        "Scores of new samples, by the mean and the components of the data before",
    ),
    Criterion(
        "scores_new.agree",
        ("scores_new", "components"),
        "svd.scores",
        _agree,
        "Scores of new samples that are the samples less the mean, times the components",
    ),
    Criterion(
        "reconstruction_new.values",
        ("reconstruction_new",),
        "projection.affine",
        _reconstruction_new,
        "New samples reconstructed by the mean and the components of the data before",
    ),
)
