"""Ending a child and all its descendants without a process namespace."""

import contextlib
import os
import signal
import time

from .syscalls import LINUX, PR_SET_CHILD_SUBREAPER, prctl

_KILL_SECONDS = 30.0


def adopt_orphans() -> None:
    """Become the parent of every orphaned descendant, including daemons that fork twice."""
    if LINUX:
        prctl(PR_SET_CHILD_SUBREAPER, 1)


def kill_all(uid: int | None) -> bool:
    """Kill all descendants that an ended child left; whether none is left."""
    if uid is not None:
        _kill_user(uid)
    end = time.monotonic() + _KILL_SECONDS
    while time.monotonic() < end:
        for orphan in _children():
            with contextlib.suppress(OSError):  # it has ended
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
    """Reap ended children; whether any child is left."""
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if pid == 0:
            return True


def _kill_user(uid: int) -> None:
    """Kill all processes of a user with one signal, which a chain of forks cannot evade."""
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
