"""The assignment that a solution suggests, as TOML with what was assumed in comments."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..assignment.model import Assignment, Rubric, Task
from ..assignment.names import ROLES, SITUATIONS, title_of
from ..assignment.read import loads
from ..code import Code
from ..judge import CRITERIA, Conventions
from ..run import RunAll, run_submission
from ..score import score
from .probe import Prober, Proposal

_POINTS = {
    # what says whether it is PCA at all weighs most, and what is about the interface least
    "components.captured": 4,
    "components.orthonormal": 2,
    "components.eigen_equation": 2,
    "explained_variance.values": 2,
    "scores.agree": 2,
    "reconstruction.error": 2,
    "projection.values": 4,
    **{f"{role}.form": 0.5 for role in ROLES},
    "input-untouched": 0.5,
    # a mistake that shows everywhere shows in each situation, too
    **{name: 0.25 if name.startswith("equivariance.") else 0.5 for name in SITUATIONS},
}
_SCORES_ALONE = {"scores.space": 4, "scores.centred": 2}
"""Where no components are asked for, the scores have to say whether it is PCA."""
_WORDS = {
    "n-1": "divided by n−1",
    "n": "divided by n",
    "scatter": "not divided by n (eigenvalues of the scatter matrix)",
    "singular": "given as singular values",
}
_FREE = {"explained_variance": "scale", "covariance": "covariance"}


class ProposalError(ValueError):
    """A solution in which no PCA can be recognised."""


@dataclass(frozen=True)
class Draft:
    """A proposed assignment and, in a line each, what was assumed for it."""

    text: str
    assumed: tuple[str, ...]


def propose(run_all: RunAll, code: Code, filename: str, seed: int) -> Draft:
    """Run a solution and write an assignment that it earns full points in; raises ProposalError."""
    prober = Prober(run_all, code)
    chosen = _choose(list(prober.proposals()))
    if not chosen:
        why = f" ({prober.errors[0]})" if prober.errors else ""
        raise ProposalError(
            f"got no function or class whose output is recognised{why}, but should be one; "
            f"write the assignment by hand as in `pcaproofs assignment --help` [{filename}]"
        )
    if len(chosen) == 1:
        chosen = [replace(chosen[0], name="")]
    tasks = tuple(proposal.task(_rubric(proposal, single=len(chosen) == 1)) for proposal in chosen)
    assignment = Assignment(title=filename, file=filename, tasks=tasks, seed=seed)
    failed = _failed(run_all, assignment, code)
    text = _header(filename, seed, chosen[0] if len(chosen) == 1 else None)
    text += "".join(
        _task_text(proposal, task, failed, len(chosen) == 1) for proposal, task in zip(chosen, tasks, strict=True)
    )
    assumed = [line for proposal in chosen for line in _assumed(proposal)]
    assumed += [
        f"left out, since the solution itself fails it: {title_of(name)} ({why})" for (_, name), why in failed.items()
    ]
    loads(text, "draft")
    return Draft(text, tuple(assumed))


def _choose(proposals: Sequence[Proposal]) -> list[Proposal]:
    """Return the one reading that does PCA from data to axes or scores; else all readings, as tasks."""
    whole = [
        each for each in proposals if not each.given and {"components", "scores", "projection"} & each.roles.keys()
    ]
    if whole:
        return [max(whole, key=lambda proposal: len(proposal.roles))]
    return list(proposals)


def _rubric(proposal: Proposal, *, single: bool) -> tuple[Rubric, ...]:
    has = {*proposal.roles, *proposal.given.values()}
    names = ["runs", "input-untouched", *(f"{role}.form" for role in ROLES if role in proposal.roles)]
    names += [
        item.name
        for item in CRITERIA
        if set(item.roles) <= has
        and set(item.roles) & proposal.roles.keys()
        and item.applies(dict.fromkeys(has), proposal.conventions)
    ]
    if single:
        left_out = {"data.float32", "data.constant-feature"}
        if proposal.conventions.standardise != "no":  # who divides by a deviation of 0 returns nan
            left_out = {"data.float32", "equivariance.rotation"}
        names += [name for name in SITUATIONS if name not in left_out]
    else:
        names += ["data.few-samples", *(["data.integers"] if "X" in proposal.call else [])]
        names += ["data.constant-feature"] if proposal.conventions.standardise != "no" else []
    points = _POINTS if "components" in has else _POINTS | _SCORES_ALONE
    return tuple(Rubric(criterion=name, points=float(points.get(name, 1))) for name in names)


def _failed(run_all: RunAll, assignment: Assignment, code: Code) -> dict[tuple[str, str], str]:
    """Return the criteria that the solution itself does not satisfy, with the reason."""
    scored = score(assignment, run_submission(run_all, assignment, code))
    return {(item.task, item.criterion): item.message for item in scored if not item.passed}


def _header(filename: str, seed: int, only: Proposal | None) -> str:
    lines = [
        "# Written from a solution: please read it through. All keys: pcaproofs assignment --help",
        f"title = {_quoted(filename.rsplit('.', 1)[0])}",
        f"file = {_quoted(filename)}",
        f"seed = {seed}  # of the hidden data: keep it from students",
        "follow_through = 0.5  # what is right given a named mistake earns this share of its points",
    ]
    return "\n".join(lines) + "\n"


def _task_text(proposal: Proposal, task: Task, failed: dict[tuple[str, str], str], single: bool) -> str:
    table = "" if single else "task."
    lines = [] if single else ["", "[[task]]", f"name = {_quoted(task.name)}"]
    lines.append(f"call = {_quoted(task.call)}")
    if task.samples != "rows":
        lines.append('samples = "columns"  # X is handed over with a column for each sample')
    if task.given:
        inside = ", ".join(f"{variable} = {_quoted(role)}" for variable, role in task.given.items())
        lines.append(f"given = {{ {inside} }}  # right values, so that one mistake costs one task")
    lines += ["", f"[{table}roles]"]
    lines += [f"{role} = {_quoted(expression)}" for role, expression in task.roles.items()]
    if proposal.unknown:
        lines.append(f"# not recognised: {', '.join(proposal.unknown)}")
    lines += ["", f"[{table}conventions]", *_conventions(proposal)]
    lines += ["", f"[{table}criteria]  # points, or {{ points = 1, visible = false, partial = false }}"]
    for item in task.criteria:
        why = failed.get((task.name, item.criterion))
        line = f"{item.criterion} = {item.points:g}"
        title = title_of(item.criterion)
        lines.append(
            f"{line}  # {title}" if why is None else f"# {line}  # left out, the solution fails it: {_one_line(why)}"
        )
    return "\n".join(lines) + "\n"


def _conventions(proposal: Proposal) -> list[str]:
    usual, chosen = Conventions(), proposal.conventions
    lines = []
    if "components" in {*proposal.roles, *proposal.given.values()}:
        lines.append(f'components = "{chosen.components}"  # columns | rows | either; as in the solution')
    for role, key in _FREE.items():
        if role in proposal.roles:
            used = proposal.roles[role].scale
            said = f'"any"  # one of n-1, n and scatter; the solution: "{used}", name it to accept nothing else'
            lines.append(f"{key} = " + ('"singular"  # as in the solution' if used == "singular" else said))
    if chosen.standardise != usual.standardise:
        lines.append('standardise = "any"  # the solution divides by standard deviations; n-1 | n | any')
    lines.append('sign = "free"  # of each component')
    return lines


def _assumed(proposal: Proposal) -> list[str]:
    lines = [f"call: {proposal.call}"]
    for role, found in proposal.roles.items():
        extra = ""
        if role == "components":
            extra = f", in {proposal.conventions.components}"
        elif found.scale:
            extra = f", {_WORDS[found.scale]}" + (" (any divisor is accepted)" if found.scale != "singular" else "")
        lines.append(f"  {found.expression} is the {role.replace('_', ' ')}{extra}")
    if proposal.samples == "columns":
        lines.append("  samples are columns of X")
    if proposal.conventions.standardise != "no":
        lines.append("  features are divided by their standard deviations")
    lines += [f"  {expression} is not recognised and not judged" for expression in proposal.unknown]
    return lines


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:150]
