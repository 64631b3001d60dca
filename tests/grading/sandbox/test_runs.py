"""Each run is like the first: an empty scratch folder, the same imports, nothing left of the run before."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pcaproofs.grading.protocol import Job
from pcaproofs.grading.sandbox import paths
from pcaproofs.grading.sandbox.pool import Pool

from .test_worker import value_of


def test_scratch_folder_works_and_is_new_each_time(level: str, pool_on: Callable[[str], Pool]) -> None:
    source = """
import os, tempfile, shutil
assert os.listdir(".") == [], os.listdir(".")
os.mkdir("folder"); open("folder/file", "w").write("x" * 1000); os.symlink("folder", "link")
os.rename("folder/file", "folder/other"); assert len(open("link/other").read()) == 1000
with tempfile.TemporaryFile() as file: file.write(b"1")
assert os.path.expanduser("~") == os.getcwd() and os.getpgrp() == os.getpid()
"""
    for _ in range(2):
        outcome = pool_on(level).run(Job(source=source, call="", roles={}))
        assert outcome.status == "ok", outcome


@pytest.mark.parametrize("level", ["landlock", "namespaces", "full"])
def test_a_hidden_package_cannot_be_imported(
    level: str, pool_on: Callable[[str], Pool], monkeypatch: pytest.MonkeyPatch
) -> None:
    pool_on(level)
    hidden = str(Path(np.__file__).parent / "polynomial")
    monkeypatch.setattr(paths, "hidden", lambda folders=(): [hidden])
    source = (
        f"import os, numpy.ma, numpy.fft\ntry:\n    open({hidden!r} + '/chebyshev.py')\nexcept OSError:\n    found = 0"
    )
    with Pool(level=level) as pool:
        assert pool.run(Job(source=source, call="", roles={"found": "found"})).roles == {"found": 0}


def test_whatever_is_installed_can_be_imported(level: str, pool_on: Callable[[str], Pool]) -> None:
    source = "import tempfile, sqlite3, decimal, xml.dom, numpy.ma, numpy.polynomial.chebyshev"
    outcome = pool_on(level).run(Job(source=source, call="", roles={}))
    assert outcome.status == "ok", outcome


@pytest.mark.parametrize(
    ("leave", "look"),
    [
        ("import builtins; builtins.left = 1", "import builtins; found = hasattr(builtins, 'left')"),
        ("np.mean = None", "found = np.mean is None"),
        ("import os; os.environ['LEFT'] = '1'", "import os; found = 'LEFT' in os.environ"),
        ("import sys; sys.path.append('left')", "import sys; found = 'left' in sys.path"),
        ("open('left', 'w')", "import os; found = os.path.exists('left')"),
        (
            "import ctypes; c = ctypes.CDLL(None); left = c.shmget(77, 4096, 0o1666)",
            "import ctypes; c = ctypes.CDLL(None); found = c.shmget(77, 4096, 0o666) >= 0",
        ),
        (
            "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)",
            "import signal; found = signal.getsignal(15) == 1",
        ),
    ],
)
def test_nothing_passes_from_run_to_run(top: Pool, leave: str, look: str) -> None:
    first = top.run(Job(source=f"import numpy as np\n{leave}", call="", roles={}))
    assert first.status == "ok", first
    assert not value_of(top, "found", f"import numpy as np\n{look}")


SCAN = """
import hashlib
START, DIGEST = b"MARK" + b"ER-", "{digest}"
def scan():
    found = 0
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps:
            span, rights = line.split()[:2]
            if "rw" in rights and "[v" not in line:
                low, high = (int(part, 16) for part in span.split("-"))
                memory.seek(low)
                try:
                    data = memory.read(high - low)
                except OSError:
                    continue
                at = data.find(START)
                while at >= 0:
                    found += hashlib.sha256(data[at : at + 23]).hexdigest() == DIGEST
                    at = data.find(START, at + 1)
                del data
    return found
"""


def test_the_warm_process_never_holds_a_job(pool_on: Callable[[str], Pool]) -> None:
    """A child reads all the memory it was forked from, where nothing stops it, and finds only its own job there."""
    pool = pool_on("none")
    marker = "MARKER-" + "0123456789abcdef"
    scan = SCAN.format(digest=hashlib.sha256(marker.encode()).hexdigest())
    own = Job(source=scan, call="", roles={"found": "scan()"}, scalars={"note": marker})
    assert np.asarray(pool.run(own).roles["found"]) > 0
    assert pool.run(Job(source=scan, call="", roles={"found": "scan()"})).roles["found"] == 0
