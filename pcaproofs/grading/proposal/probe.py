"""Making the suggested calls of a solution, isolated, many in one process, and decoding its untrusted answers."""

import functools
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pcaproofs.grading.assignment.model import Assignment, Task
from pcaproofs.grading.data.datasets import CLOSE, DataSet, datasets
from pcaproofs.grading.proposal import explorer
from pcaproofs.grading.proposal.callables import imports
from pcaproofs.grading.proposal.calls import Attempt
from pcaproofs.grading.protocol import Array, Job, Outcome
from pcaproofs.grading.running.run import RunAll, job_of
from pcaproofs.grading.submission.code import Code

_MOST = 4000


@dataclass(frozen=True)
class AnswerPart:
    """A part of a returned value, with its position."""

    path: tuple[tuple[str, str | int], ...]
    value: Array | None
    """None if it is not numeric."""
    type: str = ""
    siblings: int = 0
    """For an item of a returned tuple: the number of items."""

    def expression(self, of: str) -> str:
        """The expression for this part of a variable."""
        text = of
        for kind, name in self.path:
            text += f".{name}" if kind == "field" else f"[{name!r}]"
        return text


@dataclass(frozen=True)
class SolutionAnswer:
    """The result of an attempt: parts, or an error message."""

    parts: tuple[AnswerPart, ...] = ()
    error: str = ""


def read_answers(data: bytes, count: int) -> list[SolutionAnswer]:
    """The answers to `count` attempts; raises ValueError for bytes that are not an answer."""
    size = int.from_bytes(data[:8], "little")
    try:
        told = json.loads(data[8 : 8 + size])
        stream = _Stream(data, 8 + size)
        answers = [_answer(each, stream) for each in told]
    except (KeyError, TypeError, IndexError, RecursionError) as error:
        raise ValueError(f"got {type(error).__name__} in what the solution returned") from None
    if len(answers) != count:
        raise ValueError(f"got {len(answers)} answers, but should be {count}")
    return answers


class _Stream:
    def __init__(self, data: bytes, at: int) -> None:
        self._data, self._at = data, at

    def take(self, size: int) -> bytes:
        part = self._data[self._at : self._at + size]
        if len(part) != size:
            raise ValueError("got fewer numbers than promised")
        self._at += size
        return part


def _answer(told: dict[str, Any], stream: _Stream) -> SolutionAnswer:
    if "error" in told:
        return SolutionAnswer(error=_line(str(told["error"])))
    return SolutionAnswer(tuple(_part(each, stream) for each in told["parts"]))


def _part(told: dict[str, Any], stream: _Stream) -> AnswerPart:
    value = None
    if "shape" in told:
        shape: Sequence[int] = [int(length) for length in told["shape"]]
        dtype = np.dtype({"f8": "<f8", "c16": "<c16"}[told["kind"]])
        if min(shape, default=1) < 0:
            raise ValueError("got a negative length")
        value = np.frombuffer(stream.take(dtype.itemsize * int(np.prod(shape, dtype=np.int64))), dtype).reshape(shape)
    path: list[tuple[str, str | int]] = []
    siblings = 0
    for step in told["path"]:
        kind, name = step[0], step[1]
        if kind == "item":
            name = int(name)
            siblings = siblings or int(step[2])
        elif kind == "field" and not str(name).isidentifier():
            raise ValueError("got a field that is no name")
        elif kind not in ("key", "field"):
            raise ValueError("got an unknown place")
        path.append((kind, name if kind == "item" else str(name)))
    return AnswerPart(tuple(path), value, _line(str(told.get("type", ""))), siblings)


def _line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:300]


# Making the suggested calls of a solution, isolated, many in one process


Say = Callable[[str], None]
"""Receives progress messages."""
SECONDS = 3.0
"""Processor time in seconds for all attempts at a function; a call on such small data takes far less."""
_TO_IMPORT = 10.0


class LoadError(Exception):
    """The solution does not load; the message is its own error."""


