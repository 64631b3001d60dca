"""Resources used by all processes of a run together: read from /proc by the judge, and limited by a control group.

Kernel limits (setrlimit) hold for each process separately, so a run that starts several processes would have several
times as much. Therefore their use is added up during the run. Time spent waiting for busy processors is not charged to
the run: a run that wants a processor and gets none is told from one that sleeps by the states of its processes, which
is right also where a virtual machine's processors serve others meanwhile.

With a control group (cgroup v2), if this process may create one, the kernel adds up the use of all processes of a run,
including detached ones: processor time always, memory and the number of processes if their controllers are enabled.
Source: `Documentation/admin-guide/cgroup-v2.rst` of the Linux kernel.
"""

import contextlib
import itertools
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
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


# Resources used by all processes of a run together, read from /proc by the judge


_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_MOST = 4096
_MOST_THREADS = 64
_MOST_BYTES = 1 << 16
_WANTING = {"R", "D"}
"""States of a thread that runs, waits for a processor, or waits for a disk."""


@dataclass(frozen=True)
class Usage:
    """Processor time in seconds, private memory in bytes, and whether no process of the run wants a processor.

    `idle` is None on a system that does not tell.
    """

    cpu: float = 0.0
    memory: int = 0
    idle: bool | None = None


class ProcessTree:
    """The descendants of a worker's fork server. All values are zero on a system without /proc."""

    def __init__(self, root: int, nested: bool, group: ControlGroup | None = None) -> None:
        """nested: the fork server is the only child of `root`. group: the control group of its runs."""
        self._group = group
        self._used = 0.0
        server = next(_children(root), 0) if nested else root
        self._server = server
        self._tells = bool(_states(os.getpid()))
        self.inherited = _private_bytes(server)
        """Private bytes of the fork server, which runs share at the start and may copy."""

    def start_run(self) -> None:
        """Start the measurement of a new run."""
        self._used = self._group.processor_time() if self._group else 0.0

    def usage(self) -> Usage:
        """What the current run uses so far, including the processor time of its ended processes."""
        cpu = 0.0
        memory = 0
        states: list[str] = []
        for process in _descendants(self._server):
            cpu += _processor_time(process)
            memory += max(0, _private_bytes(process) - self.inherited)
            states += _states(process)
        if self._group:  # counts also ended processes that nobody waited for
            cpu = max(cpu, self._group.processor_time() - self._used)
        # a run of which no process is left has ended, which its answer tells; it does not sleep
        return Usage(cpu, memory, bool(states) and not _WANTING & {*states} if self._tells else None)


def _descendants(process: int) -> Iterator[int]:
    waiting = list(_children(process))
    seen = 0
    while waiting and seen < _MOST:
        child = waiting.pop()
        seen += 1
        yield child
        waiting += _children(child)


def _children(process: int) -> Iterator[int]:
    for thread in _threads(process):
        yield from map(int, _read(f"/proc/{process}/task/{thread}/children").split())


def _threads(process: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{process}/task")
    except OSError:
        return []


def _read(path: str) -> str:
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)  # several files before each call, in a tenth of the time of open
        try:
            return os.read(fd, _MOST_BYTES).decode("utf-8", "replace")
        finally:
            os.close(fd)
    except OSError:  # it has ended, or this system does not tell
        return ""


def _processor_time(process: int) -> float:
    fields = _read(f"/proc/{process}/stat").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / _TICK  # its own time and that of its reaped children


def _private_bytes(process: int) -> int:
    fields = _read(f"/proc/{process}/statm").split()
    return (int(fields[1]) - int(fields[2])) * _PAGE if len(fields) > 2 else 0


def _states(process: int) -> list[str]:
    """The states of the threads of a process, as the letters of proc_pid_stat(5)."""
    texts = [_read(f"/proc/{process}/task/{thread}/stat") for thread in _threads(process)[:_MOST_THREADS]]
    return [text.rpartition(")")[2].split()[0] for text in texts if text]
