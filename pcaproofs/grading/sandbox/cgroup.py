"""A control group (cgroup v2) for each worker's runs, where the system lets us make one.

The kernel then adds up what all processes of a run use, those included that nobody sees: their processor time always,
their memory and number where the controllers for these are on (`Documentation/admin-guide/cgroup-v2.rst`).
"""

import contextlib
import itertools
import os
import time
from pathlib import Path
from typing import Self

_NUMBERS = itertools.count(1)
_PATIENCE = 2.0
_ROOM = 64 << 20
"""Bytes, at least, for what a run copies of the interpreter's memory that it was forked from."""


class Group:
    """A group without processes, until runs enter it one after the other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.door = os.open(folder / "cgroup.procs", os.O_WRONLY | os.O_CLOEXEC)
        """A process that writes `0` here enters; who opened it decides whether it may."""

    @classmethod
    def make(cls) -> Self | None:
        """A new group beneath our own or beneath the root's; None where neither is ours to make."""
        for parent in _parents():
            _remove_forgotten(parent)
            folder = parent / f"pcaproofs-{os.getpid()}-{next(_NUMBERS)}"
            try:
                folder.mkdir()
            except OSError:
                continue
            try:
                return cls(folder)
            except OSError:
                folder.rmdir()
        return None

    def limit(self, memory: int, processes: int, inherited: int = 0) -> None:
        """Limit what the processes in it have together, as far as the controllers for that are on.

        `inherited`: bytes of the process that they are forked from, which they may copy.
        """
        room = max(_ROOM, inherited)
        for name, value in (("memory.max", memory + room), ("memory.swap.max", 0), ("pids.max", processes + 1)):
            with contextlib.suppress(OSError):
                _write(self._folder / name, str(value))

    def processor_time(self) -> float:
        """The seconds that all processes in it have used so far, ended ones included."""
        return _field(self._folder / "cpu.stat", "usage_usec") / 1e6

    def kills(self) -> int:
        """How many processes in it were ended for want of memory."""
        return _field(self._folder / "memory.events", "oom_kill")

    def close(self) -> None:
        """End all that is in it and remove it."""
        os.close(self.door)
        with contextlib.suppress(OSError):
            _write(self._folder / "cgroup.kill", "1")
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            try:
                self._folder.rmdir()
            except FileNotFoundError:
                return
            except OSError:
                time.sleep(0.01)
            else:
                return


def _parents() -> list[Path]:
    """The groups beneath which one may be made: our own, and the root's, which may have processes besides."""
    try:
        mounts = [line.split(" ") for line in Path("/proc/self/mountinfo").read_text().splitlines()]
        own = [line for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::")]
    except OSError:
        return []
    root = next((Path(fields[4]) for fields in mounts if "cgroup2" in fields[fields.index("-") + 1 :][:1]), None)
    if root is None or not own:
        return []
    return list(dict.fromkeys([root / own[0][3:].lstrip("/"), root]))


def _remove_forgotten(parent: Path) -> None:
    """Remove the empty groups of graders that were killed."""
    for folder in parent.glob("pcaproofs-*-*"):
        if not Path("/proc", folder.name.split("-")[1]).exists():
            with contextlib.suppress(OSError):
                folder.rmdir()


def _write(path: Path, text: str) -> None:
    with path.open("r+") as file:  # a limit whose controller is off has no file, and none is made
        file.write(text)


def _field(path: Path, name: str) -> int:
    try:
        rows = dict(line.split(" ", 1) for line in path.read_text().splitlines())
        return int(rows.get(name, 0))
    except (OSError, ValueError):
        return 0
