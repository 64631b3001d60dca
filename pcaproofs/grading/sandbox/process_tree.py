"""What a run uses in all its processes together, read from /proc by the judge.

Limits of the kernel's own hold for each process. A run that starts several would have as much in each; so they are
added up while it runs. What a run waited for processors that others used is no time of its own.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from pcaproofs.grading.sandbox.cgroup import Group

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_MOST = 4096


@dataclass(frozen=True)
class Usage:
    """Seconds of processor time, bytes of memory of its own, seconds ready to run but not running."""

    cpu: float = 0.0
    memory: int = 0
    waited: float = 0.0


class Tree:
    """The processes below a worker's warm process. Where /proc does not tell, nothing is used."""

    def __init__(self, root: int, nested: bool, group: Group | None = None) -> None:
        """`nested`: the warm process is the only child of what was started; `group`: what its runs enter."""
        self._group = group
        self._used = 0.0
        warm = next(_children(root), 0) if nested else root
        self._warm = warm
        self.inherited = _private_bytes(warm)
        """Bytes of the warm process, which runs begin with and may copy."""

    def begin(self) -> None:
        """Count from here on: a run begins."""
        self._used = self._group.processor_time() if self._group else 0.0

    def look(self) -> Usage:
        """What the run that is on uses by now; of processor time also what ended processes used."""
        cpu = waited = 0.0
        memory = 0
        for process in _descendants(self._warm):
            cpu += _processor_time(process)
            memory += max(0, _private_bytes(process) - self.inherited)
            waited = max(waited, _waited(process))
        if self._group:  # which counts those as well that have ended and that nobody waited for
            cpu = max(cpu, self._group.processor_time() - self._used)
        return Usage(cpu, memory, waited)


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
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:  # it has ended, or this system does not tell
        return ""


def _processor_time(process: int) -> float:
    fields = _read(f"/proc/{process}/stat").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / _TICK  # its own, and that of its children that have ended


def _private_bytes(process: int) -> int:
    fields = _read(f"/proc/{process}/statm").split()
    return (int(fields[1]) - int(fields[2])) * _PAGE if len(fields) > 2 else 0


def _waited(process: int) -> float:
    """The longest that a thread waited for a processor."""
    found = [_read(f"/proc/{process}/task/{thread}/schedstat").split() for thread in _threads(process)[:64]]
    return max((int(fields[1]) / 1e9 for fields in found if len(fields) > 1), default=0.0)
