"""What the check of a note finds, under the options of its author: what is listed, counted, switched off, and fails."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.options import Key, Options, baseline_text, ignores, read_baseline, relative
from pcaproofs.notes.rules import BY_CODE, Rule, Severity
from pcaproofs.notes.text.source import Span

LONGEST = 1000  # characters of a formula that is printed
WIDEST = 44  # columns of a formula for which a line keeps room
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")  # a note does not command the terminal
# verdicts of formulas in sentences that are not listed
_QUIET = ("definition", "condition", "problem", "unsupported", "unread", "undecided")


@dataclass(frozen=True, eq=False)
class Finding:
    """Something found in a note.

    row: the verdict, if it is about a formula. ignored: what switches it off, in words.
    """

    rule: Rule
    severity: Severity
    span: Span
    formula: str
    said: str
    row: RowVerdict | None = None
    ignored: str = ""

    @property
    def word(self) -> str:
        """Its severity, or the verdict or the name of the rule where it has none."""
        return self.severity or (self.row.verdict if self.row is not None else self.rule.name)

    def to_json(self, note: Note) -> dict[str, Any]:
        """A finding about no row as plain data for JSON."""
        place = note.source.place(self.span[0])
        cell = {} if place.cell is None else {"cell": place.cell}
        out = {"line": place.line, "column": place.column, "rule": self.rule.code, "severity": self.severity or None}
        return {**cell, **out, "what": self.formula, "reason": self.said, "ignored": self.ignored or None}


@dataclass(frozen=True)
class Report:
    """The findings of a note in the order of its text. path: of its file."""

    note: Note
    findings: tuple[Finding, ...]
    options: Options
    path: Path

    @cached_property
    def verdicts(self) -> tuple[RowVerdict, ...]:
        """The verdicts of the rows of displays, and of formulas in sentences that something is to be said of."""
        return tuple(x.row for x in self.findings if x.row is not None)

    @cached_property
    def kept(self) -> tuple[Finding, ...]:
        """What is not switched off."""
        return tuple(x for x in self.findings if not x.ignored)

    @property
    def listed(self) -> tuple[Finding, ...]:
        """What needs the author's eye: what is selected, or else what has a severity."""
        select = self.options.select
        return tuple(x for x in self.kept if (x.severity if select is None else x.rule.code in select))

    @property
    def failing(self) -> tuple[Finding, ...]:
        """What makes the check fail, of what is selected."""
        select = self.options.select
        its = (x for x in self.kept if select is None or x.rule.code in select)
        return tuple(x for x in its if self.options.fails(x.rule.code, x.severity))

    @property
    def is_faulty(self) -> bool:
        """Whether a bug of the reader prevented a verdict."""
        return any(x.rule.code == "PCA900" for x in self.findings)

    def of_row(self, row: RowVerdict) -> Finding:
        """The finding about a row."""
        return next(x for x in self.findings if x.row is row)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What is about no row."""
        return tuple(x for x in self.findings if x.row is None)

    def key(self, found: Finding, folder: Path) -> Key:
        """A finding in a baseline in a folder."""
        return relative(self.path, folder), found.rule.code, found.formula

    def counts(self) -> Counter[str]:
        """How many findings there are of each kind."""
        out: Counter[str] = Counter()
        for x in self.findings:
            kinds = {"PCA4": "proved", "PCA5": "definitions"}
            kind = "ignored" if x.ignored else x.severity or (kinds.get(x.rule.code[:4], "open") if x.row else "")
            out[kind] += 1
            out["rows"] += x.row is not None
            out[x.rule.code if kind == "proved" else ""] += 1
        return out


def report(
    note: Note, verdicts: Sequence[RowVerdict], options: Options | None = None, path: Path | None = None
) -> Report:
    """The findings of a note under some options. path: of its file; by default the name of its source.

    Raises WrongOption or OSError for a baseline that cannot be read.
    """
    options, path = options or Options(), path or Path(note.source.file)
    shown = [v for v in verdicts if v.formula.display or v.verdict not in _QUIET or v.is_fault]
    rows = (Finding(v.rule, v.severity, v.formula.span, shown_formula(note, v), v.said(note), v) for v in shown)
    found = _without_ignored(note, sorted([*_of_note(note), *rows], key=lambda x: x.span), options.ignored_in(path))
    made = Report(note, tuple(found), options, path)
    if options.baseline is None:
        return made
    known, kept = read_baseline(options.baseline), list[Finding]()
    for x in made.findings:
        key = made.key(x, options.baseline.parent)
        is_known = not x.ignored and known[key] > 0
        known[key] -= is_known
        kept.append(replace(x, ignored="baseline") if is_known else x)
    return replace(made, findings=tuple(kept))


def shown_formula(note: Note, verdict: RowVerdict) -> str:
    """The formula of a row on one line, as it was read if it was."""
    tree = verdict.formula.tree
    formula = " ".join(note.latex(verdict.formula).split()) if isinstance(tree, Unread) else unicode(tree)
    return formula if len(formula) <= LONGEST else f"{formula[: LONGEST - 1]}…"


def _of_note(note: Note) -> Iterator[Finding]:
    """What is found in a note and is about no row."""
    listed: list[tuple[str, int, str, str]] = [
        *(("PCA110", at, what, "stands in no formula that is read") for at, what in note.passed_over),
        *(("PCA111", at, note.source.text[at:].split("\n", 1)[0][:WIDEST], said) for at, said in note.open_fences()),
        *(("PCA112", x.span[0], f"{x.call} = {x.meaning}", "no file defines it") for _, x in note.guesses()),
        *(("PCA113", at, what, "is not judged") for at, what in note.disabled),
    ]
    for code, at, what, said in listed:
        yield Finding(BY_CODE[code], BY_CODE[code].severity, (at, at + 1), what, said)


def _without_ignored(note: Note, found: list[Finding], off: frozenset[str]) -> list[Finding]:
    """The findings with what switches them off, and comments that switch nothing off. off: by the options."""
    own, unused = dict[Finding, str](), list[Finding]()
    by_line: dict[int, list[Finding]] = {}
    for x in found:
        for line in _lines(note, x.span):
            by_line.setdefault(line, []).append(x)
    for comment in sorted(ignores(note), key=lambda x: any("PCA001" in its for _, its in x.rules)):  # of others, last
        idle = [comment.wrong] if comment.wrong else []
        covered = found if comment.lines is None else [x for line in comment.lines for x in by_line.get(line, ())]
        for word, its in comment.rules:
            hit = [x for x in covered if x.rule.code in its]
            if "PCA001" in its:
                hit += [x for x in unused if comment.lines is None or {*comment.lines} & {*_lines(note, x.span)}]
            own |= dict.fromkeys(hit, f"comment in {note.source.place(comment.span[0]).said}")
            idle += [] if hit else [f"{word} finds nothing here"]
        text = " ".join(note.source.as_written[slice(*comment.span)].split())
        unused += [Finding(BY_CODE["PCA001"], "warning", comment.span, text, said) for said in idle]
    out = sorted([*found, *unused], key=lambda x: x.span)
    return [replace(x, ignored=own.get(x, "options" if x.rule.code in off else "")) for x in out]


def _lines(note: Note, span: Span) -> range:
    """The lines of a span."""
    return range(note.source.line(span[0]), note.source.line(max(span[1] - 1, span[0])) + 1)


def baseline_of(reports: Iterable[Report], path: Path) -> str:
    """The text of a baseline in a file: all that the reports list."""
    return baseline_text(r.key(x, path.parent) for r in reports for x in r.listed)


def columns(report: Report, found: Sequence[Finding]) -> Iterator[tuple[str, str, str]]:
    """A line for each finding, in three parts: the place, the severity or verdict, and the formula with the reason."""
    places = [str(report.note.source.place(x.span[0])) for x in found]
    parts = ([*map(len, places)], [len(x.word) for x in found], [n for x in found if (n := len(x.formula)) <= WIDEST])
    first, second, third = (max(x, default=0) for x in parts)
    for place, x in zip(places, found, strict=True):
        said = f"{x.said} [{x.rule.code}]" if x.severity else x.said
        formula = f"{x.formula:<{third}}    {said}" if said else x.formula
        formula = _CONTROL.sub(lambda c: f"\\x{ord(c[0]):02x}", formula)
        yield f"{place:<{first}}", f"{x.word:<{second}}", formula
