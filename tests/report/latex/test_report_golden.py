"""Three claims of different kinds in LaTeX, letter for letter as somebody has read them.

Where a change is meant, UPDATE_GOLDEN=1 pytest tests/report/test_report_golden.py writes the files anew; the
difference is to be read before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pcaproofs.report.documents.model import SHOWN
from pcaproofs.report.latex.book import Book

FOLDER = Path(__file__).parents[1] / "golden"
KINDS = {
    "equality": "projection.pythagoras",
    "optimum": "trace-objective.rayleigh",
    "refuted": "affine.square-of-sum-as-printed",
}
SHOW = [part for part in SHOWN if part != "evidence"]  # digests change with every change of the search


@pytest.mark.parametrize("kind", KINDS)
def test_a_claim_is_written_as_it_was_read(pages, kind):
    (page,) = [page for page in pages if page.id == KINDS[kind]]
    text = Book([page], []).claim(page.id, SHOW)
    path = FOLDER / f"{page.id}.tex"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
