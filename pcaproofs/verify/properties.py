"""Running a numeric property under Hypothesis, deterministically and without a database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
        with _steady():
            run()
    except Disagreement as failure:
        return str(failure)
    return ""


@contextmanager
def _steady() -> Iterator[None]:
    """The same examples whatever else is imported.

    Newer versions of Hypothesis try numbers that stand in the source of imported modules, so that examples depend on
    which of them a process happens to have. There is no setting for it.
    """
    from hypothesis.internal.conjecture import providers

    if not hasattr(providers, "_get_local_constants"):
        yield
        return
    found, none = providers._get_local_constants, providers.Constants()
    providers.CONSTANTS_CACHE.cache.clear()
    providers._get_local_constants = lambda: none
    try:
        yield
    finally:
        providers._get_local_constants = found
        providers.CONSTANTS_CACHE.cache.clear()
