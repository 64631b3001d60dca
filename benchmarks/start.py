"""Whole commands against the start of SymPy; an unchanged note and the catalogue against their first runs.

Each command runs in a process of its own. What is unchanged is told again from the cache: the kernel checks its
certificates and the evaluator its counterexamples again. Nothing is read, typed or searched, and no other layer runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from figure import Figure, child_seconds, paired, script, seconds

CLAIMS = [
    "affine.optimum-at-mean",
    "equivalence.subspace",
    "stationarity.eigenvector",
    "trace-objective.ky-fan",
    "centering.idempotent",
]
SYMPY = [sys.executable, "-c", "import sympy"]
ROW = "Let $x, y \\in \\mathbb{R}^p$.\n\n$$\\|x + y\\|^2 = \\|x\\|^2 + \\|y\\|^2 + 2 x^T y$$\n"
NOTES = Path(__file__).resolve().parents[1] / "tests" / "notes" / "labelled"
CHAPTERS = {True: ["centering"], False: []}
LONG = ("blocks.md", "partial_sums.md")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from pcaproofs.cli import main; main()", *arguments]


LIGHT = {
    "pcaproofs --version": (command("--version"), 0.2),
    "pcaproofs --help": (command("--help"), 0.2),
    "pcaproofs check, missing file": (command("check", "missing.md"), 0.2),
    "pcaproofs check, empty file": (command("check", "empty.md"), 0.2),
    "from pcaproofs import prove": ([sys.executable, "-c", "from pcaproofs import prove"], 1.1),
    "pcaproofs check, one new row": (command("check", "row.md", "--no-cache"), 1.0),
    "pcaproofs check, one row, unchanged: proofs checked, nothing read": (command("check", "row.md"), 0.5),
    "five claims by the kernel": (command("prove", *CLAIMS, "--layers", "kernel", "-j", "1", "--no-cache"), 1.3),
    "five claims, unchanged: proofs checked, nothing searched": (command("prove", *CLAIMS, "--layers", "kernel"), 0.5),
}


def figures(smallest: bool) -> Iterator[Figure]:
    """Whole processes, beside the least that a program about SymPy could do."""
    rounds = 1 if smallest else 7
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "PCAPROOFS_CACHE_DIR": f"{folder}/cache", "XDG_STATE_HOME": f"{folder}/state"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # which would make each process compile what it imports

        def time(what: Sequence[str]) -> float:
            return child_seconds(what, cwd=folder, env=environment, check=False)

        for name, text in (("empty.md", ""), ("row.md", ROW)):
            Path(folder, name).write_text(text, encoding="utf-8")
        for what, (ours, goal) in LIGHT.items():
            a, b, ratio = paired(lambda ours=ours: time(ours), lambda: time(SYMPY), rounds)  # type: ignore[misc]
            yield Figure(what, seconds(a), "import sympy", seconds(b), ratio, None if smallest else goal)
        yield _pytest(time, folder, smallest)
        text = ROW if smallest else "\n\n".join((NOTES / name).read_text(encoding="utf-8") for name in LONG)
        Path(folder, "long.md").write_text(text, encoding="utf-8")
        check, whole = command("check", "long.md"), command("prove", *CHAPTERS[smallest], "--layers", "kernel")
        said = subprocess.run(check, cwd=folder, env=environment, capture_output=True, text=True).stdout
        rows = said.splitlines()[-1].partition(":")[0]
        for what, first, goal in (
            (f"a note of {rows}, unchanged: proofs checked, nothing read", check, 0.25),
            ("the catalogue, unchanged: proofs checked, nothing searched", [*whole, "-j", "1"], 0.1),
        ):
            rounds = 1 if smallest else 5 if first is check else 1
            a, b, ratio = paired(lambda: time(first), lambda: time([*first, "--no-cache"]), rounds)  # noqa: B023
            yield Figure(what, seconds(a), "the first run", seconds(b), ratio, None if smallest else goal)


def _pytest(time: Callable[[Sequence[str]], float], folder: str, smallest: bool) -> Figure:
    """One trivial test in a project that has nothing to do with pcaproofs, with our plugin and without it."""
    Path(folder, "test_trivial.py").write_text("def test_trivial():\n    pass\n", encoding="utf-8")
    # Hypothesis's plugin imports all of it at the end of each run, which would hide ours.
    plain = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:hypothesispytest",
        "test_trivial.py",
    ]
    a, b, ratio = paired(lambda: time(plain), lambda: time([*plain, "-p", "no:pcaproofs"]), 1 if smallest else 21)
    return Figure("pytest elsewhere", seconds(a), "without our plugin", seconds(b), ratio, None if smallest else 1.02)


if __name__ == "__main__":
    script(figures, __doc__)
