"""What a submission costs, full rubric and isolated, beside a ``python -m pytest`` process for each.

Right and wrong submissions alternate; ours is one command, from its start to its end, with feedback written. The peers
check less (shape, orthonormality and variance on one data set), isolate nothing and write nothing for people; they are
timed on fewer submissions; gradescope-utils and Otter where they are installed. All is processor time.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

from figure import Figure, child_seconds, child_usage, on_dask, script, seconds
from threadpoolctl import threadpool_limits

from pcaproofs.grading import Pool, engine, probe
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.proposal import propose
from pcaproofs.grading.submission.submissions import Submission

GOOD = """\
import numpy as np

def pca(X, k):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(Xc, rowvar=False))
    W = vectors[:, ::-1][:, :k]
    return W, values[::-1][:k], Xc @ W
"""
GOAL = 0.07  # seconds of a right submission
WRONG_IMPLEMENTATIONS = [
    ("X - X.mean(axis=0)", "X"),
    ("[:, ::-1][:, :k]", "[:, :k]"),
    ("vectors[:, ::-1][:, :k]", "vectors[::-1][:k].T"),
    ("Xc @ W", "X @ W"),
    ("axis=0", "axis=1, keepdims=True"),
    ("eigh(np.cov(Xc, rowvar=False))", "eig(np.cov(Xc, rowvar=False))"),
]
CHECK = """\
import numpy as np
from pca import pca

X = np.random.default_rng(0).normal(size=(30, 5)) * [1, 2, 3, 4, 5] + 3
W, lam, Z = pca(X, 2)

def test_shape():
    assert W.shape == (5, 2)

def test_orthonormal():
    assert np.allclose(W.T @ W, np.eye(2))

def test_variance():
    assert np.allclose(np.sort(lam)[::-1], np.linalg.eigvalsh(np.cov(X.T))[::-1][:2])
"""
UNITTEST = """\
import json, unittest
import test_pca
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

cases = {name: lambda self, act=act: act() for name, act in vars(test_pca).items() if name.startswith("test_")}
suite = unittest.defaultTestLoader.loadTestsFromTestCase(type("Cases", (unittest.TestCase,), cases))
with open("results.json", "w") as file:
    JSONTestRunner(stream=file).run(suite)
"""

OTTER_TEST = """\
OK_FORMAT = False

from otter.test_files import test_case

name = "q1"
points = 1


@test_case(points=1)
def test_all(cases):
    for case in cases:
        case()
"""
OTTER = """\
import otter
import test_pca

cases = [act for name, act in vars(test_pca).items() if name.startswith("test_")]
otter.Notebook(tests_dir="tests").check("q1", global_env={"cases": cases})
"""


def submissions(count: int) -> list[Submission]:
    """Return a class of which every other one is wrong, no two alike."""
    found = []
    for number in range(count):
        old, new = WRONG_IMPLEMENTATIONS[number // 2 % len(WRONG_IMPLEMENTATIONS)] if number % 2 else ("", "")
        source = f"{GOOD.replace(old, new, 1)}\n# {number}\n"
        found.append(Submission(f"s{number:04}", {"pca.py": source.encode()}))
    return found


def peers() -> dict[str, Callable[[Submission], float]]:
    """Return how others grade a submission: a process each."""

    def run(submission: Submission, command: Sequence[str], files: dict[str, str]) -> float:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {"pca.py": submission.files["pca.py"].decode(), **files}.items():
                Path(folder, name).parent.mkdir(exist_ok=True)
                Path(folder, name).write_text(text)
            return child_seconds([sys.executable, *command], cwd=folder, env=bare, check=False)

    plain = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "test_pca.py"]
    bare = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # the plugins installed here are not its fault
    found: dict[str, Callable[[Submission], float]] = {
        "pytest process": lambda each: run(each, plain, {"test_pca.py": CHECK}),
    }
    if importlib.util.find_spec("gradescope_utils"):
        files = {"test_pca.py": CHECK, "run.py": UNITTEST}
        found["gradescope-utils process"] = lambda each: run(each, ["run.py"], files)
    if importlib.util.find_spec("otter"):
        notebook = {"test_pca.py": CHECK, "run.py": OTTER, "tests/q1.py": OTTER_TEST}
        found["Otter process"] = lambda each: run(each, ["run.py"], notebook)
    return found


def full_assignment() -> str:
    """Return the rubric that ``pcaproofs assignment init`` writes for the right solution."""
    with Pool() as pool, tempfile.TemporaryDirectory() as folder:
        Path(folder, "pca.py").write_text(GOOD)
        return propose(pool.run_all, Path(folder, "pca.py"), Path(folder), seed=1).text


def hand_in(folder: Path, students: Sequence[Submission]) -> None:
    """Writes a folder of submissions."""
    for student in students:
        (folder / student.name).mkdir(parents=True)
        (folder / student.name / "pca.py").write_bytes(student.files["pca.py"])


def grade(assignment: str, students: Sequence[Submission], *options: str) -> tuple[float, float]:
    """The processor seconds that the command takes for a class, start and all, and the megabytes of its process."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "hw.toml").write_text(assignment)
        hand_in(Path(folder, "in"), students)
        command = [sys.executable, "-c", "from pcaproofs.cli import main; main()", "grade", "in", "-a", "hw.toml"]
        return child_usage([*command, "-o", "out", *(options or ("-j", "1"))], cwd=folder)


