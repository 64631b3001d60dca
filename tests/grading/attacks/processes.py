"""Attacks on other processes: killing, tracing, outliving, multiplying."""

import os

from .attack import EVERYWHERE, LIMITED, SEALED, WALLED, Attack

NAME_OF_SURVIVOR = f"pcab{os.getpid()}"
"""What an attack calls the processes that it leaves behind: as no other run of these tests on this machine does."""

RENAME = f"""
import ctypes, os, time
def rename():
    ctypes.CDLL(None).prctl(15, b"{NAME_OF_SURVIVOR}", 0, 0, 0)
"""

ATTACKS = [
    # other processes
    Attack(
        "kill another process",
        """
        import os, signal
        def attack(judge, victim, **rest):
            print("tried")
            for pid, number in ((judge, 0), (victim, signal.SIGKILL)):
                try:
                    os.kill(pid, number)
                    print("BREACH", pid)
                except OSError:
                    pass
        """,
        WALLED,
        works_without_walls=True,
    ),
    Attack(
        "kill the warm process",
        """
        import os, signal
        def attack(**rest):
            print("tried", flush=True)
            if os.getppid() > 0:
                os.kill(os.getppid(), signal.SIGKILL)
        """,
        WALLED,
        ("ok", "error"),
    ),
    Attack(
        "trace another process",
        """
        import ctypes, os
        def attack(judge, victim, **rest):
            print("tried")
            libc = ctypes.CDLL(None)
            libc.ptrace.argtypes = [ctypes.c_long] * 4
            for pid in (victim, os.getppid()):
                if pid and libc.ptrace(0x4206, pid, 0, 0) == 0:  # seize, which does not stop it
                    print("BREACH", pid)
        """,
        WALLED,
        works_without_walls=True,
    ),
    Attack(
        "survive as a daemon",
        """
        def attack(**rest):
            print("tried", flush=True)
            for _ in range(3):
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() == 0:
                        rename()
                        time.sleep(1000)
                    os._exit(0)
        """,
        EVERYWHERE,
        prefix=RENAME,
    ),
    Attack(
        "fork bomb",
        """
        def attack(**rest):
            print("tried", flush=True)
            rename()
            forked = 0
            try:
                for _ in range(300):
                    if os.fork() == 0:
                        time.sleep(1000)
                        os._exit(0)
                    forked += 1
                print("BREACH", forked)
            except OSError:
                pass
        """,
        LIMITED,
        prefix=RENAME,
        works_without_walls=True,
    ),
    Attack(
        "slow another process down",
        """
        import os
        def attack(victim, **rest):
            print("tried")
            for act in (
                lambda: os.setpriority(os.PRIO_PROCESS, victim, 19),
                lambda: os.sched_setaffinity(victim, os.sched_getaffinity(victim)),
            ):
                try:
                    act()
                    print("BREACH")
                except OSError:
                    pass
        """,
        WALLED,
        works_without_walls=True,
    ),
    Attack(
        "answer twice, from two processes",
        """
        import os
        def attack(**rest):
            print("tried", flush=True)
            os.fork()
        """,
        EVERYWHERE,
        ("forged", "ok"),
    ),
    Attack(
        "stop oneself",
        """
        import os, signal, time
        def attack(**rest):
            print("tried", flush=True)
            os.kill(os.getpid(), signal.SIGSTOP)
            time.sleep(1000)
        """,
        EVERYWHERE,
        ("timeout",),
    ),
    Attack(
        "close every descriptor",
        """
        import os
        def attack(**rest):
            print("tried", flush=True)
            os.closerange(0, 1024)
        """,
        EVERYWHERE,
        ("killed",),
    ),
    Attack(
        "leave threads running",
        """
        import threading, time
        def attack(**rest):
            print("tried", flush=True)
            for _ in range(3):
                threading.Thread(target=time.sleep, args=(1000,)).start()
        """,
        EVERYWHERE,
    ),
    Attack(
        "become root",
        """
        import os
        def attack(**rest):
            print("tried")
            for act in (lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0]), lambda: os.chroot(".")):
                try:
                    act()
                    print("BREACH")
                except OSError:
                    pass
        """,
        LIMITED,
    ),
    Attack(
        "be root in a namespace of one's own",
        """
        import ctypes
        def attack(**rest):
            print("tried")
            if ctypes.CDLL(None).unshare(0x10000000) == 0:
                print("BREACH")
        """,
        SEALED,
        works_without_walls=True,
    ),
    Attack(
        "raise a limit",
        """
        import resource
        def attack(**rest):
            print("tried")
            for which in (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE):
                soft, hard = resource.getrlimit(which)
                try:
                    resource.setrlimit(which, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                    print("BREACH", which)
                except (OSError, ValueError):
                    pass
        """,
        LIMITED,
        works_without_walls=True,
    ),
]
