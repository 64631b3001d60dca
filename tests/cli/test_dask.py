"""Notes and claims on other processes: what is printed is the same, also if one of them dies."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pcaproofs import kept
from pcaproofs.cli import main
from pcaproofs.cli.checking import Cache, Outputs, _Run
from pcaproofs.verify.claim import Claim
from pcaproofs.verify.processes import run_all

NOTES = {
    "right.md": "Let $x, y \\in \\mathbb{R}^p$.\n\n$$x^T y = y^T x$$\n",
    "wrong.md": "Let $x, y \\in \\mathbb{R}^p$.\n\n$$x^T y = 2 y^T x$$\n",
    "faulty.md": "<!-- pcaproofs: x is nothing like a column -->\n\n$$x^T y = y^T x$$\n",
}
HEAD = """\
from sympy import Eq, MatrixSymbol, Symbol

from pcaproofs.verify.claim import book, claim
from pcaproofs.verify.mutants import right_times

n = Symbol("n", integer=True, positive=True)
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
"""
CLAIM = """
c{0} = claim(
    "{1}.c{0}",
    show=Eq((A + {0} * B) * C, A * C + {0} * B * C),
    prose="A product with a sum is the sum of the products.",
    sources=[book("Horn and Johnson, Matrix Analysis, section 0.2")],
    numeric="It is about no data.",
    mutants=[right_times(2)],
)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in NOTES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    made = [CLAIM.format(k, tmp_path.name.replace("_", "-")) for k in range(1, 9)]
    (tmp_path / f"{tmp_path.name}.py").write_text(HEAD + "".join(made), encoding="utf-8")  # a module for each test
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(1, mp_context=get_context("forkserver")) as pool:
        yield pool


def run_of(files: list[Path], executor: Executor | None) -> _Run:
    return _Run(tuple(files), Outputs(is_all=True), Cache(None, is_used=False), {}, executor=executor)


def test_notes_are_judged_elsewhere_as_here(folder: Path, pool: Executor, capfd: pytest.CaptureFixture[str]) -> None:
    files = list(map(Path, NOTES))
    assert run_of(files, None).check() == 2
    here = capfd.readouterr()
    assert run_of(files, pool).check() == 2
    assert capfd.readouterr() == here
    assert "wrong.md:3" in here.out
    assert "faulty.md" in here.err


def claims_in(folder: Path) -> list[Claim]:
    from pcaproofs.verify.discovery import claims_in_file

    return list(claims_in_file(folder / f"{folder.name}.py"))


def test_claims_are_proved_elsewhere_as_here(folder: Path, pool: Executor) -> None:
    claims = claims_in(folder)
    found = list(run_all(claims, ("kernel", "sympy"), executor=pool))
    assert [(x.claim.id, x.verdict, x.passed) for x in found] == [(x.id, "proved", True) for x in claims]


def test_another_program_is_refused(folder: Path, pool: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "program", lambda: "another")
    with pytest.raises(kept.OtherWorker, match="another version of pcaproofs"):
        run_of([Path("right.md")], pool).check()
    with pytest.raises(kept.OtherWorker, match="another version of pcaproofs"):
        list(run_all(claims_in(folder), ("kernel",), executor=pool))


def test_a_worker_that_sees_other_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(kept.OtherWorker, match=r"got a worker that has no .*nowhere, but should be"):
        kept.on_worker(kept.program(), f"{tmp_path}/nowhere", str)


@pytest.mark.parametrize("option", ["--annotate", "--write-reading"])
def test_what_needs_all_reports_is_refused(option: str, folder: Path) -> None:
    found = CliRunner().invoke(main, ["check", "right.md", "--dask", "tcp://127.0.0.1:9", option, "out"])
    assert found.exit_code == 2
    assert "got --dask, but should be without --annotate" in found.output


@pytest.mark.filterwarnings("ignore")  # dask's own processes and sockets are not ours to close
def test_a_worker_of_dask_may_die(folder: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="no dask here: pip install 'pcaproofs[dask]'")
    local: dict[str, Any] = {"threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(n_workers=2, **local) as cluster:
        first, ended = cluster.workers[0].pid, threading.Event()

        def kill() -> None:
            while not cluster.scheduler.tasks:
                time.sleep(0.01)
            time.sleep(0.2)  # it imports SymPy for its first claim
            os.kill(first, signal.SIGKILL)
            ended.set()

        killer = threading.Thread(target=kill)
        killer.start()
        address = ["--dask", cluster.scheduler_address]
        proved = CliRunner().invoke(main, ["prove", f"{folder.name}.py", "--layers", "kernel", *address])
        checked = CliRunner().invoke(main, ["check", "right.md", "wrong.md", "--no-cache", *address])
        killer.join()
    assert ended.is_set()
    assert (proved.exit_code, checked.exit_code) == (0, 1)
    assert "8 proved in every dimension" in proved.output
    assert "wrong.md:3" in checked.output
