"""A measured figure beside a peer's, and how both are timed.

Times are processor time of one thread, or of child processes: a loaded machine then changes both sides little. Ours and
the peer's runs take turns, and a ratio is the median of the ratios of neighbouring runs.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Figure:
    """One row of the table; goal: the largest ratio that is good enough, None where none is set."""

    what: str
    ours: str
    peer: str
    theirs: str
    ratio: float
    goal: float | None = None

    @property
    def missed(self) -> bool:
        """The ratio is above the goal."""
        return self.goal is not None and self.ratio > self.goal


Reference = Callable[[bool], Iterator[Figure]]


def processor_seconds(work: Callable[[], object]) -> float:
    """The processor time that one run of the work takes in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def child_seconds(
    command: Sequence[str], *, cwd: str | None = None, env: Mapping[str, str] | None = None, check: bool = True
) -> float:
    """The processor time of a command and of its own children that have ended; raises where it fails, with check."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=check, cwd=cwd, env=env, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# In a small process of its own, since a process is counted as large as the one that starts it.
_USAGE = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10))
sys.exit(code > 1)  # 1 is a finding
"""


def child_usage(command: Sequence[str], *, cwd: str | None = None) -> tuple[float, float]:
    """The processor time of a command and of its own children, and the megabytes of the largest of these processes."""
    told = subprocess.run([sys.executable, "-c", _USAGE, *command], check=True, cwd=cwd, capture_output=True, text=True)
    spent, memory = map(float, told.stdout.split())
    return spent, memory


def paired(ours: Callable[[], float], theirs: Callable[[], float], rounds: int) -> tuple[float, float, float]:
    """Our median time, theirs, and the median of the ratios ours ÷ theirs; a first run of each is not counted."""
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    return median(a for a, _ in pairs), median(b for _, b in pairs), median(a / b for a, b in pairs)


def on_dask(what: str, work: Callable[[str], object], goal: float | None) -> Figure:
    """Work on two dask workers beside one, by the clock: twice the time of two, which is as much if nothing is lost."""
    from distributed import LocalCluster

    def spend(workers: int) -> float:
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
            start = time.perf_counter()
            work(cluster.scheduler_address)
            return time.perf_counter() - start

    one, two = spend(1), spend(2)
    what = f"{what} on two dask workers, by the clock, twice"
    return Figure(what, seconds(2 * two), "on one", seconds(one), 2 * two / one, goal)


def seconds(value: float) -> str:
    """A time with three digits: "1.23 s", "45.6 ms"."""
    return f"{value:.3g} s" if value >= 1 else f"{value * 1e3:.3g} ms"


def table(figures: Iterable[Figure]) -> Iterator[str]:
    """Markdown lines, each as soon as its figure is measured."""
    yield "| figure | pcaproofs | peer | peer's | pcaproofs ÷ peer | goal |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for f in figures:
        goal = "" if f.goal is None else f"≤ {f.goal:g}{' (missed)' if f.missed else ''}"
        yield f"| {f.what} | {f.ours} | {f.peer} | {f.theirs} | {f.ratio:.3g} | {goal} |"


def script(bench: Reference, doc: str) -> None:
    """Runs one benchmark as a script."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--smallest", action="store_true", help="the smallest size, to see that it runs")
    for line in table(bench(parser.parse_args().smallest)):
        print(line, flush=True)
    sys.exit(0)
