"""Many submissions: each stored when it is ready, nothing run twice, nothing lost to a kill, on any executor."""

import csv
import functools
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pcaproofs.grading import batch, engine
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.model import SupportFile
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.batch import grade_all, shard_of, with_distinct_names
from pcaproofs.grading.engine import fingerprint
from pcaproofs.grading.results import store
from pcaproofs.grading.sandbox.levels import LEVELS, probe
from pcaproofs.grading.submission.submissions import Submission

from .solutions import GOOD, changed

ASSIGNMENT = loads(EXAMPLE)
WRONG = changed("Xc @ W", "X @ W")


def class_of(count: int) -> list[Submission]:
    sources = (GOOD, WRONG)
    return [Submission(f"s{number:02}", {"pca.py": sources[number % 2].encode()}) for number in range(count)]


def fresh_names(submissions: list[Submission], folder: Path, **more: Any) -> list[str]:
    """Grade and return the names of those that were run."""
    run: list[str] = []
    grade_all(
        ASSIGNMENT,
        submissions,
        folder,
        done=lambda result, fresh: run.append(result.submission) if fresh else None,
        **more,
    )
    return sorted(run)


def test_nothing_is_run_twice_but_what_changed(tmp_path: Path) -> None:
    students = class_of(4)
    assert len(fresh_names(students, tmp_path)) == 4
    assert fresh_names(students, tmp_path) == []
    students[1].files["pca.py"] += b"\n"
    (tmp_path / "s02" / "result.json").write_bytes(b"{")
    (tmp_path / "s03" / "result.json").unlink()
    assert fresh_names(students, tmp_path) == ["s01", "s02", "s03"]
    assert len(fresh_names(students, tmp_path, resume=False)) == 4
    other = loads(EXAMPLE.replace("runs = 1", "runs = 2"))
    assert [result.max_score for result in grade_all(other, students, tmp_path)] == [14.0] * 4


def test_faults_and_weaker_isolation_are_run_again(tmp_path: Path) -> None:
    (student,) = class_of(1)
    (result,) = grade_all(ASSIGNMENT, [student], tmp_path)
    assert batch.stored(tmp_path, ASSIGNMENT, student, LEVELS[0]) == result
    store.save(tmp_path, replace(result, isolation="none"), {})
    assert batch.stored(tmp_path, ASSIGNMENT, student, "rlimits") is None
    assert batch.stored(tmp_path, ASSIGNMENT, student, "none")
    store.save(tmp_path, replace(result, gradable=False), {})
    assert batch.stored(tmp_path, ASSIGNMENT, student) is None


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[float | None]:
    """What each of six submissions scores, graded one after the other."""
    return [result.score for result in grade_all(ASSIGNMENT, class_of(6), tmp_path_factory.mktemp("one"))]


@pytest.mark.parametrize("kind", ["own processes", "threads", "processes"])
def test_every_executor_gives_the_same(kind: str, expected: list[float | None], tmp_path: Path) -> None:
    students = class_of(6)
    if kind == "own processes":
        found = grade_all(ASSIGNMENT, students, tmp_path / "two", jobs=2)
    else:
        pool: Executor = ThreadPoolExecutor(3) if kind == "threads" else ProcessPoolExecutor(2)
        with pool:
            found = grade_all(ASSIGNMENT, students, tmp_path / "two", executor=pool)
    assert [result.score for result in found] == expected
    assert [result.submission for result in found] == [student.name for student in students]
    assert {result.isolation for result in found} == {probe().level}


@pytest.mark.parametrize(
    ("source", "runs"),
    [
        (GOOD, 1),
        (WRONG, 1),
        (f"import numpy as np, random\n{GOOD}", 2),
        (GOOD.replace("import numpy as np", "import numpy as np; import time"), 2),
        (f"from numpy import *\n{GOOD}", 2),
        (f"from numpy import linalg as la, sqrt  # roots\n{GOOD}", 1),
        (f"from numpy import linalg, \\\n    random\n{GOOD}", 2),
        (f"{GOOD}\n{'# ' * 60_000}", 2),
        (GOOD.replace("Xc = X", "np.random.rand()\n    Xc = X"), 2),
        (GOOD.replace("Xc = X", "np.ｒandom.rand()\n    Xc = X"), 2),
        (GOOD.replace("Xc = X", "np.empty(3)\n    Xc = X"), 2),
        (GOOD.replace("Xc = X", "np.__dict__\n    Xc = X"), 2),
        (GOOD.replace("Xc = X", "a = {'a', 'b'}\n    Xc = X"), 2),
        (GOOD.replace("Xc @ W", "Xc @ W @ X"), 2),  # raises an error
        ("def pca(", 2),
    ],
)
def test_equal_submissions_are_run_once_if_they_cannot_differ(
    source: str, runs: int, tmp_path: Path, graded: list[str]
) -> None:
    students = [Submission(name, {"pca.py": source.encode()}) for name in ("one", "two")]
    one, two = grade_all(ASSIGNMENT, students, tmp_path)
    assert len(graded) == runs
    assert (one.score, one.criteria, one.submission, two.submission) == (two.score, two.criteria, "one", "two")
    assert [fingerprint(ASSIGNMENT, student) for student in students] == [one.fingerprint, two.fingerprint]
    texts = [(tmp_path / name / "feedback.html").read_text() for name in ("one", "two")]
    assert texts[0].replace("one", "two") == texts[1].replace("one", "two")
    assert fresh_names(students, tmp_path) == []


