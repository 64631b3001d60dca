"""A seccomp filter: system calls that PCA needs are allowed, all others refused (x86_64 and aarch64).

Unknown calls fail with ENOSYS as on an older kernel, so that the C library falls back to older calls.
"""

import ctypes
import errno
import struct

from .allowed import ALLOWED, ALLOWED_IN_A_PRIVATE_ROOT, TO_SELF_ONLY
from .syscalls import PR_SET_SECCOMP, SECCOMP_MODE_FILTER, libc, machine

_FIRST_NEW = 424
"""From this number on, all machines number calls alike. The C library has alternatives to these calls if they fail
with ENOSYS.
"""
_NEW_NAMESPACE = 0x7E020000
_ARCHITECTURE = (0xC000003E, 0xC00000B7)
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("<HBBI", code, then, otherwise, value)


def program(pid: int, *, private_root: bool, private_pids: bool) -> bytes:
    """The filter for one process as classic BPF; signals are restricted only if processes are shared with others.

    Raises OSError on a machine whose call numbers are not known.
    """
    column = machine()
    refuse, unknown = _step(_RETURN, _REFUSE | errno.EPERM), _step(_RETURN, _REFUSE | errno.ENOSYS)
    allow = _step(_RETURN, _ALLOW)
    checked = {"clone", "prlimit64"} | (set() if private_pids else set(TO_SELF_ONLY))
    steps = [
        _step(_LOAD, _ARCHITECTURE_AT),
        _step(_EQUAL, _ARCHITECTURE[column], 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER_AT),
    ]
    rows = ALLOWED | (ALLOWED_IN_A_PRIVATE_ROOT if private_root else {})
    for name, row in rows.items():
        if row[column] is not None and name not in checked:
            steps += [_step(_EQUAL, row[column] or 0, 0, 1), allow]
    steps += [_step(_EQUAL, ALLOWED["clone"][column] or 0, 0, 4), _step(_LOAD, _FIRST_ARGUMENT_AT)]
    steps += [_step(_ANY_BIT, _NEW_NAMESPACE, 0, 1), refuse, allow]
    for name in TO_SELF_ONLY if not private_pids else ():
        steps += [_step(_EQUAL, TO_SELF_ONLY[name][column] or 0, 0, 4), _step(_LOAD, _FIRST_ARGUMENT_AT)]
        steps += [_step(_EQUAL, pid, 1, 0), refuse, allow]
    steps += [_step(_EQUAL, ALLOWED["prlimit64"][column] or 0, 0, 5), _step(_LOAD, _FIRST_ARGUMENT_AT)]
    steps += [_step(_EQUAL, 0, 2, 0), _step(_EQUAL, pid, 1, 0), refuse, allow]
    # x32 calls on x86_64 have other numbers
    steps += [_step(_AT_LEAST, 0x40000000, 0, 1), refuse, _step(_AT_LEAST, _FIRST_NEW, 0, 1), unknown]
    return b"".join([*steps, refuse])


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]


def install(code: bytes) -> None:
    """Install a filter permanently in this process and its children; requires no_new_privs. Raises OSError."""
    filter_ = _Program(len(code) // 8, code)
    libc("prctl", PR_SET_SECCOMP, ctypes.c_ulong(SECCOMP_MODE_FILTER), ctypes.byref(filter_))
