"""The size of the project and of its parts, beside what is aimed at: `python tests/house/figures.py`.

Lines are those of Python files, with blank lines and comments. Own bases are counted along the longest way to a class
that is not of this project. A circle is a set of modules that import each other, also inside functions.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grimp
import igraph

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "pcaproofs"
# the room, its lines in d90f405f, and how many there should be
ROOMS = (
    ("pcaproofs", 112_180, 95_000),
    ("pcaproofs/grading", 27_951, 22_500),
    ("pcaproofs/notes", 26_672, 14_000),
    ("pcaproofs/language", 5_448, 4_900),
    ("pcaproofs/homework", 3_588, 2_800),
    ("tests", 61_804, 62_000),
)
MOST_BASES = 2
COMPLEX = 20  # branches of a function, as ruff counts them
_PATTERN = re.compile(r"\bre\.(?:compile|search|match|fullmatch|sub|subn|split|findall|finditer)\(")


def files(room: str) -> list[Path]:
    """The Python files of a room."""
    return sorted((ROOT / room).rglob("*.py"))


def lines(room: str) -> int:
    """The lines of a room."""
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files(room))


@cache
def trees() -> dict[str, ast.Module]:
    """The modules of the package by their names."""
    found = {}
    for file in files("pcaproofs"):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = ast.parse(file.read_text(encoding="utf-8"))
    return found


def classes() -> Iterator[ast.ClassDef]:
    """The classes of the package."""
    for tree in trees().values():
        yield from (x for x in ast.walk(tree) if isinstance(x, ast.ClassDef))


def bases() -> dict[str, int]:
    """How many own classes stand between each class and what is not of this project, by name."""
    own = {x.name: [ast.unparse(y).rpartition(".")[2].partition("[")[0] for y in x.bases] for x in classes()}

    def depth(name: str, seen: tuple[str, ...] = ()) -> int:
        above = [x for x in own.get(name, []) if x in own and x not in seen]
        return max((1 + depth(x, (*seen, name)) for x in above), default=0)

    return {name: depth(name) for name in own}


@cache
def graph() -> grimp.ImportGraph:
    """Which module of the package imports which, also inside functions, but not for type checking alone."""
    return grimp.build_graph(
        "pcaproofs", include_external_packages=True, exclude_type_checking_imports=True, cache_dir=None
    )


def circles() -> list[set[str]]:
    """The sets of modules that import each other; the packages around a module are imported with it."""
    names = sorted(name for name in graph().modules if name.startswith("pcaproofs."))
    number = {name: k for k, name in enumerate(names)}
    edges = [
        (number[name], number[package])
        for name in names
        for used in graph().find_modules_directly_imported_by(name)
        for package in _with_packages(used, name)
        if package in number
    ]
    components = igraph.Graph(len(names), edges, directed=True).connected_components(mode="strong")
    return [{names[k] for k in component} for component in components if len(component) > 1]


def _with_packages(name: str, importer: str) -> Iterator[str]:
    yield name
    parts = name.split(".")
    packages = (".".join(parts[:k]) for k in range(2, len(parts)))
    yield from (x for x in packages if not f"{importer}.".startswith(f"{x}."))


def patterns() -> int:
    """The calls of `re` in the reader of notes; patterns in tables are not counted."""
    return sum(len(_PATTERN.findall(file.read_text(encoding="utf-8"))) for file in files("pcaproofs/notes"))


def complex_functions() -> int:
    """The functions of more than COMPLEX branches, also where the linter lets them pass."""
    limit = f"lint.mccabe.max-complexity={COMPLEX}"
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--ignore-noqa",
        "--select",
        "C901",
        "--config",
        limit,
    ]
    done = subprocess.run([*command, "--output-format", "concise", PACKAGE], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.count(": C901 ")


def table() -> Iterator[tuple[str, int, int, int]]:
    """What is counted, how many there were, are and should be."""
    for room, before, goal in ROOMS:
        yield f"lines of {room}", before, lines(room), goal
    yield "calls of re in pcaproofs/notes", 541, patterns(), 250
    yield f"classes with more than {MOST_BASES} own bases", 25, sum(x > MOST_BASES for x in bases().values()), 0
    yield f"functions of complexity over {COMPLEX}", 115, complex_functions(), 30
    names = Counter(x.name for x in classes() if not x.name.startswith("_"))
    yield "public class names that are used twice", 98, sum(x > 1 for x in names.values()), 25
    yield "circles of imports", 0, len(circles()), 0


def main() -> None:
    print("| | d90f405f | now | aim |", "| --- | ---: | ---: | ---: |", sep="\n")
    for what, before, now, goal in table():
        print(f"| {what} | {before:,} | {now:,} | {goal:,} |")


if __name__ == "__main__":
    main()
