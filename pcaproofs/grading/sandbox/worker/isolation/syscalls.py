"""System calls that Python 3.11 does not offer, made through the C library."""

import ctypes
import os
import platform
import sys

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 0x20, 0x1000, 0x4000, 0x40000
MNT_DETACH = 2
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_SECCOMP = 1, 4, 8, 22
PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 24, 36, 38, 47
SECCOMP_MODE_FILTER, PR_CAP_AMBIENT_CLEAR_ALL = 2, 4
AT_RECURSIVE, AT_EMPTY_PATH, AT_FDCWD = 0x8000, 0x1000, -100
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV = 1, 2, 4

LINUX = sys.platform == "linux"
MACHINES = {"x86_64": 0, "aarch64": 1}
_libc = ctypes.CDLL(None, use_errno=True) if LINUX else None

# Each row has the call's number on x86_64 and on aarch64.
NUMBERS = {
    "capset": (126, 91),
    "pivot_root": (155, 41),
    "mount_setattr": (442, 442),
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
}


def machine() -> int:
    """The column of this machine in the tables of call numbers; raises OSError for other machines."""
    if not LINUX or platform.machine() not in MACHINES:
        raise OSError(f"got {sys.platform} on {platform.machine()}, but should be linux on {' or '.join(MACHINES)}")
    return MACHINES[platform.machine()]


def _checked(what: str, result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def call(name: str, *arguments: object) -> int:
    """Make a system call by number; raises OSError with the call's name."""
    number = NUMBERS[name][machine()]
    assert _libc is not None
    return _checked(name, int(_libc.syscall(ctypes.c_long(number), *arguments)))


def libc(name: str, *arguments: object) -> int:
    """Call a function of the C library that gives -1 and sets errno on failure; raises OSError with its name."""
    if _libc is None:
        raise OSError(f"{name}: got {sys.platform}, but should be linux")
    return _checked(name, int(getattr(_libc, name)(*arguments)))


def prctl(option: int, *arguments: int) -> int:
    """Set a property of this process; raises OSError."""
    padded = [ctypes.c_ulong(value) for value in (*arguments, 0, 0, 0, 0)[:4]]
    return libc("prctl", option, *padded)


def mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    """Mount; raises OSError that names the target."""
    try:
        data = ctypes.c_char_p(options.encode() or None)
        libc("mount", source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), data)
    except OSError as error:
        raise OSError(error.errno, f"{error.strerror} [{target}]") from None


def set_mount_attributes(target: str, attributes: int) -> None:
    """Make a mount and everything mounted below it read-only, nosuid, …; raises OSError."""
    wanted = (ctypes.c_uint64 * 4)(attributes, 0, 0, 0)
    call("mount_setattr", AT_FDCWD, target.encode(), AT_RECURSIVE, ctypes.byref(wanted), ctypes.c_size_t(32))
