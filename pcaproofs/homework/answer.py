"""The answer for one submission as plain data: the verdict of each row, shares of criteria, the missing step."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pcaproofs.formula.typed_latex import MissingLibrary, NoMathML, mathml
from pcaproofs.homework.gaps import gap, needs_text
from pcaproofs.homework.judging import judged
from pcaproofs.homework.proposal import proposed
from pcaproofs.homework.reading import UNSEEN, note_of
from pcaproofs.homework.route import Route, reaches, routes
from pcaproofs.homework.steps import MISTAKES, Judged, JudgedStep, line_of
from pcaproofs.homework.task import DerivationTask, WrongTask, read_task
from pcaproofs.homework.theory import EQUIVALENCE
from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.text.source import NoNote, Source


def shares(found: Judged, routes: tuple[Route, ...]) -> Mapping[str, float]:
    """The share of each criterion that is earned, from 0 to 1.

    goal: 1 if all goals are reached. steps: the share of the needed facts that steps have used. sound: the same share,
    or 0 if a row is a mistake. milestones.NAME: 1 if it is among the steps or all goals are reached.
    """
    reached = all(route.reached for route in routes)
    steps = sum(route.share for route in routes) / len(routes)
    mistakes = any(step.verdict in MISTAKES for step in found.steps)
    out = {"goal": float(reached), "steps": steps, "sound": 0.0 if mistakes else steps}
    for milestone in found.task.milestones:
        passed = reached or reaches(found, milestone)
        out[f"milestones.{milestone.name}"] = float(passed)
    return out


MOST_CHARACTERS = 2000
MOST_BRACKETS = 200
_NAMED = re.compile(r"&(?!(?:lt|gt|amp|quot|apos);)\w+;")  # named characters that XML does not know
_ROW = re.compile(r"(?<!\\)&|\\\\|\\(?:nonumber|notag)\b|\\(?:label|tag)\*?\{[^{}]*\}")


def rendered(latex: str) -> str:
    """A row of a display, or a formula, as <math>; empty if it is not understood or no converter is installed."""
    if len(latex) > MOST_CHARACTERS or sum(map(latex.count, "{([")) > MOST_BRACKETS:
        return ""  # for deeply nested brackets the converter takes minutes
    try:
        return _NAMED.sub(lambda m: html.unescape(m[0]), mathml(_ROW.sub(" ", latex), display=True))
    except (MissingLibrary, NoMathML):
        return ""


LONGEST = 2000  # characters of a formula that is shown


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """{"rows", "shares", "missing", "formula", "math"}, {"wrong task": [key, message]} or {"problem"} of a bad file.

    A request without a task gets {"given", "show"}, a task proposed from the file.
    """
    if "task" not in request:
        try:
            given, show = proposed(note_of(request["name"], base64.b64decode(request["data"])))
        except NoNote as error:
            return {"problem": str(error)}
        return {"given": given, "show": show}
    try:
        task = _task(json.dumps(request["task"], sort_keys=True))
    except WrongTask as error:
        return {"wrong task": [error.key, str(error)]}
    if "data" not in request:
        wrong = fault_of(task)
        return {} if wrong is None else {"wrong task": [wrong.key, str(wrong)]}
    try:
        data = base64.b64decode(request["data"])
        note = note_of(request["name"], data, request.get("tag", ""), request.get("heading", ""))
    except NoNote as error:
        return {"problem": str(error)}
    found = judged(task, note)
    ways = routes(found)
    missing = next((gap(found, way) for way in ways if not way.reached), ("", ""))
    places = sorted(range(len(found.rows)), key=lambda k: note.formulas[k].span[0])  # columns of a display are mixed
    rows = [row for k in places for row in _rows(found, note, k)]
    formula = missing[1] if len(missing[1]) <= LONGEST else ""
    said = [missing[0], *(row["reason"] for row in rows)]
    formulas = [formula, *(row["latex"] for row in rows), *(x for text in said for x in text.split("$")[1::2])]
    return {
        "rows": rows,
        "shares": dict(shares(found, ways)),
        "missing": missing[0],
        "formula": formula,
        "math": {latex: math for latex in dict.fromkeys(formulas) if latex and (math := rendered(latex))},
    }


@lru_cache(maxsize=50)
def _task(payload: str) -> DerivationTask:
    return read_task(json.loads(payload))


def fault_of(task: DerivationTask) -> WrongTask | None:
    """The error in a task whose formulas are valid but whose goal is not proved from what is given."""
    found = judged(task, read(Source("", "")))
    named = [("show", x) for x in task.goals] + [(f"milestones.{x.name}", x.statement) for x in task.milestones]
    for key, statement in named:
        typed = found.theory.typed(statement)
        needs = typed.needs()
        result = None if needs is None else typed.proof(needs - {EQUIVALENCE})
        if result is None or result.verdict != "proved":
            why = "no proof was found" if result is None else result.reason
            return WrongTask(key, f"got {statement.text()!r}, but should follow from what is given: {why}")
    return None


def _rows(found: Judged, note: Note, k: int) -> list[dict[str, Any]]:
    """The feedback on a row: a line for each of its statements, or one line for the whole row."""
    formula = found.rows[k].formula
    where = line_of(note, found.rows[k])
    shown = note.source.text[slice(*note.formulas[k].span)][:LONGEST]
    common: dict[str, Any] = {"place": where, "display": formula.display, "source": " ".join(shown.split())}
    out: list[dict[str, Any]] = []

    def tell(latex: str, verdict: str, reason: str) -> None:
        if UNSEEN in reason:
            reason = "got a colour that may not be seen on the page, but should be a plain one"
        out.append({**common, "latex": latex, "verdict": verdict, "reason": reason})

    steps = [x for x in found.steps if x.row == k]
    for step in steps if formula.display else [x for x in steps if x.verdict in ("proved", *MISTAKES)]:
        text = common["source"] if len(steps) == 1 else step.statement.text()[:LONGEST]
        tell(text, step.verdict, _reason(found, step))
    if k in found.rows_without_step and formula.display:
        tell(common["source"], *found.rows_without_step[k])
    return out


def _reason(found: Judged, step: JudgedStep) -> str:
    if step.verdict == "too large":
        return f"true, but too large for one step: {needs_text(found, step.needs or frozenset())}"
    if step.verdict in ("wrong", "assumed"):
        parts = [step.reason, f"it fails for {step.example}" if step.example else "", step.repair]
        return "; ".join(x for x in parts if x)
    return step.reason
