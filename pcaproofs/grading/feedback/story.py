"""What is said to a student, whatever it is written in: the same for Markdown and HTML."""

from dataclasses import dataclass

from ..assignment.model import Assignment
from ..assignment.names import in_words
from ..diagnosis.model import Example, Mistake, Picture
from ..exchange import clean
from ..formats.words import UNGRADED, message_of, name_of
from ..result import Adjustment, Result, Scored

_LONGEST = 2000


@dataclass(frozen=True)
class Line:
    """A criterion as a student reads it."""

    mark: str
    word: str
    """The mark in words, for those who cannot see it."""
    name: str
    points: str
    message: str
    claim: str


@dataclass(frozen=True)
class Changed:
    """What staff changed, as a student reads it."""

    points: str
    what: str
    comment: str


@dataclass(frozen=True)
class Trial:
    """The small example with what the assignment calls its parts."""

    data: list[list[str]]
    row: str
    """What a row of the data is: a sample, or a feature."""
    k: int
    call: str
    expression: str
    what: str
    expected: list[list[str]]
    got: list[list[str]] | None
    text: str
    """In place of numbers: what was raised, or what a value looks like."""
    signs_free: bool


@dataclass(frozen=True)
class Story:
    """All that a student's feedback says, as plain text."""

    title: str
    submission: str
    score: str
    share: float
    opening: str
    problems: list[str]
    mistakes: list[Mistake]
    follow_through: bool
    picture: Picture | None
    caption: str
    trial: Trial | None
    lines: list[Line]
    changes: list[Changed]
    notes: list[str]
    dropped: list[str]
    printed: str


LEFT_OUT = "These statements fail where your file is run. The rest was run without them."


def story(result: Result, assignment: Assignment) -> Story:
    """Return what there is to say about a result."""
    diagnosis = result.diagnosis
    mistakes = list(diagnosis.mistakes) if diagnosis else []
    return Story(
        title=one_line(assignment.title),
        submission=one_line(result.who.name or result.submission),
        score=score_of(result),
        share=min(1.0, (result.score or 0.0) / result.max_score) if result.max_score else 0.0,
        opening=_opening(result),
        # of a fault of the grader's own the details are for staff: they name its files
        problems=[one_line(problem) for problem in result.problems] if result.gradable else [],
        mistakes=[_cleaned(mistake) for mistake in mistakes],
        follow_through=any(item.follow_through for item in result.criteria),
        picture=result.picture,
        caption=_caption(result.picture),
        trial=_trial(result.example, assignment) if result.example else None,
        lines=[_line(item, number) for number, item in enumerate(result.criteria, 1)],
        changes=[_changed(item) for item in result.adjustments],
        notes=[one_line(note) for note in result.notes],
        dropped=[one_line(each) for each in result.dropped],
        printed=clean(result.printed)[:_LONGEST],
    )


def number(value: float) -> str:
    """Return a number as people write it: 2 and not 2.0, and no more digits than tell."""
    value += 0.0  # −0 is 0
    return f"{value:.4g}" if abs(value) < 1e5 else f"{value:.7g}"


def score_of(result: Result) -> str:
    """Return the score out of the highest possible."""
    if result.score is None:
        return "not graded"
    return f"{_points(result.score)} of {_points(result.max_score)} points"


def _points(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def pieces(text: str) -> list[tuple[bool, str]]:
    """Return a text in pieces, each with whether it is code: what stands between two backticks."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick without a partner is a backtick
        parts[-2:] = ["`".join(parts[-2:])]
    return [(place % 2 == 1, part) for place, part in enumerate(parts) if part]


def one_line(text: str) -> str:
    """Return text without line breaks and control characters, not too long."""
    flat = " ".join(clean(text).split())
    return flat if len(flat) <= _LONGEST else f"{flat[:_LONGEST]}…"


def _opening(result: Result) -> str:
    if not result.gradable:
        return UNGRADED
    if not result.criteria:
        return "Nothing could be run, so nothing could be judged."
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


def _cleaned(mistake: Mistake) -> Mistake:
    return Mistake(
        name=one_line(mistake.name),
        title=one_line(mistake.title),
        hint=one_line(mistake.hint),
        why=one_line(mistake.why),
        claim=one_line(mistake.claim),
    )


def _caption(picture: Picture | None) -> str:
    if picture is None:
        return ""
    along = abs(sum(a * b for a, b in zip(picture.theirs, picture.right, strict=True)))
    off = sum((a - b) ** 2 for a, b in zip(picture.through, picture.mean, strict=True)) ** 0.5
    spread = max(abs(a - b) for point in picture.points for a, b in zip(point, picture.mean, strict=True)) or 1.0
    if along > 0.9999:
        if off > 1e-3 * spread:
            return "Your axis has the direction of the first component, but does not go through the mean."
        return "Your axis is the first component."
    if along < 0.0101:
        return "Your axis is at a right angle to the first component: the data vary least along it."
    return "The data vary most along the first component, which is not where your axis lies."


def _trial(example: Example, assignment: Assignment) -> Trial:
    task = next((task for task in assignment.tasks if task.name == example.task), assignment.tasks[0])
    columns = task.samples == "columns"
    per_sample = example.role in ("scores", "centered", "reconstruction")
    text = one_text(example.got) if isinstance(example.got, str) else ""
    return Trial(
        data=_table(_turned(example.X) if columns else example.X),
        row="feature" if columns else "sample",
        k=example.k,
        call=clean(task.call).strip(),
        expression=one_line(task.roles.get(example.role, "")),
        what=in_words(example.role, task.conventions),
        expected=_table(_turned(example.expected) if columns and per_sample else example.expected),
        got=None if text else _table(_turned(example.got) if columns and per_sample else example.got),
        text=text,
        signs_free=example.role in ("components", "scores") and task.conventions.sign == "free",
    )


def one_text(text: str) -> str:
    """Return text of several lines without control characters, not too long."""
    kept = clean(text).strip()
    return kept if len(kept) <= _LONGEST else f"{kept[:_LONGEST]}…"


def _turned(values: object) -> list[list[float]]:
    rows = _rows(values)
    return [list(column) for column in zip(*rows, strict=True)]


def _rows(values: object) -> list[list[float]]:
    assert isinstance(values, list)
    return [row if isinstance(row, list) else [row] for row in values] if _is_matrix(values) else [values]


def _is_matrix(values: list[object]) -> bool:
    return bool(values) and isinstance(values[0], list)


def _table(values: object) -> list[list[str]]:
    return [[number(value) for value in row] for row in _rows(values)]


def _changed(item: Adjustment) -> Changed:
    if not item.points:
        points = "no change of points"
    else:
        points = f"{'+' if item.points > 0 else '−'}{_points(abs(item.points))} points"
    return Changed(points, one_line(item.criterion), one_line(item.comment))


def _line(item: Scored, place: int) -> Line:
    if item.passed:
        mark, word = "✓", "holds"
    elif item.follow_through:
        mark, word = "↳", "follows from the mistake above"
    elif item.points > 0:
        mark, word = "◐", "holds in part"
    else:
        mark, word = "✗", "does not hold"
    points = f"{_points(item.points)} / {_points(item.max_points)}"
    message = "" if item.passed else one_line(message_of(item))
    return Line(mark, word, one_line(name_of(item, place)), points, message, item.claim if item.visible else "")
