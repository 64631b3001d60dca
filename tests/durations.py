"""Measures tests: pytest --all --junitxml=run.xml, then python tests/durations.py run.xml, which writes slow.txt.

Several reports may be given; the longest time counts. With --some first, for a run of some tests, all other rows stay
as they are. What all modules share is computed by the first test that needs it, which is another one if fewer tests
run: so measure `pytest` and `pytest -m fast` too.

The list has the test functions whose cases take more than LISTED seconds together, and the fixtures of a module that
take so long. A function of more than FUNCTION seconds is slow, and so is every test in a file whose rows take more than
FILE seconds together. All other tests are marked `fast`, new ones too, until they are measured.

`pytest` without paths takes as many cases of a function as take CASES seconds together, at least one; none if one case
alone takes more than ONE, or a fixture of its module more than FIXTURE. `pytest --all` takes all.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

LISTED, FUNCTION, FILE, CASES, ONE, FIXTURE = 0.3, 0.3, 1.0, 0.3, 0.8, 3.0
LIST = Path(__file__).with_name("slow.txt")
HEAD = "# seconds, cases and place of each test function or fixture that takes long; written by tests/durations.py\n"


class Measured(NamedTuple):
    """The seconds that all cases of a test function take together, and their number; a fixture counts as one case."""

    seconds: float
    cases: int

    def sample(self) -> int:
        """The number of cases that take CASES seconds together, at least one unless it takes more than ONE."""
        if self.seconds <= CASES:
            return self.cases
        return int(self.cases * CASES / self.seconds) or int(self.seconds <= ONE * self.cases)


def listed() -> dict[str, Measured]:
    """The listed test functions and fixtures, by path::name."""
    lines = [line.split(maxsplit=2) for line in LIST.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    return {place: Measured(float(seconds), int(cases)) for seconds, cases, place in lines}


def file_seconds(functions: Mapping[str, Measured]) -> dict[str, float]:
    """The seconds that the listed functions of each file take together, by path."""
    files: dict[str, float] = defaultdict(float)
    for place, measured in functions.items():
        files[place.partition("::")[0]] += measured.seconds
    return files


def functions_of(times: Iterable[tuple[str, float]]) -> dict[str, Measured]:
    """The test functions that belong in the list, from (path::name, seconds) of every case."""
    all_seconds: dict[str, list[float]] = defaultdict(list)
    for place, seconds in times:
        all_seconds[place].append(seconds)
    found = {place: Measured(sum(each), len(each)) for place, each in all_seconds.items()}
    return {place: measured for place, measured in found.items() if measured.seconds > LISTED}


def files_of_part(k: int, parts: int, functions: Mapping[str, Measured]) -> set[str]:
    """The files of part k, from 1, of so many whose left-out cases take about as long.

    All functions of a file are in one part: they share what takes long.
    """
    left_out: dict[str, float] = defaultdict(float)
    for place, m in functions.items():
        left_out[place.partition("::")[0]] += m.seconds * (1 - m.sample() / m.cases)
    loads, files = [0.0] * parts, [set[str]() for _ in range(parts)]
    for file, seconds in sorted(left_out.items(), key=lambda row: (-row[1], row[0])):
        least = loads.index(min(loads))
        loads[least] += seconds
        files[least].add(file)
    return files[k - 1]


def sampled(cases: int, kept: int) -> list[int]:
    """The indices of `kept` of that many cases, at equal distances; all if there are fewer."""
    kept = min(cases, kept)
    return [k * cases // kept for k in range(kept)]


def read(path: Path) -> list[tuple[str, float]]:
    """(path::name, seconds) of every case in a report in the JUnit format, and of the fixtures of modules."""
    out: list[tuple[str, float]] = []
    for case in ElementTree.parse(path).iter("testcase"):
        if case.get("classname"):
            file, seconds = f"{case.attrib['classname'].replace('.', '/')}.py", float(case.attrib["time"])
            made = [p.attrib for p in case.iter("property") if p.get("name", "").startswith("fixture ")]
            fixtures = {f"{file}::{p['name'].removeprefix('fixture ')}": float(p["value"]) for p in made}
            out += [
                (f"{file}::{case.attrib['name'].split('[')[0]}", seconds - sum(fixtures.values())),
                *fixtures.items(),
            ]
    return out


def main(*reports: str) -> None:
    """Writes the list, and prints how long all tests and those of a run without paths take by the first report."""
    keeps = reports[0] == "--some"
    runs = [read(Path(report)) for report in reports[keeps:]]
    longest: dict[str, Measured] = {}
    for run in runs:
        for place, measured in functions_of(run).items():
            seconds, cases = longest.get(place, Measured(0.0, 0))
            longest[place] = Measured(max(measured.seconds, seconds), max(measured.cases, cases))
    if keeps:
        known = {place for run in runs for place, _ in run}
        longest |= {place: row for place, row in listed().items() if place not in known}
    rows = sorted(longest.items(), key=lambda row: (-row[1].seconds, row[0]))
    lines = [f"{measured.seconds:.1f} {measured.cases} {place}\n" for place, measured in rows]
    LIST.write_text(HEAD + "".join(lines), encoding="utf-8")
    everything = sum(seconds for _, seconds in runs[0])
    slow = functions_of(runs[0])
    left_out = sum(m.seconds * (1 - m.sample() / m.cases) for place, m in slow.items() if place.startswith("tests/"))
    print(f"pytest --all: {everything:.0f} seconds of tests; pytest: {everything - left_out:.0f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
