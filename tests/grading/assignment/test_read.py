"""Assignments: what is read, and for everything that is wrong its line and what is allowed."""

import re
from pathlib import Path

import pytest

from pcaproofs.grading.assignment import CRITERIA, AssignmentError, Rubric, load, loads
from pcaproofs.grading.assignment.reference import EXAMPLE, TASKS
from pcaproofs.grading.assignment.table import Lines
from pcaproofs.verify.discovery import all_claims


def test_the_documented_example_is_read_in_full() -> None:
    read = loads(EXAMPLE)
    (task,) = read.tasks
    assert (read.title, read.file, read.seed, read.follow_through) == (
        "Homework 3: PCA from scratch",
        "pca.py",
        20260101,
        0.5,
    )
    assert task.call == "W, lam, Z = pca(X, k)"
    assert task.roles == {"components": "W", "explained_variance": "lam", "scores": "Z"}
    assert (task.conventions.components, task.conventions.scale, task.conventions.covariance) == (
        "columns",
        "n-1",
        "any",
    )
    assert Rubric(criterion="components.captured", points=3.0, partial=False) in task.criteria
    assert Rubric(criterion="data.few-samples", points=1.0, visible=False) in task.criteria
    assert (read.limits.wall, read.limits.memory) == (5, 1 << 30)
    assert read.max_points == 13
    assert len(read.digest) == 64


def test_several_tasks_share_conventions_and_may_change_them() -> None:
    text = TASKS.replace("[[task]]", 'samples = "columns"\n[conventions]\nscale = "n"\n[[task]]', 1)
    text += 'samples = "rows"\nconventions = { components = "rows" }\n'
    first, second = loads(text).tasks
    assert (first.samples, first.conventions.scale, first.conventions.components) == ("columns", "n", "columns")
    assert (second.samples, second.conventions.scale, second.conventions.components) == ("rows", "n", "rows")
    assert second.given == {"Xc": "centered", "W": "components"}


# What is changed in the example, the line that is named, and words of the complaint.
WRONG = [
    ("title =", "titel =", 1, "got key 'titel', but should be one of 25 keys; the nearest is title [titel]"),
    ('"pca.py"', '"hw/pca.py"', 2, "without a folder"),
    ('"pca.py"', '"pca.txt"', 2, ".py or .ipynb"),
    ('"pca.py" ', "3 ", 2, "got file = 3"),
    ("W, lam, Z = pca(X, k)", "W, lam, Z := pca(X, k", 3, "a line of Python [call]"),
    ('"rows" ', '"lines"', 4, "got 'lines', but should be one of rows, columns [samples]"),
    ("20260101 ", "-1", 5, "got -1, but should be a whole number, 0 or more [seed]"),
    ("20260101 ", "true", 5, "got True"),
    ("= 0.5 ", '= "yes"', 6, "a number from 0 to 1 [follow_through]"),
    ("= 0.5 ", "= 1.5", 6, "got follow_through = 1.5, but should be a number from 0 to 1"),
    ("= 0.5 ", "= true ", 6, "got follow_through = true, but should be a share from 0 to 1, such as 1"),
    ("= 0.5 ", "= 0.5\npackages = ['scipy >> 1']", 7, "got 'scipy >> 1', but should be a requirement, such as"),
    ("= 0.5 ", "= 0.5\npackages = ['a @ file:///x']", 7, "without an address [packages]"),
    ("= 0.5 ", "= 0.5\nisolation = 'docker'", 7, "got 'docker', but should be one of none, rlimits, landlock"),
    ("= 0.5 ", "= 0.5\ntolerance = -1", 7, "a number from 0 to 1 [tolerance]"),
    ("= 0.5 ", "= 0.5\nown_data_only = true", 7, "beside a [[data]] table with visible = true"),
    ("= 0.5 ", "= 0.5\nfiles = 'utils.py'", 7, "a list of names of files and folders [files]"),
    ("= 0.5 ", "= 0.5\nfiles = ['../utils.py']", 7, "without '..' [files]"),
    ("= 0.5 ", "= 0.5\nfiles = ['no-such.py']", 7, "got 'no-such.py' (No such file or directory), but should be"),
    ("= 0.5 ", "= 0.5\nsolution = 'solution.txt'", 7, ".py or .ipynb file [solution]"),
    ("[roles]   ", "[values]\nK = 'K'\n[roles]", 1, "got [values], but should be beside the key 'solution'"),
    ('components = "W"', 'component = "W"', 9, "but should be one of 21 keys; the nearest is components ["),
    ('"lam"', '"lam["', 10, "a Python expression [roles.explained_variance]"),
    ('"lam"', "1", 10, "a Python expression"),
    ('= "columns" ', '= "cols" ', 14, "got 'cols', but should be one of columns, rows, either"),
    ('scale = "n-1"', 'ddof = "n-1"', 15, "got key 'ddof', but should be one of 20 keys, such as components"),
    ("components.orthonormal", "components.orthogonal", 19, "one of 76 criteria; the nearest is components.ortho"),
    ("components.orthonormal = 2", "components.orthonormal = -2", 19, "got points -2, but should be a number"),
    ("components.orthonormal = 2", 'components.orthonormal = "2"', 19, "got points '2'"),
    ("components.orthonormal = 2", "components.orthonormal = nan", 19, "got points nan"),
    ("components.orthonormal = 2", "components.orthonormal = { visible = true }", 19, "got points None"),
    ("components.orthonormal = 2", "mean.values = 2", 19, "left out, or [roles] should yield 'mean'"),
    ("partial = false", "part = false", 20, "got key 'part', but should be one of points, visible, partial, follow"),
    ("partial = false", "partial = 0", 20, "true or false"),
    ("wall = 5 ", "wall = 0 ", 29, "got 0, but should be a number above 0 [limits.wall]"),
    ("wall = 5 ", "wall = inf ", 29, "got inf"),
    ('"1 GB"', '"1 TB"', 30, "KB, MB or GB"),
    ("memory =", "ram =", 30, "got key 'ram', but should be one of 15 keys, such as wall"),
    ("runs = 1", "runs 1", 18, "but should be TOML"),
    ('scale = "n-1"', "share = 1.5", 15, "got share = 1.5, but should be a number from 0 to 1 [conventions.share]"),
    ('scale = "n-1"', 'epsilon = "1e-5"', 15, "a number, 0 or more [conventions.epsilon]"),
    ('scale = "n-1"', "degree = 1.5", 15, "a whole number, 1 or more [conventions.degree]"),
    ('scale = "n-1"', 'kernel = "gauss"', 15, "got 'gauss', but should be one of linear, rbf, polynomial"),
    ('scores = "Z"', 'standardised = "Z"', 11, 'beside the convention standardise = "n" or "n-1"'),
    ("[limits]", "[limits", 28, "but should be TOML"),
    ("[criteria]  ", "[criterias]", 17, "got key 'criterias'"),
    ('[roles]   ', '[conventions.roles]', 8, "got key 'roles'"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "words"), WRONG, ids=[f"{old}-{new}" for old, new, *_ in WRONG])
