"""Values compared with the instructor's solution: judged, told, cached, and out of the students' reach."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.grading import feedback
from pcaproofs.grading.assignment import Assignment, SupportFile, load
from pcaproofs.grading.engine import grade
from pcaproofs.grading.protocol import Job, Outcome
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.running import solution
from pcaproofs.grading.running.solution import SolutionError, solution_values
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

TEXT = """\
file = "hw.py"
solution = "ours.py"
seed = 77
call = "K, info = kernel(X, k)"
limits = { diagnosis = 0.5 }
[values]
K = "K"
info = "info"
W = { expression = "info['W']", up_to = ["sign"], tolerance = 1e-6 }
[criteria]
values.K = 2
values.W = { points = 3, partial = false }
values.info = { points = 1, tolerance = 1e-4, visible = true }
"""
OURS = """\
import numpy as np
SECRET = "the-solution-marker"
def kernel(X, k):
    K = np.tanh(X @ X.T / 100)
    W = np.linalg.svd(X - X.mean(axis=0))[2][:k].T
    big = np.abs(W).argmax(axis=0)
    return K, {"W": W * np.sign(W[big, range(k)]), "shape": K.shape, "kind": "tanh", "none": None}
"""
STUDENT = OURS.replace("ours", "mine").replace('SECRET = "the-solution-marker"\n', "")


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    folder = tmp_path_factory.mktemp("solution")
    (folder / "ours.py").write_text(OURS)
    (folder / "hw.toml").write_text(TEXT)
    return load(folder / "hw.toml")


def graded(top: Pool, source: str, assignment: Assignment) -> Result:
    limits = assignment.limits
    return grade(lambda jobs: top.run_all(jobs, limits), assignment, Submission("ada", {"hw.py": source.encode()}))


def points(result: Result) -> dict[str, float]:
    return {item.criterion: item.points for item in result.criteria}


# A change to the right code, and what is left of the points.
CHANGES = {
    "as it is": ("", "", {"K": 2, "W": 3, "info": 1}),
    "a list for an array": ("return K,", "return K.tolist(),", {"K": 2, "W": 3, "info": 1}),
    "another sign": ('"W": W * np.sign(', '"W": -W * np.sign(', {"K": 2, "W": 3, "info": 0}),
    "uncentred": ("X - X.mean(axis=0)", "X", {"K": 2, "W": 0, "info": 0}),
    "another number": ("/ 100", "/ 101", {"K": 0, "W": 3, "info": 1}),
    "another text": ('"tanh"', '"tan"', {"K": 2, "W": 3, "info": 0}),
    "one key less": (', "none": None', "", {"K": 2, "W": 3, "info": 0}),
    "right on what is seen": ("return K,", "return K + (len(X) > 9),", {"K": pytest.approx(0.8), "W": 3, "info": 1}),
    "nothing": ("return K,", "return None; return K,", {"K": 0, "W": 0, "info": 0}),
    "an object": ("return K,", "return object(),", {"K": 0, "W": 3, "info": 1}),
}


@pytest.mark.parametrize("name", CHANGES)
def test_values_are_compared_with_the_solution(name: str, top: Pool, asked: Assignment) -> None:
    old, new, left = CHANGES[name]
    assert old in STUDENT
    result = graded(top, STUDENT.replace(old, new, 1), asked)
    assert points(result) == {f"values.{key}": number for key, number in left.items()}
    assert result.gradable
    feedback.html(result, asked)


def test_a_wrong_value_is_described(top: Pool, asked: Assignment) -> None:
    wrong = STUDENT.replace("/ 100", "/ 101").replace('"tanh"', '"tan"').replace("X @ X.T", "X.T @ X")
    told = {item.criterion: item.message for item in graded(top, wrong, asked).criteria}
    assert "K: got shape (2, 2), but should be (5, 5)" in told["values.K"]
    assert "info['shape'][0]: got 2, but should be 5" in told["values.info"]


PCA = """\
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=0)
    W = np.linalg.svd(Xc, full_matrices=False)[2][:k].T
    return Xc @ W, k, W
"""


def test_a_mended_program_has_to_give_the_right_values_as_well(top: Pool, tmp_path: Path) -> None:
    (tmp_path / "ours.py").write_text(PCA)
    (tmp_path / "hw.toml").write_text("""\
