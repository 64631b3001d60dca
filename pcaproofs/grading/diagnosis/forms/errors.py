"""Wrong errors of the reconstruction."""

from dataclasses import replace
from typing import get_args, get_type_hints

import numpy as np

from pcaproofs.grading.diagnosis.forms.form import Case, Form, Forms
from pcaproofs.grading.judge.numbers import reconstruction_error, squared_error
from pcaproofs.grading.judge.truth import Conventions

_KINDS = get_args(get_type_hints(Conventions)["error"])


def reconstruction(case: Case) -> Forms:
    """Wrong errors of the right reconstruction, (1,)."""
    facts, rule = case.facts, case.conventions
    squared = squared_error(facts, rule)
    others = [reconstruction_error(facts, replace(rule, error=kind)) for kind in _KINDS if kind != rule.error]
    for value in (*others, np.sqrt(squared), np.sqrt(squared / facts.n), squared / facts.p, squared / (facts.n - 1)):
        yield Form(("another-error",), np.array([value]))
    axes = facts.decomposed[2][: facts.k].T
    left = facts.centred - facts.centred @ axes @ axes.T
    if rule.reconstruction != "standardised":
        left = left * facts.units
    distances = np.linalg.norm(left, axis=1)
    for value in (distances.mean(), distances.sum(), np.abs(left).mean(), np.abs(left).sum()):
        yield Form(("error-not-squared",), np.array([value]))
