"""Every headline figure beside a peer's, as one table.

    python benchmarks/all.py [NAME…] [--smallest]

Names are those of the files beside this one. --smallest runs each at its smallest size, which shows that it runs and
says nothing of its figures.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from importlib import import_module

from figure import Figure, table

NAMES = (
    "affine",
    "start",
    "layers",
    "growth",
    "editing",
    "reference",
    "accuracy",
    "isolation",
    "grading",
    "imports",
    "notes",
    "rocq",
    "solvers",
)


def figures(names: Sequence[str], smallest: bool) -> Iterator[Figure]:
    """The figures of the named benchmarks."""
    for name in names:
        yield from import_module(name).figures(smallest)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", choices=[*NAMES, []], metavar="NAME", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--smallest", action="store_true", help="the smallest sizes, to see that all of them run")
    options = parser.parse_args()
    for line in table(figures(options.names or NAMES, options.smallest)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
