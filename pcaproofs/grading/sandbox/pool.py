"""A pool of workers: give it a job from any thread, get an outcome."""

import queue
from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from pcaproofs.grading.protocol import Job, Limits, Outcome
from pcaproofs.grading.sandbox import levels, pace
from pcaproofs.grading.sandbox.environment import Environment
from pcaproofs.grading.sandbox.warm_workers import Warm
from pcaproofs.grading.sandbox.worker.isolation import LEVELS, check_level
from pcaproofs.grading.sandbox.worker_process import Worker, WorkerError


class Pool:
    """Workers on one level, started as they are needed; `run` may be called from any number of threads.

    `level` asks for exactly this level, else the highest of this machine is taken; `require` refuses to work
    below a level; `environment` says what can be imported. Raises IsolationError, ValueError.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        size: int = 1,
        require: str = "none",
        level: str | None = None,
        environment: Environment | None = None,
    ) -> None:
        if size < 1:
            raise ValueError(f"got size={size}, but should be at least 1 [Pool]")
        self.limits = limits or Limits()
        self._environment = environment or Environment()
        self._spare = level is None and self._environment == Environment()
        if level is None:
            level = levels.require(require)
        else:
            check_level(level)
            check_level(require)
            if LEVELS.index(level) < LEVELS.index(require):
                raise levels.IsolationError(f"got level={level!r}, but should be at least {require!r}")
        self.level = level
        self._places: queue.LifoQueue[Worker | None] = queue.LifoQueue()
        for _ in range(size):
            self._places.put(None)
        self._size = size
        self._warm = Warm(self.level, self._environment)

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
        counts; the others go on without it. After `patience` such runs the rest is not run, and ends as the last did.
        A run that used up its processor time is tried once more with longer time where the machine was slow meanwhile.
        A fault of the grader's own is tried once more on a fresh worker before it is reported. Raises ValueError for
        jobs that cannot be sent.
        """
        limits = jobs[0].limits or limits or self.limits
        place = self._places.get()
        wanted = self._warm.wanted(jobs[0])
        worker = self._warm.take(wanted) if wanted else None
        warm = worker is not None
        worker = worker or place
        outcomes: list[Outcome] = []
        faulty = False
        detail = ""
        try:
            while len(outcomes) < len(jobs):
                try:
                    worker = worker or (self._warm.start(wanted) if warm else self._new_slot())
                    found, fit = worker.run(jobs[len(outcomes) :], limits)
                except WorkerError as error:
                    found, fit = [Outcome(status="grader-fault", isolation=self.level, detail=str(error))], False
                if not fit and worker is not None:
                    worker.close()
                    worker = None
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
            if worker is not None:  # interrupted in the middle of a conversation
                worker.close()
                worker = None
            raise
        finally:
            self._places.put(place if warm else worker)
            if warm and worker is not None:
                self._warm.give(wanted, worker)

    def _new_slot(self) -> Worker:
        return (levels.spare(self.level) if self._spare else None) or Worker(self.level, self._environment)

    def close(self) -> None:
        """End all workers, once each has finished the run it is at."""
        for _ in range(self._size):
            worker = self._places.get()
            if worker is not None:
                worker.close()
        self._warm.close()
        for _ in range(self._size):
            self._places.put(None)


def _countable(found: list[Outcome]) -> list[Outcome]:
    """The outcomes up to the first that may be the fault of the runs before it in the same process."""
    for number, outcome in enumerate(found):
        if number and outcome.status not in ("ok", "error", "forged"):
            return found[:number]
    return found