file = "hw.py"
solution = "ours.py"
call = "Z, m, W = pca(X, k)"
values = { W = { expression = "W", up_to = ["sign"] }, Z = { expression = "Z", up_to = ["sign"] }, m = "m" }
criteria = { values.W = 1, values.Z = 1, values.m = 1 }
""")
    result = graded(top, PCA.replace("return Xc @ W", "return X @ W"), load(tmp_path / "hw.toml"))
    assert points(result) == {"values.W": 1, "values.Z": 0, "values.m": 1}
    assert result.diagnosis is not None
    assert result.diagnosis.name == "uncentred-projection"


def test_the_solution_is_run_once_for_all_submissions(top: Pool, asked: Assignment) -> None:
    runs: list[str] = []
    fresh = replace(asked, digest="another")

    def run_all(jobs: list[Job]) -> list[Outcome]:
        runs.extend("ours" for job in jobs if "the-solution-marker" in job.source)
        return top.run_all(jobs, asked.limits)

    for _ in range(2):
        result = grade(run_all, fresh, Submission("ada", {"hw.py": STUDENT.encode()}))  # type: ignore[arg-type]
        assert result.score == result.max_score
        if _ == 0:
            first = len(runs)
    assert first == len(runs) > 0


SPY = (
    STUDENT
    + """
import gc, glob, os, sys
def look():
    found = []
    for root, _, names in os.walk("."):
        found += [os.path.join(root, name) for name in names]
    for name in found + glob.glob("/tmp/*"):
        try:
            if "the-solution-marker" in open(name, errors="replace").read() and not name.endswith("hw.py"):
                return 1
        except OSError:
            pass
    held = [value for value in gc.get_objects() if isinstance(value, dict)]
    marks = [value.get("SECRET") for value in held if type(value.get("SECRET", 0)) is str]
    return int("ours" in sys.modules or any(os.path.basename(name) == "ours.py" for name in found) or bool(marks))
right = kernel
def kernel(X, k):
    K, info = right(X, k)
    return K + look(), info
"""
)


def test_student_code_sees_nothing_of_the_solution(top: Pool, asked: Assignment) -> None:
    result = graded(top, SPY, asked)
    assert points(result)["values.K"] == 2, [item.message for item in result.criteria]
    reader = STUDENT.replace("K = np", 'open("ours.py").read(); K = np')
    assert graded(top, reader, asked).score == 0
    stored = feedback.markdown(result, asked) + feedback.html(result, asked) + str(result.to_json())
    assert "the-solution-marker" not in stored


FAILING = {
    "raises": OURS.replace("K = np.tanh", "1/0; K = np.tanh"),
    "has no function": "x = 1\n",
    "gives no such value": OURS.replace('"W": W', '"V": W'),
    "gives an object": OURS.replace("return K,", "return object(),"),
    "is no Python": "def kernel(",
}


@pytest.mark.parametrize("why", FAILING)
def test_a_solution_that_fails_is_nobodys_mistake(why: str, top: Pool, asked: Assignment) -> None:
    broken = replace(asked, solution=SupportFile(name="ours.py", data=FAILING[why].encode()), digest="")
    with pytest.raises(SolutionError) as caught:
        solution_values(lambda jobs: top.run_all(jobs, broken.limits), broken)
    assert str(caught.value).startswith("got ")
    assert "[ours.py]" in str(caught.value)
    assert "\n" not in str(caught.value)
    result = graded(top, STUDENT, broken)
    assert not result.gradable
    assert result.score is None


def test_grade_says_so_before_any_student_is_graded(tmp_path: Path) -> None:
    (tmp_path / "ours.py").write_text(FAILING["raises"])
    (tmp_path / "hw.toml").write_text(TEXT)
    (tmp_path / "subs").mkdir()
    (tmp_path / "subs" / "ada.py").write_text(STUDENT)
    options = ["-a", str(tmp_path / "hw.toml"), "-o", str(tmp_path / "out"), "--require-isolation", "none"]
    done = CliRunner().invoke(main, ["grade", str(tmp_path / "subs"), *options])
    assert done.exit_code == 2
    assert "got a solution that fails on 'five points' (ZeroDivisionError" in done.output
    assert not (tmp_path / "out").exists()


def test_values_of_own_data_and_ties(top: Pool, asked: Assignment, tmp_path: Path) -> None:
    np.save(tmp_path / "mine.npy", np.random.default_rng(0).normal(size=(9, 4)))
    (tmp_path / "ours.py").write_text(OURS)
    text = (
        TEXT.replace('["sign"]', '["rotation"]') + "data.ties = 1\n[[data]]\nname = 'mine'\nfile = 'mine.npy'\nk = 3\n"
    )
    (tmp_path / "hw.toml").write_text(text)
    tied = load(tmp_path / "hw.toml")
    other = STUDENT.replace(
        "np.linalg.svd(X - X.mean(axis=0))[2][:k].T", "np.linalg.eigh(np.cov(X.T))[1][:, ::-1][:, :k]"
    )
    result = graded(top, other, tied)
    assert points(result)["values.W"] == 3, [item.message for item in result.criteria]
    assert {name[1] for name in solution._known[tied.digest, tied.seed, False]} >= {"mine", "ties", "tall"}