@pytest.fixture
def graded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the submissions that are run."""
    names: list[str] = []

    def counted(run_all: Any, assignment: Any, submission: Any, read: Any) -> Any:
        names.append(submission.name)
        return engine.grade(run_all, assignment, submission, read)

    monkeypatch.setattr(batch, "grade", counted)
    return names


@pytest.mark.parametrize("change", ["seed", "isolation", "file", "another file", "problem"])
def test_what_differs_is_run(change: str, graded: list[str]) -> None:
    batch._alike.clear()
    one, two = (Submission(name, {"pca.py": GOOD.encode()}, []) for name in ("one", "two"))
    assignment, require = ASSIGNMENT, "none"
    match change:
        case "seed":
            assignment = replace(ASSIGNMENT, seed=ASSIGNMENT.seed + 1)
        case "isolation":
            require = next(level for level in LEVELS[1:] if level not in probe().missing)
        case "file":
            two.files["pca.py"] += b"\n"
        case "another file":
            two.files["x.csv"] = b"1"
        case "problem":
            two.problems.append("y.csv refused")
    batch.grade_one(ASSIGNMENT, one)
    batch.grade_one(assignment, two, require)
    batch.grade_one(assignment, replace(two, name="three"), require)
    assert graded == ["one", "two"]


class Counted(bytes):
    """Bytes that count how often they are sent to another process."""

    sent = 0

    def __reduce__(self) -> Any:
        Counted.sent += 1
        return bytes, (bytes(self),)


def test_an_assignments_files_are_sent_once_to_each_process(tmp_path: Path) -> None:
    file = SupportFile(name="faces.npy", data=Counted(b"1234"))
    students = [Submission(f"s{number}", {}, ["there is nothing in it"]) for number in range(6)]
    found = grade_all(replace(ASSIGNMENT, files=(file,)), students, tmp_path, jobs=2)
    assert [result.status for result in found] == ["no-submission"] * 6
    assert 1 <= Counted.sent <= 2


class Dying(ThreadPoolExecutor):
    """An executor whose first tasks are lost, as when their process is killed."""

    def __init__(self, deaths: int) -> None:
        super().__init__(1)
        self.deaths = deaths

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.deaths:
            self.deaths -= 1
            lost: Future[Any] = Future()
            lost.set_exception(RuntimeError("the process died"))
            return lost
        return super().submit(fn, *args, **kwargs)


def test_a_job_lost_by_the_executor_is_retried_then_blamed_on_the_grader(tmp_path: Path) -> None:
    students = class_of(3)
    with Dying(3) as once:
        found = grade_all(ASSIGNMENT, students, tmp_path, executor=once)
    assert [result.status for result in found] == ["ok"] * 3
    with Dying(4) as twice:
        found = grade_all(ASSIGNMENT, students, tmp_path, executor=twice, resume=False)
    assert [(result.status, result.score, result.gradable) for result in found] == [
        ("grader-fault", None, False),
        ("ok", found[1].score, True),
        ("ok", found[2].score, True),
    ]
    assert "the process died" in found[0].problems[0]
    assert store.read(tmp_path, "s00", fingerprint(ASSIGNMENT, students[0])) == found[0]


def test_a_bug_in_the_feedback_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def bug(*arguments: Any) -> str:
        raise KeyError("a bug of ours")

    monkeypatch.setattr("pcaproofs.grading.feedback.html", bug)
    (result,) = grade_all(ASSIGNMENT, class_of(1), tmp_path)
    assert (result.status, result.score, result.gradable) == ("ok", 13.0, True)
    assert [fault.partition(" [")[0] for fault in result.faults] == ["feedback.html: KeyError: 'a bug of ours'"]
    assert "the grader's fault" in (tmp_path / "s00" / "feedback.html").read_text()
    assert "a bug of ours" not in (tmp_path / "s00" / "feedback.html").read_text()
    assert "13 of 13" in (tmp_path / "s00" / "feedback.md").read_text()


def test_shards_are_a_partition() -> None:
    students = class_of(10)
    parts = [shard_of(students, (number, 3)) for number in (1, 2, 3)]
    assert sorted(student.name for part in parts for student in part) == [student.name for student in students]
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    for shard in ((0, 3), (4, 3)):
        with pytest.raises(ValueError, match="but should be 1/3 to 3/3"):
            shard_of(students, shard)


def test_submissions_of_one_name_are_kept_apart() -> None:
    names = ["ada", "ada", "Ada", "bob"]
    found = [submission.name for submission in with_distinct_names([Submission(name) for name in names])]
    assert found == ["ada", "ada (2)", "Ada (3)", "bob"]


SCRIPT = "from pcaproofs.cli import main; main()"


def write_class(folder: Path, count: int, seconds: float, quick: int = 0) -> None:
    """Write submissions that take some seconds to load, but for the first few."""
    folder.mkdir()
    slow = GOOD.replace("import numpy as np", f"import numpy as np, time; time.sleep({seconds})")
    for number in range(count):
        (folder / f"s{number:02}.py").write_text(GOOD if number < quick else slow)


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "grades.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_in_the_middle_it_goes_on_from_there(jobs: int, tmp_path: Path) -> None:
    write_class(tmp_path / "in", 7, 0.05)
    (tmp_path / "hw.toml").write_text(EXAMPLE)
    out = tmp_path / "out"
    command = [sys.executable, "-c", SCRIPT, "grade", "in", "-a", "hw.toml", "-o", "out", "-j", str(jobs)]
    quiet: dict[str, Any] = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "start_new_session": True}
    process = subprocess.Popen(command, cwd=tmp_path, **quiet)
    end = time.monotonic() + 300
    while len(list(out.glob("*/result.json"))) < 3 and time.monotonic() < end:
        time.sleep(0.01)
    process.kill()
    process.wait()
    end = time.monotonic() + 120
    while _members(process.pid) and time.monotonic() < end:
        time.sleep(0.05)
    assert _members(process.pid) == []  # what the killed one had started has ended
    kept = {path: path.stat().st_mtime_ns for path in out.glob("*/result.json")}
    assert 3 <= len(kept) < 7
    for path in kept:
        assert json.loads(path.read_bytes())["score"] == 13
        assert (path.parent / "feedback.html").exists()
    assert not (out / "grades.csv").exists()
    for half_written in out.rglob(".*"):
        os.utime(half_written, (0, 0))  # a young one might belong to another grader, and would stay
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert "7 submissions: 7 ok" in done.stdout
    assert {path: path.stat().st_mtime_ns for path in kept} == kept  # not run again
    assert [(row["submission"], row["score"]) for row in rows(out)] == [(f"s{number:02}", "13") for number in range(7)]
    assert not list(out.rglob(".*"))  # no half-written file is left by what was killed


def test_interrupted_it_stops_in_order(tmp_path: Path) -> None:
    write_class(tmp_path / "in", 8, 3.0, quick=2)  # a busy machine may be late to interrupt
    (tmp_path / "hw.toml").write_text(EXAMPLE)
    command = [sys.executable, "-c", SCRIPT, "grade", "in", "-a", "hw.toml", "-o", "out", "-j", "2"]
    heard = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # which a run in the background ignores
    process = subprocess.Popen(
        command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=heard
    )
    end = time.monotonic() + 300
    while len(list(tmp_path.glob("out/*/result.json"))) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    errors = process.communicate(timeout=300)[1]
    assert process.returncode == 130
    assert errors.strip().splitlines() == ["pcaproofs: stopped; run the same again to go on from there [out]"]
    assert not list((tmp_path / "out").rglob(".*"))
    end = time.monotonic() + 120
    while _members(process.pid) and time.monotonic() < end:
        time.sleep(0.05)
    assert _members(process.pid) == []


def test_a_process_that_starts_is_not_interrupted() -> None:
    """As a terminal does: every process of the group gets the signal, also one that imports its modules still."""
    students: list[Any] = class_of(1)
    with batch._executor(None, 1, ASSIGNMENT) as workers:
        found = batch._results(workers, None, students, "none")
        submitted = workers.submit

        def submit(*call: Any) -> Future[Any]:
            future = submitted(*call)
            for process in (workers._processes or {}).values():  # type: ignore[attr-defined]
                os.kill(process.pid, signal.SIGINT)
            return future

        workers.submit = submit  # type: ignore[method-assign]
        (_, graded), *_ = found
    assert isinstance(graded, batch.Graded), graded
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def _members(session: int) -> list[int]:
    """Return the processes of a session that still run."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.getsid(int(entry.name)) == session:
                found.append(int(entry.name))
        except OSError:
            continue
    return found
