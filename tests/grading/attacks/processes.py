"""Attacks on other processes: killing, tracing, outliving, multiplying."""

import os

from .attack import LIMITED, SEALED, WALLED, Attack, breakout

NAME_OF_SURVIVOR = f"pcab{os.getpid()}"
"""What an attack calls the processes that it leaves behind: as no other run of these tests on this machine does."""

RENAME = f"""
import ctypes, os, time
def rename():
    ctypes.CDLL(None).prctl(15, b"{NAME_OF_SURVIVOR}", 0, 0, 0)
"""

ATTACKS = {
    # other processes
    "kill another process": breakout(
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
    ),
    "kill the warm process": Attack(
        """
        import os, signal
        def attack(**rest):
            print("tried", flush=True)
            if os.getppid() > 0:
                os.kill(os.getppid(), signal.SIGKILL)
        """,
        ("ok", "error"),
        holds=WALLED,
    ),
    "trace another process": breakout(
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
    ),
    "survive as a daemon": Attack(
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
        prefix=RENAME,
    ),
    "fork bomb": breakout(
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
    ),
    "slow another process down": breakout(
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
    ),
    "answer twice, from two processes": Attack(
        """
        import os
        def attack(**rest):
            print("tried", flush=True)
            os.fork()
        """,
        ("forged", "ok"),
    ),
    "stop oneself": Attack(
        """
        import os, signal, time
        def attack(**rest):
            print("tried", flush=True)
            os.kill(os.getpid(), signal.SIGSTOP)
            time.sleep(1000)
        """,
        ("timeout",),
    ),
    "close every descriptor": Attack(
        """
        import os
        def attack(**rest):
            print("tried", flush=True)
            os.closerange(0, 1024)
        """,
        ("killed",),
    ),
    "leave threads running": Attack("""
        import threading, time
        def attack(**rest):
            print("tried", flush=True)
            for _ in range(3):
                threading.Thread(target=time.sleep, args=(1000,)).start()
        """),
    "become root": Attack(
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
        holds=LIMITED,
    ),
    "be root in a namespace of one's own": breakout(
        """
        import ctypes
        def attack(**rest):
            print("tried")
            if ctypes.CDLL(None).unshare(0x10000000) == 0:
                print("BREACH")
        """,
        SEALED,
    ),
    "raise a limit": breakout(
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
    ),
}
