"""Workers that have already imported the large packages of a submission, kept for later runs with the same imports.

The worker imports them once before it runs the submission, since their import takes seconds and each run is a new
process. A package that is found by mistake, for example in a string, costs time and changes nothing else.
"""

import functools
import re
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from pcaproofs.grading.protocol import Job
from pcaproofs.grading.sandbox import paths
from pcaproofs.grading.sandbox.environment import Environment
from pcaproofs.grading.sandbox.worker_process import Worker, WorkerError

LARGE = frozenset({
    "PIL", "cv2", "h5py", "imageio", "jax", "keras", "matplotlib", "mlxtend", "mpl_toolkits",
    "networkx", "numba", "pandas", "plotly", "pylab", "scipy", "seaborn", "skimage", "sklearn", "statsmodels",
    "sympy", "tensorflow", "torch", "torchvision", "xgboost",
})  # fmt: skip
"""Packages whose import is slow and has no effect outside the package."""
_MOST = 40
"""Modules of one submission."""
_MOST_TEXT = 1 << 20
_IMPORT = re.compile(r"^[ \t]*import[ \t]+([^\n]{1,300})", re.MULTILINE)
_FROM = re.compile(
    r"^[ \t]*from[ \t]+([A-Za-z_][\w.]{0,99})[ \t]+import\b[ \t]*(\([^)]{0,1000}|[^\n]{0,300})", re.MULTILINE
)
_NAME = re.compile(r"[A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){0,3}(?![\w.])")
_AFTER_AS = re.compile(r"\bas[ \t]+\w+")
_NOT_PUBLIC = re.compile(r"\._|\.(?:conftest|setup|tests?|testing)(?:\.|$)")
_OWN_WAYS = re.compile(
    r"\bimportlib\b|\bmeta_path\b|\bsys\s*\.\s*(?:modules|path|argv)\b|\bbuiltins?\b|\benviron\b|\bputenv\b|\breload\b"
    r"|\bset_start_method\b|__import__(?!\([\"']numpy[\"']\))"
)
"""A submission that uses one of these can observe whether a package has been imported before.

Changes that the diagnosis tries import numpy where they need it; the worker must stay the same for them.
"""
_BACKEND = re.compile(r"\.\s*use\b|switch_backend|\brcParams\b")
_OF_BACKEND = frozenset({"matplotlib", "mpl_toolkits", "pylab", "seaborn"})


def modules_of(source: str, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Modules of large packages that a file and the Python files submitted with it import, in alphabetical order.

    Leaves out packages that share their name with a submitted file. Empty if the submission may depend on when the
    import happens.
    """
    texts = [source]
    texts += [data.decode("utf-8", "replace") for name, data in sorted(files.items()) if name.endswith(".py")]
    own = {PurePosixPath(name).parts[0].partition(".")[0] for name in files}
    found = [_modules(text[:_MOST_TEXT]) for text in texts]
    if any(each is None for each in found):
        return ()
    every = {name for each in found if each for name in each if name.partition(".")[0] not in own}
    return tuple(sorted(every)[:_MOST])


@functools.lru_cache(maxsize=64)
def _modules(text: str) -> frozenset[str] | None:
    """The modules that one text imports; None if it manipulates imports itself."""
    names: set[str] = set()
    for match in _IMPORT.finditer(text):
        names.update(_NAME.findall(_AFTER_AS.sub("", match[1].partition("#")[0])))
    for match in _FROM.finditer(text):
        names.add(match[1])
        parts = _AFTER_AS.sub("", match[2].partition("#")[0] if match[2][:1] != "(" else match[2])
        names.update(f"{match[1]}.{part}" for part in _NAME.findall(parts) if "." not in part)
    found = {name for name in names if name.partition(".")[0] in LARGE and not _NOT_PUBLIC.search(name)}
    if not found:
        return frozenset()
    if _OWN_WAYS.search(text):
        return None
    if _BACKEND.search(text):  # the backend must be chosen before pyplot is imported
        found = {name for name in found if name.partition(".")[0] not in _OF_BACKEND}
    return frozenset(found)


# Workers that have already imported the large packages of a submission, kept for later runs with the same imports


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
