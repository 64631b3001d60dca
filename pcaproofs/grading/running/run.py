"""Running one submission on all data sets of an assignment.

A submission sees the data that it runs on, and may put them into whatever it raises or prints: texts, line numbers,
names of exceptions. So only values, and messages from a short list, are kept.
"""

import dataclasses
import functools
import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from pcaproofs.grading.assignment.model import Assignment, OwnData, Task
from pcaproofs.grading.assignment.names import PARAMETERS, SITUATIONS, VALUES
from pcaproofs.grading.data.datasets import CLOSE, DataSet, datasets, facts_for, tells_unsorted
from pcaproofs.grading.judge import Conventions, Facts, Judgement, examine
from pcaproofs.grading.judge.answer import Case
from pcaproofs.grading.judge.criteria import divisors, zca
from pcaproofs.grading.judge.equivariance import TRANSFORMATIONS, compare
from pcaproofs.grading.judge.shapes import PER_SAMPLE, SHAPES, orientation_vote, reversed_components
from pcaproofs.grading.judge.truth import SCALES, Real, component_count, gamma_of, kernel_of, reconstruction_error
from pcaproofs.grading.judge.units import conventions_in_units, degree, exponent_of, in_units
from pcaproofs.grading.protocol import Array, Job, Outcome, RoleError, Scalar, StudentError
from pcaproofs.grading.running import result_order
from pcaproofs.grading.submission.code import Code, RunAll

_Error = TypeVar("_Error", bound=StudentError)
_KINDS = {
    "ArithmeticError",
    "AttributeError",
    "AxisError",
    "FloatingPointError",
    "ImportError",
    "IndexError",
    "KeyError",
    "LinAlgError",
    "MemoryError",
    "ModuleNotFoundError",
    "NameError",
    "OverflowError",
    "RecursionError",
    "SyntaxError",
    "TypeError",
    "UFuncTypeError",
    "_UFuncOutputCastingError",
    "UnboundLocalError",
    "ValueError",
    "ZeroDivisionError",
}
"""Exceptions that an honest PCA may raise."""
OWN_KIND = "error of its own"
_SHAPE = r"\((?:\d{1,3},? ?){0,3}\)"
_WORD = r"'(add|subtract|multiply|divide|float64|float32|int64|int32|complex128|same_kind)'"
_NUMBER = r"-?\d{1,3}"
# Messages of Python and NumPy, with shapes and small numbers only. They serve the diagnosis and are not shown.
_KNOWN_MESSAGES = re.compile(
    "|".join(
        (
            r"Singular matrix|SVD did not converge|Eigenvalues did not converge|math domain error",
            r"Matrix is not positive definite|Last 2 dimensions of the array must be square",
            r"(float )?division by zero|cannot convert float NaN to integer|maximum recursion depth exceeded[a-z ]*",
            r"Array must not contain infs or NaNs|array must not contain infs or NaNs",
            rf"operands could not be broadcast together with shapes {_SHAPE} {_SHAPE} ?",
            rf"shapes {_SHAPE} and {_SHAPE} not aligned: {_NUMBER} \(dim \d\) != {_NUMBER} \(dim \d\)",
            rf"could not broadcast input array from shape {_SHAPE} into shape {_SHAPE}",
            rf"cannot reshape array of size {_NUMBER} into shape {_SHAPE}",
            rf"index {_NUMBER} is out of bounds for axis \d with size {_NUMBER}",
            rf"axis {_NUMBER} is out of bounds for array of dimension \d",
            rf"matmul: [A-Za-z0-9 ,'()?<>=.-]*\(size {_NUMBER} is different from {_NUMBER}\)",
            r"too many indices for array: array is \d-dimensional, but \d were indexed",
            r"(list|tuple) index out of range|(output array|assignment destination) is read-only",
            rf"Cannot cast ufunc {_WORD} output from dtype\({_WORD}\) to dtype\({_WORD}\) with casting rule {_WORD}",
            r"only length-1 arrays can be converted to Python scalars|setting an array element with a sequence\.",
            r"The truth value of an array with more than one element is ambiguous\. Use a\.any\(\) or a\.all\(\)",
        )
    )
)


