"""A control group (cgroup v2) for each worker's runs, if this process may create one.

The kernel then adds up the use of all processes of a run, including detached ones: processor time always, memory and
the number of processes if their controllers are enabled. Source: `Documentation/admin-guide/cgroup-v2.rst` of the Linux
kernel.
"""

import contextlib
import itertools
import os
import time
from pathlib import Path
from typing import Self

_NUMBERS = itertools.count(1)
_CLOSE_SECONDS = 2.0
_MIN_COPIED_BYTES = 64 << 20
"""Minimum number of bytes allowed for pages of the interpreter that a run copies after the fork."""


class ControlGroup:
    """A control group that runs enter one after the other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.entry = os.open(folder / "cgroup.procs", os.O_WRONLY | os.O_CLOEXEC)
        """Descriptor of `cgroup.procs`. A process that writes `0` to it enters the group; permission depends on
        who opened the file.
        """

    @classmethod
    def create(cls) -> Self | None:
        """A new group below our own group or below the root group; None if neither is permitted."""
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
        """Limit the memory (bytes) and the number of all processes in the group together.

        Limits whose controllers are not enabled are left out. inherited: bytes of the process from which they are
        forked, which they may copy.
        """
        room = max(_MIN_COPIED_BYTES, inherited)
        for name, value in (("memory.max", memory + room), ("memory.swap.max", 0), ("pids.max", processes + 1)):
            with contextlib.suppress(OSError):
                _write(self._folder / name, str(value))

    def processor_time(self) -> float:
        """Processor time in seconds of all processes in the group so far, including ended ones."""
        return _field(self._folder / "cpu.stat", "usage_usec") / 1e6

    def kills(self) -> int:
        """How many processes in the group the kernel killed for lack of memory."""
        return _field(self._folder / "memory.events", "oom_kill")

    def close(self) -> None:
        """Kill all processes in the group and remove it."""
        os.close(self.entry)
        with contextlib.suppress(OSError):
            _write(self._folder / "cgroup.kill", "1")
        end = time.monotonic() + _CLOSE_SECONDS
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
    """Groups below which a group may be created: our own, and the root group, which may also hold processes."""
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
    """Remove empty groups of graders that no longer run."""
    for folder in parent.glob("pcaproofs-*-*"):
        if not Path("/proc", folder.name.split("-")[1]).exists():
            with contextlib.suppress(OSError):
                folder.rmdir()


def _write(path: Path, text: str) -> None:
    with path.open("r+") as file:  # a disabled controller has no file; "r+" does not create one
        file.write(text)


def _field(path: Path, name: str) -> int:
    try:
        rows = dict(line.split(" ", 1) for line in path.read_text().splitlines())
        return int(rows.get(name, 0))
    except (OSError, ValueError):
        return 0
