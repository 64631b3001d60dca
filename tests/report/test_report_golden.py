"""Three claims of different kinds in LaTeX, letter for letter as somebody has read them.

Where a change is meant, UPDATE_GOLDEN=1 pytest tests/report/test_report_golden.py writes the files anew; the
difference is to be read before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pcaproofs.report.book import Book
from pcaproofs.report.derivations import SHOWN
from pcaproofs.report.pages import claim_page
from pcaproofs.verify.discovery import find
from pcaproofs.verify.run import run

FOLDER = Path(__file__).parent / "golden"
KINDS = {
    "equality": "projection.pythagoras",
    "optimum": "trace-objective.rayleigh",
    "refuted": "affine.square-of-sum-as-printed",
}
SHOW = [part for part in SHOWN if part != "evidence"]  # digests change with every change of the search


@pytest.mark.parametrize("kind", KINDS)
def test_a_claim_is_written_as_it_was_read(kind):
    (claim,) = find([KINDS[kind]])
    page = claim_page(run(claim, ("kernel",)))
    text = Book([page], []).claim(claim.id, SHOW)
    path = FOLDER / f"{claim.id}.tex"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
