"""A note as an HTML page: its source line by line with underlined formulas, and their verdicts beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.judging.verdicts import VERDICTS, RowVerdict, Using
from pcaproofs.notes.searching import NOTATION
from pcaproofs.notes.text.tokens import whole_commands
from pcaproofs.prover.result import example_text

MARKS = {  # a shape for each verdict, so that nobody has to tell verdicts apart by colour
    "proved": "✓",
    "needs": "◇",
    "refuted": "✗",
    "ill-typed": "△",
    "undecided": "?",
    "unsupported": "–",
    "unread": "…",
    "definition": "≔",
    "condition": "∣",
    "problem": "▹",
}


def annotated(note: Note, verdicts: Sequence[RowVerdict]) -> str:
    """The complete page; a verdict unfolds to its reading, its counterexample and the lines that it uses."""
    css = files("pcaproofs.report.html").joinpath("static", "annotated.css").read_text(encoding="utf-8")
    name = escape(note.source.file)
    lines = "\n".join(_lines(note, verdicts))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name}, checked</title>
<style>
{css}</style>
</head>
<body>
<main>
<h1>{name}</h1>
<p class="counts">{_counts(note, verdicts)}</p>
{lines}
</main>
</body>
</html>
"""


def _counts(note: Note, verdicts: Sequence[RowVerdict]) -> str:
    """The number of formulas with each verdict, with a link to the first of them."""
    count = Counter(v.verdict for v in verdicts)
    first = {v.verdict: _line_of(note, v.formula.span[0]) for v in reversed(verdicts)}
    parts = [f'<a href="#L{first[name]}">{_badge(name)} {count[name]}</a>' for name in VERDICTS if count[name]]
    return " ".join(parts) or "no formulas"


def _line_of(note: Note, offset: int) -> int:
    return note.source.text.count("\n", 0, offset) + 1


def _badge(verdict: str) -> str:
    return f'<span class="badge {_class(verdict)}">{MARKS[verdict]} {verdict}</span>'


def _class(verdict: str) -> str:
    return verdict.replace("-", "")


def _lines(note: Note, verdicts: Sequence[RowVerdict]) -> Iterator[str]:
    """One grid row for each line of the source; the lines of a notebook are counted through all its text cells."""
    ordered = sorted(verdicts, key=lambda v: v.formula.span)
    at = 0
    for number, text in enumerate(note.source.as_written.split("\n"), 1):
        here = [v for v in ordered if v.formula.span[0] < at + len(text) + 1 and v.formula.span[1] > at]
        begun = [v for v in here if v.formula.span[0] >= at]
        shown = "".join(_verdict(note, v) for v in begun)
        source = _underlined(note, text, at, here)
        yield (
            f'<div class="line" id="L{number}"><a class="number" href="#L{number}">{number}</a>'
            f'<div class="source">{source}</div><div class="verdicts">{shown}</div></div>'
        )
        at += len(text) + 1


def _underlined(note: Note, text: str, at: int, here: Sequence[RowVerdict]) -> str:
    out, last = list[str](), 0
    for v in here:
        span = whole_commands(note.source.text, v.formula.span)
        start, end = max(span[0] - at, last), min(span[1] - at, len(text))
        if start < end:
            out += [escape(text[last:start]), f'<mark class="{_class(v.verdict)}">{escape(text[start:end])}</mark>']
            last = end
    return "".join([*out, escape(text[last:])])


def _reserve(note: Note, x: Using) -> str:
    """Why a hypothesis may not hold: it is a row that is not proved, or a sentence behind it may have ended it."""
    after = f", after {escape(x.since(note))}" if x.later is not None else ""
    return f"{', not proved' if x.is_open else ''}{after}"


def _verdict(note: Note, v: RowVerdict) -> str:
    rule = f' <span class="rule">{v.severity} {v.rule.code}</span>' if v.severity else ""
    heading = f"{_badge(v.verdict)}{rule} {escape(v.reason)}"
    if any(x.is_open for x in v.using):
        heading += ", from a row that is not proved"
    lines = [f"<code>{escape(line)}</code>" for line in v.reading]
    if v.counterexample is not None:
        lines.append(f"example: <code>{escape(example_text(v.statement, v.counterexample))}</code>")
    if v.needs:
        lines.append(f"holds if {escape(' or if '.join(v.needs))}")
    for x in v.using:
        where = f' (<a href="#L{_line_of(note, x.place[0])}">{escape(x.words(note))}</a>)' if x.place else ""
        where += _reserve(note, x)
        lines.append(f"{'taken for granted:' if x.by == NOTATION else 'using'} <code>{escape(x.text)}</code>{where}")
    if not lines:
        return f'<div class="alone">{heading}</div>'
    unfolded = "".join(f"<p>{line}</p>" for line in lines)
    return f"<details><summary>{heading}</summary><div>{unfolded}</div></details>"
