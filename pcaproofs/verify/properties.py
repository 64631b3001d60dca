"""Running a numeric property under Hypothesis, deterministically and without a database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

from pcaproofs.sampling import Case, Disagreement, cases


def first_failure(numeric: Callable[..., None], bench: Callable[[], Any], examples: int) -> str:
    """One line about the first example at which the property fails, or "" if it holds at all of them."""

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(cases())
    def run(case: Case) -> None:
        numeric(case, bench())

    try:
        run()
    except Disagreement as failure:
        return str(failure)
    return ""
