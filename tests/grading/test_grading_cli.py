"""pcaproofs grade, assignment and self-check as people meet them: files, exit codes, whole processes where one runs."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import pty
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.results import store
from pcaproofs.grading.sandbox import levels

from .solutions import GOOD, HOSTILE, changed

COMMAND = [sys.executable, "-c", "from pcaproofs.cli import main; main()"]
TIGHT = EXAMPLE.replace("wall = 5 ", "cpu = 1\nwall = 1 ")


def started(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, cwd=cwd, timeout=300)


def run(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, where nothing depends on that."""
    with contextlib.chdir(cwd):
        done = CliRunner().invoke(main, args)
    return subprocess.CompletedProcess(args, done.exit_code, done.stdout, done.stderr)


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "grades.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "hw.toml").write_text(TIGHT)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ada.py").write_text(GOOD)
    (tmp_path / "in" / "bob.py").write_text(changed("Xc @ W", "X @ W"))
    return tmp_path


def test_a_folder_is_graded(here: Path) -> None:
    done = started("grade", "in", "-a", "hw.toml", "-o", "out", cwd=here)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("2 submissions: 2 ok\nscores of 13: lowest ")
    assert "\x1b[" not in done.stdout
    header = (here / "out" / "grades.csv").read_text().splitlines()[0]
    assert header.replace('"', "") == "submission,score,max_score,status,diagnosis,isolation,seconds,faults"
    ada, bob = rows(here / "out")
    assert (ada["submission"], ada["score"], ada["max_score"], ada["status"], ada["diagnosis"]) == (
        "ada",
        "13",
        "13",
        "ok",
        "",
    )
    assert float(bob["score"]) < 13
    assert bob["diagnosis"]
    for name in ("ada", "bob"):
        assert {path.name for path in (here / "out" / name).iterdir()} == {
            "result.json",
            "feedback.md",
            "feedback.html",
            "code.html",
        }
    assert "20260101" not in (here / "out" / "ada" / "result.json").read_text()
    assert "<html" in (here / "out" / "index.html").read_text()
    again = run("grade", "in", "-a", "hw.toml", "-o", "out", "--json", "--seed", "3", cwd=here)
    data = json.loads(again.stdout)
    assert (data["seed"], data["summary"]) == (3, {"submissions": 2, "statuses": {"ok": 2}})
    assert [row["submission"] for row in data["results"]] == ["ada", "bob"]


def test_hostile_submissions_are_graded_and_harm_nobody(here: Path) -> None:
    """All at once, two at a time, with names to match; the innocent among them lose nothing."""
    for name, (_, source) in HOSTILE.items():
        folder = here / "in" / name
        folder.mkdir()
        (folder / "pca.py").write_bytes(source.encode() if isinstance(source, str) else source)
    os.symlink("/etc", here / "in" / "a link")
    (here / "in" / "linked").mkdir()
    os.symlink("/etc/passwd", here / "in" / "linked" / "pca.py")
    names = ["=cmd|' C calc'!A0", "-rf", "学生", "a\nb", "<img src=x>", "x" * 200]
    for name in names:
        (here / "in" / f"{name}.py").write_text(GOOD)
    with zipfile.ZipFile(here / "in" / "slip.zip", "w") as archive:
        archive.writestr("../../breach.py", "x = 1")
        archive.writestr("pca.py", GOOD)
    secret = here / "secret"
    secret.write_text("untouched")
    done = started(
        "grade", "in", "-a", "hw.toml", "-o", "out", "-j", "2", "--format", "junit", "--format", "gradebook", cwd=here
    )
    assert done.returncode == 0, done.stderr
    found = {row["submission"]: row for row in rows(here / "out")}
    assert len(found) == 2 + len(HOSTILE) + 2 + len(names) + 1
    for name, (status, _) in HOSTILE.items():
        assert (found[name]["status"], float(found[name]["score"]) <= 2) == (status, True), name
    for name in ("ada", "slip", "学生", "'=cmd|' C calc'!A0", "'-rf", "a b", "<img src=x>", "x" * 200):
        assert (found[name]["score"], found[name]["status"]) == ("13", "ok"), name
    for name in ("a link", "linked"):
        assert (found[name]["status"], found[name]["score"]) == ("no-submission", "0")
    assert not list(here.rglob("*breach*")) + list(here.parent.glob("*breach*"))
    assert not Path("/tmp/pcaproofs-breach").exists()
    assert secret.read_text() == "untouched"
    pages = [path.read_text() for path in (here / "out").rglob("*.html")]
    assert len(pages) == 2 * len(found) + 1  # feedback and code of each, and the overview
    assert not [page for page in pages if "<img src=x>" in page]


