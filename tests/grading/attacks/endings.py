"""Attacks on time, memory and the answer: never ending, ending badly, answering with anything but an answer."""

from .attack import LIMITED, Attack

ATTACKS = {
    # time and memory
    "loop for ever": Attack(
        """
        def attack(**rest):
            print("tried", flush=True)
            while True:
                pass
        """,
        ("timeout",),
    ),
    "sleep for ever, deaf to signals": Attack(
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
        ("timeout",),
    ),
    "ten gigabytes": Attack(
        """
        import numpy as np
        def attack(**rest):
            print("tried")
            np.empty(10 * 2**30, dtype=np.uint8)[::2**20] = 1
            print("BREACH")
        """,
        ("memory",),
        holds=LIMITED,
    ),
    "grow a list": Attack(
        """
        def attack(**rest):
            print("tried")
            kept = []
            for _ in range(40):
                kept.append(bytearray(50 * 2**20))
            print("BREACH")
        """,
        ("memory",),
        holds=LIMITED,
    ),
    "recursion": Attack(
        "def down(n):\n    return down(n + 1) + 1\ndef attack(**rest):\n    print('tried')\n    down(0)", ("error",)
    ),
    "recursion without a limit": Attack(
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
        ("killed", "memory", "error"),
        holds=LIMITED,
    ),
    # ending
    "leave at once": Attack(
        "import os\ndef attack(**rest):\n    print('tried', flush=True)\n    os._exit(0)", ("killed",)
    ),
    "crash": Attack(
        "import ctypes\ndef attack(**rest):\n    print('tried', flush=True)\n    ctypes.string_at(0)", ("killed",)
    ),
    "abort": Attack("import os\ndef attack(**rest):\n    print('tried', flush=True)\n    os.abort()", ("killed",)),
    "exit": Attack("def attack(**rest):\n    print('tried')\n    exit()", ("error",)),
    "exit while loading": Attack("import sys\nprint('tried')\nsys.exit(0)", ("error",)),
    "act at exit": Attack("""
        import atexit, time
        def attack(**rest):
            print("tried")
            atexit.register(time.sleep, 1000)
            atexit.register(print, "BREACH")
        """),
    # output
    "a gigabyte of output": Attack(
        """
        import os
        def attack(**rest):
            print("tried", flush=True)
            for _ in range(1024):
                os.write(1, b"x" * 2**20)
        """,
        ("output-limit",),
    ),
    "a gigabyte of answer": Attack(
        """
        import os
        def attack(**rest):
            print("tried", flush=True)
            for _ in range(1024):
                os.write(4, b"x" * 2**20)
        """,
        ("forged",),
    ),
    "write to every descriptor": Attack(
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
        ("forged",),
    ),
    "print a result and leave": Attack(
        """
        import os
        def attack(**rest):
            print("tried")
            print('{"status": "ok", "score": 1000}', flush=True)
            os._exit(0)
        """,
        ("killed",),
    ),
    "raise what cannot be printed": Attack(
        """
        class Mute(BaseException):
            def __str__(self):
                raise self
        def attack(**rest):
            print("tried")
            raise Mute
        """,
        ("error",),
    ),
    "raise a novel": Attack("def attack(**rest):\n    print('tried')\n    raise ValueError('x' * 10**8)", ("error",)),
    "take Python apart": Attack(
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
        ("ok", "error", "killed", "forged"),
    ),
}
