"""A notebook is what Jupyter runs, a package keeps its folders, and what is no PCA is named as what it is."""

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.engine import grade
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from .files import BODY, NP

READ = loads(EXAMPLE)
ASSIGNMENT = replace(READ, limits=replace(READ.limits, cpu=4.0))
PCA = NP + BODY
USES = BODY.replace("    Xc", "    {}\n    Xc", 1)
"""The right function with a statement more."""


def graded(top: Pool, files: Mapping[str, str | bytes]) -> Result:
    data = {name: each.encode() if isinstance(each, str) else each for name, each in files.items()}
    limits = ASSIGNMENT.limits
    return grade(lambda jobs: top.run_all(jobs, limits), ASSIGNMENT, Submission("ada", data))


def notebook(*cells: str | tuple[str, str], outputs: object = ()) -> dict[str, str]:
    """Return a notebook; a cell is code, or a kind and a text."""
    made = [
        {"cell_type": "code", "source": cell, "outputs": list(outputs)}  # type: ignore[call-overload]
        if isinstance(cell, str)
        else {"cell_type": cell[0], "source": cell[1]}
        for cell in cells
    ]
    return {"pca.ipynb": json.dumps({"cells": made, "nbformat": 4})}


def using(statement: str) -> dict[str, str]:
    return notebook(NP, USES.format(statement))


PICTURE = {"output_type": "display_data", "data": {"image/png": "A" * (25 << 20)}}
PRINTED = {"output_type": "stream", "text": ["x" * 1000] * 9000}
RUNS: dict[str, dict[str, str]] = {
    "pictures of 25 MB": notebook(PCA, outputs=[PICTURE]),
    "printed lines of 9 MB": notebook(PCA, outputs=[PRINTED]),
    "a text cell with a picture": notebook(("markdown", f"![](data:image/png;base64,{'A' * (9 << 20)})"), PCA),
    "display": using("display(X.shape, k)"),
    "get_ipython": using("get_ipython().run_line_magic('matplotlib', 'inline')"),
    "a shell command": using("get_ipython().system('ls')"),
    "In, Out and _": using("In, Out, _"),
    "display from IPython": notebook(
        NP + "from IPython.display import display, HTML", USES.format("display(HTML('x'))")
    ),
    "clear_output": using("from IPython.display import clear_output; clear_output(wait=True)"),
    "IPython as a whole": using("import IPython; IPython.display.display(X)"),
    "get_ipython from IPython": notebook(
        "from IPython import get_ipython", NP, USES.format("get_ipython().magic('x')")
    ),
    "a setting of the shell": notebook(
        "from IPython.core.interactiveshell import InteractiveShell",
        "InteractiveShell.ast_node_interactivity = 'all'",
        PCA,
    ),
    "the version of IPython, as matplotlib asks for it": using(
        "import IPython; assert IPython.version_info[:2] > (8, 24)"
    ),
    "the settings of the shell, as tqdm asks for them": using("assert 'x' not in get_ipython().config"),
    "await": notebook(PCA, "import asyncio\nawait asyncio.sleep(0)", "async def f():\n    return 1\nr = await f()"),
    "a function that needs what was awaited": notebook(
        "async def load():\n    return 1\none = await load()", NP, BODY.replace("[:, ::-1]", "[:, ::-one]")
    ),
    "async with and async for": notebook(
        "class C:\n    async def __aenter__(self): return 1\n    async def __aexit__(self, *a): pass",
        "async with C() as one:\n    pass",
        NP,
        BODY.replace("[:, ::-1]", "[:, ::-one]"),
    ),
    "%%writefile and import": notebook(f"%%writefile mine.py\n{PCA}", "from mine import pca"),
    "%%file and %run": notebook(f"%%file mine.py\n{PCA}", "%run mine.py"),
    "%%file alone": notebook(f"%%file mine.py\n{PCA}"),
    "%run of a file beside it": notebook("%run mine") | {"mine.py": PCA},
    "%%writefile in two parts": notebook(
        f"%%writefile mine.py\n{NP}", f"%%writefile -a mine.py\n{BODY}", "from mine import *"
    ),
    "%time of what is needed": notebook("%time one = 1", NP, BODY.replace("[:, ::-1]", "[:, ::-one]")),
    "%matplotlib, !pip and ?": notebook("%matplotlib inline\n!pip install numpy\nprint?", PCA),
    "nothing but the function": notebook(PCA),
}
"""Submissions that earn all points."""


@pytest.mark.parametrize("name", RUNS)
def test_what_jupyter_runs_earns_all_points(name: str, top: Pool) -> None:
    result = graded(top, RUNS[name])
    assert (result.status, result.score) == ("ok", result.max_score), (result.problems, result.dropped)


