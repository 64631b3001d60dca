"""Pages without network or scripts: a student's feedback, a submission's code, and the overview for staff."""

import base64
import functools
import hashlib
import math
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape
from itertools import takewhile
from pathlib import Path, PurePosixPath
from statistics import mean, median
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.diagnosis.model import Mistake, Plot
from pcaproofs.grading.feedback.content import LEFT_OUT, content_of, one_line, pieces, score_of
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.sandbox.codec import clean
from pcaproofs.grading.submission.code import Code


def html(result: Result, assignment: Assignment) -> str:
    """A student's feedback."""
    content = content_of(result, assignment)
    drawing = scatter(content.picture, content.caption) if content.picture else ""
    return render("student.html", content=content, drawing=drawing, pieces=pieces, left_out=LEFT_OUT)


@functools.cache
def _environment() -> Any:
    import jinja2

    loader = jinja2.FileSystemLoader(Path(__file__).parent / "templates")
    # autoescape: texts are the student's unless marked as ours
    return jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def render(template: str, **values: Any) -> str:
    """A rendered template; all values are escaped except drawings."""
    text: str = _environment().get_template(template).render(**values)
    return text.lstrip()


# A page with a submission's code for staff, escaped, with anchors for the positions in feedback


_MOST_LINES = 3000
_LONGEST_LINE = 500


@dataclass(frozen=True)
class CodeBlock:
    """A file, or a cell of a notebook: its heading, and lines with their numbers."""

    heading: str
    lines: list[tuple[int, str, str]]
    """Line number, text, and the anchor, if the line is in the graded file."""


def anchor_of(place: str) -> str:
    """The anchor of a position such as `line 5` or `cell 3, line 2`; empty for anything else."""
    found = re.fullmatch(r"(?:cell (\d+), )?line (\d+)", place)
    return f"{f'C{found[1]}' if found[1] else ''}L{found[2]}" if found else ""


def code_page(result: Result, code: Code | None, given: Collection[str] = ()) -> str:
    """The code as a page without network or scripts; long code is cut.

    given: names of files that belong to the assignment.
    """
    return render(
        "code.html",
        title=one_line(result.who.name or result.submission),
        submission=one_line(result.submission),
        blocks=_blocks(code, given) if code else [],
        problems=[one_line(problem) for problem in result.problems],
    )


def _blocks(code: Code, given: Collection[str]) -> list[CodeBlock]:
    source = code.source
    lines = source.text.split("\n")
    if source.cells:
        ends = (*source.cells[1:], len(lines) + 1)
        cells = zip(source.cells, ends, strict=True)
        found = [
            _block(f"{source.filename}, cell {number}", lines[start - 1 : end - 1], f"C{number}L")
            for number, (start, end) in enumerate(cells, 1)
        ]
    else:
        found = [_block(source.filename, lines, "L")]
    for name, content in code.files.items():
        if PurePosixPath(name).suffix.lower() == ".py" and name not in given:
            found.append(_block(name, content.decode("utf-8", "replace").split("\n")))
    room = _MOST_LINES
    kept = []
    for block in found:
        if room > 0 and any(line.strip() for _, line, _ in block.lines):
            kept.append(CodeBlock(block.heading, block.lines[:room]))
        room -= len(block.lines)
    return kept


def _block(heading: str, lines: list[str], anchor: str = "") -> CodeBlock:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return CodeBlock(
        one_line(heading),
        [
            (number, clean(line)[:_LONGEST_LINE], f"{anchor}{number}" if anchor else "")
            for number, line in enumerate(lines, 1)
        ],
    )


# Inline SVG drawings: scatter plots and histograms


if TYPE_CHECKING:
    from markupsafe import Markup

_WIDTH, _HEIGHT = 440.0, 320.0
_LEFT, _TOP, _RIGHT, _BOTTOM = 40.0, 8.0, 432.0, 292.0
"""The frame of the plot; axis numbers are outside of it."""


def _marked(text: str) -> "Markup":
    from markupsafe import Markup

    return Markup(text)  # numbers, our own words, or escaped texts


