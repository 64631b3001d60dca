"""Points from findings: each criterion on its data sets, and for students why it failed.

A criterion about the answer counts on ordinary data. One about a situation (few samples, integers, transformed data)
counts on the data of that situation. Its partial credit is the share of the rubric that holds there, so that a mistake
which shows everywhere does not cost all points of every situation. If less than half holds there is none, since a value
that is always 0 would also transform correctly.

In a `joint` assignment, numbers without PCA in them earn nothing by chance. A criterion that they may satisfy counts
only on data on which the values of its roles are also right (`counts_with`); the visible data, whose answers can be
written down, count a fifth; and a situation earns at most what the ordinary data earn.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pcaproofs.grading.assignment.model import Assignment, Rubric, Task
from pcaproofs.grading.assignment.names import SITUATIONS, claim_of, counts_with, in_words, roles_of, title_of
from pcaproofs.grading.diagnosis.model import Diagnosis
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.judge.examination import SINGLE
from pcaproofs.grading.protocol import Array, RoleError
from pcaproofs.grading.results.result import Scored
from pcaproofs.grading.running.run import Run

_LEAST = 0.5
_OF_VISIBLE = 0.2
"""The share of a criterion in a joint assignment that the visible data sets decide together."""


class _Ordinary(NamedTuple):
    """The runs of a task on ordinary data, and the criteria about its answer."""

    runs: Sequence[Run]
    parts: Sequence[Rubric]


def score(assignment: Assignment, runs: Sequence[Run], diagnosis: Diagnosis | None = None) -> tuple[Scored, ...]:
    """The results of all criteria that have data sets (if only visible data are run, not all have)."""
    scored: list[Scored] = []
    for task in assignment.tasks:
        own = [run for run in runs if run.task.name == task.name]
        usual = [run for run in own if not run.data.situation]
        ordinary = _Ordinary(usual, _parts(task, usual))
        most = 1.0
        if assignment.joint:
            most = _mean([_share_of_rubric(run, ordinary, joint=True) for run in usual], usual, joint=True)
        scored += [_scored(assignment, task, item, own, ordinary, most, diagnosis) for item in task.criteria]
    return tuple(item for item in scored if item.tried_on)


def _scored(  # noqa: PLR0913
    assignment: Assignment,
    task: Task,
    item: Rubric,
    runs: Sequence[Run],
    ordinary: _Ordinary,
    most: float,
    diagnosis: Diagnosis | None,
) -> Scored:
    """The result of a criterion; `most` is the share of the rubric that holds on ordinary data, if it is a bound."""
    joint = assignment.joint
    situation = item.criterion if item.criterion in SITUATIONS else ""
    tried = [run for run in runs if run.data.situation == situation]
    shares = [_share(item, run, ordinary, most, joint=joint) for run in tried]
    passed = sum(share == 1.0 for share in shares)
    points = item.points * (_mean(shares, tried, joint=joint) if item.partial else passed == len(shares))
    paid = _follow_through(assignment, task, item, tried, diagnosis) if passed < len(tried) else 0.0
    return Scored(
        criterion=item.criterion,
        task=task.name,
        title=title_of(item.criterion, task.conventions),
        claim=claim_of(item.criterion),
        points=round(max(points, paid), 4),
        max_points=item.points,
        passed_on=passed,
        tried_on=len(tried),
        visible=item.visible,
        message=_message(task, item, tried, shares, ordinary, joint=joint),
        follow_through=paid > points,
        followed=_followed(item, points, paid, task.conventions) if paid > points else "",
    )


def _mean(shares: Sequence[float], runs: Sequence[Run], *, joint: bool) -> float:
    """The mean over data sets."""
    seen, unseen = (
        [share for share, run in zip(shares, runs, strict=True) if run.data.visible is side] for side in (True, False)
    )
    if joint and seen and unseen:
        means = [sum(some) / len(some) for some in (seen, unseen)]
        return means[1] + _OF_VISIBLE * (means[0] - means[1])
    return sum(shares) / max(len(shares), 1)


def _follow_through(
    assignment: Assignment, task: Task, item: Rubric, tried: Sequence[Run], diagnosis: Diagnosis | None
) -> float:
    """Points for an answer that is right given the named mistake: a share of the criterion's points."""
    share = assignment.follow_through if item.follow_through is None else item.follow_through
    if not diagnosis:
        return 0.0
    failed = [name for name in (item.criterion, *_together(assignment.joint, item)) if _fails(tried, name)]
    follows = {name.removeprefix(f"{task.name}: ") if task.name else name for name in diagnosis.follows}
    if not failed or not follows.issuperset(failed):
        return 0.0
    return share * item.points if share and is_answered(task, item.criterion, tried) else 0.0


