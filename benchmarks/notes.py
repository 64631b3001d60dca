"""The processor time that `check` takes for a row of a note, start-up apart, beside the build of an older commit.

    python benchmarks/notes.py [FILE…] [--beside CHECKOUT] [--rounds N]

Without files, the tests' notes are checked, else these. Each note is checked in a process of its own that has loaded
all modules and knows no result of a search; both builds take turns at each note, and the least time counts. Rows are
displays as this build reads them. Without --beside, the older build comes from git, if this checkout has its history.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from statistics import median
from tempfile import TemporaryDirectory

from figure import Figure, processor_seconds, script, seconds

HERE = Path(__file__).resolve().parents[1]
NOTES = HERE / "tests" / "notes"
COMMIT = "d90f405f"
LARGEST_RATIO = 0.25  # of the time that the build of this commit takes
WARM = "$$x^T y = y^T x$$ $$x^T x = 2 y$$ $$x \\le y$$"


@dataclass(frozen=True)
class Measured:
    """A note, its rows, our seconds and those of the other build, if there is one."""

    file: Path
    rows: int
    ours: float
    theirs: float | None = None

    def line(self) -> str:
        """The line of a table: milliseconds a row."""
        a = 1e3 * self.ours / self.rows
        beside = (
            "" if self.theirs is None else f" {1e3 * self.theirs / self.rows:.1f} | {self.ours / self.theirs:.3f} |"
        )
        return f"| {self.file.name} | {self.rows} | {a:.1f} |{beside}"


def serve(root: Path) -> None:
    """Answers each path on standard input with the rows and seconds of a check by the checkout at root."""
    sys.path.insert(0, str(root))
    for package in ("pcaproofs.notes", "pcaproofs.prover", "pcaproofs.language"):
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
    with TemporaryDirectory() as folder:
        warm = Path(folder) / "warm.md"
        warm.write_text(WARM, encoding="utf-8")
        for _ in range(2):
            check(warm)
    print("ready", flush=True)
    for line in sys.stdin:
        reader, writer = os.pipe()
        if (child := os.fork()) == 0:
            with suppress(Exception):
                os.write(writer, json.dumps(check(Path(line.rstrip("\n")))).encode())
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            print(pipe.read() or "null", flush=True)
        os.waitpid(child, 0)


def check(file: Path) -> tuple[int, float]:
    """The rows of a note, and the seconds of its check."""
    from pcaproofs.notes.checking import check_note, read_with_scope, scope_beside

    rows: list[bool] = []

    def work() -> None:
        note = read_with_scope(file)
        rows.extend(x.formula.display for x in check_note(note, scope_beside(file, note.source))[1])

    taken = processor_seconds(work)
    return sum(rows), taken


def measure(files: Sequence[Path], other: Path | None, rounds: int) -> Iterator[Measured]:
    """Each note, by this build and by another one; notes that a build cannot check are left out."""
    command = [sys.executable, "-P", __file__, "--serve"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "PYTHONHASHSEED": "0"}
    workers = [
        subprocess.Popen([*command, str(root)], env=env, **pipes)  # type: ignore[call-overload]
        for root in (HERE, other)
        if root is not None
    ]
    for worker in workers:
        worker.stdout.readline()
    for file in files:
        times: list[list[float]] = [[] for _ in workers]
        rows = 0
        for turn in range(rounds):
            for k in range(len(workers)) if turn % 2 else reversed(range(len(workers))):
                workers[k].stdin.write(f"{file}\n")
                if (answer := json.loads(workers[k].stdout.readline())) is not None:
                    rows = answer[0] if k == 0 else rows
                    times[k].append(answer[1])
        if rows and all(times):
            yield Measured(file, rows, *map(min, times))
    for worker in workers:
        worker.communicate()


@contextmanager
def older() -> Iterator[Path | None]:
    """The build of the older commit, in a folder of its own; None where git does not have it."""
    with TemporaryDirectory() as folder:
        found = subprocess.run(["git", "archive", COMMIT, "pcaproofs"], cwd=HERE, capture_output=True)
        if found.returncode == 0:
            subprocess.run(["tar", "x", "-C", folder], input=found.stdout, check=True)
        yield Path(folder) if found.returncode == 0 else None


def own_notes() -> list[Path]:
    """The tests' notes."""
    return sorted(file for folder in ("labelled", "public_shapes") for file in (NOTES / folder).iterdir())


def total(found: Sequence[Measured]) -> Measured:
    """All notes as one."""
    theirs = [x.theirs for x in found if x.theirs is not None]
    beside = sum(theirs) if theirs else None
    return Measured(Path("total"), sum(x.rows for x in found), sum(x.ours for x in found), beside)


def figures(smallest: bool) -> Iterator[Figure]:
    """A row of the tests' notes that stand for public ones, beside the older build; none where git lacks it."""
    with older() as other:
        if other is not None:
            files = sorted((NOTES / "public_shapes").iterdir())
            whole = total(list(measure(files[: 2 if smallest else None], other, 1 if smallest else 3)))
            assert whole.theirs is not None
            a, b = whole.ours / whole.rows, whole.theirs / whole.rows
            goal = None if smallest else LARGEST_RATIO
            yield Figure(f"check, a row of {whole.rows}", seconds(a), f"{COMMIT}", seconds(b), a / b, goal)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="notes; by default those of the tests")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="another checkout of this project")
    parser.add_argument("--rounds", type=int, default=1, metavar="N", help="how often each build checks each note")
    options = parser.parse_args()
    with older() as old:
        other = options.beside.resolve() if options.beside else old
        found = []
        print(f"| note | rows | ms a row |{'' if other is None else ' there | ratio |'}")
        print(f"| --- | ---: | ---: |{'' if other is None else ' ---: | ---: |'}")
        for one in measure([x.resolve() for x in options.files or own_notes()], other, options.rounds):
            found.append(one)
            print(one.line(), flush=True)
        if found:
            print(total(found).line())
        if found and other is not None:
            print(f"median of ratios {median(x.ours / x.theirs for x in found if x.theirs):.3f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(Path(sys.argv[2]))
    elif sys.argv[1:] == ["--smallest"]:
        script(figures, __doc__)
    else:
        main()
