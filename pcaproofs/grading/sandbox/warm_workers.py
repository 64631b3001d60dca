"""Workers that have already imported the large packages of a submission, kept for later runs with the same imports."""

import threading
from dataclasses import replace

from pcaproofs.grading.protocol import Job
from pcaproofs.grading.sandbox import paths
from pcaproofs.grading.sandbox.environment import Environment
from pcaproofs.grading.sandbox.large_packages import LARGE, modules_of
from pcaproofs.grading.sandbox.worker_process import Worker, WorkerError

_MOST_IDLE = 2


class WarmWorkers:
    """Idle workers by the modules that they have imported.

    A worker never has more modules than the submission imports, because results may depend on nothing but the
    submission.
    """

    def __init__(self, level: str, environment: Environment) -> None:
        self._level, self._environment = level, environment
        self._idle: list[tuple[tuple[str, ...], Worker]] = []
        self._unfit: set[tuple[str, ...]] = set()
        self._lock = threading.Lock()
        self._large: frozenset[str] | None = None

    def modules_for(self, job: Job) -> tuple[str, ...]:
        """Modules that a worker for a job should import in advance, beyond those of all workers."""
        if not job.lenient:
            return ()
        modules = modules_of(job.source, job.files)
        found = tuple(name for name in modules if name.partition(".")[0] in self._there()) if modules else ()
        return () if found in self._unfit else found

    def _there(self) -> frozenset[str]:
        """Large packages that are installed and allowed, and that ordinary workers do not import."""
        with self._lock:
            if self._large is None:
                held = {name.partition(".")[0] for name in self._environment.preload}
                names = LARGE - held - set(self._environment.forbidden)
                self._large = names & paths.names_in(self._environment.folders)
            return self._large

    def take(self, wanted: tuple[str, ...]) -> Worker | None:
        """A worker with some modules, which the caller gives back or closes; None if it cannot be started."""
        with self._lock:
            for entry in self._idle:
                if entry[0] == wanted:
                    self._idle.remove(entry)
                    return entry[1]
        try:
            return self.start(wanted)
        except WorkerError:
            self._unfit.add(wanted)  # then each run imports them itself
            return None

    def start(self, wanted: tuple[str, ...]) -> Worker:
        """A new worker with those of some modules that can be imported in advance; raises WorkerError."""
        return Worker(self._level, replace(self._environment, wanted=wanted))

    def give_back(self, wanted: tuple[str, ...], worker: Worker) -> None:
        """Keep a worker for later; the one idle for longest is closed if there are too many."""
        with self._lock:
            self._idle.append((wanted, worker))
            gone = self._idle[:-_MOST_IDLE]
            del self._idle[:-_MOST_IDLE]
        for _, old in gone:
            old.close()

    def close(self) -> None:
        """Close the idle workers."""
        with self._lock:
            gone, self._idle = self._idle, []
        for _, worker in gone:
            worker.close()