def test_a_python_file_has_no_names_of_a_notebook(top: Pool) -> None:
    """Python itself would stop there."""
    result = graded(top, {"pca.py": NP + USES.format("display(X)")})
    assert result.score == 0
    assert "'display' is not defined" in result.criteria[0].message


def test_the_code_of_a_notebook_is_limited() -> None:
    small = loads(EXAMPLE.replace("[limits]", '[limits]\ncode = "1 KB"'))
    assert small.limits.code == 1024


@pytest.mark.parametrize("kind", ["pca.py", "pca.ipynb"])
def test_code_that_is_too_long_is_refused(kind: str, top: Pool) -> None:
    long = PCA + "# x\n" * 500
    small = replace(ASSIGNMENT, limits=replace(ASSIGNMENT.limits, code=1024))
    data = long if kind == "pca.py" else notebook(long)["pca.ipynb"]
    result = grade(lambda jobs: top.run_all(jobs, small.limits), small, Submission("ada", {kind: data.encode()}))
    (problem,) = result.problems
    assert (result.status, problem.endswith(f"bytes of code, but should be at most 1024 [{kind}]")) == (
        "no-submission",
        True,
    )


CENTRE = "import numpy as np\n\ndef centre(X):\n    return X - X.mean(axis=0)\n"
WITH = "import numpy as np\nfrom {} import centre\n" + BODY.replace("X - X.mean(axis=0)", "centre(X)")
LAYOUTS: dict[str, dict[str, str]] = {
    "a package": {"model/__init__.py": "", "model/pca.py": WITH.format("model.parts"), "model/parts.py": CENTRE},
    "a package in a folder": {"hw/model/pca.py": WITH.format("model.parts"), "hw/model/parts.py": CENTRE},
    "src": {"src/model/__init__.py": "", "src/model/pca.py": WITH.format("model.parts"), "src/model/parts.py": CENTRE},
    "a file beside src": {
        "pca.py": WITH.format("model.parts"),
        "src/model/__init__.py": "",
        "src/model/parts.py": CENTRE,
    },
    "relative": {"model/__init__.py": "", "model/pca.py": WITH.format(".parts"), "model/parts.py": CENTRE},
    "relative from above": {"hw/pkg/pca.py": WITH.format("..parts"), "hw/parts.py": CENTRE},
    "inside its packages": {
        "model/pca.py": WITH.format("model.inner.parts"),
        "model/inner/__init__.py": "from .parts import centre\n",
        "model/inner/parts.py": "from ..base import centre\n",
        "model/base.py": CENTRE,
    },
    "imported by its neighbour": {
        "model/__init__.py": "from model.pca import pca\n",
        "model/pca.py": WITH.format("model.parts"),
        "model/parts.py": CENTRE,
    },
    "flat in a folder": {"hw/pca.py": WITH.format("parts"), "hw/parts.py": CENTRE},
    "named as a module of Python": {"hw/random.py": PCA},
    "a notebook in a folder": {
        "hw/notebooks/pca.ipynb": notebook("from tools.parts import centre", NP, WITH.format("tools.parts"))[
            "pca.ipynb"
        ],
        "hw/tools/parts.py": CENTRE,
    },
    "data in its folder": {
        "hw/pca.py": "import numpy as np\none = int(np.loadtxt('one.txt'))\n"
        + BODY.replace("[:, ::-1]", "[:, ::-one]"),
        "hw/one.txt": "1",
    },
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_package_keeps_its_folders(name: str, top: Pool) -> None:
    result = graded(top, LAYOUTS[name])
    assert (result.status, result.score) == ("ok", result.max_score), (
        result.problems,
        result.dropped,
        result.criteria[0],
    )


AS_METHOD = "import numpy as np\n\nclass Solution:\n" + "".join(
    f"    {line}\n" for line in BODY.replace("(X, k)", "(self, X, k)").splitlines()
)
NAMED: dict[str, tuple[dict[str, str], str]] = {
    "code in a text cell": (notebook(NP, ("markdown", BODY)), "Cell 2 of the notebook, a text cell, has `def pca`."),
    "code in a raw cell": (notebook(("raw", BODY)), "Cell 1 of the notebook, a raw cell, has `def pca`."),
    "a method": ({"pca.py": AS_METHOD}, "`pca` is a method of the class Solution."),
    "a static method": (
        {"pca.py": AS_METHOD.replace("    def", "    @staticmethod\n    def").replace("self, ", "")},
        "`pca` is a method of the class Solution.",
    ),
    "a dictionary": (
        {"pca.py": PCA.replace("return W, values[::-1][:k], Xc @ W", "return {'W': W, 'lam': values, 'Z': Xc @ W}")},
        "your function returns a dictionary ('W', 'lam', 'Z'), but should return",
    ),
    "a dictionary of two": (
        {"pca.py": PCA.replace("return W, values[::-1][:k], Xc @ W", "return dict(W=W, Z=Xc @ W)")},
        "your function returns a dictionary ('W', 'Z'), but should return",
    ),
    "an object": (
        {"pca.py": PCA.replace("return W", "class Fit: pass\n    return Fit()\n    return W")},
        "your function returns one object, of the class Fit, but should return",
    ),
    "nothing": ({"pca.py": PCA.replace("return W", "W")}, "your function returns nothing (None), but should return"),
    "another program": (
        {"pca.py": NP + USES.format("import subprocess; subprocess.run(['ls'])")},
        "other programs cannot be started here",
    ),
    "the interpreter": (
        {"pca.py": NP + USES.format("import subprocess, sys; subprocess.check_output([sys.executable, '-V'])")},
        "other programs cannot be started here",
    ),
    "a manager": (
        {"pca.py": NP + USES.format("import multiprocessing; multiprocessing.Manager()")},
        "without a Manager",
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_what_is_no_pca_is_named(name: str, top: Pool) -> None:
    files, words = NAMED[name]
    result = graded(top, files)
    hints = [mistake.hint for mistake in result.diagnosis.mistakes] if result.diagnosis else []
    told = " ".join([*hints, *(item.message for item in result.criteria)])
    assert result.score is not None
    assert result.score < result.max_score / 2
    assert words.casefold() in told.casefold()
    assert "site-packages" not in told
    assert "/bin/python" not in told


REFUSED = {
    "pca.R": "got pca.R, an R file, but should be pca.py",
    "PCA.Rmd": "got PCA.Rmd, an R Markdown file, but should be pca.py",
    "pca.m": "got pca.m, a MATLAB or Octave file, but should be pca.py",
    "hw/pca.jl": "got hw/pca.jl, a Julia file, but should be pca.py",
    "report.pdf": "got report.pdf, a PDF, but should be pca.py",
    "pca.docx": "got pca.docx, a Word document, but should be pca.py",
    "pca.html": "got pca.html, a web page, but should be pca.py",
    "pca": "got no Python file, but should be pca.py",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_of_another_kind_is_named(name: str, top: Pool) -> None:
    result = graded(top, {name: "x"})
    assert (result.status, result.score, result.problems) == ("no-submission", 0.0, (REFUSED[name],))


@pytest.mark.parametrize("name", ["pca.py.txt", "hw/PCA.PY.TXT", "pca.ipynb.txt", "smith_12_pca.ipynb.json"])
def test_an_ending_that_was_added_is_taken_off(name: str, top: Pool) -> None:
    text = notebook(PCA)["pca.ipynb"] if "ipynb" in name else PCA
    result = graded(top, {name: text})
    assert result.score == result.max_score
    assert result.notes[0].startswith(f"{name} was read as ")
    both = graded(top, {name: "no Python", "pca.py": PCA})
    assert (both.score, both.notes) == (both.max_score, ())


POOL = "from {} import {} as P\n    with P(2) as p: list(p.map(abs, [1, 2]))"
PROCESSES = {
    "Pool": "from multiprocessing import Pool\n    with Pool(2) as p: p.map(np.mean, list(X.T))",
    "Pool by fork": "import multiprocessing as m\n    with m.get_context('fork').Pool(2) as p: p.map(abs, [1, 2])",
    "ProcessPoolExecutor": POOL.format("concurrent.futures", "ProcessPoolExecutor"),
    "ThreadPoolExecutor": POOL.format("concurrent.futures", "ThreadPoolExecutor"),
    "a queue": "import multiprocessing as m\n    q = m.Queue(); q.put(1); q.get()",
    "a shared array": "import multiprocessing as m\n    a = m.Array('d', 5); a[0] = 1",
    "a lock that is held": "import multiprocessing as m\n    a = m.Lock(); a.acquire(); assert not a.acquire(False)",
    "a recursive lock": "import multiprocessing as m\n    a = m.RLock()\n    with a:\n        with a: pass",
    "a condition": "import multiprocessing as m\n    c = m.Condition()\n    with c: c.notify_all(); c.wait(0.01)",
    "a joinable queue": "import multiprocessing as m\n    q = m.JoinableQueue(2); q.put(1)\n"
    "    q.get(); q.task_done(); q.join()",
    "sums of two processes": "import multiprocessing as m\n    n = m.Value('i', 0)\n    def add():\n"
    "        for _ in range(100):\n            with n.get_lock(): n.value += 1\n"
    "    p = [m.Process(target=add) for _ in '12']\n    [a.start() for a in p]; [a.join() for a in p]\n"
    "    assert n.value == 200",
}


@pytest.mark.parametrize("name", PROCESSES)
def test_processes_by_fork_work(name: str, top: Pool) -> None:
    result = graded(top, {"pca.py": NP + USES.format(PROCESSES[name])})
    assert (result.status, result.score) == ("ok", result.max_score), result.criteria[0].message
