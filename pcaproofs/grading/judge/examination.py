"""An answer held against the data: its form first, then every criterion that applies."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np

from ..job import Array, RoleError
from .case import Case
from .criteria import CRITERIA, FORM_CLAIMS
from .criterion import Criterion, Finding
from .facts import Conventions, Facts, Real, facts_of, precision
from .form import UnfitError, canonical


def examine(facts: Facts, roles: Mapping[str, Array | RoleError], conventions: Conventions) -> list[Finding]:
    """Hold an answer against the data: one finding for each role's form, and one for each criterion that applies.

    Where the conventions leave the divisor of z-scores free, the one counts under which most is right.
    """
    if conventions.standardise == facts.standardise:
        return _examine(facts, roles, conventions)
    others = [replace(facts, standardise=each.standardise) for each in facts_of(facts.X, facts.k, conventions)]
    tried = [_examine(each, roles, conventions) for each in others]
    return max(tried, key=lambda findings: sum(finding.passed for finding in findings))


def _examine(facts: Facts, roles: Mapping[str, Array | RoleError], conventions: Conventions) -> list[Finding]:
    findings: list[Finding] = []
    fit: dict[str, Real] = {}
    eps: dict[str, float] = {}
    for role, value in roles.items():
        try:
            fit[role] = canonical(role, value, facts, conventions)
        except UnfitError as error:
            findings.append(Finding(f"{role}.form", False, FORM_CLAIMS[role], str(error)))
        else:
            assert not isinstance(value, RoleError)
            eps[role] = precision(value)
            findings.append(Finding(f"{role}.form", True, FORM_CLAIMS[role]))
    for criterion in _applicable(tuple(roles), conventions):
        if all(role in fit for role in criterion.roles):
            case = Case(facts, conventions, fit, max(eps[role] for role in criterion.roles))
            with np.errstate(all="ignore"):  # a student's numbers may overflow a square: then the check fails
                detail = criterion.check(case) or case.without_direction(criterion.roles)
        else:
            detail = f"{next(role for role in criterion.roles if role not in fit)} has no usable value"
        findings.append(Finding(criterion.name, not detail, criterion.claim, detail))
    return findings


@lru_cache(maxsize=1024)
def _applicable(roles: tuple[str, ...], conventions: Conventions) -> tuple[Criterion, ...]:
    return tuple(item for item in CRITERIA if item.applies(dict.fromkeys(roles), conventions))
