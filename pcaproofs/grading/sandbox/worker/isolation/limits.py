"""Resource limits of one child, set as hard limits."""

import math
import os
import resource
import time
from typing import TypedDict


class ChildLimits(TypedDict):
    """What one child may use; seconds and bytes."""

    cpu: float
    runs: int
    """Number of consecutive calls; each may use `cpu` seconds."""
    memory: int
    file_size: int
    open_files: int
    processes: int


def processor_time(process: int = 0) -> float:
    """Processor time in seconds as the kernel's limit counts it, of this process or of an ended one; raises OSError.

    Linux counts the timer ticks at which a process was running. On busy or shared processors their sum differs from the
    reported processor time.
    """
    try:
        return time.clock_gettime(~process << 3)  # CPUCLOCK_PROF, as clock_getcpuclockid(3) numbers it
    except (OSError, AttributeError):
        if process:
            raise OSError("the clocks of other processes cannot be read here") from None
        own = resource.getrusage(resource.RUSAGE_SELF)
        return own.ru_utime + own.ru_stime


def address_space(statm: int) -> int:
    """Bytes of address space that a process has mapped, from an open `/proc/PID/statm`."""
    return int(os.pread(statm, 64, 0).split()[0]) * resource.getpagesize()


def count_processes(uid: int) -> int:
    """The number of threads of all processes with a real user id; 0 if the system does not tell."""
    count = 0
    try:
        for entry in os.scandir("/proc"):
            if entry.name.isdigit():
                try:
                    count += len(os.listdir(f"{entry.path}/task")) if entry.stat().st_uid == uid else 0
                except OSError:
                    continue  # it ended meanwhile
    except OSError:
        return 0
    return count


def apply(limits: ChildLimits, mapped: int, others: int) -> None:
    """Set the limits; memory is added to what is mapped, processes to the user's other ones. Raises OSError."""
    seconds = max(1, math.ceil(limits["cpu"]))
    wanted = {
        resource.RLIMIT_CPU: seconds * (limits["runs"] + 1),  # one for loading
        resource.RLIMIT_AS: mapped + limits["memory"],
        resource.RLIMIT_FSIZE: limits["file_size"],
        resource.RLIMIT_NOFILE: limits["open_files"],
        resource.RLIMIT_NPROC: others + limits["processes"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        getattr(resource, "RLIMIT_MSGQUEUE", -1): 0,
    }
    for which, value in wanted.items():
        if which < 0:
            continue
        hard = resource.getrlimit(which)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        try:
            resource.setrlimit(which, (min(seconds, value) if which == resource.RLIMIT_CPU else value, value))
        except ValueError as error:
            raise OSError(f"setrlimit({which}, {value}): {error}") from None
