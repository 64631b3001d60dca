"""Limits are of a whole run, and what others use of the machine is not counted against anybody."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pcaproofs.grading import batch
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.batch import Graded, grade_all
from pcaproofs.grading.engine import grade
from pcaproofs.grading.protocol import Job, Outcome
from pcaproofs.grading.running.budget import Budget, OutOfTimeError
from pcaproofs.grading.sandbox import processors, session
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.sandbox.process_tree import ProcessTree, Usage
from pcaproofs.grading.sandbox.session import Session
from pcaproofs.grading.sandbox.worker.records import HEADER, MAGIC, MAX_DIMENSIONS, Tag
from pcaproofs.grading.submission.submissions import Submission

from ..conftest import TIGHT
from ..solutions import GOOD, changed

ASSIGNMENT = loads(EXAMPLE)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="nobody else tells what a run uses")
JOB = Job(source="", call="", roles={})
BUSY = "import time\nend = time.process_time() + {seconds}\nwhile time.process_time() < end: pass\n"
SPREAD = """
import os, time
def f():
    for _ in range({processes}):
        if os.fork() == 0:
            {act}
            os._exit(0)
    time.sleep(20)
"""


def spinning(seconds: float) -> str:
    """Return a function that uses processor time."""
    return "def spin():\n" + "".join(f"    {line}\n" for line in BUSY.format(seconds=seconds).splitlines())


@contextlib.contextmanager
def neighbours(count: int, core: int) -> Iterator[None]:
    """Programs that use all of a processor that they can get."""
    burn = f"import os\nos.sched_setaffinity(0, {{{core}}})\nwhile True: pass"
    started = [subprocess.Popen([sys.executable, "-c", burn]) for _ in range(count)]
    try:
        time.sleep(0.3)
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


@pytest.fixture
def core(monkeypatch: pytest.MonkeyPatch) -> int:
    """Let workers run on one processor, as those of a class that is graded several at a time."""
    monkeypatch.setattr(processors, "_pinned", [])
    processors.pin(0)
    found = processors.core()
    assert found is not None
    return found


def test_a_neighbours_load_costs_a_right_submission_nothing(core: int) -> None:
    """It needs more than half of its time, and gets a fifth of a processor."""
    slow = changed("    Xc =", "    spin()\n    Xc =")
    slow += spinning(0.5)
    limits = replace(TIGHT, wall=0.9)
    assignment = replace(ASSIGNMENT.for_students(), limits=limits)
    with Pool() as pool, neighbours(4, core):
        result = grade(
            lambda jobs: pool.run_all(jobs, limits), assignment, Submission("ada", {"pca.py": slow.encode()})
        )
    assert (result.status, result.score) == ("ok", result.max_score)


class Clock:
    """A session with a run that has begun, looked at when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(session.time, "monotonic", lambda: self.now)
        self.session = Session([JOB], replace(TIGHT, wall=1.0, cpu=2.0, waiting=100.0), "full")
        self.session.receive("result", HEADER.pack(MAGIC, Tag.READY, 0, 0, 0, 0, *[0] * MAX_DIMENSIONS))

    def look(self, seconds: float, **usage: Any) -> bool:
        """Look again after some seconds; whether the run is to be ended."""
        self.now += seconds
        self.session.measure(Usage(**usage))
        return self.session.over

    def outcome(self) -> Outcome:
        return self.session.outcomes({"exit": -9, "cpu": 0.0}, self.now)[0]


def test_who_wants_a_processor_and_gets_none_is_not_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert not any(clock.look(1, cpu=0.009 * number, idle=False) for number in range(100))
    assert clock.look(3, cpu=0.9, idle=False)
    assert (clock.outcome().starved, clock.outcome().detail) == (True, "waited 102 s for a processor")


def test_who_works_longer_than_allowed_is_out_of_time_however_seldom_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert not clock.look(50, cpu=0.9, idle=False)
    assert clock.look(1, cpu=1.1, idle=False)
    assert (clock.outcome().starved, clock.outcome().used_up) == (False, True)
    assert clock.outcome().own_seconds == pytest.approx(1.1)


def test_who_sleeps_is_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    looks = [clock.look(0.05, idle=True) for _ in range(30)]
    assert 20 <= looks.index(True) <= 22
    assert (clock.outcome().starved, clock.outcome().used_up) == (False, False)


def test_a_judge_that_looks_seldom_does_not_take_a_short_sleep_for_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert not any(clock.look(10, idle=idle) for idle in (True, False, True, False, True, True, False, True, True))


def test_where_the_system_tells_nothing_all_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert not clock.look(0.9)
    assert clock.look(0.2)
    assert not clock.outcome().starved


def test_one_that_sleeps_is_not_waited_for(core: int) -> None:
    with Pool() as pool, neighbours(2, core):
        outcome = pool.run(Job(source="import time; time.sleep(600)", call="", roles={}), replace(TIGHT, wall=0.5))
    assert (outcome.status, outcome.starved) == ("timeout", False)
    assert outcome.detail == "ran longer than 0.5 s"


