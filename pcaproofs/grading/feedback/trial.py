"""The smallest data on which a submission fails, shown for computation by hand or for pasting."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from pcaproofs.grading.assignment.model import Assignment, Task
from pcaproofs.grading.assignment.names import in_words
from pcaproofs.grading.diagnosis.model import UP_TO_SIGNS, Example, Input
from pcaproofs.grading.judge.shapes import PER_SAMPLE
from pcaproofs.grading.sandbox.codec import clean

_MOST_DIGITS = 12
_LONG_LINE = 88


@dataclass(frozen=True)
class TrialInput:
    """A variable in the call's scope, as a table."""

    name: str
    caption: str
    rows: list[list[str]]


@dataclass(frozen=True)
class Trial:
    """The example with the names that the assignment uses."""

    given: list[TrialInput]
    snippet: str
    """Python code that runs the example; placed beside the student's file it shows the result."""
    numbers: list[str]
    """The numbers that the call uses: `k = 2`."""
    call: str
    expression: str
    what: str
    expected: list[list[str]]
    got: list[list[str]] | None
    text: str
    """Instead of numbers: the error, or a description of the value."""
    signs_free: bool
    beside: list[TrialInput]
    """What else the submission returned that shows the mistake."""


def trial_of(example: Example, assignment: Assignment, file: str, longest: int) -> Trial:
    """An example in the terms of its task; `file` is the student's."""
    task = next((task for task in assignment.tasks if task.name == example.task), assignment.tasks[0])
    turned = task.samples == "columns" and example.role in PER_SAMPLE
    inputs = example.inputs or _plain_inputs(example, task)
    text = clean(example.got).strip()[:longest] if isinstance(example.got, str) else ""
    expected = _turned(example.expected) if turned else _rows(example.expected)
    got = None if text else _turned(example.got) if turned else _rows(example.got)
    return Trial(
        given=[
            TrialInput(item.name, _caption(item, task), _tables(_rows(item.values))[0])
            for item in inputs
            if item.shape and isinstance(item.values, list)
        ],
        beside=[
            TrialInput(item.name, "the components that you return", _tables(_rows(item.values))[0])
            for item in example.beside
        ],
        snippet=_snippet(inputs, task, [*(("components",) if example.beside else ()), example.role], file),
        numbers=[f"{item.name} = {item.values}" for item in inputs if not item.shape and _is_used(item.name, task)],
        call=clean(task.call).strip(),
        expression=" ".join(clean(task.roles.get(example.role, "")).split()),
        what=in_words(example.role, task.conventions),
        expected=_tables(expected, *([got] if got else []))[0],
        got=_tables(expected, got)[1] if got else None,
        text=text,
        signs_free=example.role in UP_TO_SIGNS and task.conventions.sign == "free" and not example.beside,
    )


def _is_used(name: str, task: Task) -> bool:
    code = "\n".join([task.call, *task.roles.values()])
    return bool(re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", code))


def number(value: float, digits: int = 4) -> str:
    """A number with few digits: 2 instead of 2.0."""
    value += 0.0  # −0 is 0
    return f"{value:.{max(digits, 7 if abs(value) >= 1e5 else 0)}g}"


def _plain_inputs(example: Example, task: Task) -> tuple[Input, ...]:
    X = _turned(example.X) if task.samples == "columns" else example.X
    data = Input(name="X", values=X, shape=[len(X), len(X[0])], dtype="float64")
    return data, Input(name="k", values=example.k, shape=[], dtype="")


def _caption(item: Input, task: Task) -> str:
    if item.name in ("X", "X_new"):
        return f"each row one {'feature' if task.samples == 'columns' else 'sample'}"
    return in_words(task.given[item.name], task.conventions) if item.name in task.given else ""


def _snippet(inputs: Sequence[Input], task: Task, roles: Sequence[str], file: str) -> str:
    lines = ["import numpy as np"]
    path = PurePosixPath(file)
    if path.suffix == ".py" and re.fullmatch(r"[A-Za-z_]\w{0,60}", path.stem, re.ASCII):
        lines.append(f"from {path.stem} import *  # your file")
    else:
        lines.append(f"# paste this below your own {'cells' if path.suffix == '.ipynb' else 'code'}")
    lines.append("")
    lines += [f"{item.name} = {_literal(item)}" for item in inputs]
    lines += [clean(task.call).strip()]
    lines += [f"print({' '.join(task.roles.get(role, 'None').split())})" for role in roles]
    return "\n".join(lines)


def _literal(item: Input) -> str:
    if not item.shape or not isinstance(item.values, list):
        return repr(item.values)
    rows = [_short(row) for row in item.values] if _is_matrix(item.values) else []
    joined = ", ".join(rows) if rows else _short(item.values)[1:-1]
    if rows and len(joined) > _LONG_LINE:
        joined = "\n    " + ",\n    ".join(rows) + ",\n"
    plain = "." in joined if item.dtype == "float64" else item.dtype == "int64"
    kind = "" if plain else f", dtype={'float' if item.dtype == 'float64' else repr(item.dtype)}"
    return f"np.array([{joined}]{kind})"


def _short(row: object) -> str:
    assert isinstance(row, list)
    return f"[{', '.join(repr(int(value) if value == int(value) else value) for value in row)}]"


def _turned(values: object) -> list[list[float]]:
    return [list(column) for column in zip(*_rows(values), strict=True)]


def _rows(values: object) -> list[list[float]]:
    assert isinstance(values, list)
    return [row if isinstance(row, list) else [row] for row in values] if _is_matrix(values) else [values]


def _is_matrix(values: Sequence[object]) -> bool:
    return bool(values) and isinstance(values[0], list)


def _tables(*values: list[list[float]]) -> list[list[list[str]]]:
    """Tables of numbers, with enough digits to show their difference."""
    for digits in range(4, _MOST_DIGITS):
        tables = [[[number(value, digits) for value in row] for row in rows] for rows in values]
        if len(tables) < 2 or tables[0] != tables[1]:
            break
    return tables
