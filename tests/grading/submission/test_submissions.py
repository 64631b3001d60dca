"""Finding submissions; links, paths that lead elsewhere and bombs are refused and said."""

import io
import os
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from pcaproofs.grading.parsing import archive
from pcaproofs.grading.parsing.archive import unpack
from pcaproofs.grading.submission import submissions
from pcaproofs.grading.submission.submissions import Submission, SubmissionError


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return buffer.getvalue()


def opened(found: Submission) -> Submission:
    """Return a submission with its zips unpacked, as a child process does it."""
    inside = unpack(found.packed)
    return Submission(found.name, {**found.files, **inside.files}, [*found.problems, *inside.problems])


def discover(path: Path) -> list[Submission]:
    return [opened(entry.read()) for entry in submissions.discover(path)]


def read_one(path: Path) -> Submission:
    return opened(submissions.read_one(path))


def contents(found: list[Submission]) -> dict[str, list[str]]:
    return {submission.name: sorted(submission.files) for submission in found}


def test_a_folder_of_folders_files_and_zips(tmp_path: Path) -> None:
    for name in ("anna/pca.py", "anna/lib/helper.py", "anna/__pycache__/x.pyc", "ben/hw/hw.ipynb", ".git/config"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1")
    (tmp_path / "cleo.py").write_text("x = 1")
    (tmp_path / "grades.csv").write_text("x")
    (tmp_path / "dora.zip").write_bytes(zipped(("pca.py", b"x = 1"), ("__MACOSX/pca.py", b"")))
    assert contents(discover(tmp_path)) == {
        "anna": ["lib/helper.py", "pca.py"],
        "ben": ["hw/hw.ipynb"],
        "cleo": ["cleo.py"],
        "dora": ["pca.py"],
    }


def test_a_zip_as_platforms_export_it(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(
        zipped(
            ("Anna Ä_123_file/pca.py", b"1"),
            ("Ben_124_file/work.zip", zipped(("src/pca.py", b"2"), ("data.csv", b"3"))),
            ("cleo_4711_pca-1.py", b"4"),
            ("readme.txt", b"5"),
        )
    )
    found = discover(path)
    assert contents(found) == {
        "Anna Ä_123_file": ["pca.py"],
        "Ben_124_file": ["data.csv", "src/pca.py"],
        "cleo_4711_pca-1": ["cleo_4711_pca-1.py"],
    }
    assert [submission.pick("pca.py") for submission in found] == ["pca.py", "src/pca.py", "cleo_4711_pca-1.py"]


STUDENTS = ("submission_1/pca.py", "submission_2/hw/pca.ipynb", "submission_2/data.csv")
WRAPPED = [
    ("assignment_5_export/", (*STUDENTS, "submission_metadata.yml"), ["submission_1", "submission_2"]),
    ("a/b/c/", STUDENTS, ["submission_1", "submission_2"]),
    ("export/", ("ann.zip", "ben.zip"), ["ann", "ben"]),
    ("export/", ("ann_4711_1_pca.py", "ben_LATE_4712_2_pca.py"), ["ann_4711_1_pca", "ben_LATE_4712_2_pca"]),
    # what is one student's stays one submission
    ("", ("ada/pca.py", "ada/helper.py"), ["ada"]),
    ("", ("ada/hw/pca.py",), ["ada"]),
    ("", ("ada/src/pca.py", "ada/tests/test_pca.py"), ["ada"]),
    ("", ("Ada_4711_assignsubmission_file_/a/pca.py", "Ada_4711_assignsubmission_file_/b/x.py"),
     ["Ada_4711_assignsubmission_file_"]),
]  # fmt: skip


@pytest.mark.parametrize("packed", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize(("top", "names", "wanted"), WRAPPED)
def test_a_folder_around_all_submissions_is_opened(
    tmp_path: Path, top: str, names: tuple[str, ...], wanted: list[str], packed: bool
) -> None:
    entries = [(f"{top}{name}", zipped(("pca.py", b"1")) if name.endswith(".zip") else b"1") for name in names]
    entries += [(f"__MACOSX/{top}._{name}", b"x") for name in names]
    entries += [(name, b"x") for name in sorted({".DS_Store", f"{top}.DS_Store"})]
    if packed:
        path = tmp_path / "class.zip"
        path.write_bytes(zipped(*entries))
    else:
        path = tmp_path / "class"
        for name, data in entries:
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_bytes(data)
    found = discover(path)
    assert [each.name for each in found] == wanted
    assert not any(each.problems for each in found)
    assert sum(name.endswith((".py", ".ipynb")) for each in found for name in each.files) == sum(
        not name.endswith((".csv", ".yml")) for name in names
    )


def test_links_are_refused_and_said(tmp_path: Path) -> None:
    secret = tmp_path / "secret.py"
    secret.write_text("answers")
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "more.py").write_text("answers")
    course = tmp_path / "course"
    (course / "eve").mkdir(parents=True)
    (course / "eve" / "pca.py").symlink_to(secret)
    (course / "eve" / "lib").symlink_to(tmp_path / "far")
    (course / "mallory.py").symlink_to(secret)
    (course / "trudy").symlink_to(tmp_path / "far")
    os.mkfifo(course / "eve" / "pipe.py")
    found = {submission.name: submission for submission in discover(course)}
    assert all(submission.files == {} for submission in found.values())
    assert found["eve"].problems == [
        "lib refused: it is a link",
        "pca.py refused: it is a link",
        "pipe.py refused: it is no ordinary file",
    ]
    assert found["mallory.py"].problems == ["mallory.py refused: it is a link"]
    assert found["trudy"].problems == ["trudy refused: it is a link"]


def link_entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("../../evil.py", "leads elsewhere"),
        ("a/../../evil.py", "leads elsewhere"),
        ("/etc/evil.py", "leads elsewhere"),
        ("C:/evil.py", "leads elsewhere"),
        ("a\\..\\evil.py", "leads elsewhere"),
        ("bad\nname.py", "leads elsewhere"),
        (link_entry("link.py"), "it is a link"),
    ],
)
def test_zip_entries_that_lead_elsewhere_are_refused(tmp_path: Path, entry: str | zipfile.ZipInfo, reason: str) -> None:
    path = tmp_path / "eve.zip"
    path.write_bytes(zipped((entry, b"/etc/passwd"), ("pca.py", b"x = 1")))
    one = read_one(path)
    assert list(one.files) == ["pca.py"]
    assert reason in one.problems[0]
    everyone = discover(path)
    assert [name for submission in everyone for name in submission.files] == ["pca.py"]
    assert any(reason in problem for submission in everyone for problem in submission.problems)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["eve.zip"]


