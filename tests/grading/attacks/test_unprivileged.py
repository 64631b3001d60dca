"""The same attacks when the grader itself is not root: other system calls stand behind the same levels."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
COMMAND = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(HERE / "test_attacks.py")]


@pytest.mark.skipif(os.geteuid() != 0, reason="not root: the other tests are this one already")
def test_attacks_by_an_unprivileged_user_are_contained() -> None:
    helper = [sys.executable, str(HERE / "as_nobody.py")]
    trial = subprocess.run([*helper, sys.executable, "-c", "pass"], capture_output=True, text=True, check=False)
    if trial.returncode:
        pytest.skip(f"cannot become another user here: {trial.stderr.strip().splitlines()[-1:]}")
    base = f"/tmp/pcaproofs-nobody-{os.getpid()}"
    result = subprocess.run(
        [*helper, *COMMAND, f"--basetemp={base}", "-k", "(landlock or full) and not for_ever and not hard_to"],
        capture_output=True,
        text=True,
        check=False,
        cwd=HERE.parents[2],
        timeout=120,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-1000:]
    assert "passed" in result.stdout
