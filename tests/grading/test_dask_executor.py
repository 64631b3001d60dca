"""Grading on a real dask cluster of processes, of which one is killed in the middle."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pcaproofs.grading import dask_executor
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.batch import grade_all
from pcaproofs.grading.submission.submissions import Submission

from .solutions import GOOD, changed

distributed = pytest.importorskip("distributed", reason="no dask here: pip install 'pcaproofs[dask]'")
# dask's own processes and sockets are not ours to close
pytestmark = [pytest.mark.filterwarnings("ignore")]

ASSIGNMENT = loads(EXAMPLE)
SLOW = GOOD.replace("import numpy as np", "import time\nimport numpy as np\ntime.sleep(0.2)")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster


def test_a_class_is_graded_though_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    sources = [SLOW, SLOW.replace("Xc @ W\n", "X @ W\n")]
    students = [Submission(f"s{number:02}", {"pca.py": sources[number % 2].encode()}) for number in range(12)]
    first = cluster.workers[0].pid
    killed = []

    def kill() -> None:
        end = time.monotonic() + 300
        while len(list(tmp_path.glob("*/result.json"))) < 2 and time.monotonic() < end:
            time.sleep(0.01)
        killed.append(len(list(tmp_path.glob("*/result.json"))))
        os.kill(first, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with dask_executor.connect(cluster.scheduler_address) as executor:
        found = grade_all(ASSIGNMENT, students, tmp_path, executor=executor)
    killer.join()
    assert 2 <= killed[0] < len(students)
    assert [result.status for result in found] == ["ok"] * len(students)
    right, wrong = {result.score for result in found[::2]}, {result.score for result in found[1::2]}
    assert right == {13.0}
    assert len(wrong) == 1
    assert max(wrong) < 13.0
    alone = grade_all(ASSIGNMENT, students[:2], tmp_path / "alone")
    assert [result.score for result in alone] == [found[0].score, found[1].score]


def test_a_submission_that_kills_its_run_is_its_own_result(cluster: Any, tmp_path: Path) -> None:
    students = [
        Submission("bad", {"pca.py": b"import os\ndef pca(X, k):\n    os._exit(1)\n"}),
        Submission("good", {"pca.py": changed("Xc @ W", "Xc @ W").encode()}),
    ]
    with dask_executor.connect(cluster.scheduler_address) as executor:
        bad, good = grade_all(ASSIGNMENT, students, tmp_path, executor=executor)
    assert (bad.status, bad.score, bad.gradable) == ("killed", 0.0, True)
    assert (good.status, good.score) == ("ok", 13.0)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x", "tcp://127.0.0.1:notaport"])
def test_no_scheduler_is_said(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_executor, "_CONNECT_SECONDS", "1s")
    with pytest.raises(dask_executor.ClusterError, match="got no dask scheduler at"), dask_executor.connect(address):
        pass
