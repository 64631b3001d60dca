"""Ending a child with everything it started, where no process namespace does that for us."""

import contextlib
import os
import signal
import time

from .syscalls import LINUX, PR_SET_CHILD_SUBREAPER, prctl

_PATIENCE = 3.0


def adopt_orphans() -> None:
    """Become the parent of every orphaned descendant, so that a daemon cannot slip away by a double fork."""
    if LINUX:
        prctl(PR_SET_CHILD_SUBREAPER, 1)


def kill_all(uid: int | None) -> bool:
    """Kill all descendants that a reaped child left behind; whether none is left."""
    if uid is not None:
        _kill_user(uid)
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        for orphan in _children():
            with contextlib.suppress(OSError):  # gone already
                os.kill(orphan, signal.SIGKILL)
        if not _reap():
            return True
        time.sleep(0.001)
    return False


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return [int(part) for part in file.read().split()]
    except OSError:
        return []


def _reap() -> bool:
    """Reap what has ended; whether a child is left."""
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if pid == 0:
            return True


def _kill_user(uid: int) -> None:
    """Kill every process of a user at one stroke, which even a chain of forks cannot outrun."""
    killer = os.fork()
    if killer == 0:
        try:
            os.setresuid(uid, uid, uid)
            os.kill(-1, signal.SIGKILL)
        except OSError:
            pass
        finally:
            os._exit(0)
    os.waitpid(killer, 0)
