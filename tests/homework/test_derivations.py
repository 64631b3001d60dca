"""Derivations as students write them: which of their rows are marked, how, and what they earn."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from pcaproofs.homework.answer import answer
from pcaproofs.homework.route import MISTAKES

from . import best_subspace, least_error
from .derivation import Derivation

TABLES = {"least error": least_error, "best subspace": best_subspace}
CASES = [
    pytest.param(table.TASK, case, id=f"{name}: {case_name}")
    for name, table in TABLES.items()
    for case_name, case in (table.RIGHT | table.WRONG).items()
]


def answered(task: dict[str, Any], text: str, ending: str = ".md") -> dict[str, Any]:
    return answer({"task": task, "name": f"derivation{ending}", "data": base64.b64encode(text.encode()).decode()})


@pytest.mark.parametrize(("task", "case"), CASES)
def test_each_row_gets_its_verdict_and_the_derivation_what_it_earns(task: dict[str, Any], case: Derivation) -> None:
    found = answered(task, case.text, case.ending)
    shown = [row for row in found["rows"] if row["display"]]
    assert " ".join(row["verdict"].replace(" ", "-") for row in shown) == case.rows
    mistakes = [row["source"] for row in shown if row["verdict"] in MISTAKES]
    assert len(mistakes) == len(case.marked)
    assert all(part in row for part, row in zip(case.marked, mistakes, strict=True))
    earned = {name: found["shares"][name] for name in ("goal", "steps", "sound")}
    assert earned == pytest.approx({"goal": case.goal, "steps": case.steps, "sound": case.sound})
    assert bool(found["missing"]) == (case.goal < 1), "what is missing is told unless nothing is"
    told = " ".join([*(row["reason"] for row in shown), found["missing"], found["formula"]])
    assert all(part in told for part in case.says)


def test_least_error_is_most_variance_has_ten_right_and_fifteen_wrong_derivations() -> None:
    assert len(least_error.RIGHT) >= 10
    assert len(least_error.WRONG) >= 15
    assert all(case.goal == 1 for case in least_error.RIGHT.values())
    assert all(case.goal == 0 for case in least_error.WRONG.values())
