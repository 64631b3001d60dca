"""Symptoms: conclusions from how runs end or from the appearance of values, without knowledge of the computation."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from pcaproofs.grading.assignment.model import Task
from pcaproofs.grading.assignment.names import in_words
from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.diagnosis.catalogue import CATALOGUE, Misconception, code_words
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.diagnosis.search import as_real, real_value
from pcaproofs.grading.diagnosis.variants import clashing
from pcaproofs.grading.diagnosis.words import mistake_of
from pcaproofs.grading.judge import CRITERIA, Judgement
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.protocol import Array, Outcome, RoleError
from pcaproofs.grading.running.result_order import is_alone
from pcaproofs.grading.running.run import Run, raised, right_value
from pcaproofs.grading.sandbox.worker.errors import OFF
from pcaproofs.grading.sandbox.worker.newer import NEEDS
from pcaproofs.grading.sandbox.worker.report import ELSEWHERE


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


# Simple relations between wrong values and those of the solution: a factor, a root, a transpose, an added row


_CLOSE = 1e-6
_FEWEST = 2
"""Data sets on which a relation has to hold: one number is some multiple of any other."""
_FACTORS: dict[str, Callable[[int, int], float]] = {
    "n/(n − 1)": lambda n, p: n / (n - 1),
    "(n − 1)/n": lambda n, p: (n - 1) / n,
    "√(n/(n − 1))": lambda n, p: (n / (n - 1)) ** 0.5,
    "√((n − 1)/n)": lambda n, p: ((n - 1) / n) ** 0.5,
    "n": lambda n, p: n,
    "1/n": lambda n, p: 1 / n,
    "n − 1": lambda n, p: n - 1,
    "1/(n − 1)": lambda n, p: 1 / (n - 1),
    "√n": lambda n, p: n**0.5,
    "1/√n": lambda n, p: n**-0.5,
    "√(n − 1)": lambda n, p: (n - 1) ** 0.5,
    "1/√(n − 1)": lambda n, p: (n - 1) ** -0.5,
    "p": lambda n, p: p,
    "1/p": lambda n, p: 1 / p,
    "−1": lambda n, p: -1,
    "2": lambda n, p: 2,
    "1/2": lambda n, p: 0.5,
    "100": lambda n, p: 100,
    "1/100": lambda n, p: 0.01,
}
"""For n samples of p features."""


def of_solution_values(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of a value that differs from the solution's by the same simple operation on all data sets."""
    for name in runs[0].task.values if runs else ():
        wrong = [run for run in runs if not run.holds(f"values.{name}")]
        pairs = []
        for run in wrong:
            got, wanted = map(_numbers, run.compared.get(name, (None, None)))
            if got is not None and wanted is not None:
                pairs.append((run, got, wanted))
        if len(pairs) < max(_FEWEST, len(wrong)):
            continue
        for kind, title, hint, relation in _relations():
            with np.errstate(all="ignore"):
                if not all(relation(run, got, wanted) for run, got, wanted in pairs):
                    continue
            why = "What is off in the same way on all data comes from one step."
            mistake = Mistake(name=f"value-{kind}", title=f"gives {name} {title}", hint=hint, why=why, claim="")
            return Symptom(mistake, wrong, f"on {len(wrong)} of {len(runs)} data sets")
    return None


def _numbers(value: Any) -> Real | None:
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return array if array.size and np.isfinite(array).all() else None


def _same(one: Real, other: Real, up_to_signs: bool = False) -> bool:
    if one.shape != other.shape:
        return False
    bound = _CLOSE * float(np.abs(other).max())
    apart = np.abs(one - other)
    if up_to_signs:  # of columns
        apart = np.minimum(apart.max(axis=0), np.abs(one + other).max(axis=0))
    return bool(bound > 0 and float(apart.max()) <= bound)


_Relation = Callable[[Run, Real, Real], bool]
_CHANGES: dict[str, Callable[[Real], Real]] = {
    "squared": lambda wanted: wanted**2,
    "as its root": np.sqrt,
    "transposed": lambda wanted: wanted.T,
    "inverted": lambda wanted: np.asarray(np.linalg.inv(wanted) if wanted.ndim == 2 else 1 / wanted),
    "as its logarithm": np.log,
}
_SHIFTS = {
    0: ("with the same row added to every row", "Is a mean taken off, or put back, where it should be?"),
    1: ("with the same column added to every column", "Is the mean of each row to be taken off as well?"),
}


