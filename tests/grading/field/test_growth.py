"""Running a file statement by statement takes time in proportion to its length, whatever fails."""

from collections.abc import Sequence

import pytest

from pcaproofs.grading.protocol import Job, Limits
from pcaproofs.grading.sandbox.pool import Pool

LIMITS = Limits(cpu=60.0, wall=120.0)
TEXTS = {
    "calls what is not there": ("f()\n", ()),
    "imports what is not here": ("import no_such\n", ()),
    "is no Python": ("x x\n", ()),
    "has much on one line": ("a = 1; f(); ", ()),
    "defines with defaults that fail": ("def f(x=g()): pass\n", ()),
    "nests": ("if x:\n " + "\n ".join("import no_such" for _ in range(9)) + "\n", ()),
    "has many cells": ("f()\n", (1,)),
    "has a class of many parts": ("    x = f()\n", (0,)),
}


@pytest.mark.parametrize("name", TEXTS)
def test_time_grows_with_the_length(name: str, top: Pool) -> None:
    part, marks = TEXTS[name]

    def seconds(count: int) -> float:
        source = ("class A:\n" if marks == (0,) else "") + part * count
        cells: Sequence[int] = range(1, count + 1) if marks == (1,) else ()
        job = Job(source=source, call="", roles={}, lenient=True, cells=tuple(cells))
        outcome = top.run(job, LIMITS)
        assert outcome.status == "ok", outcome
        assert outcome.dropped
        return outcome.cpu_seconds

    small, large = seconds(200), seconds(1600)
    assert large < 24 * small + 0.5  # 8 times as long; 64 times would be quadratic