def test_bombs_are_refused_without_being_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_FILE_BYTES", 100_000)
    monkeypatch.setattr(archive, "MAX_FILES", 3)
    path = tmp_path / "eve.zip"
    path.write_bytes(zipped(("bomb.py", bytes(10**7)), *((f"{number}.py", b"1") for number in range(5))))
    one = read_one(path)
    assert list(one.files) == ["0.py", "1.py", "2.py"]
    assert [problem.split(":")[0] for problem in one.problems] == [f"{name}.py refused" for name in ("bomb", "3", "4")]


def test_a_zip_that_lies_about_sizes_or_is_cut_is_refused(tmp_path: Path) -> None:
    data = bytearray(zipped(("pca.py", b"x = 1" * 100), ("other.py", b"x")))
    data[40] ^= 0xFF
    path = tmp_path / "eve.zip"
    path.write_bytes(data)
    one = read_one(path)
    assert list(one.files) == ["other.py"]
    assert len(one.problems) == 1
    path.write_bytes(data[:50])
    assert "refused" in read_one(path).problems[0]
    with pytest.raises(SubmissionError, match="cannot be read"):
        discover(path)


def test_names_that_appear_twice_are_refused() -> None:
    submission = Submission("eve")
    submission.add("pca.py", b"first")
    submission.add("pca.py", b"second")
    assert submission.files == {"pca.py": b"first"}
    assert submission.problems == ["pca.py refused: it is there twice"]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["pca.py", "helper.py"], "pca.py"),
        (["src/pca.py", "helper.py"], "src/pca.py"),
        (["PCA.ipynb", "helper.py"], "PCA.ipynb"),
        (["smith_1_pca-2.py", "helper.py"], "smith_1_pca-2.py"),
        (["homework.ipynb", "data.csv"], "homework.ipynb"),
    ],
)
def test_the_meant_file_is_found(files: list[str], expected: str) -> None:
    assert Submission("x", dict.fromkeys(files, b"")).pick("pca.py") == expected


@pytest.mark.parametrize(
    ("files", "words"),
    [([], "got no Python file"), (["a.py", "b.py"], "got 2 files"), (["a/pca.py", "b/pca.py"], "got 2")],
)
def test_the_meant_file_is_not_guessed(files: list[str], words: str) -> None:
    with pytest.raises(SubmissionError, match=words):
        Submission("x", dict.fromkeys(files, b"")).pick("pca.py")


def test_nothing_to_grade_is_said(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="nothing to grade"):
        discover(tmp_path)
    with pytest.raises(SubmissionError, match="which does not exist, but should be a folder, a zip or a file"):
        discover(tmp_path / "missing")


def test_of_two_files_of_one_name_in_an_archive_the_last_is_taken() -> None:
    """As by programs that unpack it, and as appending to a zip or tar means it."""
    with pytest.warns(UserWarning, match="Duplicate name"):
        both = zipped(("pca.py", b"old"), ("data.txt", b"x"), ("pca.py", b"new"))
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as opened_tar:
        for data in (b"old", b"new"):
            info = tarfile.TarInfo("pca.py")
            info.size = len(data)
            opened_tar.addfile(info, io.BytesIO(data))
    for name, data in (("a.zip", both), ("a.tar", tar.getvalue())):
        found = unpack([archive.Archive(name, data)])
        assert found.files["pca.py"] == b"new"
        assert found.problems == ["pca.py refused: it is there twice; the last one is taken"]
