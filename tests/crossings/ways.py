"""What pcaproofs does with a row: it checks, grades, proves, or writes a file of a platform. Each gives one line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
from click.testing import CliRunner

from pcaproofs import reference
from pcaproofs.cli import main
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.batch import grade_one
from pcaproofs.grading.platforms.formats import FORMATS
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.submission.submissions import Submission

from .row import DATA, Row

Way = Callable[[Row, Path], str]
ASSIGNMENT = """\
file = "{file}"
call = "W, lam, Z = pca(X, k)"
seed = 7
[roles]
components = "W"
explained_variance = "lam"
scores = "Z"
[conventions]
components = "columns"
scale = "any"
[criteria]
components.orthonormal = 2
components.captured = 3
explained_variance.values = 3
scores.agree = 2
"""
BEFORE = """\
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    signs = np.sign(Vt[np.arange(len(Vt)), np.abs(Vt).argmax(axis=1)])
    U, W = (U * signs)[:, :k], (Vt.T * signs)[:, :k]
"""
WRONG = f"{BEFORE}    return W, s[:k], X @ W\n"


def check(suffix: str, note: str = "") -> Way:
    """The verdicts of `pcaproofs check` for the peer's output, or for a note in which {given} or {says} stands."""

    def way(row: Row, folder: Path) -> str:
        text = note.replace("{given}", row.given).replace("{says}", row.says) if note else row.says
        (folder / f"note{suffix}").write_text(text + "\n", encoding="utf-8")
        done = CliRunner().invoke(main, ["check", "--json", "--no-cache", str(folder / f"note{suffix}")])
        files = json.loads(done.stdout)["files"] if done.exit_code != 2 else []
        verdicts = [line["verdict"] for file in files for line in file["lines"]]
        return ", ".join(verdicts) if files else done.stderr.split(" [")[0].removeprefix("pcaproofs: ")

    return way


def told(suffix: str, words: str) -> Way:
    """Whether `pcaproofs check` says some words of the peer's output, and proves nothing in it."""

    def way(row: Row, folder: Path) -> str:
        (folder / f"note{suffix}").write_text(row.says + "\n", encoding="utf-8")
        done = CliRunner().invoke(main, ["check", "--no-cache", str(folder / f"note{suffix}")])
        return f"names {words}" if words in done.output and "proved" not in done.output else done.output

    return way


def graded(end: str, *, compared: bool = True) -> Way:
    """The points of a submission that returns what the peer does; its numbers for the table's data are the peer's."""
    program = end if end.startswith("import") else BEFORE + end

    def way(row: Row, folder: Path) -> str:
        names: dict[str, object] = {}
        exec(program, names)
        ours = [v for a in names["pca"](np.array(DATA, float), 2) for v in np.ravel(a, "F")]  # type: ignore[operator]
        if compared:
            assert np.allclose(ours, [float(v) for v in row.says.split()], rtol=1e-4, atol=1e-4), ours
        return result_line(graded_once("pca.py", program))

    return way


def notebook_graded(row: Row, folder: Path) -> str:
    """The points of a notebook."""
    return result_line(graded_once("pca.ipynb", row.says))


@cache
def graded_once(file: str, text: str) -> Result:
    """The result of one submission."""
    submission = Submission("ada", {file: text.encode()})
    return grade_one(loads(ASSIGNMENT.format(file=file)), submission, alone=True).result


def result_line(result: Result) -> str:
    """Points and named mistakes."""
    mistakes = ", ".join(mistake.name for mistake in result.diagnosis.mistakes) if result.diagnosis else ""
    points = f"{result.score:.4g} of {result.max_score:g}" if result.score is not None else "no score"
    return f"{points}: {mistakes}" if mistakes else points


def proves(statement: str) -> Way:
    """The verdict of `prove` for arguments in which {says} stands for the peer's output."""

    def way(row: Row, folder: Path) -> str:
        names: dict[str, Any] = {}
        exec(SYMBOLS + f"found = prove({statement.format(says=row.says)})", names)
        return str(names["found"].verdict)

    return way


SYMBOLS = """
from sympy import *
from pcaproofs import *
n, p = symbols("n p", positive=True, integer=True)
A, B, X, x = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("X", n, p), MatrixSymbol("x", n, 1)
I_ = Identity(n)
"""


def mathml(latex: str) -> str:
    """The kind of element that has the indices of a formula, in the MathML of typed text."""
    from pcaproofs.formula.typed_latex import mathml

    found = re.search(r"<msubsup><(\w+)", mathml(latex))
    return found[1] if found else "none"


def far_away(row: Row, folder: Path) -> str:
    """The variances that the reference PCA finds for the data of the row."""
    data = np.random.default_rng(0).standard_normal((2000, 3)) + 1e8
    return " ".join(f"{v:.2f}" for v in reference.pca(data, 3, ddof=1).explained_variance)


def test_cells(platform: str, last: str) -> Way:
    """How many test cells of a platform's kit end in a call."""

    def way(row: Row, folder: Path) -> str:
        (folder / "hw.toml").write_text(ASSIGNMENT.format(file="pca.ipynb"), encoding="utf-8")
        arguments = ["assignment", "kit", str(folder / "hw.toml"), "--for", platform, "-o", str(folder / "kit")]
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code == 0, done.output
        (found,) = (folder / "kit").rglob("*.ipynb")
        cells = ["".join(cell["source"]) for cell in json.loads(found.read_text())["cells"]]
        ends = [cell.splitlines()[-1].strip().startswith(last) for cell in cells if "grading.cells import" in cell]
        return f"{sum(ends)} of {len(ends)} cells"

    return way


def gradescope(row: Row, folder: Path) -> str:
    """Whether no test of `results.json` has more points than its greatest, for a wrong program."""
    result = graded_once("pca.py", WRONG)
    ((_, text),) = FORMATS["gradescope"]([result], loads(ASSIGNMENT.format(file="pca.py"))).items()
    tests = [t for t in json.loads(text)["tests"] if "max_score" in t]
    within = all(0 <= t["score"] <= t["max_score"] for t in tests)
    return f"{len(tests)} tests, {'none' if within else 'some'} above its maximum"


def junit(row: Row, folder: Path) -> str:
    """How often the numbers of JUnit's XML differ from its elements, and how many elements have two results."""
    result = graded_once("pca.py", WRONG)
    ((_, text),) = FORMATS["junit"]([result], loads(ASSIGNMENT.format(file="pca.py"))).items()
    wrong = 0
    for suite in ElementTree.fromstring(text).iter("testsuite"):
        wrong += int(suite.attrib["tests"]) != len(suite.findall("testcase"))
        wrong += int(suite.attrib["failures"]) != len(suite.findall("testcase/failure"))
    two = sum(
        len([*case.iter("failure"), *case.iter("skipped")]) > 1
        for case in ElementTree.fromstring(text).iter("testcase")
    )
    return f"{wrong} wrong numbers" if wrong or not two else f"{two} cases with two results"


def self_check(row: Row, folder: Path) -> str:
    """The exit code of the students' check for a wrong program."""
    (folder / "hw.toml").write_text(ASSIGNMENT.format(file="pca.py"), encoding="utf-8")
    (folder / "pca.py").write_text(WRONG, encoding="utf-8")
    done = CliRunner().invoke(main, ["self-check", str(folder / "pca.py"), "-a", str(folder / "hw.toml")])
    return f"exit {done.exit_code}"
