r"""|u\rangle is a column and \langle u| its transpose; inner products, bars and sets keep their meanings."""

from __future__ import annotations

import pytest

from tests.notes.reading import printed

LETTERS = r"Let $u, v, w \in \mathbb{R}^n$ and $A \in \mathbb{R}^{n \times n}$. "


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"|a| \langle u, v\rangle", r"|a| \langle u, v\rangle"),
        (r"|\langle u, v\rangle|", r"|\langle u, v\rangle|"),
        (r"\langle u|A|v\rangle", r"\langle u, A v\rangle"),
    ],
)
def test_kets_and_bras_are_read(written: str, read: str) -> None:
    assert printed(written) == printed(read)
