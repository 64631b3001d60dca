"""The student's version: it reads as what students may see, and holds nothing else."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.grading.assignment import Assignment, AssignmentError, load, loads
from pcaproofs.grading.assignment.reference import EXAMPLE, TASKS
from pcaproofs.grading.assignment.toml import to_toml
from pcaproofs.grading.release import is_shown, student_version
from pcaproofs.grading.running.run import data_of

FULL = """\
# SECRET comment
title = "Homework “4” \\\\ and more"
file = "pca.py"
seed = 340282366920938463463374607431768211455  # SECRET
solution = "secret_solution.py"
isolation = "landlock"
packages = ["scipy>=1.10"]
files = ["utils.py", "data/faces.npy"]
follow_through = 0.5
forbidden_imports = ["sklearn"]
tolerance = 1e-6
limits = { wall = 5, memory = "1 GB" }
conventions.scale = "n"

[[data]]
name = "secret-set"
file = "secret.csv"
k = 1

[[data]]
name = "shown set"
values = [[1, 2], [3, 5], [4, 4]]
k = 1
visible = true

[[task]]
name = "fit"
call = '''
W, lam = pca(X, k)
K = gram(X)'''
roles = { components = "W", explained_variance = "lam" }
values = { K = { expression = "K", up_to = ["sign"] } }
[task.criteria]
components.captured = { points = 3, partial = false }
components.order = { points = 1, visible = false }
explained_variance.values = 2
data.ties = 1
data.far-away = 1
data.rank-deficient = { points = 1, visible = false }
values.K = 4

[[task]]
name = "secret_task"
call = "Z = project(X)"
roles = { scores = "Z" }
criteria = { scores.centred = { points = 1, visible = false } }

[[task]]
name = "gram"
call = "K = gram(X)"
values = { K = "K" }
criteria = { runs = 1, values.K = 2 }
"""
SECRETS = (
    "SECRET", "34028236692", "secret", "components.order", "rank-deficient", "project", "scores.centred", "landlock",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hw.toml").write_text(FULL)
    (tmp_path / "secret_solution.py").write_text("def pca(X, k): ...\n")
    (tmp_path / "utils.py").write_text("x = 1\n")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "faces.npy").write_bytes(b"\x93NUMPY")
    (tmp_path / "secret.csv").write_text("1,2\n3,4\n5,7\n")
    return tmp_path


def without_digest(assignment: Assignment) -> Assignment:
    return replace(assignment, digest="")


def test_the_student_version_holds_no_secrets(folder: Path) -> None:
    full = replace(load(folder / "hw.toml"), solution=None)  # nobody knows what it gives
    text = student_version(FULL, full)
    assert text == student_version(FULL, load(folder / "hw.toml"))
    for secret in SECRETS:
        assert secret not in text
    read = loads(text, "hw-student.toml", folder)
    assert read.visible_only
    assert without_digest(read) == without_digest(full.for_students())
    assert without_digest(read.for_students()) == without_digest(read)
    assert [item.criterion for task in read.tasks for item in task.criteria] == [
        "components.captured", "explained_variance.values", "data.ties", "data.far-away", "runs",
    ]  # fmt: skip
    assert (read.seed, read.solution, [data.name for data in read.data]) == (0, None, ["shown set"])
    assert student_version(text, read) == text


@pytest.mark.parametrize("text", [EXAMPLE, TASKS])
def test_the_examples_have_one(text: str) -> None:
    full = loads(text)
    read = loads(student_version(text, full))
    assert without_digest(read) == without_digest(full.for_students())


def test_criteria_shown_in_class_are_the_visible_ones_on_visible_data(folder: Path) -> None:
    full = load(folder / "hw.toml")
    shown = {item.criterion: is_shown(full, task, item) for task in full.tasks for item in task.criteria}
    assert shown == {
        "components.captured": True, "components.order": False, "explained_variance.values": True, "data.ties": True,
        "data.far-away": False, "data.rank-deficient": False, "values.K": True, "scores.centred": False,
        "runs": True,
    }  # fmt: skip


SOLUTION = """
import numpy as np
SECRET = 1
def pca(X, k):
    return np.linalg.eigh(np.cov(X.T))[1][:, ::-1][:, :k]
def gram(X):
    return (X - X.mean(axis=0)) @ (X - X.mean(axis=0)).T
def large(X):
    return np.zeros(10_000)
