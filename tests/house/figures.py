"""The size of the project and of its parts, beside what is aimed at: `python tests/house/figures.py`.

Lines are those of Python files, with blank lines and comments. Own bases are counted along the longest way to a class
that is not of this project. A circle is a set of modules that import each other when they are loaded.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

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
MOST_BASES = 3
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


def imports(name: str, tree: ast.Module) -> set[str]:
    """The modules of the package that a module imports when it is loaded."""
    found: set[str] = set()
    for node in _at_load(tree.body):
        if isinstance(node, ast.Import):
            found |= {x.name for x in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module, *(f"{node.module}.{x.name}" for x in node.names)}
    return {x for x in found if x in trees() and x != name}


def _at_load(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when a module is loaded; none below `if TYPE_CHECKING`."""
    for node in body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        if isinstance(node, ast.If | ast.Try | ast.With):
            yield from _at_load(node.body)


def circles() -> list[set[str]]:
    """The sets of modules that import each other; a package imports its parts, which is no circle."""
    graph = {name: {x for x in imports(name, tree) if not x.startswith(f"{name}.")} for name, tree in trees().items()}
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen, waiting = set[str](), [start]
        while waiting:
            new = graph[waiting.pop()] - seen
            seen |= new
            waiting += new
        reached[start] = seen
    inside = [name for name in graph if name in reached[name]]
    found = {frozenset({x for x in reached[name] if name in reached[x]} | {name}) for name in inside}
    return [set(x) for x in sorted(found, key=len)]


def patterns() -> int:
    """The calls of `re` in the reader of notes; patterns in tables are not counted."""
    return sum(len(_PATTERN.findall(file.read_text(encoding="utf-8"))) for file in files("pcaproofs/notes"))


def table() -> Iterator[tuple[str, int, int, int]]:
    """What is counted, how many there were, are and should be."""
    for room, before, goal in ROOMS:
        yield f"lines of {room}", before, lines(room), goal
    yield "calls of re in pcaproofs/notes", 541, patterns(), 250
    yield f"classes with more than {MOST_BASES} own bases", 14, sum(x > MOST_BASES for x in bases().values()), 0
    names = Counter(x.name for x in classes() if not x.name.startswith("_"))
    yield "public class names that are used twice", 98, sum(x > 1 for x in names.values()), 25
    yield "circles of imports", 0, len(circles()), 0


def main() -> None:
    print("| | d90f405f | now | aim |", "| --- | ---: | ---: | ---: |", sep="\n")
    for what, before, now, goal in table():
        print(f"| {what} | {before:,} | {now:,} | {goal:,} |")


if __name__ == "__main__":
    main()
