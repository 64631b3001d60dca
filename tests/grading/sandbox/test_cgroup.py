"""A control group adds up what escapes everybody else's eyes; where there is none, nothing needs it."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pcaproofs.grading.protocol import Job
from pcaproofs.grading.sandbox import process_tree
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.sandbox.process_tree import ControlGroup

from ..conftest import TIGHT

UNSEEN = """
import os, signal, time
def f():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them, so nobody is told what they used
    while True:
        try:
            if os.fork() == 0:
                end = time.process_time() + 0.01
                while time.process_time() < end:
                    pass
                os._exit(0)
        except BlockingIOError:
            pass
        time.sleep(0.012)
"""


@pytest.fixture
def group() -> Iterator[ControlGroup]:
    made = ControlGroup.create()
    if made is None:
        pytest.skip("no control group can be made here")
    yield made
    made.close()


def test_a_group_counts_and_ends_what_entered_it(group: ControlGroup) -> None:
    child = os.fork()
    if child == 0:
        os.write(group.entry, b"0")
        while True:
            pass
    time.sleep(0.5)
    assert group.processor_time() > 0.01
    folder = group._folder
    os.dup2(os.open(os.devnull, os.O_WRONLY), group.entry)  # the fixture closes it once more
    process_tree._write(folder / "cgroup.kill", "1")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -9


@pytest.mark.parametrize("level", ["rlimits", "landlock", "namespaces", "full"])
def test_children_that_nobody_waits_for_are_counted(
    level: str, pool_on: Callable[[str], Pool], group: ControlGroup
) -> None:
    outcome = pool_on(level).run(Job(source=UNSEEN, call="f()", roles={}), replace(TIGHT, cpu=0.4, wall=30.0))
    assert (outcome.status, outcome.detail) == ("timeout", "used more than 0.4 s of processor time")


def test_control_groups_of_a_killed_grader_are_removed(group: ControlGroup) -> None:
    left = group._folder.parent / "pcaproofs-999999999-1"
    left.mkdir(exist_ok=True)
    made = ControlGroup.create()
    assert made is not None
    made.close()
    assert not left.exists()


def test_limits_are_written_where_their_controllers_are_on(tmp_path: Path) -> None:
    for name in ("cgroup.procs", "memory.max", "pids.max"):
        (tmp_path / name).touch()
    (tmp_path / "memory.events").write_text("low 0\noom_kill 3\n")
    made = ControlGroup(tmp_path)
    made.limit(1 << 30, 8)
    assert (tmp_path / "pids.max").read_text() == "9"
    assert int((tmp_path / "memory.max").read_text()) >= 1 << 30
    assert not (tmp_path / "memory.swap.max").exists()
    assert made.kills() == 3
    os.close(made.entry)


def test_without_groups_runs_are_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_tree, "_parents", list)
    with Pool() as pool:
        assert pool.run(Job(source="", call="", roles={"it": "42"})).roles == {"it": 42}


def test_closed_workers_leave_no_group(group: ControlGroup) -> None:
    before = set(group._folder.parent.glob(f"pcaproofs-{os.getpid()}-*"))
    with Pool() as pool:
        pool.run(Job(source="", call="", roles={}))
    assert set(group._folder.parent.glob(f"pcaproofs-{os.getpid()}-*")) <= before
