"""Results on disk: names that students choose, tables that spreadsheets open, files that are whole or not there."""

import csv
import io
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.diagnosis.model import Diagnosis, Example, Mistake, Plot
from pcaproofs.grading.platforms.formats import FORMATS
from pcaproofs.grading.results import store
from pcaproofs.grading.results.result import Result, RunRecord, Scored

NAMES = [
    "ada", "Ada Lovelace_4711_assignsubmission_file_", "émile", "e\u0301mile", "学生",
    "a b", "..", ".", "", ".hidden", "../../etc",
    "a/b", "/abs", "C:\\x", "a\\b", "a\nb", "a\x00b", "a\x1b[2Jb", "con", "NUL.txt", "grades.csv", "Index.HTML", "-rf",
    "~root", "a.",
    " a", "x" * 300, "𝔵" * 100, "学" * 100, "\udcff\udcfe", "\u202egnp.exe", "=1+1", "*", "a*b", "a?b",
    "<script>alert(1)</script>", "a;b", "$(id)",
]  # fmt: skip


def test_folder_names_stay_inside_and_apart(tmp_path: Path) -> None:
    found = {name: store.folder_name(name) for name in NAMES}
    assert len({folder.casefold() for folder in found.values()}) == len(NAMES)
    for folder in found.values():
        assert (tmp_path / folder).resolve().parent == tmp_path.resolve()
        assert len(folder.encode()) < 255
        assert folder.isprintable()
        assert not folder.startswith((".", "-", "~"))
        assert folder not in ("grades.csv", "index.html")
        (tmp_path / folder).mkdir()
    for name in ("ada", "Ada Lovelace_4711_assignsubmission_file_", "émile", "学生", "a b"):
        assert found[name] == name


FULL = Result(
    submission="ada",
    file="pca.py",
    status="ok",
    score=1.5,
    max_score=3.0,
    criteria=(
        Scored(
            criterion="runs", task="", title="t", claim="c", points=1.5, max_points=3.0, passed_on=1, tried_on=2,
            visible=True, message="m",
        ),
    ),
    diagnosis=Diagnosis(
        name="n", title="t", hint="h", why="w", claim="c", follows=("runs",),
        mistakes=(Mistake(name="n", title="t", hint="h", why="w", claim="c"),),
    ),
    example=Example(task="", X=[[1.0, 2.0]], k=1, role="mean", expected=[1.0], got="ValueError"),
    picture=Plot(points=[[1.0, 2.0]], mean=[0.0, 0.0], right=[1.0, 0.0], theirs=None, through=[0.0, 0.0]),
    problems=("p",),
    runs=(RunRecord(task="", data="d", visible=True, status="ok", detail="", failed=("runs",), seconds=0.1),),
)  # fmt: skip


def test_a_result_comes_back_as_it_was(tmp_path: Path) -> None:
    store.save(tmp_path, FULL, {"feedback.md": "é\n"})
    assert store.read(tmp_path, "ada", "") == FULL
    assert (tmp_path / "ada" / "feedback.md").read_text(encoding="utf-8") == "é\n"
    assert sorted(path.name for path in (tmp_path / "ada").iterdir()) == ["feedback.md", "result.json"]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_stored_and_found(name: str, tmp_path: Path) -> None:
    result = Result(submission=name, file="", status="ok", score=0.0, max_score=1.0)
    store.save(tmp_path, result, {"feedback.md": name})
    assert store.read(tmp_path, name, "") == result


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"{}", b'{"submission": 1}', b"\xff", b'{"x": 1}', b"null", b"[" * 100000]
)
def test_a_damaged_result_is_as_good_as_none(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "result.json").write_bytes(content)
    assert store.read(tmp_path, "ada", "") is None


def stored(tmp_path: Path, result: Result = FULL) -> Path:
    store.save(tmp_path, replace(result, fingerprint="f"), {})
    return tmp_path / "ada" / "result.json"


