"""Each row of the table: the peer says what is recorded, where it is installed; pcaproofs does what the row says."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from .row import PEERS, Row, installed
from .rows import ROWS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_peer_says_what_is_recorded(row: Row, tmp_path: Path) -> None:
    found = installed(row.peer)
    if not f"{found}.".startswith(f"{row.version}."):
        pytest.skip(f"{row.peer} {found or 'is missing'}: {PEERS[row.peer].install} (version {row.version})")
    assert row.spoken(tmp_path).split() == row.says.split()


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, marks=[pytest.mark.xfail(reason=row.pending)] if row.pending else [], id=row.name)
        for row in ROWS
    ],
)
def test_pcaproofs_does_what_the_row_says(row: Row, tmp_path: Path) -> None:
    assert row.run(row, tmp_path) == row.gives


def test_names_are_apart_and_sources_are_pages_or_say_how_it_was_seen() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)
    assert {row.peer for row in ROWS} == {*PEERS}
    assert [row.name for row in ROWS if not re.match("https://|seen ", row.source)] == []


def test_the_page_is_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "compatibility.py"))["page"]()
    assert (ROOT / "docs" / "compatibility.md").read_text(encoding="utf-8") == made, "run python docs/compatibility.py"


@pytest.mark.parametrize("path", sorted((ROOT / "findings").iterdir()), ids=lambda path: path.stem)
def test_a_finding_pins_its_packages_and_cleans_up(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    header, _, rest = text.partition("set -eu\n")
    (pins,) = re.findall(r'/pip" install (.*)', text)
    assert header.startswith("#!/bin/sh\n# ")
    assert "# Seen: " in header
    assert all("==" in pin for pin in pins.split() if not pin.startswith("-"))
    assert rest.startswith("folder=$(mktemp -d)\ntrap 'rm -rf \"$folder\"' EXIT\n")
    assert "sys.exit(" in text.splitlines()[-2]
    assert "pcaproofs" not in text
    assert len(text.splitlines()) <= 60
