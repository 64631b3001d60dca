"""What is shown of a failure: the smallest data found on which a submission fails, and a picture in the plane.

The data are few samples of small integers, drawn independently of the hidden data, so they may be shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice

import numpy as np

from pcaproofs.grading.assignment.names import VALUES
from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.diagnosis.model import UP_TO_SIGNS, Example, Input, Plot
from pcaproofs.grading.diagnosis.rerun import Rerun
from pcaproofs.grading.diagnosis.search import as_real, real_value
from pcaproofs.grading.judge import ROLES, Facts, facts_of
from pcaproofs.grading.judge.truth import Conventions, Real
from pcaproofs.grading.protocol import Array, RoleError
from pcaproofs.grading.running.run import Run, inputs_of, right_value

_MOST_RUNS = 60
_AT_ONCE = 12
"""Runs in one process."""
_MOST_SECONDS = 10.0
_SMALL = 18
"""Entries of data that a person may still do by hand."""
_SIGNED = ("scores.agree", "scores_new.values")
"""Criteria of scores that must have the signs of the returned components."""
_SHOWN = 6
"""Rows and columns of a value that are shown."""


@dataclass(frozen=True)
class Failure:
    """A run on small data, and what fails in it."""

    run: Run
    criterion: str


def on_known_data(runs: Sequence[Run]) -> Failure | None:
    """A failure on the smallest of the data that students see; None where it does not show there."""
    seen = [run for run in _bad(runs) if run.data.visible and run.data.X.size <= _SMALL]
    run = min(seen, key=lambda run: run.data.X.size, default=None)
    return Failure(run, failures(run)[0]) if run else None


def shrink(runs: Sequence[Run], rerun: Rerun) -> Failure | None:
    """A failure of the runs on the smallest data found that show it; None where none were found."""
    bad = _bad(runs)
    if not bad:
        return None
    finder = _Finder(bad, rerun)
    found = finder.first()
    return finder.smaller(found) if found else None


def _bad(runs: Sequence[Run]) -> list[Run]:
    """The runs that failed; none where the data have nothing to do with it."""
    bad = [run for run in runs if run.outcome.gradable and failures(run)]
    ended = all(run.outcome.status not in ("ok", "error") for run in runs)
    return [] if ended or any(run.outcome.error_in == "source" for run in bad) else bad


class _Finder:
    """Runs the submission on small data for as long as there is time."""

    def __init__(self, bad: Sequence[Run], rerun: Rerun) -> None:
        self._rerun, self._task = rerun, bad[0].task
        self._wanted = {item for run in bad if run.task is self._task for item in failures(run)}
        self._runs, self._seconds = 0, 0.0

    def first(self) -> Failure | None:
        """The first failure on small data."""
        return self._first_of(small_data(), self._wanted)

    def smaller(self, found: Failure) -> Failure:
        """Leave out samples and features and make entries smaller while it fails as before."""
        best = found
        while again := self._first_of(_simpler(best.run.data.X, best.run.data.k), {found.criterion}):
            best = again
        return best

    def _spent(self) -> bool:
        return self._runs >= _MOST_RUNS or self._seconds > _MOST_SECONDS

    def _first_of(self, cases: Iterator[tuple[Array, int]], wanted: set[str]) -> Failure | None:
        """The first failure, trying more data in one process the longer none is found."""
        at_once = 3
        while not self._spent() and (some := list(islice(cases, at_once))):
            if found := self._try(some, wanted):
                return found
            at_once = min(2 * at_once, _AT_ONCE)
        return None

    def _try(self, cases: Sequence[tuple[Array, int]], wanted: set[str]) -> Failure | None:
        self._runs += len(cases)
        for run in self._rerun.many(self._task, cases):
            self._seconds += run.outcome.own_seconds
            criterion = next((name for name in failures(run) if name in wanted), None)
            if criterion and run.outcome.gradable:
                return Failure(run, criterion)
        return None


def failures(run: Run) -> list[str]:
    """The failed criteria of a run, in the order in which they depend on each other."""
    if run.outcome.status != "ok":
        return ["runs"]
    failed = (finding.criterion for finding in run.findings if not finding.passed)
    names = [name for name in failed if not name.startswith(VALUES)]  # of other data nobody knows the right ones
    order = {role: place for place, role in enumerate(ROLES)}
    about = [name for name in names if name.split(".")[0] in order]
    return sorted(about, key=lambda name: order[name.split(".")[0]])


def small_data() -> Iterator[tuple[Array, int]]:
    """Small data with the number of components, simplest first; the last ones are special in some way."""
    for n, p, k in ((3, 2, 1), (4, 2, 1), (4, 3, 2), (5, 3, 2), (5, 3, 1), (6, 4, 3)):
        for number in range(3):
            yield _draw(n, p, k, 100 * n + 10 * p + number), k
    yield _draw(4, 2, 1, 1).astype(np.int64), 1
    yield np.array([[1, 2, 0, 3], [2, 0, 1, 3], [0, 1, 2, 0.0]]), 1  # fewer samples than features
    yield _draw(3, 3, 1, 7), 1
    yield _draw(5, 3, 3, 5), 3  # k = p
    yield np.array([[0, 0, 1], [1, 1, 3], [2, 2, 2], [3, 3, 4.0]]), 2  # in a plane
    yield np.array([[2, 1, 1], [0, 1, 1], [1, 2, 1], [1, 0, 1], [1, 1, 2], [1, 1, 0.0]]), 2  # equal variances
    yield np.array([[1, 5, 0], [2, 5, 3], [4, 5, 1.0]]), 1  # a constant feature
    yield _draw(4, 2, 1, 3) + 1e6, 1
    yield _draw(4, 2, 1, 3).astype(np.float32), 1


def _draw(n: int, p: int, k: int, seed: int) -> Real:
    """Whole numbers from 0 to 6 with a mean that is not 0, and variances that are not nearly equal."""
    for attempt in count():
        X = np.random.default_rng([seed, attempt]).integers(0, 7, size=(n, p)).astype(float)
        if _is_plain(X, k):
            return X
    raise AssertionError("unreachable")


def _is_plain(X: Array, k: int) -> bool:
    """Whether data are such that a person may do them: no feature constant, no sample twice, axes well apart."""
    n, p = X.shape
    if n < 3 or not 1 <= k <= p or len(np.unique(X, axis=0)) < n or (np.ptp(X, axis=0) == 0).any():
        return False
    eigenvalues = Facts(np.asarray(X, dtype=float), k).eigenvalues
    gaps = -np.diff(eigenvalues)[: min(k, p - 1)]
    apart = bool(gaps.min(initial=np.inf) > 0.1 * eigenvalues[0])
    return apart and bool(eigenvalues[min(n - 1, p) - 1] > 0.01 * eigenvalues[0]) and bool((X.mean(axis=0) != 0).all())


def _simpler(X: Array, k: int) -> Iterator[tuple[Array, int]]:
    """Data a little simpler, which must stay as well determined as they are."""
    plain = _is_plain(X, k)
    for X2, k2 in _changes(X, k):
        if X2.shape[0] >= 2 and (not plain or _is_plain(X2, k2)):
            yield X2, k2


def _changes(X: Array, k: int) -> Iterator[tuple[Array, int]]:
    n, p = X.shape
    for i in range(n if n > 2 else 0):
        yield np.delete(X, i, axis=0), k
    if p > 2:
        for j in range(p):
            yield np.delete(X, j, axis=1), min(k, p - 1)
            if k > 1:
                yield np.delete(X, j, axis=1), k - 1
    if k > 1:
        yield X, k - 1
    for i, j in np.ndindex(n, p):
        for value in (0, 1, 2):
            if abs(float(X[i, j])) > value:
                changed = X.copy()
                changed[i, j] = value
                yield changed, k


def example_of(failure: Failure) -> Example:
    """A failure as it is shown: the data, what should come out, what came out."""
    run, criterion = failure.run, failure.criterion
    roles = list(run.task.roles)
    role = criterion.split(".")[0]
    if role not in roles:
        role = next((name for name in ROLES if name in roles), roles[0])
    data = DataSet(name="", X=np.asarray(run.data.X, dtype=np.float64), k=run.data.k, purpose="", visible=True)
    expected = right_value(role, data, run.task.conventions)
    got: list[float] | list[list[float]] | str
    beside: tuple[Input, ...] = ()
    value = run.roles.get(role)
    if run.outcome.status != "ok":
        got = run.outcome.detail
    elif value is None or isinstance(value, RoleError):
        got = str(value) if value is not None else "nothing"
    else:
        real = as_real(value)
        beside = _components_beside(run, criterion)
        if beside:
            expected = np.asarray(np.asarray(expected, dtype=np.float64) * _signs_of(run))
        elif real is not None and real.shape == expected.shape:
            expected = _signed_like(role, expected, real, run.task.conventions)
        got = _shown(value)
        if criterion.endswith(".form") and role in run.task.reading.exchanged:
            got = f"another value; the one of this form stands elsewhere: {run.task.reading.exchanged[role]}"
    return Example(
        task=run.task.name,
        X=data.real.tolist(),
        k=data.k,
        role=role,
        expected=_rounded(expected),
        got=got,
        criterion=criterion,
        inputs=_inputs(run),
        beside=beside,
    )


def _components_beside(run: Run, criterion: str) -> tuple[Input, ...]:
    """The components that a run returned, if its scores do not agree with them; their signs are then the point."""
    W = run.roles.get("components")
    if criterion not in _SIGNED or run.task.conventions.sign != "free" or not isinstance(W, np.ndarray):
        return ()
    real = as_real(W)
    if real is None or real.shape != right_value("components", run.data, run.task.conventions).shape:
        return ()
    name = " ".join(run.task.roles["components"].split())
    return (Input(name=name, values=_rounded(real), shape=list(W.shape), dtype=W.dtype.name),)


def _signs_of(run: Run) -> Real:
    """The signs of the components that a run returned, as multiples of the right ones."""
    W, right = np.asarray(run.roles["components"]), right_value("components", run.data, run.task.conventions)
    axis = 1 if run.task.conventions.components == "rows" else 0
    return np.where(np.sum(W.real * right, axis=axis) < 0, -1.0, 1.0)


def _inputs(run: Run) -> tuple[Input, ...]:
    arrays, scalars = inputs_of(run.task, run.data)
    inputs = [
        Input(name=name, values=_exact(value), shape=list(value.shape), dtype=value.dtype.name)
        for name, value in arrays.items()
    ]
    return (*inputs, *(Input(name=name, values=value, shape=[], dtype="") for name, value in scalars.items()))


def _exact(value: Array) -> list[float] | list[list[float]]:
    listed: list[float] | list[list[float]] = (np.asarray(value) + 0).tolist()  # −0 is 0
    return listed


def _signed_like(role: str, expected: Array, got: Array, conventions: Conventions) -> Array:
    """Expected columns with the signs that the submission happens to have, where signs are free."""
    if role not in UP_TO_SIGNS or conventions.sign != "free":
        return expected
    axis = 1 if role == "components" and conventions.components == "rows" else 0
    along = np.sum(expected * np.nan_to_num(got), axis=axis, keepdims=True)
    return np.asarray(expected * np.where(along < 0, -1.0, 1.0))


def _shown(value: Array) -> list[float] | list[list[float]] | str:
    real = as_real(value)
    if value.ndim > 2 or max(value.shape, default=0) > _SHOWN or real is None or not np.isfinite(real).all():
        with np.printoptions(precision=4, suppress=True, threshold=40, edgeitems=3, linewidth=100):
            return f"an array of shape {value.shape}:\n{value}"
    return _rounded(real)


def _rounded(value: Array) -> list[float] | list[list[float]]:
    """Numbers without the last digits, which rounding makes; −0 is 0."""
    size = float(np.abs(value).max(initial=0.0)) or 1.0
    digits = max(0, 12 - int(np.floor(np.log10(size))))
    rounded = np.round(np.atleast_1d(value), digits) + 0.0
    listed: list[float] | list[list[float]] = rounded.tolist()
    return listed


# The picture of an answer: visible data in the plane, the student's axis, and the correct axis


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
    lost = frozenset().union(*(run.failed_roles for run in runs))
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


def _their_axis(run: Run, facts: Facts) -> tuple[Real | None, Real]:
    """The direction that their first component has, and a point that it goes through, in the data's units."""
    X, units = run.data.real, facts.units
    R, P, W, Z, given = (
        real_value(run, role) if role in run.task.roles else None
        for role in ("reconstruction", "projection", "components", "scores", "mean")
    )
    if R is not None and R.shape == X.shape:
        R = R if run.task.conventions.reconstruction == "data" else R * units + facts.mean
        through = R.mean(axis=0)
        return _direction(np.linalg.svd(R - through)[2][0]), through
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
