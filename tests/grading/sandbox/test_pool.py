"""Workers side by side, workers that die, judges that die, and the ladder."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pcaproofs.grading.protocol import Job, Limits
from pcaproofs.grading.sandbox import levels, paths, session, worker_process
from pcaproofs.grading.sandbox.levels import LEVELS, IsolationError, probe, require
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.sandbox.worker_process import Worker

from ..attacks import NAME_OF_SURVIVOR
from ..attacks.test_attacks import INNOCENT, survivors

FORTY_TWO = Job(source="", call="", roles={"it": "42"})
BOMB = f"""
import ctypes, os, time
ctypes.CDLL(None).prctl(15, b"{NAME_OF_SURVIVOR}", 0, 0, 0)
end, forked = time.monotonic() + 1, 0
while time.monotonic() < end and forked < 300:
    try:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
        forked += 1
    except OSError:
        time.sleep(0.001)
"""


def test_an_innocent_neighbour_of_a_fork_bomb_passes() -> None:
    with Pool(Limits(wall=15), size=2) as pool, ThreadPoolExecutor(2) as threads:
        bomb = threads.submit(pool.run, Job(source=BOMB, call="", roles={}))
        time.sleep(0.3)
        many_threads = "import threading\nthreading.Thread(target=print).start()\n" + INNOCENT.source
        neighbour = Job(**{**vars(INNOCENT), "source": many_threads})
        while not bomb.done():
            assert pool.run(neighbour).status == "ok"
        assert bomb.result().status in ("ok", "timeout")
    assert survivors() == []


def test_many_threads_share_a_pool() -> None:
    with Pool(size=2) as pool, ThreadPoolExecutor(6) as threads:
        jobs = [Job(source="", call="", roles={"it": str(number)}) for number in range(40)]
        outcomes = list(threads.map(pool.run, jobs))
    assert [int(outcome.roles["it"]) for outcome in outcomes] == list(range(40))  # type: ignore[arg-type]


def test_a_dead_worker_is_replaced_and_costs_nobody(top: Pool) -> None:
    with Pool() as pool:
        assert pool.run(FORTY_TWO).status == "ok"
        worker = pool._workers.queue[0]
        assert worker is not None
        os.kill(worker._running_server._process.pid, signal.SIGKILL)
        worker._running_server._process.wait()
        assert pool.run(FORTY_TWO).roles == {"it": 42}


def test_a_worker_killed_in_the_middle_of_a_run_is_the_graders_fault() -> None:
    with Worker(probe().level) as worker:
        timer = threading.Timer(0.3, worker._running_server._process.kill)
        timer.start()
        (outcome,), fit = worker.run([Job(source="import time; time.sleep(60)", call="", roles={})], Limits())
        timer.join()
    assert (outcome.status, outcome.gradable, fit) == ("grader-fault", False, False)
    assert "gone" in outcome.detail


def test_a_worker_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with Worker("none") as worker:
        worker.check()
        monkeypatch.setattr(session, "_KILL_SECONDS", 0.3)
        monkeypatch.setattr(session, "_SETUP_SECONDS", 0.3)
        monkeypatch.setattr(worker_process, "_CLOSE_SECONDS", 0.3)
        os.kill(worker._running_server._process.pid, signal.SIGSTOP)
        (outcome,), fit = worker.run([FORTY_TWO], Limits())
    assert (outcome.status, fit) == ("grader-fault", False)


def test_a_scratch_folder_that_cannot_be_made_is_the_graders_fault() -> None:
    with Pool(level="none") as pool:
        pool.run(FORTY_TWO)
        worker = pool._workers.queue[0]
        assert worker is not None
        os.rmdir(Path(worker._folder, "scratch"))
        (outcome,), fit = worker.run([FORTY_TWO], Limits())
        assert (outcome.status, fit) == ("grader-fault", False)
        assert "no scratch folder" in outcome.detail
        assert pool.run(FORTY_TWO).status == "ok"  # tried again on a fresh worker


def test_a_worker_that_cannot_start_is_the_graders_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "packages", lambda folders=(): [])  # no numpy to be found
    with Pool(level="none") as pool:
        outcome = pool.run(FORTY_TWO)
    assert outcome.status == "grader-fault"
    assert "numpy" in outcome.detail


def test_nothing_outlives_a_killed_judge(level: str, tmp_path: Path, pool_on: Callable[[str], Pool]) -> None:
    pool_on(level)
    folders = Path(tempfile.mkdtemp())
    folders.chmod(0o755)
    script = tmp_path / "judge.py"
    source = (
        f"import ctypes, time, os\\nctypes.CDLL(None).prctl(15, b'{NAME_OF_SURVIVOR}', 0, 0, 0)\\n"
        "print('up', flush=True)\\nos.fork()\\ntime.sleep(900)"
    )
    job = f"Job(source={source!r}.replace('\\\\n', chr(10)), call='', roles={{}})"
    script.write_text(
        "from pcaproofs.grading.sandbox.pool import Pool\nfrom pcaproofs.grading.protocol import Job, Limits\n"
        f"Pool(Limits(wall=900), level={level!r}).run({job})\n"
    )
    judge = subprocess.Popen([sys.executable, str(script)], env={**os.environ, "TMPDIR": str(folders)})
    try:
        end = time.monotonic() + 120
        while not survivors() and time.monotonic() < end:
            time.sleep(0.02)
        assert survivors()
    finally:
        judge.kill()
        judge.wait()
    end = time.monotonic() + 120
    while (survivors() or any(folders.iterdir())) and time.monotonic() < end:
        time.sleep(0.02)
    assert survivors() == []
    assert list(folders.iterdir()) == []
    folders.rmdir()


def test_closing_leaves_no_process_and_no_folder(level: str, pool_on: Callable[[str], Pool]) -> None:
    pool_on(level)
    with Pool(level=level) as pool:
        assert pool.run(FORTY_TWO).isolation == level
        worker = pool._workers.queue[0]
        assert worker is not None
        folder, process = Path(worker._folder), worker._running_server._process
    assert process.poll() is not None
    assert not folder.exists()


def test_probe_names_a_reason_for_each_missing_level() -> None:
    found = probe()
    assert found.level in LEVELS
    assert set(found.missing) == set(LEVELS[LEVELS.index(found.level) + 1 :])
    assert all(found.missing.values())


def test_require_refuses_below_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    low = levels.Probe("rlimits", {"landlock": "too old", "namespaces": "not permitted", "full": "not permitted"})
    monkeypatch.setattr(levels, "probe", lambda: low)
    assert require("rlimits") == "rlimits"
    assert require("none") == "rlimits"
    with pytest.raises(IsolationError, match=r"got isolation 'rlimits', but should be at least 'landlock'.*too old"):
        require("landlock")
    with pytest.raises(IsolationError):
        Pool(require="full")
    with pytest.raises(IsolationError, match="got level='none', but should be at least 'full'"):
        Pool(level="none", require="full")


@pytest.mark.parametrize(("arguments", "words"), [({"level": "iron"}, "isolation 'iron'"), ({"size": 0}, "size=0")])
def test_nonsense_is_refused(arguments: dict[str, int | str], words: str) -> None:
    with pytest.raises(ValueError, match=f"got {words}, but should be"):
        Pool(**arguments)  # type: ignore[arg-type]


def test_ladder_goes_down_where_the_kernel_refuses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A copy of the worker whose namespaces fail must end one level lower, with the reason."""
    copy = tmp_path / "grading"
    shutil.copytree(Path(worker_process.__file__).parent / "worker", copy / "worker")
    broken = copy / "worker" / "isolation" / "namespaces.py"
    broken.write_text(
        broken.read_text().replace(
            "uid, gid = os.getuid()", "raise PermissionError('no world')\n    uid, gid = os.getuid()"
        )
    )
    monkeypatch.setattr(worker_process, "__file__", str(copy / "fork_server.py"))
    worker_process._worker_modules.cache_clear()
    try:
        found, worker = levels.highest_working()
    finally:
        worker_process._worker_modules.cache_clear()
    worker.close()
    assert LEVELS.index(found.level) < LEVELS.index("namespaces")
    assert found.missing["full"] == found.missing["namespaces"] == "no world"
