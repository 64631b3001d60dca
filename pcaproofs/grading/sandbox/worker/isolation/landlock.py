"""Landlock: a process gives up access to all but the named files, for itself and its children (Linux 6.2)."""

import ctypes
import os
import stat
from collections.abc import Iterable

from .syscalls import call

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
IOCTL_DEV = 1 << 15
ALL_FILE_RIGHTS = (1 << 16) - 1  # up to IOCTL_DEV
FILE_ONLY = EXECUTE | WRITE_FILE | READ_FILE | 1 << 14 | IOCTL_DEV  # 14: truncate
TCP_RIGHTS = 3
SCOPES = 3  # abstract sockets, signals
LOWEST = 3
"""Below ABI 3, Landlock does not prevent truncation."""
_FILE_RIGHTS_OF_ABI = {3: (1 << 15) - 1, 4: (1 << 15) - 1}


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("tcp", ctypes.c_uint64), ("scopes", ctypes.c_uint64)]


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("rights", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def abi() -> int:
    """The kernel's Landlock version; raises OSError where there is none or an old one."""
    version = call("landlock_create_ruleset", None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    if version < LOWEST:
        raise OSError(f"got Landlock ABI {version}, but should be {LOWEST} or newer")
    return version


class Ruleset:
    """A set of files that stay accessible.

    All others, TCP, and (if the kernel supports it) signals to other processes are refused.
    """

    def __init__(self) -> None:
        version = abi()
        self._handled = _FILE_RIGHTS_OF_ABI.get(version, ALL_FILE_RIGHTS)
        attributes = _Ruleset(self._handled, TCP_RIGHTS if version >= 4 else 0, SCOPES if version >= 6 else 0)
        size = 24 if version >= 6 else 16 if version >= 4 else 8
        self._fd = call("landlock_create_ruleset", ctypes.byref(attributes), ctypes.c_size_t(size), ctypes.c_uint32(0))

    def readable(self, path: str, hidden: Iterable[str] = ()) -> None:
        """Allow reading below a path; of hidden paths (given without links) only names are readable. Raises OSError."""
        path = os.path.realpath(path)
        below = [name for name in hidden if name == path or name.startswith(path.rstrip("/") + "/")]
        if path in below:
            return
        if not below:
            self._allow(path, EXECUTE | READ_FILE | READ_DIR)
            return
        self._allow(path, READ_DIR)  # rules only add rights, so a folder with a hidden part is allowed entry by entry
        for entry in os.scandir(path):
            if not entry.is_symlink():
                self.readable(entry.path, below)

    def writable(self, path: str) -> None:
        """Allow all access below a path; raises OSError."""
        self._allow(path, ALL_FILE_RIGHTS)

    def _allow(self, path: str, rights: int) -> None:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not stat.S_ISDIR(os.fstat(fd).st_mode):
                rights &= FILE_ONLY
            rule = _PathBeneath(rights & self._handled, fd)
            call("landlock_add_rule", self._fd, 1, ctypes.byref(rule), ctypes.c_uint32(0))
        finally:
            os.close(fd)

    def enforce(self) -> None:
        """Give up all other access permanently; raises OSError."""
        call("landlock_restrict_self", self._fd, ctypes.c_uint32(0))