class Prober:
    """Runs calls of one solution on data whose sizes are all different."""

    def __init__(self, run_all: RunAll, assignment: Assignment, code: Code, say: Say) -> None:
        self._run_all, self._assignment, self._code, self._say = run_all, assignment, code, say
        seconds = SECONDS + (_TO_IMPORT if imports(code.source.text) - sys.stdlib_module_names - {"numpy"} else 0.0)
        self._limits = replace(assignment.limits, cpu=seconds)
        self._jobs: dict[tuple[object, ...], Job] = {}
        usual = [each for each in datasets(0) if each.name != CLOSE]  # an iteration's early stop is no other role
        self.data = [each for each in usual if len({len(each.X), each.X.shape[1], each.k, 1}) == 4]

    def answers(self, groups: Mapping[str, Sequence[Attempt]], data: DataSet) -> dict[str, list[SolutionAnswer]]:
        """The answers to each group's attempts on a data set; raises LoadError."""
        groups = {name: attempts for name, attempts in groups.items() if attempts}
        self._say(", ".join(groups))
        found = dict(zip(groups, self._run([(each, data) for each in groups.values()]), strict=True))
        for name, attempts in groups.items():
            if not isinstance(found[name], list):  # one of them ended the process
                found[name] = self._alone(attempts, data, str(found[name]))
        return {name: each for name, each in found.items() if isinstance(each, list)}

    def values(self, attempts: Sequence[Attempt]) -> list[list[SolutionAnswer]]:
        """For each attempt the answers on each data set; raises LoadError."""
        found = self._run([(attempts, data) for data in self.data])
        by_data = [each if isinstance(each, list) else [SolutionAnswer(error=each)] * len(attempts) for each in found]
        return [list(each) for each in zip(*by_data, strict=True)]

    def after(self, prelude: str) -> "Prober":
        """A prober that runs some lines before the solution."""
        return Prober(self._run_all, self._assignment, self._code.after(prelude), self._say)

    def _alone(self, attempts: Sequence[Attempt], data: DataSet, why: str) -> list[SolutionAnswer]:
        """The answer to the most likely attempt, run separately."""
        (answer,) = self._run([(attempts[:1], data)])
        first = answer[0] if isinstance(answer, list) else SolutionAnswer(error=answer)
        return [first, *[SolutionAnswer(error=why)] * (len(attempts) - 1)]

    def _run(self, groups: Sequence[tuple[Sequence[Attempt], DataSet]]) -> list[list[SolutionAnswer] | str]:
        """Each group's answers, or why its process ended without answers."""
        outcomes = self._to_the_end([self._job(attempts, data) for attempts, data in groups])
        for outcome in outcomes:
            if outcome.error_in == "source":
                raise LoadError(str(outcome.error))
        return [_read(outcome, len(attempts)) for outcome, (attempts, _) in zip(outcomes, groups, strict=True)]

    def _to_the_end(self, jobs: Sequence[Job]) -> list[Outcome]:
        """The outcomes of jobs; those skipped after failures of others are run again without these."""
        outcomes: dict[int, Outcome] = {}
        while left := [number for number in range(len(jobs)) if number not in outcomes]:
            found = self._run_all([jobs[number] for number in left])
            begun = [not outcome.detail.startswith("not run after") for outcome in found]
            for place, (number, outcome) in enumerate(zip(left, found, strict=True)):
                if begun[place] or not any(begun):
                    outcomes[number] = outcome
        return [outcomes[number] for number in range(len(jobs))]

    def _job(self, attempts: Sequence[Attempt], data: DataSet) -> Job:
        arrays: dict[str, Array] = {}
        told = []
        for attempt in attempts:
            variables = {}
            for variable, value in self._job_of(attempt, data).arrays.items():
                content = (value.shape, value.tobytes())
                variables[variable] = next(
                    (key for key, other in arrays.items() if (other.shape, other.tobytes()) == content),
                    f"_handed{len(arrays)}",
                )
                arrays.setdefault(variables[variable], value)
            numbers = self._job_of(attempt, data).scalars
            told.append(["\n".join(attempt.before), attempt.expression, variables, dict(numbers)])
        filename = self._code.source.filename
        call = (
            f"_explorer = {{}}; exec({_explorer_text()!r}, _explorer)\n"
            f"_told = _explorer['explore'](dict(globals()), {json.dumps(told)!r}, {filename!r})"
        )
        task = Task(call=call, roles={"told": "_told"}, criteria=())
        job = job_of(self._code, task, data)
        return replace(job, arrays=arrays, limits=self._limits)

    def _job_of(self, attempt: Attempt, data: DataSet) -> Job:
        new = "X_new" in attempt.expression
        key = (data.name, new, tuple(attempt.given.items()), attempt.samples, attempt.conventions)
        if key not in self._jobs:
            task = Task(
                call=attempt.expression,
                roles={},
                criteria=(),
                given=attempt.given,
                samples=attempt.samples,
                conventions=attempt.conventions,
            )
            self._jobs[key] = job_of(self._code, task, data)
        return self._jobs[key]


@functools.cache
def _explorer_text() -> str:
    return Path(explorer.__file__).read_text(encoding="utf-8")


def _read(outcome: Outcome, count: int) -> list[SolutionAnswer] | str:
    told = outcome.roles.get("told")
    if outcome.status == "ok" and isinstance(told, np.ndarray):
        try:
            return read_answers(told.astype(np.uint8).tobytes(), count)
        except ValueError as error:
            return str(error)
    return outcome.detail or str(outcome.error or told or outcome.status)
