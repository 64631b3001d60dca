"""Derivations of a submission: judged in one child process with limits, and turned into scored criteria.

The child reads formulas and proves; it runs no code of the student's. It may still be made to use up time, memory or
the stack, and then ends: what it was judging earns nothing, and a new child judges the rest.
"""

import base64
import json
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from pcaproofs.grading.assignment.model import Assignment, AssignmentError, Derivation, Rubric
from pcaproofs.grading.assignment.names import title_of
from pcaproofs.grading.parsing.archive import TEXT_ENDINGS
from pcaproofs.grading.protocol import Limits
from pcaproofs.grading.results.result import DerivedPoints, Result, Scored, StepResult
from pcaproofs.grading.submission.submissions import Submission, SubmissionError

_COMMAND = (sys.executable, "-P", "-m", "pcaproofs.homework")
_MEMORY = 2 << 30
_MOST_STEPS = 300
_NO_TIME = "got formulas that take more than {:g} s of processor time to judge"
_NO_ROOM = "got formulas that take too much memory to judge, or are nested too deep"


MISTAKES = ("wrong", "assumed", "ill-typed")
"""Verdicts of steps that are mistakes."""


class DerivationFault(RuntimeError):  # noqa: N818
    """Derivations cannot be judged here; the message is one line, and no submission's fault."""


def check_tasks(assignment: Assignment) -> None:
    """Raise AssignmentError for a derivation whose formulas have no meaning or that is not proved; DerivationFault."""
    answers = _answers(assignment.limits, [{"task": _payload(each)} for each in assignment.derivations])
    for each, answer in zip(assignment.derivations, answers, strict=True):
        if "wrong task" in answer:
            key, message = answer["wrong task"]
            raise AssignmentError(f"{each.places.get(key, 'assignment:1')}: {message} [{each.name}.{key}]")
        if "problem" in answer:
            raise AssignmentError(f"{each.places.get('show', 'assignment:1')}: {answer['problem']} [{each.name}]")


def judged(assignment: Assignment, submission: Submission) -> tuple[tuple[DerivedPoints, tuple[Scored, ...]], ...]:
    """Each derivation of an unpacked submission with its criteria; raises DerivationFault."""
    found: dict[str, str] = {}
    missing: dict[str, str] = {}
    for task in assignment.derivations:
        try:
            found[task.name] = submission.pick(task.file, TEXT_ENDINGS)
        except SubmissionError as error:
            missing[task.name] = str(error)
    asked = [task for task in assignment.derivations if task.name in found]
    requests = [_request(task, found[task.name], submission.files[found[task.name]]) for task in asked]
    answers = dict(zip(found, _answers(assignment.limits, requests), strict=True))
    results = {name: {"problem": why} for name, why in missing.items()} | answers
    return tuple(_judged(task, found.get(task.name, ""), results[task.name]) for task in assignment.derivations)


def with_derivations(
    result: Result, assignment: Assignment, found: Sequence[tuple[DerivedPoints, tuple[Scored, ...]]]
) -> Result:
    """The result of a submission's code, with its derivations."""
    if not found or not result.gradable:
        return result
    criteria = (*result.criteria, *(item for _, scored in found for item in scored))
    was_read = any(derived.file for derived, _ in found)
    missing = [f"{derived.task}: {derived.problem}" for derived, _ in found if derived.problem]
    return replace(
        result,
        file=result.file or next((derived.file for derived, _ in found if derived.file), ""),
        status="error" if result.status == "no-submission" and was_read else result.status,
        score=round((result.score or 0.0) + sum(item.points for _, scored in found for item in scored), 4),
        max_score=sum(item.max_points for item in criteria) if assignment.visible_only else assignment.max_points,
        criteria=criteria if was_read or result.criteria else (),
        problems=(*result.problems, *missing),
        derivations=tuple(derived for derived, _ in found),
    )


def proposed(name: str, data: bytes) -> str:
    """An assignment that asks for an instructor's own derivation, as TOML; raises SubmissionError, DerivationFault."""
    request = {"name": name, "data": base64.b64encode(data).decode()}
    (answer,) = _answers(Limits(), [request])
    if "problem" in answer:
        raise SubmissionError(answer["problem"])
    if not answer["show"]:
        raise SubmissionError(f"got no display that asserts anything, but should end with the result [{name}]")
    given = "".join(f"  {_literal(formula)},\n" for formula in answer["given"])
    stem = re.sub(r"[^\w-]", "-", PurePosixPath(name).stem)
    return f"""\
# Written from a derivation: please read it through, above all what is given. All keys: docs/grading.md
title = {_literal(stem)}

[[task]]
name = {_literal(stem)}
kind = "derivation"
file = {_literal(name)}  # what students hand in
solution = {_literal(name)}  # your own; students do not get it
given = [  # what may be used, and nothing else
{given}]
show = {_literal(answer["show"])}

[task.criteria]  # points, or {{ points = 1, visible = false }}
goal = 3  # {title_of("goal")}: all or nothing
steps = 2  # {title_of("steps")}
sound = 1  # {title_of("sound")}
"""


