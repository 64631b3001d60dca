"""Submissions that attack by what they return, or by what they leave behind for the next call.

Each is the body of a file with ``pca(X, k)`` that returns scores; none is PCA, and none may earn what zeros do not.
"""

HEAD = "import numpy as np\n"
NOTHING = HEAD + "def pca(X, k):\n    return np.zeros((len(X), k))\n"


def returned(value: str, before: str = "") -> str:
    return f"{HEAD}{before}def pca(X, k):\n    return {value}\n"


VALUES = {
    "ones": returned("np.ones((len(X), k))"),
    "a row for all": returned("np.tile(np.arange(1.0, k + 1), (len(X), 1))"),
    "features, very small": returned("1e-9 * (X - X.mean(axis=0))[:, :k]"),
    "noise, very small": returned("1e-7 * np.random.randn(len(X), k)"),
    "numbers that overflow": returned("np.where(np.arange(len(X))[:, None] % 2, 1e308, -1e308) * np.ones(k)"),
    "the smallest numbers": returned("np.full((len(X), k), 5e-324)"),
    "an array that is equal to everything": returned("np.zeros((len(X), k)).view(Equal)", """\
class Equal(np.ndarray):
    __eq__ = lambda self, other: True
    __ne__ = __lt__ = __gt__ = __le__ = __ge__ = lambda self, other: False
    __sub__ = __rsub__ = lambda self, other: 0 * np.asarray(other)
    __array__ = lambda self, *more, **options: self
    __array_ufunc__ = lambda self, *more, **options: np.float64(0)
    __array_function__ = lambda self, *more, **options: True
    tobytes = lambda self, *more: bytes(8)
    __abs__ = max = sum = mean = lambda self, *more, **options: 0
"""),
    "numbers that act when they are read": returned("np.array([[N()] * k] * len(X), dtype=object)", """\
class N:
    def __float__(self):
        np.isfinite = np.array_equal = lambda *more: True
        return 0.0
    __complex__ = lambda self: 0j
    __reduce__ = lambda self: (__import__("os").system, ("touch breach",))
"""),
    "memory that a thread goes on writing": """\
import mmap, threading
import numpy as np
def pca(X, k):
    memory = mmap.mmap(-1, len(X) * k * 8)
    Z = np.frombuffer(memory).reshape(len(X), k)
    def write():
        while True:
            Z[:] = 1
            Z[:] = 0
    threading.Thread(target=write, daemon=True).start()
    return Z
""",
    "an interface that lies": returned("Lies(X, k)", """\
class Lies:
    def __init__(self, X, k):
        self.shape = (len(X), k)
    @property
    def __array_interface__(self):
        return dict(shape=self.shape, typestr="<f8", data=(id(self), True), version=3)
"""),
    "a hook that writes into all arrays": returned("np.zeros((len(X), k))", """\
import sys, threading
def hook(frame, event, value):
    if event == "return" and isinstance(value, np.ndarray) and value.flags.writeable:
        value[...] = 1
sys.setprofile(hook)
threading.setprofile(hook)
"""),
    "a thread that computes after the call": """\
import threading, time
import numpy as np
def later(Z, X, k):
    time.sleep(1)
    U, s, _ = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    Z[:] = U[:, :k] * s[:k]
def pca(X, k):
    Z = np.zeros((len(X), k))
    threading.Thread(target=later, args=(Z, X, k)).start()
    return Z
""",
    "an array whose class replaces all operations": returned("np.zeros((len(X), k)).view(Lies)", """\
class Lies(np.ndarray):
    shape = property(lambda self: (10**9, 10**9))
    dtype = property(lambda self: np.dtype("O"))
    __eq__ = __le__ = lambda self, other: True
    __array_ufunc__ = __array_function__ = lambda self, *arguments, **more: np.zeros(1)
"""),
    "an array that differs each time it is made": returned("Changing(X, k)", """\
class Changing:
    count = 0
    def __init__(self, X, k):
        self.X, self.k = X, k
    def __array__(self, dtype=None, copy=None):
        Changing.count += 1
        return np.zeros((len(self.X), self.k)) + Changing.count % 2 * self.X[:, : self.k]
"""),
    "functions of numpy and of Python that agree to everything": returned("np.zeros((len(X), k))", """\
import builtins
np.allclose = np.array_equal = builtins.all = lambda *arguments, **more: True
np.abs = np.linalg.norm = lambda *arguments, **more: 0.0
"""),
    "variables of the callers": returned("act(X, k)", """\
import gc, sys
def act(X, k):
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()):
            if isinstance(value, dict) and "X" in value:
                value["X"] = np.zeros_like(X)
        frame = frame.f_back
    return np.zeros((len(X), k))
"""),
    "a result from a forked process": returned("fork(X, k)", """\
import os
def fork(X, k):
    os.fork()
    return np.zeros((len(X), k))
"""),
}  # fmt: skip
"""By what is done."""

CACHE = """\
import os, pickle
import numpy as np
held = {}
PLACES = (".", "/tmp", "/var/tmp", "/dev/shm", os.path.expanduser("~"))
def keep(X, value):
    held[X.tobytes()] = value
    for place in PLACES:
        try:
            with open(os.path.join(place, X.tobytes().hex()[:40]), "wb") as file:
                pickle.dump(value, file)
        except OSError:
            pass
def find(X):
    if X.tobytes() in held:
        return held[X.tobytes()]
    for place in PLACES:
        try:
            with open(os.path.join(place, X.tobytes().hex()[:40]), "rb") as file:
                return pickle.load(file)
        except OSError:
            pass
def axes(X, k):
    found = find(np.ascontiguousarray(X))
    print("BREACH" if found is not None else "tried")
    return np.zeros((X.shape[1], k)) if found is None else found
def project(X, W):
    keep(np.ascontiguousarray(X), np.array(W))
    return np.zeros((len(X), W.shape[1]))
"""
"""A first task that looks for what a later one is handed: right components of the same data."""