def kind_of(error: StudentError) -> str:
    """The class of an error if it is a usual one."""
    return error.kind if error.kind in _KINDS else OWN_KIND


def raised(error: StudentError) -> str:
    """A message that the code raises an error on hidden data, without the text of the error."""
    kind = kind_of(error)
    return f"the code raises {'an' if kind[:1] in 'AEIOUaeiou' else 'a'} {kind}"


def redacted(outcome: Outcome) -> Outcome:
    """The outcome of a run on hidden data without any text of the submission."""
    error = _redacted(outcome.error) if outcome.error else None
    # the way a process ends, and what is wrong with an answer, could carry information too
    ended = {"killed": "the process ended before it gave a result", "forged": "the answer is not one"}
    return dataclasses.replace(
        outcome,
        roles={
            role: _redacted(value) if isinstance(value, RoleError) else value for role, value in outcome.roles.items()
        },
        error=error,
        detail=raised(error) if error else ended.get(outcome.status, outcome.detail),
        dropped=(),
        supplied=(),
        stdout="",
        stderr="",
    )


def _redacted(error: _Error) -> _Error:
    message = error.message if _KNOWN_MESSAGES.fullmatch(error.message) else "(what it says is not shown)"
    return dataclasses.replace(error, kind=kind_of(error), line=0, message=message, trace="", place="")


# An assignment's own data sets: given by the instructor, or drawn at the given size


_DRAWS = 40
_SMALL = 60


def own_datasets(assignment: Assignment) -> tuple[DataSet, ...]:
    """An assignment's own data sets: the same objects each time, so that results cached for them are used again."""
    return tuple(_made(own, 0 if own.visible else assignment.seed) for own in assignment.data)


_known: dict[tuple[object, ...], DataSet] = {}


def _made(own: OwnData, seed: int) -> DataSet:
    key = (own.name, own.k, own.visible, own.units, own.digest, own.n, own.p, own.rank, own.noise, seed)
    if key not in _known:
        X = np.asarray(drawn(own, seed) if own.X is None else own.X)
        X.setflags(write=False)
        purpose = f"own data, {own.n}×{own.p}"
        _known[key] = DataSet(name=own.name, X=X, k=own.k, purpose=purpose, visible=own.visible, units=own.units)
    return _known[key]


def drawn(own: OwnData, seed: int) -> Real:
    """n×p data of a given rank, with a mean far from 0; if p is small, unsorted eigenvectors give a wrong answer.

    Standard deviations along the k leading axes are 9 to 3, along the others 2 to ½.
    """
    name = int.from_bytes(hashlib.sha256(own.name.encode()).digest()[:8], "little")
    generator = np.random.default_rng([seed, name])
    lead = min(own.k, own.rank)
    sizes = np.concatenate([np.linspace(9, 3, lead), np.linspace(2, 0.5, own.rank - lead)])
    for _ in range(_DRAWS):
        X = _around(generator, sizes, own.n, own.p)
        if own.p > _SMALL or own.k >= own.p or tells_unsorted(X, own.k):
            break
    return np.asarray(X + own.noise * 9 * generator.normal(size=X.shape)) if own.noise else X


def _around(generator: np.random.Generator, sizes: Real, n: int, p: int) -> Real:
    """n×p data with these standard deviations along random axes."""
    r = len(sizes)
    left = np.linalg.qr(np.column_stack([np.ones(n), generator.normal(size=(n, r))]))[0][:, 1:]
    right = np.linalg.qr(generator.normal(size=(p, r)))[0]
    mean = generator.uniform(5, 15, size=p) * generator.choice([-1, 1], size=p)
    return np.asarray(np.sqrt(n) * (left * sizes) @ right.T + mean)


# Right values that are given to a task which builds on others, so that a mistake costs points in its own task only


def parameter(name: str, data: DataSet, conventions: Conventions) -> Scalar:
    """A numeric convention that a call is given; raises KeyError for another name."""
    if name == "gamma":
        with np.errstate(all="ignore"):
            return gamma_of(facts_for(data, conventions), conventions)
    value: Scalar = {key: getattr(conventions, key) for key in PARAMETERS}[name]
    return value


