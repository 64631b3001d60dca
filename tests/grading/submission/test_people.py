"""Who handed something in: the names that learning platforms give, and the list that Gradescope exports."""

import zipfile
from pathlib import Path

import pytest

from pcaproofs.grading.submission.people import METADATA, Person, person_of
from pcaproofs.grading.submission.submissions import roster

GRADESCOPE = """\
submission_311:
  :submitters:
  - :name: Ada Lovelace
    :sid: '4711'
    :email: ada@example.org
  :created_at: 2026-11-20 10:00:00.000000000 Z
  :score: 3.0
  :results:
    tests:
    - name: not a person
submission_312:
  :submitters:
  - :name: "Ben O'Neil: <b>"
    :sid:
  - :name: Cleo
    :sid: 4713
"""


@pytest.mark.parametrize(
    ("submission", "wanted"),
    [
        ("Ada Lovelace_4711_assignsubmission_file_", Person("Ada Lovelace", "4711")),
        ("Ada Lovelace_4711_assignsubmission_file (2)", Person("Ada Lovelace", "4711")),
        ("Ada Lovelace_4711_assignsubmission_onlinetext", Person("Ada Lovelace", "4711")),
        ("lovelaceada_4711_88123_pca-1", Person("lovelaceada", "4711")),
        ("lovelaceada_LATE_4711_88123_pca_final", Person("lovelaceada", "4711")),
        ("submission_311", Person()),
        ("ada", Person()),
        ("../x_1_assignsubmission_file_", Person()),
    ],
)
def test_names_of_moodle_and_canvas(submission: str, wanted: Person) -> None:
    assert person_of(submission) == wanted


@pytest.mark.parametrize("top", ["", "assignment_5_export/"])
def test_the_list_of_gradescope(tmp_path: Path, top: str) -> None:
    folder, packed = tmp_path / "export", tmp_path / "export.zip"
    for name in ("submission_311", "submission_312"):
        (folder / top / name).mkdir(parents=True)
        (folder / top / name / "pca.py").write_text("x")
    (folder / top / METADATA).write_text(GRADESCOPE)
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(f"{top}{METADATA}", GRADESCOPE)
        archive.writestr(f"{top}submission_311/pca.py", "x")
        archive.writestr(f"{top}submission_312/pca.py", "x")
    wanted = {
        "submission_311": Person("Ada Lovelace", "4711"),
        "submission_312": Person("Ben O'Neil: <b>, Cleo", "4713"),
    }
    assert roster(folder) == roster(packed) == wanted


@pytest.mark.parametrize("content", [b"\xff\xfe", b"- - [", b"a:\n" * 1000, b""])
def test_a_list_that_cannot_be_read_names_nobody(tmp_path: Path, content: bytes) -> None:
    (tmp_path / METADATA).write_bytes(content)
    (tmp_path / "x.zip").write_bytes(b"PK" + content)
    assert roster(tmp_path) == roster(tmp_path / "x.zip") == {}


def test_metadata_inside_a_submission_names_nobody(tmp_path: Path) -> None:
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pca.py").write_text("x")
        (tmp_path / name / METADATA).write_text(GRADESCOPE.replace("submission_311", name))
    assert roster(tmp_path) == {}
