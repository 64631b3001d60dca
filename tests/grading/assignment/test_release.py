"""The student's version: it reads as what students may see, and holds nothing else."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pcaproofs.grading.assignment import Assignment, AssignmentError, load, loads
from pcaproofs.grading.assignment.example import EXAMPLE, TASKS
from pcaproofs.grading.assignment.release import is_shown, student_version
from pcaproofs.grading.assignment.toml import to_toml

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


def test_it_reads_as_what_students_may_see(folder: Path) -> None:
    full = load(folder / "hw.toml")
    text = student_version(FULL, full)
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


def test_what_is_judged_in_class_is_what_is_visible_on_visible_data(folder: Path) -> None:
    full = load(folder / "hw.toml")
    shown = {item.criterion: is_shown(full, task, item) for task in full.tasks for item in task.criteria}
    assert shown == {
        "components.captured": True, "components.order": False, "explained_variance.values": True, "data.ties": True,
        "data.far-away": False, "data.rank-deficient": False, "values.K": False, "scores.centred": False,
        "runs": True,
    }  # fmt: skip


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
def test_what_is_written_reads_the_same(table: dict[str, Any]) -> None:
    assert tomllib.loads(to_toml(table)) == table
    assert tomllib.loads(to_toml(tomllib.loads(EXAMPLE))) == tomllib.loads(EXAMPLE)
