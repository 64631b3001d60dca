"""The user and the capabilities of a child: never root, no capabilities, none gained by exec, not debuggable."""

import ctypes
import os
import signal
from pathlib import Path

from .syscalls import (
    LINUX,
    PR_CAP_AMBIENT,
    PR_CAP_AMBIENT_CLEAR_ALL,
    PR_CAPBSET_DROP,
    PR_SET_DUMPABLE,
    PR_SET_KEEPCAPS,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    call,
    prctl,
)

_CAPABILITY_VERSION = 0x20080522
_CAP_DAC_READ_SEARCH = 1 << 2
_NOBODY = 65534


def choose_user() -> int | None:
    """A user id for the children of this process alone; None if the user cannot be changed.

    It cannot if we are not root, or if root is the only mapped user (`unshare -Ur`).
    """
    if os.geteuid() != 0:
        return None
    own = 0x70000000 + os.getpid()  # belongs to no account and is counted separately for every worker
    for candidate in (own, 60000 + os.getpid() % 5000, _NOBODY):
        if _mapped(candidate):
            return candidate
    return None


def _mapped(uid: int) -> bool:
    try:
        with open("/proc/self/uid_map") as file:
            rows = [[int(part) for part in line.split()] for line in file]
    except OSError:
        return True
    return any(first <= uid < first + length for first, _, length in rows)


def clear_capability_sets() -> None:
    """Empty the bounding and ambient sets, so that exec never grants a capability; this process keeps its own."""
    if not LINUX:
        return
    for capability in range(64):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            break  # past the last one, or not permitted: then no_new_privs has the same effect in each child
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)


def is_open(path: str) -> bool:
    """Whether all users may read a path and enter the folders above it."""
    try:
        above = all(os.stat(parent).st_mode & 0o001 for parent in map(str, Path(path).parents))
        return above and bool(os.stat(path).st_mode & 0o004)
    except OSError:
        return False


def drop(uid: int | None, keep_reading: bool = False) -> None:
    """Become the user, without groups and without any capability, also of a user namespace; raises OSError.

    With `keep_reading` permissions do not keep it from reading: for an interpreter that lives in root's own folder.
    """
    keep_reading = keep_reading and uid is not None and LINUX
    if keep_reading:
        prctl(PR_SET_KEEPCAPS, 1)
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    if LINUX:
        header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
        kept = _CAP_DAC_READ_SEARCH if keep_reading else 0
        call("capset", ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)(kept, kept)))


def lock_down() -> None:
    """Forbid new privileges by exec and debugging by other processes, and end with the parent; raises OSError."""
    if not LINUX:
        return
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_SET_DUMPABLE, 0)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