def _followed(item: Rubric, points: float, paid: float, conventions: Conventions) -> str:
    """One sentence that says how many points follow-through gives, and for what."""
    roles = [in_words(role, conventions) for role in roles_of(item.criterion)]
    whole = "full points" if paid >= item.points else f"{_number(paid)} of {_number(item.points)} points"
    instead = f" instead of {_number(points)}" if points else ""
    what = f"what came out for {roles[0]}" if roles else "the rest"
    return f"{whole}{instead} by follow-through: given the mistake named above, {what} is right"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def is_answered(task: Task, criterion: str, runs: Sequence[Run]) -> bool:
    """Whether a criterion's roles have values on all its data sets, which depend on the data.

    Missing or constant values, equal values for different data, and the data themselves are not work that could be
    right given a mistake.
    """
    roles = [role for role in roles_of(criterion) or task.roles if role in task.roles]
    values = {role: [_number_array(run, role) for run in runs] for role in roles}
    return bool(roles) and all(
        all(value is not None and not _is_constant(value) for value in found)
        and (len(found) < 2 or not all(_starts_alike(found[0], value) for value in found[1:]))
        and not all(_is_of_data(run, value) for run, value in zip(runs, found, strict=True))
        for found in values.values()
    )


def _number_array(run: Run, role: str) -> Array | None:
    value = run.roles.get(role) if run.outcome.status == "ok" else None
    return value if isinstance(value, np.ndarray) and np.isfinite(value).all() else None


def _is_constant(value: Array) -> bool:
    return value.size == 0 or (bool(np.all(value == value.flat[0])) and (value.size > 1 or not value.any()))


def _is_of_data(run: Run, value: Array | None) -> bool:
    """Whether a value consists of the first columns of the data."""
    return value is not None and value.ndim == 2 and np.array_equal(value, run.data.X[:, : value.shape[1]])


def _starts_alike(first: Array | None, second: Array | None) -> bool:
    """Whether two values are equal in their common part, like identity matrices of two sizes."""
    if first is None or second is None or first.ndim != second.ndim:
        return False
    common = tuple(slice(min(sizes)) for sizes in zip(first.shape, second.shape, strict=True))
    return bool(np.array_equal(first[common], second[common]))


def _together(joint: bool, item: Rubric) -> tuple[str, ...]:
    return counts_with(item.criterion) if joint else ()


def _fails(runs: Sequence[Run], criterion: str) -> bool:
    return not all(run.holds(criterion) for run in runs)


def _counts(run: Run, item: Rubric, *, joint: bool) -> bool:
    """Whether a criterion holds in a run, together with those that it counts with."""
    return run.holds(item.criterion) and all(run.holds(name) for name in _together(joint, item))


def _share(item: Rubric, run: Run, ordinary: _Ordinary, most: float, *, joint: bool) -> float:
    """The share of a criterion that holds in a run; for a situation, the share of the rubric if at least half."""
    if item.criterion not in SITUATIONS:
        return float(_counts(run, item, joint=joint))
    share = min(_share_of_rubric(run, ordinary, joint=joint), most)
    if share < _LEAST:
        return 0.0
    compared = any(finding.criterion == item.criterion for finding in run.findings)
    return float(run.holds(item.criterion)) * (most if joint else 1.0) if compared else share