def _relations() -> Iterator[tuple[str, str, str, _Relation]]:
    """The kind of each relation, what is said of the value, a hint, and whether a value and the solution's have it."""
    for words, factor in _FACTORS.items():
        hint = f"It is {words} times the solution's value on all data sets (n samples of p features). Look at what "
        hint += "you divide by, and where."
        yield "by-a-factor", f"{words} times as large as it should be", hint, partial(_is_multiple, factor)
    but = "It is the solution's value but for this, on all data sets."
    for words, change in _CHANGES.items():
        yield "changed", words, but, partial(_is_changed, change)
    for axis, (words, hint) in _SHIFTS.items():
        yield "shifted", words, f"{but} {hint}", partial(_is_shifted, axis)


def _is_multiple(factor: Callable[[int, int], float], run: Run, got: Real, wanted: Real) -> bool:
    by = factor(*run.data.X.shape)
    return abs(by - 1) > _CLOSE and _same(got, by * wanted, got.ndim == 2 and by > 0)


def _is_changed(change: Callable[[Real], Real], run: Run, got: Real, wanted: Real) -> bool:
    try:
        other = change(wanted)
    except np.linalg.LinAlgError:
        return False
    return bool(np.isfinite(other).all()) and _same(got, other)


def _is_shifted(axis: int, run: Run, got: Real, wanted: Real) -> bool:
    if got.shape != wanted.shape or got.ndim != 2 or got.shape[axis] < _FEWEST:
        return False
    return _same(*(each - each.mean(axis=axis, keepdims=True) for each in (got, wanted)))


# Symptoms from the judge's messages: results at other positions, and wrong treatment of new samples


_UNSURE = ("data.ties", "data.far-away")
"""Situations in which a solver or rounding may hide the symptom."""


