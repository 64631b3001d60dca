"""The whole command against the start of SymPy: pcaproofs prove (five claims) --layers kernel, and import sympy.

    python benchmarks/bench_start.py

Whole processes, in turn, so that a machine whose speed drifts slows both; the median ratio is the figure.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

CLAIMS = [
    "affine.optimum-at-mean",
    "equivalence.subspace",
    "stationarity.eigenvector",
    "trace-objective.ky-fan",
    "centering.idempotent",
]
OURS = [sys.executable, "-c", "from pcaproofs.cli import main; main()", "prove", *CLAIMS, "--layers", "kernel"]
THEIRS = [sys.executable, "-c", "import sympy"]


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main(pairs: int = 7) -> None:
    for command in (OURS, THEIRS):
        seconds(command)
    runs = [(seconds(OURS), seconds(THEIRS)) for _ in range(pairs)]
    ours, theirs = (statistics.median(column) for column in zip(*runs, strict=True))
    ratio = statistics.median(a / b for a, b in runs)
    print(f"five claims by the kernel        {ours:6.2f} s")
    print(f"python -c 'import sympy'         {theirs:6.2f} s")
    print(f"ratio, median of {pairs} pairs        {ratio:6.2f}")


if __name__ == "__main__":
    main()
