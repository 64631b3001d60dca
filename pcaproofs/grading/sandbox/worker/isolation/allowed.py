"""System calls that an interpreter with NumPy, SciPy, scikit-learn and Matplotlib makes; all others are refused.

Each row has the call's number on x86_64 and on aarch64 (None: the machine has no such call).
"""

Row = tuple[int | None, int | None]
ALLOWED: dict[str, Row] = {
    # files
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67),
    "pwrite64": (18, 68), "preadv": (295, 69), "pwritev": (296, 70), "preadv2": (327, 286), "pwritev2": (328, 287),
    "open": (2, None), "openat": (257, 56), "openat2": (437, 437), "creat": (85, None), "close": (3, 57),
    "close_range": (436, 436), "stat": (4, None), "fstat": (5, 80), "lstat": (6, None), "newfstatat": (262, 79),
    "statx": (332, 291), "access": (21, None), "faccessat": (269, 48), "faccessat2": (439, 439), "lseek": (8, 62),
    "ioctl": (16, 29), "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24), "fcntl": (72, 25),
    "fsync": (74, 82), "fdatasync": (75, 83), "truncate": (76, 45), "ftruncate": (77, 46), "fallocate": (285, 47),
    "fadvise64": (221, 223), "copy_file_range": (326, 285), "sendfile": (40, 71), "getdents": (78, None),
    "getdents64": (217, 61), "getcwd": (79, 17), "chdir": (80, 49), "fchdir": (81, 50), "rename": (82, None),
    "renameat": (264, 38), "renameat2": (316, 276), "mkdir": (83, None), "mkdirat": (258, 34), "rmdir": (84, None),
    "link": (86, None), "linkat": (265, 37), "unlink": (87, None), "unlinkat": (263, 35), "symlink": (88, None),
    "symlinkat": (266, 36), "readlink": (89, None), "readlinkat": (267, 78), "umask": (95, 166), "statfs": (137, 43),
    "fstatfs": (138, 44), "getxattr": (191, 8), "lgetxattr": (192, 9), "fgetxattr": (193, 10), "listxattr": (194, 11),
    "llistxattr": (195, 12), "flistxattr": (196, 13),
    # memory
    "mmap": (9, 222), "mprotect": (10, 226), "munmap": (11, 215), "mremap": (25, 216), "msync": (26, 227),
    "mincore": (27, 232), "madvise": (28, 233), "brk": (12, 214), "mlock": (149, 228), "munlock": (150, 229),
    "membarrier": (324, 283), "get_mempolicy": (239, 236),
    # pipes, events and pairs of sockets
    "pipe": (22, None), "pipe2": (293, 59), "select": (23, None), "pselect6": (270, 72), "poll": (7, None),
    "ppoll": (271, 73), "epoll_create": (213, None), "epoll_create1": (291, 20), "epoll_ctl": (233, 21),
    "epoll_wait": (232, None), "epoll_pwait": (281, 22), "eventfd": (284, None), "eventfd2": (290, 19),
    "socketpair": (53, 199), "sendto": (44, 206), "recvfrom": (45, 207), "sendmsg": (46, 211), "recvmsg": (47, 212),
    "shutdown": (48, 210), "getsockopt": (55, 209), "setsockopt": (54, 208), "getsockname": (51, 204),
    # signals and time
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "rt_sigpending": (127, 136),
    "rt_sigtimedwait": (128, 137), "rt_sigsuspend": (130, 133), "sigaltstack": (131, 132),
    "restart_syscall": (219, 128), "pause": (34, None), "alarm": (37, None), "setitimer": (38, 103),
    "getitimer": (36, 102), "time": (201, None), "gettimeofday": (96, 169), "clock_gettime": (228, 113),
    "clock_getres": (229, 114), "clock_nanosleep": (230, 115), "nanosleep": (35, 101), "timer_create": (222, 107),
    "timer_settime": (223, 110), "timer_gettime": (224, 108), "timer_getoverrun": (225, 109),
    "timer_delete": (226, 111), "timerfd_create": (283, 85), "timerfd_settime": (286, 86),
    "timerfd_gettime": (287, 87),
    # own processes and threads
    "fork": (57, None), "vfork": (58, None), "clone": (56, 220), "execve": (59, 221), "execveat": (322, 281),
    "exit": (60, 93), "exit_group": (231, 94), "wait4": (61, 260), "waitid": (247, 95), "kill": (62, 129),
    "tkill": (200, 130), "tgkill": (234, 131), "getpid": (39, 172), "gettid": (186, 178), "getppid": (110, 173),
    "getpgid": (121, 155), "getpgrp": (111, None), "setpgid": (109, 154), "getsid": (124, 156), "setsid": (112, 157),
    "getuid": (102, 174), "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177), "getresuid": (118, 148),
    "getresgid": (120, 150), "getgroups": (115, 158), "uname": (63, 160), "sysinfo": (99, 179),
    "getrusage": (98, 165), "times": (100, 153), "getrlimit": (97, 163), "setrlimit": (160, 164),
    "prlimit64": (302, 261), "prctl": (157, 167), "arch_prctl": (158, None), "getrandom": (318, 278),
    "futex": (202, 98), "set_robust_list": (273, 99), "get_robust_list": (274, 100), "set_tid_address": (218, 96),
    "rseq": (334, 293), "getcpu": (309, 168), "getpriority": (140, 141), "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123), "sched_getparam": (143, 121), "sched_getscheduler": (145, 120),
    "sched_get_priority_max": (146, 125), "sched_get_priority_min": (147, 126),
}  # fmt: skip
# In a shared file system these could change other users' files: Landlock does not cover them.
ALLOWED_IN_A_PRIVATE_ROOT: dict[str, Row] = {
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "chown": (92, None), "fchown": (93, 55),
    "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None), "utimes": (235, None), "utimensat": (280, 88),
    "futimesat": (261, None), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "mknod": (133, None),
    "mknodat": (259, 33),
}  # fmt: skip
TO_SELF_ONLY: dict[str, Row] = {"kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131)}
"""Allowed; where processes are shared, only with the process itself as target."""