@functools.lru_cache(maxsize=4096)
def right_value(role: str, data: DataSet, conventions: Conventions) -> Array:
    """A role's right value under the conventions, samples in rows; free conventions get their usual value.

    Raises KeyError for an unknown role. The array is read-only.
    """
    facts = facts_for(data, conventions)
    exponent = exponent_of(facts)
    with np.errstate(all="ignore"):  # what float64 cannot represent is infinite or 0
        rules = conventions_in_units(facts, conventions, exponent)
        value = np.asarray(_value(role, in_units(facts, exponent), rules))
        value = np.ldexp(value, exponent * degree(role, conventions)) if exponent else value
    if conventions.order == "increasing":
        value = reversed_components(role, value)
    value = np.array(value.T if role == "components" and conventions.components == "rows" else value)
    value.setflags(write=False)
    return value


def _value(role: str, facts: Facts, conventions: Conventions) -> Real | float | int:
    n = facts.n
    scale = {"n": 1 / n, "scatter": 1.0, "singular": 1.0}.get(conventions.scale, 1 / (n - 1))
    divisor = {"n": 1 / n, "scatter": 1.0}.get(conventions.covariance, 1 / (n - 1))
    variances = np.sqrt(facts.leading) if conventions.scale == "singular" else facts.leading * scale
    case = Case(facts, conventions, {}, 2.0**-52)
    if role in ("components", "projection", "scores", "whitened", "reconstruction", "scores_new", "reconstruction_new"):
        return _of_axes(role, case)
    if role in ("kernel", "kernel_scores"):
        known = kernel_of(facts, conventions)
        if role == "kernel":
            return known.centred if conventions.kernel_matrix == "centred" else known.raw
        lengths = 1.0 if conventions.kernel_scale == "unit" else np.sqrt(known.values)
        return np.asarray(_mixed(known.vectors) * lengths)
    values = {
        "mean": lambda: facts.mean,
        "centered": lambda: facts.centred,
        "feature_deviations": lambda: (
            np.linalg.norm(facts.X - facts.mean, axis=0) / np.sqrt(n if facts.standardise == "n" else n - 1)
        ),
        "standardised": lambda: facts.centred,
        "covariance": lambda: facts.scatter * divisor,
        "explained_variance": lambda: variances,
        "standard_deviations": lambda: np.sqrt(facts.leading * scale),
        "eigenvalue_matrix": lambda: np.diag(variances),
        "explained_variance_ratio": lambda: facts.leading / (facts.total or 1.0),
        "component_count": lambda: component_count(facts, conventions.share, 1e-12),
        "zca": lambda: next(zca(case)),
        "reconstruction_error": lambda: reconstruction_error(facts, conventions),
    }
    return values[role]()


def _of_axes(role: str, case: Case) -> Real:
    facts, conventions = case.facts, case.conventions
    axes = facts.decomposed[2]
    if len(axes) < facts.k:
        axes = np.linalg.svd(facts.centred, full_matrices=True)[2]
    W = _signed(np.asarray(axes[: facts.k].T, dtype=np.float64), conventions)
    Z = facts.centred @ W
    if role == "whitened":
        sizes = next(divisors(case, facts.leading))
        return np.asarray(Z / np.where(sizes > 0, sizes, 1.0))
    Z_new = facts.new @ W
    units = 1.0 if conventions.reconstruction == "standardised" else facts.units
    mean = facts.mean if conventions.reconstruction == "data" else 0.0
    values = {
        "components": lambda: W,
        "projection": lambda: W @ W.T,
        "scores": lambda: Z,
        "reconstruction": lambda: Z @ W.T * units + mean,
        "scores_new": lambda: Z_new,
        "reconstruction_new": lambda: Z_new @ W.T * units + mean,
    }
    return np.asarray(values[role]())


def _signed(W: Real, conventions: Conventions) -> Real:
    """Axes with the signs of the sign convention.

    With alternating signs if it is free, so that no code can rely on them.
    """
    lead = {
        "largest-positive": W[np.abs(W).argmax(axis=0), np.arange(W.shape[1])],
        "first-positive": W[0],
        "sum-positive": W.sum(axis=0),
    }.get(conventions.sign)
    return _mixed(W) if lead is None else np.asarray(W * np.where(lead < 0, -1.0, 1.0))


def _mixed(W: Real) -> Real:
    return np.asarray(W * np.resize([-1.0, 1.0], W.shape[1]))


