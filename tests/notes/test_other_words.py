"""Hypotheses in words of which many are not read: the rows that need them are true, and none is called wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.text.source import Source

LINES = Path(__file__).with_name("said_in_other_words.txt").read_text(encoding="utf-8").splitlines()
THEOREM = (
    "\\documentclass{article}\n\\newtheorem{theorem}{Theorem}\n\\begin{document}\n\\begin{theorem}\n"
    "%s Then\n\\[ %s. \\]\n\\end{theorem}\n\\end{document}\n"
)
FORMS = {"md": "%s Then\n\n$$%s.$$\n", "tex": THEOREM}


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("line", LINES)
def test_a_row_is_not_called_wrong(line: str, kind: str) -> None:
    hypothesis, _, row = line.partition(" | ")
    note = read(Source(f"note.{kind}", FORMS[kind] % (hypothesis, row), kind))
    (verdict,) = [x for x in check_note(note)[1] if x.formula.display]
    assert verdict.severity != "error"
