"""Large packages that a submission imports: imported once for all its runs, and nothing else about it changes."""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pcaproofs.grading.protocol import Job, Limits, Outcome
from pcaproofs.grading.sandbox import paths
from pcaproofs.grading.sandbox.environment import Environment
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.sandbox.warm_workers import WarmWorkers, modules_of
from pcaproofs.grading.sandbox.worker_process import Worker, WorkerError

ONE = "import time\nSTAMP = time.monotonic_ns()\n"
SLOW = "import time\nend = time.process_time() + 0.6\nwhile time.process_time() < end: pass\n"
PACKAGES = {
    "seaborn": {"__init__": ONE, "colours": ONE, "shapes": ONE},
    "plotly": {"__init__": ONE},
    "networkx": {"__init__": "import threading, time\nthreading.Thread(target=time.sleep, args=(99,)).start()\n" + ONE},
    "cv2": {"__init__": "raise RuntimeError('no licence')"},
    "h5py": {"__init__": "import sys\nsys.exit(3)"},
    "numba": {"__init__": ONE},
    "skimage": {"__init__": SLOW},
    "imageio": {"__init__": "import builtins, os\nbuiltins.sum = max\nos.environ['LEFT'] = '1'\n" + ONE},
    "slow_things": {"__init__": SLOW},
    "xgboost": {"__init__": "held = bytearray(40_000_000)\n"},
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("packages")
    for place in (made, made.parent, made.parent.parent):
        place.chmod(0o755)
    for name, modules in PACKAGES.items():
        (made / name).mkdir()
        for module, text in modules.items():
            (made / name / f"{module}.py").write_text(text)
    return made


@pytest.fixture(scope="module")
def pool(folder: Path) -> Iterator[Pool]:
    found = Environment((str(folder), *paths.packages()), forbidden=("numba",))
    with Pool(Limits(cpu=10), environment=found) as pool:
        yield pool


def run(pool: Pool, source: str, it: str = "0", **more: object) -> Outcome:
    return pool.run(Job(source=source, call="", roles={"it": it}, lenient=True, **more))  # type: ignore[arg-type]


def value(pool: Pool, source: str, it: str, **more: object) -> object:
    outcome = run(pool, source, it, **more)
    assert outcome.status == "ok", outcome
    return np.asarray(outcome.roles["it"]).tolist()


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import numpy as np\nimport os, math", ""),
        ("import sklearn.datasets", "sklearn.datasets"),
        ("import numpy, scipy.linalg as la, pandas as pd  # import torch", "pandas scipy.linalg"),
        ("from sklearn import datasets, decomposition as d", "sklearn sklearn.datasets sklearn.decomposition"),
        ("from sklearn import (\n    datasets,\n    svm)", "sklearn sklearn.datasets sklearn.svm"),
        ("from matplotlib.pyplot import *", "matplotlib.pyplot"),
        ("def f():\n    from scipy.linalg import svd\n", "scipy.linalg scipy.linalg.svd"),
        ("from . import scipy\nfrom .scipy import x\nimportscipy\nimport _scipy", ""),
        ("import scipy._lib.x\nimport scipy.conftest\nfrom scipy import tests\nimport sympy.testing.quality", "scipy"),
        ("import scipy.a.b.c.d.e", ""),
        ("import scipy\nimport sys\nprint('scipy.linalg' in sys.modules)", ""),
        ('import scipy\nw = __import__("numpy").sqrt(2)', "scipy"),
        ('import scipy\nw = __import__("scipy").linalg', ""),
        ("import os\nos.environ['X'] = '1'\nimport scipy", ""),
        ("import matplotlib\nmatplotlib.use('TkAgg')\nimport matplotlib.pyplot as plt\nimport scipy", "scipy"),
        ("import pip._internal, this, antigravity, idlelib.idle, test.regrtest", ""),
    ],
)
def test_imported_modules_are_read_from_the_source(source: str, modules: str) -> None:
    assert modules_of(source, {}) == tuple(modules.split())


def test_files_beside_are_read_and_go_before_packages() -> None:
    beside = {"tools.py": b"import pandas", "scipy/linalg.py": b"", "notes.txt": b"import torch"}
    assert modules_of("import scipy.linalg, seaborn", beside) == ("pandas", "seaborn")


@pytest.mark.parametrize("line", ["import ", "from a", "from a import (", " ", "import a as ", "import " + "a." * 9])
def test_reading_takes_time_in_proportion_to_the_length(line: str) -> None:
    started = time.process_time()
    modules_of(line * 150_000, {})
    modules_of((line + "\n") * 150_000, {})
    assert time.process_time() - started < 3


