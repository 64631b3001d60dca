"""The overview for staff: scores of a course, failures by criterion, frequent mistakes, submissions to look at."""

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING
from urllib.parse import quote

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.feedback.code import anchor_of
from pcaproofs.grading.feedback.content import one_line, score_of
from pcaproofs.grading.feedback.drawing import histogram
from pcaproofs.grading.feedback.page import render
from pcaproofs.grading.results.result import Result

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
