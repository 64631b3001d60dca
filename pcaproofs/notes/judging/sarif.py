"""Verdicts as SARIF 2.1.0, which editors and code-hosting sites show beside the lines of a note."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.judging.verdicts import VERDICTS, RowVerdict
from pcaproofs.notes.text.source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# verdict -> kind and level of a SARIF result (§3.27.9 and §3.27.10: only a failure has a level)
_FAILURES = {"refuted": "error", "ill-typed": "error", "needs": "warning"}
_KINDS = {"proved": "pass", "definition": "informational", "condition": "informational", "problem": "informational"}
_MEANS = {
    "proved": "The row is true, in all dimensions that it leaves open.",
    "needs": "The row is true under a hypothesis that the note does not state.",
    "refuted": "The row is false: an exact example is shown.",
    "ill-typed": "The row means nothing: two dimensions clash.",
    "undecided": "Neither a proof nor a counterexample was found.",
    "unsupported": "The language lacks what is named.",
    "unread": "The row was not understood.",
    "definition": "The row gives a letter its meaning.",
    "condition": "The row restricts the letters that it speaks of.",
    "problem": "The row states a problem.",
}


def sarif(checked: Iterable[tuple[Note, Iterable[RowVerdict]]], *, is_complete: bool = True) -> dict[str, Any]:
    """The log of one run over several notes, as plain data for JSON; is_complete: whether all notes were checked."""
    rules = [{"id": name, "shortDescription": {"text": _MEANS[name]}} for name in VERDICTS]
    driver = {"name": "pcaproofs", "version": version("pcaproofs"), "rules": rules}
    checked = [(note, list(verdicts)) for note, verdicts in checked]
    results = [_result(note, verdict) for note, verdicts in checked for verdict in verdicts]
    faults = [
        {"level": "warning", "message": {"text": said}, "locations": [{"physicalLocation": _artifact(note)}]}
        for note, _ in checked
        for said in (*note.faults(), *note.remarks())
    ]
    invocation = {"executionSuccessful": is_complete, "toolExecutionNotifications": faults}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    run["invocations"] = [invocation]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(note: Note, verdict: RowVerdict) -> dict[str, Any]:
    level = _FAILURES.get(verdict.verdict, "none")
    kind = "fail" if level != "none" else _KINDS.get(verdict.verdict, "open")
    said = verdict.said(note)
    used = [(x.text, x.place) for x in verdict.using if x.place is not None]
    out = {
        "ruleId": verdict.verdict,
        "ruleIndex": VERDICTS.index(verdict.verdict),
        "kind": kind,
        "level": level,
        "message": {"text": f"{verdict.verdict}: {said}" if said else verdict.verdict},
        "locations": [_location(note, verdict.formula.span)],
    }
    if used:
        out["relatedLocations"] = [
            {**_location(note, place), "message": {"text": f"using {text}"}} for text, place in used
        ]
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
    return {"artifactLocation": {"uri": quote(note.source.file.replace("\\", "/"))}}
