"""The content of a student's feedback, the same for Markdown and HTML."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from xml.etree import ElementTree

from pcaproofs.grading.assignment.model import Assignment, Task
from pcaproofs.grading.assignment.names import SITUATIONS, in_words
from pcaproofs.grading.diagnosis.model import UP_TO_SIGNS, Example, Input, Mistake, Plot
from pcaproofs.grading.judge.shapes import PER_SAMPLE
from pcaproofs.grading.results.result import (
    STEPS,
    UNGRADED,
    Adjustment,
    DerivedPoints,
    Result,
    Scored,
    StepResult,
    message_of,
    name_of,
    subject_of,
)
from pcaproofs.grading.sandbox.codec import clean

_ELEMENTS = frozenset(
    [
        *("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "ms", "mfrac", "msqrt", "mroot", "mstyle", "mpadded"),
        *("msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts"),
        *("mtable", "mtr", "mtd"),
    ]
)
"""Elements that show all that is in them; mphantom, which hides it, is none."""
_ATTRIBUTES = frozenset(
    ("display", "displaystyle", "mathvariant", "stretchy", "form", "accent", "accentunder", "linethickness")
)


def mathml_of(text: str) -> str:
    """MathML of known elements only; empty if there is none, or another one."""
    try:
        root = ElementTree.fromstring(text) if text else None
        return "" if root is None else ElementTree.tostring(_rebuilt(root), encoding="unicode")
    except (ElementTree.ParseError, RecursionError, _UnknownError):
        return ""


class _UnknownError(ValueError):
    """An element that is not known."""


def _rebuilt(element: ElementTree.Element) -> ElementTree.Element:
    if element.tag == "semantics" and len(element):  # its other children are annotations, which are not shown
        return _rebuilt(element[0])
    if element.tag not in _ELEMENTS:
        raise _UnknownError(element.tag)
    made = ElementTree.Element(element.tag, {k: v for k, v in element.attrib.items() if k in _ATTRIBUTES})
    made.text = element.text
    made.extend([_rebuilt(inner) for inner in element])
    return made


# The smallest data on which a submission fails, shown for computation by hand or for pasting


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
            TrialInput(item.name, _caption_of_input(item, task), _tables(_rows(item.values))[0])
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


def _caption_of_input(item: Input, task: Task) -> str:
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


# The content of a student's feedback, the same for Markdown and HTML


_LONGEST = 2000
_AGAIN = "as above"
_LETTERS = {
    "X": "X are the data less the mean of each feature",
    "S": "S is the covariance matrix of the data",
    "w": "w is a component, a column of W",
    "λ": "λ is its eigenvalue, the variance along it",
    "Z": "Z are the scores",
    "Y": "Y are the whitened scores",
    "Λ": "Λ is the diagonal matrix of the eigenvalues",
}
_TERM = re.compile(r"(?<!\w)[XSZYΛλw][XSZYΛλwᵀ]+(?!\w)")
_ON_DATA = re.compile(r"^on the data “[^”]*”(?: \(in [^)]*\))?: ")


@dataclass(frozen=True)
class ShownLine:
    """A criterion as a student reads it."""

    mark: str
    word: str
    """The mark in words, for screen readers."""
    name: str
    points: str
    message: str


@dataclass(frozen=True)
class Changed:
    """An adjustment by staff as a student reads it."""

    points: str
    what: str
    comment: str


@dataclass(frozen=True)
class MistakeText:
    """A mistake as a student reads it."""

    subject: str
    """The subject with code between backticks: your function `pca`."""
    title: str
    hint: str
    why: str
    place: str
    excerpt: str


@dataclass(frozen=True)
class ShownFormula:
    """A formula, or a piece of text between formulas."""

    text: str
    """LaTeX if it is a formula."""
    is_formula: bool = True
    mathml: str = ""
    """The same, made of known elements; empty where it is not to be had."""


@dataclass(frozen=True)
class ShownRow:
    """A step of a derivation as a student reads it."""

    mark: str
    word: str
    place: str
    formula: ShownFormula
    reason: list[ShownFormula]


@dataclass(frozen=True)
class DerivationText:
    """A derivation as a student reads it."""

    title: str
    opening: str
    rows: list[ShownRow]
    missing: list[ShownFormula]
    """The gap before the goal, in words."""
    formula: ShownFormula | None
    """The smallest step that is missing, where one is found."""


@dataclass(frozen=True)
class FeedbackContent:
    """The content of a student's feedback, as plain text."""

    title: str
    submission: str
    score: str
    share: float
    opening: str
    problems: list[str]
    mistakes: list[MistakeText]
    follow_through: str
    """What the mark of follow-through means, if a criterion has it."""
    picture: Plot | None
    caption: str
    trial: Trial | None
    derivations: list[DerivationText]
    lines: list[ShownLine]
    legend: list[str]
    """The meanings of letters in the lines."""
    changes: list[Changed]
    notes: list[str]
    dropped: list[str]
    printed: str