# Conventions that an assignment leaves free, resolved once for all runs of a submission.
#
# A divisor that changes from one data set to the next is a mistake, though each is allowed. A square W fits both
# orientations, and trying both would accept the rows of the eigenvector matrix for its columns; so the shapes of the
# other answers decide.


Answer = tuple[DataSet, Mapping[str, Array | RoleError]]
"""A data set, and the values with samples in rows; no values if the call failed."""
Answered = tuple[Task, Sequence[Answer]]

FREE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "standardise": (("n", "n-1"), ()),
    "constant": (("zero", "unchanged"), ("centered", "standardised")),
    "scale": (SCALES, ("explained_variance", "standard_deviations", "eigenvalue_matrix")),
    "covariance": (SCALES, ("covariance",)),
    "whitening": (("n-1", "n"), ("whitened", "zca")),
    "kernel_scale": (("projections", "unit"), ("kernel_scores",)),
}
"""Conventions that may be `any`: their choices, and the roles that show the choice (none: all roles)."""


def resolved(answered: Sequence[Answered]) -> list[Task]:
    """The tasks with free conventions resolved by a submission's answers.

    Free divisors are the same in all tasks that are given only data; a task that is given other values may need another
    one.
    """
    tasks = [oriented(with_scored_forms(task), answers) for task, answers in answered]
    own = [number for number, task in enumerate(tasks) if task.given]
    alike = [number for number, task in enumerate(tasks) if not task.given]
    for group in (alike, *([number] for number in own)):
        for key in FREE:
            chosen = _chosen(key, [(tasks[number], answered[number][1]) for number in group])
            for number in group:
                if chosen and getattr(tasks[number].conventions, key) == "any":
                    tasks[number] = _with(tasks[number], key, chosen)
    return tasks


def freed(task: Task) -> Task:
    """The task with the conventions open again that an earlier answer resolved: a changed program may show others."""
    free: dict[str, Any] = {key: "either" if key == "components" else "any" for key in task.reading.free}
    reading = replace(task.reading, free=frozenset(), transposed=frozenset())
    return replace(task, conventions=replace(task.conventions, **free), reading=reading)


def with_scored_forms(task: Task) -> Task:
    """A task whose reading knows the roles with points for their form."""
    scored = {item.criterion.removesuffix(".form") for item in task.criteria if item.points > 0} & set(SHAPES)
    return replace(task, reading=replace(task.reading, scored_forms=frozenset(scored))) if scored else task


def oriented(task: Task, answers: Sequence[Answer]) -> Task:
    """The task with the orientation of components, and the transposed roles, that most informative shapes show."""

    def votes(role: str, conventions: Conventions) -> int:
        found = ((data, roles[role]) for data, roles in answers if role in roles)
        return sum(orientation_vote(role, value, facts_for(data, conventions), conventions) for data, value in found)

    if task.conventions.components == "either":
        rows = votes("components", replace(task.conventions, components="columns")) > 0
        task = _with(task, "components", "rows" if rows else "columns")
    transposed = frozenset(role for role in task.roles if role in SHAPES and votes(role, task.conventions) > 0)
    return replace(task, reading=replace(task.reading, transposed=transposed)) if transposed else task


def _chosen(key: str, answered: Sequence[Answered]) -> str:
    """The choice of a free convention under which most criteria hold; empty if no answer shows it."""
    options, telling = FREE[key]
    free = [each for each in answered if getattr(each[0].conventions, key) == "any"]
    best, most = "", 0
    for option in options:
        passed = asked = 0
        for task, answers in free:
            conventions = replace(task.conventions, **_change(key, option))
            for data, roles in answers:
                told = {role: value for role, value in roles.items() if role in (telling or roles)}
                found = examine(facts_for(data, conventions, task.tolerance), told, conventions, task.reading)
                asked += len(found)
                passed += sum(finding.passed for finding in found)
        if passed > most:
            best, most = option, passed
        if passed == asked:
            break
    return best


def _with(task: Task, key: str, choice: str) -> Task:
    reading = replace(task.reading, free=task.reading.free | {key})
    return replace(task, conventions=replace(task.conventions, **_change(key, choice)), reading=reading)


