"""The picture of an answer: visible data in the plane, the student's axis, and the correct axis."""

from collections.abc import Sequence

import numpy as np

from pcaproofs.grading.diagnosis.matching import as_real
from pcaproofs.grading.diagnosis.model import Plot
from pcaproofs.grading.judge import Facts, facts_of
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.protocol import RoleError
from pcaproofs.grading.running.run import Run

_MOST_POINTS = 30


_ALIKE = 0.9999


def picture_of(runs: Sequence[Run]) -> Plot | None:
    """The picture of a run on visible data with two features from which an axis can be computed.

    It is the first run in which the axis is wrong, if there is one: in some data rows and columns of the eigenvectors
    agree, and the picture of a right axis shows no mistake in the components. None where the axis would not be the
    student's own: where the call is given the components, or a run failed.
    """
    pictures = [picture for run in runs if (picture := _picture(run))]
    wrong = [picture for picture in pictures if not _is_right(picture)]
    lost = {each.criterion.split(".")[0] for run in runs for each in run.findings if not each.passed}
    return next(iter(wrong or ([] if lost & {"components", "projection"} else pictures)), None)


def _is_right(picture: Plot) -> bool:
    along = sum(a * b for a, b in zip(picture.theirs, picture.right, strict=True))
    spread = float(np.abs(np.array(picture.points) - picture.mean).max()) or 1.0
    return abs(along) > _ALIKE and float(np.abs(np.subtract(picture.through, picture.mean)).max()) <= 1e-3 * spread


def _picture(run: Run) -> Plot | None:
    X = run.data.X
    if not run.data.visible or X.shape[1] != 2 or len(X) > _MOST_POINTS:
        return None
    if run.outcome.status != "ok" or "components" in run.task.given.values():
        return None
    X = run.data.real
    facts = facts_of(X, 1, run.task.conventions)[0]
    right = np.linalg.svd(facts.centred, full_matrices=False)[2][0] * facts.units
    with np.errstate(all="ignore"):  # a student's numbers may be of any size
        theirs, through = _their_axis(run, facts)
    if theirs is None:
        return None
    return Plot(
        points=X.tolist(),
        mean=facts.mean.tolist(),
        right=(right / np.linalg.norm(right)).tolist(),
        theirs=theirs.tolist(),
        through=through.tolist(),
    )


def _value(run: Run, role: str) -> Real | None:
    value = run.roles.get(role) if role in run.task.roles else None
    if value is None or isinstance(value, RoleError):
        return None
    real = as_real(value)
    return real if real is not None and np.isfinite(real).all() else None


def _their_axis(run: Run, facts: Facts) -> tuple[Real | None, Real]:
    """The direction that their first component has, and a point that it goes through, in the data's units."""
    X, units = run.data.real, facts.units
    R, P, W, Z = (_value(run, role) for role in ("reconstruction", "projection", "components", "scores"))
    if R is not None and R.shape == X.shape:
        R = R if run.task.conventions.reconstruction == "data" else R * units + facts.mean
        through = R.mean(axis=0)
        return _direction(np.linalg.svd(R - through)[2][0]), through
    given = _value(run, "mean")
    through = given.reshape(2) if given is not None and given.size == 2 else facts.mean
    if W is not None and W.size >= 2 and W.ndim <= 2:
        columns = W.T if run.task.conventions.components == "rows" and W.ndim == 2 else W
        first = columns.reshape(-1) if columns.size == 2 else columns.reshape(columns.shape[0], -1)[:, :1].ravel()
        if first.size == 2:
            return _direction(first * units), through
    if P is not None and P.shape == (2, 2):
        return _direction(P[:, int(np.argmax(np.linalg.norm(P, axis=0)))] * units), through
    if Z is not None and Z.ndim and len(Z) == len(X) and Z.size:
        scores = Z.reshape(len(X), -1)[:, :1]
        fitted = np.linalg.lstsq(facts.centred, scores - scores.mean(axis=0), rcond=None)[0]
        return _direction(fitted[:, 0] * units), through
    return None, through


def _direction(vector: Real) -> Real | None:
    largest = float(np.abs(vector).max(initial=0.0))
    if not 1e-12 < largest < np.inf:
        return None
    scaled = vector / largest  # squares of huge numbers are infinite
    return np.asarray(scaled / np.linalg.norm(scaled))
