"""Commands as processes: what an interrupt leaves, `python -m pcaproofs`, and which copy runs."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import pcaproofs
from pcaproofs.files import other_copy

COMMAND = [sys.executable, "-m", "pcaproofs"]
LINE = "pcaproofs: got an interrupt, but should be the end of the command\n"
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are listed in /proc")


def session(leader: int) -> dict[str, float]:
    """The command lines of the processes of a session that have not ended, each with its seconds of a processor."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, of, *rest = (path / "stat").read_text().rpartition(")")[2].split()
            if int(of) == leader and state != "Z":
                command = (path / "cmdline").read_text().replace("\0", " ")
                found[f"{path.name} {command}"] = (int(rest[7]) + int(rest[8])) / os.sysconf("SC_CLK_TCK")
        except OSError:  # it has ended in the meantime
            continue
    return found


def has_done(leader: int, seconds: float) -> bool:
    """Whether the processes of a session have taken so many seconds together."""
    return sum(session(leader).values()) >= seconds


def wait_for(true: Callable[[], bool]) -> None:
    for _ in range(2000):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("got nothing in 100 seconds")


@needs_proc
@pytest.mark.parametrize("seconds", [0.4, 1.5, 4.0])
@pytest.mark.parametrize(
    "arguments",
    [
        ("prove", "svd", "affine", "-j", "2"),
        ("report", "svd", "affine", "-j", "2", "-o", "out"),
        ("export", "--rocq", "out"),
    ],
    ids=["prove", "report", "export"],
)
def test_an_interrupt_ends_all_processes(arguments: tuple[str, ...], seconds: float, tmp_path: Path) -> None:
    """As a terminal sends it, to the whole group: while modules are imported, and while workers prove.

    The seconds are those of processors, so that the moment is the same on each machine.
    """
    command = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # which a job in the background ignores
    )
    wait_for(lambda: has_done(command.pid, seconds) or command.poll() is not None)
    assert command.poll() is None
    os.killpg(command.pid, signal.SIGINT)
    out, err = command.communicate(timeout=60)
    assert (command.returncode, out, err) == (130, "", LINE)
    wait_for(lambda: not session(command.pid))  # the tracker of semaphores ends when it sees that the others have
    assert [x for x in tmp_path.rglob("*") if x.is_file()] == []


def test_the_module_is_the_command() -> None:
    done = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True)
    assert (done.returncode, pcaproofs.__version__ in done.stdout) == (0, True)


def test_another_copy_than_that_of_the_folder_is_named(tmp_path: Path) -> None:
    here = Path(pcaproofs.__file__).parent
    (tmp_path / "pcaproofs").mkdir()
    shutil.copy(here / "kernel.py", tmp_path / "pcaproofs")
    shutil.copy(here.parent / "pyproject.toml", tmp_path)
    said = other_copy(tmp_path / "docs")
    assert said.startswith(f"the copy of pcaproofs that runs is {here}, not that of this folder, {tmp_path}/pcaproofs")
    command = [sys.executable, "-c", "from pcaproofs.__main__ import main; main()", "claims", "nothing.here"]
    path = {**os.environ, "PYTHONPATH": str(here.parent), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=path)
    assert done.stderr.startswith(f"pcaproofs: {said}\n")
    assert other_copy(here.parent / "docs") == ""
    assert other_copy(Path("/")) == ""
