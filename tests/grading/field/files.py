"""Small files as they are handed in: what surrounds a PCA, and what is to come of it.

Each is graded by the documented example. ``loses`` are the criteria that lose points (all of them where the PCA itself
cannot be reached), ``says`` what the report says was left out, ``error`` what the student is told first.
"""

import json
from dataclasses import dataclass, field

ALL = frozenset({"*"})
BODY = """\
def pca(X, k):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(Xc, rowvar=False))
    W = vectors[:, ::-1][:, :k]
    return W, values[::-1][:k], Xc @ W
"""
NP = "import numpy as np\n"


@dataclass(frozen=True)
class Case:
    """What is handed in, and what is to come of it."""

    text: str | bytes | list[str]
    """A file; a list is a notebook's cells."""
    loses: frozenset[str] = frozenset()
    says: tuple[str, ...] = ()
    error: str = ""
    notes: str = ""
    beside: dict[str, str | bytes] = field(default_factory=dict)

    @property
    def files(self) -> dict[str, bytes]:
        if isinstance(self.text, list):
            name, data = "pca.ipynb", notebook(self.text)
        else:
            name, data = "pca.py", _bytes(self.text)
        return {name: data, **{other: _bytes(each) for other, each in self.beside.items()}}


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def notebook(cells: list[str]) -> bytes:
    parts = [{"cell_type": "code", "source": cell, "metadata": {}, "outputs": []} for cell in cells]
    return json.dumps(
        {"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "markdown", "source": "x"}, *parts]}
    ).encode()


RUNS = frozenset({"runs"})
ABSENT = "{0} is not installed here"
FILES = {
    "plots with a module that is not here": Case(
        NP + "import no_plots.pyplot as plt\n" + BODY + "def show(Z):\n    plt.scatter(*Z.T)\n    plt.show()\n",
        says=("line 2: import no_plots.pyplot as plt was left out: no_plots is not installed here",),
    ),
    "a mean of data that are not here": Case(
        NP + "DATA = np.load('x.npy')\nmu = DATA.mean(axis=0)\n" + BODY.replace("X.mean(axis=0)", "mu"),
        loses=ALL,
        says=("line 2: DATA = np.load('x.npy') was left out",),
        error="line 3, which defines it, was left out: NameError: name 'DATA' is not defined; "
        "line 2, which defines it, was left out: FileNotFoundError",
    ),
    "plots at its end": Case(
        NP + "import no_plots.pyplot as plt\n" + BODY + "plt.plot([1, 2])\nplt.title('PCA')\nplt.show()\n",
        says=("line 8: plt.plot([1, 2]) was left out: no_plots is not installed here", "line 10: plt.show()"),
    ),
    "uses what is not here in its PCA": Case(
        NP + "import no_frames as pd\n" + BODY.replace("    Xc =", "    X = pd.DataFrame(X).values\n    Xc ="),
        loses=ALL,
        error="ModuleNotFoundError: no_frames is not installed here [line 4]",
    ),
    "imports some names of a module that is not here": Case(
        NP + "from no_learn.decomposition import PCA as Theirs, KernelPCA\n" + BODY,
        says=("line 2: from no_learn.decomposition import PCA as Theirs was left out", "import KernelPCA was left out"),
    ),
    "imports all of a module that is not here": Case(
        "from no_utils import *\n" + NP + BODY + "show(pca)\n",
        says=("line 1: from no_utils import * was left out: no_utils is not installed here",),
    ),
    "relies on what a star would bring": Case(
        "from no_utils import *\n" + NP + BODY.replace("    Xc =", "    X = as_matrix(X)\n    Xc ="),
        loses=ALL,
        error="it may come from an import that fails: no_utils is not installed here",
    ),
    "imports one name that is missing from a module that is here": Case(
        "from math import sqrt, cbrtt\n" + NP + BODY,
        says=("line 1: from math import cbrtt was left out: ImportError: cannot import name 'cbrtt' from 'math'",),
    ),
    "imports inside a try without a handler for it": Case(
        "try:\n    import no_jit\n    import no_gpu as cp\nfinally:\n    print('done')\n" + NP + BODY,
        says=("line 1: try: was left out: no_jit is not installed here",),
    ),
    "falls back by itself": Case(
        NP
        + "try:\n    from no_jit import njit\nexcept ImportError:\n    def njit(f): return f\n"
        + BODY.replace("def pca", "@njit\ndef pca"),
    ),
    "imports a file that was not handed in": Case(
        NP + "from .no_helpers import centre\nfrom . import no_more\n" + BODY,
        says=("line 2: from no_helpers import centre was left out: no_helpers is not installed here", "no_more"),
    ),
    "imports a file that was handed in as if in a package": Case(
        "from .helpers import pca\n",
        beside={"helpers.py": NP + BODY},
    ),
    "imports a file that fails at its own end": Case(
        "from helpers import *\n",
        beside={"helpers.py": "import no_plots as plt\n" + NP + BODY + "plt.show()\nopen('data.csv')\n"},
        says=("helpers.py, line 1: import no_plots as plt", "helpers.py, line 9: open('data.csv') was left out"),
    ),
    "comes as a package of several files": Case(
        "from tools.linear import eigen\nfrom tools import centre\n"
        + NP
        + "def pca(X, k):\n    Xc = centre(X)\n    values, vectors = eigen(np.cov(Xc, rowvar=False))\n"
        "    W = vectors[:, :k]\n    return W, values[:k], Xc @ W\n",
        beside={
            "tools/__init__.py": "from .centring import centre\n",
            "tools/centring.py": "def centre(X):\n    return X - X.mean(axis=0)\n",
            "tools/linear.py": NP + "from no_plots import plt\ndef eigen(C):\n    values, vectors = np.linalg.eigh(C)\n"
            "    return values[::-1], vectors[:, ::-1]\n",
        },
        says=("tools/linear.py, line 2: from no_plots import plt was left out",),
    ),
    "reads binary data that lie beside it": Case(
        NP + "MEAN = np.fromfile('zero.bin')\n" + BODY.replace("X.mean(axis=0)", "X.mean(axis=0) + MEAN[0]"),
        beside={"zero.bin": bytes(8)},
    ),
    "reads data that are not here": Case(
        NP + "names = ['a', 'b']\npath = 'diabetes.csv'\ndf = np.genfromtxt(path, names=names)\nX = df[names]\n"
        "print(X.shape)\n" + BODY + "W, lam, Z = pca(X, 2)\nprint(W)\n",
        says=(
            "line 4: df = np.genfromtxt(path, names=names) was left out: FileNotFoundError",
            "line 5: X = df[names] was left out: NameError: name 'df' is not defined",
            "line 6: print(X.shape)",
            "line 12: W, lam, Z = pca(X, 2)",
            "line 13: print(W)",
        ),
    ),
    "needs data that are not here": Case(
        NP + "mean = np.load('mean.npy')\n" + BODY.replace("X.mean(axis=0)", "mean"),
        loses=ALL,
        error="NameError: name 'mean' is not defined; line 2, which defines it, was left out: FileNotFoundError: "
        "there is no file 'mean.npy' here [line 4]",
    ),
    "asks and asserts": Case(
        NP + BODY + "k = int(input('How many? '))\nprint(pca(np.eye(3), k))\nassert pca(np.eye(3), 1)[1] == 7\n",
        says=(
            "line 7: k = int(input('How many? ')) was left out: EOFError: nobody is here to answer input()",
            "line 9: assert pca(np.eye(3), 1)[1] == 7 was left out",
        ),
    ),
    "asks for ever": Case(
        NP
        + BODY
        + "while True:\n    try:\n        k = int(input('How many? '))\n    except ValueError:\n        pass\n",
        says=("line 7: while True: was left out: EOFError",),
    ),
    "computes for ever": Case(
        NP + BODY.replace("(axis=0)", "(axis=AXIS)") + "n = 0\nwhile True:\n    n += 1\nprint(n)\nAXIS = 0\n",
        says=("line 8: while True: was left out: not run to its end, since", "line 10: print(n)"),
    ),
    "has a main block": Case(
        NP + BODY + "if __name__ == '__main__':\n    import no_plots\n    no_plots.show(open('x'))\n"
    ),
    "imports numpy in its main block": Case(
        BODY + "if __name__ == '__main__':\n    import numpy as np\n    print(pca(np.eye(3), 1))\n",
        loses=frozenset({"imports"}),
        notes="np is used and never imported; `import numpy as np` was supplied",
    ),
    "never imports numpy": Case(
        "EPS = np.finfo(float).eps\n" + BODY,
        loses=frozenset({"imports"}),
        notes="line 1: np is used and never imported",
    ),
    "imports numpy where it uses it": Case(BODY.replace("    Xc =", "    import numpy as np\n    Xc =")),
    "ends the program": Case(
        NP + BODY + "import sys\nif len(sys.argv) < 2:\n    print('usage: pca FILE')\n    sys.exit(1)\n",
        says=("line 8: if len(sys.argv) < 2: was left out: SystemExit",),
    ),
    "has a decorator that is not here": Case(
        NP
        + "from no_jit import njit, jit\n@njit(cache=True)\ndef centre(X):\n    return X - X.mean(axis=0)\n@jit\n"
        + BODY.replace("X - X.mean(axis=0)", "centre(X)"),
        says=("line 3: @njit(cache=True) of centre was left out: no_jit is not installed here", "@jit of pca"),
    ),
    "annotates with what is not here": Case(
        NP
        + "import no_frames as pd\nfrom typing import Optional\nNumber = np.float_ | int\n"
        + BODY.replace(
            "def pca(X, k):", "def pca(X: pd.DataFrame, k: Number = 2, *, y: Optional[int] = None) -> np.mat:"
        ),
        says=(
            "line 4: Number = np.float_ | int was left out: AttributeError: np.float_ was removed in NumPy 2; write "
            "np.float64",
            "line 5: pd.DataFrame of pca was left out",
            "-> np.mat of pca was left out",
        ),
    ),
    "annotates in strings": Case(
        "from __future__ import annotations\n"
        + NP
        + BODY.replace("(X, k)", "(X: pd.DataFrame, k: int) -> tuple[Array]"),
    ),
    "has a default that NumPy no longer has": Case(
        NP + BODY.replace("(X, k):", "(X, k, dtype=np.float_):"),
        says=(
            "line 2: np.float_ of pca was left out: AttributeError: np.float_ was removed in NumPy 2; write np.float64",
        ),
    ),
    "uses a default that NumPy no longer has": Case(
        NP
        + BODY.replace("(X, k):", "(X, k, dtype=np.float_):").replace(
            "    Xc =", "    X = X.astype(dtype())\n    Xc ="
        ),
        loses=ALL,
        error="AttributeError: np.float_ was removed in NumPy 2; write np.float64 [line 3]",
    ),
    "uses np.mat": Case(
        NP + BODY.replace("    Xc =", "    X = np.mat(X)\n    Xc ="),
        loses=ALL,
        error="np.mat was removed in NumPy 2; write np.asarray [line 3]",
    ),
    "uses a method that arrays no longer have": Case(
        NP + BODY.replace("    Xc =", "    X = X / X.ptp(axis=0)\n    Xc ="),
        loses=ALL,
        error="arrays have no .ptp since NumPy 2; write np.ptp(a) [line 3]",
    ),
    "imports all of NumPy and uses what it no longer has": Case(
        "from numpy import *\n" + BODY.replace("    Xc =", "    X = mat(X)\n    Xc =").replace("np.", ""),
        loses=ALL,
        error="name 'mat' is not defined (np.mat was removed in NumPy 2; write np.asarray) [line 3]",
    ),
    "uses np.float": Case(
        NP + BODY.replace("    Xc =", "    X = X.astype(np.float)\n    Xc ="),
        loses=ALL,
        error="np.float was removed in NumPy 1.24; write float [line 3]",
    ),
    "imports what NumPy no longer has": Case(
        NP + "from numpy import product, in1d\n" + BODY,
        says=("np.product was removed in NumPy 2; write np.prod", "np.in1d was removed in NumPy 2; write np.isin"),
    ),
    "is a class with bases that are not here": Case(
        NP + "from no_learn.base import BaseEstimator, TransformerMixin\nclass PCA(BaseEstimator, TransformerMixin):\n"
        "    def __init__(self, k):\n        super().__init__()\n        self.k = k\n"
        "    def run(self, X):\n        return pca(X, self.k)\n" + BODY + "def helper(X, k): return PCA(k).run(X)\n",
        says=("import BaseEstimator was left out", "import TransformerMixin was left out"),
    ),
    "has a class of which parts fail": Case(
        NP + "import no_frames as pd\nclass Model(pd.Frame, metaclass=pd.Meta):\n"
        "    kind = np.float_\n    data = open('x')\n"
        "    @property\n    def k(self): return self._k\n    @k.setter\n    def k(self, k): self._k = k\n"
        "    @pd.cached\n    def f(self, X: pd.Frame = None): return X\n"
        + BODY.replace("    Xc =", "    m = Model()\n    m.k = k\n    X = m.f(X)\n    Xc ="),
        says=("line 4: kind = np.float_ of Model", "line 5: data = open('x') of Model", "line 10: @pd.cached of f"),
    ),
    "has a class and a function of one name": Case(
        NP + "class pca:\n    def __init__(self, X, k): raise NotImplementedError\n" + BODY,
    ),
    "is of Python 2": Case(
        NP
        + BODY.replace("    Xc =", "    print 'centring', X.shape\n    if k > 9: print 'many'\n    Xc =")
        + "print pca(np.eye(3), 1)\n",
        loses=RUNS,
        says=("line 3: print without parentheses (Python 2) was left out",),
    ),
    "has a broken demonstration": Case(
        NP + BODY + "print('first', pca(np.eye(3), 1)[1]\nx = 1\n",
        loses=RUNS,
        says=("line 7: print('first', pca(np.eye(3), 1)[1] was left out: SyntaxError: '(' was never closed",),
    ),
    "has functions that are not written yet": Case(
        NP + "def reconstruct(Z):\n    # TODO\n\n" + BODY,
        loses=RUNS,
        says=("line 2: def reconstruct(Z): was left out: IndentationError: expected an indented block",),
    ),
    "has a PCA that is no Python": Case(
        NP + BODY.replace("Xc @ W", "Xc @ W)") + "print(pca(np.eye(3), 1))\n",
        loses=ALL,
        error="SyntaxError: unmatched ')' [line 6]",
    ),
    "mixes tabs and spaces": Case(
        NP + "def pca(X, k):\n    if k:\n\tXc = X - X.mean(axis=0)\n"
        "    values, vectors = np.linalg.eigh(np.cov(Xc, rowvar=False))\n    W = vectors[:, ::-1][:, :k]\n"
        "    return W, values[::-1][:k], Xc @ W\n",
        loses=RUNS,
        says=("tabs among spaces",),
    ),
    "starts with a mark of its bytes": Case(b"\xef\xbb\xbf" + (NP + BODY).encode()),
    "ends its lines like Windows": Case((NP + BODY).replace("\n", "\r\n").encode()),
    "is of an old editor": Case(
        ("# Größe der Matrix\n" + NP + BODY).encode("latin-1"), notes="the file is not UTF-8; it was read as cp1252"
    ),
    "says that it is of an old editor": Case(("# -*- coding: latin-1 -*-\n# Größe\n" + NP + BODY).encode("latin-1")),
    "is UTF-16": Case((NP + BODY).encode("utf-16"), notes="read as utf-16"),
    "sets things up": Case(
        NP + "import warnings, os, sys\nwarnings.filterwarnings('ignore')\nnp.set_printoptions(precision=3)\n"
        "np.random.seed(0)\nos.chdir('/content/drive')\nsys.path.append('..')\nos.environ['X'] = '1'\n" + BODY,
        says=("line 6: os.chdir('/content/drive') was left out",),
    ),
    "keeps a logger and constants that calls make": Case(
        NP + "import logging\nfrom pathlib import Path\nlog = logging.getLogger('pca')\nHERE = Path('.').resolve()\n"
        "rng = np.random.default_rng(3)\nSIZES = dict(a=1)\n"
        + BODY.replace("    Xc =", "    log.debug('%s %s %s', HERE, rng, SIZES['a'])\n    Xc ="),
    ),
    "fails in its PCA and in its demonstration": Case(
        NP + BODY.replace("X.mean(axis=0)", "X.mean(axis=3)") + "print(pca(open('x'), 1))\n",
        loses=ALL,
        error="axis 3 is out of bounds for array of dimension 2 [line 3]",
    ),
    "fails inside a library": Case(
        NP + BODY.replace("np.cov(Xc, rowvar=False)", "Xc"),
        loses=ALL,
        error="LinAlgError: Last 2 dimensions of the array must be square [line 4]",
    ),
    "fails in a file beside it": Case(
        NP + "from helpers import centre\n" + BODY.replace("X - X.mean(axis=0)", "centre(X)"),
        beside={"helpers.py": "def centre(X):\n    return X - X.means\n"},
        loses=ALL,
        error="has no attribute 'means' (in helpers.py, line 2) [line 4]",
    ),
    "reads a file in its PCA": Case(
        NP + BODY.replace("    Xc =", "    X = np.genfromtxt('data.csv')\n    Xc ="),
        loses=ALL,
        error="FileNotFoundError: data.csv not found. [line 3]",
    ),
    # notebooks
    "notebook": Case([NP, BODY]),
    "notebook with magics": Case(
        [
            "%matplotlib inline\n%load_ext autoreload\n!pip install no_plots\n" + NP,
            "%%time\n" + BODY,
            "pca?",
            "%%bash\nls",
        ],
    ),
    "notebook on Colab": Case(
        [
            "from google.colab import drive\ndrive.mount('/content/drive')\n%cd /content/drive",
            NP + BODY,
            "from google.colab import files\nfiles.upload()",
        ],
        says=(
            "cell 1, line 1: from google.colab import drive was left out: google",
            "cell 1, line 2: drive.mount",
            "cell 3, line 2: files.upload()",
        ),
    ),
    "notebook with data that are not here": Case(
        [
            NP + "import no_frames as pd",
            "df = pd.read_csv('iris.csv')\ndf.head()",
            "X = df.values",
            BODY,
            "W, lam, Z = pca(X, 2)\nZ",
        ],
        says=(
            "cell 1, line 2: import no_frames as pd",
            "cell 2, line 1: df = pd.read_csv('iris.csv')",
            "cell 2, line 2: df.head()",
            "cell 3, line 1: X = df.values",
            "cell 5, line 1",
            "cell 5, line 2: Z",
        ),
    ),
    "notebook whose cells were run in another order": Case(
        [
            "class Model(Base):\n    def run(self, X, k): return self.centre(X)\nZERO = np.zeros(1)",
            "def pca(X, k, scale=np.ones(1)):\n    Xc = Model().run(X, k)\n"
            + BODY.split("\n", 2)[2].replace("Xc, row", "Xc * scale + ZERO, row"),
            "class Base:\n    def centre(self, X): return X - X.mean(axis=0)",
            NP,
        ],
    ),
    "notebook with two versions": Case(
        [NP, BODY.replace("X - X.mean(axis=0)", "X"), BODY],
    ),
    "notebook whose second version is wrong": Case(
        [NP, BODY, BODY.replace("return W,", "return 2 * W,")],
        loses=frozenset({"components.orthonormal", "scores.agree", "data.few-samples"}),
    ),
    "notebook with a cell that is no Python": Case(
        [NP, "this is what I tried", BODY, "plt.plot(["],
        says=("cell 2, line 1: this is what I tried was left out: SyntaxError", "cell 4, line 1: plt.plot(["),
    ),
    "notebook whose PCA fails": Case(
        ["# Homework\n" + NP, BODY.replace("X.mean(axis=0)", "X.mean(axis=3)")],
        loses=ALL,
        error="[cell 2, line 2]",
    ),
    "notebook whose PCA is no Python": Case(
        [NP, "\n" + BODY.replace("axis=0)", "axis=0")],
        loses=ALL,
        error="SyntaxError: '(' was never closed [cell 2, line 3]",
    ),
    "notebook that displays and asks": Case(
        [
            NP + BODY,
            "display(pca(np.eye(3), 1))\nget_ipython().system('ls')",
            "k = input()",
            "raise SystemExit",
            "1 / 0",
        ],
        says=("cell 3, line 1", "cell 4, line 1", "cell 5"),  # a notebook has display and get_ipython
    ),
    "notebook that never imports numpy": Case(
        [BODY, "pca(np.eye(3), 1)"], loses=frozenset({"imports"}), notes="cell 1, line 3: np is used and never imported"
    ),
    "notebook that writes its PCA to a file": Case(
        ["%%writefile pca.py\n" + NP + BODY, "from pca import pca\nimport pca as module"],
    ),
    "notebook with helpers beside it": Case(
        ["%load_ext autoreload\nfrom helpers import centre\n" + NP, BODY.replace("X - X.mean(axis=0)", "centre(X)")],
        beside={"helpers.py": "import no_plots\ndef centre(X):\n    return X - X.mean(axis=0)\n"},
        says=("helpers.py, line 1: import no_plots was left out",),
    ),
}
