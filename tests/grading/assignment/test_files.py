"""What an assignment names besides its text: packages, files, a solution, data sets of its own, values."""

from pathlib import Path

import numpy as np
import pytest

from pcaproofs.grading.assignment import Assignment, AssignmentError, Rubric, ValueRule, load
from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.data.datasets import NAMES, datasets
from pcaproofs.grading.judge import Conventions

TEXT = """\
file = "hw.py"
packages = ["scipy>=1.10", "matplotlib"]
files = ["utils.py", "images/"]
isolation = "landlock"
follow_through = 0.5
tolerance = 1e-6
solution = "solution.py"
call = "K = kernel(X)"
values = { K = "K", W = { expression = "W[:, :k]", up_to = ["sign", "order"], tolerance = 1e-3 } }
[criteria]
values.K = 2
values.W = { points = 1, visible = false, follow_through = 1, tolerance = 1e-2 }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "utils.py").write_text("x = 1\n")
    (tmp_path / "solution.py").write_text("def kernel(X): return X @ X.T\n")
    (tmp_path / "images").mkdir()
    np.save(tmp_path / "images" / "a.npy", np.arange(24.0).reshape(2, 3, 4))
    (tmp_path / "images" / ".secret").write_text("no")
    rng = np.random.default_rng(0)
    np.savez(tmp_path / "two.npz", a=rng.normal(size=(5, 3)), b=np.eye(4, dtype=np.uint8))
    (tmp_path / "t.csv").write_text("x,y\n1,2\n3,4.5\n5,6\n")
    return tmp_path


def read(folder: Path, text: str) -> Assignment:
    (folder / "hw.toml").write_text(text)
    return load(folder / "hw.toml")


def with_data(text: str) -> str:
    return f"{TEXT}[[data]]\n{text}"


def test_files_named_in_the_assignment_are_read(folder: Path) -> None:
    got = read(folder, TEXT)
    assert got.packages == ("scipy>=1.10", "matplotlib")
    assert [file.name for file in got.files] == ["utils.py", "images/a.npy"]
    assert got.solution is not None
    assert got.solution.data.startswith(b"def kernel")
    assert (got.isolation, got.follow_through) == ("landlock", 0.5)
    (task,) = got.tasks
    assert task.tolerance == 1e-6
    assert task.values["K"] == ValueRule(expression="K")
    assert task.values["W"].up_to == {"sign", "order"}
    assert task.criteria == (
        Rubric(criterion="values.K", points=2),
        Rubric(criterion="values.W", points=1, visible=False, follow_through=1, tolerance=1e-2),
    )


def test_the_digest_knows_the_content_of_each_file(folder: Path) -> None:
    before = read(folder, TEXT).digest
    assert read(folder, TEXT).digest == before
    (folder / "solution.py").write_text("def kernel(X): return X\n")
    assert read(folder, TEXT).digest != before


DATA = [
    ('name = "a"\nfile = "two.npz"\nkey = "b"\nk = 2', (4, 4), "uint8"),
    ('name = "a"\nfile = "t.csv"\nk = 2', (3, 2), "float64"),
    ('name = "a"\nfile = "images/a.npy"\nk = 1\nvisible = true', (2, 12), "float64"),
    ('name = "a"\nvalues = [[1, 2], [3, 4], [5, 7]]\nk = 1', (3, 2), "int64"),
    ('name = "a"\nn = 400\np = 30\nk = 8\nrank = 9\nnoise = 0.1', (400, 30), ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shape", "kind"), DATA)
def test_own_data_are_read(folder: Path, text: str, shape: tuple[int, int], kind: str) -> None:
    (data,) = read(folder, with_data(text)).data
    assert (data.n, data.p) == shape
    assert (data.X is None) == (not kind)
    assert data.X is None or (data.X.shape, str(data.X.dtype)) == (shape, kind)
    assert data.visible == ("visible" in text)


def test_students_get_no_hidden_data(folder: Path) -> None:
    text = 'name = "a"\nn = 9\np = 3\nk = 1\n[[data]]\nname = "b"\nn = 9\np = 3\nk = 1\nvisible = true'
    asked = read(folder, with_data(text))
    assert [data.name for data in asked.data] == ["a", "b"]
    assert [data.name for data in asked.for_students().data] == ["b"]


WRONG = [
    ('files = ["utils.py"', 'files = ["solution.py"', 3, "got 'solution.py', which is the solution"),
    ('files = ["utils.py"', 'files = ["."', 3, "which is the assignment itself"),
    ('files = ["utils.py"', 'files = ["hw.py"', 3, "which is what students hand in"),
    ("1e-3 }", "1e-3, upto = 1 }", 9, "got key 'upto', but should be one of expression, up_to, vectors"),
    ('"order"]', '"orders"]', 9, "got 'orders', but should be one of sign, order, rotation, scale"),
    ("values.K = 2", "values.k = 2", 11, "got 'values.k', but should be one of [values]"),
    ("{ K =", "{ points =", 9, "that is no key of a rubric"),
    ("", '[[data]]\nname = "ties"', 14, "a short name of its own, other than five points"),
    ("", '[[data]]\nname = "a"', 13, "got no data, but should be one of file, values, or n and p"),
    ("", '[[data]]\nname = "a"\nn = 3\np = 2\nk = 3', 17, "got k = 3, but should be a whole number, 1 to 2 [data.k]"),
    ("", '[[data]]\nname = "a"\nn = 3\np = 2', 13, "got no 'k'"),
    ("", '[[data]]\nname = "a"\nn = 30000\np = 20000\nk = 3', 15, "at most 8388608 numbers"),
    ("", '[[data]]\nname = "a"\nfile = "two.npz"\nk = 2', 15, "arrays a, b and no 'key'"),
    ("", '[[data]]\nname = "a"\nfile = "two.npz"\nkey = "c"\nk = 2', 16, "got 'c', but should be one of a, b"),
    ("", '[[data]]\nname = "a"\nfile = "utils.py"\nk = 2', 15, "the name of a .npy, .npz, .csv file"),
    ("", '[[data]]\nname = "a"\nfile = "images/a.npy"\nk = 2\n', 3, "got 'images/a.npy', which is hidden data"),
    ("", '[[data]]\nname = "a"\nvalues = [[1, 2], [3]]\nk = 2', 15, "rows of several lengths"),
    ("", '[[data]]\nname = "a"\nvalues = [[1, 2], [3, nan]]\nk = 2', 15, "got nan or infinity"),
    ("", '[[data]]\nname = "a"\nvalues = [[1, 2], [3, true]]\nk = 2', 15, "cells that are no numbers"),
    ("", '[[data]]\nname = "a"\nvalues = [[1, 2]]\nk = 2', 15, "2 samples or more"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "words"), WRONG)
def test_an_error_about_files_names_its_line(folder: Path, old: str, new: str, line: int, words: str) -> None:
    text = TEXT.replace(old, new, 1) if old else TEXT + new
    with pytest.raises(AssignmentError) as caught:
        read(folder, text)
    message = str(caught.value)
    assert words in message
    assert message.startswith(f"{folder / 'hw.toml'}:{line}: got ")
    assert "\n" not in message


def test_damaged_files_are_told_in_one_line(folder: Path) -> None:
    for name, content in {"bad.npy": b"\x93NUMPY\x01\x00", "bad.npz": b"PK no", "bad.csv": b"1,2\n3,x\n"}.items():
        (folder / name).write_bytes(content)
        with pytest.raises(AssignmentError, match=name if name != "bad.csv" else "'x' in row 2, column 2") as caught:
            read(folder, with_data(f'name = "a"\nfile = "{name}"\nk = 1'))
        assert "\n" not in str(caught.value)
    np.save(folder / "object.npy", np.array([{}, 1]), allow_pickle=True)
    with pytest.raises(AssignmentError, match="without pickles"):
        read(folder, with_data('name = "a"\nfile = "object.npy"\nk = 1'))


def test_the_names_that_are_taken_are_those_of_all_data() -> None:
    names = [
        each.name for kernel in (None, Conventions()) for each in datasets(0, frozenset(SITUATIONS), kernel=kernel)
    ]
    assert list(dict.fromkeys(names)) == list(NAMES)
