"""Attacks on time, memory and the answer: never ending, ending badly, answering with anything but an answer."""

from .attack import EVERYWHERE, LIMITED, Attack

ATTACKS = [
    # time and memory
    Attack(
        "loop for ever",
        """
        def attack(**rest):
            print("tried", flush=True)
            while True:
                pass
        """,
        EVERYWHERE,
        ("timeout",),
    ),
    Attack(
        "sleep for ever, deaf to signals",
        """
        import signal, time
        def attack(**rest):
            print("tried", flush=True)
            for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            end = time.monotonic() + 1000
            while time.monotonic() < end:
                time.sleep(1)
        """,
        EVERYWHERE,
        ("timeout",),
    ),
    Attack(
        "ten gigabytes",
        """
        import numpy as np
        def attack(**rest):
            print("tried")
            np.empty(10 * 2**30, dtype=np.uint8)[::2**20] = 1
            print("BREACH")
        """,
        LIMITED,
        ("memory",),
    ),
    Attack(
        "grow a list",
        """
        def attack(**rest):
            print("tried")
            kept = []
            for _ in range(40):
                kept.append(bytearray(50 * 2**20))
            print("BREACH")
        """,
        LIMITED,
        ("memory",),
    ),
    Attack(
        "recursion",
        "def down(n):\n    return down(n + 1) + 1\ndef attack(**rest):\n    print('tried')\n    down(0)",
        EVERYWHERE,
        ("error",),
    ),
    Attack(
        "recursion without a limit",
        """
        import sys
        def attack(**rest):
            print("tried", flush=True)
            sys.setrecursionlimit(10**9)
            class Endless:
                def __repr__(self):
                    return repr([self])
            repr(Endless())
        """,
        LIMITED,
        ("killed", "memory", "error"),
    ),
    # ending
    Attack(
        "leave at once",
        "import os\ndef attack(**rest):\n    print('tried', flush=True)\n    os._exit(0)",
        EVERYWHERE,
        ("killed",),
    ),
    Attack(
        "crash",
        "import ctypes\ndef attack(**rest):\n    print('tried', flush=True)\n    ctypes.string_at(0)",
        EVERYWHERE,
        ("killed",),
    ),
    Attack(
        "abort",
        "import os\ndef attack(**rest):\n    print('tried', flush=True)\n    os.abort()",
        EVERYWHERE,
        ("killed",),
    ),
    Attack("exit", "def attack(**rest):\n    print('tried')\n    exit()", EVERYWHERE, ("error",)),
    Attack("exit while loading", "import sys\nprint('tried')\nsys.exit(0)", EVERYWHERE, ("error",)),
    Attack(
        "act at exit",
        """
        import atexit, time
        def attack(**rest):
            print("tried")
            atexit.register(time.sleep, 1000)
            atexit.register(print, "BREACH")
        """,
        EVERYWHERE,
    ),
    # output
    Attack(
        "a gigabyte of output",
        """
        import os
        def attack(**rest):
            print("tried", flush=True)
            for _ in range(1024):
                os.write(1, b"x" * 2**20)
        """,
        EVERYWHERE,
        ("output-limit",),
    ),
    Attack(
        "a gigabyte of answer",
        """
        import os
        def attack(**rest):
            print("tried", flush=True)
            for _ in range(1024):
                os.write(4, b"x" * 2**20)
        """,
        EVERYWHERE,
        ("forged",),
    ),
    Attack(
        "write to every descriptor",
        """
        import os
        def attack(**rest):
            print("tried", flush=True)
            for fd in range(1024):
                try:
                    os.write(fd, b'{"exit": 0, "cpu": 0, "clean": true}\\n')
                except OSError:
                    pass
        """,
        EVERYWHERE,
        ("forged",),
    ),
    Attack(
        "print a result and leave",
        """
        import os
        def attack(**rest):
            print("tried")
            print('{"status": "ok", "score": 1000}', flush=True)
            os._exit(0)
        """,
        EVERYWHERE,
        ("killed",),
    ),
    Attack(
        "raise what cannot be printed",
        """
        class Mute(BaseException):
            def __str__(self):
                raise self
        def attack(**rest):
            print("tried")
            raise Mute
        """,
        EVERYWHERE,
        ("error",),
    ),
    Attack(
        "raise a novel",
        "def attack(**rest):\n    print('tried')\n    raise ValueError('x' * 10**8)",
        EVERYWHERE,
        ("error",),
    ),
    Attack(
        "take Python apart",
        """
        import builtins, io, os, struct, sys, numpy as np
        def attack(**rest):
            print("tried", flush=True)
            for module in (builtins, io, os, struct, np):
                for name in list(vars(module)):
                    if not name.startswith("__"):
                        setattr(module, name, lambda *a, **k: True)
            sys.stdout = sys.stderr = None
            sys.modules.clear()
        """,
        EVERYWHERE,
        ("ok", "error", "killed", "forged"),
    ),
]