def _change(key: str, choice: str) -> dict[str, Any]:
    return {key: choice}


# Running one submission on all data sets of an assignment


_PATIENCE = 2
_MOST_ENTRIES = 50_000
_EARLY = 1e-3
"""The tolerance from which on iterations may stop early."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """One call on one data set, with the judge's findings."""

    task: Task
    """The task that it is judged by: the assignment's, with free conventions as the submission has them."""
    data: DataSet
    outcome: Outcome
    """The outcome as received."""
    roles: Mapping[str, Array | RoleError]
    """The answer with samples in rows, and the values that the task was `given`."""
    findings: tuple[Judgement, ...]
    """Findings on `runs` and `input-untouched`, then the judge's; only `runs` if the call did not end."""
    compared: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    """By name: the submission's value and the solution's."""

    @property
    def ok(self) -> bool:
        """Whether the call ended and all findings passed."""
        return self.outcome.status == "ok" and all(finding.passed for finding in self.findings)

    def without(self, criteria: Collection[str]) -> "Run":
        """The run without the findings on some criteria."""
        return replace(self, findings=tuple(each for each in self.findings if each.criterion not in criteria))

    def without_bulk(self) -> "Run":
        """The run without values that are far too large."""

        def light(value: Array | RoleError) -> Array | RoleError:
            if isinstance(value, RoleError) or value.size <= _MOST_ENTRIES:
                return value
            return RoleError("ValueError", 0, f"got an array of shape {value.shape}, far larger than it could be")

        outcome = replace(self.outcome, roles={role: light(value) for role, value in self.outcome.roles.items()})
        return replace(self, outcome=outcome, roles={role: light(value) for role, value in self.roles.items()})

    def holds(self, criterion: str) -> bool:
        """Whether a criterion holds; true if the run ended and there is no finding on it."""
        return self.outcome.status == "ok" and criterion not in self.failed

    @cached_property
    def failed(self) -> frozenset[str]:
        """The criteria that do not hold."""
        return frozenset(finding.criterion for finding in self.findings if not finding.passed)

    @property
    def failed_roles(self) -> frozenset[str]:
        """What the failed criteria begin with: roles, and words such as `data`."""
        return frozenset(name.split(".")[0] for name in self.failed)


def data_of(assignment: Assignment, task: Task) -> tuple[DataSet, ...]:
    """The data sets of a task: the ordinary ones, and those of each situation that its rubric names."""
    situations = frozenset(item.criterion for item in task.criteria if item.criterion in SITUATIONS)
    kernels = {"kernel", "kernel_scores"} & {*task.roles, *task.given.values()}
    found = datasets(
        assignment.seed,
        situations,
        standardised=task.conventions.standardise != "no",
        kernel=task.conventions if kernels else None,
    )
    usual = [data for data in found if data.situation or not assignment.own_data_only]
    usual = [data for data in usual if data.name != CLOSE or task.tolerance < _EARLY]
    every = (*own_datasets(assignment), *usual) if assignment.own_data_only else (*usual, *own_datasets(assignment))
    return tuple(data for data in every if data.visible or not assignment.visible_only)


def run_submission(run_all: RunAll, assignment: Assignment, code: Code) -> list[Run]:
    """The runs of each task on its data sets, judged together."""
    answered = []
    for task in assignment.tasks:
        task = with_scored_forms(task)
        answers = _answers(run_all, assignment, code, task)
        if elsewhere := _reordered_task(run_all, assignment, code, task, answers):
            task, answers = elsewhere, _answers(run_all, assignment, code, elsewhere)
        answered.append((task, answers))
    runs = [
        judged(task, data, outcome, code)
        for task, (_, answers) in zip(with_resolved_conventions(answered), answered, strict=True)
        for data, outcome in answers
    ]
    return [_compared(run, runs) if run.data.motion else run for run in runs]


def with_resolved_conventions(answered: Sequence[tuple[Task, Sequence[tuple[DataSet, Outcome]]]]) -> list[Task]:
    """The tasks with free conventions as the submission has them."""
    return resolved(
        [
            (task, [(data, _with_samples_in_rows(task, data, each)) for data, each in answers if each.status == "ok"])
            for task, answers in answered
        ]
    )


