"""A pool of workers that runs jobs from any thread."""

import queue
from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from pcaproofs.grading.protocol import Job, Limits, Outcome
from pcaproofs.grading.sandbox import levels, pace
from pcaproofs.grading.sandbox.environment import Environment
from pcaproofs.grading.sandbox.warm_workers import WarmWorkers
from pcaproofs.grading.sandbox.worker.isolation import LEVELS, check_level
from pcaproofs.grading.sandbox.worker_process import Worker, WorkerError


class Pool:
    """Workers on one isolation level, started on demand. `run` may be called from any number of threads.

    level: use exactly this level; otherwise the highest of this machine. require: the lowest level to accept.
    environment: what can be imported. Raises IsolationError, ValueError.
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
        self._may_take_tested = level is None and self._environment == Environment()
        if level is None:
            level = levels.require(require)
        else:
            check_level(level)
            check_level(require)
            if LEVELS.index(level) < LEVELS.index(require):
                raise levels.IsolationError(f"got level={level!r}, but should be at least {require!r}")
        self.level = level
        self._workers: queue.LifoQueue[Worker | None] = queue.LifoQueue()
        for _ in range(size):
            self._workers.put(None)
        self._size = size
        self._warm = WarmWorkers(self.level, self._environment)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def run(self, job: Job, limits: Limits | None = None) -> Outcome:
        """Run one job; raises ValueError for a job that cannot be encoded."""
        return self.run_all([job], limits)[0]

    def run_all(self, jobs: Sequence[Job], limits: Limits | None = None, *, patience: int = 2) -> list[Outcome]:
        """Run jobs of one submission and give the outcome of each, in order.

        As many jobs as possible share a process. A run that ends its process, or runs out of memory after others in the
        same process, is repeated as the first of a new process before its outcome counts; the others continue without
        it. After `patience` such runs the remaining jobs are not run and get the outcome of the last. A run that used
        up its processor time while the machine was slow is repeated once with a longer limit (`pace.fair`). A fault of
        the grader is repeated once on a new worker. Raises ValueError for jobs that cannot be encoded.
        """
        limits = jobs[0].limits or limits or self.limits
        place = self._workers.get()
        wanted = self._warm.modules_for(jobs[0])
        worker = self._warm.take(wanted) if wanted else None
        warm = worker is not None
        worker = worker or place
        outcomes: list[Outcome] = []
        faulty = False
        detail = ""
        try:
            while len(outcomes) < len(jobs):
                try:
                    worker = worker or (self._warm.start(wanted) if warm else self._new_worker())
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
                if detail:  # the message names the limit of the assignment
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
                        outcomes += [last.not_run(f"{why}: {last.detail}")] * (len(jobs) - len(outcomes))
            return outcomes
        except BaseException:
            if worker is not None:  # interrupted during a session
                worker.close()
                worker = None
            raise
        finally:
            self._workers.put(place if warm else worker)
            if warm and worker is not None:
                self._warm.give_back(wanted, worker)

    def _new_worker(self) -> Worker:
        return (levels.take_tested_worker(self.level) if self._may_take_tested else None) or Worker(
            self.level, self._environment
        )

    def close(self) -> None:
        """Close all workers, each after the run that it is in."""
        for _ in range(self._size):
            worker = self._workers.get()
            if worker is not None:
                worker.close()
        self._warm.close()
        for _ in range(self._size):
            self._workers.put(None)


def _countable(found: list[Outcome]) -> list[Outcome]:
    """The outcomes before the first failure that earlier runs in the same process may have caused."""
    for number, outcome in enumerate(found):
        if number and outcome.status not in ("ok", "error", "forged"):
            return found[:number]
    return found
