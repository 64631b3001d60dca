"""Running trusted submissions in this process, as the worker and the engine do with others in theirs."""

import dataclasses
import linecache
import re
import signal
import traceback
import types
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pcaproofs.grading.assignment import Rubric, Task
from pcaproofs.grading.data.datasets import DataSet, facts_for
from pcaproofs.grading.judge import CRITERIA, Conventions, examine
from pcaproofs.grading.judge.shapes import PER_SAMPLE
from pcaproofs.grading.parsing.suspects import Edit, Text, edited, read
from pcaproofs.grading.protocol import Array, Outcome, RoleError, StudentError
from pcaproofs.grading.running.run import Run, freed, right_value, with_resolved_conventions
from pcaproofs.grading.sandbox.worker.errors import message_of
from pcaproofs.grading.sandbox.worker.values import plain


@dataclass(frozen=True)
class Entry:
    """A submission of the table with the task that describes its interface."""

    source: str
    call: str
    roles: dict[str, str]
    samples: str = "rows"
    conventions: dict[str, Any] = field(default_factory=dict)
    loses: str = ""
    """The criterion that it should lose; empty for a right one."""
    diagnosis: str = ""
    """The name of the right diagnosis."""
    given: dict[str, str] = field(default_factory=dict)

    @property
    def task(self) -> Task:
        conventions = Conventions(**self.conventions)
        names = [f"{role}.form" for role in self.roles]
        names += [each.name for each in CRITERIA if each.applies(self.roles, conventions)]
        criteria = tuple(Rubric(criterion=name, points=1) for name in names)
        return Task(
            call=self.call,
            roles=self.roles,
            given=self.given,
            samples=self.samples,  # type: ignore[arg-type]
            conventions=conventions,
            criteria=criteria,
        )


def with_numpy(source: str) -> str:
    """Return a program that uses NumPy with the import of it, which most programs of the tables leave out."""
    return (
        source if re.search(r"\bimport\b", source) or "np." not in source else f"import numpy as np\n{source.lstrip()}"
    )


def run(task: Task, source: str, data: DataSet) -> Run:
    """Run a submission on one data set, and judge it."""
    return _judged(task, data, _outcome(task, source, data))


def run_all(entry: Entry, data: Iterable[DataSet]) -> list[Run]:
    """Run a submission on data sets, and judge it with the orientation that it has in all of them."""
    answers = [(each, _outcome(entry.task, entry.source, each)) for each in data]
    (task,) = with_resolved_conventions([(entry.task, answers)])
    return [_judged(task, each, outcome) for each, outcome in answers]


def _judged(task: Task, data: DataSet, outcome: Outcome) -> Run:
    roles = {role: _upright(role, value, task) for role, value in outcome.roles.items()}
    facts = facts_for(data, task.conventions, task.tolerance)
    findings = tuple(examine(facts, roles, task.conventions, task.reading)) if outcome.status == "ok" else ()
    return Run(task=task, data=data, outcome=outcome, roles=roles, findings=findings)


@dataclass(frozen=True)
class LocalRerun:
    """What diagnosis calls to run a submission again."""

    entry: Entry
    shift: int = 0

    def on(self, task: Task, data: Sequence[DataSet]) -> list[Run]:
        answers = [(each, _outcome(task, self.entry.source, each)) for each in data]
        (task,) = with_resolved_conventions([(freed(task), answers)])
        found = [_judged(task, *answer) for answer in answers]
        return [dataclasses.replace(each, outcome=self._moved(each.outcome)) for each in found]

    def many(self, task: Task, cases: Sequence[tuple[Array, int]]) -> Iterable[Run]:
        for X, k in cases:
            yield run(task, self.entry.source, DataSet(name="again", X=np.asarray(X), k=k, purpose="", visible=True))

    def after(self, prelude: str) -> "LocalRerun":
        return LocalRerun(dataclasses.replace(self.entry, source=prelude + self.entry.source), prelude.count("\n"))

    def edited(self, edits: Sequence[Edit]) -> "LocalRerun":
        return LocalRerun(dataclasses.replace(self.entry, source=edited(self.entry.source, edits)))

    def text(self) -> Text:
        return read(self.entry.source)

    def broken(self) -> tuple[int, str] | None:
        return None

    def place(self, line: int) -> tuple[str, str]:
        lines = self.entry.source.split("\n")
        return (f"line {line}", lines[line - 1].strip()) if 0 < line <= len(lines) else ("", "")

    def _moved(self, outcome: Outcome) -> Outcome:
        error = outcome.error and dataclasses.replace(outcome.error, line=outcome.error.line - self.shift)
        return dataclasses.replace(outcome, error=error)


def failed(runs: Iterable[Run]) -> set[str]:
    """Return the criteria that fail on some data set (all of them where the call fails)."""
    lost: set[str] = set()
    for each in runs:
        if each.outcome.status != "ok":
            lost |= {rubric.criterion for rubric in each.task.criteria} | {"runs"}
        lost |= {finding.criterion for finding in each.findings if not finding.passed}
        lost |= {"input-untouched"} if each.outcome.touched else set()
    return lost


def _upright(role: str, value: Array | RoleError, task: Task) -> Array | RoleError:
    turned = task.samples == "columns" and role in PER_SAMPLE and not isinstance(value, RoleError)
    return value.T if turned else value


LIMIT = 2.0
"""Processor seconds of one call: a change that diagnosis tries may leave a loop without end."""


class _Stopped(BaseException):
    """The call took longer; no ``except Exception`` of a submission catches it."""


def _stop(*_: object) -> None:
    raise _Stopped


def _outcome(task: Task, source: str, data: DataSet) -> Outcome:
    before = signal.signal(signal.SIGVTALRM, _stop)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT, 0.1)  # again and again: a submission may swallow the first
        try:
            return _ran(task, source, data)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except _Stopped:
        return Outcome(status="timeout", isolation="none", detail=f"ran longer than {LIMIT:g} s")
    finally:
        signal.signal(signal.SIGVTALRM, before)


def _ran(task: Task, source: str, data: DataSet) -> Outcome:
    module = types.ModuleType("submission")
    names = module.__dict__
    X, X_new = (np.array(each.T if task.samples == "columns" else each, order="C") for each in (data.X, data.new))
    original = X.copy()
    np.random.seed(0)
    where: Any = "source"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            linecache.cache["pca.py"] = (len(source), None, source.splitlines(keepends=True), "pca.py")
            exec(compile(source, "pca.py", "exec", dont_inherit=True), names)
            where = "call"
            given = {name: np.array(right_value(role, data, task.conventions)) for name, role in task.given.items()}
            scope = {"np": np, **names, "k": data.k, "X": X, "X_new": X_new, **given}
            exec(compile(task.call, "<call>", "exec", dont_inherit=True), scope)
        except Exception as error:
            said = _error(StudentError, error)
            return Outcome(status="error", isolation="none", error=said, error_in=where, detail=str(said))
        roles: dict[str, Array | RoleError] = {}
        for role, expression in task.roles.items():
            try:
                roles[role] = plain(eval(expression, scope))
            except Exception as error:
                roles[role] = _error(RoleError, error)
    touched = () if np.array_equal(X, original) else ("X",)
    return Outcome(status="ok", isolation="none", roles=roles, touched=touched)


def _error(kind: type[Any], error: Exception) -> Any:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "pca.py"]
    line = frames[-1].lineno if frames else getattr(error, "lineno", 0) or 0
    return kind(type(error).__name__, line or 0, message_of(error))
