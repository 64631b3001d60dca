"""Real nbgrader and real Otter, where they are installed: what students get, and the scores that come out."""

import csv
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pcaproofs.grading.platforms.kits import PLATFORMS, kit_of, write

from ..solutions import GOOD, PATCHED, changed
from ..test_grading_cli import run

SECRET = "271828182845904523536028747135266249775"
HW = f"""\
title = "Homework"
file = "hw.ipynb"
call = "W, lam, Z = pca(X, k)"
seed = {SECRET}
solution = "secret_solution.py"
files = ["utils.py"]
roles = {{ components = "W", explained_variance = "lam", scores = "Z" }}
conventions = {{ components = "columns", scale = "n-1" }}
[criteria]
runs = 1
components.captured = 3
components.orthonormal = 2
scores.centred = 1
data.far-away = 1
data.few-samples = {{ points = 2, visible = false }}
"""
SUBMISSIONS = {
    "right": GOOD,
    "uncentred": changed("Xc @ W", "X @ W"),
    "few": changed("    Xc =", "    if X.shape[0] < X.shape[1]: raise ValueError('too few')\n    Xc ="),
    "patched": PATCHED,
    "empty": "",
}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "staff").mkdir()
    (tmp_path / "staff" / "hw.toml").write_text(HW)
    (tmp_path / "staff" / "secret_solution.py").write_text(f"# SECRET\n{GOOD}")
    (tmp_path / "staff" / "utils.py").write_text("x = 1\n")
    return tmp_path


def done(*command: str, cwd: Path, **variables: str) -> str:
    """Run a command of the environment that these tests run in."""
    python = Path(sys.executable).parent
    environment = {**os.environ, **variables, "PATH": f"{python}{os.pathsep}{os.environ['PATH']}"}
    finished = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=environment, timeout=600)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def filled(notebook: Path, source: str) -> str:
    """Return a student's notebook with an answer."""
    data = json.loads(notebook.read_text())
    cell = next(cell for cell in data["cells"] if cell["cell_type"] == "code" and _is_answer(cell))
    cell["source"] = source
    return json.dumps(data)


def _is_answer(cell: dict[str, object]) -> bool:
    source = "".join(cell["source"])  # type: ignore[arg-type]
    return "YOUR CODE HERE" in source or source.strip() == "..."


def graded(course: Path, criteria: bool = False) -> dict[str, float]:
    """Return the scores that our own command gives: whole, or only of criteria that hold in full."""
    (course / "in").mkdir()
    for name, source in SUBMISSIONS.items():
        cells = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": []}]
        (course / "in" / f"{name}.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}))
    finished = run("grade", "in", "-a", "staff/hw.toml", "-o", "out", cwd=course)
    assert finished.returncode == 0, finished.stderr
    found = {}
    for name in SUBMISSIONS:
        result = json.loads((course / "out" / name / "result.json").read_text())
        whole = [item["points"] for item in result["criteria"] if item["points"] == item["max_points"]]
        found[name] = sum(whole) if criteria else result["score"]
    return found


def told(folder: Path) -> str:
    """Return all that lies in a folder, without our own package."""
    return "\n".join(
        f"{path.name}\n{path.read_bytes().decode('utf-8', 'replace')}"
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".whl"
    )


@pytest.mark.skipif(not importlib.util.find_spec("nbgrader"), reason="nbgrader is not installed")
def test_nbgrader_grades_the_kit(course: Path) -> None:
    kit = kit_of(course / "staff" / "hw.toml")
    write(kit, PLATFORMS["nbgrader"], course)
    (course / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'pca'\n")
    done("nbgrader", "generate_assignment", "hw", cwd=course)
    released = told(course / "release")
    for secret in (SECRET, "SECRET", "secret", "few-samples", "far-away", "def pca"):
        assert secret not in released.replace("data.far-away = 1", ""), secret
    notebook = course / "release" / "hw" / "hw.ipynb"
    for name, source in SUBMISSIONS.items():
        place = course / "submitted" / name / "hw"
        place.mkdir(parents=True)
        (place / "hw.ipynb").write_text(filled(notebook, source))
        (place / "hw-student.toml").write_text("file = 'of the student'")
    done("nbgrader", "autograde", "hw", cwd=course, PCAPROOFS_ASSIGNMENT=str(course / "staff" / "hw.toml"))
    done("nbgrader", "export", "--to", "grades.csv", cwd=course)
    with (course / "grades.csv").open(newline="") as file:
        found = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    wanted = graded(course)
    assert wanted["right"] == 10
    assert found == pytest.approx(wanted, abs=1e-3)


@pytest.mark.skipif(not importlib.util.find_spec("otter"), reason="Otter is not installed")
def test_otter_grades_the_kit(course: Path) -> None:
    kit = kit_of(course / "staff" / "hw.toml")
    write(kit, PLATFORMS["otter"], course / "kit")
    done("otter", "assign", "hw.ipynb", "dist", cwd=course / "kit")
    student = course / "kit" / "dist" / "student"
    released = told(student)
    for secret in (SECRET, "SECRET", "secret", "few-samples", "far_away", "def pca"):
        assert secret not in released, secret
    assert {"hw.ipynb", "hw-student.toml", "utils.py", kit.wheel[0]} <= {path.name for path in student.iterdir()}
    (autograder,) = (course / "kit" / "dist" / "autograder").glob("*.zip")
    found = {}
    for name, source in SUBMISSIONS.items():
        place = course / "run" / name
        place.mkdir(parents=True)
        (place / "hw.ipynb").write_text(filled(student / "hw.ipynb", source))
        done("otter", "run", "-a", str(autograder), "-o", ".", "hw.ipynb", cwd=place)
        tests = json.loads((place / "results.json").read_text())["tests"]
        found[name] = sum(test.get("score", 0.0) for test in tests)
    wanted = graded(course, criteria=True)
    assert wanted["right"] == 10
    assert found == pytest.approx(wanted, abs=1e-3)