def test_shards_fill_one_folder_together(here: Path) -> None:
    for name in ("eve", "ian"):
        (here / "in" / f"{name}.py").write_text(GOOD)
    for shard, names in (("1/2", ["ada", "eve"]), ("2/2", ["ada", "bob", "eve", "ian"])):
        done = run("grade", "in", "-a", "hw.toml", "-o", "out", "--shard", shard, cwd=here)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("2 submissions")
        assert [row["submission"] for row in rows(here / "out")] == names


def test_formats_and_the_upload_are_written(here: Path) -> None:
    formats = ("gradescope", "prairielearn", "github-classroom", "junit", "gradebook", "nbgrader")
    options = [part for name in formats for part in ("--format", name)]
    assert run("grade", "in", "-a", "hw.toml", "-o", "out", *options, cwd=here).returncode == 0
    files = {path.relative_to(here / "out").as_posix() for path in (here / "out").rglob("*") if path.is_file()}
    wanted = {"ada/gradescope.json", "ada/prairielearn.json", "ada/github-classroom.b64"}
    assert wanted | {"junit.xml", "gradebook.csv", "nbgrader.csv"} <= files
    done = run("grade", "-a", "hw.toml", "--gradescope-zip", "up.zip", cwd=here)
    assert done.returncode == 0
    assert done.stdout.startswith("wrote up.zip, for Gradescope's autograder\n1. ")
    assert zipfile.is_zipfile(here / "up.zip")


def test_the_upload_grades_as_gradescope_runs_it(here: Path) -> None:
    """Its run_autograder, with /autograder moved to a folder and this Python for the one that setup.sh makes."""
    run("grade", "-a", "hw.toml", "--gradescope-zip", "up.zip", cwd=here)
    root = here / "autograder"
    with zipfile.ZipFile(here / "up.zip") as archive:
        archive.extractall(root / "source")
    (root / "submission").mkdir()
    (root / "submission" / "pca.py").write_text(GOOD)
    script = (root / "source" / "run_autograder").read_text()
    script = script.replace("/autograder/venv/bin/python", sys.executable).replace("/autograder", str(root))
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=root, timeout=100)
    assert done.returncode == 0, done.stderr
    report = json.loads((root / "results" / "results.json").read_text())
    assert report["score"] == 13


WRONG = [
    (["grade", "in", "-a", "none.toml", "-o", "out"], "cannot read none.toml: No such file or directory"),
    (
        ["grade", "in", "-a", "bad.toml", "-o", "out"],
        "bad.toml:1: got key 'x', but should be one of 25 keys, such as title",
    ),
    (
        ["grade", "none", "-a", "hw.toml", "-o", "out"],
        "got 'none', which does not exist, but should be",
    ),
    (["grade", "empty", "-a", "hw.toml", "-o", "out"], "got nothing to grade"),
    (["grade", "in", "-a", "hw.toml"], "got no OUT"),
    (["grade", "-a", "hw.toml", "-o", "out"], "got no PATH"),
    (["grade", "in", "-a", "hw.toml", "-o", "hw.toml"], "cannot write hw.toml"),
    (["grade", "in", "-a", "hw.toml", "-o", "out", "--shard", "3/2"], "but should be i/n with i from 1 to n"),
    (["assignment", "init", "in/ada.py", "-o", "hw.toml"], "an existing file"),
    (["assignment", "init", "empty", "-o", "new.toml"], "got no Python file"),
    (
        ["self-check", "none.py", "-a", "hw.toml"],
        "got 'none.py', which does not exist, but should be",
    ),
    (["self-check", "two/pca.py"], "got several assignments, but should be one: give -a with one of two/a.toml, two/b"),
    (["self-check", "../alone/pca.py"], "got no assignment in ../alone/ or ./, but should be one: give it with -a"),
]