LEFT_OUT = "These statements fail where your file is run. The rest was run without them."


def content_of(result: Result, assignment: Assignment) -> FeedbackContent:
    """The content of the feedback on a result."""
    diagnosis = result.diagnosis
    mistakes = list(diagnosis.mistakes) if diagnosis else []
    below = {f"{item.task}: {item.problem}" for item in result.derivations}  # which is told with each derivation
    return FeedbackContent(
        title=one_line(assignment.title),
        # names that a platform gives to every submission carry no information
        submission="" if result.submission == "submission" else one_line(result.who.name or result.submission),
        score=score_of(result),
        share=min(1.0, (result.score or 0.0) / result.max_score) if result.max_score else 0.0,
        opening=_opening(result),
        # details of a grader's fault are for staff: they name its files
        problems=[
            *([FAULTY] if result.faults else []),
            *(one_line(each) for each in result.problems if result.gradable and each not in below),
        ],
        mistakes=[_mistake_text(mistake) for mistake in mistakes],
        follow_through=_follow_through(result, len(mistakes)),
        picture=result.picture,
        caption=_caption(result.picture, all(item.passed for item in result.criteria)),
        trial=_trial(result, assignment),
        derivations=[_derivation_text(item) for item in result.derivations],
        lines=_folded([*enumerate(result.criteria, 1)]),
        legend=_legend(result),
        changes=[_changed(item) for item in result.adjustments],
        notes=[one_line(note) for note in result.notes],
        dropped=[one_line(each) for each in result.dropped],
        printed=clean(result.printed)[:_LONGEST],
    )


FAULTY = (
    "A part of this could not be computed, which is the grader's fault and not yours. The course staff has been told."
)


def score_of(result: Result) -> str:
    """The score and the maximum score."""
    if result.score is None:
        return "not graded"
    return f"{_points(result.score)} of {_points(result.max_score)} points"


