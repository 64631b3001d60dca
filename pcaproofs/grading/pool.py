"""A pool of workers: give it a job from any thread, get an outcome."""

import queue
from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from . import isolation, pace
from .environment import Environment
from .job import Job, Limits, Outcome
from .slot import Slot, WorkerError
from .warm import Warm


class Pool:
    """Workers on one rung, started as they are needed; ``run`` may be called from any number of threads.

    ``rung`` asks for exactly one rung, else the highest that this machine offers is taken; ``require`` refuses to work
    below a level; ``environment`` says what can be imported. Raises IsolationError, ValueError.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        size: int = 1,
        require: str = "none",
        rung: str | None = None,
        environment: Environment | None = None,
    ) -> None:
        if size < 1:
            raise ValueError(f"got size={size}, but should be at least 1 [Pool]")
        self.limits = limits or Limits()
        self._environment = environment or Environment()
        self._spare = rung is None and self._environment == Environment()
        if rung is None:
            rung = isolation.require(require)
        else:
            isolation.check_rung(rung)
            isolation.check_rung(require)
            if isolation.LADDER.index(rung) < isolation.LADDER.index(require):
                raise isolation.IsolationError(f"got rung={rung!r}, but should be at least {require!r}")
        self.rung = rung
        self._places: queue.LifoQueue[Slot | None] = queue.LifoQueue()
        for _ in range(size):
            self._places.put(None)
        self._size = size
        self._warm = Warm(self.rung, self._environment)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def run(self, job: Job, limits: Limits | None = None) -> Outcome:
        """Run a job once and return what came of it; raises ValueError for a job that cannot be sent."""
        return self.run_all([job], limits)[0]

    def run_all(self, jobs: Sequence[Job], limits: Limits | None = None, *, patience: int = 2) -> list[Outcome]:
        """Run jobs of one submission, as many in one process as end well, and return what came of each.

        A run that ends its process, or lacks memory that others took, is tried as the first of a process before it
        counts; the others go on without it. After ``patience`` such runs the rest is not run, and ends as the last did.
        A run that used up its processor time is tried once more with longer time where the machine was slow meanwhile.
        A fault of the grader's own is tried once more on a fresh worker before it is reported. Raises ValueError for
        jobs that cannot be sent.
        """
        limits = jobs[0].limits or limits or self.limits
        place = self._places.get()
        wanted = self._warm.wanted(jobs[0])
        slot = self._warm.take(wanted) if wanted else None
        warm = slot is not None
        slot = slot or place
        outcomes: list[Outcome] = []
        faulty = False
        detail = ""
        try:
            while len(outcomes) < len(jobs):
                try:
                    slot = slot or (self._warm.start(wanted) if warm else self._new_slot())
                    found, fit = slot.run(jobs[len(outcomes) :], limits)
                except WorkerError as error:
                    found, fit = [Outcome(status="grader-fault", rung=self.rung, detail=str(error))], False
                if not fit and slot is not None:
                    slot.close()
                    slot = None
                last = found[-1]
                if last.status == "grader-fault" and not faulty:
                    faulty = True
                    continue
                faulty = False
                found = _countable(found)
                if detail:  # with the time that the assignment gives
                    found[-1] = replace(found[-1], detail=detail if found[-1].used_up else found[-1].detail)
                elif (fairer := pace.fair(limits, found)) != limits:
                    limits, detail = fairer, found[-1].detail
                    outcomes += found[:-1]
                    continue
                last = found[-1]
                outcomes += found
                if last.status not in ("ok", "error"):
                    ends = sum(outcome.status not in ("ok", "error") for outcome in outcomes)
                    if last.status == "grader-fault" or ends >= patience:
                        why = f"not run after others that {'the grader failed' if not last.gradable else 'ended so'}"
                        rest = replace(
                            last, roles={}, touched=(), detail=f"{why}: {last.detail}", seconds=0.0, cpu_seconds=0.0
                        )
                        outcomes += [rest] * (len(jobs) - len(outcomes))
            return outcomes
        except BaseException:
            if slot is not None:  # interrupted in the middle of a conversation
                slot.close()
                slot = None
            raise
        finally:
            self._places.put(place if warm else slot)
            if warm and slot is not None:
                self._warm.give(wanted, slot)

    def _new_slot(self) -> Slot:
        return (isolation.spare(self.rung) if self._spare else None) or Slot(self.rung, self._environment)

    def close(self) -> None:
        """End all workers, once each has finished the run it is at."""
        for _ in range(self._size):
            slot = self._places.get()
            if slot is not None:
                slot.close()
        self._warm.close()
        for _ in range(self._size):
            self._places.put(None)


def _countable(found: list[Outcome]) -> list[Outcome]:
    """Return the outcomes up to the first that may be the fault of the runs before it in the same process."""
    for number, outcome in enumerate(found):
        if number and outcome.status not in ("ok", "error", "forged"):
            return found[:number]
    return found