"""
COMPARED = """
file = "pca.py"
solution = "solution.py"
seed = 77
call = "W = pca(X, k); K = gram(X); L = large(X); secret_h = {'n': [X.shape, k], 'K': K}"
[values]
K = { expression = "K", tolerance = 1e-6 }
W = { expression = "W", up_to = ["sign"] }
L = "L"
H = "secret_h['n']"
[criteria]
runs = 1
values.K = 2
values.W = 2
values.L = 1
values.H = { points = 1, visible = false }
"""


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a student's version with what the solution gives on visible data."""
    made = tmp_path_factory.mktemp("released")
    (made / "hw.toml").write_text(COMPARED)
    (made / "solution.py").write_text(SOLUTION)
    done = CliRunner().invoke(main, ["assignment", "release", str(made / "hw.toml"), "-o", str(made / "out.toml")])
    assert done.exit_code == 0, done.output
    assert "3 of 5 criteria" in done.output
    assert "not in it: values.L (too large" in done.output
    return made


def test_a_release_holds_the_expected_values_on_visible_data_only(released: Path) -> None:
    text = (released / "out.toml").read_text()
    read = load(released / "out.toml")
    (task,) = read.tasks
    assert [item.criterion for item in task.criteria] == ["runs", "values.K", "values.W"]
    assert (set(task.values), read.solution) == ({"K", "W"}, None)
    assert set(task.expected) == {data.name for data in data_of(read, task)}
    for secret in ("SECRET", "solution", "77", "['n']", "values.L", "eigh"):
        assert secret not in text.split("[expected]")[0].replace(read.tasks[0].call, "")
    assert student_version(text, read) == text


@pytest.mark.parametrize(
    ("old", "new", "code", "told"),
    [
        ("1", "1", 0, "Everything holds"),
        ("return np.linalg", "return -np.linalg", 0, "Everything holds"),
        (".T\ndef large", ".T * 2\ndef large", 1, "but should be"),
        ("[:, ::-1][:, :k]", "[:, :k]", 1, "but should be"),
    ],
)
def test_students_can_check_it_themselves(released: Path, old: str, new: str, code: int, told: str) -> None:
    assert old in SOLUTION
    (released / "pca.py").write_text(SOLUTION.replace(old, new, 1))
    done = CliRunner().invoke(main, ["self-check", str(released / "pca.py"), "-a", str(released / "out.toml")])
    assert (done.exit_code, told in done.output) == (code, True), done.output


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("student_version = true", "student_version = false", "in the student's version only"),
        ("[expected]", '[expected]\n"nowhere".Q = "AAAA"', "'Q'"),
        ('.K = "', '.K = "?', "as assignment release wrote it"),
    ],
)
def test_a_changed_release_is_refused(released: Path, old: str, new: str, told: str) -> None:
    text = (released / "out.toml").read_text()
    assert old in text
    with pytest.raises(AssignmentError, match=re.escape(told)):
        loads(text.replace(old, new, 1))


def test_data_without_expected_values_are_the_graders_fault(released: Path) -> None:
    text = (released / "out.toml").read_text()
    lines = [line for line in text.split("\n") if not line.startswith('"five points".K')]
    (released / "less.toml").write_text("\n".join(lines))
    (released / "pca.py").write_text(SOLUTION)
    done = CliRunner().invoke(main, ["self-check", str(released / "pca.py"), "-a", str(released / "less.toml")])
    assert (done.exit_code, "as assignment release writes it" in done.output) == (2, True), done.output


def test_without_anything_visible_there_is_none() -> None:
    text = 'file = "pca.py"\ncall = "W = pca(X, k)"\nroles.components = "W"\ncriteria.data.far-away = 1\n'
    with pytest.raises(AssignmentError, match="got nothing that students may see"):
        student_version(text, loads(text))


@pytest.mark.parametrize(
    "table",
    [
        {"a": 1, "b": [1, 2.5, "x"], "c": True, "d": 'é "q" \\ \n\x7f\t', "e f": {}},
        {"t": {"x": {"y": {"z": 1}, "a.b": 2}, "empty": {}}, "last": 3},
        {"task": [{"name": "a", "criteria": {"s.t": {"points": 1}, "u": 2}}, {"name": "b", "l": [[1, 2], [3]]}]},
        {"n": 1e-6, "big": 2**127, "inf": float("inf"), "mixed": [{"a": 1}, 2]},
        {"empty": [], "deep": {"rows": [{"a": 1}, {"b": {"c": 2}}]}},
    ],
)
def test_a_written_table_reads_the_same(table: dict[str, Any]) -> None:
    assert tomllib.loads(to_toml(table)) == table
    assert tomllib.loads(to_toml(tomllib.loads(EXAMPLE))) == tomllib.loads(EXAMPLE)