@pytest.mark.parametrize(("args", "words"), WRONG, ids=[" ".join(args) for args, _ in WRONG])
def test_a_command_that_cannot_run_prints_one_line_and_exits_with_2(args: list[str], words: str, here: Path) -> None:
    (here / "bad.toml").write_text("x = 1")
    (here / "empty").mkdir()
    (here / "two").mkdir()
    for name in ("a", "b"):
        (here / "two" / f"{name}.toml").write_text(TIGHT)
    done = run(*args, cwd=here / "empty" if "../alone/pca.py" in args else here)
    assert done.returncode == 2, done.stderr
    assert words in done.stderr
    if "--shard" not in args:
        assert done.stderr.startswith("pcaproofs: ")
        assert len(done.stderr.splitlines()) == 1
    assert not (here / "out" / "grades.csv").exists()


def test_init_writes_what_grade_reads(here: Path) -> None:
    done = run("assignment", "init", "in/ada.py", "-o", "new.toml", "--seed", "5", cwd=here)
    assert done.returncode == 0, done.stderr
    assert "W is the components, in columns" in done.stdout
    assert run("grade", "in", "-a", "new.toml", "-o", "out", cwd=here).returncode == 0
    ada, bob = rows(here / "out")
    assert ada["score"] == ada["max_score"] == bob["max_score"]
    assert float(bob["score"]) < float(bob["max_score"])


@pytest.mark.parametrize(("name", "code"), [("ada", 0), ("bob", 1)])
def test_students_check_themselves(name: str, code: int, here: Path) -> None:
    done = run("self-check", f"in/{name}.py", "-a", "hw.toml", "--html", "page.html", cwd=here)
    assert (done.returncode, done.stderr) == (code, "")
    assert "Homework 3" in done.stdout
    assert "<html" in (here / "page.html").read_text()
    assert "(The picture is in page.html.)" in done.stdout
    assert "feedback.html" not in done.stdout


@pytest.mark.parametrize("beside", [True, False])
def test_students_need_not_say_which_assignment_where_there_is_one(beside: bool, here: Path) -> None:
    (here / "in" / "pyproject.toml").write_text("[project]\nname = 'mine'\n")
    if beside:
        (here / "in" / "asked.toml").write_text(TIGHT.replace("Homework 3", "Homework beside"))
    done = run("self-check", "in/ada.py", cwd=here)
    assert (done.returncode, done.stderr) == (0, f"assignment: {'in/asked.toml' if beside else 'hw.toml'}\n")
    assert ("Homework beside" in done.stdout) == beside


@pytest.mark.parametrize("command", [["grade"], ["assignment"], ["assignment", "init"], ["self-check"]])
def test_help_shows_examples(command: list[str]) -> None:
    done = CliRunner().invoke(main, [*command, "--help"])
    assert done.exit_code == 0
    assert "Example" in done.stdout


def test_the_assignment_in_the_help_is_the_documented_one(tmp_path: Path) -> None:
    done = run("assignment", "--help", cwd=tmp_path)
    assert EXAMPLE in done.stdout
    names = run("assignment", "--names", cwd=tmp_path).stdout
    assert "components.captured" in names


def test_a_terminal_sees_progress(here: Path) -> None:
    parent, child = pty.openpty()
    command = [*COMMAND, "grade", "in", "-a", "hw.toml", "-o", "out"]
    with subprocess.Popen(command, cwd=here, stderr=child, stdout=subprocess.DEVNULL) as process:
        os.close(child)
        seen = b""
        try:
            while data := os.read(parent, 65536):
                seen += data
        except OSError:  # Linux: the other end is closed
            pass
    os.close(parent)
    assert process.returncode == 0
    assert b"2/2" in seen