def scatter(picture: Plot, caption: str) -> "Markup":
    """A scatter plot with the first component and the submission's axis, with equal scales in both directions."""
    xs = [point[0] for point in picture.points]
    ys = [point[1] for point in picture.points]
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys), max(ys)
    span = max(high_x - low_x, high_y - low_y) or 1.0
    pad = 0.15 * span
    low_x, high_x, low_y, high_y = low_x - pad, high_x + pad, low_y - pad, high_y + pad
    scale = min((_RIGHT - _LEFT) / (high_x - low_x), (_BOTTOM - _TOP) / (high_y - low_y))
    middle = ((low_x + high_x) / 2, (low_y + high_y) / 2)

    def place(x: float, y: float) -> tuple[float, float]:
        return (_LEFT + _RIGHT) / 2 + (x - middle[0]) * scale, (_TOP + _BOTTOM) / 2 - (y - middle[1]) * scale

    parts = [
        f'<svg viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" role="img" aria-label="{escape(caption)}" class="plot">',
        f'<rect class="frame" x="{_LEFT:g}" y="{_TOP:g}" width="{_RIGHT - _LEFT:g}" height="{_BOTTOM - _TOP:g}"/>',
        *_grid(place),
        _line(place, picture.mean, picture.right, "right"),
    ]
    parts.append(_line(place, picture.through, picture.theirs, "theirs"))
    for x, y in picture.points:
        px, py = place(x, y)
        parts.append(f'<circle class="point" cx="{px:.1f}" cy="{py:.1f}" r="5"/>')
    mx, my = place(*picture.mean)
    parts.append(f'<path class="mean" d="M{mx - 7:.1f} {my:.1f}h14M{mx:.1f} {my - 7:.1f}v14"/>')
    parts.append("</svg>")
    return _marked("".join(parts))


def _grid(place: "object") -> list[str]:
    """Grid lines at integers (or multiples of an integer), with numbers at the edge."""
    assert callable(place)
    x0, y0 = place(0.0, 0.0)
    x1, _ = place(1.0, 0.0)
    unit = x1 - x0
    step = 1.0
    while step * unit < 28:
        step *= 2 if f"{step:e}"[0] in "15" else 2.5
    while step * unit > 90:
        step /= 2
    parts = []
    for number in range(math.ceil((_LEFT - x0) / unit / step), math.floor((_RIGHT - x0) / unit / step) + 1):
        x = x0 + number * step * unit
        parts.append(f'<path class="grid" d="M{x:.1f} {_TOP:g}V{_BOTTOM:g}"/>')
        parts.append(f'<text class="tick middle" x="{x:.1f}" y="{_BOTTOM + 16:g}">{number * step:g}</text>')
    for number in range(math.ceil((y0 - _BOTTOM) / unit / step), math.floor((y0 - _TOP) / unit / step) + 1):
        y = y0 - number * step * unit
        parts.append(f'<path class="grid" d="M{_LEFT:g} {y:.1f}H{_RIGHT:g}"/>')
        parts.append(f'<text class="tick end" x="{_LEFT - 6:g}" y="{y + 4:.1f}">{number * step:g}</text>')
    return parts


def _line(place: "object", through: Sequence[float], direction: Sequence[float], kind: str) -> str:
    """A line from edge to edge of the frame."""
    assert callable(place)
    x, y = place(*through)
    dx, dy = direction[0], -direction[1]
    reaches = []
    for position, step, low, high in ((x, dx, _LEFT, _RIGHT), (y, dy, _TOP, _BOTTOM)):
        if abs(step) > 1e-9:
            reaches.append(sorted(((low - position) / step, (high - position) / step)))
        elif not low <= position <= high:
            return ""
    start, end = max(low for low, _ in reaches), min(high for _, high in reaches)
    if start >= end:
        return ""
    x1, y1, x2, y2 = x + start * dx, y + start * dy, x + end * dx, y + end * dy
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def histogram(shares: Sequence[float], bins: int = 10) -> "Markup":
    """A histogram of the share of points over submissions."""
    counts = [0] * bins
    for share in shares:
        counts[min(max(int(share * bins), 0), bins - 1)] += 1
    most = max(counts) or 1
    width, height, base, left = 560.0, 180.0, 150.0, 26.0
    step = (width - 2 * left) / bins
    words = ", ".join(
        f"{counts[place]} from {place * 100 // bins} to {(place + 1) * 100 // bins} percent"
        for place in range(bins)
        if counts[place]
    )
    parts = [
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" class="bars" '
        f'aria-label="Submissions by share of the points: {words or "none"}">'
    ]
    for place, count in enumerate(counts):
        tall = (base - 24) * count / most
        x = left + place * step
        size = f'width="{step - 6:.1f}" height="{tall:.1f}"'
        parts.append(f'<rect class="bar" x="{x + 3:.1f}" y="{base - tall:.1f}" {size} rx="2"/>')
        if count:
            middle = x + step / 2
            parts.append(f'<text class="count" x="{middle:.1f}" y="{base - tall - 6:.1f}">{count}</text>')
    parts.append(f'<path class="axis" d="M{left:g} {base:g}H{width - left:g}"/>')
    for place in range(0, bins + 1, 2):
        parts.append(
            f'<text class="label" x="{left + place * step:.1f}" y="{base + 20:g}">{place * 100 // bins} %</text>'
        )
    parts.append("</svg>")
    return _marked("".join(parts))


