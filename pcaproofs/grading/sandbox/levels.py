"""Which isolation levels this machine supports, and refusal to work below a required one."""

from __future__ import annotations

import atexit
import os
import threading
from dataclasses import dataclass

from pcaproofs.grading.sandbox.worker.isolation import LEVELS, check_level, landlock
from pcaproofs.grading.sandbox.worker_process import Worker, WorkerError


class IsolationError(RuntimeError):
    """The machine does not support the required isolation level."""


@dataclass(frozen=True)
class Probe:
    """The highest level that works on this machine, and the reason why each higher one does not."""

    level: str
    missing: dict[str, str]


_known: list[Probe] = []
_tested: list[tuple[int, Worker]] = []
_lock = threading.Lock()


def probe() -> Probe:
    """The highest level of this machine, tested once per process.

    The worker of the test is kept for `take_tested_worker`.

    Raises IsolationError if not even the lowest level works.
    """
    if not _known:
        found, worker = highest_working()
        _tested.append((os.getpid(), worker))
        atexit.register(_end, os.getpid(), worker)
        _known.append(found)
    return _known[0]


def use_probe(found: Probe) -> None:
    """Use the result of another process on this machine under the same user."""
    _known[:] = [found]


def take_tested_worker(level: str) -> Worker | None:
    """The worker from the test of a level, if it is still unused in this process; otherwise None."""
    with _lock:
        for entry in _tested:
            if entry[0] == os.getpid() and entry[1].level == level:
                _tested.remove(entry)
                return entry[1]
    return None


def _end(process: int, worker: Worker) -> None:
    if process == os.getpid():
        worker.close()


def highest_working() -> tuple[Probe, Worker]:
    """Test the levels from the highest down, each by a real run, and keep the worker of the first that works.

    Raises IsolationError if none works.
    """
    missing: dict[str, str] = {}
    for level in reversed(LEVELS):
        worker = None
        try:
            worker = Worker(level)
            worker.check()
        except WorkerError as error:
            missing[level] = str(error)
            if worker is not None:
                worker.close()
        else:
            return Probe(level, missing), worker
    raise IsolationError(f"got no working level, but should be one of {', '.join(LEVELS)}: {missing}")


def require(level: str) -> str:
    """The highest level of this machine.

    Raises IsolationError if it is below the given one, ValueError for an unknown level.
    """
    check_level(level)
    found = probe()
    if LEVELS.index(found.level) < LEVELS.index(level):
        why = "; ".join(f"{name}: {reason}" for name, reason in found.missing.items())
        raise IsolationError(
            f"got isolation {found.level!r}, but should be at least {level!r} ({why}); to run like this all the same, "
            f"lower --require-isolation"
        )
    return found.level


def usual_level() -> str:
    """The level required by default: landlock if the kernel supports it, else none."""
    try:
        landlock.abi()
    except OSError:
        return LEVELS[0]
    return "landlock"


def warning() -> str:
    """A warning of what submissions can reach below the landlock level; empty at that level and above."""
    found = probe()
    if LEVELS.index(found.level) >= LEVELS.index("landlock"):
        return ""
    open_ = "the files, the network and the other processes of this machine"
    limits = "" if found.level == "rlimits" else ", without limits of memory and processes"
    why = "; ".join(f"{name}: {reason}" for name, reason in found.missing.items())
    return (
        f"WARNING: submissions can reach {open_} as the user who runs this can{limits} (isolation: {found.level}). "
        f"Missing: {why}. Use Linux with Landlock, or a machine that holds nothing else."
    )