def test_one_that_gets_no_processor_is_given_up_and_marked(core: int) -> None:
    source = BUSY.format(seconds=30)
    with Pool() as pool, neighbours(6, core):
        outcome = pool.run(Job(source=source, call="", roles={}), replace(TIGHT, wall=2.0, waiting=0.5))
    assert (outcome.status, outcome.starved) == ("timeout", True)
    assert "waited" in outcome.detail


def test_a_submission_given_up_is_graded_again_alone_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graded: list[tuple[str, bool]] = []
    real = batch.grade_one

    def starving(assignment: Any, handed: Any, require: str = "none", alone: bool = False) -> Graded:
        graded.append((handed.name, alone))
        found = real(assignment, handed, require, alone)
        return found if alone or handed.name != "ada" else replace(found, starved=True)

    monkeypatch.setattr(batch, "grade_one", starving)
    students = [Submission(name, {"pca.py": GOOD.encode()}) for name in ("ada", "bob")]
    results = grade_all(ASSIGNMENT, students, tmp_path)
    assert graded == [("ada", False), ("bob", False), ("ada", True)]
    assert [result.score for result in results] == [ASSIGNMENT.max_points] * 2


@pytest.mark.parametrize("level", ["rlimits", "landlock", "namespaces", "full"])
def test_processor_time_is_that_of_all_processes(level: str, pool_on: Callable[[str], Pool]) -> None:
    source = SPREAD.format(processes=4, act="\n            ".join(BUSY.format(seconds=2).splitlines()[1:]))
    outcome = pool_on(level).run(Job(source=source, call="f()", roles={}), replace(TIGHT, cpu=0.5))
    assert (outcome.status, outcome.detail) == ("timeout", "used more than 0.5 s of processor time")
    assert outcome.cpu_seconds < 4  # of 8 that they would use together


@pytest.mark.parametrize("level", ["rlimits", "landlock", "namespaces", "full"])
def test_memory_is_that_of_all_processes(level: str, pool_on: Callable[[str], Pool]) -> None:
    source = SPREAD.format(processes=3, act="kept = b'1' * (120 << 20); time.sleep(20)")
    outcome = pool_on(level).run(Job(source=source, call="f()", roles={}), TIGHT)
    assert (outcome.status, outcome.detail) == ("memory", "used more than 256 MB in all its processes together")


def test_inherited_memory_is_not_counted(top: Pool) -> None:
    source = SPREAD.format(processes=6, act="time.sleep(0.5)").replace("time.sleep(20)", "time.sleep(0.7)")
    assert top.run(Job(source=source, call="f()", roles={}), replace(TIGHT, memory=64 << 20)).status == "ok"


def fake(seconds: float, calls: list[int]) -> Callable[[Sequence[Job]], list[Outcome]]:
    def run_all(jobs: Sequence[Job]) -> list[Outcome]:
        calls.append(len(jobs))
        return [Outcome(status="ok", isolation="full", own_seconds=seconds)] * len(jobs)

    return run_all


def test_all_runs_of_a_submission_have_a_time_together() -> None:
    calls: list[int] = []
    budget = Budget(fake(1.0, calls), 5.0)
    assert [outcome.status for outcome in budget([JOB] * 2)] == ["ok"] * 2
    assert [outcome.status for outcome in budget([JOB] * 9)] == ["ok"] * 3 + ["timeout"] * 6
    assert sum(calls) == 5
    with pytest.raises(OutOfTimeError):
        budget.rest(10.0)([JOB])


def test_a_diagnosis_has_a_number_of_runs() -> None:
    calls: list[int] = []
    rest = Budget(fake(0.01, calls), 100.0).rest(50.0, 5)
    assert len(rest([JOB] * 5)) == 5
    with pytest.raises(OutOfTimeError):
        rest([JOB])
    assert sum(calls) == 5


def test_a_slow_submission_is_looked_into_for_a_while(top: Pool) -> None:
    """A mistake takes many runs to be named; where each is slow, it stays without a name."""
    slow = changed("Xc @ W", "X @ W").replace("    Xc =", "    spin()\n    Xc =") + spinning(0.15)
    limits = replace(ASSIGNMENT.limits, diagnosis=0.3)
    calls: list[Job] = []

    def run_all(jobs: Sequence[Job]) -> list[Outcome]:
        calls.extend(jobs)
        return top.run_all(jobs, limits)

    result = grade(run_all, replace(ASSIGNMENT, limits=limits), Submission("ada", {"pca.py": slow.encode()}))
    assert 0 < (result.score or 0) < result.max_score
    assert len(calls) < 12


def test_workers_side_by_side_have_processors_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    usable = sorted(os.sched_getaffinity(0))
    monkeypatch.setattr(processors, "_pinned", [])
    processors.pin(len(usable) + 1)
    with Pool() as pool:
        outcome = pool.run(Job(source="import os", call="", roles={"it": "list(os.sched_getaffinity(0))"}))
    assert np.asarray(outcome.roles["it"]).tolist() == [usable[1 % len(usable)]]


def test_a_run_of_which_no_process_is_left_is_not_taken_for_one_that_slept_all_the_time() -> None:
    """The judge may look between the end of the last process and the end of its answer."""
    tree = ProcessTree(os.getpid(), nested=False)
    tree._server = 0  # which has no children
    assert tree.usage().idle is False
