"""The levels of isolation seen from the judge: which of them this machine offers, and refusing to work below one."""

from __future__ import annotations

import atexit
import os
import threading
from dataclasses import dataclass

from pcaproofs.grading.sandbox.worker.isolation import LEVELS, check_level, landlock
from pcaproofs.grading.sandbox.worker_process import Worker, WorkerError


class IsolationError(RuntimeError):
    """This machine does not isolate as asked."""


@dataclass(frozen=True)
class Probe:
    """The highest level that holds here, and why each one above it does not."""

    level: str
    missing: dict[str, str]


_known: list[Probe] = []
_spare: list[tuple[int, Worker]] = []
_lock = threading.Lock()


def probe() -> Probe:
    """What this machine offers, found out once; the worker that tried waits as a `spare`.

    Raises IsolationError where not even the lowest level works.
    """
    if not _known:
        found, worker = climb()
        _spare.append((os.getpid(), worker))
        atexit.register(_end, os.getpid(), worker)
        _known.append(found)
    return _known[0]


def assume(found: Probe) -> None:
    """Take over what another process of this machine and this user found out."""
    _known[:] = [found]


def spare(level: str) -> Worker | None:
    """The worker that a level was tried with, to whoever asks first in the process that tried."""
    with _lock:
        for entry in _spare:
            if entry[0] == os.getpid() and entry[1].level == level:
                _spare.remove(entry)
                return entry[1]
    return None


def _end(process: int, worker: Worker) -> None:
    if process == os.getpid():
        worker.close()


def climb() -> tuple[Probe, Worker]:
    """Try the levels from the top, each by a real run; raises IsolationError where not even the lowest works."""
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
    """The level to run on; raises IsolationError when it is below a level, ValueError for no level at all."""
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
    """The level that is required where none is named: landlock, where the kernel has it."""
    try:
        landlock.abi()
    except OSError:
        return LEVELS[0]
    return "landlock"


def warning() -> str:
    """Say what stands open where submissions run below landlock; empty where they do not."""
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
