"""Several runs in one process: each as if it were alone, and one that ends the process costs the others nothing."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pcaproofs.grading.protocol import Job, Limits, Outcome
from pcaproofs.grading.sandbox.pool import Pool

from ..conftest import TIGHT


def jobs(source: str, numbers: range | list[int], call: str = "it = f(n, X)", **more: Any) -> list[Job]:
    return [
        Job(source=source, call=call, roles={"it": "it"}, arrays={"X": np.ones(2)}, scalars={"n": n}, **more)
        for n in numbers
    ]


def values(outcomes: list[Outcome]) -> list[Any]:
    return [
        np.asarray(outcome.roles["it"]).tolist() if "it" in outcome.roles else outcome.status for outcome in outcomes
    ]


def test_all_runs_share_one_process_and_nothing_else(top: Pool) -> None:
    source = """
import os, random
import numpy as np
def f(n, X):
    X *= 2
    return [n, os.getpid(), X.sum(), random.random(), np.random.random()]
"""
    outcomes = top.run_all(jobs(source, range(5)))
    found = np.array(values(outcomes))
    assert found[:, 0].tolist() == [0, 1, 2, 3, 4]
    assert all(len(set(found[:, column])) == 1 for column in (1, 2, 3, 4))  # same process, fresh data, same seed
    assert [outcome.touched for outcome in outcomes] == [("X",)] * 5
    assert found[0, 3:].tolist() == np.array(values(top.run_all(jobs(source, [0]))))[0, 3:].tolist()
    assert len(set(top.run(jobs(source, [0])[0]).stdout)) == 0


ENDINGS = {
    "an error": ("raise ValueError(n)", "error"),
    "memory": ("np.ones(10**12)", "memory"),
    "a crash": ("os._exit(3)", "killed"),
    "time": ("time.sleep(30)", "timeout"),
    "processor time": ("while time.process_time() < 30: pass", "timeout"),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_a_run_that_ends_badly_costs_the_others_nothing(how: str, top: Pool) -> None:
    act, status = ENDINGS[how]
    source = f"import os, time\nimport numpy as np\ndef f(n, X):\n    if n == 1:\n        {act}\n    return n\n"
    limits = replace(TIGHT, wall=1.0) if how == "time" else replace(TIGHT, cpu=1.0, wall=15.0)
    outcomes = top.run_all(jobs(source, range(12)), limits)
    assert values(outcomes) == [0, status, *range(2, 12)]
    assert outcomes[1].detail
    # What used up its time on a slow machine gets up to three times that; the runs after it keep theirs.
    assert outcomes[1].cpu_seconds < 6 * limits.cpu
    assert not outcomes[0].detail + outcomes[2].detail


def test_each_run_has_the_processor_time_of_one(top: Pool) -> None:
    source = """
import time
def f(n, X):
    end = time.process_time() + 0.7
    while time.process_time() < end:
        pass
    return n
"""
    limits = replace(TIGHT, cpu=1.0)
    assert values(top.run_all(jobs(source, range(2)), limits)) == [0, 1]


def test_after_two_bad_ends_the_rest_is_not_run(top: Pool) -> None:
    source = "import os\ndef f(n, X):\n    print('run', n, flush=True)\n    os._exit(0)"
    outcomes = top.run_all(jobs(source, range(6)))
    assert [outcome.status for outcome in outcomes] == ["killed"] * 6
    assert "run 1" in outcomes[1].stdout
    assert "run 2" not in "".join(outcome.stdout for outcome in outcomes)
    assert outcomes[5].detail.startswith("not run after others that ended so")


def test_an_innocent_run_is_not_blamed_for_what_others_left(top: Pool) -> None:
    """A submission that keeps everything it makes has the memory of one run in each."""
    source = "import numpy as np\nkept = []\ndef f(n, X):\n    kept.append(np.ones(8 << 20))\n    return n"
    assert values(top.run_all(jobs(source, range(3)), replace(TIGHT, memory=120 << 20))) == [0, 1, 2]


def test_a_source_that_fails_fails_all_runs(top: Pool) -> None:
    outcomes = top.run_all(jobs("1 / 0", range(3)))
    assert [(outcome.status, outcome.error_in) for outcome in outcomes] == [("error", "source")] * 3


def test_a_run_that_answers_for_the_next_gains_nothing(top: Pool) -> None:
    source = """
import os, struct
def f(n, X):
    if n == 1:
        os.write(4, struct.pack("<4sBBBxHxxQ8Q", b"pcaR", 9, 0, 0, 2, 0, *(0,) * 8))
    return n
"""
    statuses = [outcome.status for outcome in top.run_all(jobs(source, range(4)))]
    assert statuses[0] == "ok"
    assert "forged" in statuses


def test_an_answer_that_ends_early_is_forged(top: Pool) -> None:
    source = """
import os, struct
def f(n, X):
    os.write(4, struct.pack("<4sBBBxHxxQ8Q", b"pcaR", 8, 0, 0, 0, 0, *(0,) * 8))
    os._exit(0)
"""
    assert {outcome.status for outcome in top.run_all(jobs(source, range(3)))} == {"forged"}


def test_jobs_of_several_submissions_are_refused(top: Pool) -> None:
    with pytest.raises(ValueError, match="several submissions"):
        top.run_all([*jobs("", [1]), *jobs("1", [2])])


def test_a_fault_of_the_grader_ends_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pcaproofs.grading.sandbox.paths.packages", list)  # no numpy to be found
    with Pool(Limits(), level="none") as pool:
        outcomes = pool.run_all(jobs("", range(3), call="it = n"))
    assert [outcome.gradable for outcome in outcomes] == [False] * 3