# The overview for staff: scores of a course, failures by criterion, frequent mistakes, submissions to look at


if TYPE_CHECKING:
    from markupsafe import Markup

_ERROR = re.compile(r"stops with an? (\w+)")
_SLOW = 5.0
"""Factor over the median time from which a submission counts as slow."""


@dataclass(frozen=True)
class OverviewRow:
    """A row of the table of submissions."""

    name: str
    """The author's name if known, otherwise the submission's."""
    submission: str
    """The submission's name if different from `name`."""
    number: str
    """The author's number on the learning platform."""
    feedback: str
    """Address of the student's page."""
    code: str
    """Address of the code; empty if nothing could be read."""
    score: str
    points: float
    """Points for sorting; -1 if not graded."""
    adjusted: str
    """Adjustment by staff, in points."""
    comments: str
    status: str
    mistakes: list[tuple[str, str, str]]
    """For each mistake: the function, the title, and the address of the line (empty if unknown)."""
    groups: str
    """Names of the row's groups, separated by blanks."""
    seconds: str
    isolation: str


@dataclass(frozen=True)
class Bar:
    """A bar of a bar chart."""

    name: str
    detail: str
    count: int
    of: int
    who: list[OverviewRow]

    @property
    def percent(self) -> int:
        return round(100 * self.count / self.of) if self.of else 0


def index(results: Sequence[Result], assignment: Assignment) -> str:
    """The overview as a page without network, readable without scripts."""
    ordered = sorted(results, key=lambda result: (result.who.name or result.submission).casefold())
    rows = {id(result): _row(result) for result in ordered}
    graded = [result for result in ordered if result.score is not None and result.max_score > 0]
    shares = [(result.score or 0.0) / result.max_score for result in graded]
    return render(
        "staff.html",
        title=one_line(assignment.title),
        facts=_facts(ordered, graded, shares),
        histogram=histogram(shares) if shares else "",
        criteria=_criteria(ordered, rows),
        mistakes=_mistakes(ordered, rows),
        attention=_attention(ordered, rows),
        rows=list(rows.values()),
        groups=_groups(ordered),
        adjusted=any(result.adjustments for result in ordered),
        script=_script(),
        script_hash=_hash(_script()),
    )


def _script() -> "Markup":
    from markupsafe import Markup

    return Markup((Path(__file__).parent / "templates" / "staff.js").read_text(encoding="utf-8"))


