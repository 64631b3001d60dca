r"""|u\rangle is a column and \langle u| its transpose; inner products, bars and sets keep their meanings."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows
from tests.notes.reading import printed

LETTERS = r"Let $u, v, w \in \mathbb{R}^n$ and $A \in \mathbb{R}^{n \times n}$. "


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"|u\rangle\langle v|w\rangle", r"u \langle v, w\rangle"),
        (r"|u_i\rangle\langle v_i|", r"u_{i} v_{i}^{\top}"),
        (r"\ket{u}\bra{v}", r"u v^{\top}"),
        (r"A|u\rangle + |v\rangle", r"A u + v"),
        (r"\langle u + v|A", r"(u + v)^{\top} A"),
        (r"|a| \langle u, v\rangle", r"|a| \langle u, v\rangle"),
        (r"|\langle u, v\rangle|", r"|\langle u, v\rangle|"),
        (r"\langle u|A|v\rangle", r"\langle u, A v\rangle"),
    ],
)
def test_kets_and_bras_are_read(written: str, read: str) -> None:
    assert printed(written) == printed(read)


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"|u\rangle\langle v|w\rangle = \langle v|w\rangle |u\rangle", "proved"),
        (r"(A|u\rangle\langle v|)^T = |v\rangle\langle u|A^T", "proved"),
        (r"|u\rangle\langle v| = |v\rangle\langle u|", "refuted"),
        (r"\operatorname{tr}(|u\rangle\langle v|A) = \langle v|A|u\rangle", "proved"),
        (r"|u\rangle|v\rangle = 0", "ill-typed"),
    ],
)
def test_rows_with_kets_get_their_verdicts(row: str, verdict: str) -> None:
    assert rows(f"{LETTERS}$${row}$$") == [verdict]
