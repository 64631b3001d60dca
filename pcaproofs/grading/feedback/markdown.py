"""A student's feedback as Markdown."""

import re

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.feedback.content import (
    LEFT_OUT,
    Changed,
    DerivationText,
    MistakeText,
    ShownFormula,
    Trial,
    content_of,
    pieces,
)
from pcaproofs.grading.results.result import Result

_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_AT_START = re.compile(r"^(\s*)([-+#>=]|\d+(?=[.)]))")
_LINK = re.compile(r"(?i)(:(?=//)|www(?=\.))")


def markdown(result: Result, assignment: Assignment, page: str = "") -> str:
    """A student's feedback as Markdown; `page` is the HTML file with the picture, if any."""
    content = content_of(result, assignment)
    who = f"**{escape(content.submission)}**: " if content.submission else ""
    parts = [f"# {escape(content.title)}", f"{who}{content.score}", content.opening]
    if content.changes:
        parts += ["## Changed by the course staff", _items([_change(change) for change in content.changes])]
    if content.problems:
        parts += ["## Before anything could run", _items(content.problems)]
    if content.mistakes:
        parts += ["## What happened", *(part for mistake in content.mistakes for part in _mistake(mistake))]
        if content.follow_through:
            parts.append(content.follow_through)
    if content.trial:
        parts += ["## Try it by hand", *_trial(content.trial)]
    if content.caption and page:
        parts.append(f"{content.caption} (The picture is in {page}.)")
    for derivation in content.derivations:
        parts += _derivation_text(derivation)
    if content.lines:
        rows = ["| | criterion | points | |", "| --- | --- | ---: | --- |"]
        rows += [
            f"| {line.mark} | {escape(line.name)} | {line.points} | {escape(line.message)} |" for line in content.lines
        ]
        parts += ["## Criteria", "\n".join(rows), *content.legend]
    if content.notes:
        parts += ["## Notes", _items(content.notes)]
    if content.dropped:
        parts += ["## Left out of your file", LEFT_OUT, _items(content.dropped)]
    if content.printed:
        parts += ["## What your code printed", _fence(content.printed)]
    return "\n\n".join(parts) + "\n"


def _mistake(mistake: MistakeText) -> list[str]:
    parts = [f"**{_spoken(mistake.subject)} {escape(mistake.title)}.**"]
    if mistake.excerpt:
        parts += [f"{escape(mistake.place.capitalize())}:", _fence(mistake.excerpt)]
    parts += [_spoken(mistake.hint), _spoken(mistake.why)]
    return parts


def _derivation_text(derivation: DerivationText) -> list[str]:
    parts = [f"## Derivation: {escape(derivation.title)}", escape(derivation.opening)]
    if derivation.rows:
        parts.append(
            "\n".join(
                f"- {row.mark} {escape(row.place)}, **{escape(row.word)}**: {_code(row.formula.text)}"
                + (f"\n  {_with_formulas(row.reason)}" if row.reason else "")
                for row in derivation.rows
            )
        )
    if derivation.missing:
        parts += ["**What is missing.** " + _with_formulas(derivation.missing)]
    if derivation.formula:
        parts.append(_fence(derivation.formula.text, "latex"))
    return parts


def _with_formulas(pieces: list[ShownFormula]) -> str:
    return "".join(_code(each.text) if each.is_formula else escape(each.text) for each in pieces)


def _change(change: Changed) -> str:
    what = f" for “{change.what}”" if change.what else ""
    return f"{change.points}{what}{f': {change.comment}' if change.comment else ''}"


def _trial(trial: Trial) -> list[str]:
    signs = ", up to signs" if trial.signs_free else ""
    beside = [
        part for each in trial.beside for part in (f"{_code(each.name)}, {each.caption}:", _fence(_grid(each.rows)))
    ]
    parts = ["The smallest data found on which it shows. Paste this beside your file and run it:"]
    parts.append(_fence(trial.snippet, "python"))
    parts += [*beside, f"What {trial.what} ({_code(trial.expression)}) should be{signs}:"]
    parts += [_fence(_grid(trial.expected)), "What came out:"]
    parts.append(_fence(trial.text if trial.got is None else _grid(trial.got)))
    return parts


def _grid(rows: list[list[str]]) -> str:
    width = max((len(cell) for row in rows for cell in row), default=0)
    return "\n".join("  ".join(cell.rjust(width) for cell in row) for row in rows) or "(nothing)"


def _items(lines: list[str]) -> str:
    return "\n".join(f"- {escape(line)}" for line in lines)


def _spoken(text: str) -> str:
    return "".join(_code(part) if is_code else escape(part) for is_code, part in pieces(text))


def _code(text: str) -> str:
    """Inline code, delimited by more backticks than the text has in a row."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    room = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{room}{text}{room}{fence}"


def escape(text: str) -> str:
    """Text escaped for Markdown, including Markdown that allows HTML."""
    escaped = _SPECIAL.sub(r"\\\1", text)
    escaped = escaped.replace("&", "&amp;").replace("<", "&lt;")
    escaped = _LINK.sub(r"\1\\", escaped)  # prevents automatic links
    return _AT_START.sub(lambda at: f"{at[1]}{at[2]}\\" if at[2].isdigit() else f"{at[1]}\\{at[2]}", escaped)


def _fence(text: str, language: str = "text") -> str:
    """A fenced block whose fence is longer than any in the text."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
