"""Examination of an answer: the form of each role first, then every criterion that applies."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from pcaproofs.grading.judge.answer import Case, Criterion, Judgement
from pcaproofs.grading.judge.criteria import CRITERIA, FORM_CLAIMS
from pcaproofs.grading.judge.shapes import STRICT, ReadAs, UnfitError, read
from pcaproofs.grading.judge.truth import Conventions, Facts, Real, both_divisors, precision
from pcaproofs.grading.judge.units import conventions_in_units, exponent_of, in_units, roles_in_units
from pcaproofs.grading.protocol import NOT_JUDGED, Array, RoleError, fault_of

SINGLE = (
    "the code computes this in float32, which keeps 7 digits and so loses what distinguishes numbers as far from 0 as "
    "these: compute in float64"
)

_COARSE = 1e-3


def examine(
    facts: Facts, roles: Mapping[str, Array | RoleError], conventions: Conventions, reading: ReadAs = STRICT
) -> list[Judgement]:
    """Findings on an answer: one for each role's form, and one for each criterion that applies.

    If the conventions leave the divisor of z-scores free, the one with more passed criteria counts.
    """
    if conventions.standardise == facts.standardise:
        return _examine(facts, roles, conventions, reading)
    tried = [_examine(each, roles, conventions, reading) for each in both_divisors(facts)]
    return max(tried, key=lambda findings: sum(finding.passed for finding in findings))


def _examine(
    facts: Facts, roles: Mapping[str, Array | RoleError], conventions: Conventions, reading: ReadAs
) -> list[Judgement]:
    findings: list[Judgement] = []
    fit: dict[str, Real] = {}
    eps: dict[str, float] = {}
    unfit: dict[str, str] = {}
    for role, value in roles.items():
        try:
            fit[role], wrong = read(role, value, facts, conventions, reading)
        except UnfitError as error:
            wrong = unfit[role] = reading.missing.get(role) or str(error)
        else:
            assert not isinstance(value, RoleError)
            eps[role] = precision(value)
        wrong = "; ".join(filter(None, (wrong, reading.exchanged.get(role, ""))))
        findings.append(Judgement(f"{role}.form", not wrong, FORM_CLAIMS[role], wrong))
    exponent = exponent_of(facts)
    if exponent:  # numbers below the smallest normal one have fewer digits
        least = {role: float(np.abs(value).max(initial=0.0)) for role, value in fit.items()}
        eps |= {role: min(_COARSE, max(eps[role], 2.0**-1074 / size)) for role, size in least.items() if size > 0}
    with np.errstate(all="ignore"):
        sized = in_units(facts, exponent)
        values, rules = roles_in_units(fit, conventions, exponent), conventions_in_units(facts, conventions, exponent)
    cases = {unit: Case(sized, rules, values, unit) for unit in {*eps.values()}}
    for criterion in _applicable(tuple(roles), conventions):
        if all(role in fit for role in criterion.roles):
            case = cases[max(eps[role] for role in criterion.roles)]
            try:
                with np.errstate(all="ignore"):  # squares of a student's numbers may overflow: then the check fails
                    detail = criterion.check(case) or case.without_direction(criterion.roles)
            except Exception as error:  # one criterion that cannot be computed leaves the others
                findings.append(Judgement(criterion.name, False, criterion.claim, NOT_JUDGED, fault_of(error)))
                continue
            if detail and exponent:
                detail += f" (lengths in units of {2.0**exponent:.3g})"
            if detail and sized.is_far and any(_is_single(fit[role]) for role in criterion.roles):
                detail += f"; {SINGLE}"
        else:
            role = next(role for role in criterion.roles if role in unfit)
            detail = f"{role} has no usable value: {unfit[role]}"
        findings.append(Judgement(criterion.name, not detail, criterion.claim, detail))
    return findings


def _is_single(value: Real) -> bool:
    """Whether all numbers are float32 values, and not all integers."""
    if value.size == 0:
        return False
    with np.errstate(all="ignore"):
        return bool((value == value.astype(np.float32)).all() and (value % 1 != 0).any())


@lru_cache(maxsize=1024)
def _applicable(roles: tuple[str, ...], conventions: Conventions) -> tuple[Criterion, ...]:
    return tuple(item for item in CRITERIA if item.applies(dict.fromkeys(roles), conventions))
