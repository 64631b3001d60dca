"""The ladder seen from the judge: which rungs this machine offers, and refusing to work below one."""

from __future__ import annotations

import atexit
import os
import sys
import sysconfig
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .worker.isolation import LADDER, landlock

if TYPE_CHECKING:
    from .slot import Slot

_SYSTEM_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")


class IsolationError(RuntimeError):
    """This machine does not isolate as asked."""


@dataclass(frozen=True)
class Probe:
    """The highest rung that holds here, and why each one above it does not."""

    rung: str
    missing: dict[str, str]


_known: list[Probe] = []
_spare: list[tuple[int, Slot]] = []
_lock = threading.Lock()


def probe() -> Probe:
    """Return what this machine offers, found out once; the worker that tried waits as a ``spare``.

    Raises IsolationError where not even the lowest rung works.
    """
    if not _known:
        found, slot = climb()
        _spare.append((os.getpid(), slot))
        atexit.register(_end, os.getpid(), slot)
        _known.append(found)
    return _known[0]


def assume(found: Probe) -> None:
    """Take over what another process of this machine and this user found out."""
    _known[:] = [found]


def spare(rung: str) -> Slot | None:
    """Return the worker that a rung was tried with, to whoever asks first in the process that tried."""
    with _lock:
        for entry in _spare:
            if entry[0] == os.getpid() and entry[1].rung == rung:
                _spare.remove(entry)
                return entry[1]
    return None


_pinned: list[int] = []


def pin(number: int) -> None:
    """Let the workers of this process run on one processor of those that it may use, the same for the same number."""
    if hasattr(os, "sched_getaffinity"):
        usable = sorted(os.sched_getaffinity(0))
        _pinned[:] = [usable[number % len(usable)]]


def core() -> int | None:
    """Return the processor that workers run on; None where they may run on any."""
    return _pinned[0] if _pinned else None


def _end(process: int, slot: Slot) -> None:
    if process == os.getpid():
        slot.close()


def climb() -> tuple[Probe, Slot]:
    """Try the rungs from the top, each by a real run; raises IsolationError where not even the lowest works."""
    from .slot import Slot, WorkerError  # a slot needs this module's paths

    missing: dict[str, str] = {}
    for rung in reversed(LADDER):
        slot = None
        try:
            slot = Slot(rung)
            slot.check()
        except WorkerError as error:
            missing[rung] = str(error)
            if slot is not None:
                slot.close()
        else:
            return Probe(rung, missing), slot
    raise IsolationError(f"got no working rung, but should be one of {', '.join(LADDER)}: {missing}")


def require(level: str) -> str:
    """Return the rung to run on; raises IsolationError when it is below a level, ValueError for no level at all."""
    check_rung(level)
    found = probe()
    if LADDER.index(found.rung) < LADDER.index(level):
        why = "; ".join(f"{rung}: {reason}" for rung, reason in found.missing.items())
        raise IsolationError(
            f"got isolation {found.rung!r}, but should be at least {level!r} ({why}); to run like this all the same, "
            f"lower --require-isolation"
        )
    return found.rung


def usual_level() -> str:
    """Return the level that is required where none is named: landlock, where the kernel has it."""
    try:
        landlock.abi()
    except OSError:
        return LADDER[0]
    return "landlock"


def warning() -> str:
    """Say what stands open where submissions run below landlock; empty where they do not."""
    found = probe()
    if LADDER.index(found.rung) >= LADDER.index("landlock"):
        return ""
    open_ = "the files, the network and the other processes of this machine"
    limits = "" if found.rung == "rlimits" else ", without limits of memory and processes"
    why = "; ".join(f"{rung}: {reason}" for rung, reason in found.missing.items())
    return (
        f"WARNING: submissions can reach {open_} as the user who runs this can{limits} (isolation: {found.rung}). "
        f"Missing: {why}. Use Linux with Landlock, or a machine that holds nothing else."
    )


def check_rung(rung: str) -> None:
    """Accept a rung's name; raises ValueError."""
    if rung not in LADDER:
        raise ValueError(f"got isolation {rung!r}, but should be one of {', '.join(LADDER)}")


def packages(folders: Sequence[str] = ()) -> list[str]:
    """Return the folders that submissions may import from, besides the standard library: some, or our own."""
    own = [str(Path(np.__file__).parents[1]), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    return [path for path in dict.fromkeys(folders or own) if os.path.isdir(path)]


def readable(folders: Sequence[str] = ()) -> list[str]:
    """Return what an interpreter needs to read: its library, the packages, the system's shared libraries."""
    own = [os.path.join(sys.base_prefix, name) for name in ("lib", "lib64")]
    stdlib = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    every = [*own, *stdlib, *packages(folders), *_SYSTEM_LIBRARIES]
    return [path for path in dict.fromkeys(every) if os.path.exists(path)]


def places_of(names: Iterable[str], folders: Sequence[str] = ()) -> list[str]:
    """Return where installed packages lie: a folder, or a file of Python or of machine code."""
    wanted = set(names)
    entries = (entry for folder in packages(folders) for entry in sorted(Path(folder).iterdir())) if wanted else ()
    return [str(entry.resolve()) for entry in entries if entry.name.split(".")[0] in wanted and _is_code(entry)]


def names_in(folders: Sequence[str] = ()) -> frozenset[str]:
    """Return the names under which installed packages are imported."""
    entries = (entry for folder in packages(folders) for entry in Path(folder).iterdir())
    return frozenset(entry.name.split(".")[0] for entry in entries if _is_code(entry))


def _is_code(entry: Path) -> bool:
    return entry.suffix in ("", ".py", ".so")  # and no list of what is installed, such as name-1.0.dist-info


def hidden(folders: Sequence[str] = ()) -> list[str]:
    """Return what stays closed even inside a readable folder: this package and its copies, which know what is right."""
    own = Path(__file__).resolve().parents[1]
    copies = [Path(folder, own.name).resolve() for folder in packages(folders)]
    return [str(path) for path in dict.fromkeys([own, *copies]) if path.is_dir()]