def _points(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def pieces(text: str) -> list[tuple[bool, str]]:
    """The pieces of a text, each with whether it is code, that is, between two backticks."""
    return _between(text, "`")


def _between(text: str, sign: str) -> list[tuple[bool, str]]:
    """The pieces of a text, each with whether it stands between two signs; a sign without another is a character."""
    parts = text.split(sign)
    if len(parts) % 2 == 0:
        parts[-2:] = [sign.join(parts[-2:])]
    return [(place % 2 == 1, part) for place, part in enumerate(parts) if part]


def one_line(text: str) -> str:
    """Text without line breaks and control characters, shortened."""
    flat = " ".join(clean(text).split())
    return flat if len(flat) <= _LONGEST else f"{flat[:_LONGEST]}…"


def _opening(result: Result) -> str:
    if not result.gradable:
        return UNGRADED
    if not result.criteria:
        return "Nothing could be judged." if result.derivations else "Nothing could be run, so nothing could be judged."
    passed = sum(item.passed for item in result.criteria)
    if passed == len(result.criteria):
        return "Everything holds. Well done."
    if result.status == "ok":
        beginning = f"{passed} of {len(result.criteria)} criteria hold."
    else:
        beginning = "Not every run came to its end."
    if result.diagnosis:
        return f"{beginning} Here is what seems to have happened, and how to go on."
    return f"{beginning} Below is what does not hold yet."


def _mistake_text(mistake: Mistake) -> MistakeText:
    said = (subject_of(mistake), mistake.title, mistake.hint, mistake.why, mistake.place, mistake.excerpt)
    return MistakeText(*map(one_line, said))


def _derivation_text(item: DerivedPoints) -> DerivationText:
    if item.problem:
        opening = one_line(item.problem)
    elif not item.steps:
        opening = "It contains no formula that asserts anything."
    elif item.missing:
        opening = "It does not reach the result yet."
    else:
        opening = "It leads from what is given to the result."
    return DerivationText(
        title=one_line(item.task),
        opening=opening,
        rows=[_row(step, item.math) for step in item.steps],
        missing=_formulas_in(item.missing, item.math),
        formula=_formula(item.formula, item.math) if item.formula else None,
    )


def _row(step: StepResult, math: Mapping[str, str]) -> ShownRow:
    mark, word = STEPS.get(step.verdict, ("?", step.verdict))
    return ShownRow(mark, word, one_line(step.place), _formula(step.formula, math), _formulas_in(step.reason, math))


def _formula(latex: str, math: Mapping[str, str]) -> ShownFormula:
    return ShownFormula(one_line(latex), mathml=mathml_of(math.get(latex, "")))


def _formulas_in(text: str, math: Mapping[str, str]) -> list[ShownFormula]:
    """The pieces of a text in which formulas stand between dollars."""
    found = _between(text, "$")
    return [_formula(part, math) if inside else ShownFormula(clean(part), is_formula=False) for inside, part in found]


def _follow_through(result: Result, mistakes: int) -> str:
    if not any(item.follow_through for item in result.criteria):
        return ""
    these = "this mistake is" if mistakes == 1 else "these mistakes are"
    return f"What is marked ↳ below is right once {these} taken as made, and earns points for that."


def _trial(result: Result, assignment: Assignment) -> Trial | None:
    if result.example is None:
        return None
    return trial_of(result.example, assignment, result.file or assignment.file, _LONGEST)


def _caption(picture: Plot | None, right: bool) -> str:
    if picture is None:
        return ""
    along = abs(sum(a * b for a, b in zip(picture.theirs, picture.right, strict=True)))
    off = math.dist(picture.through, picture.mean)  # squares of a student's numbers may overflow
    spread = max(abs(a - b) for point in picture.points for a, b in zip(point, picture.mean, strict=True)) or 1.0
    if along > 0.9999:
        if off > 1e-3 * spread:
            return "Your axis has the direction of the first component, but does not go through the mean."
        return "Your axis is the first component." if right else "Your axis is the first component: this part is right."
    if along < 0.0101:
        return "Your axis is at a right angle to the first component: the data vary least along it."
    return "The data vary most along the first component, which is not where your axis lies."


def _changed(item: Adjustment) -> Changed:
    if not item.points:
        points = "no change of points"
    else:
        points = f"{'+' if item.points > 0 else '−'}{_points(abs(item.points))} points"
    return Changed(points, one_line(item.criterion), one_line(item.comment))


def _folded(items: list[tuple[int, Scored]]) -> list[ShownLine]:
    """The lines of criteria; special kinds of data on which the same is wrong are one line with their points."""
    groups: dict[tuple[str, bool] | int, list[tuple[int, Scored]]] = {}
    for number, item in items:
        message = "" if item.passed else _ON_DATA.sub("", one_line(message_of(item)))
        key = (message, item.follow_through) if message and item.criterion in SITUATIONS else number
        groups.setdefault(key, []).append((number, item))
    return _without_repeats([_line(group) for group in groups.values()])


def _without_repeats(lines: list[ShownLine]) -> list[ShownLine]:
    """Lines that do not repeat the next message above."""
    above = ""
    shortened = []
    for line in lines:
        is_repeated = len(line.message) > len(_AGAIN) and line.message == above
        shortened.append(replace(line, message=_AGAIN) if is_repeated else line)
        above = line.message or above
    return shortened


def _line(group: list[tuple[int, Scored]]) -> ShownLine:
    first = group[0][1]
    points, most = (sum(getattr(item, name) for _, item in group) for name in ("points", "max_points"))
    if first.passed:
        mark, word = "✓", "holds"
    elif first.follow_through:
        mark, word = "↳", "right but for the mistake above"
    elif points > 0:
        mark, word = "◐", "holds in part"
    else:
        mark, word = "✗", "does not hold"
    name = "; ".join(one_line(name_of(item, number)) for number, item in group)
    message = "" if first.passed else one_line(message_of(first))
    message = _ON_DATA.sub("", message) if len(group) > 1 else message
    return ShownLine(mark, word, name, f"{_points(points)} / {_points(most)}", message)


def _legend(result: Result) -> list[str]:
    """A sentence that explains the letters in the messages about criteria."""
    said = " ".join(one_line(message_of(item)) for item in result.criteria)
    found = {letter for term in _TERM.findall(said) for letter in term}
    told = [text for letter, text in _LETTERS.items() if letter in found]
    return [f"{', '.join(told)}."] if told else []
