"""Whatever a file asks for, `verify` ends within seconds and 500 MB, with one line that has no word of Python in it."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from certificate_bombs import BOMBS

SECONDS, BYTES = 12, 500_000_000  # of processor time, and of memory
# These take the whole budget of steps, and the longest for it. The others get a third of it, and of the time.
SLOWEST = ("(A + B)^16", "(x + y + z)^250", "(x + y + z + 1)^60", "2^40 terms", "nested gradients")
COMMAND = "from pcaproofs import cli, kernel; kernel.BUDGET //= {share}; cli.main()"
PYTHON = (
    "Traceback",
    "Error(",
    "Error:",
    "recursion",
    "string conversion",
    "None",
    "True",
    "False",
    "tuple",
    "str ",
    "object at",
)


def limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_defused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(BOMBS[name](), encoding="utf-8")
    started = time.perf_counter()
    share = 1 if name in SLOWEST else 3
    command = [sys.executable, "-c", COMMAND.format(share=share), "verify", "--statement", str(path)]
    limited = partial(limit, SECONDS // share)
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited)
    print(f"{time.perf_counter() - started:.1f} s")
    assert done.returncode in (1, 2), (done.returncode, done.stdout[:200], done.stderr[-200:])
    assert done.stderr.startswith("pcaproofs: ")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 1000
    assert done.stderr.isprintable() or done.stderr[:-1].isprintable()
    assert not [word for word in PYTHON if word in done.stderr], done.stderr
    assert not done.stdout