def figures(smallest: bool) -> Iterator[Figure]:
    """A class graded in full, per submission, beside a process for each submission."""
    count = 4 if smallest else 200
    students, text = submissions(count), full_assignment()
    criteria, rounds = len(loads(text).tasks[0].criteria), 1 if smallest else 10
    whole = grade(text, students)[0] / count
    what = f"grading, {criteria} criteria, {probe().level}, {count} submissions, each"
    for name, act in peers().items():
        theirs = median(act(student) for student in students[:rounds])
        yield Figure(what, seconds(whole), name, seconds(theirs), whole / theirs)
    yield from equal_ones(text, *((8, 2) if smallest else (500, 20)))
    if importlib.util.find_spec("distributed"):
        what = f"{len(students)} submissions"
        yield on_dask(what, lambda address: grade(text, students, "--dask", address), None if smallest else 1.1)
    spent = right_one(text, 1 if smallest else 20)
    yield Figure(
        "a right submission, by the clock",
        seconds(spent),
        "the goal",
        seconds(GOAL),
        spent / GOAL,
        None if smallest else 1.0,
    )


def equal_ones(assignment: str, count: int, different: int) -> Iterator[Figure]:
    """A class with few different files, each of which two processes run once, beside a process for each submission."""
    distinct = submissions(different)
    students = [Submission(f"t{k:04}", distinct[k % different].files) for k in range(count)]
    spent, memory = grade(assignment, students, "-j", "2")
    theirs = count * median(peers()["pytest process"](student) for student in distinct[:10])
    goal = None if count < 500 else 1 / 8
    what = f"a class of {count}, {different} different files"
    yield Figure(what, seconds(spent), "a pytest process each", seconds(theirs), spent / theirs, goal)
    yield Figure(f"{what}, memory of the largest process", f"{memory:.0f} MB", "the goal", "400 MB", memory / 400, 1.0)


def right_one(assignment: str, rounds: int) -> float:
    """The seconds by the clock that a right submission takes where a worker and the right answers are at hand."""
    asked = loads(assignment)
    with threadpool_limits(1), Pool(asked.limits) as pool:

        def spend(number: int) -> float:
            student = Submission("right", {"pca.py": f"{GOOD}# {number}\n".encode()})
            start = time.perf_counter()
            result = engine.grade(pool.run_all, asked, student)
            assert result.score == asked.max_points
            return time.perf_counter() - start

        spend(0)
        return median(spend(number) for number in range(1, rounds + 1))


if __name__ == "__main__":
    script(figures, __doc__)
