"""Verdicts as SARIF 2.1.0, which editors and code-hosting sites show beside the lines of a note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from pcaproofs import __version__
from pcaproofs.notes.rules import RULES, Rule

if TYPE_CHECKING:
    from pcaproofs.notes.findings import Finding, Report
    from pcaproofs.notes.formulas.blocks import Note
    from pcaproofs.notes.text.source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_KINDS = {"PCA4": "pass", "PCA5": "informational"}  # of rules without a severity; the others are open


def part_of(found: Report) -> dict[str, Any]:
    """The part of a log about one note, as plain data for JSON."""
    located = [{"physicalLocation": _artifact(found.note)}]
    return {
        "results": [_result(found.note, x) for x in found.findings if x.row is not None or x.severity],
        "notifications": [
            {"level": "warning", "message": {"text": said}, "locations": located}
            for said in (*found.note.faults(), *found.note.remarks())
        ],
    }


def log_of(parts: Sequence[dict[str, Any]], *, is_complete: bool = True) -> dict[str, Any]:
    """The log of one run over several notes; is_complete: whether all notes were checked."""
    driver = {"name": "pcaproofs", "version": __version__, "rules": [_rule(x) for x in RULES]}
    faults = [x for part in parts for x in part["notifications"]]
    run: dict[str, Any] = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints"}
    run["results"] = [x for part in parts for x in part["results"]]
    run["invocations"] = [{"executionSuccessful": is_complete, "toolExecutionNotifications": faults}]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> dict[str, Any]:
    out = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.meaning},
        "help": {"text": f"{rule.meaning} {rule.advice}".strip()},
        "defaultConfiguration": {"level": rule.severity or "none"},
    }
    return out if rule.address is None else {**out, "helpUri": rule.address}


def _result(note: Note, found: Finding) -> dict[str, Any]:
    verdict = found.row.verdict if found.row is not None else found.rule.name
    kind = "fail" if found.severity else _KINDS.get(found.rule.code[:4], "open")
    used = [(x.text, x.place) for x in found.row.using if x.place is not None] if found.row is not None else []
    out: dict[str, Any] = {
        "ruleId": found.rule.code,
        "ruleIndex": RULES.index(found.rule),
        "kind": kind,  # §3.27.9 and §3.27.10: only a failure has a level
        "level": found.severity or "none",
        "message": {"text": f"{verdict}: {found.said}" if found.said else verdict},
        "locations": [_location(note, found.span)],
    }
    if used:
        holds = "although" if found.severity else "using"
        out["relatedLocations"] = [
            {**_location(note, place), "message": {"text": f"{holds} {text}"}} for text, place in used
        ]
    if found.ignored:
        kind = "inSource" if found.ignored.startswith("comment") else "external"
        out["suppressions"] = [{"kind": kind, "justification": found.ignored}]
    return out


def _location(note: Note, span: Span) -> dict[str, Any]:
    """A region of the file; for a notebook the cell, because its lines are not lines of the file."""
    start, end = (note.source.place(offset) for offset in span)
    artifact = _artifact(note)
    if start.cell is not None:
        name = f"cell {start.cell}, line {start.line}, column {start.column}"
        return {"physicalLocation": artifact, "logicalLocations": [{"fullyQualifiedName": name}]}
    region = {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}
    return {"physicalLocation": {**artifact, "region": region}}


def _artifact(note: Note) -> dict[str, Any]:
    return {"artifactLocation": {"uri": quote(note.source.file.replace("\\", "/"), errors="surrogateescape")}}
