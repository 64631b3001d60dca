"""A filter on system calls: what PCA never needs and an escape would (no library, x86_64 and aarch64)."""

import ctypes
import errno
import struct

from .syscalls import PR_SET_SECCOMP, SECCOMP_MODE_FILTER, libc, machine

# One row a call: its number on x86_64 and on aarch64 (None: the machine has no such call).
_Row = tuple[int | None, int | None]
DENIED: dict[str, _Row] = {
    # other processes
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "process_madvise": (440, 440), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    # a namespace in which one would be root again
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "move_mount": (429, 429), "open_tree": (428, 428), "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264),
    # wide doors of the kernel
    "bpf": (321, 280), "userfaultfd": (323, 282), "perf_event_open": (298, 241), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "fanotify_init": (300, 262),
    "personality": (135, 92), "syslog": (103, 116), "acct": (163, 89), "quotactl": (179, 60),
    "lookup_dcookie": (212, 18), "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "clock_adjtime": (305, 266), "adjtimex": (159, 171),
    "sethostname": (170, 161), "setdomainname": (171, 162), "vhangup": (153, 58),
    # what outlives a process: keys, System V and POSIX queues, memory files
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "msgget": (68, 186), "msgsnd": (69, 189),
    "msgrcv": (70, 188), "msgctl": (71, 187), "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191),
    "semtimedop": (220, 192), "mq_open": (240, 180), "mq_unlink": (241, 181),
    "memfd_create": (319, 279), "memfd_secret": (447, 447),
    # every network, and every local service that listens on a socket
    "socket": (41, 198),
}  # fmt: skip
# Without a private file system these still reach other people's files by name: Landlock does not cover them.
DENIED_OUTSIDE_A_PRIVATE_ROOT: dict[str, _Row] = {
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54),
    "utime": (132, None), "utimes": (235, None), "utimensat": (280, 88), "futimesat": (261, None),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "removexattrat": (466, 466),
    # how fast the other processes of the same user run
    "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setaffinity": (203, 122), "sched_setattr": (314, 274),
    "sched_setscheduler": (144, 119), "sched_setparam": (142, 118), "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}  # fmt: skip
TO_SELF_ONLY: dict[str, _Row] = {"kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131)}
_PRLIMIT, _CLONE, _CLONE3 = (302, 261), (56, 220), (435, 435)
_NEW_NAMESPACE = 0x7E020000
_ARCHITECTURE = (0xC000003E, 0xC00000B7)
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("<HBBI", code, then, otherwise, value)


def program(pid: int, *, private_root: bool, private_pids: bool) -> bytes:
    """Return the filter for one process as classic BPF; signals are confined only where pids are shared with others.

    Raises OSError on a machine whose call numbers are not known.
    """
    column = machine()
    refuse = _step(_RETURN, _REFUSE | errno.EPERM)
    allow = _step(_RETURN, _ALLOW)
    denied = dict(DENIED) if private_root else DENIED | DENIED_OUTSIDE_A_PRIVATE_ROOT
    steps = [
        _step(_LOAD, _ARCHITECTURE_AT),
        _step(_EQUAL, _ARCHITECTURE[column], 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER_AT),
    ]
    if column == 0:
        steps += [_step(_AT_LEAST, 0x40000000, 0, 1), refuse]  # the x32 numbers would go round the table
    for row in denied.values():
        number = row[column]
        if number is not None:
            steps += [_step(_EQUAL, number, 0, 1), refuse]
    # ENOSYS, so that the C library goes back to clone, whose flags a filter can see
    steps += [_step(_EQUAL, _CLONE3[column], 0, 1), _step(_RETURN, _REFUSE | errno.ENOSYS)]
    steps += [_step(_EQUAL, _CLONE[column], 0, 4), _step(_LOAD, _FIRST_ARGUMENT_AT)]
    steps += [_step(_ANY_BIT, _NEW_NAMESPACE, 0, 1), refuse, allow]
    for row in () if private_pids else TO_SELF_ONLY.values():
        steps += [_step(_EQUAL, row[column] or 0, 0, 4), _step(_LOAD, _FIRST_ARGUMENT_AT)]
        steps += [_step(_EQUAL, pid, 1, 0), refuse, allow]
    steps += [_step(_EQUAL, _PRLIMIT[column], 0, 5), _step(_LOAD, _FIRST_ARGUMENT_AT)]
    steps += [_step(_EQUAL, 0, 2, 0), _step(_EQUAL, pid, 1, 0), refuse, allow]
    return b"".join([*steps, allow])


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]


def install(code: bytes) -> None:
    """Filter this process and all it starts, for good; needs no_new_privs; raises OSError."""
    filter_ = _Program(len(code) // 8, code)
    libc("prctl", PR_SET_SECCOMP, ctypes.c_ulong(SECCOMP_MODE_FILTER), ctypes.byref(filter_))