def _hash(script: str) -> str:
    """The hash of this script for the Content-Security-Policy."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _row(result: Result) -> OverviewRow:
    from pcaproofs.grading.results.store import folder_name

    folder = quote(folder_name(result.submission), safe="")
    name, submission = one_line(result.who.name)[:80], one_line(result.submission)[:80]
    return OverviewRow(
        name=name or submission,
        submission=submission if name else "",
        number=one_line(result.who.number)[:40],
        feedback=f"{folder}/feedback.html",
        code=f"{folder}/code.html" if result.file else "",
        score=score_of(result).removesuffix(" points"),
        points=-1.0 if result.score is None else result.score,
        adjusted=f"{sum(item.points for item in result.adjustments):+.4g}" if result.adjustments else "",
        comments="; ".join(one_line(item.comment) for item in result.adjustments if item.comment),
        status=result.status,
        mistakes=[
            (one_line(item.function)[:60], one_line(item.title), f"{folder}/code.html#{anchor}" if anchor else "")
            for item in (result.diagnosis.mistakes if result.diagnosis else ())
            for anchor in [anchor_of(item.place)]
        ],
        groups=" ".join(sorted(_groups_of(result))),
        seconds=f"{result.seconds:.2f}",
        isolation=one_line(result.isolation),
    )


def is_all_right(result: Result) -> bool:
    """Whether every criterion was judged and holds; False if the grader failed."""
    return bool(result.criteria) and all(item.passed for item in result.criteria)


def _facts(results: Sequence[Result], graded: Sequence[Result], shares: Sequence[float]) -> list[tuple[str, str]]:
    facts = [("submissions", str(len(results))), ("graded", str(len(graded)))]
    facts += [("Python", version) for version in sorted({result.python for result in results if result.python})]
    if shares:
        full = sum(share >= 0.99995 for share in shares)
        facts += [("mean", f"{mean(shares):.0%}"), ("median", f"{median(shares):.0%}"), ("full points", str(full))]
    wrong = [result for result in results if result.gradable and not is_all_right(result)]
    diagnosed = sum(result.diagnosis is not None for result in wrong)
    remarks = sum(result.diagnosis is not None for result in results if is_all_right(result))
    facts += [("not all right", str(len(wrong))), ("of these diagnosed", str(diagnosed))]
    return [*facts, ("all right, with a remark", str(remarks))] if remarks else facts


def _groups_of(result: Result) -> set[str]:
    """Identifiers of the groups of a submission, without blanks."""
    found = {f"status-{result.status}"}
    if not result.gradable:
        found.add("not-graded")
    elif is_all_right(result):
        found.add("all-right")
    else:
        found |= {"not-all-right"} if result.diagnosis else {"not-all-right", "undiagnosed"}
    if result.adjustments:
        found.add("adjusted")
    return found | {
        f"mistake-{_word(cause_of(item))}" for item in (result.diagnosis.mistakes if result.diagnosis else ())
    }


def cause_of(mistake: Mistake) -> str:
    """The name under which a mistake is counted: errors without a cause of their own by their kind."""
    kind = _ERROR.match(mistake.title) if mistake.name == "stops-with-error" else None
    return f"{mistake.name}: {kind[1]}" if kind else mistake.name


def _common(titles: Sequence[str]) -> str:
    """What several titles have in common, which may name things of the students'."""
    rows = [title.split() for title in dict.fromkeys(titles)]
    if len(rows) == 1:
        return " ".join(rows[0])
    start = len(_prefix(rows))
    rest = [row[start:] for row in rows]
    end = _prefix([row[::-1] for row in rest])[::-1]
    return " ".join([*rows[0][:start], "…", *end])


def _prefix(rows: Sequence[Sequence[str]]) -> list[str]:
    columns = takewhile(lambda words: len(set(words)) == 1, zip(*rows, strict=False))
    return [words[0] for words in columns]


def _word(name: str) -> str:
    return re.sub(r"[^\w-]", "_", one_line(name))


def _groups(results: Sequence[Result]) -> list[tuple[str, str, int]]:
    """Each group that does not contain all submissions: identifier, title, size."""
    counts = Counter(group for result in results for group in _groups_of(result))
    titles = {
        "all-right": "all right", "not-all-right": "not all right", "undiagnosed": "not all right, no diagnosis",
        "not-graded": "not graded", "adjusted": "changed by staff",
    }  # fmt: skip
    titles |= {f"status-{result.status}": f"status: {result.status}" for result in results}
    causes: dict[str, list[str]] = {}
    for result in results:
        for mistake in result.diagnosis.mistakes if result.diagnosis else ():
            causes.setdefault(cause_of(mistake), []).append(one_line(mistake.title))
    titles |= {f"mistake-{_word(name)}": f"mistake: {_common(said)[:80]}" for name, said in causes.items()}
    return [(group, title, counts[group]) for group, title in titles.items() if counts[group]]


