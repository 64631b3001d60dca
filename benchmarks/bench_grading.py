"""What a submission costs, full rubric and isolated, beside a ``python -m pytest`` process for each.

    python benchmarks/bench_grading.py [--submissions N] [--peers N] [-j N]

Right and wrong submissions alternate; ours is one command, from its start to its end, with feedback written. The peers
check less (shape, orthonormality and variance on one data set), isolate nothing and write nothing for people; they are
timed on fewer submissions, half of them before and half after; gradescope-utils and Otter where they are installed.
"""

import argparse
import importlib.util
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pcaproofs.grading import Pool, probe
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.code import Code
from pcaproofs.grading.proposal import propose
from pcaproofs.grading.source import Source
from pcaproofs.grading.submissions import Submission

GOOD = """\
import numpy as np

def pca(X, k):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(Xc, rowvar=False))
    W = vectors[:, ::-1][:, :k]
    return W, values[::-1][:k], Xc @ W
"""
WRONG = [
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


def core_seconds() -> float:
    """Return the processor time of this process and of the children that have ended."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def timed(act: Callable[[], object]) -> tuple[float, float]:
    """Return wall and core time in milliseconds."""
    wall, core = time.perf_counter(), core_seconds()
    act()
    return (time.perf_counter() - wall) * 1000, (core_seconds() - core) * 1000


def submissions(count: int) -> list[Submission]:
    """Return a class of which every other one is wrong, no two alike."""
    found = []
    for number in range(count):
        old, new = WRONG[number // 2 % len(WRONG)] if number % 2 else ("", "")
        source = f"{GOOD.replace(old, new, 1)}\n# {number}\n"
        found.append(Submission(f"s{number:04}", {"pca.py": source.encode()}))
    return found


def peers() -> dict[str, Callable[[Submission], None]]:
    """Return how others grade a submission: a process each."""

    def run(submission: Submission, command: Sequence[str], files: dict[str, str]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {"pca.py": submission.files["pca.py"].decode(), **files}.items():
                Path(folder, name).parent.mkdir(exist_ok=True)
                Path(folder, name).write_text(text)
            subprocess.run([sys.executable, *command], cwd=folder, env=bare, capture_output=True, check=False)

    plain = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "test_pca.py"]
    bare = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # the plugins installed here are not its fault
    found: dict[str, Callable[[Submission], None]] = {
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
    with Pool() as pool:
        return propose(pool.run_all, Code(Source(GOOD, "pca.py")), "pca.py", seed=1).text


def grade(assignment: str, students: Sequence[Submission], jobs: int) -> None:
    """Grade as people do: the command, start and all, whose processes have ended when it has."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "hw.toml").write_text(assignment)
        for student in students:
            Path(folder, "in", student.name).mkdir(parents=True)
            Path(folder, "in", student.name, "pca.py").write_bytes(student.files["pca.py"])
        command = [sys.executable, "-c", "from pcaproofs.cli import main; main()", "grade", "in", "-a", "hw.toml"]
        subprocess.run([*command, "-o", "out", "-j", str(jobs)], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=200)
    parser.add_argument("--peers", type=int, default=10, help="submissions that each peer is timed on")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    options = parser.parse_args()
    text, students = full_assignment(), submissions(options.submissions)
    others: dict[str, list[tuple[float, float]]] = {name: [] for name in peers()}

    def time_peers(part: Sequence[Submission]) -> None:
        for student in part:
            for name, act in peers().items():
                others[name].append(timed(lambda act=act, student=student: act(student)))  # type: ignore[misc]

    half = options.peers // 2
    time_peers(students[:half])
    own = timed(lambda: grade(text, students, options.jobs))
    time_peers(students[half : options.peers])
    assignment = loads(text)
    count, criteria = len(students), len(assignment.tasks[0].criteria)
    print(f"{count} submissions, {criteria} criteria, rung {probe().rung}, {options.jobs} at a time")
    print(f"{'per submission':<28}{'wall ms':>10}{'core ms':>10}{'core ÷ pcaproofs':>18}")
    rows = {"pcaproofs grade": (own[0] / count, own[1] / count)}
    for name, seen in others.items():
        walls, cores = zip(*seen, strict=True)
        rows[name] = (statistics.median(walls), statistics.median(cores))
    for name, (wall, core) in rows.items():
        print(f"{name:<28}{wall:>10.1f}{core:>10.1f}{core / rows['pcaproofs grade'][1]:>18.1f}")


if __name__ == "__main__":
    main()
