"""Workers that have imported what a submission imports, kept for its next runs and for others that import the same."""

import threading
from dataclasses import replace

from pcaproofs.grading.protocol import Job
from pcaproofs.grading.sandbox import paths
from pcaproofs.grading.sandbox.environment import Environment
from pcaproofs.grading.sandbox.large_packages import LARGE, modules_of
from pcaproofs.grading.sandbox.worker_process import Worker, WorkerError

_MOST_IDLE = 2


class Warm:
    """Workers by the modules that they hold. A worker never holds more than what the submission at hand imports:

    what runs may depend on nothing but the submission itself.
    """

    def __init__(self, level: str, environment: Environment) -> None:
        self._level, self._environment = level, environment
        self._idle: list[tuple[tuple[str, ...], Worker]] = []
        self._unfit: set[tuple[str, ...]] = set()
        self._lock = threading.Lock()
        self._large: frozenset[str] | None = None

    def wanted(self, job: Job) -> tuple[str, ...]:
        """The modules that a worker for a job should hold beyond what all workers do."""
        if not job.lenient:
            return ()
        modules = modules_of(job.source, job.files)
        found = tuple(name for name in modules if name.partition(".")[0] in self._there()) if modules else ()
        return () if found in self._unfit else found

    def _there(self) -> frozenset[str]:
        """The large packages that submissions may import and that workers do not hold anyway."""
        with self._lock:
            if self._large is None:
                held = {name.partition(".")[0] for name in self._environment.preload}
                names = LARGE - held - set(self._environment.forbidden)
                self._large = names & paths.names_in(self._environment.folders)
            return self._large

    def take(self, wanted: tuple[str, ...]) -> Worker | None:
        """A worker that holds some modules, to be given back or closed; None where none can be started."""
        with self._lock:
            for entry in self._idle:
                if entry[0] == wanted:
                    self._idle.remove(entry)
                    return entry[1]
        try:
            return self.start(wanted)
        except WorkerError:
            self._unfit.add(wanted)  # then each process imports for itself
            return None

    def start(self, wanted: tuple[str, ...]) -> Worker:
        """A new worker that holds some modules, or those of them that can be held; raises WorkerError."""
        return Worker(self._level, replace(self._environment, wanted=wanted))

    def give(self, wanted: tuple[str, ...], worker: Worker) -> None:
        """Take a worker back; of too many the one goes that was idle for longest."""
        with self._lock:
            self._idle.append((wanted, worker))
            gone = self._idle[:-_MOST_IDLE]
            del self._idle[:-_MOST_IDLE]
        for _, old in gone:
            old.close()

    def close(self) -> None:
        """End the workers that are idle."""
        with self._lock:
            gone, self._idle = self._idle, []
        for _, worker in gone:
            worker.close()