def test_only_what_we_have_signed_is_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = stored(tmp_path)
    assert store.read(tmp_path, "ada", "f") == replace(FULL, fingerprint="f")
    assert store.read(tmp_path, "ada", "of another submission") is None
    data = json.loads(path.read_text())
    for forged in (data | {"score": 3.0}, data | {"signature": "0" * 64}, {**data, "signature": None}):
        path.write_text(json.dumps(forged))
        assert store.read(tmp_path, "ada", "f") is None
    stored(tmp_path)
    store.use(None)  # a command that ran in this process may have named a file
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "another.key"))
    assert store.read(tmp_path, "ada", "f") is None
    assert (tmp_path / "another.key").stat().st_mode & 0o077 == 0


def test_a_result_of_ones_own_is_not_taken_for_that_of_another(tmp_path: Path) -> None:
    stored(tmp_path).parent.rename(tmp_path / "bob")
    assert store.read(tmp_path, "bob", "f") is None


def test_a_result_does_not_tell_what_its_fingerprint_is_made_of(tmp_path: Path) -> None:
    path = stored(tmp_path, replace(FULL, fingerprint="f"))
    assert "fingerprint" not in json.loads(path.read_text())


def test_every_file_of_a_format_is_kept_free(tmp_path: Path) -> None:
    assignment = loads(EXAMPLE)
    for writer in FORMATS.values():
        for name in writer([replace(FULL, picture=None)], assignment):
            top = name.split("/")[0]
            assert top == "ada" or store.folder_name(top) != top


def test_a_file_being_written_by_another_grader_is_left_alone(tmp_path: Path) -> None:
    store.save(tmp_path, FULL, {})
    theirs, old = tmp_path / "ada" / ".result.json.abc", tmp_path / "ada" / ".result.json.def"
    theirs.touch()
    old.touch()
    os.utime(old, (1, 1))
    store.save(tmp_path, FULL, {})
    assert theirs.exists()
    assert not old.exists()


def test_result_json_is_written_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    monkeypatch.setattr(store, "write_atomically", lambda path, content: written.append(path.name))
    store.save(tmp_path, FULL, {"feedback.md": "", "feedback.html": ""})
    assert written == ["feedback.md", "feedback.html", "result.json"]


def test_the_table_has_its_columns_and_a_row_for_each() -> None:
    ungraded = Result(submission="bob", file="", status="grader-fault", score=None, max_score=3.0, gradable=False)
    text = store.grades_csv([FULL, ungraded])
    assert text == (
        '"submission","score","max_score","status","diagnosis","isolation","seconds","faults"\n'
        '"ada","1.5","3","ok","n","","0",""\n"bob","","3","grader-fault","","","0",""\n'
    )


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        " =1",
        "=cmd|' /C calc'!A0",
        'a","b',
        "a\nb,c",
        "a;=1+1",
        "＝1+1",
        "\u200b=1",
        "\ufeff=1",
        "\u00a0=1",
        "﹢1",
    ],
)
def test_no_cell_is_a_formula_or_breaks_its_row(name: str) -> None:
    result = Result(submission=name, file="", status="ok", score=-1.5, max_score=3.0)
    rows = list(csv.reader(io.StringIO(store.grades_csv([result, FULL]))))
    assert [len(row) for row in rows] == [8, 8, 8]
    assert not rows[1][0].lstrip(" �\u200b\ufeff").startswith(("=", "+", "-", "@", "\t", "\r", "＝", "﹢"))
    elsewhere = [cell for row in csv.reader(io.StringIO(store.grades_csv([result])), delimiter=";") for cell in row]
    assert not any(cell.startswith("=") for cell in elsewhere)
    assert rows[1][1] == "-1.5"  # a number is one
    assert rows[2][0] == "ada"


def test_results_are_plain_json() -> None:
    assert json.loads(json.dumps(FULL.to_json()))["criteria"][0]["criterion"] == "runs"
    with pytest.raises(ValueError, match="cannot be read"):
        Result.from_json({"criteria": [{"nonsense": 1}]})
