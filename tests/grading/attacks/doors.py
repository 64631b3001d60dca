"""Attacks on what is left: signals to everybody, threads, descriptors, rare system calls, acts while loading."""

import os

from .attack import LIMITED, SEALED, WALLED, Attack, breakout
from .processes import RENAME

_COLUMN = {"aarch64": 1}.get(os.uname().machine, 0)
_NUMBERS = {
    name: numbers[_COLUMN]
    for name, numbers in {
        "memfd_create": (319, 279),
        "userfaultfd": (323, 282),
        "keyctl": (250, 219),
        "msgget": (68, 186),
        "semget": (64, 190),
    }.items()
}
_UNASKED = {
    name: numbers[_COLUMN]
    for name, numbers in {
        "inotify_init1": (294, 26),
        "sched_setaffinity": (203, 122),
        "setpriority": (141, 140),
        "flock": (73, 32),
        "acct": (163, 89),
        "perf_event_open": (298, 241),
        "cachestat": (451, 451),
        "statmount": (457, 457),
        "listmount": (458, 458),
        "mseal": (462, 462),
        "open_tree_attr": (467, 467),
        "file_setattr": (469, 469),
        "one of the next ten years": (700, 700),
    }.items()
}

ATTACKS = {
    "system calls that nobody needs": breakout(f"""
        import ctypes
        def attack(**rest):
            print("tried")
            libc = ctypes.CDLL(None, use_errno=True)
            for name, number in {_UNASKED!r}.items():
                ctypes.set_errno(0)
                if libc.syscall(number, 0, 0, 0, 0, 0, 0) >= 0 or ctypes.get_errno() not in (1, 38):
                    print("BREACH", name, ctypes.get_errno())
        """, SEALED),
    "signal everybody": breakout("""
        import os
        def attack(**rest):
            print("tried")
            for pid in {-1, 0, 1} - {os.getpid()}:
                try:
                    os.kill(pid, 0)  # which harms nobody, and tells whether a real one would
                    if pid:
                        print("BREACH", pid)
                except OSError:
                    pass
        """, WALLED),
    "threads without end": breakout("""
        import threading, time
        def attack(**rest):
            print("tried", flush=True)
            started = 0
            try:
                for _ in range(300):
                    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
                    started += 1
                print("BREACH", started)
            except (RuntimeError, MemoryError):
                pass
        """, LIMITED),
    "fork bomb while loading": breakout("""
        print("tried", flush=True)
        rename()
        try:
            for forked in range(300):
                if os.fork() == 0:
                    time.sleep(1000)
                    os._exit(0)
            print("BREACH", forked)
        except OSError:
            pass
        def attack(**rest):
            pass
        """, LIMITED, prefix=RENAME),
    "loop for ever while loading": Attack("""
        print("tried", flush=True)
        while True:
            pass
        """, ("timeout",)),
    "open descriptors without end": breakout("""
        import os
        def attack(**rest):
            print("tried")
            opened = []
            try:
                for _ in range(500):
                    opened.append(os.open("/dev/null" if os.path.exists("/dev/null") else ".", os.O_RDONLY))
                print("BREACH", len(opened))
            except OSError:
                for fd in opened:
                    os.close(fd)
        """, LIMITED),
    "a file with a terabyte of nothing": breakout("""
        import os, signal
        def attack(**rest):
            print("tried", flush=True)
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            with open("sparse", "wb") as file:
                try:
                    os.ftruncate(file.fileno(), 1 << 40)
                    print("BREACH")
                except OSError:
                    pass
        """, LIMITED),
    "more files than there is room for": Attack("""
        import os
        def attack(**rest):
            print("tried", flush=True)
            try:
                room = os.statvfs(".").f_ffree  # of a scratch folder in memory; a disk has no end of it
                for number in range(room + 1 if room < 10_000 else 1_000):
                    os.close(os.open(f"f{number}", os.O_CREAT | os.O_WRONLY))
            except OSError:
                pass
        """),
    "rare system calls": breakout(f"""
        import ctypes
        def attack(**rest):
            print("tried")
            call = ctypes.CDLL(None).syscall
            arguments = {{
                "memfd_create": (b"left", 0), "userfaultfd": (0,), "keyctl": (0, -3, 1),
                "msgget": (0, 0o1600), "semget": (0, 1, 0o1600),
            }}
            for name, number in {_NUMBERS!r}.items():
                if call(number, *arguments[name]) >= 0:
                    print("BREACH", name)
        """, SEALED),
    "become a program of the system": breakout("""
        import os
        def attack(**rest):
            print("tried", flush=True)
            for path in ("/bin/sh", "/usr/bin/env", "/usr/bin/python3", "/usr/bin/su"):
                try:
                    if os.posix_spawn(path, [path, "-c", "exit"], {}):
                        print("BREACH", path)
                except OSError:
                    pass
        """, SEALED),
    "change the code that runs the next submission": Attack("""
        import sys, os
        def attack(**rest):
            print("tried", flush=True)
            for module in list(sys.modules.values()):
                path = getattr(module, "__file__", None) or ""
                if path.endswith(("student.py", "fork_server.py", "records.py", "numpy/__init__.py")):
                    for act in (lambda: open(path, "a").write(" "), lambda: os.rename(path, path + "x")):
                        try:
                            act()
                            print("BREACH", path)
                            break
                        except OSError:
                            pass
        """, holds=WALLED),
}  # fmt: skip
