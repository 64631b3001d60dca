"""Attacks on what a run shares with its parents and with later runs: memory, descriptors, the interpreter, notes."""

from .attack import LIMITED, SEALED, WALLED, Attack

ATTACKS = {
    "write into memory that is shared with the parent": Attack("""
        def attack(**rest):
            print("tried")
            try:
                shared = [line for line in open("/proc/self/maps") if line.split()[1][1::2] == "ws"]
            except OSError:
                return
            if shared:
                print("BREACH", shared)
        """),
    "read one's own memory through files": Attack(
        """
        import os
        def attack(judge, **rest):
            print("tried")
            for pid in (os.getppid(), judge, 1):
                for name in ("mem", "environ", "maps", "stack", "syscall", "auxv", "cwd", "root", "exe"):
                    path = f"/proc/{pid}/{name}"
                    try:
                        if name in ("cwd", "root", "exe"):
                            os.readlink(path)
                        elif not open(path, "rb").read(1):
                            continue
                        print("BREACH", path)
                    except OSError:
                        pass
        """,
        holds=SEALED,
    ),
    "read another process's memory by system calls": Attack(
        """
        import ctypes, os, platform
        def attack(judge, victim, **rest):
            print("tried")
            libc = ctypes.CDLL(None, use_errno=True)
            numbers = {"x86_64": (310, 311, 312, 438), "aarch64": (270, 271, 272, 438)}[platform.machine()]
            class Vector(ctypes.Structure):
                _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
            room = ctypes.create_string_buffer(8)
            here = Vector(ctypes.addressof(room), 8)
            for pid in (os.getppid(), judge, victim):
                for number in numbers[:2]:
                    if libc.syscall(number, pid, ctypes.byref(here), 1, ctypes.byref(here), 1, 0) > 0:
                        print("BREACH", number, pid)
                if libc.syscall(numbers[2], pid, pid, 0, 0, 0) > 0:
                    print("BREACH kcmp", pid)
                if libc.syscall(434, pid, 0) >= 0:
                    print("BREACH pidfd", pid)
        """,
        holds=SEALED,
    ),
    "trace what runs after the call": Attack("""
        import sys, threading
        def attack(**rest):
            print("tried")
            def look(frame, event, argument):
                for name, value in {**frame.f_locals, **frame.f_globals}.items():
                    if name in ("seed", "secret", "expected", "right", "key"):
                        print("BREACH", name)
                return look
            sys.settrace(look)
            sys.setprofile(look)
            threading.settrace(look)
            frame = sys._getframe()
            while frame:
                frame.f_trace = look
                frame = frame.f_back
            monitoring = sys.monitoring if hasattr(sys, "monitoring") else None
            if monitoring:
                monitoring.use_tool_id(monitoring.PROFILER_ID, "spy")
                monitoring.set_events(monitoring.PROFILER_ID, monitoring.events.PY_START)
        """),
    "hooks of the interpreter": Attack(
        """
        import builtins, codecs, gc, sys, warnings
        def attack(**rest):
            print("tried", flush=True)
            sys.excepthook = sys.unraisablehook = sys.displayhook = lambda *rest: 1 / 0
            sys.addaudithook(lambda name, arguments: None)
            gc.callbacks.append(lambda *rest: None)
            codecs.register(lambda name: None)
            codecs.register_error("strict", lambda error: ("", error.end))
            warnings.showwarning = None
            builtins.len = builtins.isinstance = lambda *rest: True
            sys.modules.clear()
        """,
        ("ok", "error", "killed", "forged"),
    ),
    "numbers that are computed when they are looked at": Attack(
        """
        import numpy as np
        class Lazy(np.ndarray):
            __array_priority__ = 1e9
            def __array_ufunc__(self, *rest, **named): return True
            def __array_function__(self, *rest, **named): return True
            def __eq__(self, other): return True
            def __getattribute__(self, name): raise SystemExit(0)
            def __reduce__(self): return print, ("BREACH",)
        def attack(**rest):
            print("tried", flush=True)
            np.allclose = np.array_equal = lambda *rest, **named: True
            np.asarray = np.array = lambda value, *rest, **named: value
            global result
            result = np.zeros((2, 2)).view(Lazy)
        """,
        ("ok", "error"),
    ),
    "an array of an exabyte that takes no room": Attack(
        """
        import numpy as np
        def attack(**rest):
            print("tried", flush=True)
            huge = np.broadcast_to(1.0, (2**30, 2**29))
            try:
                np.ascontiguousarray(huge)
                print("BREACH")
            except MemoryError:
                pass
        """,
        holds=LIMITED,
    ),
    "a file in memory that is a program": Attack(
        """
        import ctypes, os
        def attack(**rest):
            print("tried", flush=True)
            try:
                number = os.memfd_create("x")
                os.write(number, b"#!/bin/sh\\necho BREACH\\n")
                if os.fork() == 0:
                    os.execve(number, ["x"], {})
                os.wait()
            except (OSError, AttributeError):
                pass
            try:
                if os.fork() == 0:
                    os.execv("/bin/sh", ["sh", "-c", "echo BREACH"])
            except OSError:
                os._exit(0)
        """,
        holds=SEALED,
    ),
    "poison what Python keeps compiled": Attack(
        """
        import glob, importlib.util, os, sys
        import numpy
        def attack(**rest):
            print("tried")
            names = [importlib.util.cache_from_source(numpy.__file__), *glob.glob(sys.path[-1] + "/*.pth")]
            names += [os.path.join(folder, "sitecustomize.py") for folder in sys.path if folder]
            for name in names:
                try:
                    open(name, "ab").close()
                    if not name.startswith(os.getcwd()):
                        print("BREACH", name)
                except OSError:
                    pass
        """,
        holds=WALLED,
    ),
    "a clock that stands still": Attack(
        """
        import signal, time
        def attack(**rest):
            print("tried", flush=True)
            time.perf_counter = time.process_time = time.monotonic = time.time = lambda: 0.0
            for number in range(1, 65):
                try:
                    signal.signal(number, signal.SIG_IGN)
                    signal.pthread_sigmask(signal.SIG_BLOCK, {number})
                except (OSError, ValueError):
                    pass
            for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
                signal.setitimer(timer, 0)
            while True:
                pass
        """,
        ("timeout",),
        holds=LIMITED,
    ),
    "children that outlive their parents' limits": Attack(
        """
        import os, resource
        def attack(**rest):
            print("tried", flush=True)
            for _ in range(3):
                if os.fork() == 0:
                    try:
                        resource.setrlimit(resource.RLIMIT_CPU, (-1, -1))
                        print("BREACH", flush=True)
                    except (OSError, ValueError):
                        pass
                    while True:
                        pass
            while True:
                pass
        """,
        ("timeout",),
        holds=LIMITED,
    ),
}