def _answers(run_all: RunAll, assignment: Assignment, code: Code, task: Task) -> list[tuple[DataSet, Outcome]]:
    """Outcomes of a task on its data sets; visible and hidden data are never used in one process."""
    ends = 0
    answers: list[tuple[DataSet, Outcome]] = []
    for visible in (True, False):
        some = [each for each in data_of(assignment, task) if each.visible is visible]
        some = some if visible else in_secret_order(assignment, some)
        if not some:
            continue
        if ends < _PATIENCE:
            outcomes = run_all([job_of(code, task, each) for each in some])
        else:
            why = f"not run after others that ended so: {outcomes[-1].detail}"
            outcomes = [outcomes[-1].not_run(why)] * len(some)
        ends += sum(outcome.status not in ("ok", "error") for outcome in outcomes)
        answers += zip(some, outcomes, strict=True)
    order = [data.name for data in data_of(assignment, task)]
    return sorted(answers, key=lambda answer: order.index(answer[0].name))


def _reordered_task(
    run_all: RunAll, assignment: Assignment, code: Code, task: Task, answers: Sequence[tuple[DataSet, Outcome]]
) -> Task | None:
    """The task that takes results in the order in which the submission returns them, if it is another one."""

    def tells(data: DataSet) -> bool:
        return data.k > 1 and len({*data.X.shape, data.k}) == 3

    if task.values:  # expressions of values refer to the original call
        return None
    ordinary = [(data, outcome) for data, outcome in answers if not data.situation]
    data, outcome = next((each for each in ordinary if tells(each[0])), (None, None))
    if data is None or outcome is None:
        return None
    facts = facts_for(data, task.conventions, task.tolerance)
    return result_order.reordered_task(
        task,
        facts,
        outcome,
        lambda tasks: run_all([job_of(code, each, data) for each in tasks]),
        lambda answer: _with_samples_in_rows(task, data, answer),
    )


def in_secret_order(assignment: Assignment, datasets: Iterable[DataSet]) -> list[DataSet]:
    """Data sets in an order that depends on the seed, so that the number of a call does not identify its data."""

    def key(data: DataSet) -> bytes:
        return hashlib.sha256(f"{assignment.seed} {data.name}".encode()).digest()

    return sorted(datasets, key=key)


def _compared(run: Run, runs: Sequence[Run]) -> Run:
    """A run on transformed data, with the finding from comparing it with the run on the original data."""
    motion, conventions = run.data.motion, run.task.conventions
    base = next(each for each in runs if each.task is run.task and each.data.name == run.data.base)
    if motion is None or run.outcome.status != "ok":
        return run
    tolerance = max([item.tolerance for item in run.task.criteria if item.criterion == run.data.situation], default=0.0)
    tolerance = max(tolerance, run.task.tolerance)
    transformation = TRANSFORMATIONS[run.data.situation.removeprefix("equivariance.")]
    if base.outcome.status == "ok":
        answers = [
            (facts_for(each.data, conventions, tolerance), {role: each.roles[role] for role in each.task.roles})
            for each in (base, run)
        ]
        finding = compare(transformation, motion, answers[0], answers[1], conventions, run.task.reading)
    else:
        finding = Judgement(run.data.situation, False, transformation.claim, "there is no answer to the data before")
    return dataclasses.replace(run, findings=(*run.findings, finding))


def inputs_of(task: Task, data: DataSet) -> tuple[dict[str, Array], dict[str, Scalar]]:
    """The arrays and numbers that a task's call has in scope on a data set, in the assignment's orientation."""
    turned = task.samples == "columns"
    arrays: dict[str, Array] = {"X": data.X.T if turned else data.X}
    values = [rule.expression for rule in task.values.values()]
    if any(re.search(r"\bX_new\b", text) for text in (task.call, *task.roles.values(), *values)):
        arrays["X_new"] = data.new.T if turned else data.new
    scalars: dict[str, Scalar] = {"k": data.k}
    for variable, role in task.given.items():
        if role in PARAMETERS:
            scalars[variable] = parameter(role, data, task.conventions)
            continue
        value = right_value(role, data, task.conventions)
        arrays[variable] = value.T if turned and role in PER_SAMPLE else value
    return arrays, scalars