def of_missing(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of fewer results than the assignment takes."""
    task = runs[0].task
    if not task.reading.missing:
        return None
    roles = " and ".join(in_words(role, task.conventions) for role in task.roles if role in task.reading.missing)
    mistake = mistake_of("other-number-of-results/few", call=called(runs[0]), roles=roles)
    return Symptom(mistake, runs, "; ".join(sorted(set(task.reading.missing.values()))))


def of_exchange(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of results at other positions than those that the assignment expects.

    Shapes alone are no evidence: one of the moved values has to be right on some data set.
    """
    moved = runs[0].task.reading.exchanged
    if not any(_is_right(run, role) for run in runs for role in moved):
        return None
    evidence = "; ".join(sorted(set(moved.values())))
    if all(map(is_alone, moved.values())):
        mistake = mistake_of("returns-more", call=called(runs[0]))
        return Symptom(mistake, runs, evidence, role=next(iter(moved)))
    return Symptom(mistake_named("results-exchanged", runs[0].task), runs, evidence)


def _is_right(run: Run, role: str) -> bool:
    """Whether the value of a role passes every criterion about it, but for its form."""
    own = [each for each in run.findings if each.criterion.startswith(f"{role}.")]
    about = [each for each in own if not each.criterion.endswith(".form")]
    return bool(about) and all(each.passed for each in about)


def absent_roles(runs: Sequence[Run]) -> frozenset[str]:
    """The roles whose attribute no run has; none where no other role has a value."""
    ended = [run for run in runs if run.outcome.status == "ok"]
    absent = {role for role in runs[0].task.roles if all(_is_absent(run.roles.get(role)) for run in ended)}
    return frozenset(absent) if ended and absent < {*runs[0].task.roles} else frozenset()


def of_absent(runs: Sequence[Run]) -> list[Symptom]:
    """The symptoms of attributes that no run has."""
    absent = absent_roles(runs)
    ended = [run for run in runs if run.outcome.status == "ok"]
    found = [no_value(role, ended, ended) for role in runs[0].task.roles if role in absent]
    by_error: dict[str, list[Symptom]] = {}
    for each in filter(None, found):  # one missing method may be asked for several roles
        by_error.setdefault(str(ended[0].roles[each.role]), []).append(each)
    return [_joined(group) for group in by_error.values()]


def _joined(group: Sequence[Symptom]) -> Symptom:
    first, *others = (each.mistake for each in group)
    titles = [first.title, *(each.title.removeprefix("gives no value for ") for each in others)]
    return replace(group[0], mistake=replace(first, title=" and ".join(titles)))


def _is_absent(value: object) -> bool:
    """Whether the assignment's expression, and no line of the submission, asks for what the object does not have."""
    return isinstance(value, RoleError) and value.kind == "AttributeError" and not value.line


def no_value(role: str, gone: Sequence[Run], runs: Sequence[Run]) -> Symptom | None:
    """The symptom of a role that has an error for a value in some runs."""
    value = gone[0].roles[role]
    if not isinstance(value, RoleError):
        return None
    if "None" in value.message:
        hint = "It is None: is there a return at the end of the function?"
    elif value.message.startswith("got method"):
        hint = "It is a method that was not called: put `@property` above it."
    else:
        hint = f"{value.kind}: {value.message}."
    what, code = in_words(role, gone[0].task.conventions), gone[0].task.roles[role]
    mistake = mistake_of("no-value", what=what, said=hint, code=code)
    return replace(symptom_of(mistake, gone, runs, role), line=value.line)


def in_place(run: Run, absent: frozenset[str] = frozenset()) -> Run:
    """A run as if its results stood where the assignment takes them from, without those that are missing."""
    reading = run.task.reading
    absent |= {*reading.missing}
    left_out = {f"{role}.form" for role in absent} | {each.name for each in CRITERIA if absent & {*each.roles}}

    def found(finding: Judgement) -> Judgement:
        said = reading.exchanged.get(finding.criterion.removesuffix(".form"), "")
        if not said or not finding.criterion.endswith(".form"):
            return finding
        detail = finding.detail.removesuffix(said).removesuffix("; ")
        return replace(finding, passed=not detail, detail=detail)

    roles = {role: code for role, code in run.task.roles.items() if role not in absent}
    task = replace(run.task, roles=roles, reading=replace(reading, exchanged={}, missing={}))
    return replace(
        run,
        task=task,
        roles={role: value for role, value in run.roles.items() if role not in absent},
        findings=tuple(found(finding) for finding in run.findings if finding.criterion not in left_out),
    )


_NEW = {
    "less their own mean": "new-samples-less-their-own-mean",
    "around their own mean": "new-samples-less-their-own-mean/around",
    "no mean is taken off": "new-samples-not-centred",
    "the mean is not put back": "new-samples-without-mean",
    "fitted to the new samples": "fits-again",
}
"""Mistakes by words of the judge."""


def of_new_samples(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of new samples that are treated incorrectly, if nothing else is wrong."""
    wrong = [run for run in runs if not run.ok]
    details = [[each for each in run.findings if not each.passed] for run in wrong]
    if not wrong or not all("_new." in each.criterion for found in details for each in found):
        return None
    for words, key in _NEW.items():
        shown = sum(any(words in each.detail for each in found) for found in details)
        if 2 * shown > len(wrong):
            given = next((each for each, role in wrong[0].task.given.items() if role == "mean"), "")
            if given and key.startswith("new-samples-less-their-own-mean"):
                key = "new-samples-less-their-own-mean/given"
            role = next(each.criterion.split(".")[0] for each in details[0])
            return Symptom(mistake_of(key, given=given), wrong, f"on {shown} of {len(runs)} data sets", role=role)
    return None


_SCORES = ("scores", "scores_new", "reconstruction", "reconstruction_new")


def of_other_origin(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of scores that differ from the correct ones by the same row for all samples."""
    wrong = [run for run in runs if not run.ok]
    failed = frozenset().union(*(run.failed_roles for run in wrong))
    shown = [run for run in wrong if run.data.situation not in _UNSURE]
    given = (*_SCORES, "data", "equivariance")
    if len(shown) < _FEWEST or not failed <= {*given} or not all(_is_moved(run) for run in shown):
        return None
    mean = code_words(wrong[0].task.samples, wrong[0].task.conventions.components)["mean"]
    mistake = mistake_of("other-origin", mean=mean)
    return Symptom(mistake, wrong, f"on {len(shown)} of {len(runs)} data sets", role="scores")


def _is_moved(run: Run) -> bool:
    """Whether scores less their mean have the right products with each other, which no sign or rotation changes."""
    real = real_value(run, "scores")
    if real is None or real.shape != (len(run.data.X), run.data.k) or run.task.conventions.standardise != "no":
        return False
    Xc = run.data.real - run.data.real.mean(axis=0)
    right = Xc @ np.linalg.svd(Xc, full_matrices=False)[2][: run.data.k].T
    moved = real - real.mean(axis=0)
    size = float(np.abs(right).max())
    off = float(np.abs(moved @ moved.T - right @ right.T).max())
    return off <= _CLOSE * size**2 and float(np.abs(real.mean(axis=0)).max()) > _CLOSE * size


# Symptoms in the appearance of values


def values_of(run: Run) -> dict[str, Array]:
    """The values that a run returned, by role; those without a value are left out."""
    return {role: value for role, value in run.roles.items() if not isinstance(value, RoleError)}


def right(role: str, run: Run, k: int) -> Real:
    """A role's right value for k components, with samples in rows."""
    data = DataSet(name="", X=run.data.X, k=k, purpose="", visible=True)
    return np.asarray(right_value(role, data, run.task.conventions), dtype=np.float64)


def distance(role: str, value: Array, run: Run, k: int) -> float:
    """The difference of a value and a role's right one, up to the signs of columns, relative to the largest entry."""
    real, wanted = as_real(value), right(role, run, k)
    if real is None or real.shape != wanted.shape or not np.isfinite(real).all():
        return np.inf
    rows = role == "components" and run.task.conventions.components == "rows"
    one, other = (real.T, wanted.T) if rows else (real, wanted)
    apart = np.minimum(np.abs(one - other).max(axis=0), np.abs(one + other).max(axis=0))
    size = float(np.abs(wanted).max())
    return float(np.max(apart)) / size if size else 0.0 if not np.any(apart) else np.inf


def is_right(role: str, value: Array, run: Run, k: int) -> bool:
    """Whether a value is a role's right one, up to the signs of columns."""
    return distance(role, value, run, k) <= 1e-4


_FEWEST_ALIKE = 3


def of_input(runs: Sequence[Run]) -> Symptom | None:
    """A role whose value is always the data that were handed over, or their first columns."""
    wrong = [run for run in runs if not run.ok]
    if len(wrong) < _FEWEST_ALIKE:
        return None
    for role in wrong[0].task.roles:
        if all(_is_input(run, role) for run in wrong):
            mistake = mistake_of("returns-its-input", what=in_words(role, wrong[0].task.conventions))
            return symptom_of(mistake, wrong, runs, role)
    return None


def _is_input(run: Run, role: str) -> bool:
    value = run.roles.get(role)
    if value is None or isinstance(value, RoleError) or value.ndim != 2:
        return False
    real, X = as_real(value), run.data.real
    columns = value.shape[1]
    shaped = real is not None and 0 < columns <= X.shape[1] and len(value) == len(X)
    return shaped and bool(np.array_equal(np.asarray(real), X[:, :columns]))


_ROLES = ("components", "scores")
_POWERS = {"ratio-of-singular-values": 0.5, "ratio-of-squared-variances": 2.0}
"""The power of the variances that each misconception sums."""
_FEWEST_COUNTS = 2
"""Data sets on which the number has to differ: small numbers agree by chance."""
_SLACK = 1e-9


def of_count(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of correct components and scores whose number is not k."""
    wrong = [run for run in runs if not run.ok]
    counts = [_count(run) for run in wrong]
    if not wrong or None in counts or all(count == run.data.k for count, run in zip(counts, wrong, strict=True)):
        return None
    role = next((each for each in _ROLES if each in wrong[0].task.roles), "")
    return symptom_of(_mistake(runs), wrong, runs, role)


def _count(run: Run) -> int | None:
    """The number of components for which the values of a run are correct; None if there is no such number."""
    counts = set()
    for role in _ROLES:
        value = values_of(run).get(role)
        if value is None:
            continue
        rows = role == "components" and run.task.conventions.components == "rows"
        count = value.shape[0 if rows else -1] if value.ndim == 2 else 1
        shaped = value if value.ndim == 2 else value.reshape((1, -1) if rows else (-1, 1))
        if not 1 <= count <= min(run.data.X.shape) or not is_right(role, shaped, run, count):
            return None
        counts.add(count)
    return max(counts, default=None, key=lambda count: abs(count - run.data.k))


def _mistake(runs: Sequence[Run]) -> Mistake:
    task = runs[0].task
    if not _has_share(task):
        return mistake_of("other-number-of-components")
    for name, power in _POWERS.items():
        counts = [(_count(run), _by_shares(run, power), run.data.k) for run in runs]
        if all(got == count for got, count, _ in counts) and sum(got != k for got, _, k in counts) >= _FEWEST_COUNTS:
            return mistake_named(name, task)
    return mistake_of("other-number-of-components/share")


def _has_share(task: Task) -> bool:
    """Whether a task hands over the share of variance that the first k components explain, and not k."""
    return "explained_variance_ratio" in task.given.values()


def _by_shares(run: Run, power: float) -> int:
    """The number of components for the share, computed with a power of the variances."""
    Xc = run.data.real - run.data.real.mean(axis=0)
    variances = np.linalg.svd(Xc, compute_uv=False) ** 2
    share = float(variances[: run.data.k].sum() / variances.sum()) - _SLACK
    others = variances**power
    return int(np.argmax(np.cumsum(others) / others.sum() >= share)) + 1


def of_touching(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of runs that changed the data passed to them."""
    touched = [run for run in runs if run.outcome.touched]
    if not touched:
        return None
    mistake = mistake_named("changes-its-input", touched[0].task)
    return Symptom(mistake, touched, f"{len(touched)} of {len(runs)} runs change X")


def of_values(runs: Sequence[Run]) -> Symptom | None:
    """Symptoms of values that no variant explains."""
    looks = (_nothing_there, of_input, _wrong_shape, _not_finite, _complex, _the_same_always, _whole_numbers)
    for look in (*looks, _nearly_right):
        if found := look(runs):
            return found
    return None


def of_right_parts(runs: Sequence[Run]) -> Symptom | None:
    """Symptoms of correct values that were not asked for."""
    return _exchanged(runs) or of_count(runs)


_SIGNLESS = ("data.ties", "data.far-away", "data.rank-deficient")
"""Situations in which an axis is not determined, or its score is 0."""


def of_signs(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of components and scores that are right, each for itself, and have different signs."""
    wrong = [run for run in runs if not run.ok]
    sure = [run for run in wrong if run.data.situation not in _SIGNLESS]
    if not sure or not {"components", "scores"} <= {*wrong[0].task.roles} or not all(map(_is_turned, sure)):
        return None
    words = code_words(wrong[0].task.samples, wrong[0].task.conventions.components)
    return symptom_of(mistake_of("signs-differ", scores=words["scores"]), wrong, runs, "scores")


def _is_turned(run: Run) -> bool:
    values = values_of(run)
    W, Z = values.get("components"), values.get("scores")
    if W is None or Z is None:
        return False
    if not is_right("components", W, run, run.data.k) or not is_right("scores", Z, run, run.data.k):
        return False
    real = np.asarray(W.real, dtype=np.float64)
    real = real.T if run.task.conventions.components == "rows" else real
    return bool((np.sum((right("centered", run, run.data.k) @ real) * Z.real, axis=0) < 0).any())


def _words(role: str, runs: Sequence[Run]) -> str:
    return in_words(role, runs[0].task.conventions)


def _in_some(runs: Sequence[Run], key: str, is_bad: Callable[[Array], bool]) -> Symptom | None:
    """The symptom of runs that return a bad value, with where they do."""
    some = [run for run in runs if any(map(is_bad, values_of(run).values()))]
    mistake = mistake_of(key)
    title = f"{mistake.title} {where(some, runs)}".rstrip()
    return symptom_of(replace(mistake, title=title), some, runs) if some else None


def _nothing_there(runs: Sequence[Run]) -> Symptom | None:
    for role in runs[0].task.roles if runs else ():
        errors = [run.roles.get(role) for run in runs]
        gone = [run for run, value in zip(runs, errors, strict=True) if isinstance(value, RoleError)]
        if 2 * len(gone) > len(runs):
            return no_value(role, gone, runs)
    return None


def _wrong_shape(runs: Sequence[Run]) -> Symptom | None:
    """A role's value never has the shape that is asked for, where anything is wrong."""
    wrong = [run for run in runs if not run.ok]
    for role in wrong[0].task.roles if wrong else ():
        said = [
            finding.detail
            for run in wrong
            for finding in run.findings
            if finding.criterion == f"{role}.form" and finding.detail.startswith("got shape")
        ]
        if len(said) < len(wrong):
            continue
        shown = next((place for place, run in enumerate(wrong) if run.data.visible), None)
        n, p = wrong[shown or 0].data.X.shape
        sizes = f" where there are {n} samples of {p} features and k = {wrong[shown or 0].data.k}"
        said_of = f"{said[shown].capitalize()}{sizes}." if shown is not None else "Print the shape of what you return."
        return symptom_of(mistake_of("other-shape", what=_words(role, runs), said=said_of), wrong, runs, role)
    return None


def _not_finite(runs: Sequence[Run]) -> Symptom | None:
    return _in_some(runs, "not-finite", lambda value: value.dtype.kind in "fc" and not np.isfinite(value).all())


def _complex(runs: Sequence[Run]) -> Symptom | None:
    def is_complex(value: Array) -> bool:
        largest = float(np.abs(value.imag).max(initial=0)) if value.dtype.kind == "c" else 0.0
        return largest > 1e-8 * float(np.abs(value).max(initial=0))

    return _in_some(runs, "complex-results", is_complex)


def _whole_numbers(runs: Sequence[Run]) -> Symptom | None:
    """A role's wrong values have a type of whole numbers on data that are none."""
    wrong = [run for run in runs if not run.ok and run.data.X.dtype.kind == "f"]
    for role in wrong[0].task.roles if wrong else ():
        values = [values_of(run).get(role) for run in wrong]
        kinds = [value.dtype for value in values if value is not None and value.dtype.kind in "iu"]
        if role == "component_count" or len(kinds) < len(wrong):
            continue
        range_of = np.iinfo(str(kinds[0]))
        least = f" Numbers below {range_of.min} or above {range_of.max} become others."
        least = least if kinds[0].itemsize < 4 else ""
        mistake = mistake_of("whole-numbers", what=_words(role, runs), dtype=kinds[0], least=least)
        return symptom_of(mistake, wrong, runs, role)
    return None


def _the_same_always(runs: Sequence[Run]) -> Symptom | None:
    wrong = [run for run in runs if not run.ok]
    if len(wrong) < 3:
        return None
    for role in wrong[0].task.roles:
        values = [values_of(run).get(role) for run in runs]  # the right ones too: a program may know the visible data
        first = values[0]
        if first is None or any(value is None for value in values):
            continue
        same = all(
            value is not None and value.shape == first.shape and bool((value == first).all()) for value in values
        )
        zero = all(value is not None and not np.any(value) for value in values)
        if zero or same:
            said = ": it is all 0" if zero else ""
            mistake = mistake_of("does-not-use-the-data", what=_words(role, runs), zero=said)
            return symptom_of(mistake, wrong, runs, role)
    return None


_TAKEN_FOR = ("components", "scores", "mean", "explained_variance", "centered", "reconstruction")


def _exchanged(runs: Sequence[Run]) -> Symptom | None:
    """A role's value is the right one of another role."""
    wrong = [run for run in runs if not run.ok]
    for role in wrong[0].task.roles if wrong else ():
        for other in _TAKEN_FOR:
            if other != role and _gives(role, other, wrong):
                elsewhere = _is_elsewhere(role, runs) or not _is_there(other, wrong)
                words = {"what": _words(role, runs), "other": _words(other, runs), "code": wrong[0].task.roles[role]}
                key = "results-exchanged" if elsewhere else "another-result"
                return symptom_of(mistake_of(key, call=called(wrong[0]), **words), wrong, runs, role)
    return None


def _is_there(role: str, runs: Sequence[Run]) -> bool:
    """Whether a role that is asked for has its right value in all runs, or is not asked for."""
    return role not in runs[0].task.roles or _gives(role, role, runs)


def _is_elsewhere(role: str, runs: Sequence[Run]) -> bool:
    """Whether a role's right value is that of another role in all runs."""
    return any(_gives(other, role, runs) for other in runs[0].task.roles if other != role)


def _gives(role: str, other: str, runs: Sequence[Run]) -> bool:
    """Whether the value of a role is the right one of another role in all runs."""
    values = [values_of(run).get(role) for run in runs]
    pairs = zip(values, runs, strict=True)
    return all(value is not None and is_right(other, value, run, run.data.k) for value, run in pairs)


def of_wrong_parts(runs: Sequence[Run]) -> Symptom | None:
    """Orthonormal eigenvectors, but not those of the largest eigenvalues in their order."""
    failed = [run.failed for run in runs]
    if not all("components.eigen_equation" in {each.criterion for each in run.findings} for run in runs):
        return None
    fine = {"components.form", "components.eigen_equation", "components.orthonormal"}
    if any(names & fine for names in failed) or not any(
        names & {"components.captured", "components.order"} for names in failed
    ):
        return None
    wrong = [run for run in runs if not run.ok]
    if all(has_tie(run.data.real) for run in wrong):
        return symptom_of(mistake_of("axis-of-a-tie-missing"), wrong, runs)
    return symptom_of(mistake_of("other-eigenvectors"), wrong, runs)


def _nearly_right(runs: Sequence[Run]) -> Symptom | None:
    """Values within some hundredths of a right answer: an iteration stopped early, or numbers of low precision."""
    asked = [
        (role, values_of(run)[role], run)
        for run in runs
        for role in _ROLES
        if role in run.failed_roles and role in values_of(run)
    ]
    distances = [distance(role, value, run, run.data.k) for role, value, run in asked]
    if not distances or not max(distances) <= 0.5 or float(np.median(distances)) > 0.1:
        return None
    wrong = [run for run in runs if not run.ok]
    return symptom_of(mistake_named("inaccurate", runs[0].task), wrong, runs)


# Symptoms of runs that do not complete


def of_ending(
    runs: Sequence[Run], checks: frozenset[int] = frozenset(), doubted: frozenset[str] = frozenset()
) -> Symptom | None:
    """The symptom of the runs that did not complete.

    `checks` are lines that raise errors of the program's own; `doubted` mistakes are not concluded from shapes.
    """
    ended = [run for run in runs if run.outcome.status != "ok"]
    if not ended:
        return None
    first = next((run for run in ended if run.data.visible), ended[0])
    mistake, prelude = _of_outcome(first.outcome, first, checks)
    if mistake.name in doubted and first.outcome.error:
        mistake = _unfit(first, first.outcome.error.message)
    place = where(ended, runs)
    if place == "where a feature is constant" and _is_division_by_zero(ended):
        return Symptom(mistake_named("divides-by-zero-deviation", first.task), ended, _of_runs(ended, runs))
    if not first.data.visible:
        mistake = _told_less(mistake, first.outcome)
    evidence = _of_runs(ended, runs)
    if place:
        mistake = replace(mistake, title=f"{mistake.title} {place}")
    error = first.outcome.error
    line = error.line if error and first.data.visible else 0
    inside = first.outcome.error_in != "source" and mistake.name not in ("undefined-name", "function-missing")
    return Symptom(mistake, ended, evidence, prelude, line=line, in_function=inside)


def _of_runs(ended: Sequence[Run], runs: Sequence[Run]) -> str:
    return f"{len(ended)} of {len(runs)} runs do not come to their end"


def _is_division_by_zero(ended: Sequence[Run]) -> bool:
    """Whether solvers stop where z-scores of a constant feature are asked for: at nan, which comes of 0/0."""
    kinds = {run.outcome.error.kind if run.outcome.error else "" for run in ended}
    return ended[0].task.conventions.standardise != "no" and kinds == {"LinAlgError"}


def _told_less(mistake: Mistake, outcome: Outcome) -> Mistake:
    """A mistake in words that are the same whatever a submission said of hidden data."""
    error = outcome.error
    if error is None or mistake.name in (*CATALOGUE, "in-place-on-integers"):
        return mistake
    title = raised(error).replace("the code raises", "stops with")
    hint = "It happens on hidden data only, not on the data that you see. Think of special cases in the data."
    return replace(mistake, name="stops-with-error", title=title, hint=hint)


_IMPORTS = {
    "np": "import numpy as np",
    "numpy": "import numpy",
    "LA": "import numpy.linalg as LA",
    "la": "import numpy.linalg as la",
    "linalg": "from numpy import linalg",
    "math": "import math",
    "random": "import random",
    **{name: f"from numpy.linalg import {name}" for name in ("eig", "eigh", "eigvals", "svd", "norm", "inv", "qr")},
    **{name: f"from numpy import {name}" for name in ("array", "dot", "mean", "cov", "argsort", "zeros", "sqrt")},
}
_SORTS = re.compile(r"sort\w*(vec|eig|pair)|(vec|eig|pair)\w*sort", re.IGNORECASE)
_SORTER = """
def {name}(values, vectors, *_, **__):
    import numpy
    order = numpy.argsort(values)[::-1]
    return values[order], vectors[:, order]
"""


def _of_outcome(outcome: Outcome, run: Run, checks: frozenset[int]) -> tuple[Mistake, str]:
    error = outcome.error
    if outcome.status != "error" or error is None:
        return _of_status(outcome), ""
    message = error.message
    if outcome.error_in == "source" and error.kind in ("SyntaxError", "IndentationError", "TabError"):
        newer = NEEDS in message
        return newer_python(message) if newer else mistake_of("syntax-error", said=says(message)), ""
    if message in OFF.values():
        return mistake_of("not-available-here", said=f"{message[:1].upper()}{message[1:]}"), ""
    if _OUTDATED.search(message):
        return mistake_of("outdated-name", said=says(message)), ""
    if error.kind in ("ModuleNotFoundError", "ImportError"):
        return mistake_of("import-fails", said=says(message)), ""
    if error.kind in ("NameError", "UnboundLocalError") and (name := re.search(r"'(\w+)'", message)):
        return _undefined(name[1], run)
    if error.line and error.kind == "NotImplementedError":
        return mistake_of("not-written"), ""
    if error.line and error.line in checks:  # it may be about the data, or about what was computed
        said = f"{error.kind}: {message.rstrip(' .')}" if message.strip(" .") else error.kind
        return mistake_of("own-check-fails", said=said), ""
    for whose, kind, pattern, key in _ERRORS:
        if (whose != "own" or error.line) and re.search(kind, error.kind) and re.search(pattern, message):
            return _shapes(run, message) if key == "shapes" else _of_call(key, run, message), ""
    kind = f"{'an' if error.kind[:1] in 'AEIOU' else 'a'} {error.kind}"
    return mistake_of("stops-with-error", kind=kind, said=says(message)), ""


def _of_call(key: str, run: Run, message: str) -> Mistake:
    mean = code_words(run.task.samples, run.task.conventions.components)["mean"]
    return mistake_of(key, said=says(message), call=called(run), mean=mean)


def newer_python(message: str) -> Mistake:
    """The mistake of a program for a newer Python than the grader's, which is none of the student's."""
    return mistake_of("newer-python", said=f"{message[:1].upper()}{message[1:].rstrip(' .')}")


_LIMITED = re.compile(r"(used|ran|printed) (longer|more) than [\w. ]+$")
_OUTDATED = re.compile(r"was removed (?:in|from) |since NumPy 2|it is Python 2's")


def says(message: str) -> str:
    """The message of Python or NumPy as a sentence; empty if there is no message."""
    said = message.rstrip(" .")
    return f"Python says: {said}{'' if said[-1] in '?!' else '.'}" if said else ""


def _undefined(name: str, run: Run) -> tuple[Mistake, str]:
    called = re.findall(r"([A-Za-z_]\w*)\s*\(", run.task.call)
    _, _, elsewhere = run.outcome.error.message.partition(f"; {ELSEWHERE}") if run.outcome.error else ("", "", "")
    if name in called and (run.outcome.error is None or not run.outcome.error.line):
        mistake = mistake_of("function-missing", name=name)
        hint = f"{elsewhere[:1].upper()}{elsewhere[1:]}" or mistake.hint
        return replace(mistake, hint=hint), ""
    mistake = mistake_of("undefined-name", name=name)
    prelude = _IMPORTS.get(name, "")
    _, _, left_out = run.outcome.error.message.partition("; ") if run.outcome.error else ("", "", "")
    if "was left out" in left_out:
        prelude = ""
        hint = (
            f"{name} has no value here: {left_out.rstrip(' .')}. What a function needs should come from its arguments, "
            "because it is called with other data."
        )
    elif prelude:
        hint = f"{name} is used but not imported: write `{prelude}` at the top of the file."
    else:
        hint = mistake.hint
        prelude = _SORTER.format(name=name) if _SORTS.search(name) else ""
        if prelude:
            hint += (
                f" (To look at the rest, a {name} that puts values and columns in decreasing order stood in for it.)"
            )
    return replace(mistake, hint=hint), f"{prelude}\n" if prelude else ""


def _limit(outcome: Outcome) -> str:
    """A sentence that names the limit that a run went beyond; empty where it did not end at one."""
    return f"A run {outcome.detail}, which is the limit. " if _LIMITED.match(outcome.detail) else ""


def _of_status(outcome: Outcome) -> Mistake:
    key = {"timeout": "too-slow", "memory": "too-much-memory"}.get(outcome.status, outcome.status)
    key = key if key in ("too-slow", "too-much-memory", "output-limit", "forged") else "ends-the-process"
    return mistake_of(key, limit=_limit(outcome))


def _shapes(run: Run, message: str) -> Mistake:
    """The numbers in two shapes that do not fit may show the mistake."""
    n, p = run.data.X.shape
    k = run.data.k
    words = code_words(run.task.samples, run.task.conventions.components)
    shapes = re.findall(r"\(([\d, ]+)\)", message)
    sizes = [tuple(int(number) for number in re.findall(r"\d+", shape)) for shape in shapes]
    core = clashing(message)
    if len({n, p, k}) == 3:
        data = (n, p) if run.task.samples == "rows" else (p, n)
        if data in sizes and (n if run.task.samples == "rows" else p,) in sizes:
            if run.task.samples == "rows":
                return mistake_named("centred-along-wrong-axis", run.task)
            return mistake_of("mean-without-its-axis", mean=words["mean"])
        if core == {n, p}:
            return mistake_named("covariance-of-samples", run.task)
        if core == {k, p}:
            return mistake_named("projected-with-transpose", run.task)
    return _unfit(run, message)


def _unfit(run: Run, message: str) -> Mistake:
    words = code_words(run.task.samples, run.task.conventions.components)
    return mistake_of("shapes-do-not-fit", said=says(message), **words)


# whether a line of the student's own raised it, the kind of an error, its message, and its row
_ERRORS = (
    ("own", "TypeError", r"arrays to stack must be passed", "stacks-a-generator"),
    ("own", "ValueError|TypeError", r"inhomogeneous|setting an array element with a seq", "array-of-unequal-parts"),
    ("own", "TypeError", r"positional argument|unexpected keyword|missing \d+ required", "other-arguments"),
    ("own", "TypeError|AttributeError", r"NoneType", "uses-none"),
    ("own", "ValueError|TypeError", r"to unpack", "other-number-unpacked"),
    ("own", "AttributeError", r"has no attribute", "attribute-missing/own"),
    ("any", "UFunc|TypeError", r"Cannot cast ufunc|same_kind", "in-place-on-integers"),
    ("any", "TypeError", r"positional argument|unexpected keyword|missing \d+ required", "other-signature"),
    ("any", "TypeError|AttributeError", r"NoneType", "returns-nothing"),
    ("any", "ValueError|TypeError", r"too many.*to unpack", "other-number-of-results/many"),
    ("any", "ValueError|TypeError", r"to unpack", "other-number-of-results"),
    ("any", "AttributeError", r"has no attribute", "attribute-missing"),
    ("any", "ValueError", r"broadcast|mismatch|not aligned|shape|dimension", "shapes"),
    ("any", "IndexError", r"index|out of bounds", "index-out-of-range"),
    ("any", "LinAlgError", r"converge|infs or NaNs", "matrix-not-fit/nan"),
    ("any", "LinAlgError", r"square", "matrix-not-fit/square"),
    ("any", "LinAlgError", r"Singular|positive definite", "matrix-not-fit/inverse"),
)
