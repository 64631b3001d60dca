"""The time limit for all runs of one submission together, including those for its diagnosis.

Time is that of `Limits.wall`: processor time and time asleep. A busy machine ends no diagnosis early.
"""

import math
from collections.abc import Sequence

from pcaproofs.grading.protocol import Job, Outcome
from pcaproofs.grading.submission.code import RunAll


class OutOfTimeError(RuntimeError):
    """The time for this submission, or the number of its runs, is used up."""


class Budget:
    """Runs jobs while there is time left, in small groups if they are slow."""

    def __init__(
        self, run_all: RunAll, seconds: float, *, slowest: float = 0.0, strict: bool = False, runs: float = math.inf
    ) -> None:
        self._run_all, self._seconds, self._strict, self._runs = run_all, seconds, strict, runs
        self._spent = 0.0
        self._slowest = slowest

    def rest(self, seconds: float, runs: float = math.inf) -> "Budget":
        """A budget of the remaining time, of at most `seconds` and so many runs; it raises OutOfTimeError at its end.

        Runs are counted, since their number is the same on each machine.
        """
        left = min(seconds, self._seconds - self._spent)
        return Budget(self._run_all, left, slowest=self._slowest, strict=True, runs=runs)

    @property
    def spent(self) -> float:
        """The time of the runs so far."""
        return self._spent

    def __call__(self, jobs: Sequence[Job]) -> list[Outcome]:
        """The outcomes of jobs; those for which no time is left are time-outs."""
        outcomes: list[Outcome] = []
        self._runs -= len(jobs)
        if self._runs < 0:
            raise OutOfTimeError
        while len(outcomes) < len(jobs):
            left = self._seconds - self._spent
            if left <= 0:
                if self._strict:
                    raise OutOfTimeError
                why = f"not run, since the submission's runs together took more than {self._seconds:g} s"
                level = outcomes[-1].isolation if outcomes else ""
                return outcomes + [Outcome(status="timeout", isolation=level, detail=why)] * (len(jobs) - len(outcomes))
            several = max(1, int(left / max(self._slowest, 1e-3)))
            some = self._run_all(jobs[len(outcomes) : len(outcomes) + several])
            outcomes += some
            self._spent += sum(outcome.own_seconds for outcome in some)
            self._slowest = max([self._slowest, *(outcome.own_seconds for outcome in some)])
        return outcomes