def _literal(text: str) -> str:
    """A text as TOML, without escapes where it can be."""
    return json.dumps(text) if "'" in text or not text.isprintable() else f"'{text}'"


def _payload(task: Derivation) -> dict[str, Any]:
    milestones = {
        item.name: {"show": item.show, "required": item.required, "visible": item.visible} for item in task.milestones
    }
    return {
        "given": list(task.given),
        "letters": list(task.letters),
        "show": task.show,
        "milestones": milestones,
        "largest_step": task.largest_step,
        "least_steps": task.least_steps,
    }


def _request(task: Derivation, name: str, data: bytes) -> dict[str, Any]:
    coded = base64.b64encode(data).decode()
    return {"task": _payload(task), "name": name, "data": coded, "tag": task.tag, "heading": task.heading}


def _answers(limits: Limits, requests: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answer to each request; a child that ends early is followed by another one for the requests behind."""
    answers: list[dict[str, Any]] = []
    while len(answers) < len(requests):
        received, code = _child(limits, requests[len(answers) :])
        answers += received
        if len(answers) < len(requests):
            late = code == -signal.SIGXCPU
            answers.append({"problem": _NO_TIME.format(limits.derivation) if late else _NO_ROOM})
    return answers


def _child(limits: Limits, requests: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], int]:
    """The answers of one child before it ended, and how it ended; raises DerivationFault."""
    asked = {"cpu": limits.derivation, "memory": _MEMORY, "requests": list(requests)}
    done = subprocess.run(_COMMAND, input=json.dumps(asked).encode(), capture_output=True, check=False)
    ready, *lines = done.stdout.splitlines(keepends=True) or [b""]
    if ready.strip() != b'"ready"':
        last = (done.stderr.decode("utf-8", "replace").strip().splitlines() or [f"code {done.returncode}"])[-1]
        raise DerivationFault(f"derivations cannot be judged here: {last}")
    return [json.loads(line) for line in lines if line.endswith(b"\n")], done.returncode


def _judged(task: Derivation, file: str, answer: Mapping[str, Any]) -> tuple[DerivedPoints, tuple[Scored, ...]]:
    if "wrong task" in answer:
        key, message = answer["wrong task"]
        raise DerivationFault(f"{task.places.get(key, 'assignment')}: {message} [{task.name}.{key}]")
    shown = [row for row in answer.get("rows", ()) if row["verdict"] != "remark"]
    derived = DerivedPoints(
        task=task.name,
        file=file if "problem" not in answer else "",
        steps=tuple(_step(row) for row in shown[:_MOST_STEPS]),
        missing=answer.get("missing", ""),
        formula=answer.get("formula", ""),
        math=answer.get("math", {}),
        problem=answer.get("problem", ""),
    )
    return derived, tuple(_scored(task, item, derived, answer.get("shares", {})) for item in task.criteria)


def _step(row: Mapping[str, Any]) -> StepResult:
    return StepResult(
        place=row["place"],
        formula=row["latex"],
        verdict=row["verdict"],
        reason=row["reason"],
    )


def _scored(task: Derivation, item: Rubric, derived: DerivedPoints, shares: Mapping[str, float]) -> Scored:
    share = shares.get(item.criterion, 0.0)
    holds = share >= 1
    return Scored(
        criterion=item.criterion,
        task=task.name,
        title=title_of(item.criterion),
        claim="",
        points=round(item.points * share, 4) if item.partial else item.points * holds,
        max_points=item.points,
        passed_on=int(holds),
        tried_on=1,
        visible=item.visible,
        message="" if holds else _message(item, derived, share),
    )


def _uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]


def _message(item: Rubric, derived: DerivedPoints, share: float) -> str:
    """Why a criterion is not met, in one line."""
    if derived.problem:
        return derived.problem
    mistakes = [f"{step.place}: {step.verdict}" for step in derived.steps if step.verdict in MISTAKES]
    if item.criterion == "goal":
        return _uncapitalised(derived.missing.partition(":")[0].rstrip("."))
    if item.criterion == "sound" and mistakes:
        return "; ".join(mistakes[:5])
    if item.criterion in ("steps", "sound"):
        return f"{share:.0%} of the way" if share else "no step leads anywhere yet"
    return "no step says it"
