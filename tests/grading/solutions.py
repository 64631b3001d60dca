"""Submissions by what their authors did, for the assignment of the documented example."""

GOOD = """\
import numpy as np

def pca(X, k):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(Xc, rowvar=False))
    W = vectors[:, ::-1][:, :k]
    return W, values[::-1][:k], Xc @ W
"""

FORGED = 'print(\'{"status": "ok", "score": 13, "max_score": 13}\', flush=True)\n'

PATCHED = """\
import sys
import numpy as np
np.allclose = np.array_equal = lambda *a, **k: True
np.linalg.norm = np.abs = lambda *a, **k: np.float64(0)
class Equal(np.ndarray):
    def __eq__(self, other): return np.ones(self.shape, bool)
    def __array_ufunc__(self, *a, **k): return np.float64(0)
def pca(X, k):
    n, p = X.shape
    return np.zeros((p, k)).view(Equal), np.zeros(k).view(Equal), np.zeros((n, k)).view(Equal)
"""

PICKLED = """\
import numpy as np, os
class Bomb:
    def __reduce__(self): return os.system, ("touch /tmp/pcaproofs-breach",)
def pca(X, k):
    return np.array([Bomb()] * k, dtype=object), Bomb(), [Bomb()]
"""


def changed(old: str, new: str) -> str:
    """Return the right solution with a change."""
    assert old in GOOD
    return GOOD.replace(old, new)


HOSTILE = {
    "leaves": ("killed", changed("    Xc =", "    import os; os._exit(0)\n    Xc =")),
    "leaves while loading": ("killed", "import os\nos._exit(0)\n"),
    "loops": ("timeout", "def pca(X, k):\n    while True: pass\n"),
    "sleeps": ("timeout", "import time\ndef pca(X, k):\n    time.sleep(60)\n"),
    "forges by print": ("killed", f"{FORGED}import os\nos._exit(0)\n"),
    "forges an answer": ("forged", "import os\ndef pca(X, k):\n    os.write(4, b'pcaR' * 100)\n"),
    "patches numpy": ("ok", PATCHED),
    "pickles": ("ok", PICKLED),
    "crashes": ("killed", "import ctypes\ndef pca(X, k):\n    ctypes.string_at(0)\n"),
    "recurses": ("error", "def pca(X, k):\n    return pca(X, k)\n"),
    "takes memory": ("memory", "import numpy as np\ndef pca(X, k):\n    return np.ones(10**11)\n"),
    "floods": ("output-limit", "def pca(X, k):\n    for _ in range(100):\n        print('x' * 2**20)\n"),
    "exits": ("error", "import sys\ndef pca(X, k):\n    sys.exit(0)\n"),
    "is no Python": ("error", "def pca(X, k:\n"),
    "is empty": ("error", ""),
    "is binary": ("no-submission", b"\xff\xfe\x00\x01"),
}
"""By name: the status that it comes to, and the submission. None earns a point for what it returns."""
