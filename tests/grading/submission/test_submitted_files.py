"""Files beside a submission: the student's own, binary ones as well, and the assignment's, which win."""

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pcaproofs.grading.assignment import load
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.engine import grade
from pcaproofs.grading.protocol import Job, Limits
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.code import code_of
from pcaproofs.grading.submission.submissions import Submission

from ..solutions import GOOD, changed


def stored(values: list[float]) -> bytes:
    file = io.BytesIO()
    np.save(file, np.array(values))
    return file.getvalue()


def test_the_assignments_files_win_over_the_students(top: Pool, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "zero.npy").write_bytes(stored([0.0]))
    (tmp_path / "utils.py").write_text("import numpy as np\ndef centre(X):\n    return X - X.mean(axis=0)\n")
    (tmp_path / "hw.toml").write_text(f'files = ["utils.py", "data/"]\n{EXAMPLE}')
    read = load(tmp_path / "hw.toml")
    uses = "from utils import centre\nzero = np.load('data/zero.npy')[0]\nown = np.load('own.npy')[0]\n"
    source = changed("X - X.mean(axis=0)", "centre(X) + zero + own").replace("\n\ndef", f"\n{uses}\ndef")
    files = {
        "me/pca.py": source.encode(),
        "me/utils.py": b"def centre(X): return X",
        "me/own.npy": stored([0.0]),
        "me/data": b"a file of the name of a folder",
        "me/utils.py.bak/x": b"",
    }
    result = grade(lambda jobs: top.run_all(jobs, read.limits), read, Submission("ada", files))
    assert (result.score, result.dropped) == (read.max_points, ()), result
    alone = grade(lambda jobs: top.run_all(jobs, read.limits), read, Submission("ada", {"pca.py": GOOD.encode()}))
    assert alone.score == read.max_points


def test_files_that_would_be_too_much_are_left_out(top: Pool) -> None:
    files = {"pca.py": GOOD.encode(), **{f"{number}.bin": bytes(10 << 20) for number in range(5)}}
    assert len(code_of(top.run_all, Submission("ada", files), "pca.py").files) == 3


@pytest.mark.parametrize("level", ["rlimits", "landlock", "full"])
def test_large_files_take_nothing_of_what_a_run_may_use(level: str, pool_on: Callable[[str], Pool]) -> None:
    job = Job(
        source="import os\nsize = os.path.getsize('faces.npy')\nopen('own', 'wb').write(bytes(900_000))",
        call="",
        roles={"size": "size", "much": "len(bytes(40_000_000))"},
        files={"faces.npy": bytes(24 << 20)},
    )
    limits = Limits(wall=20, scratch=1 << 20, memory=64 << 20, file_size=1 << 20)
    outcome = pool_on(level).run(job, limits)
    assert outcome.roles == {"size": 24 << 20, "much": 40_000_000}, outcome