def _criteria(results: Sequence[Result], rows: dict[int, OverviewRow]) -> list[Bar]:
    """The number of failures of each criterion, largest first."""
    bars: dict[tuple[str, str], list[Result]] = {}
    titles: dict[tuple[str, str], str] = {}
    tried: Counter[tuple[str, str]] = Counter()
    for result in results:
        for item in result.criteria:
            key = (item.task, item.criterion)
            titles[key] = item.title
            tried[key] += 1
            bars.setdefault(key, []).extend([result] if not item.passed else [])
    counted = [
        Bar(
            one_line(titles[key]),
            f"{key[0]}: {key[1]}" if key[0] else key[1],
            len(bars[key]),
            tried[key],
            [rows[id(result)] for result in bars[key]],
        )
        for key in titles
    ]
    return sorted(counted, key=lambda bar: -bar.count)


def _mistakes(results: Sequence[Result], rows: dict[int, OverviewRow]) -> list[Bar]:
    """The number of submissions with each mistake, largest first."""
    who: dict[str, list[Result]] = {}
    titles: dict[str, list[str]] = {}
    for result in results:
        for mistake in result.diagnosis.mistakes if result.diagnosis else ():
            # titles of symptoms may contain names of the student's, so causes are counted
            name = cause_of(mistake)
            titles.setdefault(name, []).append(one_line(mistake.title))
            if result not in who.setdefault(name, []):
                who[name].append(result)
    bars = [
        Bar(_common(titles[name]), one_line(name), len(made), len(results), [rows[id(result)] for result in made])
        for name, made in who.items()
    ]
    return sorted(bars, key=lambda bar: (-bar.count, bar.detail))


def _attention(results: Sequence[Result], rows: dict[int, OverviewRow]) -> list[tuple[str, list[OverviewRow]]]:
    """Submissions to look at: not graded, out of time, slow, or failing without a diagnosis."""
    usual = median([result.seconds for result in results]) if results else 0.0
    groups: list[tuple[str, list[Result]]] = [
        ("Not graded: the grader's own fault, to be run again", [r for r in results if not r.gradable]),
        (
            "The grader failed in part, so points may be missing: see `faults` in grades.csv",
            [r for r in results if r.faults],
        ),
        ("Nothing to run was found", [r for r in results if r.status == "no-submission"]),
        ("Ran out of time, memory or output", _with_status(results, ("timeout", "memory", "output-limit"))),
        ("Ended their process, or sent what no honest worker sends", _with_status(results, ("killed", "forged"))),
        (
            f"Slow, with the diagnosis: more than {_SLOW:g} times the median of {usual:.2f} s",
            [r for r in results if r.seconds > max(_SLOW * usual, 1.0) and r.status != "timeout"],
        ),
        (
            "Something fails, and no mistake of the catalogue explains it",
            [r for r in results if r.gradable and r.diagnosis is None and any(not item.passed for item in r.criteria)],
        ),
        (
            "Right on all visible data, wrong on hidden ones",
            [r for r in results if _only_hidden(r)],
        ),
        ("Files were refused", [r for r in results if any("refused" in problem for problem in r.problems)]),
        *_alike(results),
    ]
    return [(title, [rows[id(result)] for result in group]) for title, group in groups if group]


def _with_status(results: Sequence[Result], statuses: tuple[str, ...]) -> list[Result]:
    """Results with one of these statuses, or with a run that has it."""
    return [r for r in results if r.status in statuses or any(run.status in statuses for run in r.runs)]


def _only_hidden(result: Result) -> bool:
    bad = [run for run in result.runs if run.failed or run.status != "ok"]
    ended = all(run.status in ("ok", "error") for run in bad)  # others are told among those that ran out of something
    return bool(bad) and ended and not any(run.visible for run in bad)


def _alike(results: Sequence[Result]) -> list[tuple[str, list[Result]]]:
    """Submissions whose code is the same text, but for blanks."""
    by_text: dict[str, list[Result]] = {}
    for result in results:
        if result.text:
            by_text.setdefault(result.text, []).append(result)
    return [("The same code was handed in by several", alike) for alike in by_text.values() if len(alike) > 1]
