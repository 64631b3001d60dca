"""How a value that is compared with the solution's is off, told from the two on all data sets."""

from dataclasses import replace

import numpy as np
import pytest

from pcaproofs.grading.assignment.model import ValueRule
from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis.symptoms import of_solution_values
from pcaproofs.grading.judge import Judgement

from ..table.local import Entry, run_all

ENTRY = Entry("def f(X):\n    return X\n", "A = f(X)", {"centered": "A"})
OFF = {
    "value-by-a-factor": (
        lambda C, n: C * n / (n - 1), lambda C, n: C * ((n - 1) / n) ** 0.5, lambda C, n: -C, lambda C, n: 100 * C,
    ),
    "value-changed": (lambda C, n: C**2, lambda C, n: np.sqrt(C), lambda C, n: np.linalg.inv(C)),
    "value-shifted": (lambda C, n: C + np.arange(len(C)), lambda C, n: C + np.arange(len(C))[:, None]),
    "": (lambda C, n: C * 1.07, lambda C, n: C + np.diag(np.diag(C)), lambda C, n: C[:1], lambda C, n: "text"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "place"), [(name, place) for name, some in OFF.items() for place in range(len(some))])
def test_each_wrong_factor_is_named(name: str, place: int) -> None:
    runs = []
    for run in run_all(ENTRY, datasets(3)):
        X = run.data.real
        wanted = np.abs(np.cov(X.T) + np.eye(X.shape[1]))
        got = OFF[name][place](wanted, len(X))
        task = replace(run.task, values={"C": ValueRule(expression="C")})
        finding = Judgement("values.C", False, "", "C: it differs")
        runs.append(replace(run, task=task, findings=(*run.findings, finding), compared={"C": (got, wanted)}))
    found = of_solution_values(runs)
    assert (found.mistake.name if found else "") == name
    assert of_solution_values(runs[:1]) is None  # one data set tells nothing
