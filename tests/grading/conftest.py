"""One pool for each level, since starting a worker costs more than a run; and a world to be attacked."""

import contextlib
import functools
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from threadpoolctl import threadpool_limits

import pcaproofs
from pcaproofs.grading.protocol import Limits
from pcaproofs.grading.results import store
from pcaproofs.grading.sandbox.levels import LEVELS, probe
from pcaproofs.grading.sandbox.pool import Pool

from .table.explained import ENTRIES, Explained, explain

TIGHT = Limits(wall=12.0, cpu=5.0, memory=256 << 20)
"""Little of everything but wall time, of which a busy machine takes its share."""


@pytest.fixture(scope="session", autouse=True)
def _own_key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Results are signed with a key of the tests' own, also by the processes that they start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(store.VARIABLE, str(tmp_path_factory.mktemp("key") / "grading.key"))
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> Iterator[None]:
    """The judge's matrices are small: more threads of a BLAS wait for each other, and take processors from workers."""
    with threadpool_limits(1):
        yield


@pytest.fixture(scope="session")
def pool_on() -> Iterator[Callable[[str], Pool]]:
    """Return the pool of a level; skips where this machine lacks it."""
    with contextlib.ExitStack() as stack:
        pools: dict[str, Pool] = {}

        def pool_on(level: str) -> Pool:
            found = probe()
            if level in found.missing:
                pytest.skip(f"no {level} here: {found.missing[level]}")
            if level not in pools:
                pools[level] = stack.enter_context(Pool(TIGHT, level=level))
            return pools[level]

        yield pool_on


@pytest.fixture(scope="session")
def top(pool_on: Callable[[str], Pool]) -> Pool:
    """Return the pool of the highest level."""
    return pool_on(probe().level)


@pytest.fixture(scope="session")
def explained(once: Callable[..., Any]) -> Callable[[str], Explained]:
    """The runs and the diagnosis of an entry of the tables, which the first process that asks makes."""
    numbers = {name: number for number, name in enumerate(ENTRIES)}

    @functools.cache
    def explained(name: str) -> Explained:
        found: Explained = once(f"explained {numbers[name]}", functools.partial(explain, name))
        return found

    return explained


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@dataclass
class World:
    """What attacks aim at."""

    folder: Path
    secret: Path
    victim: subprocess.Popen[bytes]
    port: int

    @property
    def targets(self) -> dict[str, str | int]:
        return {
            "secret": str(self.secret),
            "outside": str(self.folder),
            "judge": os.getpid(),
            "victim": self.victim.pid,
            "port": self.port,
            "package": str(Path(pcaproofs.__file__)),
        }


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A file that everybody on this machine may read, a folder that everybody may write, a bystander, a listener."""
    folder = Path(tempfile.mkdtemp(prefix="pcaproofs-world-"))
    secret = folder / "secret.txt"
    secret.write_text("the right answers")
    secret.chmod(0o666)
    folder.chmod(0o777)
    monkeypatch.setenv("PCAPROOFS_SECRET", "1")
    victim = subprocess.Popen(["sleep", "60"])
    try:
        with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket(socket.AF_UNIX) as local:
            port = listener.getsockname()[1]
            local.bind(f"\0pcaproofs-test-{port}")
            local.listen()
            yield World(folder, secret, victim, port)
    finally:
        victim.kill()
        victim.wait()
        shutil.rmtree(folder, ignore_errors=True)
