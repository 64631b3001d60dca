"""What a run costs on each level of isolation, beside a fresh ``python -c "import numpy"`` process."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from figure import Figure, paired, script, seconds

from pcaproofs.grading.protocol import Job
from pcaproofs.grading.sandbox.levels import LEVELS, probe
from pcaproofs.grading.sandbox.pool import Pool

SOURCE = """
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(Xc.T @ Xc / len(X))
    return vectors[:, ::-1][:, :k], values[::-1][:k]
"""
JOBS = {
    "nothing": Job(source="", call="", roles={}),
    "a PCA": Job(
        source=SOURCE,
        call="W, lam = pca(X, k)",
        roles={"components": "W", "explained_variance": "lam"},
        arrays={"X": np.random.default_rng(0).normal(size=(50, 5))},
        scalars={"k": 2},
    ),
}


def figures(smallest: bool) -> Iterator[Figure]:
    """A run on each level of isolation that is to be had here; in wall time, since most of a run is waiting."""
    runs = 3 if smallest else 100
    for level in [level for level in LEVELS if level not in probe().missing]:
        with Pool(level=level) as pool:
            for name, job in JOBS.items():
                assert pool.run(job).status == "ok"
                run = partial(pool.run, job)
                a, b, ratio = paired(lambda run=run: wall(run), lambda: wall(fresh_process), runs)  # type: ignore[misc]
                yield Figure(
                    f"a run that does {name}, isolated by {level}", seconds(a), "import numpy", seconds(b), ratio
                )


def wall(work: Callable[[], object]) -> float:
    """The seconds that one run of the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def fresh_process() -> None:
    subprocess.run([sys.executable, "-c", "import numpy"], check=True)


if __name__ == "__main__":
    script(figures, __doc__)