def _share_of_rubric(run: Run, ordinary: _Ordinary, *, joint: bool) -> float:
    """The share of the points for the answer that hold in a run."""
    faulty = {finding.criterion for finding in run.findings if finding.fault}
    parts = [part for part in ordinary.parts if part.criterion not in faulty]
    whole = sum(part.points for part in parts)
    held = sum(part.points for part in parts if _counts(run, part, joint=joint))
    return held / whole if whole else float(run.ok)


def _parts(task: Task, ordinary: Sequence[Run]) -> list[Rubric]:
    """The criteria about the answer; a form criterion that always fails affects only itself.

    A role without any value costs its own criteria, and no other ones a second time, if it is not most of the answer.
    """
    aside = {"runs", "imports", "input-untouched", *SITUATIONS}
    forms = {part.criterion for part in task.criteria if part.criterion.endswith(".form")}
    aside |= {form for form in forms if not all(run.holds(form) for run in ordinary)}
    parts = [part for part in task.criteria if part.criterion not in aside and part.points > 0]
    gone = {role for role in task.roles if all(isinstance(run.roles.get(role), RoleError) for run in ordinary)}
    left = [part for part in parts if not gone & {*roles_of(part.criterion)}]
    is_most = sum(part.points for part in left) >= _LEAST * sum(part.points for part in parts)
    return left if ordinary and is_most else parts


def _message(
    task: Task, item: Rubric, runs: Sequence[Run], shares: Sequence[float], ordinary: _Ordinary, *, joint: bool
) -> str:
    failed = [run for run, share in zip(runs, shares, strict=True) if share < 1]
    if not failed:
        return ""
    for run in failed:
        if run.data.visible:
            units = f" (in {run.data.units})" if run.data.units else ""
            return f"on the data “{run.data.name}”{units}: {_why(task, item, run, ordinary, joint=joint)}"
    if any(run.data.visible for run in runs):
        what = "too slow" if all(run.outcome.status == "timeout" for run in failed) else "wrong"
        return f"right on the data that you see, {what} on {_count(len(failed))} that you do not see"
    if item.criterion in SITUATIONS:
        return _why(task, item, failed[0], ordinary, joint=joint)
    return f"wrong on {_count(len(failed))} that you do not see"


def _count(number: int) -> str:
    return f"{number} data set{'s' if number > 1 else ''}"


def _why(task: Task, item: Rubric, run: Run, ordinary: _Ordinary, *, joint: bool) -> str:
    if run.outcome.status != "ok":
        return run.outcome.detail
    details = [each.detail for each in run.findings if each.criterion == item.criterion and not each.passed]
    if details:
        return details[0]
    together = [name for name in _together(joint, item) if not run.holds(name)]
    if together:
        hidden = {part.criterion for part in task.criteria if not part.visible}
        told = [f"“{title_of(name, task.conventions)}”" for name in together if name not in hidden]
        return f"this holds, but counts only together with {' and '.join(told) or 'another criterion'}"
    some = item.criterion in SITUATIONS and _share(item, run, ordinary, 1.0, joint=joint) > 0
    return _broken(task, run, ordinary, some=some)


def _broken(task: Task, run: Run, ordinary: _Ordinary, *, some: bool) -> str:
    """A message that names the criteria which fail in a situation but hold elsewhere."""
    broken = [part.criterion for part in ordinary.parts if not run.holds(part.criterion)]
    new = [criterion for criterion in broken if all(other.holds(criterion) for other in ordinary.runs)]
    if not broken:
        return "this holds, but earns at most the share that ordinary data earn"
    if not new:
        points = "so the points are the share of the rubric that holds"
        none = "and less than half of the rubric holds, so there are no points"
        return f"what is wrong on ordinary data is wrong here as well, {points if some else none}"
    single = any(each.criterion in new and each.detail.endswith(SINGLE) for each in run.findings)
    told = "; ".join(title_of(criterion, task.conventions) for criterion in new)
    return f"this does not hold here: {told}{f'; {SINGLE}' if single else ''}"