def test_an_error_in_an_assignment_names_the_line_and_the_allowed_values(
    old: str, new: str, line: int, words: str
) -> None:
    assert EXAMPLE.count(old) >= 1
    with pytest.raises(AssignmentError) as caught:
        loads(EXAMPLE.replace(old, new, 1), "hw.toml")
    message = str(caught.value)
    assert message.startswith(f"hw.toml:{line}: got ")
    assert words in message
    assert "\n" not in message
    assert len(message) < 200


WRONG_TASKS = [
    ('name = "project"', 'name = "center"', 11, "a name of its own"),
    ('name = "project"', "", 10, "got no 'name'"),
    ('Xc = "centered"', 'X = "centered"', 13, "a variable's name other than X, X_new and k"),
    ('"components" }', '"component" }', 13, "but should be one of 26 values; the nearest is components ["),
    ("scores.agree", "reconstruction.error", 15, "[roles] should yield 'reconstruction'"),
    ("[[task]]", 'call = "1"\n[[task]]', 4, "got 'call' beside [[task]]"),
    ('roles = { scores = "Z" }', "", 10, "got no roles, but should be a table [roles]"),
    ("criteria = { scores.agree = 2 }", "", 10, "got no criteria"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "words"), WRONG_TASKS)
def test_an_error_in_a_task_names_its_line(old: str, new: str, line: int, words: str) -> None:
    with pytest.raises(AssignmentError, match=re.escape(words)) as caught:
        loads(TASKS.replace(old, new, 1), "hw.toml")
    assert str(caught.value).startswith(f"hw.toml:{line}: ")


def test_worth_nothing_and_not_turning_are_refused() -> None:
    with pytest.raises(AssignmentError, match=r"worth 0 points together, but should be more than 0"):
        loads('file = "a.py"\ncall = "Z = f(X, k)"\nroles = { scores = "Z" }\ncriteria = { runs = 0 }')
    text = EXAMPLE.replace("[criteria]", "[criteria]\nequivariance.rotation = 1\n#").replace(
        "scale =", 'standardise = "n"\nscale ='
    )
    with pytest.raises(AssignmentError, match="z-scores do not turn with the data"):
        loads(text)


def test_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "hw.toml"
    path.write_bytes(b"title = '\xff'")
    with pytest.raises(AssignmentError, match=r"hw\.toml:1: got text that is not UTF-8"):
        load(path)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.toml")


def test_lines_are_found_in_every_way_to_write_a_key() -> None:
    text = 'a = 1\n"b" = """\nx = 1\n"""\nc.d = [\n1,\n]\n[e]\nf = "[g]"\n[[h]]\ni = 1\n[h.j]\nk = { l = 1 }\n'
    text += "[[h]]\ni = 2\n"
    lines = Lines(text)
    places = {("a",): 1, ("b",): 2, ("c", "d"): 5, ("e",): 8, ("e", "f"): 9, ("h", 0, "i"): 11, ("h", 0, "j", "k"): 13}
    assert {place: lines.of(place) for place in places} == places
    assert lines.of(("h", 0, "j", "k", "l")) == 13
    assert lines.of(("h", 1, "i")) == 15
    assert lines.of(("h", 1, "none")) == 14
    assert lines.of(("x",)) == 1


def test_every_criterion_has_a_title_and_names_a_claim_that_exists() -> None:
    from pcaproofs.grading.assignment.names import claim_of, title_of

    ids = {claim.id for claim in all_claims()}
    assert {claim_of(name) for name in CRITERIA} - {""} <= ids
    assert all(title_of(name) != name for name in CRITERIA)
