"""`benchmarks/soundness.py` finds nothing wrong in a few hundred statements, and would see most false ones."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from sympy import Rational

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
COUNT = 2 * settings().max_examples
SEED = 3


@pytest.fixture
def soundness(monkeypatch: pytest.MonkeyPatch) -> Any:
    warnings.simplefilter("ignore", RuntimeWarning)
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])
    module = import_module("soundness")
    module.corpus()
    return module


@pytest.mark.parametrize("part", range(4))
def test_nothing_that_is_proved_or_refuted_is_wrong(soundness: Any, part: int) -> None:
    verdicts = []
    for k in range(part * COUNT // 4, (part + 1) * COUNT // 4):
        _, verdict, fault = soundness.answer(SEED, k, 0.05)
        assert not fault
        verdicts.append(verdict)
    assert sum("evaluated" in verdict and "not" not in verdict for verdict in verdicts) > len(verdicts) / 3


def test_most_false_statements_are_seen_to_be_false(soundness: Any) -> None:
    """So that a wrong proof of one would be seen."""
    rows = [row for name in ("prove_false", "prove_false_norms") for row in import_module(name).TABLE][::4]
    seen = [soundness.judged_proved(row[1], tuple(row[2]), Random(1))[1] is not None for row in rows]
    assert sum(seen) > 0.75 * len(rows)


def test_true_statements_are_seen_to_be_true(soundness: Any) -> None:
    judged = [
        soundness.judged_proved(row[1], tuple(row[2]), Random(1)) for row in import_module("prove_peers").TABLE[::6]
    ]
    assert all(at is None for _, at in judged)
    assert sum(count > 0 for count, _ in judged) > 0.9 * len(judged)


def test_a_choice_that_is_nearly_as_good_is_not_taken_for_as_good(soundness: Any) -> None:
    """|x − y|⁵ is 6e-10 where x is 0.014 away from y; of (|x|² − 1)² a unit column is as good as another one."""
    from letters import x, y

    from pcaproofs.language.conclusions import equal, minimises
    from pcaproofs.language.nodes import sqnorm

    flat = minimises(sqnorm(x - y) ** Rational(5, 2), {x: y}, exactly=[equal(x, y)])
    twice = minimises((sqnorm(x) - 1) ** 2, {x: y}, exactly=[equal(x, y)])
    one = np.array([[1.0], [0.0]])
    assert not soundness.beaten(flat, soundness.Point({"p": 2}, {"x": one + 0.01, "y": one}))
    assert soundness.beaten(twice, soundness.Point({"p": 2}, {"x": -one, "y": one}))
