"""What a run costs on each rung, beside a fresh ``python -c "import numpy"`` process.

The two are timed in turn, so that what else the machine does falls on both alike.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from pcaproofs.grading.isolation import LADDER, probe
from pcaproofs.grading.job import Job
from pcaproofs.grading.pool import Pool

RUNS = 100
EVERY = 10
"""One fresh process is timed beside so many runs."""
SOURCE = """
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(Xc.T @ Xc / len(X))
    return vectors[:, ::-1][:, :k], values[::-1][:k]
"""
JOBS = {
    "nothing": Job(source="", call="", roles={}),
    "pca": Job(
        source=SOURCE,
        call="W, lam = pca(X, k)",
        roles={"components": "W", "explained_variance": "lam"},
        arrays={"X": np.random.default_rng(0).normal(size=(50, 5))},
        scalars={"k": 2},
    ),
}


def milliseconds(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return (time.perf_counter() - started) * 1000


def fresh_process() -> None:
    subprocess.run([sys.executable, "-c", "import numpy"], check=True)


def main() -> None:
    print(f"{'rung':<12}{'job':<10}{'run, median ms':>16}{'fastest':>10}{'fresh process':>16}{'ratio':>8}")
    for rung in LADDER:
        if rung in probe().missing:
            print(f"{rung:<12}not here: {probe().missing[rung]}")
            continue
        with Pool(rung=rung) as pool:
            for name, job in JOBS.items():
                assert pool.run(job).status == "ok"
                runs, fresh = [], []
                for number in range(RUNS):
                    runs.append(milliseconds(lambda job=job: pool.run(job)))  # type: ignore[misc]
                    if number % EVERY == 0:
                        fresh.append(milliseconds(fresh_process))
                run, process = statistics.median(runs), statistics.median(fresh)
                print(f"{rung:<12}{name:<10}{run:>16.1f}{min(runs):>10.1f}{process:>16.1f}{process / run:>8.1f}")


if __name__ == "__main__":
    main()
