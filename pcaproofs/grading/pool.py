"""A pool of workers: give it a job from any thread, get an outcome."""

import queue
from types import TracebackType
from typing import Self

from . import isolation
from .job import Job, Limits, Outcome
from .slot import Slot, WorkerError


class Pool:
    """Workers on one rung, started as they are needed; ``run`` may be called from any number of threads.

    ``rung`` asks for exactly one rung, else the highest that this machine offers is taken; ``require`` refuses to work
    below a level. Raises IsolationError, ValueError.
    """

    def __init__(
        self, limits: Limits | None = None, *, size: int = 1, require: str = "none", rung: str | None = None
    ) -> None:
        if size < 1:
            raise ValueError(f"got size={size}, but should be at least 1 [Pool]")
        self.limits = limits or Limits()
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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def run(self, job: Job, limits: Limits | None = None) -> Outcome:
        """Run a job once and return what came of it; raises ValueError for a job that cannot be sent.

        A fault of the grader's own is tried once more on a fresh worker before it is reported.
        """
        slot = self._places.get()
        try:
            for last in (False, True):
                try:
                    slot = slot or Slot(self.rung)
                    outcome, fit = slot.run(job, limits or self.limits)
                except WorkerError as error:
                    outcome, fit = Outcome(status="grader-fault", rung=self.rung, detail=str(error)), False
                if not fit and slot is not None:
                    slot.close()
                    slot = None
                if outcome.status != "grader-fault" or last:
                    return outcome
            raise AssertionError("unreachable")
        except BaseException:
            if slot is not None:  # interrupted in the middle of a conversation
                slot.close()
                slot = None
            raise
        finally:
            self._places.put(slot)

    def close(self) -> None:
        """End all workers, once each has finished the run it is at."""
        for _ in range(self._size):
            slot = self._places.get()
            if slot is not None:
                slot.close()
        for _ in range(self._size):
            self._places.put(None)
