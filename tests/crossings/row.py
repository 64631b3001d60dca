"""What a row of the table is: what a peer does with an input, recorded, and what pcaproofs does with that."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PYTHON = os.environ.get("PCAPROOFS_PEERS", sys.executable)  # of an environment with the Python packages of the table
DATA = ((1, 2), (3, 4), (5, 7), (8, 8))
_NUMPY = f"import numpy as np\nD = np.array({DATA}, float)\n"
_NUMBERS = "\nprint(*(f'{v:.5g}' for a in (W, lam, Z) for v in np.asarray(a).ravel('F')))"
_SYMBOLS = """from sympy import *
n, p = symbols("n p", positive=True, integer=True)
A, B, X, x = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("X", n, p), MatrixSymbol("x", n, 1)
"""
_RUBY = 'require "kramdown"; '


@dataclass(frozen=True)
class Peer:
    """A program or Python package: how it is installed, how it tells its version, and how it runs an input."""

    install: str
    version: tuple[str, ...]
    by: tuple[str, ...] = (PYTHON, "-W", "ignore", "-")
    before: str = ""
    after: str = ""


def python(name: str, before: str = "", after: str = "") -> Peer:
    """A Python package, which runs in another process."""
    code = f"from importlib.metadata import version; print(version({name!r}))"
    return Peer(f"pip install {name}", (PYTHON, "-c", code), before=before, after=after)


PEERS = {
    "pandoc": Peer("apt-get install pandoc", ("pandoc", "--version")),
    "kramdown": Peer(
        "apt-get install ruby-kramdown",
        ("ruby", "-e", f"{_RUBY}puts Kramdown::VERSION"),
        ("ruby", "-e", f"{_RUBY}print Kramdown::Document.new(STDIN.read).to_html"),
    ),
    "LaTeXML": Peer(
        "apt-get install latexml",
        ("latexmlmath", "--VERSION"),
        ("sh", "-c", 'latexmlmath --quiet --cmml=- "$(cat)" 2>/dev/null | tr -d "\\n " | sed "s/.*display=.block..//"'),
    ),
    "R": Peer(
        "apt-get install r-base-core",
        ("Rscript", "--version"),
        ("Rscript", "--vanilla", "-"),
        f"D <- matrix(c{tuple(v for row in DATA for v in row)}, ncol = 2, byrow = TRUE)\n",
        "\ncat(formatC(c(W, lam, Z), digits = 5, width = 1))",
    ),
    "Octave": Peer(
        "apt-get install octave octave-statistics",
        ("octave-cli", "--version"),
        ("sh", "-c", "octave-cli -q 2>/dev/null"),
        f"pkg load statistics\nD = [{'; '.join(f'{a} {b}' for a, b in DATA)}];\n",
        '\nprintf("%.5g ", W, lam, Z);\n',
    ),
    "Maxima": Peer(
        "apt-get install maxima", ("maxima", "--version"), ("maxima", "--very-quiet"), "display2d: false$\n"
    ),
    "MathComp": Peer(
        "apt-get install coq libcoq-mathcomp-algebra libcoq-mathcomp-algebra-tactics",
        ("sh", "-c", 'test -d "$(coqc -where)/user-contrib/mathcomp/algebra_tactics" && coqc --version'),
        ("sh", "-c", "cat > t.v; coqc -w none t.v 2>&1 | grep -v '^File' | head -2 | tr -s '\\n ' ' '"),
        "From mathcomp Require Import all_ssreflect all_algebra ring.\nLocal Open Scope ring_scope.\n",
    ),
    "temml": Peer(
        "npm install temml",
        ("node", "-e", "console.log(require('temml').version)"),
        ("node", "-e", "console.log(require('temml').renderToString(require('fs').readFileSync(0, 'utf8').trim()))"),
    ),
    "MyST-Parser": Peer(
        "pip install myst-parser",
        (PYTHON, "-c", "from importlib.metadata import version; print(version('myst-parser'))"),
        (
            PYTHON,
            "-W",
            "ignore",
            "-c",
            "from myst_parser.parsers.docutils_ import cli_pseudoxml; cli_pseudoxml()",
            "--quiet",
            "--report=5",
            "--myst-enable-extensions=dollarmath,amsmath",
        ),
    ),
    "markdown-it-py": python(
        "mdit-py-plugins",
        "from markdown_it import MarkdownIt\nfrom mdit_py_plugins.dollarmath import dollarmath_plugin\ntext = ",
        "\nfor t in MarkdownIt().use(dollarmath_plugin).parse(text):\n"
        "    for c in t.children or [t] * bool(t.content and t.type != 'inline'):\n        print(c.type, "
        "repr(c.content))",
    ),
    "jupytext": python("jupytext", "import jupytext\nread = lambda text, fmt: jupytext.reads(text, fmt)\n"),
    "nbformat": python("nbformat", "import nbformat, json\nfrom nbformat.validator import normalize\n"),
    "scikit-learn": python("scikit-learn", f"from sklearn.decomposition import PCA, TruncatedSVD\n{_NUMPY}", _NUMBERS),
    "statsmodels": python("statsmodels", f"from statsmodels.multivariate.pca import PCA\n{_NUMPY}", _NUMBERS),
    "torch": python("torch", f"import torch\n{_NUMPY}", _NUMBERS),
    "SymPy": python("sympy", _SYMBOLS),
    "SymPy with antlr": python("antlr4-python3-runtime", "from sympy.parsing.latex import parse_latex\n"),
    "SymPy with lark": python("lark", "from sympy.parsing.latex import parse_latex\n"),
    "latex2mathml": python("latex2mathml", "from latex2mathml.converter import convert\n"),
    "nbgrader": python(
        "nbgrader",
        "from nbgrader.utils import determine_grade\nfrom nbformat import from_dict\nfrom nbformat.v4 import "
        "new_code_cell, new_output\n"
        "meta = {'grade': True, 'solution': False, 'locked': True, 'points': 3, 'schema_version': 3, 'grade_id': 'g'}\n"
        "value = lambda text: new_output('execute_result', {'text/plain': text})\n"
        "said = new_output('stream', name='stderr', text='a warning')\n"
        "grade = lambda *out: determine_grade(new_code_cell('f()', outputs=[*out], "
        "metadata=from_dict({'nbgrader': meta})))\n",
    ),
    "otter-grader": python("otter-grader", "from otter.test_files import OKTestFile\n"),
    "check50": python("check50", "import os, subprocess, sys, json, pathlib\n"),
    "gradescope-utils": python(
        "gradescope-utils",
        "import io, json, unittest\nfrom gradescope_utils.autograder_utils.decorators import *\n"
        "from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner\n",
        "\nout = io.StringIO()\n"
        "JSONTestRunner(stream=out).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))\n"
        "print(float(json.loads(out.getvalue())['score']))",
    ),
    "pytest": python("pytest", "import subprocess, sys, re, pathlib\n"),
    "junitparser": python("junitparser", "import sys, pathlib\nfrom junitparser.cli import verify\n"),
    "z3": python("z3-solver", "from z3 import *\n"),
    "cvc5": python("cvc5", "import cvc5\n"),
}


@dataclass(frozen=True)
class Row:
    """One crossing: the input of a peer, its recorded output, and what pcaproofs makes of it."""

    name: str
    peer: str
    version: str
    """The versions at which the peer is run: `2.17` stands for 2.17.1 too."""
    source: str
    """The page that documents it, or how it was seen."""
    given: str
    """The input: what the peer reads, or the program that calls it."""
    says: str
    """The recorded output."""
    does: str
    """What the peer does, in a sentence."""
    run: Callable[[Row, Path], str]
    """What pcaproofs does with this row, as text; it may write files into the folder."""
    gives: str
    """The right result of `run`."""
    ours: str
    """What pcaproofs does, in a sentence."""
    by: tuple[str, ...] = ()
    """The command that reads the input, if it is not the peer's usual one."""
    pending: str = ""
    """Why `run` gives something else today."""

    def spoken(self, folder: Path) -> str:
        """What the peer says now."""
        peer = PEERS[self.peer]
        text = self.given if self.by else peer.before + self.given + peer.after
        done = subprocess.run(
            self.by or peer.by, input=text + "\n", capture_output=True, text=True, cwd=folder, timeout=300
        )
        return re.sub(r'"id": "[-\w]{8,}"', '"id": ""', done.stdout or done.stderr)  # pandoc's ids are random


@cache
def installed(name: str) -> str:
    """The version of a peer on this machine, or nothing."""
    try:
        done = subprocess.run(PEERS[name].version, capture_output=True, text=True, timeout=60)
    except OSError:
        return ""
    found = re.search(r"\d+(\.\d+)+", done.stdout + done.stderr)
    return found[0] if found and not done.returncode else ""
