"""Shrinking of counterexamples: fewer nonzero entries, smaller numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from pcaproofs.goals import GoalName
from pcaproofs.prover.exact.logs import Logs
from pcaproofs.prover.refute.choices import Choices
from pcaproofs.prover.refute.counterexample import weight
from pcaproofs.prover.refute.evaluate import Sizes
from pcaproofs.prover.refute.oracle import PointOracle
from pcaproofs.prover.refute.plan import PlanStep
from pcaproofs.prover.refute.sampler import Letters, Sampler

MAX_REPLAYS = 150  # changed sequences of choices
MAX_FRESH = 40  # new ones along the standard basis


@dataclass
class FoundPoint:
    """A point, and the choices that led to it; turned: what is done with the letters that choices give."""

    sampler: Sampler
    stages: list[PlanStep]
    choices: Choices
    letters: Letters
    turned: Callable[[Sizes, Letters], Letters] = lambda sizes, letters: letters

    def replay(self, choices: Choices) -> FoundPoint | None:
        """The point that other choices give; None if they give none."""
        letters = self.sampler.point(self.stages, choices)
        if letters is None:
            return None
        return FoundPoint(self.sampler, self.stages, choices, self.turned(self.sampler.sizes, letters), self.turned)

    def weight(self) -> tuple[int, int]:
        """The effort of checking the point by hand; see counterexample.weight."""
        return weight(self.letters)


def simplest(found: FoundPoint, judge: PointOracle, goal: GoalName) -> Letters:
    """The simplest point found where the same goal fails."""

    def better(other: FoundPoint | None, than: FoundPoint) -> bool:
        if other is None or other.weight() >= than.weight():
            return False
        failure = judge(other.sampler.sizes, other.letters)
        return failure is not None and failure[0] == goal

    return _replayed(_fresh(found, better), better).letters


def _fresh(found: FoundPoint, better: Better) -> FoundPoint:
    """A few attempts along the standard basis for a point with fractions, since there are fewer of them."""
    random, best = Random(5), found
    for _ in range(MAX_FRESH):
        if all(
            isinstance(x, int | Logs) or x.denominator == 1 for m in best.letters.values() for row in m for x in row
        ):
            break
        other = found.replay(Choices(random, (1,), 3, 1))  # a first choice of 1: along frame 0, the identity
        if other is not None and better(other, best):
            best = other
    return best


def _replayed(best: FoundPoint, better: Better) -> FoundPoint:
    """Replays in which one choice after another is replaced by a simpler one."""
    spent, at, unchanged = 0, 0, 0
    while spent < MAX_REPLAYS and unchanged < len(best.choices.made):
        made, old = best.choices.made, best
        at %= len(made)
        for smaller in sorted({*range(min(8, made[at])), made[at] // 2, made[at] - 1} & set(range(made[at]))):
            spent += 1
            script = [*made[:at], smaller, *made[at + 1 :]]
            other = best.replay(Choices(None, script, best.choices.width, best.choices.aligned))
            if other is not None and better(other, best):
                best = other
                break
        unchanged = unchanged + 1 if best is old else 0
        at += 1
    return best


Better = Callable[[FoundPoint | None, FoundPoint], bool]