def test_without_isolation_enough_nothing_is_run(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    low = levels.Probe("rlimits", dict.fromkeys(("landlock", "namespaces", "full"), "not permitted"))
    monkeypatch.setattr(levels, "probe", lambda: low)
    done = run("grade", "in", "-a", "hw.toml", "-o", "out", "--require-isolation", "namespaces", cwd=here)
    assert done.returncode == 2
    assert "got isolation 'rlimits', but should be at least 'namespaces'" in done.stderr
    assert not (here / "out").exists()


@pytest.mark.parametrize("out", ["in", "in/graded", "in/ada/out"])
def test_results_are_not_written_among_what_was_handed_in(out: str, here: Path) -> None:
    done = run("grade", "in", "-a", "hw.toml", "-o", out, cwd=here)
    assert done.returncode == 2
    assert "inside PATH" in done.stderr
    assert sorted(path.name for path in (here / "in").iterdir()) == ["ada.py", "bob.py"]


def test_a_result_that_was_handed_in_is_none(here: Path) -> None:
    """Whatever a student puts where a result would lie: it is not signed."""
    run("grade", "in", "-a", "hw.toml", "-o", "out", cwd=here)
    place = here / "out" / "bob" / "result.json"
    forged = json.loads(place.read_text()) | {"score": 13.0}
    place.write_text(json.dumps(forged))
    data = json.loads(run("grade", "in", "-a", "hw.toml", "-o", "out", "--json", cwd=here).stdout)
    assert data["results"][1]["score"] < 13


def test_machines_that_share_a_key_share_results(here: Path) -> None:
    common = ("grade", "in", "-a", "hw.toml", "-o", "out", "--key", "class.key")
    run(*common, "--shard", "1/2", cwd=here)
    run(*common, "--shard", "2/2", cwd=here)
    assert [row["submission"] for row in rows(here / "out")] == ["ada", "bob"]


def test_a_folder_named_like_a_table_costs_nobody(here: Path) -> None:
    for name in store.TABLES.values():
        (here / "in" / name).mkdir()
        (here / "in" / name / "pca.py").write_text(GOOD)
    formats = [word for name in store.TABLES for word in ("--format", name)]
    done = run("grade", "in", "-a", "hw.toml", "-o", "out", *formats, cwd=here)
    assert done.returncode == 0, done.stderr
    assert len(rows(here / "out")) == 5


ADA = "Ada Lovelace_4711_assignsubmission_file_"
ADJUST = """
[late]
per_day = "10%"

[[student]]
who = "4711"
add = -2
comment = "handed in <b>twice</b>"
days_late = 1

[[student]]
who = "bob"

[student.criteria]
scores.centred = { points = 1, comment = "centred in the report" }
"""


def test_adjustments_by_staff_survive_regrading_and_can_be_withdrawn(here: Path) -> None:
    (here / "in" / "ada.py").unlink()
    (here / "in" / ADA).mkdir()
    (here / "in" / ADA / "pca.py").write_text(GOOD)
    (here / "adjust.toml").write_text(ADJUST)
    command = ("grade", "in", "-a", "hw.toml", "-o", "out")
    first = run(*command, cwd=here)
    assert first.returncode == 0, first.stderr
    plain = {path: path.read_bytes() for path in (here / "out").rglob("*") if path.is_file()}
    ada, bob = (float(row["score"]) for row in rows(here / "out"))
    for options in ((), ("--format", "gradebook", "--format", "moodle-feedback", "--json"), ("--no-resume",)):
        done = run(*command, "--adjust", "adjust.toml", *options, cwd=here)
        assert done.returncode == 0, done.stderr
        now = rows(here / "out")
        assert [float(row["score"]) for row in now] == pytest.approx([ada - 2 - 1.3, bob + 1])
        page = (here / "out" / ADA / "feedback.html").read_text()
        for words in (
            "9.7 of 13 points",
            "−2 points",
            "handed in &lt;b&gt;twice&lt;/b&gt;",
            "−1.3 points",
            "1 day late",
        ):
            assert words in page, words
        assert "centred in the report" in (here / "out" / "bob" / "feedback.md").read_text()
        assert "handed in &lt;b&gt;twice" in (here / "out" / "index.html").read_text()
        for name in (ADA, "bob"):  # what is signed is the grader's own
            stored = json.loads((here / "out" / name / "result.json").read_text())
            assert "adjustments" not in stored
            assert stored["score"] in (ada, bob)
        if "--json" in options:
            told = json.loads(done.stdout)["results"]
            assert [row["adjusted"] for row in told] == pytest.approx([-3.3, 1.0])
            assert "left out of moodle-feedback, as the platform's own name is missing: 1 (bob)" in done.stderr
            with zipfile.ZipFile(here / "out" / "moodle-feedback.zip") as archive:
                assert archive.namelist() == [f"{ADA}/feedback.html"]
                assert archive.read(f"{ADA}/feedback.html").decode() == page
            with (here / "out" / "gradebook.csv").open(newline="") as file:
                book = list(csv.DictReader(file))
            assert (book[0]["name"], book[0]["id"], book[0]["adjusted"]) == ("Ada Lovelace", "4711", "-3.3")
            assert book[1]["comment"] == "centred in the report"
            (here / "out" / "moodle-feedback.zip").unlink()
            (here / "out" / "gradebook.csv").unlink()
    back = run(*command, cwd=here)
    assert "changes by staff that are taken back, as no --adjust names them: 2" in back.stderr
    again = {path: path.read_bytes() for path in (here / "out").rglob("*") if path.is_file()}
    for results in (plain, again):
        for name in (ADA, "bob"):
            del results[here / "out" / name / "result.json"]  # it holds seconds
        del results[here / "out" / "index.html"], results[here / "out" / "grades.csv"]
    assert again == plain


def test_an_error_in_adjust_toml_is_reported_before_anything_runs(here: Path) -> None:
    (here / "adjust.toml").write_text("[[student]]\nwho = 'zoe'\n")
    done = run("grade", "in", "-a", "hw.toml", "-o", "out", "--adjust", "adjust.toml", cwd=here)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pcaproofs: adjust.toml:2: got 'zoe', but should be the name of a submission")
    assert not (here / "out").exists()
    assert run("grade", "in", "-a", "hw.toml", "-o", "out", "--adjust", "none.toml", cwd=here).returncode == 2


def test_below_landlock_it_is_said_what_stands_open(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = levels.Probe("rlimits", {"full": "no world", "namespaces": "no world", "landlock": "no such call"})
    monkeypatch.setattr(levels, "_known", [found])
    monkeypatch.setattr(levels, "usual_level", lambda: "none")
    done = run("grade", "in", "-a", "hw.toml", "-o", "out", cwd=here)
    assert done.returncode == 0
    assert "WARNING" in done.stderr
    assert "landlock: no such call" in done.stderr


def test_where_the_kernel_has_landlock_it_is_required(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "_known", [levels.Probe("rlimits", {"landlock": "refused here"})])
    monkeypatch.setattr(levels, "usual_level", lambda: "landlock")
    done = run("grade", "in", "-a", "hw.toml", "-o", "out", cwd=here)
    assert done.returncode == 2
    assert "refused here" in done.stderr
    assert "lower --require-isolation" in done.stderr
    assert not (here / "out").exists()


def test_results_under_another_key_are_left_out_and_said(here: Path) -> None:
    common = ("grade", "in", "-a", "hw.toml", "-o", "out")
    run(*common, "--shard", "1/2", "--key", "one.key", cwd=here)
    done = run(*common, "--shard", "2/2", "--key", "two.key", cwd=here)
    assert "results left out of the tables: 1" in done.stderr
    assert [row["submission"] for row in rows(here / "out")] == ["bob"]


def test_without_a_place_for_a_key_it_is_graded_and_said(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "closed").write_text("no folder")
    monkeypatch.delenv("PCAPROOFS_KEY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(here / "closed"))
    done = run("grade", "in", "-a", "hw.toml", "-o", "out", cwd=here)
    assert done.returncode == 0, done.stderr
    assert "no key can be written" in done.stderr
    assert len(rows(here / "out")) == 2