def job_of(code: Code, task: Task, data: DataSet) -> Job:
    """The job that runs a task on a data set."""
    arrays, scalars = inputs_of(task, data)
    compared = {f"{VALUES}{name}": rule.expression for name, rule in task.values.items()}
    return code.job(
        call=task.reading.call or task.call,
        roles={**(task.reading.expressions or task.roles), **compared},
        nested=frozenset(compared),
        arrays=arrays,
        scalars=scalars,
    )


def judged(task: Task, data: DataSet, outcome: Outcome, code: Code) -> Run:
    """A run with the judge's findings; for hidden data it contains no text of the submission."""
    outcome = _placed(outcome, code) if data.visible else redacted(outcome)
    roles = _with_samples_in_rows(task, data, outcome)
    findings: list[Judgement] = []
    if outcome.gradable:
        why = outcome.detail or code.load_error or _without_any_value(outcome)
        findings.append(Judgement("runs", outcome.status == "ok" and not why, "", why))
    if outcome.status == "ok":
        findings.append(Judgement("imports", not code.supplied, "", "; ".join(code.supplied_notes())))
        changed = ", ".join(outcome.touched)
        findings.append(Judgement("input-untouched", not changed, "", f"the call changed {changed}" if changed else ""))
        found = _examined(task, data, roles)
        findings += _in_the_students_orientation(found) if task.samples == "columns" else found
    return Run(task=task, data=data, outcome=outcome, roles=roles, findings=tuple(findings))


def _placed(outcome: Outcome, code: Code) -> Outcome:
    """An outcome whose errors have their positions in the student's file."""
    error = _with_place(outcome.error, code) if outcome.error else None
    roles = {
        role: _with_place(value, code) if isinstance(value, RoleError) else value
        for role, value in outcome.roles.items()
    }
    return dataclasses.replace(outcome, error=error, roles=roles, detail=str(error) if error else outcome.detail)


def _with_place(error: _Error, code: Code) -> _Error:
    return dataclasses.replace(error, place=code.source.place(error.line)) if error.line else error


def _without_any_value(outcome: Outcome) -> str:
    """A message if the call ended but no role has a value; otherwise empty."""
    errors = [value for value in outcome.roles.values() if isinstance(value, RoleError)]
    return f"it gives no value: {errors[0]}" if errors and len(errors) == len(outcome.roles) else ""


def _examined(task: Task, data: DataSet, roles: Mapping[str, Array | RoleError]) -> list[Judgement]:
    """The judge's findings, each within the tolerance of its criterion."""

    def within(tolerance: float) -> list[Judgement]:
        return examine(facts_for(data, task.conventions, tolerance), roles, task.conventions, task.reading)

    wider = {item.criterion: item.tolerance for item in task.criteria if item.tolerance > task.tolerance}
    found = {tolerance: within(tolerance) for tolerance in {task.tolerance, *wider.values()}}
    names = [finding.criterion for finding in found[task.tolerance]]
    return [found[wider.get(name, task.tolerance)][number] for number, name in enumerate(names)]


def _with_samples_in_rows(task: Task, data: DataSet, outcome: Outcome) -> dict[str, Array | RoleError]:
    roles: dict[str, Array | RoleError] = {
        role: right_value(role, data, task.conventions)
        for role in task.given.values()
        if role not in task.roles and role not in PARAMETERS
    }
    for role, value in outcome.roles.items():
        if role.startswith(VALUES):
            continue
        turned = task.samples == "columns" and role in PER_SAMPLE and isinstance(value, np.ndarray)
        roles[role] = value.T if turned and isinstance(value, np.ndarray) else value
    return roles


def _in_the_students_orientation(findings: Iterable[Judgement]) -> Iterable[Judgement]:
    """Findings with shapes in the student's orientation.

    Values with a row for each sample were transposed for the judge.
    """
    swap = {"row": "column", "column": "row"}
    for finding in findings:
        role, _, kind = finding.criterion.partition(".")
        if kind == "form" and role in PER_SAMPLE:
            detail = re.sub(r"\((\d+), (\d+)\)", r"(\2, \1)", finding.detail)
            detail = re.sub(r"\b(row|column)\b", lambda word: swap[word[1]], detail)
            finding = dataclasses.replace(finding, detail=detail)
        yield finding
