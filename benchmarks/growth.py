"""How time grows when the work doubles: a ratio of 2 is linear growth, and 2^1.1 the goal.

Of normal forms of products (multiplied out, k factors I - 11'/n or I - P are 2^k terms), and of whole commands: a note
of twice as many different rows, a class of twice as many different submissions, a project of twice as
many different claims, proved and printed. Of a command the memory is compared, too, and what it takes to start with is
part of both sides. Last, whole commands on two dask workers beside one, where dask is installed.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from functools import partial, reduce
from importlib.util import find_spec
from operator import mul
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from figure import Figure, child_usage, on_dask, processor_seconds, script, seconds
from grading import full_assignment, hand_in, submissions
from start import NOTES, command
from sympy import Identity, MatMul, MatrixSymbol, OneMatrix, Symbol

from pcaproofs import projector
from pcaproofs.prover.search.rewriting.normal_form import normal_form

SIZES = (8, 16, 32, 64)
GOAL = round(2**1.1, 2)
n, p = (Symbol(name, positive=True, integer=True) for name in "np")
H = Identity(n) - OneMatrix(n, n) / n
P = MatrixSymbol("P", p, p)
PS = [MatrixSymbol(f"P{i}", p, p) for i in range(1, max(SIZES) // 2 + 1)]


def centrings(k: int) -> tuple[Any, list[Any]]:
    """H·H·…·H, k factors."""
    return MatMul(*[H] * k, evaluate=False), []


def complements(k: int) -> tuple[Any, list[Any]]:
    """(I - P)·…·(I - P), k factors."""
    return MatMul(*[Identity(p) - P] * k, evaluate=False), [projector(P)]


def pairs(k: int) -> tuple[Any, list[Any]]:
    """(I - P₁)²·(I - P₂)²·…, k factors of k/2 different projectors."""
    sums = [(Identity(p) - q) ** 2 for q in PS[: k // 2]]
    return reduce(mul, sums), [projector(q) for q in PS[: k // 2]]


def figures(smallest: bool) -> Iterator[Figure]:
    """Each product with its largest number of factors, beside itself with half as many."""
    half, whole = SIZES[:2] if smallest else SIZES[-2:]
    for name, make in (("H H … H", centrings), ("(I−P) … (I−P)", complements), ("(I−P₁)² (I−P₂)² …", pairs)):
        few, many = (_time(make, k, 1 if smallest else 5) for k in (half, whole))
        yield Figure(f"{name}, {whole} factors", seconds(many), f"itself, {half} factors", seconds(few), many / few)
    with TemporaryDirectory() as folder:
        yield from _commands(Path(folder), smallest)
    if find_spec("distributed"):
        notes = sorted(map(str, NOTES.glob("*.md")))[: 2 if smallest else 40]
        claims = ["centering"] if smallest else []
        for what, arguments in {
            f"{len(notes)} notes checked": ["check", *notes, "--no-cache"],
            "claims proved by the kernel": ["prove", *claims, "--layers", "kernel", "--no-cache"],
        }.items():
            act = partial(_on_workers, command(*arguments))
            yield on_dask(what, act, None if smallest else 1.25)


def rows(count: int) -> str:
    """A note of so many different rows, of which one in six is false."""
    text = "Let $A, B, C \\in \\mathbb{R}^{n \\times n}$.\n"
    for i in range(1, count + 1):
        left, right = f"(A + {i} B) C", f"A C + {i + (i % 6 == 0)} B C"
        text += f"\n$${left} = {right}$$\n"
    return text


def project(count: int) -> str:
    """A file of so many different claims."""
    each = [
        f"""
c{i} = claim(
    "claims.c{i}",
    show=Eq((A + {i} * B) * C, A * C + {i} * B * C),
    prose="A product with a sum is the sum of the products.",
    sources=[book("Horn and Johnson, Matrix Analysis, section 0.2")],
    numeric="It is about no data.",
    mutants=[right_times(2)],
)
"""
        for i in range(1, count + 1)
    ]
    return "".join([HEAD, *each])


HEAD = """\
from sympy import Eq, MatrixSymbol, Symbol

from pcaproofs.verify.claim import book, claim
from pcaproofs.verify.mutants import right_times

n = Symbol("n", integer=True, positive=True)
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
"""


def _commands(folder: Path, smallest: bool) -> Iterator[Figure]:
    """Whole commands with a size and with half of it."""
    few = 6 if smallest else 120
    for size in (few, 2 * few):
        (folder / f"{size}.md").write_text(rows(size), encoding="utf-8")
        (folder / f"{size}").mkdir()
        (folder / f"{size}" / "claims.py").write_text(project(size), encoding="utf-8")
        hand_in(folder / f"class{size}", submissions(size))
    (folder / "hw.toml").write_text(full_assignment(), encoding="utf-8")
    for what, arguments in {
        "check, {} rows": ["check", "{}.md", "--no-cache"],
        "grade, {} submissions": ["grade", "class{}", "-a", "hw.toml", "-o", "out{}", "-j", "1"],
        "prove, {} claims": ["prove", "{}/claims.py", "--layers", "kernel", "-j", "1"],
        "report, {} claims": ["report", "{}/claims.py", "--format", "html", "-o", "site{}", "-j", "1"],
    }.items():
        (a, small), (b, large) = (
            child_usage(command(*(part.format(size) for part in arguments)), cwd=str(folder)) for size in (few, 2 * few)
        )
        goal = None if smallest else GOAL
        yield Figure(what.format(2 * few), seconds(b), what.format(few), seconds(a), b / a, goal)
        yield Figure(
            f"{what.format(2 * few)}, memory",
            f"{large:.0f} MB",
            what.format(few),
            f"{small:.0f} MB",
            large / small,
            goal,
        )


def _on_workers(arguments: list[str], address: str) -> None:
    subprocess.run([*arguments, "--dask", address], capture_output=True)


def _time(make: Callable[[int], tuple[Any, list[Any]]], k: int, repeats: int) -> float:
    expression, assuming = make(k)
    return median(processor_seconds(lambda: normal_form(expression, assuming)) for _ in range(repeats))


if __name__ == "__main__":
    script(figures, __doc__)
