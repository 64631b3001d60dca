"""Measures which tests are slow: pytest --junitxml=run.xml, then python tests/durations.py run.xml writes slow.txt.

Several reports may be given. What many tests share is computed by the first of them, which is another one when only
fast tests are run: so pytest -m fast --junitxml=fast.xml, then python tests/durations.py run.xml fast.xml.

A file that takes more than FILE seconds is slow, and in other files a test function whose cases take more than FUNCTION
seconds together. Everything else is marked `fast`, new tests too, until they are measured.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

FILE, FUNCTION = 2.0, 0.5
LIST = Path(__file__).with_name("slow.txt")
HEAD = "# seconds, and the file or test function that took them; written by tests/durations.py\n"


def listed() -> dict[str, float]:
    """The slow files (path) and test functions (path::name) with their seconds."""
    rows = [
        line.split(maxsplit=1) for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    ]
    return {name: float(seconds) for seconds, name in rows}


def slow(times: Iterable[tuple[str, str, float]]) -> list[tuple[float, str]]:
    """The rows of the list, longest first, from (path, test function, seconds) of every test."""
    files: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for path, function, seconds in times:
        files[path][function] += seconds
    rows = [(sum(functions.values()), path) for path, functions in files.items()]
    rows = [row for row in rows if row[0] > FILE]
    taken = {path for _, path in rows}
    for path, functions in files.items():
        if path not in taken:
            rows += [(s, f"{path}::{name}") for name, s in functions.items() if s > FUNCTION]
    return sorted(rows, key=lambda row: (-row[0], row[1]))


def read(path: Path) -> list[tuple[str, str, float]]:
    """(path, test function, seconds) of every test in a report in the JUnit format."""
    cases = ElementTree.parse(path).iter("testcase")
    return [
        (c.attrib["classname"].replace(".", "/") + ".py", c.attrib["name"].split("[")[0], float(c.attrib["time"]))
        for c in cases
        if c.get("classname")
    ]


def main(*reports: str) -> None:
    """Writes what is slow in any of the reports, and prints what the first one leaves for `pytest -m fast`."""
    runs = [read(Path(report)) for report in reports]
    seconds: dict[str, float] = {}
    for run in runs:
        for taken, name in slow(run):
            seconds[name] = max(taken, seconds.get(name, 0.0))
    rows = sorted(
        (-taken, name) for name, taken in seconds.items() if name.split("::")[0] not in seconds.keys() - {name}
    )
    LIST.write_text(HEAD + "".join(f"{-taken:.0f} {name}\n" for taken, name in rows), encoding="utf-8")
    left = [s for path, function, s in runs[0] if not seconds.keys() & {path, f"{path}::{function}"}]
    print(f"{len(left)} of {len(runs[0])} tests are fast: {sum(left):.0f} of {sum(s for *_, s in runs[0]):.0f} seconds")


if __name__ == "__main__":
    main(*sys.argv[1:])
