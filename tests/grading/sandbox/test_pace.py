"""A machine that counts more processor time than a program has costs no right submission a point."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pcaproofs.grading.protocol import Job, Limits, Outcome
from pcaproofs.grading.sandbox import pace, processors
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.sandbox.process_tree import ProcessTree, Usage

WORK = "import time\nend = time.process_time() + {0}\nwhile time.process_time() < end:\n    pass\n"
TIGHT = Limits(cpu=1, wall=20)


@pytest.fixture
def pool() -> Iterator[Pool]:
    with Pool(level="none") as pool:
        yield pool


def spin(seconds: float, then: str = "") -> Job:
    return Job(source="", call=WORK.format(seconds) + then, roles={"it": "1"})


@pytest.mark.parametrize(
    ("slowdown", "used_up", "cpu"),
    [(1.0, True, 10), (1.2, True, 10), (2.0, True, 25), (50.0, True, 30), (2.0, False, 10)],
)
def test_only_who_used_up_the_time_of_a_slow_machine_gets_more(slowdown: float, used_up: bool, cpu: float) -> None:
    last = Outcome(status="timeout", isolation="none", used_up=used_up, slowdown=slowdown)
    assert pace.fair(Limits(), [last]).cpu == cpu


def test_the_least_time_ever_is_the_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "_least", [float("inf")])
    for seconds in (0.004, 0.002, 0.003, 0.0):
        pace.learn(seconds)
    assert [pace.slowdown(seconds) for seconds in (0.005, 0.001, 0.0)] == [2.5, 1.0, 1.0]


def test_a_machine_that_counts_thrice_costs_a_right_run_nothing(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at a run finds three times what it used, and so does the worker of its own computation."""
    look = ProcessTree.usage

    def thrice(tree: ProcessTree) -> Usage:
        usage = look(tree)
        return replace(usage, cpu=3 * usage.cpu)

    def of_tripled(seconds: float) -> float:
        return max(1.0, 3 * seconds / pace._least[0])

    monkeypatch.setattr(ProcessTree, "usage", thrice)
    monkeypatch.setattr(pace, "slowdown", lambda seconds: 1.0)  # whatever else runs on this machine
    assert pool.run(spin(0.8), TIGHT).status == "timeout"
    monkeypatch.setattr(pace, "slowdown", of_tripled)
    outcomes = pool.run_all([spin(0.01), spin(0.8), spin(0.01)], TIGHT)
    assert [outcome.status for outcome in outcomes] == ["ok"] * 3, outcomes
    endless = pool.run(spin(99), TIGHT)
    assert (endless.status, endless.detail) == ("timeout", "used more than 1 s of processor time")
    assert endless.cpu_seconds < 1 * pace._MOST


@contextlib.contextmanager
def busy(core: int, count: int) -> Iterator[None]:
    """Keep a processor busy with other work."""
    code = f"import os\nos.sched_setaffinity(0, {{{core}}})\nprint(flush=True)\nwhile True: pass"
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE))
            stack.callback(process.kill)
            assert process.stdout
            process.stdout.readline()
        yield


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processes cannot be pinned here")
def test_a_run_on_a_busy_processor_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    core = min(os.sched_getaffinity(0))
    monkeypatch.setattr(processors, "_pinned", [core])
    with busy(core, 3), Pool(level="none") as pool:
        outcome = pool.run(spin(0.5), Limits(cpu=1, wall=1))
    assert outcome.status == "ok", outcome


def test_a_worker_times_itself_while_a_run_is_on(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []
    monkeypatch.setattr(pace, "slowdown", lambda seconds: seen.append(seconds) or 1.0)  # type: ignore[func-returns-value]
    assert pool.run(spin(0.6), TIGHT).status == "ok"
    assert pool.run(Job(source="", call="", roles={"it": "1"})).status == "ok"
    assert seen[0] > 0
    assert pace._least[0] < float("inf")
