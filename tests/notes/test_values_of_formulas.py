"""The values of formulas at a point, by which changes of a relation are tried: each one holds, fails or has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from pcaproofs.notes.formulas.blocks import read_note
from pcaproofs.notes.formulas.surface import Chain
from pcaproofs.notes.judging.repairs import values_at
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.prover.refute import Point

POINT = Point({"n": 2, "p": 3}, {"A": [[1, 2], [3, 5]], "X": [[1, 0, 2], [2, 1, 1]], "x": [[3], [4]], "a": [[2]]})
HOLDS, FAILS, NO_VALUE = False, True, None
ROWS = {
    r"A A^{-1} = I": HOLDS,
    r"A A^{-1} = I_n": HOLDS,
    r"A A^{-1} = I_p": FAILS,  # another size
    r"X^T X = I_p": FAILS,
    r"X^T X = X X^T": FAILS,
    r"\|x\|^2 = x^T x": HOLDS,
    r"\|x\| = 5": HOLDS,
    r"\|x\| < 4": FAILS,
    r"A = \begin{pmatrix} 1 & a \\ 3 & 5 \end{pmatrix}": HOLDS,
    r"A = \begin{pmatrix} 1 & a \\ 3 & 4 \end{pmatrix}": FAILS,
    r"\begin{pmatrix} A & x \end{pmatrix} = \begin{pmatrix} x & A \end{pmatrix}": FAILS,
    r"\begin{pmatrix} A & x \end{pmatrix} \begin{pmatrix} A & x \end{pmatrix}^T = A A^T + x x^T": HOLDS,
    r"\begin{pmatrix} A & 0 \end{pmatrix} = \begin{pmatrix} A & 0 \end{pmatrix}": NO_VALUE,  # how large the zero is
    r"\begin{pmatrix} A & I \end{pmatrix} = \begin{pmatrix} A & I \end{pmatrix}": NO_VALUE,
    r"A \mathbf{1} = x": NO_VALUE,
    r"B x = x": NO_VALUE,  # B has no value
    r"\sum_{i=1}^n a = n a": NO_VALUE,
    r"\sum_{i=1}^n x_i^2 = x^T x": HOLDS,
    r"\sum_i x_i = 8": FAILS,
    r"\sum_{i=1}^p x_i = 7": NO_VALUE,  # x has n entries
}


@pytest.mark.parametrize("formula", ROWS)
def test_a_relation_holds_or_fails_at_a_point(formula: str, tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.write_text(f"$$ {formula} $$\n", encoding="utf-8")
    (found,) = (x.tree for x in read_note(file).formulas)
    assert isinstance(found, Chain)
    (left, right), (sign,) = found.terms, found.signs
    values = values_at(POINT, {x: x for x in POINT.letters}, {}, {})
    assert values.fails(Stated(left, sign, right, (0, 0))) is ROWS[formula]
