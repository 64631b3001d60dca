"""Samples of runs for comparison, and the criteria that are correct given the mistakes."""

from collections.abc import Sequence

from pcaproofs.grading.assignment.names import roles_of
from pcaproofs.grading.diagnosis.matching import PREDICTED, ComparedSample
from pcaproofs.grading.diagnosis.run_selection import comparable
from pcaproofs.grading.diagnosis.search import SearchResult, blamed
from pcaproofs.grading.diagnosis.variants import clashing
from pcaproofs.grading.judge import CRITERIA, ROLES, Judgement
from pcaproofs.grading.protocol import RoleError
from pcaproofs.grading.running.run import Run

_SHAPE_ERRORS = ("ValueError", "IndexError", "LinAlgError")
"""Errors that a wrong variant may raise because shapes do not fit."""


def samples_of(runs: Sequence[Run]) -> list[ComparedSample]:
    """The values of the runs that can be compared; none if a run ended with an error that no variant raises."""
    if not runs:
        return []
    given = set(runs[0].task.given.values())
    asked = [role for role in runs[0].task.roles if role not in given and role in PREDICTED]
    # a role that never has a value says nothing about the others
    kept = [role for role in asked if not all(isinstance(run.roles.get(role), RoleError | None) for run in runs)]
    samples = []
    for run in filter(comparable, runs):
        failed = run.outcome.status != "ok"
        if failed and (run.outcome.error is None or run.outcome.error.kind not in _SHAPE_ERRORS):
            return []
        wrong = frozenset(asked if failed else wrong_roles(run)) & frozenset(kept if kept else asked)
        roles = {} if failed else {role: run.roles[role] for role in kept if role in run.roles}
        misshapen = {finding.criterion[:-5] for finding in run.findings if _is_shape(finding)}
        clash = clashing(run.outcome.error.message) if failed and run.outcome.error else frozenset()
        samples.append(
            ComparedSample(run.data.real, run.data.k, roles, wrong, frozenset(misshapen & wrong), failed, clash)
        )
    return [] if all(sample.failed or not sample.wrong for sample in samples) else samples


def _is_shape(finding: Judgement) -> bool:
    return finding.criterion.endswith(".form") and finding.detail.startswith("got shape")


def wrong_roles(run: Run) -> set[str]:
    """The roles in which the judge found something wrong, and not only that another one has no value."""
    failed = (finding.criterion for finding in run.findings if not finding.passed)
    return {criterion.split(".")[0] for criterion in failed if not _lacks_another(run, criterion)} & set(ROLES)


def _lacks_another(run: Run, criterion: str) -> bool:
    others = set(roles_of(criterion)) - {criterion.split(".")[0]}
    return any(isinstance(run.roles.get(role), RoleError | None) for role in others)


def follows_of(found: SearchResult, runs: Sequence[Run]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The criteria that fail only because of what goes before them, the mistakes being as they are.

    All wrong values of such a criterion are those that the mistakes give, and none of the mistakes is about it. First
    the criteria of a task in which the mistakes are made, then of one where they are made once more.
    """
    wrong = frozenset(role for run in runs for role in wrong_roles(run))
    broken = {name for item in found.misconceptions for name in item.breaks}
    again = tuple(
        name
        for name in failed_criteria(runs)
        if {*roles_of(_criterion(name))} & wrong <= found.evidence.roles and _criterion(name) not in broken
    )
    cost = blamed(found.misconceptions, wrong)
    return tuple(name for name in again if role_of(name) not in cost), again


def _criterion(name: str) -> str:
    return name.split(": ")[-1]


def role_of(name: str) -> str:
    """The role that a criterion begins with; the criterion may have the name of its task before it."""
    return _criterion(name).split(".")[0]


def failed_criteria(runs: Sequence[Run]) -> tuple[str, ...]:
    """The judge's criteria that fail somewhere, with the name of their task where it has one."""
    task = runs[0].task
    failed = {finding.criterion for run in runs for finding in run.findings if not finding.passed}
    names = [f"{role}.form" for role in task.roles] + [item.name for item in CRITERIA]
    return tuple(f"{task.name}: {name}" if task.name else name for name in names if name in failed)
