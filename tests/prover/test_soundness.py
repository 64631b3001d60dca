"""Nothing false is proved and nothing true is refuted, over statements that nobody wrote.

A hundred examples of three statements each in the ordinary profile of Hypothesis; a larger profile looks at more.
"""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from prove_random import Grower

from pcaproofs.prover.prove import prove
from pcaproofs.prover.refute import evaluate, fails, points

SMALL = {"n": 3, "p": 2, "d": 2}


@given(st.integers(0, 2**32))
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_verdicts_agree_with_exact_points(seed):
    random = Random(seed)
    grow = Grower(random)
    assuming = grow.hypotheses()
    for conclusion, is_true in ((grow.true(), True), (grow.any(), False), (grow.any(), False)):
        result = prove(conclusion, assuming, seconds=0.25, needs=False)
        shown = f"{conclusion} assuming {[str(h) for h in assuming]}: {result}"
        assert result.verdict in ("proved", "refuted", "undecided"), shown
        if is_true:
            assert result.verdict != "refuted", shown
        if result.verdict == "refuted":
            point = result.counterexample.point
            assert fails(result.statement, point) is not None, shown
            assert evaluate(result.statement.conclusion.left, point) == result.counterexample.left, shown
        if result.verdict == "proved":
            names = {n for _, *shape in result.statement.letters for n in shape if isinstance(n, str)}
            sizes = {name: SMALL[name] for name in {*names, *map(str, result.statement.ones)}}
            for point in points(result.statement, dimensions=sizes, count=3, seed=seed % 1000):
                assert fails(result.statement, point) is None, shown
