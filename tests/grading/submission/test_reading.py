"""Whatever a submission contains hurts only itself: each is unpacked and parsed in a child, within limits."""

import io
import os
import socket
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.batch import grade_all, with_distinct_names
from pcaproofs.grading.engine import grade
from pcaproofs.grading.parsing import archive
from pcaproofs.grading.parsing.source import SourceError
from pcaproofs.grading.protocol import Job, Outcome
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.sandbox.worker.isolation import remove
from pcaproofs.grading.submission import code
from pcaproofs.grading.submission.code import read_source, unpacked
from pcaproofs.grading.submission.submissions import Submission, discover, read_one

from ..attacks.submissions import SUMS, TIRING, ZIPS, notebook, zipped
from ..solutions import GOOD, changed

ASSIGNMENT = loads(EXAMPLE)
SHORT = replace(ASSIGNMENT.limits, cpu=2.0, wall=4.0)  # the defaults are longer and end a child in the same way


def graded(folder: Path, tmp_path: Path) -> dict[str, Result]:
    found = grade_all(ASSIGNMENT, with_distinct_names(discover(folder)), tmp_path / "out")
    return {result.submission: result for result in found}


def test_no_damaged_zip_costs_anybody_else(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name, data in ZIPS.items():
        (folder / name).write_bytes(data)
    (folder / "inside").mkdir()
    (folder / "inside" / "work.zip").write_bytes(ZIPS["deflate.zip"])
    (folder / "good.py").write_text(GOOD)
    found = graded(folder, tmp_path)
    assert found.pop("good").score == ASSIGNMENT.max_points
    assert len(found) == len(ZIPS) + 1
    for result in found.values():
        assert (result.status, result.score, result.gradable) == ("no-submission", 0.0, True)
        assert result.problems


def test_strange_files_on_top_cost_nobody_else(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    os.mkfifo(folder / "pipe.py")
    with socket.socket(socket.AF_UNIX) as local:
        local.bind(str(folder / "socket.py"))
    (folder / "link.py").symlink_to("/etc/passwd")
    (folder / "good.py").write_text(GOOD)
    deep = folder / "deep"
    deep.mkdir()
    here = os.open(deep, os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    (deep / "pca.py").write_text(GOOD)
    try:
        found = graded(folder, tmp_path)
    finally:
        remove(str(deep / "d"))  # shutil, which empties this folder, goes down by recursion
    assert {name: result.score for name, result in found.items()} == {
        "deep": ASSIGNMENT.max_points,
        "good": ASSIGNMENT.max_points,
        "link.py": 0.0,
        "pipe": 0.0,
        "socket": 0.0,
    }


@pytest.mark.parametrize("name", [*SUMS, *TIRING])
def test_a_source_that_cannot_be_parsed_scores_nothing_and_says_so(name: str, top: Pool) -> None:
    data = (SUMS | TIRING)[name]
    run_all: Callable[..., list[Outcome]] = lambda jobs: top.run_all(jobs, SHORT)  # noqa: E731
    result = grade(run_all, replace(ASSIGNMENT, file=name), Submission("eve", {name: data}))
    assert result.gradable, result.problems
    assert result.score == 0
    assert result.status != "grader-fault"


@pytest.mark.parametrize(
    ("cell", "unit"), [("a=1;", 4), ("f();", 4), (" ", 1), ("x ", 2), ("%x\n", 3), ("x = 'é'; ", 9)]
)
def test_parsing_takes_time_in_proportion_to_the_length(cell: str, unit: int, top: Pool) -> None:
    def seconds(count: int) -> float:
        text = cell * count + ("\n)" if not cell.strip() or cell == "x " else "")
        outcome: list[Outcome] = []

        def run_all(jobs: list[Job]) -> list[Outcome]:
            outcome.extend(top.run_all(jobs))
            return outcome[-1:]

        read_source(run_all, "a.ipynb", notebook(text))  # type: ignore[arg-type]
        return outcome[0].cpu_seconds

    seconds(10)
    small, large = seconds(3_000), seconds(24_000)
    assert large < 24 * small + 0.5  # 8 times as long; 64 times would be quadratic


def test_one_students_bomb_takes_nobody_elses_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("aaa/pca.py", GOOD)
        for number in range(12):
            made.writestr(f"bbb/{number}.dat", bytes(20 << 20))
        made.writestr("zzz/pca.py", GOOD)
    found = {each.name: each.read() for each in discover(path)}
    assert list(found) == ["aaa", "bbb", "zzz"]
    with Pool() as pool:
        assert {name: sorted(unpacked(pool.run_all, found[name]).files) for name in ("aaa", "zzz")} == {
            "aaa": ["pca.py"],
            "zzz": ["pca.py"],
        }
        evil = unpacked(pool.run_all, found["bbb"])
    assert sum(map(len, evil.files.values())) <= archive.MAX_TOTAL_BYTES
    assert len(evil.problems) <= archive.MAX_REFUSALS_NAMED + 1


def test_nothing_of_a_class_is_in_memory_before_it_is_graded(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"s{number}.py").write_bytes(bytes(1000))
    assert not any(isinstance(each, Submission) for each in discover(tmp_path))


def test_of_many_refused_files_only_some_are_named(top: Pool) -> None:
    data = zipped({f"{number}.py": b"" for number in range(archive.MAX_FILES + 300)})
    found = unpacked(top.run_all, Submission("eve", packed=[archive.Archive("eve.zip", data)]))
    assert len(found.files) == archive.MAX_FILES
    assert len(found.problems) == archive.MAX_REFUSALS_NAMED + 1
    assert found.problems[-1] == f"{300 - archive.MAX_REFUSALS_NAMED} more refused"


def test_zips_in_a_zip_share_its_limits(top: Pool) -> None:
    inner = zipped({f"{number}.dat": bytes(10 << 20) for number in range(6)})
    outer = zipped({f"{number}.zip": inner for number in range(30)}, zipfile.ZIP_STORED)
    found = unpacked(top.run_all, Submission("eve", packed=[archive.Archive("eve.zip", outer)]))
    assert sum(map(len, found.files.values())) <= archive.MAX_TOTAL_BYTES
    assert found.problems


def test_of_many_zips_only_some_are_unpacked() -> None:
    found = Submission("eve")
    for number in range(archive.MAX_ARCHIVES + 3):
        found.add_archive(archive.Archive(f"{number}.zip", b""))
    assert len(found.packed) == archive.MAX_ARCHIVES
    assert len(found.problems) == 3


def test_a_member_that_is_damaged_costs_itself_alone(top: Pool) -> None:
    good, bad = zipped({"pca.py": GOOD.encode()}), ZIPS["deflate.zip"]
    files = Submission("eve", packed=[archive.Archive("good.zip", good), archive.Archive("bad.zip", bad)])
    found = unpacked(top.run_all, files)
    assert list(found.files) == ["pca.py"]
    assert len(found.problems) == 1


def test_names_that_collide_once_they_are_numbered_are_kept_apart(tmp_path: Path) -> None:
    for name in ("bob", "bob (2)"):
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "pca.py").write_text(GOOD)
    (tmp_path / "in" / "bob.py").write_text(changed("Xc @ W", "X @ W"))
    names = [each.name for each in with_distinct_names(discover(tmp_path / "in"))]
    assert len({name.casefold() for name in names}) == 3
    scores = [result.score for result in graded(tmp_path / "in", tmp_path).values()]
    assert scores.count(ASSIGNMENT.max_points) == 2


def test_reading_has_limits_of_its_own(top: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "LIMITS", replace(code.LIMITS, cpu=1.0, memory=2 << 30))
    with pytest.raises(SourceError, match="got what takes more than"):
        read_source(top.run_all, "pca.ipynb", notebook("a=1;" * 1_000_000))


def test_a_fault_of_the_grader_in_reading_is_no_fault_of_the_student() -> None:
    def broken(jobs: object) -> list[Outcome]:
        return [Outcome(status="grader-fault", isolation="none", detail="no child")]

    result = grade(broken, ASSIGNMENT, Submission("ada", {"pca.py": GOOD.encode()}))
    assert (result.gradable, result.score) == (False, None)
    with pytest.raises(code.ReadingError):
        read_source(broken, "a.ipynb", notebook("x = 1"))


def test_a_zip_of_a_class_is_cut_up_without_being_unpacked(tmp_path: Path, top: Pool) -> None:
    """Each method, names of any script, data descriptors, and zips inside."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        methods = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
        for method in methods:
            made.writestr(f"学生 {method}/pca.py", GOOD, method)
        with made.open("Ä_1_file/pca.py", "w", force_zip64=True) as file:
            file.write(GOOD.encode())
        made.writestr("Ä_1_file/more.zip", zipped({"data.csv": b"1"}))
    (tmp_path / "class.zip").write_bytes(buffer.getvalue())
    found = {each.name: unpacked(top.run_all, each.read()) for each in discover(tmp_path / "class.zip")}
    assert sorted(found) == sorted([*(f"学生 {method}" for method in methods), "Ä_1_file"])
    assert all(each.files["pca.py"] == GOOD.encode() and not each.problems for each in found.values())
    assert sorted(found["Ä_1_file"].files) == ["data.csv", "pca.py"]


TARS = {"work.tar": "w", "work.tar.gz": "w:gz", "work.tgz": "w:gz", "work.tar.bz2": "w:bz2", "work.tar.xz": "w:xz"}


def tarred(mode: str, *entries: tarfile.TarInfo, data: bytes = GOOD.encode()) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as made:  # type: ignore[call-overload]
        for entry in entries:
            entry.size = len(data) if entry.isreg() else 0
            made.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def linked(name: str, to: str, kind: bytes) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.linkname, made.type = to, kind
    return made


def test_tar_archives_are_opened_as_zips_are(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    for name, mode in TARS.items():
        (folder / name.replace(".", "_")).mkdir(parents=True)
        (folder / name.replace(".", "_") / name).write_bytes(tarred(mode, tarfile.TarInfo("./hw/pca.py")))
    (folder / "on top.tar.gz").write_bytes(tarred("w:gz", tarfile.TarInfo("pca.py")))
    found = graded(folder, tmp_path)
    assert {result.score for result in found.values()} == {ASSIGNMENT.max_points}
    assert len(found) == len(TARS) + 1
    assert "on top" in found


def test_of_a_tar_only_ordinary_files_inside_it_are_taken(top: Pool) -> None:
    entries = [tarfile.TarInfo("pca.py"), tarfile.TarInfo("../../out.py"), tarfile.TarInfo("/etc/cron.d/job")]
    entries += [linked("a.py", "/etc/passwd", tarfile.SYMTYPE), linked("b.py", "pca.py", tarfile.LNKTYPE)]
    entries += [linked("null", "", tarfile.CHRTYPE), linked("pipe", "", tarfile.FIFOTYPE)]
    packed = [archive.Archive("x.tar", tarred("w", *entries))]
    found = unpacked(top.run_all, Submission("eve", packed=packed))
    assert list(found.files) == ["pca.py"]
    assert len(found.problems) == len(entries) - 1


def test_a_tar_that_is_damaged_or_unpacks_to_too_much_costs_itself_alone(top: Pool) -> None:
    bomb = tarred("w:gz", *(tarfile.TarInfo(f"{number}.dat") for number in range(30)), data=bytes(10 << 20))
    cut = tarred("w:gz", tarfile.TarInfo("a.py"))[:60]
    packed = [archive.Archive("bomb.tgz", bomb), archive.Archive("cut.tgz", cut), archive.Archive("no.tar", b"no tar")]
    found = unpacked(top.run_all, Submission("eve", packed=packed))
    assert sum(map(len, found.files.values())) <= archive.MAX_TOTAL_BYTES
    assert len(found.problems) >= 3


SPARSE = {
    "map of letters": {"GNU.sparse.map": "a,b"},
    "size of letters": {"GNU.sparse.size": "x"},
    "map in the file": {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": "10"},
}


@pytest.mark.parametrize("name", [*SPARSE, "no archive"])
def test_a_damaged_tar_is_refused_in_plain_words(name: str) -> None:
    info = tarfile.TarInfo("pca.py")
    info.size, info.pax_headers = 4, SPARSE.get(name, {})
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.PAX_FORMAT) as packed:
        packed.addfile(info, io.BytesIO(b"x=1\n"))
    found = archive.unpack([archive.Archive("a.tar", data.getvalue() if name in SPARSE else b"hello" * 400)])
    assert (found.files, found.problems) == ({}, ["a.tar refused: it is damaged"])


@pytest.mark.parametrize(("name", "kept"), [("..hidden/pca.py", True), ("a/..b/pca.py", True), (".git/pca.py", False)])
def test_a_name_that_begins_with_two_dots_is_not_hidden(name: str, kept: bool, tmp_path: Path) -> None:
    found = archive.unpack([archive.Archive("a.zip", zipped({name: b"x=1"}))])
    assert [*found.files] == [name] * kept
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text("x=1")
    assert [*read_one(tmp_path).files] == [name] * kept


def test_a_notebook_in_utf16_is_read(top: Pool) -> None:
    data = notebook(GOOD).decode().encode("utf-16")
    assert "def pca" in read_source(top.run_all, "pca.ipynb", data).text  # type: ignore[arg-type]


def test_the_place_of_what_cannot_be_read_is_said_once(top: Pool) -> None:
    with pytest.raises(SourceError) as caught:
        read_source(top.run_all, "pca.ipynb", b"[1]")
    assert str(caught.value).count("pca.ipynb") == 1