CHANNELS = {
    "the folder of the run": "open('note', 'w').write(text)|open('note').read()",
    "the folder for all": "open('/tmp/note', 'w').write(text)|open('/tmp/note').read()",
    "shared memory": "open('/dev/shm/note', 'w').write(text)|open('/dev/shm/note').read()",
    "the older folder for all": "open('/var/tmp/note', 'w').write(text)|open('/var/tmp/note').read()",
    "shared memory of System V": (
        "C.memmove(C.c_void_p(shmat(shmget(4711, 64, 0o1666))), text.encode(), len(text))"
        "|C.string_at(C.c_void_p(shmat(shmget(4711, 64, 0o666)))).decode()"
    ),
    "a name of a socket": (
        "keep.append(socket.socket(socket.AF_UNIX)) or keep[-1].bind('\\0' + text)|"
        "[line for line in open('/proc/net/unix') if text in line][0] and text"
    ),
    "the module of the warm process": "setattr(np, 'note', text)|np.note",
    "an attribute of the interpreter": "setattr(sys, 'note', text)|sys.note",
    "the environment": "os.environ.__setitem__('note', text)|os.environ['note']",
    "the time of a file": "os.utime(np.__file__, (4711, 4711))|text if os.stat(np.__file__).st_mtime == 4711 else ''",
    "the home folder": "open(os.path.expanduser('~/note'), 'w').write(text)|open(os.path.expanduser('~/note')).read()",
    "a lock": (
        "keep.append(open(np.__file__)) or fcntl.flock(keep[-1], fcntl.LOCK_EX)|"
        "text if [line for line in open('/proc/locks')] else ''"
    ),
}
"""How a run on hidden data might leave a note, and how one whose output is shown might read it: two expressions."""

NOTES = """
import ctypes as C, fcntl, os, socket, sys, time
import numpy as np
text = "what-was-hidden"
keep = []
libc = C.CDLL(None)
libc.shmat.restype = C.c_void_p
shmget = lambda key, size, mode: libc.shmget(key, size, mode)
shmat = lambda number: libc.shmat(number, None, 0) if number >= 0 else 1 / 0
def leave(act):
    try:
        eval(act)
        if os.fork() == 0:  # a name or a lock lasts as long as its process
            time.sleep(1000)
    except (OSError, AttributeError, ArithmeticError):
        pass
def find(act):
    try:
        print("BREACH" if eval(act) == text else "nothing")
    except (OSError, AttributeError, ArithmeticError, KeyError, IndexError):
        print("nothing")
"""