def test_a_package_is_imported_once_for_all_runs(pool: Pool) -> None:
    source = "import seaborn.colours\n"
    stamps = {value(pool, source, "[seaborn.STAMP, seaborn.colours.STAMP]")[0] for _ in range(3)}  # type: ignore[index]
    assert len(stamps) == 1
    # one that looks at how it is imported does so itself
    own = {value(pool, source + "import sys; sys.modules", "seaborn.STAMP") for _ in range(2)}
    assert len(own) == 2


def test_a_submission_finds_nothing_that_others_imported(pool: Pool) -> None:
    assert value(pool, "import seaborn.colours", "hasattr(seaborn, 'shapes')") is False
    assert value(pool, "import seaborn.shapes", "hasattr(seaborn, 'colours')") is False
    assert value(pool, "import seaborn", "hasattr(seaborn, 'shapes') or hasattr(seaborn, 'colours')") is False
    assert len(pool._warm._idle) == 2  # the one that was idle for longest is gone


def test_a_change_to_a_package_stays_in_its_own_run(pool: Pool) -> None:
    assert value(pool, "import plotly\nplotly.STAMP = 0", "plotly.STAMP") == 0
    assert value(pool, "import plotly\n", "plotly.STAMP > 0") is True


def test_a_students_own_module_of_the_same_name_is_the_one(pool: Pool) -> None:
    assert value(pool, "import plotly", "plotly.STAMP", files={"plotly.py": b"STAMP = 5"}) == 5


def test_a_package_that_cannot_be_preloaded_is_imported_by_each_process(pool: Pool) -> None:
    started = time.monotonic()
    assert value(pool, "import networkx", "networkx.STAMP > 0") is True
    assert time.monotonic() - started < 50  # its thread sleeps longer, and nobody waits for it
    for name, told in (("cv2", "no licence"), ("h5py", "ended the program"), ("numba", "not allow")):
        outcome = run(pool, f"import {name}\nimport seaborn", "seaborn.STAMP > 0")
        assert outcome.status == "ok", outcome
        assert told in outcome.dropped[0].message


def test_side_effects_of_a_package_do_not_reach_other_runs(pool: Pool) -> None:
    assert value(pool, "import imageio", "[sum([1, 2]), imageio.STAMP > 0]") == [2, 1]
    assert value(pool, "import seaborn", "[sum([1, 2]), 'LEFT' in __import__('os').environ]") == [3, 0]


def test_where_no_such_worker_starts_each_process_imports(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def fails(warm: WarmWorkers, wanted: tuple[str, ...]) -> Worker:
        tried.append(wanted)
        raise WorkerError("it hangs")

    monkeypatch.setattr(WarmWorkers, "start", fails)
    source = "import seaborn\nimport seaborn.colours, seaborn.shapes\n"
    assert [value(pool, source, "seaborn.STAMP > 0") for _ in range(2)] == [True, True]
    assert tried == [("seaborn", "seaborn.colours", "seaborn.shapes")]


def test_an_import_takes_nothing_of_a_submissions_time_or_memory(pool: Pool) -> None:
    job = Job(source="import skimage, xgboost", call="", roles={"it": "1"}, lenient=True)
    outcome = pool.run(job, Limits(cpu=0.3, memory=60 << 20))
    assert outcome.status == "ok", outcome
    assert outcome.cpu_seconds < 0.3


@pytest.mark.parametrize(
    ("source", "files", "cpu", "left_out"),
    [
        ("try:\n    import slow_things\nexcept ImportError:\n    pass\nimport math\nx = math.sin(1)", {}, 1, False),
        (SLOW, {}, 1, True),
        ("try:\n    import mine\nexcept ImportError:\n    pass\n", {"mine.py": SLOW.encode()}, 1, True),
        ("def f():\n    import slow_things\nf()\n" + 2 * SLOW, {}, 2, True),
    ],
)
def test_the_time_of_the_top_level_counts_no_package(
    pool: Pool, source: str, files: dict[str, bytes], cpu: float, left_out: bool
) -> None:
    job = Job(source=source, call="", roles={"it": "1"}, files=files, lenient=True)
    outcome = pool.run(job, Limits(cpu=cpu, wall=30))
    assert outcome.status in ("ok", "timeout"), outcome
    assert any("took more than" in drop.message for drop in outcome.dropped) is left_out, outcome
